"""Piece: who may go which ways.

Invariants:
    * the order of patterns is the designer's and the only precedence there is: nothing sorts or drops one;
    * groups (`walk`, `jump`) are names for stretches of that one list, in the order they were written;
    * pieces are values and hash in constant time, because every question looks a piece's compiled form up.

A piece does not know where it stands; that is `Occupancy`, which belongs to the state asked about.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias, get_args

from ludotome.movement.arguments import listed, name, ordered
from ludotome.movement.board import Board
from ludotome.movement.patterns import LeapPattern, Pattern, directions_of

Owner: TypeAlias = str | int
Neutral = Literal["blocks", "passable"]


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of *owner* (None: nobody's) with its patterns in order of precedence, as a list or as named groups.

    *neutral* says how unowned pieces and others stand to each other: they block, unless the one that moves or the one
    in the way says `passable`; a passable one counts as not there.
    """

    id: str
    owner: Owner | None
    patterns: tuple[Pattern, ...] | Mapping[str, Iterable[Pattern]] = ()
    neutral: Neutral = "blocks"
    groups: tuple[tuple[str, int], ...] = field(default=(), kw_only=True)
    """The names of groups with the number of patterns in each; worked out when *patterns* is given as named groups."""
    _hash: int = field(default=0, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        name("piece", self.id)
        if self.owner is not None and not isinstance(self.owner, (str, int)):
            raise ValueError(f"the owner of `{self.id}` is {self.owner!r}; write a name, a number or None")
        if self.neutral not in get_args(Neutral):
            raise ValueError(f"`neutral` of `{self.id}` is `{self.neutral}`; write `blocks` or `passable`")
        groups = self.groups
        if isinstance(self.patterns, Mapping):
            stretches = {name("group", group): ordered(group, given) for group, given in self.patterns.items()}
            groups = tuple((group, len(stretch)) for group, stretch in stretches.items())
            patterns = tuple(pattern for stretch in stretches.values() for pattern in stretch)
        else:
            patterns = ordered("patterns", self.patterns)
        for pattern in patterns:
            if not isinstance(pattern, Pattern):
                raise ValueError(f"`{self.id}` has {pattern!r} among its patterns; write one such as `NullPattern()`")
        if groups and sum(size for _, size in groups) != len(patterns):
            raise ValueError(f"the groups of `{self.id}` do not share out its {len(patterns)} patterns")
        object.__setattr__(self, "patterns", patterns)
        object.__setattr__(self, "groups", groups)
        object.__setattr__(self, "_hash", hash((self.id, self.owner, patterns, groups, self.neutral)))

    def __hash__(self) -> int:
        return self._hash

    @property
    def pattern_list(self) -> tuple[Pattern, ...]:
        """All its patterns in order, however they were grouped."""
        return self.patterns  # type: ignore[return-value]  # settled when built

    def places_of_group(self, group: str | None) -> range:
        """Return the places of *group*'s patterns in `pattern_list`; all of them for None; refuse an unknown name."""
        if group is None:
            return range(len(self.pattern_list))
        start = 0
        for known, size in self.groups:
            if known == group:
                return range(start, start + size)
            start += size
        groups = listed(tuple(known for known, _ in self.groups))
        raise ValueError(f"`{self.id}` has no group `{group}`; its groups are: {groups}")


def check_piece(board: Board, piece: Piece) -> None:
    """Refuse a piece that names a direction *board* lacks, or leaps on a board without coordinates."""
    for pattern in piece.pattern_list:
        unknown = next((way for way in directions_of(pattern) if way not in board.index_of_direction), None)
        if unknown is not None:
            known = listed(board.directions)
            raise ValueError(f"`{piece.id}` moves `{unknown}`, which the board lacks; its directions are: {known}")
        if isinstance(pattern, LeapPattern) and not board.has_cells:
            raise ValueError(f"`{piece.id}` leaps by offsets, but the board has no coordinates; write a `FixedPattern`")
