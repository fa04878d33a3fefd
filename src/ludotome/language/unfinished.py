"""unfinished: a text that somebody is typing → texts that can be read, with a placeholder at the cursor.

    when: "count(tokensInZone(ha|            →  when: "count(tokensInZone(PLACEHOLDER))"

Invariants:
    * what is before the cursor stays as it is; after it, at most the rest of the line is left out;
    * the placeholder is a name that no document declares.

This module does not know what is valid at a place.
"""

from __future__ import annotations

from collections.abc import Iterator

from ludotome.spec import expressions as text

PLACEHOLDER = "zzPlaceholder"
_CLOSING = {"[": "]", "{": "}", "(": ")"}


def variants(before: str, mark: str, after: str, begins: int) -> Iterator[str]:
    """Yield texts with *mark* between *before* and *after*, the likeliest to be readable first.

    *begins* is where the YAML block begins. The mark is tried as a value and as a key, then with what is open closed.
    """
    end = after.find("\n")
    line, below = (after, "") if end < 0 else (after[:end], after[end:])
    yield before + mark + after
    if not line.strip() or line.lstrip()[0] in "},":
        yield f"{before}{mark}: 0{after}"
    closing = _open_in_yaml(before[begins:])
    yield before + mark + closing + below
    yield f"{before}{mark}: 0{closing}{below}"


def _open_in_yaml(block: str) -> str:
    """Return what closes the quote and the brackets that are open at the end of *block*; in a comment, nothing does."""
    opened: list[str] = []
    quote = ""
    in_comment = False
    for index, char in enumerate(block):
        is_first = index == 0 or block[index - 1] in " \t\n[{,:("
        if in_comment:
            in_comment = char != "\n"
        elif quote:
            quote = "" if char == quote else quote
        elif char in "\"'" and is_first:
            quote = char
        elif char == "#" and is_first:
            in_comment = True
        elif char in "[{":
            opened.append(_CLOSING[char])
        elif char in "]}" and opened and opened[-1] == char:
            opened.pop()
    return quote + "".join(f" {one}" for one in reversed(opened))


def closed_expression(value: str) -> str | None:
    """Return an expression with the placeholder of *value* that can be read: *value* itself, or its beginning, closed.

    None if a value cannot be where the placeholder is, for example after another value.
    """
    at = value.find(PLACEHOLDER) + len(PLACEHOLDER)
    head = value[:at]
    closing = "".join(_CLOSING[char] for char in reversed(_open_brackets(head)))
    endings = ("", closing, f"{closing} then 0 else 0", f"{closing} else 0", f"{closing} > 0", f" in zones{closing}")
    for written in (value, *(head + ending for ending in endings)):
        parsed = text.parse_expression(written)
        if parsed.tree is not None and not parsed.slips:
            return written
    return None


def _open_brackets(head: str) -> list[str]:
    opened: list[str] = []
    for char in head:
        if char in "([":
            opened.append(char)
        elif char in ")]" and opened:
            opened.pop()
    return opened
