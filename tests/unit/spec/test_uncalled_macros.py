"""The bodies of macros that are never called are checked as far as possible, and no further."""

from __future__ import annotations

from ludotome.spec import compile_text
from tests.support.documents import MARKING, whole_document


def found(macro: str) -> list[tuple[str, str]]:
    """Return the errors of a document with this macro, which is never called: the code, and the text under it."""
    text = whole_document(f"macros:\n  - {macro}\n", MARKING)
    return [
        (one.code, text[one.span.start : one.span.end] if one.span else "")
        for one in compile_text(text).diagnostics
        if one.severity == "error"
    ]


def test_names_of_effects_fields_functions_and_bindings_are_checked() -> None:
    effects = (
        'creatToken: { type: mark }, moveToken: { tokn: $t }, if: { when: "emtpy($t) and $q == 1", then: [ endTrun ] }'
    )
    assert found(f"{{ name: put, params: [$t], effects: [ {effects} ] }}") == [
        ("LT242", "creatToken"),
        ("LT244", "tokn"),
        ("LT229", "emtpy"),
        ("LT207", "$q"),
        ("LT242", "endTrun"),
    ]
    assert found('{ name: full, params: [$z], expr: "zoneCuont($z) > 1" }') == [("LT229", "zoneCuont")]


def test_what_depends_on_an_argument_is_not_reported() -> None:
    assert found('{ name: is, params: [$t], expr: "$t.type == mark and $t.rank == high and $t.zone.row > 1" }') == []


def test_a_macro_may_be_used_by_an_uncalled_one() -> None:
    """Calls among uncalled macros must have the right number of arguments."""
    two = '{ name: one, params: [$z], expr: "empty($z)" }\n  - { name: two, params: [$z], expr: "one($z, $z)" }'
    assert found(two) == [("LT228", "one")]


def test_what_uncalled_macros_put_in_counts_together() -> None:
    """Each of 16 macros calls the previous one eight times; a document of 3,000 bytes took 22 s to reject."""
    first = "{ name: m0, params: [$x], expr: empty($x) }"
    bodies = [" and ".join([f"m{level}($x)"] * 8) for level in range(16)]
    rest = [f'  - {{ name: m{level + 1}, params: [$x], expr: "{body}" }}' for level, body in enumerate(bodies)]
    assert [code for code, _ in found("\n".join([first, *rest]))] == ["LT232"]
