"""Context: the state of one compilation: declarations, origins, findings and types."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from msgspec import Struct, field

from ludotome.diagnostics import Label, Span, is_sure, nearest
from ludotome.gamedef import Binding, Expr, Findings, Node, Scope, Type, children
from ludotome.spec.document import GameSpecDoc
from ludotome.spec.foreign_words import foreign_word
from ludotome.spec.lowering.origins import Origin, Origins
from ludotome.spec.lowering.things import Things
from ludotome.spec.missing_capabilities import Kind, find_missing_capability
from ludotome.spec.report import Report
from ludotome.spec.slips import Slip
from ludotome.spec.source_map import SourceMap

if TYPE_CHECKING:
    from ludotome.spec.lowering.environment import Env, Want
    from ludotome.spec.lowering.lowered import Lowered
    from ludotome.spec.lowering.parts import Part

    Lower = Callable[["Context", Part, Want, Env], Expr]

# Represents a part that could not be lowered; its type is unknown, so nothing that contains it is reported.
POISON_NAME = "$?"
POISON = Binding(POISON_NAME)
# The word for a base's value, and the message where there is no base.
INHERITED = "inherited"
NO_BASE = f"`{INHERITED}` means the value of the base, but this document extends no other"
EXTEND = f"leave `{INHERITED}` out, or write `extends` with the name of the base under `metadata:`"


class Context(Struct, dict=True):
    """The compilation of one document; `lowered` has every part of an expression, the innermost first."""

    doc: GameSpecDoc
    things: Things
    report: Report
    lower_part: Lower  # `lower`, passed in because it imports the modules that lower one form each
    source_map: SourceMap | None = None
    origins: Origins = field(default_factory=Origins)
    # The origin of a binding's values, by the rule or section (`actions[2]`) and the name.
    bound: dict[tuple[str, str], Origin] = field(default_factory=dict)
    inlined: int = 0
    has_too_many: bool = False  # macros, or macros inside macros
    put_in: int = 0
    folded: int = 0
    _size_of_node: dict[int, tuple[Node, int]] = field(default_factory=dict)
    called: set[str] = field(default_factory=set)
    lowered: list[Lowered] = field(default_factory=list)

    def lower(self, part: Part, want: Want, env: Env) -> Expr:
        """Return the node of *part*, a part of what is being lowered."""
        return self.lower_part(self, part, want, env)

    @property
    def extends(self) -> bool:
        """Whether the document extends another one."""
        return self.source_map is not None and bool(self.source_map.homes)

    def poison(self) -> Expr:
        """Return the placeholder for a part whose error was already reported."""
        return Binding(POISON_NAME)

    def type_of(self, node: Expr, scope: Scope) -> Type:
        """Return the type of *node*, `unknown` if it contains an error; nothing is reported."""
        return self.things.inference.infer(node, scope, "")

    def size(self, node: Node) -> int:
        """Return the number of nodes of *node* when written out; nodes shared by macros count at every place."""
        known = self._size_of_node.get(id(node))
        if known is None:
            size = 1 + sum([self.size(child) for _, child in children(node)])
            known = self._size_of_node[id(node)] = node, size  # stored with the node, so that its id stays unique
        return known[1]

    def written_path(self, path: str) -> str:
        """Return the path in the document for *path* in the expanded document."""
        return self.doc.written_path(path)

    def span(self, origin: Origin) -> Span | None:
        """Return the span of *origin*, or None without a source map."""
        if self.source_map is None:
            return None
        path = self.written_path(origin.path)
        if origin.start is None or origin.end is None:
            key = self.source_map.key_span(path) if origin.on_key else None
            return key or self.source_map.span(path)
        return self.source_map.text_span(path, origin.start, origin.end, in_key=origin.on_key)

    def text_at(self, origin: Origin) -> str | None:
        """Return the text at *origin*, or None without a source map."""
        span = self.span(origin)
        return self.source_map.source.text_of(span) if self.source_map is not None and span is not None else None

    def fault(
        self,
        code: str,
        origin: Origin,
        message: str,
        suggestion: str,
        *,
        alternatives: tuple[str, ...] = (),
        notes: tuple[str, ...] = (),
        labels: tuple[Label, ...] = (),
        replacement: str | None = None,
        edits: Iterable[tuple[Span, str]] = (),
    ) -> Expr:
        """Report an error at *origin* and return `POISON`; *replacement* for exactly that place is a certain fix."""
        span = self.span(origin)
        edits = [(span, replacement)] if span is not None and replacement is not None else edits
        self.report.add(
            code,
            self.written_path(origin.path),
            message,
            suggestion,
            span=span,
            alternatives=alternatives,
            notes=notes,
            labels=(*labels, *self.call_labels(origin)),
            edits=edits,
        )
        return Binding(POISON_NAME)

    def unknown(
        self,
        kind: str,
        name: str,
        candidates: Iterable[str],
        origin: Origin,
        *,
        instead: str | None = None,
        over: Origin | None = None,
        declare: str | None = None,
        notes: tuple[str, ...] = (),
        labels: tuple[Label, ...] = (),
    ) -> Expr:
        """Report that no *kind* is called *name*, with a fix if exactly one candidate is near.

        If nothing is near, *instead* is the correct form, a certain fix for the text at *over*; otherwise *declare*
        says how to declare the name, and *labels* show where.
        """
        known = tuple(candidates)
        findings = Findings()
        findings.unknown(kind, name, known, self.written_path(origin.path))
        (found,) = findings.found.values()
        foreign = foreign_word(kind, name, known)
        near = (foreign,) if foreign is not None else nearest(name, known)
        suggestion = found.suggestion or f"declare it, or write another {kind}"
        if instead is not None and over is not None:
            message = found.message
            return self.fault(
                found.code, over, message, f"write `{instead}`", alternatives=(instead,), replacement=instead
            )
        if declare is not None:
            suggestion = f"{suggestion}; or {declare}" if known else declare
        return self.fault(
            found.code,
            origin,
            found.message,
            f"write `{near[0]}`" if near else suggestion,
            alternatives=tuple(near[:5]) or found.alternatives[:5],
            notes=notes,
            labels=() if near else labels,
            replacement=near[0] if is_sure(name, near) else None,
        )

    def missing(self, kind: Kind, word: str, origin: Origin) -> bool:
        """Report *word* if it names a feature that the language does not have; return whether it does."""
        found = find_missing_capability(kind, word)
        if found is not None:
            self.fault(found.code, origin, found.message, found.suggestion, alternatives=found.alternatives)
        return found is not None

    def call_labels(self, origin: Origin) -> tuple[Label, ...]:
        """Return labels for the macro calls that led to *origin*, innermost first."""
        spans = [self.span(call) for call in reversed(origin.calls)]
        return tuple(Label(span=span, text="in this call of a macro") for span in spans if span is not None)

    def parameter_labels(self, node: Node | None) -> tuple[Label, ...]:
        """Return a label at the parameter that *node* replaces, if it is the argument of a macro."""
        origin = self.origins.of_parameter.get(id(node))
        span = self.span(origin) if origin is not None else None
        return (Label(span=span, text="stands here in the macro"),) if span is not None else ()

    def slip(self, slip: Slip, path: str, shift: int, *, in_key: bool) -> None:
        """Report a slip in the text (or key) at *path*, whose expression begins *shift* characters in."""
        written = self.written_path(path)
        source_map = self.source_map
        if source_map is None:
            self.report.add_slip(slip, written, None)
            return

        def span(start: int, end: int) -> Span:
            found = source_map.text_span(written, start + shift, end + shift, in_key=in_key)
            return found if found is not None else source_map.source.span(0, 0)

        self.report.add_slip(slip, written, span)
