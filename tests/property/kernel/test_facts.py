"""Effects do what they declare: in generated games no effect does anything that it has not declared."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from ludotome.gamedef import NODES, Effect, PlayError, Token, facts
from ludotome.gamedef import effects as fx
from ludotome.gamedef.deeds import NamesNext
from ludotome.kernel import effects as performing
from ludotome.kernel import token_effects
from ludotome.kernel.context import Context, make
from ludotome.kernel.effects import Performer, Place
from ludotome.kernel.faults import CHANCE, Suspended
from ludotome.kernel.working import Handle, Working
from tests.support.generated_games import random_game
from tests.support.random_play import steps

GAMES = range(600)


class Witness:
    """Examines the state before and after each effect, and stores what no declaration explains."""

    def __init__(self) -> None:
        self.seen: set[tuple[str, str]] = set()
        self.unexplained: set[tuple[str, str]] = set()

    def wrapped(self, maker: Callable[[Any, Place], Performer]) -> Callable[[Any, Place], Performer]:
        """Return a maker whose effects are watched."""

        def watch(effect: Effect, place: Place) -> Performer:
            perform = maker(effect, place)
            aims = [
                [None if expr is None else make(expr, place.tables) for expr in (arrival.token, arrival.to)]
                for arrival in facts.arrivals(effect)
            ]

            def watched(context: Context) -> None:
                before, run = context.state.copy(), context.run
                assert run is not None
                bound, ended = dict(context.bindings), (run.end_phase, run.end_turn)
                wanted = [[None if ask is None else ask(context) for ask in aim] for aim in aims]
                raised: list[Any] = []
                self.entered = raised
                try:
                    perform(context)
                except Suspended as stop:
                    asked = stop.question.player != CHANCE
                    self._note(effect, "asks", happened=asked, declared=facts.asks_player(effect))
                    raise
                self._compare(effect, before, context.state)
                binds, ends = context.bindings != bound, (run.end_phase, run.end_turn) != ended
                self._note(effect, "binds", happened=binds, declared=facts.bound_name(effect) is not None)
                self._note(effect, "ends", happened=ends, declared=facts.ends_part(effect))
                for token, zone in raised:
                    told = any(t in (None, token) and z in (None, zone) for t, z in wanted)
                    self._note(effect, "arrives", happened=True, declared=told)

            return watched

        return watch

    def entering(self, enter: Callable[..., None]) -> Callable[..., None]:
        """Return `token_effects.enter` with every arrival recorded."""

        def noted(context: Context, tables: Any, handles: list[Any], zone: int, *rest: Any) -> None:
            enter(context, tables, handles, zone, *rest)
            self.entered += [(handle, zone) for handle in handles]

        return noted

    def _note(self, effect: Effect, what: str, *, happened: bool, declared: bool) -> None:
        """Record an event: as seen if the effect declares it, otherwise as unexplained."""
        if happened:
            (self.seen if declared else self.unexplained).add((NODES[type(effect)].name, what))

    def _compare(self, effect: Effect, before: Working, after: Working) -> None:
        held, now = _tokens(before), _tokens(after)
        stay = held.keys() & now.keys()
        gone = facts.destroyed(effect) is not None
        noted = partial(self._note, effect)
        noted("creates", happened=bool(now.keys() - held.keys()), declared=facts.creates(effect))
        noted("destroys", happened=bool(held.keys() - now.keys()), declared=gone)
        moved = any(held[handle].zone != now[handle].zone for handle in stay)
        noted("moves", happened=moved, declared=facts.moves(effect))
        changed = any(_content(held[handle]) != _content(now[handle]) for handle in stay)
        # properties and variables that stored a destroyed token become `none`
        noted("sets a property", happened=changed and not gone, declared=facts.property_set(effect) is not None)
        variables = [(state.global_vars, state.player_vars, state.zone_vars) for state in (before, after)]
        written = variables[0] != variables[1] and not gone
        noted("sets a variable", happened=written, declared=facts.variable_set(effect) is not None)
        ordered = before.zones != after.zones and not gone and not facts.arrivals(effect)
        noted("orders", happened=ordered, declared=facts.shuffled(effect) is not None)
        noted("draws", happened=before.generator != after.generator, declared=facts.is_random(effect))
        noted("puts out", happened=before.out != after.out, declared=facts.puts_out(effect))
        names = any(isinstance(deed, NamesNext) for deed in NODES[type(effect)].does)
        noted("names the next", happened=before.next_player != after.next_player, declared=names)


def _tokens(state: Working) -> dict[Handle, Token]:
    pairs = zip(state.handles, state.tokens, strict=True)
    return {handle: token for handle, token in pairs if handle is not None and token is not None}


def _content(token: Token) -> tuple[Any, ...]:
    return token.type, token.owner, token.props


def test_no_effect_does_what_it_has_not_declared(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every arrival, change, draw, choice and request of an effect is among its deeds, with the declared zones."""
    witness = Witness()
    plain = [cls for cls in performing.PERFORMERS if issubclass(cls, fx.PlainEffect)]
    maker_of = performing.PERFORMERS.of

    def watched(effect: Effect) -> Callable[[Any, Place], Performer]:
        return witness.wrapped(maker_of(effect)) if isinstance(effect, fx.PlainEffect) else maker_of(effect)

    monkeypatch.setattr(performing.PERFORMERS, "of", watched)
    monkeypatch.setattr(token_effects, "enter", witness.entering(token_effects.enter))
    for seed in GAMES:
        try:
            for _ in steps(random_game(seed), seed, most=40):
                pass
        except PlayError as error:
            assert error.code == "document-fault"  # noqa: PT017  (a fault of a random document is no matter here)
    assert not witness.unexplained
    # an effect that never did anything has not been tested
    assert {name for name, _ in witness.seen} == {NODES[cls].name for cls in plain}
