"""Resampling: another state that looks the same to one player, with everything hidden drawn anew.

What a searching agent may work with: a clone would hold the true cards and the dice to come.

Invariants:
    * the observation of that player is the same before and after;
    * hidden tokens change places among all places the player cannot see; the generator starts anew from the seed;
    * tokens that variables or properties point to stay where they are, since their zone is seen.

This module does not know how likely a hidden state is: all arrangements count alike.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from ludotome.chance import Generator, mix, seed_generator, shuffled
from ludotome.gamedef import GameDef, GameState, PlayError, Token
from ludotome.kernel.observation import observation, sees_zone
from ludotome.kernel.tables import Tables, tables_of

_TRIES = 64


def resample(game_def: GameDef, state: GameState, player: int, seed: int) -> GameState:
    """Return a state that *player* cannot tell from *state*, drawn by *seed*.

    While a choice is pending, what was seen since the decision must come out again when it is run anew; arrangements
    are drawn until one does, and if none of 64 does, only the dice to come are drawn anew, or nothing.
    """
    tables = tables_of(game_def)
    wanted = observation(game_def, state, player)
    if state.pending is None:
        return _redrawn(tables, state, player, seed, new_dice=True)
    for attempt in range(_TRIES):
        for new_dice in (True, False):
            before = _redrawn(tables, state.pending.before, player, mix(seed, attempt), new_dice=new_dice)
            candidate = msgspec.structs.replace(
                before, ply=state.ply, pending=msgspec.structs.replace(state.pending, before=before)
            )
            if _looks_like(game_def, candidate, player, wanted):
                return candidate
    return state


def _looks_like(game_def: GameDef, candidate: GameState, player: int, wanted: object) -> bool:
    try:
        return observation(game_def, candidate, player) == wanted
    except PlayError:
        return False  # run anew, the decision does not even come to this question


def _redrawn(tables: Tables, state: GameState, player: int, seed: int, *, new_dice: bool) -> GameState:
    generator = seed_generator(mix(seed, 0))
    fixed = frozenset(_referenced(tables, state))
    places = [
        (zone, index)
        for zone, slots in enumerate(state.zones)
        if not sees_zone(tables, zone, player)
        for index, slot in enumerate(slots)
        if slot not in fixed
    ]
    drawn, generator = shuffled(generator, [state.zones[zone][index] for zone, index in places])
    return _placed(state, places, drawn, generator if new_dice else None)


def _placed(
    state: GameState, places: list[tuple[int, int]], drawn: tuple[int, ...], generator: Generator | None
) -> GameState:
    zones = [list(slots) for slots in state.zones]
    tokens = list(state.tokens)
    is_open = set(state.open_order)
    for (zone, index), slot in zip(places, drawn, strict=True):
        before = state.zones[zone][index]
        # openness belongs to the place: whoever lies there now is open
        is_open.discard(slot) if before not in state.open_order else is_open.add(slot)
        zones[zone][index] = slot
        token = tokens[slot]
        assert token is not None
        tokens[slot] = Token(token.type, token.owner, zone, token.props)
    return msgspec.structs.replace(
        state,
        zones=tuple(tuple(slots) for slots in zones),
        tokens=tuple(tokens),
        open_order=tuple(sorted(is_open)),
        generator=state.generator if generator is None else (generator.state, generator.increment),
    )


def _referenced(tables: Tables, state: GameState) -> Iterator[int]:
    """Yield the slots that variables and properties of type token hold."""
    holders = tables.rules.token_holders
    rows = (
        *((state.global_vars[place],) for place in holders.global_vars),
        *(state.player_vars[place] for place in holders.player_vars),
        *(state.zone_vars[place] for place in holders.zone_vars),
        *(
            tuple(token.props[place] for place in holders.props.get(token.type, ()))
            for token in state.tokens
            if token is not None
        ),
    )
    yield from (slot for row in rows for slot in row if slot is not None)
