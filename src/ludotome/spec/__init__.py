"""Spec: from a Markdown document to a GameDef, with diagnostics for every error.

A pure function of text: it opens no files and does not know kernels.
"""

from ludotome.spec import expressions
from ludotome.spec.analyse_text import Analysis, analyse_doc, analyse_text
from ludotome.spec.blocks import YamlValue, key_path, yaml_blocks
from ludotome.spec.compile_game_spec_to_game_def import CompileResult, compile_game_spec_to_game_def
from ludotome.spec.compile_text import check_settings, check_text, compile_text, merged_text, settings_in_tests
from ludotome.spec.document import GameSpecDoc
from ludotome.spec.document_schema import document_schema
from ludotome.spec.expand_macros import ExpandResult, expand_macros
from ludotome.spec.lowering import Env, Lowered, Origin, Things, Want
from ludotome.spec.lowering.access import property_names
from ludotome.spec.lowering.parts import TextPart
from ludotome.spec.lowering.signatures import argument_fields, functions, signature
from ludotome.spec.parse_game_spec import ParseResult, parse_game_spec
from ludotome.spec.shapes import BOARD_MACROS, EFFECT_MACROS, EFFECT_SHORTHANDS, SECTION_FIELDS, ZONE, Field, Shape
from ludotome.spec.shapes.node_fields import effect_lists, holds_many, plain_type
from ludotome.spec.source_map import SourceMap
from ludotome.spec.starter import BOARDS, MOST_PLAYERS, starter
from ludotome.spec.templates import pieces_of
from ludotome.spec.validate_game_spec import validate_game_spec
from ludotome.spec.variants import parse_document

__all__ = [
    # everything in one call
    "compile_text",
    "check_text",
    "check_settings",
    "settings_in_tests",
    "merged_text",
    "CompileResult",
    # pass by pass
    "parse_game_spec",
    "parse_document",
    "ParseResult",
    "validate_game_spec",
    "expand_macros",
    "ExpandResult",
    "compile_game_spec_to_game_def",
    # the data they work on
    "GameSpecDoc",
    "SourceMap",
    # what a document may contain
    "document_schema",
    "SECTION_FIELDS",
    "BOARD_MACROS",
    "EFFECT_MACROS",
    "EFFECT_SHORTHANDS",
    "ZONE",
    "Shape",
    "Field",
    "effect_lists",
    "holds_many",
    "plain_type",
    # for language services: analysis of a text, and how texts are read
    "analyse_text",
    "analyse_doc",
    "yaml_blocks",
    "Analysis",
    "Things",
    "Lowered",
    "TextPart",
    "Env",
    "Want",
    "Origin",
    "YamlValue",
    "key_path",
    "expressions",
    "pieces_of",
    "functions",
    "signature",
    "argument_fields",
    "property_names",
    # a document to start from
    "starter",
    "BOARDS",
    "MOST_PLAYERS",
]
