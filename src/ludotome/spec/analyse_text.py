"""analyse_text: the text of a document → what the compiler knows about it, even if it has errors.

The same passes as `compile_text`, without the checks of the finished definition: language services need the meaning of
names and the possible completions, not the correctness of the game.

Invariants:
    * total: any text gives an analysis; parts with structural errors are left out, as `sound_part` says;
    * `doc` is the text merged with the documents it extends, with the written paths; paths of `context` lead
      to them through `context.written_path`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable

from msgspec import Struct
from msgspec.structs import replace

from ludotome.diagnostics import Diagnostic, has_errors, in_reading_order
from ludotome.gamedef import Expr, Inference, ZoneLiteral, callable_or_none, facts
from ludotome.spec.compile import check_uncalled_macros, compile_declarations, compile_rules, compile_tests
from ludotome.spec.document import GameSpecDoc
from ludotome.spec.expand_macros import expand_checked
from ludotome.spec.expressions import parse_expression
from ludotome.spec.lowering import POISON, Context, Lowered, Origins
from ludotome.spec.lowering.parts import TextPart
from ludotome.spec.report import Report
from ludotome.spec.sound_part import sound_part
from ludotome.spec.source_map import SourceMap
from ludotome.spec.validate_game_spec import validate_game_spec
from ludotome.spec.variants import parse_document

# Expected types that `gamedef`'s checker knows; other expectations are looser and are checked by comparison.
_CHECKED = frozenset({
    "int", "bool", "player", "players", "zone", "token", "set", "set of zone", "scalar", "direction", "directions",
    "token type name", "name",
})  # fmt: skip


class Analysis(Struct, frozen=True):
    """The document as written, the places of its values, and the compilation of its sound part.

    `context.lowered` has every part of an expression with the type expected there and the names in scope.
    """

    doc: GameSpecDoc
    source_map: SourceMap
    context: Context

    def fits(self, place: Lowered, written: str, *, is_open: bool = False) -> bool:
        """Return whether the expression *written* could replace the whole expression at *place* without an error.

        With *is_open* more text may follow, so its type may still become the expected one.
        """
        node = self._node(place, written)
        if node is None:
            return False
        things = self.context.things
        inference = Inference(things.symbols, shared=things.inference.declared)
        what = place.want.what if place.want.what in _CHECKED and not is_open else "any"
        found = inference.expect(node, what, place.env.scope, "here")
        is_named = found.kind != "name" or not place.want.names or found.names <= place.want.names
        return is_named and not inference.findings.found

    def likeness(self, place: Lowered, name: str) -> Hashable:
        """Return a key for whether *name* fits at *place*, apart from spelling: names with equal keys fit equally.

        None if the name is unknown there.
        """
        node = self._node(place, name)
        if node is None:
            return None
        is_itself = facts.is_literal(node) and not isinstance(node, ZoneLiteral)
        return name if is_itself else (type(node), self.context.type_of(node, place.env.scope))

    def _node(self, place: Lowered, written: str) -> Expr | None:
        """Return the node of the expression *written* at *place*; None if it has an error."""
        parsed, part = parse_expression(written), place.part
        if parsed.tree is None or parsed.slips or not isinstance(part, TextPart):
            return None
        report = Report(None, explains=False)
        apart = replace(self.context, report=report, lowered=[], called=set(), origins=Origins(), bound={})
        node = apart.lower(TextPart(parsed.tree, part.path, part.shift, part.in_key), place.want, place.env)
        return None if report.has_errors() or node == POISON else node


def analyse_text(markdown: str, read: Callable[[str], str] | None = None) -> Analysis:
    """Return what the compiler knows of *markdown* and its bases; *read* (name → text) gives files."""
    callable_or_none("read", read, "write a function from the name of a file to its text")
    parsed = parse_document(markdown, read)
    return analyse_doc(parsed.doc, parsed.source_map, parsed.diagnostics, read)


def analyse_doc(
    doc: GameSpecDoc,
    source_map: SourceMap,
    diagnostics: tuple[Diagnostic, ...] = (),
    read: Callable[[str], str] | None = None,
    *,
    with_uncalled: bool = True,
) -> Analysis:
    """Return what the compiler knows of *doc*, whose text has the errors *diagnostics*.

    Without *with_uncalled* the bodies of macros that are never called are skipped.
    """
    faults = in_reading_order((*diagnostics, *validate_game_spec(doc, source_map)))
    sound = sound_part(doc, faults, source_map).doc if has_errors(faults) else doc
    report = Report(source_map.source)
    expanded = expand_checked(sound, read, source_map)
    context = compile_declarations(expanded.doc, report, source_map).context
    if not expanded.is_too_large:
        compile_rules(context)
        compile_tests(context)
        if with_uncalled:
            check_uncalled_macros(context)
    return Analysis(doc, source_map, context)
