"""Kept groups equal groups found by a search, after every decision, and a trial does not change them.

The C of a game gets one more function: it searches the group of every zone, and compares its members, whether it
touches an open zone and whether that is the only one with the kept data.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

import ludotome
from ludotome.gamedef import GameDef, PlayError
from ludotome.native import NativeGame, emit_game
from ludotome.native.run.library import CDEF
from ludotome.toolchain import build
from tests.support.group_games import group_game

PLIES = 30
CHECK = """
/* The first zone whose group is kept wrong, or -1; -2 where a trial changed what is kept, -3 where some are unknown. */
static int32_t compare_groups(const lt_state *s, const lt_state *tried, const lt_state *fresh) {
    for (int32_t n = 0; n < LT_GROUPS; n++) {
        const lt_groups *g = &s->groups[n];
        if (memcmp(tried->groups, s->groups, sizeof s->groups) || tried->groups_rest) return -2;
        for (int32_t word = 0; word < LT_ZONE_WORDS; word++) if (g->unknown[word]) return -3;
        for (int32_t start = 0; start < LT_ZONES; start++) {
            int32_t list[LT_ZONES1], met[LT_ZONES1] = {0}, touched[LT_ZONES1] = {0}, count = 0, open = 0;
            int32_t kind = fresh->groups[n].kind[1 + start];
            if (g->kind[1 + start] != kind) return start;
            if (lt_has_bit(g->open, start) != lt_has_bit(fresh->groups[n].open, start)) return start;
            if (kind < 0) {
                if (g->of[1 + start] != LT_NO_GROUP || lt_has_bit(g->weak, start)) return start;
                continue;
            }
            list[count++] = start;
            met[start] = 1;
            for (int32_t at = 0; at < count; at++)
                for (int32_t i = neighbours_at[1 + list[at]]; i < neighbours_at[2 + list[at]]; i++) {
                    int32_t near = neighbours[i];
                    if (lt_has_bit(g->open, near)) open += !touched[near], touched[near] = 1;
                    if (!met[near] && g->kind[1 + near] == kind) list[count++] = near, met[near] = 1;
                }
            for (int32_t zone = 0; zone < LT_ZONES; zone++)
                if ((g->of[1 + zone] == g->of[1 + start]) != met[zone]) return start;
            if (g->size[g->of[1 + start]] != count || !lt_has_bit(g->of_kind[kind], start)) return start;
            if (lt_groups_touch(g, start) != (open > 0) || lt_has_bit(g->weak, start) != (open <= 1)) return start;
        }
    }
    return -1;
}

LT_API int32_t check_groups(const lt_state *s) {
    lt_state *tried = lt_copy_of(s), *fresh = lt_copy_of(s);
    int32_t room[(LT_MOST_DECISIONS + 1) * LT_WIDTH];
    lt_halt halt = lt_new_halt(&lt_never);
    lt_begin_call(tried, &halt);
    if (LT_MOST_DECISIONS) lt_list_legal(tried, room, LT_MOST_DECISIONS + 1);
    (void)lt_end_call_on(tried, &halt);
    lt_rebuild(fresh);
    int32_t wrong = compare_groups(s, tried, fresh);
    free(tried);
    free(fresh);
    return wrong;
}
"""


def _checked(game_def: GameDef) -> NativeGame:
    players = game_def.metadata.players.min
    code = emit_game(game_def, players)
    assert "lt_groups groups[" in code.source
    cdef = f"{CDEF}int32_t check_groups(const void *s);"
    library = build(code.source + CHECK, name="checked-groups", flags=("-O0", "-w"), cdef=cdef)
    return NativeGame(game_def, players, code, library)


def _check_kept(game_def: GameDef, seeds: range) -> None:
    native = _checked(game_def)
    for seed in seeds:
        chooser, state = random.Random(seed), native.new_state(seed)
        for ply in range(PLIES):
            assert _wrong(native, state) == -1, f"seed {seed}, ply {ply}"
            rows = native.legal(state)
            if not len(rows):
                break
            try:
                state = native.apply(state, rows[chooser.randrange(len(rows))])
            except PlayError:
                break  # a document fault


def _wrong(native: NativeGame, state: Any) -> int:
    return int(native.library.lib.check_groups(native.pointer(state, "void *")))


def test_the_groups_of_go_are_kept() -> None:
    """Including captures of many stones, on the whole board of nine."""
    _check_kept(ludotome.load("go").game_def, range(5))


@pytest.mark.parametrize("seed", [*range(12), *(pytest.param(seed, marks=pytest.mark.long) for seed in range(12, 300))])
def test_the_groups_of_random_games_are_kept(seed: int) -> None:
    """Tokens moved, flipped, captured one by one, and groups by type or by a property."""
    _check_kept(group_game(seed), range(3))
