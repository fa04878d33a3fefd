"""Tokens: the lexer for expressions.

Invariants:
    * tokens are in reading order, do not overlap, and the last one is the empty `end` token;
    * forms of other languages (`&&`, `=`, `'pawn'`, `1.5`) become the token that was meant, with a slip, so that the
      parser continues and finds the rest.

This module does not know the grammar.
"""

from __future__ import annotations

import re
from typing import Literal, TypeAlias

from msgspec import Struct

from ludotome.spec import foreign_words
from ludotome.spec.slips import Slip

TokenKind: TypeAlias = Literal["int", "name", "word", "binding", "selector", "op", "end"]

QUOTED_TEXT = "LT051"
UNREADABLE = "LT053"
_QUESTION = "?"

WORDS = frozenset(["and", "or", "not", "in", "if", "then", "else", "where", "while", "true", "false", "none", "it"])

_BRACES = {"{": "[", "}": "]"}  # brackets around a set in other languages

_TOKEN = re.compile(
    r"""
      (?P<blank>\s+)
    | (?P<float>\d+\.\d+ | \.\d+)
    | (?P<int>\d+(?![A-Za-z_]))
    | (?P<badname>\d+[A-Za-z_][A-Za-z0-9_]*)
    | (?P<selector>[A-Za-z][A-Za-z0-9_]*:(?:\$?[A-Za-z][A-Za-z0-9_]*|\d+))
    | (?P<name>[A-Za-z_][A-Za-z0-9_]*)
    | (?P<binding>\$[A-Za-z_][A-Za-z0-9_]*)
    | (?P<string>"[^"]*"? | '[^']*'? | [“”„][^”“]*[”“]? | [‘’‚][^’‘]*[’‘]? | `[^`]*`?)
    | (?P<foreign>&&|\|\||===|!==|<>|=<|=>|~=|\.\.\.|\.\.=|[&|≤≥≠×÷−…])
    | (?P<op>==|!=|<=|>=|//|\.\.|[-+*%<>().,\[\]:])
    | (?P<alone>[=!/])
    | (?P<unknown>.)
    """,
    re.VERBOSE | re.DOTALL,
)
# What word processors make of `"` and `'`; YAML reads them as letters.
CURLY = "“”„‘’‚"
CURLY_QUOTES = "curly quotes are not quotes here"
_BEFORE_CONDITION = re.compile(r"\b(?:where|then|else|while)\b")
_WHOLE_NAME = re.compile(r"\$?[A-Za-z][A-Za-z0-9_]*")


class Token(Struct, frozen=True):
    """One token; `text` is what it means here, which for a slip is not what was written."""

    kind: TokenKind
    text: str
    start: int
    end: int


def tokens_of(text: str) -> tuple[list[Token], list[Slip]]:
    """Return the tokens of *text*, followed by an `end` token, and the slips found."""
    tokens: list[Token] = []
    slips: list[Slip] = []
    for found in _TOKEN.finditer(text):
        kind, word, start, end = found.lastgroup, found.group(), found.start(), found.end()
        if kind == "blank":
            continue
        if kind == "name" and word in WORDS:
            tokens.append(Token("word", word, start, end))
        elif kind == "name" and word in foreign_words.WORDS:
            _add_foreign(foreign_words.WORDS[word], found, tokens, slips)
        elif kind == "name" and tokens and tokens[-1].kind == "binding" and tokens[-1].text == _QUESTION:
            tokens[-1] = Token("binding", f"${word}", tokens[-1].start, end)
        elif kind in ("int", "name", "binding", "selector", "op"):
            tokens.append(Token(kind, word, start, end))  # type: ignore[arg-type]
        elif kind in ("foreign", "alone"):
            meant = foreign_words.OPERATORS.get(word) or foreign_words.DOUBTFUL_OPERATORS[word]
            _add_foreign(meant, found, tokens, slips)
        elif kind == "string" and len(word) == 1 and not text[end:].strip() and tokens:
            _add_lone_quote(word, start, slips)
        elif kind == "string":
            _add_string(word, start, tokens, slips)
        elif word == _QUESTION and text[end : end + 1].isalpha() and _begins_value(tokens):
            _add_question(start, tokens, slips)
        else:
            _add_unreadable(found, tokens, slips)
    tokens.append(Token("end", "", len(text.rstrip()), len(text.rstrip())))
    return tokens, slips


def _begins_value(tokens: list[Token]) -> bool:
    """Return whether a value begins after *tokens*, so that `?` is not the operator between a condition and a value."""
    return not tokens or tokens[-1].kind == "word" or (tokens[-1].kind == "op" and tokens[-1].text not in ")]")


def _add_question(start: int, tokens: list[Token], slips: list[Slip]) -> None:
    """Read `?card`, as planners write the name of a parameter, as `$card`; the name is read next."""
    message, suggestion = "the name of a parameter begins with `$`, not with `?`", "write `$`"
    edits = ((start, start + 1, "$"),)
    slip = Slip(code=UNREADABLE, start=start, end=start + 1, message=message, suggestion=suggestion, edits=edits)
    slips.append(slip)
    tokens.append(Token("binding", _QUESTION, start, start + 1))


