"""Conditions, queries and the effect on the board as a graph, for a graph and a state."""

# ruff: noqa: E501  (one effect a line)

from __future__ import annotations

import pytest

from ludotome.gamedef import (
    Binding,
    Empty,
    GameDef,
    GameState,
    MoveTokenAdjacent,
    PlayError,
    Top,
    ZoneLiteral,
    from_data,
)
from ludotome.kernel import (
    EffectContext,
    EvalContext,
    apply_effects,
    apply_move_token_adjacent,
    eval_adjacent_condition,
    eval_condition,
    eval_connected_condition,
    eval_query,
    initial_state,
    query_connected_zones,
    query_tokens_in_adjacent_zones,
)
from ludotome.space import ZoneDef, ZoneId, build_adjacency_graph, generate_grid, generate_hex
from tests.support.kernel_world import effects, expr, token


def board(zones: tuple[ZoneDef, ...]) -> GameDef:
    """Return a game that has these zones, one token type and a single action that waits."""
    from ludotome.gamedef import encode

    return from_data(
        {
            "metadata": {"id": "seed", "players": {"min": 1, "max": 1}, "seats": ["P1"]},
            "zones": encode(zones),
            "turnStructure": {"phases": [{"id": "main"}]},
            "tokenTypes": [{"id": "pawn"}],
            "actions": [{"id": "wait", "effects": [], "phases": ["main"]}],
            "endConditions": [{"when": False, "result": {"type": "draw"}}],
        }
    )


def graph_of(*edges: str) -> tuple[ZoneDef, ...]:
    """Return zones from texts such as `A: B C`."""
    split = (edge.partition(":") for edge in edges)
    return tuple(
        ZoneDef(ZoneId(zone), adjacent_to=tuple(ZoneId(other) for other in others.split())) for zone, _, others in split
    )


def with_tokens(game_def: GameDef, *zones: str) -> GameState:
    return apply_effects(game_def, initial_state(game_def, 1), effects(*(token("pawn", zone) for zone in zones)))


LINE = graph_of("A: B", "B: A C", "C: B D", "D: C", "E:")
CYCLE = graph_of("A: B C", "B: A C", "C: A B")


def test_adjacent() -> None:
    graph = build_adjacency_graph(LINE)
    assert eval_adjacent_condition(graph, "A", "B")
    assert not eval_adjacent_condition(graph, "A", "C")
    assert not eval_adjacent_condition(graph, "A", "A")


def test_connected() -> None:
    game_def = board(LINE)
    graph, state = build_adjacency_graph(LINE), with_tokens(game_def, "B")
    assert eval_connected_condition(graph, state, "A", "C")
    assert not eval_connected_condition(graph, state, "A", "E")
    assert not eval_connected_condition(graph, state, "A", "A")
    via = Empty(Binding("$zone"))
    assert not eval_connected_condition(graph, state, "A", "C", via)
    assert eval_connected_condition(graph, with_tokens(game_def), "A", "C", via)
    assert not eval_connected_condition(graph, state, "A", "D", None, None, 2)


@pytest.mark.parametrize(
    ("zones", "depth", "found"),
    [(LINE, None, ("B", "C", "D")), (LINE, 1, ("B",)), (LINE, 0, ()), (CYCLE, None, ("B", "C"))],
)
def test_connected_zones(zones: tuple[ZoneDef, ...], depth: int | None, found: tuple[str, ...]) -> None:
    graph, state = build_adjacency_graph(zones), initial_state(board(zones), 1)
    assert query_connected_zones(graph, state, "A", None, depth) == found


def test_connected_zones_of_a_lonely_zone() -> None:
    graph, state = build_adjacency_graph(LINE), initial_state(board(LINE), 1)
    assert query_connected_zones(graph, state, "E") == ()
    assert query_connected_zones(graph, state, "E", include_start=True) == ("E",)


