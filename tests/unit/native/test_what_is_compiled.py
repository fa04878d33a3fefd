"""Only a game can be compiled, for a number of players and a kind of chance that it allows."""

from __future__ import annotations

import re
from typing import Any

import pytest

import ludotome as lt
from ludotome.native import Batch, UnsupportedError, compile_game, emit_game, supports
from ludotome.native.lower.layout import Layout
from ludotome.native.lower.scalars import new_lowering
from ludotome.native.lower.targets import MOST_TARGETS, most_targets
from tests.support.hostile_documents import head, many_actions, many_patterns, many_stored

GAME = lt.load("tic-tac-toe")


@pytest.mark.parametrize("players", [-1, 0, 1, 3, 200, True, "2", 2.0, None])
@pytest.mark.parametrize("ask", [compile_game, emit_game])
def test_a_number_of_players_the_game_is_not_for_is_refused(ask: Any, players: Any) -> None:
    with pytest.raises(ValueError, match=f"players is {players!r}; tic-tac-toe is for 2"):
        ask(GAME.game_def, players)


WORDS = ("distance", "step", "between", "is_neighbour", "swap", "answers", "reachable", "has_cover")


@pytest.mark.parametrize("word", WORDS)
def test_an_action_may_have_the_name_of_shared_c(word: str) -> None:
    """The headers that a game needs are determined by the functions that its C calls."""
    name = f"lt_{word}"
    document = GAME.document
    assert document is not None
    game = lt.load_text(document.replace("id: place", f"id: {name}"))
    assert name in {action.id for action in game.game_def.actions}
    state = game.new_initial_state(backend="native")
    assert len(state.legal_actions()) == 9


@pytest.mark.parametrize("chance", ["dice", "Explicit", None])
def test_an_unknown_kind_of_chance_is_refused(chance: Any) -> None:
    with pytest.raises(ValueError, match=f"chance is {chance!r}; write sampled or explicit"):
        compile_game(GAME.game_def, 2, chance=chance)


def test_what_is_not_a_definition_is_refused() -> None:
    """A game has a definition, and that is compiled."""
    with pytest.raises(TypeError, match=r"game_def is a Game; write a definition, of a game `game.game_def`"):
        compile_game(GAME, 2)  # type: ignore[arg-type]


def test_a_compiled_game_is_shown_in_a_line_that_names_it() -> None:
    """Its definition and its C have a hundred thousand characters."""
    name = f"<NativeGame tic-tac-toe, 2 players, library game-{GAME.rules_hash}-2"
    assert repr(compile_game(GAME.game_def, 2)) == f"{name}>"
    many = compile_game(GAME.game_def, 2, side_by_side=True)
    assert repr(many) == f"{name}-many>"
    assert repr(Batch(many, 8, seed=1)) == "<Batch of 8 games of tic-tac-toe, 2 players>"
    assert repr(GAME.vector(8)) == "<VectorGames: 8 games of tic-tac-toe, 2 players>"


# ── sizes ──────────────────────────────────────────────────────────────────────────────────────────────────────────


def _asking(rows: int, asked: str, more: str = "") -> str:
    """Return a document with a condition about each cell of a square board."""
    return head("asking", rows, rows) + (
        "actions:\n"
        f'  - {{ id: put, params: [ {{ name: $c, domain: "board where {asked}" }} ], effects: [] }}\n{more}'
        'endConditions: [ { when: "turn > 5", result: { type: draw } } ]\n```\n'
    )


@pytest.mark.parametrize(
    "asked",
    [
        "adjacent(it, first(board))",
        "lineOfSight(it, first(board))",
        "first(board) in adjacentZones(it)",
        "distance(it, first(board)) == 2",
        "exists(zonesInRange(it, 2))",
        "connected(it, first(board))",
    ],
)
def test_the_size_of_the_c_follows_the_document_and_not_the_board_squared(asked: str) -> None:
    """Without a table of all pairs, four times as many zones need about four times the C."""
    small, large = (len(emit_game(lt.load_text(_asking(rows, asked)).game_def, 2).rules) for rows in (25, 50))
    fixed = len(emit_game(lt.load_text(_asking(3, asked)).game_def, 2).rules)
    assert large - fixed < 6 * (small - fixed)


