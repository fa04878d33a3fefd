"""explain_syntax: an error message of libyaml → the error that the author made.

libyaml reports where it stopped, often one line late, but not why. Each explainer below examines that line and the
lines above for one kind of error and returns the slip or None. The first result wins; `invalid_syntax` is last.
"""

from __future__ import annotations

import re
from collections.abc import Callable

import yaml
from msgspec.structs import replace

from ludotome.spec.blocks import mistakes
from ludotome.spec.blocks.colons import find_bare_line, find_word_before_bracket
from ludotome.spec.blocks.curly_quotes import find_curly_quotes_in_line
from ludotome.spec.blocks.fault import KEY, Fault, key_column, width_of, without_comment
from ludotome.spec.blocks.nested_quotes import explain_nested_quotes, find_doubled_quote
from ludotome.spec.blocks.reading import long_quotes, open_brackets, stops_at
from ludotome.spec.blocks.tabs import blanks_for_tabs
from ludotome.spec.slips import Slip

_BEGINS_ENTRY = re.compile(r" *(?:- |[\"']?[\w$][\w$.-]*[\"']? *:(?:\s|$))")
_QUESTION_NAME = re.compile(r"(?<![\w?])\?(?=[A-Za-z]\w*)")
_OPENED_BY = {"}": "{", "]": "["}
_BLOCK_TEXT = re.compile(r".*(?::|-)\s+[|>][-+0-9]*\s*(?:#.*)?$")


def explain_syntax(text: str, error: yaml.YAMLError) -> Slip:
    """Return the slip for *error*, met while reading *text*."""
    mark = getattr(error, "problem_mark", None)
    context_mark = getattr(error, "context_mark", None)
    index = min(mark.index, len(text)) if mark is not None else 0
    # At the end of the text there is no place to report, so use the last line that is not empty.
    if index >= len(text.rstrip()):
        index = max(0, len(text.rstrip()) - 1)
    fault = Fault(
        text,
        str(getattr(error, "problem", None) or error),
        str(getattr(error, "context", None) or ""),
        index,
        min(context_mark.index, len(text)) if context_mark is not None else None,
    )
    for explain in _EXPLAINERS:
        slip = explain(fault)
        if slip is not None:
            return slip if not slip.edits or _mends(text, slip.edits) else replace(slip, edits=())
    end = max(fault.index + 1, fault.line_start + len(fault.line.rstrip()))
    return mistakes.invalid_syntax(fault.index, min(end, max(len(text), 1)), fault.problem)


def _mends(text: str, edits: mistakes.Edits) -> bool:
    """Return whether libyaml reads past the lines of *edits* once they are made; if not, the edits are only a guess."""
    mended = mistakes.after(text, edits)
    last = max((end for _, end, _ in edits), default=0)
    return stops_at(mended) > mistakes.line_at(text, last)[1] + len(mended) - len(text)


def _tab(fault: Fault) -> Slip | None:
    for start, line in [(fault.line_start, fault.line), *fault.lines_above()[:1]]:
        found = re.match(r" *(\t+)", line)
        if found is not None:
            return mistakes.tab(start + found.start(1), start + found.end(1), blanks_for_tabs(fault.text))
    return None


def _curly(fault: Fault) -> Slip | None:
    """A value in curly quotes with characters that need quotes."""
    slip = find_curly_quotes_in_line(fault.text, fault.line_start)
    return slip if slip is not None and _mends(fault.text, slip.edits) else None


def _escape(fault: Fault) -> Slip | None:
    if "escape" not in fault.problem:
        return None
    back = fault.text.rfind("\\", 0, fault.index + 1)
    return mistakes.bad_escape(back, back + 2, fault.text[back : back + 2])


def _unclosed_quote(fault: Fault) -> Slip | None:
    if "quoted scalar" not in fault.context or fault.context_index is None:
        return None
    at = fault.context_index
    return find_doubled_quote(fault.text, at) or mistakes.open_quote(fault.text, at)


def _open_quote(fault: Fault) -> Slip | None:
    """A quote left open on its line and closed by the first quote of a later line, whose text is then unquoted."""
    for start, end in long_quotes(fault.text, fault.index):
        swallowed = fault.text[start:end].split("\n")[1:]
        if end >= fault.line_start and any(_BEGINS_ENTRY.match(line) for line in swallowed):
            return find_doubled_quote(fault.text, start) or mistakes.open_quote(fault.text, start)
    return None


