"""The OpenAPI document against what the routes really read and answer, on both stores."""

import re
from collections import defaultdict
from typing import Any

import msgspec
import pytest
from starlette.datastructures import Headers, QueryParams
from starlette.requests import HTTPConnection

from qianma.server.api import Operation, Problem
from qianma.server.people_routes import people_routes
from qianma.server.quiz_routes import quiz_routes
from qianma.server.replay_routes import replay_routes
from qianma.server.room_routes import room_routes
from tests.server.house import FAST, Answer, Guest, Place, play_out, run

BODY_HEADERS = {"content-type"}
"""What the request's body is read by; OpenAPI says it with the body itself."""


ANYWHERE = {("header", "accept-language")}
"""What any operation may read, and what stands with all of them."""


class Read:
    """Notes which headers and parameters of the query the routes ask for."""

    def __init__(self) -> None:
        self.names: defaultdict[str, set[tuple[str, str]]] = defaultdict(set)

    def noting(self, request: HTTPConnection, place: str, kind: Any, found: Any) -> Any:
        """What is found, such that each name that a route asks it for is noted."""
        route = request.scope.get("route")
        if not isinstance(route, Operation):
            return found
        names = self.names[f"{route.method} {route.path}"]

        class Noting(kind):  # type: ignore[misc]
            def __getitem__(self, name: str) -> Any:
                names.add((place, name.lower()))
                return super().__getitem__(name)

            def __contains__(self, name: object) -> bool:
                names.add((place, str(name).lower()))
                return bool(super().__contains__(name))

            def get(self, name: str, default: Any = None) -> Any:
                names.add((place, name.lower()))
                return super().get(name, default)

        return Noting(raw=found.raw) if kind is Headers else Noting(found)


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> Read:
    noted = Read()

    def headers(request: HTTPConnection) -> Any:
        return noted.noting(request, "header", Headers, Headers(scope=request.scope))

    def query(request: HTTPConnection) -> Any:
        found = QueryParams(request.scope["query_string"])
        return noted.noting(request, "query", QueryParams, found)

    monkeypatch.setattr(HTTPConnection, "headers", property(headers))
    monkeypatch.setattr(HTTPConnection, "query_params", property(query))
    return noted


def every_route(place: Place) -> list[Operation]:
    house = place.house
    return [
        *people_routes(house),
        *room_routes(house),
        *replay_routes(house),
        *quiz_routes(),
    ]


async def ask_everything(place: Place) -> dict[str, list[Answer]]:
    """Ask for every operation, with success; returns the answers."""
    answers: defaultdict[str, list[Answer]] = defaultdict(list)

    async def ask(guest: Guest | None, what: str, body: Any = None, **filled: str) -> Any:
        method, path = what.split(" ")
        for name, value in filled.items():
            path = path.replace("{" + name + "}", value)
        asking = place.ask if guest is None else guest.ask
        answer = await asking(method, path, body)
        assert answer.status < 300, (what, answer.body)
        answers[what].append(answer)
        return answer.json if "json;" in f"{answer.headers.get('content-type')};" else None

    ann = Guest(place, await ask(None, "POST /api/people", {"name": "Ann"}))
    bob = await place.guest("Bob")
    room = "POST /api/rooms"
    made = await ask(ann, room, {**FAST, "public": True})
    code = {"code": made["code"]}
    await ask(None, "GET /api/lobby")
    await ask(bob, f"{room}/join", code)
    await ask(bob, f"{room}/look", code)
    await ask(ann, f"{room}/settings", {**code, "settings": FAST})
    await ask(ann, f"{room}/agree", {**code, "settings": FAST})
    await ask(ann, f"{room}/fill", {**code, "seat": 2, "player": "greedy"})
    await ask(ann, f"{room}/remove", {**code, "seat": 2})
    await ask(ann, f"{room}/link/withdraw", code)
    key = (await ask(ann, f"{room}/link", code))["watch_key"]
    await ask(None, "POST /api/watch", {"key": key})
    game = (await ask(ann, f"{room}/start", code))["game"]
    await play_out(place, game, [0, 1])
    await ask(ann, f"{room}/rematch", code)
    await ask(bob, f"{room}/leave", code)
    await ask(ann, f"{room}/close", code)
    for what in ("", "/statistics", "/coins", "/matches", "/matches?before=9999999999999"):
        await ask(ann, f"GET /api/people/me{what}")
    await ask(ann, "GET /api/matches/{game}", game=game)
    await ask(ann, "GET /api/matches/{game}/record", game=game)
    await ask(ann, "GET /api/matches/{game}/replay", game=game)
    record = (await ann.ask("GET", f"/api/matches/{game}/record")).body.decode()
    await ask(None, "POST /api/replay", {"record": record})
    await ask(None, "GET /api/quiz/{ruleset}/{seed:int}", ruleset="duyun", **{"seed:int": "7"})
    await ask(ann, "PUT /api/people/me", {"name": "Anne"})
    login = {"login": "ann-lee", "password": "correct horse"}
    await ask(ann, "POST /api/people/me/account", login)
    await ask(None, "POST /api/sessions", login)
    change = {"old": "correct horse", "new": "battery staple"}
    ann = Guest(
        place,
        {**vars(ann), "person": ann.id, **await ask(ann, "POST /api/people/me/password", change)},
    )
    recovery = (await ask(ann, "POST /api/people/me/recovery"))["recovery"]
    ann = Guest(place, await ask(None, "POST /api/recovery", {"code": recovery}))
    await ask(ann, "POST /api/people/me/deletion", {"password": "battery staple"})
    quick = await ask(bob, "POST /api/quick-play", FAST)
    await bob.room("close", quick["code"])
    await ask(bob, "DELETE /api/sessions")
    await ask(None, "POST /api/quick-play/guest", {"name": "Cat", "settings": FAST})
    return answers


