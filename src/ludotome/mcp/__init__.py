"""MCP: the tools of Ludotome for language models, over standard input and output.

Invariants:
    * files are read only below one folder, through `files`, and written only if the user allowed it;
    * a play tool takes a seat and returns what that seat may see, and nothing else;
    * games, time and the length of answers are bounded (`limits`).

This package knows no rules and no boards. It needs the package `mcp`, an extra; only `server` imports it.
"""

from ludotome.mcp.documents import Documents
from ludotome.mcp.run_server import run_server
from ludotome.mcp.tables import Tables

__all__ = ["Documents", "Tables", "run_server"]
