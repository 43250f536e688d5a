"""An event loop whose time stands still until a test moves it; timers fire when it does."""

import asyncio


class StillLoop(asyncio.SelectorEventLoop):
    """What is to happen later happens when `seconds` says so; other threads take real time."""

    def __init__(self) -> None:
        self.seconds = 0.0
        super().__init__()

    def time(self) -> float:
        return self.seconds

    async def move(self, seconds: float) -> None:
        """Let time go by, and begin what is due then."""
        self.seconds += seconds
        for _ in range(5):
            await asyncio.sleep(0)
