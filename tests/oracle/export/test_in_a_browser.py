"""Exported files in a real browser: played by clicks from start to end, against people and computers, with hidden
hands.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

import pytest

import ludotome as lt
from ludotome.export import export_html
from ludotome.play import shipped_games, shipped_path
from tests.support.player_page import DESK, PHONE, PlayerPage, player_page

pytestmark = pytest.mark.browser
FileOf = Callable[[str], Path]
MORE = Path(__file__).parents[2] / "documents" / "more"


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
    """Play a game by clicks to its end, and compare its record with Python."""
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
            player.wait_for_a_person()
            if not player.ask("match.isOver"):
                # forward on the leftmost file where possible: such a game is short
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


@pytest.mark.long
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("name", sorted(file.stem for file in MORE.glob("*.md")))
def test_other_documents_are_exported_and_played(tmp_path: Path, name: str) -> None:
    """A hundred decisions on a phone, or the whole game if it is shorter."""
    game = lt.load(MORE / f"{name}.md")
    file = tmp_path / "game.html"
    file.write_text(export_html(game, opponent="person"), encoding="utf-8")
    with player_page(file, PHONE) as player:
        player.seat_people(seed=5)
        draw = random.Random(name)
        for _ in range(100):
            player.lift_curtain()
            if player.ask("match.isOver"):
                break
            player.decide(draw.randrange(player.ask("player.picking.leaves.length")))
        record = lt.Record.from_json(player.ask("JSON.stringify(match.record())"))
        assert player.faults() == []
    assert record.replay(game).history() == record.decisions


# ── hidden information ──


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


def test_a_person_sees_what_the_seat_sees_and_no_more(file_of: FileOf) -> None:
    check_what_is_seen(lt.load("leduc-poker"), file_of("leduc-poker"), most=8)


@pytest.mark.long
@pytest.mark.parametrize("name", ["hearts", "love-letter", "stratego", "battleship", "goofspiel"])
def test_people_see_only_their_own_side_in_other_games(tmp_path: Path, name: str) -> None:
    game = lt.load(MORE / f"{name}.md")
    file = tmp_path / "game.html"
    file.write_text(export_html(game, opponent="person"), encoding="utf-8")
    check_what_is_seen(game, file, most=30)


def check_what_is_seen(game: lt.Game, file: Path, most: int) -> None:
    """Play in parallel with Python: the page contains what the seat's view in Python contains, also in earlier
    positions.
    """
    state = game.new_initial_state(seed=3)
    with player_page(file) as player:
        player.seat_people(seed=3)
        for _ in range(most):
            if state.is_terminal():
                break
            seat = state.current_player()
            if player.page.query_selector(".curtain") is not None:
                assert _cards(player) == []
                assert player.lift_curtain()
            assert player.ask("match.viewer") == seat
            assert _cards(player) == _seen(state, seat)
            player.press("button[aria-label='Back']")
            before = state.clone()
            if before.history():
                before.undo_action()
            assert _cards(player) == _seen(before, seat)
            player.press("button[aria-label='To the end']")
            player.decide(0)
            state.apply_action(state.legal_actions()[player.ask("match.engine.history().at(-1)")])
        assert player.ply > 2
        assert player.faults() == []


def _seen(state: lt.State, seat: int) -> list[str]:
    """Return the titles of tokens in the picture that Python draws for a seat."""
    drawn = ElementTree.fromstring(state.svg(seat))
    named = [one for one in drawn.iter() if "data-token" in one.attrib or "data-tokens" in one.attrib]
    return sorted(str(one.findtext("{http://www.w3.org/2000/svg}title")) for one in named)


_MARKUP = """(() => {
  const copy = document.documentElement.cloneNode(true);
  for (const part of copy.querySelectorAll("script, #rules")) part.remove();
  return copy.outerHTML;
})()"""


def _cards(player: PlayerPage) -> list[str]:
    """Return the descriptions of all tokens in the page."""
    titles = (
        "[...document.querySelectorAll('[data-token] title, [data-tokens] title')].map((title) => title.textContent)"
    )
    return sorted(player.ask(titles))


# ── replaying a record ──


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
        assert texts == _notations(game, state)


def _notations(game: lt.Game, state: lt.State) -> list[str]:
    again = game.new_initial_state(seed=7)
    texts = []
    for decision in state.history():
        texts.append(again.legal_action_strings()[again.legal_actions().index(decision)])
        again.apply_action(decision)
    return texts


def test_the_second_of_two_players_sees_the_board_from_the_other_side(file_of: FileOf) -> None:
    """A board whose pieces face each other is rotated; its labels stay on the left and below."""
    places = """() => Object.fromEntries(['cell_0_0', 'cell_7_7'].map((id) => {
      const box = document.querySelector(`[data-zone=${id}]`).getBoundingClientRect();
      return [id, [Math.round(box.x), Math.round(box.y)]];
    }))"""
    with player_page(file_of("breakthrough")) as player:
        before = player.page.evaluate(places)
        player.page.evaluate("ludotome.player.begin(['easy', 'person'], '7')")
        player.wait_for_a_person()
        after = player.page.evaluate(places)
        assert after == {"cell_0_0": before["cell_7_7"], "cell_7_7": before["cell_0_0"]}
        ply = player.ply
        player.decide(0)
        assert player.ply > ply
        assert player.faults() == []


def test_a_new_player_is_told_what_the_game_is_until_the_first_move(file_of: FileOf) -> None:
    with player_page(file_of("breakthrough")) as player:
        assert player.page.inner_text(".intro").startswith("Two players race to bring one pawn to the far side")
        assert player.page.inner_text(".side header p") == "White: you · Black: a computer, easy"
        player.decide(0)
        assert not player.page.is_visible(".intro")
        assert player.faults() == []


def test_moves_are_described_by_the_names_of_their_actions_not_by_single_letters(file_of: FileOf) -> None:
    with player_page(file_of("kuhn-poker")) as player:
        player.seat_people(seed=3)
        for notation in ("b", "p"):
            player.lift_curtain()
            player.press(f".do button[title={notation}]")
        assert player.page.inner_text(".moves").split() == ["1", "bet", "pass"]
        assert player.faults() == []


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_a_title_without_blanks_stays_on_the_page(tmp_path: Path, size: dict[str, int]) -> None:
    text = shipped_path("tic-tac-toe").read_text(encoding="utf-8")
    long = text.replace("# Tic-tac-toe", f"# {'W' * 200}", 1)
    assert long != text
    file = tmp_path / "long.html"
    file.write_text(export_html(lt.load_text(long)), encoding="utf-8")
    wide = "[...document.querySelectorAll('.top, .brand, h1, h2')].filter((one) => one.scrollWidth > one.clientWidth)"
    with player_page(file, size) as player:
        player.page.click("button:has-text('Rules')")
        player.page.wait_for_selector(".sheet .prose")
        assert player.ask(f"{wide}.map((one) => one.outerHTML.slice(0, 60))") == []
        assert player.ask("document.querySelector('.sheet').scrollWidth <= innerWidth")
        assert player.ask(
            "document.querySelector('.brand').offsetHeight <= document.querySelector('.top').offsetHeight"
        )


def test_boards_of_one_game_are_drawn_to_one_scale(tmp_path: Path) -> None:
    file = tmp_path / "game.html"
    file.write_text(export_html(lt.load(MORE / "ultimate-tic-tac-toe.md")), encoding="utf-8")
    with player_page(file) as player:
        cells = "(id) => document.querySelector(`.board [data-zone^=${id}]`).getBoundingClientRect().width"
        sizes = [player.page.evaluate(cells, board) for board in ("cell_", "large_")]
        assert sizes[0] == pytest.approx(sizes[1], rel=0.02)
        assert player.faults() == []


def check_in_sight(player: PlayerPage, selector: str) -> None:
    edge = "document.querySelector('{}').getBoundingClientRect().{}"
    top, bottom = player.ask(edge.format(selector, "top")), player.ask(edge.format(selector, "bottom"))
    assert 0 <= top < bottom <= player.ask(edge.format(".acts", "top"))


def test_a_hint_and_the_result_are_in_sight_on_a_phone(file_of: FileOf) -> None:
    with player_page(file_of("market"), PHONE) as player:
        player.page.evaluate("ludotome.player.begin(['person', 'easy'], '3')")
        player.page.click("button:has-text('Hint')")
        player.page.wait_for_selector(".hint strong")
        check_in_sight(player, ".hint")
        while not player.ask("match.isOver"):
            player.decide(0)
            player.wait_for_a_person()
        player.page.wait_for_selector(".result h2")
        check_in_sight(player, ".result")
        assert player.faults() == []


def test_a_hint_marks_its_card_and_tells_no_handle(file_of: FileOf) -> None:
    with player_page(file_of("market")) as player:
        player.page.evaluate("ludotome.player.begin(['person', 'easy'], '3')")
        merchants = player.ask(
            "player.picking.leaves.filter(leaf => leaf.notation.includes('(')).map(leaf => leaf.notation)"
        )
        assert merchants, "seed 3 gave no two alike cards to name"
        player.page.evaluate(
            "text => { ludotome.player.opponent.search = async () => ({ notation: text, value: null, best: null }); }",
            merchants[0],
        )
        player.page.click("button:has-text('Hint')")
        player.page.wait_for_selector(".hint strong")
        assert "(" not in player.page.inner_text(".hint strong")
        assert player.page.query_selector(".item.picked") is not None
        assert player.faults() == []
