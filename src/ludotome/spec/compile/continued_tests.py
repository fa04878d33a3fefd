"""continued_tests: tests that continue `after` another one.

    - { name: White has castled, moves: [e4, e5, Nf3, Nf6, Bc4, Bc5, O-O] }
    - { name: then Black may, after: White has castled, moves: [O-O] }

A test that continues has the position, variables, players, seed and setting of the first test of its chain, and the
moves, rolls, deals and draws of all of them in turn.
"""

from __future__ import annotations

from typing import Any

import msgspec

from ludotome.diagnostics import nearest
from ludotome.gamedef import MOST_CONTINUED, TestDef
from ludotome.spec.lowering import Context, Origin

_CODE = "LT805"
# The fields that determine how a game begins; a test that continues takes them from the first test.
_OF_THE_FIRST = ("position", "vars", "active", "players", "seed", "set")


def chains_of(ctx: Context, written: list[dict[str, Any]]) -> list[tuple[int, ...]]:
    """Return for each test the indices of the tests in its chain, itself last; errors in `after` are reported."""
    index_of_name = {str(test.get("name")): index for index, test in reversed(list(enumerate(written)))}
    return [_chain(ctx, written, index, index_of_name) for index in range(len(written))]


def _chain(ctx: Context, written: list[dict[str, Any]], index: int, index_of_name: dict[str, int]) -> tuple[int, ...]:
    _check_beside(ctx, written[index], f"tests[{index}]")
    chain = [index]
    while (name := written[chain[0]].get("after")) is not None:
        before = index_of_name.get(str(name))
        if before is None:
            if chain[0] == index:  # otherwise it is reported where it is written
                others = [one for one in index_of_name if one != written[index].get("name")]
                _unknown(ctx, str(name), others, Origin(f"tests[{index}].after"))
            break
        if before in chain:
            if before == index:  # otherwise it is reported at the tests of the cycle
                names = " after ".join(f"`{written[one].get('name')}`" for one in (*reversed(chain), before))
                message = f"a test cannot continue itself: {names}"
                ctx.fault(_CODE, Origin(f"tests[{index}].after"), message, "leave `after` out of one of them")
            break
        chain.insert(0, before)
        if len(chain) > MOST_CONTINUED:
            message = f"more than {MOST_CONTINUED} tests continue each other"
            ctx.fault(_CODE, Origin(f"tests[{index}].after"), message, "write the moves in one test")
            return (index,)
    return tuple(chain)


def _unknown(ctx: Context, name: str, known: list[str], origin: Origin) -> None:
    near = nearest(name, known)
    suggestion = f"write `{near[0]}`" if near else "write the `name` of another test"
    ctx.fault(_CODE, origin, f"there is no other test `{name}`", suggestion, alternatives=tuple(near[:5]))


def _check_beside(ctx: Context, test: dict[str, Any], path: str) -> None:
    if test.get("after") is None:
        return
    for key in _OF_THE_FIRST:
        if key in test:
            message = f"`{key}` sets the start of the game, but this test continues another one (`after`)"
            ctx.fault(_CODE, Origin(f"{path}.{key}", on_key=True), message, f"leave `{key}` out, or `after`")


def continued(before: TestDef, own: TestDef) -> TestDef:
    """Return the test that plays *before* and then *own*, and checks what *own* checks."""
    return msgspec.structs.replace(
        own,
        position=before.position,
        vars=before.vars,
        active=before.active,
        players=before.players,
        seed=before.seed,
        rolls=before.rolls + own.rolls,
        deals=before.deals + own.deals,
        draws=before.draws + own.draws,
        moves=before.moves + own.moves,
    )
