"""Logs: one line an entry, and nothing in it that would tell a tile, a key or a token."""

import io
import json
import logging
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from sqlalchemy import Column, Integer, MetaData, String, Table, create_engine, insert
from sqlalchemy.exc import IntegrityError

from qianma.server.logs import set_up, told
from qianma.server.store import StoreError

SECRET = "5c0ffee5"


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)


def logged(form: str = "json", level: str = "debug") -> io.StringIO:
    stream = io.StringIO()
    set_up(form, level, stream)
    return stream


def entries(stream: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in stream.getvalue().splitlines()]


def test_an_entry_is_one_json_object_with_its_facts() -> None:
    stream = logged()
    told("a room was made", room_count=3, nothing=None, name="a\nb 黔")
    (entry,) = entries(stream)
    assert entry.pop("time").endswith("+00:00")
    assert entry == {
        "level": "info",
        "logger": "qianma.server",
        "message": "a room was made",
        "room_count": 3,
        "name": "a\nb 黔",
    }


def test_an_entry_is_one_line_of_text() -> None:
    stream = logged("text")
    told("a room was made", logging.WARNING, count=3, name="a\nb c")
    (line,) = stream.getvalue().splitlines()
    assert line.endswith(' warning a room was made count=3 name="a\\nb c"')


def test_levels_below_the_stated_one_are_left_out() -> None:
    stream = logged(level="warning")
    told("unimportant")
    told("important", logging.WARNING)
    assert [entry["message"] for entry in entries(stream)] == ["important"]


def failures() -> Iterator[Exception]:
    def raised(error: Exception) -> Exception:
        try:
            raise error
        except Exception as caught:
            return caught

    yield raised(ValueError(f"no {SECRET} in hand"))
    yield raised(KeyError(SECRET))
    yield raised(AssertionError(SECRET))
    try:
        msgspec.json.decode(f'"{SECRET}"', type=int)
    except msgspec.ValidationError as error:
        yield error
    rows = Table("rows", MetaData(), Column("id", Integer, primary_key=True), Column("d", String))
    engine = create_engine("sqlite://")
    rows.create(engine)
    twice = insert(rows).values([{"id": 1, "d": SECRET}, {"id": 1, "d": SECRET}])
    with engine.begin() as connection, pytest.raises(IntegrityError, match=SECRET) as caught:
        connection.execute(twice)
    yield caught.value
    engine.dispose()
    try:
        try:
            raise ValueError(SECRET)
        except ValueError as inner:
            raise RuntimeError(f"again {SECRET}") from inner
    except RuntimeError as error:
        yield error


@pytest.mark.parametrize("form", ["json", "text"])
def test_of_an_exception_the_kind_and_the_place_are_told_not_what_it_says(form: str) -> None:
    for error in failures():
        stream = logged(form)
        logging.getLogger("qianma.server").error("it failed", exc_info=error)
        text = stream.getvalue()
        assert len(text.splitlines()) == 1
        assert SECRET not in text
        assert type(error).__name__ in text
        assert "test_logs.py" in text


def test_what_an_operator_needs_is_told() -> None:
    for error, reason in (
        (StoreError("there is no folder /x"), "StoreError: there is no folder /x"),
        (FileNotFoundError(2, "No such file or directory"), "No such file or directory"),
    ):
        stream = logged()
        logging.getLogger("qianma.server").error("it failed", exc_info=error)
        assert reason in entries(stream)[0]["error"]


def test_a_database_says_why_without_its_parameters() -> None:
    failure = next(error for error in failures() if isinstance(error, IntegrityError))
    stream = logged()
    logging.getLogger("qianma.server").error("it failed", exc_info=failure)
    assert "UNIQUE constraint failed: rows.id" in entries(stream)[0]["error"]


def test_that_another_node_was_first_is_no_warning() -> None:
    stream = logged()
    logging.getLogger("psycopg").warning("error ignored terminating %s", SECRET)
    assert stream.getvalue() == ""
    logging.getLogger("psycopg").error("something is wrong")
    assert entries(stream)[0]["logger"] == "psycopg"


@pytest.mark.parametrize("name", ["aiosqlite", "sqlalchemy.engine", "websockets.server", "uvicorn"])
def test_libraries_do_not_tell_what_they_carry(name: str) -> None:
    own = io.StringIO()
    logging.getLogger(name).addHandler(logging.StreamHandler(own))
    logging.getLogger(name).propagate = False
    stream = logged(level="debug")
    logging.getLogger(name).debug("executing %s", SECRET)
    logging.getLogger(name).info("< TEXT %s", SECRET)
    assert stream.getvalue() == ""
    logging.getLogger(name).warning("something is wrong")
    assert entries(stream)[0]["logger"] == name
    assert own.getvalue() == "", "a handler of the library's own is another way out"
