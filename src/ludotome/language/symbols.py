"""symbols: the symbol table of a document: every declaration and every use, inside expressions and macros too.

Declarations and plain uses come from the slots of the document. Uses inside expressions come from the compiler, which
records the node of every part of an expression; so a name has the same meaning here as in the compiled document. An
expression that was not compiled, because of an error around it, is analysed by its names alone.

Invariants:
    * occurrences do not overlap and are in reading order; each span covers exactly the characters of the name;
    * occurrences are those of the document itself; what the documents that it extends declare is declared here, too;
    * a name that the document does not declare and cannot rename (a cell of a grid, a built-in word) may have uses and
      no declaration.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from functools import cached_property

from msgspec import Struct

from ludotome.diagnostics import Span
from ludotome.gamedef import Binding, facts
from ludotome.language.bindings import binding_uses
from ludotome.language.meanings import BUILT_IN, KIND_OF_WHAT, known_number, symbol_of_name, symbol_of_node
from ludotome.language.moves import MoveNames
from ludotome.language.slots import Slot, slots_of
from ludotome.language.symbol import Occurrence, Symbol
from ludotome.spec import Analysis, Lowered, TextPart, argument_fields, functions, pieces_of, plain_type
from ludotome.spec import expressions as text

_PLAIN = frozenset({
    "seat", "variable", "value", "zone", "terrain", "direction", "board", "token type", "macro", "phase", "action",
    "trigger", "constant", "parameter", "region", "zone property", "token property", "movement group",
})  # fmt: skip
_SHOWN_IN_MOVES = ("zone", "seat", "token type", "value")


class Symbols(Struct, dict=True):
    """The symbol table of one analysis."""

    analysis: Analysis

    @cached_property
    def slots(self) -> tuple[Slot, ...]:
        """The slots of the document."""
        return tuple(slots_of(self.analysis.doc))

    @cached_property
    def _everywhere(self) -> tuple[Occurrence, ...]:
        """Every occurrence in the document, in reading order, and then those in the documents that it extends."""
        found: dict[tuple[str, int, int], Occurrence] = {}
        for one in (*self._from_slots(), *self._from_expressions(), *self._bindings(), *self._from_moves()):
            place = (one.span.source, one.span.start, one.span.end)
            known = found.get(place)
            if one.span.end > one.span.start and (known is None or (one.declares and not known.declares)):
                found[place] = one
        return tuple(found[place] for place in sorted(found))

    @cached_property
    def occurrences(self) -> tuple[Occurrence, ...]:
        """Every occurrence of every symbol, in reading order."""
        return tuple(one for one in self._everywhere if not one.span.source)

    @cached_property
    def declared(self) -> dict[Symbol, Occurrence]:
        """The first declaration of each symbol, in the document if there is one there."""
        found: dict[Symbol, Occurrence] = {}
        for one in self._everywhere:
            if one.declares:
                found.setdefault(one.symbol, one)
        return found

    @cached_property
    def part_spans(self) -> tuple[tuple[int, Span], ...]:
        """Where each part of an expression stands, by its index in `analysis.context.lowered`."""
        ctx = self.analysis.context
        spans = (
            (index, ctx.span(one.part.origin(one.env)))
            for index, one in enumerate(ctx.lowered)
            if isinstance(one.part, TextPart)
        )
        return tuple((index, span) for index, span in spans if span is not None and not span.source)

    @cached_property
    def _starts(self) -> list[int]:
        return [one.span.start for one in self.occurrences]

    def at(self, offset: int) -> Occurrence | None:
        """Return the symbol at *offset*, also directly after its name."""
        index = bisect_right(self._starts, offset)
        for one in reversed(self.occurrences[max(0, index - 2) : index]):
            if one.span.start <= offset <= one.span.end:
                return one
        return None

    def of(self, symbol: Symbol) -> tuple[Occurrence, ...]:
        """Return every occurrence of *symbol*, in reading order."""
        return tuple(one for one in self.occurrences if one.symbol == symbol)

    # -- the parts

    def _span(self, path: str, start: int, end: int, name: str, *, on_key: bool = False) -> Span | None:
        """Return the span of *name* in the text at *path*; None if something else is there."""
        span = self.analysis.source_map.text_span(path, start, end, in_key=on_key)
        is_name = span is not None and self.analysis.source_map.source.text_of(span) == name
        return span if is_name else None

    def _occurrence(
        self, symbol: Symbol, path: str, start: int, *, on_key: bool = False, declares: bool = False
    ) -> Iterator[Occurrence]:
        span = self._span(path, start, start + len(symbol.name), symbol.name, on_key=on_key)
        if span is not None:
            yield Occurrence(symbol, span, declares)

    def _from_slots(self) -> Iterator[Occurrence]:
        macros = self.analysis.context.things.macros
        for slot in self.slots:
            if not isinstance(slot.value, str):
                continue
            name, kind = slot.value, KIND_OF_WHAT.get(slot.what, slot.what)
            if kind == "binding":
                home = slot.path if slot.declares else slot.scope.get(name, "")
                if home:
                    yield from self._occurrence(Symbol("binding", name, home), slot.path, 0, declares=slot.declares)
            elif kind == "zone":
                yield from self._zone(slot)
            elif kind == "variable expression":
                yield from self._variable_expression(slot)
            elif kind == "effect" and name in macros:
                yield from self._occurrence(Symbol("macro", name), slot.path, 0, on_key=slot.on_key)
            elif kind in _PLAIN and (slot.declares or kind != "token property" or name not in BUILT_IN):
                symbol = Symbol("board" if kind == "region" and name in self._boards else kind, name)
                yield from self._occurrence(symbol, slot.path, 0, on_key=slot.on_key, declares=slot.declares)

    @cached_property
    def _boards(self) -> frozenset[str]:
        return frozenset(board.id for board in self.analysis.context.things.shell.boards)

    def _zone(self, slot: Slot) -> Iterator[Occurrence]:
        """Yield the symbols in a zone written as text: `deck`, `hand:White`, `deck:none`."""
        name, _, which = str(slot.value).partition(":")
        yield from self._occurrence(Symbol("zone", name), slot.path, 0, on_key=slot.on_key, declares=slot.declares)
        if which in self.analysis.context.things.seats:
            yield from self._occurrence(Symbol("seat", which), slot.path, len(name) + 1, on_key=slot.on_key)

    def _variable_expression(self, slot: Slot) -> Iterator[Occurrence]:
        """Yield the symbols in `quiet` or `White.castleE`, a key of a test's `vars` or a field of `look.fen`."""
        tree = text.parse_expression(str(slot.value)).tree
        match tree:
            case text.Name(name=name):
                yield from self._occurrence(Symbol("variable", name), slot.path, tree.start, on_key=slot.on_key)
            case text.Access(of=text.Name(name=seat), name=name):
                yield from self._occurrence(Symbol("seat", seat), slot.path, tree.of.start, on_key=slot.on_key)
                yield from self._occurrence(Symbol("variable", name), slot.path, tree.name_start, on_key=slot.on_key)
            case _:
                return

    def _from_expressions(self) -> Iterator[Occurrence]:
        ctx = self.analysis.context
        seen: set[tuple[str, int, int, bool]] = set()
        for one in ctx.lowered:
            part = one.part
            if not isinstance(part, TextPart):
                continue
            path = ctx.written_path(part.path)
            place = (path, part.shift + part.ast.start, part.shift + part.ast.end, part.in_key)
            if place not in seen or isinstance(part.ast, text.Name):
                seen.add(place)
                for symbol, start in self._named(one, part):
                    yield from self._occurrence(symbol, path, part.shift + start, on_key=part.in_key)
        compiled = {(path, in_key) for path, _, _, in_key in seen}
        for slot in self.slots:
            is_text = slot.what in ("expr", "number") and isinstance(slot.value, str)
            if is_text and (slot.path, slot.on_key) not in compiled:
                yield from self._uncompiled(slot)

    def _named(self, one: Lowered, part: TextPart) -> Iterator[tuple[Symbol, int]]:
        """Yield the symbols named by the outermost words of a part of an expression, and where each begins."""
        ctx, ast = self.analysis.context, part.ast
        match ast:
            case text.Name(name=name):
                if (
                    one.node != Binding("$?")
                    and (symbol := symbol_of_name(ctx.things, name, one.node, one.want)) is not None
                ):
                    yield symbol, ast.start
            case text.Access(name=name):
                if (symbol := symbol_of_node(ctx.things, name, one.node)) is not None:
                    yield symbol, ast.name_start
            case text.Selector(zone=zone, which=which):
                yield Symbol("zone", zone), ast.start
                if which in ctx.things.seats:
                    yield Symbol("seat", which), ast.end - len(which)
            case text.Call(name=name) if name in ctx.things.macros:
                yield Symbol("macro", name), ast.start
            case text.Call(name=name) if name in functions():
                yield from self._arguments(ast)
            case _ if facts.is_literal(one.node) and ctx.things.parameters:
                yield from self._worked_out(ast)
            case _:
                return

    def _worked_out(self, tree: text.Expression) -> Iterator[tuple[Symbol, int]]:
        """Yield the names in an expression of parameters, which is compiled to its value."""
        settings = self.analysis.context.things.settings
        for ast in _parts(tree):
            if isinstance(ast, text.Name):
                symbol = known_number(self.analysis.context.things, ast.name)
                yield (symbol if ast.name in settings else Symbol("value", ast.name)), ast.start

    def _arguments(self, call: text.Call) -> Iterator[tuple[Symbol, int]]:
        """Yield the arguments of a function that are plain names: `destinations($p, leaps)`, `tokens(pawn)`."""
        fields = argument_fields(functions()[call.name])
        for index, arg in enumerate(call.args):
            field = fields[min(index, len(fields) - 1)]
            if isinstance(arg, text.Name) and plain_type(field) is not None and field.holds is not None:
                kind = KIND_OF_WHAT.get(field.holds.what, field.holds.what)
                is_board = kind == "region" and arg.name in self._boards
                yield Symbol("board" if is_board else kind, arg.name), arg.start

    def _uncompiled(self, slot: Slot) -> Iterator[Occurrence]:
        tree = text.parse_expression(str(slot.value)).tree
        for ast in _parts(tree) if tree is not None else ():
            name = ast.name if isinstance(ast, text.Name | text.Call) else ""
            if name in self._flat_names:
                yield from self._occurrence(self._flat_names[name], slot.path, ast.start, on_key=slot.on_key)

    @cached_property
    def _flat_names(self) -> dict[str, Symbol]:
        """The symbols by bare name, where no type is known: all things of a document share one name space."""
        kinds = ("parameter", "constant", "seat", "variable", "zone", "region", "board", "macro")
        return {
            str(slot.value): Symbol(slot.what, str(slot.value))
            for slot in self.slots
            if slot.declares and slot.what in kinds
        }

    def _bindings(self) -> Iterator[Occurrence]:
        for slot in self.slots:
            if not isinstance(slot.value, str) or slot.what not in ("expr", "template"):
                continue
            for written, shift in _texts(slot):
                tree = text.parse_expression(written).tree
                for use in binding_uses(tree, slot.scope, f"{slot.path}+{shift}") if tree is not None else ():
                    symbol = Symbol("binding", use.name, use.home)
                    yield from self._occurrence(
                        symbol, slot.path, shift + use.start, on_key=slot.on_key, declares=use.declares
                    )

    def _from_moves(self) -> Iterator[Occurrence]:
        moves = [slot for slot in self.slots if slot.what == "move" and isinstance(slot.value, str)]
        if not moves:
            return
        declared = [slot for slot in self.slots if slot.declares and isinstance(slot.value, str)]
        shown = {
            str(slot.value): Symbol(kind, str(slot.value))
            for kind in reversed(_SHOWN_IN_MOVES)
            for slot in declared
            if slot.what == kind
        }
        actions = self.analysis.doc.get("actions")
        names = MoveNames([one for one in actions if isinstance(one, dict)] if isinstance(actions, list) else [], shown)
        known: dict[str, list[tuple[int, int, Symbol]]] = {}
        for slot in moves:
            move = str(slot.value)
            if move not in known:
                known[move] = list(names.find(move))
            for start, _, symbol in known[move]:
                yield from self._occurrence(symbol, slot.path, start)


def _parts(tree: text.Expression) -> Iterator[text.Expression]:
    """Yield *tree* and every expression in it, in no particular order."""
    waiting = [tree]
    while waiting:
        ast = waiting.pop()
        waiting.extend(text.children(ast))
        yield ast


def _texts(slot: Slot) -> Iterator[tuple[str, int]]:
    """Yield the expressions of a slot, each with where it begins in the text there."""
    if slot.what == "expr":
        yield str(slot.value), 0
        return
    for piece in pieces_of(str(slot.value)):
        stretches = [asked for _, asked in piece.conditions]
        for stretch in (*stretches, *((piece.what,) if piece.is_expression else ())):
            yield stretch.text, stretch.start
