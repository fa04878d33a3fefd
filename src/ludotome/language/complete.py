"""complete: the completions at a place of a text, also while the text has errors there.

    moveToken: { token: $card, to: ha|      →  hand

The word at the cursor is replaced by a placeholder, and what is open there is closed (`unfinished`). The compiler then
gives the expected type and the visible names. Each candidate is compiled in place of the placeholder, with the whole
expression around it, and offered only if there is no error. Functions and macros are offered by the type of their
result. In the body of a macro, the expectations of its callers are not considered.

Invariants:
    * nothing is offered outside YAML blocks nor in comments;
    * at most `_MOST` candidates are tried; cells of one board count once, since they are of one type.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterator
from functools import lru_cache
from typing import TypeAlias

from msgspec import Struct

from ludotome.diagnostics import SourceText, Span
from ludotome.gamedef import NODE_OF_JSON, Binding
from ludotome.language.analysed import Read
from ludotome.language.attempts import analysed_at, has_errors_below, length_of, tried, with_value
from ludotome.language.choices import call_candidates, names_for_slot, value_candidates
from ludotome.language.slots import Slot, slots_of
from ludotome.language.storing import STORES, storing
from ludotome.language.unfinished import PLACEHOLDER, closed_expression, variants
from ludotome.spec import (
    EFFECT_MACROS,
    SECTION_FIELDS,
    Analysis,
    GameSpecDoc,
    Lowered,
    ParseResult,
    TextPart,
    parse_document,
    pieces_of,
    property_names,
    yaml_blocks,
)
from ludotome.spec import expressions as text

_WORD = re.compile(r"\$?[A-Za-z0-9_]*")
_REST = re.compile(r"[A-Za-z0-9_]*")
_WORD_BEFORE = re.compile(r"\$?[A-Za-z0-9_]*\Z")
_QUOTED = re.compile(r"\"[^\"]*\"|'[^']*'")
_LONGEST_WORD = 100
_MOST = 150
_MOST_CALLS = 4
_WHICH = ("actor", "active", "left", "right", "all", "allOther")
# How a value becomes a condition, where one is wanted and nothing follows.
_CONTINUED = (" > 0", " != none")

# label, kind, what to write, detail
Item: TypeAlias = "tuple[str, str, str, str]"


class Completion(Struct, frozen=True):
    """A completion for the characters of *span*: its label, its kind, the text to insert, and a detail."""

    label: str
    kind: str
    span: Span
    insert: str
    detail: str = ""


def complete(document: str, offset: int, read: Read = None) -> tuple[Completion, ...]:
    """Return the completions at *offset* of *document*; of a word begun there, those with the same first letter."""
    offset = max(0, min(offset, len(document)))
    source = SourceText(document)
    begins = _block_start(source, offset)
    line = document[document.rfind("\n", 0, offset) + 1 : offset]
    if begins is None or re.search(r"(^|\s)#", _QUOTED.sub("", line)) is not None:
        return ()
    before = _WORD_BEFORE.search(document, max(0, offset - _LONGEST_WORD), offset)
    start = before.start() if before is not None else offset
    prefix = document[start:offset].lower()
    after = (_REST if prefix else _WORD).match(document, offset)
    end = after.end() if after is not None else offset
    offered = _offered(document[:start], prefix[:1], document[end:], begins, read)
    span = source.span(start, end)
    return tuple(
        Completion(label, kind, span, insert, detail)
        for label, kind, insert, detail in offered
        if label.lower().startswith(prefix)
    )


def _block_start(source: SourceText, offset: int) -> int | None:
    """Return where the YAML block around *offset* begins in the document; None outside of one."""
    for block in yaml_blocks(source)[0]:
        if block.source_starts[0] <= offset <= block.to_source(len(block.text)):
            return block.source_starts[0]
    return None


@lru_cache(maxsize=4)
def _offered(before: str, initial: str, after: str, begins: int, read: Read) -> tuple[Item, ...]:
    """Return everything that may be between *before* and *after* and begins with *initial*, in lower case.

    The letters after the first are ignored, so that the answer can be reused while the user types a word.
    """
    if before.endswith("\n") or begins == len(before):
        written = set(re.findall(r"(?m)^(\w+) *:", before + after))
        return tuple((name, "section", f"{name}:", "") for name in SECTION_FIELDS if name not in written)
    mark = f"${PLACEHOLDER}" if initial == "$" else PLACEHOLDER
    for changed in variants(before, mark, after, begins):
        parsed = parse_document(changed, read)
        slot = next((one for one in slots_of(parsed.doc) if PLACEHOLDER in str(one.value)), None)
        if slot is not None:
            return tuple(_items(parsed, slot, initial, read))
    return ()


def _items(parsed: ParseResult, slot: Slot, initial: str, read: Read) -> Iterator[Item]:
    match slot.what:
        case "expr" | "template" | "number":
            yield from _in_expression(parsed, slot, initial, read)
        case "key":
            yield from ((name, "field", f"{name}: ", "") for name in slot.choices)
        case "word":
            yield from ((name, "word", name, "") for name in slot.choices)
        case "effect":
            yield from ((name, kind, name, "") for name, kind in _effects(parsed.doc))
        case _ if not slot.declares:
            things = analysed_at(parsed, parsed.doc, slot.path, read).context.things
            names = [
                name for name in names_for_slot(things, slot) if name not in slot.beside and _begins(name, initial)
            ]
            if slot.path.endswith(STORES):
                names = list(storing(parsed, slot, things, names, read))
            yield from ((name, slot.what, name, "") for name in names)
        case _:  # a name that is declared here is new
            return


def _begins(name: str, initial: str) -> bool:
    return name[: len(initial)].lower() == initial


def _macro_call(parsed: ParseResult, path: str) -> str | None:
    """Return the path of the call of a document's macro, as an effect, that *path* is an argument of; else None."""
    call = re.sub(r"\[\d+\]$", "", path)
    name = call.rpartition(".")[2]
    return call if any(name == macro for macro, kind in _effects(parsed.doc) if kind == "macro") else None


