"""`--fix` never changes the meaning: a document that is fixed completely is the game as it was before it was broken."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from ludotome.diagnostics import apply_fixes, has_errors, mend
from ludotome.gamedef import to_json
from ludotome.spec import compile_text
from tools.mutation_study import mutants

DOCUMENTS = sorted((Path(__file__).parents[2] / "documents").glob("*.md"))
INTENDED = Path(__file__).parents[2] / "repairs" / "intended"
RING = (INTENDED / "ring.md").read_text(encoding="utf-8")
MARKS = (INTENDED / "marks.md").read_text(encoding="utf-8")
DICE = (INTENDED / "dice.md").read_text(encoding="utf-8")


def strayed(per_document: int) -> tuple[list[str], int]:
    """Break documents mechanically and fix them; return those that became another game, and how many were fixed."""
    wrong, mended = [], 0
    for file in DOCUMENTS:
        text = file.read_text(encoding="utf-8")
        original = compile_text(text).game_def
        assert original is not None
        chance = random.Random(f"fix {file.stem}")
        every = [one for one in mutants(text, chance) if one.kind != "drop a field"]
        for mutant in chance.sample(every, min(per_document, len(every))):
            if not has_errors(compile_text(mutant.text).diagnostics):
                continue
            fixed = mend(mutant.text, compile_text)
            if fixed.text == mutant.text or has_errors(fixed.diagnostics):
                continue
            mended += 1
            game_def = compile_text(fixed.text).game_def
            assert game_def is not None
            # A list of names declares them: if one is misspelt, its uses may follow, and only the name differs.
            renamed = compile_text(fixed.text.replace(mutant.broken, mutant.original)).game_def
            if to_json(game_def) != to_json(original) and (renamed is None or to_json(renamed) != to_json(original)):
                wrong.append(f"{file.stem}:{mutant.line}: {mutant.kind}: {mutant.original} → {mutant.broken}")
    return wrong, mended


def test_what_is_fixed_is_what_was_broken() -> None:
    wrong, mended = strayed(12)
    assert wrong == []
    assert mended > 50


@pytest.mark.parametrize("misspelt", ["oto", "onnto", "otno"])
def test_a_misspelt_field_is_not_another_that_its_value_fits(misspelt: str) -> None:
    text = next(file for file in DOCUMENTS if file.stem == "breakthrough").read_text(encoding="utf-8")
    broken = text.replace("onto: empty", f"{misspelt}: empty", 1)
    assert broken != text
    assert mend(broken, compile_text).text == text


@pytest.mark.long
def test_what_is_fixed_is_what_was_broken_in_many_documents() -> None:
    wrong, mended = strayed(300)
    assert wrong == []
    assert mended > 1_500


@pytest.mark.parametrize(
    ("text", "right", "wrong"),
    [
        (RING, "turn > 60", "turn => 60"),  # `>=`, or the arrow of a lambda
        (RING, "    when: \"sum", "    then: \"sum"),  # a key that is correct elsewhere is not a misspelling
        (DICE, "pot > 0", "pot2 > 0"),  # perhaps another variable, which is not declared
        (MARKS, "when: noLegalMoves", "when: legalMoves"),  # the opposite of the similar name
        (DICE, "result: {", "resultat: 5\n    resul: {"),  # fits in two ways
    ],
)  # fmt: skip
def test_what_may_be_meant_in_two_ways_is_not_fixed(text: str, right: str, wrong: str) -> None:
    broken = text.replace(right, wrong, 1)
    assert broken != text
    found = [one for one in compile_text(broken).diagnostics if one.severity == "error"]
    assert found
    if "resultat" not in wrong:
        assert [one.fix for one in found] == [None] * len(found)
        assert mend(broken, compile_text).text == broken
    else:
        assert compile_text(apply_fixes(broken, found).text).game_def is None
