"""The HTTP endpoints of people: guests, accounts, coins, statistics, matches and their records."""

import re
from typing import Annotated, Any, Final

from msgspec import Meta, Struct
from starlette.requests import Request
from starlette.responses import Response

from qianma.server.accounts import account_of
from qianma.server.api import Beside, Operation, Parameter
from qianma.server.callers import WATCH_KEY, address, caller, caller_if_any, watch_key
from qianma.server.history import MatchSummary
from qianma.server.house import House
from qianma.server.people import SignedIn
from qianma.server.refusing import RefusedError
from qianma.server.statistics import RulesetStatistics

RECORD: Final = "application/jsonl"

_BEFORE: Final = Parameter(
    "before",
    "query",
    {"type": "integer", "minimum": 0, "maximum": 10**15 - 1},
    "Only matches that were begun before this time, in milliseconds since 1970.",
)
Typed = Annotated[str, Meta(max_length=512)]


class NameRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody wants to be called."""

    name: Typed


class LoginRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """The login and password of an account."""

    login: Typed
    password: Typed


class RecoveryRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A recovery code, and a new password for the account if there is one."""

    code: Typed
    password: Typed | None = None


class PasswordRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """The password so far and the one from now on."""

    old: Typed
    new: Typed


class DeletionRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """The password, for those who have an account."""

    password: Typed | None = None


class SignedInAnswer(Struct, frozen=True):
    """Who one is on this device. `token` and `recovery` are shown this once.

    `recovery` is null when the code from before stays.
    """

    person: str
    name: str
    token: str
    recovery: str | None


class RecoveryAnswer(Struct, frozen=True):
    """A new recovery code, shown this once."""

    recovery: str


class PersonAnswer(Struct, frozen=True):
    """Who one is; `login` is null for a guest."""

    person: str
    name: str
    login: str | None
    coins: int


class StatisticsAnswer(Struct, frozen=True):
    """What one has played, by ruleset."""

    rulesets: list[RulesetStatistics]


class PostingAnswer(Struct, frozen=True):
    """Coins gained (or, below 0, paid) by entry `entry` of a hand's ledger."""

    game: str
    hand: int
    entry: int
    coins: int
    reason: str
    clause: str
    at_ms: int


class CoinsAnswer(Struct, frozen=True):
    """The coins one has, and the last postings, the newest first."""

    coins: int
    postings: list[PostingAnswer]


class MatchesAnswer(Struct, frozen=True):
    """Matches, the newest first; for more, ask again with `before` the last `created_ms`."""

    matches: list[MatchSummary]


def people_routes(house: House) -> list[Operation]:
    """The routes of people."""
    calls = _PeopleCalls(house)
    me = "/api/people/me"
    signed_in: dict[str, Any] = {"answer": SignedInAnswer, "status": 201}
    mine: dict[str, Any] = {"beside": Beside(token="needed")}
    return [
        Operation("POST", "/api/people", calls.become_guest, body=NameRequest, **signed_in),
        Operation("POST", "/api/sessions", calls.sign_in, body=LoginRequest, **signed_in),
        Operation("DELETE", "/api/sessions", calls.sign_out, **mine),
        Operation("POST", "/api/recovery", calls.recover, body=RecoveryRequest, **signed_in),
        Operation("GET", me, calls.who_am_i, answer=PersonAnswer, **mine),
        Operation("PUT", me, calls.rename, body=NameRequest, answer=PersonAnswer, **mine),
        Operation("POST", f"{me}/deletion", calls.delete_me, body=DeletionRequest, **mine),
        Operation("POST", f"{me}/recovery", calls.renew_recovery, answer=RecoveryAnswer, **mine),
        Operation(
            "POST", f"{me}/account", calls.register, body=LoginRequest, answer=PersonAnswer, **mine
        ),
        Operation(
            "POST", f"{me}/password", calls.password, body=PasswordRequest, **signed_in, **mine
        ),
        Operation("GET", f"{me}/statistics", calls.statistics, answer=StatisticsAnswer, **mine),
        Operation("GET", f"{me}/coins", calls.coins, answer=CoinsAnswer, **mine),
        Operation(
            "GET",
            f"{me}/matches",
            calls.matches,
            answer=MatchesAnswer,
            beside=Beside(token="needed", parameters=[_BEFORE]),
        ),
        Operation(
            "GET",
            "/api/matches/{game}",
            calls.match,
            answer=MatchSummary,
            beside=Beside(token="optional", parameters=[WATCH_KEY]),
        ),
        Operation(
            "GET",
            "/api/matches/{game}/record",
            calls.match_record,
            media=RECORD,
            beside=Beside(
                token="optional",
                parameters=[WATCH_KEY],
                headers={"Content-Disposition": "A name for the file."},
            ),
        ),
    ]


