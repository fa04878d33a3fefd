"""tests: the tests a document carries → `TestDef`s."""

from __future__ import annotations

from functools import reduce
from typing import Any, cast

from ludotome.gamedef import ExpectedOutcome, ExpectedValue, Scope, TestDef
from ludotome.spec.blocks import YamlValue, key_path
from ludotome.spec.compile.continued_tests import chains_of, continued
from ludotome.spec.compile.deals import compile_deals, compile_draws
from ludotome.spec.compile.values import entries, listed, mapping, whole
from ludotome.spec.lowering import Context, Env, Origin, Want, lower_place, lower_variables, part_of
from ludotome.spec.lowering.seats import find_seat
from ludotome.spec.lowering.trees import lower_field

OUTCOMES = ("win", "draw", "lossAll", "score", "rank", "stall", "truncated", "running")


def compile_tests(ctx: Context) -> tuple[TestDef, ...]:
    """Return, in written order, the tests that apply to the current parameter settings."""
    made: list[TestDef] = []
    written = entries(ctx.doc.get("tests"))
    compiled: dict[int, TestDef] = {}
    for index, chain in enumerate(chains_of(ctx, written)):
        if not _is_set_here(ctx, mapping(written[chain[0]].get("set"))):
            continue
        ctx.origins.of_path[f"tests[{len(made)}]"] = f"tests[{index}]"
        for one in chain:
            if one not in compiled:
                compiled[one] = _test(ctx, written[one], f"tests[{one}]")
        made.append(reduce(continued, [compiled[one] for one in chain]))
    return tuple(made)


def _is_set_here(ctx: Context, given: dict[str, Any]) -> bool:
    """Return whether a test that sets *given*, with defaults otherwise, applies to the current settings."""
    return all(
        given.get(name, parameter.default) == parameter.value for name, parameter in ctx.things.parameters.items()
    )


def _test(ctx: Context, written: dict[str, Any], path: str) -> TestDef:
    env = Env(Scope("test"))
    constants = ctx.things.shell.constants
    return TestDef(
        name=str(written.get("name", "")),
        position=lower_place(ctx, written["position"], f"{path}.position", env) if "position" in written else None,
        vars=lower_variables(ctx, written.get("vars"), f"{path}.vars", env),
        active=find_seat(ctx, written["active"], Origin(f"{path}.active")) if "active" in written else None,
        players=whole(written.get("players"), constants),
        seed=whole(written.get("seed", 1), constants),
        rolls=tuple(listed(written.get("rolls"))),
        deals=compile_deals(ctx, written.get("deals"), f"{path}.deals", env),
        draws=compile_draws(ctx, written.get("draws"), f"{path}.draws", env),
        moves=_texts(written.get("moves")),
        legal=_texts(written["legal"]) if "legal" in written else None,
        illegal=_texts(written.get("illegal")),
        outcome=_outcome(ctx, written.get("outcome"), f"{path}.outcome") if "outcome" in written else None,
        expect=_expected(ctx, mapping(written.get("expect")), f"{path}.expect", env),
        perft=tuple(listed(written.get("perft"))),
        per=written.get("per", "decision"),
    )


def _texts(value: YamlValue) -> tuple[str, ...]:
    return tuple(str(one) for one in listed(value))


def _expected(ctx: Context, written: dict[str, Any], path: str, env: Env) -> tuple[ExpectedValue, ...]:
    found = []
    for index, (key, value) in enumerate(written.items()):
        here = key_path(path, key)
        ctx.origins.of_path[f"{path}[{index}]"] = here
        left = ctx.lower(part_of(ctx, key, here, in_key=True), Want("any"), env)
        kind = ctx.type_of(left, env.scope)
        want = Want("name", kind.names) if kind.kind == "name" else Want(kind.kind if kind.kind == "player" else "any")
        found.append(ExpectedValue(key, left, lower_field(ctx, value, here, want, env)))
    return tuple(found)


def _outcome(ctx: Context, written: YamlValue, path: str) -> ExpectedOutcome | None:
    """Return the outcome written as `draw`, `{ win: X }`, `{ score: [3, -3] }` or `{ type: win, winners: [X] }`."""
    kind, winners, scores = _outcome_parts(written)
    if kind in OUTCOMES and (fault := _fault_of_scores(written, scores, path)) is not None:
        ctx.fault("LT802", Origin(fault), "a score must be a whole number", "write whole numbers, as `score: [3, -3]`")
    elif kind in OUTCOMES:
        seats = [
            find_seat(ctx, seat, Origin(_winner_path(written, path, index))) for index, seat in enumerate(winners or ())
        ]
        return ExpectedOutcome(
            cast("Any", kind),
            None if winners is None else tuple(seat for seat in seats if seat is not None),
            None if scores is None else tuple(scores),
        )
    else:
        ctx.fault(
            "LT802",
            Origin(path),
            "unknown outcome",
            "write `{ win: Seat }`, `{ rank: Seat }`, `draw`, `score`, `stall`, `truncated` or `running`",
            alternatives=OUTCOMES,
        )
    return None


def _fault_of_scores(written: Any, scores: list[Any] | None, path: str) -> str | None:
    """Return the path of the first score that is not a whole number, None if there is none."""
    for index, score in enumerate(scores or ()):
        if type(score) is not int:
            key = next(key for key in ("scores", "score") if key in written)
            return f"{path}.{key}[{index}]" if isinstance(written[key], list) else f"{path}.{key}"
    return None


def _winner_path(written: Any, path: str, index: int) -> str:
    key = next(key for key in ("winners", "win", "rank") if key in written)
    return f"{path}.{key}[{index}]" if isinstance(written[key], list) else f"{path}.{key}"


def _outcome_parts(written: Any) -> tuple[str, list[Any] | None, list[Any] | None]:
    """Return the type of an outcome as written (unknown if it makes no sense), its winners and its scores."""
    match written:
        case None | "none":
            return "running", None, None
        case str(kind):
            return kind, None, None
        case {"type": str(kind)}:
            winners = listed(written["winners"]) if "winners" in written else None
            return kind, winners, listed(written["scores"]) if "scores" in written else None
        case {"win": winners} if len(written) == 1:
            return "win", listed(winners), None
        case {"rank": winners} if len(written) == 1:
            return "rank", listed(winners), None
        case {"score": scores} if len(written) == 1:
            return "score", None, listed(scores)
        case _:
            return "", None, None
