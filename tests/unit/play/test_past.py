"""The past of a state takes bounded memory without losing positions."""

from __future__ import annotations

import random
from itertools import islice
from typing import Any

import pytest

import ludotome as lt
from ludotome.play import past as module
from ludotome.play.past import Past, size_of

LONG = """\
```yaml
metadata: { id: long, players: { min: 2, max: 2 }, seats: [X, O], maxPlies: 100000 }
zones: [ { grid: { rows: 2, cols: 2 } } ]
tokenTypes: [ { id: mark } ]
globalVars: [ { name: n, type: int, min: 0, max: 1000, init: 0 } ]
actions:
  - { id: go, effects: [ setVar: { var: n, value: "n + 1" } ] }
  - { id: stay, effects: [] }
endConditions: [ { when: "seen() > 100000", result: { type: draw } } ]
```
"""


class Big(str):
    """A position of 100 bytes or more, given by its text."""

    __slots__ = ()

    def __sizeof__(self) -> int:
        return 1000


def again(position: Any, number: int) -> Any:
    """Return the position after decision *number*: positions are identified by their number."""
    assert int(position) == number
    return Big(number + 1)


@pytest.fixture
def little(monkeypatch: pytest.MonkeyPatch) -> None:
    """Limit a past to 40 positions."""
    monkeypatch.setattr(module, "MOST_BYTES", 40_000)


def kept(past: Past) -> int:
    """Return how many positions are in memory."""
    return len(past._marks) + len(past._recent)


@pytest.mark.usefixtures("little")
@pytest.mark.parametrize("seed", range(5))
def test_a_thin_past_gives_every_position(seed: int) -> None:
    """Any positions, appended, removed and read in any order."""
    past, chooser, count = Past(), random.Random(seed), 0
    for _ in range(400):
        for _ in range(chooser.randrange(60)):
            past.append(Big(count))
            count += 1
        for _ in range(min(count, chooser.randrange(50))):
            count -= 1
            assert past.pop(again) == str(count)
        assert len(past) == count
        assert kept(past) <= 120
        if count:
            number = chooser.randrange(count)
            assert past.at(number, again) == str(number)
            assert list(islice(past.walk(again, number), 30)) == [str(n) for n in range(number, count)][:30]
            assert past.last(again) == str(count - 1)
    assert list(past.walk(again)) == [str(n) for n in range(count)]
    assert list(past.copy().walk(again)) == [str(n) for n in range(count)]


@pytest.mark.parametrize("backend", ["reference", "native"])
def test_a_state_with_a_thin_past_is_the_same_state(backend: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its record, its steps, the observations of each seat, and every undone decision."""
    game, states = lt.load_text(LONG), list[lt.State]()
    for most in (2**40, 20_000):
        monkeypatch.setattr(module, "MOST_BYTES", most)
        state = game.new_initial_state(seed=4, backend=backend)
        for ply in range(300):
            state.apply_action(state.legal_actions()[ply * ply % 2])
        states.append(state)
    whole, thin = states
    assert kept(thin._past) < 100 < kept(whole._past) == 300
    assert whole.record() == thin.record()
    assert list(whole.steps()) == list(thin.steps())
    assert whole.information_state_string(1) == thin.information_state_string(1)
    assert whole.last_made() == thin.last_made()
    for _ in range(300):
        assert whole.undo_action() == thin.undo_action()
        assert whole.state_hash() == thin.state_hash()
    with pytest.raises(lt.PlayError):
        thin.undo_action()


def test_a_long_game_takes_bounded_memory() -> None:
    """It took 1 GB after 16,000 decisions: every position contains the record of earlier ones."""
    state = lt.load_text(LONG).new_initial_state(backend="native")
    for _ in range(9_000):
        state.apply_action(state.legal_actions()[0])
    sizes = [size_of(position) for position in state._past._recent]
    assert max(sizes) > 70_000
    assert sum(sizes) + len(state._past._marks) * max(sizes) < 2 * module.MOST_BYTES
