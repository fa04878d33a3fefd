"""Legal decisions: order, domains, `pre`, limits, cost, adjacency, `post`, `longest`, `canTake`."""

# ruff: noqa: E501  (one case a line reads as a table)

from __future__ import annotations

from typing import Any

import pytest

from ludotome.gamedef import Decision, PlayError
from ludotome.kernel import apply_move, initial_state, legal_moves, why_illegal
from ludotome.kernel.explain import refusal_of
from ludotome.kernel.legality import Legality
from ludotome.kernel.rules import tables_of
from ludotome.kernel.working import thaw
from tests.support.kernel_world import token, world
from tests.support.small_games import N, cards, game, ids, n_of, note, play

COINS = {"ref": "pvar", "player": "actor", "var": "money"}
RANGE = {"query": "intsInRange", "min": 1, "max": 3}


def spend(amount: Any) -> dict[str, Any]:
    delta = {"op": "neg", "arg": amount}
    return {"addVar": {"var": "money", "delta": delta, "scope": "player", "player": "actor"}}


def values(moves: tuple[Decision, ...]) -> list[tuple[Any, ...]]:
    return [tuple(value for _, value in move.params) for move in moves]


def test_actions_come_in_definition_order_and_parameters_nest_in_declaration_order() -> None:
    later = {"query": "intsInRange", "min": "$a", "max": 2}
    small = game(
        [{"id": "x", "params": [{"name": "$a", "domain": RANGE}, {"name": "$b", "domain": later}]}, {"id": "y"}]
    )
    moves = legal_moves(small, initial_state(small, 1))
    assert [move.action for move in moves] == ["x", "x", "x", "y"]
    assert values(moves[:3]) == [(1, 1), (1, 2), (2, 2)]  # the second domain uses the first parameter


def test_one_decision_is_tested_without_listing_the_others() -> None:
    """Of 10^12 decisions one is found, refused and explained; listing them would never end."""
    many = {"query": "intsInRange", "min": 1, "max": 10_000}
    pre = {"op": "!=", "left": "$a", "right": 2}
    small = game([{"id": "x", "params": [{"name": name, "domain": many} for name in ("$a", "$b", "$c")], "pre": pre}])
    tables = tables_of(small)
    legality = Legality(tables, thaw(initial_state(game([{"id": "x"}]), 1)))

    def x(*given: int) -> Decision:
        return Decision("x", tuple(zip(("$a", "$b", "$c"), given, strict=True)))

    found = legality.find(x(1, 10_000, 5_000))
    assert found is not None
    assert found.decision() == x(1, 10_000, 5_000)
    assert legality.refusal_of(found) is None
    for wrong, by in ((x(2, 1, 1), "pre"), (x(1, 0, 1), "domain"), (x(1, 1, 10_001), "domain")):
        assert legality.find(wrong) is None
        refusal = refusal_of(tables, legality, wrong)
        assert refusal is not None
        assert refusal.by == by


def test_pre_filters_without_reordering_whatever_its_conjuncts_read() -> None:
    sums = {"op": "!=", "left": {"op": "+", "left": "$a", "right": "$b"}, "right": 4}
    odd = {"op": "==", "left": {"op": "%", "left": "$a", "right": 2}, "right": 1}
    params = [{"name": "$a", "domain": RANGE}, {"name": "$b", "domain": RANGE}]
    small = game([{"id": "x", "params": params, "pre": {"op": "and", "args": [sums, True, odd]}}])
    found = values(legal_moves(small, initial_state(small, 1)))
    assert found == [(a, b) for a in (1, 2, 3) for b in (1, 2, 3) if a + b != 4 and a % 2 == 1]


@pytest.mark.parametrize(("scope", "after"), [("turn", True), ("phase", True), ("game", False)])
def test_limits_count_per_player_over_their_scope(scope: str, after: bool) -> None:
    small = game(
        [{"id": "x", "limits": [{"scope": scope, "max": 2}]}, {"id": "end", "effects": ["endTurn"]}],
        phases=[{"id": "main", "ends": "manual"}],
    )
    assert ids(small, play(small, "x")) == ["x", "end"]
    assert ids(small, play(small, "x", "x")) == ["end"]
    assert ids(small, play(small, "x", "x", "end")) == ["x", "end"]  # the other player has their own count
    assert ids(small, play(small, "x", "x", "end", "end")) == (["x", "end"] if after else ["end"])


