"""Exported files in a real browser: played by clicks from start to end, against people and computers, hiding hands."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

import ludotome as lt
from ludotome.export import export_html
from ludotome.play import shipped_games
from tests.support.player_page import DESK, PHONE, PlayerPage, player_page

pytestmark = pytest.mark.browser
FileOf = Callable[[str], Path]


@cache
def exported(name: str) -> str:
    return export_html(lt.load(name), opponent="easy")


@pytest.fixture
def file_of(tmp_path: Path) -> FileOf:
    def made(name: str) -> Path:
        file = tmp_path / f"{name}.html"
        file.write_text(exported(name), encoding="utf-8")
        return file

    return made


def check_played_out(file: Path, name: str, size: dict[str, int]) -> None:
    """Play a game by clicks to its end, and compare its record with what Python makes of it."""
    with player_page(file, size) as player:
        player.seat_people(seed=5)
        plies = player.play_out(seed=1)
        assert player.page.is_visible(".result")
        record = lt.Record.from_json(player.ask("JSON.stringify(match.record())"))
        assert player.faults() == []
    assert len(record.decisions) == plies
    assert record.replay(lt.load(name)).is_terminal()  # hash by hash


def test_a_person_beats_or_loses_to_the_computer(file_of: FileOf) -> None:
    with player_page(file_of("breakthrough")) as player:
        while not player.ask("match.isOver"):
            player.page.wait_for_function("ludotome.player.match.isOver || ludotome.player.match.isPersonsTurn")
            if not player.ask("match.isOver"):
                # forward on the leftmost file that can: such a game is short
                player.decide(0)
        assert player.page.inner_text(".result h2") in ("White wins.", "Black wins.")
        decided = [player.ask(f"match.engine.stateAt({ply}).currentPlayer()") for ply in range(player.ply)]
        assert set(decided) == {0, 1}
        assert player.faults() == []


def test_a_small_game_is_played_out_on_a_desk(file_of: FileOf) -> None:
    check_played_out(file_of("tic-tac-toe"), "tic-tac-toe", DESK)


def test_cards_are_played_out_on_a_phone_with_a_curtain_between_the_hands(file_of: FileOf) -> None:
    check_played_out(file_of("kuhn-poker"), "kuhn-poker", PHONE)


@pytest.mark.long
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("name", shipped_games())
def test_every_shipped_game_is_played_out(file_of: FileOf, name: str, size: dict[str, int]) -> None:
    check_played_out(file_of(name), name, size)


# ── what is hidden ──


def test_while_the_curtain_is_down_no_hand_is_in_the_page(file_of: FileOf) -> None:
    with player_page(file_of("kuhn-poker")) as player:
        player.seat_people(seed=3)
        assert player.page.is_visible("text=Over to First")
        assert _cards(player) == []
        assert "rank" not in player.ask(_MARKUP)
        own: dict[int, list[str]] = {}
        for seat in (0, 1):
            player.lift_curtain()
            own[seat] = _cards(player)
            assert len(own[seat]) == 1
            if not player.ask("match.isOver"):
                player.press(".do button")
        assert own[0] != own[1]
        assert player.faults() == []


def test_looking_back_shows_a_seat_only_what_it_saw(file_of: FileOf) -> None:
    with player_page(file_of("leduc-poker")) as player:
        player.seat_people(seed=3)
        player.lift_curtain()
        first = _cards(player)
        player.press(".do button")
        assert _cards(player) == []
        player.lift_curtain()
        second = _cards(player)
        player.press("button[aria-label='Back']")
        assert [card for card in _cards(player) if card not in second] == []
        assert first != second
        assert player.faults() == []


_MARKUP = """(() => {
  const copy = document.documentElement.cloneNode(true);
  for (const part of copy.querySelectorAll("script, #rules")) part.remove();
  return copy.outerHTML;
})()"""


def _cards(player: PlayerPage) -> list[str]:
    """Return what the tokens in the page are, wherever it says so."""
    titles = (
        "[...document.querySelectorAll('[data-token] title, [data-tokens] title')].map((title) => title.textContent)"
    )
    return sorted(player.ask(titles))


# ── a record to show ──


def test_a_record_is_shown_from_its_start(tmp_path: Path) -> None:
    game = lt.load("tic-tac-toe")
    state = game.new_initial_state(seed=7)
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    file = tmp_path / "shown.html"
    file.write_text(export_html(game, record=lt.Record.of(state)), encoding="utf-8")
    with player_page(file) as player:
        assert player.ask("[match.shown, match.engine.ply()]") == [0, len(state.history())]
        player.press("button[aria-label='To the end']")
        assert player.page.inner_text(".result h2").endswith("wins.")
        assert int(player.ask("match.engine.stateHash()")) == state.state_hash()
        texts = player.ask("match.moves().map((move) => move.text)")
        assert texts == [json.loads(json.dumps(text)) for text in _notations(game, state)]


def _notations(game: lt.Game, state: lt.State) -> list[str]:
    again = game.new_initial_state(seed=7)
    texts = []
    for decision in state.history():
        texts.append(again.legal_action_strings()[again.legal_actions().index(decision)])
        again.apply_action(decision)
    return texts
