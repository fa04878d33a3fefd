"""Export API: a game as one HTML file to send to somebody.

POST /api/export  {name, text, opponent}     the file; `text`, if given, replaces the document's
"""

from __future__ import annotations

from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from ludotome.export import export_html
from ludotome.studio.answers import body_of
from ludotome.studio.services import Services
from ludotome.toolchain import time_limit

MOST_SECONDS = 300.0
# The file is a download. Opened under this address it must not act as a page of the studio.
_POLICY = "sandbox; default-src 'none'"


def routes(services: Services) -> list[BaseRoute]:
    """Return the routes of this module."""

    def made(body: dict[str, Any]) -> tuple[str, str]:
        with time_limit(MOST_SECONDS, "the export"):
            game = services.games.of(body["name"], body["text"])
            return game.name, export_html(game, opponent=body["opponent"] or "normal")

    async def export(request: Request) -> Response:
        optional = (str, type(None))
        body = await body_of(request, name=str, text=optional, opponent=optional)
        name, html = await run_in_threadpool(made, body)
        file = "".join(char if char.isascii() and (char.isalnum() or char in "-_") else "_" for char in name)
        headers = {
            "Content-Disposition": f'attachment; filename="{file}.html"',
            "Content-Security-Policy": _POLICY,
        }
        return Response(html, media_type="text/html; charset=utf-8", headers=headers)

    return [Route("/api/export", export, methods=["POST"])]
