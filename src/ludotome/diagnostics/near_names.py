"""Near names: which of the possible names did the author mean.

Invariants:
    * only the caller knows which names are of the right kind and in scope; nothing else is proposed;
    * the answer depends on the names and their order alone: nearest first, ties in declaration order;
    * a name that differs only in case, `_` or `-` is taken as the one that was meant, whatever else is near;
    * when nothing is near, the first few candidates are named, in their order, so that the reader can choose.

This module does not know what the names stand for. rapidfuzz is imported on the first call: a clean
document never needs it.
"""

from __future__ import annotations

from collections.abc import Iterable

MOST_CANDIDATES = 5
_OPPOSITES = ("no", "non", "not", "un", "never")


def near_names(name: str, candidates: Iterable[str], limit: int = 3) -> tuple[str, ...]:
    """Return the *candidates* nearest to *name*, at most *limit*; the first five of all when none is near.

    Near means at most a third of the longer name mistyped (swapping two adjacent letters is one error), or the same
    name in another case. A candidate given twice is named once; *name* itself is never an answer.

    >>> near_names("markt", ["deck", "hand", "market"])
    ('market',)
    >>> near_names("shop", ["deck", "hand", "market"])
    ('deck', 'hand', 'market')
    """
    others = tuple(dict.fromkeys(candidate for candidate in candidates if candidate != name))
    near = nearest(name, others)[:limit]
    return near or others[:MOST_CANDIDATES]


def nearest(name: str, candidates: Iterable[str]) -> tuple[str, ...]:
    """Return only the *candidates* that are near to *name*, nearest first; an empty tuple if none is."""
    from rapidfuzz import process
    from rapidfuzz.distance import OSA

    names = tuple(candidates)
    if same := tuple(other for other in names if _bare(other) == _bare(name)):
        return same
    longest = max(map(len, (name, *names)))
    found = process.extract(
        name.casefold(),
        [candidate.casefold() for candidate in names],
        scorer=OSA.distance,
        score_cutoff=longest // 3,
        limit=None,
    )
    ranked = sorted((mistakes, place) for _, mistakes, place in found)
    return tuple(names[place] for mistakes, place in ranked if mistakes <= max(len(name), len(names[place])) // 3)


def is_sure(name: str, near: tuple[str, ...]) -> bool:
    """Return whether *name* is certainly a misspelling of the one *near* name.

    One that differs in digits may not be, and one that says the opposite is not.

    >>> is_sure("markt", ("market",)), is_sure("hand2", ("hand1",)), is_sure("legalMoves", ("noLegalMoves",))
    (True, False, False)
    """
    if len(near) != 1:
        return False
    one, other = _bare(name), _bare(near[0])
    is_opposite = any(one == prefix + other or other == prefix + one for prefix in _OPPOSITES)
    is_numbered = name.rstrip("0123456789") == near[0].rstrip("0123456789") and one != other
    return not is_opposite and not is_numbered


def _bare(name: str) -> str:
    return name.replace("_", "").replace("-", "").casefold()
