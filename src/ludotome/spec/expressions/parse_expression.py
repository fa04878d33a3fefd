"""parse_expression: the text of an expression → its tree, or its errors.

    "$card.cost <= actor.money"  →  Binary("<=", Access(Binding("$card"), "cost"), Access(Name("actor"), "money"))

Recursive descent over the grammar of the language, lowest precedence first: if · or · and · not · comparison (never
chained) · `..` · `+ -` · `* // %` · unary `-` · `.`. A slip with a certain meaning is recorded and parsed as what was
meant, so that one run finds several slips; the parser stops at the first token that it cannot interpret.

Invariants:
    * nesting and chains are limited by `MAX_DEPTH`, a text by `MAX_LENGTH`, so later passes may recurse;
    * a tree is returned only if the text was read to the end; with slips it is what was probably meant.
"""

from __future__ import annotations

from functools import lru_cache
from typing import cast, get_origin

from msgspec import Struct

from ludotome.gamedef import MAX_DIGITS, MAX_LENGTH, NODES, fields_of
from ludotome.spec.expressions.cursor import CANNOT_STAND, Cursor, StopError
from ludotome.spec.expressions.rewrite import asks_for_moves, rewrite
from ludotome.spec.expressions.tokens import Token, tokens_of
from ludotome.spec.expressions.tree import (
    Access,
    Binary,
    BinaryOp,
    Binding,
    Boolean,
    Call,
    Expression,
    If,
    Integer,
    It,
    ListLiteral,
    Logic,
    Name,
    Not,
    Nothing,
    Query,
    Range,
    Selector,
    Unary,
)
from ludotome.spec.expressions.wrong_token import LAMBDA, SET_FORMS, expected_value, unexpected
from ludotome.spec.foreign_words import foreign_word
from ludotome.spec.slips import Slip

# The functions whose first argument may begin with `$x in`.
BINDERS = frozenset({"exists", "count", "first", "sum", "all", "lowest", "highest"})
_COMPARISONS = ("==", "!=", "<", "<=", ">", ">=")
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


class ParsedExpression(Struct, frozen=True):
    """The tree (None if the text could not be read) and the slips in reading order."""

    tree: Expression | None
    slips: tuple[Slip, ...]


@lru_cache(maxsize=4096)
def parse_expression(text: str) -> ParsedExpression:
    """Return the tree of *text* with its slips; without slips the text is well formed."""
    if len(text) > MAX_LENGTH:
        slip = Slip(
            code="LT054",
            start=0,
            end=len(text),
            message=f"an expression of {len(text)} characters is longer than {MAX_LENGTH}",
            suggestion="split it into macros",
        )
        return ParsedExpression(None, (slip,))
    parsed = _parsed(text)
    if not parsed.slips and not asks_for_moves(text):
        return parsed
    meant = rewrite(text)
    if meant is None or any(not slip.is_spelling for slip in _parsed(meant).slips):
        return parsed
    slip = Slip(
        code="LT067",
        start=0,
        end=len(text),
        message="this is the syntax of another language",
        suggestion=f"write `{meant}`",
        edits=((0, len(text), meant),),
    )
    return ParsedExpression(None, (slip,))


def _parsed(text: str) -> ParsedExpression:
    tokens, slips = tokens_of(text)
    parser = _Parser(text, tokens, slips)
    tree = parser.whole()
    return ParsedExpression(tree, tuple(sorted(slips, key=lambda slip: (slip.start, slip.end))))