@pytest.mark.parametrize("asked", ["adjacent(it, $d)", "hasCover(it, $d)", "$d in adjacentZones(it)"])
def test_a_large_board_is_compiled_and_says_what_the_reference_says(asked: str) -> None:
    """A board of 324 zones, which are too many for a table of pairs."""
    walk = (
        '  - { id: walk, params: [ { name: $t, domain: "tokens(mark)" }, { name: $d, domain: "board where row < 3" } ],'
        f' pre: "exists(board where it == $t.zone and {asked})",'
        " effects: [ moveTokenAdjacent: { token: $t, to: $d } ] }\n"
    )
    setup = "setup: [ createToken: { type: mark, zone: cell_1_1, owner: X } ]\nactions:"
    game = lt.load_text(_asking(18, "adjacent(it, first(board))", walk).replace("actions:", setup, 1))
    assert supports(game.game_def) == ()
    states = [game.new_initial_state(backend=backend) for backend in ("native", "reference")]  # type: ignore[arg-type]
    assert states[0].legal_actions() == states[1].legal_actions()
    assert len(states[0].legal_actions()) > 2 or "Cover" in asked


def test_a_board_with_too_many_moves_is_refused_before_they_are_all_drawn() -> None:
    """Ten types that slide over 10,000 cells took 2.5 GB to refuse; now no more lines are computed than can be
    compiled.
    """
    low = new_lowering(Layout(lt.load_text(many_patterns()).game_def, 2))
    with pytest.raises(UnsupportedError, match="more than 750000 places to move to"):
        most_targets(low, None, None, attacks=False)
    assert MOST_TARGETS < low.drawn < MOST_TARGETS + 1_000


@pytest.mark.parametrize("sizes", [((40, 2, 3), (400, 2, 3)), ((3, 40, 20), (3, 80, 40))])
def test_what_is_stored_is_written_as_loops_and_tables(sizes: tuple[tuple[int, int, int], ...]) -> None:
    """2,000 variables took gcc 14 s, 500 types of 20 properties over 60 s; now their C is as short as for a few."""
    few, many = (emit_game(lt.load_text(many_stored(*size)).game_def, 2).rules for size in sizes)

    def written(code: str) -> list[str]:
        return [line for line in code.splitlines() if "lt_mix" in line or "] = " in line or "return" in line]

    assert len(written(many)) - len(written(few)) < 40  # one per property, and not one per property of each type


def test_thousands_of_rules_share_the_tables_of_their_board() -> None:
    """A table by zones is made once: 1,000 actions over 10,000 cells took 21 s and 700 MB to refuse."""
    made: list[str] = []
    low = new_lowering(Layout(lt.load_text(many_actions(3)).game_def, 2))

    def values() -> list[int]:
        made.append("values")
        return [0]

    assert low.table("some", values) is low.table("some", values)
    assert made == ["values"]


def test_sets_are_kept_only_while_they_are_few() -> None:
    """Each open set has an entry for every zone, in the C and in every state."""
    kept = [emit_game(lt.load_text(many_actions(count, 60)).game_def, 2) for count in (20, 60)]
    assert [code.rules.count("_affected_at[") > 0 for code in kept] == [True, True]
    counts = [len(set(re.findall(r"open_a\d+_affected\b", code.rules))) for code in kept]
    assert counts == [20, 28]


def test_rules_that_no_compiler_would_finish_are_refused_with_their_size() -> None:
    """And are played on the reference kernel."""
    count = 900
    actions = "".join(
        f'  - {{ id: a{n}, params: [ {{ name: $c, domain: "board where empty(it)" }} ], '
        f"effects: [ createToken: {{ type: mark, zone: $c, owner: actor }} ] }}\n"
        for n in range(count)
    )
    game = lt.load_text(_asking(3, "true", actions))
    (reason,) = supports(game.game_def)
    assert reason == "its rules need more than 1572864 bytes of C"
    with pytest.warns(UserWarning, match="played on the reference kernel"):
        state = game.new_initial_state()
    assert (state.backend, len(state.legal_actions())) == ("reference", 9 * (count + 1))
