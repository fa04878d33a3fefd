"""Long run: tests that take too long for every day, in parts, with their results in `docs/long-run.md`.

    python tools/long_run.py               every part
    python tools/long_run.py games parity  only these parts
    python tools/long_run.py --on parity   rerun what failed in this part or was not reached

The results of each part are stored in `build/long`, and the page is rewritten after each part from all stored results;
a part that was run elsewhere keeps its section of the page. So parts can be run individually, on any machine, and an
interrupted run can be resumed. Later results replace failed and missing ones, and the page names both commits. A part
without tests fails, since it would prove nothing.
"""

from __future__ import annotations

import datetime
import json
import os
import platform
import re
import subprocess
import sys
import time
import xml.etree.ElementTree as ET
from collections import Counter
from dataclasses import asdict, dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "long-run.md"
WORK = ROOT / "build" / "long"
_INTERRUPTED = 2  # the exit status of pytest after an interrupt
_FURTHER = {
    "LUDOTOME_HYPOTHESIS": "long",  # more examples, from new seeds
    "PYTEST_TIMEOUT": "0",  # no test is killed because of a timeout
}
_AGENTS, _GAMES, _PARITY = "tests/oracle/agents", "tests/oracle/games", "tests/parity"
# part -> its title, the arguments of pytest
PARTS: dict[str, tuple[str, list[str]]] = {
    "strength": ("Search against chance and against perfect play", ["-m", "long", _AGENTS]),
    "games": ("Games compared with other engines, and published counts", ["-m", "long", _GAMES]),
    "parity": ("The two kernels side by side", ["-m", "long", _PARITY]),
    "rest": (
        "Other long tests",
        ["-m", "long", "tests", *(f"--ignore={place}" for place in (_AGENTS, _GAMES, _PARITY))],
    ),
    "properties": ("Laws, many examples from new seeds", ["-m", "not long", "tests/property", "tests/parity"]),
}


@dataclass
class Tally:
    """The outcomes of the tests in one file, and the figures that they recorded as `result`."""

    outcomes: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0
    results: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Kept:
    """The results of one part, with the date."""

    status: int
    seconds: float
    date: str
    commit: str

    @property
    def verdict(self) -> str:
        """Green, RED, or stopped by the user before its end."""
        return {0: "green", _INTERRUPTED: "stopped"}.get(self.status, "RED")


def main(names: list[str]) -> int:
    """Run the parts called *names* (default: all), store and show their results; return 0 if all are green."""
    on = "--on" in names
    names = [name for name in names if name != "--on"]
    unknown = [name for name in names if name not in PARTS]
    if unknown:
        print(f"error: no part `{unknown[0]}`; there are {', '.join(PARTS)}", file=sys.stderr)
        return 2
    WORK.mkdir(parents=True, exist_ok=True)
    asked = [name for name in PARTS if name in names or not names]
    status = 0
    for number, name in enumerate(asked, 1):
        title, arguments = PARTS[name]
        print(f"[{number}/{len(asked)}] {name}: {title}", flush=True)
        kept = run_on(name, arguments) if on else run(name, arguments)
        print(f"      {kept.verdict} after {kept.seconds:.0f} s", flush=True)
        status = max(status, int(kept.status != 0))
        PAGE.write_text(page(), encoding="utf-8")
    print(f"kept in {PAGE.relative_to(ROOT)}")
    return status


def run(name: str, arguments: list[str]) -> Kept:
    """Run one part, store its report and its results; a part without tests fails."""
    report = WORK / f"{name}.xml"
    started = time.monotonic()
    status = _pytest(report, arguments)
    if not report.exists() or not read(report):
        print(f"error: {name}: no test ran", file=sys.stderr)
        status = status or 1
    return _keep(name, Kept(status, round(time.monotonic() - started, 1), _today(), _commit()))


def run_on(name: str, arguments: list[str]) -> Kept:
    """Run the tests of one part that have not passed yet, and merge the results; fail if none are left."""
    report, more, told = WORK / f"{name}.xml", WORK / f"{name}-on.xml", WORK / f"{name}.json"
    if not report.exists() or not told.exists():
        print(f"error: {name}: not begun, so it cannot be continued", file=sys.stderr)
        return Kept(1, 0.0, _today(), _commit())
    whole = ET.parse(report).getroot()
    tests = {_place(test): test for test in _tests(whole)}
    left = [place for place in _collected(arguments) if place not in tests or _outcome(tests[place]) != "passed"]
    if not left:
        print(f"error: {name}: nothing is left to run", file=sys.stderr)
        return Kept(1, 0.0, _today(), _commit())
    before, started = Kept(**json.loads(told.read_text(encoding="utf-8"))), time.monotonic()
    status = _pytest(more, left)
    suite = next(whole.iter("testsuite"))
    for test in _tests(ET.parse(more).getroot()):
        if (was := tests.pop(_place(test), None)) is not None:
            suite.remove(was)
        suite.append(test)
    ET.ElementTree(whole).write(report)
    commit = f"{before.commit}, {len(left)} tests that had not passed there at {_commit()}"
    return _keep(name, Kept(status, round(before.seconds + time.monotonic() - started, 1), _today(), commit))


