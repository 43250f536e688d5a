"""Checking records: every line against the rules, every hand settled anew.

A record goes through the same code as live play: its lines are events that `follow` lets happen to
a `Hand`.
"""

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final

from qianma import walls
from qianma.actions import WIN
from qianma.comparing import RECORDS, compare_ledgers, compare_results
from qianma.follow import ContradictionError, check_win, follow_one, follow_pass, pass_all
from qianma.hand import Hand
from qianma.packed import EVENT_DISCARD_KONG, EVENT_PAYMENT, EVENT_PONG, Event, unpack, unpack_meld
from qianma.record import (
    HandLine,
    LeaveLine,
    Line,
    MatchLine,
    PassLine,
    PaymentLine,
    ResultLine,
    RevealLine,
    WinLine,
    has_unknown_tiles,
    read_lines,
)
from qianma.recording import event_of, result_object
from qianma.rules.beans import bean_entries
from qianma.rules.dealer import dealer_clause
from qianma.ruleset import Ruleset, load, merge_settings
from qianma.settings import RulesetError
from qianma.settle import Result
from qianma.state import CAN_KONG, CAN_PONG, CAN_WIN, MUST_WIN, NOBODY, SELF_DRAW, TURN
from qianma.tiles import CODES, COPIES, KIND_OF_CODE, KINDS
from qianma.unreadable import RecordError

