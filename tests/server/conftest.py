"""What the tests of the server share."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.postgres import Cluster, binaries, cluster

BOTH_STORES = frozenset(
    {
        "test_accounts.py",
        "test_rooms.py",
        "test_store.py",
    }
)
"""Where every test runs on both databases each time: what reads and writes them. Elsewhere the
second database is left to `make soak`."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave tests of what hardly meets the database on PostgreSQL to the long run."""
    for item in items:
        parts = item.name.partition("[")[2].rstrip("]").split("-")
        if "postgresql" in parts and item.path.name not in BOTH_STORES:
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
