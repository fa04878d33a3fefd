"""Transitions: the initial state, the decisions of a state, and the state after a decision.

One apply runs from a decision to the next stop. If a choice comes up on the way, the result is the state *before*, with
the decision and the answers so far (`Pending`); each answer runs everything again from there, with the same random
numbers, until every choice is answered. What players see in the meantime is the *view*: the state in which the choice
came up, recomputed on demand.

Invariants:
    * pure functions of their arguments: an illegal decision changes nothing, a repeated one gives an equal state;
    * legal decisions are computed once per state and cached with it.

This module does not know rules; it only starts and ends their runs.
"""

from __future__ import annotations

from contextlib import suppress

import msgspec
from msgspec import Struct

from ludotome.chance import seed_generator
from ludotome.gamedef import (
    Chance,
    Decision,
    GameDef,
    GameState,
    Pending,
    PlayError,
    TerminalResult,
    Type,
    checked_seed,
    of_kind,
)
from ludotome.kernel.decisions import find_value, to_json_value
from ludotome.kernel.explain import Refusal, refusal_of
from ludotome.kernel.faults import CHANCE, DocumentFault, Question, Suspended
from ludotome.kernel.kept import Kept, weight_of
from ludotome.kernel.legality import Legality, key_of
from ludotome.kernel.loop import Walk
from ludotome.kernel.rules import tables_of
from ludotome.kernel.run import Run, TriggerFiring
from ludotome.kernel.tables import Tables
from ludotome.kernel.working import Working, freeze, thaw

TERMINAL = -4  # the player number of a finished game, as in OpenSpiel


class ApplyMoveResult(msgspec.Struct, frozen=True):
    """The result of a decision, and the triggers that fired; the triggers are given once no choice is pending."""

    state: GameState
    trigger_firings: tuple[TriggerFiring, ...]


class View(Struct, frozen=True):
    """The visible part of a suspended state: the choice, and the state in which it came up."""

    question: Question
    working: Working


def _view_weight(view: View) -> int:
    return len(view.question.options) + weight_of(view.working)


_VIEWS: Kept[View] = Kept(_view_weight)
_LEGALITY: Kept[Legality] = Kept(lambda legality: legality.weight)


# ── Playing ────────────────────────────────────────────────────────────────────────────────────


def initial_state(
    game_def: GameDef,
    seed: int,
    player_count: int | None = None,
    chance: Chance = "sampled",
) -> GameState:
    """Return the state at the first decision, after setup and everything that happens before that decision."""
    tables = tables_of(game_def)
    state = _blank(tables, seed, _players(game_def, player_count), chance)
    return run_apply(tables, state, None, ()).state


def legal_moves(game_def: GameDef, state: GameState) -> tuple[Decision, ...]:
    """Return the legal decisions in definition order; empty if the game is over."""
    if _checked(state).outcome is not None:
        return ()
    tables = tables_of(game_def)
    if state.pending is not None:
        return _answers(tables, view_of(tables, state).question)
    return legality_of(tables, state).decisions


def apply_move(game_def: GameDef, state: GameState, move: Decision) -> ApplyMoveResult:
    """Return the result of *move*; raise `PlayError` if it cannot be made."""
    _check_asked(state, move)
    if state.outcome is not None:
        raise PlayError("game-over", f"the game is over ({state.outcome.type}); nothing can be decided", decision=move)
    tables = tables_of(game_def)
    if state.pending is not None:
        pending = state.pending
        answer = _answer(tables, view_of(tables, state).question, move)
        return run_apply(tables, pending.before, pending.decision, (*pending.answers, answer))
    return run_apply(tables, state, legal_decision(tables, state, move), ())


def terminal_result(game_def: GameDef, state: GameState) -> TerminalResult | None:
    """Return how the game ended, or None if it is not over."""
    del game_def  # the signature is that of its siblings
    return _checked(state).outcome


def why_illegal(game_def: GameDef, state: GameState, move: Decision) -> Refusal | None:
    """Return the first test that refuses *move*, with the values involved; None if it is legal."""
    tables = tables_of(game_def)
    _check_asked(state, move)
    if state.outcome is not None:
        return Refusal("over", f"the game is over ({state.outcome.type})")
    if state.pending is not None:
        try:
            _answer(tables, view_of(tables, state).question, move)
        except PlayError as error:
            return Refusal("choice", str(error))
        return None
    return refusal_of(tables, legality_of(tables, state), move)


def current_player(game_def: GameDef, state: GameState) -> int:
    """Return who decides: a seat, −1 for chance, −4 when the game is over."""
    if state.outcome is not None:
        return TERMINAL
    if state.pending is None:
        return state.active
    return view_of(tables_of(game_def), state).question.player


