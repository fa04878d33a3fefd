"""Spec: from a Markdown document to a GameDef, with diagnostics for every mistake.

A pure function of text: it opens no file and knows no kernel.
"""

from ludotome.spec.compile_game_spec_to_game_def import CompileResult, compile_game_spec_to_game_def
from ludotome.spec.compile_text import check_text, compile_text, settings_in_tests
from ludotome.spec.document import GameSpecDoc
from ludotome.spec.document_schema import document_schema
from ludotome.spec.expand_macros import ExpandResult, expand_macros
from ludotome.spec.parse_game_spec import ParseResult, parse_game_spec
from ludotome.spec.source_map import SourceMap
from ludotome.spec.validate_game_spec import validate_game_spec

__all__ = [
    # the whole in one call
    "compile_text",
    "check_text",
    "settings_in_tests",
    "CompileResult",
    # pass by pass
    "parse_game_spec",
    "ParseResult",
    "validate_game_spec",
    "expand_macros",
    "ExpandResult",
    "compile_game_spec_to_game_def",
    # what they work on
    "GameSpecDoc",
    "SourceMap",
    # what a document may hold
    "document_schema",
]
