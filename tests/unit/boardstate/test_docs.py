"""The formats match `docs/boardstate.md`: every block in it is read."""

import re
from pathlib import Path

from ludotome.boardstate import export_mission, export_save, import_mission, import_save, new_board

PAGE = (Path(__file__).parents[3] / "docs" / "boardstate.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)


def test_the_libraries_are_read_without_a_warning() -> None:
    (segments,), (tokens,) = blocks("segments"), blocks("tokens")
    state = new_board(9, segments, tokens)
    assert state.warnings == ()
    assert [(one.segment_id, one.name, one.width, one.height) for one in state.segment_defs] == [
        ("L_room", "L room", 5, 4),
        ("hall", "hall", 3, 1),
    ]
    assert state.segment_defs[0].legend == {"wall": 0, "corridor": 1, "deep water": 2}
    assert [one.type for one in state.token_types] == ["door", "marine", "blip"]


def test_both_dialects_say_the_same_board() -> None:
    state = new_board(9, *blocks("segments"), *blocks("tokens"))
    boards = []
    for mission in blocks("mission"):
        import_mission(state, mission)
        assert state.warnings == ()
        boards.append((state.mission_name, state.size, state.segments, state.tokens))
    assert len(boards) == 2
    assert boards[0] == boards[1]


def test_the_mission_is_written_as_the_page_shows_it_comments_and_blanks_aside() -> None:
    state = new_board(9, *blocks("segments"), *blocks("tokens"))
    mission = blocks("mission")[0]
    import_mission(state, mission)
    shown = re.sub(r" +# provenance only$", "", mission, flags=re.MULTILINE)
    assert export_mission(state) == shown.replace('": ', '":').replace(', "', ',"')


def test_the_save_is_written_byte_for_byte_as_the_page_shows_it() -> None:
    (save,) = blocks("json")
    assert export_save(import_save(save)) == save
