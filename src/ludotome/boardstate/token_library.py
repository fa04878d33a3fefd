"""Token library: parse a text into token types.

    version: 1
    type=door   notes="standard door token"
    type=blip

Invariants: a type is defined once; keys other than `type` and `notes` are ignored.

This module does not know any token.
"""

from __future__ import annotations

import re

from ludotome.boardstate.faults import Place, at, shown
from ludotome.boardstate.lines import Cursor, missing_key, open_text, read_lines
from ludotome.boardstate.names import check_name
from ludotome.boardstate.parts import TokenTypeDef
from ludotome.boardstate.versions import read_version
from ludotome.diagnostics import Diagnostic

_VERSION = re.compile(r"version\s*:")


def parse_token_library(text: str, source: str = "") -> tuple[dict[str, TokenTypeDef], tuple[Diagnostic, ...]]:
    """Return the token types of a library by name, in its order, and the warnings.

    Raises `BoardError` with every fault. An empty text is an empty library. *source* names the text in spans.
    """
    source_text, faults = open_text(text, source)
    types: dict[str, TokenTypeDef] = {}
    place_of_type: dict[str, Place] = {}
    read_lines(source_text, faults, "tokenTypes", lambda cursor: _read_line(cursor, types, place_of_type))
    faults.check()
    return types, faults.warnings


def _read_line(cursor: Cursor, types: dict[str, TokenTypeDef], place_of_type: dict[str, Place]) -> None:
    if cursor.take(_VERSION):
        read_version(cursor)
        return
    fields = cursor.fields({"type": Cursor.value, "notes": Cursor.value}, others=True)
    if "type" not in fields:
        missing_key(cursor.faults, cursor.path, "`type=`", "`type=<name>` at the start of the line", cursor.rest())
        return
    name, place = fields["type"]
    if not check_name(name, "token type", cursor.faults, at(cursor.path, place), "type"):
        return
    if name in types:
        cursor.faults.error(
            "LT670",
            f"tokenTypes.{name}",
            f"token type {shown(name)} is defined twice",
            "keep one of the two",
            place,
            labels=[(place_of_type[name], "defined here first")],
        )
        return
    types[name] = TokenTypeDef(name, fields["notes"].value if "notes" in fields else None)
    place_of_type[name] = place
