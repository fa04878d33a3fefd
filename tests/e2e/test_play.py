"""A game at a real terminal: decisions by number and notation, undo, `why`, quitting and resuming."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pexpect
import pytest

from tests.support.ambiguous_game import TWINS
from tests.support.faulty_game import FULL, LINE
from tests.support.storm_game import STORM


@pytest.fixture
def record(tmp_path: Path) -> Path:
    return tmp_path / "game.json"


def start(*arguments: str, columns: int = 80, rows: int = 40, command: str = "play", **variables: str) -> pexpect.spawn:
    # only the terminal defines its width; an echoed interrupt may split a character of the progress bar
    variables = {"TERM": os.environ.get("TERM", "xterm"), **variables}
    environment = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "NO_COLOR")}
    seed = [] if command != "play" or {"--seed", "--resume"} & set(arguments) else ["--seed", "1"]
    return pexpect.spawn(
        sys.executable,
        ["-m", "ludotome", command, *arguments, *seed],
        dimensions=(rows, columns),
        encoding="utf-8",
        codec_errors="replace",
        timeout=60,
        env=environment | variables,
    )


@pytest.fixture
def tic_tac_toe(record: Path) -> Iterator[pexpect.spawn]:
    terminal = start("tic-tac-toe", "--agents", "human", "--record", str(record))
    yield terminal
    terminal.close(force=True)


def answer(terminal: pexpect.spawn, *lines: str) -> str:
    """Write *lines* at the prompt one by one; return the response to the last one, without colour."""
    for line in lines:
        terminal.expect("> ")
        terminal.sendline(line)
    terminal.expect(["> ", pexpect.EOF])
    return plain(terminal.before)


def plain(shown: str) -> str:
    """Return *shown* without colours and other control sequences."""
    return re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", shown)


def test_a_whole_game_by_number_and_by_notation(tic_tac_toe: pexpect.spawn):
    shown = answer(tic_tac_toe, "1", "b1", "a2", "b2", "a1")
    assert "X wins" in shown
    tic_tac_toe.wait()
    assert tic_tac_toe.exitstatus == 0


@pytest.mark.parametrize(
    ("game", "typed", "made"),
    [
        ("tic-tac-toe", "place b2", "X: b2"),
        ("kuhn-poker", "bet", "First: b (bet)"),
        ("breakthrough", "move a2 a3", "White: a2a3"),
    ],
)
def test_a_move_may_be_named_by_its_action_and_values_as_one_asks_about_it(game: str, typed: str, made: str):
    terminal = start(game, "--agents", "human,random", NO_COLOR="1")
    assert f"{made}\r\n" in answer(terminal, typed)
    terminal.close(force=True)


def test_a_refused_move_says_why_and_changes_nothing(tic_tac_toe: pexpect.spawn):
    assert "is not legal now" in answer(tic_tac_toe, "z9")
    tic_tac_toe.sendline("99")
    tic_tac_toe.expect("there is no 99")
    tic_tac_toe.expect("> ")
    tic_tac_toe.sendline("why place a1")
    tic_tac_toe.expect("is legal")


@pytest.mark.parametrize("farewell", ["quit", " Quit ", "EXIT", "q"])
def test_the_command_to_leave_ignores_case_and_blanks(farewell: str):
    command = [sys.executable, "-m", "ludotome", "play", "tic-tac-toe", "--agents", "human"]
    done = subprocess.run(command, input=f"{farewell}\na1\n", capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stderr) == (0, "game closed (not saved; use `--record FILE` to save it)\n")


def test_undo_takes_back_and_hint_names_a_move(tic_tac_toe: pexpect.spawn):
    shown = answer(tic_tac_toe, "b2", "undo")
    assert "X to move" in shown or "O to move" in shown
    tic_tac_toe.sendline("hint")
    tic_tac_toe.expect(r"a search would play [abc][123] \((value|proven) [-+][\d.]+, \d+ simulations\)")


def test_undo_takes_back_the_given_number_and_refuses_other_texts(tic_tac_toe: pexpect.spawn):
    answer(tic_tac_toe, "a1", "b1", "c1", "undo 2")
    tic_tac_toe.sendline("board")
    tic_tac_toe.expect("> ")
    assert "1 X . ." in plain(tic_tac_toe.before)
    for typed, said in (
        ("x", "undoes nothing: write how many"),
        ("0", "undoes nothing"),
        ("2", "only 1 can be"),
    ):
        tic_tac_toe.sendline(f"undo {typed}")
        tic_tac_toe.expect("> ")
        assert said in plain(tic_tac_toe.before)
    tic_tac_toe.sendline("undo")
    tic_tac_toe.expect("1 . . .")
    tic_tac_toe.expect("> ")
    tic_tac_toe.sendline("undo")
    tic_tac_toe.expect("there is nothing to undo")


def test_undo_counts_the_decisions_of_people(record: Path):
    """Decisions of agents in between are undone too."""
    terminal = start("tic-tac-toe", "--agents", "human,random", "--record", str(record), "--seed", "3")
    answer(terminal, "1", "1", "undo 2", "quit")
    assert '"decisions": []' in record.read_text(encoding="utf-8")


@pytest.fixture
def faulty(tmp_path: Path) -> Path:
    file = tmp_path / "full.md"
    file.write_text(FULL, encoding="utf-8")
    return file


def test_a_fault_of_the_document_keeps_the_person_at_the_table(faulty: Path, record: Path):
    command = [sys.executable, "-m", "ludotome", "play", str(faulty), "--record", str(record)]
    done = subprocess.run(command, input="a1b1\nhint\n", capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0
    assert done.stderr.count(LINE) == 2
    assert "this is an error in the document; nothing has changed" in done.stderr
    assert "a search would play" in done.stdout
    assert "2 of 5 decisions here hit an error in the document, the first is a1b1" in done.stderr
    assert f"--resume {record}` continues it)" in done.stderr


def test_agents_who_can_decide_nothing_but_faults_say_where_and_how_to_go_on(faulty: Path, record: Path):
    faulty.write_text(
        FULL.replace("adjacentZones($p.zone)", "zones where occupied(it) and it != $p.zone"), encoding="utf-8"
    )
    command = [sys.executable, "-m", "ludotome", "play", str(faulty), "--agents", "greedy", "--record", str(record)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 1
    assert "error: Red (greedy) cannot continue: error in the rules" in done.stderr
    assert LINE in done.stderr
    assert f"--agents greedy --resume {record}` continues before it" in done.stderr
    done = subprocess.run(command[:-2], capture_output=True, text=True, timeout=60, check=False)
    assert "\nthis game was not saved; with `--record FILE` it is, and `--resume FILE` continues" in done.stderr


def test_leaving_and_coming_back(record: Path):
    first = start("tic-tac-toe", "--agents", "human", "--record", str(record))
    answer(first, "a1", "quit")
    first.wait()
    again = start("--resume", str(record))
    again.expect("X to move")
    again.expect("O.*normal.*: [abc][123]")  # the other seat's answer comes after that of the previous decision
    again.expect("> ")
    again.sendeof()
    again.expect(pexpect.EOF)
    again.wait()
    assert again.exitstatus == 0


def test_the_command_shown_on_leaving_resumes_the_users_own_document_too(tmp_path: Path):
    document, record = tmp_path / "my twins.md", tmp_path / "game.json"
    document.write_text(TWINS, encoding="utf-8")
    first = start(str(document), "--agents", "human", "--record", str(record), columns=300)
    left = answer(first, "1", "quit")
    said = re.search(r"game closed \(`ludotome play (.*)` continues it\)", left)
    assert said is not None, left
    again = start(*shlex.split(said[1]))
    again.expect("P2 to move")
    again.close(force=True)


def test_a_record_is_never_written_over(record: Path):
    """Unless it is resumed: then the game continues in its file."""
    game = ("tic-tac-toe", "--agents", "human", "--record", str(record))
    answer(start(*game), "a1", "quit")
    kept = record.read_bytes()
    refused = start(*game, columns=300)
    refused.expect(pexpect.EOF)
    refused.wait()
    assert refused.exitstatus == 2
    assert f"`{record}` already exists; `--resume {record}` continues it, or name another file" in refused.before
    assert record.read_bytes() == kept
    answer(start(*game, "--resume", str(record)), "b2", "quit")
    assert record.read_text(encoding="utf-8").count('"action"') == 2


def test_a_record_has_its_own_seed_and_players(record: Path):
    """When a game is resumed, options that differ from the record are refused, equal ones accepted."""
    answer(start("pig", "--agents", "human", "--seed", "7", "--players", "3", "--record", str(record)), "roll", "quit")
    for option, value, kept in (("--seed", "4", 7), ("--players", "2", 3)):
        refused = start("--resume", str(record), option, value, columns=300)
        refused.expect(pexpect.EOF)
        refused.wait()
        assert refused.exitstatus == 2
        assert f"`{option}` is {value}, but the game of `{record}` has {kept}: leave `{option}` out" in refused.before
    again = start("--resume", str(record), "--seed", "7", "--players", "3", "--agents", "human")
    again.expect("> ")
    again.close(force=True)


def test_a_narrow_terminal_still_shows_every_move():
    narrow = start("tic-tac-toe", "--agents", "human", columns=40)
    shown = answer(narrow, "moves")
    narrow.close(force=True)
    assert all(f"{column}{row}" in shown for column in "abc" for row in "123")
    assert max(len(line) for line in shown.splitlines()) <= 40


@pytest.mark.parametrize("colour", ["", "1"], ids=["in colour", "without"])
@pytest.mark.parametrize(
    ("game", "typed", "seen"),
    [
        ("boarding", "b8>d8", " 8 #B..+.......+.......+...#"),
        ("market", "earn", "  palace, cost 5, points 3"),
        ("pig", "roll", "P1: score 0"),
        ("chess", "e4", "8 ♜ ♞ ♝ ♛ ♚ ♝ ♞ ♜"),
    ],
)
def test_a_game_fits_a_narrow_terminal(game: str, typed: str, seen: str, colour: str):
    """No line is wrapped by the terminal, with or without colour, and the whole board is shown."""
    terminal = start(game, "--agents", "human,random", columns=40, **({"NO_COLOR": colour} if colour else {}))
    terminal.expect("> ")
    first = terminal.before
    terminal.sendline(typed)
    terminal.expect("> ")
    both = plain(first + terminal.before).replace("\r", "").splitlines()
    terminal.close(force=True)
    assert seen in both
    assert max(map(len, both)) <= 40
    assert ("\033[" in first) == (not colour)


def test_an_agent_answers(record: Path):
    terminal = start("tic-tac-toe", "--agents", "human,mcts:50")
    answer(terminal, "b2")
    shown = terminal.before
    terminal.close(force=True)
    assert "mcts:50" in shown


def test_a_refused_move_is_explained_with_the_line_of_the_document(tic_tac_toe: pexpect.spawn):
    shown = answer(tic_tac_toe, "a1", "a1")
    assert "`a1` is not legal now" in shown
    tic_tac_toe.sendline("why")
    tic_tac_toe.expect("> ")
    told = plain(tic_tac_toe.before)
    assert "cannot be a1: `empty(it)` does not hold" in told
    assert "of the document: params:" in told


def test_why_alone_is_about_this_decision():
    """After a decision or an undo nothing has been refused; until then `why` is about the last refused input."""
    command = [sys.executable, "-m", "ludotome", "play", "tic-tac-toe", "--agents", "human"]
    moves = "why\na1\nz9\na1\nwhy\nb1\nwhy\na1\nundo\nwhy\n"
    done = subprocess.run(command, input=moves, capture_output=True, text=True, timeout=60, check=False)
    told = [
        line.rpartition("> ")[2] for line in done.stdout.splitlines() if "write `why`" in line or "cannot be" in line
    ]
    assert [re.split("[,:]", line)[0] for line in told] == [
        "write `why` and a move",
        "`$cell` of `place` cannot be a1",
        "write `why` and a move",
        "write `why` and a move",
    ]


def test_a_number_is_a_move_where_moves_are_numbers():
    """In connect four `3` is a column; when the column is full, `3` has no other meaning."""
    terminal = start("connect-four", "--agents", "human")
    shown = answer(terminal, *"333333", "3")
    assert "`3` is not legal now" in shown
    terminal.sendline("moves")
    terminal.expect("> ")
    listed = next(line.split() for line in plain(terminal.before).splitlines() if line.startswith("0  1  2  4"))
    terminal.close(force=True)
    assert listed == ["0", "1", "2", "4", "5", "6"]


def test_a_move_with_two_meanings_lists_them_with_their_numbers(tmp_path: Path):
    document = tmp_path / "twins.md"
    document.write_text(TWINS, encoding="utf-8")
    terminal = start(str(document), "--agents", "human")
    shown = answer(terminal, "b1")
    assert "3  paint z b1, kind red" in shown
    assert "4  paint z b1, kind blue" in shown
    terminal.sendline("4")
    terminal.expect("P2")
    terminal.close(force=True)


def test_a_number_after_a_question_chooses_also_where_moves_are_numbers(tmp_path: Path):
    """Two of three cards are written `2`: the next number selects one of the listed ones; later it is a move again."""
    document, record = tmp_path / "cardy.md", tmp_path / "game.json"
    made = [sys.executable, "-m", "ludotome", "new", "cardy", "--board", "cards", "--players", "3", "-o", str(document)]
    subprocess.run(made, check=True, capture_output=True, timeout=60)
    written = document.read_text(encoding="utf-8").replace("rank: $n", 'rank: "1 + $n % 3"')
    document.write_text(written, encoding="utf-8")
    game = (str(document), "--agents", "human,random,random", "--record", str(record))
    terminal = start(*game, columns=100)
    listed = re.findall(r"^  ([0-9]+)  (play card [0-9]+ on hand of First)", answer(terminal, "2"), re.MULTILINE)
    assert [number for number, _ in listed] == ["2", "3"]
    terminal.sendline("3")
    terminal.expect("First.*: 2\r")
    terminal.expect("> ")
    card = listed[1][1].split()[2]
    assert f'"params": {{"$card": {card}}}' in record.read_text(encoding="utf-8").partition('"decisions": [')[2]
    terminal.sendline("undo")
    assert "can mean several decisions" in answer(terminal, "2", "moves", "2")  # `moves` is not an answer
    terminal.close(force=True)


def test_the_board_is_in_the_colours_of_the_seats_unless_told_otherwise():
    coloured = start("tic-tac-toe", "--agents", "random", TERM="xterm")
    coloured.expect(pexpect.EOF)
    assert "\x1b[1;36mX\x1b[0m" in coloured.before
    grey = start("tic-tac-toe", "--agents", "random", NO_COLOR="1")
    grey.expect(pexpect.EOF)
    assert "\x1b" not in grey.before
    assert plain(coloured.before) == grey.before


def test_a_token_to_choose_is_described_by_what_it_is_and_where(tmp_path: Path):
    """Both for the player who chooses and for a player who watches another choose."""
    document = tmp_path / "storm.md"
    document.write_text(STORM, encoding="utf-8")
    terminal = start(str(document), "--agents", "human,random")
    assert "0 scout on a1  1 scout on b1" in answer(terminal, "storm")
    terminal.sendline("hint")
    terminal.expect(r"a search would play \d( scout on [ab][12])?")
    terminal.expect("> ")
    terminal.sendline("1")
    terminal.expect("Ann.*: 1 scout on b1\r\n")
    terminal.expect(r"Bob.*\(random\): storm\r\n.*Bob.*\(random\): \d scout on [ab][12]\r\n")
    terminal.close(force=True)


def test_an_interrupt_leaves_the_table_and_the_record_can_be_resumed(record: Path):
    terminal = start("tic-tac-toe", "--agents", "human", "--record", str(record))
    answer(terminal, "b2")
    terminal.sendintr()
    terminal.expect(pexpect.EOF)
    terminal.wait()
    assert terminal.exitstatus == 130
    assert terminal.before.rstrip().endswith("continues it)")  # printed last: quitting is no error
    assert "Traceback" not in terminal.before
    again = start("--resume", str(record), "--agents", "human")
    again.expect("O to move")
    again.close(force=True)


def test_people_who_hide_something_take_turns_at_the_screen():
    """The other player's card is never on the screen of the player to move."""
    terminal = start("kuhn-poker", "--agents", "human", "--seed", "4")
    terminal.expect("press Enter when only you can see the screen")
    terminal.sendline("")
    shown = answer(terminal)
    assert re.search(r"hand of First \(1\): \S", shown)
    assert re.search(r"hand of Second \(1\)\s*$", shown, re.MULTILINE)
    assert "1 p (pass)  2 b (bet)" in shown
    terminal.close(force=True)


