"""The SVG writer: valid, without scripts, complete, and safe for any name."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace

import ludotome as lt
from ludotome.gamedef import GameDef
from ludotome.picture import make_scene
from ludotome.play import State, shipped_games

SVG = "{http://www.w3.org/2000/svg}"
NASTY = '<script>alert(1)</script>"&'


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


def _named_nastily(name: str) -> GameDef:
    made = lt.load("tic-tac-toe").game_def
    return replace(
        made,
        metadata=replace(made.metadata, seats=(name, "O")),
        zones=tuple(replace(zone, name=name + zone.id) for zone in made.zones),
        token_types=tuple(replace(kind, draw=name) for kind in made.token_types),
        tests=(),
    )


def test_names_that_are_markup_are_shown_as_text() -> None:
    state = lt.from_game_def(_named_nastily(NASTY)).new_initial_state(backend="reference")
    state.apply_action(state.legal_actions()[0])
    root = ElementTree.fromstring(state.svg(1))
    assert not list(root.iter(f"{SVG}script"))
    assert any(NASTY in (element.text or "") for element in root.iter(f"{SVG}title"))


def test_names_that_are_terminal_escapes_are_refused_and_no_scene_would_hold_them() -> None:
    made = _named_nastily(f"{NASTY}\x1b[31m\u202e")
    with pytest.raises(lt.SpecError, match="cannot be shown"):
        lt.from_game_def(made)
    scene = make_scene(made, "0" * 16)
    assert "\x1b" not in "".join(zone.name for zone in scene.zones) + scene.seats[0].name + scene.types[0].text
    assert "\\u001b" not in scene.to_json()


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


def test_an_animated_record_shows_one_position_at_a_time_without_scripts() -> None:
    text = _played("tic-tac-toe", 4).record().svg(frames=5, animated=True)
    root = ElementTree.fromstring(text)
    frames = [group for group in root.iter(f"{SVG}g") if " n" in group.get("class", "")]
    assert [frame.get("visibility") for frame in frames] == ["hidden"] * 4 + [None]  # if nothing moves: the last
    assert [len(_named(frame, "data-token")) for frame in frames] == [0, 1, 2, 3, 4]
    assert "prefers-reduced-motion" in text
    assert not list(root.iter(f"{SVG}script"))


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


def test_tokens_that_look_alike_are_drawn_as_one_with_their_number() -> None:
    text = """
```yaml
metadata: { id: heap, players: { min: 2, max: 2 }, seats: [X, O] }
zones: [ { graph: { zones: [a, b], lines: [ { along: e, back: w, zones: [[a, b]] } ], capacity: 9 } } ]
tokenTypes: [ { id: man } ]
setup: [ forEach: { bind: $n, over: "1..5", effects: [ createToken: { type: man, zone: a, owner: X } ] } ]
actions: [ { id: wait, effects: [ endTurn ] } ]
endConditions: [ { when: "count(board) == 9", result: { type: draw } } ]
```
"""
    root = ElementTree.fromstring(lt.load_text(text).new_initial_state(backend="reference").svg())
    drawn = [element for element in root.iter() if element.get("data-tokens")]
    assert [element.get("data-tokens") for element in drawn] == ["t0 t1 t2 t3 t4"]
    assert [title.text for title in drawn[0].iter(f"{SVG}title")] == ["5 × X man, a"]
    assert "5" in [element.text for element in root.iter(f"{SVG}text")]


def test_an_empty_zone_that_a_decision_begins_with_has_a_dot_not_a_frame() -> None:
    text = """
```yaml
metadata: { id: twist, players: { min: 2, max: 2 }, seats: [X, O] }
zones: [ { grid: { rows: 1, cols: 3, names: algebraic } } ]
tokenTypes: [ { id: man } ]
actions:
  - id: put
    params: [ { name: $z, domain: "board where empty(it)" }, { name: $n, domain: "1..2" } ]
    effects: [ createToken: { type: man, zone: $z, owner: actor } ]
endConditions: [ { when: "count(board) == 9", result: { type: draw } } ]
```
"""
    state = lt.load_text(text).new_initial_state(backend="reference")
    root = ElementTree.fromstring(state.svg(0, theme="light"))
    marks = [element for element in root.iter() if element.get("pointer-events") == "none"]
    assert [mark.tag.removeprefix(SVG) for mark in marks] == ["circle"] * 3


def test_hands_whose_order_means_nothing_are_sorted_by_suit_and_rank() -> None:
    text = """
```yaml
metadata: { id: sorted, players: { min: 2, max: 2 }, seats: [X, O] }
zones: [ { id: table } ]
tokenTypes:
  - { id: card, props: { suit: { type: [clubs, diamonds, hearts, spades] }, rank: { type: int, min: 1, max: 13 } } }
setup:
  - createToken: { type: card, zone: table, props: { suit: spades, rank: 3 } }
  - createToken: { type: card, zone: table, props: { suit: clubs, rank: 12 } }
  - createToken: { type: card, zone: table, props: { suit: spades, rank: 2 } }
actions: [ { id: wait, effects: [ endTurn ] } ]
endConditions: [ { when: "turn == 9", result: { type: draw } } ]
```
"""
    root = ElementTree.fromstring(lt.load_text(text).new_initial_state(backend="reference").svg())
    titles = [next(card.iter(f"{SVG}title")).text for card in root.iter() if card.get("data-token")]
    assert titles == ["card (suit clubs, rank 12)", "card (suit spades, rank 2)", "card (suit spades, rank 3)"]


def test_variables_are_shown_unless_they_are_idle() -> None:
    text = """
```yaml
metadata: { id: told, players: { min: 2, max: 2 }, seats: [X, O] }
zones: [ { grid: { rows: 1, cols: 2 } } ]
globalVars:
  - { name: idle, type: int, min: 0, max: 9, init: 0, position: false }
  - { name: cardsLeft, type: int, min: 0, max: 9, init: 0 }
perPlayerVars: [ { name: mayCastle, type: bool, init: true }, { name: points, type: int, min: 0, max: 9, init: 0 } ]
actions: [ { id: give, effects: [ setVar: { var: mayCastle, player: actor, value: false } ] } ]
endConditions: [ { when: "turn == 9", result: { type: draw } } ]
```
"""
    state = lt.load_text(text).new_initial_state(backend="reference")

    def told() -> list[str | None]:
        return [element.text for element in ElementTree.fromstring(state.svg()).iter(f"{SVG}text")][4:]

    assert told() == ["cards left 0", "X", "points 0", "O", "points 0"]
    state.apply_action(state.legal_actions()[0])
    assert told() == ["cards left 0", "X", "may castle no", "points 0", "O", "points 0"]
    assert "idle 0" in state.text()
    assert state.text(compact=True).splitlines()[-4:] == [
        "cards left 0",
        "X: may castle no, points 0",
        "O: points 0",
        "O to move",
    ]
