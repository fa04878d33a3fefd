"""`why` answers in the game's terms: the action, the condition that fails, and the line of the document."""

from __future__ import annotations

import pytest

import ludotome as lt
from ludotome.cli.questions import in_words, listed, refused_by
from ludotome.play import State
from tests.support.ambiguous_game import TWINS
from tests.support.beside import shipped
from tests.support.storm_game import STORM


def after(game: str, *moves: str) -> State:
    state = shipped(game).new_initial_state(seed=1, backend="reference")
    for move in moves:
        state.apply_action(move)
    return state


@pytest.mark.parametrize(
    ("game", "moves", "question", "answer"),
    [
        ("chess", (), "e2e4", "`e2e4` is legal"),
        ("chess", (), "10", "10 is `e4`, which is legal"),
        ("chess", (), "e2", "`e2` is only the beginning of what is legal: e2e3, e2e4"),
        ("chess", (), "e2e5", "`$to` of `move` cannot be e5; it can be e3, e4\n  line 111"),
        ("chess", (), "move e2 e5", "`$to` of `move` cannot be e5; it can be e3, e4\n  line 111"),
        ("chess", (), "move e2 e4", "`move e2 e4` is legal"),
        ("chess", (), "move e2", "write move PIECE TO"),
        ("chess", (), "move e2 z9", "`z9` is unknown here"),
        ("chess", (), "a1a3", "cannot be a3; no value is possible"),
        ("chess", (), "e7e5", "cannot be the pawn on e7: `it.owner == actor` does not hold"),
        ("chess", (), "e1g1", "the `pre` of `castle` does not hold: `not exists(between("),
        ("chess", ("e2e4", "f7f5", "d1h5"), "a7a6", "the `post` of `move` would not hold"),
        ("chess", ("e2e4", "f7f5", "d1h5"), "a7a6", 'line 114 of the document: post: "not inCheck(actor)"'),
        ("chess", (), "Nf6", "`$to` of `move` cannot be f6; it can be a3, c3"),
        ("chess", ("e4", "f5"), "Qh5", "`Qh5` is legal"),
        ("chess", ("e4", "e5"), "Bxe5", "the bishop on c1: `$to` of `move` cannot be e5; no value is possible"),
        ("chess", ("e4", "e5"), "Bxe5", "the bishop on f1: `$to` of `move` cannot be e5; it can be e2, d3, c4, b5, a6"),
        ("chess", (), "e2e5", "the pawn on e2: `$to` of `move` cannot be e5"),
        ("hex", (), "hex_0_0", "`hex_0_0` is legal"),
        (
            "chess",
            (),
            "zz",
            "unknown move `zz`; legal now: a3, a4, b3, b4, c3, c4, d3, d4, e3, e4, f3, f4, … (8 more)",
        ),
        ("tic-tac-toe", ("a1",), "a1", "cannot be a1: `empty(it)` does not hold; it can be a3, b3"),
        ("connect-four", ("3",) * 6, "3", ": `empty(it)` does not hold"),
        ("connect-four", (), "9", "unknown move `9`"),
        ("othello", (), "a1", ": `exists(ray(a1, directions) while top(it).owner == actor.opponent then"),
        ("amazons", (), "a4", "`a4` is only the beginning"),
        ("hex", ("a1",), "a1", "cannot be a1: `empty(it)` does not hold"),
        ("hex", ("a1",), "a1", "\n`a1` is also the beginning of what is legal: a10, a11"),
        ("kuhn-poker", ("b",), "b", "`b` is legal"),
        ("market", (), "buy 3", "`3` is unknown here"),
    ],
)
def test_a_question_is_answered(game: str, moves: tuple[str, ...], question: str, answer: str):
    assert answer in refused_by(after(game, *moves), question)


def test_an_empty_question_says_what_can_be_asked():
    answer = refused_by(after("tic-tac-toe"), " ")
    assert "a3, b3, c3" in answer
    assert "place CELL" in answer


def test_a_text_with_two_meanings_is_reported_with_their_numbers():
    state = lt.load_text(TWINS).new_initial_state(backend="reference")
    assert "write one of the numbers 3, 4" in refused_by(state, "b1")
    assert [in_words(state, decision) for decision in state.legal_actions()[2:4]] == [
        "paint z b1, kind red",
        "paint z b1, kind blue",
    ]


def test_a_game_without_a_document_names_no_line():
    game = lt.from_game_def(lt.load("tic-tac-toe").game_def)
    state = game.new_initial_state(backend="reference")
    state.apply_action("a1")
    assert "line" not in refused_by(state, "a1")


@pytest.mark.parametrize("name", ["tic-tac-toe", "chess", "checkers", "go", "boarding", "market", "leduc-poker"])
def test_everything_legal_is_found_by_its_notation(name: str):
    """Every notation leads back to its decision, legal or not."""
    from ludotome.kernel import decisions_written

    state = shipped(name).new_initial_state(seed=2, backend="reference")
    for decision, written in list(zip(state.legal_actions(), state.legal_action_strings(), strict=True))[:8]:
        assert decision in decisions_written(state.game.game_def, state.game_state, written)


RACE = """
# Race

```yaml
metadata: { id: race, players: { min: 2, max: 2 }, seats: [Ann, Bob] }
perPlayerVars: [ { name: at, type: int, min: 0, max: 20, init: 0 } ]
actions:
  - id: run
    effects:
      - roll: { bind: $a, sides: 6 }
      - roll: { bind: $b, sides: 6 }
      - chooseOne: { bind: $n, options: "[$a, $b]" }
      - addVar: { var: at, delta: $n }
    notation: run
endConditions:
  - { when: "lastActor.at >= 20", result: { type: win, player: lastActor } }
tests:
  - { name: picks, rolls: [3, 7], moves: [run, 5] }
```
"""


@pytest.mark.parametrize("question", ["run", "6", ""])
def test_while_somebody_is_asked_only_the_answers_are_offered(question: str):
    game = lt.load_text(RACE)
    state = next(
        state
        for seed in range(20)
        if (state := _asked(game.new_initial_state(seed=seed))).legal_action_strings() == ("5", "1")
    )
    assert refused_by(state, question) == "Ann must choose 5 or 1"


def _asked(state: State) -> State:
    state.apply_action("run")
    return state


def test_a_roll_the_die_does_not_have_is_reported_as_one_of_rolls():
    (result,) = lt.load_text(RACE).run_tests()
    assert result.failures == ("the next of `rolls` is 7, but the die that is rolled has 6 sides: write 1 to 6",)


def test_a_token_to_choose_is_described_by_what_it_is_and_where_unless_it_is_hidden():
    """Its number is what the person types, but means nothing to someone who looks at the board."""
    state = lt.load_text(STORM).new_initial_state()
    assert listed(state) == ("storm",)
    state.apply_action("storm")
    assert state.legal_action_strings() == ("0", "1", "2", "3", "4")
    assert listed(state) == ("0 scout on a1", "1 scout on b1", "2 scout on a2", "3 scout on b2", "4")
    assert refused_by(state, "9").startswith("Ann must choose 0 scout on a1, 1 scout on b1, ")
