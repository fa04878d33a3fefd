"""compile_text: the text of a document → a GameDef, or the reasons why there is none; the front end in one call."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from ludotome.diagnostics import Diagnostic, Span, has_errors, in_reading_order
from ludotome.gamedef import callable_or_none
from ludotome.spec.compile_game_spec_to_game_def import (
    CompileResult,
    allowed_result,
    compile_checked,
    compile_faulty,
    result_of,
)
from ludotome.spec.parse_game_spec import parse_game_spec
from ludotome.spec.validate_game_spec import validate_game_spec


def compile_text(markdown: str, read: Callable[[str], str] | None = None) -> CompileResult:
    """Return the GameDef of *markdown*; *read* (name → text) gives mission files.

    All errors are reported together: structural errors, and errors in names and types wherever the structure is right.
    """
    callable_or_none("read", read, "write a function from the name of a file to its text")
    parsed = parse_game_spec(markdown)
    found = list(parsed.diagnostics)
    if parsed.doc.sections or not found:
        found = _joined(found, validate_game_spec(parsed.doc, parsed.source_map))
    if has_errors(found):
        return compile_faulty(parsed.doc, in_reading_order(found), parsed.source_map, read)
    compiled = compile_checked(parsed.doc, parsed.source_map, read)
    diagnostics = in_reading_order((*parsed.diagnostics, *compiled.diagnostics))
    result = result_of(parsed.doc, compiled.game_def, diagnostics, stopped_early=compiled.stopped_early)
    return allowed_result(result, parsed.source_map)


def _joined(told: list[Diagnostic], shapes: tuple[Diagnostic, ...]) -> list[Diagnostic]:
    """The mistakes of the text with those of shapes; where both speak of one place, the text's says why and counts."""
    joined = list(told)
    for shape in shapes:
        index = next((index for index, one in enumerate(told) if _overlap(one.span, shape.span)), None)
        if index is None:
            joined.append(shape)
        elif shape.severity == "error":
            joined[index] = msgspec.structs.replace(told[index], severity="error")
    return joined


def _overlap(one: Span | None, other: Span | None) -> bool:
    return one is not None and other is not None and one.start < other.end and other.start < one.end
