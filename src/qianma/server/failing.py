"""Tables that cannot be looked after: the others go on, and the log tells of each now and then."""

import asyncio
import logging
from collections.abc import Awaitable
from typing import Final

from qianma.server.logs import told

AGAIN_SECONDS: Final = 600.0
"""A table that fails on is looked at every few seconds, and told of again after so long."""


class Failing:
    """Tables that fail. To be used within one event loop."""

    def __init__(self) -> None:
        self._told_at: Final[dict[str, float]] = {}
        """When each was last told of, by the event loop's clock."""

    async def guard(self, game_id: str, work: Awaitable[None]) -> None:
        """Do something at a table; that it fails is logged and touches nothing else."""
        try:
            await work
        except Exception as error:
            self._tell(game_id, error)
        else:
            self._told_at.pop(game_id, None)

    def _tell(self, game_id: str, error: Exception) -> None:
        now = asyncio.get_running_loop().time()
        before = self._told_at.get(game_id)
        if before is None or before + AGAIN_SECONDS <= now:
            self._told_at[game_id] = now
            told("a table could not be looked after", logging.ERROR, error, table=game_id)
