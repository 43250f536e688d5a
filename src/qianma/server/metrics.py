"""What a node tells Prometheus about itself: counts and times, nothing about anybody's tiles."""

import time
from typing import Final

from prometheus_client import (
    CollectorRegistry,
    Counter,
    GCCollector,
    Histogram,
    PlatformCollector,
    ProcessCollector,
    generate_latest,
)
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from qianma.server.commands import TableCommand
from qianma.server.deciding import Refused, Repeated
from qianma.server.node import Node

_SECONDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)
_TOGETHER: Final = (1, 2, 5, 10, 20, 50, 100, 200, 500)


class MeasuredNode(Node):
    """A node whose commands are counted."""

    metrics: "Metrics | None" = None

    async def command(
        self, game_id: str, seat: int, command: TableCommand
    ) -> Refused | Repeated | None:
        """Carry out a command as any node does."""
        start = time.perf_counter()
        outcome = await super().command(game_id, seat, command)
        if self.metrics is not None:
            self.metrics.commanded(command, outcome, time.perf_counter() - start)
        return outcome


class Metrics:
    """The measurements of one process. `watch` connects them with a node that has started."""

    def __init__(self) -> None:
        self.registry: Final = CollectorRegistry()
        for collector in (ProcessCollector, PlatformCollector, GCCollector):
            collector(registry=self.registry)
        self._commands: Final = Counter(
            "qianma_commands",
            "Commands of players, by kind and outcome (done, repeated, refused).",
            ["kind", "outcome"],
            registry=self.registry,
        )
        self._refusals: Final = Counter(
            "qianma_refusals",
            "Refused commands and requests, by the key of their message.",
            ["key"],
            registry=self.registry,
        )
        self._command_seconds: Final = Histogram(
            "qianma_command_seconds",
            "From a command to the end of its transaction.",
            buckets=_SECONDS,
            registry=self.registry,
        )
        self._commit_seconds: Final = Histogram(
            "qianma_commit_seconds",
            "How long transactions of table events took.",
            buckets=_SECONDS,
            registry=self.registry,
        )
        self._commit_appends: Final = Histogram(
            "qianma_commit_appends",
            "How many appends were stored in one transaction.",
            buckets=_TOGETHER,
            registry=self.registry,
        )
        self._request_seconds: Final = Histogram(
            "qianma_http_request_seconds",
            "HTTP requests, by method, route and status.",
            ["method", "route", "status"],
            buckets=_SECONDS,
            registry=self.registry,
        )

    def watch(self, node: MeasuredNode) -> None:
        """Measure what a node does from now on."""
        node.metrics = self
        node.committer.listeners.append(self._committed)
        self.registry.register(_Present(node))

    def commanded(
        self, command: TableCommand, outcome: Refused | Repeated | None, seconds: float
    ) -> None:
        """Count a command; that it is refused is counted where the refusal is told."""
        self._command_seconds.observe(seconds)
        word = "done" if outcome is None else "repeated"
        if isinstance(outcome, Refused):
            word = "refused"
        self._commands.labels(str(command.__struct_config__.tag), word).inc()

    def refused(self, key: str) -> None:
        """Count a refusal."""
        self._refusals.labels(key).inc()

    def requested(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count an HTTP request; `route` is the pattern of its path."""
        self._request_seconds.labels(method, route, str(status)).observe(seconds)

    def _committed(self, appends: int, seconds: float) -> None:
        self._commit_seconds.observe(seconds)
        self._commit_appends.observe(appends)

    def text(self) -> bytes:
        """All of it, in the text format of Prometheus."""
        return generate_latest(self.registry)


class _Present(Collector):
    """What is there at the moment."""

    def __init__(self, node: Node) -> None:
        self._node: Final = node

    def collect(self) -> list[GaugeMetricFamily]:
        """Ask the node."""
        tables, viewers = "Tables in memory.", "Connections that are told what happens."
        return [
            GaugeMetricFamily("qianma_tables", tables, value=self._node.tables),
            GaugeMetricFamily("qianma_connections", viewers, value=self._node.viewers),
        ]
