"""The search in C, in one file with a game, under the sanitizers: no invalid access, no overflow, no leak."""

from __future__ import annotations

import re
import subprocess
from importlib.resources import files

import pytest

import ludotome as lt
from ludotome.gamedef import GameDef
from ludotome.native import NativeGame, compile_game, emit_game
from ludotome.native.codes import FAULTS
from ludotome.native.run.search import search_source
from ludotome.play import shipped_games
from ludotome.spec import compile_text
from ludotome.toolchain import build_program, find_sanitizers
from tests.support.faulty_game import FULL
from tests.support.secret_games import REMEMBERED, asking_game, secret_game

C = files("ludotome.native").joinpath("c")
QUICK = ("tic-tac-toe", "breakthrough", "leduc-poker")

# Searches from positions of a random game with a small and with a large memory, then games between all kinds of agents.
PROGRAM = r"""
#include <stdio.h>
#define LT_MOST_ROWS 64
int main(void) {
    lt_rules rules;
    memset(&rules, 0, sizeof rules);
    rules.players = LT_PLAYERS;
    rules.width = LT_WIDTH;
    rules.outcome_at = (int32_t)(offsetof(lt_state, outcome) / sizeof(int32_t));
#if LT_ASKS
    rules.decides_at = (int32_t)(offsetof(lt_state, decides) / sizeof(int32_t));
#else
    rules.decides_at = (int32_t)(offsetof(lt_state, active) / sizeof(int32_t));
#endif
    rules.run_new = (void *(*)(void))lt_run_new;
    rules.run_free = (void (*)(void *))lt_run_free;
    rules.run_begin = (const void *(*)(void *, const void *, const volatile int32_t *))lt_run_begin;
    rules.run_start = (int32_t (*)(void *, uint64_t, const volatile int32_t *))lt_run_start;
    rules.run_state = (const void *(*)(const void *))lt_run_state;
    rules.run_list = (int64_t (*)(void *, int32_t *, int64_t))lt_run_list;
    rules.run_take = (int32_t (*)(void *, const int32_t *))lt_run_take;
    rules.run_out = (int32_t (*)(void *, uint64_t))lt_run_out;
    rules.run_worths = (int32_t (*)(const void *, int64_t *))lt_run_worths;
    rules.run_result = (int32_t (*)(void *, int32_t *, int64_t *, double *))lt_run_result;
#if LT_WORLDS
    rules.run_veil = (int32_t (*)(void *, const void *, const void *, int32_t))lt_run_veil;
    rules.run_world = (int32_t (*)(void *, uint64_t, const volatile int32_t *))lt_run_world;
    rules.run_known = (int32_t (*)(const void *, const int32_t *, int64_t, int32_t *))lt_run_known;
    rules.run_places = (void (*)(const void *, const int32_t *, int32_t *))lt_run_places;
#endif
    int32_t never = 0, rows[64 * LT_WIDTH], fault;
    int64_t simulated = 0, asked = 0, most;
    for (int round = 0; round < 6; round++) {
        lt_run *run = lt_run_new();
        if (!run || lt_run_start(run, (uint64_t)round, &never)) return 2;
        lt_state *root = 0;
        for (int ply = 0; ply <= 3 * round; ply++) {
            int32_t d[LT_MOST_ROWS * LT_WIDTH];
            if (lt_run_state(run)->outcome) break;
            free(root);
            if (!(root = lt_copy_of(lt_run_state(run)))) return 2;
            int64_t legal = lt_run_list(run, d, LT_MOST_ROWS);
            if (legal > LT_MOST_ROWS) legal = LT_MOST_ROWS;
            if (legal <= 0 || lt_run_take(run, d + 7 * ply % legal * LT_WIDTH)) break;
        }
        lt_run_free(run);
        int64_t bytes = (int64_t)lt_bytes_for(lt_records(root) + 1), memory = round % 2 ? 20000 : 1 << 26;
#if LT_WORLDS
        int32_t seat = lt_number_at(root, rules.decides_at), is_pending = lt_is_suspended(root);
        lt_search *search = lt_search_worlds(&rules, root, bytes, 7, memory, &the_secrets, seat);
        free(root);
        if (!search) return 3;
        int64_t visits[LT_MOST_ROWS], sum = 0, done = lt_search_run(search, SIMULATIONS, &never);
        double totals[LT_MOST_ROWS], values[LT_MOST_ROWS];
        int32_t faulty[LT_MOST_ROWS];
        if (is_pending && done < 0 && lt_search_fault(search) == LT_UNTOLD) { lt_search_free(search); continue; }
        asked += is_pending;
        if (done != SIMULATIONS || lt_worlds_line(search, rows, 64) < 1) return 4;
        int64_t count = lt_worlds_read(search, LT_MOST_ROWS, visits, totals, values, faulty);
        for (int64_t i = 0; i < count && i < LT_MOST_ROWS; i++) sum += visits[i];
        if (sum > done || lt_search_nodes(search, &most) > most) return 5;
        simulated += done;
        lt_search_free(search);
        continue;
#else
        lt_search *search = lt_search_new(&rules, root, bytes, 7, memory, round < 4, 1);
        free(root);
        if (!search) return 3;
        int64_t done = lt_search_run(search, SIMULATIONS, &never);
        if (done < 0 || lt_search_line(search, rows, 64) < 1) return 4;
        int64_t count = lt_search_count(search), *visits = calloc((size_t)count, sizeof *visits), sum = 0;
        double *totals = calloc((size_t)count, sizeof *totals), *values = calloc((size_t)count, sizeof *values);
        int32_t *proven = calloc((size_t)count, sizeof *proven);
        double returns[LT_PLAYERS];
        lt_search_read(search, visits, totals, values, proven, returns);
        for (int64_t i = 0; i < count; i++) sum += visits[i];
        if (sum != done || lt_search_nodes(search, &most) > most) return 5;
        simulated += done;
        free(visits); free(totals); free(values); free(proven);
        lt_search_free(search);
#endif
    }
    lt_agent agents[LT_PLAYERS];
    for (int i = 0; i < LT_PLAYERS; i++) {
        agents[i].kind = i % 3 == 0 ? LT_SEARCH_AGENT : i % 3 == 1 ? LT_GREEDY_AGENT : LT_RANDOM_AGENT;
        agents[i].simulations = 4;
    }
    lt_contest contest;
    memset(&contest, 0, sizeof contest);
    contest.agents = agents;
    contest.seed = 3;
    contest.max_plies = 30;
    contest.memory = 1 << 24;
    contest.rotates = contest.solves = 1;
    contest.deals = LT_PLAYERS;
    contest.actions = LT_ACTIONS;
    contest.condition_at = (int32_t)(offsetof(lt_state, condition) / sizeof(int32_t));
    contest.best = 1;
#if LT_WORLDS
    contest.secrets = &the_secrets;
#endif
    double returns[2 * LT_PLAYERS], offered[2 * LT_ACTIONS];
    int32_t plies[2], outcomes[2], conditions[2], faults[2], leads[2];
    int64_t choices[2], taken[2 * LT_ACTIONS], beside[2 * LT_ACTIONS];
    lt_contest_results to = {returns, offered, plies, outcomes, conditions, faults, leads, choices, taken, beside};
    plies[0] = plies[1] = 0;
    fault = 0;
    if (!(LT_WORLDS && LT_ASKS) && lt_contest_run(&rules, &contest, 5, 2, &to, &fault, &never) != 2) return 6;
    if (fault) return 7;
    printf("%lld %d %lld\n", (long long)simulated, plies[0] + plies[1], (long long)asked);
    return 0;
}
"""


