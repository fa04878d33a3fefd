"""Metrics: the metrics of the running studio, for Prometheus.

GET /metrics    text in the exposition format. A public site answers only programs on its own machine (`gate`).
"""

from __future__ import annotations

from collections.abc import Iterator

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from ludotome.studio.counting import figure
from ludotome.studio.services import Services
from ludotome.studio.settings import METRICS_PATH

_TYPE = "text/plain; version=0.0.4"


def routes(services: Services) -> list[BaseRoute]:
    """Return the routes of this module."""

    async def shown(_: Request) -> Response:
        lines = [*services.metrics.lines(), *_of_tables(services)]
        return PlainTextResponse("\n".join(lines) + "\n", media_type=_TYPE)

    return [Route(METRICS_PATH, shown, methods=["GET"])]


def _of_tables(services: Services) -> Iterator[str]:
    for host in services.hosts:
        yield from figure("ludotome_tables", "gauge", "Tables in memory.", host.open_tables)
        yield from figure("ludotome_tables_opened_total", "counter", "Tables opened.", host.counts["tables"])
        yield from figure("ludotome_moves_total", "counter", "Decisions of seats.", host.counts["moves"])
        yield from figure("ludotome_watchers", "gauge", "Connections that follow a table.", host.watching)
        waiting = host.documents_waiting
        yield from figure("ludotome_documents_waiting", "gauge", "Documents of strangers being checked.", waiting)