def asked_type(game_def: GameDef, state: GameState) -> Type | None:
    """Return the type of the pending choice, or None."""
    if state.pending is None or state.outcome is not None:
        return None
    return view_of(tables_of(game_def), state).question.type


def canonical_move(game_def: GameDef, state: GameState, move: Decision) -> Decision:
    """Return *move* in the form of `legal_moves`: zones by id, parameters in order; unchanged if it is invalid."""
    tables = tables_of(game_def)
    if move.kind != "action":
        pending = state.pending is not None and state.outcome is None
        return _answer(tables, view_of(tables, state).question, move) if pending else move
    key = key_of(tables, move)
    if key is None or None in key[1]:
        return move
    action = tables.rules.actions[key[0]]
    values = zip(action.names, key[1], action.types, strict=True)
    return Decision(
        action.definition.id, tuple((name, to_json_value(tables, value, kind)) for name, value, kind in values)
    )


def view_state(game_def: GameDef, state: GameState) -> GameState:
    """Return the state to show: *state* itself, or the state in which the pending choice came up."""
    return state if state.pending is None else freeze(view_of(tables_of(game_def), state).working)


# ── running ────────────────────────────────────────────────────────────────────────────────────────────────────────


def run_apply(
    tables: Tables, before: GameState, decision: Decision | None, answers: tuple[Decision, ...]
) -> ApplyMoveResult:
    """Run one apply from *before*; an unanswered choice leaves it pending."""
    run = Run(tables, thaw(before), answers)
    walk = Walk(run)
    try:
        _set_out(walk, decision)
    except Suspended as suspended:
        return ApplyMoveResult(_suspended(tables, before, decision, answers, View(suspended.question, run.state)), ())
    except DocumentFault as fault:
        raise _document_fault(fault, decision, answers) from None
    state = freeze(run.state)
    if walk.legality is not None:
        _LEGALITY.keep(tables, state, walk.legality)
    return ApplyMoveResult(state, tuple(run.firings))


def run_from(run: Run, decision: Decision | None) -> None:
    """Run one apply of *decision* (None: the start of a game) on the state of *run*, to the next stop or choice."""
    _set_out(Walk(run), decision)


def dice_rolled(game_def: GameDef, state: GameState, decision: Decision) -> tuple[tuple[int, int], ...]:
    """Return the sides and value of each die rolled from *state*, by a legal *decision*, to the next stop.

    If the decision answers a choice, dice rolled earlier in the same action are included.
    """
    tables = tables_of(game_def)
    pending = state.pending
    if pending is None:
        return _rolls(Run(tables, thaw(state)), decision)
    answer = _answer(tables, view_of(tables, state).question, decision)
    return _rolls(Run(tables, thaw(pending.before), (*pending.answers, answer)), pending.decision)


def dice_rolled_at_start(
    game_def: GameDef, seed: int, players: int, chance: Chance = "sampled"
) -> tuple[tuple[int, int], ...]:
    """Return the sides and value of each die rolled before the first decision."""
    tables = tables_of(game_def)
    return _rolls(Run(tables, thaw(_blank(tables, seed, players, chance))), None)


def _rolls(run: Run, decision: Decision | None) -> tuple[tuple[int, int], ...]:
    with suppress(Suspended):
        run_from(run, decision)
    return tuple(run.rolls)


def _set_out(walk: Walk, decision: Decision | None) -> None:
    if decision is None:
        walk.start()
        return
    assert decision.action is not None
    tables = walk.run.tables
    action = tables.rules.actions[tables.symbols.action_index[decision.action]]
    walk.apply(action, action.values_of(walk.state, decision))


def _suspended(
    tables: Tables, before: GameState, decision: Decision | None, answers: tuple[Decision, ...], view: View
) -> GameState:
    plies = (decision is not None) + sum(answer.kind == "choose" for answer in answers)
    pending = Pending(before, decision, answers)
    state = msgspec.structs.replace(before, ply=before.ply + plies, pending=pending)
    _VIEWS.keep(tables, state, view)
    return state


def _document_fault(fault: DocumentFault, decision: Decision | None, answers: tuple[Decision, ...]) -> PlayError:
    chain = " in ".join(reversed(fault.chain))
    return PlayError(
        "document-fault",
        f"error in the rules: {fault} ({chain})",
        fault=fault.kind,
        chain=tuple(fault.chain),
        decision=decision,
        answers=answers,
    )


