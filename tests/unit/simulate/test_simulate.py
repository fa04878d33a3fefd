"""A report counts the games, agrees with other engines' figures, and raises its flags."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

import ludotome as lt
from ludotome.agents import Agent, GreedyAgent, RandomAgent, Stream
from ludotome.gamedef import PlayError
from ludotome.play import Game, State
from ludotome.simulate import FLAG_MEANINGS, Report, game_table, make_report, simulate, wilson
from tests.support.faulty_game import ALWAYS_NINE, FULL, LINE


@pytest.fixture(scope="module")
def game() -> Game:
    return lt.load("tic-tac-toe")


@pytest.fixture(scope="module")
def report(game: Game) -> Report:
    return simulate(game, 300, seed=7)


def test_the_parts_of_a_report_add_up(report: Report):
    assert report.games == report.asked == 300
    assert sum(report.outcomes.values()) == 300
    for seat in report.seats:
        assert seat.wins + seat.losses + seat.draws == seat.games == 300
        assert seat.score.low <= seat.score.value <= seat.score.high
    assert sum(seat.score.value for seat in report.seats) == pytest.approx(1)
    assert sum(use.share for use in report.actions) == pytest.approx(1)


def test_random_tic_tac_toe_is_what_other_engines_play(report: Report):
    """Mean length 7.6 plies; the first player scores 64.9 % with a draw as a half."""
    first = report.seats[0].score
    assert first.low <= 0.649 <= first.high
    assert report.length.mean == pytest.approx(7.6, abs=0.2)
    assert (report.length.low, report.length.high) == (5, 9)


def test_the_same_seed_gives_the_same_report(game: Game, report: Report):
    again = simulate(game, 300, seed=7)
    assert msgspec.structs.replace(again, seconds=0) == msgspec.structs.replace(report, seconds=0)
    assert simulate(game, 300, seed=8).seats != report.seats


def test_agents_change_seats_and_are_counted_by_name(game: Game):
    report = simulate(game, 10, agents=[GreedyAgent(), RandomAgent()])
    greedy, random = report.by_agent
    assert (greedy.name, greedy.games, random.games) == ("greedy", 10, 10)
    assert greedy.score.value > random.score.value
    assert report.agents == ("greedy", "random")


def test_progress_is_reported_and_ends_at_the_number_of_games(game: Game):
    told: list[int] = []
    simulate(game, 20, progress=told.append)
    assert told[-1] == 20
    assert told == sorted(told)


@pytest.mark.parametrize("n", [0, -1, 10**9, 2.5, "3", True])
def test_a_number_of_games_that_cannot_be_is_refused(game: Game, n: int):
    with pytest.raises(PlayError, match="n is"):
        simulate(game, n)


WRONG: dict[str, tuple[Any, ...]] = {
    "seed": ("1", 1.5, True, None),
    "players": ("2", 1.5, True, 3),
    "threads": ("2", 1.5, True, 0),
    "max_plies": ("2", 1.5, True, 0, -1),
    "backend": (3, None, "fast"),
    "agents": (3, 1.5, True, "greedy,random"),
    "progress": (3, "x", []),
}


@pytest.mark.parametrize("agents", ["random", "greedy"])
@pytest.mark.parametrize(("name", "wrong"), [(name, wrong) for name, values in WRONG.items() for wrong in values])
def test_what_cannot_be_an_argument_is_refused_whoever_plays(game: Game, agents: str, name: str, wrong: Any):
    """Games between agents are watched one by one, those of random players are not: both refuse the same arguments."""
    with pytest.raises(PlayError) as caught:
        simulate(game, 2, **{"agents": agents} | {name: wrong})
    assert caught.value.code == "bad-argument"
    assert str(caught.value).startswith(f"{name} is {wrong!r}; ")


@pytest.mark.parametrize("wrong", ["tic-tac-toe", None, 3])
def test_what_is_not_a_game_is_refused(wrong: Any):
    with pytest.raises(PlayError, match=r"game is .*; write a game, as `load` gives it"):
        simulate(wrong, 2)


def test_one_agent_by_itself_sits_on_every_seat(game: Game):
    assert simulate(game, 2, agents=GreedyAgent()).agents == ("greedy", "greedy")


def test_agents_may_be_given_by_name(game: Game):
    assert simulate(game, 2, agents=["random", "greedy"]).agents == ("random", "greedy")
    assert simulate(game, 2, agents="greedy").agents == ("greedy", "greedy")


@pytest.mark.parametrize(("agent", "words"), [("nobody", "unknown agent `nobody`"), (7, "7 is not an agent")])
def test_what_is_not_an_agent_is_refused(game: Game, agent: Any, words: str):
    with pytest.raises(PlayError, match=words):
        simulate(game, 2, agents=[agent])


class Answering:
    """A user's agent that always gives one answer."""

    name = "mine"

    def __init__(self, answer: Any = None) -> None:
        self.answer = answer

    def choose(self, state: State, stream: Stream) -> Any:  # noqa: ARG002 - an agent's
        """Return the answer, whatever it is."""
        return self.answer


