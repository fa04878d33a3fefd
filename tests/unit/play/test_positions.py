"""Positions as text: read and written, refused with the reason, and used wherever a game can begin."""

from __future__ import annotations

import random

import chess
import pytest

import ludotome as lt
from ludotome.files import shipped_games
from ludotome.spec import compile_text

START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
PICTURE = START.replace("/", "\n").replace("8", ". . . . . . . .").replace("p", "p ")
WITHOUT_BOARD = ("kuhn-poker", "leduc-poker", "market", "pig")


def text_or_reason(state: lt.State) -> str:
    try:
        return state.position_text()
    except lt.PlayError as refused:
        return f"refused: {refused}"


def test_the_first_field_is_that_of_python_chess() -> None:
    game, chooser = lt.load("chess"), random.Random(4)
    for _ in range(5):
        state, board = game.new_initial_state(), chess.Board()
        for _ in range(chooser.randrange(60)):
            moves = list(board.legal_moves)
            if not moves or state.is_terminal():
                break
            move = chooser.choice(moves)
            board.push(move)
            state.apply_action(move.uci())
            assert state.position_text() == board.board_fen()


@pytest.mark.parametrize("name", shipped_games())
def test_a_position_of_a_shipped_game_round_trips_or_is_refused(name: str) -> None:
    game, chooser = lt.load(name), random.Random(6)
    state = game.new_initial_state(backend="reference")
    for _ in range(14):
        if state.is_terminal():
            break
        state.apply_action(chooser.choice(state.legal_actions()))
    if name in WITHOUT_BOARD:
        with pytest.raises(lt.PlayError, match="has no board of rows"):
            state.position_text()
        return
    text = text_or_reason(state)
    if "refused" in text:
        assert "does not have its initial value" in text  # wounds of figures
        return
    again = game.state_from_position(text, backend="reference")
    assert again.position_text() == text
    assert len([token for token in again.game_state.tokens if token]) == len(
        [token for token in state.game_state.tokens if token]
    )


def test_a_whole_fen_is_that_of_python_chess_and_is_read_again() -> None:
    """All fields but the last, the number of the move, for which the rules have no variable."""
    game, chooser = lt.load("chess"), random.Random(11)
    state, board, seen = game.new_initial_state(), chess.Board(), set[str]()
    for ply in range(120):
        moves = list(board.legal_moves)
        # en passant, castling and double steps of pawns are rare among random moves
        keen = [move for move in moves if board.is_en_passant(move) or board.is_castling(move) or move.uci()[1] in "27"]
        move = chooser.choice(keen if keen and chooser.random() < 0.5 else moves)
        board.push(move)
        state.apply_action(move.uci())
        *fields, number = state.position_text(fields=True).split()
        assert (fields, number) == (board.fen().split()[:-1], "1")
        seen |= {f"{index} {field}" for index, field in enumerate(fields[1:])}
        if ply % 12 == 0:
            again = game.state_from_position(board.fen(), backend="reference")
            assert again.position_text(fields=True) == state.position_text(fields=True)
            assert sorted(again.legal_action_strings()) == sorted(state.legal_action_strings())
    assert len({one for one in seen if one[0] == "1"}) > 2  # castling
    assert len({one for one in seen if one[0] == "2"}) > 1  # en passant


def test_counts_from_a_fen_are_the_published_ones() -> None:
    game = lt.load("chess")
    kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
    assert [game.perft(depth, game.state_from_position(kiwipete)) for depth in (1, 2, 3)] == [48, 2039, 97862]
    fourth = "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1"
    assert [game.perft(depth, game.state_from_position(fourth)) for depth in (1, 2, 3)] == [6, 264, 9467]


