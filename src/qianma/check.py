"""Checking records: every line against the rules, every hand settled anew.

A record goes through the same code as live play: its lines are events that `follow` lets happen to
a `Hand`.
"""

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from qianma import walls
from qianma.actions import WIN
from qianma.follow import ContradictionError, check_win, follow_one, follow_pass, pass_all
from qianma.hand import Hand
from qianma.ledger import REASONS
from qianma.messages import text
from qianma.record import (
    HandLine,
    LeaveLine,
    Line,
    MatchLine,
    PassLine,
    PaymentLine,
    RecordError,
    ResultLine,
    RevealLine,
    WinLine,
    has_unknown_tiles,
    read_lines,
)
from qianma.recording import OUTCOME_NAMES, event_of, result_object
from qianma.rules.beans import bean_entries
from qianma.rules.dealer import dealer_clause
from qianma.ruleset import Ruleset, load, merge_settings
from qianma.settings import RulesetError
from qianma.settle import Result
from qianma.state import (
    CAN_KONG,
    CAN_PONG,
    CAN_WIN,
    EVENT_PAYMENT,
    TURN,
    Event,
    unpack,
    unpack_meld,
)
from qianma.tiles import CODES, COPIES, KIND_OF_CODE, KINDS

RECORDS = "records"
"""In place of a clause: the record format itself is not kept."""


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with a record, and where. `line` counts from 1.

    `unreadable` tells a line that is no line of the format from one that breaks a rule.
    """

    line: int
    clause: str
    reason: str
    unreadable: bool = False


@dataclass(slots=True)
class Report:
    """What a check has found: the settled hands, and the first fault if there is one."""

    results: list[Result] = field(default_factory=list)
    unfinished: bool = False
    fault: Fault | None = None

    def as_object(self) -> dict[str, Any]:
        """The report as plain data, as `qianma check --json` prints it."""
        fault = self.fault
        return {
            "hands": [result_object(result) for result in self.results],
            "unfinished": self.unfinished,
            "error": fault and {"line": fault.line, "clause": fault.clause, "reason": fault.reason},
        }


def check(data: bytes) -> Report:
    """Check the bytes of a record, up to its first fault."""
    report = Report()
    checker = Checker()
    number = 0
    try:
        for line in read_lines(data):
            number = line.number
            checker.feed(line)
        checker.end()
    except RecordError as error:
        report.fault = Fault(max(1, error.line), RECORDS, str(error), unreadable=True)
    except ContradictionError as error:
        report.fault = Fault(number, error.clause, str(error))
    report.results = checker.results
    report.unfinished = report.fault is None and checker.unfinished
    return report


class Checker:
    """Takes the lines of one record in turn.

    Wins are held back until all winners of the tile are known.
    """

    def __init__(self) -> None:
        self.results: list[Result] = []
        self.hand: Hand | None = None
        """The hand in play, or the last one."""
        self._match: MatchLine | None = None
        self._ruleset: Ruleset | None = None
        self._hand_line: HandLine | None = None
        self._wins: list[Event] = []
        self._paid = 0
        self._closed = False
        self._match_over = False
        self._any = False

    @property
    def unfinished(self) -> bool:
        """Whether the record ends in mid-hand."""
        return self.hand is not None and not self.hand.is_over

    def feed(self, line: Line) -> None:
        """Check the next line.

        Raises `RecordError` when it hides a tile or has settings that are refused, and
        `ContradictionError` when it breaks a rule.
        """
        if has_unknown_tiles(line):
            raise RecordError(line.number, text("record.hidden_tile"))
        value = line.value
        if isinstance(value, WinLine):
            self._hold_win(event_of(value))
            return
        if not (isinstance(value, PassLine) and self._wins):
            self._settle_wins()
        if isinstance(value, MatchLine):
            self._start_match(line.number, value)
        elif isinstance(value, HandLine):
            self._start_hand(line.number, value)
        elif isinstance(value, ResultLine):
            self._compare_result(value)
        elif isinstance(value, RevealLine):
            self._verify_reveal(value)
        elif isinstance(value, PaymentLine):
            self._compare_payment(value)
        elif isinstance(value, PassLine):
            self._pass(value)
        elif isinstance(value, LeaveLine) and (self.hand is None or self.hand.is_over):
            self._match_over = True
        else:
            self._follow([event_of(value)])
        self._any = True

    def end(self) -> None:
        """The record has no more lines; without a forced win the hand is unfinished."""
        with suppress(ContradictionError):
            self._settle_wins()

    def _hold_win(self, win: Event) -> None:
        if self.hand is None:
            raise ContradictionError(RECORDS, "record.no_hand")
        if self.hand.is_over:
            raise ContradictionError("C-8", "refusal.hand_over")
        check_win(self.hand, win, self._wins)
        self._wins.append(win)

    def _settle_wins(self) -> None:
        if self._wins:
            self._follow(self._wins)
            self._wins = []

    def _follow(self, group: list[Event]) -> None:
        if self.hand is None:
            raise ContradictionError(RECORDS, "record.no_hand")
        follow_one(self.hand, group)
        if self.hand.is_over:
            self.results.append(self.hand.result())
            self._match_over = self._match_over or self.hand.left >= 0

    def _start_match(self, number: int, line: MatchLine) -> None:
        if self._any:
            raise ContradictionError(RECORDS, "record.match_first")
        self._match = line
        self._ruleset = _load(number, line.ruleset, line.settings)

    def _start_hand(self, number: int, line: HandLine) -> None:
        if self.unfinished:
            raise ContradictionError(RECORDS, "record.hand_unfinished")
        if self._match is not None and self._match_over:
            raise ContradictionError("C-18", "record.match_over")
        ruleset = self._hand_ruleset(number, line)
        if self._match is not None:
            self._check_succession(line)
        deal = [[KIND_OF_CODE[tile] for tile in tiles] for tiles in line.deal]
        wall = [KIND_OF_CODE[tile] for tile in line.wall]
        _check_copies([*deal, wall])
        self.hand = Hand(ruleset, deal, wall, line.dealer, line.repeats, line.dice)
        self._hand_line = line
        self._paid = 0
        self._closed = False

    def _hand_ruleset(self, number: int, line: HandLine) -> Ruleset:
        if line.ruleset is not None:
            return _load(number, line.ruleset, line.settings)
        if self._match is None or self._ruleset is None:
            raise RecordError(number, text("record.no_ruleset"))
        if line.settings:
            return _load(
                number, self._match.ruleset, merge_settings(self._match.settings, line.settings)
            )
        return self._ruleset

    def _check_succession(self, line: HandLine) -> None:
        """With a match line each hand's dealer and repeats follow from the hand before."""
        if self.hand is None or self._hand_line is None:
            if line.number == 1 and line.repeats != 0:
                facts = {"expected": 0, "found": line.repeats}
                raise ContradictionError("G-5", "record.repeats", **facts)
            return
        if line.number != self._hand_line.number + 1:
            facts = {"expected": self._hand_line.number + 1, "found": line.number}
            raise ContradictionError(RECORDS, "record.hand_number", **facts)
        following = self.results[-1].next_dealer
        assert following is not None, "a match that somebody left has no next hand"
        clause = dealer_clause(self.hand)
        for key, expected, found in zip(
            ("dealer", "repeats"), following, (line.dealer, line.repeats), strict=True
        ):
            if expected != found:
                facts = {"expected": expected, "found": found}
                raise ContradictionError(clause, f"record.{key}", **facts)

    def _pass(self, line: PassLine) -> None:
        """A pass names claims that were offered; the seat has answered with it."""
        hand = self.hand
        if hand is None or hand.is_over or self._wins:
            raise ContradictionError("C-8", "refusal.nothing_open")
        offered = hand.options[line.seat] if hand.pending >> line.seat & 1 else 0
        if hand.phase == TURN and hand.turn == line.seat:
            offered = 0 if hand.why_not(line.seat, WIN) else CAN_WIN
            if offered and (forced := hand.why_not(line.seat, hand.drawn)):
                raise ContradictionError(
                    forced.clause, f"refusal.{forced.code}", line.seat, **dict(forced.facts)
                )
        for claim in line.declined:
            if not offered & {"win": CAN_WIN, "pong": CAN_PONG, "kong": CAN_KONG}[claim]:
                raise ContradictionError("C-8", "record.not_offered", seat=line.seat, claim=claim)
        if hand.phase != TURN:
            follow_pass(hand, line.seat)

    def _compare_payment(self, line: PaymentLine) -> None:
        """A payment line repeats what the rules have just paid for a kong."""
        hand = self.hand
        if hand is None:
            raise ContradictionError(RECORDS, "record.no_hand")
        pass_all(hand)
        last = unpack(hand.log[-1]) if hand.log else None
        if last is None or last.type != EVENT_PAYMENT or self._paid == len(hand.log):
            clause = "D-7" if hand.ruleset.beans_at_once else "G-11"
            raise ContradictionError(clause, "record.nothing_paid")
        self._paid = len(hand.log)
        expected = bean_entries(hand.ruleset, unpack_meld(hand.melds[last.detail]))
        _compare_ledgers(line.entries, expected)

    def _compare_result(self, line: ResultLine) -> None:
        if self.hand is None or not self.hand.is_over or self._closed:
            raise ContradictionError(RECORDS, "record.no_result_here")
        self._closed = True
        compare_results(line, self.results[-1], dealer_clause(self.hand))

    def _verify_reveal(self, line: RevealLine) -> None:
        """A revealed key yields the commitment, the dice, the deal and the wall of its hand."""
        started = self._hand_line
        if started is None or self.hand is None or not self.hand.is_over:
            raise ContradictionError(RECORDS, "record.no_reveal_here")
        if started.generator != walls.GENERATOR:
            raise ContradictionError(RECORDS, "record.generator", generator=walls.GENERATOR)
        key = bytes.fromhex(line.key)
        committed = started.commitment
        if committed is not None and committed.lower() != walls.commitment(key):
            raise ContradictionError(RECORDS, "record.commitment")
        given = [bytes.fromhex(part) for part in started.contributions or ("",) * 4]
        shuffle = walls.shuffle(key, started.number, given)
        dealt = walls.deal(shuffle.tiles, shuffle.dice, started.dealer)
        same = (
            shuffle.first_dealer in (None, started.dealer)
            and shuffle.dice == started.dice
            and dealt == (self.hand.deal, self.hand.wall)
        )
        if not same:
            raise ContradictionError(RECORDS, "record.wall")


