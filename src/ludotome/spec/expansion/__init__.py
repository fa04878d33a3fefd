"""Expansion: board macros and effect macros → the zones and effects they stand for.

Invariants:
    * expansion is deterministic and its output contains no built-in macro;
    * everything it makes can be traced to the path it was made from (`GameSpecDoc.origins`).

The document's own macros are inlined by `lowering`, which knows scopes.
"""

from ludotome.spec.expansion.boards import MadeBoards, expand_zones
from ludotome.spec.expansion.effects import Expander

__all__ = ["expand_zones", "MadeBoards", "Expander"]
