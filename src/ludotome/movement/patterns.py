"""Patterns: the ways a piece can move, as values.

Invariants:
    * a pattern is checked when it is built (an empty direction or list, or an unknown word, raises `ValueError`);
    * the order of directions and offsets is that of the author and is never changed: it decides ties;
    * every pattern says what may stand where it lands (`onto`) and on the tiles it passes (`over`).

This module does not know boards: `check_piece` finds a direction that the board lacks, and it leads nowhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, TypeAlias

from ludotome.movement.arguments import flag, is_whole, name, ordered
from ludotome.movement.cells import Cell

# The content of a tile from the view of the mover's owner; bits, since several pieces may share a tile.
EMPTY: Final = 1
ENEMY: Final = 2
FRIEND: Final = 4
NEUTRAL: Final = 8
BIT_OF_WORD: Final = {"empty": EMPTY, "enemy": ENEMY, "friend": FRIEND, "neutral": NEUTRAL}
# What each passed tile may hold, as a set of the bits above.
BITS_OF_OVER: Final = {
    "empty": EMPTY,
    "enemy": ENEMY,
    "friend": FRIEND,
    "occupied": ENEMY | FRIEND | NEUTRAL,
    "any": EMPTY | ENEMY | FRIEND | NEUTRAL,
}
DEFAULT_ONTO: Final = ("empty", "enemy")


@dataclass(frozen=True, slots=True)
class _Landing:
    """Common to all patterns: what the last tile and the passed tiles may hold, in words and as bits."""

    onto: tuple[str, ...] = field(default=DEFAULT_ONTO, kw_only=True)
    onto_bits: int = field(default=0, init=False, repr=False, compare=False)
    over_bits: int = field(default=EMPTY, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        onto = _words_of_onto(self.onto)
        _settle(self, onto=onto, onto_bits=sum(BIT_OF_WORD[word] for word in onto))


@dataclass(frozen=True, slots=True)
class DirectionPattern(_Landing):
    """One direction: as far as the ray goes, or one step when not repeatable."""

    direction: str
    is_repeatable: bool = True

    def __post_init__(self) -> None:
        _Landing.__post_init__(self)
        _check_directions((self.direction,))
        flag("is_repeatable", self.is_repeatable)

    @property
    def directions(self) -> tuple[str, ...]:
        """The one direction as a tuple, for uniform access."""
        return (self.direction,)


@dataclass(frozen=True, slots=True)
class MultiDirectionPattern(_Landing):
    """Several directions, each as far as its ray goes, or one step when not repeatable.

    The shortest ray to a target wins, ties go to the earlier direction.
    """

    directions: tuple[str, ...]
    is_repeatable: bool = True

    def __post_init__(self) -> None:
        _Landing.__post_init__(self)
        _settle(self, directions=_check_directions(self.directions))
        flag("is_repeatable", self.is_repeatable)


@dataclass(frozen=True, slots=True)
class FixedPattern(_Landing):
    """One sequence of steps, all or nothing.

    Each tile in between holds what *over* says: `empty`, or `any` with *leaps*, which tests only the last tile.
    """

    directions: tuple[str, ...]
    leaps: bool = False
    over: str = field(default="", kw_only=True)

    def __post_init__(self) -> None:
        _Landing.__post_init__(self)
        flag("leaps", self.leaps)
        if self.leaps and self.over not in ("", "any"):
            raise ValueError(f"a pattern that leaps ignores the tiles between; drop `leaps` or `over={self.over!r}`")
        over = _word_of_over(self.over or ("any" if self.leaps else "empty"))
        _settle(self, directions=_check_directions(self.directions), over=over, over_bits=BITS_OF_OVER[over])


@dataclass(frozen=True, slots=True)
class HopPattern(_Landing):
    """Two steps straight on in one of the directions, over a tile that holds what *over* says (`occupied`)."""

    directions: tuple[str, ...]
    over: str = field(default="occupied", kw_only=True)

    def __post_init__(self) -> None:
        _Landing.__post_init__(self)
        bits = BITS_OF_OVER[_word_of_over(self.over)]
        _settle(self, directions=_check_directions(self.directions), over_bits=bits)


@dataclass(frozen=True, slots=True)
class LeapPattern(_Landing):
    """Leaps by coordinates: only the landing tile must exist.

    *offsets* is a list of (drow, dcol) in the author's order, or one pair `(a, b)` that stands for the pair with all
    its mirror images and quarter turns, ascending: `LeapPattern((2, 1))` is the knight.
    """

    offsets: tuple[Cell, ...] | Cell

    def __post_init__(self) -> None:
        _Landing.__post_init__(self)
        _settle(self, offsets=_check_offsets(self.offsets))

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The offsets, always as a list of pairs."""
        return self.offsets  # type: ignore[return-value]  # settled when built


