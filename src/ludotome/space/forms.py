"""Forms: choose between the two implementations, plain Python and the C core.

Invariants:
    * both give identical results; one test suite covers both;
    * "auto" uses C if the machine can build it, otherwise Python with one `ToolWarning`; "c" raises `ToolError` if the
      core cannot be built.

This module does not know the queries.
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
    """Return the implementation of *form*: the same functions in Python or in C."""
    if form == "auto":
        return _automatic()
    if form == "c":
        return _compiled()
    if form == "python":
        return _PYTHON
    raise ValueError(f"`form` is {form!r}; write auto, python or c")


@cache
def _automatic() -> Any:
    # Loaded by the first query, not by `import ludotome.space`, because the front end makes no queries.
    from ludotome.toolchain import ToolError, warn_caller

    try:
        return _compiled()
    except ToolError as error:
        warn_caller(f"paths and sight run in plain Python, which is slower: {error}")
        return _PYTHON


@cache
def _compiled() -> Any:
    from ludotome.space.core import Core  # imported late, because it builds C on first use

    return Core()