def test_a_cost_that_would_be_clamped_makes_the_action_illegal() -> None:
    small = game(
        [{"id": "buy", "params": [{"name": "$a", "domain": RANGE}], "cost": [spend("$a"), spend(1)]}, {"id": "wait"}]
    )
    assert values(legal_moves(small, initial_state(small, 1)))[:-1] == [(1,), (2,)]  # two costs on one variable add up
    state = play(small, ("buy", {"$a": 2}))
    assert state.player_vars[0] == (0, 3)


def test_a_cost_that_an_answer_makes_too_high_is_a_fault_of_the_document() -> None:
    asked = {"chooseOne": {"bind": "$a", "options": {"query": "intsInRange", "min": 3, "max": 4}}}
    small = game([{"id": "buy", "cost": [asked, spend("$a")]}])
    pending = play(small, "buy")
    assert apply_move(small, pending, Decision(choose=3)).state.player_vars[0] == (0, 3)
    with pytest.raises(PlayError, match="the cost of `buy` cannot be paid") as caught:
        apply_move(small, pending, Decision(choose=4))
    assert caught.value.code == "document-fault"


def test_clamping_in_effects_is_not_an_obstacle() -> None:
    small = game([{"id": "lose", "effects": [spend(9)]}])
    assert play(small, "lose").player_vars[0] == (0, 3)


def test_post_looks_at_the_state_after_cost_effects_and_their_events() -> None:
    small = game(
        [{
            "id": "take", "params": [{"name": "$a", "domain": RANGE}], "cost": [spend("$a")],
            "effects": [{"setVar": {"var": "n", "value": "$a"}}, {"createToken": {"type": "card", "zone": "row"}}],
            "post": {"op": "and", "args": [
                {"op": "!=", "left": N, "right": 12},
                {"op": ">=", "left": COINS, "right": 1},
            ]},
        }],
        triggers=[{"id": "t", "event": {"type": "tokenEntered", "zone": "row"}, "effects": [{"addVar": {"var": "n", "delta": 10}}]}],
    )  # fmt: skip
    assert values(legal_moves(small, initial_state(small, 1))) == [(1,)]  # 2 gives n = 12, 3 leaves no money


def test_post_does_not_see_what_comes_after_the_action() -> None:
    small = game(
        [{"id": "go", "effects": [], "post": {"op": "==", "left": N, "right": 0}}],
        triggers=[{"id": "t", "event": {"type": "actionResolved"}, "effects": [note(1)]}],
    )
    assert ids(small, initial_state(small, 1)) == ["go"]


def test_a_document_fault_in_a_trial_lists_the_move_and_applying_it_raises() -> None:
    small = game(
        [{"id": "go", "effects": [{"createToken": {"type": "card", "zone": "row", "count": 61}}], "post": True}],
        check=False,
    )
    state = initial_state(small, 1)
    assert ids(small, state) == ["go"]
    with pytest.raises(PlayError) as caught:
        apply_move(small, state, Decision("go"))
    assert caught.value.code == "document-fault"
    assert caught.value.details["chain"] == ("actions[0].effects[0].createToken",)


def test_a_step_to_a_zone_that_is_not_adjacent_is_illegal_not_a_fault() -> None:
    go = {
        "id": "go", "phases": ["main"], "params": [{"name": "$to", "domain": {"query": "region", "name": "road"}}],
        "effects": [{"moveTokenAdjacent": {"token": {"ref": "gvar", "var": "held"}, "to": "$to"}}],
    }  # fmt: skip
    setup = [token("pawn", "q"), {"setVar": {"var": "held", "value": {"ref": "top", "zone": "q"}}}]
    small = world(actions=[go], setup=setup)
    state = initial_state(small, 1)
    assert values(legal_moves(small, state)) == [("p",), ("r",)]
    refusal = why_illegal(small, state, Decision("go", (("$to", "s"),)))
    assert refusal is not None
    assert refusal.by == "adjacent"


def test_a_step_to_a_zone_that_is_not_adjacent_is_a_fault_where_dice_are_rolled() -> None:
    steps = [
        {"roll": {"bind": "$d", "sides": 6}},
        {"moveTokenAdjacent": {"token": {"ref": "gvar", "var": "held"}, "to": "s"}},
    ]
    setup = [token("pawn", "q"), {"setVar": {"var": "held", "value": {"ref": "top", "zone": "q"}}}]
    small = world(actions=[{"id": "go", "phases": ["main"], "effects": steps}], setup=setup)
    state = initial_state(small, 1)
    assert ids(small, state) == ["go"]
    with pytest.raises(PlayError, match="not adjacent") as caught:
        apply_move(small, state, Decision("go"))
    assert caught.value.code == "document-fault"


