"""Invalid arguments are refused by name, with their value and what to write, never by an internal error."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import ludotome as lt
from tests.support.wrong_arguments import Calls, assert_refused, cases

GAME = lt.load("tic-tac-toe")
RECORD = GAME.new_initial_state(backend="reference").record()

CALLS: Calls = {
    "load": (lt.load, "source", (3, None, b"chess", 1.5, [], True, GAME)),
    "load_text": (lt.load_text, "markdown", (3, None, b"# Game", [], Path("game.md"))),
    "load_text read": (lambda wrong: lt.load_text(GAME.document or "", read=wrong), "read", (3, "mission.txt")),
    "from_game_def": (lt.from_game_def, "game_def", (3, None, {}, Path("game.json"), GAME)),
    "state_from_json": (GAME.state_from_json, "text", (3, None, {}, [])),
    "state_of": (GAME.state_of, "state", (3, None, "x", GAME.new_initial_state(backend="reference"))),
    "run_tests": (GAME.run_tests, "names", (3, True, "three in a row wins", [3])),
    "playouts progress": (lambda wrong: GAME.playouts(1, progress=wrong), "progress", (3, "x", [])),
    "Record.load": (lt.Record.load, "path", (3, None, [], b"x")),
    "Record.save": (RECORD.save, "path", (3, None, [])),
    "Record.from_json": (lt.Record.from_json, "text", (3, None, {})),
    "Record.replay": (RECORD.replay, "game", (3, None, "tic-tac-toe")),
    "Record.seen_by": (lambda wrong: RECORD.seen_by(wrong, 0), "game", (3, None, "tic-tac-toe")),
    "seed of a state": (GAME.new_initial_state, "seed", (None, True, False, 1.5, "7")),
    "seed of playouts": (lambda wrong: GAME.playouts(1, wrong), "seed", (None, True, 1.5, "7")),
}


@pytest.mark.parametrize(("call", "name", "wrong"), cases(CALLS))
def test_an_argument_of_another_kind_is_named_with_its_value_and_what_to_write(
    call: Callable[[Any], Any], name: str, wrong: Any
) -> None:
    assert_refused(call, name, wrong)


def test_a_value_too_long_to_be_read_is_cut() -> None:
    """A document's text in place of a path, or a number too long to print, does not fill the screen."""
    with pytest.raises(lt.PlayError) as caught:
        lt.from_game_def(["x" * 1000])  # type: ignore[arg-type]
    assert len(str(caught.value)) < 200
    with pytest.raises(lt.PlayError, match="n is an int; write how many games"):
        GAME.playouts(10**5000)


def test_an_unknown_test_is_refused_with_the_existing_ones() -> None:
    """Naming no existing test does not pass."""
    with pytest.raises(
        lt.PlayError, match=r"there is no test `nine`; there are nine cells are open at first, "
    ) as caught:
        GAME.run_tests(["nine"])
    assert caught.value.code == "bad-argument"


def test_a_record_at_a_path_that_cannot_be_is_not_there() -> None:
    with pytest.raises(lt.PlayError, match="embedded null") as caught:
        lt.Record.load("a\0b")
    assert caught.value.code == "no-record"


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("game", "x" * 1_000_000, "`game` and `rules` have at most 100 characters"),
        ("rules", "x" * 1_000_000, "`game` and `rules` have at most 100 characters"),
        ("documents", {"x" * 1_000_000: "0"}, "`documents` digests"),
        ("decisions", [[[]]] * 1_000, "a record has one hash more than decisions (1000), not 1"),
        ("hashes", ["0"] * 1_000, "a record has one hash more than decisions (0), not 1000"),
    ],
)
def test_a_record_of_any_size_is_refused_in_a_few_words(key: str, value: object, said: str) -> None:
    """Before the content of a list that is too long is read."""
    data = json.loads(lt.load("pig").new_initial_state(backend="reference").record().to_json()) | {key: value}
    with pytest.raises(lt.PlayError) as refused:
        lt.Record.from_json(json.dumps(data))
    assert said in str(refused.value)
    assert len(str(refused.value)) < 200


def test_a_record_is_read_no_further_than_the_largest_one() -> None:
    """A device has no size and no end."""
    with pytest.raises(lt.PlayError, match="larger than any record") as refused:
        lt.Record.load("/dev/zero")
    assert refused.value.code == "malformed-record"
