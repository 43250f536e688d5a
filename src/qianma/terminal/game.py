"""A match between one person and three built-in players, without a terminal.

Whoever shows the game asks `codes` what the person may do, answers with `choose`, and otherwise
calls `advance`; `take` hands over what the person has seen happen since. The lines of each step go
to `write` together and at once, so that a game that is cut off leaves a valid record.
"""

import secrets
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Any, Final

from qianma import walls
from qianma.actions import PASS, WIN
from qianma.chance import Chance, player_chances
from qianma.hand import Hand, IllegalActionError
from qianma.match import Match
from qianma.outlook import Outlook, outlook
from qianma.players import PLAYERS, make_player
from qianma.recording import event_lines, hand_line, match_line, result_line
from qianma.rules.refusals import (
    PASSED_WIN,
    PLAIN_NEEDS_BEAN,
    THREE_SUITS,
    WIN_AFTER_PONG,
    Refusal,
)
from qianma.rules.winning import completes
from qianma.ruleset import Ruleset
from qianma.settle import Result
from qianma.state import CAN_KONG, CAN_PONG, CAN_WIN, DRAW, NO_TILE, SEATS, TURN
from qianma.view import view

_CLAIMS: Final = ((CAN_WIN, "win"), (CAN_PONG, "pong"), (CAN_KONG, "kong"))
_COMPLETE_BUT: Final = (PLAIN_NEEDS_BEAN, PASSED_WIN, THREE_SUITS)


