"""Clauses G-S1 to G-S6: the street rules of Guiyang."""

from typing import Any

import pytest

from qianma.actions import Action
from qianma.hand import Hand
from qianma.ruleset import load
from qianma.settings import RulesetError
from tests.rules.test_G_patterns import NAMES, PATTERNS
from tests.scenes import (
    HA,
    HB,
    NO_CHICKENS,
    ROBBERS,
    added_kong,
    clause_against,
    concealed_kong,
    declare,
    discard,
    discard_claims,
    discard_kong,
    draw,
    ledger_of,
    next_discard,
    options,
    paid_for,
    pass_all,
    points,
    pong,
    scene,
    scene_of_claims,
    scene_with_meld,
    turns,
    win,
)

STREET = "guiyang-street"

STREET_FAN = {
    "plain": 1, "all_triplets": 5, "seven_pairs": 6, "dragon_seven_pairs": 11, "full_flush": 10,
    "flush_triplets": 10 + 5, "flush_seven_pairs": 10 + 6, "flush_dragon_seven_pairs": 10 + 11,
}  # fmt: skip


@pytest.mark.parametrize(("name", "_fan", "tiles", "last"), PATTERNS, ids=NAMES)
def test_G_S1_patterns_and_their_fan(name: str, _fan: int, tiles: str, last: str) -> None:
    hand = scene(STREET, {2: tiles}, last, dealer=2)
    draw(hand)
    result = win(hand, 2)
    fan = STREET_FAN[name]
    assert [(entry.value.name, entry.value.fan) for entry in result.wins] == [(name, fan)]


def test_G_S1_setting_of_dragon_seven_pairs() -> None:
    ruleset = load(STREET, {"patterns": {"dragon_seven_pairs": 10}})
    assert ruleset.patterns == {**STREET_FAN, "dragon_seven_pairs": 10}


@pytest.mark.parametrize(
    ("how", "reason", "payers"),
    [
        ("concealed", "concealed_kong", {1: 2, 2: 2, 3: 2}),
        ("discard", "discard_kong", {3: 1}),
        ("added", "added_kong", {1: 1, 2: 1, 3: 1}),
    ],
)
def test_G_S2_what_each_kong_is_paid(how: str, reason: str, payers: dict[int, int]) -> None:
    hand = scene_with_meld(STREET, "23m55m456p789p", "8s", "4m", how)
    result = win(hand, 0)
    assert paid_for(result, reason) == {(payer, 0): fan for payer, fan in payers.items()}


def after_kong(
    ruleset: str, how: str = "concealed", draws: str = "", tail: str = "4m", **more: Any
) -> Hand:
    """Seat 0 has made a kong of 9s and discarded its replacement, the first of `tail`.

    Seats 1 and 2 wait for 4m, plain. Seat 0 deals where the kong is concealed, else seat 3, which
    has discarded the 9s.
    """
    tiles = {0: "2479p1368m27999s", 1: ROBBERS[0], 2: ROBBERS[1], **more.pop("hands", {})}
    settings = {**NO_CHICKENS, **more.pop("settings", {})}
    more = {"tail": tail, "settings": settings}
    if how == "concealed":
        hand = scene(ruleset, tiles, f"9s {draws}", **more)
        draw(hand)
        concealed_kong(hand, 0, "9s")
    elif how == "discard":
        hand = scene_of_claims(ruleset, tiles, 3, "9s", dealer=3, draws=draws, **more)
        discard_kong(hand, 0)
    else:
        tiles[0] = "2479p1368m25799s"
        draws = f"- - - 9s {draws}"
        hand = scene_of_claims(ruleset, tiles, 3, "9s", dealer=3, draws=draws, **more)
        pong(hand, 0)
        turns(hand, "5s - - -")
        draw(hand)
        added_kong(hand, 0, "9s")
    next_discard(hand)
    return hand


def test_G_S3_a_kong_shot_is_won_plain_without_a_bean_for_two_fan_more() -> None:
    hand = after_kong(STREET)
    assert discard_claims(hand) == {1: {"win", "pass"}, 2: {"win", "pass"}}
    result = win(hand, 1, 2)
    assert paid_for(result, "win") == {(0, 1): 1, (0, 2): 1}
    assert paid_for(result, "kong_shot") == {(0, 1): 2, (0, 2): 2}
    # With 1 for dealer 0 that is 4 to each; the kong is void.
    assert points(result) == [-8, 4, 4, 0]


