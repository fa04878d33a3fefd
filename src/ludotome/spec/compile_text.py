"""compile_text: the text of a document → a GameDef, or the reasons why there is none; the front end in one call."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ludotome.diagnostics import Diagnostic
from ludotome.spec.parse_game_spec import parse_game_spec


@dataclass(frozen=True, slots=True)
class CompileResult:
    """The definition, None when there are errors, and the diagnostics in reading order."""

    game_def: None
    diagnostics: tuple[Diagnostic, ...]


def compile_text(markdown: str, read: Callable[[str], str] | None = None) -> CompileResult:  # noqa: ARG001
    """Return the GameDef of *markdown*; *read* (name → text) gives mission files."""
    parsed = parse_game_spec(markdown)
    return CompileResult(None, parsed.diagnostics)
