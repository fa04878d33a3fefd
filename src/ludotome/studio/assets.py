"""Assets: serve our JavaScript modules and style sheets from the package.

    GET /web/NAME        a file below `web` that ends in .js or .css

Invariant: only files whose names were listed from the package are sent; a name is never joined to a path.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from importlib import resources
from importlib.resources.abc import Traversable

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from ludotome.studio.answers import in_thread
from ludotome.studio.services import Services

_TYPES = {".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8"}


def routes(services: Services) -> list[BaseRoute]:  # noqa: ARG001 - every part has one shape
    """Return the routes of this module."""
    return [Route("/web/{name:path}", in_thread(_asset), methods=["GET"])]


def _asset(request: Request) -> Response:
    found = _assets().get(request.path_params["name"])
    if found is None:
        raise HTTPException(404, "there is no such file")
    name, file = request.path_params["name"], found
    content = file.read_bytes()
    tag = f'"{sha256(content).hexdigest()[:20]}"'
    # A newer Ludotome on the same port may have another file, so the browser revalidates each time.
    headers = {"ETag": tag, "Cache-Control": "no-cache"}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return Response(content, media_type=_TYPES[name[name.rindex(".") :]], headers=headers)


@cache
def _assets() -> dict[str, Traversable]:
    return dict(_files(resources.files("ludotome") / "web", ""))


def _files(folder: Traversable, before: str) -> Iterator[tuple[str, Traversable]]:
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from _files(entry, f"{before}{entry.name}/")
        elif entry.name.endswith(tuple(_TYPES)):
            yield f"{before}{entry.name}", entry
