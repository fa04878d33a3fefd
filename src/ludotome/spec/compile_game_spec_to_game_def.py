"""compile_game_spec_to_game_def: a document → the definition of its game, or the errors that prevent one.

    expand macros → declarations → rules → tests → `gamedef`'s one checker, its paths turned into places → lints

Invariants:
    * a definition is returned only without errors, and then it passes `validate_game_def`;
    * equal documents give equal definitions, whatever the order of their sections.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec
from msgspec import Struct

from ludotome.diagnostics import Diagnostic, has_errors, in_reading_order
from ludotome.gamedef import GameDef, validate_game_def
from ludotome.spec.allowances import without_allowed
from ludotome.spec.compile import (
    check_uncalled_macros,
    compile_declarations,
    compile_rules,
    compile_tests,
    doubt_renames,
    point_out,
)
from ludotome.spec.document import GameSpecDoc, checked_doc
from ludotome.spec.expand_macros import expand_checked
from ludotome.spec.lint_game_def import lint_game_def, uncalled_macros
from ludotome.spec.missing_capabilities import is_missing_capability
from ludotome.spec.report import Report
from ludotome.spec.sound_part import SoundPart, sound_part
from ludotome.spec.source_map import SourceMap
from ludotome.spec.validate_game_spec import validate_game_spec


class CompileResult(Struct, frozen=True):
    """The definition, None when there are errors, and the diagnostics in reading order.

    `missing_capabilities` are those that ask for a feature the language does not have. `stopped_early` means that
    parts with structural errors were left out of the check of names and types.
    """

    game_def: GameDef | None
    diagnostics: tuple[Diagnostic, ...]
    missing_capabilities: tuple[Diagnostic, ...] = ()
    stopped_early: bool = False


def result_of(
    doc: GameSpecDoc, game_def: GameDef | None, diagnostics: Iterable[Diagnostic], *, stopped_early: bool
) -> CompileResult:
    """Return the result of compiling *doc*: every path is one of the document as it was written."""
    told = doc.at_written_paths(diagnostics)
    missing = tuple(found for found in told if is_missing_capability(found.code))
    return CompileResult(game_def, told, missing, stopped_early)


def compile_game_spec_to_game_def(
    doc: GameSpecDoc, source_map: SourceMap | None = None, read: Callable[[str], str] | None = None
) -> CompileResult:
    """Return the definition of *doc*, whose macros may be expanded or not.

    A document with structural errors yields those errors.
    """
    checked_doc(doc)
    faults = validate_game_spec(doc, source_map)
    if has_errors(faults):
        return compile_faulty(doc.as_written(), faults, source_map, read)
    compiled = compile_checked(doc, source_map, read)
    result = result_of(doc, compiled.game_def, compiled.diagnostics, stopped_early=compiled.stopped_early)
    return allowed_result(result, source_map)


def allowed_result(result: CompileResult, source_map: SourceMap | None) -> CompileResult:
    """Return *result* without the warnings that comments in the document allow; a comment may be wrong, too."""
    if source_map is None:
        return result
    diagnostics = without_allowed(source_map.source, result.diagnostics)
    game_def = None if has_errors(diagnostics) else result.game_def
    return msgspec.structs.replace(result, game_def=game_def, diagnostics=diagnostics)


def compile_faulty(
    doc: GameSpecDoc,
    faults: tuple[Diagnostic, ...],
    source_map: SourceMap | None,
    read: Callable[[str], str] | None,
    untold: Iterable[Diagnostic] = (),
) -> CompileResult:
    """Return *faults*, the structural errors of *doc*, with the errors in names and types of the parts without them.

    Parts with *untold* errors are left out as well, although these errors are not reported.
    """
    part = sound_part(doc, (*faults, *untold), source_map)
    others = [
        found
        for found in compile_checked(part.doc, source_map, read).diagnostics
        if found.severity == "error" and not part.is_excused(found)
    ]
    told = [*faults, *(found for found in others if not any(_same_place(found, fault) for fault in faults))]
    return result_of(doc, None, in_reading_order(told), stopped_early=True)


def _same_place(found: Diagnostic, fault: Diagnostic) -> bool:
    """Return whether a structural error was reported at the place of *found*, or at its path if places are unknown."""
    if found.span is None or fault.span is None:
        return found.path == fault.path
    is_equal = (found.span.start, found.span.end) == (fault.span.start, fault.span.end)
    return is_equal or (found.span.start < fault.span.end and fault.span.start < found.span.end)


def compile_checked(doc: GameSpecDoc, source_map: SourceMap | None, read: Callable[[str], str] | None) -> CompileResult:
    """Return the definition of *doc*, whose structure has been checked."""
    expanded = expand_checked(doc, read, source_map)
    report = Report(source_map.source if source_map is not None else None)
    report.extend(expanded.diagnostics)
    if expanded.is_too_large:
        return CompileResult(None, report.diagnostics, stopped_early=True)
    declarations = compile_declarations(expanded.doc, report, source_map)
    game_def = compile_rules(declarations.context)
    game_def = msgspec.structs.replace(game_def, tests=compile_tests(declarations.context))
    check_uncalled_macros(declarations.context)
    ctx = declarations.context
    found = validate_game_def(game_def)
    point_out(ctx, game_def, tuple(one for one in found if one.severity == "error"))
    # Incomplete rules are not linted: the missing part may be exactly what would prevent the finding.
    if not report.has_errors():
        macros = {name: macro.path for name, macro in ctx.things.macros.items()}
        point_out(ctx, game_def, (*found, *lint_game_def(game_def), *uncalled_macros(macros, ctx.called)))
    diagnostics = doubt_renames(ctx, report.diagnostics)
    if has_errors(expanded.diagnostics):
        part = SoundPart(doc, frozenset(), excuses_bare_names=expanded.has_lost_zones)
        diagnostics = tuple(one for one in diagnostics if one in expanded.diagnostics or not part.is_excused(one))
        return CompileResult(None, diagnostics, stopped_early=True)
    is_whole = not doc.broken and not report.has_errors()
    return CompileResult(game_def if is_whole else None, diagnostics, stopped_early=bool(doc.broken))
