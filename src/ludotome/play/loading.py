"""Loading: a game from its name, its file, its text or its definition.

The one place where documents are read from disk; a mission file is looked for beside its document.

Invariants:
    * what cannot be played is a `SpecError` with every diagnostic, never a half-made game;
    * a file that cannot be read is a `PlayError` that says why, with the near file or game, or the games that ship.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Any

from ludotome.diagnostics import has_errors
from ludotome.gamedef import GameDef, PlayError, SpecError, bad_argument, from_json, validate_game_def
from ludotome.play.file_names import file_path, near_files
from ludotome.play.game import Game

_LARGEST_FILE = 8 * 2**20


def shipped_games() -> tuple[str, ...]:
    """Return the names of the games that come with Ludotome, in alphabetical order."""
    folder = files("ludotome").joinpath("games")
    if not folder.is_dir():
        return ()
    return tuple(sorted(file.name[:-3] for file in folder.iterdir() if file.name.endswith(".md")))


def shipped_path(name: str) -> Path:
    """Return where the document of a shipped game lies."""
    return Path(str(files("ludotome").joinpath("games", f"{name}.md")))


def load(source: str | Path) -> Game:
    """Return a shipped game by its name, or the game of a document by its path; a `SpecError` lists what is wrong."""
    if isinstance(source, str) and source in shipped_games():
        return load_text(_shipped_text(f"{source}.md"), read=_shipped_text)
    path = file_path("source", source, "write the name of a shipped game, or the path of a document")
    try:
        text = _read(path)
    except (OSError, ValueError) as problem:
        raise _no_document(source, problem) from None
    return _compiled(text, lambda name: _read(path.parent / name), str(path))


def load_text(markdown: str, *, read: Callable[[str], str] | None = None) -> Game:
    """Return the game of a document's text; *read* gives mission files by name."""
    return _compiled(markdown, read, None)


def _compiled(markdown: str, read: Callable[[str], str] | None, filename: str | None) -> Game:
    from ludotome.spec import compile_text  # the front end is loaded only by those who have a document

    result: Any = compile_text(markdown, read)
    if result.game_def is None or has_errors(result.diagnostics):
        raise SpecError(tuple(result.diagnostics), filename)
    return Game(result.game_def, markdown)


def from_game_def(game_def: GameDef | str | bytes) -> Game:
    """Return the game of a definition, or of its JSON; a `SpecError` lists what is wrong."""
    if not isinstance(game_def, GameDef | str | bytes):
        raise bad_argument("game_def", game_def, "write a definition, of a game `game.game_def`, or its JSON")
    definition = game_def if isinstance(game_def, GameDef) else from_json(game_def)
    found = validate_game_def(definition)
    if has_errors(found):
        raise SpecError(found)
    return Game(definition)


def _shipped_text(name: str) -> str:
    """Return the text of a file that comes with Ludotome, a document or what lies beside it."""
    return files("ludotome").joinpath("games", name).read_text(encoding="utf-8")


def _read(path: Path) -> str:
    """Return the text of a file; what cannot be read is an `OSError` with the reason."""
    if path.stat().st_size > _LARGEST_FILE:
        raise OSError(f"`{path}` is larger than {_LARGEST_FILE} bytes")
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as problem:
        raise OSError(f"`{path}` is not UTF-8: {problem}") from None


def _no_document(source: str | Path, problem: Exception) -> PlayError:
    games = shipped_games()
    near = near_files(str(source), games)
    hint = f"did you mean `{near[0]}`?" if near else f"shipped games are {', '.join(games) or 'none'}"
    reason = getattr(problem, "strerror", None) or str(problem)
    return PlayError("no-document", f"cannot read `{source}`: {reason}; {hint}", alternatives=near)
