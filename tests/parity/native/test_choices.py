"""Choices: a decision that waits for answers is the same suspended state on both kernels, answer by answer."""

from __future__ import annotations

import msgspec
import pytest

from ludotome.gamedef import Decision, PlayError
from ludotome.kernel import apply_move, initial_state
from ludotome.native import decode_state, encode_state
from tests.support.choice_games import asked_everywhere, every_kind_of_choice
from tests.support.parity import Pair, check_every_line, check_random_lines, pair_of


@pytest.fixture(scope="module")
def every_kind() -> Pair:
    return pair_of(every_kind_of_choice())


@pytest.fixture(scope="module")
def everywhere() -> Pair:
    return pair_of(asked_everywhere(), 2)


def test_every_kind_of_thing_is_chosen_alike(every_kind: Pair) -> None:
    """One and several, by the actor, by another player and by nobody; tokens destroyed meanwhile are gone."""
    assert check_every_line(every_kind, seed=1, depth=3) > 100


def test_every_place_asks_alike(everywhere: Pair) -> None:
    """Setup, phases, turns and triggers suspend the decision that caused them."""
    assert check_random_lines(everywhere, seeds=range(8), plies=40) > 60


def test_what_answers_nothing_is_refused_in_the_same_words(every_kind: Pair) -> None:
    """Another kind of decision, another kind of value, or a value that is not among the options."""
    start = every_kind.begin(1)
    assert start is not None
    every_kind.check_refused(start, [Decision(choose=4)])
    waiting = every_kind.apply(start, 0)
    assert waiting is not None
    wrong = [Decision("number"), Decision(choose=5), Decision(choose=True), Decision(choose="4"), Decision(chance=4)]
    every_kind.check_refused(waiting, wrong)


def test_a_record_that_play_could_not_have_written_is_refused(every_kind: Pair) -> None:
    """A state whose pending decision or answers do not lead to it is refused."""
    game_def = every_kind.game_def
    waiting = apply_move(game_def, initial_state(game_def, 1), Decision("other")).state
    assert waiting.pending is not None
    replace = msgspec.structs.replace
    for pending in (
        replace(waiting.pending, answers=(Decision(choose=5),)),
        replace(waiting.pending, answers=(Decision(choose=4), Decision(choose=1))),
        replace(waiting.pending, decision=Decision("nonsense")),
        replace(waiting.pending, decision=None),
        replace(waiting.pending, before=replace(waiting.pending.before, turn=7)),
        replace(waiting.pending, before=waiting),
    ):
        with pytest.raises(PlayError) as caught:
            encode_state(every_kind.native, replace(waiting, pending=pending))
        assert caught.value.code == "invalid-state"
    assert decode_state(every_kind.native, encode_state(every_kind.native, waiting)) == waiting
