"""Loading: load a game by name, file, text or definition.

The one place where documents are read from disk. Files that a document names are read from its folder (`files`).

Invariants:
    * a document with errors raises a `SpecError` with all diagnostics;
    * a file that cannot be read raises a `PlayError` with the reason, and a near file or game or the shipped games.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from ludotome.diagnostics import has_errors
from ludotome.files import MOST_BYTES, Folder, Shelf, shipped_games, shipped_path
from ludotome.gamedef import (
    GameDef,
    PlayError,
    SpecError,
    bad_argument,
    callable_or_none,
    from_json,
    of_kind,
    validate_game_def,
)
from ludotome.play.file_names import file_path, near_files
from ludotome.play.game import Game
from ludotome.play.known_documents import NotedReads, recall_document, remember_document
from ludotome.play.record import loaders


def load(source: str | Path, *, parameters: Mapping[str, Any] | None = None, **settings: Any) -> Game:
    """Return a shipped game by name, or the game of a document by path; raise `SpecError` if it has errors.

    Set parameters of the game by keyword, `load("hex", size=7)`, or by *parameters*; an invalid value raises
    `PlayError`.
    """
    given = _joined_settings(parameters, settings)
    if isinstance(source, str) and source in shipped_games():
        games = Folder(shipped_path(source).parent)
        return _compiled(games.read(f"{source}.md"), Shelf(games.read), None, given)
    path = file_path("source", source, "write the name of a shipped game, or the path of a document")
    try:
        text = _read(path)
    except (OSError, ValueError) as problem:
        raise _no_document(source, problem) from None
    return _compiled(text, Shelf(Folder(path.parent).read), str(path), given)


def load_text(
    markdown: str,
    *,
    read: Callable[[str], str] | None = None,
    parameters: Mapping[str, Any] | None = None,
    **settings: Any,
) -> Game:
    """Return the game of a document's text; *read* returns the files that it names.

    Extending a shipped game does not need *read*. Parameters are set as in `load`.
    """
    callable_or_none("read", read, "write a function from the name of a file to its text")
    return _compiled(markdown, Shelf(read), None, _joined_settings(parameters, settings))


def _joined_settings(parameters: Mapping[str, Any] | None, settings: dict[str, Any]) -> dict[str, Any]:
    """Return the parameters set by mapping and by keyword; none may be set twice."""
    if parameters is None:
        return settings
    if not isinstance(parameters, Mapping):
        raise bad_argument("parameters", parameters, "write a mapping from the names of parameters to their values")
    twice = [name for name in settings if name in parameters]
    if twice:
        raise PlayError("bad-argument", f"`{twice[0]}` is set twice; write it once")
    return {**parameters, **settings}


def _compiled(markdown: str, read: Shelf, filename: str | None, settings: dict[str, Any]) -> Game:
    of_kind("markdown", markdown, str, "write the text of a document")
    known = recall_document(markdown, read, settings)
    if known is not None:
        return Game(known.game_def, markdown, known.texts)
    from ludotome.spec import compile_text  # a light import; only a document that is not cached needs the front end

    noted = NotedReads(read)
    result: Any = compile_text(markdown, noted, settings)
    if result.game_def is None or has_errors(result.diagnostics):
        raise SpecError(tuple(result.diagnostics), filename)
    remember_document(markdown, noted, settings, result.game_def)
    return Game(result.game_def, markdown, noted.texts)


def from_game_def(game_def: GameDef | str | bytes) -> Game:
    """Return the game of a definition or its JSON; raise `SpecError` if it has errors."""
    if not isinstance(game_def, GameDef | str | bytes):
        raise bad_argument("game_def", game_def, "write a definition, of a game `game.game_def`, or its JSON")
    definition = game_def if isinstance(game_def, GameDef) else from_json(game_def)
    found = validate_game_def(definition)
    if has_errors(found):
        raise SpecError(found)
    return Game(definition)


def _read(path: Path) -> str:
    """Return the text of the file that the caller names; raise `OSError` if it cannot be read."""
    with path.open("rb") as stream:  # a pipe is allowed, but it is read only up to a limit
        data = stream.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise OSError(f"it is larger than {MOST_BYTES} bytes")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as problem:
        raise OSError(f"it is not UTF-8: {problem}") from None


def _no_document(source: str | Path, problem: Exception) -> PlayError:
    games = shipped_games()
    near = near_files(str(source), games)
    hint = f"did you mean `{near[0]}`?" if near else f"shipped games are {', '.join(games) or 'none'}"
    reason = getattr(problem, "strerror", None) or str(problem)
    return PlayError("no-document", f"cannot read `{source}`: {reason}; {hint}", alternatives=near)


loaders.game, loaders.load, loaders.load_text = Game, load, load_text
