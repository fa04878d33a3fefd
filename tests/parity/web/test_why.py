"""The engine gives the same reasons against a decision as the reference kernel.

Decisions with random values are tried in positions of random games. The engine refuses exactly the illegal ones. If the
kernel names a condition, of `pre` or of a domain's `where`, the engine names the same one.
"""

from __future__ import annotations

import random
import re

import pytest

import ludotome as lt
from ludotome.gamedef import Decision, checked
from ludotome.play import shipped_games
from tests.support.engine import engine_says

OPEN = [name for name in shipped_games() if all(zone.visibility == "public" for zone in lt.load(name).game_def.zones)]
FILTER = re.compile(r"`(\$\w+)` of `\w+` cannot be (.*): `(.*)` does not hold; ", re.DOTALL)


def tried(state: lt.State, draw: random.Random) -> tuple[Decision, dict[str, object]]:
    """Return a decision with random values of the right kinds, and its values as arguments of the engine."""
    definition = state.game.game_def
    action = draw.choice(definition.actions)
    kinds = checked(definition).scope_of_action[action.id].bindings
    handles = state.seat(state.current_player())._handles().of_slot
    params, values = list[tuple[str, object]](), dict[str, object]()
    for param in action.params:
        match kinds[param.name].kind:
            case "zone":
                given: object = draw.choice(definition.zones).id
            case "token":
                given = draw.choice(sorted(handles))
            case "name":
                given = draw.choice(sorted(kinds[param.name].names))
            case "player":
                given = draw.randrange(state.num_players)
            case "bool":
                given = draw.random() < 0.5
            case _:
                given = draw.randrange(-3, 12)
        params.append((param.name, given))
        values[param.name] = handles[given] if kinds[param.name].kind == "token" else given
    return Decision(action.id, tuple(params)), values


def check_reasons(name: str, seeds: range, count: int) -> tuple[int, int]:
    """Return how many decisions were refused, and how many by a condition that both name."""
    game, refused, named = lt.load(name), 0, 0
    for seed in seeds:
        state, draw, history = game.new_initial_state(seed=seed, backend="native"), random.Random(seed), list[int]()
        for _ in range(draw.randrange(12)):
            if state.is_terminal():
                break
            history.append(draw.randrange(len(state.legal_actions())))
            state.apply_action(state.legal_actions()[history[-1]])
        if state.is_terminal() or state.asked is not None:
            continue
        asked = [tried(state, draw) for _ in range(count)]
        legal = state.legal_actions()
        asked += [(legal[0], tried_legal(state, legal[0]))]
        job = {"job": "refusals", "seed": str(seed), "history": history}
        said = engine_says(game, job | {"tried": [[one.action, values] for one, values in asked]})
        for (decision, _), found in zip(asked, said, strict=True):
            reason = state.why_illegal(decision)
            assert (found is None) == (reason is None), decision
            if reason is None:
                continue
            refused += 1
            broken = FILTER.search(reason.message)
            if reason.by == "pre":
                assert found["condition"] == reason.condition, decision
                named += 1
            elif broken:  # the kernel describes a value that has a name
                param, meant, condition = broken.groups()
                assert condition in (found["condition"], found["condition"].replace(param, meant)), decision
                named += 1
    return refused, named


def tried_legal(state: lt.State, decision: Decision) -> dict[str, object]:
    kinds = checked(state.game.game_def).scope_of_action[str(decision.action)].bindings
    handles = state.seat(state.current_player())._handles().of_slot
    return {name: handles[value] if kinds[name].kind == "token" else value for name, value in decision.params}


@pytest.mark.parametrize("name", ["checkers", "chess", "skirmish"])
def test_refusals_and_the_conditions_they_name(name):
    refused, named = check_reasons(name, range(1, 3), 60)
    assert refused > 50
    assert named > 5


@pytest.mark.long
@pytest.mark.parametrize("name", OPEN)
def test_refusals_of_every_open_game(name):
    refused, _ = check_reasons(name, range(1, 12), 200)
    actions = lt.load(name).game_def.actions
    assert (refused > 0) == any(action.params or action.pre is not None for action in actions)  # pig has none


def test_nothing_is_revealed_about_what_is_hidden():
    """An illegal bet is refused without naming a condition."""
    game = lt.load("leduc-poker")
    tried = [["raise", {}], ["fold", {}], ["nonsense", {}]]
    said = engine_says(game, {"job": "refusals", "seed": "1", "history": [], "tried": tried})
    assert [found and found["condition"] for found in said] == [None, None, None]
    assert said[2]["by"] == "action"