def _document_end(fault: Fault) -> Slip | None:
    above = fault.lines_above()[:1]
    for start, line in [(fault.line_start, fault.line), *above]:
        if line.rstrip() in ("...", "---"):
            return mistakes.second_document(start, start + 3, line.rstrip())
    return None


def _question_names(fault: Fault) -> Slip | None:
    """`?card`, as planners write the names of parameters: every one of them in the block."""
    names = [found.start() for found in _QUESTION_NAME.finditer(fault.text)]
    here = [at for at in names if fault.line_start <= at < fault.line_start + len(fault.line)]
    return mistakes.question_names(here[0], names) if here else None


def _special(fault: Fault) -> Slip | None:
    """A value that begins with a reserved character."""
    found = KEY.fullmatch(fault.line)
    if found is not None:
        value, at = found.group("value"), fault.line_start + found.start("value")
    else:
        entry = re.fullmatch(r" *(?:- +)+(\S.*)", fault.line)
        if entry is None:
            return None
        value, at = entry.group(1), fault.line_start + entry.start(1)
    value = without_comment(value)
    if not value or fault.index < at:
        return None
    if value[0] in "%@`|>&*!?":
        return mistakes.special_character(at, at + len(value), value)
    if value[0] in "{[" and (goes_on := _after_closing(value)) is not None:
        # `{$a}{$b}` and `[a, b] where …` are texts; a value with real keys, or with one bracket more, was closed too
        # early.
        if not value.startswith("{$") and value[goes_on] in "}]":
            return mistakes.closes_nothing(at + goes_on, at + goes_on + 1, value[goes_on])
        if re.match(r"\{\s*[\w\"']+\s*:\s", value):
            closing = at + len(value[:goes_on].rstrip()) - 1
            return mistakes.closed_early(closing, fault.text[closing])
        return mistakes.special_character(at, at + len(value), value)
    return None


def _after_closing(value: str) -> int | None:
    """Return the offset of any text after the bracket that closes the first one; None where the kinds differ."""
    opened: list[str] = []
    for offset, character in enumerate(value):
        if character in "{[":
            opened.append(character)
        elif character in "}]":
            if opened.pop() != _OPENED_BY[character]:
                return None
            if not opened:
                rest = value[offset + 1 :]
                return offset + 1 + len(rest) - len(rest.lstrip()) if rest.strip() else None
    return None


def _block_text(fault: Fault) -> Slip | None:
    """A line under `|` or `>` that is not indented enough."""
    indent = width_of(fault.line)
    candidates = (
        [(fault.line_start, fault.line), *fault.lines_above()]
        if fault.context_index is not None
        else fault.lines_above()
    )
    context_line = mistakes.line_at(fault.text, fault.context_index)[0] if fault.context_index is not None else None
    for start, line in candidates:
        if _BLOCK_TEXT.fullmatch(line) is None or start == fault.line_start:
            if start != fault.line_start and KEY.fullmatch(line) is not None and width_of(line) < indent:
                return None
            continue
        header = width_of(line)
        if indent < header or (KEY.fullmatch(fault.line) is not None and indent == header):
            return None
        wrong = fault.line_start
        if "simple key" in fault.context and context_line is not None and context_line > start:
            wrong = context_line
        below_start, below_end = mistakes.line_at(fault.text, wrong)
        below = fault.text[below_start:below_end]
        first_text = _first_line_below(fault.text, start)
        width = max(header + 2, first_text if first_text > header else 0)
        return mistakes.block_text_indent(below_start + width_of(below), below_start + len(below.rstrip()), width)
    return None


def _first_line_below(text: str, start: int) -> int:
    end = mistakes.line_at(text, start)[1]
    for line in text[end + 1 :].split("\n"):
        if line.strip():
            return width_of(line)
    return 0


def _hidden_end(fault: Fault) -> Slip | None:
    """Inside brackets, on the lines since the opening one: a value that begins with `#` and hides the closing one."""
    if "flow" not in fault.context or fault.context_index is None:
        return None
    # The missing part may begin only after the line that hides it.
    begin = min(fault.context_index, *(start for start, _ in [(fault.line_start, ""), *fault.lines_above()[:1]]))
    found = re.search(r"[\s,{\[](#[^\s#][^\n]*[}\]][^\n]*)", fault.text[begin : fault.line_start + len(fault.line)])
    if found is None:
        return None
    return mistakes.comment_cuts_brackets(begin + found.start(1), begin + found.start(1) + len(found.group(1).rstrip()))