@pytest.mark.parametrize("how", ["concealed", "discard", "added"])
def test_G_S3_after_any_kong_which_is_void(how: str) -> None:
    result = win(after_kong(STREET, how), 1)
    assert paid_for(result, "kong_shot") == {(0, 1): 2}
    assert ledger_of(result, reason=f"{how}_kong") == 0


@pytest.mark.parametrize(("how", "fan"), [("concealed", 2), ("discard", 1), ("added", 1)])
def test_G_S3_the_kong_is_paid_when_nobody_wins_on_it(how: str, fan: int) -> None:
    # Seat 1 passes and then draws 1m, which it wins on.
    hand = after_kong(STREET, how, draws="1m")
    pass_all(hand)
    assert draw(hand) == "1m"
    result = win(hand, 1)
    assert ledger_of(result, 3, 0, f"{how}_kong") == fan
    assert ledger_of(result, reason="kong_shot") == 0


def test_G_S3_any_tile_of_the_hand_discarded_then() -> None:
    # The replacement is 9m; the 4m was in the hand all along.
    hand = scene(STREET, {0: "2479p1468m27999s", 1: HA}, "9s", tail="9m")
    draw(hand)
    concealed_kong(hand, 0, "9s")
    next_discard(hand, "4m")
    assert discard_claims(hand) == {1: {"win", "pass"}}


def test_G_S3_every_pattern_gets_the_two_fan() -> None:
    # All triplets, 5, and 1 from dealer 0.
    hands = {0: "2479p1368m27888s", 1: HB}
    hand = scene(STREET, hands, "8s", tail="7p", settings=NO_CHICKENS)
    draw(hand)
    concealed_kong(hand, 0, "8s")
    next_discard(hand)
    assert points(win(hand, 1)) == [-8, 8, 0, 0]


def test_G_S3_only_right_after_the_kong() -> None:
    # Nobody can win on the 8m discarded after the kong; the next discards are ordinary ones.
    hand = after_kong(STREET, draws="- - - 4m", tail="8m")
    turns(hand, "- - -")
    next_discard(hand)
    assert clause_against(hand, 1, "win") == "G-9"


def test_G_S3_not_after_somebodys_pong_of_the_discard() -> None:
    hand = after_kong(STREET, tail="8m", hands={1: "247p13488m25678s", 2: HA})
    pong(hand, 1)
    discard(hand, 1, "4m")
    assert clause_against(hand, 2, "win") == "G-9"


def test_G_S3_only_the_last_of_two_kongs_is_void() -> None:
    # Seat 0 makes a kong of 9s and, with its replacement, one of 2s.
    hands = {0: "2479p136m222999s", 1: HA}
    hand = scene(STREET, hands, "9s", tail="2s 4m", settings=NO_CHICKENS)
    draw(hand)
    concealed_kong(hand, 0, "9s")
    draw(hand)
    concealed_kong(hand, 0, "2s")
    next_discard(hand)
    # Seat 1 gets 1 + 2 + 1; seat 0 gets 2 from each for the first kong.
    assert points(win(hand, 1)) == [6 - 4, 4 - 2, -2, -2]


def test_G_S3_the_winners_own_beans_stand() -> None:
    # Seat 1 has made a kong of its own before, 2 from each; seat 0 deals.
    hands = {0: "2479p1368m27999s", 1: "23m55m456p789p888s"}
    hand = scene(STREET, hands, "- 8s - - 9s", tail="9p 4m", settings=NO_CHICKENS)
    turns(hand, "-")
    draw(hand)
    concealed_kong(hand, 1, "8s")
    turns(hand, "- - -")
    draw(hand)
    concealed_kong(hand, 0, "9s")
    next_discard(hand)
    assert points(win(hand, 1)) == [-4 - 2, 4 + 6, -2, -2]


def test_G_S3_setting_none_in_guiyang() -> None:
    hand = after_kong("guiyang")
    assert clause_against(hand, 1, "win") == "G-9"
    # All triplets may win as ever, for nothing more, and the kong is paid: 5 + 1, and 2 back.
    hands = {0: "2479p1368m27888s", 1: HB}
    hand = scene("guiyang", hands, "8s", tail="7p", settings=NO_CHICKENS)
    draw(hand)
    concealed_kong(hand, 0, "8s")
    next_discard(hand)
    assert points(win(hand, 1)) == [6 - 6, 6 - 2, -2, -2]


