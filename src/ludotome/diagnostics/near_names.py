"""Near names: which of the names that could stand here did the author mean.

Invariants:
    * only the caller knows which names are of the right kind and in scope; nothing else is ever proposed;
    * the answer depends on the names and their order alone: nearest first, ties in declaration order;
    * when nothing is near, every candidate is named, so that the reader can choose.

This module does not know what the names stand for. rapidfuzz is imported on the first question, not before: a clean
document never pays for it.
"""

from __future__ import annotations

from collections.abc import Iterable


def near_names(name: str, candidates: Iterable[str], limit: int = 3) -> tuple[str, ...]:
    """Return the *candidates* nearest to *name*, at most *limit*; all of them, in their order, when none is near.

    Near means at most a third of the longer name mistyped (swapping two neighbours is one mistake), or the same name
    in another case. A candidate given twice is named once; *name* itself is never an answer.

    >>> near_names("markt", ["deck", "hand", "market"])
    ('market',)
    >>> near_names("shop", ["deck", "hand", "market"])
    ('deck', 'hand', 'market')
    """
    others = tuple(dict.fromkeys(candidate for candidate in candidates if candidate != name))
    near = nearest(name, others)[:limit]
    return near or others


def nearest(name: str, candidates: Iterable[str]) -> tuple[str, ...]:
    """Return only the *candidates* that are near to *name*, nearest first; nothing when none is."""
    from rapidfuzz import process
    from rapidfuzz.distance import OSA

    names = tuple(candidates)
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
