"""Backends: the interface between `play` and the kernels, and the reference kernel behind it.

A backend works on positions of its own type, which are immutable: `apply` returns a new one. Everything that a position
does not provide itself (notation, observation, drawing) comes from its `GameState`.

This module does not know documents, files or users.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, Protocol

from ludotome.chance import seed_generator
from ludotome.gamedef import (
    ActionIds,
    Asked,
    Chance,
    Decision,
    GameDef,
    GameState,
    TensorLayout,
    TerminalResult,
    checked,
    id_of_decision,
    ids_of_game,
)
from ludotome.play.reference import kernel

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    SeenArrays = tuple[NDArray[np.integer[Any]], NDArray[np.int8]]

CHANCE_PLAYER, TERMINAL_PLAYER = -1, -4
BackendName = Literal["auto", "reference", "native", "sandboxed"]


class Backend(Protocol):
    """A backend for one game; `Position` is a type of its choice."""

    name: str

    def initial(self, seed: int, players: int | None, chance: Chance) -> Any:
        """Return the position at the first decision."""

    def decisions(self, position: Any) -> tuple[Decision, ...]:
        """Return the legal decisions, in definition order."""

    def canonical(self, position: Any, decision: Decision) -> Decision:
        """Return *decision* in the form of `decisions`; unchanged if it cannot be one of them."""

    def apply(self, position: Any, decision: Decision) -> Any:
        """Return the position after *decision*; a `PlayError` if it is not legal."""

    def follow(self, position: Any, decision: Decision) -> Any | None:
        """Return the position after *decision*, an object that `decisions` returned; for others None is allowed.

        A fast path through `canonical` and `apply` for decisions that were just listed.
        """

    def notations(self, position: Any, names: Mapping[int, str] | None = None) -> tuple[str, ...]:
        """Return the notation of each of the `decisions`; tokens by slot, or by *names*."""

    def forms(self, position: Any) -> tuple[tuple[str, ...], ...]:
        """Return every form of each of the `decisions`, without remarks."""

    def places_written(self, position: Any, text: str) -> tuple[int, ...]:
        """Return the indices of the `decisions` that *text* can mean: none, one, or several if it is ambiguous."""

    def current_player(self, position: Any) -> int:
        """Return the player to move: a seat, −1 for chance, −4 when the game is over."""

    def is_over(self, position: Any) -> bool:
        """Return whether the game is over."""

    def outcome(self, position: Any) -> TerminalResult | None:
        """Return the outcome, None while the game continues."""

    def hashes(self, position: Any) -> tuple[int, int]:
        """Return the position hash and the state hash."""

    def playout(self, position: Any, seed: int) -> tuple[float, ...]:
        """Return what each player gets when the game is played on from here at random."""

    def ids(self, position: Any) -> tuple[int, ...]:
        """Return the ids of the legal decisions, in the order of `decisions`; raise `PlayError` if there are none."""

    def follow_id(self, position: Any, number: int) -> Any | None:
        """Return the position after the legal decision with an id; None if there is none, or after a fault."""

    def mask(self, position: Any, mask: NDArray[np.bool_] | NDArray[np.int8]) -> None:
        """Set the entries of the legal ids in a mask with an entry for each id of a player."""

    def tensor(self, position: Any, player: int, out: NDArray[np.integer[Any]]) -> None:
        """Write what *player* may see, in the order of the game's `TensorLayout`."""

    def seen(self, position: Any, player: int) -> SeenArrays:
        """Return the tensor of *player* and the mask of its legal ids: all 0 if it is not its turn."""

    def notation_of(self, position: Any, decision: Decision) -> str:
        """Return the notation of *decision*, made in *position*."""

    def shown(self, position: Any) -> GameState:
        """Return the state to show: that of the position, or, while a choice is pending, the state at that choice."""

    def asked(self, position: Any) -> Asked | None:
        """Return the pending choice of a position, or None."""

    def to_state(self, position: Any) -> GameState:
        """Return the `GameState` of a position."""

    def from_state(self, state: GameState) -> Any:
        """Return the position of *state*."""


