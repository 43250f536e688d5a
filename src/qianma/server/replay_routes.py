"""The HTTP routes of replays: of a match that one may see, or of a record that is sent in."""

import asyncio
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct
from starlette.requests import Request

from qianma.replay import OPEN, VIEWS, Replay, replay_of
from qianma.server.api import Beside, Operation, Parameter
from qianma.server.callers import WATCH_KEY, caller_if_any, watch_key
from qianma.server.front import RECORD_PATH
from qianma.server.house import House
from qianma.server.languages import language_of
from qianma.server.limits import Turns
from qianma.server.refusing import RefusedError

REPLAYING: Final = (1, 15, 10.0)
"""One replay at a time takes little from the tables; so many wait, so many seconds at most."""
_VIEW: Final = Parameter(
    "view",
    "query",
    {"type": "string", "enum": list(VIEWS)},
    "From where it is seen: `open` (all hands, the default) or a seat, `0` to `3`.",
)


class RecordRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A record as its file holds it, and from where it is to be seen: all open, or a seat."""

    record: Annotated[str, Meta(min_length=1)]
    view: Literal["open", "0", "1", "2", "3"] = "open"


def replay_routes(house: House) -> list[Operation]:
    """The routes of replays."""
    calls = _ReplayCalls(house)
    return [
        Operation(
            "GET",
            "/api/matches/{game}/replay",
            calls.match_replay,
            answer=Replay,
            beside=Beside(token="optional", parameters=[_VIEW, WATCH_KEY]),
        ),
        Operation("POST", RECORD_PATH, calls.record_replay, body=RecordRequest, answer=Replay),
    ]


class _ReplayCalls:
    """What the operations do; their texts are those of the OpenAPI document."""

    def __init__(self, house: House) -> None:
        self._house: Final = house
        self._replaying: Final = Turns(*REPLAYING)

    async def match_replay(self, request: Request) -> Replay:
        """The replay of a match, for those who play or may watch it, as far as they may know."""
        seen_from = request.query_params.get("view", OPEN)
        if seen_from not in VIEWS:
            raise RefusedError("http.malformed", 400, reason="view is not open, 0, 1, 2 or 3")
        person = await caller_if_any(self._house.people, request)
        game = request.path_params["game"]
        record = await self._house.history.record(person, game, watch_key(request))
        return await self._replay(request, record, seen_from)

    async def record_replay(self, request: Request, body: RecordRequest) -> Replay:
        """The replay of a record of the public format, up to its first fault if it has one."""
        return await self._replay(request, body.record.encode("utf-8"), body.view)

    async def _replay(self, request: Request, record: bytes, seen_from: str) -> Replay:
        language = language_of(request.headers.get("accept-language", ""))
        async with self._replaying.turn():
            return await asyncio.to_thread(replay_of, record, seen_from, language)
