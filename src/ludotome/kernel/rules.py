"""Rules: a definition's actions, phases, triggers and end conditions, compiled for running.

Everything is compiled once per definition, with its static scope, and stored with the tables.

This module does not know in which order things happen (`loop`).
"""

from __future__ import annotations

from collections import OrderedDict
from functools import cached_property
from typing import Any

from ludotome.gamedef import (
    Effects,
    GameDef,
    Inference,
    Node,
    PhaseDef,
    Possible,
    Scope,
    Type,
    checked,
    checked_game_def,
    entered_zones,
    facts,
    infer_all,
    token_bound,
    walk,
)
from ludotome.kernel.context import Evaluator, make
from ludotome.kernel.effects import Performer, Place, make_effects
from ludotome.kernel.legality import Action
from ludotome.kernel.moves import Movers, relative_names
from ludotome.kernel.senses import Ground
from ludotome.kernel.tables import Tables
from ludotome.kernel.triggers import Triggers
from ludotome.kernel.working import Working

_PLAYER = Type("player")


class Phase:
    """One phase, compiled for running."""

    def __init__(self, definition: PhaseDef, index: int, tables: Tables) -> None:
        path = f"turnStructure.phases[{index}]"
        self.definition = definition
        self.index = index
        self.name = tables.symbols.name_index[definition.id]
        self.when: Evaluator | None = None if definition.when is None else make(definition.when, tables)
        scope = Scope("phase", _PLAYER)
        self.on_enter = make_effects(definition.on_enter, Place(tables, scope, f"{path}.onEnter"))
        self.on_exit = make_effects(definition.on_exit, Place(tables, scope, f"{path}.onExit"))
        phase = definition.id
        self.actions = tuple(a for a, action in enumerate(tables.game_def.actions) if phase in action.phases)


class Rules:
    """All rules of one definition; each part is compiled on first use."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables
        self.inference = checked(tables.game_def).inference
        self.notations: dict[int, Any] = {}  # by action, filled by `notation`

    @cached_property
    def phases(self) -> tuple[Phase, ...]:
        """The phases of a turn, in order."""
        phases = self.tables.game_def.turn_structure.phases
        return tuple(Phase(phase, index, self.tables) for index, phase in enumerate(phases))

    @cached_property
    def actions(self) -> tuple[Action, ...]:
        """The actions, in definition order."""
        return tuple(
            Action(definition, index, self.tables) for index, definition in enumerate(self.tables.game_def.actions)
        )

    @cached_property
    def triggers(self) -> Triggers:
        """The triggers, by the event they listen to."""
        return Triggers(self.tables)

    @cached_property
    def setup(self) -> Performer:
        """The effects that run before the first turn."""
        return self.effects(self.tables.game_def.setup, Scope("setup"), "setup")

    @cached_property
    def end_conditions(self) -> tuple[Evaluator, ...]:
        """The end conditions, in the order in which they are tested."""
        return tuple(make(end.when, self.tables) for end in self.tables.game_def.end_conditions)

    @cached_property
    def winners(self) -> tuple[Evaluator | None, ...]:
        """The winner of each end condition, if it names one."""
        results = (end.result for end in self.tables.game_def.end_conditions)
        return tuple(None if result.player is None else make(result.player, self.tables) for result in results)

    @cached_property
    def ranks(self) -> tuple[tuple[Evaluator, ...], ...]:
        """The numbers by which each end condition ranks players, with `$player` bound."""
        results = (end.result for end in self.tables.game_def.end_conditions)
        return tuple(tuple(make(by, self.tables) for by in result.by) for result in results)

    @cached_property
    def score(self) -> Evaluator | None:
        """A player's score, with `$player` bound."""
        scoring = self.tables.game_def.scoring
        return None if scoring is None else make(scoring.value, self.tables)

    @cached_property
    def token_holders(self) -> TokenHolders:
        """Where tokens can be stored."""
        return TokenHolders(self.tables)

    @cached_property
    def possible(self) -> Possible:
        """The possible types and values of hidden tokens."""
        return Possible(self._typed)

    @cached_property
    def most_tokens(self) -> int | None:
        """Maximum number of tokens in play at once; None if unbounded."""
        return token_bound(self._typed).most

    @cached_property
    def entered_zones(self) -> frozenset[str]:
        """The zones that a token can come to."""
        return entered_zones(self._typed)

    @cached_property
    def names_next(self) -> bool:
        """Whether an effect names the player of the next turn."""
        return any(map(facts.names_next, walk(self.tables.game_def)))

    @cached_property
    def eliminates(self) -> bool:
        """Whether an effect eliminates players."""
        return any(map(facts.puts_out, walk(self.tables.game_def)))

    @cached_property
    def _typed(self) -> Inference:
        return infer_all(self.tables.symbols)

    def effects(self, effects: Effects, scope: Scope, path: str) -> Performer:
        """Return a list of effects, compiled for running."""
        return make_effects(effects, Place(self.tables, scope, path))

    def type_of(self, node: Node, scope: Scope, path: str = "") -> Type:
        """Return the static type of an expression."""
        return self.inference.infer(node, scope, path)

    def facing(self, word: str) -> tuple[int | None, ...]:
        """Return the direction (a name number) of a relative word for each seat; None if it has none."""
        return relative_names(self.tables, word)

    @cached_property
    def movers(self) -> Movers:
        """How tokens move."""
        return Movers(self.tables)

    @cached_property
    def ground(self) -> Ground:
        """The terrain: what blocks, gives cover and costs."""
        return Ground(self.tables)


