"""Wrong token: the message and suggestion for a token that cannot follow.

This module knows only what a token looks like and what precedes it, not the grammar.
"""

from __future__ import annotations

import re

from ludotome.spec.expressions.tokens import Token
from ludotome.spec.expressions.tree import Expression, Name

# Words that begin a function or a loop in other languages, just before the wrong token.
_OTHER_LOOP = re.compile(r"\b(?:lambda|for|function|def|fn)\s*$")
LAMBDA = re.compile(r"=>|->|\blambda\b")
SET_FORMS = "write `SET where CONDITION` or `sum(SET, VALUE)`; in both, `it` is the element"


def unexpected(text: str, token: Token, before: Expression | None, wanted: str = "an operator") -> tuple[str, str]:
    """Return message and suggestion for a token that cannot follow what was read."""
    written = text[token.start : token.end]
    if token.kind == "end":
        return "the expression ends too early", f"write {wanted} here"
    if written in (")", "]"):
        return f"unmatched `{written}`", "remove it, or open it further left"
    if _OTHER_LOOP.search(text[: token.start]):
        return "expressions have no lambdas and comprehensions", SET_FORMS
    if token.kind in ("name", "binding", "int", "selector") or written in ("it", "none", "true", "false"):
        if isinstance(before, Name):
            return (
                f"{wanted} is missing before `{written}`",
                f"join `{before.name}` and `{written}` by an operator or a dot",
            )
        return f"{wanted} is missing before `{written}`", "join the two by an operator such as `and` or `==`"
    if written == ":":
        return "`:` has no meaning here", "write `zone:player` without spaces, or `==` to compare"
    return f"`{written}` cannot stand here", f"write {wanted} here"


def expected_value(text: str, token: Token) -> tuple[str, str]:
    """Return message and suggestion where a value should begin."""
    written = text[token.start : token.end]
    if token.kind == "end":
        return "the expression ends too early", "write a value after the last operator"
    if written in (")", "]", ","):
        return f"a value is missing before `{written}`", "write the value, or remove the operator before it"
    return f"a value is missing before `{written}`", "write a value on both sides of an operator"
