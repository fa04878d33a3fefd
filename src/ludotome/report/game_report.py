"""Game report: make the report about a game.

Invariant: the same evidence gives the same report; the amount of evidence depends on the time limit.

This module does not know how answers are shown.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from ludotome.gamedef import of_kind
from ludotome.play import Game
from ludotome.report.answer import Answer, Tests
from ludotome.report.choices import choices
from ludotome.report.ends import ends
from ludotome.report.evidence import Evidence
from ludotome.report.fair import fair, fair_tests
from ludotome.report.faults import faults
from ludotome.report.gather import Progress, gather
from ludotome.report.skill import skill, skill_tests
from ludotome.report.tension import tension
from ludotome.report.use import use
from ludotome.report.words import NO_BREAK, counted


class GameReport(Struct, frozen=True):
    """The games of a report, and its answers.

    `tests` is the number of tests behind the answers, all of which Holm's method corrects together; `suspects` is the
    number of things examined for the lists of what is never or always chosen. After an interrupt `interrupted` is
    true, and answers use the games played by then.
    """

    game: str
    rules_hash: str
    players: int
    seed: int
    games: int
    seconds: float
    quick: bool
    interrupted: bool
    simulations: dict[str, int]
    tests: int
    suspects: int
    answers: tuple[Answer, ...]

    def answer(self, id: str) -> Answer:  # noqa: A002 - the field it looks for
        """Return the answer to the question with this id."""
        return next(one for one in self.answers if one.id == id)


def report_on(
    game: Game,
    *,
    seed: int = 1,
    players: int | None = None,
    quick: bool = False,
    seconds: float | None = None,
    games: int | None = None,
    simulations: Mapping[str, int] | None = None,
    progress: Progress | None = None,
) -> GameReport:
    """Play *game* for about this many *seconds* and return the report.

    With *games* the number of games of each series is fixed instead. *simulations* are those of each level, as
    `measure_levels` found them. *progress* is called with the current step and the share of the time that is used.
    """
    of_kind("game", game, Game, "write a game, as `load` gives it")
    evidence = gather(
        game, seed=seed, players=players, quick=quick, seconds=seconds, games=games, simulations=simulations,
        progress=progress,
    )  # fmt: skip
    return make_game_report(evidence)


def make_game_report(evidence: Evidence) -> GameReport:
    """Return the report on *evidence*."""
    tests = Tests({**fair_tests(evidence), **skill_tests(evidence)})
    used, suspects = use(evidence)
    answers = [
        fair(evidence, tests), ends(evidence), choices(evidence, tests), skill(evidence, tests), tension(evidence),
        used, faults(evidence),
    ]  # fmt: skip
    return GameReport(
        evidence.game.name,
        evidence.game.rules_hash,
        evidence.seats,
        evidence.seed,
        evidence.games,
        evidence.seconds,
        evidence.quick,
        evidence.interrupted,
        evidence.simulations,
        tests.count,
        suspects,
        tuple(answer for answer in answers if answer.sentence),
    )


def more_time(report: GameReport) -> str:
    """Return advice on open questions; empty if there are none."""
    if not any(answer.certainty == "open" for answer in report.answers):
        return ""
    return (
        f"To settle open questions, play longer: {'leave out --quick, or ' if report.quick else ''}use --seconds 300."
    )


def tests_told(report: GameReport) -> str:
    """Return the number of tests, and what their correction guarantees."""
    if not report.tests:
        return ""
    made = f"{counted(report.tests, 'statistical test')} {'was' if report.tests == 1 else 'were'} made"
    return f"{made}; with Holm’s correction the probability of any false finding is at most 5{NO_BREAK}%."
