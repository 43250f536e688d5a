"""People: guests with a token of their client's, accounts with a password for those who want one.

Like tokens, recovery codes stand in the database as hashes only. Whoever has one takes up the seat
on another device: the tokens before end, and a new code comes.
"""

import asyncio
import secrets
import unicodedata
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Final

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from sqlalchemy import insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from qianma.server import clock as clocks
from qianma.server.addresses import household
from qianma.server.codes import SECRET_LENGTH, digest, grouped, new_code, plain
from qianma.server.deletion import delete_person, idle_guests, tables_in_play
from qianma.server.limits import Buckets, Turns
from qianma.server.refusing import RefusedError
from qianma.server.store import Store
from qianma.server.store.people_schema import ACCOUNT, PERSON, ROOM_SEAT
from qianma.server.tokens import Tokens

MOST_NAME: Final = 24
SHORTEST_LOGIN: Final = 3
MOST_LOGIN: Final = 32
SHORTEST_PASSWORD: Final = 8
MOST_PASSWORD: Final = 256
HASHING: Final = (2, 30, 10.0)
"""Each takes 64 MiB and a processor: so many at once, so many wait, so many seconds at most."""
TRIES: Final = 10
"""So many passwords may be tried for one login at once, and one more every `TRY_SECONDS`."""
TRY_SECONDS: Final = 30.0

HasLeft = Callable[[str, str], Awaitable[bool]]
"""Whether a person (the second) has left a table (the first) that is being played."""


@dataclass(frozen=True, slots=True)
class SignedIn:
    """A person with the secrets that are shown this once. `recovery` is None when it stays."""

    person: str
    name: str
    token: str
    recovery: str | None = None