def test_fields_left_out_keep_their_initial_values() -> None:
    game = lt.load("chess")
    assert game.state_from_position(f"{START} b").position_text(fields=True) == f"{START} b KQkq - 0 1"
    assert game.state_from_position(f"{START} w Kq").position_text(fields=True) == f"{START} w Kq - 0 1"
    assert lt.load("hex", size=3).state_from_position("3/1S1/3 B").position_text(fields=True) == "3/1S1/3 b"
    with pytest.raises(lt.PlayError, match="`hex` has no fields after the rows and the turn") as caught:
        lt.load("hex", size=3).state_from_position("3/3/3 r - 0")
    assert "`look: { fen: [ … ] }`" in str(caught.value)


def test_a_picture_is_the_same_as_a_line() -> None:
    game = lt.load("chess")
    first = game.new_initial_state().position_text()
    assert game.state_from_position(PICTURE).position_text() == first == START


def test_the_seat_after_the_rows_has_the_turn() -> None:
    game = lt.load("chess")
    assert game.state_from_position(START).current_player() == 0
    for seat in ("Black", "b", "B"):
        assert game.state_from_position(f"{START} {seat}").current_player() == 1


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "this has 1 row, and the board has 8"),
        ("8/8", "this has 2 rows, and the board has 8"),
        ("8/8/8/8/8/8/8/7", "at `7`: this row has 7 cells, and the board has 8 there"),
        ("8/8/8/8/8/8/8/KQRBNPkqr", "this row has 9 cells"),
        ("8/8/8/8/8/8/8/7X", "no token type has the letter `X`; write one of K (king)"),
        ("8/8/8/8/8/8/8/7?", "no token type has the letter `?`"),
        ("8/8/8/8/8/8/8/99999999", "is not a number of cells"),
        (f"{START} Red", "at `Red`: the seat to move is unknown; write one of White, Black"),
        (f"{START} w KQkq - 0 1 2", "at `2`: `chess` has 4 fields after the rows and the turn"),
        (
            f"{START} w KX - 0 1",
            "at `KX`: each letter must be one of this field and occur only once; write some of K, Q",
        ),
        (f"{START} w KK - 0 1", "at `KK`: each letter must be one of this field"),
        (f"{START} w - e9 0 1", "at `e9`: `ep` cannot be this; write the name of a zone, or `-`"),
        (f"{START} w - - 101 1", "at `101`: `quiet` cannot be this; write a whole number from 0 to 100"),
        (f"{START} w - - 0 one", "at `one`: this field holds no variable; write a whole number"),
    ],
)
def test_a_text_that_is_not_a_position_is_refused(text: str, said: str) -> None:
    with pytest.raises(lt.PlayError) as caught:
        lt.load("chess").state_from_position(text)
    assert said in str(caught.value)
    assert caught.value.code == "bad-position"


DOCUMENT = """
```yaml
metadata: { id: letters, players: { min: 2, max: 2 } }
zones:
  - grid: { rows: 2, cols: 3, capacity: 2 }
  - { id: box }
tokenTypes:
  - { id: rook, props: { moved: { type: bool } } }
  - { id: ring, letter: O, max: 9 }
  - { id: rat }
  - { id: knight, short: N }
SETUP
actions:
  - id: add
    params: [ { name: $z, domain: "board where empty(it)" } ]
    effects: [ createToken: { type: ring, zone: $z, owner: actor } ]
endConditions: [ { when: "turn > 3", result: { type: draw } } ]
```
"""


def game(setup: str = "") -> lt.Game:
    return lt.load_text(DOCUMENT.replace("SETUP", setup))


def test_setup_can_be_drawn() -> None:
    state = game('setup: [ place: "nO1/2*o" ]').new_initial_state()
    assert state.position_text() == "nO1/2*o"


def test_letters_are_written_short_or_first() -> None:
    assert game().state_from_position("N1o/3").position_text() == "N1o/3"
    with pytest.raises(lt.PlayError, match="`R` is the letter of `rook` and `rat`; give one of them another `letter:`"):
        game().state_from_position("R2/3")