class Game:
    """A match in play; `seat` is the person's.

    Each hand has a fresh secret key, which is committed to before the hand and revealed after it;
    with a `seed` the deals are those of the first simulated match of that seed.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        seat: int,
        opponents: Sequence[str],
        write: Callable[[list[dict[str, Any]]], None],
        hands: int | None = None,
        seed: int | None = None,
    ) -> None:
        """A match before its first deal.

        `opponents` are three built-in players, from the person's right on; `hands` is None for an
        open end. Raises `UnknownPlayerError`.
        """
        self.seat = seat
        self.match = Match(ruleset, hands)
        self.hand: Hand | None = None
        """The hand in play, or the last one."""
        self.result: Result | None = None
        """The result of the last hand, once it is over."""
        self._players = {
            (seat + step) % SEATS: make_player(name) for step, name in enumerate(opponents, 1)
        }
        self._write = write
        self._seed = seed
        self._key = b""
        self._chances: list[Chance] = []
        self._logged = 0
        self._seen: list[dict[str, Any]] = []
        names = [self._players[other].name if other != seat else "person" for other in range(SEATS)]
        kinds = [PLAYERS[name].kind() if name in PLAYERS else name for name in names]
        more = {"at": _now()} if seed is None else {"at": _now(), "seed": seed, "match": 1}
        self._publish([match_line(ruleset, list(zip(names, kinds, strict=True)), hands, **more)])

    @property
    def ruleset(self) -> Ruleset:
        """The rules that are played by."""
        return self.match.ruleset

    @property
    def is_over(self) -> bool:
        """Whether the match has been played to its end."""
        return self.match.is_over

    @property
    def in_hand(self) -> bool:
        """Whether a hand is in play; otherwise `deal` the next one."""
        return self.match.hand is not None

    def take(self) -> list[dict[str, Any]]:
        """The lines that the person has seen happen since the last call."""
        seen, self._seen = self._seen, []
        return seen

    def deal(self) -> None:
        """Deal the next hand. Raises `ValueError` when one is in play or the match is over."""
        number = self.match.number
        if self._seed is None:
            self._key = secrets.token_bytes(walls.KEY_BYTES)
            proof = {"generator": walls.GENERATOR, "commitment": walls.commitment(self._key)}
        else:
            self._key = walls.seed_key(self._seed, 1)
            proof = {"generator": walls.GENERATOR}
        self.hand = self.match.start(walls.shuffle(self._key, number))
        self.result = None
        self._chances = player_chances(self._key, number)
        self._logged = 0
        self._publish([hand_line(self.hand, number, **proof, at=_now())])

    def codes(self) -> list[int]:
        """What the person may do now, as action codes; none when there is nothing to decide."""
        return self.hand.legal_codes(self.seat) if self.hand and self.in_hand else []

    def choose(self, code: int) -> None:
        """Carry out the person's action. Raises `IllegalActionError` for one that is refused."""
        hand = self._in_play()
        refused = hand.why_not(self.seat, code)
        if refused is not None:
            raise IllegalActionError(refused)
        if hand.phase != TURN:
            self._proceed(self._answer({self.seat: code}))
            return
        declines = code != WIN and WIN in self.codes()
        hand.play(self.seat, code)
        self._proceed([_pass_line(self.seat, ["win"])] if declines else [])

    def advance(self) -> None:
        """Take one step in which the person decides nothing: a draw, or what others do.

        Raises `ValueError` when the person has to act first.
        """
        hand = self._in_play()
        if self.codes():
            raise ValueError("the person has to act first")
        passes: list[dict[str, Any]] = []
        if hand.phase == DRAW:
            hand.draw()
        elif hand.phase == TURN:
            hand.play(hand.turn, self._choice(hand, hand.turn))
        else:
            passes = self._answer({})
        self._proceed(passes)

    def why_not(self, code: int) -> Refusal | None:
        """Why the person cannot carry out an action now; None when it can."""
        return self.hand.why_not(self.seat, code) if self.hand else None

    def why_nots(self, codes: Sequence[int]) -> list[Refusal | None]:
        """The same for several actions."""
        return [self.why_not(code) for code in codes]

    def outlook(self, seen: Sequence[int]) -> Outlook:
        """What the person's hand waits for, having seen so many of each kind."""
        return outlook(self.hand, self.seat, seen) if self.hand else Outlook()

    def complete_but_refused(self) -> Refusal | None:
        """Why the person's hand, complete with the tile drawn or open, may not win on it.

        None when it is not complete, or may, or could have won and was not wanted to.
        """
        hand = self.hand
        if hand is None or not self.in_hand:
            return None
        refused = hand.why_not(self.seat, WIN)
        if refused is None:
            return None
        if refused.code == WIN_AFTER_PONG:
            return refused if completes(hand, self.seat, NO_TILE) else None
        if refused.code == PASSED_WIN and hand.options[self.seat] & CAN_WIN:
            return None
        return refused if refused.code in _COMPLETE_BUT else None

    def _in_play(self) -> Hand:
        if self.hand is None or not self.in_hand:
            raise ValueError("no hand is in play")
        return self.hand

    def _choice(self, hand: Hand, seat: int) -> int:
        codes = hand.legal_codes(seat)
        return self._players[seat].choose(hand, seat, codes, self._chances[seat])

    def _answer(self, answers: dict[int, int]) -> list[dict[str, Any]]:
        """Let every seat that is asked answer, each without knowing the others' answers.

        Returns the lines of those that pass.
        """
        hand = self._in_play()
        for seat in hand.acting_seats():
            if seat not in answers:
                answers[seat] = self._choice(hand, seat)
        passes = [
            _pass_line(seat, [name for claim, name in _CLAIMS if hand.options[seat] & claim])
            for seat, code in sorted(answers.items())
            if code == PASS
        ]
        for seat, code in answers.items():
            hand.play(seat, code)
        return passes

    def _proceed(self, passes: list[dict[str, Any]]) -> None:
        """Publish what the hand's log has new, and the settlement when the hand is over."""
        hand = self._in_play()
        lines = [*passes, *event_lines(hand, self._logged)]
        self._logged = len(hand.log)
        if hand.is_over:
            lines.append({**result_line(hand), "at": _now()})
            if self._seed is None:
                lines.append({"type": "reveal", "key": self._key.hex()})
            self.result = self.match.finish()
        self._publish(lines)

    def _publish(self, lines: list[dict[str, Any]]) -> None:
        self._write(lines)
        for line in lines:
            seen = view(line, self.seat)
            if seen is not None:
                self._seen.append(seen)


def _pass_line(seat: int, declined: list[str]) -> dict[str, Any]:
    return {"type": "pass", "seat": seat, "declined": declined}


def _now() -> str:
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