def test_at_the_end_a_player_against_agents_still_sees_their_own_view():
    command = [sys.executable, "-m", "ludotome", "play", "kuhn-poker", "--agents", "human,greedy", "--seed", "1"]
    done = subprocess.run(command, input="b\n", capture_output=True, text=True, timeout=60, check=False)
    end = done.stdout[done.stdout.index("(greedy)") :]
    assert "hand of First (1): rank 2\nhand of Second (1)\n" in end
    assert "game over: First wins on points\nFirst wins (" in end


def test_people_who_have_no_secrets_share_the_screen():
    """Dice are public, so the screen is not cleared."""
    for game, first in (("pig", "P1"), ("skirmish", "Cats")):
        terminal = start(game, "--agents", "human", NO_COLOR="1")
        assert terminal.expect([f"{first}> ", "press Enter"]) == 0
        terminal.close(force=True)


def test_help_fits_forty_columns():
    narrow = start("tic-tac-toe", "--agents", "human", columns=40)
    for question in ("help", "why a9", "a9", "99"):
        assert max(map(len, answer(narrow, question).splitlines())) <= 40
        narrow.sendline("")
    narrow.close(force=True)


def test_the_list_of_games_fits_forty_columns():
    terminal = start(columns=40, command="games")
    terminal.expect(pexpect.EOF)
    listed = plain(terminal.before).replace("\r", "").splitlines()
    terminal.close()
    assert max(map(len, listed)) <= 40
    assert sum("players" in line for line in listed) < len(listed)  # some need more room


