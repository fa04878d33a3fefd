"""Load game: load the game that a command names: a shipped game, a document or a record.

Errors in a document are shown as `check` shows them. An unknown name is wrong usage; the error suggests near names.
Errors in a record are reported with the name of its file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from ludotome.cli import parameters
from ludotome.cli.console import wants_color, width, write
from ludotome.cli.documents import Beside, MissingFileError, check_output, did_you_mean, no_file, read_document
from ludotome.cli.errors import CommandError, DocumentError
from ludotome.cli.reports import at_home

if TYPE_CHECKING:
    from ludotome.gamedef import Setting
    from ludotome.play import Game, Record, State

Again = Callable[[str | None], str]  # takes a document or None; returns the command line to run instead


def load_game(
    source: str, *, output: str | tuple[str, ...] | None = None, settings: Mapping[str, Setting] | None = None
) -> Game:
    """Return the game that *source* names; errors in its document are shown and end the command.

    Its parameters are set by *settings*, or else by `--set` of the command. An *output* file that is one of the files
    the game is read from is refused.
    """
    from ludotome.gamedef import SpecError
    from ludotome.play import load, load_text, shipped_games, shipped_path

    settings = given_settings() if settings is None else settings
    is_shipped = source in shipped_games()
    outputs = (output,) if isinstance(output, str) else output or ()
    for one in outputs:
        check_output(one, [str(shipped_path(source)) if is_shipped else source])
    if is_shipped:
        with _told_as_usage():
            return load(source, parameters=settings)
    try:
        document = read_document(source)
    except MissingFileError as missing:
        what = missing if Path(source).suffix else f"there is no game `{source}` and no such file"
        hint = did_you_mean(source, shipped_games()) or "`ludotome games` lists the shipped ones"
        raise CommandError(f"{what}; {hint}", status=2) from None
    beside = Beside(source)
    try:
        if document.fault is not None:
            raise SpecError((document.fault,))
        with _told_as_usage():
            game = load_text(document.text, read=beside, parameters=settings)
    except SpecError as error:
        from ludotome.diagnostics import render

        texts = {document.name: document.text, **beside.texts}
        found = [at_home(one, lambda name: beside.path(name) if name else document.name) for one in error.diagnostics]
        write(render(found, texts, filename=document.name, color=wants_color(), width=width()))
        report = render(found, texts, "json", filename=document.name)
        message = f"`{document.name}` has errors, so it cannot be played; run `ludotome check` for the same report"
        raise DocumentError(message, report) from None
    for one in outputs:
        check_output(one, beside.asked)  # a file that only the document names
    return game


def begun(
    game: Game,
    position: str | None,
    *,
    seed: int,
    players: int | None,
    backend: Literal["auto", "reference", "native"] = "auto",
) -> State:
    """Return the initial state of *game*: after its setup, or with a *position* on the board."""
    if position is None:
        return game.new_initial_state(seed=seed, players=players, backend=backend)
    return game.state_from_position(position, seed, players, backend)


def given_settings() -> dict[str, Setting]:
    """Return the parameters that `--set` of the running command has set."""
    context = click.get_current_context(silent=True)
    return {} if context is None else context.meta.get(parameters.SETTINGS, {})


@contextmanager
def _told_as_usage() -> Iterator[None]:
    """Convert an error in the value of a parameter to a usage error of the command."""
    from ludotome.gamedef import PlayError

    try:
        yield
    except PlayError as error:
        raise CommandError(str(error), status=2) if error.code == "bad-argument" else error from None


def load_record(file: str, *, output: str | None = None) -> Record:
    """Return the record in *file*; refuse it if it is also the command's *output*."""
    from ludotome.play import Record

    if output is not None:
        check_output(output, [file])
    if not Path(file).exists():
        raise no_file(file, ".json")
    return Record.load(file)


def load_game_of(record: Record, again: Again, *, output: str | None = None) -> Game:
    """Return the shipped game of *record*; if there is none, the error names the command with the document.

    *again* writes that command line, with a document or without. *output* is as for `load_game`.
    """
    if not _is_shipped(record.game):
        what = f"the record is of `{record.game}`, which is not a shipped game"
        raise CommandError(f"{what}: name its document, as `{again(_document_of(record))}`", status=2)
    return load_game(record.game, output=output, settings=given_settings() or record.parameters)


def replayed(record: Record, game: Game, file: str, source: str | None, again: Again) -> State:
    """Return the state at the end of the *record* in *file*; a record of another game is refused, with the file's name.

    *again* writes the command line to run instead; *source* is how this command named the game.
    """
    from ludotome.gamedef import PlayError

    try:
        return record.replay(game)
    except PlayError as error:
        hint = ""
        if error.code == "other-rules" and game.name != record.game:
            hint = f"; write `{again(None if _is_shipped(record.game) else _document_of(record))}`"
        elif error.code == "other-rules" and (source is None or _is_shipped(source)):
            # a copy of a shipped game may have kept its name
            hint = f", or name the document it is of, as `{again(_document_of(record))}`"
        raise CommandError(f"`{file}`: {error}{hint}") from None


def _is_shipped(name: str) -> bool:
    from ludotome.play import shipped_games

    return name in shipped_games()


def _document_of(record: Record) -> str:
    """Return the default file name of the document of a record's game."""
    return f"{record.game}.md"
