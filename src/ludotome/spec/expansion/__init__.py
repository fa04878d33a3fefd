"""Expansion: boards and effects that stand for several zones or effects → what they stand for.

Invariants:
    * expansion is deterministic and its output holds no built-in macro;
    * whatever was made knows the path of what it was made from (`GameSpecDoc.origins`).

The document's own macros are put in where they are called, by `lowering`, which knows scopes.
"""

from ludotome.spec.expansion.boards import MadeBoards, expand_zones
from ludotome.spec.expansion.effects import Expander

__all__ = ["expand_zones", "MadeBoards", "Expander"]
