"""Mistakes: the messages for errors in YAML, one function per code.

A function takes the text and offsets and returns the slip: the message, what to write, and the edits if they are
certain. `lint_values`, `explain_syntax` and `read_block` find the errors.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TypeAlias

from msgspec.structs import replace

from ludotome.spec.expressions.tokens import CURLY_QUOTES, QUOTED_TEXT
from ludotome.spec.sections import FIRST_FIELD
from ludotome.spec.slips import Slip


def line_at(text: str, offset: int) -> tuple[int, int]:
    """Return the start and the end of the line of *offset*, without its line break."""
    start = text.rfind("\n", 0, offset) + 1
    end = text.find("\n", offset)
    return start, end if end >= 0 else len(text)


Edits: TypeAlias = tuple[tuple[int, int, str], ...]

_WORD = re.compile(r"[\w-]+")
_LONGEST_SHOWN = 60


def after(text: str, edits: Edits) -> str:
    """Return *text* after *edits*, which are in reading order and do not overlap."""
    pieces, done = list[str](), 0
    for start, end, replacement in edits:
        pieces += [text[done:start], replacement]
        done = end
    return "".join([*pieces, text[done:]])


def quoted(text: str) -> str:
    """Return *text* in the kind of quotes that it does not contain."""
    if '"' not in text:
        return f'"{text}"' if "\\" not in text else f"'{text}'"
    return "'" + text.replace("'", "''") + "'"


def _quote_edit(start: int, end: int, text: str) -> Edits:
    return ((start, end, quoted(text[start:end])),)


def colon_in_value(text: str, start: int, end: int, colon: int) -> Slip:
    """`when: x: y`: the second colon would make a mapping inside a value."""
    before, after = text[start:colon].strip(), text[colon + 1 : end].strip()
    if _WORD.fullmatch(before) and ":" in after:
        # `type: win: player: lastActor`: another key follows, so a comma is missing, and quotes would be wrong
        return Slip(
            code="LT010",
            start=colon,
            end=colon + 1,
            message="unquoted value contains a colon",
            suggestion=f"write a comma, `{before}, {after}`, or put the value in quotes",
        )
    return Slip(
        code="LT010",
        start=colon,
        end=colon + 1,
        message="unquoted value contains a colon",
        suggestion=f"put the value in quotes: `{quoted(text[start:end])}`",
        edits=_quote_edit(start, end, text),
    )


def indentation(start: int, end: int, expected: list[int], found: int) -> Slip:
    """A line whose indentation fits no line above it."""
    wanted = " or ".join(str(width) for width in expected) or "0"
    return Slip(
        code="LT011",
        start=start,
        end=end,
        message=f"this line is indented by {found}, which matches no line above it",
        suggestion=f"indent it by {wanted} spaces",
    )


def tab(start: int, end: int, edits: Edits) -> Slip:
    """A tab where spaces belong; *edits* insert the spaces if their number is certain."""
    width = f"{len(edits[0][2])} spaces" if len(edits) == 1 else "spaces, two per level"
    return Slip(
        code="LT012",
        start=start,
        end=end,
        message="tab in the indentation",
        suggestion=f"indent with {width}" if edits else "indent with spaces, as many as the lines around it have",
        edits=edits,
    )


def outer_blanks(start: int, end: int, value: str) -> Slip:
    """A quoted name with spaces before or after it."""
    return Slip(
        code="LT014",
        start=start,
        end=end,
        message=f"the spaces inside the quotes belong to the name `{value}`",
        suggestion=f"write `{value.strip()}`",
        edits=((start, end, value.strip()),),
        severity="warning",
    )


def odd_blank(written: str, start: int, places: list[int]) -> Slip:
    """A no-break space or a similar character inside a value."""
    first = places[0]
    return Slip(
        code="LT014",
        start=start + first,
        end=start + first + 1,
        message=f"this value contains a special space character (U+{ord(written[first]):04X})",
        suggestion="write an ordinary space, or none",
        edits=tuple(
            (start + place, start + place + 1, " " if 0 < place < len(written) - 1 else "") for place in places
        ),
    )


def duplicate_key(name: str, start: int, end: int) -> Slip:
    """A key that its mapping already has."""
    return Slip(
        code="LT015",
        start=start,
        end=end,
        message=f"duplicate key `{name}`",
        suggestion="remove one of the two, or give it another name",
    )


def colon_without_blank(start: int, written: str) -> Slip:
    """`id:move` is one word."""
    name, _, rest = written.partition(":")
    return Slip(
        code="LT016",
        start=start,
        end=start + len(written),
        message=f"without a space after `:`, `{written}` is a single word",
        suggestion=f"write `{name}: {rest}`",
        edits=((start + len(name) + 1, start + len(name) + 1, " "),),
    )


def two_colons(start: int, written: str) -> Slip:
    """`id:: move` is a key that ends with a colon."""
    end = start + len(written)
    return Slip(
        code="LT016",
        start=start,
        end=end,
        message=f"of the two colons, the first belongs to the key `{written}`",
        suggestion=f"write `{written[:-1]}:`",
        edits=((end - 1, end, ""),),
    )


_SPECIAL = {
    "#": "starts a comment",
    "{": "starts a mapping",
    "}": "ends a mapping",
    "[": "starts a list",
    "]": "ends a list",
    "&": "starts an anchor",
    "*": "starts an alias",
    "!": "starts a tag",
    "|": "starts a block of text",
    ">": "starts a block of text",
    "%": "starts a directive",
    "@": "is reserved by YAML",
    "`": "is reserved by YAML",
    "?": "starts a key",
}


def special_character(start: int, end: int, written: str, mark: str | None = None, *, certain: bool = True) -> Slip:
    """A value that begins with a character reserved by YAML; *written* is the whole value."""
    mark = mark or written[0]
    # A lone quote at the end lacks the one at the beginning.
    is_closed = written[-1] in "\"'" and written.count(written[-1]) == 1
    meant = written[-1] + written if is_closed else quoted(written)
    return Slip(
        code="LT017",
        start=start,
        end=end,
        message=f"`{mark}` at the beginning of a value {_SPECIAL[mark]}",
        suggestion=f"put the value in quotes: `{meant}`",
        edits=((start, start + len(written), meant),) if certain else (),
    )


def question_names(at: int, names: Iterable[int]) -> Slip:
    """`?card`, the first on the line at *at*; *names* has the starts of all of them."""
    return Slip(
        code="LT017",
        start=at,
        end=at + 1,
        message="`?` at the beginning of a value has a special meaning in YAML",
        suggestion="write `$`: names of parameters begin with it",
        edits=tuple((name, name + 1, "$") for name in names),
    )


def tagged(start: int, end: int, tag: str) -> Slip:
    """A value with a YAML tag; its kind follows from how it is written."""
    return Slip(
        code="LT017",
        start=start,
        end=end,
        message=f"`{tag}` is a YAML tag, which has no meaning here",
        suggestion="write the value without it",
        edits=((start, end + 1, ""),),
    )


def key_is_no_name(text: str, start: int, end: int) -> Slip:
    """A mapping or list where a key should be."""
    return Slip(
        code="LT018",
        start=start,
        end=end,
        message="a key must be a name",
        suggestion=f"put the text in quotes: `{quoted(text[start:end].splitlines()[0])}`",
    )


def several_lines(text: str, start: int, end: int) -> Slip:
    """Text over several lines with neither quotes nor a block indicator."""
    first_line = text[start:end].split("\n")[0]
    return Slip(
        code="LT019",
        start=start,
        end=start + len(first_line.rstrip()),
        message="text over several lines needs `>-` or quotes",
        suggestion="write `>-` after the colon and the text indented below it, or put the text in quotes",
        severity="warning",
    )


def dash_without_blank(start: int) -> Slip:
    """`-id` is not a list entry."""
    return Slip(
        code="LT020",
        start=start,
        end=start + 1,
        message="`-` without a space after it does not begin a list entry",
        suggestion="write `- ` with a space",
        edits=((start + 1, start + 1, " "),),
    )


def undefined_alias(written: str, start: int, end: int, *, inside: bool) -> Slip:
    """`*name` without a definition."""
    return Slip(
        code="LT022",
        start=start,
        end=end,
        message=f"`{written}` is an alias {'inside its own anchor' if inside else 'that no anchor defines'}",
        suggestion=f"put the text in quotes, or define it with `&{written[1:]}` further up",
    )


def empty_value(start: int, end: int, name: str | None) -> Slip:
    """A key, or a list entry, with nothing after it."""
    if name is None:
        message, suggestion = "a list entry without a value", "write the value after `- `, or remove the line"
    else:
        message = f"`{name}` has no value"
        suggestion = (
            f"write its fields below, as in `{name}: {{ {FIRST_FIELD[name]}: … }}`, or remove the key"
            if name in FIRST_FIELD
            else f"write a value after `{name}:`, an empty list as `[]`, or remove the key"
        )
    return Slip(code="LT023", start=start, end=end, message=message, suggestion=suggestion)


def no_effects(slip: Slip, colon: int) -> Slip:
    """`effects:` of a pass with nothing after its *colon*, reported by *slip*."""
    if slip.code != "LT023":
        return slip
    return replace(slip, suggestion="write `effects: []`", edits=((colon, colon, " []"),))


def cut_by_comment(start: int, end: int, value: str, whole: str) -> Slip:
    """` #` inside what was meant as one value."""
    return Slip(
        code="LT024",
        start=start,
        end=end,
        message=f"everything from ` #` on is a comment, so the value is only `{value}`",
        suggestion=f"put the value in quotes: `{quoted(whole)}`, or write a space after `#` if it is a comment",
        severity="warning",
    )


def comment_cuts_brackets(start: int, end: int) -> Slip:
    """`#` before the bracket that should close."""
    return Slip(
        code="LT024",
        start=start,
        end=end,
        message="everything from `#` on is a comment, the closing bracket too",
        suggestion="put the value with `#` in quotes, or move the comment after the bracket",
    )


def second_document(start: int, end: int, written: str) -> Slip:
    """`---` or `...` inside a block."""
    return Slip(
        code="LT025",
        start=start,
        end=end,
        message=f"`{written}` ends the document inside the block",
        suggestion="remove the line; sections can follow each other, or be in separate blocks",
    )


def mixed_styles(start: int, end: int, message: str, suggestion: str) -> Slip:
    """Bracket style and indented style mixed where they cannot be."""
    return Slip(code="LT026", start=start, end=end, message=message, suggestion=suggestion)


def nested_quotes(start: int, value: str, meant: str, *, certain: bool) -> Slip:
    """Quotes of the same kind inside a quoted *value*, or text after it; *meant* has one pair."""
    return Slip(
        code="LT027",
        start=start,
        end=start + len(value),
        message="text after the closing quote",
        suggestion=f"put the whole value in one pair of quotes: `{meant}`",
        edits=((start, start + len(value), meant),) if certain else (),
    )


def quoted_name(start: int, value: str, name: str, meant: str) -> Slip:
    """A *name* in quotes inside the quoted expression *value*; *meant* is the same without them."""
    return Slip(
        code="LT027",
        start=start,
        end=start + len(value),
        message="text after the closing quote",
        suggestion=f"write `{name}` without quotes: `{meant}`",
        edits=((start, start + len(value), meant),),
    )


def curly_quotes(pairs: list[tuple[int, int, str]]) -> Slip:
    """Values in curly quotes: where each begins and ends, and what is between; the first is pointed at."""
    start, end, inside = pairs[0]
    return Slip(
        code=QUOTED_TEXT,
        start=start,
        end=end,
        message=CURLY_QUOTES,
        suggestion=f"write straight quotes: `{quoted(inside)}`",
        edits=tuple((first, last, quoted(between)) for first, last, between in pairs),
    )


def block_text_indent(start: int, end: int, width: int) -> Slip:
    """A line of a `|` or `>` text that is not indented enough."""
    return Slip(
        code="LT028",
        start=start,
        end=end,
        message="this line is not indented enough to belong to the text above it",
        suggestion=f"indent every line of the text by {width} spaces",
    )


def invalid_syntax(start: int, end: int, problem: str) -> Slip:
    """The message of YAML when nothing better is known."""
    expected = re.sub(r"^did not find expected ", "expected ", problem).replace("<", "").replace(">", "")
    return Slip(
        code="LT029",
        start=start,
        end=end,
        message=f"this is not valid YAML: {expected}",
        suggestion="compare the spaces, brackets, quotes and colons of this line with those of the lines above",
    )


def never_closed(start: int, end: int, opening: str, closing: str) -> Slip:
    """A bracket that nothing closes."""
    return Slip(
        code="LT030",
        start=start,
        end=end,
        message=f"this `{opening}` is never closed",
        suggestion=f"add `{closing}` where it ends",
    )


def open_quote(text: str, start: int) -> Slip:
    """A quote that is not closed on its line; another one further down closes it, or none does."""
    first, last = line_at(text, start)
    quote, before, rest = text[start], text[first:start], text[start:last].rstrip()
    # In brackets, and before a comment, the value may end anywhere.
    closed = any(rest.count(closing) > rest.count(opening) for opening, closing in ("{}", "[]"))
    open_ended = re.search(r"[\[{]", before) or closed or rest.endswith(",") or " #" in rest
    where = "" if open_ended else f": `{rest}{quote}`"
    return Slip(
        code="LT030",
        start=start,
        end=start + 1,
        message=f"this `{quote}` is not closed on its line",
        suggestion=f"write `{quote}` where the value ends{where}",
    )


def missing_comma(start: int, end: int, written: str) -> Slip:
    """Two entries of a bracketed mapping or list with nothing between them."""
    return Slip(
        code="LT031",
        start=start,
        end=end,
        message=f"a comma is missing before `{written}`",
        suggestion="separate the entries with `,`, or put a text that contains `, : [ ] { } #` in quotes",
    )


def closes_nothing(start: int, end: int, written: str) -> Slip:
    """A closing bracket without an opening one."""
    return Slip(
        code="LT032",
        start=start,
        end=end,
        message=f"unmatched `{written}`",
        suggestion="remove it, or add the opening bracket before it",
    )


def closed_late(start: int, opening: str, closing: str, found: str, at: int) -> Slip:
    """A bracket that is still open where *found*, at offset *at*, closes the one around it."""
    return Slip(
        code="LT030",
        start=start,
        end=start + 1,
        message=f"this `{opening}` is not closed before `{found}`",
        suggestion=f"write `{closing}` where it ends, before `{found}`",
        labels=((at, at + 1, "it should end before this"),),
    )


def closed_early(start: int, found: str) -> Slip:
    """A bracket that closes the whole value, after which it continues."""
    return Slip(
        code="LT032",
        start=start,
        end=start + 1,
        message=f"this `{found}` ends the value, but it goes on",
        suggestion="remove it, or what follows it",
    )


def other_bracket(start: int, found: str, closing: str, opening: str) -> Slip:
    """A closing bracket of another kind than the only one that is open."""
    return Slip(
        code="LT032",
        start=start,
        end=start + 1,
        message=f"unmatched `{found}`",
        suggestion=f"remove it, add its opening bracket, or write `{closing}`, which closes `{opening}`",
    )


def bad_escape(start: int, end: int, written: str) -> Slip:
    """An escape inside double quotes that YAML does not have."""
    return Slip(
        code="LT033",
        start=start,
        end=end,
        message=f"`{written}` is not an escape sequence of double-quoted text",
        suggestion="use single quotes, or write the backslash twice",
    )


def no_colon(start: int, word: str, rest: str, otherwise: str = "") -> Slip:
    """A word where a key should be, and the *rest* of its line.

    The fix is certain unless *otherwise* gives another reading.
    """
    value = rest if len(rest) <= _LONGEST_SHOWN else f"{rest[0]} …"
    key = f"{word}: {value or 'value'}" if value or otherwise else f"{word}:"
    end = start + len(word)
    return Slip(
        code="LT034",
        start=start,
        end=end,
        message=f"a colon is missing after `{word}`",
        suggestion=f"write `{key}`{otherwise}",
        edits=() if otherwise else ((end, end, ":"),),
    )


def comma_in_value(start: int, written: str, meant: str) -> Slip:
    """An expression in brackets that is cut off at its own comma; *meant* is the same in quotes."""
    return Slip(
        code="LT035",
        start=start,
        end=start + len(written),
        message="unquoted value in brackets contains a comma",
        suggestion=f"put the value in quotes: `{meant}`",
        edits=((start, start + len(written), meant),),
    )


def neither_key_nor_text(start: int, end: int, written: str) -> Slip:
    """A line of a mapping that is not `name: value` and does not begin with a word."""
    return Slip(
        code="LT034",
        start=start,
        end=end,
        message=f"a colon is missing in `{written}`",
        suggestion="write `name: value`, `- value` for a list entry, or indent the line to continue the text above",
    )
