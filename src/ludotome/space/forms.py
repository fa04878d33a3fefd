"""Forms: which of the two implementations answers, the plain Python or the C core.

Invariants:
    * both give identical answers; one test suite runs over both;
    * "auto" is C where the machine can build it, else Python with one `ToolWarning`; asking for "c" where it cannot be
      built is a `ToolError`.

This module does not know what is asked.
"""

from __future__ import annotations

from functools import cache
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
    """Return what answers for *form*: the same six functions, in Python or over C."""
    if form == "auto":
        return _automatic()
    if form == "c":
        return _compiled()
    if form == "python":
        return _PYTHON
    raise ValueError(f"`form` is {form!r}; write auto, python or c")


@cache
def _automatic() -> Any:
    # The toolchain is loaded by the first question, not by `import ludotome.space`: the front end never asks one.
    from ludotome.toolchain import ToolError, warn_caller

    try:
        return _compiled()
    except ToolError as error:
        warn_caller(f"paths and sight run in plain Python, which is slower: {error}")
        return _PYTHON


@cache
def _compiled() -> Any:
    from ludotome.space.core import Core  # builds C on first use, so it is not loaded before it is needed

    return Core()