def secrets_in_c(game: NativeGame) -> str:
    """Return the tables of hidden tokens as C; nothing for a game without hidden tokens."""
    if game.secrets is None:
        return ""
    lines, fields = [], [f".{name} = {number}" for name, number in game.secrets.numbers.items()]
    for name, (ctype, values) in game.secrets.tables.items():
        written = ", ".join(f"{{{', '.join(map(str, one))}}}" if isinstance(one, tuple) else str(one) for one in values)
        lines.append(f"static const {ctype} secret_{name}[] = {{{written}}};")
        fields.append(f".{name} = secret_{name}")
    return "\n".join([*lines, f"static const lt_secrets the_secrets = {{{', '.join(fields)}}};"])


def ran_clean(game_def: GameDef, name: str, simulations: int) -> list[int]:
    """Return what the program prints; the sanitizers must report nothing."""
    players = game_def.metadata.players.min
    parts = [emit_game(game_def, players).rules, search_source(), secrets_in_c(compile_game(game_def, players))]
    source = "".join(parts)
    # A function is called through a pointer of another type, with other types of pointers as arguments.
    flags = (*find_sanitizers().flags, "-O1", "-g0", f"-DSIMULATIONS={simulations}", "-Wno-cast-function-type", "-lm")
    program = build_program(source + PROGRAM, name=name, flags=flags)
    ran = subprocess.run([program], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")
    return [int(number) for number in ran.stdout.split()]


CERTAIN = [name for name in shipped_games() if not lt.load(name).is_uncertain]


@pytest.mark.parametrize(
    "name", [name if name in QUICK else pytest.param(name, marks=pytest.mark.long) for name in CERTAIN]
)
def test_sanitizers_find_nothing_in_a_search(name: str) -> None:
    simulated, plies, _ = ran_clean(lt.load(name).game_def, f"searched-{name}", 60)
    assert simulated > 60
    assert plies > 4


UNCERTAIN = [name for name in shipped_games() if name not in CERTAIN]


@pytest.mark.parametrize(
    "name", [name if name in QUICK else pytest.param(name, marks=pytest.mark.long) for name in UNCERTAIN]
)
def test_sanitizers_find_nothing_in_a_search_of_worlds(name: str) -> None:
    assert ran_clean(lt.load(name).game_def, f"searched-{name}", 60)[0] >= 60


@pytest.mark.parametrize("seed", [3, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(4, 30))])
def test_sanitizers_find_nothing_in_worlds_of_generated_games(seed: int) -> None:
    """Blanks, variables that hold tokens, and decisions that the seat cannot distinguish."""
    assert ran_clean(secret_game(seed), f"searched-secret-{seed}", 60)[0] >= 60


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.long) for seed in (1, 2, 3, 4, 6, 8, 9))])
def test_sanitizers_find_nothing_in_worlds_where_a_choice_is_pending(seed: int) -> None:
    assert ran_clean(asking_game(seed), f"searched-asking-{seed}", 60)[2] > 0


def test_sanitizers_find_nothing_in_worlds_with_a_past() -> None:
    made = compile_text(REMEMBERED)
    assert made.game_def is not None
    assert ran_clean(made.game_def, "searched-remembered", 60)[0] >= 60


def test_sanitizers_find_nothing_where_decisions_are_faulty() -> None:
    assert ran_clean(lt.load_text(FULL).game_def, "searched-faulty", 200)[0] > 200


def test_the_search_knows_faults_by_the_numbers_of_the_games() -> None:
    text = C.joinpath("apart.h").read_text(encoding="utf-8")
    named = re.findall(r"LT_([A-Z_]+) = (\d+)", text)
    assert len(named) == 8
    assert all(FAULTS[int(number)] == name.lower().replace("_", "-") for name, number in named)
