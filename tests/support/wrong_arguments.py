"""Wrong arguments: calls with one argument that cannot be, and how each must be refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import pytest

from ludotome.gamedef import PlayError

# what is called -> the call with the argument left open, the name of that argument, and values it cannot have
Calls: TypeAlias = dict[str, tuple[Callable[[Any], Any], str, tuple[Any, ...]]]


def cases(calls: Calls) -> list[Any]:
    """Return a case (call, name, wrong) for each value that cannot be."""
    return [
        pytest.param(call, name, wrong, id=f"{what}: {wrong!r}")
        for what, (call, name, values) in calls.items()
        for wrong in values
    ]


def assert_refused(call: Callable[[Any], Any], name: str, wrong: Any) -> None:
    """The refusal names the argument, its value and what to write, never an error from inside."""
    with pytest.raises(PlayError) as caught:
        call(wrong)
    assert caught.value.code == "bad-argument"
    assert str(caught.value).startswith(f"{name} is {wrong!r}; write ")