def compare_results(found: ResultLine, expected: Result, dealer: str) -> None:
    """Raise `ContradictionError` when a result in a record differs from the one by the rules.

    `dealer` is the clause that names the next dealer.
    """
    should = result_object(expected)
    _compare("outcome", found.outcome, OUTCOME_NAMES[expected.outcome], RECORDS)
    winners = [
        {key: getattr(winner, key) for key in should["winners"][0]} if should["winners"] else {}
        for winner in found.winners
    ]
    _compare("winners", winners, should["winners"], "C-11")
    _compare_ledgers(found.ledger, expected.ledger)
    _compare("points", list(found.points), should["points"], "C-14")
    _compare("next_dealer", found.next_dealer, should["next_dealer"], dealer)
    _compare("repeats", found.repeats, should["repeats"], dealer)


def _compare(key: str, found: object, expected: object, clause: str) -> None:
    if found != expected:
        facts = {"item": key, "found": str(found), "expected": str(expected)}
        raise ContradictionError(clause, "record.differs", **facts)


def _compare_ledgers(found: Iterable[Any], expected: Iterable[Any]) -> None:
    """Compare entries (from, to, fan, points, reason), however they are split and ordered."""
    sums: dict[tuple[int, int, str], list[int]] = {}
    clauses: dict[tuple[int, int, str], str] = {}
    for sign, entries in ((1, found), (-1, expected)):
        for entry in entries:
            key = (entry.payer, entry.payee, entry.reason)
            total = sums.setdefault(key, [0, 0])
            total[0] += sign * entry.fan
            total[1] += sign * entry.points
            clauses[key] = entry.clause if sign < 0 else clauses.get(key, "C-14")
    for key, (fan, points) in sums.items():
        if fan or points:
            payer, payee, reason = key
            clause = clauses[key] if reason in REASONS else "C-14"
            raise ContradictionError(
                clause,
                "record.ledger",
                payer=payer,
                payee=payee,
                reason=reason,
                fan=fan,
                points=points,
            )


def _check_copies(groups: Iterable[Iterable[int]]) -> None:
    """There are four tiles of each kind [C-2]."""
    counts = [0] * KINDS
    for group in groups:
        for kind in group:
            counts[kind] += 1
    for kind, count in enumerate(counts):
        if count != COPIES:
            raise ContradictionError("C-2", "record.copies", count=count, code=CODES[kind])


def _load(number: int, name: str, settings: dict[str, Any]) -> Ruleset:
    try:
        return load(name, settings)
    except RulesetError as error:
        raise RecordError(number, str(error)) from None
