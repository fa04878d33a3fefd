"""Pictures in a real browser: texts fit their shapes without overlap, every zone and visible token occurs once, in
place.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from xml.etree import ElementTree

import pytest

import ludotome as lt
from ludotome.gamedef import SHAPES
from ludotome.play import State, shipped_games
from tests.support.browser import browser_page, faults_of_pictures

pytestmark = pytest.mark.browser
SHARED = sorted((Path(__file__).parents[2] / "documents" / "more").glob("*.md"))
PLIES = 20
ACROSS = 12  # cells per row of the board of marks
Picture = tuple[str, dict[str, str]]


def _states(game: lt.Game) -> Iterator[tuple[str, State]]:
    """Yield the start of a game, a position in its middle, and its end or the position after 300 plies."""
    state = game.new_initial_state(seed=2)
    yield "start", state.clone()
    draw = random.Random(game.name)
    for ply in range(300):
        if state.is_terminal():
            break
        if ply == PLIES:
            yield "middle", state.clone()
        state.apply_action(draw.choice(state.legal_actions()))
    yield "end", state


def _pictures(games: Sequence[str]) -> dict[str, Picture]:
    found = {}
    for name in games:
        game = lt.load(name)
        for when, state in _states(game):
            seats = range(state.num_players) if game.has_secrets or when == "middle" else ()
            for seat in (None, *seats):
                view = state.view(seat)
                zones = {token.handle: zone for zone, held in view.zones.items() for token in held.tokens or ()}
                label = f"{Path(name).stem}-{when}-{'all' if seat is None else seat}"
                found[label] = state.svg(seat, theme="light"), zones
    return found


def test_shipped_games_are_drawn_right() -> None:
    pictures = _pictures(shipped_games())
    assert len(pictures) > 3 * len(shipped_games())
    with browser_page() as page:
        assert faults_of_pictures(page, pictures) == []


@pytest.mark.long
def test_shared_games_are_drawn_right() -> None:
    pictures = _pictures([str(file) for file in SHARED])
    assert len(SHARED) == 29
    with browser_page() as page:
        assert faults_of_pictures(page, pictures) == []


def test_marks_stay_on_their_shapes() -> None:
    """Every shape with marks of one to four letters, including wide ones."""
    marks = ("4", "12", "WWWW", "abcd")
    kinds = [(f"t{place}x{n}", shape, mark) for place, shape in enumerate(SHAPES) for n, mark in enumerate(marks)]
    types = ", ".join(f"{{ id: {kind} }}" for kind, _, _ in kinds)
    placed = ", ".join(f"{kind}: [cell_{at // ACROSS}_{at % ACROSS}]" for at, (kind, _, _) in enumerate(kinds))
    looks = ", ".join(f'{kind}: {{ shape: {shape}, mark: "{mark}" }}' for kind, shape, mark in kinds)
    text = f"""
```yaml
metadata: {{ id: marks, players: {{ min: 2, max: 2 }}, seats: [Ann, Bob] }}
zones: [ {{ grid: {{ rows: {-(-len(kinds) // ACROSS)}, cols: {ACROSS} }} }} ]
tokenTypes: [ {types} ]
setup: [ place: {{ Ann: {{ {placed} }} }} ]
actions: [ {{ id: wait, effects: [ endTurn ] }} ]
endConditions: [ {{ when: "turn == 9", result: {{ type: draw }} }} ]
look: {{ types: {{ {looks} }} }}
```
"""
    state = lt.load_text(text).new_initial_state(backend="reference")
    zones = {token.handle: zone for zone, held in state.view().zones.items() for token in held.tokens or ()}
    assert len(zones) == len(kinds)
    with browser_page() as page:
        assert faults_of_pictures(page, {"marks": (state.svg(size=48 * ACROSS, theme="light"), zones)}) == []


def test_what_is_drawn_wrong_is_seen() -> None:
    svg = lt.load("tic-tac-toe").new_initial_state(backend="reference")
    svg.apply_action(svg.legal_actions()[0])
    good, view = svg.svg(theme="light"), svg.view()
    zones = {token.handle: zone for zone, held in view.zones.items() for token in held.tokens or ()}
    token = next(iter(zones))
    wrong = {
        "wide": (good.replace(">O to move<", f">O to move{' and on' * 20}<"), zones),
        "over": (good.replace("</svg>", '<text x="60" y="17" font-size="14">again</text></svg>'), zones),
        "moved": (good, dict.fromkeys(zones, "cell_2_2")),
        "lost": (good, {**zones, "t9": "cell_0_0"}),
        "twice": (
            good.replace("</svg>", f'<use data-token="{token}" href="#lt-disc" width="9" height="9"/></svg>'),
            zones,
        ),
        "good": (good, zones),
    }
    with browser_page() as page:
        faults = faults_of_pictures(page, wrong)
    assert {fault.partition(":")[0] for fault in faults} == {"wide", "over", "moved", "lost", "twice"}


def test_names_that_are_markup_do_nothing_in_a_browser() -> None:
    """Scripts and elements in names do nothing, and nothing is requested from a network."""
    from msgspec.structs import replace

    nasty = "<img src=x onerror=document.title='bad'>\"'&]]><script>document.title='bad'</script>"
    made = lt.load("tic-tac-toe").game_def
    made = replace(
        made,
        metadata=replace(made.metadata, id=nasty, seats=(nasty, "O")),
        zones=tuple(replace(zone, name=f"{zone.id}{nasty}") for zone in made.zones),
        token_types=tuple(replace(kind, draw=nasty) for kind in made.token_types),
        tests=(),
    )
    state = lt.from_game_def(made).new_initial_state(backend="reference")
    state.apply_action(state.legal_actions()[0])
    text = state.svg(1)
    assert ElementTree.fromstring(text) is not None
    with browser_page() as page:
        asked = []
        page.on("request", lambda request: asked.append(request.url))
        page.set_content(f"<!DOCTYPE html><title>good</title><body>{text}</body>")
        assert page.title() == "good"
        assert page.locator("img, script, iframe, object, foreignObject").count() == 0
        assert page.locator("svg title").first.text_content().startswith(nasty[:20])
        assert asked == []


def test_an_animated_record_shows_its_positions_in_turn() -> None:
    state = lt.load("tic-tac-toe").new_initial_state(backend="reference")
    for _ in range(3):
        state.apply_action(state.legal_actions()[0])
    text = state.record().svg(frames=4, animated=True)
    seen = "() => [...document.querySelectorAll('svg > g')].map(one => getComputedStyle(one).visibility)"
    seek = "at => document.getAnimations().forEach(one => { one.pause(); one.currentTime = at; })"
    with browser_page(reduced_motion="no-preference") as page:
        page.set_content(text)
        for place in (0, 1, 2, 3, 0, 2):
            page.evaluate(seek, place * 1000 + 500)
            assert page.evaluate(seen) == ["visible" if one == place else "hidden" for one in range(4)]
    with browser_page(reduced_motion="reduce") as page:
        page.set_content(text)
        assert page.evaluate(seen) == ["hidden"] * 3 + ["visible"]