def _effects(doc: GameSpecDoc) -> Iterator[tuple[str, str]]:
    macros = doc.get("macros")
    for macro in macros if isinstance(macros, list) else ():
        if isinstance(macro, dict) and "effects" in macro:
            yield str(macro.get("name")), "macro"
    yield from ((name, "effect") for family, name in NODE_OF_JSON if family == "effect")
    yield from ((name, "effect") for name in EFFECT_MACROS)


# -- inside an expression


def _in_expression(parsed: ParseResult, slot: Slot, initial: str, read: Read) -> Iterator[Item]:
    value, start = _stretch(slot)
    if value == f"{PLACEHOLDER}:each":  # for all players, which the compiler writes out before it looks at names
        owned = analysed_at(parsed, parsed.doc, slot.path, read).context.things.symbols.owned_zones
        yield from ((name, "zone", name, "") for name in owned)
        return
    written = closed_expression(value)
    if written is None or (slot.on_key and written != value):
        return
    doc = parsed.doc if written == value else with_value(parsed.doc, slot.path, slot, value, written)
    analysis = analysed_at(parsed, doc, slot.path, read)
    things = analysis.context.things
    if slot.what == "number":
        yield from ((name, "constant", name, "") for name in things.settings)
        return
    here = [
        one
        for one in analysis.context.lowered
        if isinstance(one.part, TextPart)
        and one.part.shift == start
        and one.part.in_key == slot.on_key
        and analysis.context.written_path(one.part.path) == slot.path
    ]
    longest = max((length_of(one.part) for one in here), default=0)
    wholes = [one for one in here if length_of(one.part) == longest][:_MOST_CALLS]  # a macro's body: one for each call
    mark = f"${PLACEHOLDER}" if f"${PLACEHOLDER}" in written else PLACEHOLDER
    is_open = written != value  # what follows is not written yet, so only the part around the cursor is known

    def is_fitting(form: str) -> bool:
        return all(analysis.fits(whole, written.replace(mark, form), is_open=is_open) for whole in wholes)

    marked = next((one for one in here if _is_mark(one.part)), None)
    if marked is None:  # not an expression of its own, but a name that a function wants
        names = things.symbols.regions if wholes else ()
        yield from ((name, "region", name, "") for name in names if is_fitting(name))
        return
    candidates = {name: kind for name, kind in _candidates(analysis, marked, here) if _begins(name, initial)}
    call = _macro_call(parsed, slot.path)
    is_static = marked.env.scope.place == "movement"

    def is_refused(form: str) -> bool:
        """Whether the compiler checks more than the expression here, and finds an error."""
        if call is not None:  # what the body of the macro does with its argument
            return has_errors_below(tried(parsed, slot, mark, form, read)[1], call)
        if is_static and analysis.likeness(marked, form) != form:  # what must be known before play
            return has_errors_below(tried(parsed, slot, mark, form, read)[1], slot.path)
        return False

    def form_of(name: str) -> str | None:
        forms = (name, *(name + more for more in _CONTINUED if value.endswith(mark)))
        return next((form for form in forms if is_fitting(form) and not is_refused(form)), None)

    fitting = _fitting(analysis, marked, candidates, form_of)
    yield from ((name, candidates[name], form, "") for name, form in fitting)
    if isinstance(marked.part, TextPart) and isinstance(marked.part.ast, text.Name):
        yield from ((name, kind, f"{name}(", how) for name, kind, how in call_candidates(things, marked.want))


