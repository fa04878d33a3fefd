"""Views: what a seat sees, and its legal decisions."""

from __future__ import annotations

import msgspec
import pytest

import ludotome as lt
from ludotome.picture import Choice, View
from ludotome.play import State, shipped_games


def _leaves(choices: tuple[Choice, ...]) -> list[Choice]:
    return [leaf for one in choices for leaf in ([one] if one.id is not None else _leaves(one.choices))]


def _moved(name: str, plies: int, seed: int = 3) -> State:
    state = lt.load(name).new_initial_state(seed=seed, backend="reference")
    for _ in range(plies):
        legal = state.legal_actions()
        state.apply_action(legal[len(legal) // 3])
        if state.is_terminal():
            state.undo_action()
            break
    return state


@pytest.mark.parametrize("name", shipped_games())
def test_the_leaves_of_the_tree_are_the_legal_decisions(name: str) -> None:
    state = _moved(name, 4)
    seat = state.current_player()
    leaves = sorted(_leaves(state.view(seat).legal), key=lambda leaf: leaf.id or 0)
    assert [leaf.id for leaf in leaves] == list(range(len(state.legal_actions())))
    assert tuple(leaf.notation for leaf in leaves) == state.seat(seat).legal_action_strings()


@pytest.mark.parametrize("name", shipped_games())
def test_only_the_seat_that_decides_is_offered_anything(name: str) -> None:
    state = _moved(name, 4)
    for seat in (None, *range(state.num_players)):
        assert bool(state.view(seat).legal) == (seat == state.current_player())


def test_parameters_follow_each_other_in_declared_order() -> None:
    (move,) = lt.load("breakthrough").new_initial_state(backend="reference").view(0).legal
    assert (move.action, move.text) == ("move", "move")
    first = move.choices[0]
    assert first.token is not None or first.zone is not None
    assert all(leaf.zone is not None and leaf.notation for leaf in first.choices)


def test_a_hand_is_shown_to_its_owner_and_counted_for_the_others() -> None:
    state = lt.load("kuhn-poker").new_initial_state(seed=1, backend="reference")
    own, other = state.view(0).zones["hand:0"], state.view(0).zones["hand:1"]
    assert own.tokens is not None
    assert [token.type for token in own.tokens] == ["card"]
    assert other.tokens is None
    assert other.count == 1
    assert state.view().zones["hand:0"].tokens is None


@pytest.mark.parametrize("name", shipped_games())
def test_a_view_goes_to_json_and_back(name: str) -> None:
    view = _moved(name, 3).view(0)
    assert msgspec.json.decode(view.to_json(), type=View) == view


def test_the_last_decision_names_the_zones_that_changed() -> None:
    state = lt.load("breakthrough").new_initial_state(backend="reference")
    assert state.view().last is None
    state.apply_action("a2a3")
    last = state.view().last
    names = {zone.id: zone.name for zone in state.game.scene().zones}
    assert last is not None
    assert (last.player, last.text) == (0, "a2a3")
    assert sorted(names[zone] for zone in last.zones) == ["a2", "a3"]


def test_a_seat_that_is_not_there_is_refused() -> None:
    state = lt.load("breakthrough").new_initial_state(backend="reference")
    with pytest.raises(lt.PlayError, match="there is no seat 2"):
        state.view(2)
    with pytest.raises(lt.PlayError, match="there is no seat True"):
        state.view(True)


def test_dice_are_shown_as_they_fell() -> None:
    """The amount that `roll` added to the pot is the die's number; a 1 clears the pot."""
    state = lt.load("pig").new_initial_state(seed=5, backend="reference")
    shown = []
    for _ in range(12):
        pot = state.view().game_vars["pot"]
        state.apply_action("roll")
        view = state.view()
        (die,) = view.dice
        assert die.sides == 6
        assert view.game_vars["pot"] == (0 if die.value == 1 else pot + die.value)
        shown.append(die.value)
    assert len(set(shown)) > 3
    state.apply_action("hold") if "hold" in state.legal_action_strings() else None
    assert state.text().splitlines()[0].startswith("dice:") == bool(state.view().dice)


def test_dice_are_not_shown_where_anything_is_hidden() -> None:
    text = lt.load("kuhn-poker").document
    assert text is not None
    rolled = text.replace("  - shuffle: deck\n", "  - shuffle: deck\n  - roll: { sides: 6, bind: $d }\n", 1)
    state = lt.load_text(rolled).new_initial_state(backend="reference")
    assert rolled != text
    assert state.dice_rolled() != ()
    assert state.view(0).dice == ()


def test_both_backends_give_the_same_view() -> None:
    game = lt.load("skirmish")
    states = [game.new_initial_state(seed=4, backend=backend) for backend in ("reference", "native")]
    for _ in range(6):
        decision = states[0].legal_actions()[0]
        for state in states:
            state.apply_action(decision)
        assert states[0].view(0) == states[1].view(0)
        assert states[0].svg(1) == states[1].svg(1)