class ReferenceBackend:
    """The reference kernel; a position is the state itself."""

    name = "reference"

    def __init__(self, game_def: GameDef) -> None:
        self._game_def = game_def
        self._symbols = checked(game_def).symbols
        self._ids: dict[tuple[int, Chance], ActionIds] = {}
        self._tensors: dict[int, TensorLayout] = {}

    def initial(self, seed: int, players: int | None, chance: Chance) -> GameState:
        """Return the first state."""
        return kernel.initial_state(self._game_def, seed, players, chance)

    def decisions(self, position: GameState) -> tuple[Decision, ...]:
        """Return the legal decisions."""
        return kernel.legal_moves(self._game_def, position)

    def canonical(self, position: GameState, decision: Decision) -> Decision:
        """Return *decision* as `decisions` writes it."""
        return kernel.canonical_move(self._game_def, position, decision)

    def apply(self, position: GameState, decision: Decision) -> GameState:
        """Return the state after *decision*."""
        return kernel.apply_move(self._game_def, position, decision).state

    def follow(self, position: GameState, decision: Decision) -> None:
        """Return None: there is no fast path."""
        del position, decision

    def notations(self, position: GameState, names: Mapping[int, str] | None = None) -> tuple[str, ...]:
        """Return the notation of each of the `decisions`."""
        return kernel.legal_notations(self._game_def, position, names)

    def forms(self, position: GameState) -> tuple[tuple[str, ...], ...]:
        """Return every form of each of the `decisions`."""
        return kernel.legal_forms(self._game_def, position)

    def places_written(self, position: GameState, text: str) -> tuple[int, ...]:
        """Return which of the `decisions` *text* means."""
        return kernel.places_written(self._game_def, position, text)

    def notation_of(self, position: GameState, decision: Decision) -> str:
        """Return the notation of *decision*, made in *position*."""
        return kernel.notation_of(self._game_def, position, decision)

    def shown(self, position: GameState) -> GameState:
        """Return the state to show."""
        return kernel.view_state(self._game_def, position)

    def asked(self, position: GameState) -> Asked | None:
        """Return the pending choice of a position, or None."""
        return kernel.asked(self._game_def, position)

    def is_over(self, position: GameState) -> bool:
        """Return whether the game is over."""
        return position.outcome is not None

    def current_player(self, position: GameState) -> int:
        """Return who decides."""
        return kernel.current_player(self._game_def, position)

    def outcome(self, position: GameState) -> TerminalResult | None:
        """Return how the game ended."""
        return position.outcome

    def hashes(self, position: GameState) -> tuple[int, int]:
        """Return both hashes."""
        game_def = self._game_def
        return kernel.compute_position_hash(game_def, position), kernel.compute_full_hash(game_def, position)

    def playout(self, position: GameState, seed: int) -> tuple[float, ...]:
        """Return what each player gets when the game is played on from here at random."""
        generator = seed_generator(seed)
        while position.outcome is None:
            move, generator = kernel.random_move(self._game_def, position, generator)
            position = kernel.apply_move(self._game_def, position, move).state
        return position.outcome.returns

    def ids(self, position: GameState) -> tuple[int, ...]:
        """Return the ids of the legal decisions."""
        ids = self._ids_of(position.players, position.chance)
        asked = kernel.asked_type(self._game_def, position)
        kind = None if asked is None else asked.kind
        found = [
            id_of_decision(self._symbols, ids, decision, kind)
            for decision in kernel.legal_moves(self._game_def, position)
        ]
        return tuple(number for number in found if number is not None)

    def _ids_of(self, players: int, chance: Chance) -> ActionIds:
        if (players, chance) not in self._ids:
            self._ids[players, chance] = ids_of_game(self._symbols, players, explicit=chance == "explicit")
        return self._ids[players, chance]

    def follow_id(self, position: GameState, number: int) -> GameState | None:
        """Return the state after the legal decision with an id; None if there is none."""
        ids = self.ids(position)
        if number not in ids:
            return None
        return self.apply(position, kernel.legal_moves(self._game_def, position)[ids.index(number)])

    def mask(self, position: GameState, mask: NDArray[np.bool_] | NDArray[np.int8]) -> None:
        """Set the entries of the ids that are legal."""
        mask[[number for number in self.ids(position) if number < len(mask)]] = True

    def tensor(self, position: GameState, player: int, out: NDArray[np.integer[Any]]) -> None:
        """Write what *player* may see."""
        out[:] = kernel.observation_tensor(self._game_def, position, player, self._layout(position.players))

    def _layout(self, players: int) -> TensorLayout:
        if players not in self._tensors:
            self._tensors[players] = TensorLayout(self._symbols, players)
        return self._tensors[players]

    def seen(self, position: GameState, player: int) -> SeenArrays:
        """Return the tensor of *player*, and the mask of the ids it may take."""
        import numpy as np

        layout = self._layout(position.players)
        tensor = np.zeros(layout.size, layout.dtype)
        mask = np.zeros(self._ids_of(position.players, "sampled").count, np.int8)  # without outcomes of chance
        self.tensor(position, player, tensor)
        if self.current_player(position) == player:
            self.mask(position, mask)
        return tensor, mask

    def to_state(self, position: GameState) -> GameState:
        """Return the state."""
        return position

    def from_state(self, state: GameState) -> GameState:
        """Return the state."""
        return state
