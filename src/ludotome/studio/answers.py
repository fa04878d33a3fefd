"""Answers: JSON responses, also for exceptions.

An error is `{"error": {"code": …, "message": …, …}}` with a status of 400 or more.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

from ludotome.diagnostics import render
from ludotome.gamedef import PlayError, SpecError
from ludotome.studio.documents import ConflictError, document_data
from ludotome.studio.gate import MOST_BODY, TooLargeError
from ludotome.toolchain import ToolError

_MISSING = ("no-document", "no-version", "no-page")


def error(code: str, message: str, status: int, **more: Any) -> JSONResponse:
    """Return the response for an error."""
    return JSONResponse({"error": {"code": code, "message": message, **more}}, status)


async def body_of(request: Request, **wanted: type | tuple[type, ...]) -> dict[str, Any]:
    """Return the JSON object of a request; each name in *wanted* must have a value of that type."""
    try:
        found = msgspec.json.decode(await request.body())
    except msgspec.DecodeError as problem:
        raise HTTPException(400, f"the request is not JSON: {problem}") from None
    except RecursionError:
        raise HTTPException(400, "the request is nested too deeply") from None
    if not isinstance(found, dict):
        raise HTTPException(400, "the request is not a JSON object")
    for name, types in wanted.items():
        kinds = types if isinstance(types, tuple) else (types,)
        value = found.setdefault(name, None)
        if not isinstance(value, kinds) or (isinstance(value, bool) and bool not in kinds):
            names = " or ".join("null" if kind is type(None) else kind.__name__ for kind in kinds)
            raise HTTPException(400, f"`{name}` is {value!r:.80}; write a value of type {names}")
    return found


def in_thread(work: Callable[[Request], Response]) -> Callable[[Request], Awaitable[Response]]:
    """Return an endpoint that runs *work* off the event loop."""

    async def endpoint(request: Request) -> Response:
        return await run_in_threadpool(work, request)

    return endpoint


def _http(request: Request, problem: Exception) -> Response:
    assert isinstance(problem, HTTPException)
    if request.url.path.startswith("/api/"):
        return error("bad-request" if problem.status_code == 400 else "http", problem.detail, problem.status_code)
    return PlainTextResponse(f"{problem.detail}\n", problem.status_code)


def _play(request: Request, problem: Exception) -> Response:
    assert isinstance(problem, PlayError)
    status = 404 if problem.code in _MISSING else 400
    if not request.url.path.startswith("/api/"):
        return PlainTextResponse(f"{problem}\n", status)
    return error(problem.code, str(problem), status)


def _spec(_: Request, problem: Exception) -> Response:
    assert isinstance(problem, SpecError)
    report = msgspec.json.decode(render(problem.diagnostics, {}, "json"))
    return error("document", str(problem), 422, diagnostics=report["diagnostics"])


def _tool(_: Request, problem: Exception) -> Response:
    assert isinstance(problem, ToolError)
    return error(problem.code, str(problem), 503)


def _conflict(_: Request, problem: Exception) -> Response:
    assert isinstance(problem, ConflictError)
    message = "another version was saved in between; nothing was written, and yours is kept among the versions"
    return error("conflict", message, 409, theirs=document_data(problem.theirs), yours=problem.yours, kept=problem.kept)


def _too_large(_: Request, __: Exception) -> Response:
    return error("too-large", f"the request is larger than {MOST_BODY:,} bytes", 413)


HANDLERS: dict[Any, Callable[[Request, Exception], Response]] = {
    HTTPException: _http,
    PlayError: _play,
    SpecError: _spec,
    ToolError: _tool,
    ConflictError: _conflict,
    TooLargeError: _too_large,
}
