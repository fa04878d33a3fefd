"""compile_text: the text of a document → a GameDef, or the reasons why there is none; the front end in one call."""

from __future__ import annotations

from collections.abc import Callable

from ludotome.diagnostics import Diagnostic, has_errors, in_reading_order
from ludotome.spec.compile_game_spec_to_game_def import CompileResult, compile_game_spec_to_game_def
from ludotome.spec.parse_game_spec import parse_game_spec
from ludotome.spec.validate_game_spec import validate_game_spec


def compile_text(markdown: str, read: Callable[[str], str] | None = None) -> CompileResult:
    """Return the GameDef of *markdown*; *read* (name → text) gives mission files.

    Mistakes of the text and of shapes are reported together; names, types and rules are looked at when there are none.
    """
    parsed = parse_game_spec(markdown)
    found = [*parsed.diagnostics]
    if parsed.doc.sections or not found:
        shapes = validate_game_spec(parsed.doc, parsed.source_map)
        found.extend(shape for shape in shapes if not _is_told(shape, parsed.diagnostics))
    if has_errors(found):
        return CompileResult(None, in_reading_order(found))
    compiled = compile_game_spec_to_game_def(parsed.doc, parsed.source_map, read)
    return CompileResult(compiled.game_def, in_reading_order((*parsed.diagnostics, *compiled.diagnostics)))


def _is_told(shape: Diagnostic, told: tuple[Diagnostic, ...]) -> bool:
    """Whether a mistake of the text at the same place has caused *shape*."""
    span = shape.span
    return span is not None and any(
        one.span is not None and one.span.start < span.end and span.start < one.span.end for one in told
    )
