"""Plays a record on a ``Table`` and settles its hands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tests.reference import refusal, shapes, walls
from tests.reference.rulesets import RULESETS, Settings, merged, settings
from tests.reference.table import PASS, PONG, WIN, Action, Table

Line = dict[str, Any]

KEYS: dict[str, tuple[str, ...]] = {
    "match": ("version", "ruleset"),
    "hand": ("number", "dealer", "repeats", "dice", "deal", "wall"),
    "draw": ("seat", "tile", "end"),
    "discard": ("seat", "tile"),
    "pong": ("seat", "source", "tile"),
    "kong": ("seat", "kind", "tile"),
    "win": ("seat", "by", "tile"),
    "pass": ("seat", "declined"),
    "payment": ("entries",),
    "exhausted": (),
    "leave": ("seat",),
    "result": ("outcome", "winners", "ledger", "points", "next_dealer", "repeats"),
    "reveal": ("key",),
}
"""The line types and the keys this reading needs."""

WINDOW_TYPES = ("win", "pass", "pong", "kong", "leave")


class ReferenceError(Exception):  # noqa: A001 - the name the tests know it by
    """A line that breaks a rule: its number from 1, the clause, the reason.

    The clause ``format`` means a line that cannot be read at all.
    """

    def __init__(self, line: int, clause: str, message: str) -> None:
        super().__init__(f"{line}: {clause}: {message}")
        self.line = line
        self.clause = clause
        self.message = message


def ledger_sums(entries: Sequence[Mapping[str, Any]]) -> dict[tuple[int, int, str], int]:
    """Fan summed per payer, receiver and reason."""
    sums: dict[tuple[int, int, str], int] = {}
    for line in entries:
        key = (line["from"], line["to"], line["reason"])
        sums[key] = sums.get(key, 0) + line["fan"]
    return {key: fan for key, fan in sums.items() if fan}


def differing(one: Mapping[str, Any], other: Mapping[str, Any]) -> str | None:
    """The first key in which two results do not agree, or None."""
    for key in ("outcome", "winners", "points", "next_dealer", "repeats"):
        if one[key] != other[key]:
            return key
    if ledger_sums(one["ledger"]) != ledger_sums(other["ledger"]):
        return "ledger"
    return None


def replay(lines: Sequence[Line]) -> list[Line]:
    """The results of all finished hands of a record; raises ``ReferenceError``."""
    return Replay(lines).run()


class Replay:
    """One record being read."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self.lines = lines
        self.at = 0
        self.match: Line | None = None
        self.table: Table | None = None
        self.hand: Line | None = None
        self.hand_at = 0
        self.settled = False
        self.paid_events = 0
        """Events of the table up to this one need no payment line any more."""
        self.results: list[Line] = []

    def fail(self, clause: str, message: str, at: int | None = None) -> ReferenceError:
        """The error for the current line."""
        return ReferenceError((self.at if at is None else at) + 1, clause, message)

    def run(self) -> list[Line]:
        """Read every line."""
        while self.at < len(self.lines):
            line = self.lines[self.at]
            self._check_keys(line)
            if line["type"] == "match":
                self._match(line)
            elif line["type"] == "hand":
                self._hand(line)
            elif self.table is None:
                raise self.fail("records", "no hand line before")
            elif not self._window(self.table):
                self._line(self.table, line)
                self.at += 1
            if self.table and self.table.over and not self.settled:
                self.results.append(self.table.result())
                self.settled = True
        return self.results

    def _check_keys(self, line: Line) -> None:
        keys = KEYS.get(line.get("type", ""))
        if keys is None:
            raise self.fail("format", f"unknown type {line.get('type')!r}")
        for key in keys:
            if key not in line:
                raise self.fail("format", f"{key} is missing")
        if line.get("tile") == "?":
            raise self.fail("format", "a hidden tile")

    # Heads.

    def _match(self, line: Line) -> None:
        if self.at:
            raise self.fail("records", "a match line stands first")
        if line["ruleset"] not in RULESETS:
            raise self.fail("format", "unknown ruleset")
        self.match = line
        self.at += 1

    def _rules(self, line: Line) -> Settings:
        if "ruleset" in line:
            return settings(line["ruleset"], line.get("settings"))
        if self.match is None:
            raise self.fail("format", "no ruleset")
        rules = settings(self.match["ruleset"], self.match.get("settings"))
        return merged(rules, line.get("settings"))

    def _hand(self, line: Line) -> None:
        before = self.table
        if before is not None:
            if not before.over and self._window(before):
                return
            if not before.over:
                raise self.fail("records", "the hand before is not finished")
        self._check_sequence(line, before)
        rules = self._rules(line)
        deal = [[shapes.kind_of(tile) for tile in tiles] for tiles in line["deal"]]
        wall = [shapes.kind_of(tile) for tile in line["wall"]]
        if [len(tiles) for tiles in deal] != [13] * 4 or len(wall) != 56:
            raise self.fail("C-4", "four hands of 13 and a wall of 56")
        if shapes.counts_of([kind for tiles in [*deal, wall] for kind in tiles]) != [4] * 27:
            raise self.fail("C-2", "not four of every kind")
        self.table = Table(rules, line["dealer"], line["repeats"], deal, wall)
        self.hand = line
        self.hand_at = self.at
        self.settled = False
        self.paid_events = 0
        self.at += 1

    def _check_sequence(self, line: Line, before: Table | None) -> None:
        """Dealer and repeats follow from the hand before, when a match line stands first."""
        if self.match is None or before is None or self.hand is None:
            return
        if before.match_over:
            raise self.fail("C-18", "the match has ended")
        result = before.result()
        if (line["dealer"], line["repeats"]) != (result["next_dealer"], result["repeats"]):
            clause = "G-2" if before.rules["game"] == "G" else "D-1"
            raise self.fail(clause, "dealer or repeats do not follow")
        if line["number"] != self.hand["number"] + 1:
            raise self.fail("records", "hands are numbered in order")

    # Windows: all the answers to one open tile are read together.

    def _window(self, table: Table) -> bool:
        """Read the answers to the tile that lies open; False when no tile does.

        The line at ``at`` is not a match line. Afterwards ``at`` stands behind the answers.
        """
        if table.phase not in ("claims", "robbing"):
            return False
        source = table.offer.seat if table.offer else 0
        answers: dict[int, Action] = {}
        declined: dict[int, list[str]] = {}
        offers = {seat: table.options(seat) for seat in range(4)}
        claimed = False
        while self.at < len(self.lines) and not claimed:
            line = self.lines[self.at]
            if not self._is_answer(line):
                break
            self._check_keys(line)
            seat = line["seat"]
            if line["type"] == "leave":
                if table.over:
                    raise self.fail("records", "the hand is over")
                if answers:
                    raise self.fail("records", "a leave stands before the win lines")
                table.leave(seat)
            elif line["type"] == "pass":
                self._declined(table, line, offers[seat], answers)
                declined[seat] = line["declined"]
            else:
                self._answer(table, line, answers, declined, source)
                claimed = line["type"] != "win"
            self.at += 1
        if not answers and self.at == len(self.lines):
            return True
        self._finish_window(table, answers)
        return True

    def _is_answer(self, line: Line) -> bool:
        if line.get("type") == "kong":
            return bool(line.get("kind") == "discard")
        return line.get("type") in WINDOW_TYPES

    def _declined(
        self, table: Table, line: Line, offered: set[Action], answers: dict[int, Action]
    ) -> None:
        """A pass line declines what was offered, and a forced win is not declined."""
        seat = line["seat"]
        if offered == {WIN}:
            raise self.fail(*refusal.refusal(table, seat, PASS))
        names = {str(option[0]) for option in offered}
        taken = str(answers[seat][0]) if seat in answers else None
        for claim in line["declined"]:
            if claim not in names or claim == taken:
                raise self.fail("C-5", f"{claim} was not offered and left")

    def _answer(
        self,
        table: Table,
        line: Line,
        answers: dict[int, Action],
        declined: dict[int, list[str]],
        source: int,
    ) -> None:
        seat = line["seat"]
        action = _claim_action(line)
        if action == WIN and self._won_already(table, seat, answers):
            self._same_win(table, line)
            answers[seat] = WIN
            return
        for other in (*range(seat + 1, 4), *range(seat)):
            if action != WIN and table.options(other) == {WIN}:
                raise self.fail(refusal.forced_clause(table, other), f"seat {other} must win")
        if action not in table.options(seat):
            raise self.fail(*refusal.refusal(table, seat, action))
        if action[0] in declined.get(seat, []):
            raise self.fail("C-8", f"seat {seat} has declined this")
        if action != WIN and answers:
            raise self.fail("C-8", "a win goes first")
        if seat in answers:
            raise self.fail("records", "the same win twice")
        order = [(other - source) % 4 for other in answers]
        if order and max(order) > (seat - source) % 4:
            raise self.fail("records", "winners stand in turn order from the discarder")
        self._same_source(table, line)
        answers[seat] = action

    def _won_already(self, table: Table, seat: int, answers: dict[int, Action]) -> bool:
        """Whether a forced win was carried out when somebody left (C-18)."""
        if seat in answers:
            return False
        return table.answers.get(seat) == WIN

    def _same_win(self, table: Table, line: Line) -> None:
        if table.offer is None:
            raise self.fail("records", "no tile lies open")
        self._same_source(table, line)

    def _same_source(self, table: Table, line: Line) -> None:
        offer = table.offer
        assert offer is not None
        if line["source"] != offer.seat or shapes.kind_of(line["tile"]) != offer.kind:
            raise self.fail("records", "not the tile that lies open")
        by = "robbed_kong" if offer.robbing else "discard"
        if line["type"] == "win" and line["by"] != by:
            raise self.fail("records", f"won by {by}")

    def _finish_window(self, table: Table, answers: dict[int, Action]) -> None:
        """Answer for every seat, once all the lines of the window are read."""
        forced = [
            seat
            for seat in range(4)
            if seat not in answers
            and (table.options(seat) == {WIN} or self._won_already(table, seat, answers))
        ]
        if forced:
            if self.at == len(self.lines):
                return  # nothing contradicts it yet
            clause = refusal.forced_clause(table, forced[0])
            raise self.fail(clause, f"seat {forced[0]} must win")
        for seat in range(4):
            if table.options(seat):
                table.act(seat, answers.get(seat, PASS))

    # Lines outside windows.

    def _line(self, table: Table, line: Line) -> None:
        if line["type"] == "result":
            self._result(table, line)
        elif line["type"] == "reveal":
            self._reveal(table, line)
        elif line["type"] == "payment":
            self._payment(table, line)
        elif table.over:
            self._after_forced_leave(table, line)
        elif line["type"] == "leave":
            table.leave(line["seat"])
        elif line["type"] in ("draw", "exhausted"):
            self._draw(table, line)
        elif line["type"] == "pass":
            self._declined(table, line, table.options(line["seat"]), {})
        else:
            self._act(table, line)

    def _after_forced_leave(self, table: Table, line: Line) -> None:
        """The win line of a forced win that a ``leave`` carried out (C-18)."""
        forced = (
            line["type"] == "win"
            and self.lines[self.at - 1]["type"] == "leave"
            and table.events[-1]["type"] == "win"
        )
        if not forced or not _covers(line, table.events[-1]):
            raise self.fail("records", "the hand is over")

    def _act(self, table: Table, line: Line) -> None:
        seat = line["seat"]
        action = _own_action(line)
        if action not in table.options(seat):
            raise self.fail(*refusal.refusal(table, seat, action))
        if line["type"] == "win":
            drawn = table.drawn
            if drawn is None or line["by"] != "self_draw" or line["tile"] != shapes.tile_of(drawn):
                raise self.fail("records", "not the tile drawn")
        self.paid_events = len(table.events)
        table.act(seat, action)

    def _draw(self, table: Table, line: Line) -> None:
        if table.phase != "draw":
            if table.phase == "turn" and table.options(table.turn) == {WIN}:
                clause = refusal.forced_clause(table, table.turn)
                raise self.fail(clause, f"seat {table.turn} must win")
            raise self.fail("C-1", f"seat {table.turn} has to discard")
        if line["type"] == "exhausted" and table.wall:
            raise self.fail("records", "the wall still holds tiles")
        if line["type"] == "draw" and not table.wall:
            raise self.fail("C-6", "the wall is empty")
        if line["type"] == "draw" and line["seat"] != table.turn:
            raise self.fail("C-1", f"it is the turn of seat {table.turn}")
        self.paid_events = len(table.events)
        table.draw()
        happened = table.events[-1]
        if line.get("end") != happened.get("end"):
            raise self.fail("C-6", f"drawn from the {happened['end']}")
        if not _covers(line, happened):
            raise self.fail("records", "not the tile that lies there")

    def _payment(self, table: Table, line: Line) -> None:
        """A payment at once stands right after the kong can no longer be robbed (D-7)."""
        payments = [event for event in table.events[self.paid_events :] if "entries" in event]
        if not payments:
            raise self.fail("records", "nothing is to be paid here")
        if ledger_sums(payments[0]["entries"]) != ledger_sums(line["entries"]):
            raise self.fail("records", "another payment is due")
        self.paid_events = len(table.events)

    def _result(self, table: Table, line: Line) -> None:
        if not table.over:
            if table.phase == "turn" and table.options(table.turn) == {WIN}:
                clause = refusal.forced_clause(table, table.turn)
                raise self.fail(clause, f"seat {table.turn} must win")
            raise self.fail("records", "the hand is not over")
        told = [seen["seat"] for seen in self.lines[self.hand_at : self.at] if "by" in seen]
        for winner in table.winners:
            if winner.seat not in told:  # forced, and carried out when somebody left
                clause = refusal.forced_clause(table, winner.seat)
                raise self.fail(clause, f"seat {winner.seat} must win")
        key = differing(line, table.result())
        if key is not None:
            raise self.fail("records", f"another {key}")

    def _reveal(self, table: Table, line: Line) -> None:
        """The key fits commitment, dice, deal and wall."""
        hand = self.hand
        assert hand is not None
        if not table.over:
            raise self.fail("records", "the hand is not over")
        key = bytes.fromhex(line["key"])
        if "commitment" in hand and walls.commitment(key) != hand["commitment"]:
            raise self.fail("records", "the key does not fit the commitment")
        contributions = [bytes.fromhex(text) for text in hand.get("contributions", [])]
        shuffle = walls.generate(key, contributions, hand["number"])
        deal, wall = walls.deal(shuffle.physical, shuffle.dice, hand["dealer"])
        if shuffle.first_dealer not in (None, hand["dealer"]):
            raise self.fail("records", "the key gives another first dealer")
        if list(shuffle.dice) != hand["dice"]:
            raise self.fail("records", "the key gives other dice")
        shown = [sorted(shapes.kind_of(tile) for tile in tiles) for tiles in hand["deal"]]
        if [sorted(kinds) for kinds in deal] != shown:
            raise self.fail("records", "the key gives another deal")
        if [shapes.tile_of(kind) for kind in wall] != hand["wall"]:
            raise self.fail("records", "the key gives another wall")


def _claim_action(line: Line) -> Action:
    """The action of a win, pong or discard kong line."""
    if line["type"] == "kong":
        return ("kong", "discard", shapes.kind_of(line["tile"]))
    return WIN if line["type"] == "win" else PONG


def _own_action(line: Line) -> Action:
    """The action of a line outside a window."""
    if line["type"] == "discard":
        name = "ready" if line.get("ready") else "discard"
        return (name, shapes.kind_of(line["tile"]))
    if line["type"] == "kong":
        return ("kong", line["kind"], shapes.kind_of(line["tile"]))
    return _claim_action(line)


def _covers(line: Line, event: Line) -> bool:
    """Whether a line says all that the event says."""
    return all(line.get(key) == said for key, said in event.items())
