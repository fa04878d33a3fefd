"""analyse_text: the text of a document → what the compiler knows of it, also where the text has errors.

The same passes as `compile_text`, without the checks of the finished definition: language services ask what a name
means and what may stand at a place, not whether the game is sound.

Invariants:
    * total: any text gives an analysis; parts with structural errors are left out, as `sound_part` says;
    * paths of `doc` are those of the text; paths of `context` lead to them through `context.written_path`.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from ludotome.diagnostics import has_errors, in_reading_order
from ludotome.gamedef import callable_or_none
from ludotome.spec.compile import check_uncalled_macros, compile_declarations, compile_rules, compile_tests
from ludotome.spec.document import GameSpecDoc
from ludotome.spec.expand_macros import expand_checked
from ludotome.spec.lowering import Context
from ludotome.spec.parse_game_spec import parse_game_spec
from ludotome.spec.report import Report
from ludotome.spec.sound_part import sound_part
from ludotome.spec.source_map import SourceMap
from ludotome.spec.validate_game_spec import validate_game_spec


class Analysis(Struct, frozen=True):
    """The document as written, where everything in it stands, and the compilation of its sound part.

    `context.lowered` has every part of an expression with what its place wants and what it sees. `is_whole` says that
    no structural error left a part out.
    """

    doc: GameSpecDoc
    source_map: SourceMap
    context: Context
    is_whole: bool


def analyse_text(markdown: str, read: Callable[[str], str] | None = None) -> Analysis:
    """Return what the compiler knows of *markdown*; *read* (name → text) gives mission files."""
    callable_or_none("read", read, "write a function from the name of a file to its text")
    parsed = parse_game_spec(markdown)
    doc, source_map = parsed.doc, parsed.source_map
    faults = in_reading_order((*parsed.diagnostics, *validate_game_spec(doc, source_map)))
    sound = sound_part(doc, faults, source_map).doc if has_errors(faults) else doc
    report = Report(source_map.source)
    expanded = expand_checked(sound, read, source_map)
    context = compile_declarations(expanded.doc, report, source_map).context
    if not expanded.is_too_large:
        compile_rules(context)
        compile_tests(context)
        check_uncalled_macros(context)
    return Analysis(doc, source_map, context, sound is doc)
