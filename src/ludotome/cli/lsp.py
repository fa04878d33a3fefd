"""`ludotome lsp`: the language server, for editors."""

from __future__ import annotations

import click


@click.command
def command() -> None:
    """Run the language server over standard input and output, for editors.

    It speaks the Language Server Protocol: diagnostics, completion, hover, definition, references, rename, document
    symbols and quick fixes. An editor starts it; see docs/language-server.md.
    """
    from importlib.util import find_spec

    from ludotome.cli.errors import CommandError

    if find_spec("pygls") is None:
        raise CommandError("the language server needs pygls; install it with `pip install 'ludotome[lsp]'`")
    from ludotome.cli.at_once import end_at_once_on_signals
    from ludotome.lsp import start

    end_at_once_on_signals()
    start()
