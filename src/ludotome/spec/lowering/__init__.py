"""Lowering: expressions and effects of a document, as text or tree, → the nodes of a GameDef.

Invariants:
    * text and tree give the same node; names are resolved by the type expected of them;
    * every node remembers where it was written, so that errors found by `gamedef` can be shown there;
    * a part that cannot be lowered becomes `POISON`, which later passes do not report.

`gamedef` computes types; nothing here checks them.
"""

from ludotome.spec.lowering.context import POISON, Context
from ludotome.spec.lowering.effects import lower_effects
from ludotome.spec.lowering.environment import Env, Want
from ludotome.spec.lowering.lower import lower
from ludotome.spec.lowering.lowered import Lowered
from ludotome.spec.lowering.macros import MacroDef
from ludotome.spec.lowering.notation import lower_template
from ludotome.spec.lowering.origins import Origin, Origins
from ludotome.spec.lowering.parts import Part, part_of
from ludotome.spec.lowering.place import lower_place
from ludotome.spec.lowering.things import Things
from ludotome.spec.lowering.token_properties import lower_token_properties
from ludotome.spec.lowering.written_variables import lower_variables

__all__ = [
    "Context",
    "Lowered",
    "POISON",
    "Things",
    "MacroDef",
    "Env",
    "Want",
    "Part",
    "part_of",
    "lower",
    "lower_template",
    "lower_effects",
    "lower_place",
    "lower_token_properties",
    "lower_variables",
    "Origin",
    "Origins",
]