def test_a_simulation_in_forty_columns_fits_and_can_be_interrupted():
    terminal = start("connect-four", "-n", "2000", "--agents", "mcts:300,random", columns=40, command="simulate")
    terminal.expect("[1-9][0-9]*/2000")
    terminal.sendintr()
    terminal.expect("interrupted: 2,000 games were requested")
    terminal.expect(pexpect.EOF)
    terminal.wait()
    assert terminal.exitstatus == 130
    assert "mcts:300" in terminal.before
    assert max(map(len, plain(terminal.before).splitlines())) <= 40


def test_the_last_line_of_a_simulation_fits_a_very_narrow_terminal():
    terminal = start("tic-tac-toe", "-n", "5", columns=20, command="simulate")
    terminal.expect(pexpect.EOF)
    lines = plain(terminal.before).replace("\r", "").splitlines()
    last = next(place for place, line in enumerate(lines) if re.match(r"\d+\.\d s,", line))
    assert "second" in " ".join(lines[last:])
    assert max(map(len, lines[last:])) <= 20


def test_no_terminal_is_needed():
    """With moves from a pipe nothing is coloured, and the end of the input ends the game."""
    command = [sys.executable, "-m", "ludotome", "play", "tic-tac-toe", "--agents", "human"]
    done = subprocess.run(command, input="a1\nb1\n", capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0
    assert "\x1b" not in done.stdout
    assert "1 X O ." in done.stdout


def test_a_locked_record_is_not_continued(record: Path):
    """The user locked it: it is refused before play, and its content and mode do not change."""
    answer(start("tic-tac-toe", "--agents", "human", "--record", str(record)), "a1", "quit")
    kept = record.read_bytes()
    record.chmod(0o444)
    refused = start("--agents", "random", "--resume", str(record), columns=300)
    refused.expect(pexpect.EOF)
    refused.wait()
    assert refused.exitstatus == 1
    assert f"error: cannot write `{record}`: it is read-only" in refused.before
    assert (record.read_bytes(), record.stat().st_mode & 0o777) == (kept, 0o444)


@pytest.mark.parametrize("name", ["chess", "amazons", "skirmish", "market"])
def test_the_board_stays_in_sight_on_a_terminal_of_eighty_by_twenty_four(name: str):
    """Each answer redraws one screen of at most 24 lines, with the board at the top and the prompt at the end."""
    show = [sys.executable, "-m", "ludotome", "show", name, "--seat", "0"]
    drawn = subprocess.run(show, capture_output=True, text=True, timeout=60, check=True).stdout
    terminal = start(name, "--agents", "human,random", rows=24, TERM="xterm")
    for typed in ("moves", "why nonsense", "help", "1"):
        answer(terminal, typed)
        shown = plain(terminal.before.rpartition("\x1b[2J")[2])
        lines = shown.splitlines()
        assert len(lines) <= 24
        assert all(len(line) <= 80 for line in lines)
        assert lines[0].startswith(drawn.splitlines()[0][:2])
        terminal.sendline("board")
    terminal.close(force=True)


def test_rules_are_shown_as_prose():
    command = [sys.executable, "-m", "ludotome", "play", "pig", "--agents", "human"]
    done = subprocess.run(command, input="rules\n", capture_output=True, text=True, timeout=60, check=False)
    assert "# Pig" in done.stdout
    assert "metadata:" not in done.stdout
