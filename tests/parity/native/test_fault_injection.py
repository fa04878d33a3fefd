"""A parity suite that cannot fail is worth nothing: faults put into the C are found by comparing with the reference.

Each fault is one change of the generated text. The comparison is that of the other parity tests: random games state by
state, which finds wrong rules, and whole games in one go, which finds indexes that are not kept up to date.
"""

from __future__ import annotations

import itertools
from functools import cache

import pytest

import ludotome
from ludotome.chance import mix
from ludotome.gamedef import GameDef
from ludotome.kernel import apply_move, compute_full_hash, compute_position_hash, initial_state, legal_moves
from ludotome.native import GameC, NativeGame, decode_decision, decode_state, emit_game, encode_state
from ludotome.native.library import CDEF
from ludotome.toolchain import build
from tests.support.native_games import SIX_GAMES, reference_trace

# game, what stands in its C, what is put there instead (the first time it occurs)
FAULTS = (
    ("tic-tac-toe", "line = zones;", "line = zones & ~UINT64_C(1);"),
    ("tic-tac-toe", "s->ply++;", "s->ply += 2;"),
    ("tic-tac-toe", "s->last_actor = actor;", "s->last_actor = 1 - actor;"),
    ("tic-tac-toe", "i < 3; i++) line", "i < 2; i++) line"),
    ("tic-tac-toe", "s->turn++;", ""),
    ("tic-tac-toe", "if (!s->recorded) record_position(s);", ""),
    ("connect-four", "i < 4; i++) line", "i < 5; i++) line"),
    (
        "connect-four",
        "static const int8_t step_s_1[43] = {\n    -1, 7,",
        "static const int8_t step_s_1[43] = {\n    -1, 8,",
    ),
    ("connect-four", "open_drop_affected_at[2 + zone]; i++", "open_drop_affected_at[1 + zone]; i++"),
    ("breakthrough", "if (gone >= 0) {", "if (gone > 0) {"),
    ("breakthrough", "s->free_slots[token / 64] |= UINT64_C(1) << token % 64;", ""),
    ("breakthrough", "zone_changed(s, from);", ""),
    ("breakthrough", "{1, 8, 4, 2}", "{1, 8, 2, 4}"),
    ("breakthrough", "token_gained(s, slot);", ""),
    ("breakthrough", "    test_steps_of_move_into(s, zone);", ""),
    ("othello", "i < 5; i++) line |=", "i < 1; i++) line |="),
    ("othello", "s->zones_of[1 + owner] |= UINT64_C(1) << zone;", ""),
    ("othello", "lt_set_owner(s, token, actor);", "lt_set_owner(s, token, 1 - actor);"),
    ("othello", "returns[i] = LT_PLAYERS == 1 ? 1 : 1 -", "returns[i] = LT_PLAYERS == 1 ? 1 : 2 -"),
    ("hex", "s->ends_0[other] |= s->ends_0[root];", ""),
    ("hex", "s->group_0[root] = (int16_t)other;", ""),
    ("gomoku", "toggle_lines(s, zone, s->token_owner[1 + lt_top(s, zone)]);", ""),
    ("gomoku", "s->log[s->log_end++ & 15] = zone;", "s->log[s->log_end++ & 15] = 0;"),
    ("go", "        g->touches[group] += worth;", "        if (open) g->touches[group] += worth;"),
    (
        "go",
        "        g->touches[group] += worth;\n        lt_groups_mark(g, group);",
        "        g->touches[group] += worth;",
    ),
    ("go", "    g->touches[to] += g->touches[from];", ""),
    ("go", "(g->of_kind[kind][word] & ~g->weak[word])", "g->of_kind[kind][word]"),
    ("chess", "if (watched & left) watched ^= left | entered;", ""),
)
EVERY_DAY, REST = FAULTS[::5], tuple(fault for place, fault in enumerate(FAULTS) if place % 5)


@cache
def _definition(name: str) -> GameDef:
    return SIX_GAMES[name]() if name in SIX_GAMES else ludotome.load(name).game_def


@cache
def _code(name: str) -> GameC:
    return emit_game(_definition(name), 2)


@pytest.mark.parametrize("fault", EVERY_DAY, ids=lambda fault: f"{fault[0]}: {fault[1][:30]}")
def test_a_fault_is_found(fault: tuple[str, str, str]) -> None:
    """One fault of each kind, on every run."""
    _assert_found(*fault)


@pytest.mark.long
@pytest.mark.parametrize("fault", REST, ids=lambda fault: f"{fault[0]}: {fault[1][:30]}")
def test_every_fault_is_found(fault: tuple[str, str, str]) -> None:
    """All the others; one compilation each."""
    _assert_found(*fault)


def test_there_are_twenty_faults() -> None:
    """As many as the issue asks for, each changing something that is there."""
    assert len(FAULTS) >= 20
    assert all(old in _code(game).source for game, old, _ in FAULTS)


def test_without_a_fault_nothing_is_found() -> None:
    """The comparison itself is not what fails."""
    assert not _differs("tic-tac-toe", _code("tic-tac-toe").source)


def _assert_found(name: str, old: str, new: str) -> None:
    source = _code(name).source
    assert old in source
    assert _differs(name, source.replace(old, new, 1))


def _differs(name: str, source: str) -> bool:
    """Whether games by the faulty C ever differ from the reference's, in anything parity looks at."""
    game_def, code = _definition(name), _code(name)
    native = NativeGame(game_def, 2, code, build(source, name="faulty-game", flags=("-w",), cdef=CDEF))
    for seed in range(3 if name in ("tic-tac-toe", "connect-four") else 1):
        state, flat = initial_state(game_def, seed), native.new_state(seed)
        for ply in itertools.count():
            if (
                decode_state(native, flat) != state
                or (native.flat(encode_state(native, state)) != native.flat(flat)).any()
            ):
                return True
            if native.hashes(flat) != (compute_position_hash(game_def, state), compute_full_hash(game_def, state)):
                return True
            decisions, rows = legal_moves(game_def, state), native.legal(flat)
            if tuple(decode_decision(native, row) for row in rows) != decisions:
                return True
            if state.outcome is not None:
                break
            choice = mix(seed, ply) % len(decisions)
            flat = native.apply(flat, rows[choice])
            state = apply_move(game_def, state, decisions[choice]).state
    return any(native.trace(seed, seed + 1000) != chain for seed, chain in enumerate(_chains(name)))


@cache
def _chains(name: str) -> tuple[tuple[int, ...], ...]:
    games = {"tic-tac-toe": 150, "connect-four": 12, "breakthrough": 6}.get(name, 2)
    return tuple(reference_trace(_definition(name), seed, seed + 1000) for seed in range(games))
