"""The scripts that `make` runs do their job, even if something is missing."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.house import HOUSE, ROOT
from tools import bench, check_words, long_run

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
    """A folder with its own benchmarks, and one for their results."""
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


def test_every_bench_of_the_repository_has_its_function() -> None:
    files = [module for module in HOUSE.modules("tests/perf") if Path(module.path).name.startswith("bench_")]
    assert files
    assert [module.path for module in files if "\ndef bench() -> list[dict" not in module.text] == []


REPORT = """<testsuites><testsuite>
<testcase classname="tests.a" name="a" time="1.2"/>
<testcase classname="tests.a" name="b" time="0.3"><failure/></testcase>
<testcase classname="tests.b" name="c" time="2"><properties>
<property name="result" value="hex: 81 %"/></properties></testcase>
<testcase time="7"/>
</testsuite></testsuites>"""


@pytest.fixture
def long_house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with two long parts: one with a passing test, one without tests."""
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_law.py").write_text("def test_law():\n    assert 1 + 1 == 2\n", encoding="utf-8")
    for name, value in {
        "ROOT": tmp_path,
        "PAGE": tmp_path / "long-run.md",
        "WORK": tmp_path / "work",
        "PARTS": {"law": ("The law", ["tests"]), "void": ("Nothing", ["tests", "-k", "no_such_test"])},
    }.items():
        monkeypatch.setattr(long_run, name, value)
    # Only the plugin for workers is needed; each process would load the others.
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    monkeypatch.setenv("PYTEST_ADDOPTS", "-p xdist.plugin")
    return tmp_path


def test_a_long_run_counts_what_became_of_each_file(tmp_path: Path) -> None:
    report = tmp_path / "report.xml"
    report.write_text(REPORT, encoding="utf-8")
    assert long_run.section("All of it", "said", long_run.read(report)).splitlines()[-4:] == [
        "| tests.a | 1 failure, 1 passed | 2 |",
        "| tests.b | 1 passed | 2 |",
        "",
        "- hex: 81 %",
    ]


def test_a_long_run_goes_part_by_part_and_keeps_each(long_house: Path) -> None:
    assert long_run.main(["law"]) == 0
    page = (long_house / "long-run.md").read_text(encoding="utf-8")
    assert "`law` green, `void` was not run" in page
    assert "| tests.test_law | 1 passed |" in page
    assert long_run.main(["void"]) == 1
    page = (long_house / "long-run.md").read_text(encoding="utf-8")
    assert "`law` green, `void` RED" in page


def test_a_part_of_the_long_run_that_was_run_elsewhere_keeps_its_section(long_house: Path) -> None:
    page = long_house / "long-run.md"
    long_run.main(["void"])
    told = page.read_text(encoding="utf-8")
    for kept in (long_house / "work").glob("void.*"):
        kept.unlink()
    long_run.main(["law"])
    text = page.read_text(encoding="utf-8")
    assert "`law` green, `void` RED" in text
    assert text.endswith(told[told.index("## Nothing") :])


def test_a_long_run_continues_with_what_has_not_passed(long_house: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Tests that passed are not run again; those that failed or were not reached count with their new result."""
    law, page = long_house / "tests" / "test_law.py", long_house / "long-run.md"
    law.write_text("def test_a(): pass\ndef test_b(): assert False\n", encoding="utf-8")
    assert long_run.main(["--on", "law"]) == 1
    assert "law: not begun, so it cannot be continued" in capsys.readouterr().err
    assert long_run.main(["law"]) == 1
    assert "| tests.test_law | 1 failure, 1 passed |" in page.read_text(encoding="utf-8")
    law.write_text("def test_a(): assert False\ndef test_b(): pass\ndef test_c(): pass\n", encoding="utf-8")
    assert long_run.main(["--on", "law"]) == 0
    assert ", 2 tests that had not passed there at" in page.read_text(encoding="utf-8")
    assert "| tests.test_law | 3 passed |" in page.read_text(encoding="utf-8")
    assert long_run.main(["--on", "law"]) == 1
    assert "law: nothing is left to run" in capsys.readouterr().err


def test_a_part_of_the_long_run_that_was_interrupted_is_neither_green_nor_red(long_house: Path) -> None:
    law = long_house / "tests" / "test_law.py"
    law.write_text("def test_a(): pass\ndef test_b(): raise KeyboardInterrupt\n", encoding="utf-8")
    assert long_run.main(["law"]) == 1
    assert "`law` stopped, `void` was not run" in (long_house / "long-run.md").read_text(encoding="utf-8")


def test_an_unknown_part_of_the_long_run_is_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert long_run.main(["no-such-part"]) == 2
    assert "there are strength, games, parity, rest, properties" in capsys.readouterr().err


def test_the_parts_of_the_long_run_leave_no_long_test_out() -> None:
    """Each folder that one part excludes belongs to another part."""
    left = {argument.partition("=")[2] for argument in long_run.PARTS["rest"][1] if argument.startswith("--ignore=")}
    taken = {argument for name in ("strength", "games", "parity") for argument in long_run.PARTS[name][1]}
    assert left == {argument for argument in taken if argument.startswith("tests")}


def test_make_help_lists_every_target() -> None:
    makefile = HOUSE.text("Makefile")
    phony = re.search(r"^\.PHONY: (.*)$", makefile, re.MULTILINE)
    assert phony is not None
    doors = set(phony[1].split())
    assert doors >= {"run", "test", "quick", "lint", "bless", "bench", "long", "docs", "clean", "help"}
    assert doors == set(re.findall(r"^([a-z]+):.*##", makefile, re.MULTILINE))
    told = subprocess.run(["make", "help"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert set(re.findall(r"make ([a-z]+)", told)) >= doors


def test_a_word_that_users_should_not_meet_is_found_where_they_read_it() -> None:
    assert [word for word, _ in check_words.found("It is mended by whoever finds it.")] == ["mended", "whoever"]
    assert list(check_words.found("`mended` is a name, and amended is another word")) == []


@pytest.mark.parametrize(
    ("suffix", "text", "read"),
    [
        (".md", "one\n```\ncode\n```\ntwo\n", [(1, "one"), (5, "two")]),
        (".py", '"""Docstring."""\n# comment\nx = "message"\n', [(1, "Docstring."), (2, "# comment")]),
        (".py", 'x = "a message"\n', [(1, "a message")]),
        (".py", '"""mend: fix it.\n\n>>> mend(1)\n"""\n', [(1, " fix it."), (2, "")]),
        (".py", "# what is asked for in the fewest steps\n", [(1, "# what  in  steps")]),
        (".js", "// comment\n/** a\n * b */\nconst x = 'text';\n", [(4, "const x = 'text';")]),
    ],
)
def test_words_are_looked_for_in_what_users_read(suffix: str, text: str, read: list[tuple[int, str]]) -> None:
    assert list(check_words.lines(text, suffix)) == read


def test_strings_may_be_left_out() -> None:
    text = '"""Docstring."""\nx = "a message"  # comment\n'
    assert list(check_words.lines(text, ".py", strings=False)) == [(1, "Docstring."), (2, "# comment")]


def test_the_word_check_names_the_line_and_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "page.md").write_text("Fine.\nThe page is written anew.\n", encoding="utf-8")
    monkeypatch.setattr(check_words, "ROOT", tmp_path)
    assert check_words.main(["page.md"]) == 1
    assert capsys.readouterr().out == "page.md:2: `anew`: write again\n"
