"""The parity tests can fail: faults put into the C are found by comparison with the reference.

Each fault is one change of the generated text, and is named for its effect. The comparison is that of the other parity
tests: random games state by state, which finds wrong rules, and whole games, which finds indexes that are not updated
correctly.

C with a fault may write anywhere in memory, and would affect later tests. So it runs in a separate process.
"""

# ruff: noqa: E501  (one fault a line reads as a table)

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import cache
from typing import NamedTuple

import pytest

import ludotome
from ludotome.gamedef import GameDef
from ludotome.native import ALL_ON, Batch, GameC, NativeGame, Options, emit_game
from ludotome.native.run.library import CDEF
from ludotome.toolchain import build
from tests.support.choice_games import asked_everywhere, every_kind_of_choice
from tests.support.cost_games import game_of_costs
from tests.support.group_games import group_game
from tests.support.longest_games import game_of_climbs
from tests.support.native_games import SIX_GAMES
from tests.support.parity import QUICK, Pair, check_random_lines
from tests.support.ring_games import torus
from tests.support.sense_games import game_of_senses


def _document(name: str) -> Callable[[], GameDef]:
    return lambda: ludotome.load(name).game_def


class Played(NamedTuple):
    """A game, the random games of it in which a fault must show, and the optimisations of its machine code."""

    make: Callable[[], GameDef]
    seeds: Iterable[int] = range(2)
    plies: int = 300
    options: Options = ALL_ON


GAMES = {
    "tic-tac-toe": Played(SIX_GAMES["tic-tac-toe"], range(60)),
    "connect-four": Played(SIX_GAMES["connect-four"], range(12)),
    "connect-four-by-zones": Played(
        SIX_GAMES["connect-four"], range(12), options=replace(ALL_ON, zone_sets=False, static_values=False)
    ),
    "breakthrough": Played(SIX_GAMES["breakthrough"], range(6)),
    "breakthrough-by-kept-steps": Played(
        SIX_GAMES["breakthrough"], range(6), options=replace(ALL_ON, step_planes=False)
    ),
    "othello": Played(SIX_GAMES["othello"]),
    "othello-by-zones": Played(SIX_GAMES["othello"], options=replace(ALL_ON, zone_sets=False)),
    "hex": Played(SIX_GAMES["hex"]),
    "gomoku": Played(SIX_GAMES["gomoku"]),
    "chess": Played(_document("chess"), range(6), 150),
    "go": Played(_document("go"), range(2), 250),
    "go-by-trials": Played(_document("go"), range(2), 250, replace(ALL_ON, foreseen=False)),
    "amazons": Played(_document("amazons"), range(2), 60),
    "groups": Played(lambda: group_game(35), range(3), 25),
    "choices": Played(every_kind_of_choice, range(12), 40),
    "asked-everywhere": Played(asked_everywhere, range(8), 40),
    "senses": Played(game_of_senses, range(2), 20),
    "climbs": Played(game_of_climbs, range(5), 30),
    "costs": Played(game_of_costs, range(6), 60),
    "torus": Played(lambda: torus("both"), range(2), 25),
}


class Fault(NamedTuple):
    """A text in the C of a game, and its replacement: at its first occurrence after *after*."""

    spoils: str
    game: str
    old: str
    new: str
    after: str = ""