def test_can_take_asks_limits_pre_cost_and_post_of_one_player_in_the_state_as_it_is() -> None:
    can = {"op": "canTake", "action": "buy", "player": {"id": 1}}
    small = game(
        [
            {"id": "buy", "phases": ["shop"], "cost": [spend(2)]},
            {"id": "tell", "phases": ["main"], "effects": [
                {"setVar": {"var": "money", "value": 1, "scope": "player", "player": {"id": 1}}},
                {"if": {"when": can, "then": [note(1)], "else": [note(2)]}},
            ]},
            {"id": "ask", "phases": ["main"], "effects": [{"if": {"when": can, "then": [note(1)], "else": [note(2)]}}]},
        ],
        phases=[{"id": "shop", "when": False}, {"id": "main"}],
    )  # fmt: skip
    assert n_of(play(small, "ask")) == 1  # in another phase, with another actor
    assert n_of(play(small, "tell")) == 2  # evaluated live


def test_can_take_in_pre_replaces_a_priority() -> None:
    must = {"op": "not", "arg": {"op": "canTake", "action": "jump"}}
    small = game(
        [{"id": "jump", "pre": {"op": "<", "left": N, "right": 1}, "effects": [note(1)]}, {"id": "walk", "pre": must}]
    )
    assert ids(small, play(small)) == ["jump"]
    assert ids(small, play(small, "jump")) == ["walk"]


def test_longest_keeps_what_begins_a_longest_series_and_then_what_is_preferred() -> None:
    """Cards are numbers to climb: from n to any greater card; the longest climbs begin with 1 and 2."""
    climb = {"op": ">", "left": {"ref": "tokenProp", "token": "$c", "prop": "rank"}, "right": N}
    action: dict[str, Any] = {
        "id": "climb", "params": [{"name": "$c", "domain": {"query": "tokensInZone", "zone": "row"}}], "pre": climb,
        "effects": [{"setVar": {"var": "n", "value": {"ref": "tokenProp", "token": "$c", "prop": "rank"}}}],
        "longest": {"upTo": 4},
    }  # fmt: skip
    setup = cards("row", 5, 1, 2, 9)

    def first_ranks(**longest: Any) -> list[int | None]:
        small = game([action | {"longest": {"upTo": 4, **longest}}], setup=setup)
        state = initial_state(small, 1)
        slots = [value for (value,) in values(legal_moves(small, state))]
        return [token_.props[0] for slot in slots if (token_ := state.tokens[slot]) is not None]

    assert first_ranks() == [1]  # 1 2 5 9
    assert first_ranks(upTo=3) == [1, 2]  # counted up to three: 1 2 5 and 2 5 9
    assert first_ranks(upTo=1) == [5, 1, 2, 9]
    rank = {"ref": "tokenProp", "token": "$c", "prop": "rank"}
    assert first_ranks(upTo=9, prefer=rank) == [1]
    assert first_ranks(upTo=3, prefer=rank) == [1, 2]  # the bound is reached, so there is no preference


def test_longest_prefers_among_the_best_below_the_bound() -> None:
    setup = cards("row", 3, 8)
    action = {
        "id": "once", "params": [{"name": "$c", "domain": {"query": "tokensInZone", "zone": "row"}}],
        "pre": {"op": "==", "left": N, "right": 0}, "effects": [note(1)],
        "longest": {"upTo": 2, "prefer": {"ref": "tokenProp", "token": "$c", "prop": "rank"}},
    }  # fmt: skip
    small = game([action], setup=setup)
    assert values(legal_moves(small, initial_state(small, 1))) == [(1,)]


def test_a_taking_that_ends_the_turn_ends_the_series() -> None:
    params = [{"name": "$a", "domain": {"query": "intsInRange", "min": 1, "max": 2}}]
    stops = {"if": {"when": {"op": "==", "left": "$a", "right": 1}, "then": ["endTurn"]}}
    small = game([{"id": "x", "params": params, "effects": [stops], "longest": {"upTo": 5}}])
    assert values(legal_moves(small, initial_state(small, 1))) == [(2,)]


