"""other_forms: the forms of other languages that the parser reads as ours, each recorded as a slip.

    x is empty      →  empty(x)
    1 to 5          →  1..5
    cards[0]        →  first(cards)
    it.owner()      →  it.owner
    (a, b)          →  [a, b]

Each method is called by the parser where the form can begin, and returns what was meant.

This module does not know the grammar; `parse_expression` does.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import get_origin

from ludotome.gamedef import NODES, fields_of
from ludotome.spec.expressions.cursor import CANNOT_STAND, Cursor
from ludotome.spec.expressions.tokens import Token
from ludotome.spec.expressions.tree import (
    Access,
    BinaryOp,
    Binding,
    Call,
    Expression,
    It,
    ListLiteral,
    Name,
    Not,
)
from ludotome.spec.expressions.wrong_token import LAMBDA, SET_FORMS
from ludotome.spec.foreign_words import foreign_word

# The functions whose first argument may begin with `$x in`.
BINDERS = frozenset({"exists", "count", "first", "sum", "all", "lowest", "highest"})
_SAME = frozenset({"==", "!="})
# The functions that return true or false, by their number of arguments: `x is empty`.
_CONDITIONS = {
    info.text: len(fields)
    for info in NODES.values()
    if info.text and info.result == "bool" and (fields := fields_of(info.cls))
}
_SPELLED_OPERATORS = {"mod": "%", "div": "//"}
# The arguments of each function that takes a fixed number of them, in order.
_ARGUMENTS = {
    info.text: tuple(field.json_name for field in fields_of(info.cls) if field.name != "bind")
    for info in NODES.values()
    if info.text not in (None, *BINDERS) and not any(get_origin(field.type) is tuple for field in fields_of(info.cls))
}
_FUNCTIONS = frozenset(info.text for info in NODES.values() if info.text)
# The properties of every player, token and board zone.
_PROPERTIES = ("opponent", "next", "previous", "owner", "type", "zone", "row", "col")
# Other words for `where`, which may follow only a set.
_WHERES = ("with", "having", "whose", "suchThat")
_HALVES = {"forward": "forward", "backward": "backward"}


class OtherForms(Cursor, ABC):
    """Reads forms of other languages where the grammar of this one meets them."""

    @abstractmethod
    def query(self) -> Expression:
        """Read a query."""

    @abstractmethod
    def expr(self) -> Expression:
        """Read an expression."""

    @abstractmethod
    def arguments(self, name: Token) -> tuple[Binding | None, tuple[Expression, ...]]:
        """Read the arguments of a call of *name*."""

    @abstractmethod
    def first_argument(self, function: str) -> tuple[Binding | None, Expression]:
        """Read the first argument of a call of *function*."""

    @abstractmethod
    def close(self, opened: str, opening: Token) -> None:
        """Read the bracket that closes *opening*."""

    def second_where(self) -> None:
        """Read a second `where` as `and`."""
        token = self.take()
        self.slip(
            "LT057",
            token.start,
            token.end,
            "a second `where`",
            "join the two conditions with `and`",
            (token.start, token.end, "and"),
        )
        self.expr()

    def is_other_where(self) -> bool:
        """Take `with` or a similar word, which means `where` in other languages, and record it.

        Return whether one was next.
        """
        word = self.token
        if word.kind != "name" or word.text not in _WHERES:
            return False
        self.take()
        self.no_operator(word.start, word.end, "where", (word.start, word.end, "where"))
        return True

    def chained(self, before: str, right: int, op: str, again: tuple[str, int, int]) -> None:
        """Record that *before*, a comparison by *op* whose right side begins at *right*, is compared *again*."""
        middle = before[right:]
        suggestion, edits = f"compare twice: `… and {middle} {again[0]} …`", [(again[1], again[1], f"and {middle} ")]
        if op in _SAME and again[0] not in _SAME and any(token.text == "where" for token in self.tokens[: self.at]):
            # The result of `like` has no size; a count has.
            suggestion, edits = f"count what is found: `count(… where {before}) {again[0]} …`", []
        self.slip("LT059", again[1], again[2], "comparisons cannot be chained", suggestion, *edits)

    def is_spelled(self) -> bool:
        """Return whether a comparison in words is next."""
        return self.token.kind == "name" and self.token.text in ("is", "equals", "isnt")

    def is_condition_next(self) -> bool:
        """Return whether `is` or `is not` is next, followed by the name of a function that returns true or false."""
        after = 2 if self.peek().kind == "word" and self.peek().text == "not" else 1
        return (
            self.is_spelled()
            and self.peek(after).kind == "name"
            and self.peek(after).text in _CONDITIONS
            and self.peek(after + 1).text != "("
        )

    def spelled_comparison(self) -> tuple[BinaryOp, int, int]:
        """Read `is` or `is not` as a comparison; return its operator, start and end."""
        start, negated = self.spelled()
        op: BinaryOp = "!=" if negated else "=="
        self.no_operator(start, self.last_end, op, (start, self.last_end, op))
        return op, start, self.last_end

    def spelled_condition(self, left: Expression) -> Expression:
        """Read `it is empty` as `empty(it)`.

        With a function of more than *left*, or of a property, the meaning is unclear.
        """
        start, negated = self.spelled()
        end, name = self.last_end, self.take()
        is_whole = _CONDITIONS[name.text] == 1
        call = f"{'not ' if negated else ''}{name.text}({self.text[left.start : left.end]}{'' if is_whole else ', …'})"
        is_certain = is_whole and isinstance(left, It | Binding | Name | Call)
        self.no_operator(start, end, call, *([(left.start, name.end, call)] if is_certain else []))
        node = Call(name.text, (left,), None, start=left.start, end=name.end)
        return Not(node, start=left.start, end=name.end) if negated else node

    def spelled(self) -> tuple[int, bool]:
        """Take a comparison in words; return its start, and whether it is negated."""
        first = self.take()
        return first.start, self.accept("not") is not None or first.text == "isnt"

    def no_operator(self, start: int, end: int, meant: str, *edits: tuple[int, int, str]) -> None:
        """Record that the word from *start* to *end* is no operator, where *meant* is."""
        message = f"`{self.text[start:end]}` is not an operator here"
        self.slip("LT060", start, end, message, f"write `{meant}`", *edits, is_spelling=bool(edits))

    def is_other_range(self) -> bool:
        """Take the `to` of `1 to 5` and record it; return whether it was next."""
        word = self.token
        if word.kind != "name" or word.text not in ("to", "upto") or self.peek().kind == "op":
            return False
        self.take()
        edits = (self.tokens[self.at - 2].end, self.token.start, "..")
        self.no_operator(word.start, word.end, "..", edits)
        return True

    def is_spelled_operator(self) -> bool:
        """Whether `mod` or `div` is next, where only an operator fits."""
        return self.token.kind == "name" and self.token.text.lower() in _SPELLED_OPERATORS

    def operator(self) -> Token:
        """Take an operator; a word that is an operator in other languages is recorded and read as ours."""
        token = self.take()
        if token.kind != "name":
            return token
        meant = _SPELLED_OPERATORS[token.text.lower()]
        self.no_operator(token.start, token.end, meant, (token.start, token.end, meant))
        return Token("op", meant, token.start, token.end)

    def hyphenated(self, left: Expression, minus: Token, right: Expression) -> Expression | None:
        """Read `forward-left`, a natural spelling, as `forwardLeft`; also after a dot."""
        tail = left.name if isinstance(left, Name | Access) else ""
        if (
            minus.text != "-"
            or tail not in _HALVES
            or not isinstance(right, Name)
            or right.name not in ("left", "right")
        ):
            return None
        meant = tail + right.name.capitalize()
        head_start = left.name_start if isinstance(left, Access) else left.start
        self.slip(
            "LT061",
            head_start,
            right.end,
            f"`{self.text[head_start : right.end]}` is a subtraction",
            f"write `{meant}`",
            (head_start, right.end, meant),
        )
        if isinstance(left, Access):
            return Access(left.of, meant, start=left.start, end=right.end, name_start=head_start)
        return Name(meant, start=left.start, end=right.end)

    def first_of(self, of: Expression, start: int) -> Expression:
        """Read `S[0]` as `first(S)`; no other index has a meaning, nor has an index of such a result."""
        key = self.peek()
        if key.kind == "name" and self.text[key.start] in "\"'" and self.peek(2).text == "]":
            return self.keyed(of, start, key)
        is_again = isinstance(of, Call) and self.text[of.end - 1] == "]"
        if is_again or not (self.peek().text == "0" and self.peek(2).text == "]"):
            self.stop("expressions have no indexing", "write `first(…)` for the first element of a query")
        opening = self.take()
        self.take()
        end = self.take().end
        meant = f"first({self.text[start : of.end]})"
        edit = (start, end, meant)
        self.slip(CANNOT_STAND, opening.start, end, "expressions have no indexing", f"write `{meant}`", edit)
        return Call("first", (of,), None, start=start, end=end)

    def keyed(self, of: Expression, start: int, key: Token) -> Expression:
        """Read `S['cost']` as `S.cost`."""
        opening = self.take()
        self.take()
        end = self.take().end
        self.slips[:] = [
            slip for slip in self.slips if slip.start != key.start
        ]  # the quotes are removed with the brackets
        meant = f"{self.text[start : of.end]}.{key.text}"
        edit = (opening.start, end, f".{key.text}")
        self.slip(CANNOT_STAND, opening.start, end, "expressions have no indexing", f"write `{meant}`", edit)
        return Access(of, key.text, start=start, end=end, name_start=key.start)

    def method(self, of: Expression, name: Token, start: int) -> Expression:
        """Read `x.name(…)` as a property, or as a function of x."""
        owner, opening = self.text[start : name.start - 1], self.token
        binder, args = self.arguments(name)
        inside = self.text[opening.end : self.last_end - 1].strip()
        if not inside and name.text in _PROPERTIES:
            edit = (name.end, self.last_end, "")
            message, meant = "expressions have no methods", f"write `{owner}.{name.text}`"
            self.slip("LT062", name.start, name.end, message, meant, edit)
            return Access(of, name.text, start=start, end=name.end, name_start=name.start)
        ours = name.text if name.text in _FUNCTIONS else foreign_word("function", name.text, _FUNCTIONS)
        meant = f"{ours or name.text}({owner}{', ' if inside else ''}{inside})"
        is_certain = ours is not None and (ours == name.text or not inside) and binder is None
        edits = [(start, self.last_end, meant)] if is_certain else []
        suggestion = SET_FORMS if LAMBDA.search(inside) else f"write `{meant}`"
        self.slip("LT062", name.start, name.end, "expressions have no methods", suggestion, *edits)
        return Call(name.text, (of, *args), binder, start=start, end=self.last_end)

    def unparenthesised(self, token: Token) -> Expression:
        """Handle `if` or `not` where only an operand fits: its extent would be a guess, so it needs parentheses."""
        inner = self.expr()
        self.slip(
            "LT063",
            token.start,
            token.end,
            f"`{token.text}` has lower precedence than the operator before it",
            f"put `{self.text[token.start : self.last_end]}` in parentheses",
            (token.start, token.start, "("),
            (self.last_end, self.last_end, ")"),
        )
        return inner

    def prefix_form(self, word: Token) -> Expression:
        """Read `exists Q where C` without parentheses."""
        start = self.token.start
        binder, argument = self.first_argument(word.text)
        inside = self.text[start : self.last_end]
        self.slip(
            "LT064",
            word.start,
            word.end,
            f"`{word.text}` needs parentheses around its argument",
            f"write `{word.text}({inside})`",
            (word.end, start, "("),
            (self.last_end, self.last_end, ")"),
        )
        return Call(word.text, (argument,), binder, start=word.start, end=self.last_end)

    def named_argument(self, function: Token, index: int) -> None:
        """Skip `owner:` before an argument, with a slip; it is certain if the name can only be the argument's."""
        name, colon = self.token, self.peek()
        is_assigned = self.text[colon.start : colon.end] == "="  # `movement=2`, as in Python
        if not (name.kind in ("name", "word") and colon.kind == "op" and (colon.text == ":" or is_assigned)):
            return
        if is_assigned:
            if index >= len(_ARGUMENTS.get(function.text, ())):
                return  # it may be a comparison
            self.slips[:] = [slip for slip in self.slips if slip.start != colon.start]
        self.take()
        self.take()
        known = _ARGUMENTS.get(function.text, ())
        is_its_place = index < len(known) and (name.text == known[index] or name.text not in known)
        otherwise = "write the value in its place, or filter"
        self.slip(
            "LT065",
            name.start,
            colon.end,
            "functions have no named arguments",
            "write the value alone" if is_its_place else f"{otherwise}: `{function.text}(…) where {name.text} == …`",
            *([(name.start, self.token.start, "")] if is_its_place else []),
        )

    def bind_plain_name(self) -> None:
        """Read `z in SET where … z …` as `$z in SET where … $z …`, and record it; the name must be used again."""
        name, after = self.token, self.peek()
        if name.kind != "name" or after.text != "in":
            return
        depth, uses = 0, []
        for place in range(self.at, len(self.tokens)):
            token = self.tokens[place]
            depth += (token.text in ("(", "[")) - (token.text in (")", "]"))
            if depth < 0 or token.kind == "end":
                break
            is_alone = self.tokens[place - 1].text != "." and self.tokens[place + 1].text not in ("(", ":")
            if token.kind == "name" and token.text == name.text and is_alone:
                uses.append(place)
        if len(uses) < 2:
            return
        for place in uses:
            token = self.tokens[place]
            self.tokens[place] = Token("binding", f"${token.text}", token.start, token.end)
        edits = [(self.tokens[place].start, self.tokens[place].start, "$") for place in uses]
        message = "the name of an element begins with `$`"
        self.slip(CANNOT_STAND, name.start, name.end, message, f"write `${name.text}`", *edits)

    def tuple_(self, opening: Token, first: Expression) -> Expression:
        """Read `(a, b)` as the list `[a, b]`."""
        items = [first]
        while self.accept(",") and not self.is_next(")"):
            items.append(self.expr())
        self.close("(", opening)
        start, end = opening.start, self.last_end
        if self.text[self.token.start : self.token.end] in ("=>", "->"):
            return ListLiteral(
                tuple(items), start=start, end=end
            )  # the parameters of a function, reported at its arrow
        edits = (start, start + 1, "["), (end - 1, end, "]")
        self.slip(
            CANNOT_STAND, start, end, "a list is not written in parentheses", "write `[` and `]` around it", *edits
        )
        return ListLiteral(tuple(items), start=start, end=end)
