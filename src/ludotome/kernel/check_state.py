"""Check state: validate a state from outside: play must be able to stop there.

Parsing its JSON has checked every part; here the whole is checked by the rules. An invalid
state is rejected before either kernel gets it, so both kernels behave alike.

Invariant: every state at which play stops passes.

This module does not know whether a state is reachable from the initial one.
"""

from __future__ import annotations

import msgspec

from ludotome.gamedef import GameDef, GameState, PlayError, TerminalResult
from ludotome.kernel.faults import Suspended
from ludotome.kernel.loop import Walk
from ludotome.kernel.outcome import no_winner
from ludotome.kernel.rules import tables_of
from ludotome.kernel.run import Run
from ludotome.kernel.tables import Tables
from ludotome.kernel.transitions import legal_decision, legality_of, run_apply
from ludotome.kernel.working import thaw


def check_state(game_def: GameDef, state: GameState) -> None:
    """Raise `PlayError` (code `bad-state`, or that of its fault) if play could not have stopped at *state*.

    The state is invalid if it has more tokens than possible or a token where none can come, if a player is out or
    named as the next one by no rule, if no player has a legal decision, if it answers a choice that was not offered, or
    if its outcome does not follow from the rules.
    """
    tables = tables_of(game_def)
    _check_parts(tables, state)
    if state.outcome is not None:
        _check_outcome(tables, state, state.outcome)
    elif state.pending is not None:
        _check_parts(tables, state.pending.before)
        _check_pending(tables, state)
    elif not legality_of(tables, state).has_decision():
        raise PlayError("bad-state", f"player {state.active} has no legal decision, so no game can reach this state")


def _check_parts(tables: Tables, state: GameState) -> None:
    """Raise `PlayError` for what no effect of the rules can bring about; machine code leaves out the code for it."""
    most = tables.rules.most_tokens
    if most is not None and len(state.tokens) > most:
        raise PlayError("bad-state", f"`tokens` has {len(state.tokens)} slots, and at most {most} can be in use")
    for zone, slots in zip(tables.game_def.zones, state.zones, strict=True):
        if slots and zone.id not in tables.rules.entered_zones:
            raise PlayError("bad-state", f"`{zone.id}` holds a token, but no rule can put one there")
    if any(state.out) and not tables.rules.eliminates:
        raise PlayError("bad-state", "`out` names a player, but no rule eliminates one", path="out")
    if state.next_player is not None and not tables.rules.names_next:
        raise PlayError("bad-state", "`nextPlayer` names a player, but no rule names the next one", path="nextPlayer")


def _check_pending(tables: Tables, state: GameState) -> None:
    pending = state.pending
    assert pending is not None
    if pending.decision is not None:
        legal_decision(tables, pending.before, pending.decision)
    if run_apply(tables, pending.before, pending.decision, pending.answers).state != state:
        raise PlayError("bad-state", "the pending decision does not lead to this state")


def _check_outcome(tables: Tables, state: GameState, outcome: TerminalResult) -> None:
    """Raise `PlayError` for an outcome that the rules do not give; the length of a stall is not stored."""
    if state.pending is not None:
        raise PlayError("bad-state", "a game that is over cannot have a player to move")
    walk = Walk(Run(tables, thaw(state)))
    try:
        found = walk.ending(walk.look_around())
    except Suspended:
        found = None
    if outcome in (found, no_winner(walk.state, "stall")):
        return
    if found is None:
        message = f"`outcome` is `{outcome.type}`, but by the rules the game continues here"
        raise PlayError("bad-state", message, path="outcome")
    given, ruled = (msgspec.structs.asdict(result) for result in (outcome, found))
    name = next(name for name in given if given[name] != ruled[name])
    message = f"`outcome.{name}` is {given[name]!r}, but by the rules it is {ruled[name]!r} here"
    raise PlayError("bad-state", message, path=f"outcome.{name}")