FAULTS = (
    Fault("a line looked at once too little", "tic-tac-toe", "line &= line << 3;", ""),
    Fault("a line that starts short", "tic-tac-toe", "line = zones;", "line = zones & ~UINT64_C(1);"),
    Fault("the count of decisions", "tic-tac-toe", "s->ply++;", "s->ply += 2;"),
    Fault("who acted", "tic-tac-toe", "s->last_actor = actor;", "s->last_actor = 1 - actor;"),
    Fault("the turn", "tic-tac-toe", "s->turn++;", ""),
    Fault("a position not recorded", "tic-tac-toe", "if (!s->recorded) record_position(s);", ""),
    Fault("a line of five", "connect-four", "line &= line << 14;", "line &= line << 21;"),
    Fault(
        "a table of steps",
        "connect-four-by-zones",
        "static const int8_t step_s_1[43] = {\n    -1, 7,",
        "static const int8_t step_s_1[43] = {\n    -1, 8,",
    ),
    Fault("an open set computed as a whole", "connect-four", "s->occupied[0] >> 7", "s->occupied[0] >> 6"),
    Fault("an open set told too little", "connect-four-by-zones", "open_drop_affected_at[2 +", "open_drop_affected_at[1 +"),
    Fault("token 0", "breakthrough", "if (gone >= 0) {", "if (gone > 0) {"),
    Fault("a slot not freed", "breakthrough", "s->free_slots[token / 64] |= UINT64_C(1) << token % 64;", ""),
    Fault("the zone that was left", "breakthrough", "zone_changed(s, from);", ""),
    Fault("the order of steps", "breakthrough", "{1, 8, 4, 2}", "{1, 8, 2, 4}"),
    Fault("the token index: one gained", "breakthrough", "token_gained(s, slot);", ""),
    Fault("kept steps: those into a zone", "breakthrough-by-kept-steps", "    test_steps_of_move_into(s, zone);", ""),
    Fault("step planes: where something stands", "breakthrough", "~(s->occupied[0]) << 8", "~(friends[0]) << 8"),
    Fault("step planes: the bits of a token", "breakthrough", "may_1 << 1", "may_1 << 2"),
    Fault("step planes: whether there is one", "breakthrough", "return find_planes(s, p) > 0;", "return find_planes(s, p) == 0;"),
    Fault("step planes: those of the state before", "breakthrough", "p->planes_found = 0;", ""),
    Fault("step planes: the first slots of a player", "breakthrough", "lt_lowest_bit(owned) / 4", "lt_lowest_bit(owned) / 4 + 1"),
    Fault("a token in a region", "breakthrough", "& zones_in_region_goal[1 + s->last_actor]", "& zones_in_region_goal[1]"),
    Fault("a ray cut short", "othello", "line |= line << 16 & inner;\n    line |= line << 16 & inner;", ""),
    Fault("zones of a player", "othello", "s->owner_zones[1 + s->token_owner[1 + token]][word] ^= zone;", ""),
    Fault("rays with descending numbers", "othello", "return ray & (0 - end) << 1;", "return ray & (end - (end != 0));"),
    Fault("rays with ascending numbers", "othello", "return ray & (end - (end != 0));", "return ray & (0 - end) << 1;"),
    Fault("another owner", "othello", "lt_set_owner(s, token, actor);", "lt_set_owner(s, token, 1 - actor);"),
    Fault("what is returned", "othello", "(double)(LT_PLAYERS - 2 * above", "(double)(LT_PLAYERS - above"),
    Fault(
        "the owner index",
        "othello-by-zones",
        "s->owner_on[1 + zone] = (int8_t)s->token_owner[1 + lt_top(s, zone)];",
        "if (lt_top(s, zone) < 0) s->owner_on[1 + zone] = -1;",
    ),
    Fault("ends of joined groups", "hex", "s->ends_0[other] |= s->ends_0[root];", ""),
    Fault("groups not joined", "hex", "s->group_0[root] = (int16_t)other;", ""),
    Fault("a drawn zone beyond the first word", "gomoku", "below = k >= passed ? passed : below;", "below = 0;"),
    Fault("kept lines", "gomoku", "toggle_lines(s, zone, s->token_owner[1 + lt_top(s, zone)]);", ""),
    Fault("the zones changed last", "gomoku", "s->log[s->log_end++ & 15] = zone;", "s->log[s->log_end++ & 15] = 0;"),
    Fault("a pin forgotten", "chess", "if (!(between & (between - 1))) pins |= between;", ""),
    Fault("a check not seen by pins", "chess", "if (!between) return ~UINT64_C(0);", ""),
    Fault("held lines: what stands on them", "amazons", "s->held[held_by_zone[s->token_zone[1 + token]][3].line] ^=", "s->held[0] ^="),
    Fault("held lines: the end of a slide", "amazons", " >> way->shift | way->end", " >> way->shift | 2 * way->end"),
    Fault("an attacker that is taken", "chess", "attack_leapers(s, zone, player) & ~entered", "attack_leapers(s, zone, player)"),
    Fault("a watched token that moves", "chess", "if (watched & left) watched ^= left | entered;", ""),
    Fault("a whole slide as numbers", "chess", "out[i] = first + own[i];", "out[i] = first + own[0];"),
    Fault("a slide with a landing to be refused", "chess", "== 13) && lands_all", "== 14) && lands_all"),
    Fault("kept steps: what another sees", "breakthrough-by-kept-steps", "held[step->owner] & step->not_onto", "held[0] & step->not_onto"),
    Fault("attack masks: leapers", "chess", "if (attack_leapers(s, zone, player)) return 1;", ""),
    Fault("attack masks: what stands between", "chess", "[zone][lt_lowest_bit(from)] & s->occupied[0])) return 1;", "[zone][lt_lowest_bit(from)])) return 1;"),
    Fault("target masks: a step that has a condition", "chess", "if (way->when >= 0 && !pattern_holds(s, way->when, token)) continue;", "", after="targets_all_numbers("),
    Fault("target masks: leaps", "chess", "else out = lt_jump_numbers(way, stands, first, out);", ""),
    Fault("the kind index", "chess", "[lt_kind(s->token_type[1 + token])] ^= zone;", "[lt_kind(s->token_type[1 + token])] |= zone;"),
    Fault("the zones of each player", "chess", "s->owner_zones[1 + s->token_owner[1 + token]][word] ^= zone;", "s->owner_zones[1 + s->token_owner[1 + token]][word] |= zone;"),
    Fault("an effect cut from a trial", "go-by-trials", "lt_destroy(s, p, gone);", "", after="as far as its post can see them"),
    Fault("a trial not put back", "go-by-trials", "lt_put_back(tried, was, play.was_count);", ""),
    Fault("groups not joined as they grow", "go", "lt_groups_join(g, zone, own[i]);", ";"),
    Fault("a group's open zone that is taken", "go", "g->touches[group] -= open_worth[zone];", ""),
    Fault("an open zone that comes back to a group", "go", "g->touches[group] += worth;", ""),
    Fault("a weak group next to what is placed", "go", "if (!joins) lt_groups_mark(g, group);", ""),
    Fault("a weak group", "go", "weak = lt_is_weak(g->touches[group]);", "weak = 0;"),
    Fault("a group that lost a token", "groups", "        g->of[1 + at] = LT_UNKNOWN_GROUP;", "        break;"),
    Fault("what a walked group touches", "groups", "            touches += lt_has_bit(g->open, near) * open_worth[near];", ""),
    Fault("what is foreseen to be taken", "go", " + lt_number_in(s, 0, zone)", ""),
    Fault("a placement foreseen", "go", "return taken_play(s, actor, at_2);", "return 1;"),
    Fault("a placement that brings a position back", "go", " && (lt_seen_region_with", " || (lt_seen_region_with", after="foreseen_play("),
    Fault("a kept hash of tokens", "go", "s->token_sum += change;", ""),
    Fault("a kept hash of a region", "go", "s->region_sum[0] += change;", ""),
    Fault("a position seen and not noted", "go", "s->seen_bits[row - 1][key / 64 % 32] |=", "(void)s->seen_bits[row - 1][key / 64 % 32]; (void)"),
    Fault("what a zone held before", "go", "s->held_on[zone] = (uint8_t)held;", ""),
    Fault("whose turn a position counts", "go", "[1 + s->active][1 + s->next_player]", "[1 + s->next_player][1 + s->active]"),
    Fault("where a token stood before", "go", "s->stood_4[1 + owner][zone / 64] |=", "s->stood_4[0][zone / 64] |="),
    Fault("all placements together: next to what", "go", "near[1] |= set[1] >> 9;", ""),
    Fault("all placements together: those that take", "go", " | look.near_0[i];", ";"),
    Fault("all placements together: one in doubt", "go", "passing &= ~((uint64_t)(foreseen_play(s, actor, at_2, &look) == 0) << bit);", ""),
    Fault("drawn sets: what was refused", "go", "counts[word]--;", ""),
    Fault("the answer of a group", "go", "= answer;", "= !answer;"),
    Fault("an answer dropped", "choices", "*answer = options[i];", "*answer = options[0];"),
    Fault("options miscounted", "choices", "- missing + 1 - start", "- missing - start"),
    Fault("a chosen token that is gone", "choices", "if (list[i] == token) list[i] = -1;", ""),
    Fault("plies of answers", "choices", "s->ply += lt_plies_ahead(s);", ""),
    Fault("who is asked", "asked-everywhere", "s->decides = p->question.player;", ""),
    Fault("uses counted forever", "asked-everywhere", "if (scope_of_counter[i] == scope)", "if (1)"),
    Fault("sight through a token", "senses", "opaque[cell_of_zone[1 + zone]] = 1;", "opaque[cell_of_zone[1 + zone]] = 0;"),
    Fault("sight between sheets", "senses", "if (sheet < 0 || sheet != sheet_of_zone[1 + to]) return 0;", "if (sheet < 0 || sheet_of_zone[1 + to] < 0) return 0;"),
    Fault("cover from afar", "senses", "if (zone < 0 || !is_adjacent[1 + to][1 + zone]) continue;", "if (zone < 0) continue;"),
    Fault("a walk through tokens", "senses", "taken[count++] = zone;", ";"),
    Fault("a walk that ends at its start", "senses", "if (cost[zone] >= 0 && zone != start)", "if (cost[zone] >= 0)"),
    Fault("a series one too short", "climbs", "if (best == most - 1) { lt_give_back(before, after); return most; }", "if (best == most - 1) { lt_give_back(before, after); return most - 1; }"),
    Fault("a worse series kept", "climbs", "worth > bar.worth", "worth < bar.worth", after="static lt_longest longest_paid(const lt_state *s, int32_t actor) {"),
    Fault("the type index: one lost", "costs", "&= ~(UINT64_C(1) << token % 64);", "|= UINT64_C(1) << token % 64;", after="s->typed_"),
    Fault("a cost that nobody can pay", "costs", "paid = trial_cost_build(tried, &play, actor, d) ||", "paid = 0 &&"),
    Fault("how many are left out", "costs", "return p->unpaid[i].count--, 1;", "return 1;"),
    Fault("where those left out stand", "costs", "p->unpaid[i].at -= p->unpaid[i].at > k;", ""),
    Fault("a way to the goal", "costs", "here = list[--count];", "here = list[0], count--;"),
    Fault("rings: a zone met twice", "torus", "n += !(met[", "n += 1 | !(met["),
    Fault("rings: one zone between too few", "torus", "if (rays[at] == goal) return at - rays_at[row];", "if (rays[at] == goal) return at - rays_at[row] - (at > rays_at[row]);"),
)  # fmt: skip
# Faults in the masks of batches, found by comparison with the C without the fault.
OF_MASKS = (
    Fault("what a mask shows", "go", "shown[word] = legal[word];", ""),
    Fault("the last zone a mask shows", "go", "mask + 64, 17)", "mask + 64, 16)"),
    Fault("what a mask shows of words that changed", "go", "if (changed[1]) lt_spread_bits", "if (!changed[1]) lt_spread_bits"),
    Fault("what was listed before there was a mask", "go", "if (!slice->mask) memset(slice->shown, 0, ", "if (slice->mask) memset(slice->shown, 0, "),
    Fault("a draw from what is legal", "go", "(legal ? (int32_t)(legal[word] >> bit & 1) :", "(legal ? 1 :"),
    Fault("what was shown and is not any more", "breakthrough", "if (slice->mask) lt_unlist_ids(slice, game);", ""),
    Fault("what a mask shows of steps", "breakthrough", "mask[token * 64 + to[1]] = (uint8_t)may_1;", "mask[token * 64 + to[1]] = (uint8_t)may_2;"),
    Fault("a draw from the sets of this game", "breakthrough", "const uint64_t *sets = slice->gathered + game * LT_GATHERED_WORDS;\n    return drawn_draw", "const uint64_t *sets = slice->gathered;\n    return drawn_draw"),
    Fault("what was listed and is not any more", "amazons", "else for (int64_t k = 0; k < count; k++) mask[ids[k]] = 0;", ""),
)  # fmt: skip
_FINE, _FAILED = 10, 11  # exit codes that nothing else uses
EVERY_DAY, REST = FAULTS[::5], tuple(fault for place, fault in enumerate(FAULTS) if place % 5)


