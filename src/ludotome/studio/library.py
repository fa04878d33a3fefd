"""Library: the first page: shipped games and the documents of the folder, each with picture, players and length.

GET /                          the page
GET /api/library               {cards: [{name, shipped, title, fewest, most, decisions, kinds, faults, fault, pending,
                               picture}], more, isPublic}: `more` says that cards are still being made
GET /api/pictures/NAME?theme=  the picture of a card as SVG, by day (light) or by night (dark)
"""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from ludotome.gamedef import PlayError
from ludotome.play import shipped_games
from ludotome.studio.answers import in_thread
from ludotome.studio.cards import Card, Cards
from ludotome.studio.documents import Documents
from ludotome.studio.pages import page
from ludotome.studio.services import Services

# Pictures have inline styles and nothing else, also when a picture is opened by itself.
_PICTURE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'"


def routes(services: Services) -> list[BaseRoute]:
    """Return the routes of this module."""
    documents, cards, is_public = services.documents, services.cards, services.settings.public is not None

    def data() -> dict[str, Any]:
        found = library_data(documents, cards)
        if is_public:  # visitors cannot fix documents
            found["cards"] = [card for card in found["cards"] if not card["faults"]]
        return found | {"isPublic": is_public}

    def library(_: Request) -> Response:
        return page(
            "Library",
            current="/",
            script="studio/library.js",
            styles=("studio/studio.css", "studio/library.css"),
            data=data(),
            is_public=is_public,
        )

    def listed(_: Request) -> Response:
        return JSONResponse(data())

    def picture(request: Request) -> Response:
        card = cards.card(request.path_params["name"])
        drawn = card.dark if request.query_params.get("theme") == "dark" else card.light
        if not drawn:
            raise PlayError("no-page", "there is no picture of it yet")
        headers = {"Content-Security-Policy": _PICTURE_POLICY, "Cache-Control": "no-cache"}
        return Response(drawn, media_type="image/svg+xml", headers=headers)

    return [
        Route("/", in_thread(library), methods=["GET"]),
        Route("/api/library", in_thread(listed), methods=["GET"]),
        Route("/api/pictures/{name:path}", in_thread(picture), methods=["GET"]),
    ]


def library_data(documents: Documents, cards: Cards) -> dict[str, Any]:
    """Return the current card of every game, those of the folder first."""
    found = [_data(cards, name, shipped=False) for name in documents.names()]
    found += [_data(cards, name, shipped=True) for name in shipped_games()]
    return {"cards": found, "more": cards.is_working}


def _data(cards: Cards, name: str, *, shipped: bool) -> dict[str, Any]:
    try:
        card = cards.card(name)
    except PlayError as problem:
        card = Card(name, faults=1, fault=str(problem))
    return {
        "name": name,
        "shipped": shipped,
        "title": card.title,
        "fewest": card.fewest,
        "most": card.most,
        "decisions": card.decisions,
        "kinds": card.kinds,
        "faults": card.faults,
        "fault": card.fault,
        "pending": card.is_pending,
        "picture": bool(card.light),
    }
