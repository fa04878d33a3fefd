"""The commands about games, each as a separate process."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pyarrow.parquet as parquet
import pytest

from tests.support.ambiguous_game import TWINS
from tests.support.disturbing_game import DISTURBING
from tests.support.documents import whole_document

ONE_MOVE = whole_document("")  # with a single possible decision


def run(*arguments: str, text: str | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "ludotome", *arguments],
        input=text,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


def test_games_are_listed_also_as_json():
    rows = json.loads(run("games", "--json").stdout)["games"]
    names = [row["name"] for row in rows]
    assert names == sorted(names)
    chess = rows[names.index("chess")]
    assert list(chess) == ["name", "title", "about", "min", "max", "actions", "parameters", "tests", "path"]
    assert rows[names.index("hex")]["parameters"] == {"size": {"default": 11, "min": 2, "max": 26}}
    assert chess["title"] == "Chess"
    for row in rows:
        text = Path(row["path"]).read_text(encoding="utf-8")
        assert text.startswith(f"# {row['title']}\n")
        assert row["about"] in " ".join(text.replace("*", "").split())


def test_the_list_of_games_says_what_each_is():
    listed = run("games").stdout
    assert listed.count(" players  ") == len(json.loads(run("games", "--json").stdout)["games"])
    told = " ".join(listed.split())
    assert "kuhn-poker 2 players The smallest poker worth studying: three cards, two players, one bet. leduc" in told
    assert "pig 2-10 players A race with one die for two to ten players. skirmish" in told


def test_show_draws_the_board():
    shown = run("show", "tic-tac-toe")
    assert shown.returncode == 0
    assert shown.stdout.splitlines()[:4] == ["3 . . .", "2 . . .", "1 . . .", "  a b c"]


def test_the_documents_the_language_was_tried_on_are_clean_and_pass_their_own_tests():
    """Fourteen documents written before the compiler; shipped games of the same name are different documents."""
    documents = sorted(str(file) for file in (Path(__file__).parents[1] / "documents").glob("*.md"))
    assert len(documents) == 14
    checked = run("check", "--format", "json", *documents)
    assert (checked.returncode, json.loads(checked.stdout)["diagnostics"]) == (0, [])
    tested = run("test", "--json", *documents)
    assert tested.returncode == 0
    assert {row["game"] for row in json.loads(tested.stdout)["tests"]} == {Path(file).stem for file in documents}


def test_a_documents_own_tests_pass_and_fail():
    assert run("test", "pig").returncode == 0
    wrong = run("test", "-", text=document(perft="[8]"))
    assert wrong.returncode == 1
    assert "FAILED" in wrong.stdout
    assert "9" in wrong.stdout


def test_tests_of_one_name_are_each_run_and_reported():
    done = run("test", "-", text=document("[9] }\n  - { name: counts, perft: [8]"))
    assert (done.returncode, done.stderr) == (1, "1 passed, 1 failed\n")
    assert [line[:6] for line in done.stdout.splitlines() if ": counts" in line] == ["ok    ", "FAILED"]


@pytest.mark.parametrize(
    ("text", "message"), [("conts", "did you mean `counts`?"), ("nothing like this", "there are counts")]
)
def test_a_text_that_no_tests_name_holds_is_wrong_usage(text: str, message: str):
    done = run("test", "-", "--only", text, text=document())
    assert done.returncode == 2
    assert f"no test has `{text}` in its name; {message}" in done.stderr


def document(perft: str = "[9]") -> str:
    text = (Path(__file__).parents[2] / "src" / "ludotome" / "games" / "tic-tac-toe.md").read_text(encoding="utf-8")
    head, _, _ = text.partition("## Tests")
    return head + f"```yaml\ntests:\n  - {{ name: counts, perft: {perft} }}\n```\n"


def test_compile_writes_the_definition_whole(tmp_path: Path):
    out = tmp_path / "pig.json"
    assert run("compile", "pig", "-o", str(out)).returncode == 0
    assert json.loads(out.read_text(encoding="utf-8"))["metadata"]["id"] == "pig"
    assert run("compile", "pig").stdout == out.read_text(encoding="utf-8")
    assert [file.name for file in tmp_path.iterdir()] == ["pig.json"]


def test_simulate_reports_also_as_json():
    report = json.loads(run("simulate", "tic-tac-toe", "-n", "20", "--json").stdout)
    assert report["games"] == 20
    shown = run("simulate", "tic-tac-toe", "-n", "20", "--agents", "greedy,random")
    assert "greedy" in shown.stdout
    assert "95 % interval" in shown.stdout


def test_simulate_writes_a_row_for_each_game(tmp_path: Path):
    file = tmp_path / "games.parquet"
    done = run("simulate", "tic-tac-toe", "-n", "30", "--agents", "greedy,random", "--json", "--parquet", str(file))
    assert done.returncode == 0
    rows = parquet.read_table(file).to_pylist()
    report = json.loads(done.stdout)
    assert len(rows) == report["games"] == 30
    assert sum(row["return_X"] > 0 for row in rows) == report["seats"][0]["wins"]
    assert sum(row["decisions"] for row in rows) == pytest.approx(report["length"]["mean"] * 30)
    assert f"wrote `{file}`: 30 games" in done.stderr


def test_a_file_that_cannot_be_written_is_refused_before_anything_is_played(tmp_path: Path):
    """An empty name is wrong usage; whether a path can be written is checked on the machine."""
    for place, status, why in (
        (tmp_path, 1, "cannot write"),
        (tmp_path / "no" / "folder.parquet", 1, "cannot write"),
        ("", 2, "empty"),
    ):
        done = run("simulate", "chess", "-n", "1000000", "--parquet", str(place))
        assert done.returncode == status
        assert why in done.stderr


def test_perft_counts_and_divides():
    assert json.loads(run("perft", "connect-four", "-d", "3", "--json").stdout)["counts"] == [7, 49, 343]
    divided = run("perft", "tic-tac-toe", "-d", "2", "--divide")
    assert "total" in divided.stdout
    assert "72" in divided.stdout


def test_at_depth_0_there_is_one_sequence():
    assert run("perft", "tic-tac-toe", "-d", "0").stdout.split()[:3] == ["depth", "0", "1"]
    assert json.loads(run("perft", "tic-tac-toe", "-d", "0", "--json").stdout)["counts"] == [1]


def test_perft_loses_no_decision_that_is_written_as_another():
    """Two decisions with the same notation are distinguished as JSON, also as keys of the counts."""
    counts = json.loads(run("perft", "-", "-d", "1", "--divide", "--json", text=TWINS).stdout)
    assert sum(counts.values()) == 6
    assert '{"action": "paint", "params": {"$z": "cell_0_0", "$kind": "red"}}' in counts


def test_a_record_is_replayed_as_one_seat_saw_it(tmp_path: Path):
    """Cards of the other seat are shown by their zone; neither the moves nor the file names them."""
    document, record, seen = (str(tmp_path / name) for name in ("duel.md", "game.json", "seen.json"))
    assert run("new", "duel", "--board", "cards", "-o", document).returncode == 0
    assert run("play", document, "--agents", "random", "--record", record).returncode == 0
    shown = run("replay", record, "--game", document, "--seat", "first", "--moves", "--seen", seen)
    assert shown.returncode == 0, shown.stderr
    assert "Second: play card=one of hand:1" in shown.stdout
    data = json.loads(Path(seen).read_text())
    assert data["format"] == "ludotome-seat-record"
    assert "seed" not in data
    assert {"player": 1, "action": "play", "params": {"$card": {"oneOf": "hand:1"}}} in data["decisions"]
    again = run("replay", seen)
    assert again.returncode == 1
    assert "one seat saw" in again.stderr


def test_moves_as_one_seat_saw_them_are_in_the_games_notation(tmp_path: Path):
    record = str(tmp_path / "game.json")
    assert run("play", "tic-tac-toe", "--agents", "random", "--record", record).returncode == 0
    whole, seen = (run("replay", record, "--moves", *seat).stdout.splitlines() for seat in ((), ("--seat", "O")))
    assert re.fullmatch(r" +1  [abc][123]", whole[0])
    assert seen[:2] == [f"   {place + 1}  {who}: {whole[place].split()[1]}" for place, who in enumerate("XO")]


def test_nothing_a_document_says_reaches_the_terminal_as_a_command(tmp_path: Path):
    """Control characters in notations and test names are printed as visible symbols."""
    document, record = tmp_path / "disturbing.md", str(tmp_path / "game.json")
    document.write_text(DISTURBING, encoding="utf-8")
    game = str(document)
    played = run(
        "play", game, "--agents", "human", "--record", record, text="{{\x1b[31m2\nwhy {{9\n1\nmoves\nhint\n3\n"
    )
    replayed = run("replay", record, "--game", game, "--moves")
    others = [run(*words, game) for words in (("perft", "-d", "1", "--divide"), ("test",))]
    for done in (played, replayed, *others):
        assert done.returncode == 0, done.stderr
        assert "\x1b" not in done.stdout + done.stderr
        assert "\N{SYMBOL FOR ESCAPE}[31m" in done.stdout
    assert [line.split()[-1][-1] for line in replayed.stdout.splitlines()[:3]] == ["2", "1", "3"]


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        (("simulate", "chss"), 2, "did you mean `chess`?"),
        (("play", "pig", "--record", "/no/such/folder/game.json"), 1, "cannot write `/no/such/folder/game.json`"),
        (("replay", "/dev/null"), 1, "`/dev/null`: the record is not JSON"),
        (("perft", "pig", "--per", "week"), 2, "decision or turn"),
    ],
)
def test_a_wrong_call_is_explained_without_a_traceback(arguments: tuple[str, ...], status: int, message: str):
    """A few cases as separate processes; `unit/cli` has many more without one."""
    done = run(*arguments)
    assert done.returncode == status, done.stderr
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_a_document_with_errors_is_shown_as_check_shows_it():
    done = run("show", "-", text=document().replace("createToken", "creatToken"))
    assert done.returncode == 1
    assert "creatToken" in done.stdout
    assert "createToken" in done.stdout


def played(tmp_path: Path, game: str, *moves: str, name: str = "record.json") -> Path:
    """Return the record of a game that began with *moves*."""
    file = tmp_path / name
    assert run("play", game, "--agents", "human", "--record", str(file), text="\n".join(moves)).returncode == 0
    return file


def test_a_record_of_another_game_names_both_and_the_call_that_is_meant(tmp_path: Path):
    file = played(tmp_path, "tic-tac-toe", "b2")
    rules = json.loads(file.read_text(encoding="utf-8"))["rules"]
    for command, meant in (
        (("play", "connect-four", "--resume", str(file)), f"ludotome play --resume {file}"),
        (("replay", str(file), "--game", "connect-four"), f"ludotome replay {file}"),
    ):
        done = run(*command)
        assert done.returncode == 1
        assert f"`{file}`: the record is of `tic-tac-toe` (rules {rules}), not of `connect-four` (" in done.stderr
        assert done.stderr.endswith(f"; write `{meant}`\n")


def test_a_record_of_a_changed_document_says_so_and_what_to_take(tmp_path: Path):
    """The same name with one rule changed; a document may also have the name of a shipped game."""
    file = played(tmp_path, "tic-tac-toe", "b2")
    other = tmp_path / "tic-tac-toe.md"
    other.write_text(document().replace(">= 3", ">= 2"), encoding="utf-8")
    done = run("replay", str(file), "--game", str(other))
    assert done.returncode == 1
    assert "the document of `tic-tac-toe` has changed since the record was made: its rules were " in done.stderr
    assert done.stderr.endswith("; take the document as it was then\n")
    mine = played(other.parent, str(other), "b2", name="mine.json")
    done = run("replay", str(mine))
    assert done.stderr.endswith(f", or name the document it is of, as `ludotome replay {mine} --game tic-tac-toe.md`\n")


def test_a_record_of_a_document_says_how_to_name_it(tmp_path: Path):
    mine = tmp_path / "mine.md"
    mine.write_text(document().replace("id: tic-tac-toe", "id: mine"), encoding="utf-8")
    file = played(tmp_path, str(mine), "b2")
    for command, meant in (
        (("play", "--resume", str(file)), f"ludotome play mine.md --resume {file}"),
        (("replay", str(file)), f"ludotome replay {file} --game mine.md"),
    ):
        done = run(*command)
        assert done.returncode == 2
        no_shipped = "error: the record is of `mine`, which is not a shipped game: name its document, as"
        assert done.stderr == f"{no_shipped} `{meant}`\n"
    assert run("play", str(mine), "--resume", str(file), text="").returncode == 0


HOSTILE = {
    "not an object": "[]",
    "deep": "[" * 100_000,
    "another format": '{"format": "chess"}',
    "a newer version": '"version": 3',
    "a huge seed": '"seed": "99999999999999999999999"',
    "too many players": '"players": 999999',
    "a lie": '"hashes": ["0000000000000000"]',
    "a move that cannot be": '"decisions": [{"action": "place", "params": {"$cell": "z9"}}]',
}


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the record of a game with some first decisions."""
    return played(tmp_path_factory.mktemp("begun"), "tic-tac-toe", "b2").read_text(encoding="utf-8")


