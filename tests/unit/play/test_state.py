"""`State`: decisions in three forms, undo, clones, JSON, records."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import ludotome as lt
from ludotome.gamedef import Decision
from tests.support.disturbing_game import DISTURBING
from tests.unit.gamedef.games import tic_tac_toe


@pytest.fixture(params=["extension", "calls", "reference"])
def game(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> lt.Game:
    """The same game on each backend."""
    made = lt.from_game_def(tic_tac_toe())
    if request.param == "calls":
        monkeypatch.setattr("ludotome.native.run.positions.extension", lambda: None)
    if request.param == "reference":
        monkeypatch.setattr(made, "_native", lambda *_given: None)
    return made


def test_the_board_is_drawn_with_its_labels(game: lt.Game) -> None:
    state = game.new_initial_state(seed=1)
    for move in ("b2", "a1", "c3"):
        state.apply_action(move)
    assert str(state) == "3 . . X\n2 . X .\n1 O . .\n  a b c\n\nO to move"


def test_a_state_in_short_says_who_decides_or_how_it_ended(game: lt.Game) -> None:
    state = game.new_initial_state(seed=1)
    assert repr(state) == f"<State of tic-tac-toe, ply 0, player 0 decides, {state.backend}>"
    for move in ("a1", "b1", "a2", "b2", "a3"):
        state.apply_action(move)
    assert repr(state) == f"<State of tic-tac-toe, ply 5, over (win), {state.backend}>"
    dealt = lt.load("kuhn-poker").new_initial_state(backend="reference", chance="explicit")
    assert repr(dealt) == "<State of kuhn-poker, ply 0, chance decides, reference>"


def test_games_cannot_be_cut_off_before_they_begin(game: lt.Game) -> None:
    with pytest.raises(lt.PlayError, match=r"^max_plies is 0; write a whole number from 1$"):
        game.playouts(3, max_plies=0)
    assert game.playouts(3, max_plies=1).plies.tolist() == [1, 1, 1]


def test_a_decision_is_itself_or_its_json_or_its_notation(game: lt.Game) -> None:
    forms = [
        Decision("place", (("$cell", "cell_1_1"),)),
        {"action": "place", "params": {"$cell": "cell_1_1"}},
        '{"action": "place", "params": {"$cell": "b2"}}',
        "b2",
    ]
    hashes = set()
    for form in forms:
        state = game.new_initial_state(seed=1)
        state.apply_action(form)
        assert state.history() == (Decision("place", (("$cell", "cell_1_1"),)),)
        hashes.add(state.state_hash())
    assert len(hashes) == 1


@pytest.mark.parametrize(
    ("decision", "code"),
    [
        ("b2", "illegal-decision"),
        ("zz", "illegal-decision"),
        ({"action": "place", "params": {"$cell": "cell_1_1"}}, "illegal-decision"),
        ({"action": "place"}, "illegal-decision"),
        ({"action": "fly", "params": {}}, "illegal-decision"),
        ({"choose": 1}, "illegal-decision"),
        ({"chance": 1}, "illegal-decision"),
        ({"chance": "x"}, "malformed-decision"),
        ({"action": 1}, "malformed-decision"),
        ({"action": "place", "params": {"$cell": [1]}}, "malformed-decision"),
        ({"action": "place", "params": {"$cell": True}}, "illegal-decision"),
        ({"action": "place", "params": {"$cell": 10**30}}, "malformed-decision"),
        ("{", "malformed-decision"),
        ({}, "malformed-decision"),
        (7, "malformed-decision"),
    ],
)
def test_what_cannot_be_decided_is_refused_and_changes_nothing(game: lt.Game, decision: object, code: str) -> None:
    state = game.new_initial_state(seed=1)
    state.apply_action("b2")
    before = state.to_json()
    with pytest.raises(lt.PlayError) as caught:
        state.apply_action(decision)  # type: ignore[arg-type]
    assert caught.value.code == code
    assert state.to_json() == before
    assert len(state.history()) == 1


def test_undo_takes_back_one_decision_at_a_time(game: lt.Game) -> None:
    state = game.new_initial_state(seed=1)
    seen = [state.state_hash()]
    for move in ("b2", "a1", "c3"):
        state.apply_action(move)
        seen.append(state.state_hash())
    for expected in reversed(seen[:-1]):
        state.undo_action()
        assert state.state_hash() == expected
    with pytest.raises(lt.PlayError, match="no decision has been made"):
        state.undo_action()


def test_a_clone_is_independent(game: lt.Game) -> None:
    state = game.new_initial_state(seed=1)
    twin = state.clone()
    twin.apply_action("b2")
    assert len(state.legal_actions()) == 9
    assert len(twin.legal_actions()) == 8


def test_the_end_is_reported_as_in_open_spiel(game: lt.Game) -> None:
    state = game.new_initial_state(seed=1)
    assert state.current_player() == 0
    assert state.returns() == (0.0, 0.0)
    for move in ("a1", "b1", "a2", "b2", "a3"):
        state.apply_action(move)
    assert state.is_terminal()
    assert state.current_player() == -4
    assert state.returns() == (1.0, -1.0)
    assert state.legal_actions() == ()
    outcome = state.outcome()
    assert outcome is not None
    assert (outcome.type, outcome.winners, outcome.condition) == ("win", (0,), 0)
    with pytest.raises(lt.PlayError) as caught:
        state.apply_action("c3")
    assert caught.value.code == "game-over"


def test_json_brings_back_an_equal_state(game: lt.Game) -> None:
    state = game.new_initial_state(seed=1)
    state.apply_action("b2")
    again = game.state_from_json(state.to_json())
    assert again.game_state == state.game_state
    assert again.legal_actions() == state.legal_actions()


def test_a_record_replays_and_verifies(game: lt.Game, tmp_path: Path) -> None:
    state = game.new_initial_state(seed=1)
    for move in ("b2", "a1", "c3"):
        state.apply_action(move)
    file = tmp_path / "game.json"
    state.record().save(file)
    record = lt.Record.load(file)
    assert record == state.record()
    assert record.replay(game).game_state == state.game_state


def test_a_tampered_record_is_reported_with_index_expected_and_found(game: lt.Game) -> None:
    state = game.new_initial_state(seed=1)
    for move in ("b2", "a1", "c3"):
        state.apply_action(move)
    data = json.loads(state.record().to_json())
    data["hashes"][2] = "0" * 16
    with pytest.raises(lt.PlayError) as caught:
        lt.Record.from_json(json.dumps(data)).verify(game)
    assert caught.value.code == "record-mismatch"
    assert caught.value.details["index"] == 2
    assert caught.value.details["expected"] == 0
    assert caught.value.details["found"] == state.record().hashes[2]


def test_a_record_with_another_decision_is_reported_where_it_differs(game: lt.Game) -> None:
    state = game.new_initial_state(seed=1)
    for move in ("b2", "a1", "c3"):
        state.apply_action(move)
    data = json.loads(state.record().to_json())
    data["decisions"][1] = data["decisions"][0]
    with pytest.raises(lt.PlayError) as caught:
        lt.Record.from_json(json.dumps(data)).verify(game)
    assert (caught.value.code, caught.value.details["index"]) == ("record-mismatch", 2)


@pytest.mark.parametrize(
    "damage",
    [
        lambda data: data.pop("seed"),
        lambda data: data.update(seed=-1),
        lambda data: data.update(seed="99999999999999999999999"),
        lambda data: data.update(hashes=["zz"]),
        lambda data: data.update(hashes=[]),
        lambda data: data.update(decisions=[{"action": "place", "x": 1}]),
        lambda data: data.update(decisions=3),
        lambda data: data.update(players=9),
        lambda data: data.update(rules="0000"),
        lambda data: data.update(version=99),
        lambda data: data.update(chance="loaded"),
    ],
)
def test_a_hostile_record_is_a_play_error(game: lt.Game, damage: object) -> None:
    state = game.new_initial_state(seed=1)
    state.apply_action("b2")
    data = json.loads(state.record().to_json())
    damage(data)  # type: ignore[operator]
    with pytest.raises(lt.PlayError):
        lt.Record.from_json(json.dumps(data)).verify(game)


def test_perft_divides_over_the_first_decisions(game: lt.Game) -> None:
    divided = game.perft(3, divide=True)
    assert [count for _, count in divided] == [56] * 9
    assert sum(count for _, count in divided) == game.perft(3) == 504


def test_playouts_are_shown_in_one_line(game: lt.Game) -> None:
    assert repr(game.playouts(2000, max_plies=1)) == "<Playouts: 2000 games; returns, plies, outcome, condition>"
    assert repr(game.playouts(2, stats=True)) == "<Playouts: 2 games; returns, plies, outcome, condition, stats>"


def test_playouts_depend_on_nothing_but_seed_and_index(game: lt.Game) -> None:
    few, many = game.playouts(3, seed=5), game.playouts(6, seed=5)
    assert (few.plies == many.plies[:3]).all()
    assert (few.returns == many.returns[:3]).all()
    assert many.returns.shape == (6, 2)
    assert set(many.outcome.tolist()) <= {0, 1}


def test_an_interrupt_anywhere_keeps_the_games_played_and_is_reported(game: lt.Game) -> None:
    """Also during *progress*, where it usually happens if that draws a bar."""
    interrupts = iter([KeyboardInterrupt])

    def interrupt_once(played: int) -> None:
        if played >= 3 and (due := next(interrupts, None)):
            raise due

    whole = game.playouts(6, seed=5, stats=True)
    assert not whole.interrupted
    part = game.playouts(6, seed=5, stats=True, progress=interrupt_once)
    assert part.interrupted
    kept = len(part.plies)
    assert 3 <= kept <= 6
    assert part.returns.tolist() == whole.returns[:kept].tolist()
    assert whole.stats is not None
    assert part.stats is not None
    assert part.stats.branching.tolist() == whole.stats.branching[:kept].tolist()


@pytest.mark.parametrize(
    ("name", "secret"), [("kuhn-poker", True), ("market", True), ("pig", False), ("skirmish", False), ("chess", False)]
)
def test_seats_have_secrets_where_one_may_be_shown_what_another_may_not(name: str, *, secret: bool) -> None:
    assert lt.load(name).has_secrets is secret


@pytest.mark.parametrize("junk", ["a1", 3, {}, ()])
def test_perft_from_what_is_not_a_state_is_refused(game: lt.Game, junk: object) -> None:
    with pytest.raises(lt.PlayError, match="or leave it out") as refused:
        game.perft(1, junk)  # type: ignore[call-overload]
    assert refused.value.code == "bad-argument"


@pytest.mark.parametrize("backend", ["reference", "native"])
def test_a_notation_may_begin_like_json(backend: str) -> None:
    """A text that begins like JSON but is not valid JSON is read as notation; valid JSON is always JSON."""
    state = lt.load_text(DISTURBING).new_initial_state(backend=backend)  # type: ignore[arg-type]
    state.apply_action(state.legal_action_strings()[1])
    state.apply_action('{"action": "pick", "params": {"$a": 1}}')
    assert [dict(decision.params) for decision in state.history()] == [{"$a": 2}, {"$a": 1}]
    with pytest.raises(lt.PlayError, match="is not legal now; legal now") as refused:
        state.apply_action("{{9")
    assert refused.value.code == "illegal-decision"
    with pytest.raises(lt.PlayError, match="not JSON"):
        lt.load("tic-tac-toe").new_initial_state(backend="reference").apply_action("{a1")


@pytest.mark.parametrize("backend", ["reference", "native"])
def test_an_invalid_move_gets_some_legal_ones_and_the_number_of_others(backend: str) -> None:
    state = lt.load("chess").new_initial_state(backend=backend)  # type: ignore[arg-type]
    with pytest.raises(lt.PlayError, match=r"legal now: a3, .*, f4, … \(8 more\)$"):
        state.apply_action("zz")


@pytest.mark.parametrize("backend", ["reference", "native"])
@pytest.mark.parametrize("late", ["c3", "zz", '{"action": "place", "params": {"$cell": "c3"}}'])
def test_after_the_end_whatever_is_tried_is_told_that_the_game_is_over(backend: str, late: str) -> None:
    state = lt.load("tic-tac-toe").new_initial_state(backend=backend)  # type: ignore[arg-type]
    for move in ("a1", "b1", "a2", "b2", "a3"):
        state.apply_action(move)
    with pytest.raises(lt.PlayError, match=r"the game is over \(win\)") as refused:
        state.apply_action(late)
    assert refused.value.code == "game-over"


def test_the_same_position_is_the_same_state_and_another_is_not(game: lt.Game) -> None:
    """Results for a state are cached by its identity, so they must not be returned for another state."""
    state = game.new_initial_state()
    first = state.game_state
    assert state.game_state is first
    twin = state.clone()
    twin.apply_action("b2")
    second = twin.game_state
    assert second != first
    assert state.game_state == first
    twin.undo_action()
    assert twin.game_state == first
    assert state.resample(0, 1).game_state.zones == first.zones


@pytest.mark.parametrize(("name", "value"), [("out", [1]), ("nextPlayer", 0)])
def test_a_state_that_no_rule_can_bring_about_is_refused(name: str, value: object) -> None:
    """Machine code leaves out the code for what no rule does, so it would go on otherwise than the reference kernel."""
    state = json.loads(lt.load("tic-tac-toe").new_initial_state().to_json())
    with pytest.raises(lt.PlayError, match=f"`{name}` names a player, but no rule"):
        lt.load("tic-tac-toe").state_from_json(json.dumps({**state, name: value}))