def _name(fault: Fault) -> str:
    return f"{fault.game}: {fault.spoils}"


@cache
def _code(name: str) -> GameC:
    return emit_game(GAMES[name].make(), 2, GAMES[name].options)


@pytest.mark.parametrize("fault", EVERY_DAY, ids=_name)
def test_a_fault_is_found(fault: Fault) -> None:
    """Some of them, in every run."""
    assert _is_found(fault)


@pytest.mark.long
@pytest.mark.parametrize("fault", REST, ids=_name)
def test_every_fault_is_found(fault: Fault) -> None:
    """All the others; one compilation each."""
    assert _is_found(fault)


@pytest.mark.parametrize("fault", OF_MASKS, ids=_name)
def test_a_fault_of_masks_is_found(fault: Fault) -> None:
    """The same games are stepped with the fault and without."""
    assert _fails(_compare_masks, fault.game, _spoilt(fault))


def test_without_a_fault_of_masks_nothing_is_found() -> None:
    """The comparison itself does not fail; a changed comment is another text of the same C."""
    assert not _fails(_compare_masks, "go", _code("go").source + "/* other */\n")


def _compare_masks(name: str, code: GameC, source: str) -> None:
    seen = _seen_side_by_side(name, code, code.source)
    assert len(seen) == 120
    assert _seen_side_by_side(name, code, source) == seen


