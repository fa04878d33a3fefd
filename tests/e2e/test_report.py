"""`ludotome report` and `ludotome compare`, as processes."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from tests.support.report_games import NIM


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


def test_wrong_sources_are_wrong_usage(tmp_path: Path) -> None:
    for words in (["report", "nothing-here"], ["compare", "tic-tac-toe", "no-revision:nothing.md"]):
        ran = ludotome(*words, cwd=tmp_path)
        assert ran.returncode == 2, ran.stderr
        assert ran.stderr.startswith("error: ")
