"""SeatRecord: a game as one seat saw it, to show, to save and to learn from.

A full record reveals everything: its seed reproduces the deals, its hashes identify them, and token ids follow the
order of creation. A seat may be shown who made which decision, with tokens named only if the seat saw them, and its
observations before each decision and at the end.

Invariants:
    * games that the seat could not distinguish at any decision give equal records;
    * it cannot be replayed: that needs the full record.

This module does not know rules.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from ludotome.files import write_whole
from ludotome.gamedef import PlayError
from ludotome.play.file_names import file_path
from ludotome.play.handles import Handles
from ludotome.play.reference import kernel

if TYPE_CHECKING:
    from ludotome.play.backends import BackendName
    from ludotome.play.game import Game
    from ludotome.play.record import Record
    from ludotome.play.state import State

FORMAT, VERSION = "ludotome-seat-record", 2


class SeatRecord(msgspec.Struct, frozen=True):
    """A game as *seat* saw it.

    `decisions` are JSON data with the `player` who decided (−1 is chance), a token by its handle in the observation
    before, or as `{"oneOf": zone}` if the seat did not see it; `observations` are what the seat saw before each and at
    the end, so there is one more.
    """

    game: str
    rules_hash: str
    players: int
    seat: int
    decisions: tuple[dict[str, Any], ...]
    observations: tuple[dict[str, Any], ...]

    @classmethod
    def of(cls, record: Record, game: Game, seat: int, backend: BackendName = "auto") -> SeatRecord:
        """Return *record*, replayed and verified, as *seat* saw it."""
        if type(seat) is not int or not 0 <= seat < record.players:
            raise PlayError("bad-argument", f"there is no seat {seat!r}; seats are 0 to {record.players - 1}")
        return cls.of_state(record.replay(game, backend), seat)

    @classmethod
    def of_state(cls, state: State, seat: int) -> SeatRecord:
        """Return the game up to *state*, since its start or since it was loaded, as *seat* saw it."""
        game = state.game
        decisions, observations = list[dict[str, Any]](), list[dict[str, Any]]()
        for before, decision in state.steps():
            names = Handles(game.game_def, before, seat).of_slot
            player = kernel.current_player(game.game_def, before)
            seen = kernel.redacted_decision(game.game_def, before, decision, seat, names)
            decisions.append({"player": player} | seen)
            observations.append(kernel.observation(game.game_def, before, seat, names))
        now = state.game_state
        observations.append(kernel.observation(game.game_def, now, seat, Handles(game.game_def, now, seat).of_slot))
        return cls(game.name, game.rules_hash, state.num_players, seat, tuple(decisions), tuple(observations))

    def to_json(self) -> str:
        """Return the record as JSON text, one decision or observation per line."""
        head = {
            "format": FORMAT,
            "version": VERSION,
            "game": self.game,
            "rules": self.rules_hash,
            "players": self.players,
            "seat": self.seat,
        }
        lines = [f"  {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}," for key, value in head.items()]
        lists = (_listed("decisions", self.decisions) + ",", _listed("observations", self.observations))
        return "\n".join(("{", *lines, *lists, "}", ""))

    def save(self, path: str | Path) -> None:
        """Write the record to a file atomically."""
        write_whole(file_path("path", path, "write the path of the file"), self.to_json())


def _listed(name: str, items: tuple[dict[str, Any], ...]) -> str:
    rows = ",\n    ".join(json.dumps(item, ensure_ascii=False) for item in items)
    return f'  "{name}": [\n    {rows}\n  ]' if rows else f'  "{name}": []'
