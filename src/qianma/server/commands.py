"""What a person at a table can ask of it. Each has an id, so that sending it twice does it once."""

from typing import Annotated, Final

from msgspec import Meta, Struct

from qianma.server.events import Code, CommandId, Contribution
from qianma.state import SEATS

REMEMBERED: Final = 16
"""How many commands of a seat are remembered."""

PromptId = Annotated[int, Meta(ge=0, le=2**53)]


class Command(Struct, frozen=True, tag_field="type", kw_only=True, forbid_unknown_fields=True):
    """What all commands share: an id of the client's own choice, new for every command."""

    id: CommandId


class Act(Command, frozen=True, tag="act", kw_only=True):
    """Answer a prompt with one of its actions. An answer to an older prompt is refused."""

    prompt: PromptId
    code: Code


class Next(Command, frozen=True, tag="next", kw_only=True):
    """Begin hand `number`, as far as this seat is concerned, with its own bytes for the wall."""

    number: Annotated[int, Meta(ge=1, le=10**9)]
    contribution: Contribution = ""


class Auto(Command, frozen=True, tag="auto", kw_only=True):
    """Switch auto-play on or off."""

    on: bool


class Leave(Command, frozen=True, tag="leave", kw_only=True):
    """Leave the table. Without `confirmed` the answer is what that would cost."""

    confirmed: bool = False


class Back(Command, frozen=True, tag="back", kw_only=True):
    """Take the seat again after leaving."""


class Vote(Command, frozen=True, tag="vote", kw_only=True):
    """Break off the match, or not; the first yes opens the vote, everybody has to agree."""

    yes: bool


TableCommand = Act | Next | Auto | Leave | Back | Vote


class LastCommands:
    """The last commands of each seat that have been carried out: one sent again is known here.

    What a seat does makes no other's be forgotten.
    """

    __slots__ = ("_known",)

    def __init__(self) -> None:
        self._known: tuple[dict[CommandId, None], ...] = tuple({} for _ in range(SEATS))

    def note(self, seat: int, command: CommandId) -> None:
        """A command of a seat has been carried out."""
        known = self._known[seat]
        known[command] = None
        if len(known) > REMEMBERED:
            del known[next(iter(known))]

    def knows(self, seat: int, command: CommandId) -> bool:
        """Whether this command of the seat is among the last ones."""
        return command in self._known[seat]
