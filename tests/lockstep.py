"""Playing one hand twice: in the library and in the slow reference, step by step."""

from collections.abc import Iterator
from typing import Any

from qianma import flow
from qianma.actions import ACTIONS, CONCEALED_KONG, DECLARE, WIN
from qianma.hand import Hand
from qianma.record import encode_line, read_line
from qianma.recording import event_lines, result_object
from qianma.ruleset import load
from qianma.settings import RulesetError
from qianma.state import DRAW, OVER, ROB, SEATS
from qianma.tiles import COPIES, KINDS
from qianma.walls import Stream
from tests.reference import rulesets
from tests.reference.table import Action, Table

Settings = dict[str, Any]

VARIANTS: dict[str, list[Any]] = {
    "base": [1, 2, 10],
    "plain_discard_needs_bean": [True, False],
    "bean_fan": [{"discard": 1, "added": 2, "concealed": 3}, {"added": 0}],
    "bean_timing": ["at_win", "at_once"],
    "beans_when_exhausted": ["void", "refund_if_not_ready"],
    "late_added_kong": ["paid", "unpaid"],
    "kong_flower_fan": [0, 1, 3],
    "kong_shot_fan": [0, 1, 2],
    "kong_shot": ["none", "void_kong", "transfer", "burn"],
    "kong_shot_waives_bean": [True, False],
    "robbed_kong": ["pays_for_all", "pays_as_discard"],
    "declared_ready": ["as_flush", "floor", "add", "bonus"],
    "declared_ready_fan": [0, 6, 10],
    "declared_ready_kongs": ["never", "if_waits_unchanged"],
    "declared_ready_must_win": [True, False],
    "passed_win_blocks": [True, False],
    "last_four_forces": ["off", "any", "drawn"],
    "chickens": [{"flipped": False}, {"golden": False}, {"charge": False}, {"responsible": False}],
    "settle_only_ready": [True, False],
    "dealer_bonus": [{"dealing": 2}, {"repeat": 0}, {"dealing": 0, "repeat": 2}],
    "dealer_bonus_at_ready_check": [True, False],
    "two_winners_deal": ["first_from_dealer", "discarder"],
    "flower_pig": [True, False],
    "leaving": ["bot_takes_over", "ends_game"],
    "penalty_fan": [0, 5, 16],
}


def random_settings(stream: Stream, name: str) -> Settings:
    """Changed settings that make sense together, often none."""
    while True:
        changes: Settings = {}
        for _ in range(stream.below(8)):
            key = list(VARIANTS)[stream.below(len(VARIANTS))]
            changes[key] = VARIANTS[key][stream.below(len(VARIANTS[key]))]
        try:
            load(name, changes)
        except RulesetError:
            continue
        return changes


def eager_deal(stream: Stream) -> tuple[list[list[int]], list[int]]:
    """A deal in which sets and pairs lie together, so that hands get ready, kong and win."""
    left = [COPIES] * KINDS
    starts: list[list[int]] = [[] for _ in range(SEATS)]
    if stream.below(2) == 0:
        starts = _contested(stream)
    for tiles in starts:
        for kind in tiles:
            left[kind] -= 1
    for tiles in starts:
        suits = [0, 9, 18][: 1 + stream.below(3)]
        while len(tiles) < 13:
            kind = suits[stream.below(len(suits))] + stream.below(9)
            shape = stream.below(4)
            group = [[kind] * 3, [kind] * 2, [kind, kind + 1, kind + 2], [kind]][shape]
            fits = shape != 2 or kind % 9 < 7
            if not fits or any(left[one] < group.count(one) for one in group):
                kind = stream.below(KINDS)
                group = [kind]
            for one in group[: 13 - len(tiles)]:
                if left[one]:
                    left[one] -= 1
                    tiles.append(one)
    wall = [kind for kind in range(KINDS) for _ in range(left[kind])]
    for place in range(len(wall) - 1, 0, -1):
        other = stream.below(place + 1)
        wall[place], wall[other] = wall[other], wall[place]
    return starts, wall


def _contested(stream: Stream) -> list[list[int]]:
    """Beginnings of hands in which a kind can be ponged and its fourth tile then be robbed.

    One seat has three of the kind, another one, the last two wait for it with a run.
    """
    suit = stream.below(3)
    kind = suit * 9 + 1 + stream.below(7)
    hands = [[kind] * 3, [kind]]
    for step in (1, 2):
        first = (suit + step) % 3 * 9
        hands.append([kind - 1, kind + 1, *range(first, first + 9), first, first])
    turn = stream.below(SEATS)
    return hands[turn:] + hands[:turn]


