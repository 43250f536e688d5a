"""Simulation: matches between built-in players, each depending only on seed and match number.

Work is cut into units, one a match, that name their seed: whoever runs a unit gets the same match.
"""

import signal
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final

from qianma import flow, walls
from qianma.actions import CONCEALED_KONG
from qianma.match import Match
from qianma.players import PLAYERS, make_player
from qianma.players.base import Player
from qianma.ruleset import Ruleset
from qianma.state import DRAW, EXHAUSTED, OVER, SEATS, TURN, State
from qianma.stored import Stored

MATCH_HANDS: Final = 16
"""Hands of a match; the last match of a run may be shorter."""


@dataclass(frozen=True, slots=True)
class Unit(Stored):
    """One match to be played: everything that its course depends on.

    `records` is the folder that its record goes to, None for none.
    """

    ruleset: Ruleset
    seed: int
    match: int
    hands: int
    players: tuple[str, str, str, str]
    records: str | None = None


@dataclass(slots=True)
class Tally:
    """Sums over hands: points and wins by seat, exhausted hands, decisions.

    A decision is a point where a seat has more than one legal action or must discard.
    """

    hands: int = 0
    points: list[int] = field(default_factory=lambda: [0] * SEATS)
    wins: list[int] = field(default_factory=lambda: [0] * SEATS)
    exhausted: int = 0
    decisions: int = 0

    def add(self, other: "Tally") -> None:
        """Add the sums of other hands."""
        self.hands += other.hands
        self.exhausted += other.exhausted
        self.decisions += other.decisions
        for seat in range(SEATS):
            self.points[seat] += other.points[seat]
            self.wins[seat] += other.wins[seat]


def units(
    ruleset: Ruleset,
    hands: int,
    seed: int,
    players: tuple[str, str, str, str],
    records: str | None = None,
) -> Iterator[Unit]:
    """The matches that make up a run of `hands` hands."""
    for match, start in enumerate(range(0, hands, MATCH_HANDS), start=1):
        number = min(MATCH_HANDS, hands - start)
        yield Unit(ruleset, seed, match, number, players, records)


def play_hand(state: State, players: list[Player], streams: list[walls.Stream]) -> int:
    """Play a hand to its end and return the number of decisions."""
    decisions = 0
    while state.phase != OVER:
        if state.phase == DRAW:
            flow.draw(state)
        elif state.phase == TURN:
            seat = state.turn
            codes = flow.turn_codes(state)
            decisions += len(codes) > 1 or codes[0] < CONCEALED_KONG
            flow.play(state, seat, players[seat].choose(state, seat, codes, streams[seat]))
        else:
            decisions += _answer_claims(state, players, streams)
    return decisions


def _answer_claims(state: State, players: list[Player], streams: list[walls.Stream]) -> int:
    """Let every seat that is asked answer, without knowing the others' answers."""
    answers: list[tuple[int, int]] = []
    decisions = 0
    for seat in range(SEATS):
        if state.pending >> seat & 1:
            codes = flow.claim_codes(state, seat)
            decisions += len(codes) > 1
            answers.append((seat, players[seat].choose(state, seat, codes, streams[seat])))
    for seat, code in answers:
        flow.play(state, seat, code)
    return decisions


def run_unit(unit: Unit) -> Tally:
    """Play one match and, if wanted, write its record."""
    from qianma.record import encode_line  # noqa: PLC0415
    from qianma.recording import event_lines, hand_line, match_line, result_line  # noqa: PLC0415

    tally = Tally()
    match = Match(unit.ruleset, unit.hands)
    players = [make_player(name) for name in unit.players]
    key = walls.seed_key(unit.seed, unit.match)
    lines: list[bytes] = []
    if unit.records is not None:
        kinds = [(name, PLAYERS[name].kind()) for name in unit.players]
        more = {"seed": unit.seed, "match": unit.match}
        lines.append(encode_line(match_line(unit.ruleset, kinds, unit.hands, **more)))
    while not match.is_over:
        number = match.number
        hand = match.start(walls.shuffle(key, number))
        streams = [walls.player_stream(key, number, seat) for seat in range(SEATS)]
        tally.decisions += play_hand(hand, players, streams)
        result = match.finish()
        tally.hands += 1
        tally.exhausted += result.outcome == EXHAUSTED
        for win in result.wins:
            tally.wins[win.seat] += 1
        if unit.records is not None:
            lines.append(encode_line(hand_line(hand, number, generator=walls.GENERATOR)))
            lines += [encode_line(line) for line in event_lines(hand)]
            lines.append(encode_line(result_line(hand)))
    tally.points = list(match.points)
    if unit.records is not None:
        _write(Path(unit.records), f"{unit.match:06}.jsonl", b"".join(lines))
    return tally


def _write(folder: Path, name: str, data: bytes) -> None:
    """Write a whole file or nothing."""
    part = folder / f"{name}.part"
    part.write_bytes(data)
    part.replace(folder / name)


def _leave_interrupts_alone() -> None:
    """Ctrl-C is for the process that started the workers, which then ends them."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def run(
    work: Iterable[Unit], workers: int = 1, progress: Callable[[Tally], Any] | None = None
) -> Tally:
    """Play all units, over `workers` processes; the sums do not depend on their number.

    `progress` is called with the sums so far after each match.
    """
    total = Tally()
    if workers == 1:
        for unit in work:
            total.add(run_unit(unit))
            if progress:
                progress(total)
        return total
    with get_context("spawn").Pool(workers, _leave_interrupts_alone) as pool:
        for tally in pool.imap_unordered(run_unit, work, chunksize=4):
            total.add(tally)
            if progress:
                progress(total)
    return total
