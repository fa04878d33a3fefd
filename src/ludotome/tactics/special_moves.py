"""Special moves: whom each kind of move lets move, where they may go, and the map afterwards.

Invariants:
    * a row of `movement_rules` says who may be moved: the character itself, every ally, or one ally or mob;
    * an ally is another character of the same team; a mob is an enemy of the map that walks;
    * several are moved one after the other, in the order given, each on the map left by the previous one;
    * a refused move changes nothing: the result has a reason and no map.

This module does not know whose turn it is, nor what an attack does.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from ludotome.tactics.grid import GridType, grid_of
from ludotome.tactics.item_rules import MOB_TYPES
from ludotome.tactics.map_state import CharacterToken, MapItem, MapState
from ludotome.tactics.movement_rules import MOVE_RULES, MoveRule, get_effective_movement, rule_of_move, why_not
from ludotome.tactics.movement_validation import validate_steps
from ludotome.tactics.positions import Pair, Position, as_position


@dataclass(frozen=True, slots=True)
class MoveResult:
    """Whether a move was made; the map after it, or the reason why not."""

    valid: bool
    reason: str | None = None
    map_state: MapState | None = None


def get_moved_by(
    character: CharacterToken,
    map_state: MapState,
    action_type: str = "move",
    *,
    rules: Mapping[str, MoveRule] = MOVE_RULES,
) -> tuple[CharacterToken | MapItem, ...]:
    """Return whom *character* may move with *action_type*, characters first; empty if it may not make this move."""
    if why_not(character, action_type, rules) is not None:
        return ()
    whom = rule_of_move(action_type, rules).moves
    if whom == "self":
        return (character,)
    allies = tuple(
        other
        for other in map_state.characters
        if other.id != character.id and character.team is not None and other.team == character.team
    )
    if whom == "every ally":
        return allies
    return (*allies, *(item for item in map_state.present_items if item.type in MOB_TYPES))


def make_move(
    character: CharacterToken,
    destinations: Pair | Mapping[str, Pair],
    map_state: MapState,
    grid_type: GridType,
    action_type: str = "move",
    *,
    rules: Mapping[str, MoveRule] = MOVE_RULES,
) -> MoveResult:
    """Return the map after *character* makes a move of this type, or why it may not.

    *destinations* is where *character* goes; for a move of others, a mapping from their ids. With `every ally`, allies
    not named stay where they are. A move may change the state of *character*: `ninja-vanish` hides it.
    """
    refused = why_not(character, action_type, rules)
    if refused is not None:
        return MoveResult(False, refused)
    rule = rule_of_move(action_type, rules)
    named = destinations if isinstance(destinations, Mapping) else {character.id: destinations}
    movable = {moved.id: moved for moved in get_moved_by(character, map_state, action_type, rules=rules)}
    wrong = _why_not_them(character, action_type, rule, named, movable)
    if wrong is not None:
        return MoveResult(False, wrong)
    steps = get_effective_movement(character, action_type, rules=rules)
    for id_, destination in named.items():
        end = as_position(f"destinations[{id_!r}]", destination)
        moved = validate_steps(movable[id_], end, steps, map_state, grid_of(grid_type))
        if not moved.valid:
            return MoveResult(False, moved.reason if rule.moves == "self" else f"`{id_}`: {moved.reason}")
        map_state = _with_moved(map_state, movable[id_], end)
    if rule.becomes is not None:
        changed = [
            replace(other, state=rule.becomes) if other.id == character.id else other for other in map_state.characters
        ]
        map_state = map_state.with_characters(changed)
    return MoveResult(True, None, map_state)


def _why_not_them(
    character: CharacterToken,
    action_type: str,
    rule: MoveRule,
    named: Mapping[str, Pair],
    movable: Mapping[str, CharacterToken | MapItem],
) -> str | None:
    stranger = next((id_ for id_ in named if id_ not in movable), None)
    if stranger is not None:
        listed = ", ".join(f"`{id_}`" for id_ in movable) or "nobody"
        return f"`{action_type}` of `{character.id}` moves {listed}, not `{stranger}`"
    if rule.moves != "every ally" and len(named) != 1:
        return f"`{action_type}` moves one, not {len(named)}"
    return None


def _with_moved(map_state: MapState, moved: CharacterToken | MapItem, end: Position) -> MapState:
    if isinstance(moved, CharacterToken):
        return map_state.with_characters(
            replace(other, position=end) if other.id == moved.id else other for other in map_state.characters
        )
    return map_state.with_items(replace(item, position=end) if item is moved else item for item in map_state.items)
