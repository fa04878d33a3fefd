"""`ludotome report` and `ludotome compare` as processes."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from tests.support.faulty_game import FULL, decisions_at_fault
from tests.support.report_games import NIM, TUNED


def ludotome(*words: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "ludotome", *words],
        capture_output=True,
        text=True,
        encoding="utf-8",
        cwd=cwd,
        check=False,
    )


def test_a_report_names_the_page_it_wrote(tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    ran = ludotome("report", "tic-tac-toe", "-n", "20", "-o", str(page))
    assert ran.returncode == 0, ran.stderr
    assert "Is it fair?" in ran.stdout
    assert page.resolve().as_uri() in ran.stderr
    assert page.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    assert page.stat().st_size < 60_000


def test_a_report_as_json_is_one_object() -> None:
    ran = ludotome("report", "tic-tac-toe", "-n", "20", "--json")
    (report,) = json.loads(ran.stdout)["reports"]
    assert report["game"] == "tic-tac-toe"
    assert {answer["id"] for answer in report["answers"]} >= {"fair", "ends", "choices", "skill", "use", "faults"}
    assert all("picture" not in answer for answer in report["answers"])


def test_a_report_is_on_the_setting_asked_for() -> None:
    ran = ludotome("report", "hex", "-n", "4", "--set", "size=3", "--json")
    assert json.loads(ran.stdout)["reports"][0]["game"] == "hex", ran.stderr
    wrong = ludotome("report", "hex", "-n", "4", "--set", "sise=3")
    assert (wrong.returncode, wrong.stderr) == (2, "error: there is no parameter `sise`; did you mean `size`?\n")


def test_documents_are_compared_also_at_git_revisions(tmp_path: Path) -> None:
    document = tmp_path / "nim.md"
    document.write_text(NIM, encoding="utf-8")
    for words in (
        ["init", "-q"],
        ["add", "."],
        ["-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "first"],
    ):
        subprocess.run(["git", *words], cwd=tmp_path, check=True)
    document.write_text(NIM.replace("init: 10", "init: 9"), encoding="utf-8")
    ran = ludotome("compare", "HEAD:nim.md", "nim.md", "-n", "1500", "--json", cwd=tmp_path)
    assert ran.returncode == 0, ran.stderr
    found = json.loads(ran.stdout)
    assert found["verdict"] == "different"
    assert [line["kind"] for line in found["rules"]] == ["kept", "removed", "added", "kept"]
    assert found["differences"][0].keys() >= {"level", "measure", "before", "after", "low", "high", "verdict"}


def test_a_fault_comes_with_a_record_that_replays(tmp_path: Path) -> None:
    """The record ends before the decision that hits the error, and that decision hits it again."""
    (tmp_path / "full.md").write_text(FULL, encoding="utf-8")
    ran = ludotome("report", "full.md", "-n", "60", "-o", "report.html", cwd=tmp_path)
    assert ran.returncode == 0, ran.stderr
    assert "document-fault" in ran.stdout
    assert "`ludotome play full.md --resume full-fault.json`" in ran.stderr
    assert decisions_at_fault(tmp_path / "full-fault.json") > 0
    again = ludotome("replay", "full-fault.json", "--game", "full.md", cwd=tmp_path)
    assert again.returncode == 0, again.stderr


def test_settings_and_bases_at_revisions_are_compared(tmp_path: Path) -> None:
    (tmp_path / "base.md").write_text(TUNED, encoding="utf-8")
    variant = "# Variant\n\n```yaml\nmetadata: { id: variant, extends: base.md }\n```\n"
    (tmp_path / "variant.md").write_text(variant, encoding="utf-8")
    for words in (
        ["init", "-q"],
        ["add", "."],
        ["-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "first"],
    ):
        subprocess.run(["git", *words], cwd=tmp_path, check=True)
    (tmp_path / "base.md").unlink()  # the mission file is read from that revision too
    words = ["compare", "HEAD:variant.md", "-n", "300", "--set", "stones=14", "--against", "stones=6", "--json"]
    ran = ludotome(*words, cwd=tmp_path)
    assert ran.returncode == 0, ran.stderr
    found = json.loads(ran.stdout)
    assert (found["before"], found["after"]) == ("HEAD:variant.md stones=14", "HEAD:variant.md stones=6")
    assert found["verdict"] == "different"
    for wrong in (["compare", "hex"], ["compare", "hex", "--against", "sise=4"], ["compare", "hex", "--against", "7"]):
        ran = ludotome(*wrong, cwd=tmp_path)
        assert (ran.returncode, ran.stdout) == (2, ""), ran.stderr


def test_settings_are_tuned_and_shown(tmp_path: Path) -> None:
    document, page = tmp_path / "nim.md", tmp_path / "tune.html"
    document.write_text(TUNED, encoding="utf-8")
    words = ["tune", "nim.md", "--over", "stones=6,10,14", "--level", "random", "-n", "20"]
    ran = ludotome(*words, "--goal", "fair and 4..6 decisions", "-o", str(page), cwd=tmp_path)
    assert ran.returncode == 0, ran.stderr
    assert "stones=10" in ran.stdout
    assert page.resolve().as_uri() in ran.stderr
    assert "stones=10" in page.read_text(encoding="utf-8")
    ran = ludotome(*words, "--goal", "4..6 decisions", "--json", cwd=tmp_path)
    found = json.loads(ran.stdout)
    assert found["best"] == {"stones": 10}
    assert len(found["finalists"]) == 3
    for wrong in (["--goal", "fun"], ["--goal", "fair", "--over", "stones=9..1"], ["--goal", "fair", "--set", "x=1"]):
        ran = ludotome(*words[:2], *wrong, cwd=tmp_path)
        assert (ran.returncode, ran.stdout) == (2, ""), ran.stderr
        assert ran.stderr.startswith("error: ")


def test_wrong_sources_are_wrong_usage(tmp_path: Path) -> None:
    for words in (["report", "nothing-here"], ["compare", "tic-tac-toe", "no-revision:nothing.md"]):
        ran = ludotome(*words, cwd=tmp_path)
        assert ran.returncode == 2, ran.stderr
        assert ran.stderr.startswith("error: ")
