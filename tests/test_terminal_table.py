"""The table folded from what a viewer sees, against the hand itself."""

from collections import Counter
from typing import Any

import pytest

from qianma import load_ruleset, ruleset_names
from qianma.packed import ADDED, MELD_NAMES
from qianma.record import UNKNOWN_TILE
from qianma.state import ROB, TURN
from qianma.tabletop import Discard, Table, TableMeld
from qianma.terminal.game import Game
from qianma.tiles import CODES, tiles_of
from qianma.view import OMNISCIENT, SPECTATOR, view
from tests.terminal_tools import play_at_random, random_record


def codes(kinds: Any) -> list[str]:
    return [CODES[kind] for kind in kinds]


def agree(game: Game, table: Table, viewer: int | str) -> None:
    """The table shows what the viewer may know of the hand in play, and no more."""
    hand = game.hand
    assert hand is not None
    assert (table.number, table.dealer, table.repeats, table.dice) == (
        game.match.number - (not game.in_hand),
        hand.dealer,
        hand.repeats,
        hand.dice,
    )
    assert table.wall == hand.wall_left
    assert table.is_over == hand.is_over
    for seat, place in enumerate(table.places):
        held = codes(tiles_of(hand.hand_counts(seat)))
        shown = viewer in (seat, OMNISCIENT) or hand.is_over
        assert place.hand == (held if shown else [UNKNOWN_TILE] * len(held))
        assert place.is_open == (shown or not held)
        assert place.declared == hand.has_declared(seat)
        assert [discard.tile for discard in place.river] == codes(hand.discards(seat))
        for meld, expected in zip(place.melds, hand.melds_of(seat), strict=True):
            kind = MELD_NAMES[expected.type]
            robbable = hand.phase == ROB and hand.open_seat == seat
            if robbable and expected.kind == hand.open_tile and kind == "pong":
                kind = MELD_NAMES[ADDED]
            assert (meld.tile, meld.kind) == (CODES[expected.kind], kind)
    if hand.phase == TURN:
        assert table.turn == hand.turn


@pytest.mark.parametrize("rules", ruleset_names())
@pytest.mark.parametrize("viewer", [0, 1, 2, 3, SPECTATOR, OMNISCIENT])
def test_the_table_is_what_the_viewer_may_know_after_every_step(
    rules: str, viewer: int | str
) -> None:
    for seed in range(2):
        lines: list[dict[str, Any]] = []
        table = Table()

        def after(game: Game, lines: list[dict[str, Any]] = lines, table: Table = table) -> None:
            for line in lines:
                seen = view(line, viewer)
                if seen is not None:
                    table.apply(seen)
            lines.clear()
            agree(game, table, viewer)

        game = Game(load_ruleset(rules), 0, ("random", "greedy", "random"), lines.extend, 3, seed)
        play_at_random(game, seed, after)
        assert [table.score(seat) for seat in range(4)] == game.match.points


@pytest.mark.parametrize("rules", ruleset_names())
def test_C_2_every_tile_that_is_not_in_the_wall_is_on_the_table(rules: str) -> None:
    table = Table()
    for line in random_record(rules, 4):
        table.apply(line)
        if not table.number or table.is_over or table.open is not None:
            continue  # a tile that is open to claims may lie in no hand, meld or river
        tiles = [tile for place in table.places for tile in place.hand]
        tiles += [discard.tile for place in table.places for discard in place.river]
        for place in table.places:
            for meld in place.melds:
                tiles += [meld.tile] * meld.size
        assert len(tiles) == 108 - table.wall
        assert max(Counter(tiles).values()) <= 4


def hand_of(*deals: str) -> dict[str, Any]:
    """A hand line with tiles that need not be a real deal."""
    return {
        "type": "hand", "ruleset": "guiyang", "number": 1, "dealer": 0, "repeats": 0,
        "dice": [1, 2], "deal": [deal.split() for deal in deals], "wall": ["?"] * 56,
    }  # fmt: skip


def table_after(*lines: dict[str, Any]) -> Table:
    table = Table()
    for line in lines:
        table.apply(line)
    return table


ROBBERY = (
    hand_of("5m 5m 5m", "? ?", "1p 1p", "? ?"),
    {"type": "discard", "seat": 1, "tile": "5m"},
    {"type": "pong", "seat": 0, "source": 1, "tile": "5m"},
    {"type": "kong", "seat": 0, "kind": "added", "tile": "5m"},
)


def test_G_16_a_robbed_kong_is_a_pong_again_and_its_tile_goes_to_every_winner() -> None:
    assert table_after(*ROBBERY).places[0].melds == [TableMeld("added", "5m")]
    win = {"type": "win", "by": "robbed_kong", "tile": "5m", "source": 0}
    table = table_after(*ROBBERY, {**win, "seat": 1}, {**win, "seat": 3})
    assert table.places[0].melds == [TableMeld("pong", "5m")]
    assert table.places[0].hand == []
    assert [place.won for place in table.places] == [None, "5m", None, "5m"]