def _seen_side_by_side(name: str, code: GameC, source: str) -> list[bytes]:
    """Return the drawn ids and the masks before each of many steps."""
    library = build(source, name="faulty-game", flags=("-w", *QUICK), cdef=CDEF)
    games = Batch(NativeGame(GAMES[name].make(), 2, code, library), 4, seed=1)
    assert len(games.legal().count) == 4
    seen = []
    for seed in range(120):
        masks, drawn = games.masks().tobytes(), games.draw(seed)
        seen.append(masks + drawn.tobytes())
        games.step(drawn)
    return seen


@pytest.mark.parametrize("fault", [*FAULTS, *OF_MASKS], ids=_name)
def test_a_fault_changes_something_that_is_there(fault: Fault) -> None:
    """A fault whose text is no longer in the C would never be found."""
    assert _spoilt(fault) != _code(fault.game).source


@pytest.mark.parametrize(
    "name", ["tic-tac-toe", *(pytest.param(name, marks=pytest.mark.long) for name in [*GAMES][1:])]
)
def test_without_a_fault_nothing_is_found(name: str) -> None:
    """The comparison itself does not fail."""
    assert not _fails(_check, name, _code(name).source)


def test_there_are_fifty_faults() -> None:
    """More than twice as many as required, all different."""
    assert len({(fault.game, fault.old, fault.after) for fault in FAULTS}) == len(FAULTS) >= 50


