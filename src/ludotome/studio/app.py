"""App: join the parts of the studio to one application behind the gate."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from types import ModuleType

from starlette.applications import Starlette
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import BaseRoute
from starlette.types import ASGIApp

from ludotome.studio import (
    assets,
    document_api,
    export_api,
    health,
    help_page,
    library,
    metrics,
    play_api,
    play_page,
    table_api,
    workshop,
)
from ludotome.studio.answers import HANDLERS
from ludotome.studio.gate import Gate
from ludotome.studio.limits import Limits
from ludotome.studio.logs import Logged
from ludotome.studio.services import Services
from ludotome.studio.settings import Settings

# Each has `routes(services)`. The first route that matches answers.
PARTS: tuple[ModuleType, ...] = (
    health,
    metrics,
    assets,
    document_api,
    export_api,
    play_api,
    play_page,
    table_api,
    help_page,
    library,
    workshop,
)


# The routes of a public site: none writes files, reads documents or computes without limits.
PUBLIC_PARTS: tuple[ModuleType, ...] = (health, metrics, assets, table_api, help_page, library)


def all_routes(services: Services) -> list[BaseRoute]:
    """Return the routes of every part, in order."""
    parts = PARTS if services.settings.public is None else PUBLIC_PARTS
    return [route for part in parts for route in part.routes(services)]


def make_app(settings: Settings) -> ASGIApp:
    """Return the application."""
    services = Services.for_settings(settings)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        try:
            yield
        finally:
            await services.close()

    inner = Starlette(routes=all_routes(services), exception_handlers=HANDLERS, lifespan=lifespan)
    zipped = GZipMiddleware(inner, minimum_size=1000, compresslevel=6)
    entered: ASGIApp = Gate(zipped, settings)
    if settings.public is not None:
        entered = Limits(entered, services.metrics)
    return Logged(entered, services.metrics)