class Nameless:
    """An agent without a name."""

    def __repr__(self) -> str:
        return "Nameless()"

    def choose(self, state: State, stream: Stream) -> Any:
        """Return nothing, since it is never called."""


@pytest.mark.parametrize("answer", ["a1", None, 0, ("place",)])
def test_an_answer_that_is_not_a_decision_is_reported_with_its_agent(game: Game, answer: Any):
    """A notation could be played, but an agent must return a decision."""
    with pytest.raises(PlayError) as caught:
        simulate(game, 2, agents=[Answering(answer), RandomAgent()])
    assert caught.value.code == "bad-argument"
    assert str(caught.value) == f"the answer of agent `mine` is {answer!r}; answer one of `state.legal_actions()`"


@pytest.mark.parametrize("is_listed", [True, False])
@pytest.mark.parametrize(
    ("agent", "words"),
    [
        (Answering, r"an agent is <class '.*Answering'>; write an agent of that class, as `Answering\(\)`"),
        (RandomAgent, r"an agent is <class '.*RandomAgent'>; write an agent of that class, as `RandomAgent\(\)`"),
        (Nameless(), r"an agent is Nameless\(\); give it a `name`, the text that reports call it by"),
    ],
    ids=["a class", "a class of ours", "no name"],
)
def test_what_only_looks_like_an_agent_is_refused(game: Game, agent: Any, words: str, is_listed: bool):
    with pytest.raises(PlayError, match=words) as caught:
        simulate(game, 2, agents=[agent] if is_listed else agent)
    assert caught.value.code == "bad-argument"


def test_names_in_one_text_are_to_be_a_list(game: Game):
    with pytest.raises(PlayError, match=r"agents is 'greedy, random'; write a list, as \['greedy', 'random'\]"):
        simulate(game, 2, agents="greedy, random")


@pytest.mark.parametrize("wrong", [3, None, "games"])
@pytest.mark.parametrize("made", [make_report, game_table])
def test_a_value_without_games_is_refused(made: Any, wrong: Any):
    with pytest.raises(PlayError, match=r"played is .*; write games, as `play_games` gives them") as caught:
        made(wrong)
    assert caught.value.code == "bad-argument"


def test_a_wrong_number_of_agents_is_refused(game: Game):
    with pytest.raises(PlayError, match="3 agents for 2 seats"):
        simulate(game, 1, agents=[RandomAgent()] * 3)


def flags(text: str, games: int = 40) -> set[str]:
    return {flag.name for flag in simulate(lt.load_text(text), games).flags}


FRAME = """# A game
```yaml
metadata: {{ id: odd, players: {{ min: 2, max: 2 }}, maxPlies: {plies} }}
globalVars: [ {{ name: n, type: int, min: 0, max: 50, init: 0 }} ]
{rules}
tests: [ {{ name: it begins, expect: {{ n: 0 }} }} ]
```
"""


def ends(when: str, result: str) -> str:
    return f"endConditions: [ {{ when: {when}, result: {result} }} ]"


