"""Parts: a piece of an expression, written as text or as a tree.

Invariants:
    * a text has been parsed; a tree is a YAML value that is not a text;
    * a part has the path of its scalar, and for text the offset at which its expression begins there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from msgspec import Struct

from ludotome.spec.blocks import YamlValue
from ludotome.spec.expressions import Binding, Expression, Name, Selector, parse_expression
from ludotome.spec.lowering.origins import Origin
from ludotome.spec.made_names import EachZone, MadeName

if TYPE_CHECKING:
    from ludotome.spec.lowering.context import Context
    from ludotome.spec.lowering.environment import Env


class TextPart(Struct, frozen=True):
    """A node of a parsed text, in the scalar at *path* or the key before it, whose expression starts at `shift`."""

    ast: Expression
    path: str
    shift: int = 0
    in_key: bool = False

    def of(self, ast: Expression) -> TextPart:
        """Return the part for *ast*, a node below."""
        return TextPart(ast, self.path, self.shift, self.in_key)

    def origin(self, env: Env, start: int | None = None, end: int | None = None) -> Origin:
        """Return the origin of this part, or of the characters from *start* up to *end* of its text."""
        first = self.ast.start if start is None else start
        last = self.ast.end if end is None else end
        return Origin(self.path, self.shift + first, self.shift + last, env.calls, self.in_key)


class TreePart(Struct, frozen=True):
    """A YAML value at *path*."""

    value: YamlValue
    path: str

    def origin(self, env: Env, start: int | None = None, end: int | None = None) -> Origin:  # noqa: ARG002
        """Return the origin of this value."""
        return Origin(self.path, calls=env.calls)


Part: TypeAlias = TextPart | TreePart

# The value of a text that could not be read; its error was already reported.
UNREADABLE: dict[str, YamlValue] = {}


def part_of(ctx: Context, value: YamlValue, path: str, shift: int = 0, *, in_key: bool = False) -> Part:
    """Return *value*, or with *in_key* the key before it, as a part.

    None, with an error reported, for an unreadable text.
    """
    if not isinstance(value, str):
        return TreePart(value, path)
    if isinstance(value, EachZone):
        return TextPart(Selector(value.zone, value.player, start=0, end=len(value.written)), path, shift)
    if isinstance(value, MadeName):
        return TextPart(Binding(value, start=0, end=len(value)), path, shift)
    parsed = parse_expression(value)
    for slip in parsed.slips:
        ctx.slip(slip, path, shift, in_key=in_key)
    if parsed.tree is None or not all(slip.is_spelling for slip in parsed.slips):
        return TreePart(UNREADABLE, path)
    return TextPart(parsed.tree, path, shift, in_key)


def bare_name(part: Part) -> str | None:
    """Return the name that *part* consists of, or None if it is anything else."""
    return part.ast.name if isinstance(part, TextPart) and isinstance(part.ast, Name) else None
