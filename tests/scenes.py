"""Scenes: hands with a chosen deal and wall, and short words for what is played in them.

A scene names the tiles that matter and leaves the rest to be filled:

>>> hand = scene("guiyang", hands={0: "23m55m456p789p345s"}, draws="9s 4m")
>>> draw(hand), discard(hand, 0), pass_all(hand)
('9s', '9s', [])
>>> draw(hand), options(hand, 1) >= {"discard 4m"}
('4m', True)
>>> discard(hand, 1), options(hand, 0), hand.why_not(0, Action("win")).clause
('4m', set(), 'G-9')

Tiles are written as in records (`5m`) or, several of them, in compact notation (`123m55p`). What is
not named is filled quietly: hands that are not named hold single tiles far from ready and no yaoji;
tiles that would complete a named hand, and yaoji, lie in the middle of the wall. Nothing is left to
chance, so a scene is the same whenever it is built.

The tile that is turned over when somebody wins (G-12) is the one after the last draw: name it as
one draw more, or switch chickens off with `NO_CHICKENS`, where points are to be exact.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Final

from qianma.actions import Action
from qianma.hand import Hand
from qianma.ruleset import load
from qianma.settle import Result
from qianma.shapes import ready_distance, waits
from qianma.state import DRAW, NO_TILE, OVER, SEATS, TURN
from qianma.tiles import (
    CODES,
    COPIES,
    KINDS,
    TILES,
    YAOJI,
    count_tiles,
    parse_tile,
    parse_tiles,
)

HA: Final = "23m55m456p789p345s"
"""Waits for 1m and 4m, plain, without a bean."""
HB: Final = "111m333p77p999s55s"
"""Waits for 7p and 5s, all triplets."""
HC: Final = "56p88m345m678s222s"
"""With a kong of 2s it waits for 4p and 7p, plain with a bean."""
HD: Final = "23m55m456p789p888s"
"""With a kong of 8s it waits for 1m and 4m, plain with a bean."""
PAIRS: Final = ("1155m2288p3377s6m", "2299m3355p4488s6m", "3344m1177p6699s6m")
"""Three hands that wait for 6m, seven pairs; all of them fit into one deal."""
ROBBERS: Final = ("23m55m456p789p345s", "56m99m123p456p678s", "35m77m123p567p234s")
"""Three plain hands that wait for 4m, among others; all of them fit into one deal."""

NO_CHICKENS: Final = {
    "chickens": dict.fromkeys(("yaoji", "flipped", "golden", "charge", "responsible"), False)
}
"""Settings that leave chickens out, for scenes about something else."""

_DEALT: Final = 13


def scene(
    ruleset: str,
    hands: Mapping[int, str] | None = None,
    draws: str = "",
    *,
    tail: str = "",
    dealer: int = 0,
    repeats: int = 0,
    settings: Mapping[str, Any] | None = None,
    away: str = "",
) -> Hand:
    """A hand before its first draw.

    `hands` are the thirteen tiles of the seats that matter; `draws` the first tiles from the head
    of the wall, in order, apart and with `-` for any quiet tile; `tail` the first from its tail, in
    the order they are drawn there (so the last tiles of a wall that runs out, in reverse). No other
    hand is given one of the `away` kinds, and they lie in the middle of the wall.
    """
    named = {seat: parse_tiles(text) for seat, text in (hands or {}).items()}
    head, end = parse_tiles(draws.replace("-", "")), parse_tiles(tail)
    used = count_tiles([kind for tiles in (*named.values(), head, end) for kind in tiles])
    pool = [COPIES - number for number in used]
    assert all(len(tiles) == _DEALT for tiles in named.values()), "a hand is dealt 13 tiles"
    quiet = {YAOJI, *parse_tiles(away)}
    for tiles in named.values():
        quiet.update(waits(count_tiles(tiles)))
    deal = [named[seat] if seat in named else _quiet_hand(pool, quiet) for seat in range(SEATS)]
    filler = _quiet_wall(pool, quiet)
    start = [filler.pop(0) if tile == "-" else parse_tile(tile) for tile in draws.split()]
    wall = [*start, *filler, *reversed(end)]
    assert sum(map(len, deal)) + len(wall) == TILES
    return Hand(load(ruleset, settings), deal, wall, dealer, repeats)


def _quiet_hand(pool: list[int], quiet: set[int]) -> list[int]:
    """Thirteen tiles out of the pool that have as little to do with one another as possible."""
    tiles: list[int] = []
    for _ in range(_DEALT):
        there = [kind for kind in range(KINDS) if pool[kind]]
        kind = min(there, key=lambda kind: (kind in quiet, _company(kind, tiles), -pool[kind]))
        tiles.append(kind)
        pool[kind] -= 1
    assert not quiet & set(tiles), "not enough tiles are left for a quiet hand"
    assert ready_distance(count_tiles(tiles)) >= 3, "the tiles left make no quiet hand"
    return tiles


def _company(kind: int, tiles: list[int]) -> int:
    """How much the tiles would help this one: equal tiles most, then the two next ranks."""
    near = [abs(kind - other) for other in tiles if kind // 9 == other // 9]
    return sum({0: 20, 1: 2, 2: 1}.get(distance, 0) for distance in near)


def _quiet_wall(pool: list[int], quiet: set[int]) -> list[int]:
    """The rest of the pool: kinds take turns, the quiet ones lie in the middle."""
    rest = [
        kind
        for copy in range(COPIES)
        for kind in range(KINDS)
        if pool[kind] > copy and kind not in quiet
    ]
    middle = len(rest) // 2
    hidden = [kind for kind in sorted(quiet) for _ in range(pool[kind])]
    return rest[:middle] + hidden + rest[middle:]


def scene_of_claims(
    ruleset: str, waiting: Mapping[int, str], discarder: int, discards: str, **more: Any
) -> Hand:
    """A hand in which the seat `discarder` has just discarded its first draw, `discards`.

    `waiting` are the hands of the seats that matter; `draws` (a keyword) are the draws after that.
    """
    before = (discarder - int(more.get("dealer", 0))) % SEATS
    draws = f"{'- ' * before}{discards} {more.pop('draws', '')}"
    hand = scene(ruleset, waiting, draws, **more)
    turns(hand, "- " * before)
    draw(hand)
    discard(hand, discarder)
    return hand


def scene_of_robbery(ruleset: str, robbers: Iterable[int] = (1,), **more: Any) -> Hand:
    """A hand in which seat 0 has just added the fourth 4m to its pong.

    The pong is of a discard of seat 3. Seats 1, 2 and 3, as far as `robbers` names them, may rob
    the kong with the plain hands of `ROBBERS`. `draws` (a keyword) are the draws after that.
    """
    waiting = {0: "4489m1479p23689s", **{seat: ROBBERS[seat - 1] for seat in robbers}}
    draws = f"- - - 4m {more.pop('draws', '')}"
    hand = scene_of_claims(ruleset, waiting, 3, "4m", draws=draws, **more)
    pong(hand, 0)
    turns(hand, "9m - - -")
    draw(hand)
    added_kong(hand, 0, "4m")
    return hand


def scene_with_meld(
    ruleset: str, rest: str, kind: str, last: str, how: str, draws: str = "", **more: Any
) -> Hand:
    """A hand in which seat 0 has melded `kind` and has just drawn `last`.

    `rest` are its ten other tiles, `how` is `concealed`, `discard`, `added` or `pong` (seat 3
    discards the tile for the last three), `draws` what is drawn from the head of the wall later.
    Seat 0 deals where the kong is concealed, else seat 3.
    """
    if how == "concealed":
        hand = scene(ruleset, {0: rest + 3 * kind}, f"{kind} {draws}", tail=last, **more)
        draw(hand)
        concealed_kong(hand, 0, kind)
        draw(hand)
        return hand
    more = {"dealer": 3, "tail": last, **more}
    if how == "discard":
        hand = scene_of_claims(ruleset, {0: rest + 3 * kind}, 3, kind, draws=draws, **more)
        discard_kong(hand, 0)
        draw(hand)
        return hand
    draws = f"- - - {kind if how == 'added' else last} {draws}"
    hand = scene_of_claims(ruleset, {0: f"{rest}{kind}{kind}9s"}, 3, kind, draws=draws, **more)
    pong(hand, 0)
    turns(hand, "9s - - -")
    draw(hand)
    if how == "added":
        added_kong(hand, 0, kind)
        draw(hand)
    return hand


def draw(hand: Hand) -> str:
    """The next draw, which must be due; the tile that was drawn."""
    hand.draw()
    return CODES[hand.drawn] if hand.drawn != NO_TILE else ""


def discard(hand: Hand, seat: int, tile: str = "") -> str:
    """A seat discards a tile, by default the one it has just drawn."""
    kind = parse_tile(tile) if tile else hand.drawn
    hand.play(seat, Action("discard", None, kind))
    return CODES[kind]


def declare(hand: Hand, seat: int, tile: str = "") -> None:
    """A seat discards a tile, by default the one it has just drawn, and declares ready."""
    hand.play(seat, Action("declare", None, parse_tile(tile) if tile else hand.drawn))


def pong(hand: Hand, seat: int) -> None:
    """A seat pongs the open discard; whoever else is asked passes."""
    _only(hand, seat, Action("pong"))


def discard_kong(hand: Hand, seat: int) -> None:
    """A seat makes a discard kong; whoever else is asked passes."""
    _only(hand, seat, Action("kong", "discard"))


def concealed_kong(hand: Hand, seat: int, tile: str) -> None:
    """A seat makes a concealed kong."""
    hand.play(seat, Action("kong", "concealed", parse_tile(tile)))


def added_kong(hand: Hand, seat: int, tile: str) -> None:
    """A seat adds a tile to its pong."""
    hand.play(seat, Action("kong", "added", parse_tile(tile)))


def win(hand: Hand, *seats: int) -> Result:
    """The seats win, whoever else is asked passes; the result of the hand."""
    for seat in seats:
        hand.play(seat, Action("win"))
    pass_all(hand)
    return hand.result()


def pass_all(hand: Hand, but: Iterable[int] = ()) -> list[int]:
    """Everybody who is asked passes, except the seats in `but`; the seats that have passed."""
    passing = [] if hand.phase == TURN else [s for s in hand.acting_seats() if s not in but]
    for seat in passing:
        hand.play(seat, Action("pass"))
    return passing


def _only(hand: Hand, seat: int, action: Action) -> None:
    hand.play(seat, action)
    pass_all(hand)


def turns(hand: Hand, discards: str) -> None:
    """Whole turns in which nobody claims: draw, discard, everybody passes.

    `discards` are the tiles discarded, turn by turn, with `-` for the tile just drawn.
    """
    for tile in discards.split():
        if hand.phase == DRAW:
            hand.draw()
        discard(hand, hand.turn, "" if tile == "-" else tile)
        pass_all(hand)


def next_discard(hand: Hand, tile: str = "") -> None:
    """The next seat draws and discards a tile, by default the drawn one, which lies open then."""
    hand.draw()
    discard(hand, hand.turn, tile)


def run_out_the_wall(hand: Hand, left: int = 0) -> None:
    """Everybody discards what is drawn and passes, until `left` tiles are left in the wall.

    The hand then waits for the next draw; with none left that is the end of the wall.
    """
    while hand.wall_left > left:
        assert hand.phase != OVER, "the hand ended before the wall"
        turns(hand, "-")


def exhaust(hand: Hand) -> Result:
    """Everybody discards what is drawn and passes until the wall is exhausted; the result."""
    run_out_the_wall(hand)
    hand.draw()
    return hand.result()


def options(hand: Hand, seat: int) -> set[str]:
    """All that a seat may do now, in the words of `Action`: `win`, `discard 5m` and so on."""
    return {str(action) for action in hand.legal_actions(seat)}


def clause_against(hand: Hand, seat: int, action: Action | str, tile: str = "") -> str | None:
    """The clause that forbids an action now, None when it is allowed.

    The action may be given by its name, with its tile if it needs one.
    """
    if isinstance(action, str):
        action = Action(action, None, parse_tile(tile) if tile else None)
    refusal = hand.why_not(seat, action)
    return None if refusal is None else refusal.clause


def points(result: Result) -> list[int]:
    """The points of the four seats."""
    return list(result.points)


def ledger_of(
    result: Result, payer: int | None = None, payee: int | None = None, reason: str | None = None
) -> int:
    """The fan paid, as far as payer, payee and reason are the ones given."""
    return sum(
        entry.fan
        for entry in result.ledger
        if payer in (None, entry.payer)
        and payee in (None, entry.payee)
        and reason in (None, entry.reason)
    )


def paid_for(result: Result, reason: str) -> dict[tuple[int, int], int]:
    """The fan paid for one reason, by payer and payee."""
    sums: dict[tuple[int, int], int] = {}
    for entry in result.ledger:
        if entry.reason == reason:
            pair = entry.payer, entry.payee
            sums[pair] = sums.get(pair, 0) + entry.fan
    return sums


def discard_claims(hand: Hand) -> dict[int, set[str]]:
    """What each seat that is asked may do about the open tile."""
    return {seat: options(hand, seat) for seat in hand.acting_seats() if hand.phase != TURN}