class _PeopleCalls:
    """What the operations do; their texts are those of the OpenAPI document."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._people = house.people

    async def become_guest(self, request: Request, body: NameRequest) -> SignedInAnswer:
        """Be a guest. The token is to be kept; the recovery code opens the seat elsewhere."""
        return _signed_in(await self._people.guest(body.name, address(request)))

    async def sign_in(self, _request: Request, body: LoginRequest) -> SignedInAnswer:
        """Sign in to an account on this device too."""
        return _signed_in(await self._people.sign_in(body.login, body.password))

    async def sign_out(self, request: Request) -> None:
        """Sign out on this device: its token ends."""
        await self._people.sign_out((await caller(self._people, request)).token)

    async def recover(self, _request: Request, body: RecoveryRequest) -> SignedInAnswer:
        """Use a recovery code: all tokens end, a new one and a new code come.

        With a password the account, if there is one, gets that from now on.
        """
        return _signed_in(await self._people.recover(body.code, body.password))

    async def who_am_i(self, request: Request) -> PersonAnswer:
        """Who one is."""
        return await self._known((await caller(self._people, request)).person)

    async def rename(self, request: Request, body: NameRequest) -> PersonAnswer:
        """Be called otherwise, from the next table on."""
        person = (await caller(self._people, request)).person
        for code in await self._people.rename(person, body.name):
            self._house.changes.tell(code)
        return await self._known(person)

    async def delete_me(self, request: Request, body: DeletionRequest) -> None:
        """Delete oneself with all that is kept, for good.

        In the middle of a match one has to leave the table first.
        """
        person = (await caller(self._people, request)).person
        codes = await self._people.delete(person, body.password)
        for code in codes:
            self._house.changes.tell(code)
        await self._house.rooms.end_deserted(codes)

    async def renew_recovery(self, request: Request) -> RecoveryAnswer:
        """Get a new recovery code; the one before no longer opens anything."""
        person = (await caller(self._people, request)).person
        return RecoveryAnswer(await self._people.renew_recovery(person))

    async def register(self, request: Request, body: LoginRequest) -> PersonAnswer:
        """Get an account; seats, coins and history stay."""
        person = (await caller(self._people, request)).person
        await self._people.register(person, body.login, body.password)
        return await self._known(person)

    async def password(self, request: Request, body: PasswordRequest) -> SignedInAnswer:
        """Change the password. All tokens end, a new one comes."""
        person = (await caller(self._people, request)).person
        return _signed_in(await self._people.change_password(person, body.old, body.new))

    async def statistics(self, request: Request) -> StatisticsAnswer:
        """What one has played, by ruleset."""
        person = (await caller(self._people, request)).person
        return StatisticsAnswer(await self._house.statistics.of(person))

    async def coins(self, request: Request) -> CoinsAnswer:
        """One's coins and the last postings."""
        account = account_of((await caller(self._people, request)).person)
        postings = [
            PostingAnswer(
                one.game_id, one.hand, one.entry, one.coins, one.reason, one.clause, one.at_ms
            )
            for one in await self._house.accounts.postings(account)
        ]
        return CoinsAnswer(await self._house.accounts.balance(account), postings)

    async def matches(self, request: Request) -> MatchesAnswer:
        """One's matches, the newest first; `before` (milliseconds since 1970) goes further back."""
        person = (await caller(self._people, request)).person
        asked = request.query_params.get("before")
        before = None if asked is None else _time(asked)
        return MatchesAnswer(await self._house.history.matches(person, before))

    async def match(self, request: Request) -> MatchSummary:
        """One match, for those who play or may watch it (by the key in `X-Watch-Key`)."""
        person = await caller_if_any(self._people, request)
        game = request.path_params["game"]
        return await self._house.history.match(person, game, watch_key(request))

    async def match_record(self, request: Request) -> Response:
        """The record of a match, for those who play or may watch it, as far as they may know."""
        person = await caller_if_any(self._people, request)
        game = request.path_params["game"]
        record = await self._house.history.record(person, game, watch_key(request))
        headers = {"Content-Disposition": f'attachment; filename="{game}.jsonl"'}
        return Response(record, 200, headers, RECORD)

    async def _known(self, person: str) -> PersonAnswer:
        known = await self._people.known(person)
        coins = await self._house.accounts.balance(account_of(person))
        return PersonAnswer(known.person, known.name, known.login, coins)


def _signed_in(signed: SignedIn) -> SignedInAnswer:
    return SignedInAnswer(signed.person, signed.name, signed.token, signed.recovery)


def _time(asked: str) -> int:
    """A time in milliseconds since 1970 out of an address."""
    if not re.fullmatch("[0-9]{1,15}", asked):
        raise RefusedError("http.malformed", 400, reason="before is no time in milliseconds")
    return int(asked)