# ── Choices ──────────────────────────────────────────────────────────────────────────────────────────────────────


def view_of(tables: Tables, state: GameState) -> View:
    """Return the view of a suspended state, recomputed unless it is cached."""
    assert state.pending is not None
    kept = _VIEWS.find(tables, state)
    if kept is not None:
        return kept
    pending = state.pending
    run = Run(tables, thaw(pending.before), pending.answers)
    try:
        run_from(run, pending.decision)
    except Suspended as suspended:
        view = View(suspended.question, run.state)
        _VIEWS.keep(tables, state, view)
        return view
    except DocumentFault as fault:
        raise _document_fault(fault, pending.decision, pending.answers) from None
    raise PlayError("bad-state", "this state has a pending decision, but the rules ask for none")


def _answers(tables: Tables, question: Question) -> tuple[Decision, ...]:
    values = tuple(to_json_value(tables, option, question.type) for option in question.options)
    if question.player == CHANCE:
        return tuple(Decision(chance=value) for value in values)
    return tuple(Decision(choose=value) for value in values)


def _answer(tables: Tables, question: Question, move: Decision) -> Decision:
    """Return *move* in canonical form; raise `PlayError` if it does not answer *question*."""
    wanted = "chance" if question.player == CHANCE else "choose"
    given = move.chance if move.kind == "chance" else move.choose
    place = find_value(tables, question, given) if move.kind == wanted else None
    if place is None:
        options = _answers(tables, question)
        shown = ", ".join(repr(getattr(option, wanted)) for option in options[:12])
        whose = "chance" if question.player == CHANCE else tables.game_def.metadata.seats[question.player]
        message = f"{whose} has to answer with `{wanted}`, one of {shown}{', …' if len(options) > 12 else ''}"
        raise PlayError("illegal-decision", message, decision=move, options=options)
    return _answers(tables, question)[place]


# ── legality ───────────────────────────────────────────────────────────────────────────────────────────────────────


def legality_of(tables: Tables, state: GameState) -> Legality:
    """Return the legality of *state*, which must have no pending choice; cached from the run that led there."""
    kept = _LEGALITY.find(tables, state)
    if kept is None:
        kept = Legality(tables, thaw(state))
        _LEGALITY.keep(tables, state, kept)
    return kept


def legal_decision(tables: Tables, state: GameState, move: Decision) -> Decision:
    """Return *move* in canonical form; raise `PlayError` if it is not legal."""
    legality = legality_of(tables, state)
    candidate = legality.find(move) if move.kind == "action" else None
    if candidate is not None and legality.refusal_of(candidate) is None:
        return candidate.decision()
    refusal = refusal_of(tables, legality, move)
    assert refusal is not None
    raise PlayError("illegal-decision", refusal.message, decision=move, refusal=refusal)


def _checked(state: GameState) -> GameState:
    return of_kind("state", state, GameState, "write a state of this game, as `initial_state` gives it")


def _check_asked(state: GameState, move: Decision) -> None:
    _checked(state)
    of_kind("move", move, Decision, "write a decision, as `legal_moves` gives it")


# ── the blank state ────────────────────────────────────────────────────────────────────────────────────────────────


def _players(game_def: GameDef, wanted: int | None) -> int:
    players = game_def.metadata.players
    if wanted is None:
        return players.min
    if type(wanted) is not int or not players.min <= wanted <= players.max:
        raise PlayError("bad-argument", f"{wanted!r} cannot play; {players.in_words} can")
    return wanted


def _blank(tables: Tables, seed: int, players: int, chance: Chance) -> GameState:
    """Return the state before setup: variables at their initial values and no tokens."""
    if chance not in ("sampled", "explicit"):
        raise PlayError("bad-argument", f"chance is {chance!r}; write sampled or explicit")
    generator = seed_generator(checked_seed(seed))
    game_def, symbols = tables.game_def, tables.symbols
    return GameState(
        players=players,
        global_vars=tuple(tables.initial(var) for var in game_def.global_vars),
        player_vars=tuple((tables.initial(var),) * players for var in game_def.per_player_vars),
        zone_vars=tuple((tables.initial(var),) * len(symbols.board_zones) for var in game_def.per_zone_vars),
        zones=((),) * len(game_def.zones),
        tokens=(),
        phase=0,
        active=0,
        last_actor=None,
        next_player=None,
        out=(False,) * players,
        turn=0,
        ply=0,
        recorded=False,
        usage=(0,) * (len(symbols.usage_counters) * players),
        generator=(generator.state, generator.increment),
        region_history=((),) * len(symbols.seen_regions),
        chance=chance,
    )
