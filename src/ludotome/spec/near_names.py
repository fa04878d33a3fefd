"""near_names: what somebody may have meant by a name that nothing has.

Ties keep the order of declaration, so an answer is reproducible. It does not know what kinds of names there are; the
caller passes those that would have fitted.
"""

from __future__ import annotations

from collections.abc import Iterable

from rapidfuzz.distance import DamerauLevenshtein

_MAX_LISTED = 12


def near_names(written: str, names: Iterable[str]) -> tuple[str, ...]:
    """Return the *names* near to *written*, nearest first; when none is near, all of them in the given order.

    Case, `_` and `-` count for nothing. Near means at most a third of the letters differ (always at least one).
    """
    candidates = list(dict.fromkeys(names))
    plain = _plain(written)
    allowed = max(1, (len(plain) + 1) // 3)
    scored = [
        (distance, index, name)
        for index, name in enumerate(candidates)
        if (distance := _distance(plain, _plain(name), allowed)) is not None
    ]
    if scored:
        return tuple(name for _, _, name in sorted(scored)[:5])
    return tuple(candidates[:_MAX_LISTED])


def nearest_name(written: str, names: Iterable[str]) -> str | None:
    """Return the one name that *written* most likely means, or None when nothing is near."""
    candidates = list(names)
    found = near_names(written, candidates)
    plain = _plain(written)
    if not found or _distance(plain, _plain(found[0]), max(1, (len(plain) + 1) // 3)) is None:
        return None
    return found[0]


def _plain(name: str) -> str:
    return name.lower().replace("_", "").replace("-", "").replace(" ", "")


def _distance(written: str, name: str, allowed: int) -> int | None:
    if written == name:
        return 0
    distance = int(DamerauLevenshtein.distance(written, name, score_cutoff=allowed))
    if distance <= allowed:
        return distance
    # A name cut short or run on (`end` for `endTurn`, `boardgrid`) is near although many letters differ.
    shorter, longer = sorted((written, name), key=len)
    if len(shorter) >= 4 and longer.startswith(shorter):
        return allowed
    return None
