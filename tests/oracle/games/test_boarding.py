"""Boarding against the packages `boardstate` and `tactics`, used directly at every decision.

`boardstate` reads the ship from its mission, and its cells become a map of walls and difficult ground. The document,
its zones and the kernel are not used to compute reach, sight and cover.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib.resources import files
from typing import Any

import pytest

import ludotome as lt
from ludotome.boardstate import BoardState, Coord, get_cell_type, get_tokens, import_mission, new_board
from ludotome.play import BackendName
from ludotome.tactics import (
    CharacterToken,
    GridType,
    MapItem,
    MapState,
    Position,
    Rectangle,
    build_item_position_map,
    build_wall_map,
    can_target,
    get_reachable_positions,
)
from tests.support.beside import shipped
from tests.support.tactical_play import Start, decisions, first_state, offered, tokens

SQUARE = GridType.SQUARE
SIZE, WALK = 25, 4
DECK, CRATES = 1, 2


@cache
def ship() -> BoardState:
    """The board of the mission."""
    mission, segments, library = (
        files("ludotome").joinpath("games", f"boarding.{part}.txt").read_text(encoding="utf-8")
        for part in ("mission", "segments", "tokens")
    )
    board = new_board(1, segments, library)
    import_mission(board, mission)
    return board


@cache
def bulkheads_and_crates() -> tuple[MapItem, ...]:
    """Return everything that is not deck: crates are difficult ground; walls and the void outside stop everything."""
    cells = [(Position(x, y), get_cell_type(ship(), Coord(x, y))) for y in range(SIZE) for x in range(SIZE)]
    return tuple(
        MapItem(f"at{at}", "difficult" if kind == CRATES else "wall", at) for at, kind in cells if kind != DECK
    )


@cache
def hull(shut: frozenset[Position]) -> MapState:
    """Return the ship without figures; a closed door is like a wall."""
    doors = tuple(MapItem(f"door{at}", "wall", at) for at in sorted(shut))
    return MapState((*bulkheads_and_crates(), *doors), bounds=Rectangle(0, 0, SIZE - 1, SIZE - 1))


@cache
def cells_of(kind: str) -> frozenset[Position]:
    """Return the cells on which the mission places tokens of one type."""
    found = [cell for token in get_tokens(ship()) if token.type == kind for cell in token.cells]
    return frozenset(Position(cell.x, cell.y) for cell in found)


@dataclass
class Deck:
    """The ship at one moment, as a map of `tactics`."""

    state: lt.State
    figures: dict[int, tuple[int | None, Position]] = field(init=False)  # by slot: owner, cell
    shut: dict[int, Position] = field(init=False)
    open: dict[int, Position] = field(init=False)

    def __post_init__(self) -> None:
        self.figures = {
            slot: (token.owner, position_of(zone)) for slot, (token, zone) in tokens(self.state, "figure").items()
        }
        self.shut, self.open = (
            {slot: position_of(zone) for slot, (_, zone) in tokens(self.state, kind).items()}
            for kind in ("shut", "open")
        )

    @cached_property
    def map(self) -> MapState:
        characters = (CharacterToken(str(slot), at) for slot, (_, at) in self.figures.items())
        return hull(frozenset(self.shut.values())).with_characters(characters)

    def own(self, player: int) -> Iterator[tuple[int, Position]]:
        return ((slot, at) for slot, (owner, at) in self.figures.items() if owner == player)

    def walks(self, player: int) -> set[tuple[object, ...]]:
        walls = build_wall_map(self.map, SQUARE)
        return {
            (slot, f"cell_{cell.position.y}_{cell.position.x}")
            for slot, at in self.own(player)
            for cell in get_reachable_positions(at, WALK, walls, self.map, SQUARE, str(slot)).values()
            if cell.position != at
        }

    def shots(self, player: int) -> dict[tuple[object, ...], bool]:
        """Return every shooter and target, with whether the target has cover."""
        walls, items = build_wall_map(self.map, SQUARE), build_item_position_map(self.map)
        found: dict[tuple[object, ...], bool] = {}
        for slot, at in self.own(player):
            for other, there in self.own(1 - player):
                seen = can_target(at, there, SIZE, walls, items, SQUARE)
                if seen.has_los:
                    found[slot, other] = seen.has_cover
        return found

    def doors(self, player: int, kind: str) -> set[tuple[object, ...]]:
        """Return every figure with every adjacent door of one kind; an open door only if nobody is in it."""
        taken = {at for _, at in self.figures.values()}
        doors = self.shut if kind == "shut" else {slot: at for slot, at in self.open.items() if at not in taken}
        return {(slot, door) for slot, at in self.own(player) for door, there in doors.items() if is_next(at, there)}


def position_of(zone: str) -> Position:
    _, y, x = zone.split("_")
    return Position(int(x), int(y))


def is_next(a: Position, b: Position) -> bool:
    return max(abs(a.x - b.x), abs(a.y - b.y)) == 1


def test_the_mission_is_set_up_as_it_says() -> None:
    deck = Deck(shipped("boarding").new_initial_state(backend="reference"))
    assert set(deck.shut.values()) == cells_of("door")
    assert {at for owner, at in deck.figures.values() if owner == 0} == cells_of("entry")
    assert {at for owner, at in deck.figures.values() if owner == 1} == cells_of("post")


def scattered(game: lt.Game, chooser: random.Random, backend: BackendName) -> lt.State:
    """Return a state with the figures anywhere on deck and half of the doors open, so that many meet."""
    data: dict[str, Any] = json.loads(first_state(game, chooser, backend).to_json())
    free = [
        Position(x, y) for y in range(SIZE) for x in range(SIZE) if get_cell_type(ship(), Coord(x, y)) in (DECK, CRATES)
    ]
    places = chooser.sample([at for at in free if at not in cells_of("door") | cells_of("console")], 6)
    for token in data["tokens"]:
        if token["type"] == "figure":
            at = places.pop()
            token["zone"] = f"cell_{at.y}_{at.x}"
        else:
            token["type"] = chooser.choice(("shut", "open"))
    data["zones"] = {token["zone"]: [slot] for slot, token in enumerate(data["tokens"])}
    return game.state_from_json(json.dumps(data), backend)


@pytest.mark.parametrize("backend", ["reference", "native"])
@pytest.mark.parametrize("start", [first_state, scattered])
def test_every_decision_is_what_tactics_says(start: Start, backend: BackendName) -> None:
    """Paths, doors and targets at each decision, and each shot by its die and the target's cover."""
    shots = covered = 0
    shot_in = (-1, -1)
    aim: tuple[int, bool] = (-1, False)
    games = 0
    for before, decision, after in decisions(shipped("boarding"), 15, backend, start):
        now, player = before.game_state, before.current_player()
        if decision.action is not None:
            games += now.ply == 0
            deck = Deck(before)
            targets = {} if shot_in == (games, now.turn) else deck.shots(player)
            assert offered(before, "walk") == deck.walks(player), before
            assert offered(before, "open") == deck.doors(player, "shut"), before
            assert offered(before, "shut") == deck.doors(player, "open"), before
            assert offered(before, "shoot") == targets.keys(), before
        if decision.action == "shoot":
            shooter, target = (int(str(value)) for _, value in decision.params)
            aim, shot_in = (target, targets[shooter, target]), (games, now.turn)
        elif decision.kind == "chance":
            hit = int(decision.chance) >= (5 if aim[1] else 4)  # type: ignore[arg-type]
            assert (aim[0] not in tokens(after, "figure")) == hit
            shots, covered = shots + 1, covered + aim[1]
        check_end(after)
    assert games > 3
    assert start is first_state or (shots > 20 and covered > 0)


def check_end(state: lt.State) -> None:
    """The winner is read off the ship: the console, the survivors, and the number of rounds."""
    deck = Deck(state)
    sides = [{at for owner, at in deck.figures.values() if owner == seat} for seat in (0, 1)]
    won: tuple[float, ...] | None = None
    if sides[0] & cells_of("console") or not sides[1]:
        won = (1.0, -1.0)
    elif not sides[0] or state.game_state.turn >= 24:
        won = (-1.0, 1.0)
    assert (state.returns() if state.is_terminal() else None) == won
