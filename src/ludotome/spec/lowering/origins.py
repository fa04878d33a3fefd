"""Origins: where each node of a definition was written.

Invariants:
    * nodes are known by identity: the same words written twice are two nodes with two places (`Env.mention`);
    * what a macro wrote has the place in the macro, and the calls that led there, outermost first; an argument that is
      more than a name or a literal keeps the caller's place, and knows beside it where the macro puts it.

This module does not know documents beyond their paths.
"""

from __future__ import annotations

from copy import copy

from msgspec import Struct, field

from ludotome.gamedef import Expr, Node


class Origin(Struct, frozen=True):
    """A path of the document, the characters of the text there (none: all of it), and the macro calls.

    The text is the value's, or with `on_key` that of the key before it.
    """

    path: str
    start: int | None = None
    end: int | None = None
    calls: tuple[Origin, ...] = ()
    on_key: bool = False


class Origins(Struct):
    """The origins of nodes, of single fields of nodes, and of declarations whose path differs from the document's."""

    of_node: dict[int, Origin] = field(default_factory=dict)
    of_field: dict[tuple[int, str], Origin] = field(default_factory=dict)
    of_path: dict[str, str] = field(default_factory=dict)
    notes: dict[int, str] = field(default_factory=dict)
    # Of the argument of a macro, where a parameter stands for it; and the node that the caller wrote.
    of_parameter: dict[int, Origin] = field(default_factory=dict)
    _argument: dict[int, Expr] = field(default_factory=dict)
    _kept: list[Node] = field(default_factory=list)

    def note(self, node: Node, origin: Origin) -> None:
        """Remember where *node* was written; the first answer stays, so that inner places are kept."""
        if id(node) not in self.of_node:
            self.of_node[id(node)] = origin
            self._kept.append(node)  # an id means something only while its object lives

    def put_in(self, argument: Expr, origin: Origin) -> Expr:
        """Return *argument*, which was noted before, as a node of its own that a parameter at *origin* stands for."""
        node = copy(argument)
        self.note(node, self.of_node[id(argument)])
        self.of_parameter[id(node)] = origin
        if (said := self.notes.get(id(argument))) is not None:
            self.notes[id(node)] = said
        self._argument[id(node)] = self._argument.get(id(argument), argument)
        return node

    def find_field(self, node: Node, name: str) -> Origin | None:
        """Return where the field of JSON name *name* of *node* was written, None if that is not known."""
        return self.of_field.get((id(self._argument.get(id(node), node)), name))

    def note_field(self, node: Node, name: str, origin: Origin) -> None:
        """Remember where the field of JSON name *name* of *node* was written."""
        self.of_field[id(node), name] = origin
        self._kept.append(node)
