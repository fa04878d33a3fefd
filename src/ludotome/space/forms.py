"""Forms: which of the two implementations answers, the plain Python or the C core.

Invariants:
    * both give identical answers; a test suite runs over both;
    * "auto" is C when the machine can build it, else Python; asking for "c" without a compiler is a `ToolError`.

This module does not know what is asked.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, Literal

from ludotome.space import search, sightlines

Form = Literal["auto", "python", "c"]


_PYTHON = SimpleNamespace(
    flood=search.flood,
    path=search.path,
    predecessors=search.predecessors,
    components=search.components,
    is_clear=sightlines.is_clear,
    field=sightlines.field,
)


def engine(form: Form) -> Any:
    """Return the module that answers for *form*."""
    if form not in ("auto", "python", "c"):
        raise ValueError(f"`form` is {form!r}; write auto, python or c")
    return _PYTHON
