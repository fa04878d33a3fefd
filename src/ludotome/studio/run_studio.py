"""Run studio: start the server, report when it is ready, and stop it on request. Only this module loads the server."""

from __future__ import annotations

from collections.abc import Callable

from ludotome.studio.settings import DEFAULT_PORT, Settings
from ludotome.toolchain import ToolError


def run_studio(settings: Settings, ready: Callable[[Settings], None]) -> None:
    """Serve until a signal; *ready* is called once, when the address of *settings* works.

    Raise `ImportError` if the packages of the extra `serve` are not installed, `ToolError` if the port is in use. If
    the default port is in use, a free one is used, except for a public site.
    """
    from ludotome.studio.server import StudioServer

    server = StudioServer(settings, lambda: ready(settings))
    if not server.bind():
        if settings.public is not None:  # browsers come to a fixed address
            message = f"cannot listen on port {settings.port} of {settings.host}; write another `--port`"
            raise ToolError("port-taken", message)
        if settings.port != DEFAULT_PORT:
            message = f"cannot listen on port {settings.port} of {settings.host}; write `--port 0` for any free port"
            raise ToolError("port-taken", message)
        settings.port = 0
        server = StudioServer(settings, lambda: ready(settings))
        if not server.bind():
            raise ToolError("no-port", f"cannot listen on {settings.host}")
    server.run_until_stopped()
