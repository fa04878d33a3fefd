"""An error in a declaration is shown at the declaration, though it is found where the name is used."""

from __future__ import annotations

import pytest

from ludotome.spec import compile_text
from tests.support.documents import MARKING, whole_document

# the snippet; the code, the text under a label, and the suggestion
CASES = {
    "the domain of a parameter": (
        """actions:
  - id: place
    params: [ { name: $cell, domain: "[many, of, them]" } ]
    effects: [ createToken: { type: mark, zone: $cell, owner: actor } ]
""",
        ("LT301", '"[many, of, them]"', "zone"),
    ),
    "a property of what is no thing": (
        """actions:
  - id: place
    params: [ { name: $way, domain: "[up, down]" } ]
    pre: "$way.row == 1"
    effects: []
""",
        ("LT225", '"[up, down]"', "a player, a token or a zone"),
    ),
    "a name the options do not have": (
        """actions:
  - id: place
    effects:
      - chooseOne: { bind: $how, options: "[pay, lose]" }
      - if: { when: "$how == steal", then: [ endTurn ] }
""",
        ("LT211", '"[pay, lose]"', "`pay`"),
    ),
    "a macro without its parameters": (
        """macros: [ { name: free, expr: "empty(a1)" } ]
actions:
  - { id: place, pre: "free(a1)", effects: [ endTurn ] }
""",
        ("LT228", "free", "`params`"),
    ),
    "a binding of a macro's body": (
        """macros: [ { name: free, expr: "empty($z)" } ]
actions:
  - { id: place, pre: "free()", effects: [ endTurn ] }
""",
        ("LT207", "free", "add `$z` to `params` of the macro `free`"),
    ),
    "an action without its parameters": (
        """actions:
  - id: place
    effects: [ createToken: { type: mark, zone: $cell, owner: actor } ]
""",
        ("LT207", "place", "add `{ name: $cell, domain: … }` to `params`"),
    ),
    "a zone that belongs to nobody": (
        """zones:
  - { id: hand, capacity: 9 }
endConditions:
  - { when: "zoneCount(lastActor.hand) > 3", result: { type: draw } }
actions:
  - { id: place, effects: [ createToken: { type: mark, zone: hand } ] }
tests: []
""",
        ("LT208", "hand", "add `owner: player` to the zone `hand`"),
    ),
    "a property no type declares": (
        """endConditions:
  - { when: "exists(tokens(mark) where it.colour == 1)", result: { type: draw } }
""",
        ("LT208", "tokenTypes", "declare `colour` in `props` of a token type"),
    ),
    "cells without names": (
        """zones:
  - grid: { rows: 3, cols: 3 }
setup: [ createToken: { type: mark, zone: b2 } ]
""",
        ("LT220", "grid", "add `names: algebraic` to the board"),
    ),
    "a seat that metadata does not name": (
        "setup: [ place: { White: { mark: [a1] } } ]\n",
        ("LT238", "seats", "name it in `seats` of `metadata`"),
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_the_label_leads_to_the_declaration(case: str) -> None:
    snippet, (code, labelled, suggested) = CASES[case]
    text = whole_document(snippet, MARKING)
    found = [one for one in compile_text(text).diagnostics if one.code == code]
    assert found, [one.message for one in compile_text(text).diagnostics]
    assert labelled in [text[label.span.start : label.span.end] for label in found[0].labels]
    assert suggested in f"{found[0].message} {found[0].suggestion}"


def test_a_slip_is_fixed_where_it_is() -> None:
    """For a nearly correct name, declaring another one is not suggested."""
    text = whole_document(CASES["an action without its parameters"][0].replace("$cell", "$celll"), MARKING)
    text = text.replace(
        "    effects: [ createToken", "    params: [ { name: $cell, domain: board } ]\n    effects: [ createToken"
    )
    (found,) = [one for one in compile_text(text).diagnostics if one.code == "LT207"]
    assert (found.suggestion, found.labels) == ("write `$cell`", ())


def test_the_terrain_of_a_board_is_shown_where_it_is_written() -> None:
    board = "zones:\n  - grid: { rows: 3, cols: 3, terrain: { defalt: floor, wal: [cell_0_0] } }\n"
    text = whole_document("terrain: { wall: {}, floor: {} }\n" + board, MARKING)
    found = [one for one in compile_text(text).diagnostics if one.code == "LT212"]
    assert [text[one.span.start : one.span.end] for one in found if one.span] == ["defalt", "wal"]
    assert [one.suggestion for one in found] == ["write `default`", "write `wall`"]


def test_nothing_is_written_none() -> None:
    text = whole_document('actions: [ { id: wait, pre: "lastActor == nothing", effects: [] } ]\n', MARKING)
    found = next(one for one in compile_text(text).diagnostics if one.code == "LT220")
    assert found.suggestion == "write `none`"


EFFECT = "createToken: { type: mark, zone: $to }"
BIND = "write the zone, token or value that is meant, or bind it before: `let: { bind: $to, value: … }`"
NAME = "write the zone, token or value that is meant: nothing here binds `$to`"
NOWHERE = {
    "setup": (f"setup: [ {EFFECT} ]", BIND),
    "what a phase begins with": (f"turnStructure: {{ phases: [ {{ id: main, onEnter: [ {EFFECT} ] }} ] }}", BIND),
    "when a phase is entered": ('turnStructure: { phases: [ { id: main, when: "empty($to)" } ] }', NAME),
    "an end condition": ('endConditions: [ { when: "empty($to)", result: { type: draw } } ]', NAME),
    "a test": ('tests: [ { name: it begins, expect: { "empty($to)": true } } ]', NAME),
    "what a trigger does": (
        f"triggers: [ {{ id: t, event: {{ type: turnStart }}, effects: [ {EFFECT} ] }} ]",
        f"write `$player`; or {BIND}",
    ),
}


@pytest.mark.parametrize(("snippet", "instead"), NOWHERE.values(), ids=NOWHERE)
def test_a_name_with_nowhere_to_be_declared_is_reported_with_what_to_write(snippet: str, instead: str) -> None:
    """Outside an action there are no parameters: the error for `$to` says what is possible there."""
    (found,) = compile_text(whole_document(snippet, MARKING)).diagnostics
    assert (found.code, found.suggestion) == ("LT207", instead)
