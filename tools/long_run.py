"""Long run: what is too long for every day, with its result kept in `docs/long-run.md`.

Two parts: the tests marked `long`, and the property and parity tests from new seeds with many more examples. A part
that finds nothing to do fails, since it would prove nothing.
"""

from __future__ import annotations

import datetime
import os
import platform
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "long-run.md"
WORK = ROOT / "build" / "long"
# title -> what pytest is asked for
PARTS: dict[str, list[str]] = {
    "tests marked long": ["-m", "long", "tests"],
    "properties and parity, many examples from new seeds": ["-m", "not long", "tests/property", "tests/parity"],
}


@dataclass
class Tally:
    """What became of the tests of one file."""

    outcomes: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0


def main(extra: list[str]) -> int:
    """Run every part, with *extra* arguments for pytest; write the page; return 0 when all is green."""
    WORK.mkdir(parents=True, exist_ok=True)
    texts = []
    status = 0
    for number, (title, arguments) in enumerate(PARTS.items(), 1):
        print(f"[{number}/{len(PARTS)}] {title}", flush=True)
        report = WORK / f"part-{number}.xml"
        ended = run(arguments + extra, report)
        tallies = read(report)
        texts.append(section(title, tallies))
        if ended or not tallies:
            print(f"error: {title}: {'pytest ended with ' + str(ended) if ended else 'no test ran'}", file=sys.stderr)
            status = 1
    PAGE.write_text(page(texts, extra, green=status == 0), encoding="utf-8")
    print(f"kept in {PAGE.relative_to(ROOT)}")
    return status


def run(arguments: list[str], report: Path) -> int:
    """Run pytest and return its exit status."""
    folders = [a for a in arguments if not a.startswith("tests") or (ROOT / a).exists()]
    command = [sys.executable, "-m", "pytest", "-q", "-n", str(os.cpu_count() or 1), f"--junitxml={report}", *folders]
    return subprocess.run(command, cwd=ROOT, env=os.environ | {"LUDOTOME_HYPOTHESIS": "long"}, check=False).returncode


def read(report: Path) -> dict[str, Tally]:
    """Return the tally of each test file in a JUnit *report*."""
    tallies: dict[str, Tally] = {}
    for test in ET.parse(report).getroot().iter("testcase"):
        tally = tallies.setdefault(test.get("classname", "?"), Tally())
        bad = next((child.tag for child in test if child.tag in {"failure", "error", "skipped"}), None)
        tally.outcomes[bad or "passed"] += 1
        tally.seconds += float(test.get("time", "0"))
    return tallies


def section(title: str, tallies: dict[str, Tally]) -> str:
    """Return one part as Markdown."""
    rows = ""
    for name, tally in sorted(tallies.items()):
        outcome = ", ".join(f"{count} {what}" for what, count in sorted(tally.outcomes.items()))
        rows += f"| {name} | {outcome} | {tally.seconds:.0f} |\n"
    return f"## {title[0].upper()}{title[1:]}\n\n| file | outcome | seconds |\n|---|---|---|\n{rows}"


def page(sections: list[str], extra: list[str], *, green: bool) -> str:
    """Return the whole page."""
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=False
    ).stdout.strip()
    today = datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%d")
    machine = f"Python {platform.python_version()}, {os.cpu_count()} cores"
    verdict = ("green" if green else "RED") + (f" (only a part: `{' '.join(extra)}`)" if extra else "")
    head = f"# The last long run\n\nWritten by `make long`. {today}, commit {commit}, {machine}: {verdict}.\n"
    return "\n".join([head, *sections])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