def _spoilt(fault: Fault) -> str:
    source = _code(fault.game).source
    head, sep, tail = source.partition(fault.after) if fault.after else ("", "", source)
    return head + sep + tail.replace(fault.old, fault.new, 1)


def _is_found(fault: Fault) -> bool:
    return _fails(_check, fault.game, _spoilt(fault))


def _check(name: str, code: GameC, source: str) -> None:
    played = GAMES[name]
    library = build(source, name="faulty-game", flags=("-w", *QUICK), cdef=CDEF)
    pair = Pair(NativeGame(played.make(), 2, code, library))
    assert check_random_lines(pair, played.seeds, played.plies) > 0


def _fails(check: Callable[[str, GameC, str], None], name: str, source: str) -> bool:
    """Return whether *check* raises, crashes or does not end, in a separate process."""
    processes = multiprocessing.get_context("forkserver")
    processes.set_forkserver_preload(["tests.support.parity", "ludotome.kernel", "numpy"])
    process = processes.Process(target=_try, args=(check, name, _code(name), source), daemon=True)
    process.start()
    process.join(120)
    process.kill()
    process.join()
    assert process.exitcode is not None
    assert process.exitcode < 0 or process.exitcode in (_FINE, _FAILED)
    return process.exitcode != _FINE


def _try(check: Callable[[str, GameC, str], None], name: str, code: GameC, source: str) -> None:
    try:
        check(name, code, source)
    except Exception:  # any failure, by an assertion or by invalid numbers
        os._exit(_FAILED)
    os._exit(_FINE)
