"""Expression text: a condition, value or set in the syntax of documents.

    {"op": "==", "left": {"ref": "tokenProp", "token": "$p", "prop": "owner"}, "right": {"ref": "actor"}}
        → $p.owner == actor

Zones have their display names and players the names of their seats; macros and constants are
expanded. Brackets appear only where needed.

This module does not know the value of an expression, nor the text its author wrote.
"""

from __future__ import annotations

from typing import Any

from ludotome.gamedef import expressions as ex
from ludotome.gamedef.node import NODES, Node
from ludotome.gamedef.symbols import Symbols

# precedence levels; a part with a lower level than its place requires gets brackets
_SET, _IF, _OR, _AND, _NOT, _COMPARE, _RANGE, _SUM, _PRODUCT, _SIGN, _CALL = range(11)
_UNWRITTEN = ("bind", "include_start", "max_depth")  # fields without an argument in the text form


def expression_text(symbols: Symbols, node: Node) -> str:
    """Return *node* in the text form of the language."""
    return _Writer(symbols).text(node, _SET)


class _Writer:
    """Writes the expressions of one definition."""

    def __init__(self, symbols: Symbols) -> None:
        self.symbols = symbols

    def text(self, node: Any, least: int = _IF) -> str:
        """Return the text of *node*, in brackets if its precedence is below *least*."""
        written, level = self._written(node)
        return f"({written})" if level < least else written

    def _written(self, node: Any) -> tuple[str, int]:
        """Return the text of *node* without brackets, and its precedence."""
        text = self.text
        match node:
            case ex.IfExpr(when=when, then=then, else_=otherwise):
                return f"if {text(when)} then {text(then)} else {text(otherwise)}", _IF
            case ex.Or(args=args) if len(args) > 1:
                return " or ".join(text(arg, _AND) for arg in args), _OR
            case ex.And(args=args) if len(args) > 1:
                return " and ".join(text(arg, _NOT) for arg in args), _AND
            case ex.Or(args=(only,)) | ex.And(args=(only,)):
                return self._written(only)
            case ex.Or() | ex.And():
                return str(isinstance(node, ex.And)).lower(), _CALL
            case ex.Not(arg=ex.IsNone(arg=arg)):
                return f"{text(arg, _RANGE)} != none", _COMPARE
            case ex.Not(arg=arg):
                return f"not {text(arg, _NOT)}", _NOT
            case ex.Compare(op=op, left=left, right=right):
                return f"{text(left, _RANGE)} {op} {text(right, _RANGE)}", _COMPARE
            case ex.IsNone(arg=arg):
                return f"{text(arg, _RANGE)} == none", _COMPARE
            case ex.In(item=item, set=found):
                return f"{text(item, _RANGE)} in {text(found, _RANGE)}", _COMPARE
            case ex.NotIn(item=item, set=found):
                return f"{text(item, _RANGE)} not in {text(found, _RANGE)}", _COMPARE
            case ex.IntsInRange(min=low, max=high):
                return f"{text(low, _SUM)}..{text(high, _SUM)}", _RANGE
            case ex.Arithmetic(op=op, left=left, right=right):
                level = _SUM if op in "+-" else _PRODUCT
                return f"{text(left, level)} {op} {text(right, level + 1)}", level
            case ex.Negate(arg=arg):
                return f"-{text(arg, _SIGN)}", _SIGN
            case ex.Where(of=of, where=where, bind=bind):
                return f"{self._bound(bind)}{text(of, _OR)} where {text(where)}", _SET
            case ex.Ray(from_=start, direction=way, while_=while_, then=then):
                kept = "".join(
                    f" {word} {text(part, _OR)}" for word, part in (("while", while_), ("then", then)) if part
                )
                return f"ray({text(start)}, {text(way)}){kept}", _SET if kept else _CALL
            case _:
                return self._thing(node), _CALL  # any other node has no operator

    def _thing(self, node: Any) -> str:
        """Return a name, a property or a call."""
        text = self.text
        match node:
            case ex.IntLiteral(value=value):
                return str(value)
            case ex.BoolLiteral(value=value):
                return str(value).lower()
            case ex.NoneLiteral():
                return "none"
            case ex.NameLiteral(name=name) | ex.Binding(name=name):
                return "it" if name == ex.IT else name
            case ex.ZoneLiteral(zone=zone):
                return self._zone(zone)
            case ex.SeatLiteral(seat=seat):
                return self._seat(seat)
            case ex.GlobalVar(var=var):
                return var
            case ex.PlayerVar(player=of, var=name) | ex.ZoneVar(zone=of, var=name):
                return f"{text(of, _CALL)}.{name}"
            case (
                ex.TokenProp(token=of, prop=name)
                | ex.ZoneProp(zone=of, prop=name)
                | ex.PlayerProp(player=of, prop=name)
            ):
                return f"{text(of, _CALL)}.{name}"
            case ex.OwnedZone(zone=name, player=of):
                return f"{text(of, _CALL)}.{name}"
            case ex.OwnedZones(zone=name, players=ex.AllPlayers()):
                return f"{name}:all"
            case ex.OwnedZones(zone=name, players=of):
                return f"{name}:{text(of)}"
            case ex.RegionZones(name=name, player=of):
                return name if of is None else f"{text(of, _CALL)}.{name}"
            case ex.DirectionSet(which=which):
                return which
            case ex.ListOf(items=items):
                return f"[{', '.join(map(text, items))}]"
            case ex.Step(count=ex.IntLiteral(value=1), zone=zone, direction=way):
                return f"step({text(zone)}, {text(way)})"
            case _:
                return self._call(node)  # any other node is written as a call, by its name in the table

    def _call(self, node: Any) -> str:
        name = NODES[type(node)].text or NODES[type(node)].name
        fields = type(node).__struct_fields__
        if not fields:
            return name
        values = [getattr(node, field) for field in fields if field not in _UNWRITTEN]
        listed = [item for value in values for item in (value if isinstance(value, tuple) else (value,))]
        written = [item if isinstance(item, str) else self.text(item, _SET) for item in listed if item is not None]
        return f"{name}({self._bound(getattr(node, 'bind', ex.IT))}{', '.join(written)})"

    def _bound(self, bind: str) -> str:
        return "" if bind in (ex.IT, "$zone") else f"{bind} in "

    def _zone(self, zone: str) -> str:
        index = self.symbols.zone_index[zone]
        name, _, seat = zone.rpartition(":")
        if name and seat.isdecimal():
            return f"{self._seat(int(seat))}.{name}"
        return str(self.symbols.game_def.zones[index].name or zone)

    def _seat(self, seat: int) -> str:
        return self.symbols.game_def.metadata.seats[seat]
