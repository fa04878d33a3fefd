"""`ludotome board` as a separate process."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
MISSIONS = "examples/missions"
DERELICT = f"{MISSIONS}/derelict.mission.txt"
LIBRARIES = ("--segments", f"{MISSIONS}/ship.segments.txt", "--tokens", f"{MISSIONS}/crew.tokens.txt")


def board(*arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    ran = subprocess.run(
        [sys.executable, "-m", "ludotome", "board", *arguments],
        cwd=ROOT,
        input=stdin,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    assert "Traceback" not in ran.stderr
    return ran


def test_the_examples_are_fine_also_when_strict() -> None:
    missions = sorted(str(file.relative_to(ROOT)) for file in (ROOT / MISSIONS).glob("*.mission.txt"))
    ran = board("check", "--strict", *missions)
    assert (ran.returncode, ran.stdout) == (0, "")
    assert "boarding-action.mission.txt: fine: 45 segments and 51 tokens on 40 × 40" in ran.stderr


def test_every_mistake_is_shown_with_its_place_and_the_status_is_1() -> None:
    text = "board: 9\ninstances:\n  A: pasage pos=(0,0) rot=45\n"
    ran = board("check", "-", *LIBRARIES, "--format", "concise", stdin=text)
    assert ran.returncode == 1
    assert [line.split(": ")[:2] for line in ran.stdout.splitlines()] == [
        ["<stdin>:3:6", "error[LT676]"],
        ["<stdin>:3:27", "error[LT675]"],
    ]


def test_mistakes_of_a_library_are_shown_in_the_library(tmp_path: Path) -> None:
    library = tmp_path / "ship.txt"
    library.write_text("\ufeffsegment a 2x1\n1\nendsegment\n", encoding="utf-8")
    (tmp_path / "crew.txt").write_text("type=door\n", encoding="utf-8")
    for name in ("one.txt", "two.txt"):
        (tmp_path / name).write_text("board: 9\nsegments: ship.txt\ntokenlib: crew.txt\n", encoding="utf-8")
    ran = board("check", str(tmp_path / "one.txt"), str(tmp_path / "two.txt"), "--format", "json")
    assert ran.returncode == 1
    (found,) = json.loads(ran.stdout)["diagnostics"]
    assert found["code"] == "LT660"
    assert found["file"] == str(library)


def test_a_board_is_drawn_as_its_golden_file() -> None:
    ran = board("show", DERELICT)
    assert ran.returncode == 0
    assert ran.stdout == (ROOT / "tests/golden/boardstate/derelict.txt").read_text(encoding="utf-8")


def test_a_mission_goes_round_through_a_save(tmp_path: Path) -> None:
    save = tmp_path / "derelict.json"
    assert board("convert", DERELICT, "--to", "save", "-o", str(save)).returncode == 0
    from_save = board("convert", str(save))
    assert from_save.stdout == board("convert", DERELICT).stdout
    assert from_save.stdout.startswith("mission: Derelict\nboard: 25x25\nsegments: ship.segments.txt\n")
    assert board("show", str(save)).stdout == board("show", DERELICT).stdout


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (["check", "nowhere.txt"], 2),
        (["check", "--format", "odd", DERELICT], 2),
        (["convert", DERELICT, "--to", "odd"], 2),
        (["convert", DERELICT, "-o", "/nowhere/at/all.txt"], 1),
        (["convert", DERELICT, "-o", ""], 2),
        (["convert", DERELICT, "-o", "/tmp"], 1),
        (["show", "-"], 1),
        (["dance"], 2),
        (["show", "README.md"], 1),
    ],
)
def test_what_cannot_be_done_is_one_line_and_a_status(arguments: list[str], status: int) -> None:
    ran = board(*arguments)
    assert ran.returncode == status
    assert ran.stdout == ""
    assert ran.stderr


def test_formats_for_programs_say_nothing_else() -> None:
    for form in ("json", "sarif", "github"):
        ran = board("check", DERELICT, "--format", form)
        assert (ran.returncode, ran.stderr) == (0, "")


def test_a_library_that_is_missing_is_reported_with_the_mission_that_names_it(tmp_path: Path) -> None:
    mission = tmp_path / "m.txt"
    mission.write_text("board: 9\nsegments: ship.txt\ntokenlib: crew.txt\n", encoding="utf-8")
    told = (
        f"error: cannot read `ship.txt`, which `{mission}` names: there is no such file; "
        "write --segments FILE to use another\n"
    )
    assert board("check", str(mission)).stderr == told


@pytest.mark.parametrize("text", ["", "# Frogs\n\n```yaml\nmetadata: { id: frogs }\n```\n"])
def test_a_file_that_is_not_a_mission_is_reported(text: str, tmp_path: Path) -> None:
    file = tmp_path / "frogs.md"
    file.write_text(text, encoding="utf-8")
    told = f"error: `{file}` is not a mission: it has no `board:`; to check a game document use `ludotome check`\n"
    ran = board("check", str(file))
    assert (ran.returncode, ran.stderr) == (1, told)


def test_a_save_is_held_to_the_options_too(tmp_path: Path) -> None:
    save, crew = tmp_path / "derelict.json", tmp_path / "crew.txt"
    board("convert", DERELICT, "--to", "save", "-o", str(save))
    crew.write_text("type=door\n", encoding="utf-8")
    assert board("check", str(save), "--strict").returncode == 0
    assert board("check", str(save), "--tokens", str(crew)).returncode == 0
    ran = board("check", str(save), "--strict", "--tokens", str(crew), "--format", "concise")
    assert ran.returncode == 1
    assert "the token library has no type `marine`, and this board is strict" in ran.stdout


def test_what_is_written_replaces_a_file_in_one_step_and_keeps_its_permissions(tmp_path: Path) -> None:
    real, link = tmp_path / "real.txt", tmp_path / "link.txt"
    real.write_text("before", encoding="utf-8")
    real.chmod(0o600)
    link.symlink_to(real)
    assert board("convert", DERELICT, "-o", str(link)).returncode == 0
    assert link.is_symlink()
    assert real.read_text(encoding="utf-8").startswith("mission: Derelict\n")
    assert real.stat().st_mode & 0o777 == 0o600
    assert sorted(tmp_path.iterdir()) == [link, real]


def test_what_is_written_may_go_to_a_device() -> None:
    assert board("convert", DERELICT, "-o", "/dev/stdout").stdout == board("convert", DERELICT).stdout


def test_a_full_disk_leaves_the_file_that_was_there(tmp_path: Path) -> None:
    """A limit on file sizes simulates a full disk: writing fails in the middle."""
    kept = tmp_path / "m.txt"
    kept.write_text("before", encoding="utf-8")
    program = f"ulimit -f 0; exec {sys.executable} -m ludotome board convert {DERELICT} -o {kept}"
    ran = subprocess.run(["bash", "-c", program], cwd=ROOT, capture_output=True, encoding="utf-8", check=False)
    assert (ran.returncode, ran.stderr) == (1, f"error: cannot write `{kept}`: file too large\n")
    assert [file.read_text(encoding="utf-8") for file in tmp_path.iterdir()] == ["before"]
