"""Compile: the sections of an expanded document → the parts of a GameDef.

Invariants:
    * shapes have been checked; names and expressions are resolved here, types are `gamedef`'s;
    * declarations come first, because the names in rules mean what was declared.
"""

from ludotome.spec.compile.declarations import Declarations, compile_declarations
from ludotome.spec.compile.doubt_renames import doubt_renames
from ludotome.spec.compile.point_out import point_out
from ludotome.spec.compile.rules import compile_rules
from ludotome.spec.compile.tests import compile_tests
from ludotome.spec.compile.uncalled_macros import check_uncalled_macros

__all__ = [
    "Declarations",
    "compile_declarations",
    "compile_rules",
    "compile_tests",
    "check_uncalled_macros",
    "point_out",
    "doubt_renames",
]
