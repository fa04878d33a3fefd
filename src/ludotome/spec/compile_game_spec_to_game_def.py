"""compile_game_spec_to_game_def: a document → the definition of its game, or the reasons why there is none.

    expand macros → declarations → rules → tests → `gamedef`'s one checker, its paths turned into places → lints

Invariants:
    * a definition is returned only without errors, and then it passes `validate_game_def`;
    * equal documents give equal definitions, whatever the order of their sections.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from msgspec import Struct

from ludotome.diagnostics import Diagnostic, has_errors
from ludotome.gamedef import GameDef, validate_game_def
from ludotome.spec.compile import (
    check_uncalled_macros,
    compile_declarations,
    compile_rules,
    compile_tests,
    doubt_renames,
    point_out,
)
from ludotome.spec.document import GameSpecDoc, checked_doc
from ludotome.spec.expand_macros import expand_macros
from ludotome.spec.lint_game_def import lint_game_def, uncalled_macros
from ludotome.spec.report import Report
from ludotome.spec.source_map import SourceMap
from ludotome.spec.validate_game_spec import validate_game_spec


class CompileResult(Struct, frozen=True):
    """The definition, None when there are errors, and the diagnostics in reading order.

    `stopped_early` says that mistakes of structure or of the board kept names, types and rules from being looked at.
    """

    game_def: GameDef | None
    diagnostics: tuple[Diagnostic, ...]
    stopped_early: bool = False


def compile_game_spec_to_game_def(
    doc: GameSpecDoc, source_map: SourceMap | None = None, read: Callable[[str], str] | None = None
) -> CompileResult:
    """Return the definition of *doc*, whose macros may be expanded or not; a badly shaped document gives its faults."""
    checked_doc(doc)
    if doc.boards is None:
        faults = validate_game_spec(doc, source_map)
        if has_errors(faults):
            return CompileResult(None, faults, stopped_early=True)
    return compile_checked(doc, source_map, read)


def compile_checked(doc: GameSpecDoc, source_map: SourceMap | None, read: Callable[[str], str] | None) -> CompileResult:
    """Return the definition of *doc*, whose shapes are known to be right."""
    expanded = expand_macros(doc, read, source_map)
    report = Report(source_map.source if source_map is not None else None)
    report.extend(expanded.diagnostics)
    if report.has_errors() or expanded.doc.broken:
        return CompileResult(None, report.diagnostics, stopped_early=True)
    declarations = compile_declarations(expanded.doc, report, source_map)
    game_def = compile_rules(declarations.context)
    game_def = msgspec.structs.replace(game_def, tests=compile_tests(declarations.context))
    check_uncalled_macros(declarations.context)
    ctx = declarations.context
    found = validate_game_def(game_def)
    point_out(ctx, game_def, tuple(one for one in found if one.severity == "error"))
    # Of rules that are not whole nothing is foretold: what is missing may be just what would prevent it.
    if not report.has_errors():
        macros = {name: macro.path for name, macro in ctx.things.macros.items()}
        point_out(ctx, game_def, (*found, *lint_game_def(game_def), *uncalled_macros(macros, ctx.called)))
    return CompileResult(None if report.has_errors() else game_def, doubt_renames(ctx, report.diagnostics))
