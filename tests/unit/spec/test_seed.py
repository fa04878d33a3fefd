"""The requirements of the specification of the compiler: contract, selectors, zones, diagnostics, the pipeline."""

from __future__ import annotations

import json

import pytest

from ludotome.diagnostics import has_errors
from ludotome.gamedef import to_json, validate_game_def
from ludotome.spec import (
    compile_game_spec_to_game_def,
    compile_text,
    expand_macros,
    parse_game_spec,
    validate_game_spec,
)
from tests.support.documents import COUNTING, MARKING, whole_document

CARDS = {
    "metadata": "metadata: { id: cards, players: { min: 2, max: 3 } }\n",
    "zones": """zones:
  - { id: deck, visibility: hidden, ordering: stack, capacity: 9 }
  - { id: hand, owner: player, visibility: owner, capacity: 9 }
  - { id: market, capacity: 9 }
""",
    "tokenTypes": "tokenTypes: [ { id: card } ]\n",
    "actions": "actions: [ { id: wait, effects: [] } ]\n",
    "endConditions": 'endConditions: [ { when: "turn > 9", result: { type: draw } } ]\n',
    "tests": "tests: [ { name: one, perft: [1] } ]\n",
}


def findings(snippet: str, base: dict[str, str] = CARDS) -> list[tuple[str, str]]:
    return [(found.code, found.path) for found in compile_text(whole_document(snippet, base)).diagnostics]


def test_the_passes_one_by_one_give_what_one_call_gives() -> None:
    text = whole_document("", MARKING)
    parsed = parse_game_spec(text)
    assert parsed.diagnostics == ()
    assert validate_game_spec(parsed.doc, parsed.source_map) == ()
    made = expand_macros(parsed.doc)
    assert made.diagnostics == ()
    compiled = compile_game_spec_to_game_def(made.doc, parsed.source_map)
    assert compiled.diagnostics == ()
    assert compiled.game_def is not None
    assert validate_game_def(compiled.game_def) == ()
    assert compiled == compile_text(text)


def test_a_document_without_a_source_map_compiles_and_fails_alike() -> None:
    parsed = parse_game_spec(whole_document("actions: [ { id: wait, pre: 'foo', effects: [] } ]", CARDS))
    (found,) = compile_game_spec_to_game_def(parsed.doc).diagnostics
    assert (found.code, found.path, found.span) == ("LT220", "actions[0].pre", None)


def test_owned_zones_stand_once_for_every_possible_player() -> None:
    game_def = compile_text(whole_document("", CARDS)).game_def
    assert game_def is not None
    assert [zone.id for zone in game_def.zones] == ["deck", "hand:0", "hand:1", "hand:2", "market"]


@pytest.mark.parametrize(
    ("written", "made"),
    [
        ("activePlayer", {"ref": "active"}),
        ("active", {"ref": "active"}),
        ("actor", {"ref": "actor"}),
        ("2", {"ref": "seat", "seat": 2}),
        ("'2'", {"ref": "seat", "seat": 2}),
        ("P3", {"ref": "seat", "seat": 2}),
        ("{ id: 2 }", {"ref": "seat", "seat": 2}),
        ("left", {"ref": "playerProp", "player": {"ref": "actor"}, "prop": "next"}),
        ("{ relative: right }", {"ref": "playerProp", "player": {"ref": "actor"}, "prop": "previous"}),
        ("$p", {"ref": "binding", "name": "$p"}),
        ("{ chosen: $p }", {"ref": "binding", "name": "$p"}),
    ],
)
def test_players_are_selected_in_all_the_seeds_ways(written: str, made: object) -> None:
    snippet = f"""actions:
  - id: wait
    params: [ {{ name: $p, domain: players }} ]
    effects: [ setActivePlayer: {{ player: {written} }} ]
"""
    game_def = compile_text(whole_document(snippet, CARDS)).game_def
    assert game_def is not None
    assert json.loads(to_json(game_def))["actions"][0]["effects"][0]["setActivePlayer"]["player"] == made


def test_an_unknown_zone_lists_the_zones_there_are() -> None:
    text = whole_document("actions: [ { id: buy, effects: [ shuffle: shop ] } ]", CARDS)
    (found,) = compile_text(text).diagnostics
    assert found.path == "actions[0].effects[0].shuffle"
    assert set(found.alternatives) >= {"deck", "hand", "market"}
    text = whole_document("actions: [ { id: buy, effects: [ shuffle: markt ] } ]", CARDS)
    (found,) = compile_text(text).diagnostics
    assert found.alternatives == ("market",)
    assert found.suggestion == "write `market`"


def test_an_unbound_token_says_how_to_bind_it() -> None:
    text = whole_document("actions: [ { id: play, effects: [ moveToken: { token: $card, to: market } ] } ]", CARDS)
    (found,) = compile_text(text).diagnostics
    assert found.code == "LT207"
    assert found.path == "actions[0].effects[0].moveToken.token"
    assert "parameter" in found.notes[0]


