"""Page: the routes of the workshop.

GET /workshop               to create a game or open a document
GET /workshop/NAME          the workshop of a document
WS  /api/workshop?name=NAME its socket (`socket`)
"""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket

from ludotome.spec import BOARDS, MOST_PLAYERS
from ludotome.studio.answers import in_thread
from ludotome.studio.documents import document_data
from ludotome.studio.pages import page
from ludotome.studio.services import Services
from ludotome.studio.workshop.desk import Desk
from ludotome.studio.workshop.socket import serve

_STYLES = ("player/player.css", "studio/studio.css", "workshop/workshop.css")


def routes(services: Services) -> list[BaseRoute]:
    """Return the routes of this module."""
    documents = services.documents

    def begin(_: Request) -> Response:
        data = {"documents": list(documents.names()), "boards": list(BOARDS), "mostPlayers": MOST_PLAYERS}
        return page("Workshop", current="/workshop", script="workshop/begin.js", styles=_STYLES, data=data)

    def workshop(request: Request) -> Response:
        document = documents.read(request.path_params["name"])
        data = document_data(document)
        return page(document.name, current="/workshop", script="workshop/page.js", styles=_STYLES, data=data)

    async def socket(connection: WebSocket) -> None:
        await serve(connection, Desk(documents.reader(connection.query_params.get("name", ""))))

    return [
        Route("/workshop", in_thread(begin), methods=["GET"]),
        Route("/workshop/{name:path}", in_thread(workshop), methods=["GET"]),
        WebSocketRoute("/api/workshop", socket),
    ]
