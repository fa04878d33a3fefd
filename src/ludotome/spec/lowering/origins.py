"""Origins: where each node of a definition was written.

Invariants:
    * nodes are compared by identity: the same words written twice are two nodes with two places (`Env.mention`);
    * a node from a macro has its place in the macro, and the calls that led there, outermost first; an argument that
      is more than a name or a literal keeps the caller's place, and also records where the macro uses it.

This module does not know documents beyond their paths.
"""

from __future__ import annotations

from copy import copy

from msgspec import Struct, field

from ludotome.gamedef import Expr, Node


class Origin(Struct, frozen=True):
    """A path of the document, a range of the text there (None: all of it), and the macro calls.

    The text is that of the value, or with `on_key` that of the key before it.
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
    # For the argument of a macro: where a parameter is replaced by it, and the node that the caller wrote.
    of_parameter: dict[int, Origin] = field(default_factory=dict)
    _argument: dict[int, Expr] = field(default_factory=dict)
    _kept: list[Node] = field(default_factory=list)

    def note(self, node: Node, origin: Origin) -> None:
        """Record where *node* was written; the first record wins, so that inner places are kept."""
        if id(node) not in self.of_node:
            self.of_node[id(node)] = origin
            self._kept.append(node)  # an id is valid only while its object lives

    def put_in(self, argument: Expr, origin: Origin) -> Expr:
        """Return *argument*, whose origin is recorded, as a new node for the parameter at *origin*."""
        node = copy(argument)
        self.note(node, self.of_node[id(argument)])
        self.of_parameter[id(node)] = origin
        if (said := self.notes.get(id(argument))) is not None:
            self.notes[id(node)] = said
        self._argument[id(node)] = self._argument.get(id(argument), argument)
        return node

    def find_field(self, node: Node, name: str) -> Origin | None:
        """Return the origin of the field with the JSON name *name* of *node*, None if unknown."""
        return self.of_field.get((id(self._argument.get(id(node), node)), name))

    def note_field(self, node: Node, name: str, origin: Origin) -> None:
        """Record the origin of the field with the JSON name *name* of *node*."""
        self.of_field[id(node), name] = origin
        self._kept.append(node)
