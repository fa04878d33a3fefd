"""Item rules: how each type of item affects movement, sight and cover.

Invariants:
    * walls and tables stop movement, walls and smoke stop sight, tables and difficult terrain give cover;
    * a type without a row does none of these.

This module does not know where items are.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemRule:
    """What an item of one type does."""

    blocks_movement: bool = False
    blocks_sight: bool = False
    gives_cover: bool = False
    is_difficult: bool = False


ITEM_RULES: Mapping[str, ItemRule] = MappingProxyType(
    {
        "wall": ItemRule(blocks_movement=True, blocks_sight=True),
        "table": ItemRule(blocks_movement=True, gives_cover=True),
        "smoke": ItemRule(blocks_sight=True),
        "difficult": ItemRule(is_difficult=True, gives_cover=True),
    }
)

ENEMY_TYPES = frozenset({"security-guard", "elite", "camera"})
"""The types of items that are enemies moved by the game."""

MOB_TYPES = frozenset({"security-guard", "elite"})
"""The enemies that walk."""

_NOTHING = ItemRule()


def rule_of_type(type_: str) -> ItemRule:
    """Return what items of *type_* do."""
    return ITEM_RULES.get(type_, _NOTHING)
