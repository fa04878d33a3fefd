"""Document API: read, save and list documents and their versions, as JSON.

    GET  /api/documents                          {"documents": [{name, shipped}]}
    GET  /api/documents/NAME                     {name, text, version, shipped}
    PUT  /api/documents/NAME  {text, version}    {name, version, kept, …}; the `version` of the request is that of the
                                                 text before the changes, null for a new document. 409 if another
                                                 version was saved meanwhile:
                                                 {error: {code: "conflict", theirs: {text, version, …}, yours, kept}}
    GET  /api/documents/NAME/versions            {"versions": [{id, version, origin, at, characters}]}, newest first
    GET  /api/documents/NAME/versions/ID         {"text": …}
    POST /api/new  {name, players, board}        {"text": …}, a small document that already plays

NAME is that of a shipped game, which is read-only, or a path below the folder that ends in `.md`.
"""

from __future__ import annotations

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from ludotome.gamedef import PlayError
from ludotome.play import shipped_games
from ludotome.spec import starter
from ludotome.studio.answers import body_of, in_thread
from ludotome.studio.documents import document_data
from ludotome.studio.services import Services


def routes(services: Services) -> list[BaseRoute]:
    """Return the routes of this module."""
    documents = services.documents

    def listed(_: Request) -> Response:
        found = [{"name": name, "shipped": False} for name in documents.names()]
        return JSONResponse({"documents": found + [{"name": name, "shipped": True} for name in shipped_games()]})

    def read(request: Request) -> Response:
        return JSONResponse(document_data(documents.read(request.path_params["name"])))

    async def save(request: Request) -> Response:
        body = await body_of(request, text=str, version=(str, type(None)))
        name = request.path_params["name"]
        saved, kept = await run_in_threadpool(documents.save, name, body["text"], body["version"])
        return JSONResponse({**document_data(saved), "kept": kept})

    def versions(request: Request) -> Response:
        found = documents.versions.listed(request.path_params["name"])
        return JSONResponse({"versions": msgspec.to_builtins(found)})

    def version(request: Request) -> Response:
        name, number = request.path_params["name"], request.path_params["id"]
        text = documents.versions.text(name, number)
        if text is None:
            raise PlayError("no-version", f"`{name}` has no version {number}")
        return JSONResponse({"text": text})

    async def new(request: Request) -> Response:
        body = await body_of(request, name=str, players=(int, type(None)), board=(str, type(None)))
        try:
            text = starter(body["name"], body["players"] or 2, body["board"] or "grid")
        except ValueError as problem:
            raise PlayError("bad-argument", str(problem)) from None
        return JSONResponse({"text": text})

    return [
        Route("/api/documents", in_thread(listed), methods=["GET"]),
        Route("/api/documents/{name:path}/versions", in_thread(versions), methods=["GET"]),
        Route("/api/documents/{name:path}/versions/{id:int}", in_thread(version), methods=["GET"]),
        Route("/api/documents/{name:path}", in_thread(read), methods=["GET"]),
        Route("/api/documents/{name:path}", save, methods=["PUT"]),
        Route("/api/new", new, methods=["POST"]),
    ]
