"""The stored events of a table: its log is its state, and the only thing that is.

An event holds what was decided, never what follows from it: wall, hands, clocks and scores are
computed from the log by `table.Table`. Every event has the time at which it happened, in
milliseconds since 1970 UTC. Several events of a seat carry the id of the command that caused them,
so that a command sent twice happens once.
"""

from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta, Struct

from qianma.record import Key

Seat = Annotated[int, Meta(ge=0, le=3)]
Code = Annotated[int, Meta(ge=0, le=111)]
"""A stable action integer; see `qianma.actions`."""
Contribution = Annotated[str, Meta(pattern="^([0-9a-f]{2})*$", max_length=128)]
"""A seat's own random bytes in hex, at most 64 of them."""
CommandId = Annotated[str, Meta(min_length=1, max_length=36)]
Milliseconds = Annotated[int, Meta(ge=0)]
Pace = Literal["slow", "normal", "fast", "instant"]

PACE_SECONDS: Final[dict[str, float]] = {"slow": 2.5, "normal": 1.2, "fast": 0.4, "instant": 0.0}
"""How long a built-in player takes for its own turn. Claims it answers within the pause."""


class PersonSeat(Struct, frozen=True, tag_field="kind", tag="person"):
    """A person at a seat: the id is the account's, the name what others see."""

    person: str
    name: str


class BuiltInSeat(Struct, frozen=True, tag_field="kind", tag="built_in"):
    """A built-in player at a seat, by its name in `qianma.players`, and its pace."""

    player: str
    pace: Pace = "normal"


SeatSpec = PersonSeat | BuiltInSeat


class TimeLimits(Struct, frozen=True, kw_only=True):
    """The clocks of a table, in seconds.

    A decision may take `decision`, and more as long as the seat's `reserve` (anew for each hand)
    lasts. After every discard and added kong the table waits `pause`. With `strict_window` set it
    waits exactly that long instead, whoever can claim and however quickly it is answered.
    `first_hand` and `between_hands` limit the wait for everybody's word to begin; a `vote` on
    breaking off lapses after its time.
    """

    decision: Annotated[float, Meta(ge=0.05, le=600)] = 15.0
    reserve: Annotated[float, Meta(ge=0, le=3600)] = 30.0
    pause: Annotated[float, Meta(ge=0.01, le=10)] = 0.7
    strict_window: Annotated[float, Meta(ge=0.1, le=60)] | None = None
    first_hand: Annotated[float, Meta(ge=0.05, le=600)] = 10.0
    between_hands: Annotated[float, Meta(ge=0.05, le=600)] = 30.0
    vote: Annotated[float, Meta(ge=1, le=600)] = 30.0


class TableSpec(Struct, frozen=True, kw_only=True):
    """Everything that is settled before the first hand of a table.

    `settings` are those that differ from the shipped `ruleset`, as in a record; of a table that
    has begun, all of them, so that its rules stay what they were. `hands` is None for an open
    end. `coins_per_point` 0 plays for points alone. A seat that times out `auto_after` times in a
    row in its own turn is played on by `auto_player`; one that leaves where this does not end the
    game, by `stand_in`, both at `stand_in_pace`. `room` is the code of the room that it is played
    in, for those who play.
    """

    ruleset: str
    settings: dict[str, Any] = {}
    hands: Annotated[int, Meta(ge=1, le=64)] | None = 8
    seats: tuple[SeatSpec, SeatSpec, SeatSpec, SeatSpec]
    limits: TimeLimits = TimeLimits()
    watching: bool = True
    coins_per_point: Annotated[int, Meta(ge=0, le=1_000_000)] = 0
    auto_after: Annotated[int, Meta(ge=1, le=100)] = 2
    auto_player: str = "tsumogiri"
    stand_in: str = "greedy"
    stand_in_pace: Pace = "normal"
    room: Annotated[str, Meta(max_length=16)] | None = None


class TableEvent(Struct, frozen=True, tag_field="type", kw_only=True, omit_defaults=True):
    """What all events share: when it happened, and the command that caused it, if one did."""

    at: Milliseconds
    command: CommandId | None = None


