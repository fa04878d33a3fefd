"""Mission boards: rules can use their zones, terrain and tokens; errors are shown in their own file."""

from __future__ import annotations

from pathlib import Path

from ludotome.spec import CompileResult, compile_text

MISSIONS = Path(__file__).parents[3] / "examples" / "missions"
DOCUMENT = """```yaml
metadata: { id: boarding, players: { min: 2, max: 2 } }
zones:
  - mission: { file: derelict.mission.txt, directions: 8 }
terrain:
  crates: { blocks: [move], cover: true }
regions:
  doors: "door and terrain != crates"
tokenTypes: [ { id: marine, max: 4 } ]
actions:
  - id: land
    params: [ { name: $z, domain: "doors where empty(it)" } ]
    effects: [ createToken: { type: marine, zone: $z, owner: actor } ]
endConditions: [ { when: noLegalMoves, result: { type: draw } } ]
tests: [ { name: three doors, perft: [3] } ]
```
"""


def texts() -> dict[str, str]:
    return {file.name: file.read_text(encoding="utf-8") for file in MISSIONS.iterdir()}


def compiled(files: dict[str, str]) -> CompileResult:
    return compile_text(DOCUMENT, read=files.__getitem__)


def test_a_mission_becomes_zones_that_rules_can_speak_of() -> None:
    result = compiled(texts())
    assert result.diagnostics == ()
    assert result.game_def is not None
    assert len(result.game_def.zones) == 81
    assert len(result.game_def.regions[0].zones) == 3
    assert result.game_def.terrain[0].id == "crates"
    assert {zone.terrain for zone in result.game_def.zones} <= {terrain.id for terrain in result.game_def.terrain}


def test_without_files_a_mission_is_a_finding() -> None:
    (found,) = compile_text(DOCUMENT).diagnostics
    assert (found.code, found.path) == ("LT613", "zones[0].mission.file")


def test_an_error_elsewhere_is_reported_alone_where_files_can_be_read_and_beside_lt613_where_not() -> None:
    text = DOCUMENT.replace("endConditions:", "endConditons:", 1)
    assert text != DOCUMENT
    assert [one.code for one in compile_text(text, read=texts().__getitem__).diagnostics] == ["LT101"]
    assert sorted(one.code for one in compile_text(text).diagnostics) == ["LT101", "LT613"]


def test_a_misspelt_file_is_not_also_a_board_without_files() -> None:
    text = DOCUMENT.replace("file:", "fiel:", 1)
    assert text != DOCUMENT
    assert [one.code for one in compile_text(text).diagnostics] == ["LT105"]


def test_a_file_that_is_not_there_is_named() -> None:
    files = texts()
    del files["ship.segments.txt"]
    (found,) = compiled(files).diagnostics
    assert found.code == "LT617"
    assert "ship.segments.txt" in found.message


def test_a_library_that_nobody_names_is_asked_for_by_its_key() -> None:
    """Otherwise a file called `None` would be read."""
    files = texts()
    mission = files["derelict.mission.txt"]
    files["derelict.mission.txt"] = "".join(line for line in mission.splitlines(True) if "ship." not in line)
    (found,) = compiled(files).diagnostics
    assert (found.code, found.path) == ("LT617", "zones[0].mission")
    assert found.message == "neither the mission nor the document names a file for `segments`"


def test_a_fault_in_a_mission_is_shown_in_the_mission() -> None:
    files = texts()
    files["derelict.mission.txt"] = files["derelict.mission.txt"].replace("crossing pos", "crosing pos", 1)
    found = compiled(files).diagnostics
    assert found
    assert all(one.span is not None and one.span.source == "derelict.mission.txt" for one in found)


def test_a_cell_type_that_no_legend_has_is_shown_in_the_document() -> None:
    text = DOCUMENT.replace("directions: 8 }", "directions: 8, walkable: [dekc] }")
    (found,) = compile_text(text, read=texts().__getitem__).diagnostics
    assert found.span is not None
    assert (found.code, text[found.span.start : found.span.end]) == ("LT695", "dekc")


def test_a_terrain_that_the_legend_spells_otherwise_is_noticed() -> None:
    """Unnoticed, the terrain would block nowhere, without a message."""
    text = DOCUMENT.replace("crates: { blocks", "crate: { blocks").replace(" and terrain != crates", "")
    (found,) = compile_text(text, read=texts().__getitem__).diagnostics
    assert (found.code, found.suggestion) == ("LT509", "write `crates`, the terrain of some zones")


def test_a_file_is_named_by_a_text() -> None:
    result = compile_text(DOCUMENT.replace("file: derelict.mission.txt", "file: true"), read=texts().__getitem__)
    assert [(found.code, found.path) for found in result.diagnostics] == [("LT107", "zones[0].mission.file")]
