"""Known: facts about the state, derived from conditions, while a list of effects runs.

A fact is about an expression: the maximum number of tokens in a zone (all, or of one type), where a token is, which
two zones are neighbours, how many tokens of some types there are. Facts come from domains, `pre` and `if`; effects end
them. An unknown fact is not false: every query can return "unknown".

Invariants:
    * every stored fact is true: an effect that may affect it removes or weakens it;
    * expressions are compared as written, with names bound by `let` replaced by their values if these cannot have
      changed.

One fact is assumed without proof: a cell some steps away on a line that `pre` found free with `between`. Whether the
line leads in that direction depends on the board, which is not examined here.

This module does not know what is a fault.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec
from msgspec import Struct, field
from msgspec.structs import replace

from ludotome.gamedef import expressions as ex
from ludotome.gamedef import facts
from ludotome.gamedef.node import Node
from ludotome.gamedef.symbols import walk

ALL = ""  # counts all tokens, whatever their type
Zone = ex.Expr
Place = tuple[Zone, str]

_STABLE = frozenset({"binding", "actor", "turn"})  # no effect changes these before the decision is done


def is_stable(expr: Node) -> bool:
    """Return whether no effect can change the value of *expr*: it uses only names, numbers and board geometry."""
    return all(
        _STABLE.issuperset(facts.reads(node))
        or (isinstance(node, ex.PlayerProp) and node.prop not in ("next", "previous", "out"))
        for node in walk(expr)
    )


def mentions(expr: Node, name: str) -> bool:
    """Return whether *expr* uses the binding *name*."""
    return any(isinstance(node, ex.Binding) and node.name == name for node in walk(expr))


def put_in(expr: Any, old: ex.Expr, new: ex.Expr) -> Any:
    """Return *expr* with every *old* replaced by *new*."""
    if expr == old:
        return new
    changed = {
        name: put_in(value, old, new)
        for name in expr.__struct_fields__
        if isinstance(value := getattr(expr, name), Node)
    }
    return msgspec.structs.replace(expr, **changed) if changed else expr


class Known(Struct, frozen=True, dict=True):
    """The facts at one place of a list; see the module docstring."""

    most: Mapping[Place, int] = field(default_factory=dict)  # tokens of a type, or all, in a zone
    place_of: Mapping[ex.Expr, Zone] = field(default_factory=dict)  # of tokens
    beside: frozenset[tuple[Zone, Zone]] = frozenset()
    in_play: Mapping[tuple[str, ...], int] = field(default_factory=dict)  # tokens of some types, at most
    types_of: Mapping[str, frozenset[str]] = field(default_factory=dict)  # of tokens in a binding
    lines: frozenset[Zone] = frozenset()  # start of a line known to be free
    arrived: tuple[Zone, ...] = ()  # where tokens have arrived since
    means: Mapping[str, ex.Expr] = field(default_factory=dict)  # values of names bound by `let`
    within: Mapping[str, str] = field(default_factory=dict)  # the region a binding was taken from
    partial: frozenset[str] = frozenset()  # names of tokens that may be `none` although their zone is not empty
    wraps: bool = False  # whether a direction can lead back to its start
    loose: frozenset[str] = frozenset()  # owned zones that are on no board
    roomy: frozenset[Zone] = frozenset()  # zones without a limit, or with room for one more

    # ── asking ─────────────────────────────────────────────────────────────────────────────────────────────────────

    def spelt(self, expr: ex.Expr) -> ex.Expr:
        """Return *expr* with names bound by `let` replaced by their values, if these are stable."""
        for name, value in self.means.items():
            expr = put_in(expr, ex.Binding(name), value)
        return expr

    def at_most(self, zone: Zone, kind: str = ALL) -> int | None:
        """Return the maximum number of tokens (of type *kind*) in *zone*, or None if unknown."""
        spelt = self.spelt(zone)
        bounds = [self.most[key] for key in ((spelt, kind), (spelt, ALL)) if key in self.most]
        is_on_line = isinstance(spelt, ex.Step) and spelt.zone in self.lines
        if is_on_line and all(self.are_apart(spelt, other) for other in self.arrived):
            bounds.append(0)
        return min(bounds, default=None)

    def token_place(self, token: ex.Expr) -> Zone | None:
        """Return the zone that *token* is known to be in, or None."""
        match token:
            case ex.Top(zone=zone) | ex.First(query=ex.TokensInZone(zone=zone)):
                return self.spelt(zone)
            case ex.First(query=ex.Where(of=ex.TokensInZone(zone=zone))):
                return self.spelt(zone)
            case _:
                return self.place_of.get(token)  # any other token: the stored fact

    def leaves_empty(self, token: ex.Expr) -> Zone | None:
        """Return the zone that is empty when *token* is gone, if its capacity is 1; None if unknown."""
        is_part = isinstance(token, ex.First) and isinstance(token.query, ex.Where)
        is_part |= isinstance(token, ex.Binding) and token.name in self.partial
        return None if is_part else self.token_place(token)

    def are_neighbors(self, one: Zone, other: Zone) -> bool:
        """Return whether the two zones are known to be neighbours."""
        pair = (self.spelt(one), self.spelt(other))
        return pair in self.beside or pair[::-1] in self.beside

    # ── learning ───────────────────────────────────────────────────────────────────────────────────────────────────

    def counting(self, zone: Zone, most: int, kind: str = ALL) -> Known:
        """Return these facts with at most *most* tokens in *zone*."""
        key = (self.spelt(zone), kind)
        return replace(self, most={**self.most, key: min(most, self.most.get(key, most))})

    def emptied(self, zone: Zone) -> Known:
        """Return these facts with *zone* empty, overriding earlier arrivals at zones that may be the same."""
        return replace(self, most={**self.most, (self.spelt(zone), ALL): 0})

    def with_room(self, zone: Zone) -> Known:
        """Return these facts with *zone* known to have room for one more token."""
        return replace(self, roomy=self.roomy | {self.spelt(zone)})

    def has_room(self, zone: Zone) -> bool:
        """Return whether *zone* is known to have room for one more token."""
        return self.spelt(zone) in self.roomy

    def with_token_at(self, token: ex.Expr, zone: Zone) -> Known:
        """Return these facts with *token* in *zone*."""
        return replace(self, place_of={**self.place_of, token: self.spelt(zone)})

    def kept(self, name: str, value: ex.Expr) -> Known:
        """Return these facts after `let` bound *value* to *name*: facts about the value also hold for the name."""
        here, binding = self.without(name), ex.Binding(name)
        if is_stable(value):
            return replace(here, means={**here.means, name: here.spelt(value)})
        if isinstance(value, ex.First) and isinstance(value.query, ex.Where):
            here = replace(here, partial=here.partial | {name})
        if isinstance(value, ex.TokenProp) and value.prop == "zone":
            here = here.with_token_at(value.token, binding)
        again = here.renamed(here.spelt(value), binding)
        place = here.token_place(value)
        here = here if place is None else here.with_token_at(binding, place)
        return replace(
            here,
            most={**here.most, **again.most},
            place_of={**here.place_of, **again.place_of},
            beside=here.beside | again.beside,
            lines=here.lines | again.lines,
        )

    def renamed(self, old: ex.Expr, new: ex.Expr) -> Known:
        """Return these facts with *old* replaced by *new*."""
        return replace(
            self,
            most={(put_in(zone, old, new), kind): most for (zone, kind), most in self.most.items()},
            place_of={put_in(a, old, new): put_in(b, old, new) for a, b in self.place_of.items()},
            beside=frozenset((put_in(a, old, new), put_in(b, old, new)) for a, b in self.beside),
            lines=frozenset(put_in(zone, old, new) for zone in self.lines),
        )

    # ── forgetting ─────────────────────────────────────────────────────────────────────────────────────────────────

    def without(self, name: str) -> Known:
        """Return these facts without those that use the binding *name*, which is about to change."""
        inner = self.only(lambda expr: not mentions(expr, name))
        return replace(
            inner,
            types_of={key: value for key, value in self.types_of.items() if key != name},
            within={key: value for key, value in self.within.items() if key != name},
            partial=self.partial - {name},
            means={key: value for key, value in self.means.items() if key != name and not mentions(value, name)},
        )

    def stable(self) -> Known:
        """Return these facts after a change: without those that depend on tokens' places or variables."""
        return self.only(is_stable)

    def only(self, keep: Callable[[ex.Expr], bool]) -> Known:
        """Return only the facts for which *keep* accepts every expression."""
        return replace(
            self,
            most={key: most for key, most in self.most.items() if keep(key[0])},
            place_of={a: b for a, b in self.place_of.items() if keep(a) and keep(b)},
            beside=frozenset((a, b) for a, b in self.beside if keep(a) and keep(b)),
            lines=frozenset(zone for zone in self.lines if keep(zone)),
            roomy=frozenset(zone for zone in self.roomy if keep(zone)),
        )

    def after_arrival(
        self,
        zone: Zone,
        most: int,
        kinds: Iterable[str],
        token: ex.Expr | None = None,
        others: frozenset[Zone] = frozenset(),
    ) -> Known:
        """Return these facts after at most *most* tokens of *kinds*, including *token*, arrived in *zone*.

        None of *others* can be *zone*.
        """
        spelt, types = self.spelt(zone), {*kinds, ALL}
        counts = {
            (there, kind): bound + (most if kind in types and not self._is_apart(there, spelt, others) else 0)
            for (there, kind), bound in self.most.items()
        }
        here = replace(self.stable(), most={key: bound for key, bound in counts.items() if is_stable(key[0])})
        here = replace(here, place_of={}, in_play={}, arrived=(*self.arrived, spelt), roomy=frozenset())
        # a zone given by the token's former place, such as `step($man.zone, n)`, is now a different one
        is_told = token is not None and is_stable(token) and is_stable(spelt)
        return here.with_token_at(token, spelt) if token is not None and is_told else here

    def _is_apart(self, one: Zone, other: Zone, others: frozenset[Zone]) -> bool:
        return one in others or self.are_apart(one, other)

    def after_departures(self) -> Known:
        """Return these facts after tokens may have left zones or the game."""
        return replace(self.stable(), place_of={})

    def common(self, other: Known) -> Known:
        """Return the facts common to both."""
        return Known(
            {key: max(most, other.most[key]) for key, most in self.most.items() if key in other.most},
            {key: zone for key, zone in self.place_of.items() if other.place_of.get(key) == zone},
            self.beside & other.beside,
            {key: max(most, other.in_play[key]) for key, most in self.in_play.items() if key in other.in_play},
            {key: kinds for key, kinds in self.types_of.items() if other.types_of.get(key) == kinds},
            self.lines & other.lines,
            (*self.arrived, *other.arrived),
            {key: value for key, value in self.means.items() if other.means.get(key) == value},
            {key: region for key, region in self.within.items() if other.within.get(key) == region},
            self.partial | other.partial,
            self.wraps,
            self.loose,
            self.roomy & other.roomy,
        )

    def are_apart(self, one: Zone, other: Zone) -> bool:
        """Return whether two zones differ for certain: other literals, or other numbers of steps in a direction."""
        match one, other:
            case ex.ZoneLiteral(zone=a), ex.ZoneLiteral(zone=b):
                return a != b
            case (
                ex.Step(zone=a, direction=way, count=ex.IntLiteral(value=m)),
                ex.Step(zone=b, direction=other_way, count=ex.IntLiteral(value=n)),
            ):
                return not self.wraps and a == b and way == other_way and m != n
            case (ex.Step(), ex.OwnedZone(zone=owned)) | (ex.OwnedZone(zone=owned), ex.Step()):
                return owned in self.loose
            case _:
                return False  # any other pair may be the same