def test_a_discard_that_is_won_on_leaves_the_river_once_for_two_winners() -> None:
    discards = [{"type": "discard", "seat": 1, "tile": tile} for tile in ("1p", "2p")]
    win = {"type": "win", "by": "discard", "tile": "2p", "source": 1}
    table = table_after(
        hand_of("", "1p 2p", "", ""), *discards, {**win, "seat": 2}, {**win, "seat": 3}
    )
    assert table.places[1].river == [Discard("1p")]
    assert [place.won for place in table.places] == [None, None, "2p", "2p"]


def test_a_self_draw_shows_the_tile_of_a_hidden_hand() -> None:
    draw = {"type": "draw", "seat": 1, "tile": "?", "end": "head"}
    win = {"type": "win", "seat": 1, "by": "self_draw", "tile": "3s"}
    place = table_after(hand_of("", "? ?", "", ""), draw, win).places[1]
    assert (place.hand, place.drawn) == (["3s", "?", "?"], "3s")


def test_the_three_kongs_are_told_apart() -> None:
    table = table_after(
        hand_of("7s 7s 7s 7s 9s 9s 9s", "", "", ""),
        {"type": "kong", "seat": 0, "kind": "concealed", "tile": "7s"},
        {"type": "discard", "seat": 2, "tile": "9s"},
        {"type": "kong", "seat": 0, "kind": "discard", "tile": "9s", "source": 2},
    )
    assert table.places[0].melds == [TableMeld("concealed", "7s"), TableMeld("discard", "9s")]
    assert table.places[2].river == []
    assert table_after(*ROBBERY).places[0].melds == [TableMeld("added", "5m")]


def test_D_7_what_is_paid_at_once_counts_before_the_hand_is_over() -> None:
    entry = {"from": 1, "to": 0, "fan": 1, "points": 6, "reason": "discard_kong", "clause": "D-7"}
    table = table_after(hand_of("", "", "", ""), {"type": "payment", "entries": [entry]})
    assert [table.score(seat) for seat in range(4)] == [6, -6, 0, 0]
    assert table.points == [0, 0, 0, 0]


def test_the_result_takes_the_place_of_what_was_paid_and_is_carried_over() -> None:
    entry = {"from": 1, "to": 0, "fan": 1, "points": 6, "reason": "discard_kong", "clause": "D-7"}
    result = {"type": "result", "points": [-18, 54, -18, -18], "winners": []}
    hand = hand_of("", "", "", "")
    table = table_after(hand, {"type": "payment", "entries": [entry]}, result)
    assert [table.score(seat) for seat in range(4)] == [-18, 54, -18, -18]
    table.apply({**hand, "number": 2})
    assert (table.points, table.paid) == ([-18, 54, -18, -18], [0, 0, 0, 0])


def test_only_the_last_discard_that_still_lies_there_is_the_latest() -> None:
    hand = hand_of("1p 2p", "3p 3p", "", "")
    first = {"type": "discard", "seat": 0, "tile": "3p"}
    assert table_after(hand, first).latest == 0
    draw = {"type": "draw", "seat": 1, "tile": "?", "end": "head"}
    assert table_after(hand, first, draw).latest == 0
    pong = {"type": "pong", "seat": 1, "source": 0, "tile": "3p"}
    assert table_after(hand, first, pong).latest is None


@pytest.mark.parametrize("rules", ruleset_names())
@pytest.mark.parametrize("viewer", [0, 2, SPECTATOR])
def test_a_masked_record_masked_again_gives_the_same_table(rules: str, viewer: int | str) -> None:
    """What a viewer saw, kept as a record, shows the same when the same viewer looks at it."""
    live, again = Table(), Table()
    for line in random_record(rules, 9):
        seen = view(line, viewer)
        if seen is None:
            continue
        live.apply(seen)
        repeated = view(seen, viewer)
        assert repeated is not None
        again.apply(repeated)
        assert live == again


def test_lines_out_of_order_break_nothing() -> None:
    """A record that hides tiles is shown unchecked, so anything may stand in it."""
    lines = random_record("duyun", 2)
    for step in (7, 11, 13):
        table = Table()
        for place in range(len(lines)):
            table.apply(lines[place * step % len(lines)])
        assert 0 <= table.wall <= 56


def test_seen_counts_what_lies_open_and_in_the_own_hand() -> None:
    table = table_after(
        hand_of("5m 5m 1p", "? ?", "", ""),
        {"type": "discard", "seat": 1, "tile": "5m"},
        {"type": "pong", "seat": 0, "source": 1, "tile": "5m"},
        {"type": "discard", "seat": 0, "tile": "1p"},
    )
    seen = table.seen(0)
    assert (seen[4], seen[9], sum(seen)) == (3, 1, 4)
