"""Forms of notation: the first unambiguous one is shown, any may be typed, remarks may be left out."""

from __future__ import annotations

from typing import Any

import pytest

import ludotome as lt
from ludotome.gamedef import from_json, to_json
from ludotome.kernel import legal_forms, legal_notations, notation_for, notation_of, places_written

DOCUMENT = """
```yaml
metadata: {{ id: forms, players: {{ min: 2, max: 2 }} }}
zones: [ grid: {{ rows: 1, cols: 3, names: algebraic }} ]
tokenTypes: [ {{ id: man, short: m, draw: m }} ]
setup: [ place: {{ P1: {{ man: [a1, c1] }} }} ]
actions:
  - id: move
    params:
      - {{ name: $man, domain: "tokens(man) where owner == actor" }}
      - {{ name: $to, domain: "board where adjacent(it, $man.zone)" }}
    effects: [ capture: $to, moveToken: {{ token: $man, to: $to }} ]
    notation: {notation}
  - {{ id: rest, effects: [] , notation: rest }}
endConditions: [ {{ when: "turn >= 9", result: {{ type: draw }} }} ]
tests: [ {{ name: two men and a rest, perft: [3] }} ]
```
"""


def forms(*notation: str) -> lt.State:
    text = DOCUMENT.format(notation="[" + ", ".join(f'"{one}"' for one in notation) + "]")
    return lt.load_text(text).new_initial_state(backend="reference")


def shown(*notation: str) -> list[str]:
    return list(forms(*notation).legal_action_strings())


@pytest.mark.parametrize(
    ("template", "expected"),
    [
        ("{$man.zone|letters}-{$to|digits}", ["a-1", "c-1", "rest"]),
        ("{$man.type|upper}{$man.zone|letters|upper}", ["MA", "MC", "rest"]),
        ("{$man.zone}{if $man.zone == a1: (left, to {$to})}", ["a1(left, to b1)", "c1", "rest"]),
        ("{if $man.zone == a1: {if $to == b1: !}}{$man.zone}", ["!a1", "c1", "rest"]),
        ("{if $to == b1 then $man.zone else a1}", ["a1", "c1", "rest"]),
        ("{$man.zone}{after $man.zone == b1 and empty(a1): !}", ["a1!", "c1", "rest"]),
    ],
)
def test_a_piece_is_written(template: str, expected: list[str]) -> None:
    assert shown(template) == expected


def test_blanks_around_a_notation_are_left_out_so_that_it_can_be_typed() -> None:
    """Also those next to a part or a remark that is not written."""
    state = forms(" {$man.zone} {if $to == a1: x} {after empty(c1): !} ")
    assert list(state.legal_action_strings()) == ["a1", "c1  !", "rest"]
    for text in ("c1", "c1  !"):
        assert places_written(state.game.game_def, state.game_state, text) == (1,)


def test_the_first_form_that_no_other_move_has_is_shown() -> None:
    assert shown("{$to}", "{$man.zone|digits}{$to}", "{$man.zone|letters}{$to}", "long") == ["ab1", "cb1", "rest"]


def test_the_last_form_is_shown_if_none_is_unique() -> None:
    assert shown("{$to}", "x{$to}") == ["xb1", "xb1", "rest"]


def test_every_form_may_be_typed_and_one_that_several_share_is_ambiguous() -> None:
    state = forms("{$to}{after occupied($to): !}", "{$man.zone}{$to}")
    game, now = state.game.game_def, state.game_state
    assert legal_forms(game, now) == (("b1", "a1b1"), ("b1", "c1b1"), ("rest",))
    assert [places_written(game, now, text) for text in ("b1", "b1!", "c1b1", "cell_0_2b1", "b2")] == [
        (0, 1), (0, 1), (1,), (1,), ()
    ]  # fmt: skip
    with pytest.raises(lt.PlayError, match=r"`b1` can mean 2 different decisions; write a1b1 or c1b1"):
        state.apply_action("b1")
    state.apply_action("cell_0_2cell_0_1")
    assert notation_of(game, now, state.history()[0]) == "c1b1"


def test_a_remark_is_shown_when_true_and_typed_or_not() -> None:
    for typed in ("a1", "a1!", "a1?", "a1!?"):
        state = forms("{$man.zone}{after true: !}{after false: ?}")
        assert legal_notations(state.game.game_def, state.game_state) == ("a1!", "c1!", "rest")
        state.apply_action(typed)
        assert dict(state.history()[0].params)["$man"] == 0


