"""Made names: bindings created by macro expansion, which no document can spell.

    draw: { from: deck, to: hand:each, … }  →  forEach: { bind: `$each 1`, …, draw: { to: hand of `$each 1` } }

Invariants:
    * a made name has a space in it, so no text can spell it, and it is a `MadeName`, so no tree can either;
    * its real name in the GameDef (`$each_1`) does not occur in the document, so nothing is captured.

This module does not know which macros there are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ludotome.spec.blocks import YamlValue

_BINDING = re.compile(r"\$\w+")


class MadeName(str):
    """A binding created by macro expansion."""

    __slots__ = ()

    @property
    def real(self) -> str:
        """Its name in the GameDef."""
        return self.replace(" ", "_")


class EachZone(str):
    """`hand:each` as the zone of one player, given by a made name."""

    zone: str
    player: MadeName

    def __new__(cls, zone: str, player: MadeName) -> EachZone:
        """Return the zone called *zone* of *player*."""
        made = super().__new__(cls, f"{zone}:{player}")
        made.zone, made.player = zone, player
        return made

    @property
    def written(self) -> str:
        """The text in the document."""
        return f"{self.zone}:each"


def bindings_in(value: YamlValue) -> Iterator[str]:
    """Yield every name with `$` that is written somewhere in *value*, keys included."""
    if isinstance(value, str):
        yield from _BINDING.findall(value)
    elif isinstance(value, list):
        for item in value:
            yield from bindings_in(item)
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from bindings_in(key)
            yield from bindings_in(item)
