"""How the games of one call are distributed among threads."""

from __future__ import annotations

import pytest

from ludotome.native.run.many import LONGEST_STRETCH, stretch_from

CALLS = [(n, threads) for n in (1, 2, 7, 100, 20_000, 1_000_003) for threads in (1, 2, 5, 64)]


def stretches(n: int, threads: int) -> list[range]:
    found, first = [], 0
    while stretch := stretch_from(first, n, threads):
        found.append(stretch)
        first = stretch.stop
    return found


@pytest.mark.parametrize(("n", "threads"), CALLS)
def test_every_game_is_in_one_stretch(n: int, threads: int) -> None:
    assert [game for stretch in stretches(n, threads) for game in stretch] == list(range(n))
    assert max(map(len, stretches(n, threads))) <= LONGEST_STRETCH


@pytest.mark.parametrize("threads", [2, 5, 64])
def test_threads_end_at_nearly_the_same_time(threads: int) -> None:
    """A free thread takes the next stretch, each at its own pace: none waits long for the slowest."""
    n, paces = 100_000, [1 + 0.5 * (thread % 3) for thread in range(threads)]
    ends = [0.0] * threads
    for stretch in stretches(n, threads):
        free = ends.index(min(ends))
        ends[free] += len(stretch) * paces[free]
    assert max(ends) - min(ends) <= max(ends) / 50


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_games_are_not_handed_out_one_by_one(threads: int) -> None:
    """A call of C costs as much as some dozens of the shortest games."""
    assert len(stretches(100_000, threads)) <= 100 * threads
