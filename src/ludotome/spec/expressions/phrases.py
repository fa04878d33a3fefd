"""phrases: sets and conditions in plain words, or spelt as in one other language → ours.

    all empty cells                    →  board where empty(it)
    for all players: it.gold == 0      →  all(players, it.gold == 0)
    any player has gold > 9            →  exists(players where gold > 9)
    select from board where empty(it)  →  board where empty(it)
    gold > 3 unless phase == last      →  gold > 3 and not (phase == last)
    heap.zero?                         →  heap == 0
    0u8, $n as i32                     →  0, $n
    (sites Empty)                      →  sites(Empty)
    board[it.row + 1][it.col]          →  step(it, s)
    each hand                          →  hand:each

A row of the tables is a pattern and what stands for it: a template, or a function of the match that may decline. Each
pattern can match in only one way, so that no text takes long.

This module does not know what is declared.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import TypeAlias

from ludotome.spec.foreign_words import bare, foreign_word

# What the cells of a board are called.
CELLS = ("board", "cells", "squares", "sites", "spaces", "fields", "hexes", "positions", "places", "spots", "points")
_TESTS = ("empty", "occupied")
_EVERY = "(?:(?:all|the|every|each|any)\\s+)?"
_NAME = r"[$A-Za-z][\w.]*"
_OWN = rf"(?<![\w$.])({_NAME})"  # from its beginning, so that a long name is tried once
_NUMBERS = r"(?:[iu](?:8|16|32|64|128|size))"  # types of whole numbers in Rust and C
_NONE = "(?:none|None|null)"
_COMPARED = re.compile(r"[a-z]\w*\s*(?:[<>]|[=!]=|is\b)")
_SIZES = {
    "fewer than": "<", "less than": "<", "more than": ">", "at least": ">=", "at most": "<=", "exactly": "==",
}  # fmt: skip
_SETS = {"player": "players", "players": "players", "cell": "board", "cells": "board"}
_OF_OURS = frozenset(
    ["and", "or", "not", "in", "if", "then", "else", "where", "while", "is", "true", "false", "none", "it"]
)
_WAYS = {
    (-1, 0): "n", (1, 0): "s", (0, 1): "e", (0, -1): "w", (-1, 1): "ne", (-1, -1): "nw", (1, 1): "se", (1, -1): "sw",
}  # fmt: skip

_Meant: TypeAlias = str | Callable[[re.Match[str]], str | None]


def _for_all(found: re.Match[str]) -> str:
    return f"all({_SETS.get(found[1].lower(), found[1])}, {found[2]})"


def _has(found: re.Match[str]) -> str:
    of = _SETS[found[2].lower()]
    is_all = found[1].lower() in ("all", "every", "each")
    asked = f"it.{found[3]}" if _COMPARED.match(found[3]) else found[3]
    return f"all({of}, {asked})" if is_all else f"exists({of} where {asked})"


def _unless(found: re.Match[str]) -> str:
    kept = f"({found[1]})" if re.search(r"\bor\b", found[1]) else found[1]
    return f"{kept} and not ({found[2]})"


def _is(found: re.Match[str]) -> str:
    return f"where {'not ' if found[1] else ''}{found[2].lower()}(it)"


def _cells(found: re.Match[str]) -> str | None:
    return cells_that(found[1], found[2])


def _called(found: re.Match[str]) -> str | None:
    """`(sites Empty)`, as Lisp writes a call; not `(a and b)`."""
    words = found[0].strip("()").split()
    return None if any(word.lower() in _OF_OURS for word in words) else f"{words[0]}({', '.join(words[1:])})"


def _neighbour(found: re.Match[str]) -> str | None:
    """`board[it.row + 1][it.col]`, the cell below."""
    down, right = (int((found[name] or "0").replace(" ", "")) for name in ("down", "right"))
    way = _WAYS.get((down, right))
    return None if way is None or found["of"] != found["again"] else f"step({found['of']}, {way})"


def _holds(found: re.Match[str]) -> str:
    return f"count(tokensInZone({found[1]})) {_SIZES[' '.join(found[2].lower().split())]} {found[3]}"


def _both(found: re.Match[str]) -> str:
    asked = f"{'not ' if found[3] else ''}{found[4].lower()}"
    return f"{asked}({found[1]}) and {asked}({found[2]})"


# Forms of a part of the text.
_PARTS: tuple[tuple[re.Pattern[str], _Meant], ...] = (
    (re.compile(r"(?<![\w$])select\s+from\s+(?=\w)", re.IGNORECASE), ""),
    (re.compile(rf"\bfor\s+(?:all|each|every|any)\s+({_NAME})\s*:\s*([^()]*(?:\([^()]*\)[^()]*)*)$"), _for_all),
    (re.compile(r"\b(?:where|with)\s+is\s+(not\s+)?(empty|occupied)\b", re.IGNORECASE), _is),
    (re.compile(rf"{_OWN}\s+IS\s+(EMPTY|OCCUPIED)\b"), lambda found: f"{found[2].lower()}({found[1]})"),
    (re.compile(rf"{_OWN}\s+IS\s+NOT\s+(EMPTY|OCCUPIED)\b"), lambda found: f"not {found[2].lower()}({found[1]})"),
    (
        re.compile(
            rf"{_OWN}\s+(?:has|holds|contains)\s+({'|'.join(_SIZES).replace(' ', '[ ]')})\s+(\w+)\s+"
            r"(?:tokens?|cards?|pieces?)\b",
            re.IGNORECASE,
        ),
        _holds,
    ),
    (re.compile(rf"{_OWN}\s+and\s+({_NAME})\s+are\s+(not\s+)?(empty|occupied)\b"), _both),
    (re.compile(rf"[$#]\{{\s*({_NAME})\s*\}}"), r"\1"),
    (re.compile(rf"{_OWN}\.zero\?"), r"\1 == 0"),
    (re.compile(rf"{_OWN}\.(?:positive|nonzero)\?"), r"\1 > 0"),
    (re.compile(rf"{_OWN}\.nil\?"), r"\1 == none"),
    (re.compile(rf"{_OWN}\.(empty|any)\?"), r"\1.\2()"),
    (re.compile(rf"(?<![\w$])(\d+)_?(?:{_NUMBERS}|[uUlL]{{1,2}}|n)\b"), r"\1"),
    (re.compile(rf"\s+as\s+(?:{_NUMBERS}|int|Int|number)\b"), ""),
    (re.compile(r"(?<![\w$])the\s+(?=[$\w])"), ""),
    (re.compile(r"(?<![\w$])each\s+(?:player(?:'s|s'|s)?\s+)?([A-Za-z]\w*)$"), r"\1:each"),
    (
        re.compile(
            r"\bboard\[\s*(?P<of>it|\$\w+)\.row\s*(?P<down>[+-]\s*1)?\s*\]\s*"
            r"\[\s*(?P<again>it|\$\w+)\.col(?:umn)?\s*(?P<right>[+-]\s*1)?\s*\]"
        ),
        _neighbour,
    ),
    (re.compile(rf"(?<![\w$])(step\([^()]*\))\s+(?:is\s+not|!=)\s+{_NONE}\b"), r"occupied(\1)"),
    (re.compile(rf"(?<![\w$])(step\([^()]*\))\s+(?:is|==)\s+{_NONE}\b"), r"empty(\1)"),
    (re.compile(rf"(?<=\(){_EVERY}(\w+)\s+(\w+)(?=\))", re.IGNORECASE), _cells),
    (re.compile(r"(?<![\w$.)\]])\([A-Za-z]\w*(?:\s+[$A-Za-z][\w.:]*)+\)"), _called),
)
# Forms of the whole text.
_WHOLE: tuple[tuple[re.Pattern[str], _Meant], ...] = (
    (re.compile(rf"{_EVERY}(\w+)\s+(\w+)(?:\s+(?:of|on|in)\s+(?:the\s+)?board)?", re.IGNORECASE), _cells),
    # sets as mathematics writes them: `{ z in board | empty(z) }`, `{ z | z in board, empty(z) }`
    (re.compile(r"\{\s*(\w+)\s+in\s+([^{}|:]+?)\s*[|:]\s*([^{}]+)\}"), r"[\1 for \1 in \2 if \3]"),
    (re.compile(r"\{\s*(\w+)\s*[|:]\s*(?:\1)\s+in\s+([^{},]+),([^{}]+)\}"), r"[\1 for \1 in \2 if \3]"),
    # `(player) => player.gold > 3`, of the player who acts
    (re.compile(r"\(?\s*(?:player|actor|self)\s*\)?\s*(?:=>|->)\s*([^{}]+)"), r"\1"),
    (re.compile(rf"(?:all|every|each)\s+({_NAME})\s*:\s*(.+)", re.IGNORECASE | re.DOTALL), _for_all),
    (
        re.compile(
            rf"(any|some|a|all|every|each)\s+({'|'.join(_SETS)})\s+(?:has|have|with|having|whose)\s+(.+)",
            re.IGNORECASE | re.DOTALL,
        ),
        _has,
    ),
    (
        re.compile(r"SELECT\s+((?:(?!\b(?:FROM|WHERE)\b).)+?)\s+WHERE\s+((?:(?!\bWHERE\b).)+)", re.I | re.DOTALL),
        r"\1 where \2",
    ),
    (re.compile(r"((?:(?!\bunless\b).)+?)\s+unless\s+(.+)", re.DOTALL), _unless),
)


def cells_that(test: str, cells: str = "board") -> str | None:
    """Return the set that *test* and *cells* say together: `empty` and `sites` are `board where empty(it)`."""
    ours = next((one for one in _TESTS if one == test.lower()), None)
    ours = ours or foreign_word("function", test, _TESTS) or foreign_word("word", test, _TESTS)
    is_board = bare(cells) in CELLS or f"{bare(cells)}s" in CELLS
    return f"board where {ours}(it)" if ours is not None and is_board else None


def cells_in_one_word(name: str) -> str | None:
    """Return the set that `emptyCells` or `free_squares` is."""
    for cells in CELLS:
        if bare(name).endswith(cells) and (found := cells_that(bare(name).removesuffix(cells), cells)) is not None:
            return found
    return None


def rephrase(text: str) -> str | None:
    """Return *text* with one form of the tables changed, or None if it has none."""
    for found, meant in _matches(text):
        made = found.expand(meant) if isinstance(meant, str) else meant(found)
        if made is not None:
            return found.string[: found.start()] + made + found.string[found.end() :]
    return None


def _matches(text: str) -> Iterable[tuple[re.Match[str], _Meant]]:
    for part, meant in _PARTS:
        if (found := part.search(text)) is not None:
            yield found, meant
    for form, meant in _WHOLE:
        if (found := form.fullmatch(text.strip())) is not None:
            yield found, meant
