"""Document tests: run the tests in a document.

A test's `position` replaces the setup; `vars` and `active` follow; `moves` are made in notation; then `legal` (exactly
these, as a multiset), `illegal`, `outcome`, `expect` and `perft` are checked. Chance is determined by `rolls`, `deals`
and `draws` (`fixed_chance`), otherwise by `seed`.

Invariant: a test that cannot be run to its end fails, with the reason; none is skipped.

This module does not know how results are shown.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from msgspec import Struct

from ludotome.diagnostics import nearest, some_names
from ludotome.gamedef import (
    Chance,
    Effect,
    ExpectedOutcome,
    PlayError,
    Scope,
    SeatLiteral,
    SetActivePlayer,
    TestDef,
    Type,
    bad_argument,
    checked,
)
from ludotome.play.fixed_chance import FixedChance, fixes_chance
from ludotome.play.reference import kernel
from ludotome.play.value_words import value_in_words

if TYPE_CHECKING:
    from ludotome.play.game import Game
    from ludotome.play.state import State


class TestResult(Struct, frozen=True):
    """The result of one test; `failures` lists the differences, empty if it passed."""

    __test__: ClassVar[bool] = False  # tells pytest that this is not a test class

    name: str
    failures: tuple[str, ...]

    @property
    def passed(self) -> bool:
        """Whether the test passed."""
        return not self.failures


def run_tests(game: Game, names: Sequence[str] | None = None) -> tuple[TestResult, ...]:
    """Return the result of each test of the document, or of those named, in order."""
    named = None if names is None else _checked_names(game, names)
    return tuple(run_test(game, test) for test in game.game_def.tests if named is None or test.name in named)


def _checked_names(game: Game, names: Any) -> tuple[str, ...]:
    """Return *names*, each of which must be that of a test, since a run without tests would always pass."""
    listed = tuple(names) if isinstance(names, Iterable) and not isinstance(names, str) else None
    if listed is None or not all(isinstance(name, str) for name in listed):
        raise bad_argument("names", names, "write a list of names of tests, or leave it out for all")
    known = [test.name for test in game.game_def.tests]
    for name in listed:
        if name not in known:
            near = nearest(name, known)
            hint = f"did you mean `{near[0]}`?" if near else f"there are {some_names(known) or 'none'}"
            raise PlayError("bad-argument", f"there is no test `{name}`; {hint}", alternatives=tuple(near))
    return listed


def run_test(game: Game, test: TestDef) -> TestResult:
    """Return the result of one test, which need not be in the document."""
    return TestResult(test.name, tuple(_failures(game, test)))


def _failures(game: Game, test: TestDef) -> Iterator[str]:
    try:
        state = _start(game, test)
        chance = FixedChance(state, test)
        for index, move in enumerate(test.moves):
            try:
                state.apply_action(move)
            except PlayError as error:
                yield f"move {index + 1}, `{move}`: {error}"
                return
            chance.settle()
        yield from chance.left_over()
        yield from _legality(state, test)
        if test.outcome is not None:
            yield from _outcome(state, test.outcome)
        yield from _expectations(state, test)
        yield from _counts(game, state, test)
    except PlayError as error:
        yield str(error)


def _start(game: Game, test: TestDef) -> State:
    """Return the initial state of the test, of a game with the test's own setup."""
    active: tuple[Effect, ...] = () if test.active is None else (SetActivePlayer(SeatLiteral(test.active)),)
    setup = (*(game.game_def.setup if test.position is None else test.position), *test.vars, *active)
    placed = game.with_setup(setup)
    chance: Chance = "explicit" if fixes_chance(test) else "sampled"
    try:
        return placed.new_initial_state(test.seed, test.players, backend="reference", chance=chance)
    except PlayError as error:
        if test.position is None or not error.details.get("chain", ("",))[0].startswith("setup["):
            raise
        raise PlayError(error.code, f"its `position` cannot be placed: {error.details['what']}") from None


def _legality(state: State, test: TestDef) -> Iterator[str]:
    if test.legal is not None:
        written, wanted = Counter(state.legal_action_strings()), Counter(_as_shown(state, move) for move in test.legal)
        missing, unwanted = wanted - written, written - wanted
        if missing:
            yield f"not legal, but should be: {', '.join(sorted(missing.elements()))}"
        if unwanted:
            yield f"legal, but should not be: {', '.join(sorted(unwanted.elements()))}"
    refused = [move for move in test.illegal if state.places_written(move)]
    if refused:
        yield f"legal, but should be illegal: {', '.join(refused)}"


def _as_shown(state: State, move: str) -> str:
    """Return a move as it is in the list of legal ones, if it is one of them."""
    places = state.places_written(move)
    return state.legal_action_strings()[places[0]] if len(places) == 1 else move


def _outcome(state: State, expected: ExpectedOutcome) -> Iterator[str]:
    found = state.outcome()
    type_ = "running" if found is None else found.type
    if type_ != expected.type:
        yield f"the outcome is {type_}, expected {expected.type}"
    elif found is not None:
        if expected.winners is not None and tuple(sorted(expected.winners)) != found.winners:
            yield f"won by {_seats(state, found.winners)}, expected {_seats(state, expected.winners)}"
        if expected.scores is not None and expected.scores != found.scores:
            yield f"the scores are {found.scores}, expected {expected.scores}"


def _seats(state: State, seats: Sequence[int]) -> str:
    names = state.game.game_def.metadata.seats
    return ", ".join(names[seat] for seat in seats) or "nobody"


def _expectations(state: State, test: TestDef) -> Iterator[str]:
    game_def, now = state.game.game_def, state.game_state
    inference, scope = checked(game_def).inference, Scope("test", Type("player", optional=True))
    for expected in test.expect:
        found, wanted = (kernel.eval_value(game_def, now, node) for node in (expected.value, expected.equals))
        if found != wanted:
            kinds = (inference.infer(node, scope, "") for node in (expected.value, expected.equals))
            told = (value_in_words(game_def, now, *pair) for pair in zip((found, wanted), kinds, strict=True))
            yield f"`{expected.text}` is {', expected '.join(told)}"


def _counts(game: Game, state: State, test: TestDef) -> Iterator[str]:
    """Count on the game's own backend: the test's state belongs to the same rules, with another setup."""
    if test.perft and not fixes_chance(test) and game.symbols.names == state.game.symbols.names:
        state = game.state_of(state.game_state)
    for depth, count in enumerate(test.perft, start=1):
        found = state.game.perft(depth, state, per=test.per)
        if found != count:
            yield f"perft {depth} counts {found}, expected {count}"
