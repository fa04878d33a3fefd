"""Text expressions: the grammar, one reading per text, and typical errors."""

from __future__ import annotations

import pytest

from ludotome.spec.expressions import parse_expression, print_expression

READINGS = {
    "a or b and not c": "a or b and not c",
    "(a or b) and c": "(a or b) and c",
    "not a == b": "not a == b",
    "a + b * c - d": "a + b * c - d",
    "a - (b - c)": "a - (b - c)",
    "-a.b": "-a.b",
    "(-a).b": "(-a).b",
    "0..n + 1": "0..n + 1",
    "x in 1..3": "x in 1..3",
    "x not in [a, b]": "x not in [a, b]",
    "if a then b else c + 1": "if a then b else c + 1",
    "(if a then b else c) + 1": "(if a then b else c) + 1",
    "$z in board": "$z in board",
    "exists($z in board where $z in goal)": "exists($z in board where $z in goal)",
    "exists(($z in board))": "exists(($z in board))",
    "hand:0": "hand:0",
    "tokensInZone(hand:$p)": "tokensInZone(hand:$p)",
    "ray($z, directions) while empty(it) then occupied(it) where it != e4":
        "ray($z, directions) while empty(it) then occupied(it) where it != e4",
    "if a then (board where b) else c where d": "if a then (board where b) else c where d",
}  # fmt: skip


@pytest.mark.parametrize("text", [text for text in READINGS if text != "exists(($z in board))"])
def test_a_text_with_the_fewest_parentheses_prints_as_it_was_written(text: str) -> None:
    parsed = parse_expression(text)
    assert parsed.slips == ()
    assert parsed.tree is not None
    assert print_expression(parsed.tree) == READINGS[text]


def test_and_holds_all_its_sides_in_one_node() -> None:
    tree = parse_expression("a and b and c").tree
    assert tree is not None
    assert tree == parse_expression("a and (b) and c").tree
    assert tree != parse_expression("(a and b) and c").tree


