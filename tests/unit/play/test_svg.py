"""The SVG writer: valid, without scripts, complete, and safe for any name."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace

import ludotome as lt
from ludotome.play import State, shipped_games

SVG = "{http://www.w3.org/2000/svg}"
NASTY = '<script>alert(1)</script>"&\x1b[31m'


def _played(name: str, plies: int) -> State:
    state = lt.load(name).new_initial_state(seed=3, backend="reference")
    for _ in range(plies):
        legal = state.legal_actions()
        state.apply_action(legal[len(legal) // 2])
        if state.is_terminal():
            state.undo_action()
            break
    return state


def _named(root: ElementTree.Element, *attributes: str) -> list[str]:
    return [name for element in root.iter() for key in attributes for name in element.get(key, "").split()]


@pytest.mark.parametrize("name", shipped_games())
def test_every_zone_and_every_visible_token_is_there_exactly_once(name: str) -> None:
    state = _played(name, 7)
    for seat in (None, *range(state.num_players)):
        view = state.view(seat)
        root = ElementTree.fromstring(state.svg(seat))
        owner = {zone.id: zone.owner for zone in state.game.scene().zones}
        zones = [one for one, whose in owner.items() if whose is None or whose < view.players]
        assert sorted(_named(root, "data-zone")) == sorted(zones)
        handles = [token.handle for zone in view.zones.values() for token in zone.tokens or ()]
        assert sorted(_named(root, "data-token", "data-tokens")) == sorted(handles)


@pytest.mark.parametrize("name", shipped_games())
def test_a_picture_has_no_script_no_link_and_no_missing_symbol(name: str) -> None:
    text = _played(name, 5).svg()
    root = ElementTree.fromstring(text)
    symbols = {f"#{symbol.get('id')}" for symbol in root.iter(f"{SVG}symbol")}
    for element in root.iter():
        assert element.tag.removeprefix(SVG) in {
            "svg", "title", "desc", "style", "defs", "symbol", "g", "path", "rect", "circle", "polygon", "text", "use",
        }  # fmt: skip
        assert not any(key.startswith("on") or key.endswith("}href") for key in element.attrib)
        if "href" in element.attrib:
            assert element.attrib["href"] in symbols
    assert "url(" not in text
    assert text.count("http") == 1


def test_names_that_are_markup_or_terminal_escapes_are_shown_as_text() -> None:
    made = lt.load("tic-tac-toe").game_def
    made = replace(
        made,
        metadata=replace(made.metadata, seats=(NASTY, "O")),
        zones=tuple(replace(zone, name=NASTY + zone.id) for zone in made.zones),
        token_types=tuple(replace(kind, draw=NASTY) for kind in made.token_types),
    )
    state = lt.from_game_def(made).new_initial_state(backend="reference")
    state.apply_action(state.legal_actions()[0])
    text = state.svg(1)
    root = ElementTree.fromstring(text)
    assert not list(root.iter(f"{SVG}script"))
    assert "\x1b" not in text
    assert any("<script>alert(1)</script>" in (element.text or "") for element in root.iter(f"{SVG}title"))


def test_themes_are_fixed_or_follow_the_screen() -> None:
    state = _played("breakthrough", 0)
    auto, light, dark = (state.svg(theme=theme) for theme in ("auto", "light", "dark"))
    assert "prefers-color-scheme:dark" in auto
    assert "<style>" not in light + dark
    day, night = state.game.scene().colors["surface"]
    assert f'fill="{day}"' in light
    assert f'fill="{night}"' in dark
    assert night not in light


def test_every_class_that_changes_by_night_is_in_the_style_sheet() -> None:
    text = _played("skirmish", 4).svg(0)
    style = re.search(r"<style>(.*?)</style>", text)
    assert style is not None
    used = {name for found in re.findall(r' class="([^"]*)"', text.replace(style[0], "")) for name in found.split()}
    used -= {ElementTree.fromstring(text).get("class")}
    assert used
    assert all(f".{name}{{" in style[1] for name in used)


def test_the_last_decision_is_tinted_unless_it_is_not_wanted() -> None:
    state = _played("breakthrough", 1)
    tint = state.game.scene().colors["last"][0]
    assert state.svg(theme="light").count(tint) == 2
    assert tint not in state.svg(last=False, theme="light")


def test_size_is_the_width_in_pixels() -> None:
    root = ElementTree.fromstring(_played("tic-tac-toe", 0).svg(size=333))
    assert root.get("width") == "333"
    with pytest.raises(lt.PlayError, match="size"):
        _played("tic-tac-toe", 0).svg(size=-1)


def test_a_record_is_a_strip_from_the_start_to_the_end() -> None:
    state = _played("tic-tac-toe", 5)
    root = ElementTree.fromstring(state.record().svg(frames=3))
    assert len(_named(root, "data-zone")) == 3 * 9
    assert len(_named(root, "data-token")) == 0 + 2 + 5
    assert len(list(root.iter(f"{SVG}defs"))) == 1


def test_a_record_of_a_game_that_is_not_shipped_needs_the_game() -> None:
    made = lt.load("tic-tac-toe").game_def
    other = lt.from_game_def(replace(made, metadata=replace(made.metadata, id="noughts")))
    record = other.new_initial_state(backend="reference").record()
    with pytest.raises(lt.PlayError, match=r"write `record.svg\(game\)`"):
        record.svg()
    assert record._repr_svg_() is None
    assert "noughts" in record.svg(other)


def test_a_number_in_a_zone_is_not_covered_by_a_dot() -> None:
    text = """
```yaml
metadata: { id: pits, players: { min: 2, max: 2 } }
zones: [ { graph: { zones: [a, b], lines: [ { along: e, back: w, zones: [[a, b]] } ] } } ]
perZoneVars: [ { name: seeds, type: int, min: 0, max: 9, init: 4 } ]
actions:
  - id: take
    params: [ { name: $z, domain: board } ]
    effects: [ setVar: { var: seeds, scope: zone, zone: $z, value: 0 } ]
endConditions: [ { when: "count(board) == 9", result: { type: draw } } ]
```
"""
    root = ElementTree.fromstring(lt.load_text(text).new_initial_state(backend="reference").svg(0))
    circles = [element for element in root.iter(f"{SVG}circle") if element.get("pointer-events") == "none"]
    assert [circle.get("fill") for circle in circles] == ["none", "none"]


def test_a_piece_outside_the_board_says_its_properties() -> None:
    text = """
```yaml
metadata: { id: guesses, players: { min: 2, max: 2 } }
zones: [ { grid: { rows: 1, cols: 2 } }, { id: tray } ]
tokenTypes: [ { id: stone, props: { number: { type: int, min: 0, max: 9, init: 7 } } } ]
setup: [ createToken: { type: stone, zone: tray } ]
actions: [ { id: wait, effects: [ endTurn ] } ]
endConditions: [ { when: "count(board) == 9", result: { type: draw } } ]
```
"""
    root = ElementTree.fromstring(lt.load_text(text).new_initial_state(backend="reference").svg())
    assert "number 7" in [element.text for element in root.iter(f"{SVG}text")]
