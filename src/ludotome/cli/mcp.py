"""`ludotome mcp`: serve the tools for language models."""

from __future__ import annotations

import click

from ludotome.cli.errors import CommandError


@click.command
@click.argument("folder", metavar="[FOLDER]", default=".", type=click.Path(exists=True, file_okay=False))
@click.option("--allow-write", is_flag=True, help="Let the client write documents in FOLDER.")
def command(folder: str, allow_write: bool) -> None:
    """Serve tools to language models on standard input and output (Model Context Protocol).

    The client can read documents in FOLDER (default: the current folder) and nothing else.
    """
    from ludotome.cli.at_once import end_at_once_on_signals
    from ludotome.mcp import run_server

    end_at_once_on_signals()
    try:
        run_server(folder, allow_write=allow_write)
    except ImportError as error:
        if error.name is None or error.name.split(".")[0] not in ("mcp", "anyio", "pydantic"):
            raise
        raise CommandError(
            'the tools for language models need `mcp`: install it with `pip install "ludotome[mcp]"`'
        ) from None
