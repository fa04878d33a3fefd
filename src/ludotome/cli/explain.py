"""`ludotome explain`: print the page of a code, or list the codes."""

from __future__ import annotations

import click
from msgspec.structs import asdict

from ludotome.cli import parameters


def _completed(_context: click.Context, _parameter: click.Parameter, typed: str) -> list[str]:
    """Return the codes that start with what was *typed*, for completion in a shell."""
    from ludotome.diagnostics import code_pages

    return [page.code for page in code_pages() if page.code.startswith(typed.upper())]


@click.command
@click.argument(
    "codes",
    metavar="[CODE]...",
    nargs=-1,
    help="Code such as LT601 (default: list all codes).",
    shell_complete=_completed,
)
@parameters.as_json
def command(codes: tuple[str, ...], as_json: bool) -> None:
    """Explain a diagnostic code: what it means, why it matters, an example, and how to fix it."""
    import json

    from ludotome.cli.console import width, write
    from ludotome.cli.prose import wrapped_markdown
    from ludotome.diagnostics import code_page, code_pages

    pages = [code_page(code) for code in codes] if codes else code_pages()
    if as_json:
        write(json.dumps({"codes": [asdict(page) for page in pages]}, indent=2, ensure_ascii=False) + "\n")
    elif codes:
        write("\n".join(wrapped_markdown(page.markdown, width()) for page in pages))
    else:
        write("".join(f"{page.code}  {page.name}\n" for page in pages))
