"""Run server: serve the tools on standard input and output; the SDK is loaded only here."""

from __future__ import annotations


def run_server(folder: str, *, allow_write: bool = False) -> None:
    """Serve the tools until standard input is closed; an `ImportError` if `mcp` is not installed."""
    from ludotome.mcp.server import make_server

    make_server(folder, allow_write=allow_write).run("stdio")
