"""`ludotome new`: a commented document that compiles, to begin a game from."""

from __future__ import annotations

import re
from typing import Annotated

import typer

_ID = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")


def starter(name: str) -> str:
    """Return the text of the document that a game called *name* begins with."""
    from importlib import resources

    text = (resources.files("ludotome.cli") / "starter.md").read_text(encoding="utf-8")
    title = name.replace("-", " ").replace("_", " ").capitalize()
    return text.replace("TITLE", title).replace("NAME", name)


def command(
    name: Annotated[str, typer.Argument(metavar="NAME", help="What the game is called: letters, digits, `-`, `_`.")],
    output: Annotated[str | None, typer.Option("-o", "--output", help="The file; NAME.md unless given.")] = None,
) -> None:
    """Write a commented document that compiles, to begin a game from."""
    from pathlib import Path

    from ludotome.cli.console import say
    from ludotome.cli.errors import CommandError

    if _ID.fullmatch(name) is None:
        raise CommandError(f"`{name}` is not a name: begin with a letter, use letters, digits, `-` and `_`", status=2)
    file = Path(output if output is not None else f"{name}.md")
    try:
        with file.open("x", encoding="utf-8", newline="\n") as stream:
            stream.write(starter(name))
    except FileExistsError:
        raise CommandError(f"`{file}` is there already; name another file with `-o`") from None
    except OSError as error:
        raise CommandError(f"cannot write `{file}`: {(error.strerror or str(error)).lower()}") from None
    say(f"{file}: written; check it with `ludotome check {file}`, try it with `ludotome test {file}`")
