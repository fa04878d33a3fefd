"""Hostile looks in JSON definitions: nothing of them gets into a picture unchecked."""

from __future__ import annotations

import json
from typing import Any

import pytest

import ludotome as lt
from ludotome.gamedef import to_json

SCRIPT = '"/><script>alert(1)</script><g id="'
LOOKS: dict[str, dict[str, Any]] = {
    "light": {"light": f"#123456{SCRIPT}"},
    "dark": {"dark": f"#123456{SCRIPT}"},
    "seats": {"seats": {"Red": f"#123456{SCRIPT}"}},
    "terrain": {"terrain": {"wall": f"#123456{SCRIPT}"}},
    "types.disc.color": {"types": {"disc": {"color": f"#123456{SCRIPT}"}}},
    "types.disc.path": {"types": {"disc": {"path": f"M0 0{SCRIPT}"}}},
    "types.disc.shape": {"types": {"disc": {"shape": SCRIPT}}},
    "types.disc.mark": {"types": {"disc": {"mark": SCRIPT}}},
    "types.disc.values.a": {"types": {"disc": {"by": "x", "values": {"a": SCRIPT}}}},
    "short light": {"light": "#12"},
    "control": {"types": {"disc": {"mark": "\x1b"}}},
}


def changed(look: dict[str, Any]) -> str:
    """Return the JSON of a shipped game with another look."""
    data = json.loads(to_json(lt.load("connect-four").game_def))
    data["look"] = look
    return json.dumps(data)


@pytest.mark.parametrize("name", LOOKS)
def test_a_look_that_would_write_markup_is_refused(name: str) -> None:
    """Such a picture would run a script in the browser of anybody who opens it."""
    with pytest.raises(lt.SpecError) as caught:
        lt.from_game_def(changed(LOOKS[name]))
    assert {found.code for found in caught.value.diagnostics} == {"LT419"}
    assert "script" not in str(caught.value)


def test_a_look_that_can_be_drawn_is_drawn() -> None:
    """Whatever a document can say about looks can also be read from JSON."""
    look = {"light": "#123456", "types": {"disc": {"color": "#ABCDEF", "mark": "é", "path": "M0 0L1 1z"}}}
    picture = lt.from_game_def(changed(look)).new_initial_state(backend="reference").svg(None)
    assert "#123456" in picture


def test_two_zones_at_one_place_are_refused() -> None:
    """They made the map for line of sight crash."""
    data = json.loads(to_json(lt.load("skirmish").game_def))
    placed = [zone for zone in data["zones"] if zone.get("row") is not None or zone.get("q") is not None]
    for key in ("row", "col", "q", "r"):
        if key in placed[0]:
            placed[1][key] = placed[0][key]
    with pytest.raises(lt.SpecError, match="have the same coordinates"):
        lt.from_game_def(json.dumps(data))
