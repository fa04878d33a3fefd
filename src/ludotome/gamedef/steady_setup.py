"""Steady setup: which tokens setup creates in the same way in every game, so that all players know them.

A token is created in the same way if its creation, slot, zone and values depend on nothing that is random, chosen or
read from the table.

This module does not know what happens to tokens after setup (`contents`).
"""

from __future__ import annotations

from ludotome.gamedef import effects as fx
from ludotome.gamedef import expressions as ex
from ludotome.gamedef import facts
from ludotome.gamedef.infer import Inference
from ludotome.gamedef.node import NODES, Node
from ludotome.gamedef.symbols import walk

# What an expression may read and still have the same value at the start of every game.
_SAME_IN_EVERY_GAME = frozenset({"binding"})


class SteadySetup:
    """The types of tokens that setup creates in the same way in every game (`made`) and otherwise (`varying`).

    After a varying creation or removal, the slots of later tokens vary too.
    """

    def __init__(self, inference: Inference) -> None:
        self.inference = inference
        self.made: set[str] = set()
        self.varying: set[str] = set()
        self._unsteady: set[str] = set()  # names bound to varying values
        self._is_steady = True
        self._walk(inference.symbols.game_def.setup, "setup", is_sure=True)

    def _walk(self, effects: fx.Effects, path: str, *, is_sure: bool) -> None:
        for index, effect in enumerate(effects):
            here = f"{path}[{index}].{NODES[type(effect)].name}"
            for arrival in facts.arrivals(effect):
                self._create(arrival, f"{path}[{index}]", is_sure=is_sure)
            if facts.destroyed(effect) is not None:
                self._is_steady = False
            if facts.is_uncertain(effect) and (name := facts.bound_name(effect)) is not None:
                self._unsteady.add(name)
            match effect:
                case fx.If(when=when, then=then, else_=otherwise):
                    inner = is_sure and self._is_same(when)
                    self._walk(then, f"{here}.then", is_sure=inner)
                    self._walk(otherwise, f"{here}.else", is_sure=inner)
                case fx.ForEach(bind=bind, over=over, effects=body):
                    self._bind(bind, over)
                    self._walk(body, f"{here}.effects", is_sure=is_sure and self._is_same(over))
                case fx.Let(bind=bind, value=value, in_=body):
                    self._bind(bind, value)
                    self._walk(body or (), f"{here}.in", is_sure=is_sure)
                case _:
                    assert not isinstance(effect, fx.ControlEffect)  # any other effect has no nested list

    def _create(self, made: facts.Arrival, path: str, *, is_sure: bool) -> None:
        if made.makes is None:
            return
        declared = frozenset(self.inference.declared.token_types)
        scope = self.inference.scope_of_effect[path]
        kinds = (self.inference.infer(made.makes, scope, "").names & declared) or declared
        parts = (made.makes, made.to, made.count, made.owner, *made.props.values())
        self._is_steady = self._is_steady and is_sure and all(self._is_same(part) for part in parts if part is not None)
        (self.made if self._is_steady else self.varying).update(kinds)

    def _bind(self, name: str, value: Node) -> None:
        if not self._is_same(value):
            self._unsteady.add(name)

    def _is_same(self, expr: Node) -> bool:
        return all(self._is_same_node(node) for node in walk(expr))

    def _is_same_node(self, node: Node) -> bool:
        if isinstance(node, ex.PlayerProp):
            return node.prop in ("seat", "opponent")
        return _SAME_IN_EVERY_GAME.issuperset(facts.reads(node)) and not (
            isinstance(node, ex.Binding) and node.name in self._unsteady
        )
