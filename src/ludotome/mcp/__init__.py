"""MCP: the tools of Ludotome for language models, over standard input and output.

Invariants:
    * files are read only below one folder, through `files`, and written only if the user allowed it;
    * a play tool takes a seat and returns what that seat may see, and nothing else;
    * games, time and the length of answers are bounded (`limits`).

This room knows no rules and no boards. It needs the package `mcp`, an extra; only `server` imports it.
"""

from ludotome.mcp.documents import Documents
from ludotome.mcp.tables import Tables

__all__ = ["Documents", "Tables", "run_server"]


def run_server(folder: str, *, allow_write: bool = False) -> None:
    """Serve the tools on standard input and output until it is closed; an `ImportError` if `mcp` is not installed."""
    from ludotome.mcp.server import make_server

    make_server(folder, allow_write=allow_write).run("stdio")