@pytest.mark.parametrize("what", HOSTILE)
def test_a_hostile_record_is_refused_in_one_line(what: str, begun: str, tmp_path: Path):
    file, text, change = tmp_path / "record.json", begun, HOSTILE[what]
    if change.startswith('"'):
        key = change.partition(":")[0]
        text = re.sub(rf"{key}: (\[.*?\n  \]|[^\n,]+)", lambda _: change, text, count=1, flags=re.DOTALL)
    else:
        text = change
    file.write_text(text, encoding="utf-8")
    done = run(*(("replay",) if len(what) % 2 else ("play", "--resume")), str(file), text="")
    assert done.returncode in (1, 2), done.stdout
    assert done.stderr.startswith(f"error: `{file}`: ")
    assert done.stderr.count("\n") == 1
    assert "Traceback" not in done.stderr
    assert "internal error" not in done.stderr


def test_a_replayed_record_says_how_many_decisions_there_were(tmp_path: Path):
    for moves, said in (((), "0 decisions of"), (("b2",), "1 decision of"), (("b2", "a1"), "2 decisions of")):
        (tmp_path / said).mkdir()
        assert run("replay", str(played(tmp_path / said, "tic-tac-toe", *moves))).stderr.startswith(said)


def unread(*arguments: str, both: bool = False) -> tuple[int, str]:
    """Return the exit status and the remarks of a command whose output, or also whose remarks, nobody reads."""
    command = [
        sys.executable,
        "-u",
        "-m",
        "ludotome",
        *arguments,
    ]  # unbuffered: the first line meets a closed pipe
    remarks = subprocess.STDOUT if both else subprocess.PIPE
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=remarks) as program:
        assert program.stdout is not None
        program.stdout.close()
        said = "" if program.stderr is None else program.stderr.read().decode()
        return program.wait(60), said