class Created(TableEvent, frozen=True, tag="created", kw_only=True):
    """The table is there; always event 0."""

    spec: TableSpec


class Committed(TableEvent, frozen=True, tag="committed", kw_only=True):
    """The secret key of the next hand is chosen; only its commitment may be known.

    Everything that the hands before leave behind stands here too, so that a table can be taken up
    from its last `Committed`: the dealer (None before the first), repeats, points, how many lines
    each viewer (seats 0 to 3, then spectators) has been sent, who is away or on auto-play, and the
    how manieth hand in a row it is in which no person plays.
    """

    number: int
    key: Key
    dealer: Seat | None = None
    repeats: int = 0
    points: tuple[int, int, int, int] = (0, 0, 0, 0)
    sent: tuple[int, int, int, int, int] = (0, 0, 0, 0, 0)
    absent: tuple[Seat, ...] = ()
    auto: tuple[Seat, ...] = ()
    unattended: int = 0


class Confirmed(TableEvent, frozen=True, tag="confirmed", kw_only=True):
    """A seat wants the next hand to begin and adds random bytes to its wall."""

    seat: Seat
    contribution: Contribution = ""


class Dealt(TableEvent, frozen=True, tag="dealt", kw_only=True):
    """The hand begins: the wall follows from its key and the contributions."""


Cause = Literal["player", "time", "auto"]
"""Who acted for a seat: its player, the clock, or a built-in player in its place."""


class Acted(TableEvent, frozen=True, tag="acted", kw_only=True):
    """The seat in turn has acted."""

    seat: Seat
    code: Code
    cause: Cause = "player"


class Answered(TableEvent, frozen=True, tag="answered", kw_only=True):
    """A seat has answered the tile that lies open; nobody else knows before `Closed`."""

    seat: Seat
    code: Code
    cause: Cause = "player"


class Closed(TableEvent, frozen=True, tag="closed", kw_only=True):
    """The wait after an open tile is over: all answers are settled at once."""


class Left(TableEvent, frozen=True, tag="left", kw_only=True):
    """The player of a seat has left the table."""

    seat: Seat


class Returned(TableEvent, frozen=True, tag="returned", kw_only=True):
    """A player who had left is back."""

    seat: Seat


class AutoSet(TableEvent, frozen=True, tag="auto_set", kw_only=True):
    """Auto-play of a seat is switched, on request or (`cause` time) after repeated time-outs."""

    seat: Seat
    on: bool
    cause: Cause = "player"


class Voted(TableEvent, frozen=True, tag="voted", kw_only=True):
    """A vote on breaking off the match; the first opens it, a no ends it."""

    seat: Seat
    yes: bool


class VoteLapsed(TableEvent, frozen=True, tag="vote_lapsed", kw_only=True):
    """Not everybody agreed in time to break off the match."""


class Closing(TableEvent, frozen=True, tag="closing", kw_only=True):
    """The owner has closed the room in the middle of a hand, which is the last one then."""


class Extended(TableEvent, frozen=True, tag="extended", kw_only=True):
    """The server was away: every clock that runs starts anew."""


EndReason = Literal["played", "left", "broken_off", "deserted", "closed"]


class Ended(TableEvent, frozen=True, tag="ended", kw_only=True):
    """The match is over.

    All hands are `played`, somebody `left`, all agreed to have it `broken_off`, nobody plays at an
    open-ended table any more (`deserted`), or the owner has `closed` it.
    """

    reason: EndReason


Event = (
    Created
    | Committed
    | Confirmed
    | Dealt
    | Acted
    | Answered
    | Closed
    | Left
    | Returned
    | AutoSet
    | Voted
    | VoteLapsed
    | Closing
    | Extended
    | Ended
)

_ENCODER: Final = msgspec.json.Encoder()
_DECODER: Final = msgspec.json.Decoder(Event)


def encode(event: Event) -> bytes:
    """An event as it is stored."""
    return _ENCODER.encode(event)


def decode(data: bytes | str) -> Event:
    """A stored event. Raises `msgspec.ValidationError` for anything else."""
    return _DECODER.decode(data)
