"""Tests `after` others, and typical errors in `deals`, `draws` and `illegal`."""

# ruff: noqa: E501  (one case a line)

from __future__ import annotations

import pytest

from ludotome.gamedef import TestDef
from ludotome.spec import compile_text
from tests.support.documents import MARKING, whole_document


def compiled(*tests: str) -> tuple[TestDef, ...]:
    game_def = compile_text(
        whole_document("tests:\n" + "".join(f"  - {{ {one} }}\n" for one in tests), MARKING)
    ).game_def
    assert game_def is not None
    return game_def.tests


def errors_of(*tests: str) -> list[tuple[str, str, str]]:
    document = whole_document("tests:\n" + "".join(f"  - {{ {one} }}\n" for one in tests), MARKING)
    found = compile_text(document).diagnostics
    return [(one.code, one.message, one.suggestion or "") for one in found if one.severity == "error"]


def test_a_chain_has_the_moves_of_all_and_the_beginning_of_the_first() -> None:
    last, first, middle = compiled(
        "name: last, after: middle, moves: [place c1], expect: { turn: 4 }",
        "name: first, seed: 7, moves: [place a1], legal: [place a1]",
        "name: middle, after: first, moves: [place b1], perft: [7]",
    )
    assert (last.moves, last.seed, last.legal, last.perft) == (("place a1", "place b1", "place c1"), 7, None, ())
    assert (middle.moves, middle.seed, middle.perft) == (("place a1", "place b1"), 7, (7,))
    assert first.moves == ("place a1",)


@pytest.mark.parametrize(
    ("tests", "code", "message", "suggestion"),
    [
        (["name: a, after: b", "name: b, after: c", "name: c, after: a"], "LT805", "cannot continue itself: `a` after `b` after `c` after `a`", "leave `after` out"),
        (["name: a, after: a"], "LT805", "`a` after `a`", "leave `after` out"),
        (["name: alone, after: alnoe"], "LT805", "there is no other test `alnoe`", "write the `name` of another test"),
        (["name: a", "name: b, after: a, seed: 3"], "LT805", "`seed` sets the start of the game", "leave `seed` out, or `after`"),
        (["name: a", "name: b, after: a, set: {}"], "LT805", "`set` sets the start of the game", "leave `set` out"),
        (["name: a, deals: 3"], "LT806", "`deals` is a list", "[hand:Ann, [queen, jack]]"),
        (["name: a, deals: [hand]"], "LT806", "not a pair of a zone", "[hand:Ann, [queen, jack]]"),
        (["name: a, draws: mark"], "LT806", "not a list of tokens", "as `queen`"),
        (["name: a, draws: [mrak]"], "LT203", "unknown token type `mrak`", "write `mark`"),
        (["name: a, draws: [ { type: mark, rank: 3 } ]"], "LT806", "before its properties", "write `mark: { rank: 3 }`"),
        (["name: a, draws: [ mark: 3 ]"], "LT806", "`mark:` has no properties after it", "`card: { rank: 3 }`"),
        (["name: a, draws: [ mark: { rank: 3 } ]"], "LT208", "unknown property `rank`", ""),
        (["name: a, illegal: [b2]"], "LT807", "no decision is ever written `b2`", "as `place c3`"),
        (["name: a, illegal: [place d4]"], "LT807", "no decision is ever written `place d4`", "as `place c3`"),
        (["name: a, illegal: ['']"], "LT807", "no decision is ever written ``", "as `place c3`"),
    ],
)  # fmt: skip
def test_faults_say_what_to_write(tests: list[str], code: str, message: str, suggestion: str) -> None:
    found = errors_of(*tests)
    assert any(one[0] == code and message in one[1] and suggestion in one[2] for one in found), found
    assert {one[0] for one in found} == {code}


def test_what_could_be_legal_elsewhere_may_be_called_illegal() -> None:
    assert errors_of("name: a, moves: [place a1], illegal: [place a1, place cell_2_0]") == []


def test_a_chain_is_bounded() -> None:
    tests = [f"name: t{number}, after: t{number + 1}" for number in range(200)]
    found = errors_of(*tests, "name: t200")
    assert found
    assert {(one[0], one[1]) for one in found} == {("LT805", "more than 64 tests continue each other")}


def test_a_long_text_is_shown_short() -> None:
    ((_, message, _),) = errors_of(f"name: a, illegal: [{'x' * 5000}]")
    assert len(message) < 200


NUMBERS = """# Numbers

```yaml
metadata: {{ id: numbers, players: {{ min: 2, max: 2 }} }}
zones: [ {{ id: pool }} ]
globalVars: [ {{ name: much, type: int, min: -5000, max: 5000 }} ]
tokenTypes: [ {{ id: card, short: K }} ]
setup: [ createToken: {{ type: card, zone: pool, count: 3 }} ]
actions:
  - id: take
    params: [ {{ name: $a, domain: "tokensInZone(pool)" }}, {{ name: $n, domain: "1..3" }} ]
    effects: [ addVar: {{ var: much, delta: $n }} ]
    notation: {notation}
  - id: ask
    effects:
      - chooseOne: {{ bind: $how, options: "[pay, lose]" }}
      - if: {{ when: "$how == pay", then: [ addVar: {{ var: much, delta: 1 }} ] }}
    notation: ask
endConditions: [ {{ when: "much == 9", result: {{ type: draw }} }} ]
tests: [ {{ name: it, illegal: [{text}] }} ]
```
"""


@pytest.mark.parametrize(
    ("notation", "yes", "no"),
    [
        ('"{$a}-{$n}"', ["0-1", "77-3", "pay", "lose", "ask"], ["0-4", "0-", "-1", "0-1 ", "play", "paylose"]),
        ('"{$a.type} {$n}{after much > 3: !}"', ["K 2", "K 2!"], ["card 2", "K 2?", "K  2", "K2"]),
        ('"{if $n == 2: two}{$n}"', ["two2", "3", "two3"], ["tw2", "twotwo2", "two"]),
        ('"{much}/{$n}"', ["-17/3", "12345/1"], ["--1/1", "a/1"]),
        ('"{$a}{$a}{$a}{$a}{$a}{$a}{$n}"', ["0000003"], ["1" * 400 + "x"]),
    ],
)
def test_what_a_notation_can_yield(notation: str, yes: list[str], no: list[str]) -> None:
    """A form of six adjacent numbers is matched quickly, since the matched offsets are a set."""
    for text, is_error in [*((one, False) for one in yes), *((one, True) for one in no)]:
        found = compile_text(NUMBERS.format(notation=notation, text=f"'{text}'")).diagnostics
        assert [one.code for one in found if one.severity == "error"] == (["LT807"] if is_error else []), text
