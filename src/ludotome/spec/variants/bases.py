"""bases: the text of a document → its sections merged with those of the document it extends, and so on.

A bare name is a shipped game, `x.md` a file beside the document; other names are refused.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from ludotome.diagnostics import has_errors, in_reading_order, nearest
from ludotome.spec.blocks import key_path
from ludotome.spec.document import GameSpecDoc
from ludotome.spec.foreign_words import foreign_word
from ludotome.spec.parse_game_spec import ParseResult, parse_game_spec
from ludotome.spec.report import Report
from ludotome.spec.source_map import SourceMap
from ludotome.spec.variants.graft import TooLargeError
from ludotome.spec.variants.merge import merge

_BASE = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*(\.md)?")
_MOST_BASES = 16
_PATH = "metadata.extends"

Reader = Callable[[str], str]


def parse_document(markdown: str, read: Reader | None = None) -> ParseResult:
    """Return the sections of *markdown*, merged with those of its bases, which *read* returns by name.

    A base that cannot be read, or whose text has errors, is reported; the result then has no sections.
    """
    return _merged(parse_game_spec(markdown), read, ())


def _merged(parsed: ParseResult, read: Reader | None, chain: tuple[str, ...]) -> ParseResult:
    metadata = parsed.doc.get("metadata")
    name = metadata.get("extends") if isinstance(metadata, dict) else None
    if name is None:
        return _misplaced_base(parsed) or _without_base(parsed)
    report = _reported(parsed)
    text = _text(name, read, chain, parsed.source_map, report)
    if text is None:
        return _broken(parsed, report)
    base = _merged(parse_game_spec(text, str(name)), read, (*chain, str(name)))
    if has_errors(base.diagnostics):
        report.extend(found for found in base.diagnostics if found.severity == "error")
        return _broken(parsed, report)
    try:
        doc, source_map = merge(base, parsed, report)
    except TooLargeError as most:
        message = f"together with `{name}` this document has more than {most}"
        span = parsed.source_map.span(_PATH)
        report.add("LT262", _PATH, message, "write `inherited` less often, or extend a smaller document", span=span)
        return _broken(parsed, report)
    return ParseResult(doc, source_map, in_reading_order(report.diagnostics))


def _bare(name: str) -> str:
    return name.removesuffix(".md").casefold()


def _broken(parsed: ParseResult, report: Report) -> ParseResult:
    return ParseResult(GameSpecDoc({}, broken=frozenset(parsed.doc.sections)), parsed.source_map, report.diagnostics)


def _misplaced_base(parsed: ParseResult) -> ParseResult | None:
    """Report a base not written under `extends` of `metadata`; then it is unknown what the document inherits."""
    if any(found.path == "extends" and found.severity == "error" for found in parsed.diagnostics):
        return _broken(parsed, _reported(parsed))  # a section `extends`
    metadata = parsed.doc.get("metadata")
    for key, value in metadata.items() if isinstance(metadata, dict) else ():
        if isinstance(value, str) and foreign_word("field of metadata", key, ("extends",)) is not None:
            report, path = _reported(parsed), key_path("metadata", key)
            span = parsed.source_map.key_span(path)
            edits = [(span, "extends")] if span is not None else []
            report.add("LT262", path, f"the base is not written as `{key}`", "write `extends`", span=span, edits=edits)
            return _broken(parsed, report)
    return None


def _reported(parsed: ParseResult) -> Report:
    report = Report(parsed.source_map.source)
    report.extend(parsed.diagnostics)
    return report


def _without_base(parsed: ParseResult) -> ParseResult:
    """Report a `remove` in a document that extends no other."""
    if "remove" not in parsed.doc.sections:
        return parsed
    report = _reported(parsed)
    message = "nothing to remove: this document extends no other"
    suggestion = "write the name of a base under `metadata:`, as `extends: chess`, or leave `remove` out"
    report.add("LT262", "remove", message, suggestion, span=parsed.source_map.key_span("remove"))
    return ParseResult(parsed.doc, parsed.source_map, report.diagnostics)


def _text(
    name: object, read: Reader | None, chain: tuple[str, ...], source_map: SourceMap, report: Report
) -> str | None:
    """Return the text of the base *name*; None, with an error reported, if there is none."""

    def fault(message: str, suggestion: str) -> None:
        report.add("LT262", _PATH, message, suggestion, span=source_map.span(_PATH))

    if not isinstance(name, str) or _BASE.fullmatch(name) is None:
        shown = f"`{name}`" if isinstance(name, str) else "this"
        fault(f"{shown} is not a base", "write a shipped game, as `chess`, or a file beside this one, as `x.md`")
    elif name in chain:
        circle = " → ".join((*chain[chain.index(name) :], name))
        fault(f"a document cannot extend itself: {circle}", "extend a document that does not extend this one")
    elif len(chain) >= _MOST_BASES:
        fault(f"more than {_MOST_BASES} documents extend each other", "join some of them")
    elif read is None:
        fault(f"the base `{name}` is read from a file, and none can be read here", "load the document, or pass `read=`")
    else:
        try:
            return read(name)
        except (OSError, KeyError, ValueError) as problem:
            known: tuple[str, ...] = getattr(problem, "known", ())
            near = tuple(one for one in known if _bare(one) == _bare(name)) or nearest(name, known)
            usual = "write a shipped game, as `chess`, or a file beside this one, as `x.md`"
            fault(f"cannot read the base `{name}`: {problem}", f"write `{near[0]}`" if near else usual)
    return None
