"""A report fits the terminal, and is complete if there is room."""

from __future__ import annotations

import msgspec
import pytest

import ludotome as lt
from ludotome.agents import GreedyAgent, RandomAgent
from ludotome.cli import main
from ludotome.cli.show_report import show_report
from ludotome.report.gather import FULL, QUICK
from ludotome.simulate import Report, Share, simulate


@pytest.fixture(scope="module")
def report() -> Report:
    return simulate(lt.load("market"), 6, agents=[GreedyAgent(), RandomAgent()])


@pytest.mark.parametrize("width", [40, 41, 60, 64, 69, 80, 85, 100, 200])
def test_no_line_is_wider_than_the_terminal(report: Report, width: int):
    assert max(map(len, show_report(report, width).splitlines())) <= width


@pytest.mark.parametrize("width", [40, 100])
def test_every_seat_agent_and_outcome_is_there_however_narrow(report: Report, width: int):
    shown = show_report(report, width)
    for word in ("P1", "P2", "greedy", "random", "95 % interval", "rank 6", "decisions", "choices", "earn", "buy"):
        assert word in shown


def test_a_wide_terminal_shows_the_percentiles_and_the_games(report: Report):
    shown = show_report(report, 100)
    for word in ("mean", "least", "5 %", "25 %", "50 %", "75 %", "95 %", "most", "wins", "draws", "losses", "█"):
        assert word in shown


def with_scores(report: Report, *scores: float) -> Report:
    seats = tuple(
        msgspec.structs.replace(report.seats[0], name=f"P{seat}", score=Share(score, score, score))
        for seat, score in enumerate(scores)
    )
    return msgspec.structs.replace(report, seats=seats)


@pytest.mark.parametrize(
    ("scores", "line"),
    [((0.75, 0.25), ""), ((0.5, 0.25, 0.25), ""), ((0.5, 0.5, 0.2), "even score     40.0 %"), ((0.3,), "")],
)
def test_an_even_score_is_shown_if_it_is_unusual(report: Report, scores: tuple[float, ...], line: str):
    told = [shown for shown in show_report(with_scores(report, *scores), 40).splitlines() if "even" in shown]
    assert told == ([line] if line else [])


def test_the_help_of_report_names_its_default_times(capsys: pytest.CaptureFixture[str]):
    main(["report", "--help"])
    assert f"Seconds to play (default: {FULL:g}, with --quick {QUICK:g})." in " ".join(capsys.readouterr().out.split())
