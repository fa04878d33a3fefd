"""Piece: an owner and the patterns by which its piece moves.

Invariants:
    * the order of patterns is that of the designer and is the only precedence: patterns are never sorted or dropped;
    * groups (`walk`, `jump`) are names for ranges of that list, in the order they were written;
    * pieces are values and hash in constant time, because every query looks up a piece's compiled form.

A piece does not know where it is; the `Occupancy` of the state does.
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

    *neutral* says how unowned pieces and others treat each other: they block, unless the moving or the blocking piece
    says `passable`; a passable piece counts as absent.
    """

    id: str
    owner: Owner | None
    patterns: tuple[Pattern, ...] | Mapping[str, Iterable[Pattern]] = ()
    neutral: Neutral = "blocks"
    groups: tuple[tuple[str, int], ...] = field(default=(), kw_only=True)
    """The names of groups with the number of patterns in each; computed if *patterns* is given as named groups."""
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
            raise ValueError(f"the groups of `{self.id}` must contain exactly its {len(patterns)} patterns")
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
        """Return the places of *group*'s patterns in `pattern_list` (None: all); raise `ValueError` if unknown."""
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
    """Raise `ValueError` if *piece* uses a direction that *board* lacks, or leaps on a board without coordinates."""
    for pattern in piece.pattern_list:
        unknown = next((way for way in directions_of(pattern) if way not in board.index_of_direction), None)
        if unknown is not None:
            known = listed(board.directions)
            raise ValueError(f"`{piece.id}` moves `{unknown}`, which the board lacks; its directions are: {known}")
        if isinstance(pattern, LeapPattern) and not board.has_cells:
            raise ValueError(f"`{piece.id}` leaps by offsets, but the board has no coordinates; write a `FixedPattern`")