def test_a_score_is_held_against_the_others():
    """Both seats score, one more than the other: one has won and one has lost."""
    rules = (
        "perPlayerVars: [ { name: gold, type: int, min: 0, max: 99, init: 0 } ]\n"
        "actions: [ { id: earn, effects: [ addVar: { var: gold, player: actor, delta: 'actor.seat + 1' },"
        " addVar: { var: n, delta: 1 } ] } ]\nscoring: $player.gold\n"
        "endConditions: [ { when: 'n == 4', result: { type: score } } ]"
    )
    report = simulate(lt.load_text(FRAME.format(plies=9, rules=rules)), 5, agents=[GreedyAgent(), RandomAgent()])
    assert [(seat.wins, seat.losses, seat.mean_return) for seat in report.seats] == [(0, 5, 2.0), (5, 0, 4.0)]
    assert [(agent.wins, agent.losses) for agent in report.by_agent] == [(2, 3), (3, 2)]


# The score of each of three seats, and its meaning as win, draw or loss.
PLACES = {
    "seat": [(0, 0, 5), (0, 0, 5), (5, 0, 0)],
    "seat.min1": [(0, 0, 5), (0, 5, 0), (0, 5, 0)],
    "same": [(0, 5, 0)] * 3,
}
WORTH = {"seat": "$player.seat", "seat.min1": "min($player.seat, 1)", "same": "1"}


@pytest.mark.parametrize("kind", ["rank", "score"])
@pytest.mark.parametrize("worth", PLACES)
def test_only_the_first_of_several_seats_has_won(worth: str, kind: str):
    """The middle one of three has lost, whatever its return; several in first place share it."""
    frame = FRAME.replace("min: 2, max: 2", "min: 3, max: 3")
    rules = f"actions: [ {{ id: go, {COUNT} }} ]\nscoring: {WORTH[worth]}\n" + ends("'n == 4'", f"{{ type: {kind} }}")
    report = simulate(lt.load_text(frame.format(plies=9, rules=rules)), 5, backend="reference")
    assert [(seat.wins, seat.draws, seat.losses) for seat in report.seats] == PLACES[worth]


def test_the_wins_of_a_ranked_game_are_no_more_than_its_games():
    report = simulate(lt.load("market"), 60, players=4)
    assert sum(seat.wins for seat in report.seats) <= 60
    assert sum(seat.wins for seat in report.seats) + sum(seat.draws for seat in report.seats) >= 60


@pytest.mark.parametrize(
    ("result", "counts"), [("{ type: win, player: players }", (5, 0, 0)), ("{ type: lossAll }", (0, 0, 5))]
)
def test_all_may_win_or_lose_together(result: str, counts: tuple[int, int, int]):
    frame = FRAME.replace("min: 2, max: 2", "min: 3, max: 3")
    rules = f"actions: [ {{ id: go, {COUNT} }} ]\n" + ends("'n == 4'", result)
    report = simulate(lt.load_text(frame.format(plies=9, rules=rules)), 5, backend="reference")
    assert [(seat.wins, seat.draws, seat.losses) for seat in report.seats] == [counts] * 3


COUNT = "effects: [ addVar: { var: n, delta: 1 } ]"
BALL = """\
zones: [ { id: here }, { id: there } ]
tokenTypes: [ { id: ball } ]
setup: [ createToken: { type: ball, zone: here } ]
actions: [ { id: go, effects: [ addVar: { var: n, delta: 1 }, moveAll: { from: there, to: here } ] } ]
triggers:
  - { event: { type: tokenEntered, zone: there }, effects: [ moveAll: { from: there, to: here } ] }
  - { event: { type: tokenEntered, zone: here }, effects: [ moveAll: { from: here, to: there } ] }"""
ODD_GAMES = {
    "loop": (20, "actions: [ { id: wait, effects: [] } ]", ends("'n > 5'", "{ type: draw }")),
    "stall": (100, f"actions: [ {{ id: once, pre: 'n < 3', {COUNT} }} ]", ends("'n > 5'", "{ type: draw }")),
    "trivial-win": (
        100,
        f"actions: [ {{ id: win, {COUNT} }} ]",
        ends("'n == 1'", "{ type: win, player: lastActor }"),
    ),
    "dominant-action": (
        100,
        f"actions: [ {{ id: go, {COUNT} }}, {{ id: rest, pre: 'n == 9', effects: [] }} ]",
        ends("'n > 19'", "{ type: draw }"),
    ),
    "trigger-depth": (100, BALL, ends("'n > 9'", "{ type: draw }")),
    "no-decisions": (
        100,
        f"actions: [ {{ id: never, pre: 'n > 50', {COUNT} }} ]",
        ends("noLegalMoves", "{ type: rank, by: $player.seat }"),
    ),
    "no-legal-moves": (
        100,
        f"actions: [ {{ id: go, pre: 'n < 9', {COUNT} }} ]",
        ends("noLegalMoves", "{ type: draw }"),
    ),
}


