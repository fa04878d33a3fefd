"""Spec: from a Markdown document to a GameDef, with diagnostics for every mistake.

A pure function of text: it opens no file and knows no kernel.
"""

from ludotome.spec.compile_text import CompileResult, compile_text
from ludotome.spec.document import GameSpecDoc
from ludotome.spec.parse_game_spec import ParseResult, parse_game_spec
from ludotome.spec.source_map import SourceMap

__all__ = [
    "compile_text",
    "CompileResult",
    "parse_game_spec",
    "ParseResult",
    "GameSpecDoc",
    "SourceMap",
]
