"""Help: the pages of the docs in the studio, with full-text search.

GET /help            the list of pages, and search results: ?q=words
GET /help/NAME       a page
"""

from __future__ import annotations

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from ludotome.gamedef import PlayError
from ludotome.studio.answers import in_thread
from ludotome.studio.help_pages import LANGUAGE, help_html, help_names, help_title, search
from ludotome.studio.pages import page
from ludotome.studio.services import Services

MOST_WORDS = 200  # characters in a query


def routes(services: Services) -> list[BaseRoute]:
    """Return the routes of this module."""
    is_public = services.settings.public is not None

    def found(request: Request) -> Response:
        words = request.query_params.get("q", "")[:MOST_WORDS]
        return _shown("Help", "", "", words, is_public=is_public)

    def one(request: Request) -> Response:
        name = request.path_params["name"]
        if name not in help_names():
            raise PlayError("no-page", f"the help has no page `{name}`")
        return _shown(help_title(name), name, help_html(name), "", is_public=is_public)

    return [
        Route("/help", in_thread(found), methods=["GET"]),
        Route("/help/{name:path}", in_thread(one), methods=["GET"]),
    ]


def _shown(title: str, name: str, html: str, words: str, *, is_public: bool) -> Response:
    listed = [
        {"name": one, "title": help_title(one), "isLanguage": one.startswith(f"{LANGUAGE}/")} for one in help_names()
    ]
    return page(
        title,
        current="/help",
        script="studio/help.js",
        styles=("studio/studio.css", "studio/help.css"),
        data={"pages": listed, "name": name, "words": words, "found": msgspec.to_builtins(search(words))},
        main=f'<main id="main"><article id="page" class="prose">{html}</article></main>',
        is_public=is_public,
    )