@pytest.mark.parametrize("flag", ODD_GAMES)
def test_a_flag_is_raised_by_the_game_it_is_for(flag: str):
    plies, actions, conditions = ODD_GAMES[flag]
    assert flag in flags(FRAME.format(plies=plies, rules=f"{actions}\n{conditions}"))


@pytest.mark.parametrize(
    ("result", "scoring", "flagged"),
    [
        ("{ type: lossAll }", "1", True),
        ("{ type: rank }", "1", True),
        ("{ type: score }", "1", True),
        ("{ type: rank }", "$player.seat", False),
        ("{ type: score }", "$player.seat", False),
        ("{ type: win, player: lastActor }", "1", False),
    ],
)
def test_a_game_without_moves_is_flagged_where_nobody_wins_by_it(result: str, scoring: str, *, flagged: bool):
    """A shared first place is a draw, whatever the result is called."""
    actions = f"actions: [ {{ id: go, pre: 'n < 9', {COUNT} }} ]\nscoring: {scoring}\n"
    found = flags(FRAME.format(plies=100, rules=actions + ends("noLegalMoves", result)))
    assert ("no-legal-moves" in found) is flagged
    assert "no-decisions" not in found


def dominance(rules: str, agent: Agent, games: int = 20) -> list[str]:
    text = FRAME.format(plies=100, rules=f"{rules}\n" + ends("'n > 19'", "{ type: draw }"))
    found = simulate(lt.load_text(text), games, agents=[agent]).flags
    return [flag.message for flag in found if flag.name == "dominant-action"]


MANY = "params: [ { name: $k, domain: '1..9' } ]"


def test_an_action_that_is_most_of_what_is_legal_is_what_the_game_is_about():
    """Nine of ten legal decisions are `go`, and random players take it nine times in ten."""
    rules = f"actions: [ {{ id: go, {MANY}, {COUNT} }}, {{ id: rest, {COUNT} }} ]"
    assert dominance(rules, RandomAgent()) == []


def test_an_action_that_is_preferred_to_others_dominates():
    rules = (
        "perPlayerVars: [ { name: gold, type: int, min: 0, max: 99, init: 0 } ]\nscoring: $player.gold\n"
        "actions: [ { id: earn, params: [ { name: $k, domain: '1..2' } ], effects: [ addVar: { var: gold, delta: $k },"
        f" addVar: {{ var: n, delta: 1 }} ] }}, {{ id: rest, {MANY}, {COUNT} }} ]"
    )
    (message,) = dominance(rules, GreedyAgent())
    assert message.endswith("of all actions are `earn`, which was only 18\N{NO-BREAK SPACE}% of what was legal")


def test_an_action_that_leaves_nothing_to_choose_dominates():
    (message,) = dominance(ODD_GAMES["dominant-action"][1], RandomAgent())
    assert message.endswith("which leaves no choice")


@pytest.mark.parametrize("name", ["chess", "othello", "go", "boarding", "skirmish"])
def test_shipped_games_are_not_dominated_by_what_they_are_about(name: str):
    assert "dominant-action" not in {flag.name for flag in simulate(lt.load(name), 5).flags}


def test_the_page_says_of_each_flag_what_the_help_says():
    page = (Path(__file__).parents[3] / "docs" / "simulate.md").read_text(encoding="utf-8")
    for name, meaning in FLAG_MEANINGS.items():
        assert f"| `{name}` | {meaning} |" in page


def test_an_end_with_other_reasons_is_not_a_lack_of_moves():
    plies, actions, _ = ODD_GAMES["dominant-action"]
    other = ends("'noLegalMoves or n > 19'", "{ type: draw }")
    assert "no-legal-moves" not in flags(FRAME.format(plies=plies, rules=f"{actions}\n{other}"))


def test_a_sound_game_raises_no_alarm():
    assert {flag.name for flag in simulate(lt.load("breakthrough"), 20).flags} <= {"no-legal-moves"}