SLIPS = {
    "a && b": ("LT050", "&&", "a and b"),
    "a || b": ("LT050", "||", "a or b"),
    "!a": ("LT050", "!", "not a"),
    "a||b": ("LT050", "||", "a or b"),
    "a|| b": ("LT050", "||", "a or b"),
    "(!a)": ("LT050", "!", "(not a)"),
    "f(a)&&b": ("LT050", "&&", "f(a) and b"),
    "a or!b": ("LT050", "!", "a or not b"),
    "a = b": ("LT050", "=", "a == b"),
    "a <> b": ("LT050", "<>", "a != b"),
    "a / 2": ("LT050", "/", "a // 2"),
    "a AND b": ("LT050", "AND", "a and b"),
    "x == null": ("LT050", "null", "x == none"),
    "phase == 'main'": ("LT051", "'main'", "phase == main"),
    "a > 1.5": ("LT052", "1.5", None),
    "a; b": ("LT053", ";", None),
    "a ? b : c": ("LT067", "a ? b : c", "if a then b else c"),
    "a ? b": ("LT053", "?", None),
    "a == $": ("LT053", "$", None),
    "12345678901234567890": ("LT054", "12345678901234567890", None),
    "a b": ("LT055", "b", None),
    "a ==": ("LT055", "", None),
    "if a then b": ("LT055", "", None),
    "a.(b)": ("LT055", "(", None),
    "a[0]": ("LT055", "[0]", "first(a)"),
    "a[1]": ("LT055", "[", None),
    "a in (1, 2)": ("LT055", "(1, 2)", "a in [1, 2]"),
    "a mod 2": ("LT060", "mod", "a % 2"),
    "step(z, direction: n)": ("LT065", "direction:", "step(z, n)"),
    "tokens(owner: actor)": ("LT065", "owner:", None),
    "count(a,)": ("LT055", ")", None),
    "a)": ("LT055", ")", None),
    "owner : actor": ("LT055", ":", None),
    "(" * 70 + "a": ("LT056", "(", None),
    "a where b where c": ("LT057", "where", "a where b and c"),
    "board while empty(it)": ("LT058", "while", None),
    "a < b < c": ("LT059", "<", "a < b and b < c"),
    "x is none": ("LT060", "is", "x == none"),
    "x is not none": ("LT060", "is not", "x != none"),
    "board where it is empty": ("LT060", "is", "board where empty(it)"),
    "$x is not occupied and a": ("LT060", "is not", "not occupied($x) and a"),
    "step($x, n) isnt empty": ("LT060", "isnt", "not empty(step($x, n))"),
    "x is empty(y)": ("LT060", "is", "x == empty(y)"),
    # the second argument of the function is missing, and the word may be the value of a property
    "$x is adjacent": ("LT060", "is", None),
    "$x.ground is empty": ("LT060", "is", None),
    "forward-left": ("LT061", "forward-left", "forwardLeft"),
    "actor.backward-right": ("LT061", "backward-right", "actor.backwardRight"),
    "x.foo(1)": ("LT062", "foo", None),
    "1 + if a then b else c": ("LT063", "if", "1 + (if a then b else c)"),
    "exists tokens(pawn) where a": ("LT064", "exists", "exists(tokens(pawn) where a)"),
    "count(a": ("LT066", "(", None),
    "[a, b": ("LT066", "[", None),
    # a list with one error is reported once
    "x in [a, b}": ("LT053", "}", None),
    "x in {a, b}": ("LT053", "{", None),
    "x in [a; b": ("LT053", ";", None),
    "x in ['a, b]": ("LT051", "'a, b]", None),
    "x in [a, 'b]": ("LT051", "'b]", None),
    "x in [a'b, c]": ("LT051", "'b, c]", None),
    "x in [a, b)": ("LT055", ")", None),
    "count([a, b) > 1": ("LT055", ")", None),
    "count([a, (b]) > 1": ("LT055", "]", None),
}


@pytest.mark.parametrize("text", SLIPS)
def test_a_slip_has_its_code_its_place_and_its_fix(text: str) -> None:
    code, under, mended = SLIPS[text]
    (slip,) = parse_expression(text).slips
    assert (slip.code, text[slip.start : slip.end]) == (code, under)
    assert slip.suggestion
    fixed = text
    for start, end, replacement in sorted(slip.edits, reverse=True):
        fixed = fixed[:start] + replacement + fixed[end:]
    assert (fixed if slip.edits else None) == mended
    if mended is not None:
        assert parse_expression(mended).slips == ()


@pytest.mark.parametrize(("text", "said"), [
    ("count([a, b) > 1", ("`[` is not closed before this `)`", "write `]` before it")),
    ("count([a, (b]) > 1", ("`(` is not closed before this `]`", "write `)` before it")),
    ("a)", ("unmatched `)`", "remove it, or open it further left")),
    ("x in [a, b}", ("`}` has no meaning in an expression", "write a list between `[` and `]`")),
])  # fmt: skip
def test_a_bracket_of_the_wrong_kind_is_reported_with_the_one_it_meets(text: str, said: tuple[str, str]) -> None:
    (slip,) = parse_expression(text).slips
    assert (slip.message, slip.suggestion) == said


def test_several_slips_are_found_in_one_run() -> None:
    codes = [slip.code for slip in parse_expression("a && b = 'c' and 1 < x < 3").slips]
    assert codes == ["LT050", "LT050", "LT051", "LT059"]


def test_what_was_probably_meant_is_read() -> None:
    tree = parse_expression("a && forward-left is x").tree
    assert tree == parse_expression("a and forwardLeft == x").tree


def test_an_index_of_an_index_is_reported_once() -> None:
    """A fix for each of a thousand brackets would take as many rounds."""
    assert len(parse_expression("a" + "[0]" * 1000).slips) == 2
