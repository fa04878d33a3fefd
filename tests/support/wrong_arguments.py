"""Wrong arguments: calls with one invalid argument, and how each must be refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import pytest

from ludotome.gamedef import PlayError

# name of a call -> the call as a function of one argument, the name of the argument, and invalid values
Calls: TypeAlias = dict[str, tuple[Callable[[Any], Any], str, tuple[Any, ...]]]


def cases(calls: Calls) -> list[Any]:
    """Return a case (call, name, wrong) for each invalid value."""
    return [
        pytest.param(call, name, wrong, id=f"{what}: {wrong!r}")
        for what, (call, name, values) in calls.items()
        for wrong in values
    ]


def assert_refused(call: Callable[[Any], Any], name: str, wrong: Any) -> None:
    """Check that the error names the argument, its value and what to write, and is not an internal error."""
    with pytest.raises(PlayError) as caught:
        call(wrong)
    assert caught.value.code == "bad-argument"
    assert str(caught.value).startswith(f"{name} is {wrong!r}; write ")
