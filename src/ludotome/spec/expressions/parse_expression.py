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
from typing import cast

from msgspec import Struct

from ludotome.gamedef import MAX_DIGITS, MAX_LENGTH
from ludotome.spec.expressions.cursor import CANNOT_STAND, StopError
from ludotome.spec.expressions.other_forms import BINDERS, OtherForms
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
from ludotome.spec.expressions.wrong_token import expected_value, unexpected
from ludotome.spec.slips import Slip

_COMPARISONS = ("==", "!=", "<", "<=", ">", ">=")


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


class _Parser(OtherForms):
    # One method for each rule of the grammar; `OtherForms` has those for what other languages write.

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

    def range_(self) -> Expression:
        # Range = sum [ ".." sum ]
        start = self.token.start
        low = self.chain(("+", "-"))
        if not self.accept("..") and not self.is_other_range():
            return low
        high = self.chain(("+", "-"))
        return Range(low, high, start=start, end=self.last_end)

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
