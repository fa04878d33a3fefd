"""Trial: a game played next to the editor, on the reference kernel, so that it starts at once.

One person decides for every seat, and sees what the seat to move may see.

This module does not know sockets.
"""

from __future__ import annotations

import secrets
from typing import Any

import msgspec

from ludotome.gamedef import PlayError
from ludotome.play import Game
from ludotome.studio.workshop.checking import view_data

SECONDS = 20.0  # for one step


class Trial:
    """One game; the text may change meanwhile, the game continues with the rules it started with."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._seed = secrets.randbits(64)
        self._state = game.new_initial_state(self._seed, backend="reference", time_limit=SECONDS)
        self._moves: list[dict[str, Any]] = []

    def data(self, *, with_scene: bool = False) -> dict[str, Any]:
        """Return the position with the moves so far, at first also the scene."""
        shown: dict[str, Any] = {"view": view_data(self._state), "moves": self._moves, "seed": str(self._seed)}
        return {**shown, "scene": msgspec.to_builtins(self._game.scene())} if with_scene else shown

    def decide(self, number: int) -> None:
        """Make the legal decision with this number in the view; raise `PlayError` if there is none."""
        player = self._state.current_player()
        legal = self._state.seat(player).legal_actions() if player >= 0 else ()
        if not 0 <= number < len(legal):
            raise PlayError("no-decision", f"there is no decision {number} now; it may have been made already")
        text = self._state.seat(player).legal_action_strings()[number]
        self._state.apply_action(self._state.decision_shown_as(player, legal[number]), time_limit=SECONDS)
        self._moves.append({"player": player, "text": text})

    def why(self, action: str, values: dict[str, Any]) -> str | None:
        """Return why the seat to move cannot take an action with these values; None if it can."""
        player = self._state.current_player()
        return self._state.seat(player).why({"action": action, "params": values}) if player >= 0 else None

    def undo(self) -> None:
        """Take back the last decision, if there is one."""
        if self._moves:
            self._state.undo_action()
            self._moves.pop()
