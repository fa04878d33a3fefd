"""The generated C: the same for the same definition, without warnings, and never outside its arrays."""

from __future__ import annotations

import itertools
import re
import subprocess
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest

import ludotome as lt
from ludotome.gamedef import Chance, GameDef, Shuffle, walk
from ludotome.native import ALL_OFF, ALL_ON, OUTCOMES, GameC, Options, compile_game, emit_game, supports
from ludotome.native.codes import FAULTS
from ludotome.toolchain import build_program, find_sanitizers
from tests.support.choice_games import asked_everywhere, every_kind_of_choice
from tests.support.generated_games import random_game
from tests.support.longest_games import game_of_climbs
from tests.support.native_games import SIX_GAMES, WARNINGS
from tests.support.sense_games import game_of_senses

GAMES = SIX_GAMES | {"choices": every_kind_of_choice, "asked-everywhere": asked_everywhere, "senses": game_of_senses}
GAMES["climbs"] = game_of_climbs
FOLDERS = (Path(lt.__file__).parent / "games", Path(__file__).resolve().parents[2] / "documents" / "more")
DOCUMENTS = sorted(path for folder in FOLDERS for path in folder.glob("*.md"))
DAILY = ("pig", "love-letter")


def _marks(path: Path) -> list[pytest.MarkDecorator]:
    return [] if path.stem in DAILY else [pytest.mark.long]


PROGRAM = """
#include <stdio.h>

/* Rows of numbers that mean nothing, among some that do: refused, or taken. */
static void hostile_decisions(lt_state *s) {
    static const int32_t numbers[] = {0, 1, 2, 3, -1, -2, 63, 64, 1000, INT32_MAX, INT32_MIN};
    lt_state *after = malloc(lt_bytes_for(LT_HISTORY + 1));
    uint64_t random = 1;
    for (int32_t k = 0; k < 3000; k++) {
        int32_t row[LT_WIDTH];
        for (int32_t i = 0; i < LT_WIDTH; i++) row[i] = numbers[lt_splitmix64(&random) % (i ? 11 : 7)];
        if (lt_apply(s, row, after, 0) == LT_OK && after->outcome == LT_RUNNING) lt_copy_state(s, after);
    }
    free(after);
}

#if LT_EXPLICIT || !LT_IDS

/* Neither chance nor decisions that cannot be numbered take part in games side by side. */
static void play_batch(void) {}

#else

/* Ids out of any range, then games side by side, listed from the 20th step on and shown from the 40th; every fifth step
   one is still, one is begun anew and one is put where another is. */
static void play_batch(void) {
    enum { GAMES = 3, STEPS = 60 };
    void *states = calloc(GAMES, LT_STRIDE);
    lt_state *other = calloc(1, LT_STRIDE);
    const int32_t stop = 0;
    static uint8_t mask[GAMES * LT_IDS], done[GAMES], truncated[GAMES];
    static double returns[GAMES * LT_PLAYERS];
    static lt_cell seen[GAMES * LT_TENSOR], ends[GAMES * LT_TENSOR];
    const uint8_t still[GAMES] = {0, 1, 0};
    const uint64_t seeds[GAMES] = {1, 2, 3};
    const int32_t looking[GAMES] = {0, LT_PLAYERS - 1, 0};
    const int64_t games[GAMES] = {2, 0, 1};
    int64_t ids[GAMES] = {INT64_MIN, INT64_MAX, -1}, first[GAMES], count[GAMES], next = 0;
    int32_t faults[GAMES], fault;
    lt_batch *batch = lt_batch_new(states, GAMES, 2, 0, 0, &stop, 0);
    if (!batch) return;
    fault = lt_batch_begin(batch, 1, &next);
    if (!fault && lt_batch_first_illegal(batch, ids, 0) != 0) abort();
    for (int32_t step = 0; step < STEPS && !fault; step++) {
        const uint8_t *left = step % 5 ? 0 : still;
        if (step == 10) lt_batch_watch(batch, seen, 0);
        if (step == 30) lt_batch_watch(batch, seen, looking);
        if (step >= 20) fault = lt_batch_list(batch);
        if (step == 40) fault = lt_batch_show(batch, mask);
        if (step >= 20 && !fault) {
            int32_t *all = malloc((size_t)lt_batch_legal(batch, first, count, 0) * sizeof *all + 1);
            if (all) lt_batch_legal(batch, first, count, all);
            free(all);
        }
        if (fault || (fault = lt_batch_draw(batch, (uint64_t)step, ids))) break;
        if (lt_batch_first_illegal(batch, ids, left) != GAMES) abort();
        if (left) ids[1] = INT64_MAX;
        fault = lt_batch_step(batch, ids, left, returns, done, truncated, faults, step % 2 ? ends : 0, 1, &next);
        if (fault || step % 5) continue;
        lt_copy_state(other, states);
        fault = lt_batch_reset(batch, games, 1 + step % GAMES, step % 10 ? seeds : 0, 1, &next);
        if (fault == LT_GAME_OVER) fault = LT_OK;
        if (!fault) fault = lt_batch_set(batch, 1, other);
        if (!fault && step >= 20) fault = lt_batch_list(batch);
    }
    lt_batch_free(batch);
    free(states);
    free(other);
}

#endif

int main(void) {
    enum { N = 40 };
    static double returns[N * LT_PLAYERS];
    static int32_t plies[N], outcomes[N], conditions[N], faults[N];
    lt_state *flat = malloc(lt_bytes_for(LT_HISTORY + 1));
    int32_t stop = 0, fault = 0;
    int64_t lines, done = lt_playouts(1, 0, N, 1000000, returns, plies, outcomes, conditions, faults, LT_MANY, &stop);
    static int64_t choices[N], actions[N * LT_ACTIONS + 1];
    static int32_t leads[N];
    lt_watched_playouts(
        1, 0, 4, 200, returns, plies, outcomes, conditions, faults, choices, actions, leads, LT_MANY, &stop);
    lt_new(flat, 1, &stop);
    lines = lt_perft(flat, 2, 0, &fault, LT_MANY, &stop);
    uint64_t hashes[2];
    lt_hashes(flat, hashes, &stop);
    hostile_decisions(flat);
    free(flat);
    play_batch();
    printf("%d %d %d\\n", (int)done, (int)lines, (int)fault);
    return 0;
}
"""


