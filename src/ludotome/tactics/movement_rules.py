"""Movement rules: a table with the range, the cost in slots and the requirements of each kind of move.

Invariants:
    * a row gives either a fixed number of steps or a bonus to the character's movement, equipment included;
    * a game with other rules passes its own table; no other code names a kind of move.

This module does not know maps.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

from ludotome.tactics.map_state import CharacterState, CharacterToken

AWAKE: tuple[CharacterState, ...] = ("overt", "hidden", "disguised")


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveRule:
    """One kind of move: its `slots`, `fixed` steps or a `bonus` on the character's own, and what it needs and does."""

    slots: int
    fixed: int | None = None
    bonus: int = 0
    needs: tuple[CharacterState, ...] = AWAKE
    becomes: CharacterState | None = None
    moves: Literal["self", "every ally", "one ally or mob"] = "self"


MOVE_RULES: Mapping[str, MoveRule] = MappingProxyType(
    {
        "move": MoveRule(slots=1),
        "hustle": MoveRule(slots=2, bonus=2, needs=("overt",)),
        "sprint": MoveRule(slots=3, bonus=4, needs=("overt",)),
        "ninja-vanish": MoveRule(slots=2, fixed=3, becomes="hidden"),
        "cqc-technique": MoveRule(slots=1, fixed=3),
        "all-according-to-plan": MoveRule(slots=3, fixed=1, moves="every ally"),
        "go-over-there": MoveRule(slots=2, fixed=1, moves="one ally or mob"),
    }
)


def rule_of_move(action_type: str, rules: Mapping[str, MoveRule]) -> MoveRule:
    """Return the row of *action_type*; raise `ValueError` if the table has none."""
    found = rules.get(action_type)
    if found is None:
        raise ValueError(f"`action_type` is {action_type!r}; write one of {', '.join(rules)}")
    return found


def why_not(character: CharacterToken, action_type: str, rules: Mapping[str, MoveRule]) -> str | None:
    """Return why *character* may not make this kind of move, or None if it may."""
    rule = rule_of_move(action_type, rules)
    if character.state in rule.needs:
        return None
    needed = " or ".join(rule.needs)
    return f"`{action_type}` needs a character that is {needed}, but `{character.id}` is {character.state}"


def get_effective_movement(
    character: CharacterToken, action_type: str = "move", *, rules: Mapping[str, MoveRule] = MOVE_RULES
) -> int:
    """Return the range of *character* with *action_type*, at least 0; raise `ValueError` if it may not make the move.

    >>> ninja = CharacterToken("ninja", (0, 0), movement=5, movement_bonus=1)
    >>> [get_effective_movement(ninja, kind) for kind in ("move", "hustle", "sprint", "ninja-vanish")]
    [6, 8, 10, 3]
    """
    refused = why_not(character, action_type, rules)
    if refused is not None:
        raise ValueError(refused)
    rule = rule_of_move(action_type, rules)
    return rule.fixed if rule.fixed is not None else max(0, character.movement + character.movement_bonus + rule.bonus)