@dataclass(frozen=True, slots=True)
class Newcomer:
    """Somebody who is not in the database yet."""

    signed_in: SignedIn
    recovery_hash: str


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of a person; `login` is None for a guest."""

    person: str
    name: str
    login: str | None


class People:
    """All people of a database. What is refused raises `RefusedError` and changes nothing."""

    def __init__(
        self,
        store: Store,
        tokens: Tokens,
        guests_per_hour: int,
        has_left: HasLeft,
        clock: clocks.Clock = clocks.system_clock,
    ) -> None:
        """`guests_per_hour` is how many guests one household may be."""
        self._store: Final = store
        self._tokens: Final = tokens
        self._newcomers: Final = Buckets(max(1, guests_per_hour), guests_per_hour / 3600)
        self._has_left: Final = has_left
        self._clock: Final = clock
        self._hasher: Final = PasswordHasher()
        self._hashing: Final = Turns(*HASHING)
        self._nobody: Final = self._hasher.hash(secrets.token_urlsafe())
        """Is tried for a login that nobody has, so that it takes as long as one that exists."""
        self._tries: Final = Buckets(TRIES, 1 / TRY_SECONDS)

    # Guests and their tokens.

    async def guest(self, name: str, address: str) -> SignedIn:
        """Somebody new."""
        newcomer = self.newcomer(name, address)
        async with self._store.transaction() as connection:
            await self.add(connection, newcomer)
        return newcomer.signed_in

    def newcomer(self, name: str, address: str) -> Newcomer:
        """Somebody new, to be added to the database within whatever begins with it."""
        name = clean_name(name)
        if not self._newcomers.take(household(address)):
            raise RefusedError("people.too_many_guests", 429)
        recovery = new_code(SECRET_LENGTH)
        token = secrets.token_urlsafe(32)
        signed_in = SignedIn(secrets.token_hex(12), name, token, grouped(recovery))
        return Newcomer(signed_in, digest(recovery))

    async def add(self, connection: AsyncConnection, newcomer: Newcomer) -> None:
        """Add somebody new to the database."""
        signed_in = newcomer.signed_in
        row = {"person_id": signed_in.person, "name": signed_in.name}
        row["recovery_hash"] = newcomer.recovery_hash
        await connection.execute(insert(PERSON).values(**row, created_ms=self._clock()))
        await self._tokens.add(connection, signed_in.person, signed_in.token)

    async def person(self, token: str) -> str | None:
        """The person of a token, None when there is none."""
        return await self._tokens.person(token)

    async def known(self, person: str) -> Known:
        """What is known of a person."""
        found = (
            select(PERSON.c.name, ACCOUNT.c.login)
            .outerjoin(ACCOUNT, ACCOUNT.c.person_id == PERSON.c.person_id)
            .where(PERSON.c.person_id == person)
        )
        async with self._store.reading() as connection:
            row = (await connection.execute(found)).first()
        if row is None:
            raise RefusedError("people.unknown_token", 401)
        return Known(person, row.name, row.login)

    async def rename(self, person: str, name: str) -> list[str]:
        """Be called otherwise, from the next table on; returns the codes of its rooms."""
        seated = select(ROOM_SEAT.c.code).where(ROOM_SEAT.c.person_id == person)
        async with self._store.transaction() as connection:
            named = update(PERSON).where(PERSON.c.person_id == person)
            await connection.execute(named.values(name=clean_name(name)))
            return list((await connection.execute(seated)).scalars())

    async def sign_out(self, token: str) -> None:
        """End one token, and the connections that have come in by it."""
        await self._tokens.end(token)

    # Recovery.

    async def renew_recovery(self, person: str) -> str:
        """A new recovery code; the one before no longer does."""
        async with self._store.transaction() as connection:
            return await _new_recovery(connection, person)

    async def recover(self, typed: str, password: str | None = None) -> SignedIn:
        """Be the person of a recovery code on this device, and on no other any more.

        What is connected by a token from before is told so and ends. With `password` an account
        gets that one. The code is used up, a new one comes.
        """
        code = plain(typed, SECRET_LENGTH)
        if code is None:
            raise RefusedError("people.unknown_recovery", 403)
        password_hash = None if password is None else await self._hash(password)
        recovery = new_code(SECRET_LENGTH)
        taken = (
            update(PERSON)
            .where(PERSON.c.recovery_hash == digest(code), ~PERSON.c.gone)
            .values(recovery_hash=digest(recovery))
            .returning(PERSON.c.person_id, PERSON.c.name)
        )
        async with self._store.transaction() as connection:
            row = (await connection.execute(taken)).first()
            if row is None:
                raise RefusedError("people.unknown_recovery", 403)
            own = ACCOUNT.c.person_id == row.person_id
            if password_hash is not None:
                changed = update(ACCOUNT).where(own).values(password_hash=password_hash)
                await connection.execute(changed)
            ended = await self._tokens.delete_all(connection, row.person_id)
            token = await self._tokens.new(connection, row.person_id)
        self._tokens.close(ended)
        return SignedIn(row.person_id, row.name, token, grouped(recovery))

    # Accounts.

    async def register(self, person: str, login: str, password: str) -> None:
        """Give a guest an account. Seats, coins and history stay."""
        login = clean_login(login)
        password_hash = await self._hash(password)
        row = {"person_id": person, "login": login, "password_hash": password_hash}
        try:
            async with self._store.transaction() as connection:
                own = select(ACCOUNT.c.login).where(ACCOUNT.c.person_id == person)
                if await connection.scalar(own) is not None:
                    raise RefusedError("people.has_account")
                await connection.execute(insert(ACCOUNT).values(**row))
        except IntegrityError:
            raise RefusedError("people.login_taken") from None

    async def sign_in(self, login: str, password: str) -> SignedIn:
        """A token for another device."""
        try:
            login = clean_login(login)
        except RefusedError:
            raise RefusedError("people.wrong_password", 403) from None
        self._count_try(login)
        found = (
            select(PERSON.c.person_id, PERSON.c.name, ACCOUNT.c.password_hash)
            .join(ACCOUNT, ACCOUNT.c.person_id == PERSON.c.person_id)
            .where(ACCOUNT.c.login == login)
        )
        async with self._store.reading() as connection:
            row = (await connection.execute(found)).first()
        if not await self._verify(row.password_hash if row else self._nobody, password) or not row:
            raise RefusedError("people.wrong_password", 403)
        async with self._store.transaction() as connection:
            token = await self._tokens.new(connection, row.person_id)
        return SignedIn(row.person_id, row.name, token)

    async def change_password(self, person: str, old: str, new: str) -> SignedIn:
        """Another password; all tokens of the person end, and a new one comes."""
        await self._check_password(person, old)
        password_hash = await self._hash(new)
        name = (await self.known(person)).name
        own = ACCOUNT.c.person_id == person
        async with self._store.transaction() as connection:
            await connection.execute(update(ACCOUNT).where(own).values(password_hash=password_hash))
            ended = await self._tokens.delete_all(connection, person)
            token = await self._tokens.new(connection, person)
        self._tokens.close(ended)
        return SignedIn(person, name, token)

    async def delete(self, person: str, password: str | None) -> list[str]:
        """Forget a person with all that is kept of it; returns the codes of the rooms it leaves.

        Whoever has an account gives its password. Nobody can go in the middle of a match without
        having left the table. What others have a part in (records, coins paid) stays without name.
        """
        if (await self.known(person)).login is not None:
            await self._check_password(person, password or "")
        async with self._store.reading() as connection:
            playing = await tables_in_play(connection, person)
        left = {game_id for game_id in playing if await self._has_left(game_id, person)}
        async with self._store.transaction() as connection:
            ended = await self._tokens.delete_all(connection, person)
            rooms = await delete_person(connection, person, left)
        self._tokens.close(ended)
        return rooms

    async def remove_idle(self, before_ms: int) -> int:
        """Forget the guests that have not been here since a time and hold nothing; how many."""
        async with self._store.reading() as connection:
            idle = list((await connection.execute(idle_guests(before_ms))).scalars())
        removed = 0
        for person in idle:
            try:
                async with self._store.transaction() as connection:
                    still = idle_guests(before_ms).where(PERSON.c.person_id == person)
                    if await connection.scalar(still) is None:
                        continue
                    ended = await self._tokens.delete_all(connection, person)
                    await delete_person(connection, person)
            except IntegrityError:  # it has just begun something
                continue
            self._tokens.close(ended)
            removed += 1
        return removed

    async def _check_password(self, person: str, password: str) -> None:
        own = select(ACCOUNT.c.login, ACCOUNT.c.password_hash).where(ACCOUNT.c.person_id == person)
        async with self._store.reading() as connection:
            row = (await connection.execute(own)).first()
        if row is None:
            raise RefusedError("people.no_account")
        self._count_try(row.login)
        if not await self._verify(row.password_hash, password):
            raise RefusedError("people.wrong_password", 403)

    def _count_try(self, login: str) -> None:
        if not self._tries.take(login):
            raise RefusedError("people.too_many_tries", 429)

    async def _hash(self, password: str) -> str:
        if not SHORTEST_PASSWORD <= len(password) <= MOST_PASSWORD:
            facts = {"least": SHORTEST_PASSWORD, "most": MOST_PASSWORD}
            raise RefusedError("people.password_length", 400, **facts)
        async with self._hashing.turn():
            return await asyncio.to_thread(self._hasher.hash, _bytes(password))

    async def _verify(self, password_hash: str, password: str) -> bool:
        if len(password) > MOST_PASSWORD:
            return False
        async with self._hashing.turn():
            try:
                return await asyncio.to_thread(self._hasher.verify, password_hash, _bytes(password))
            except (VerificationError, InvalidHashError):
                return False


async def _new_recovery(connection: AsyncConnection, person: str) -> str:
    code = new_code(SECRET_LENGTH)
    renewed = update(PERSON).where(PERSON.c.person_id == person)
    await connection.execute(renewed.values(recovery_hash=digest(code)))
    return grouped(code)


def _bytes(password: str) -> bytes:
    """The same bytes however an accented letter was typed."""
    return unicodedata.normalize("NFKC", password).encode()


def clean_name(name: str) -> str:
    """A name as it is shown to others. Raises `RefusedError` for one that cannot be shown.

    Spaces are made one; what cannot be seen, or turns the direction of writing, is taken out.
    """
    name = unicodedata.normalize("NFC", name[: 16 * MOST_NAME])
    seen = "".join(" " if one.isspace() else one for one in name if _is_seen(one))
    clean = " ".join(seen.split())
    if not 1 <= len(clean) <= MOST_NAME or not any(one.isalnum() for one in clean):
        raise RefusedError("people.name", 400, most=MOST_NAME)
    return clean


def _is_seen(one: str) -> bool:
    """Spaces are; control, format, private, unassigned characters and half pairs are not."""
    return one.isspace() or not unicodedata.category(one).startswith("C")


def clean_login(login: str) -> str:
    """A login as it is compared. Raises `RefusedError` for one that is not allowed."""
    clean = unicodedata.normalize("NFKC", login[: 4 * MOST_LOGIN]).casefold()
    allowed = all(one.isalnum() or one in "._-@+" for one in clean)
    if not allowed or not SHORTEST_LOGIN <= len(clean) <= MOST_LOGIN:
        raise RefusedError("people.login", 400, least=SHORTEST_LOGIN, most=MOST_LOGIN)
    return clean