@dataclass(frozen=True, slots=True)
class AnyPattern(_Landing):
    """A placeholder for "anywhere", which yields no path by itself; `shortest_path` answers that question."""


@dataclass(frozen=True, slots=True)
class NullPattern(_Landing):
    """No movement at all."""


Pattern: TypeAlias = (
    DirectionPattern | MultiDirectionPattern | FixedPattern | HopPattern | LeapPattern | AnyPattern | NullPattern
)


def slides(pattern: Pattern) -> bool:
    """Return whether *pattern* is a sliding pattern, that is, a repeatable direction."""
    return isinstance(pattern, (DirectionPattern, MultiDirectionPattern)) and pattern.is_repeatable


def directions_of(pattern: Pattern) -> tuple[str, ...]:
    """Return the directions *pattern* names, in its order; none for leaps and placeholders."""
    return () if isinstance(pattern, (LeapPattern, AnyPattern, NullPattern)) else pattern.directions


def with_directions(pattern: Pattern, name_of: dict[str, str]) -> Pattern:
    """Return *pattern* with each direction replaced according to *name_of*, if it is there."""
    match pattern:
        case DirectionPattern():
            return replace(pattern, direction=name_of.get(pattern.direction, pattern.direction))
        case MultiDirectionPattern() | FixedPattern() | HopPattern():
            return replace(pattern, directions=tuple(name_of.get(each, each) for each in pattern.directions))
        case LeapPattern() | AnyPattern() | NullPattern():
            return pattern


def _settle(pattern: _Landing, **checked: object) -> None:
    """Set fields of a frozen value to their checked form while it is being built."""
    for name_of_field, value in checked.items():
        object.__setattr__(pattern, name_of_field, value)


def _check_directions(directions: object) -> tuple[str, ...]:
    listed = ordered("directions", directions)
    if not listed:
        raise ValueError("`directions` is empty; a pattern needs at least one direction (`NullPattern()` never moves)")
    for direction in listed:
        name("direction", direction)
    return listed


def _words_of_onto(onto: object) -> tuple[str, ...]:
    """Return *onto* in a fixed order without repeats; raise `ValueError` if it is empty or has unknown words."""
    words = list(onto) if isinstance(onto, Iterable) and not isinstance(onto, str) else [onto]
    known = tuple(word for word in BIT_OF_WORD if word in words)
    unknown = [word for word in words if word not in known]
    if unknown or not known:
        seen = f"names `{unknown[0]}`" if unknown else "is empty"
        raise ValueError(f"`onto` {seen}; write some of `{'`, `'.join(BIT_OF_WORD)}`")
    return known


def _word_of_over(over: object) -> str:
    if not isinstance(over, str) or over not in BITS_OF_OVER:
        raise ValueError(f"`over` is `{over}`; write one of `{'`, `'.join(BITS_OF_OVER)}`")
    return over


def _check_offsets(offsets: object) -> tuple[Cell, ...]:
    listed = ordered("offsets", offsets)
    if len(listed) == 2 and all(map(is_whole, listed)):
        a, b = listed
        listed = tuple(sorted({(i * x, j * y) for x, y in ((a, b), (b, a)) for i in (1, -1) for j in (1, -1)}))
    for pair in listed:
        if not isinstance(pair, Sequence) or len(pair) != 2 or not all(map(is_whole, pair)):
            raise ValueError(f"{pair!r} is not an offset; write `(drow, dcol)` with whole numbers")
        if tuple(pair) == (0, 0):
            raise ValueError("the offset `(0, 0)` leads nowhere")
    if not listed:
        raise ValueError("`offsets` is empty; a leap needs at least one offset (`NullPattern()` never moves)")
    return tuple((pair[0], pair[1]) for pair in listed)
