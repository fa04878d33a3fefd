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
from ludotome.native.text import Lines, c_array

WORD_BITS = 32


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
        return [f"join_zone_{number}(s, zone, 0);" for number in range(len(self._questions))]

    def rebuild(self, c: Writer) -> list[str]:
        """Return the C that joins zone by zone."""
        out = Lines()
        for number in range(len(self._questions)):
            out.add(f"memset(s->joined_{number}, 0, sizeof s->joined_{number});")
            out.add(f"memset(s->ends_{number}, 0, sizeof s->ends_{number});")
            out.add(f"for (int32_t i = 0; i < LT_ZONES; i++) s->group_{number}[i] = (int16_t)i;")
            out.add(f"for (int32_t i = 0; i < LT_ZONES; i++) join_zone_{number}(s, i, UINT32_MAX);")
        return out.lines


def _functions(low: Lowering, out: Lines, number: int, node: ir.Joins) -> None:
    with out.block(f"LT_INLINE int32_t group_of_{number}(lt_state *s, int32_t zone)"):
        # Path halving keeps groups flat.
        out.add(f"int16_t *group = s->group_{number};")
        out.add("while (group[zone] != zone) zone = group[zone] = group[group[zone]];", "return zone;")
    table = neighbours(low, node.element).table
    near, apart = table.name, f"apart_{number}"
    out.add(*c_array("uint32_t", apart, [word for row in table.rows for word in _apart(low, row)]))
    start, goal = contains(low, node.element, node.start), node.goal
    assert isinstance(start, ir.Lookup)
    assert isinstance(goal, ir.Lookup)
    with out.block(f"static void join_zone_{number}(lt_state *s, int32_t zone, uint32_t all)"):
        out.add(
            "/* Its neighbours that are neighbours are joined already, so one of them is enough; but not if `all`. */"
        )
        out.add("int32_t owner = s->token_owner[1 + lt_top(s, zone)];", "if (owner < 0) return;")
        touches = [f"{table.name}[1 + owner][1 + zone]" for table in (start.table, goal.table)]
        out.add(f"int32_t root = group_of_{number}(s, zone);")
        out.add(f"s->ends_{number}[root] |= (uint8_t)({touches[0]} | {touches[1]} << 1);")
        out.add(
            f"const int32_t first = {near}_at[1 + zone], count = {near}_at[2 + zone] - first;", "uint32_t same = 0;"
        )
        with out.block("for (int32_t i = 0; i < count; i++)"):
            out.add(f"const int32_t other = {near}[first + i];")
            out.add("same |= (uint32_t)(s->token_owner[1 + lt_top(s, other)] == owner) << i;")
        with out.block("while (same)"):
            out.add("const int32_t at = first + lt_lowest_bit(same);", f"same &= (same - 1) & ({apart}[at] | all);")
            out.add(f"int32_t other = group_of_{number}(s, {near}[at]);", f"s->group_{number}[root] = (int16_t)other;")
            out.add(f"s->ends_{number}[other] |= s->ends_{number}[root];", "root = other;")
        out.add(f"if (s->ends_{number}[root] == 3) s->joined_{number}[1 + owner] = 1;")


def _apart(low: Lowering, row: tuple[int, ...]) -> list[int]:
    """Return for each zone of *row* the places of the others that are not its neighbours, as bits."""
    near = low.board.neighbors
    return [sum(1 << at for at, other in enumerate(row) if other != zone and other not in near[zone]) for zone in row]


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
    few = max(map(len, low.board.neighbors), default=0) <= WORD_BITS
    return start and goal and known and few and not any(map(_undoes_places, walk(game)))


def _undoes_places(node: Node) -> bool:
    """Return whether *node* can replace the token on a zone, or change its owner."""
    changed = facts.destroyed(node) is not None or facts.property_set(node) is not None
    return changed or facts.moves(node) or facts.shuffled(node) is not None
