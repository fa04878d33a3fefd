"""Health: say that the studio runs, for programs that start it and wait.

GET /healthz         {"status": "ok"}, without a cookie
"""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from ludotome.studio.gate import OPEN_PATH
from ludotome.studio.services import Services


def routes(services: Services) -> list[BaseRoute]:  # noqa: ARG001 - every part has one shape
    """Return the routes of this module."""
    return [Route(OPEN_PATH, _health, methods=["GET"])]


async def _health(_: Request) -> Response:
    return JSONResponse({"status": "ok"})