@pytest.mark.parametrize("name", GAMES)
def test_the_same_definition_gives_the_same_bytes(name: str) -> None:
    """Two emissions, from two equal definitions, are equal."""
    assert emit_game(GAMES[name](), 2).source == emit_game(GAMES[name](), 2).source


@pytest.mark.parametrize("side_by_side", [False, True])
@pytest.mark.parametrize("name", GAMES)
def test_no_compiler_warns(name: str, side_by_side: bool) -> None:
    """No warnings under -Wall -Wextra, of the rules alone or of everything."""
    assert compile_game(GAMES[name](), 2, side_by_side=side_by_side, flags=WARNINGS).library.messages == ""


LONG_RUNS = """```yaml
metadata: {{ id: long, players: {{ min: 2, max: 2 }}, seats: [A, B] }}
zones:
  - grid: {{ id: board, rows: 8, cols: 4, directions: 8, names: algebraic }}
tokenTypes: [ {{ id: man }} ]
actions:
  - id: put
    params: [ {{ name: $to, domain: "board where empty(it)" }} ]
    effects: [ createToken: {{ type: man, zone: $to, owner: actor }} ]
endConditions:
  - when: "exists($z in board where run($z, top(it).owner == lastActor) >= {n})"
    result: {{ type: win, player: lastActor }}
  - {{ when: noLegalMoves, result: {{ type: draw }} }}
```
"""


@pytest.mark.parametrize("n", [5, 9, 33, 64])
def test_a_run_longer_than_the_board_shifts_no_word_away(n: int) -> None:
    """Runs of 5 fit in one direction, those of 9 in none; a shift by 64 or more is undefined in C."""
    game_def = lt.load_text(LONG_RUNS.format(n=n)).game_def
    assert f"has_line_of_{n}" in emit_game(game_def, 2).source
    assert compile_game(game_def, 2, flags=WARNINGS).library.messages == ""


@pytest.mark.parametrize("name", GAMES)
def test_sanitizers_find_nothing(name: str) -> None:
    """Random games, counting and hashing run clean under the sanitizers that this compiler has."""
    _assert_clean_under_sanitizers(name, ALL_ON)


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_sanitizers_find_nothing_without_optimisations(name: str) -> None:
    """The same with every switch off."""
    _assert_clean_under_sanitizers(name, ALL_OFF)


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(1, 200))])
def test_sanitizers_find_nothing_in_generated_games(seed: int) -> None:
    """The same for generated games, which do what no person would write."""
    _assert_generated_is_clean(next(made for made in _games_from(seed) if not supports(made)), "sampled")


@pytest.mark.parametrize("seed", [200, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(201, 240))])
def test_sanitizers_find_nothing_where_chance_is_asked(seed: int) -> None:
    """Also in generated games that shuffle, with explicit chance."""
    shuffling = (made for made in _games_from(seed) if any(isinstance(node, Shuffle) for node in walk(made)))
    _assert_generated_is_clean(next(made for made in shuffling if not supports(made, chance="explicit")), "explicit")


@pytest.mark.parametrize("path", [pytest.param(path, id=path.stem, marks=_marks(path)) for path in DOCUMENTS])
def test_sanitizers_find_nothing_in_games_that_people_wrote(path: Path) -> None:
    """The shipped games, and those that new users wrote from the docs alone."""
    game = lt.load(path)
    assert _run_clean(emit_game(game.game_def, game.num_players), f"sanitized-{path.stem}").split()[0] == "40"


def _games_from(seed: int) -> Iterator[GameDef]:
    return map(random_game, itertools.count(seed * 1000))


def _assert_generated_is_clean(game_def: GameDef, chance: Chance) -> None:
    _run_clean(emit_game(game_def, game_def.metadata.players.min, chance=chance), "sanitized-generated")


def _assert_clean_under_sanitizers(name: str, options: Options) -> None:
    assert _run_clean(emit_game(GAMES[name](), 2, options), f"sanitized-{name}").split()[0] == "40"


def _run_clean(code: GameC, name: str) -> str:
    """Return what the program prints for a game; the sanitizers must report nothing."""
    # Not optimised, which compiles faster and leaves every access in place.
    flags = (*find_sanitizers().flags, "-O0", "-g0", "-lm")
    program = build_program(code.source + PROGRAM, name=name, flags=flags)
    ran = subprocess.run([program], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")
    return ran.stdout


def test_python_and_c_number_outcomes_and_faults_alike() -> None:
    """The enumerations of `play.h` are the tuples of `codes`, in order."""
    text = files("ludotome.native").joinpath("c", "play.h").read_text(encoding="utf-8")

    def listed(first: str) -> list[str]:
        found = re.search(rf"enum \{{\s*({first}.*?)\}}", text, re.DOTALL)
        assert found
        return [word.strip().removeprefix("LT_") for word in found[1].split(",")]

    def c_spelling(name: str) -> str:
        return re.sub(r"([a-z])([A-Z])", r"\1_\2", name).replace("-", "_").upper()

    assert listed("LT_RUNNING") == [c_spelling(name) for name in OUTCOMES]
    assert listed("LT_OK") == [c_spelling(name) for name in FAULTS]