def reference_action(code: int) -> Action:
    """The action of a code, in the words of the reference."""
    action = ACTIONS[code]
    tile: tuple[int, ...] = () if action.tile is None else (action.tile,)
    if action.name == "kong":
        # A discard kong names the open tile; the table fills it in.
        return ("kong", action.kong or "", *tile)
    return ("ready" if action.name == "declare" else action.name, *tile)


def options_of(hand: Hand, seat: int) -> set[Action]:
    """The seat's legal actions, in the words of the reference."""
    options = {reference_action(code) for code in hand.legal_codes(seat)}
    if ("kong", "discard") in options:
        options.remove(("kong", "discard"))
        options.add(("kong", "discard", hand.open_tile))
    return options


class Lockstep:
    """One hand in both implementations. `step` raises `AssertionError` where they part."""

    def __init__(self, name: str, stream: Stream, changes: Settings) -> None:
        deal, wall = eager_deal(stream)
        dealer, repeats = stream.below(4), stream.below(4)
        self.stream = stream
        self.hand = Hand(load(name, changes), deal, wall, dealer, repeats, (1, 1))
        self.table = Table(rulesets.settings(name, changes), dealer, repeats, deal, wall)
        self.shy = stream.below(2) == 0
        self.leaves = stream.below(4) == 0

    def steps(self) -> Iterator[None]:
        """Play to the end, comparing before every step."""
        while self.hand.phase != OVER:
            self.compare()
            yield
            self.step()
        self.compare()
        assert self.table.over
        ours, theirs = result_object(self.hand.result()), self.table.result()
        assert _comparable(ours) == _comparable(theirs)

    def compare(self) -> None:
        """Both offer every seat the same, and both have told the same events."""
        for seat in range(SEATS):
            assert options_of(self.hand, seat) == self.table.options(seat), seat
            assert sorted(self.table.hands[seat]) == [
                kind for kind in range(KINDS) for _ in range(self.hand.hand_counts(seat)[kind])
            ]
        ours = [_plain(line) for line in event_lines(self.hand)]
        assert ours == [_plain(line) for line in self.table.events]

    def step(self) -> None:
        """One random step in both, forced wins after a leave in both as well."""
        if self.leaves and self.stream.below(60) == 0:
            seat = self.stream.below(SEATS)
            self.hand.leave(seat)
            if self.hand.ruleset.leaving == "ends_game":
                self._take_forced_wins()
            self.table.leave(seat)
        elif self.hand.phase == DRAW:
            flow.draw(self.hand)
            self.table.draw()
        else:
            acting = self.hand.acting_seats()
            seat = acting[self.stream.below(len(acting))]
            code = self._choose(self.hand.legal_codes(seat))
            action = reference_action(code)
            if action == ("kong", "discard"):
                action = (*action, self.hand.open_tile)
            self.hand.play(seat, code)
            self.table.act(seat, action)

    def _take_forced_wins(self) -> None:
        """The reference takes the forced wins that are due by itself when the game ends."""
        for seat in range(SEATS):
            if self.hand.legal_codes(seat) == [WIN]:
                self.hand.play(seat, WIN)

    def _choose(self, codes: list[int]) -> int:
        """Mostly what makes a hand interesting: wins, kongs, pongs, declarations.

        A shy game declares nothing and lets discards go that could be won on.
        """
        special = [code for code in codes if DECLARE <= code <= WIN]
        if self.shy and self.hand.phase != ROB:
            special = [code for code in special if CONCEALED_KONG <= code < WIN]
        if special and self.stream.below(8):
            return special[self.stream.below(len(special))]
        counts = self.hand.hand_counts(self.hand.turn)
        single = [code for code in codes if code < KINDS and counts[code] == 1]
        if self.shy and single and self.hand.head < 12:
            return single[self.stream.below(len(single))]
        if self.hand.drawn in codes and self.stream.below(3):
            return self.hand.drawn
        return codes[self.stream.below(len(codes))]


def _plain(line: dict[str, Any]) -> dict[str, Any]:
    """A line with what may be said in two ways said in one."""
    line = dict(read_line(encode_line(line)).content)
    if line["type"] == "payment":
        # Which clause an entry cites is no part of agreeing; the reference cites one for all games.
        entries = [
            {key: entry[key] for key in entry if key != "clause"} for entry in line["entries"]
        ]
        line["entries"] = sorted(entries, key=str)
    return {key: value for key, value in line.items() if value is not None and value is not False}


def _comparable(result: dict[str, Any]) -> dict[str, Any]:
    sums: dict[tuple[int, int, str], list[int]] = {}
    for entry in result["ledger"]:
        total = sums.setdefault((entry["from"], entry["to"], entry["reason"]), [0, 0])
        total[0] += entry["fan"]
        total[1] += entry["points"]
    kept = {key: value for key, value in result.items() if key not in ("type", "ledger")}
    return {**kept, "ledger": sums}