def test_what_routes_read_and_answer_stands_in_the_document(store_url: str, read: Read) -> None:
    async def test(place: Place) -> None:
        answers = await ask_everything(place)
        document = (await place.ask("GET", "/openapi.json")).json
        routes = every_route(place)
        assert {f"{one.method} {one.path}" for one in routes} == {
            what.partition("?")[0] for what in answers
        }, "every route is asked"
        for route in routes:
            name = f"{route.method} {route.path}"
            path = route.path.replace(":int}", "}")
            described = document["paths"][path][route.method.lower()]
            asked_for = declared(document, described)
            assert asked_for <= read.names[name] <= asked_for | ANYWHERE, name
            for answer in [*answers[name], *answers[f"{name}?before=9999999999999"]]:
                check_answer(route, described, answer)

    run(store_url, test)


def declared(document: dict[str, Any], described: dict[str, Any]) -> set[tuple[str, str]]:
    """What the document says that an operation reads, beside its path."""
    found = {
        (one["in"], one["name"].lower())
        for one in described["parameters"]
        if "$ref" not in one and one["in"] != "path"
    }
    if {"token": []} in described["security"]:
        assert document["components"]["securitySchemes"]["token"]["scheme"] == "bearer"
        found.add(("header", "authorization"))
    if "requestBody" in described:
        found |= {("header", name) for name in BODY_HEADERS}
    return found


def check_answer(route: Operation, described: dict[str, Any], answer: Answer) -> None:
    """The status, the media type, the headers and the type of the body are as described."""
    response = described["responses"][str(answer.status)]
    content = response.get("content", {})
    media = answer.headers.get("content-type")
    assert [media] == list(content) if answer.body else not content
    for name in response.get("headers", {}):
        assert name.lower() in answer.headers
    if route.answer is not None:
        msgspec.json.decode(answer.body, type=route.answer)
        named = content["application/json"]["schema"]["$ref"].rpartition("/")[2]
        assert named == route.answer.__name__


def test_who_has_to_show_a_token_is_described(store_url: str) -> None:
    async def test(place: Place) -> None:
        for route in every_route(place):
            path = re.sub("{.+?}", "0" * 24, route.path)
            answer = await place.ask(route.method, path, {} if route.body else None)
            if route.beside.token == "needed" and answer.status != 400:
                assert answer.refused == (401, "people.no_token")
            elif answer.status >= 400:
                assert answer.refused[1] != "people.no_token"
                assert msgspec.json.decode(answer.body, type=Problem).message

    run(store_url, test)
