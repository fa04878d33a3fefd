"""Which games are short enough to play at random in a single C function."""

from __future__ import annotations

import pytest

import ludotome
from ludotome.native import emit_game
from ludotome.native.emit.joined import MOST_JOINED, is_short_if_joined

ROOTS = """\
static int32_t lt_draw_decision(int32_t k) {
    return one(k)%s;
}
LT_INLINE int32_t lt_run_decision(int32_t k) { return lt_draw_answer(k); }
static int32_t lt_draw_answer(int32_t k) {
    return two(k) + two(k) + two(k) + two(k);
}
"""


def _function(name: str, characters: int, calls: str = "") -> str:
    filler = "\n".join(["    k++;"] * (characters // 4))
    return f"static int32_t {name}(int32_t k) {{\n{filler}\n    return k{calls};\n}}\n"


def test_what_is_called_twice_counts_twice() -> None:
    """So does everything in it; comments and indentation do not count, nor what only an answer calls."""
    one = _function("one", 100, " + two(k)")
    two = "/* " + "two(k) " * MOST_JOINED + "*/\n" + _function("two", MOST_JOINED // 3)
    assert is_short_if_joined(one + two + ROOTS % " + one(k)")
    assert not is_short_if_joined(one + two + ROOTS % " + one(k) + one(k)")


def test_functions_that_call_each_other_in_turn_are_not_joined() -> None:
    """One that calls only itself is inlined once."""
    assert is_short_if_joined(_function("one", 100, " + one(k)") + _function("two", 9) + ROOTS % "")
    in_turn = _function("one", 100, " + two(k)") + _function("two", 100, " + one(k)")
    assert not is_short_if_joined(in_turn + ROOTS % "")


@pytest.mark.parametrize(("name", "joined"), [("connect-four", 1), ("breakthrough", 1), ("chess", 0), ("market", 0)])
def test_only_short_games_are_joined(name: str, joined: int) -> None:
    """Chess would take gcc half a minute; in market, decisions ask."""
    assert f"#define LT_JOINED {joined}\n" in emit_game(ludotome.load(name).game_def, 2).source