@pytest.mark.parametrize(
    ("move", "by"),
    [
        (Decision("nothing"), "action"),
        (Decision("later"), "phase"),
        (Decision("other"), "actor"),
        (Decision("never"), "limit"),
        (Decision("pick"), "params"),
        (Decision("pick", (("$a", 1), ("$a", 1))), "params"),
        (Decision("pick", (("$a", 9),)), "domain"),
        (Decision("pick", (("$a", True),)), "domain"),
        (Decision("pick", (("$a", "1"),)), "domain"),
        (Decision("pick", (("$a", 2),)), "pre"),
        (Decision("pay"), "cost"),
        (Decision("lose"), "post"),
        (Decision("climb", (("$a", 3),)), "longest"),
        (Decision(choose=1), "kind"),
        (Decision(chance=1), "kind"),
    ],
    ids=str,
)
def test_the_first_thing_that_refuses_is_named(move: Decision, by: str) -> None:
    climb = {
        "id": "climb", "phases": ["main"], "params": [{"name": "$a", "domain": RANGE}],
        "pre": {"op": ">", "left": "$a", "right": N}, "effects": [{"setVar": {"var": "n", "value": "$a"}}],
        "longest": {"upTo": 9},
    }  # fmt: skip
    small = game(
        [
            {"id": "later", "phases": ["then"]},
            {"id": "other", "phases": ["main"], "actor": {"ref": "seat", "seat": 1}},
            {"id": "never", "phases": ["main"], "limits": [{"scope": "game", "max": 0}]},
            {"id": "pick", "phases": ["main"], "params": [{"name": "$a", "domain": RANGE}], "pre": {"op": "and", "args": [
                {"op": ">", "left": "$a", "right": 0}, {"op": "!=", "left": "$a", "right": 2}]}},
            {"id": "pay", "phases": ["main"], "cost": [spend(9)]},
            {"id": "lose", "phases": ["main"], "effects": [note(1)], "post": {"op": "==", "left": N, "right": 0}},
            climb,
        ],
        phases=[{"id": "main"}, {"id": "then"}],
        check=False,
    )  # fmt: skip
    state = initial_state(small, 1)
    refusal = why_illegal(small, state, move)
    assert refusal is not None
    assert refusal.by == by
    assert refusal.message
    before = state
    with pytest.raises(PlayError) as caught:
        apply_move(small, state, move)
    assert (caught.value.code, state) == ("illegal-decision", before)


def test_the_exact_conjunct_of_pre_is_reported_with_the_values_it_read() -> None:
    poor = {"op": "and", "args": [True, {"op": ">=", "left": COINS, "right": {"op": "+", "left": N, "right": 9}}]}
    small = game([{"id": "buy", "pre": poor}, {"id": "wait"}])
    refusal = why_illegal(small, initial_state(small, 1), Decision("buy"))
    assert refusal is not None
    assert (refusal.by, refusal.path) == ("pre", "actions[0].pre")
    assert dict(refusal.values)["actor.money"] == 3
    assert dict(refusal.values)["n + 9"] == 9


@pytest.mark.parametrize("seat", [-1, 2, 3, 2**40])
def test_a_player_who_is_not_there_is_refused_by_the_domain(seat: int) -> None:
    small = game([{"id": "name", "params": [{"name": "$p", "domain": {"query": "players"}}]}])
    refused = why_illegal(small, play(small), Decision("name", (("$p", seat),)))
    assert refused is not None
    assert refused.by == "domain"


def test_tokens_that_lie_together_are_distinguished_by_their_numbers() -> None:
    held = {"query": "tokensInZone", "zone": "row"}
    small = game(
        [{"id": "pick", "params": [{"name": "$c", "domain": held}]}], setup=[*cards("deck", 1), *cards("row", 5, 5)]
    )
    refused = why_illegal(small, play(small), Decision("pick", (("$c", 0),)))
    assert refused is not None
    assert refused.message == (
        "`$c` of `pick` cannot be the card on deck; it can be the card on row (1), the card on row (2)"
    )


def test_what_is_legal_has_nothing_to_explain() -> None:
    small = game([{"id": "go"}])
    assert why_illegal(small, initial_state(small, 1), Decision("go")) is None


def test_what_is_legal_belongs_to_the_definition_it_is_asked_of() -> None:
    """One state under two definitions has the decisions of each."""
    few, many = game([{"id": "x", "pre": False}, {"id": "y"}]), game([{"id": "x"}, {"id": "y"}])
    state = initial_state(many, 1)
    assert ids(many, state) == ["x", "y"]
    assert ids(few, state) == ["y"]
    assert ids(many, state) == ["x", "y"]
