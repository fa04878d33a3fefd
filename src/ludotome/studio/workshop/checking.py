"""Checking: the diagnostics, picture and outline of a text, as the page shows them.

The page requests the diagnostics of the document, its picture, and the errors under other parameter settings, which
take one compilation per setting, one after the other, so that the first come fast while the user types.

This module does not know sockets.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import Any

import msgspec
from msgspec import Struct

from ludotome import language
from ludotome.diagnostics import Diagnostic
from ludotome.play import Game, State
from ludotome.spec import CompileResult, check_settings, compile_text
from ludotome.studio.workshop.places import Places

Emit = Callable[[dict[str, Any]], None]
Read = Callable[[str], str]


class Checked(Struct, frozen=True):
    """A text with the result of compiling it."""

    text: str
    result: CompileResult

    def game(self) -> Game | None:
        """Return the game, if the text has no errors."""
        return None if self.result.game_def is None else Game(self.result.game_def, self.text)


def check(text: str, read: Read) -> tuple[Checked, dict[str, Any]]:
    """Return the result of compiling *text*, and its diagnostics as the page shows them."""
    started = time.perf_counter()
    checked = Checked(text, compile_text(text, read))
    milliseconds = round((time.perf_counter() - started) * 1000)
    found = diagnostics_data(Places(text), checked.result.diagnostics)
    return checked, {
        "diagnostics": found,
        "milliseconds": milliseconds,
        "isPlayable": checked.result.game_def is not None,
    }


def draw(text: str, game: Game | None, read: Read, emit: Emit, is_stale: Callable[[], bool]) -> None:
    """Emit the picture and the outline of a text; stop when *is_stale* returns true."""
    if game is not None and not is_stale():
        emit({"picture": picture_data(game)})
    if not is_stale():
        emit({"outline": outline_data(Places(text), language.outline(text, read))})


def check_more(checked: Checked, read: Read, is_stale: Callable[[], bool]) -> dict[str, Any] | None:
    """Return the diagnostics of a text including those under other parameter settings; None if there are no more."""
    every = check_settings(checked.text, checked.result, read, is_stale).diagnostics
    if every == checked.result.diagnostics:
        return None
    found = diagnostics_data(Places(checked.text), every)
    return {"diagnostics": found, "isPlayable": checked.result.game_def is not None}


def picture_data(game: Game) -> dict[str, Any]:
    """Return the scene of a game and its initial position, as the first seat to move sees it."""
    state = game.new_initial_state(backend="reference")
    return {"scene": msgspec.to_builtins(game.scene()), "view": view_data(state), "title": game.name}


def view_data(state: State) -> dict[str, Any]:
    """Return a position as the seat to move sees it; of a finished game, as the first seat does."""
    return msgspec.to_builtins(state.view(max(0, state.current_player())))  # type: ignore[no-any-return]


def diagnostics_data(places: Places, found: Iterable[Diagnostic]) -> list[dict[str, Any]]:
    """Return diagnostics as the editor shows them; one in another file is placed at the top and names that file."""
    return [_diagnostic(places, one) for one in found]


def _diagnostic(places: Places, one: Diagnostic) -> dict[str, Any]:
    is_here = one.span is not None and not one.span.source
    span = places.span(one.span) if is_here and one.span is not None else {"from": 0, "to": 0}
    where = f"{one.span.source}:{one.span.line}: " if one.span is not None and not is_here else ""
    data: dict[str, Any] = {
        **span,
        "line": one.span.line if is_here and one.span is not None else 1,
        "code": one.code,
        "severity": one.severity,
        "message": where + one.message,
        "suggestion": one.suggestion or "",
    }
    if one.fix is not None and all(not edit.span.source for edit in one.fix.edits):
        data["fix"] = {"title": one.fix.title, "edits": places.edits(one.fix.edits)}
    return data


def outline_data(places: Places, entries: Iterable[language.OutlineEntry]) -> list[dict[str, Any]]:
    """Return the outline as the page lists it."""
    return [
        {
            "name": entry.name or entry.kind,
            "kind": entry.kind,
            **places.span(entry.name_span),
            "children": outline_data(places, entry.children),
        }
        for entry in entries
    ]