def _mixed(fault: Fault) -> Slip | None:
    """Block entries inside brackets, or indented lines under a bracketed value."""
    if "flow node" in fault.context and re.match(r"-\s", fault.text[fault.index :]):
        return mistakes.mixed_styles(
            fault.index,
            fault.index + 1,
            "`- ` does not begin an entry inside brackets",
            "separate the entries with commas: `[a, b]`, or drop the brackets",
        )
    above = fault.lines_above()
    if not above or (fault.index != fault.line_start + width_of(fault.line) and "mapping values" not in fault.problem):
        return None
    line = above[0][1]
    found = KEY.fullmatch(line)
    if found is None or width_of(fault.line) <= key_column(found):
        return None
    value = without_comment(found.group("value"))
    if not value or value[0] in "|>" or (value[0] in "[{" and _after_closing(value) is None and value[-1] not in "]}"):
        return None
    suggestion = "remove the value after the colon, or indent this line like the one above"
    if not found.group("dash") and width_of(fault.line) == width_of(line) + 2:
        suggestion += f"; or write `- {without_comment(line).strip()}` if an entry of a list begins there"
    return mistakes.mixed_styles(
        fault.line_start + width_of(fault.line),
        fault.line_start + len(fault.line.rstrip()),
        f"`{found.group('key')}` already has the value `{value}`, so it can have no lines below it",
        suggestion,
    )


def _dash(fault: Fault) -> Slip | None:
    """`-id: move`, which reads the lines below it as text: on the line where libyaml stopped, or one around it."""
    for start, line in [(fault.line_start, fault.line), *fault.lines_above()[:1], *fault.lines_around()]:
        found = re.match(r" *(-)[A-Za-z$\"'\[{]", line)
        if found is not None:
            return mistakes.dash_without_blank(start + found.start(1))
    return None


def _missing_blank(fault: Fault) -> Slip | None:
    """`id:move` on the line where libyaml stopped, or the one above."""
    places = [(fault.line_start, fault.line)]
    if fault.context_index is not None and "simple key" in fault.context:
        start, end = mistakes.line_at(fault.text, fault.context_index)
        places.insert(0, (start, fault.text[start:end]))
    for start, line in [*places, *fault.lines_above()[:1]]:
        found = re.fullmatch(r" *(?:- +)*([A-Za-z_]\w*:[^\s:/].*)", without_comment(line))
        if found is not None and ": " not in found.group(1):
            return mistakes.colon_without_blank(start + found.start(1), found.group(1))
    return None


def _colon(fault: Fault) -> Slip | None:
    """A second colon in a plain value."""
    if "mapping values" not in fault.problem:
        return None
    found = KEY.fullmatch(fault.line)
    if found is None or found.start("value") + fault.line_start > fault.index:
        return None
    value = without_comment(found.group("value"))
    start = fault.line_start + found.start("value")
    if not value or value[0] in "{[":
        return None
    if value[-1] in "}]" and value.count(value[-1]) > value.count(_OPENED_BY[value[-1]]):
        return mistakes.closes_nothing(start + len(value) - 1, start + len(value), value[-1])
    return mistakes.colon_in_value(fault.text, start, start + len(value), fault.index)


def _brackets(fault: Fault) -> Slip | None:
    """Inside brackets: a missing comma, a colon in a value, or no closing bracket at all."""
    if "flow" not in fault.context or fault.context_index is None or "node" in fault.context:
        return None
    opening = fault.context_index
    closing = "}" if fault.text[opening] == "{" else "]"
    inside = fault.text[opening : fault.index]
    character = fault.text[fault.index : fault.index + 1]
    if (
        character in "}]" and character != closing
    ):  # the last character of the text, where libyaml stopped, is of its kind
        return _other_bracket(fault, opening, closing)
    if character in "{[" and (slip := find_word_before_bracket(fault.text, opening, fault.index)) is not None:
        return slip
    if "\n" in inside:
        return mistakes.never_closed(opening, opening + 1, fault.text[opening], closing)
    glued = re.search(r"\s([A-Za-z_]\w*)$", inside)
    if character == ":" and glued is not None and not inside[: glued.start()].rstrip().endswith((":", ",", "{", "[")):
        start = opening + glued.start(1)
        return mistakes.missing_comma(start, fault.index, glued.group(1))
    if character == ":":
        value_start = max(inside.rfind(": "), inside.rfind(",")) + 1
        start = opening + value_start + len(inside[value_start:]) - len(inside[value_start:].lstrip())
        rest = re.match(r"[^,}\]\n]*", fault.text[fault.index :])
        end = fault.index + len(rest.group().rstrip()) if rest else fault.index
        return mistakes.colon_in_value(fault.text, start, end, fault.index)
    if fault.index >= len(fault.text.rstrip()) - 1 and character not in "{[":
        return mistakes.never_closed(opening, opening + 1, fault.text[opening], closing)
    word = re.match(r"[^\s,:}\]]+|.", fault.text[fault.index :])
    written = word.group() if word else character
    return mistakes.missing_comma(fault.index, fault.index + len(written), written)


