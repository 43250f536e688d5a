"""What is measured while clients play or send: counts, and times from a message to its effect."""

import math
from array import array
from dataclasses import dataclass, field


class Times:
    """Many short times, in seconds."""

    def __init__(self) -> None:
        self._seconds = array("f")

    def __len__(self) -> int:
        return len(self._seconds)

    def add(self, seconds: float) -> None:
        """Remember one."""
        self._seconds.append(seconds)

    def quantile(self, part: float) -> float:
        """The smallest time that so large a part of all is not above; none at all is an error.

        >>> times = Times()
        >>> for second in (4, 1, 3, 2):
        ...     times.add(second)
        >>> times.quantile(0.5), times.quantile(0.51), times.quantile(1)
        (2.0, 3.0, 4.0)
        """
        ordered = sorted(self._seconds)
        return ordered[max(0, math.ceil(part * len(ordered)) - 1)]


@dataclass
class Traffic:
    """What has been sent and delivered since the measurement began.

    `decisions` are commands that were answered with `done`: they are stored. `own` are the times
    from sending a decision to its event at the same seat, `others` to the same at the other
    three, `stored` to the answer. `messages` and `bytes` are all that the clients received.
    """

    decisions: int = 0
    messages: int = 0
    bytes: int = 0
    own: Times = field(default_factory=Times)
    others: Times = field(default_factory=Times)
    stored: Times = field(default_factory=Times)


@dataclass(frozen=True)
class Usage:
    """What a stretch of time took: processors in parts of one, by the server and the clients."""

    seconds: float
    server: float
    clients: float
    machine: float
    loads: tuple[float, float]
    """The load of the machine at the beginning and at the end."""
