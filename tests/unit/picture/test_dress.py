"""Looks of documents in scenes and pictures."""

from __future__ import annotations

import pytest

import ludotome as lt
from ludotome.gamedef import SHAPES, draws_in_its_box, is_path_data
from ludotome.picture.shapes import piece_set

DOCUMENT = """
```yaml
metadata: { id: outpost, players: { min: 2, max: 2 }, seats: [White, Black] }
zones:
  - grid: { rows: 2, cols: 2, terrain: { default: field, marsh: [cell_0_1] } }
terrain: { field: {}, marsh: { cost: 1 } }
tokenTypes:
  - id: tank
    props: { facing: { type: [n, e], init: e } }
    draw: { by: facing, n: "▲", e: "▶" }
  - { id: stone%s }
setup: [ place: { White: { tank: [cell_0_0] }, Black: { stone: [cell_1_1] } } ]
actions: [ { id: pass, effects: [] } ]
endConditions: [ { when: "turn == 3", result: { type: draw } } ]
look: %s
```
"""


def game(look: str = "{}", stone: str = "") -> lt.Game:
    return lt.load_text(DOCUMENT % (stone, look))


def messages(look: str) -> list[str]:
    with pytest.raises(lt.SpecError) as refused:
        game(look)
    return [f"{one.message}; {one.suggestion}" for one in refused.value.diagnostics]


def test_every_shape_a_document_may_name_is_drawn_and_no_other() -> None:
    others = {name for name in piece_set() if name.startswith(("die-", "sign-"))}
    assert set(piece_set()) - others == set(SHAPES)


def test_plain_ground_has_the_colours_and_the_style_of_the_board() -> None:
    scene = game('{ board: { style: checkered, light: "#112233", dark: "#445566" } }').scene()
    assert [zone.tone for zone in scene.zones] == [0, 1, 1, 0]
    svg = game('{ board: { style: checkered, light: "#112233", dark: "#445566" } }').new_initial_state().svg()
    assert 'fill="#112233"' in svg
    assert 'fill="#445566"' in svg


def test_a_picture_says_what_terrain_means_and_nothing_about_plain_ground() -> None:
    svg = game().new_initial_state().svg()
    assert ">marsh: costs 1 more</text>" in svg
    assert ">field" not in svg


def test_a_symbol_of_the_author_replaces_a_known_shape_and_a_letter_does_not() -> None:
    looks = [{kind.id: kind.look for kind in game(stone=draw).scene().types}["stone"] for draw in ("", ", draw: s")]
    assert looks == [looks[0]] * 2
    assert looks[0].mark is None
    assert {kind.id: kind.look for kind in game(stone=', draw: "★"').scene().types}["stone"].mark == "★"


def test_an_arrow_turns_the_shape_that_the_look_gives() -> None:
    tank = game("{ types: { tank: { shape: shield } } }").scene().types[0]
    assert (tank.values["e"].shape, tank.values["e"].turn) == ("shield", 90)
    assert game().scene().types[0].values["e"].shape == "arrow"


def test_the_outline_of_a_type_with_its_own_colour_tells_the_owner() -> None:
    of_white = game("{ types: { tank: gold } , seats: { White: '#123456' } }".replace("gold", "{ color: gold }"))
    assert 'stroke="#123456"' in of_white.new_initial_state().svg()


def test_two_seats_without_marks_differ_in_text_by_case() -> None:
    played = lt.load_text(DOCUMENT.replace('draw: { by: facing, n: "▲", e: "▶" }', "") % ("", "{}"))
    drawn = str(played.new_initial_state())
    assert "T" in drawn
    assert "s" in drawn


@pytest.mark.parametrize(
    ("look", "said"),
    [
        ("{ seats: { White: sliver } }", "`sliver` is not a colour; write `silver`"),
        ("{ seats: { White: red, Black: red } }", "`Black` has the colour of `White`; give each seat"),
        ("{ types: { tank: { path: M8 8 L } } }", "this is not path data that can be drawn; write commands"),
        ("{ types: { tank: { path: M8 8 } } }", "this path draws nothing visible; draw inside"),
        ("{ types: { tank: { shape: ship, path: M8 8L9 9 } } }", "a type has a `shape` or a `path`, not both"),
    ],
)
def test_a_look_that_cannot_be_meant_is_refused(look: str, said: str) -> None:
    (message,) = messages(look)
    assert message.startswith(said)


@pytest.mark.parametrize(
    "text", ["M1 2L3 4z", "m1,2 3 4 5 6 l-1-1", "M0 0a5 5 0 014 4z", "M1 1H5V.5.5", "M0 0C1 1 2 2 3 3", "M24 24 30 24"]
)
def test_path_data_that_draws_is_accepted(text: str) -> None:
    assert is_path_data(text)
    assert draws_in_its_box(text)


@pytest.mark.parametrize(
    "text", ["", "M", "M1", "L1 2", "M1 2L3", "M1 2C1 2 3 4", "M1 2z5", "M1 2L3 4<", "M1 2a5 5 0 2 1 4 4"]
)
def test_a_text_that_is_not_path_data_is_refused(text: str) -> None:
    assert not is_path_data(text)


@pytest.mark.parametrize(
    "text", ["M1 2", "M1 2z", "M1 2zz", "M1 2m20 20", "M5 5h0v0z", "M5 5 5 5", "M100 100h20v20z", "M24 24h.5"]
)
def test_path_data_that_draws_nothing_in_its_box_is_seen(text: str) -> None:
    assert is_path_data(text)
    assert not draws_in_its_box(text)
