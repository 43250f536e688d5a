"""A request that is refused: nothing has changed, and the catalogue says why."""


class RefusedError(Exception):
    """Why a request is refused: a key of the message catalogue, with its facts.

    `status` is the status of HTTP that fits.
    """

    def __init__(self, key: str, status: int = 409, /, **facts: str | int) -> None:
        super().__init__(key)
        self.key = key
        self.status = status
        self.facts = facts
