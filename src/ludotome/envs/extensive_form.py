"""The whole tree of a game in Gambit's extensive form (EFG), for solvers of small games.

Information sets are the information states of the player who decides, chance is explicit, and payoffs are what the
game returns. The tree is written depth first, decisions in definition order.

This module does not know rules.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import count

from ludotome.gamedef import PlayError, whole_number
from ludotome.play import Game, State, load

MOST_NODES = 1_000_000


def to_efg(game: Game | str, *, players: int | None = None, most_nodes: int = MOST_NODES) -> str:
    """Return the tree of *game* as the text of an EFG file; a `PlayError` if it has more than *most_nodes* nodes."""
    loaded = load(game) if isinstance(game, str) else game
    limit = whole_number("most_nodes", most_nodes, 1, None, "write how many nodes the tree may have")
    seats = loaded.seats_for(players)
    names = " ".join(_quoted(loaded.game_def.metadata.seats[seat]) for seat in range(seats))
    root = loaded.new_initial_state(players=seats, chance="explicit")
    return "\n".join([f"EFG 2 R {_quoted(loaded.name)} {{ {names} }}", '""', "", *_Tree(limit).lines(root), ""])


class _Tree:
    """The numbers assigned so far: information sets by player, chance nodes and outcomes."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._nodes = count(1)
        self._chances, self._outcomes = count(1), count(1)
        self._sets: dict[tuple[int, str], tuple[int, tuple[str, ...]]] = {}
        self._set_numbers: dict[int, int] = {}
        self._found: list[str] = []

    def lines(self, root: State) -> list[str]:
        """Return a line for each node below *root*, itself first."""
        state, depth = root, 0
        ahead: list[tuple[int, tuple[int, ...], int]] = []  # the depth, the decisions there, the index of the next one
        while True:
            ids = self._write(state)
            if ids:
                ahead.append((depth, ids, 0))
            while ahead and ahead[-1][2] == len(ahead[-1][1]):
                ahead.pop()
            if not ahead:
                return self._found
            back, ids, place = ahead[-1]
            ahead[-1] = (back, ids, place + 1)
            for _ in range(depth - back):
                state.undo_action()
            state.apply_action_id(ids[place])
            depth = back + 1

    def _write(self, state: State) -> tuple[int, ...]:
        """Write one node, and return the ids of the decisions that are legal there."""
        if next(self._nodes) > self._limit:
            instead = "the extensive form is for small games; raise `most_nodes` if you really want it"
            raise PlayError(
                "too-large", f"the tree of `{state.game.name}` has more than {self._limit} nodes; {instead}"
            )
        if state.is_terminal():
            payoffs = ", ".join(_number(got) for got in state.returns())
            self._found.append(f't "" {next(self._outcomes)} "" {{ {payoffs} }}')
            return ()
        ids = state.legal_action_ids()
        if state.is_chance_node():
            share = Fraction(1, len(ids))
            branches = " ".join(f'"{place}" {share}' for place in range(1, len(ids) + 1))
            self._found.append(f'c "" {next(self._chances)} "" {{ {branches} }} 0')
            return ids
        self._found.append(self._decision(state))
        return ids

    def _decision(self, state: State) -> str:
        player, names = state.current_player(), state.legal_action_strings()
        key = player, state.information_state_string(player)
        if key not in self._sets:
            number = self._set_numbers[player] = self._set_numbers.get(player, 0) + 1
            self._sets[key] = number, names
        number, first_names = self._sets[key]
        if len(first_names) != len(names):
            message = f"player {player} cannot distinguish two states in which different decisions are legal"
            raise PlayError("no-extensive-form", message, information=key[1])
        branches = " ".join(map(_quoted, first_names))
        return f'p "" {player + 1} {number} "" {{ {branches} }} 0'


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _number(value: float) -> str:
    return str(int(value)) if value == int(value) else repr(value)