class _Parser(Cursor):
    # One method for each rule of the grammar, and for each common mistake.

    def whole(self) -> Expression | None:
        # Text = query
        try:
            if self.is_at_end():
                self.stop("an empty expression", "write a value, a condition or a query")
            tree = self.query()
            if not self.is_at_end():
                self.stop(*unexpected(self.text, self.token, tree))
        except StopError:
            return None
        return tree

    def second_where(self) -> None:
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

    def query(self) -> Expression:
        # Query = expr [ "while" or [ "then" or ] ] [ "where" expr ]
        self.deeper()
        start = self.token.start
        source = self.expr()
        while_ = then = where = None
        if self.is_next("while", "then"):
            word = self.token
            if word.text == "then" or not (isinstance(source, Call) and source.name == "ray"):
                self.slip(
                    "LT058",
                    word.start,
                    word.end,
                    f"`{word.text}` stands only after `ray(…){' while …' if word.text == 'then' else ''}`",
                    "write `where` to keep the elements for which a condition holds",
                )
            if self.accept("while"):
                while_ = self.or_()
            if self.accept("then"):
                then = self.or_()
        if self.accept("where") or self.is_other_where():
            where = self.expr()
        while self.is_next("where"):
            self.second_where()
        self.depth -= 1
        if while_ is None and then is None and where is None:
            return source
        return Query(source, while_, then, where, start=start, end=self.last_end)

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

    def expr(self) -> Expression:
        # Expr = "if" expr "then" expr "else" expr | or
        if not self.is_next("if"):
            return self.or_()
        self.deeper()
        start = self.take().start
        when = self.expr()
        self.expect("then", "`if` needs `then`", "write `if CONDITION then VALUE else VALUE`")
        then = self.expr()
        self.expect("else", "`if` needs `else`", "write `if CONDITION then VALUE else VALUE`")
        otherwise = self.expr()
        self.depth -= 1
        return If(when, then, otherwise, start=start, end=self.last_end)

    def expect(self, text: str, message: str, suggestion: str) -> None:
        if not self.accept(text):
            self.stop(message, suggestion)

    def or_(self) -> Expression:
        # Or = and { "or" and }
        start = self.token.start
        args = [self.and_()]
        while self.accept("or"):
            args.append(self.and_())
        return args[0] if len(args) == 1 else Logic("or", tuple(args), start=start, end=self.last_end)

    def and_(self) -> Expression:
        # And = not { "and" not }
        start = self.token.start
        args = [self.not_()]
        while self.accept("and"):
            args.append(self.not_())
        return args[0] if len(args) == 1 else Logic("and", tuple(args), start=start, end=self.last_end)

    def not_(self) -> Expression:
        # Not = "not" not | compare
        if not self.is_next("not"):
            return self.compare()
        self.deeper()
        start = self.take().start
        arg = self.not_()
        self.depth -= 1
        return Not(arg, start=start, end=self.last_end)

    def compare(self) -> Expression:
        # Compare = range [ operator range ], never chained
        start = self.token.start
        left = self.range_()
        if self.is_condition_next():
            return self.spelled_condition(left)
        operator = self.comparison()
        if operator is None:
            return left
        op, op_start, op_end = operator
        right_start = self.token.start
        right = self.range_()
        first: Expression = Binary(op, left, right, start=start, end=self.last_end, op_start=op_start, op_end=op_end)
        chain = [first]
        while (again := self.comparison()) is not None:
            self.chained(self.text[start : self.tokens[self.at - 1].start].rstrip(), right_start - start, op, again)
            left, left_start, right_start = right, right_start, self.token.start
            right = self.range_()
            chain.append(
                Binary(again[0], left, right, start=left_start, end=self.last_end, op_start=again[1], op_end=again[2])
            )
        return first if len(chain) == 1 else Logic("and", tuple(chain), start=start, end=self.last_end)

    def chained(self, before: str, right: int, op: str, again: tuple[str, int, int]) -> None:
        """Record that *before*, a comparison by *op* whose right side begins at *right*, is compared *again*."""
        middle = before[right:]
        suggestion, edits = f"compare twice: `… and {middle} {again[0]} …`", [(again[1], again[1], f"and {middle} ")]
        if op in _SAME and again[0] not in _SAME and any(token.text == "where" for token in self.tokens[: self.at]):
            # The result of `like` has no size; a count has.
            suggestion, edits = f"count what is found: `count(… where {before}) {again[0]} …`", []
        self.slip("LT059", again[1], again[2], "comparisons cannot be chained", suggestion, *edits)

    def comparison(self) -> tuple[BinaryOp, int, int] | None:
        """Take a comparison operator, if one is next, and return its name, start and end."""
        token = self.token
        if self.is_spelled():
            return self.spelled_comparison()
        if self.is_next(*_COMPARISONS, "in"):
            self.take()
            return cast(BinaryOp, token.text), token.start, token.end
        if self.is_next("not") and self.peek().kind == "word" and self.peek().text == "in":
            self.take()
            return "not in", token.start, self.take().end
        return None

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
        message = f"`{self.text[start:end]}` is not an operator here"
        self.slip("LT060", start, end, message, f"write `{meant}`", *edits)

    def range_(self) -> Expression:
        # Range = sum [ ".." sum ]
        start = self.token.start
        low = self.chain(("+", "-"))
        if not self.accept("..") and not self.is_other_range():
            return low
        high = self.chain(("+", "-"))
        return Range(low, high, start=start, end=self.last_end)

    def is_other_range(self) -> bool:
        """Take the `to` of `1 to 5` and record it; return whether it was next."""
        word = self.token
        if word.kind != "name" or word.text not in ("to", "upto") or self.peek().kind == "op":
            return False
        self.take()
        edits = (self.tokens[self.at - 2].end, self.token.start, "..")
        self.no_operator(word.start, word.end, "..", edits)
        return True

    def chain(self, operators: tuple[str, ...]) -> Expression:
        # Sum = product { ("+"|"-") product }; product = unary { ("*"|"//"|"%") unary }
        is_sum = operators == ("+", "-")
        depth = self.depth
        start = self.token.start
        left = self.chain(("*", "//", "%")) if is_sum else self.unary()
        while self.is_next(*operators) or (not is_sum and self.is_spelled_operator()):
            self.deeper()  # a chain nests to the left
            token = self.operator()
            right = self.chain(("*", "//", "%")) if is_sum else self.unary()
            relative = self.hyphenated(left, token, right)
            if relative is not None:
                left = relative
                continue
            left = Binary(
                cast(BinaryOp, token.text), left, right,
                start=start, end=self.last_end, op_start=token.start, op_end=token.end,
            )  # fmt: skip
        self.depth = depth
        return left

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

    def unary(self) -> Expression:
        # Unary = "-" unary | postfix
        if self.is_next("+") and not self.text[: self.token.start].strip():
            sign = self.take()
            edit = (sign.start, self.token.start, "")
            self.slip(CANNOT_STAND, sign.start, sign.end, "a number cannot begin with `+`", "remove it", edit)
        if not self.is_next("-"):
            return self.postfix()
        self.deeper()
        start = self.take().start
        arg = self.unary()
        self.depth -= 1
        return Unary(arg, start=start, end=self.last_end)

    def postfix(self) -> Expression:
        # Postfix = primary { "." NAME }
        depth = self.depth
        start = self.token.start
        node = self.primary()
        while self.is_next(".", "["):
            self.deeper()
            if self.is_next("["):
                node = self.first_of(node, start)
                continue
            self.take()
            name = self.token
            if name.kind != "name":
                self.stop("a name is missing after `.`", "write the name of a property or variable after the dot")
            self.take()
            if self.is_next("(") and self.token.start == name.end:
                node = self.method(node, name, start)
            else:
                node = Access(node, name.text, start=start, end=name.end, name_start=name.start)
        self.depth = depth
        return node

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

    def primary(self) -> Expression:
        # Primary = INT | literal | BINDING | SELECTOR | NAME | call | list | "(" query ")"
        token = self.token
        start, end = token.start, token.end
        match token.kind, token.text:
            case "int", digits:
                return self.integer(digits)
            case "word", "true" | "false":
                self.take()
                return Boolean(token.text == "true", start=start, end=end)
            case "word", "none":
                self.take()
                return Nothing(start=start, end=end)
            case "word", "it":
                self.take()
                return It(start=start, end=end)
            case "word", "if" | "not":
                return self.unparenthesised(token)
            case "binding", name:
                self.take()
                return Binding(name, start=start, end=end)
            case "selector", text:
                self.take()
                zone, _, which = text.partition(":")
                return Selector(zone, which, start=start, end=end)
            case "name", _:
                return self.name_or_call()
            case "op", "[":
                return self.list_()
            case "op", "(":
                self.take()
                inner = self.query()
                if self.is_next(","):
                    return self.tuple_(token, inner)
                self.close("(", token)
                return inner
            case _:
                return self.stop(*expected_value(self.text, token))

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

    def integer(self, digits: str) -> Expression:
        token = self.take()
        if len(digits) > MAX_DIGITS:
            self.slip(
                "LT054", token.start, token.end, "a number this large does not fit in 64 bits", "write a smaller one"
            )
            digits = digits[:MAX_DIGITS]
        return Integer(int(digits), start=token.start, end=token.end)

    def name_or_call(self) -> Expression:
        token = self.take()
        if self.is_next("(") and (self.token.start == token.end or token.text in BINDERS):
            binder, args = self.arguments(token)
            return Call(token.text, args, binder, start=token.start, end=self.last_end)
        if token.text in BINDERS and self.token.kind in ("name", "binding", "selector"):
            return self.prefix_form(token)
        if self.is_next("("):
            binder, args = self.arguments(token)
            return Call(token.text, args, binder, start=token.start, end=self.last_end)
        return Name(token.text, start=token.start, end=token.end)

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

    def arguments(self, name: Token) -> tuple[Binding | None, tuple[Expression, ...]]:
        # [ first { "," query } ] between parentheses
        opening = self.take()
        if self.accept(")"):
            return None, ()
        self.named_argument(name, 0)
        binder, argument = self.first_argument(name.text)
        args = [argument]
        while self.accept(","):
            self.named_argument(name, len(args))
            args.append(self.query())
        self.close("(", opening)
        return binder, tuple(args)

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

    def first_argument(self, function: str) -> tuple[Binding | None, Expression]:
        # First = [ BINDING "in" ] query
        binder = None
        if function in BINDERS:
            self.bind_plain_name()
        token, after = self.token, self.peek()
        if function in BINDERS and token.kind == "binding" and after.kind == "word" and after.text == "in":
            self.take()
            self.take()
            binder = Binding(token.text, start=token.start, end=token.end)
        return binder, self.query()

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

    def list_(self) -> Expression:
        # List = "[" [ expr { "," expr } ] "]"
        self.deeper()
        opening = self.take()
        items: list[Expression] = []
        if not self.is_next("]"):
            items.append(self.expr())
            while self.accept(","):
                items.append(self.expr())
        self.close("[", opening)
        self.depth -= 1
        if len(items) == 1 and isinstance(items[0], Range):
            start, end = opening.start, self.last_end
            meant = self.text[items[0].start : items[0].end]
            self.slip(
                CANNOT_STAND,
                start,
                end,
                "a range is a set, not an item of a list",
                f"write `{meant}`",
                (start, end, meant),
            )
            return items[0]
        return ListLiteral(tuple(items), start=opening.start, end=self.last_end)

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

    def close(self, opened: str, opening: Token) -> None:
        closing = ")" if opened == "(" else "]"
        if self.accept(closing):
            return
        if self.token.kind == "end" and not self.is_garbled():
            self.slip(
                "LT066",
                opening.start,
                opening.end,
                f"this `{opened}` is never closed",
                f"add `{closing}`",
            )
            raise StopError
        if self.is_next(")", "]"):
            self.stop(f"`{opened}` is not closed before this `{self.token.text}`", f"write `{closing}` before it")
        self.stop(*unexpected(self.text, self.token, None, wanted=f"`,` or `{closing}`"))
