"""Run studio: start the server, say when it is ready, and stop it when asked; the server is loaded only here."""

from __future__ import annotations

from collections.abc import Callable

from ludotome.studio.settings import DEFAULT_PORT, Settings
from ludotome.toolchain import ToolError


def run_studio(settings: Settings, ready: Callable[[Settings], None]) -> None:
    """Serve until the process is asked to stop; *ready* is called once, when the address of *settings* works.

    An `ImportError` if the packages of the extra `serve` are not installed; a `ToolError` if the port is taken. Where
    the default port is taken, any free one is used.
    """
    from ludotome.studio.server import StudioServer

    server = StudioServer(settings, lambda: ready(settings))
    if not server.bind():
        if settings.port != DEFAULT_PORT:
            message = f"cannot listen on port {settings.port} of {settings.host}; write `--port 0` for any free port"
            raise ToolError("port-taken", message)
        settings.port = 0
        server = StudioServer(settings, lambda: ready(settings))
        if not server.bind():
            raise ToolError("no-port", f"cannot listen on {settings.host}")
    server.run_until_stopped()