def test_missing_fields_are_listed_in_one_error() -> None:
    (found,) = compile_text(whole_document("actions: [ { pre: 'turn > 0' } ]", CARDS)).diagnostics
    assert found.code == "LT106"
    assert "`id`, `effects`" in found.message


def test_three_errors_give_three_diagnostics_with_their_paths() -> None:
    snippet = """actions:
  - id: wait
    params: [ { name: $p, domain: plyers } ]
    pre: "actr == $p"
    effects: [ draw: { from: dck, to: hand, count: 1 } ]
"""
    result = compile_text(whole_document(snippet, CARDS))
    assert result.game_def is None
    assert [(found.path, found.alternatives[0]) for found in result.diagnostics] == [
        ("actions[0].params[0].domain", "players"),
        ("actions[0].pre", "actor"),
        ("actions[0].effects[0].draw.from", "deck"),
    ]
    assert all(found.suggestion for found in result.diagnostics)


def test_a_bare_owned_zone_in_setup_suggests_each() -> None:
    (found,) = compile_text(whole_document("setup: [ draw: { from: deck, to: hand, count: 1 } ]", CARDS)).diagnostics
    assert found.code == "LT226"
    assert found.alternatives == ("hand:each",)


def test_nobody_acts_in_end_conditions() -> None:
    snippet = 'endConditions: [ { when: "actor == P1", result: { type: draw } } ]'
    (found,) = compile_text(whole_document(snippet, CARDS)).diagnostics
    assert found.code == "LT306"
    assert found.alternatives == ("active", "lastActor")


def test_an_action_in_a_game_of_one_phase_needs_not_name_it() -> None:
    game_def = compile_text(whole_document("turnStructure: { phases: [ { id: only } ] }", CARDS)).game_def
    assert game_def is not None
    assert game_def.actions[0].phases == ("only",)


def test_a_phase_that_ends_on_a_pass_has_a_pass_last() -> None:
    game_def = compile_text(whole_document("turnStructure: { phases: [ { id: main, ends: onPass } ] }", CARDS)).game_def
    assert game_def is not None
    assert [action.id for action in game_def.actions] == ["wait", "pass"]


def test_constants_stand_wherever_a_number_does() -> None:
    snippet = """constants: { size: 4, most: 7 }
metadata: { id: x, players: { min: 2, max: 2 }, maxPlies: most }
zones: [ grid: { rows: size, cols: size, capacity: size } ]
globalVars: [ { name: score, type: int, min: 0, max: most, init: size } ]
actions: [ { id: add, effects: [ addVar: { var: score, delta: size } ], limits: [ { scope: game, max: most } ] } ]
endConditions: [ { when: "score == most", result: { type: draw } } ]
"""
    game_def = compile_text(whole_document(snippet, COUNTING)).game_def
    assert game_def is not None
    assert len(game_def.zones) == 16
    assert game_def.zones[0].capacity == 4
    assert (game_def.global_vars[0].max, game_def.global_vars[0].init, game_def.metadata.max_plies) == (7, 4, 7)
    assert game_def.actions[0].limits[0].max == 7


def test_every_finding_of_a_bad_document_has_path_message_and_suggestion() -> None:
    text = whole_document("zones: [ 3 ]\nactions: [ x, { id: 1 } ]\nendConditions: {}\nfoo: 1\n", CARDS)
    found = compile_text(text).diagnostics
    assert has_errors(found)
    assert len(found) >= 4
    assert all(one.path and one.message and one.suggestion and one.span is not None for one in found)


@pytest.mark.parametrize(
    ("snippet", "words"),
    [
        ("actions: [ { id: wait, simultaneous: true, effects: [] } ]", ("moveToken", "visibility")),
        ("actions: [ { id: wait, effects: [ repeat: { times: 3 } ] } ]", ("forEach",)),
        ('actions: [ { id: wait, pre: "lines(3) == 1", effects: [] } ]', ("run",)),
        ("zones: [ ring: { count: 12 } ]", ("graph",)),
    ],
)
def test_missing_features_are_distinguished_and_get_an_alternative(snippet: str, words: tuple[str, ...]) -> None:
    found = [one for one in compile_text(whole_document(snippet, CARDS)).diagnostics if one.code == "LT701"]
    assert len(found) == 1
    assert found[0].alternatives == words
    assert found[0].suggestion


def test_the_inner_it_is_explained_where_the_outer_one_was_meant() -> None:
    condition = "exists(players where count(tokens(card) where owner == it) < 3)"
    snippet = f'endConditions: [ {{ when: "{condition}", result: {{ type: draw }} }} ]'
    (found,) = (one for one in compile_text(whole_document(snippet, CARDS)).diagnostics if one.severity == "error")
    assert found.code == "LT302"
    assert "$p in players" in found.notes[0]
