"""Parts to print: as many as setup creates, and as many as random games needed."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import pytest

import ludotome as lt
from ludotome.picture import print_page, rules_html
from ludotome.play import parts_needed, start_to_print, things_needed

MORE = Path(__file__).parents[2] / "documents" / "more"


def test_cards_are_as_many_as_the_deck_has() -> None:
    counts = Counter[tuple[object, ...]]()
    for part in parts_needed(lt.load("market")):
        counts[tuple(part.token.props.values())] += part.count
    assert counts == {
        ("merchant", 2, 1): 5,
        ("merchant", 3, 2): 4,
        ("raider", 3, 1): 5,
        ("palace", 5, 3): 4,
        ("palace", 6, 4): 2,
    }


def test_stones_that_are_made_in_play_are_counted_over_games() -> None:
    parts = {part.token.owner: part.count for part in parts_needed(lt.load("tic-tac-toe"))}
    assert parts == {0: 5, 1: 4}


@pytest.mark.parametrize("name", ["market", "tic-tac-toe", "skirmish", "boarding", "pig"])
@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_every_part_is_printed_as_often_as_needed_and_fits_the_paper(name: str, paper: str) -> None:
    game = lt.load(name)
    assert game.document is not None
    parts = parts_needed(game)
    text = print_page(game.scene(), game.name, rules_html(game.document), parts, (), paper)  # type: ignore[arg-type]
    found = Counter(re.findall(r'data-token="([^"]*)"', text))
    assert found == {part.token.handle: part.count for part in parts}
    wide, high = {"a4": (196, 283), "letter": (201.9, 265.4)}[paper]
    for width, height in re.findall(r'<svg width="([\d.]+)mm" height="([\d.]+)mm"', text):
        assert float(width) <= wide
        assert float(height) <= high
    for drawn in re.findall(r"<svg .*?</svg>", text, re.DOTALL):
        ElementTree.fromstring(drawn)
    assert "<script" not in text
    assert "default-src 'none'" in text


def test_a_card_is_one_card_whoever_has_it() -> None:
    parts = parts_needed(lt.load(MORE / "hearts.md"))
    assert sum(part.count for part in parts) == 52
    assert len({tuple(part.token.props.values()) for part in parts}) == 52


def test_what_else_a_table_needs_is_listed_in_words() -> None:
    assert things_needed(lt.load(MORE / "kalah.md")) == ("counters to lay on the board (seeds)",)
    assert things_needed(lt.load("pig")) == ("dice", "paper and pencil to keep track of each player's score")
    assert things_needed(lt.load("tic-tac-toe")) == ()


def test_pieces_that_only_change_their_type_are_printed_as_often_as_at_the_start() -> None:
    parts = {(part.token.type, part.token.owner): part.count for part in parts_needed(lt.load("chess"))}
    assert sum(parts.values()) == 32
    assert parts["rook", 0] == parts["rook", 1] == 2


def test_the_start_is_printed_where_a_board_has_something_on_it() -> None:
    game = lt.load("chess")
    start = start_to_print(game)
    assert start is not None
    page = print_page(game.scene(), "chess", "", (), (), start=start)
    assert page.count('data-token="') == 32
    assert page.count('id="lt-king"') == 1
    assert start_to_print(lt.load("go")) is None
    assert start_to_print(lt.load("kuhn-poker")) is None


def test_rules_leave_out_the_section_about_tests() -> None:
    shown = rules_html("# Game\n\nOne.\n\n## Tests\n\nTwo.\n\n### More\n\nThree.\n\n## End\n\nFour.\n")
    assert [word in shown for word in ("One", "Two", "Three", "Four")] == [True, False, False, True]


def test_variables_that_nobody_writes_down_are_not_printed() -> None:
    start = start_to_print(lt.load("chess"))
    assert start is not None
    assert (start.game_vars, start.player_vars) == ({}, {})
    assert things_needed(lt.load("chess")) == ()


def test_what_is_made_in_play_is_printed_up_to_the_most_there_may_be() -> None:
    smoke = [part for part in parts_needed(lt.load("skirmish")) if part.token.type == "smoke"]
    assert [(part.token.owner, part.count) for part in smoke] == [(0, 3), (1, 3)]


def test_terrain_is_explained_also_where_the_board_begins_empty() -> None:
    game = lt.load("skirmish")
    page = print_page(game.scene(), "Skirmish", "", (), ())
    assert "wall: blocks movement and sight" in page
    assert page.count("wall: blocks") == 1


def test_cards_are_turned_where_more_of_them_fit() -> None:
    """Two rows of three upright cards fit on Letter, and four rows of two rotated ones."""
    game = lt.load("market")
    page = print_page(game.scene(), "Market", "", parts_needed(game), (), "letter")
    assert page.count('class="sheet"') == 3
    assert page.count("rotate(90)") == 20
    assert print_page(game.scene(), "Market", "", parts_needed(game), (), "a4").count('class="sheet"') == 3
