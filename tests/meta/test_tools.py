"""What `make` calls does what it says, also when something is missing."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.house import HOUSE, ROOT
from tools import bench, long_run

GOOD = """
def bench():
    return [{"job": "a", "ours": 0.00123456, "peer": None}, {"job": "bb", "ours": 12.0, "n": {"x": 0.5}}]
"""
TABLE = """\
[1/1] good …
      job      ours  peer  n
      a    0.001235
      bb         12        x 0.5
"""


@pytest.fixture
def benches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of benches of its own, and one for their results."""
    monkeypatch.setattr(bench, "ROOT", tmp_path)
    monkeypatch.setattr(bench, "FOLDER", tmp_path)
    monkeypatch.setattr(bench, "RESULTS", tmp_path / "build")
    monkeypatch.setattr(sys, "path", list(sys.path))
    (tmp_path / "bench_good.py").write_text(GOOD, encoding="utf-8")
    return tmp_path


def test_a_bench_is_a_table_and_a_file(benches: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert bench.main([]) == 0
    assert capsys.readouterr().out.startswith(TABLE)
    kept = json.loads((benches / "build" / "good.json").read_text(encoding="utf-8"))
    assert kept["rows"][1] == {"job": "bb", "ours": 12.0, "n": {"x": 0.5}}
    assert {"date", "commit", "processor", "cores", "python", "load"} <= set(kept["machine"])


@pytest.mark.parametrize(
    "text", ["import no_such_peer\n", "def bench():\n    return []\n", "def bench():\n    return [{'ours': 1.0}]\n"]
)
def test_a_missing_peer_or_an_empty_table_fails_and_the_others_still_run(
    text: str, benches: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (benches / "bench_bad.py").write_text(text, encoding="utf-8")
    assert bench.main([]) == 1
    assert (benches / "build" / "good.json").exists()
    assert not (benches / "build" / "bad.json").exists()
    assert "error: bad did not run" in capsys.readouterr().err


def test_an_unknown_bench_is_wrong_usage(benches: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert bench.main(["godo"]) == 2
    assert capsys.readouterr().err == "error: no bench godo; there are good\n"


def test_every_bench_of_the_house_has_its_function() -> None:
    files = [module for module in HOUSE.modules("tests/perf") if Path(module.path).name.startswith("bench_")]
    assert files
    assert [module.path for module in files if "\ndef bench() -> list[dict" not in module.text] == []


def test_a_long_run_counts_what_became_of_each_file(tmp_path: Path) -> None:
    report = tmp_path / "r.xml"
    report.write_text(
        "<testsuites><testsuite>"
        '<testcase classname="tests.oracle.a" name="x" time="1.5"/>'
        '<testcase classname="tests.oracle.a" name="y" time="2"><failure/></testcase>'
        '<testcase classname="tests.parity.b" name="z" time="60"/>'
        "</testsuite></testsuites>",
        encoding="utf-8",
    )
    tallies = long_run.read(report)
    assert long_run.section("all of it", tallies).splitlines()[-2:] == [
        "| tests.oracle.a | 1 failure, 1 passed | 4 |",
        "| tests.parity.b | 1 passed | 60 |",
    ]
    assert long_run.page([], [], green=False).endswith(": RED.\n")
    assert long_run.page([], ["-k", "x"], green=True).endswith(": green (only a part: `-k x`).\n")


def test_make_help_lists_every_door() -> None:
    makefile = HOUSE.text("Makefile")
    phony = re.search(r"^\.PHONY: (.*)$", makefile, re.MULTILINE)
    assert phony is not None
    doors = set(phony[1].split())
    assert doors >= {"run", "test", "quick", "lint", "bless", "bench", "long", "docs", "clean", "help"}
    assert doors == set(re.findall(r"^([a-z]+):.*##", makefile, re.MULTILINE))
    told = subprocess.run(["make", "help"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert set(re.findall(r"make ([a-z]+)", told)) >= doors
