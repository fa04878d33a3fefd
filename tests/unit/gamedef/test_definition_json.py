"""A definition survives its JSON, byte for byte, and all errors in invalid JSON are reported at once."""

from __future__ import annotations

import json

import pytest

from ludotome.gamedef import SpecError, from_json, rules_hash, to_json
from tests.unit.gamedef.games import tic_tac_toe


def test_a_definition_comes_back_equal_and_byte_identical():
    text = to_json(tic_tac_toe())
    assert from_json(text) == tic_tac_toe()
    assert to_json(from_json(text)) == text


def test_every_fault_of_a_shape_is_found_at_once_with_its_path():
    data = json.loads(to_json(tic_tac_toe()))
    data["metadata"]["players"] = {"min": "2"}
    data["actions"][0]["effects"][0] = {"creatToken": {}}
    data["endConditions"][1]["result"]["tpye"] = "draw"
    with pytest.raises(SpecError) as caught:
        from_json(json.dumps(data))
    found = {diagnostic.path: diagnostic for diagnostic in caught.value.diagnostics}
    assert set(found) == {
        "metadata.players",
        "metadata.players.min",
        "actions[0].effects[0].creatToken",
        "endConditions[1].result.tpye",
    }
    assert found["actions[0].effects[0].creatToken"].alternatives[0] == "createToken"
    assert all(diagnostic.suggestion for diagnostic in found.values())


@pytest.mark.parametrize("text", ["", "[]", "null", "{", "[" * 100_000, '{"schemaVersion": 99}', b"\xff\xfe", "1e999"])
def test_hostile_json_is_a_spec_error(text: str | bytes):
    with pytest.raises(SpecError) as caught:
        from_json(text)
    assert caught.value.diagnostics[0].code == "LT401"


def test_an_argument_near_no_name_gets_all_names_not_the_first():
    data = json.loads(to_json(tic_tac_toe()))
    data["zones"][0]["owner"] = 0
    with pytest.raises(SpecError) as caught:
        from_json(json.dumps(data))
    assert [diagnostic.suggestion for diagnostic in caught.value.diagnostics] == ["write one of none, player"]


def test_short_forms_for_people_mean_the_long_ones():
    data = json.loads(to_json(tic_tac_toe()))
    data["actions"][0]["effects"][0]["createToken"].update(zone="$cell", owner="actor")
    assert from_json(json.dumps(data)) == tic_tac_toe()


def test_the_rules_hash_leaves_drawings_out_and_keeps_rules_in():
    data = json.loads(to_json(tic_tac_toe()))
    data["tokenTypes"][0]["draw"] = ["+", "-"]
    assert rules_hash(from_json(json.dumps(data))) == rules_hash(tic_tac_toe())
    data["actions"][0]["id"] = "put"
    assert rules_hash(from_json(json.dumps(data))) != rules_hash(tic_tac_toe())
