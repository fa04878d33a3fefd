"""Laws of text expressions: total, exact places, and printing is the inverse of parsing."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from ludotome.spec.expressions import Call, Expression, children, parse_expression, print_expression

SOUP = """
and or not in if then else where while true false none it a b board owner actor $x $y hand:0 hand:$p 0 7 12
+ - * // % == != < <= > >= .. . , ( ) [ ] exists( count( first( ray( tokens( && || = ! / is 'q' 1.5 forward-left : $ ?
"""
WORDS = SOUP.split()
word_soup = st.lists(st.sampled_from(WORDS), max_size=25).map(" ".join)

OPERATORS = ["+", "-", "*", "//", "%", "==", "<", "in", "and", "or", ".."]
names = st.sampled_from(["a", "board", "owner", "actor", "tokens"])


def texts() -> st.SearchStrategy[str]:
    """Return texts of well-formed expressions with random parentheses."""
    leaf = st.one_of(names, st.sampled_from(["0", "7", "it", "none", "true", "$x", "hand:0", "a.b", "step(a, b)"]))

    def grow(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
        two = st.tuples(inner, inner)
        wrapped = inner.map(lambda text: f"({text})")
        return st.one_of(
            wrapped,
            st.tuples(wrapped, st.sampled_from(OPERATORS), wrapped).map(" ".join),
            wrapped.map(lambda text: f"not {text}"),
            wrapped.map(lambda text: f"-{text}"),
            wrapped.map(lambda text: f"{text}.owner"),
            st.tuples(inner, inner, inner).map(lambda part: f"if {part[0]} then {part[1]} else {part[2]}"),
            two.map(lambda part: f"exists($z in ({part[0]}) where {part[1]})"),
            two.map(lambda part: f"[({part[0]}), ({part[1]})]"),
            two.map(lambda part: f"({part[0]}) where {part[1]}").map(lambda text: f"count({text})"),
            two.map(lambda part: f"ray(({part[0]}), n) while ({part[1]})").map(lambda text: f"({text})"),
        )

    return st.recursive(leaf, grow, max_leaves=12)


def walk(node: Expression) -> list[Expression]:
    return [node, *(below for part in children(node) for below in walk(part))]


@given(texts())
def test_printing_and_parsing_are_inverse(text: str) -> None:
    parsed = parse_expression(text)
    assert parsed.slips == ()
    assert parsed.tree is not None
    assert parse_expression(print_expression(parsed.tree)).tree == parsed.tree


@given(texts())
def test_the_text_under_every_node_is_that_node(text: str) -> None:
    tree = parse_expression(text).tree
    assert tree is not None
    for node in walk(tree):
        assert parse_expression(text[node.start : node.end]).tree == node
        if isinstance(node, Call) and node.binder is not None:
            assert text[node.binder.start : node.binder.end] == node.binder.name


@settings(max_examples=300)
@given(st.one_of(word_soup, st.text(max_size=40)))
def test_any_text_gives_a_tree_or_slips_inside_it(text: str) -> None:
    parsed = parse_expression(text)
    assert parsed.tree is not None or parsed.slips
    for slip in parsed.slips:
        assert 0 <= slip.start <= slip.end <= len(text)
        assert slip.message
        assert slip.suggestion
        assert all(0 <= start <= end <= len(text) for start, end, _ in slip.edits)