def test_tokens_in_adjacent_zones() -> None:
    zones = graph_of("A: B C", "B: A", "C: A")
    state = with_tokens(board(zones), "B", "B", "C", "A")
    found = query_tokens_in_adjacent_zones(build_adjacency_graph(zones), state, "A")
    assert [token.zone for token in found] == [1, 1, 2]


def test_a_condition_may_read_its_definition_through_the_context() -> None:
    game_def = board(LINE)
    state, graph = with_tokens(game_def, "C"), build_adjacency_graph(LINE)
    pawn = expr({"op": "!=", "left": {"ref": "tokenProp", "token": {"ref": "top", "zone": "$zone"}, "prop": "type"}, "right": "pawn"})  # fmt: skip
    nobody = expr({"op": "isNone", "arg": {"ref": "top", "zone": "$zone"}})
    assert query_connected_zones(graph, state, "A", nobody, ctx=EvalContext(game_def, state)) == ("B",)
    assert (
        query_connected_zones(graph, state, "A", pawn, ctx=EvalContext(game_def, state)) == ()
    )  # comparisons with `none` are false


def test_move_token_adjacent() -> None:
    game_def = board(LINE)
    state, graph = with_tokens(game_def, "A"), build_adjacency_graph(LINE)
    pawn = Top(ZoneLiteral("A"))
    moved = apply_move_token_adjacent(MoveTokenAdjacent(pawn, ZoneLiteral("B")), EvalContext(game_def, state), graph)
    assert moved.state.zones == ((), (0,), (), (), ())
    for wrong in ("C", "E", "A"):
        with pytest.raises(PlayError, match="is not adjacent to"):
            apply_move_token_adjacent(MoveTokenAdjacent(pawn, ZoneLiteral(wrong)), EvalContext(game_def, state), graph)


def test_a_token_on_a_lonely_zone_has_nowhere_to_go() -> None:
    game_def = board(LINE)
    state = with_tokens(game_def, "E")
    move = MoveTokenAdjacent(Top(ZoneLiteral("E")), ZoneLiteral("A"))
    with pytest.raises(PlayError):
        apply_move_token_adjacent(move, EvalContext(game_def, state), build_adjacency_graph(LINE))


def test_from_a_corner_of_a_grid_everything_empty_is_reached() -> None:
    """grid(3, 3) with a wall of tokens down the middle: two cells on the near side."""
    zones = generate_grid(3, 3)
    game_def = board(zones)
    state = with_tokens(game_def, "cell_0_1", "cell_1_1", "cell_2_1")
    found = query_connected_zones(build_adjacency_graph(zones), state, "cell_0_0", Empty(Binding("$zone")))
    assert found == ("cell_1_0", "cell_2_0")


def test_the_middle_of_a_hexagon_touches_six() -> None:
    zones = generate_hex(2)
    game_def = board(zones)
    near = build_adjacency_graph(zones).neighbors[ZoneId("hex_0_0")]
    state = with_tokens(game_def, *near, "hex_2_0")
    assert len(query_tokens_in_adjacent_zones(build_adjacency_graph(zones), state, "hex_0_0")) == 6
    assert len(eval_query(game_def, state, expr({"query": "tokensInAdjacentZones", "zone": "hex_0_0"}))) == 6
    assert eval_condition(game_def, state, expr({"op": "adjacent", "left": "hex_0_0", "right": "hex_1_0"}))


def test_tokens_found_can_be_distinguished() -> None:
    zones = graph_of("A: B", "B: A")
    state = with_tokens(board(zones), "B", "A", "B")
    found = query_tokens_in_adjacent_zones(build_adjacency_graph(zones), state, "A")
    assert [token.id for token in found] == [0, 2]


def test_the_contexts_carry_the_graph() -> None:
    game_def = board(LINE)
    state = initial_state(game_def, 1)
    assert EffectContext(game_def, state).adjacency_graph == build_adjacency_graph(LINE)
    other = build_adjacency_graph(CYCLE)
    assert EvalContext(game_def, state, adjacency_graph=other).adjacency_graph is other