CLAIM_BITS: Final = {"win": CAN_WIN, "pong": CAN_PONG, "kong": CAN_KONG}


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with a record, and where. `line` counts from 1.

    `unreadable` tells a line that is no line of the format from one that breaks a rule.
    """

    line: int
    clause: str
    reason: str
    unreadable: bool = False
    cause: ContradictionError | RecordError | None = field(default=None, compare=False, repr=False)

    def reason_in(self, language: str) -> str:
        """The reason in `language`."""
        return self.cause.text(language) if self.cause else self.reason


@dataclass(slots=True)
class Report:
    """What a check has found: the settled hands, and the first fault if there is one.

    `hands` are those that `results` settle, in the same order.
    """

    results: list[Result] = field(default_factory=list)
    hands: list[Hand] = field(default_factory=list)
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
        report.fault = Fault(max(1, error.line), RECORDS, str(error), True, error)
    except ContradictionError as error:
        report.fault = Fault(number, error.clause, str(error), cause=error)
    report.results = checker.results
    report.hands = checker.hands
    report.unfinished = report.fault is None and checker.unfinished
    return report


class Checker:
    """Takes the lines of one record in turn.

    Wins are held back until all winners of the tile are known.
    """

    def __init__(self) -> None:
        self.results: list[Result] = []
        self.hands: list[Hand] = []
        """The hands that `results` settle."""
        self.hand: Hand | None = None
        """The hand in play, or the last one."""
        self._match: MatchLine | None = None
        self._ruleset: Ruleset | None = None
        self._hand_line: HandLine | None = None
        self._wins: list[Event] = []
        self._declined: dict[int, int] = {}
        self._declined_at = 0
        self._paid = 0
        self._settled = False
        self._closed = False
        self._match_over = False
        self._broken_off = False
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
            raise RecordError(line.number, "record.hidden_tile")
        value = line.value
        if self._broken_off:
            raise ContradictionError(RECORDS, "record.after_reveal")
        if isinstance(value, WinLine):
            self._hold_win(event_of(value))
            return
        if not (isinstance(value, PassLine) and self._wins):
            self._settle_wins()
        if isinstance(value, (ResultLine, RevealLine, HandLine)):
            self._end_after_leaving()
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
            self._leave_between_hands()
        else:
            self._follow([event_of(value)])
        self._any = True
        self._note_result()

    def end(self) -> None:
        """The record has no more lines; without a forced win the hand is unfinished."""
        with suppress(ContradictionError):
            self._settle_wins()
            self._note_result()

    def _leave_between_hands(self) -> None:
        """Leaving between two hands is free and ends the match, once (C-18)."""
        if self.hand is None and self._match is None:
            raise ContradictionError(RECORDS, "record.no_hand")
        if self._match_over:
            raise ContradictionError("C-18", "record.match_over")
        self._match_over = True

    def _end_after_leaving(self) -> None:
        """Once a player has left, whoever has not won by the end of the hand has passed."""
        if self.hand is not None and self.hand.left != NOBODY:
            pass_all(self.hand)
        self._note_result()

    def _note_result(self) -> None:
        """Settle the hand once, when it is over."""
        if self.hand is not None and self.hand.is_over and not self._settled:
            self._settled = True
            self.results.append(self.hand.result())
            self.hands.append(self.hand)
            self._match_over = self._match_over or self.hand.left != NOBODY

    def _hold_win(self, win: Event) -> None:
        if self.hand is None:
            raise ContradictionError(RECORDS, "record.no_hand")
        if self.hand.is_over:
            raise ContradictionError("C-8", "refusal.hand_over")
        check_win(self.hand, win, self._wins)
        if win.detail != SELF_DRAW:
            self._require_not_declined(win.seat, "win")
        self._wins.append(win)

    def _settle_wins(self) -> None:
        if self._wins:
            self._follow(self._wins)
            self._wins = []

    def _follow(self, group: list[Event]) -> None:
        if self.hand is None:
            raise ContradictionError(RECORDS, "record.no_hand")
        if group[0].type in (EVENT_PONG, EVENT_DISCARD_KONG):
            claim = "pong" if group[0].type == EVENT_PONG else "kong"
            self._require_not_declined(group[0].seat, claim)
        follow_one(self.hand, group)

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
        self._declined = {}
        self._declined_at = 0
        self._paid = 0
        self._settled = False
        self._closed = False

    def _hand_ruleset(self, number: int, line: HandLine) -> Ruleset:
        other_game = self._match is None or line.ruleset not in (None, self._match.ruleset)
        if line.ruleset is not None and other_game:
            return _load(number, line.ruleset, line.settings)
        if self._match is None or self._ruleset is None:
            raise RecordError(number, "record.no_ruleset")
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
        """A pass names claims that were offered and are not taken.

        A seat that declines all it was offered has answered with it.
        """
        hand = self.hand
        if hand is None or hand.is_over:
            raise ContradictionError("C-8", "refusal.nothing_open")
        if hand.phase == TURN:
            offered = self._offered_in_turn(hand, line)
        else:
            offered = hand.options[line.seat] if hand.pending >> line.seat & 1 else 0
        for claim in line.declined:
            if not offered & CLAIM_BITS[claim]:
                raise ContradictionError("C-8", "record.not_offered", seat=line.seat, claim=claim)
        if hand.phase == TURN:
            return
        if offered & MUST_WIN:
            follow_pass(hand, line.seat)
        declined = self._declined_by(line.seat)
        for claim in line.declined:
            declined |= CLAIM_BITS[claim]
        self._declined[line.seat] = declined
        if declined == offered and not self._wins:
            follow_pass(hand, line.seat)

    def _offered_in_turn(self, hand: Hand, line: PassLine) -> int:
        """In a turn a win may be declined, unless it is forced."""
        if hand.turn != line.seat or hand.why_not(line.seat, WIN):
            return 0
        forced = hand.why_not(line.seat, hand.drawn)
        if forced is not None:
            key = f"refusal.{forced.code}"
            raise ContradictionError(forced.clause, key, line.seat, **dict(forced.facts))
        return CAN_WIN

    def _declined_by(self, seat: int) -> int:
        """What a seat has declined of the tile that lies open."""
        assert self.hand is not None, "somebody can only decline in a hand"
        if self._declined_at != len(self.hand.log):
            self._declined_at = len(self.hand.log)
            self._declined = {}
        return self._declined.get(seat, 0)

    def _require_not_declined(self, seat: int, claim: str) -> None:
        if self._declined_by(seat) & CLAIM_BITS[claim]:
            raise ContradictionError("C-8", "record.declined_before", seat, claim=claim)

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
        compare_ledgers(line.entries, expected)

    def _compare_result(self, line: ResultLine) -> None:
        if self.hand is None or not self.hand.is_over or self._closed:
            raise ContradictionError(RECORDS, "record.no_result_here")
        self._closed = True
        compare_results(line, self.results[-1], dealer_clause(self.hand))

    def _verify_reveal(self, line: RevealLine) -> None:
        """A revealed key yields the commitment, the dice, the deal and the wall of its hand.

        That of a hand which is not over ends the record: the match was broken off.
        """
        started = self._hand_line
        if started is None or self.hand is None:
            raise ContradictionError(RECORDS, "record.no_reveal_here")
        self._broken_off = not self.hand.is_over
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
            and [sorted(hand) for hand in dealt.deal] == [sorted(hand) for hand in self.hand.deal]
            and dealt.wall == self.hand.wall
        )
        if not same:
            raise ContradictionError(RECORDS, "record.wall")


def _check_copies(groups: Iterable[Iterable[int]]) -> None:
    """There are four tiles of each kind (C-2)."""
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
        raise RecordError(number, error.key, **error.facts) from None
