"""The commands about games, each as a process of its own."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pyarrow.parquet as parquet
import pytest


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
    assert "breakthrough" in run("games").stdout
    names = [row["name"] for row in json.loads(run("games", "--json").stdout)]
    assert names == sorted(names)
    assert "chess" in names


def test_show_draws_the_board():
    shown = run("show", "tic-tac-toe")
    assert shown.returncode == 0
    assert shown.stdout.splitlines()[:4] == ["3 . . .", "2 . . .", "1 . . .", "  a b c"]


def test_a_documents_own_tests_pass_and_fail():
    assert run("test", "pig").returncode == 0
    wrong = run("test", "-", text=document(perft="[8]"))
    assert wrong.returncode == 1
    assert "FAILED" in wrong.stdout
    assert "9" in wrong.stdout


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
    for place in (tmp_path, tmp_path / "no" / "folder.parquet", ""):
        done = run("simulate", "chess", "-n", "1000000", "--parquet", str(place))
        assert done.returncode == 1
        assert "cannot write" in done.stderr or "empty" in done.stderr


def test_perft_counts_and_divides():
    assert json.loads(run("perft", "connect-four", "-d", "3", "--json").stdout)["counts"] == [7, 49, 343]
    divided = run("perft", "tic-tac-toe", "-d", "2", "--divide")
    assert "total" in divided.stdout
    assert "72" in divided.stdout


def test_a_record_is_replayed_as_one_seat_saw_it(tmp_path: Path):
    """Cards the other seat held are told by their zone; neither the moves nor the file name them."""
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


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        (("simulate", "chss"), 2, "did you mean `chess`?"),
        (("simulate", "chess", "-n", "0"), 2, "from 1 to"),
        (("simulate", "pig", "--agents", "mcts:0"), 2, "write 1 to"),
        (("simulate", "pig", "--agents", "random,random,random"), 1, "3 agents for 2 seats"),
        (("simulate", "pig", "--players", "99"), 1, "99"),
        (("show", "no-such-file.md"), 1, "no-such-file.md"),
        (("play",), 2, "name a game"),
        (("replay", "/dev/null"), 1, "the record is not JSON"),
        (("replay", "/dev/null", "--seen", "x"), 2, "needs `--seat`"),
        (("perft", "pig", "--per", "week"), 2, "decision or turn"),
    ],
)
def test_a_wrong_call_is_explained_without_a_traceback(arguments: tuple[str, ...], status: int, message: str):
    done = run(*arguments)
    assert done.returncode == status, done.stderr
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_a_document_with_errors_is_shown_as_check_shows_it():
    done = run("show", "-", text=document().replace("createToken", "creatToken"))
    assert done.returncode == 1
    assert "creatToken" in done.stdout
    assert "createToken" in done.stdout
