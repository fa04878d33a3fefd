"""Map state: the items and characters of one moment, as plain frozen data.

Invariants:
    * a state never changes: moving a character gives a new state; what was computed for the old one stays with it;
    * `version` counts changes of the items: `with_items` raises it, `with_characters` keeps it and shares everything
      computed from the items;
    * an item exists while `turn` is below its `expires_turn`.

A plain pair is accepted where a position is stored, and any iterable where a tuple is. `__post_init__` converts them.
The `__init__` declared for the type checker says so; `dataclass` generates the real one.

This module does not know what the items do (`item_rules`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, get_args

from ludotome.space import integer
from ludotome.tactics.bounds import Bounds, BoundsLike, as_bounds
from ludotome.tactics.item_rules import ItemRule, rule_of_type
from ludotome.tactics.positions import Pair, Position, as_position

CharacterState: TypeAlias = Literal["overt", "hidden", "disguised", "stunned", "unconscious"]


@dataclass(frozen=True, slots=True)
class MapItem:
    """A thing on the map. `cover` says whether it gives cover; None means that its type decides."""

    id: str
    type: str
    position: Position
    cover: bool | None = None
    destructible: bool = False
    expires_turn: int | None = None
    properties: Mapping[str, Any] = field(default_factory=dict, hash=False)

    if TYPE_CHECKING:

        def __init__(
            self,
            id: str,  # noqa: A002 - as the field is called
            type: str,  # noqa: A002 - as the field is called
            position: Pair,
            cover: bool | None = None,
            destructible: bool = False,
            expires_turn: int | None = None,
            properties: Mapping[str, Any] = ...,
        ) -> None: ...

    def __post_init__(self) -> None:
        _check_text("an item", "id", self.id)
        _check_text(f"item `{self.id}`", "type", self.type)
        object.__setattr__(self, "position", as_position(f"{self.id}.position", self.position))
        if self.expires_turn is not None:
            integer(f"{self.id}.expires_turn", self.expires_turn)

    @property
    def rule(self) -> ItemRule:
        """The rule of its type."""
        return rule_of_type(self.type)

    @property
    def gives_cover(self) -> bool:
        """Whether one can take cover behind it."""
        return self.rule.gives_cover if self.cover is None else self.cover


@dataclass(frozen=True, slots=True)
class CharacterToken:
    """A character on the map: id, position, team, movement per move, and state."""

    id: str
    position: Position
    team: str | None = None
    movement: int = 0
    movement_bonus: int = 0
    state: CharacterState = "overt"
    properties: Mapping[str, Any] = field(default_factory=dict, hash=False)

    if TYPE_CHECKING:

        def __init__(
            self,
            id: str,  # noqa: A002 - as the field is called
            position: Pair,
            team: str | None = None,
            movement: int = 0,
            movement_bonus: int = 0,
            state: CharacterState = "overt",
            properties: Mapping[str, Any] = ...,
        ) -> None: ...

    def __post_init__(self) -> None:
        _check_text("a character", "id", self.id)
        object.__setattr__(self, "position", as_position(f"{self.id}.position", self.position))
        integer(f"{self.id}.movement", self.movement, least=0)
        integer(f"{self.id}.movement_bonus", self.movement_bonus)
        if self.state not in get_args(CharacterState):
            raise ValueError(f"`{self.id}.state` is {self.state!r}; write one of {', '.join(get_args(CharacterState))}")


@dataclass(frozen=True)
class MapState:
    """The map at one moment. `bounds`: a radius, (width, height), a `Rectangle`, or None for an unlimited map."""

    items: tuple[MapItem, ...] = ()
    characters: tuple[CharacterToken, ...] = ()
    bounds: Bounds = None
    version: int = 0
    turn: int = 0

    if TYPE_CHECKING:

        def __init__(
            self,
            items: Iterable[MapItem] = (),
            characters: Iterable[CharacterToken] = (),
            bounds: BoundsLike = None,
            version: int = 0,
            turn: int = 0,
        ) -> None: ...

    def __post_init__(self) -> None:
        object.__setattr__(self, "items", _all_of(MapItem, "items", self.items))
        object.__setattr__(self, "characters", _all_of(CharacterToken, "characters", self.characters))
        object.__setattr__(self, "bounds", as_bounds(self.bounds))
        integer("version", self.version)
        integer("turn", self.turn)
        ids = [character.id for character in self.characters]
        twice = next((id_ for id_ in ids if ids.count(id_) > 1), None) if len(set(ids)) < len(ids) else None
        if twice is not None:
            raise ValueError(f"two characters have the id `{twice}`; give each its own")

    def __getstate__(self) -> dict[str, Any]:
        """Omit cached results: computing them again is faster than sending them to another process."""
        return {each.name: getattr(self, each.name) for each in fields(self)}

    def with_items(self, items: Iterable[MapItem]) -> MapState:
        """Return the state with these items instead, with the next version."""
        return replace(self, items=tuple(items), version=self.version + 1)

    def with_characters(self, characters: Iterable[CharacterToken]) -> MapState:
        """Return the state with these characters instead; version and results computed from the items are kept."""
        changed = replace(self, characters=tuple(characters))
        changed.__dict__["_built"] = self._built
        return changed

    def with_turn(self, turn: int) -> MapState:
        """Return the state in another turn: items that expire by then are gone."""
        return replace(self, turn=turn)

    @cached_property
    def _built(self) -> dict[tuple[str, int], Any]:
        """What `wall_map` computed from the items, by name and version."""
        return {}

    @cached_property
    def present_items(self) -> tuple[MapItem, ...]:
        """The items that have not expired, in the order given."""
        return tuple(item for item in self.items if item.expires_turn is None or self.turn < item.expires_turn)

    @cached_property
    def characters_at(self) -> Mapping[Position, tuple[CharacterToken, ...]]:
        """The characters of each occupied position, in the order given."""
        found: dict[Position, tuple[CharacterToken, ...]] = {}
        for character in self.characters:
            found[character.position] = (*found.get(character.position, ()), character)
        return found


def _check_text(owner: str, name: str, value: object) -> None:
    if not isinstance(value, str) or not value:
        raise TypeError(f"the `{name}` of {owner} is {value!r}; write a string that is not empty")


def _all_of(kind: type, name: str, given: object) -> tuple[Any, ...]:
    if not isinstance(given, Iterable):
        raise TypeError(f"`{name}` is {given!r}; write a list of {kind.__name__}")
    found = tuple(given)
    for each in found:
        if not isinstance(each, kind):
            raise TypeError(f"`{name}` holds {each!r}; write a list of {kind.__name__}")
    return found