def _as_if(text: str, question: int) -> tuple[tuple[int, int, str], ...]:
    """Return the edits from `A ? B : C` to `if A then B else C`; none if its operands are not certain."""
    depth, start = 0, 0
    for place in range(question - 1, -1, -1):
        depth += (text[place] in ")]") - (text[place] in "([")
        if depth < 0 or (depth == 0 and text[place] == ","):
            start = place + 1
            break
    if (words := [*_BEFORE_CONDITION.finditer(text, start, question)]) and "(" not in text[words[-1].end() : question]:
        start = words[-1].end()
    depth = 0
    for place in range(question + 1, len(text)):
        depth += (text[place] in "([") - (text[place] in ")]")
        if depth < 0 or (depth == 0 and text[place] in ",?"):
            return ()
        if depth == 0 and text[place] == ":" and " " in text[place - 1] + text[place + 1 : place + 2]:
            start += len(text[start:question]) - len(text[start:question].lstrip())
            return ((start, start, "if "), (question, question + 1, "then"), (place, place + 1, "else"))
    return ()


def _add_foreign(meant: str, found: re.Match[str], tokens: list[Token], slips: list[Slip]) -> None:
    written, start, end = found.group(), found.start(), found.end()
    replacement = _apart(meant, found) if meant.isalpha() and not written.isalpha() else meant
    is_sure = written not in foreign_words.DOUBTFUL_OPERATORS
    otherwise = "" if is_sure else ", or for a condition on each element `SET where CONDITION`"
    slips.append(
        Slip(
            code="LT050",
            start=start,
            end=end,
            message=f"`{written}` is not {'a word' if written.isalpha() else 'an operator'} here",
            suggestion=f"write `{meant}`{otherwise}",
            edits=((start, end, replacement),) if is_sure else (),
            is_spelling=is_sure,
        )
    )
    tokens.append(Token("word" if meant.isalpha() else "op", meant, start, end))


def _apart(word: str, found: re.Match[str]) -> str:
    """Return *word* with the spaces it needs when it replaces an operator without spaces, as in `a&&b`."""
    before, after = found.string[: found.start()][-1:], found.string[found.end() :][:1]
    left = " " if before.isalnum() or before in ("_", ")", "]") else ""
    return left + word + (" " if after.strip() else "")


def _add_string(written: str, start: int, tokens: list[Token], slips: list[Slip]) -> None:
    end = start + len(written)
    inside = written[1:-1] if len(written) > 1 and written[-1] in f"\"'{CURLY}`" else written[1:]
    name = inside.strip()
    is_name = _WHOLE_NAME.fullmatch(name) is not None
    curly = written[0] in CURLY
    otherwise = (
        'write straight quotes `"` around the whole value, or none' if curly else "write a bare name, without quotes"
    )
    slips.append(
        Slip(
            code=QUOTED_TEXT,
            start=start,
            end=end,
            message=CURLY_QUOTES if curly else "expressions have no quoted text",
            suggestion=f"write the bare name `{name}`" if is_name else otherwise,
            edits=((start, end, name),) if is_name else (),
            is_spelling=is_name,
        )
    )
    tokens.append(Token("binding" if name.startswith("$") and is_name else "name", name if is_name else "", start, end))


def _add_lone_quote(written: str, start: int, slips: list[Slip]) -> None:
    """Handle a quote at the end whose partner at the beginning is missing: for YAML it is part of the text."""
    message, suggestion = f"unmatched `{written}`", f"remove it, or write `{written}` before the value too"
    edits = ((start, start + 1, ""),)
    slips.append(
        Slip(code=QUOTED_TEXT, start=start, end=start + 1, message=message, suggestion=suggestion, edits=edits)
    )


def _add_unreadable(found: re.Match[str], tokens: list[Token], slips: list[Slip]) -> None:
    kind, written, start, end = found.lastgroup, found.group(), found.start(), found.end()
    if kind == "float":
        message = f"`{written}` is not a whole number"
        suggestion = "write whole numbers only; count in halves or hundredths if you need them"
        tokens.append(Token("int", re.split(r"\.", written)[0] or "0", start, end))
        slips.append(Slip(code="LT052", start=start, end=end, message=message, suggestion=suggestion))
        return
    if kind == "badname":
        message = f"`{written}` is neither a number nor a name"
        suggestion = "begin a name with a letter, or put an operator after the number"
        tokens.append(Token("name", written, start, end))
    elif written == "$":
        message, suggestion = "`$` without a name", "write the name of a parameter or binding after it, such as `$card`"
    elif written in _BRACES:
        tokens.append(Token("op", _BRACES[written], start, end))
        if written == "}" and "{" in found.string[:start]:
            return  # reported with its partner
        message, suggestion = f"`{written}` has no meaning in an expression", "write a list between `[` and `]`"
    elif written == ";" and not found.string[end:].strip():
        message, suggestion = "`;` has no meaning in an expression", "remove it"
        edits = ((start, end, ""),)
        slips.append(Slip(code=UNREADABLE, start=start, end=end, message=message, suggestion=suggestion, edits=edits))
        return
    elif written == "?" and found.string[end : end + 1] == ".":
        message, suggestion = "`?.` is not an operator here", "write `.`: a property of `none` is `none`"
        edits = ((start, end, ""),)
        slips.append(Slip(code=UNREADABLE, start=start, end=end, message=message, suggestion=suggestion, edits=edits))
        return
    elif written == "?":
        message, suggestion = "`?` is not an operator here", "write `if CONDITION then VALUE else VALUE`"
        fix = _as_if(found.string, start)
        slips.append(Slip(code=UNREADABLE, start=start, end=end, message=message, suggestion=suggestion, edits=fix))
        return
    else:
        message, suggestion = f"`{written}` has no meaning in an expression", "remove it"
    slips.append(Slip(code=UNREADABLE, start=start, end=end, message=message, suggestion=suggestion))
