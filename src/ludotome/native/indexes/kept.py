"""Kept: the indexes of one game, where each stands in the C, and the hooks that keep them.

They stand behind the flat state in memory and are no part of it: whoever loads a state rebuilds them.

    owner_on     for each zone the owner of its top token
    stand_on     for each zone of one token what stands there
    zones_of     for each player the zones whose top token is theirs, as a word
    owned        for each player the slots of their tokens
    stands       the zones of each player's tokens and of all, as words
    kinds        for each player and type the zones of such tokens, as a word
    open_sets    for each action with an open set, the zones its parameter may have now
    open_count   how many zones each word of the only open set has
    steps        for each action of tokens and their steps, which tokens may step where
    slots_end    one more than the greatest slot that was ever taken
    joins        for each question `joins`, the groups of zones of one owner and who has joined the two ends
    groups       groups of zones of one kind, each with how many open zones it touches
    lines        for each player and straight line its zones as bits, for runs
    held         for each line of a direction which of its zones hold something
    numbers      the numbers that tokens add to the hash of a position, added up by zone and in all
    changes      the zones changed last, and where each player's end conditions were settled in that log

Invariants:
    * an index that no C reads is not kept;
    * which indexes are kept is settled before any hook is written (`settle`): rules that read them come first.

This module does not know who reads them.
"""

from __future__ import annotations

from collections.abc import Iterator

from ludotome.native.indexes.changes import Changes
from ludotome.native.indexes.groups import Groups
from ludotome.native.indexes.held import Held
from ludotome.native.indexes.index import Index, Writer
from ludotome.native.indexes.joins import Joins
from ludotome.native.indexes.kinds import Kinds
from ludotome.native.indexes.lines import KeptLines
from ludotome.native.indexes.numbers import Numbers
from ludotome.native.indexes.open_sets import OpenCount, OpenSets
from ludotome.native.indexes.owned import Owned
from ludotome.native.indexes.owner_on import OwnerOn
from ludotome.native.indexes.slots_end import SlotsEnd
from ludotome.native.indexes.stand_on import StandOn
from ludotome.native.indexes.stands import Stands
from ludotome.native.indexes.steps import Steps
from ludotome.native.indexes.zones_of import ZonesOf
from ludotome.native.text import Lines

# The order in which the parts of the indexes stand in the C; an index that has no such part is left out.
ORDERS = {
    # What is looked at to draw a decision comes first, so that it shares cache lines.
    "fields": """open_sets numbers slots_end open_count joins zones_of owned stands kinds changes held steps lines
        groups owner_on stand_on""",
    "far_fields": "numbers",
    "functions": "stands stand_on lines steps open_sets joins groups",
    # `lines` takes a zone from the owner that `owner_on` still says.
    "zone_changed": "lines owner_on stand_on zones_of numbers changes open_sets steps groups joins",
    "token_gained": "owned slots_end",
    "token_lost": "owned steps",
    "tables": "held",
    # `kinds` toggles the bit that `stands` has made.
    "token_toggled": "held stands kinds",
    "settled": "groups",
    # `lines` is computed from `owner_on`; `stands` toggles every token, for `kinds` and `held` too; `owned` calls
    # `token_gained` for every token, so an index that counts there comes after it and resets its counts first; open
    # sets are tested last, when all that they may read is known.
    "rebuild": """owner_on lines stand_on zones_of owned kinds held stands changes numbers steps groups joins slots_end
        open_count open_sets""",
}


class Kept:
    """One of each index, kept or not."""

    def __init__(self) -> None:
        self.owner_on = OwnerOn()
        self.stand_on = StandOn()
        self.zones_of = ZonesOf()
        self.owned = Owned()
        self.stands = Stands()
        self.kinds = Kinds(self.stands)
        self.open_count = OpenCount()
        self.open_sets = OpenSets(self.open_count)
        self.steps = Steps()
        self.slots_end = SlotsEnd()
        self.joins = Joins()
        self.groups = Groups()
        self.lines = KeptLines(self.owner_on)
        self.held = Held(self.stands)
        self.numbers = Numbers()
        self.changes = Changes()
        self._functions: list[str] = []  # of the indexes, once it is settled which are kept

    def settle(self, c: Writer) -> None:
        """Say that all rules are written: an index that was not asked for until now is not kept.

        The functions of indexes may read other indexes, so they are written first.
        """
        self._functions = self._part("functions", c)
        for index in self._all():
            index.is_settled = True

    def _all(self) -> list[Index]:
        return [index for index in vars(self).values() if isinstance(index, Index)]

    def _part(self, part: str, c: Writer) -> list[str]:
        """Return the lines that the kept indexes have for one of `ORDERS`."""
        kept: Iterator[Index] = (getattr(self, name) for name in ORDERS[part].split())
        return [line for index in kept if index.is_kept for line in getattr(index, part)(c)]

    @property
    def is_function_of_state(self) -> bool:
        """Whether every kept index is the same again when the state is put back as it was."""
        return not self.changes.is_kept and not self.joins.is_kept

    def fields(self, c: Writer) -> list[str]:
        """Return the C fields that stand behind the flat state."""
        return self._part("fields", c) + self._part("far_fields", c)

    def hooks(self, c: Writer) -> str:
        """Return the functions that keep the indexes, which the hand-written C calls."""
        out = Lines()
        out.add(*self._functions)
        with out.block("LT_INLINE void settle_groups(lt_state *s)"):
            out.add("(void)s;", *self._part("settled", c))
        with out.block("LT_INLINE void zone_changed(lt_state *s, int32_t zone)"):
            out.add("(void)s; (void)zone;", *self._part("zone_changed", c))
        for hook in ("token_gained", "token_lost", "token_toggled"):
            if hook == "token_toggled":
                out.add(*self._part("tables", c))
            with out.block(f"LT_INLINE void {hook}(lt_state *s, int32_t token)"):
                out.add("(void)s; (void)token;", *self._part(hook, c))
        out.add("/* Compute every index from the state itself. */")
        with out.block("LT_SELDOM void rebuild(lt_state *s)"):
            out.add("(void)s;", *self._part("rebuild", c))
        return str(out)
