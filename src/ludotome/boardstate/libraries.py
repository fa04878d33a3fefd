"""Libraries: create a board with its two libraries, and replace its libraries.

Invariants: a board always has both libraries, and its content fits them; a call that fails changes neither the board
nor its libraries.

This module does not know how a library is written (`segment_library`, `token_library`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias, TypeVar

from ludotome.boardstate.board import BoardState
from ludotome.boardstate.checks import check_size
from ludotome.boardstate.errors import BoardError
from ludotome.boardstate.faults import Faults, Ref, shown
from ludotome.boardstate.parts import SegmentInstance, Token
from ludotome.boardstate.segment_library import parse_segment_library
from ludotome.boardstate.segments import lay_segment
from ludotome.boardstate.token_library import parse_token_library
from ludotome.boardstate.tokens import lay_token
from ludotome.diagnostics import Diagnostic

Definition = TypeVar("Definition")
Part = TypeVar("Part", SegmentInstance, Token)
Parsed: TypeAlias = tuple[dict[str, Definition], tuple[Diagnostic, ...]]


def new_board(
    size: int,
    segment_library_text: str,
    token_library_text: str,
    *,
    segment_source: str = "",
    token_source: str = "",
) -> BoardState:
    """Return an empty board of *size* × *size* cells with both libraries embedded.

    Raises `BoardError` with the faults of the size and of both texts; the two sources name the texts in spans. Warnings
    are in the board's `warnings`.
    """
    faults = Faults()
    check_size(size, faults, Ref("size"))
    found = faults.found
    definitions, segment_warnings = _parsed(parse_segment_library, segment_library_text, segment_source, found)
    types, token_warnings = _parsed(parse_token_library, token_library_text, token_source, found)
    if found:
        raise BoardError(tuple(found))
    state = BoardState(size, definitions, types)
    state.segment_warnings, state.token_warnings = segment_warnings, token_warnings
    return state


def _parsed(
    parse: Callable[[str, str], Parsed[Definition]], text: str, source: str, found: list[Diagnostic]
) -> Parsed[Definition]:
    """Return the library in *text* and its warnings, or append its faults to *found*."""
    try:
        return parse(text, source)
    except BoardError as error:
        found.extend(error.diagnostics)
        return {}, ()


def replace_segment_library(
    state: BoardState, segment_library_text: str, *, prune: bool = False, source: str = ""
) -> tuple[SegmentInstance, ...]:
    """Replace the segment library and return the segments that were removed, which needs *prune*.

    Every segment on the board must be in the new library and still fit, since definitions may have grown. With *prune*,
    others are removed, in board order; otherwise `BoardError` is raised and nothing changes.
    """
    definitions, warnings = parse_segment_library(segment_library_text, source)
    fresh = state.emptied()
    fresh.definition_of_id, fresh.segment_warnings = definitions, warnings
    fresh.token_roster, fresh.token_index = state.token_roster, state.token_index

    def lay(segment: SegmentInstance, faults: Faults) -> bool:
        return lay_segment(fresh, segment, faults, Ref(f"segments.{segment.instance_id}"))

    dropped = _laid_anew(state.segments, lay, prune=prune)
    state.adopt(fresh)
    return dropped


def replace_token_library(
    state: BoardState, token_library_text: str, *, prune: bool = False, source: str = ""
) -> tuple[Token, ...]:
    """Replace the token library and return the tokens that were removed, which needs *prune*.

    Only a strict board requires the types of its tokens to be in the library. With *prune*, other tokens are removed;
    otherwise `BoardError` is raised and nothing changes.
    """
    types, warnings = parse_token_library(token_library_text, source)
    fresh = state.emptied()
    fresh.type_of_name, fresh.token_warnings = types, warnings
    return _with_tokens_checked(state, fresh, prune=prune)


def set_token_type_strict(state: BoardState, strict: bool) -> None:
    """Set whether token types must be in the library; if a token on the board violates this, raise `BoardError`."""
    if not isinstance(strict, bool):
        raise TypeError(f"`strict` is {shown(strict)}; write True or False")
    fresh = state.emptied()
    fresh.token_type_strict = strict
    _with_tokens_checked(state, fresh, prune=False)


def _with_tokens_checked(state: BoardState, fresh: BoardState, *, prune: bool) -> tuple[Token, ...]:
    """Put the tokens of *state* on *fresh*, share its segments, and let *state* adopt it."""
    fresh.segment_roster, fresh.segment_index = state.segment_roster, state.segment_index

    # Segment ids and token ids are known not to clash, so both can share the rosters.
    def lay(token: Token, faults: Faults) -> bool:
        return lay_token(fresh, token, faults, Ref(f"tokens.{token.token_id}"))

    dropped = _laid_anew(state.tokens, lay, prune=prune)
    state.adopt(fresh)
    return dropped


def _laid_anew(parts: tuple[Part, ...], lay: Callable[[Part, Faults], bool], *, prune: bool) -> tuple[Part, ...]:
    """Place each part and return those that do not fit; without *prune*, raise `BoardError` instead."""
    faults = Faults()
    dropped = tuple(part for part in parts if not lay(part, Faults() if prune else faults))
    faults.check()
    return dropped
