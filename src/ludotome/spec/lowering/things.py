"""Things: everything a document declares that an expression may name.

Seats, constants, variables, zones, boards, regions and macros share one flat namespace; token types, directions,
phases, actions and movement groups are names, each in a set of its own.

This module does not know expressions; `gamedef` computes the types of declared things.
"""

from __future__ import annotations

from collections import Counter
from functools import cached_property

from msgspec import Struct

from ludotome.gamedef import MOST_PLAYERS, GameDef, Inference, ParameterDef, Setting, Symbols
from ludotome.spec.lowering.macros import MacroDef

WORDS = (
    "actor", "active", "lastActor", "players", "allOther", "phase", "turn", "noLegalMoves", "zones", "directions",
    "orthogonal", "diagonal",
)  # fmt: skip


class Things(Struct, dict=True):
    """All declarations: a definition without rules, and the macros of the document."""

    shell: GameDef
    macros: dict[str, MacroDef]

    def __post_init__(self) -> None:
        self.symbols = Symbols(self.shell)
        self.inference = Inference(self.symbols)

    @cached_property
    def seats(self) -> dict[str, int]:
        """The number of each seat's name."""
        return {name: seat for seat, name in enumerate(self.shell.metadata.seats)}

    @cached_property
    def parameters(self) -> dict[str, ParameterDef]:
        """The parameters of the game by name."""
        return {parameter.name: parameter for parameter in self.shell.parameters}

    @cached_property
    def settings(self) -> dict[str, Setting]:
        """The value of each parameter and constant."""
        return {name: parameter.value for name, parameter in self.parameters.items()} | self.shell.constants

    @property
    def seat_count(self) -> int:
        """The number of seats to make things for; a document with too many is rejected later."""
        return min(self.shell.metadata.players.max, MOST_PLAYERS)

    @cached_property
    def zone_ids(self) -> dict[str, str]:
        """For each zone id and display name the zone's id."""
        zones = self.shell.zones
        return {zone.name: str(zone.id) for zone in zones if zone.name} | {zone.id: str(zone.id) for zone in zones}

    @cached_property
    def clashing(self) -> frozenset[str]:
        """The ambiguous names; `gamedef` reports them, so they are not resolved here."""
        symbols, shell = self.symbols, self.shell
        groups = (
            set(self.seats), set(self.settings), {*symbols.global_var, *symbols.player_var, *symbols.zone_var},
            {*self.zone_ids, *symbols.owned_zones}, {board.id for board in shell.boards},
            {region.id for region in shell.regions},
        )  # fmt: skip
        counted = Counter(name for group in groups for name in group)
        return frozenset(name for name, count in counted.items() if count > 1)

    @cached_property
    def declared_names(self) -> tuple[str, ...]:
        """Every name of the flat namespace that the document declares."""
        symbols = self.symbols
        return tuple(
            dict.fromkeys(
                (
                    *self.seats, *self.settings, *symbols.global_var, *symbols.player_var, *symbols.owned_zones,
                    *self.zone_ids, *symbols.regions,
                )
            )
        )  # fmt: skip

    @cached_property
    def all_names(self) -> tuple[str, ...]:
        """Every name of the flat namespace, including the words of the language."""
        return tuple(dict.fromkeys((*self.declared_names, *WORDS)))

    def of_kind(self, what: str) -> tuple[str, ...]:
        """Return the names allowed where *what* is expected, in declaration order; otherwise all names."""
        symbols = self.symbols
        variables = {**symbols.global_var, **symbols.player_var}
        stored = {name: declared.type for name, (_, declared) in variables.items()}
        fitting = tuple(name for name, kind in stored.items() if kind == what)
        match what:
            case "int":
                return (*self._settings_of(int), *fitting, "turn")
            case "bool":
                return (*self._settings_of(bool), *fitting, "noLegalMoves")
            case "player" | "players":
                players = tuple(name for name, kind in stored.items() if kind == "player")
                return (*self.seats, *players, "actor", "active", "lastActor", "players", "allOther")
            case "zone":
                heads = ((name.partition(":")[0], name) for name in self.zone_ids)
                bare = [head if head in symbols.owned_zones else name for head, name in heads]
                return tuple(dict.fromkeys((*bare, *fitting, *self.zone_ids)))
            case "token":
                return fitting
            case "set" | "set of zone":
                return (*symbols.regions, "players", "allOther", "zones")
            case _:
                return self.all_names

    def _settings_of(self, kind: type) -> tuple[str, ...]:
        return tuple(name for name, value in self.settings.items() if type(value) is kind)