def test_G_S3_setting_kong_shot_waives_bean() -> None:
    hand = after_kong(STREET, settings={"kong_shot_waives_bean": False})
    assert clause_against(hand, 1, "win") == "G-9"


def test_G_S3_setting_kong_shot_fan() -> None:
    result = win(after_kong(STREET, settings={"kong_shot_fan": 5}), 2)
    assert paid_for(result, "kong_shot") == {(0, 2): 5}


@pytest.mark.parametrize("kong_shot", ["void_kong", "burn"])
def test_G_S3_setting_burn_voids_all_beans_and_chickens_of_the_discarder(kong_shot: str) -> None:
    """Seat 0 holds a yaoji and makes two kongs, seat 3 holds a yaoji; seat 1 wins, plain.

    Turned over are 9p, so that 1p, which nobody has, are chickens beside yaoji.
    """
    hands = {0: "247p136m1222999s", 1: HA, 3: "2479p1368m13577s"}
    hand = scene(STREET, hands, "9s 9p", tail="2s 4m", away="1p", settings={"kong_shot": kong_shot})
    draw(hand)
    concealed_kong(hand, 0, "9s")
    draw(hand)
    concealed_kong(hand, 0, "2s")
    next_discard(hand)
    result = win(hand, 1)
    # 4 for the win. Seat 3 gets 1 from each either way, from the discarder too.
    burnt = [-4 - 1, 4 - 1, -1, 3]
    if kong_shot == "burn":
        assert points(result) == burnt
    else:
        # The first kong brings 2 and the yaoji 1 from each: 3 x 3.
        assert points(result) == [burnt[0] + 9, *(fan - 3 for fan in burnt[1:])]


def test_G_S3_setting_burn_reaches_the_charge_chicken() -> None:
    # Seat 0 discards the first yaoji, then makes a kong: charge chicken and yaoji are void.
    hands = {0: "2479p1368m27999s", 1: HA}
    settings = {"kong_shot": "burn"}
    hand = scene(STREET, hands, "1s - - - 9s 9p", tail="4m", away="1p", settings=settings)
    turns(hand, "- - - -")
    draw(hand)
    concealed_kong(hand, 0, "9s")
    next_discard(hand)
    assert points(win(hand, 1)) == [-4, 4, 0, 0]


def test_G_S3_setting_burn_reaches_the_responsible_chicken() -> None:
    # Seat 0 pongs the first yaoji, from seat 3, and makes a kong later. Neither of them deals.
    hands = {0: "2479p1368m11999s", 1: HA}
    hand = scene_of_claims(
        STREET,
        hands,
        3,
        "1s",
        dealer=2,
        draws="- - - 9s 9p",
        tail="4m",
        away="1p",
        settings={"kong_shot": "burn"},
    )
    pong(hand, 0)
    turns(hand, "8m - - -")
    draw(hand)
    concealed_kong(hand, 0, "9s")
    next_discard(hand)
    assert points(win(hand, 1)) == [-3, 3, 0, 0]


def test_G_S3_setting_transfer_needs_beans_paid_at_once() -> None:
    with pytest.raises(RulesetError, match=r"kong_shot = transfer .* bean_timing = at_win"):
        load(STREET, {"kong_shot": "transfer"})
    for value in ("void_kong", "burn"):
        with pytest.raises(RulesetError, match=f"kong_shot = {value} .* bean_timing = at_once"):
            load(STREET, {"kong_shot": value, "bean_timing": "at_once"})


def test_G_S3_corner_kong_shot_of_the_first_yaoji() -> None:
    """B's bean alone is void; B's four chickens and the responsible fan stand.

    Seat 3, which deals, discards the first yaoji, B is seat 0, C seat 1.
    """
    hands = {0: "2479p136m111279s", 1: HA}
    hand = scene_of_claims(STREET, hands, 3, "1s", dealer=3, draws="9p", tail="4m", away="1p")
    discard_kong(hand, 0)
    next_discard(hand)
    result = win(hand, 1)
    assert ledger_of(result, reason="discard_kong") == 0
    assert paid_for(result, "chicken") == {(payer, 0): 4 for payer in (1, 2, 3)}
    assert paid_for(result, "responsible_chicken") == {(3, 0): 1}
    # C wins 1 + 2 from B; the dealer is neither.
    assert points(result) == [12 + 1 - 3, 3 - 4, -4, -4 - 1]


