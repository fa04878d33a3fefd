"""Joins: connected zones of one owner (union-find), with the ends of the board that each group touches.

    joins(ends(actor), goal(actor), top(it).owner == actor)

then takes constant time if groups only grow, that is, in a game that only places tokens.
"""

from __future__ import annotations

from ludotome.gamedef import Node, facts, walk
from ludotome.native.indexes.index import Index, Writer
from ludotome.native.lower import ir
from ludotome.native.lower.lowering import Lowering
from ludotome.native.lower.scalars import contains
from ludotome.native.lower.sources import neighbours
from ludotome.native.text import Lines


class Joins(Index):
    """For each condition, the group of each zone, the ends it touches, and which players have joined them."""

    def __init__(self) -> None:
        super().__init__()
        self._questions: list[ir.Joins] = []

    def read(self, low: Lowering, node: ir.Joins) -> str:
        """Return the C that tests whether the player of *node* has joined the two ends."""
        if node not in self._questions:
            self.ask(more=True)
            self._questions.append(node)
            neighbours(low, node.element)
            contains(low, node.element, node.start)
        return f"s->joined_{self._questions.index(node)}[1 + s->last_actor]"

    def fields(self, c: Writer) -> list[str]:
        """Return the C fields."""
        return [
            field
            for n in range(len(self._questions))
            for field in (f"int16_t group_{n}[LT_ZONES];", f"uint8_t ends_{n}[LT_ZONES], joined_{n}[LT_PLAYERS1];")
        ]

    def functions(self, c: Writer) -> list[str]:
        """Return `group_of` and `join_zone` of each condition."""
        out = Lines()
        for number, node in enumerate(self._questions):
            _functions(c.low, out, number, node)
        return out.lines

    def zone_changed(self, c: Writer) -> list[str]:
        """Return the C that joins the zone to its neighbours."""
        return [f"join_zone_{number}(s, zone);" for number in range(len(self._questions))]

    def rebuild(self, c: Writer) -> list[str]:
        """Return the C that joins zone by zone, each to the earlier ones."""
        out = Lines()
        for number in range(len(self._questions)):
            out.add(f"memset(s->joined_{number}, 0, sizeof s->joined_{number});")
            out.add(f"memset(s->ends_{number}, 0, sizeof s->ends_{number});")
            out.add(f"for (int32_t i = 0; i < LT_ZONES; i++) s->group_{number}[i] = (int16_t)i;")
            out.add(f"for (int32_t i = 0; i < LT_ZONES; i++) join_zone_{number}(s, i);")
        return out.lines


def _functions(low: Lowering, out: Lines, number: int, node: ir.Joins) -> None:
    with out.block(f"LT_INLINE int32_t group_of_{number}(lt_state *s, int32_t zone)"):
        # Path halving keeps groups flat.
        out.add(f"int16_t *group = s->group_{number};")
        out.add("while (group[zone] != zone) zone = group[zone] = group[group[zone]];", "return zone;")
    near = neighbours(low, node.element).table.name
    start, goal = contains(low, node.element, node.start), node.goal
    assert isinstance(start, ir.Lookup)
    assert isinstance(goal, ir.Lookup)
    with out.block(f"static void join_zone_{number}(lt_state *s, int32_t zone)"):
        out.add("int32_t owner = s->token_owner[1 + lt_top(s, zone)];", "if (owner < 0) return;")
        touches = [f"{table.name}[1 + owner][1 + zone]" for table in (start.table, goal.table)]
        out.add(f"int32_t root = group_of_{number}(s, zone);")
        out.add(f"s->ends_{number}[root] |= (uint8_t)({touches[0]} | {touches[1]} << 1);")
        with out.block(f"for (int32_t i = {near}_at[1 + zone]; i < {near}_at[2 + zone]; i++)"):
            out.add(f"if (s->token_owner[1 + lt_top(s, {near}[i])] != owner) continue;")
            out.add(f"int32_t other = group_of_{number}(s, {near}[i]);", f"s->group_{number}[root] = (int16_t)other;")
            out.add(f"s->ends_{number}[other] |= s->ends_{number}[root];", "root = other;")
        out.add(f"if (s->ends_{number}[root] == 3) s->joined_{number}[1 + owner] = 1;")


def joined_groups(low: Lowering, node: ir.Joins) -> bool:
    """Return whether *node* tests if a player's tokens join that player's two ends, in a game that only places tokens.

    Then groups never break up, and union-find applies.
    """
    top = ir.Load("token_owner", ir.Call("lt_top", (node.element,), "token", optional=True), "player", optional=True)
    match node.where:
        case ir.Compare(op="==", left=left, right=right) if top in (left, right):
            player = right if left == top else left
        case _:
            return False
    start = isinstance(node.start, ir.Row) and node.start.index == player
    goal = isinstance(node.goal, ir.Lookup) and node.goal.index == (player, node.element)
    known = player == ir.Field("last_actor", "player", optional=True)
    game = low.game_def
    return start and goal and known and not any(map(_undoes_places, walk(game)))


def _undoes_places(node: Node) -> bool:
    """Return whether *node* can replace the token on a zone, or change its owner."""
    changed = facts.destroyed(node) is not None or facts.property_set(node) is not None
    return changed or facts.moves(node) or facts.shuffled(node) is not None
