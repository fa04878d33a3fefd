"""Ids, masks, tensors and information states are the same on both kernels, and show a seat nothing hidden from it."""

from __future__ import annotations

import random

import pytest

import ludotome as lt
from ludotome.gamedef import GameDef, PlayError
from ludotome.play import Game, State, shipped_games
from tests.support.choice_games import asked_everywhere, every_kind_of_choice

GAMES = [*shipped_games()]
EXPLICIT = [(name, "explicit") for name in GAMES if lt.load(name).is_uncertain]
SECRETS = ["kuhn-poker", "leduc-poker", "market"]


def both(game: Game, seed: int, players: int, chance: str) -> list[State]:
    return [
        game.new_initial_state(seed, players, backend, chance)  # type: ignore[arg-type]
        for backend in ("native", "reference")
    ]


def play_beside(game: Game, players: int, chance: str, plies: int) -> int:
    """Play one random game on both kernels and compare everything that a learner reads; return its number of plies."""
    stream = random.Random(7)
    native, reference = both(game, 5, players, chance)
    for _ in range(plies):
        if native.is_terminal():
            break
        ids = native.legal_action_ids()
        assert ids == reference.legal_action_ids()
        assert len(set(ids)) == len(ids) == len(native.legal_actions())
        assert tuple(map(native.decision_of, ids)) == native.legal_actions()
        assert tuple(map(native.id_of, native.legal_actions())) == ids
        masks = native.action_mask(), reference.action_mask()
        assert masks[0].tolist() == masks[1].tolist()
        assert masks[0].nonzero()[0].tolist() == ([] if native.is_chance_node() else sorted(ids))
        tensors_agree(native, reference)
        taken = stream.choice(ids)
        native.apply_action_id(taken)
        reference.apply_action(reference.decision_of(taken))
        assert native.history() == reference.history()
    tensors_agree(native, reference)
    for seat in range(players):
        assert native.information_state_string(seat) == reference.information_state_string(seat)
    return len(native.history())


def tensors_agree(native: State, reference: State) -> None:
    for seat in range(native.num_players):
        row, other = native.observation_tensor(seat), reference.observation_tensor(seat)
        assert row.dtype == other.dtype
        assert row.tolist() == other.tolist()


@pytest.mark.parametrize(("name", "chance"), [*((name, "sampled") for name in GAMES), *EXPLICIT])
def test_every_shipped_game_shows_the_same_on_both_kernels(name: str, chance: str):
    game = lt.load(name)
    seats = game.game_def.metadata.players
    for players in sorted({seats.min, seats.max}):
        assert play_beside(game, players, chance, 10 if name in ("boarding", "chess", "skirmish") else 20) > 0


@pytest.mark.parametrize("chance", ["sampled", "explicit"])
@pytest.mark.parametrize("game_def", [every_kind_of_choice(), asked_everywhere()], ids=["every-kind", "everywhere"])
def test_answers_have_ids_of_what_is_asked(game_def: GameDef, chance: str):
    """A number may answer choices of several kinds; the state knows which choice is pending."""
    assert play_beside(lt.from_game_def(game_def), 2, chance, 40) > 10


@pytest.mark.parametrize("name", SECRETS)
def test_a_tensor_and_an_information_state_show_nothing_hidden(name: str):
    """Hidden information is drawn again: the seat's row and text do not change; the other seat's may."""
    game, stream, differed = lt.load(name), random.Random(3), 0
    for seed in range(6):
        state = game.new_initial_state(seed)
        while not state.is_terminal():
            bare = game.state_from_json(state.to_json())
            for seat in range(state.num_players):
                for draw in range(3):
                    world = state.resample(seat, draw)
                    assert world.observation_tensor(seat).tolist() == state.observation_tensor(seat).tolist()
                    assert world.information_state_string(seat) == bare.information_state_string(seat)
                    other = (seat + 1) % state.num_players
                    differed += world.observation_tensor(other).tolist() != state.observation_tensor(other).tolist()
            state.apply_action(stream.choice(state.legal_actions()))
    assert differed > 0 or name == "market", "nothing was hidden from anybody, so nothing was tested"


