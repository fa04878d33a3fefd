"""Skirmish against the package `tactics`, used directly: what each fighter reaches and sees, and its cover, at every
decision.

The alley is built as a map of items and characters, without the document's zones and rules and without the kernel.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest

import ludotome as lt
from ludotome.play import BackendName
from ludotome.space import hex_distance
from ludotome.tactics import (
    CharacterToken,
    GridType,
    MapItem,
    MapState,
    Position,
    build_item_position_map,
    build_wall_map,
    can_target,
    get_reachable_positions,
)
from tests.support.beside import shipped
from tests.support.tactical_play import decisions, offered, tokens

HEX = GridType.HEX
RADIUS, WALK, RANGE, CLOUD_RANGE, CLOUDS = 4, 3, 6, 2, 6
ITEMS = {
    "wall": ((0, 0), (1, 0), (-1, 0), (0, 2)),
    "table": ((2, -1), (-2, 1), (-1, -1), (1, 1)),
    "difficult": ((0, 1), (0, -1)),
}


@dataclass
class Alley:
    """The map at one moment, for `tactics`."""

    state: lt.State
    fighters: dict[int, tuple[int | None, Position]] = field(init=False)  # by slot: owner, cell
    clouds: frozenset[Position] = field(init=False)
    map: MapState = field(init=False)

    def __post_init__(self) -> None:
        self.fighters = {
            slot: (token.owner, position_of(zone)) for slot, (token, zone) in tokens(self.state, "fighter").items()
        }
        self.clouds = frozenset(position_of(zone) for _, zone in tokens(self.state, "smoke").values())
        fixed = [MapItem(f"{kind}{at}", kind, Position(*at)) for kind, places in ITEMS.items() for at in places]
        smoke = [MapItem(f"smoke{at}", "smoke", at) for at in sorted(self.clouds)]
        characters = [CharacterToken(str(slot), at) for slot, (_, at) in self.fighters.items()]
        self.map = MapState(tuple(fixed + smoke), tuple(characters), bounds=RADIUS)

    def own(self, player: int) -> Iterator[tuple[int, Position]]:
        return ((slot, at) for slot, (owner, at) in self.fighters.items() if owner == player)

    def walks(self, player: int) -> set[tuple[object, ...]]:
        walls = build_wall_map(self.map, HEX)
        return {
            (slot, zone_of(cell.position))
            for slot, at in self.own(player)
            for cell in get_reachable_positions(at, WALK, walls, self.map, HEX, str(slot)).values()
            if cell.position != at
        }

    def shots(self, player: int) -> dict[tuple[object, ...], bool]:
        """Return every shooter and target, with whether the target has cover."""
        walls, items = build_wall_map(self.map, HEX), build_item_position_map(self.map)
        found: dict[tuple[object, ...], bool] = {}
        for slot, at in self.own(player):
            for other, there in self.own(1 - player):
                seen = can_target(at, there, RANGE, walls, items, HEX)
                if seen.in_range and seen.has_los:
                    found[slot, other] = seen.has_cover
        return found

    def throws(self, player: int) -> set[tuple[object, ...]]:
        cells = [Position(q, r) for q in range(-RADIUS, RADIUS + 1) for r in range(-RADIUS, RADIUS + 1)]
        return {
            (slot, zone_of(to))
            for slot, at in self.own(player)
            for to in cells
            if hex_distance(to, (0, 0)) <= RADIUS
            and hex_distance(at, to) <= CLOUD_RANGE
            and (to.x, to.y) not in ITEMS["wall"]
            and to not in self.clouds
        }


def position_of(zone: str) -> Position:
    return Position(*(int(part.replace("n", "-")) for part in zone.split("_")[1:]))


def zone_of(at: Position) -> str:
    return f"hex_{at.x}_{at.y}".replace("-", "n")


@pytest.mark.parametrize("backend", ["reference", "native"])
def test_every_decision_is_what_tactics_says(backend: BackendName) -> None:
    """Paths, targets and clouds at each decision, and each shot by its dice and the target's cover."""
    shots = covered = 0
    thrown: dict[tuple[int, int], int] = {}  # by game and player
    shot_in = (-1, -1)
    rolls: list[int] = []
    aim: tuple[lt.State, tuple[object, ...], bool] | None = None
    games = 0
    for before, decision, after in decisions(shipped("skirmish"), 5, backend):
        now = before.game_state
        games += now.ply == 0 and decision.action is not None
        player = before.current_player()
        if decision.action is not None:
            alley = Alley(before)
            has_shot = shot_in == (games, now.turn)
            targets = {} if has_shot else alley.shots(player)
            may_throw = len(alley.clouds) < CLOUDS and thrown.get((games, player), 0) < 3
            assert offered(before, "move") == alley.walks(player), before
            assert offered(before, "shoot") == targets.keys(), before
            assert offered(before, "smoke") == (alley.throws(player) if may_throw else set()), before
        if decision.action == "smoke":
            thrown[games, player] = thrown.get((games, player), 0) + 1
        elif decision.action == "shoot":
            pair = tuple(value for _, value in decision.params)
            aim, rolls, shot_in = (before, pair, targets[pair]), [], (games, now.turn)
        elif decision.kind == "chance" and aim is not None:
            rolls.append(int(decision.chance))  # type: ignore[arg-type]
            if len(rolls) == 2:
                check_shot(aim, rolls, after)
                shots, covered = shots + 1, covered + aim[2]
    assert shots > 20
    assert covered > 0


def check_shot(aim: tuple[lt.State, tuple[object, ...], bool], rolls: list[int], after: lt.State) -> None:
    """The higher die must exceed 3, or 4 with cover; a double wounds twice, and the second wound removes the target."""
    before, (_, target), covered = aim
    slot = int(target)  # type: ignore[call-overload]
    wounds = tokens(before, "fighter")[slot][0].props[0] or 0
    if max(rolls) > 3 + covered:
        wounds += 2 if rolls[0] == rolls[1] else 1
    left = tokens(after, "fighter")
    assert (left[slot][0].props[0] if slot in left else "out") == (wounds if wounds < 2 else "out")
