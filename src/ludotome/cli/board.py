"""`ludotome board`: check, show and convert boards of segments and tokens.

A mission names its two libraries, files in the same folder unless others are given. A save contains them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ludotome.cli.console import keeping_status, say, wants_color, width, write
from ludotome.cli.documents import Document, MissingFileError, check_output, no_file, read_document, write_document
from ludotome.cli.errors import CommandError
from ludotome.cli.group import Group
from ludotome.cli.reports import at_home, known_format, say_summaries
from ludotome.diagnostics import FORMATS, Diagnostic, render
from ludotome.files import Folder

if TYPE_CHECKING:
    from ludotome.boardstate import BoardState

_BOARD_LINE = re.compile(r"^\s*board\s*:", re.MULTILINE)
_segments = click.option(
    "--segments", metavar="FILE", help="Segment library to use instead of the one in the mission or save."
)
_tokens = click.option(
    "--tokens", metavar="FILE", help="Token library to use instead of the one in the mission or save."
)
_strict = click.option("--strict", is_flag=True, help="Report tokens whose type is not in the token library as errors.")
_file = click.argument("file", metavar="FILE", help="A mission or a save; - reads standard input.")


@click.group(cls=Group)
def command() -> None:
    """Check, show and convert boards made of segments and tokens (missions and saves)."""


@dataclass
class _Opened:
    """The result of reading a file: a board or None, the diagnostics, and the source texts."""

    board: BoardState | None = None
    diagnostics: tuple[Diagnostic, ...] = ()
    texts: dict[str, str] = field(default_factory=dict)


@command.command("check")
@click.argument("files", metavar="FILE...", nargs=-1, required=True, help="Missions or saves; - reads standard input.")
@_segments
@_tokens
@_strict
@click.option("--format", "form", metavar="FORM", default="full", help=f"Output format: {', '.join(FORMATS)}.")
def check(files: tuple[str, ...], segments: str | None, tokens: str | None, strict: bool, form: str) -> None:
    """Check missions and their libraries: report each error, where it is, and how to fix it."""
    known = known_format(form)
    opened: dict[str, _Opened] = {}
    unread: list[CommandError] = []
    for name in dict.fromkeys(files):
        try:
            opened[name] = _open(name, segments, tokens, strict=strict)
        except CommandError as error:
            unread.append(error)
    # A library that several missions share is read for each of them, but its errors are reported once.
    diagnostics = list(dict.fromkeys(found for one in opened.values() for found in one.diagnostics))
    texts = {name: text for one in opened.values() for name, text in one.texts.items()}
    has_failed = any(one.board is None for one in opened.values())
    status = 1 if has_failed else min((problem.status for problem in unread), default=0)
    with keeping_status(status):
        write(render(diagnostics, texts, known, color=wants_color(), width=width()))
        say_summaries({name: _summary(one) for name, one in opened.items()}, diagnostics, known)
        for problem in unread:
            say(f"error: {problem}")
    if status:
        raise click.exceptions.Exit(status)


@command.command("show")
@_file
@_segments
@_tokens
@_strict
def show(file: str, segments: str | None, tokens: str | None, strict: bool) -> None:
    """Draw a board as text, with its rotated segments, its tokens and a legend."""
    from ludotome.boardstate import draw_board

    write(draw_board(_board(file, segments, tokens, strict=strict)))


@command.command("convert")
@_file
@click.option("--to", metavar="KIND", default="mission", help="Output kind: mission or save.")
@click.option("-o", "--output", metavar="FILE", help="File to write (default: standard output).")
@_segments
@_tokens
@_strict
def convert(file: str, to: str, output: str | None, segments: str | None, tokens: str | None, strict: bool) -> None:
    """Convert a mission (in either dialect) or a save to a mission or a save."""
    from ludotome.boardstate import export_mission, export_save

    exports = {"mission": export_mission, "save": export_save}
    if to not in exports:
        raise CommandError(f"cannot convert to `{to}`: write {' or '.join(exports)}", status=2)
    if output is not None:
        check_output(output, [name for name in (file, segments, tokens) if name is not None])
    text = exports[to](_board(file, segments, tokens, strict=strict, output=output))
    if output is None:
        write(text)
    else:
        write_document(output, text)


def _board(
    name: str, segments: str | None, tokens: str | None, *, strict: bool, output: str | None = None
) -> BoardState:
    """Return the board in the file *name*. Diagnostics are printed, and an error ends the command.

    An *output* that is one of the files read, a library included, is refused.
    """
    opened = _open(name, segments, tokens, strict=strict)
    if output is not None:
        check_output(output, opened.texts)
    say_text = render(opened.diagnostics, opened.texts, "full", width=width()).rstrip("\n")
    if say_text:
        say(say_text)
    if opened.board is None:
        raise click.exceptions.Exit(1)
    return opened.board


def _open(name: str, segments: str | None, tokens: str | None, *, strict: bool) -> _Opened:
    from ludotome.boardstate import BoardError

    opened = _Opened()
    try:
        mission = _named(name, opened)
        if mission.text.lstrip().startswith("{"):
            opened.board = _save(mission, segments, tokens, opened, strict=strict)
        else:
            opened.board = _mission(mission, segments, tokens, opened, strict=strict)
        opened.diagnostics = opened.board.warnings
    except BoardError as error:
        opened.diagnostics = error.diagnostics
    return opened


def _named(name: str, opened: _Opened) -> Document:
    """Return the file that the command line names; if there is none, the error suggests a near name."""
    try:
        return _read(name, opened)
    except MissingFileError:
        raise no_file(name, ".txt") from None


def _save(save: Document, segments: str | None, tokens: str | None, opened: _Opened, *, strict: bool) -> BoardState:
    from ludotome.boardstate import import_save, replace_segment_library, replace_token_library, set_token_type_strict

    board = import_save(save.text, source=save.name)
    if strict:
        set_token_type_strict(board, True)
    for path, replace_library in ((segments, replace_segment_library), (tokens, replace_token_library)):
        if path is not None:
            library = _read(path, opened)
            replace_library(board, library.text, source=library.name)
    return board


def _mission(
    mission: Document, segments: str | None, tokens: str | None, opened: _Opened, *, strict: bool
) -> BoardState:
    from ludotome.boardstate import find_library_paths, import_mission, new_board, set_token_type_strict

    paths = find_library_paths(mission.text, source=mission.name)
    if paths.segments is None and _BOARD_LINE.search(mission.text) is None:
        hint = "to check a game document use `ludotome check`"
        raise CommandError(f"`{mission.name}` is not a mission: it has no `board:`; {hint}")
    segment_library = _library(mission.name, segments, paths.segments, "--segments", opened)
    token_library = _library(mission.name, tokens, paths.tokens, "--tokens", opened)
    board = new_board(
        1,
        segment_library.text,
        token_library.text,
        segment_source=segment_library.name,
        token_source=token_library.name,
    )
    set_token_type_strict(board, strict)
    import_mission(board, mission.text, source=mission.name)
    return board


def _library(mission: str, given: str | None, named: str | None, option: str, opened: _Opened) -> Document:
    """Return the library that was *given*, or else the one *named* in the mission, from the mission's folder."""
    if given is not None:
        return _read(given, opened)
    if named is None:
        raise CommandError(f"`{mission}` does not say where its library is: write {option} FILE")
    # Standard input has no folder; the parent of the path "<stdin>" is the working folder.
    folder = Folder(Path(mission).parent)
    try:
        text = folder.read(named).removeprefix("\ufeff")
    except OSError as problem:
        what = f"cannot read `{named}`, which `{mission}` names: {problem}"
        raise CommandError(f"{what}; write {option} FILE to use another") from None
    opened.texts[folder.path(named)] = text
    return Document(folder.path(named), text, None)


def _read(name: str, opened: _Opened) -> Document:
    """Return the file *name* as text and keep it for showing errors; raise `BoardError` if its bytes are not text."""
    from ludotome.boardstate import BoardError

    document = read_document(name)
    document = replace(document, text=document.text.removeprefix("\ufeff"))
    opened.texts[document.name] = document.text
    if document.fault is not None:
        raise BoardError((at_home(document.fault, lambda _: document.name),))
    return document


def _summary(opened: _Opened) -> str:
    board = opened.board
    if board is None:
        number = sum(found.severity == "error" for found in opened.diagnostics)
        return f"{number} error{'s' if number > 1 else ''}"
    return f"fine: {len(board.segments)} segments and {len(board.tokens)} tokens on {board.size} × {board.size}"