def test_a_row_is_relative_to_its_seat():
    """Chess: what one player sees of the start as mine, the other sees as theirs; there are no unowned pieces."""
    game = lt.load("chess")
    state = game.new_initial_state()
    white, black = state.observation_tensor(0), state.observation_tensor(1)
    parts = {part.name: slice(part.start, part.start + part.size) for part in game.observation_tensor_parts}
    for piece in ("king", "queen", "rook", "bishop", "knight", "pawn"):
        assert white[parts[f"mine {piece}"]].tolist() == black[parts[f"theirs {piece}"]].tolist()
        assert white[parts[f"mine {piece}"]].sum() > 0
    assert white[parts["decides"]].tolist() == [1, 0]
    assert black[parts["decides"]].tolist() == [0, 1]


@pytest.mark.parametrize("name", GAMES)
def test_the_parts_of_a_tensor_are_all_of_it(name: str):
    game = lt.load(name)
    names, (size,) = game.observation_tensor_names, game.observation_tensor_shape
    assert len(names) == len(set(names)) == size == len(game.new_initial_state().observation_tensor(0))
    ends = [part.start + part.size for part in game.observation_tensor_parts]
    assert [0, *ends] == [*(part.start for part in game.observation_tensor_parts), size]


def test_a_hand_is_shown_whole():
    """Market for three: every card of all tableaus, with its kind, cost and points."""
    game = lt.load("market")
    state = game.new_initial_state(3, players=3)
    stream = random.Random(4)
    while not any(len(zone) > 1 for zone in state.game_state.zones[3:6]):
        state.apply_action(stream.choice(state.legal_actions()))
    layout = game.tensor_layout(3)
    place = {label: number for number, label in enumerate(layout.names)}
    for seat in range(3):
        row = state.observation_tensor(seat)
        seen = state.observation(seat)["zones"]
        for ahead, whose in enumerate(("mine", "seat+1", "seat+2")):
            tokens = seen[f"tableau:{(seat + ahead) % 3}"]["tokens"]
            assert row[place[f"{whose} tableau[count]"]] == len(tokens)
            lying = [slot for slot in range(20) if row[place[f"{whose} tableau[token {slot}]"]]]
            assert lying == sorted(token["id"] for token in tokens)
            for token in tokens:
                assert row[place[f"tokens[token {token['id']} cost]"]] == token["props"]["cost"]


def test_undone_decisions_are_forgotten():
    state = lt.load("leduc-poker").new_initial_state(2)
    start = state.information_state_string(0)
    state.apply_action("r")
    raised, copied = state.information_state_string(0), state.clone()
    assert raised.startswith(start)
    state.undo_action()
    assert state.information_state_string(0) == start
    state.apply_action("c")
    assert state.information_state_string(0) not in (start, raised)
    assert copied.information_state_string(0) == raised
    again = lt.load("leduc-poker").new_initial_state(2, backend="reference")
    again.apply_action("r")
    assert copied.information_state_hash(0) == again.information_state_hash(0) != state.information_state_hash(0)


@pytest.mark.parametrize("action_id", [-1, 9, 2**40])
def test_an_id_that_does_not_exist_says_the_range(action_id: int):
    state = lt.load("tic-tac-toe").new_initial_state()
    for call in (state.decision_of, state.apply_action_id):
        with pytest.raises(PlayError, match=f"id is {action_id}; write one from 0 to 8"):
            call(action_id)
    assert state.history() == ()


def test_an_illegal_id_changes_nothing():
    state = lt.load("tic-tac-toe").new_initial_state()
    state.apply_action_id(4)
    with pytest.raises(PlayError) as refused:
        state.apply_action_id(4)
    assert refused.value.code == "illegal-decision"
    assert len(state.history()) == 1
    assert state.undo_action() == state.legal_actions()[4]


@pytest.mark.parametrize("seat", [-1, 2, True, "0"])
def test_there_is_no_such_seat(seat: object):
    state = lt.load("tic-tac-toe").new_initial_state()
    for call in (state.observation_tensor, state.information_state_string, state.information_state_hash):
        with pytest.raises(PlayError, match="there is no player"):
            call(seat)  # type: ignore[operator]
