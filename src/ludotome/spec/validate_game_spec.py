"""validate_game_spec: check that every section has the right shape: known fields with the right kind of value.

The table of shapes defines what is right. Names and types are checked later, where shapes are right; so are the
contents of effects, whose fields are `gamedef`'s.

Invariants:
    * total and deterministic; sections that could not be read are skipped;
    * all missing fields of one mapping are reported as one finding.
"""

from __future__ import annotations

from ludotome.diagnostics import Diagnostic
from ludotome.spec.blocks import YamlValue, key_path
from ludotome.spec.check_parameters import check_parameters
from ludotome.spec.document import GameSpecDoc, checked_doc
from ludotome.spec.report import Report
from ludotome.spec.sections import SECTIONS
from ludotome.spec.settings import values_of
from ludotome.spec.shapes import BOARD_MACROS, SECTION_FIELDS, ZONE, Field
from ludotome.spec.shapes.check import ShapeCheck
from ludotome.spec.shapes.repairs import repair_board, repair_zone
from ludotome.spec.shapes.table import MACRO
from ludotome.spec.source_map import SourceMap

REQUIRED = ("metadata", "actions", "endConditions")
TO_PLAY_WITH = ("zones", "globalVars", "perPlayerVars")


def validate_game_spec(doc: GameSpecDoc, source_map: SourceMap | None = None) -> tuple[Diagnostic, ...]:
    """Return the structural errors of *doc*, in reading order."""
    checked_doc(doc)
    report = Report(source_map.source if source_map is not None else None)
    check = ShapeCheck(report, source_map, values_of(doc))
    _missing_sections(doc, check)
    for name in doc.sections:
        if name not in SECTIONS:
            check.unknown("a section", name, tuple(SECTIONS), name)
    for section in SECTIONS:
        if section in doc.sections and section not in doc.broken:
            value = doc.written(section)
            if section == "zones":
                _zones(value, check)
            else:
                check.field(SECTION_FIELDS[section], value, section)
    _macros(doc, check)
    check_parameters(doc, check)
    return report.diagnostics


def _missing_sections(doc: GameSpecDoc, check: ShapeCheck) -> None:
    present = {*doc.sections, *doc.broken}
    missing = [f"`{section}`" for section in REQUIRED if section not in present]
    if not present & set(TO_PLAY_WITH):
        missing.append("`zones` or a variable")
    if missing and (present or not check.report.has_errors()):
        check.say(
            "LT104",
            "document",
            f"the document has no {', no '.join(missing)}",
            "add what is missing; `ludotome new` writes a document that has everything",
        )


def _macros(doc: GameSpecDoc, check: ShapeCheck) -> None:
    """Report a macro that has both a value and effects, or neither."""
    macros = doc.get("macros")
    for index, macro in enumerate(macros if isinstance(macros, list) and "macros" not in doc.broken else []):
        if not isinstance(macro, dict) or set(macro) - set(MACRO.fields):
            continue  # the meaning of an unknown key is not certain
        if ("expr" in macro) == ("effects" in macro):
            check.say(
                "LT114",
                f"macros[{index}].name" if "name" in macro else f"macros[{index}]",
                "a macro has either `expr` or `effects`",
                "write `expr` for a value, a condition or a query, `effects` for a list of effects",
            )


def _zones(value: YamlValue, check: ShapeCheck) -> None:
    for index, entry in enumerate(value if isinstance(value, list) else []):
        path = f"zones[{index}]"
        if check.reshaper is not None and (found := repair_zone(check.reshaper, entry, path)) is not None:
            message = "this is neither a zone nor a board"
            first = next(iter(entry)) if isinstance(entry, dict) else None
            where = path if first is None else key_path(path, first)
            check.say("LT113", where, message, found.suggestion, on_key=True, edits=found.edits)
        elif not isinstance(entry, dict):
            check.wrong(entry, "a zone or a board", path, ZONE.example)
        elif (kind := next((name for name in BOARD_MACROS if name in entry), None)) is not None:
            _board(kind, entry, path, check)
        elif "macro" in entry:
            _explicit_macro(entry, path, check)
        elif len(entry) == 1 and "id" not in entry and isinstance(next(iter(entry.values())), dict):
            (name,) = entry
            check.unknown("a kind of board", name, tuple(BOARD_MACROS), key_path(path, name), "LT113")
        else:
            check.field(Field("shape", shape=ZONE), entry, path)


def _board(kind: str, entry: dict[str, YamlValue], path: str, check: ShapeCheck) -> None:
    shape = BOARD_MACROS[kind]
    if len(entry) > 1 or not isinstance(entry[kind], dict):
        message = f"a `{kind}` board is one entry with its fields"
        found = repair_board(check.reshaper, kind, entry, path) if check.reshaper is not None else None
        suggestion, edits = (
            (found.suggestion, found.edits) if found else (f"write it as `- {kind}: {shape.example}`", None)
        )
        check.say("LT113", f"{path}.{kind}", message, suggestion, on_key=True, edits=edits)
        return
    check.field(Field("shape", shape=shape), entry[kind], f"{path}.{kind}")


def _explicit_macro(entry: dict[str, YamlValue], path: str, check: ShapeCheck) -> None:
    """Check `{ macro: grid, args: [3, 3] }`."""
    from ludotome.spec.expansion.boards import board_macro

    found = board_macro(entry, path)
    kind = entry.get("macro")
    if not isinstance(kind, str):
        check.wrong(kind, "a kind of board", f"{path}.macro", "grid")
    elif found is None and kind in BOARD_MACROS:
        example = BOARD_MACROS[kind].example
        check.say("LT113", path, f"these are not the arguments of `{kind}`", f"write `- {kind}: {example}`")
    elif found is None:
        check.unknown("a kind of board", kind, tuple(BOARD_MACROS), f"{path}.macro", "LT113", on_key=False)
    elif found.names:
        for name, value in found.args.items():
            check.field(BOARD_MACROS[kind].fields[name], value, found.at(name))
    else:
        check.field(Field("shape", shape=BOARD_MACROS[kind]), found.args, found.path)
