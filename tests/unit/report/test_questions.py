"""Reports on games with known answers."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import msgspec
import pytest

from ludotome.play import load, load_text
from ludotome.report import GameReport, report_on, report_page, report_text
from ludotome.report.charts import Dot, bars, chances_picture, dots
from tests.support.report_games import COIN, NIM, RACE


@pytest.fixture(scope="module")
def race() -> GameReport:
    return report_on(load_text(RACE), games=40)


def test_the_winner_of_nim_is_reported() -> None:
    fair = report_on(load_text(NIM), games=40).answer("fair")
    assert fair.sentence == "No: between hard players First won all 40 games."
    assert fair.certainty == "sure"
    assert fair.good is False


def test_experts_draw_at_tic_tac_toe() -> None:
    fair = report_on(load("tic-tac-toe"), games=400).answer("fair")
    assert re.match(r"No: between hard players (8[5-9]|9\d|100)\s% of games are draws", fair.sentence)
    assert fair.measures["hard"]["draws"] > fair.measures["normal"]["draws"] > fair.measures["random"]["draws"]


def test_a_coin_has_no_tension_and_no_skill() -> None:
    report = report_on(load_text(COIN), games=40)
    tension = report.answer("tension")
    assert tension.measures["lead_changes"] == {"value": 0.0, "low": 0.0, "high": 0.0}
    assert tension.measures["comebacks"]["value"] == 0
    assert tension.measures["surprise"] == 0
    assert tension.good is False
    assert report.answer("skill").good is not True
    assert "hardly matters" in report.answer("choices").sentence


def test_a_dominated_action_and_an_unused_card_are_named(race: GameReport) -> None:
    use = race.answer("use")
    assert "card (blue)" in use.sentence
    (unused,) = use.measures["never"]
    assert (unused["kind"], unused["name"], unused["games"]) == ("token", "card (blue)", 80)
    assert [one["name"] for one in use.measures["avoided"]] == ["stand"]
    assert race.suspects >= 4
    assert any("stand" in aside for aside in use.asides)


def test_a_race_by_dice_changes_its_leader(race: GameReport) -> None:
    changes = race.answer("tension").measures["lead_changes"]
    assert 0.2 < changes["low"] < changes["value"] < changes["high"] < 2


def test_the_same_games_give_the_same_report(race: GameReport) -> None:
    again = report_on(load_text(RACE), games=40)
    assert msgspec.structs.replace(again, seconds=race.seconds) == race
    other = report_on(load_text(RACE), games=40, seed=2)
    assert other.answer("ends").measures != race.answer("ends").measures


def test_tests_are_counted(race: GameReport) -> None:
    assert race.tests == 7
    assert "7 statistical tests" in report_page([race])
    assert "7 statistical tests" in report_text(race)


def test_fewer_levels_are_not_an_error() -> None:
    alone = RACE.replace("players: { min: 2, max: 2 }", "players: { min: 1, max: 1 }")
    report = report_on(load_text(alone), games=20)
    assert [answer.id for answer in report.answers] == ["fair", "ends", "choices", "use", "faults"]
    assert "One person plays" in report.answer("fair").sentence
    assert "drawn" not in report.answer("ends").sentence
    assert "etween" not in report_text(report), "one person plays against nobody"


class _Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        assert not [name for name, _ in attrs if name.startswith("on") or name in ("src", "srcset")]


def test_names_that_are_html_are_shown_as_text(race: GameReport) -> None:
    bad = "<script>alert(1)</script><img src=x>"
    picture = dots([Dot(bad, 0.5, 0.4, 0.6)], 0.5, bad) + bars([Dot(bad, 0.7, 0.6, 0.8)], 0.5, bad)
    picture += chances_picture([[0.1, 0.9]], bad)
    texts = {"sentence": bad, "detail": bad, "asides": (bad,), "question": bad, "short": bad, "gist": bad}
    answers = tuple(msgspec.structs.replace(one, picture=picture, **texts) for one in race.answers)
    page = report_page([msgspec.structs.replace(race, game=bad, answers=answers)])
    tags = _Tags()
    tags.feed(page)
    assert not {"script", "img", "link", "iframe", "object"} & set(tags.tags)
    assert "&lt;script&gt;alert(1)" in page
    assert "http" not in page.replace("http-equiv", "")


def test_a_page_is_small_and_says_what_its_pictures_show(race: GameReport) -> None:
    page = report_page([race, race])
    assert len(report_page([race]).encode()) < 60_000
    assert page.count('role="img"') == page.count("<figure>") > 6
    ids = re.findall(r' id="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'href="#([^"]+)"', page)) <= set(ids)
