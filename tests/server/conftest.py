"""What the tests of the server share."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.postgres import Cluster, binaries, cluster


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
