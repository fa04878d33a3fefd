"""Definition JSON: convert a definition to JSON text and back, and hash its rules.

Invariants:
    * equal definitions give byte-identical text, in every process;
    * `rules_hash` covers everything that can affect play or notation, but not tests and drawings.

This module does not know whether a definition is valid.
"""

from __future__ import annotations

import json
from typing import Any

import msgspec

from ludotome.diagnostics import Diagnostic, near_names, nearest
from ludotome.gamedef.arguments import checked_game_def
from ludotome.gamedef.codec import Decoder, Fault, encode
from ludotome.gamedef.definition import SCHEMA_VERSION, GameDef
from ludotome.gamedef.errors import SpecError
from ludotome.gamedef.strict_json import read_json


def to_json(game_def: GameDef, *, indent: int | None = None) -> str:
    """Return the canonical JSON text of *game_def*."""
    checked_game_def(game_def)
    data = {"schemaVersion": game_def.schema_version, **encode(game_def)}
    return json.dumps(data, ensure_ascii=False, indent=indent, separators=(",", ":") if indent is None else None)


def from_json(text: str | bytes) -> GameDef:
    """Return the definition in *text*; raise `SpecError` with all structural faults."""
    try:
        data = read_json(text)
    except ValueError as problem:
        raise SpecError((_shape_fault(Fault("(root)", f"not JSON: {problem}", "write one JSON object")),)) from None
    return from_data(data)


def from_data(data: Any) -> GameDef:
    """Return the definition in plain JSON *data*; raise `SpecError` with all structural faults."""
    version = data.get("schemaVersion", SCHEMA_VERSION) if isinstance(data, dict) else SCHEMA_VERSION
    if version != SCHEMA_VERSION:
        message = f"schema version {version!r} is not known; this Ludotome reads version {SCHEMA_VERSION}"
        raise SpecError((_shape_fault(Fault("schemaVersion", message, "compile the document again")),))
    decoder = Decoder()
    made = decoder.decode(data, GameDef)
    if made is None:
        raise SpecError(tuple(_shape_fault(fault) for fault in decoder.faults))
    return made


def rules_hash(game_def: GameDef) -> str:
    """Return the hash of the rules as 16 hexadecimal digits; equal rules have equal hashes."""
    import hashlib  # imported late: it loads a crypto library that checking documents does not need

    return hashlib.blake2b(_rules_text(game_def), digest_size=8).hexdigest()


def rules_digest(game_def: GameDef) -> str:
    """Return a SHA-256 of the rules as 64 hexadecimal digits."""
    import hashlib

    return hashlib.sha256(_rules_text(game_def)).hexdigest()


def _rules_text(game_def: GameDef) -> bytes:
    plain = msgspec.structs.replace(
        game_def,
        tests=(),
        parameters=(),
        look=None,
        zones=tuple(zone if zone.at is None else msgspec.structs.replace(zone, at=None) for zone in game_def.zones),
        boards=tuple(msgspec.structs.replace(board, layout=None) for board in game_def.boards),
        token_types=tuple(msgspec.structs.replace(kind, draw=None, letter=None) for kind in game_def.token_types),
    )
    return to_json(plain).encode("utf-8", "surrogatepass")


def _shape_fault(fault: Fault) -> Diagnostic:
    near = near_names(fault.wrong, fault.candidates) if fault.candidates else ()
    is_near = bool(fault.candidates) and bool(nearest(fault.wrong, fault.candidates))  # else `near` are all candidates
    return Diagnostic(
        code="LT401",
        severity="error",
        path=fault.path,
        message=fault.message,
        suggestion=f"write `{near[0]}`" if is_near else fault.suggestion,
        alternatives=tuple(near),
    )
