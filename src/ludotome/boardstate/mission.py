"""Mission: read a board's content from the text of a mission, and write it.

Invariants:
    * a mission is checked against the libraries embedded in the board; its own library paths are provenance only;
    * importing replaces size, name, paths, segments and tokens, or, if there is any fault, nothing;
    * exporting, importing and exporting again gives the same bytes.

This module does not know the syntax of a line (`mission_text`).
"""

from __future__ import annotations

from dataclasses import dataclass

from ludotome.boardstate.board import UNTITLED, BoardState
from ludotome.boardstate.checks import check_size
from ludotome.boardstate.faults import Faults, at
from ludotome.boardstate.lines import check_length
from ludotome.boardstate.mission_text import parse_mission, write_instance, write_token
from ludotome.boardstate.names import written
from ludotome.boardstate.parts import MAX_SIZE
from ludotome.boardstate.segments import lay_segment
from ludotome.boardstate.tokens import lay_token


@dataclass(frozen=True, slots=True)
class LibraryPaths:
    """The two library paths that a mission names, as written."""

    segments: str | None
    tokens: str | None


def import_mission(state: BoardState, text: str, *, source: str = "") -> None:
    """Replace the size, name, library paths, segments and tokens of the board by those of a mission.

    Libraries and strictness do not change. Raises `BoardError` with all faults, and changes nothing, if the mission
    cannot be read or does not fit the libraries. *source* names the text in spans.
    """
    mission, faults = parse_mission(text, source)
    size = mission.size
    if size is not None and not check_size(size, faults, at("board", mission.header["board"].place)):
        size = None
    # Without a size the rest is still checked, on a board large enough for everything.
    fresh = state.emptied(MAX_SIZE if size is None else size)
    fresh.mission_name = mission.named("mission") or UNTITLED
    fresh.segment_library_path = mission.named("segments")
    fresh.token_library_path = mission.named("tokenlib")
    for instance in mission.instances:
        lay_segment(fresh, instance.part, faults, instance.ref)
    for token in mission.tokens:
        lay_token(fresh, token.part, faults, token.ref)
    faults.check()
    fresh.mission_warnings = faults.warnings
    state.adopt(fresh)


def find_library_paths(text: str, *, source: str = "") -> LibraryPaths:
    """Return the library paths that a mission names, None for each missing one; other faults are ignored.

    Raises `BoardError` only if *text* cannot be read at all.
    """
    mission, _ = parse_mission(text, source)
    return LibraryPaths(mission.named("segments"), mission.named("tokenlib"))


def export_mission(state: BoardState) -> str:
    """Return the board as the text of a mission, segments and tokens in board order.

    Raises `BoardError` if the text would be too long to be read again.
    """
    lines = [f"mission: {written(state.mission_name)}\n", f"board: {state.size}x{state.size}\n"]
    for key, path in (("segments", state.segment_library_path), ("tokenlib", state.token_library_path)):
        if path is not None:
            lines.append(f"{key}: {written(path)}\n")
    lines.append("\ninstances:\n")
    lines.extend(write_instance(segment) for segment in state.segments)
    lines.append("\ntokens:\n")
    lines.extend(write_token(token) for token in state.tokens)
    text = "".join(lines)
    check_length(len(text), Faults())
    return text