@pytest.mark.parametrize(
    ("setup", "said"),
    [
        ("place: { P1: { ring: [box] } }", "a token is in `box`"),
        ("place: { P1: { ring: [cell_0_0, cell_0_0] } }", "more than one token is on `cell_0_0`"),
        ("place: { P1: { rook: { cells: [cell_0_0], props: { moved: true } } } }", "does not have its initial value"),
        ("place: { P1: { rat: [cell_0_0] } }", "another token type has the letter of `rat`"),
    ],
)
def test_what_no_text_can_say_is_refused_with_the_reason(setup: str, said: str) -> None:
    with pytest.raises(lt.PlayError) as caught:
        game(f"setup: [ {setup} ]").new_initial_state().position_text()
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("setup", "code", "place"),
    [
        ('place: "nO1/2"', "LT265", "2"),
        ('place: "nO1/2z"', "LT265", "z"),
        ('place: "nO1"', "LT265", "nO1"),
        ("place: { P1: { rook: { cells: [cell_0_0], props: { movd: true } } } }", "LT208", "movd"),
        ("place: { P1: { rook: { cells: [cell_0_0], prop: { moved: true } } } }", "LT265", "prop"),
    ],
)
def test_a_drawn_setup_is_checked_at_the_very_place(setup: str, code: str, place: str) -> None:
    text = DOCUMENT.replace("SETUP", f"setup: [ {setup} ]")
    found = [one for one in compile_text(text).diagnostics if one.severity == "error"]
    assert len(found) == 1, found
    assert found[0].span is not None
    assert (found[0].code[:4], text[found[0].span.start : found[0].span.end]) == (code[:4], place)
    assert found[0].suggestion


def test_every_faulty_row_of_a_drawn_setup_is_reported() -> None:
    text = DOCUMENT.replace("SETUP", 'setup: [ place: "nOz/2" ]')
    found = [one for one in compile_text(text).diagnostics if one.severity == "error"]
    assert [text[one.span.start : one.span.end] for one in found if one.span] == ["z", "2"]


FIELDS = """
globalVars:
  - { name: mood, type: [calm, angry] }
  - { name: last, type: player, init: none }
  - { name: open, type: bool, init: true }
  - { name: kept, type: token, init: none }
perPlayerVars: [ { name: money, type: int, min: -9, max: 9, init: 0 }, { name: done, type: bool } ]
look: { fen: [ FEN ] }
"""


def test_variables_of_every_kind_are_fields() -> None:
    text = game(FIELDS.replace("FEN", "{ D: P1.done, d: P2.done }, mood, last, open, P2.money, 0, '-'"))
    assert text.new_initial_state().position_text(fields=True) == "3/3 P1 - calm - true 0 0 -"
    line = "N1o/3 P2 d angry P1 false -7 0 -"
    assert text.state_from_position(line).position_text(fields=True) == line


@pytest.mark.parametrize(
    ("fen", "path", "said"),
    [
        ("moood", "look.fen[0]", "write `mood`"),
        ("P1.mony", "look.fen[0]", "write `P1.money`"),
        ("P3.money", "look.fen[0]", "write `P1.money`"),
        ("kept", "look.fen[0]", "leave it out"),
        ("mood, { DD: P1.done }", "look.fen[1].DD", "write one letter"),
        ("{ M: P1.money }", "look.fen[0].M", "a variable of type `bool`"),
    ],
)
def test_a_field_that_is_not_a_variable_is_reported_there(fen: str, path: str, said: str) -> None:
    text = DOCUMENT.replace("SETUP", FIELDS.replace("FEN", fen))
    (found,) = [one for one in compile_text(text).diagnostics if one.severity == "error"]
    assert (found.code, found.path) == ("LT260", path)
    assert said in str(found.suggestion)


@pytest.mark.parametrize("text", ["p" * 10**6, "/" * 10**6, "1" * 10**6, "\n" * 10**6, f"{START} {'x ' * 10**5}"])
def test_a_long_text_is_refused_at_once_and_shown_short(text: str) -> None:
    with pytest.raises(lt.PlayError) as refused:
        lt.load("chess").state_from_position(text)
    assert str(refused.value).startswith("the position cannot be read")
    assert len(str(refused.value)) < 300
