"""Tune: find the settings of a game's parameters that come closest to a goal.

Settings are tried by successive halving on the same seeds. The last five play new games, and only those results are
reported, because the winner among many equal settings looks better in the search than it is. All intervals of one
result hold simultaneously, so the best of the five may be chosen by its fresh figures.

This module does not know how the result is shown.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct

from ludotome import workers
from ludotome.agents import LEVELS as SIMULATIONS
from ludotome.chance import mix
from ludotome.gamedef import PlayError, Setting, SpecError, checked_seed, from_one, of_kind, positive
from ludotome.play import Game, load_text
from ludotome.report.candidates import Settings, candidates
from ludotome.report.evidence import LEVELS
from ludotome.report.goals import Aim, parse_goal
from ludotome.report.halving import Sample, halve
from ludotome.report.level_games import LevelGames
from ludotome.report.measuring import Measuring, Tuned
from ludotome.toolchain import ToolError

MOST_SETTINGS = 32
SECONDS = 60.0
_FRESH = 1  # mixed into the seed, for games that the search has not seen


class Skipped(Struct, frozen=True):
    """A setting that cannot be played, and why."""

    settings: Settings
    reason: str


class Tuning(Struct, frozen=True):
    """The best settings, from best to worst, with figures from fresh games only."""

    game: str
    goal: str
    aims: tuple[Aim, ...]
    level: str
    players: int
    seed: int
    settings: int
    rounds: int
    games: int
    seconds: float
    interrupted: bool
    finalists: tuple[Tuned, ...]
    skipped: tuple[Skipped, ...]

    @property
    def best(self) -> Tuned | None:
        """The best setting; None if no setting has figures."""
        return self.finalists[0] if self.finalists and self.finalists[0].figures else None


def tune(
    game: Game,
    goal: str,
    *,
    level: str = "normal",
    over: Mapping[str, Sequence[Setting]] | None = None,
    fixed: Mapping[str, Setting] | None = None,
    most: int = MOST_SETTINGS,
    seed: int = 1,
    players: int | None = None,
    seconds: float = SECONDS,
    games: int | None = None,
    simulations: Mapping[str, int] | None = None,
    progress: Callable[[str, float], None] | None = None,
) -> Tuning:
    """Return the settings of *game*'s parameters that come closest to *goal*, such as `fair and 30..50 decisions`.

    *over* has the values of a parameter to try, *fixed* the parameters that keep a value. At most *most* settings are
    tried, by games between players of *level*. *seconds* is the time for playing, without compiling; with *games* each
    setting instead plays that many games in the first round, so that the result does not depend on the machine.
    """
    of_kind("game", game, Game, "write a game, as `load` gives it")
    aims = parse_goal(goal)
    if level not in LEVELS:
        raise PlayError("bad-argument", f"level is {level!r}; write one of {', '.join(LEVELS)}")
    seats = game.seats_for(players)
    _check_possible(aims, level, seats)
    wanted = candidates(game.game_def.parameters, from_one("most", most) or 1, over or {}, fixed or {})
    seconds = positive("seconds", seconds, None, "write how many seconds to play, as 60")
    games = from_one("games", games)
    seed, started = checked_seed(seed), time.perf_counter()
    try:
        built, skipped = _built(game, wanted, seats, progress)
    except KeyboardInterrupt:
        built, skipped = [], []
    if not built:
        return _nothing(game, goal, aims, level, seats, seed, len(wanted), started, skipped)
    measuring = Measuring(aims, LevelGames(level, {**SIMULATIONS, **(simulations or {})}, seats))

    def play(one: int, first: int, n: int, fresh: bool) -> Sample:
        return measuring.sample(built[one][1], first, n, mix(seed, _FRESH) if fresh else seed)

    found = halve(len(built), play, measuring.loss, seconds=seconds, games=games, tell=progress)
    finalists = measuring.finalists([settings for settings, _ in built], found, game.game_def.metadata.seats)
    return Tuning(
        game.name, goal, aims, level, seats, seed, len(wanted), found.rounds, measuring.games.played,
        time.perf_counter() - started, found.interrupted, finalists, tuple(skipped),
    )  # fmt: skip


def _check_possible(aims: Sequence[Aim], level: str, seats: int) -> None:
    for aim in aims:
        if aim.measure in ("lead", "skill") and seats < 2:
            raise PlayError("bad-argument", f"`{aim.text}` needs two players, and one person plays this game")
        if aim.measure == "skill" and level == LEVELS[0]:
            raise PlayError("bad-argument", f"`{aim.text}` needs a level above another: set the level to {LEVELS[1]}")


def _nothing(
    game: Game, goal: str, aims: tuple[Aim, ...], level: str, seats: int, seed: int, settings: int, started: float,
    skipped: list[Skipped],
) -> Tuning:  # fmt: skip
    """Return the result if no setting was played; raise an error if none can be played."""
    if skipped:
        raise PlayError(
            "bad-argument", f"no setting can be played; {_in_words(skipped[0].settings)}: {skipped[0].reason}"
        )
    seconds = time.perf_counter() - started
    return Tuning(game.name, goal, aims, level, seats, seed, settings, 0, 0, seconds, True, (), ())


def _in_words(settings: Settings) -> str:
    return ", ".join(f"{name}={value}" for name, value in settings.items())


def _built(
    game: Game, wanted: Sequence[Settings], seats: int, progress: Callable[[str, float], None] | None
) -> tuple[list[tuple[Settings, Game]], list[Skipped]]:
    """Return the compiled game of each setting, and the settings that cannot be played."""
    document = game.document
    if document is None:
        raise PlayError("bad-argument", "the game has no document, so its parameters cannot be set; load it from one")
    count = 0

    def note(_place: int, _one: Game | str) -> None:
        nonlocal count
        count += 1
        if progress is not None:
            progress(f"compiled {count} of {len(wanted)} settings", 0.0)

    def build(settings: Settings) -> Game | str:
        try:
            one = load_text(document, read=game.texts.__getitem__, parameters=settings)
            if one.seats_for(seats) != seats:
                return f"it is not for {seats} players"
            one.new_initial_state(players=seats)  # this compiles the game
        except (SpecError, PlayError, ToolError) as problem:
            return str(problem).splitlines()[0]
        return one

    made = workers.run(build, wanted, "threads", done=note)
    built = [(settings, one) for settings, one in zip(wanted, made, strict=True) if isinstance(one, Game)]
    return built, [Skipped(settings, one) for settings, one in zip(wanted, made, strict=True) if isinstance(one, str)]
