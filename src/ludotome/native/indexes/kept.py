"""Kept: the indexes of one game, their order in the C, and the hooks that update them.

In memory they follow the flat state and are not part of it: loading a state rebuilds them.

    owner_on     for each zone the owner of its top token
    stand_on     for each zone of one token what is there
    zones_of     for each player the zones whose top token is theirs, as a word
    owned        for each player the slots of their tokens, as bits
    typed        for each type asked for the slots of its tokens, as bits
    stands       the zones of each player's tokens and of all, as words
    kinds        for each player and type the zones of such tokens, as a word
    open_sets    for each action with an open set, the current possible zones of its parameter
    open_count   the number of zones in each word of the only open set
    steps        for each action with tokens and their steps, the possible steps
    slots_end    one more than the highest slot ever taken
    slot_zones   for every few slots the zones of their tokens, as a word
    joins        for each condition `joins`, the groups of zones of one owner and who has joined the two ends
    groups       groups of zones of one kind, each with the open zones it touches
    lines        for each player and straight line its zones as bits, for runs
    held         for each line of a direction, which of its zones are occupied
    numbers      sums of the tokens' contributions to the position hash, by zone and in total
    changes      a log of changed zones, and where in it each player's end conditions were settled

Invariants:
    * an index that no C reads is not used;
    * the set of indexes is fixed before any hook is written (`settle`), since the rules that read them come first.

This module does not know the readers of the indexes.
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
from ludotome.native.indexes.slot_zones import SlotZones
from ludotome.native.indexes.slots_end import SlotsEnd
from ludotome.native.indexes.stand_on import StandOn
from ludotome.native.indexes.stands import Stands
from ludotome.native.indexes.steps import Steps
from ludotome.native.indexes.typed import Typed
from ludotome.native.indexes.zones_of import ZonesOf
from ludotome.native.text import Lines

# The order of the parts of the indexes in the C; indexes without such a part are omitted.
ORDERS = {
    # Fields that are read to draw a decision come first, so that they share cache lines.
    "fields": """open_sets numbers slots_end open_count joins zones_of owned typed stands kinds slot_zones changes
        held steps lines groups owner_on stand_on""",
    "far_fields": "numbers",
    "functions": "stands stand_on lines steps open_sets joins groups",
    # `lines` needs the old owner, which `owner_on` still has.
    "zone_changed": "lines owner_on stand_on zones_of numbers changes open_sets steps groups joins",
    "token_gained": "owned typed slots_end",
    "token_lost": "owned typed steps",
    "tables": "held",
    # `kinds` and `slot_zones` use the variable `zone` declared by `stands`.
    "token_toggled": "held stands kinds slot_zones",
    "settled": "groups",
    # `lines` is computed from `owner_on`; `stands` toggles every token, for `kinds`, `slot_zones` and `held` too;
    # `owned` calls `token_gained` for every token, so an index that counts there comes after it and resets its counts
    # first; open sets are tested last, when everything they may read is up to date.
    "rebuild": """owner_on lines stand_on zones_of owned typed kinds slot_zones held stands changes numbers steps groups
        joins slots_end open_count open_sets""",
}


class Kept:
    """One instance of each index, used or not."""

    def __init__(self) -> None:
        self.owner_on = OwnerOn()
        self.stand_on = StandOn()
        self.zones_of = ZonesOf()
        self.owned = Owned()
        self.typed = Typed()
        self.stands = Stands()
        self.kinds = Kinds(self.stands)
        self.open_count = OpenCount()
        self.open_sets = OpenSets(self.open_count)
        self.steps = Steps()
        self.slots_end = SlotsEnd()
        self.slot_zones = SlotZones(self.stands, self.slots_end)
        self.joins = Joins()
        self.groups = Groups()
        self.lines = KeptLines(self.owner_on)
        self.held = Held(self.stands)
        self.numbers = Numbers()
        self.changes = Changes()
        self._functions: list[str] = []  # of the indexes, once their set is fixed

    def owner_word(self, c: Writer, player: str) -> str:
        """Return the C of the zones whose top token is a player's, as a word; for boards of at most 64 zones."""
        if c.low.layout.single:
            self.stands.ask()
            return f"s->owner_zones[1 + {player}][0]"
        self.zones_of.ask()
        return f"s->zones_of[1 + {player}]"

    def settle(self, c: Writer) -> None:
        """Declare that all rules are written; indexes not requested so far are not used.

        The functions of indexes may read other indexes, so they are written first.
        """
        self._functions = self._part("functions", c)
        for index in self._all():
            index.is_settled = True

    def _all(self) -> list[Index]:
        return [index for index in vars(self).values() if isinstance(index, Index)]

    def _part(self, part: str, c: Writer) -> list[str]:
        """Return the lines of the kept indexes for one part in `ORDERS`."""
        kept: Iterator[Index] = (getattr(self, name) for name in ORDERS[part].split())
        return [line for index in kept if index.is_kept for line in getattr(index, part)(c)]

    @property
    def is_function_of_state(self) -> bool:
        """Whether restoring a state also restores every kept index."""
        return not self.changes.is_kept and not self.joins.is_kept

    def fields(self, c: Writer) -> list[str]:
        """Return the C fields after the flat state."""
        return self._part("fields", c) + self._part("far_fields", c)

    def hooks(self, c: Writer) -> str:
        """Return the functions that update the indexes, which the handwritten C calls."""
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
