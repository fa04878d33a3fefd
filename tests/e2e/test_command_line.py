"""The command line as a separate process."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pexpect
import pytest

ROOT = Path(__file__).resolve().parents[2]
BROKEN = "examples/broken.md"
FINE = "examples/tic-tac-toe.md"
MISSION = "examples/missions/derelict.mission.txt"
PROGRAM = [sys.executable, "-m", "ludotome"]
PLAIN = {name: value for name, value in os.environ.items() if name not in {"NO_COLOR", "FORCE_COLOR", "COLUMNS"}}


def ludotome(*arguments: str, stdin: bytes = b"", **environment: str) -> subprocess.CompletedProcess[bytes]:
    ran = subprocess.run(
        [*PROGRAM, *arguments],
        cwd=ROOT,
        input=stdin,
        capture_output=True,
        env=PLAIN | environment,
        timeout=60,
        check=False,
    )
    assert b"Traceback" not in ran.stderr
    return ran


@contextmanager
def on_terminal(*arguments: str, **environment: str) -> Iterator[Any]:
    """The program on a terminal of 50 columns."""
    child = pexpect.spawn(
        PROGRAM[0],
        [*PROGRAM[1:], *arguments],
        cwd=str(ROOT),
        env=PLAIN | {"TERM": "xterm"} | environment,
        dimensions=(24, 50),
        echo=False,
        timeout=30,
    )
    try:
        yield child
    finally:
        child.close()


def test_the_script_and_the_module_are_the_same_program() -> None:
    script = Path(sys.executable).with_name("ludotome")
    ran = subprocess.run([script, "--version"], capture_output=True, check=True)
    assert ran.stdout == ludotome("--version").stdout == b"ludotome 0.2.0\n"


def test_help_lists_the_commands() -> None:
    ran = ludotome("--help")
    assert ran.returncode == 0
    assert b"  check " in ran.stdout
    assert b"  explain " in ran.stdout
    assert b"..." not in ran.stdout.split(b"Commands:")[1], "what a command does is cut short"


def test_a_fine_document_exits_0_and_prints_nothing() -> None:
    ran = ludotome("check", FINE)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, b"", f"{FINE}: fine\n".encode())


def test_a_broken_document_exits_1_and_says_what_to_write() -> None:
    ran = ludotome("check", BROKEN)
    assert ran.returncode == 1
    assert ran.stdout.startswith(b"error[LT")
    assert f" --> {BROKEN}:".encode() in ran.stdout
    assert b"= help: " in ran.stdout
    assert ran.stderr.startswith(f"{BROKEN}: ".encode())


def test_every_format_says_the_same_things() -> None:
    found = json.loads(ludotome("check", BROKEN, "--format", "json").stdout)["diagnostics"]
    places = [(entry["code"], entry["span"]["line"]) for entry in found]
    assert places
    concise = ludotome("check", BROKEN, "--format", "concise").stdout.decode().splitlines()
    assert [(line.split("[")[1][:5], int(line.split(":")[1])) for line in concise] == places
    sarif = json.loads(ludotome("check", BROKEN, "--format", "sarif").stdout)["runs"][0]["results"]
    regions = [result["locations"][0]["physicalLocation"]["region"] for result in sarif]
    assert [(result["ruleId"], region["startLine"]) for result, region in zip(sarif, regions, strict=True)] == places
    github = ludotome("check", BROKEN, "--format", "github").stdout.decode().splitlines()
    assert [(line.split("title=")[1][:5], int(line.split("line=")[1].split(",")[0])) for line in github] == places


def test_formats_for_programs_say_nothing_else() -> None:
    for form in ("json", "sarif", "github"):
        ran = ludotome("check", BROKEN, "--format", form)
        assert (ran.returncode, ran.stderr) == (1, b"")


def test_several_documents_are_one_report(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_bytes(b"\xff")
    report = json.loads(ludotome("check", BROKEN, FINE, str(tmp_path / "a.md"), "--format", "json").stdout)
    assert {entry["file"] for entry in report["diagnostics"]} == {BROKEN, str(tmp_path / "a.md")}
    assert report["counts"]["error"] == sum(entry["severity"] == "error" for entry in report["diagnostics"])


def test_standard_input_is_a_document() -> None:
    ran = ludotome("check", "-", stdin=(ROOT / BROKEN).read_bytes())
    assert ran.returncode == 1
    assert b" --> <stdin>:" in ran.stdout


@pytest.mark.parametrize(
    ("arguments", "status", "told"),
    [
        (["check", "no-such-file.md"], 2, "error: no file `no-such-file.md`"),
        (["check", "src"], 2, "error: `src` is a folder; name a document in it"),
        (["check", BROKEN, "no-such-file.md"], 1, "error: no file `no-such-file.md`"),
        (["check", "/dev/zero"], 1, "error: `/dev/zero` is larger than 16 MiB"),
        (["check", FINE, "--format", "xml"], 2, "error: unknown format `xml`: write one of full, concise, json"),
        (["check", "-", "--fix"], 2, "error: standard input can be neither fixed nor watched"),
        (["check"], 2, "missing argument `FILE...`"),
        (["explain", "LT9999"], 2, "error: unknown code `LT9999`"),
        (["explain", "\x1b[31m"], 2, "error: unknown code"),
        (["chekc", FINE], 2, "there is no command `chekc`; did you mean `check`?"),
        ([], 2, "Usage: ludotome"),
    ],
)
def test_a_mistake_is_one_clear_message(arguments: list[str], status: int, told: str) -> None:
    ran = ludotome(*arguments)
    assert ran.returncode == status
    assert told in (ran.stderr + ran.stdout).decode()


def test_a_file_nobody_may_read(tmp_path: Path) -> None:
    """Root may read every file, so for root a parent of the path is a file."""
    secret = tmp_path / "g.md"
    secret.write_text("x", encoding="utf-8")
    secret.chmod(0)
    path = secret if not os.access(secret, os.R_OK) else secret / "deeper"
    ran = ludotome("check", str(path))
    assert ran.returncode == 1
    assert ran.stderr.startswith(f"error: cannot read `{path}`: ".encode())


@pytest.mark.parametrize("data", [b"", b"\n", b"\x00", b"\xef\xbb\xbf", b"\xff\xfe\x00", b"# only prose\n"])
def test_a_file_without_a_game_is_reported(data: bytes, tmp_path: Path) -> None:
    file = tmp_path / "g.md"
    file.write_bytes(data)
    ran = ludotome("check", str(file))
    assert ran.returncode == 1
    assert ran.stdout.startswith(b"error[LT")


def test_broken_utf8_is_placed_by_offset_line_and_column(tmp_path: Path) -> None:
    file = tmp_path / "cafe.md"
    file.write_bytes(b"# Game\n\nCaf\xe9\n")
    ran = ludotome("check", str(file), "--format", "concise")
    assert ran.stdout.decode() == (
        f"{file}:3:4: error[LT099]: byte 0xe9 at offset 11 is not UTF-8; help: save the file as UTF-8\n"
    )


@pytest.mark.parametrize(
    "command",
    ["check", "show", "test", "compile", "play", "simulate", "perft", "build", "bench", "board check", "board show"],
)
def test_broken_utf8_is_the_same_finding_for_every_command(command: str, tmp_path: Path) -> None:
    file = tmp_path / "cafe.md"
    file.write_bytes(b"# Game\n\nCaf\xe9\n")
    ran = ludotome(*command.split(), str(file))
    told = (ran.stdout + ran.stderr).decode()
    assert ran.returncode == 1
    assert told.startswith(f"error[LT099]: byte 0xe9 at offset 11 is not UTF-8\n --> {file}:3:4\n")
    assert "= help: save the file as UTF-8\n" in told


@pytest.mark.parametrize(("section", "is_found"), [("Example", True), ("Instead", False)])
def test_the_page_on_broken_utf8_is_true(section: str, is_found: bool, tmp_path: Path) -> None:
    """The example of the page yields its code and nothing else; the recommended form does not yield it."""
    page = ludotome("explain", "LT099").stdout.decode().split(f"## {section}\n")[1]
    lines = page.split("```console\n")[1].split("```")[0].replace("$ ", "")
    script = lines.replace("ludotome", shlex.join(PROGRAM))
    ran = subprocess.run(["sh", "-c", script], cwd=tmp_path, capture_output=True, text=True, env=PLAIN, check=False)
    codes = re.findall(r"^error\[(LT\d{3})\]", ran.stdout, re.MULTILINE)
    assert codes == ["LT099"] if is_found else "LT099" not in codes


def test_fix_writes_what_is_certain_and_nothing_else(tmp_path: Path) -> None:
    file = tmp_path / "g.md"
    text = (ROOT / FINE).read_text(encoding="utf-8").replace("\n", "\r\n")
    file.write_bytes(text.replace("endConditions:", "endCondition:").encode())
    file.chmod(0o640)
    assert ludotome("check", str(file)).returncode == 1
    ran = ludotome("check", str(file), "--fix")
    assert ran.returncode == 0, ran.stdout.decode()
    assert file.read_bytes() == text.encode()
    assert file.stat().st_mode & 0o777 == 0o640
    assert [entry.name for entry in tmp_path.iterdir()] == ["g.md"]


def test_fix_does_not_change_read_only_files_and_pipes(tmp_path: Path) -> None:
    """A locked file does not change; reading from a pipe would block forever."""
    broken = (ROOT / FINE).read_text(encoding="utf-8").replace("endConditions:", "endCondition:")
    locked, pipe = tmp_path / "locked.md", tmp_path / "pipe"
    locked.write_text(broken, encoding="utf-8")
    locked.chmod(0o444)
    os.mkfifo(pipe)
    ran = ludotome("check", str(locked), str(pipe), "--fix")
    assert ran.returncode == 1
    assert f"error: cannot write `{locked}`: it is read-only" in ran.stderr.decode()
    assert f"error: `{pipe}` is a pipe or a device and cannot be fixed" in ran.stderr.decode()
    assert locked.read_text(encoding="utf-8") == broken


def test_fix_through_a_link_fixes_the_file_and_keeps_the_link(tmp_path: Path) -> None:
    text = (ROOT / FINE).read_text(encoding="utf-8")
    file, link = tmp_path / "g.md", tmp_path / "link.md"
    file.write_text(text.replace("endConditions:", "endCondition:"), encoding="utf-8")
    link.symlink_to(file)
    assert ludotome("check", str(link), "--fix").returncode == 0
    assert link.is_symlink()
    assert file.read_text(encoding="utf-8") == text


def test_fix_leaves_a_fine_document_untouched(tmp_path: Path) -> None:
    file = tmp_path / "g.md"
    file.write_bytes((ROOT / FINE).read_bytes())
    os.utime(file, (1, 1))
    assert ludotome("check", str(file), "--fix").returncode == 0
    assert file.stat().st_mtime == 1


@pytest.mark.parametrize("arguments", ["explain", f"check {BROKEN}", "--help", "check -", f"board show {MISSION}"])
@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_a_stream_may_be_closed_before_the_program_begins(arguments: str, closed: str) -> None:
    program = f"exec {sys.executable} -m ludotome {arguments} {closed}"
    ran = subprocess.run(["bash", "-c", program], stdin=subprocess.DEVNULL, capture_output=True, cwd=ROOT, check=False)
    assert ran.returncode == int("check" in arguments)
    assert b"Traceback" not in ran.stderr
    assert b"error: " not in ran.stderr
    assert b"For more:" not in ran.stdout


def test_an_interrupted_command_ends_without_a_traceback() -> None:
    with subprocess.Popen([*PROGRAM, "check", "-"], stdin=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT) as program:
        # More than the buffer of a pipe: when it has been written, the program is running and reading.
        assert program.stdin is not None
        program.stdin.write(b"#" * 300_000)
        program.stdin.flush()
        program.send_signal(signal.SIGINT)
        _, said = program.communicate(timeout=30)
    assert program.returncode in {1, 130}
    assert b"Traceback" not in said


def test_a_full_disk_is_reported_as_such() -> None:
    with Path("/dev/full").open("wb") as full:
        ran = subprocess.run([*PROGRAM, "explain"], stdout=full, stderr=subprocess.PIPE, cwd=ROOT, check=False)
    assert ran.returncode == 1
    assert b"no space left on device" in ran.stderr
    assert b"Traceback" not in ran.stderr


def test_a_terminal_that_knows_only_ascii_gets_stand_ins(tmp_path: Path) -> None:
    file = tmp_path / "g.md"
    file.write_text("# 山札\n```yaml\n山札: 1\n```\n", encoding="utf-8")
    ran = ludotome("check", str(file), PYTHONIOENCODING="ascii")
    assert ran.returncode == 1
    assert b"??: 1" in ran.stdout


def test_colour_is_for_terminals_and_for_those_who_ask() -> None:
    assert b"\x1b[" not in ludotome("check", BROKEN).stdout
    assert b"\x1b[" in ludotome("check", BROKEN, FORCE_COLOR="1").stdout
    assert b"\x1b[" not in ludotome("check", BROKEN, FORCE_COLOR="1", NO_COLOR="1").stdout
    for extra, colored in (({"TERM": "xterm"}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)):
        with on_terminal("check", BROKEN, **extra) as child:
            assert (b"\x1b[1;31m" in child.read()) is colored


def test_the_width_is_that_of_the_terminal() -> None:
    with on_terminal("check", "-", NO_COLOR="1") as child:
        child.sendline("```yaml\nunknown: " + "x" * 200 + "\n```")
        child.sendeof()
        screen = child.read().decode().splitlines()
    excerpt = next(line for line in screen if line.startswith("2 | "))
    assert len(excerpt) == 50
    assert excerpt.endswith("x…")


def test_watch_checks_again_after_a_change(tmp_path: Path) -> None:
    file = tmp_path / "g.md"
    file.write_bytes((ROOT / FINE).read_bytes())
    child = pexpect.spawn(
        PROGRAM[0], [*PROGRAM[1:], "check", str(file), "--watch"], cwd=str(ROOT), env=PLAIN, timeout=20
    )
    child.expect_exact("g.md: fine")
    file.write_bytes(b"")
    child.expect_exact("g.md: 1 error")
    file.unlink()
    child.expect_exact("error: no file")
    child.sendintr()
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 0


def test_watch_looks_at_the_files_a_document_reads_too(tmp_path: Path) -> None:
    """A mission beside the document is part of the game, even before it exists."""
    games = ROOT / "src/ludotome/games"
    for file in games.glob("*"):
        if "boarding" in file.read_text(encoding="utf-8") or file.suffix == ".txt":
            (tmp_path / file.name).write_bytes(file.read_bytes())
    mission = next(file for file in tmp_path.iterdir() if "mission" in file.name)
    text = mission.read_bytes()
    mission.unlink()
    arguments = [*PROGRAM[1:], "check", str(tmp_path / "boarding.md"), "--watch"]
    child = pexpect.spawn(PROGRAM[0], arguments, cwd=str(ROOT), env=PLAIN, timeout=30)
    child.expect_exact("boarding.md: 1 error")
    mission.write_bytes(text)
    child.expect_exact("boarding.md: fine")
    mission.write_bytes(b"nonsense\n" + text)
    child.expect("boarding.md: [1-9]")
    child.sendintr()
    child.expect(pexpect.EOF)


@pytest.mark.parametrize(("words", "expected"), [("ludotome ex", "explain"), ("ludotome explain LT09", "LT099")])
def test_the_shell_completes_commands_and_codes(words: str, expected: str) -> None:
    number = str(len(words.split()) - 1)
    ran = ludotome(_LUDOTOME_COMPLETE="bash_complete", COMP_WORDS=words, COMP_CWORD=number)
    assert f"plain,{expected}" in ran.stdout.decode().split()
