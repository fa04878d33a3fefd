"""`ludotome explain`: print the page of a code, or list the codes."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer


def _codes() -> list[str]:
    from ludotome.diagnostics import code_pages

    return [page.code for page in code_pages()]


def command(
    codes: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="CODE", help="As LT601; all codes are listed when none is given.", autocompletion=_codes
        ),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Explain a code: what it finds, why it matters, an example, and what to write instead."""
    import json

    from ludotome.cli.console import write
    from ludotome.diagnostics import code_page, code_pages

    pages = [code_page(code) for code in codes] if codes else code_pages()
    if as_json:
        write(json.dumps([asdict(page) for page in pages], indent=2, ensure_ascii=False) + "\n")
    elif codes:
        write("\n".join(page.markdown for page in pages))
    else:
        write("".join(f"{page.code}  {page.name}\n" for page in pages))
