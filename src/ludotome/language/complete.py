"""complete: what may be written at a place of a text, also while the text is broken there.

    moveToken: { token: $card, to: ha|      →  hand

The word at the cursor is replaced by a placeholder, and what is open there is closed (`unfinished`). The compiler then
says what the placeholder's place wants and sees. Each candidate is compiled in the place of the placeholder, with the
whole expression around it, and offered only if nothing is wrong with that. Functions and macros are offered by the type
of their result. In the body of a macro, what its callers want of it is not looked at.

Invariants:
    * nothing is offered outside YAML blocks nor in comments;
    * at most `_MOST` candidates are tried; cells of one board count once, since they are of one type.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache
from typing import TypeAlias

from msgspec import Struct

from ludotome.diagnostics import SourceText, Span
from ludotome.gamedef import NODE_OF_JSON, Binding
from ludotome.language.analysed import Read
from ludotome.language.choices import call_candidates, names_for_slot, value_candidates
from ludotome.language.slots import Slot, slots_of
from ludotome.language.unfinished import PLACEHOLDER, closed_expression, variants
from ludotome.spec import (
    EFFECT_MACROS,
    SECTION_FIELDS,
    Analysis,
    GameSpecDoc,
    Lowered,
    ParseResult,
    TextPart,
    analyse_doc,
    parse_game_spec,
    pieces_of,
    property_names,
    yaml_blocks,
)
from ludotome.spec import expressions as text

_WORD = re.compile(r"\$?[A-Za-z0-9_]*")
_REST = re.compile(r"[A-Za-z0-9_]*")
_WORD_BEFORE = re.compile(r"\$?[A-Za-z0-9_]*\Z")
_QUOTED = re.compile(r"\"[^\"]*\"|'[^']*'")
_STEP = re.compile(r"\.?([^.\[\]]+)|\[\"([^\"]*)\"\]|\[(\d+)\]")
_LONGEST_WORD = 100
_MOST = 150
_WHICH = ("actor", "active", "left", "right", "all", "allOther")
# How a value becomes a condition, where one is wanted and nothing follows.
_CONTINUED = (" > 0", " != none")
# The sections of rules: a rule other than the one at the cursor says nothing about it.
_RULES = ("setup", "triggers", "endConditions", "scoring", "look", "tests")

# label, kind, what to write, detail
Item: TypeAlias = "tuple[str, str, str, str]"


class Completion(Struct, frozen=True):
    """Something to write for the characters of *span*: what is shown, its kind, what to write, and how it looks."""

    label: str
    kind: str
    span: Span
    insert: str
    detail: str = ""


def complete(document: str, offset: int, read: Read = None) -> tuple[Completion, ...]:
    """Return what may be written at *offset* of *document*; of a word that is begun there, what begins like it."""
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
    offered = _offered(document[:start], prefix.startswith("$"), document[end:], begins, read)
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
def _offered(before: str, is_binding: bool, after: str, begins: int, read: Read) -> tuple[Item, ...]:
    """Return everything that may stand between *before* and *after*, whatever has been typed of it."""
    if before.endswith("\n") or begins == len(before):
        written = set(re.findall(r"(?m)^(\w+) *:", before + after))
        return tuple((name, "section", f"{name}:", "") for name in SECTION_FIELDS if name not in written)
    mark = f"${PLACEHOLDER}" if is_binding else PLACEHOLDER
    for changed in variants(before, mark, after, begins):
        parsed = parse_game_spec(changed)
        slot = next((one for one in slots_of(parsed.doc) if PLACEHOLDER in str(one.value)), None)
        if slot is not None:
            return tuple(_items(parsed, slot, read))
    return ()


def _items(parsed: ParseResult, slot: Slot, read: Read) -> Iterator[Item]:
    match slot.what:
        case "expr" | "template" | "number":
            yield from _in_expression(parsed, slot, read)
        case "key":
            yield from ((name, "field", f"{name}: ", "") for name in slot.choices)
        case "word":
            yield from ((name, "word", name, "") for name in slot.choices)
        case "effect":
            yield from ((name, kind, name, "") for name, kind in _effects(parsed.doc))
        case _ if not slot.declares:
            things = _analysed(parsed, parsed.doc, slot.path, read).context.things
            names = (name for name in names_for_slot(things, slot) if name not in slot.beside)
            yield from ((name, slot.what, name, "") for name in names)
        case _:  # a name that is declared here is new
            return


def _effects(doc: GameSpecDoc) -> Iterator[tuple[str, str]]:
    macros = doc.get("macros")
    for macro in macros if isinstance(macros, list) else ():
        if isinstance(macro, dict) and "effects" in macro:
            yield str(macro.get("name")), "macro"
    yield from ((name, "effect") for family, name in NODE_OF_JSON if family == "effect")
    yield from ((name, "effect") for name in EFFECT_MACROS)


def _analysed(parsed: ParseResult, doc: GameSpecDoc, path: str, read: Read) -> Analysis:
    return analyse_doc(_only_rule(doc, path), parsed.source_map, parsed.diagnostics, read)


def _only_rule(doc: GameSpecDoc, path: str) -> GameSpecDoc:
    """Return *doc* without the bodies of rules other than the one at *path*; every declaration stays."""
    here = path.partition(".")[0].partition("[")[0]
    if here == "macros":
        return doc  # what a macro sees is decided by those who call it
    kept = {name: value for name, value in doc.sections.items() if name == here or name not in _RULES}
    actions = kept.get("actions")
    if isinstance(actions, list):
        kept["actions"] = [
            {"id": one.get("id"), "effects": []}
            if isinstance(one, dict) and not path.startswith(f"actions[{index}]")
            else one
            for index, one in enumerate(actions)
        ]
    return replace(doc, sections=kept)


# -- inside an expression


def _in_expression(parsed: ParseResult, slot: Slot, read: Read) -> Iterator[Item]:
    value, start = _stretch(slot)
    written = closed_expression(value)
    if written is None or (slot.on_key and written != value):
        return
    doc = parsed.doc if written == value else _with_value(parsed.doc, slot.path, slot, value, written)
    analysis = _analysed(parsed, doc, slot.path, read)
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
    marked = next((one for one in here if _is_mark(one.part)), None)
    if marked is None:
        return
    candidates = dict(_candidates(analysis, marked, here))
    whole = max(here, key=lambda one: _length(one.part))
    mark = f"${PLACEHOLDER}" if f"${PLACEHOLDER}" in written else PLACEHOLDER
    is_open = written != value  # what follows is not written yet, so only the part around the cursor is known

    def form_of(name: str) -> str | None:
        forms = (name, *(name + more for more in _CONTINUED if value.endswith(mark)))
        return next((one for one in forms if analysis.fits(whole, written.replace(mark, one), is_open=is_open)), None)

    yield from ((name, candidates[name], form, "") for name, form in _fitting(analysis, candidates, form_of))
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


def _length(part: object) -> int:
    return part.ast.end - part.ast.start if isinstance(part, TextPart) else 0


def _is_mark(part: object) -> bool:
    ast = part.ast if isinstance(part, TextPart) else None
    match ast:
        case text.Name(name=name) | text.Binding(name=name) | text.Access(name=name) | text.Selector(which=name):
            return PLACEHOLDER in name
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
    elif isinstance(ast, text.Selector):
        yield from ((name, "player") for name in (*_WHICH, *ctx.things.seats))
    else:
        it = marked.env.it
        properties = property_names(ctx, ctx.type_of(Binding(it), marked.env.scope)) if it is not None else ()
        yield from value_candidates(ctx.things, marked.want, marked.env, properties).items()


def _fitting(
    analysis: Analysis, candidates: dict[str, str], form_of: Callable[[str], str | None]
) -> Iterator[tuple[str, str]]:
    """Yield the candidates that fit, each with what to write; of the cells of a board one is tried for all."""
    things = analysis.context.things
    group_of_zone, tried = things.inference.declared.group_of_zone, dict[str, tuple[str, str | None]]()
    for name, kind in candidates.items():
        zone = things.zone_ids.get(name, "") if kind == "zone" else ""
        group = f"zone {group_of_zone[zone]}" if zone in group_of_zone else name
        if group not in tried and len(tried) < _MOST:
            tried[group] = name, form_of(name)
        first, form = tried.get(group, (name, None))
        if form is not None:
            yield name, name + form[len(first) :]


def _with_value(doc: GameSpecDoc, path: str, slot: Slot, value: str, written: str) -> GameSpecDoc:
    """Return *doc* with *written* instead of *value* in the text at *path*."""
    steps = [key or quoted or int(index) for key, quoted, index in _STEP.findall(path)]

    def changed(node: object, rest: list[str | int]) -> object:
        if not rest:
            return str(slot.value).replace(value, written)
        step, *below = rest
        if isinstance(node, dict) and step in node:
            return {**node, step: changed(node[step], below)}
        if isinstance(node, list) and isinstance(step, int) and step < len(node):
            return [changed(item, below) if index == step else item for index, item in enumerate(node)]
        return node

    made = changed(dict(doc.sections), steps)
    return replace(doc, sections=made) if isinstance(made, dict) else doc
