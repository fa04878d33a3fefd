"""`ludotome schema`: print the JSON Schema of documents or of the output of commands."""

from __future__ import annotations

import click


@click.command
def command() -> None:
    """Print the JSON Schema of the YAML in documents, for editors, validators and language models."""
    import json

    from ludotome.cli.console import write
    from ludotome.spec import document_schema

    write(json.dumps(document_schema(), indent=2, ensure_ascii=False) + "\n")