@pytest.mark.parametrize(
    "command",
    [
        ("--help",),
        ("--version",),
        ("games",),
        ("explain", "LT101"),
        ("show", "tic-tac-toe"),
        ("test", "tic-tac-toe", "--json"),
        ("compile", "tic-tac-toe"),
        ("play", "tic-tac-toe", "--agents", "human"),
        ("simulate", "tic-tac-toe", "-n", "50"),
        ("perft", "tic-tac-toe", "-d", "1", "--divide"),
        ("build", "tic-tac-toe", "--emit", "c"),
        ("bench", "tic-tac-toe", "--seconds", "0.05"),
        ("board", "show", "examples/missions/derelict.mission.txt"),
    ],
    ids=" ".join,
)
def test_a_reader_that_goes_away_ends_the_program_quietly_and_well(command: tuple[str, ...]):
    """The pipe is closed before anything is read."""
    assert unread(*command) == (0, "")


def test_a_reader_that_goes_away_hides_no_error(tmp_path: Path):
    """Errors in documents, failed tests and wrong usage have the same status as with a reader."""
    file, wrong = played(tmp_path, "tic-tac-toe", "b2"), tmp_path / "wrong.md"
    assert unread("replay", str(file), both=True) == (0, "")
    wrong.write_text(document("[9] }\n  - { name: counts, perft: [8]"), encoding="utf-8")
    assert unread("test", str(wrong))[0] == unread("test", str(wrong), both=True)[0] == 1
    assert unread("test", str(wrong), "--json")[0] == 1
    wrong.write_text(document().replace("createToken", "creatToken"), encoding="utf-8")
    assert unread("check", str(wrong)) == (1, "")
    assert unread("check", str(wrong), both=True)[0] == 1
    assert unread("show", "no-such-game", both=True)[0] == 2
    assert unread("no-such-command", both=True)[0] == 2