def test_pieces_and_forms_survive_json() -> None:
    game_def = forms("{$man.zone|upper}{if $to == b1: x}{after true: !}", "{$to}").game.game_def
    assert from_json(to_json(game_def)) == game_def
    (first,) = game_def.actions[0].longer
    assert len(first) == 1


def codes(notation: str, effects: str = "") -> list[str]:
    text = DOCUMENT.format(notation=f'"{notation}"').replace("effects: [ capture", f"effects: [ {effects} capture")
    with pytest.raises(lt.SpecError) as caught:
        lt.load_text(text)
    return [found.code for found in caught.value.diagnostics if found.severity == "error"]


@pytest.mark.parametrize(
    ("notation", "code"),
    [
        ("{$to|capitals}", "LT2"),
        ("{if $to: x}", "LT3"),
        ("{if $too == a1: x}", "LT2"),
        ("{after $to == : x}", "LT0"),
    ],
)
def test_what_cannot_be_written_is_a_diagnostic(notation: str, code: str) -> None:
    assert [found[: len(code)] for found in codes(notation)] == [code]


def test_an_action_that_rolls_has_no_remarks() -> None:
    """Trying it would reveal the dice."""
    assert codes("{$to}{after true: !}", "roll: { bind: $d, sides: 6 },") == ["LT412"]


def test_a_style_that_does_not_exist_is_reported_with_those_that_do() -> None:
    text = DOCUMENT.format(notation='"{$to|uper}"')
    with pytest.raises(lt.SpecError) as caught:
        lt.load_text(text)
    (found,) = [one for one in caught.value.diagnostics if one.severity == "error"]
    assert found.span is not None
    assert text[found.span.start : found.span.end] == "uper"
    assert "upper" in (found.suggestion or "")


def test_a_choice_is_written_as_its_option() -> None:
    state: Any = lt.load("tic-tac-toe").new_initial_state(backend="reference")
    assert legal_forms(state.game.game_def, state.game_state)[0] == ("a3",)


SECRETS = """
```yaml
metadata: {{ id: secrets, players: {{ min: 2, max: 2 }} }}
zones: [ {{ id: deck, visibility: hidden }}, {{ id: hand, owner: player, visibility: owner }}, {{ id: table }} ]
tokenTypes: [ {{ id: card, props: {{ rank: {{ type: int, min: 0, max: 9 }} }}, max: 4 }} ]
setup:
  - createToken: {{ type: card, zone: "hand:each", props: {{ rank: 5 }} }}
  - createToken: {{ type: card, zone: table, props: {{ rank: 7 }} }}
  - createToken: {{ type: card, zone: deck, props: {{ rank: 9 }} }}
actions:
  - id: show
    params: [ {{ name: $card, domain: "{domain}" }} ]
    effects: [ moveToken: {{ token: $card, to: table }} ]
    notation: "{notation}"
endConditions: [ {{ when: "turn >= 9", result: {{ type: draw }} }} ]
tests: [ {{ name: one card each, expect: {{ "count(tokensInZone(table))": 1 }} }} ]
```
"""


@pytest.mark.parametrize(
    ("domain", "notation", "mine", "theirs"),
    [
        ("tokensInZone(hand)", "show {$card.rank}", "show 5", None),
        ("tokensInZone(table)", "take {$card.rank}", "take 7", "take 7"),
        ("tokensInZone(table)", "take {if $card.rank > 3: high }{$card.type}", "take high card", "take high card"),
        ("tokensInZone(table)", "take {count(tokensInZone(deck))}", None, None),
        ("tokensInZone(table)", "take {top(deck).rank}", None, None),
    ],
)
def test_a_notation_is_shown_to_a_seat_only_if_it_tells_nothing_else(
    domain: str, notation: str, mine: str | None, theirs: str | None
) -> None:
    game = lt.load_text(SECRETS.format(domain=domain, notation=notation))
    state = game.new_initial_state(backend="reference")
    (decision,) = state.legal_actions()
    told = [notation_for(game.game_def, state.game_state, decision, player) for player in (0, 1, None)]
    assert told == [mine, theirs, theirs]