def _collected(arguments: list[str]) -> list[str]:
    """Return the ids of all tests of a part."""
    command = [sys.executable, "-m", "pytest", "-q", "--collect-only", *arguments]
    plain = os.environ | _FURTHER | {"PYTEST_ADDOPTS": ""}  # one name per line
    told = subprocess.run(command, cwd=ROOT, env=plain, capture_output=True, text=True, check=False)
    return [line for line in told.stdout.splitlines() if "::" in line]


def _pytest(report: Path, arguments: list[str]) -> int:
    report.unlink(missing_ok=True)
    workers = str(os.cpu_count() or 1)
    command = [sys.executable, "-m", "pytest", "-q", "-n", workers, f"--junitxml={report}", *arguments]
    return subprocess.run(command, cwd=ROOT, env=os.environ | _FURTHER, check=False).returncode


def _keep(name: str, kept: Kept) -> Kept:
    (WORK / f"{name}.json").write_text(json.dumps(asdict(kept)), encoding="utf-8")
    return kept


def _tests(report: ET.Element) -> list[ET.Element]:
    """Return the tests of a report that ended; one that was interrupted has no name."""
    return [test for test in report.iter("testcase") if test.get("name")]


def _place(test: ET.Element) -> str:
    """Return the pytest id of *test*; tests here are functions of a file."""
    return f"{test.get('classname', '').replace('.', '/')}.py::{test.get('name')}"


def _outcome(test: ET.Element) -> str:
    return next((child.tag for child in test if child.tag in {"failure", "error", "skipped"}), "passed")


def read(report: Path) -> dict[str, Tally]:
    """Return the tally of each test file in a JUnit *report*."""
    tallies: dict[str, Tally] = {}
    for test in _tests(ET.parse(report).getroot()):
        tally = tallies.setdefault(test.get("classname", "?"), Tally())
        tally.outcomes[_outcome(test)] += 1
        tally.seconds += float(test.get("time", "0"))
        recorded = test.iterfind("properties/property[@name='result']")
        tally.results += [value.get("value", "") for value in recorded]
    return tallies


def section(title: str, told: str, tallies: dict[str, Tally]) -> str:
    """Return one part as Markdown."""
    rows = ""
    for name, tally in sorted(tallies.items()):
        outcome = ", ".join(f"{count} {what}" for what, count in sorted(tally.outcomes.items()))
        rows += f"| {name} | {outcome} | {tally.seconds:.0f} |\n"
    results = "".join(f"- {result}\n" for tally in tallies.values() for result in tally.results)
    table = f"| file | outcome | seconds |\n|---|---|---|\n{rows}"
    return "\n".join([f"## {title}\n\n{told}\n", table, *([results] if results else [])])


def page() -> str:
    """Return the whole page, from the stored results of each part."""
    sections, verdicts, before = [], [], _sections_before()
    for name, (title, _) in PARTS.items():
        report, told = WORK / f"{name}.xml", WORK / f"{name}.json"
        if not told.exists():
            elsewhere = before.get(title)
            sections += [elsewhere] if elsewhere else []
            found = re.search(rf"ONLY={name}`: (\w+)", elsewhere or "")
            verdicts.append(f"`{name}` {found[1] if found else 'was not run'}")
            continue
        kept = Kept(**json.loads(told.read_text(encoding="utf-8")))
        verdicts.append(f"`{name}` {kept.verdict}")
        said = f"`make long ONLY={name}`: {kept.verdict}, {kept.date}, commit {kept.commit}, {kept.seconds:.0f} s."
        sections.append(section(title, said, read(report) if report.exists() else {}))
    machine = f"Python {platform.python_version()}, {os.cpu_count()} cores"
    head = f"# The last long run\n\nWritten by `make long` ({machine}): {', '.join(verdicts)}.\n"
    return "\n".join([head, *sections])


def _sections_before() -> dict[str, str]:
    """Return the sections that the page has, by title."""
    text = PAGE.read_text(encoding="utf-8") if PAGE.exists() else ""
    parts = [part.strip() for part in text.split("\n## ")[1:]]
    return {part.partition("\n")[0]: f"## {part}\n" for part in parts}


def _today() -> str:
    return datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%d")


def _commit() -> str:
    command = ["git", "rev-parse", "--short", "HEAD"]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False).stdout.strip()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
