"""The JSON Schema accepts what the codec writes, and refuses what it refuses."""

from __future__ import annotations

import json

import jsonschema
import pytest

from ludotome.gamedef import json_schema, to_json
from tests.unit.gamedef.games import tic_tac_toe


@pytest.fixture(scope="module")
def validator() -> jsonschema.Draft202012Validator:
    jsonschema.Draft202012Validator.check_schema(json_schema())
    return jsonschema.Draft202012Validator(json_schema())


def test_a_written_definition_is_valid(validator: jsonschema.Draft202012Validator):
    assert list(validator.iter_errors(json.loads(to_json(tic_tac_toe())))) == []


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("actions", 0, "effects", 0), {"creatToken": {}}),
        (("actions", 0, "phases"), "main"),
        (("endConditions", 0, "when"), {"op": "exists"}),
        (("metadata", "players"), {"min": 2}),
        (("zones", 0, "owner"), "nobody"),
        (("surprise",), 1),
    ],
)
def test_a_wrong_shape_is_refused(
    validator: jsonschema.Draft202012Validator, path: tuple[str | int, ...], value: object
):
    data = json.loads(to_json(tic_tac_toe()))
    place = data
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    assert not validator.is_valid(data)