def test_G_S4_a_discarded_chicken_counts_like_one_in_hand() -> None:
    # Chickens are 8m, after 7m (the example of the source, 七萬 and 八萬).
    hands = {0: HA, 1: "2479p1368m23579s"}
    hand = scene(STREET, hands, "- 8m - 4m 7m", dealer=1, away="8m")
    turns(hand, "- - -")
    draw(hand)
    chickens = paid_for(win(hand, 0), "chicken")
    in_hand, discarded = 1, 2
    assert chickens == {
        (payer, seat): 1 for seat in (in_hand, discarded) for payer in range(4) if payer != seat
    }


def declared(tiles: str, draws: str, **more: Any) -> Hand:
    """Seat 0 deals, draws the first of `draws` and declares ready with it."""
    hand = scene(STREET, {0: tiles}, draws, **more)
    draw(hand)
    declare(hand, 0)
    return hand


def test_G_S5_a_concealed_kong_of_the_drawn_tile() -> None:
    # HB waits for 7p and 5s with and without 111m.
    hand = declared(HB, "2m - - - 1m", tail="7p")
    turns(hand, "- - -")
    draw(hand)
    assert options(hand, 0) == {"discard 1m", "concealed kong 1m"}
    concealed_kong(hand, 0, "1m")
    assert draw(hand) == "7p"
    assert options(hand, 0) == {"win", "discard 7p"}
    assert ledger_of(win(hand, 0), 1, 0, "concealed_kong") == 2


def test_G_S5_not_of_a_tile_held_before() -> None:
    # Four 1m were dealt: 111m and 123m. Another tile is drawn.
    hand = declared("1111m23m456p789p5s", "2p - - - 9s")
    turns(hand, "- - -")
    draw(hand)
    assert options(hand, 0) == {"discard 9s"}


def test_G_S5_a_discard_kong_and_never_a_pong() -> None:
    hand = declared(HB, "2m 9s")
    next_discard(hand)
    assert options(hand, 0) == {"discard kong", "pass"}
    assert clause_against(hand, 0, "pong") == "G-17"
    discard_kong(hand, 0)
    assert hand.bean_count[0] == 1


@pytest.mark.parametrize("concealed", [True, False])
def test_G_S5_not_when_the_waits_change(concealed: bool) -> None:
    # 3444m waits for 2m, 3m and 5m, and for 3m alone beside a kong of 4m.
    hand = declared("3444m123p456p789s", "9m - - - 4m" if concealed else "9m 4m")
    if concealed:
        turns(hand, "- - -")
        draw(hand)
        assert options(hand, 0) == {"discard 4m"}
        assert clause_against(hand, 0, Action("kong", "concealed", 3)) == "G-S5"
    else:
        next_discard(hand)
        assert options(hand, 0) == set()
        assert clause_against(hand, 0, Action("kong", "discard")) == "G-S5"


def test_G_S5_corner_the_fourth_tile_of_seven_pairs() -> None:
    """A kong would change the waits, so it is not offered."""
    hand = declared("11155m2288p3377s", "2m - - - 1m")
    turns(hand, "- - -")
    draw(hand)
    assert options(hand, 0) == {"win", "discard 1m"}
    assert clause_against(hand, 0, Action("kong", "concealed", 0)) == "G-S5"


def test_G_S5_corner_undeclared_both_win_and_kong_are_offered() -> None:
    for ruleset in ("guiyang", STREET):
        hand = scene(ruleset, {0: "11155m2288p3377s"}, "1m")
        draw(hand)
        assert {"win", "concealed kong 1m"} <= options(hand, 0)


def test_G_S6_a_declared_player_wins_plain_on_anybodys_discard() -> None:
    hand = declared(HA, "9m - 4m", settings=NO_CHICKENS)
    turns(hand, "-")
    next_discard(hand)
    assert points(win(hand, 0)) == [11, 0, -11, 0]  # a full flush, 10, and 1 for dealing


def test_G_S6_anybody_wins_plain_on_a_declared_players_discard() -> None:
    hand = scene(STREET, {0: HB, 2: HA}, "9m 4m - - 4m", settings=NO_CHICKENS)
    draw(hand)
    declare(hand, 0)
    next_discard(hand)
    # Not on an undeclared player's.
    assert clause_against(hand, 2, "win") == "G-9"
    turns(hand, "- -")
    next_discard(hand)
    assert points(win(hand, 2)) == [-11, 0, 11, 0]