def test_levels_are_measured_kept_and_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """In a game of pure luck more simulations win nothing, so all levels are merged with the first."""
    document = tmp_path / "one.md"
    document.write_text(ONE_MOVE, encoding="utf-8")
    monkeypatch.setenv("LUDOTOME_CACHE", str(tmp_path / "cache"))
    told = run("levels", str(document), "-n", "4")
    assert told.returncode == 0, told.stderr
    assert [line.split()[:2] for line in told.stdout.splitlines()] == [
        ["easy", "25"], ["normal", "25"], ["hard", "25"], ["best", "25"],
    ]  # fmt: skip
    assert told.stdout.count("merged with easy") == 3
    assert "50 % of the points of 4 games against the level below" in told.stdout
    kept = list((tmp_path / "cache" / "levels").iterdir())  # each begins with a digest
    assert [json.loads(file.read_bytes()[32:])["best"] for file in kept] == [25]
    report = json.loads(run("levels", str(document), "-n", "2", "--json").stdout)
    assert [level["name"] for level in report["levels"]] == ["easy", "normal", "hard", "best"]


def test_a_broken_table_of_levels_is_ignored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    document = tmp_path / "one.md"
    document.write_text(ONE_MOVE, encoding="utf-8")
    monkeypatch.setenv("LUDOTOME_CACHE", str(tmp_path / "cache"))
    assert run("levels", str(document), "-n", "1").returncode == 0
    for file in (tmp_path / "cache" / "levels").iterdir():
        file.write_text("{")
    assert run("simulate", str(document), "-n", "2", "--agents", "best,easy").returncode == 0
