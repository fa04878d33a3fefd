"""MacroDef: a macro of the document, before it is called.

This module does not know how a call is inlined (`calls` for expressions, `effects` for effects).
"""

from __future__ import annotations

from msgspec import Struct

from ludotome.spec.blocks import YamlValue


class MacroDef(Struct, frozen=True):
    """Name, parameters (`$x`) and body: an expression or a list of effects, at *path* of the document."""

    name: str
    params: tuple[str, ...]
    expr: YamlValue
    effects: YamlValue
    path: str

    @property
    def signature(self) -> str:
        """The form of a call."""
        return f"{self.name}({', '.join(self.params)})"

    def misfit(self, number: int) -> str:
        """Return what is wrong with a call with *number* arguments."""
        takes = len(self.params)
        return f"`{self.name}` takes {takes} argument{'' if takes == 1 else 's'}, not {number}"

    def mended(self, number: int, call: str) -> str:
        """Return how to fix a call with *number* arguments; *call* is the form of a correct one."""
        if number > len(self.params):
            return f"write `{call}`, or name what else it takes in the macro's `params`"
        return f"write `{call}`"