def _stretch(slot: Slot) -> tuple[str, int]:
    """Return the expression around the placeholder and where it begins in the text of *slot*."""
    if slot.what == "template":
        for piece in pieces_of(str(slot.value)):
            for stretch in (*(asked for _, asked in piece.conditions), piece.what):
                if PLACEHOLDER in stretch.text:
                    return (
                        (stretch.text, stretch.start) if piece.is_expression or stretch is not piece.what else ("", 0)
                    )
    return str(slot.value), 0


def _is_mark(part: object) -> bool:
    ast = part.ast if isinstance(part, TextPart) else None
    match ast:
        case text.Name(name=name) | text.Binding(name=name) | text.Access(name=name) | text.Selector(which=name):
            return PLACEHOLDER in name or (isinstance(ast, text.Selector) and PLACEHOLDER in ast.zone)
        case _:
            return False


def _candidates(analysis: Analysis, marked: Lowered, here: list[Lowered]) -> Iterator[tuple[str, str]]:
    ctx, part = analysis.context, marked.part
    ast = part.ast if isinstance(part, TextPart) else None
    if isinstance(ast, text.Access):
        owner = next((one for one in here if isinstance(one.part, TextPart) and one.part.ast is ast.of), None)
        if owner is not None:
            kind = ctx.type_of(owner.node, owner.env.scope)
            yield from ((name, "property") for name in property_names(ctx, kind.element or kind))
    elif isinstance(ast, text.Selector) and PLACEHOLDER in ast.zone:
        yield from ((name, "zone") for name in ctx.things.symbols.owned_zones)
    elif isinstance(ast, text.Selector):
        yield from ((name, "player") for name in (*_WHICH, *ctx.things.seats))
    else:
        it = marked.env.it
        properties = property_names(ctx, ctx.type_of(Binding(it), marked.env.scope)) if it is not None else ()
        yield from value_candidates(ctx.things, marked.want, marked.env, properties).items()


def _fitting(
    analysis: Analysis, marked: Lowered, candidates: dict[str, str], form_of: Callable[[str], str | None]
) -> Iterator[tuple[str, str]]:
    """Yield the candidates that fit, each with what to write; of equivalent names only one is tried."""
    is_name = isinstance(marked.part, TextPart) and isinstance(marked.part.ast, text.Name | text.Binding)
    group_of_zone, zone_ids = analysis.context.things.inference.declared.group_of_zone, analysis.context.things.zone_ids
    known: dict[Hashable, tuple[str, str | None]] = {None: ("", None)}
    for name, kind in candidates.items():
        zone = zone_ids.get(name, "") if kind == "zone" else ""
        if zone in group_of_zone:  # all cells of a board are of one type
            group: Hashable = "zone", group_of_zone[zone]
        else:
            group = analysis.likeness(marked, name) if is_name else name
        if group not in known and len(known) < _MOST:
            known[group] = name, form_of(name)
        first, form = known.get(group, (name, None))
        if form is not None:
            yield name, name + form[len(first) :]
