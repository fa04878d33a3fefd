"""The reference kernel, imported on first use.

Compiled games may never need it, and importing it takes as long as importing everything else.

This module does not know how the kernel is used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

__all__ = ["kernel"]


class _LazyPackage:
    """A package that is imported when one of its names is first used."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, name: str) -> Any:
        found = getattr(import_module(self._name), name)
        setattr(self, name, found)  # the next access does not come here
        return found


if TYPE_CHECKING:
    from ludotome import kernel
else:
    kernel = _LazyPackage("ludotome.kernel")