class TokenHolders:
    """The variables and properties of type token, which must be cleared when a token is destroyed."""

    def __init__(self, tables: Tables) -> None:
        game_def = tables.game_def

        def holding(declared: tuple[object, ...]) -> tuple[int, ...]:
            return tuple(place for place, item in enumerate(declared) if getattr(item, "type", None) == "token")

        self.global_vars = holding(game_def.global_vars)
        self.player_vars = holding(game_def.per_player_vars)
        self.zone_vars = holding(game_def.per_zone_vars)
        by_type = {kind: holding(definition.props) for kind, definition in tables.symbols.token_type.items()}
        self.props = {kind: places for kind, places in by_type.items() if places}

    def forget(self, state: Working, slot: int) -> None:
        """Set every variable and property that stores the token of *slot* to `none`."""
        for place in self.global_vars:
            if state.global_vars[place] == slot:
                state.global_vars[place] = None
        for rows, places in ((state.player_vars, self.player_vars), (state.zone_vars, self.zone_vars)):
            for place in places:
                rows[place][:] = [None if value == slot else value for value in rows[place]]
        if self.props:
            self._forget_in_tokens(state, slot)

    def _forget_in_tokens(self, state: Working, slot: int) -> None:
        for index, token in enumerate(state.tokens):
            places = () if token is None else self.props.get(token.type, ())
            if token is not None and any(token.props[place] == slot for place in places):
                props = tuple(
                    None if place in places and value == slot else value for place, value in enumerate(token.props)
                )
                state.tokens[index] = type(token)(token.type, token.owner, token.zone, props)


_KEPT = 64  # definitions whose tables are cached; a program rarely plays more games at once
_TABLES: OrderedDict[int, Tables] = OrderedDict()


def tables_of(game_def: GameDef) -> Tables:
    """Return the tables of *game_def* with its rules, created on first use; definitions are compared by identity."""
    found = _TABLES.get(id(game_def))
    if found is not None:  # the tables keep the definition alive, so no other object has its id
        return found
    tables = _TABLES[id(game_def)] = Tables(checked_game_def(game_def), Rules)
    if len(_TABLES) > _KEPT:
        _TABLES.popitem(last=False)
    return tables
