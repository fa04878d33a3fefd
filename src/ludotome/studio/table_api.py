"""Table API: open tables, take seats, and one socket for everything that happens at a table.

    POST /api/tables  {document or text, settings, players, agents, minutes, hints}   {"table": ID, "address": "/t/ID"}
    POST /api/tables/ID/seats  {seat, name}      {seat, secret}; `seat` null means the first free one
    GET  /api/tables/ID/record                   the record, once the game is over
    GET  /api/tables/ID/replay?seat=&from=       the positions of a game that is over, as a seat or nobody saw them
    GET  /api/tables/ID/notes                    {"notes": [{by, ply, text}]}; on a public site once the game is over
    GET  /t/ID/replay                            the page that shows them; before the end it leads to the table
    GET  /t/ID                                   the page; it takes no seat, so a preview of a link takes none
    socket /api/tables/ID/socket                 see `table_socket`
    GET  /tables                                 the page where a table is opened

The secret of a seat comes in the fragment of a link, which browsers never send; the page keeps it in the browser.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple
from urllib.parse import quote
from weakref import WeakKeyDictionary

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket

from ludotome.export import title_of
from ludotome.picture import rules_html
from ludotome.play import Game, Record, load_text, shipped_games
from ludotome.studio.answers import body_of, error, in_thread
from ludotome.studio.pages import page
from ludotome.studio.services import Services
from ludotome.studio.table_socket import TableSocket
from ludotome.tables import AGENTS, PHRASES, WATCHER, Table, TableError

_STATUS = {
    "no-document": 400,
    "no-table": 404,
    "bad-number": 400,
    "secret": 403,
    "not-over": 403,
    "not-kept": 503,
    "busy": 503,
    "document": 422,
    "too-large": 413,
}
Handler = Callable[[Request], Awaitable[Response]]
_shown_games: WeakKeyDictionary[Game, _ShownGame] = WeakKeyDictionary()


def routes(services: Services) -> list[BaseRoute]:
    """Return the routes of this module."""
    host, is_public = services.host, services.settings.public is not None

    async def opened(request: Request) -> Response:
        optional = type(None)
        body = await body_of(
            request,
            document=(str, optional),
            text=(str, optional),
            settings=(dict, optional),
            players=(int, optional),
            agents=(dict, optional),
            minutes=(int, float, optional),
            hints=(bool, optional),
        )
        if (body["document"] is None) == (body["text"] is None) or (body["text"] is not None and not is_public):
            raise TableError("no-document", "write the name of a `document`, or on a public site a `text`")
        text, files = body["text"], {}
        if text is None:
            document = await asyncio.to_thread(services.documents.read, body["document"])
            text = document.text
            files = await asyncio.to_thread(_files, services, document.name, text, body["settings"] or {})
        minutes = body["minutes"]
        name = await host().open(
            text,
            files=files,
            sandboxed=body["text"] is not None,
            settings=body["settings"] or {},
            players=body["players"],
            hints=bool(body["hints"]),
            seconds=None if minutes is None else minutes * 60,
            agents={_number(seat): str(agent) for seat, agent in (body["agents"] or {}).items()},
        )
        return JSONResponse({"table": name, "address": f"/t/{name}"})

    async def seated(request: Request) -> Response:
        body = await body_of(request, seat=(int, type(None)), name=str)
        seat, secret = await host().sit(request.path_params["id"], body["seat"], body["name"])
        return JSONResponse({"seat": seat, "secret": secret})

    async def record(request: Request) -> Response:
        table = await host().table(request.path_params["id"])
        if not table.is_over:
            raise TableError("not-over", "the record reveals every hand, so it is available when the game is over")
        text = await asyncio.to_thread(lambda: Record.of(table.state).to_json())
        return Response(text, media_type="application/json")

    async def replay(request: Request) -> Response:
        seat, first = (_place(request.query_params.get(name), name) for name in ("seat", "from"))
        found = await host().replay(request.path_params["id"], WATCHER if seat is None else seat, first or 0)
        return Response(msgspec.json.encode(found), media_type="application/json")

    async def replayed(request: Request) -> Response:
        name = request.path_params["id"]
        table = await host().table(name)
        if not table.is_over:
            return RedirectResponse(f"/t/{quote(name)}", 303)
        shown = await _shown_game(table)
        return page(
            f"Replay · {shown.title}",
            script="tables/replay_page.js",
            styles=("player/player.css", "tables/tables.css"),
            data={"table": name, "title": shown.title, "scene": shown.scene},
            is_public=is_public,
        )

    async def notes(request: Request) -> Response:
        table = await host().table(request.path_params["id"])
        if is_public and not table.is_over:
            raise TableError("not-over", "notes can reveal a hand, so they are available when the game is over")
        return JSONResponse({"notes": [{"by": one.by, "ply": one.ply, "text": one.text} for one in table.notes]})

    async def shown(request: Request) -> Response:
        name = request.path_params["id"]
        game = await _shown_game(await host().table(name))
        return page(
            game.title,
            script="tables/table_page.js",
            styles=("player/player.css", "tables/tables.css"),
            data={"table": name, "title": game.title, "scene": game.scene, "phrases": PHRASES, "agents": AGENTS},
            rules=game.rules,
            is_public=is_public,
        )

    async def socket(connection: WebSocket) -> None:
        await TableSocket(host(), connection).run()

    def opening(_: Request) -> Response:
        names = [*services.documents.names(), *shipped_games()]
        data = {"documents": names, "agents": AGENTS, "isPublic": is_public}
        return page(
            "Tables",
            current="/tables",
            script="tables/open_page.js",
            styles=("studio/studio.css", "tables/tables.css"),
            data=data,
            is_public=is_public,
        )

    return [
        Route("/api/tables", _with_table_errors(opened), methods=["POST"]),
        Route("/api/tables/{id}/seats", _with_table_errors(seated), methods=["POST"]),
        Route("/api/tables/{id}/record", _with_table_errors(record), methods=["GET"]),
        Route("/api/tables/{id}/notes", _with_table_errors(notes), methods=["GET"]),
        WebSocketRoute("/api/tables/{id}/socket", socket),
        Route("/api/tables/{id}/replay", _with_table_errors(replay), methods=["GET"]),
        Route("/t/{id}/replay", _with_table_errors(replayed), methods=["GET"]),
        Route("/t/{id}", _with_table_errors(shown), methods=["GET"]),
        Route("/tables", in_thread(opening), methods=["GET"]),
    ]


def _with_table_errors(endpoint: Handler) -> Handler:
    """Return *endpoint* with `TableError` converted to a response."""

    async def answered(request: Request) -> Response:
        try:
            return await endpoint(request)
        except TableError as problem:
            return error(problem.code, str(problem), _STATUS.get(problem.code, 409))

    return answered


class _ShownGame(NamedTuple):
    """What pages show of a game at any of its tables."""

    title: str
    scene: object
    rules: str


async def _shown_game(table: Table) -> _ShownGame:
    """Return what pages show of the game of a table: worked out once, since strangers can make it take long."""
    found = _shown_games.get(table.game)
    if found is None:
        found = await asyncio.to_thread(_show, table.game, table.opened.document)
        _shown_games[table.game] = found
    return found


def _show(game: Game, document: str) -> _ShownGame:
    return _ShownGame(title_of(game), msgspec.to_builtins(game.scene()), rules_html(document))


def _number(seat: object) -> int:
    text = str(seat)
    if not text.isdecimal() or len(text) > 3:
        raise TableError("no-seat", f"`{text[:20]}` is not a seat; write its number, from 0")
    return int(text)


def _place(text: str | None, name: str) -> int | None:
    """Return a number from the query; None if it is missing."""
    if text is not None and (not text.isdecimal() or len(text) > 6):
        raise TableError("bad-number", f"`{name}` is {text[:20]!r}; write a number from 0 on")
    return None if text is None else int(text)


def _files(services: Services, name: str, document: str, settings: dict[str, Any]) -> dict[str, str]:
    """Return the files that a document reads, so that the table needs no folder."""
    found: dict[str, str] = {}
    reader = services.documents.reader(name)

    def read(file: str) -> str:
        found[file] = text = reader(file)
        return text

    load_text(document, read=read, parameters=settings)
    return found