def _other_bracket(fault: Fault, opening: int, closing: str) -> Slip:
    """A closing bracket of the other kind: it closes a bracket further out, or nothing."""
    character = fault.text[fault.index]
    if any(fault.text[at] == _OPENED_BY[character] for at in open_brackets(fault.text, fault.index)):
        return mistakes.closed_late(opening, fault.text[opening], closing, character, fault.index)
    return mistakes.other_bracket(fault.index, character, closing, fault.text[opening])


def _stray_closing(fault: Fault) -> Slip | None:
    character = fault.text[fault.index : fault.index + 1]
    if "node content" in fault.problem and character in ("[", "{"):  # the text ends right after an opening bracket
        return mistakes.never_closed(fault.index, fault.index + 1, character, "]" if character == "[" else "}")
    if "node content" in fault.problem and character in ("]", "}"):
        return mistakes.closes_nothing(fault.index, fault.index + 1, character)
    if "node content" in fault.problem and character == ",":
        return mistakes.missing_comma(fault.index, fault.index + 1, character)
    return None


def _indentation(fault: Fault) -> Slip | None:
    """A line whose column matches none of the lines above it."""
    first = fault.line_start + width_of(fault.line)
    if fault.index > first and "mapping values" not in fault.problem:
        return None
    found = width_of(fault.line)
    columns: list[int] = []
    limit = 10_000
    for _, line in fault.lines_above():
        width = width_of(line)
        key = KEY.fullmatch(line)
        starts = {width, key_column(key)} if key is not None else {width}
        columns.extend(column for column in sorted(starts, reverse=True) if column < limit and column not in columns)
        limit = min(limit, width + 1)
        if width == 0:
            break
    if found in columns and "mapping values" not in fault.problem and "'-' indicator" not in fault.problem:
        return None
    near = sorted(sorted((column for column in columns if column != found), key=lambda c: (abs(c - found), c))[:2])
    return mistakes.indentation(first, fault.line_start + len(fault.line.rstrip()), near, found)


def _no_colon(fault: Fault) -> Slip | None:
    if "simple key" not in fault.context or fault.context_index is None:
        return None
    start, end = mistakes.line_at(fault.text, fault.context_index)
    bare = find_bare_line(fault.text, start)
    if bare is not None:
        return bare.slip()
    line = fault.text[start:end]
    begin = start + width_of(line)
    return mistakes.neither_key_nor_text(begin, max(begin + 1, start + len(line.rstrip())), line.strip())


def _swallowed_key(fault: Fault) -> Slip | None:
    """A colon too late: a bracketed value before it lacks its colon, or the first line of the mapping does."""
    at_colon = "mapping values" in fault.problem
    bare = find_bare_line(fault.text, fault.line_start) if at_colon else None
    if bare is not None and bare.has_value:
        return bare.slip()
    width = width_of(fault.line)
    if KEY.fullmatch(fault.line) is None or not (at_colon or fault.index == fault.line_start + width):
        return None
    above = fault.lines_above()[:2]
    bare = find_bare_line(fault.text, above[0][0]) if above else None
    if bare is None or width < bare.column or (bare.rest and width > bare.column):
        return None
    opens = KEY.fullmatch(above[1][1]) if len(above) > 1 else None
    is_first = opens is not None and not without_comment(opens["value"]) and key_column(opens) < bare.column
    return bare.slip(is_first=True) if bare.begins_entry or is_first else None


_EXPLAINERS: tuple[Callable[[Fault], Slip | None], ...] = (
    _tab,
    _curly,
    _escape,
    _unclosed_quote,
    _open_quote,
    _document_end,
    _block_text,
    _swallowed_key,
    _question_names,
    _special,
    explain_nested_quotes,
    _dash,
    _missing_blank,
    _hidden_end,
    _mixed,
    _colon,
    _brackets,
    _stray_closing,
    _indentation,
    _no_colon,
)
