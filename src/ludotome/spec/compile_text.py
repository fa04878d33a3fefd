"""compile_text: the text of a document → a GameDef or diagnostics; the front end in one call."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import msgspec

from ludotome.diagnostics import Diagnostic, Span, has_errors, in_reading_order
from ludotome.gamedef import MOST_CHECKED, GameDef, Setting, callable_or_none, walk
from ludotome.spec.compile_game_spec_to_game_def import (
    CompileResult,
    allowed_result,
    compile_checked,
    compile_faulty,
    result_of,
)
from ludotome.spec.document import GameSpecDoc
from ludotome.spec.parse_game_spec import ParseResult
from ludotome.spec.settings import checked_settings, parameters_of, settings_of_tests, settings_to_check
from ludotome.spec.validate_game_spec import validate_game_spec
from ludotome.spec.variants import explain_base, explain_removed, parse_document, write_out

# Lints: a part that is not used or tested under one setting may be under another.
_LINTS = "LT5"


def compile_text(
    markdown: str, read: Callable[[str], str] | None = None, parameters: Mapping[str, Any] | None = None
) -> CompileResult:
    """Return the GameDef of *markdown*; *read* (name → text) gives mission files.

    *parameters* are set to the values given, the others to their defaults; a value that a parameter cannot have is a
    `PlayError`.

    All errors are reported together: structural errors, and errors in names and types wherever the structure is right.
    """
    callable_or_none("read", read, "write a function from the name of a file to its text")
    parsed = parse_document(markdown, read)
    doc = _with_settings(parsed.doc, parameters)
    found = list(parsed.diagnostics)
    untold: list[Diagnostic] = []
    if doc.sections or not found:
        found, untold = _joined(found, validate_game_spec(doc, parsed.source_map))
    if has_errors(found):
        faulty = compile_faulty(doc, in_reading_order(found), parsed.source_map, read, untold=untold)
        return _of_variant(parsed, faulty)
    compiled = compile_checked(doc, parsed.source_map, read)
    diagnostics = in_reading_order((*parsed.diagnostics, *compiled.diagnostics))
    result = result_of(doc, compiled.game_def, diagnostics, stopped_early=compiled.stopped_early)
    return _of_variant(parsed, allowed_result(result, parsed.source_map))


def check_text(markdown: str, read: Callable[[str], str] | None = None) -> CompileResult:
    """Return the result of `compile_text`, with the errors that occur only under other parameter settings.

    Each parameter is set to its minimum, its maximum and each of its listed values, and to the values that tests set.
    A finding that does not occur with the defaults names the setting in a note. For a large game only the first few
    settings are compiled.
    """
    return check_settings(markdown, compile_text(markdown, read), read)


def check_settings(
    markdown: str,
    usual: CompileResult,
    read: Callable[[str], str] | None = None,
    is_stale: Callable[[], bool] = lambda: False,
) -> CompileResult:
    """Return what `check_text` returns, given the result of `compile_text` for *markdown*.

    When *is_stale* returns true, no further setting is compiled.
    """
    if usual.game_def is None:
        return usual
    found = list(usual.diagnostics)
    known = {_place(one) for one in found}
    left, size = MOST_CHECKED, _size(usual.game_def)
    for settings in settings_to_check(parse_document(markdown, read).doc):
        if is_stale() or left < size:
            break
        words = ", ".join(f"{name}={str(value).lower()}" for name, value in settings.items())
        compiled = compile_text(markdown, read, settings)
        size = size if compiled.game_def is None else _size(compiled.game_def)
        left -= size
        for one in compiled.diagnostics:
            if _place(one) not in known and not one.code.startswith(_LINTS):
                known.add(_place(one))
                found.append(msgspec.structs.replace(one, notes=(*one.notes, f"found with {words}")))
    game_def = None if has_errors(found) else usual.game_def
    return msgspec.structs.replace(usual, game_def=game_def, diagnostics=in_reading_order(found))


def _size(game_def: GameDef) -> int:
    """Return the amount of work of a check, roughly proportional to its time."""
    return len(game_def.zones) + sum(1 for _ in walk(game_def))


def settings_in_tests(markdown: str, read: Callable[[str], str] | None = None) -> tuple[dict[str, Setting], ...]:
    """Return the settings other than the defaults that the tests of a document use, in written order."""
    return settings_of_tests(parse_document(markdown, read).doc)


def merged_text(markdown: str, read: Callable[[str], str] | None = None) -> str | None:
    """Return the text of *markdown* merged with its bases; None if it extends nothing.

    The document must be free of errors.
    """
    parsed = parse_document(markdown, read)
    metadata = parsed.doc.get("metadata")
    if not isinstance(metadata, dict) or "extends" not in metadata:
        return None
    return write_out(parsed.doc, str(metadata.get("id", "")))


def _of_variant(parsed: ParseResult, result: CompileResult) -> CompileResult:
    """Return *result* without warnings about the documents that this one extends, which are for their authors."""
    if not parsed.source_map.homes and "remove" not in parsed.doc.sections:
        return result
    found = [one for one in result.diagnostics if one.severity == "error" or one.span is None or not one.span.source]
    told = explain_base(parsed.doc, explain_removed(parsed.doc, parsed.source_map, tuple(found)))
    return msgspec.structs.replace(result, diagnostics=told)


def _place(found: Diagnostic) -> tuple[str, str, Span | None]:
    return found.code, found.path, found.span


def _with_settings(doc: GameSpecDoc, given: Mapping[str, Any] | None) -> GameSpecDoc:
    settings = checked_settings(parameters_of(doc), given)
    return replace(doc, settings=settings) if settings else doc


def _joined(told: list[Diagnostic], shapes: tuple[Diagnostic, ...]) -> tuple[list[Diagnostic], list[Diagnostic]]:
    """Return the errors to report, and those of *shapes* that are not reported since *told* has one at their place."""
    joined = list(told)
    untold: list[Diagnostic] = []
    for shape in shapes:
        index = next((index for index, one in enumerate(told) if _overlap(one.span, shape.span)), None)
        if index is None:
            joined.append(shape)
        elif shape.severity == "error":
            joined[index] = msgspec.structs.replace(told[index], severity="error")
            untold.append(shape)
    return joined, untold


def _overlap(one: Span | None, other: Span | None) -> bool:
    return one is not None and other is not None and one.start < other.end and other.start < one.end
