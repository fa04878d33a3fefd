"""odd_values: find values that are always or never `none`, so that a condition on them has no effect.

    board where owner == actor       cells belong to nobody: `top(it).owner` is meant
    board where it == none           an element of a set is never `none`: `empty(it)` is meant
    step(z, White.left)              on hexagons there is no straight left

It also finds an expensive pattern: a search of the whole board for each cell of the board.

Invariants:
    * every finding is certain: a zone that may have an owner, or a name that may be nothing, is not reported.

This module does not use a state, only a definition.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ludotome.diagnostics import Diagnostic
from ludotome.gamedef import (
    NODES,
    RELATIVE_DIRECTIONS,
    Binding,
    GameDef,
    IsNone,
    Node,
    PlayerProp,
    RegionZones,
    Where,
    ZoneProp,
    checked,
)
from ludotome.spec.lowering.located import nodes_by_path
from ludotome.spec.source_map import parent_path

OWNER_OF_CELL, NEVER_NOTHING = "LT512", "LT513"
# The fields of a node with the set whose elements it binds; other binding nodes walk over neighbours.
_SETS = ("of", "query", "over")
# From this many cells per evaluation on, a condition is reported.
_MANY_LOOKS = 4_000


def odd_values(game: GameDef) -> Iterator[Diagnostic]:
    """Yield the values in *game* that are always or never nothing, and searches of the board for each of its cells."""
    yield from _Look(game).found()
    yield from _lost_patterns(game)


class _Look:
    """All nodes of a definition by path, and the known facts about its zones."""

    def __init__(self, game: GameDef) -> None:
        self.game = game
        self.nodes = dict(nodes_by_path(game, ""))
        self.symbols = checked(game).symbols
        self.owned = {str(zone.id) for zone in game.zones if zone.owner == "player"}
        beside = {str(near) for zone in game.zones for near in zone.adjacent_to}
        beside |= {str(zone.id) for zone in game.zones if zone.adjacent_to or zone.directions}
        self.has_owned_neighbours = bool(self.owned & beside)
        self.ways = _relative_words(game)
        self._zones_of: dict[str, frozenset[str]] = {}  # by region

    def found(self) -> Iterator[Diagnostic]:
        """Yield the findings, in the order of the definition."""
        for path, node in self.nodes.items():
            match node:
                case ZoneProp(prop="owner") if self._is_nobodys(path, node.zone):
                    message = "a cell has no owner, so its `owner` is always `none`"
                    yield _warning(OWNER_OF_CELL, path, message, "write `top(it).owner` for whose token stands there")
                case IsNone(arg=Binding(name=name)) if self._set_of(path, name) is not None:
                    message = "an element of a set is never `none`"
                    yield _warning(
                        "LT513", path, message, "write `empty(…)` or `occupied(…)` to ask whether a token is there"
                    )
                case PlayerProp(prop=prop) if prop in RELATIVE_DIRECTIONS and self.ways and prop not in self.ways:
                    message = f"`{prop}` is not a direction of this board, so it is always `none`"
                    known = ", ".join(f"`{way}`" for way in RELATIVE_DIRECTIONS if way in self.ways)
                    yield _warning("LT514", path, message, f"write one of {known}")
                case RegionZones() if (looks := self._looks(path, node)) >= _MANY_LOOKS:
                    message = f"this searches the whole board for each of its cells: {looks:,} steps each time"
                    yield Diagnostic(
                        code="LT515",
                        severity="info",
                        path=path,
                        message=message,
                        suggestion="use neighbours (`adjacentZones`, `ray`, `group`), or keep a count in a variable",
                    )
                case _:
                    pass  # any other node is fine

    def _binder(self, path: str, name: str) -> tuple[str, Node] | None:
        """Return the innermost node around *path* that binds *name*, and its path."""
        here = parent_path(path)
        while here:
            node: Any = self.nodes.get(here)
            if node is not None and getattr(node, "bind", None) == name:
                return here, node
            here = parent_path(here)
        return None

    def _set_of(self, path: str, name: str) -> Node | None:
        """Return the set whose elements *name* stands for at *path*; None if it may be something else."""
        found = self._binder(path, name)
        if found is None:
            return None
        node = found[1]
        held = next((getattr(node, field) for field in _SETS if isinstance(getattr(node, field, None), Node)), None)
        return held if NODES[type(node)].name not in ("let", "roll", "chooseOne") else None

    def _is_nobodys(self, path: str, zone: Node) -> bool:
        """Return whether *zone*, at *path*, can only be a zone without an owner."""
        if not self.owned:
            return True
        if not isinstance(zone, Binding):
            return False
        found = self._binder(path, zone.name)
        if found is not None and self._set_of(path, zone.name) is None:
            # `run`, `group`, `ray`, `joins`: the zones they walk over are adjacent to others.
            return NODES[type(found[1])].element == "zone" and not self.has_owned_neighbours
        held = self._set_of(path, zone.name) if found is not None else self._domain(path, zone.name)
        while isinstance(held, Where):
            held = held.of
        return isinstance(held, RegionZones) and self.owned.isdisjoint(self._zones(held))

    def _domain(self, path: str, name: str) -> Node | None:
        """Return the domain of the parameter *name* of the action around *path*."""
        if not path.startswith("actions["):
            return None
        action = self.game.actions[int(path[len("actions[") : path.index("]")])]
        return next((param.domain for param in action.params if param.name == name), None)

    def _zones(self, region: RegionZones) -> frozenset[str]:
        if region.name not in self._zones_of:
            known = self.symbols.regions[region.name]
            listed = (zone for zones in (known.zones, *(known.of_seat or ())) for zone in zones)
            self._zones_of[region.name] = frozenset(map(str, listed))
        return self._zones_of[region.name]

    def _looks(self, path: str, node: RegionZones) -> int:
        """Return how many cells are searched if this region is evaluated for each zone of another one; otherwise 0."""
        here, below = parent_path(path), path
        inner = len(self._zones(node))
        while here:
            around: Any = self.nodes.get(here)
            if around is not None and getattr(around, "bind", None) is not None:
                held = next((name for name in _SETS if isinstance(getattr(around, name, None), Node)), None)
                outer = getattr(around, held) if held is not None else None
                is_per_element = held is not None and not below[len(here) :].lstrip(".").startswith(held)
                while isinstance(outer, Where):
                    outer = outer.of
                if is_per_element and isinstance(outer, RegionZones):
                    return inner * len(self._zones(outer))
            here = parent_path(here)
        return 0


def _relative_words(game: GameDef) -> frozenset[str]:
    """Return the relative directions that some seat has on its board; none if no seat faces a known direction.

    Hexagons have no straight left and right, squares with four directions no diagonal ones, graphs only forward and
    back.
    """
    words = set[str]()
    for facing in game.orientation:
        board = next((board for board in game.boards if facing is not None and facing in board.directions), None)
        if board is None:
            continue
        match board.shape:
            case "hex":
                words.update(word for word in RELATIVE_DIRECTIONS if word not in ("left", "right"))
            case "square" if len(board.directions) == 4:
                words.update(word for word in RELATIVE_DIRECTIONS if word.islower())
            case "square":
                words.update(RELATIVE_DIRECTIONS)
            case _:
                words.update(("forward", "backward"))
    return frozenset(words)


def _lost_patterns(game: GameDef) -> Iterator[Diagnostic]:
    """Find movement patterns whose relative direction no board has, so that they lead nowhere."""
    declared = {way for board in game.boards for way in board.directions}
    used = [
        (f"tokenTypes[{t}].movement[{g}].patterns[{p}].directions[{d}]", way)
        for t, kind in enumerate(game.token_types)
        for g, group in enumerate(kind.movement)
        for p, pattern in enumerate(group.patterns)
        for d, way in enumerate(pattern.directions)
        if way in RELATIVE_DIRECTIONS and way not in declared
    ]
    known = _relative_words(game) if used else frozenset()
    for path, way in used:
        if known and way not in known:
            listed = ", ".join(f"`{one}`" for one in RELATIVE_DIRECTIONS if one in known)
            yield _warning("LT514", path, f"`{way}` is not a direction of this board", f"write one of {listed}")


def _warning(code: str, path: str, message: str, suggestion: str) -> Diagnostic:
    return Diagnostic(code=code, severity="warning", path=path, message=message, suggestion=suggestion)