def test_wilson_agrees_with_published_values():
    """Newcombe 1998, table I: 81 of 263 gives 0.2553 to 0.3662; 0 of 20 gives 0 to 0.1611; 1 of 29 0.0061 to 0.1718."""
    for wins, games, low, high in ((81, 263, 0.2553, 0.3662), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)):
        found = wilson(wins / games, games)
        assert found[0] == pytest.approx(low, abs=5e-5)
        assert found[1] == pytest.approx(high, abs=5e-5)


@pytest.mark.parametrize("draws", [0.0, 0.4, 0.8])
def test_the_interval_of_a_score_covers_in_95_of_a_hundred_also_with_draws(draws: float):
    """Wilson's own interval assumes that each game is won or lost, and covers 99 % at 0.4 and always at 0.8."""
    generator, games, runs = np.random.default_rng(4), 150, 4000
    won = 0.5 - draws / 2
    covered = 0
    for lost, drawn, _ in generator.multinomial(games, [won, draws, 1 - won - draws], runs).tolist():
        low, high = wilson(1 - (lost + drawn / 2) / games, games, drawn / games)
        covered += low <= 0.5 <= high
    assert 0.935 <= covered / runs <= 0.97
    low, high = wilson(0.5, 20, 1.0)
    assert 0.3 < low < 0.48 < 0.52 < high < 0.7, "all games drawn is not certain"


@pytest.mark.parametrize("agents", [None, [GreedyAgent(), RandomAgent()]])
def test_where_no_game_was_decided_there_is_no_score(agents: Any):
    report = simulate(lt.load("breakthrough"), 4, agents=agents, max_plies=3)
    for side in (*report.seats, *report.by_agent):
        assert (side.games, side.score, side.mean_return) == (0, None, None)


@pytest.mark.parametrize(
    ("max_plies", "draws", "told"),
    [
        (None, 4, "a draw at the document's `maxPlies`"),
        (5, 0, "cut off at `--max-plies`, so in nobody's score"),
    ],
)
def test_a_loop_is_reported_with_the_limit_that_stopped_it(max_plies: int | None, draws: int, told: str):
    """The document's limit is a rule, by which a game is a draw; the other only stops the simulation."""
    plies, actions, conditions = ODD_GAMES["loop"]
    game = lt.load_text(FRAME.format(plies=plies, rules=f"{actions}\n{conditions}"))
    report = simulate(game, 4, max_plies=max_plies)
    assert [seat.draws for seat in report.seats] == [draws, draws]
    (message,) = (flag.message for flag in report.flags if flag.name == "loop")
    assert message == f"4 of 4 games (100\N{NO-BREAK SPACE}%) did not end by themselves: 4 {told}"


@pytest.mark.parametrize("agents", [None, [GreedyAgent(), RandomAgent()]])
def test_the_shortest_game_that_met_a_fault_is_reported_so_that_it_can_be_reproduced(agents: Any):
    (flag,) = (flag for flag in simulate(lt.load_text(FULL), 6, agents=agents).flags if flag.name == "document-fault")
    found = re.search(
        r"game \d \(seed (\d+)\), decision 1, (\w+): zone `(\w+)` is full: it holds 1 of 1 \((.*)\)", flag.message
    )
    assert found is not None
    assert found[4] == LINE
    state = lt.load_text(FULL).new_initial_state(seed=int(found[1]))
    with pytest.raises(lt.PlayError, match=f"zone `{found[3]}` is full"):
        state.apply_action(found[2])


@pytest.mark.parametrize("agents", [None, [GreedyAgent(), RandomAgent()]])
def test_a_decision_that_meets_a_fault_is_among_neither_the_choices_nor_the_decisions(agents: Any):
    """There are nine cells to choose from each time, whatever happens then."""
    report = simulate(lt.load_text(ALWAYS_NINE), 20, agents=agents)
    assert "fault" in report.outcomes
    assert report.branching is not None
    assert (report.branching.low, report.branching.high) == (9, 9)


def test_a_game_that_cannot_begin_is_reported():
    twice = FULL.replace("Grey: { stone: [a3] }", "Grey: { stone: [a3, b1] }")
    report = simulate(lt.load_text(twice), 3)
    assert (report.outcomes, report.branching) == ({"fault": 3}, None)
    assert "as it begins: zone `b1` is full" in report.flags[0].message
