"""Which fixes are kept: a language of words, in which a test defines the wrong words and their fixes."""

from __future__ import annotations

import re
from collections.abc import Mapping

from msgspec import Struct

from ludotome.diagnostics import Diagnostic, Edit, Fix, Severity, SourceText, mend


class Checked(Struct, frozen=True):
    diagnostics: tuple[Diagnostic, ...]
    stopped_early: bool = False


class Language:
    """Wrong words, each with its fix (None: no fix); those in *later* are found only after the others."""

    def __init__(
        self,
        wrong: Mapping[str, str | None],
        later: Mapping[str, str | None] | None = None,
        severity: Severity = "error",
    ) -> None:
        self.wrong, self.later, self.severity = wrong, later or {}, severity
        self.checks = 0

    def __call__(self, text: str) -> Checked:
        self.checks += 1
        found = self._found(text, self.wrong)
        if found and self.later:
            return Checked(found, stopped_early=True)
        return Checked((*found, *self._found(text, self.later)))

    def _found(self, text: str, wrong: Mapping[str, str | None]) -> tuple[Diagnostic, ...]:
        source, told = SourceText(text), []
        for word in re.finditer(r"\S+", text):
            if word[0] in wrong:
                span, instead = source.span(*word.span()), wrong[word[0]]
                edits = () if instead is None else (Edit(span=span, replacement=instead),)
                fix = Fix(title="mend it", edits=edits) if edits else None
                severity = "error" if word[0].startswith("error") else self.severity
                told.append(Diagnostic(code="LT990", severity=severity, path="x", message="m", span=span, fix=fix))
        return tuple(told)


def test_a_fix_that_leaves_another_error_is_refused_and_no_longer_offered() -> None:
    mended = mend("a b\n", Language({"a": "longer", "longer": None}))
    assert mended.text == "a b\n"
    assert [(one.message, one.fix) for one in mended.diagnostics] == [("m", None)]


def test_the_fixes_beside_a_refused_one_are_made() -> None:
    """Parts before, between and after a refused fix move because of the other fixes."""
    wrong = {"a": "alpha", "b": "", "c": "sea", "x": "y", "y": None, "longer": None, "z": "longer"}
    mended = mend("a x b z\nc x a c\n", Language(wrong))
    assert mended.text == "alpha x  z\nsea x alpha sea\n"
    assert [one.fix for one in mended.diagnostics] == [None] * 3


def test_what_a_fix_brings_is_fixed_too() -> None:
    assert mend("a k", Language({"a": "b", "b": "c", "k": "l", "l": None})).text == "c k"


def test_a_chain_that_ends_in_an_error_is_refused_whole() -> None:
    assert mend("a k", Language({"a": "b", "b": "c", "c": None, "k": "l"})).text == "a l"


def test_a_refused_fix_is_tried_again_once_it_is_another() -> None:
    """What is known of the rest may change what is meant."""

    class Learning(Language):
        def __call__(self, text: str) -> Checked:
            self.wrong = {"k": "l", "a": "bad" if "k" in text else "good", "bad": None}
            return super().__call__(text)

    assert mend("a k", Learning({})).text == "good l"


def test_fixes_that_call_for_each_other_change_nothing() -> None:
    assert mend("a k", Language({"a": "b", "b": "a", "k": "l"})).text == "a l"


def test_an_error_elsewhere_refuses_the_fix_that_caused_it() -> None:
    """The last word becomes wrong when the first is fixed, far from it: only trying shows the cause."""

    def check(text: str) -> Checked:
        found = Language({"a": "b", "k": "l"})(text).diagnostics
        spoilt = Language({"end": None})(text).diagnostics if "b" in text else ()
        return Checked((*found, *spoilt))

    assert mend("k a k\n\nend k", check).text == "l a l\n\nend l"


def test_an_error_that_was_hidden_elsewhere_does_not_hold_a_fix_back() -> None:
    mended = mend("a\nz", Language({"a": "b"}, later={"z": None}))
    assert (mended.text, len(mended.diagnostics)) == ("b\nz", 1)


def test_an_error_that_was_hidden_is_the_fixs_fault_in_its_own_line() -> None:
    assert mend("a z", Language({"a": "b"}, later={"z": None})).text == "a z"
    assert mend("a z", Language({"a": '"'}, later={"z": None})).text == '" z', (
        "only a sign: what stands beside it stood"
    )


def test_a_warning_is_fixed_if_neither_an_error_nor_a_warning_comes_instead() -> None:
    assert mend("a", Language({"a": "b"}, severity="warning")).text == "b"
    assert mend("a", Language({"a": "b", "b": None}, severity="warning")).text == "a"
    assert mend("a", Language({"a": "error", "error": None}, severity="warning")).text == "a"


def test_an_error_may_become_a_warning() -> None:
    assert mend("error", Language({"error": "b", "b": None}, severity="warning")).text == "b"


def test_hundreds_of_right_fixes_need_one_check_and_wrong_ones_few_more() -> None:
    right = Language({"a": "b"})
    assert mend("a " * 400, right).text == "b " * 400
    assert right.checks == 2
    wrong = Language({"a": "b", "b": None})
    assert mend("a " * 400, wrong).text == "a " * 400
    assert wrong.checks == 2, "each error stands in what one fix wrote"


def test_a_culprit_among_hundreds_is_found_by_halving() -> None:
    checks = 0

    def check(text: str) -> Checked:
        nonlocal checks
        checks += 1
        found = Language({"a": "b", "k": "l"})(text).diagnostics
        spoilt = Language({"end": None})(text).diagnostics if "l" in text else ()
        return Checked((*found, *spoilt))

    assert mend("a " * 200 + "k " + "a " * 200 + "end", check).text == "b " * 200 + "k " + "b " * 200 + "end"
    assert checks < 30


def test_a_text_full_of_culprits_takes_a_bounded_number_of_checks() -> None:
    checks = 0

    def check(text: str) -> Checked:
        nonlocal checks
        checks += 1
        found = Language({"a": "b"})(text).diagnostics
        spoilt = Language({"end": None})(text).diagnostics if "b" in text else ()
        return Checked((*found, *spoilt))

    assert mend("a " * 400 + "end", check).text == "a " * 400 + "end"
    assert checks <= 102
