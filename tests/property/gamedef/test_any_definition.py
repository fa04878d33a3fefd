"""Laws of the codec and the checker over arbitrary definitions."""

from __future__ import annotations

import json

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludotome import gamedef as gd
from ludotome.gamedef import NODES, Node, from_json, to_json, validate_game_def
from tests.property.gamedef.any_nodes import any_node, struct
from tests.unit.gamedef.games import tic_tac_toe


def holding(node: Node) -> gd.GameDef:
    """Return a definition that contains *node*."""
    if NODES[type(node)].family == "effect":
        return msgspec.structs.replace(tic_tac_toe(), setup=(node,))
    return msgspec.structs.replace(tic_tac_toe(), end_conditions=(gd.EndCondition(node, gd.Result("draw")),))


@pytest.mark.parametrize("cls", NODES, ids=lambda cls: cls.__name__)
def test_every_node_survives_its_json(cls: type[Node]):
    @settings(max_examples=8)
    @given(struct(cls, 2))
    def law(node: Node) -> None:
        text = to_json(holding(node))
        assert from_json(text) == holding(node)
        assert to_json(from_json(text)) == text

    law()


@settings(max_examples=150)
@given(any_node())
def test_the_checker_is_total_and_every_finding_is_whole(node: Node):
    for found in validate_game_def(holding(node)):
        assert found.path
        assert found.message
        assert found.suggestion


@settings(max_examples=60)
@given(struct(gd.GameDef, 3))
def test_the_checker_never_fails_on_a_definition_of_the_right_shape(game_def: gd.GameDef):
    assert isinstance(validate_game_def(game_def), tuple)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["op", "ref", "query", "left", "zones", "id"]), inner, max_size=3)
    ),
    max_leaves=12,
)


@settings(max_examples=200)
@given(st.sampled_from(["metadata", "zones", "actions", "endConditions", "setup", "tokenTypes"]), JSON)
def test_hostile_json_is_a_spec_error_or_a_definition(section: str, value: object):
    data = json.loads(to_json(tic_tac_toe()))
    data[section] = value
    made = definition_or_faults(json.dumps(data))
    assert "no diagnostics" not in made


def definition_or_faults(text: str) -> tuple[object, ...]:
    """Return the errors in *text*; there must be errors or a definition, and no other exception."""
    try:
        return validate_game_def(from_json(text))
    except gd.SpecError as error:
        return error.diagnostics or ("no diagnostics",)
