"""Tops: where reading the next token of a shuffled zone is a chance decision, and where C cannot support that.

With explicit chance `top(deck)` is a chance decision while the order of the deck is open. In effects, and in conditions
on the path to the next decision (`when` of phases, triggers and end conditions), a run stops there. Elsewhere the
reference kernel makes these decisions in an order that machine code does not follow: it searches differently, and C
does not define the order of operands. Such definitions are rejected by name.

This module does not know C.
"""

from __future__ import annotations

from collections.abc import Sequence

from ludotome.gamedef import NODES, Node, Symbols, children, walk
from ludotome.gamedef import effects as fx
from ludotome.gamedef import expressions as ex
from ludotome.native.lower.lowering import unhandled
from ludotome.native.lower.unsupported import UnsupportedError

_TRIED_ON_THE_WAY = ("endConditions", "turnStructure", "triggers")


def may_be_open(symbols: Symbols, zone: ex.Expr) -> bool:
    """Return whether the order of the zone meant by *zone* may be open under explicit chance."""
    return not symbols.shuffled_zones.isdisjoint(symbols.zones_meant(zone))


def refuse_asked_tops(symbols: Symbols) -> None:
    """Raise `UnsupportedError` if reading the top of a shuffled zone needs chance where C cannot support it."""
    for path, node in children(symbols.game_def):
        if isinstance(node, fx.Effect):
            _check_effect(symbols, path, node)
        elif not path.startswith("tests"):
            section, field = path.partition("[")[0].partition(".")[0], path.rpartition(".")[2]
            if section not in _TRIED_ON_THE_WAY or field != "when":
                _refuse_any(symbols, path, node)
            _check_own(symbols, [(path, node)])


def _late(effect: fx.Effect) -> tuple[str, ...]:
    """Return the fields that a kernel evaluates only after another one was found not to be `none`."""
    match effect:
        case fx.MoveToken():
            return ("from",)
        case fx.MoveTokenAdjacent():
            return ("to", "direction", "from")
        case fx.MoveAll():
            return ("filter",)
        case fx.AddVar():
            return () if effect.scope == "global" else ("delta",)
        case (
            fx.SetVar()
            | fx.SetTokenProp()
            | fx.CreateToken()
            | fx.DestroyToken()
            | fx.Draw()
            | fx.Shuffle()
            | fx.SwapTokens()
        ):
            return ()
        case fx.If() | fx.ForEach() | fx.Let() | fx.ChooseOne() | fx.ChooseN() | fx.Roll():
            return ()
        case fx.EndPhase() | fx.EndTurn() | fx.SetActivePlayer() | fx.ExtraTurn() | fx.Eliminate():
            return ()
        case _:
            raise unhandled(effect)


def _check_effect(symbols: Symbols, path: str, effect: fx.Effect) -> None:
    late = _late(effect)
    own = []
    for below, node in children(effect, path):
        if isinstance(node, fx.Effect):
            _check_effect(symbols, below, node)
            continue
        if below.rpartition(".")[2] in late:
            _refuse_any(symbols, below, node)
        own.append((below, node))
    _check_own(symbols, own)


def _check_own(symbols: Symbols, own: Sequence[tuple[str, Node]]) -> None:
    """Reject chance decisions inside a set, some of which may not be evaluated, and two in an undefined order."""
    for path, node in own:
        for part in walk(node):
            if NODES[type(part)].family == "query":
                _refuse_any(symbols, path, part)
    if len(set(_asked(symbols, own))) > 1:
        raise UnsupportedError(f"under explicit chance `{own[0][0]}` reads the tops of two shuffled zones at once")


def _refuse_any(symbols: Symbols, path: str, node: Node) -> None:
    if _asked(symbols, [(path, node)]):
        where = "only effects and `when` can, and not inside a set"
        raise UnsupportedError(f"under explicit chance `{path}` reads the top of a shuffled zone; {where}")


def _asked(symbols: Symbols, own: Sequence[tuple[str, Node]]) -> list[ex.Expr]:
    """Return the zones whose tops are read and may be open."""
    tops = (part for _, node in own for part in walk(node) if isinstance(part, ex.Top))
    return [top.zone for top in tops if may_be_open(symbols, top.zone)]
