"""What the tests of the server share."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.postgres import Cluster, binaries, cluster

BOTH_STORES = frozenset({"test_store.py"})
"""Where every test runs on both databases each time: what both must do alike. Elsewhere the second
database is left to `make soak`."""
LONG = frozenset(
    {
        "test_a_fuzzer_without_a_token_finds_no_fault",
        "test_a_tiny_run_fills_the_table",
        "test_four_terminals_play_a_match_in_one_room",
        "test_what_routes_read_and_answer_stands_in_the_document",
        "test_who_is_too_slow_is_played_for_until_a_key_is_pressed",
    }
)
"""Tests that take longest and whose parts other tests show: `make soak` runs them."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave to the long run what takes long and shows little new each time."""
    for item in items:
        parts = item.name.partition("[")[2].rstrip("]").split("-")
        second = "postgresql" in parts and item.path.name not in BOTH_STORES
        if second or item.name.partition("[")[0] in LONG:
            item.add_marker(pytest.mark.soak)


@pytest.fixture(scope="session")
def postgresql() -> Iterator[Cluster]:
    """A PostgreSQL cluster of this test run's own."""
    if binaries() is None:
        pytest.skip("PostgreSQL 15 or newer is missing (on Debian: apt-get install postgresql)")
    with cluster() as running:
        yield running


@pytest.fixture(params=["sqlite", "postgresql"])
def store_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database, once of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'qianma.sqlite'}"
    running: Cluster = request.getfixturevalue("postgresql")
    return running.database()
