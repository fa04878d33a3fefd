"""Parts: the components a game needs on a table: the number of tokens of each look, and other things.

Tokens made by setup are counted there. Tokens made during play are counted over random games: the maximum number of a
look on the table at once, or its part of the `max` of its type. If a player never has more tokens than at the start,
tokens only change their type, as pawns do; then the parts of the start, including captured ones, are enough.

This module does not know how they are printed.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import TYPE_CHECKING

from msgspec.structs import replace

from ludotome.diagnostics import one_line
from ludotome.gamedef import GameState, facts, walk
from ludotome.play.reference import kernel

if TYPE_CHECKING:
    from ludotome.picture import PrintedToken, View
    from ludotome.play.game import Game

GAMES, MOST_PLIES = 12, 400
Look = tuple[str, int | None, tuple[tuple[str, object], ...]]


def parts_needed(game: Game, players: int | None = None) -> tuple[PrintedToken, ...]:
    """Return each token with a distinct look, and the maximum number of it at any time.

    *players* defaults to the maximum number of players. The order is by type, then owner, then first appearance.
    """
    from ludotome.picture import PrintedToken, TokenView  # imported only for drawing

    seats = game.game_def.metadata.players.max if players is None else players
    most: Counter[Look] = Counter()
    start: Counter[Look] = Counter()
    changes = (facts.property_set(node) for node in walk(game.game_def))
    changing = {change.prop for change in changes if change is not None}
    grown = set[int | None]()  # the owners who had more tokens than at the start
    cards = {kind.id for kind in game.scene().types if kind.card}
    for seed in range(GAMES):
        state = game.new_initial_state(seed=seed, players=seats)
        draw = random.Random(seed)
        for _ in range(MOST_PLIES):
            found = _looks(game, state.game_state, changing, cards)
            start = start or found
            most |= found
            grown |= {owner for owner, count in _owned(found).items() if count > _owned(start)[owner]}
            if state.is_terminal():
                break
            state.apply_action(draw.choice(state.legal_actions()))
    for look, count in most.items():
        if start[look] and look[1] not in grown:
            most[look] = min(count, start[look])
        elif not start[look]:
            most[look] = max(
                count, min(_share_of_most(game, look[0], most), 2 * count + 2)
            )  # `max` may be just a limit
    order = {kind.id: place for place, kind in enumerate(game.game_def.token_types)}
    ranked = sorted(most.items(), key=lambda item: (order[item[0][0]], -1 if item[0][1] is None else item[0][1]))
    return tuple(
        PrintedToken(TokenView(f"p{place}", type_, owner, dict(props)), count)  # type: ignore[arg-type]
        for place, ((type_, owner, props), count) in enumerate(ranked)
    )


def start_to_print(game: Game, players: int | None = None) -> View | None:
    """Return the initial position as a spectator sees it; None if all boards are empty, or if chance decides it."""
    seats = game.game_def.metadata.players.max if players is None else players
    views = [game.new_initial_state(seed=seed, players=seats).view() for seed in range(1, 4)]
    on_boards = [
        {zone.id: view.zones.get(zone.id) for zone in game.scene().zones if zone.board is not None} for view in views
    ]
    held = [seen for seen in on_boards[0].values() if seen is not None and (seen.count or seen.vars)]
    return _to_print(views[0]) if held and all(one == on_boards[0] for one in on_boards) else None


def _to_print(view: View) -> View:
    """Return *view* without variables that players do not write down: global ones, and rights of players."""
    told = {
        name: values
        for name, values in view.player_vars.items()
        if not any(isinstance(value, bool) for value in values)
    }
    return replace(view, game_vars={}, player_vars=told)


def things_needed(game: Game) -> tuple[str, ...]:
    """Return what a table needs besides printed parts, as text: dice, and something to keep score with.

    Only variables of players are listed; global ones often count things that players need not write down.
    """
    needs = ["dice"] if any(facts.drawn_number(node) is not None for node in walk(game.game_def)) else []
    zones = [var.name for var in game.game_def.per_zone_vars if var.type == "int"]
    scores = [var.name for var in game.game_def.per_player_vars if var.type == "int"]
    if zones:
        needs.append(f"counters to lay on the board ({', '.join(map(one_line, zones))})")
    if scores:
        needs.append(f"paper and pencil to keep track of each player's {', '.join(map(one_line, scores))}")
    return tuple(needs)


def _share_of_most(game: Game, kind: str, looks: Counter[Look]) -> int:
    """Return the maximum number of tokens of each look of a type with a `max`: an equal part of it; else 0."""
    declared = next(one.max for one in game.game_def.token_types if one.id == kind)
    alike = sum(1 for look in looks if look[0] == kind)
    return 0 if declared is None else -(-declared // alike)


def _owned(looks: Counter[Look]) -> Counter[int | None]:
    """Return how many of the tokens belong to each owner."""
    found: Counter[int | None] = Counter()
    for (_, owner, _), count in looks.items():
        found[owner] += count
    return found


def _looks(game: Game, state: GameState, changing: set[str], cards: set[str]) -> Counter[Look]:
    """Return the number of tokens of each look in *state*, including hidden ones, ignoring *changing* properties.

    A card is counted once, whichever hand it is in.
    """
    shown = kernel.view_state(game.game_def, state)
    found: Counter[Look] = Counter()
    for token in shown.tokens:
        if token is not None:
            kind = game.symbols.token_type[token.type]
            values = zip(kind.props, token.props, strict=True)
            told = tuple(
                (prop.name, game.symbols.names[value] if isinstance(prop.type, tuple) and value is not None else value)
                for prop, value in values
                if prop.name not in changing
            )
            found[kind.id, None if one_line(kind.id) in cards else token.owner, told] += 1
    return found