def moving(direction: object = None, **fields: object) -> dict[str, object]:
    written = {"token": "$t", **fields, **({} if direction is None else {"direction": direction})}
    return {"moveTokenAdjacent": written}


def test_the_graph_that_is_given_decides_what_is_next() -> None:
    game_def = board(LINE)
    state = with_tokens(game_def, "A")
    ctx = EvalContext(game_def, state, bindings={"$t": 0})
    ring = build_adjacency_graph(graph_of("A: D", "B:", "C:", "D: A", "E:"))
    assert apply_move_token_adjacent(moving("D"), ctx, ring).state.zones[3] == (0,)
    with pytest.raises(PlayError, match="`B` is not adjacent to `A`; adjacent to it: `D`"):
        apply_move_token_adjacent(moving("B"), ctx, ring)
    assert apply_move_token_adjacent(moving("B"), ctx).state.zones[1] == (0,)


def test_a_direction_is_a_zone_a_bound_zone_or_a_direction_of_the_board() -> None:
    zones = generate_grid(3, 3)
    game_def, graph = board(zones), build_adjacency_graph(zones)
    state = with_tokens(game_def, "cell_1_1")
    ctx = EvalContext(game_def, state, bindings={"$t": 0, "$to": "cell_0_1"})
    for way in ("cell_0_1", "$to", "n"):
        moved = apply_move_token_adjacent(moving(way, **{"from": "cell_1_1"}), ctx, graph).state
        assert moved.tokens[0] is not None
        assert moved.tokens[0].zone == 1, way


@pytest.mark.parametrize(
    ("effect", "told"),
    [
        (moving(), "has no destination"),
        (moving("up"), "`up` is neither a zone nor a direction of the board; its directions are `e`, `n`, `s`, `w`"),
        (moving("n"), "there is no zone `n` of `cell_0_0`"),
        (moving("cell_2_2"), "`cell_2_2` is not adjacent to `cell_0_0`; adjacent to it: `cell_1_0`, `cell_0_1`"),
        (moving("$where"), "`direction` is `$where`, which is not bound"),
        ({"moveTokenAdjacent": {"token": "$who", "direction": "s"}}, "`token` is `$who`, which is not bound"),
        ({"moveTokenAdjacent": {"token": "$t", "direktion": "s"}}, "unknown field `direktion`"),
        ({"endTurn": {}}, "write a `moveTokenAdjacent`"),
        (5, "effect is not an effect"),
    ],
)
def test_a_move_that_cannot_be_is_refused_in_words(effect: dict[str, object], told: str) -> None:
    zones = generate_grid(3, 3)
    game_def = board(zones)
    state = with_tokens(game_def, "cell_0_0")
    ctx = EvalContext(game_def, state, bindings={"$t": 0})
    with pytest.raises(PlayError) as caught:
        apply_move_token_adjacent(effect, ctx, build_adjacency_graph(zones))
    assert told in str(caught.value)


def test_nodes_may_be_given_as_plain_data() -> None:
    game_def = board(LINE)
    state, graph = with_tokens(game_def, "B"), build_adjacency_graph(LINE)
    empty = {"op": "empty", "zone": "$zone"}
    assert query_connected_zones(graph, state, "A", empty) == ()
    assert not eval_connected_condition(graph, state, "A", "C", empty)
    assert eval_condition(game_def, state, {"op": "adjacent", "left": "A", "right": "B"})
    assert eval_query(game_def, state, {"query": "adjacentZones", "zone": "B"}) == ("A", "C")
    moved = apply_effects(game_def, state, [{"moveAll": {"from": "B", "to": "C"}}])
    assert moved.zones[2] == (0,)
    with pytest.raises(PlayError, match="unknown `op` `adjacnt`"):
        eval_condition(game_def, state, {"op": "adjacnt", "left": "A", "right": "B"})
