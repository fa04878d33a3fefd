"""Bench: run every `tests/perf/bench_*.py`, print its table, and save it as JSON in `build/bench`.

Each such module has `bench() -> list[dict]`: one row per job, seconds as floats, with the peer's time and the ratio
from the same run. A `ratio` is the peer's time divided by ours: above 1 Ludotome is faster. A missing peer fails
the run, because a table without its peer would prove nothing.

    python tools/bench.py [NAME...]     names as in bench_NAME.py; default: all
"""

from __future__ import annotations

import datetime
import importlib.util
import json
import os
import platform
import subprocess
import sys
import time
import traceback
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "tests" / "perf"
RESULTS = ROOT / "build" / "bench"

Row = dict[str, Any]


def main(names: list[str]) -> int:
    """Run the benchmarks *names*; return 0 if all of them ran."""
    sys.path[:0] = [str(ROOT), str(ROOT / "src")]
    benches = {file.stem.removeprefix("bench_"): file for file in sorted(FOLDER.glob("bench_*.py"))}
    unknown = [name for name in names if name not in benches]
    if unknown:
        print(f"error: no bench {', '.join(unknown)}; there are {', '.join(benches) or 'none'}", file=sys.stderr)
        return 2
    wanted = names or list(benches)
    if not wanted:
        print(f"error: no bench in {FOLDER.relative_to(ROOT)}", file=sys.stderr)
        return 1
    failed = []
    for number, name in enumerate(wanted, 1):
        print(f"[{number}/{len(wanted)}] {name} …", flush=True)
        started = time.perf_counter()
        try:
            rows = run(benches[name])
        except Exception:  # any failure of one benchmark is shown and counted; the others still run
            traceback.print_exc()
            failed.append(name)
            continue
        print(table(rows))
        file = save(name, rows)
        print(f"      {time.perf_counter() - started:.1f} s, kept in {file.relative_to(ROOT)}\n", flush=True)
    if failed:
        print(f"error: {', '.join(failed)} did not run; a missing peer is installed by `make setup`", file=sys.stderr)
    return 1 if failed else 0


def run(file: Path) -> list[Row]:
    """Return the rows of the benchmark in *file*."""
    spec = importlib.util.spec_from_file_location(f"tests.perf.{file.stem}", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    rows = module.bench()
    if not rows or not all(isinstance(row, dict) and row.get("job") for row in rows):
        raise ValueError(f"{file.name}: `bench()` must return rows that each name their `job`, not {rows!r}")
    return list(rows)


def table(rows: list[Row]) -> str:
    """Return *rows* as text, one column per key, in order of first occurrence."""
    keys = list(dict.fromkeys(key for row in rows for key in row))
    cells = [keys, *([shown(row.get(key)) for key in keys] for row in rows)]
    widths = [max(len(line[column]) for line in cells) for column in range(len(keys))]
    is_number = [all(isinstance(row.get(key), int | float | None) for row in rows) for key in keys]
    lines = [
        "  ".join(
            cell.rjust(width) if right else cell.ljust(width)
            for cell, width, right in zip(line, widths, is_number, strict=True)
        ).rstrip()
        for line in cells
    ]
    return "\n".join(f"      {line}" for line in lines)


def shown(value: object) -> str:
    """Return *value* as shown in a table: four significant digits for a float, nothing for None, pairs for mappings."""
    if value is None:
        return ""
    if isinstance(value, dict):
        return ", ".join(f"{key} {shown(inner)}" for key, inner in value.items())
    return f"{value:.4g}" if isinstance(value, float) else str(value)


def save(name: str, rows: list[Row]) -> Path:
    """Write the rows with a description of the machine; return the file."""
    RESULTS.mkdir(parents=True, exist_ok=True)
    file = RESULTS / f"{name}.json"
    file.write_text(json.dumps({"bench": name, "machine": machine(), "rows": rows}, indent=2) + "\n", encoding="utf-8")
    return file


def machine() -> dict[str, object]:
    """Return a description of the machine."""
    return {
        "date": datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
        "commit": git("rev-parse", "--short", "HEAD"),
        "changed": bool(git("status", "--porcelain", "--untracked-files=no")),
        "system": platform.platform(),
        "processor": processor(),
        "cores": os.cpu_count(),
        "load": os.getloadavg()[0],
        "python": platform.python_version(),
    }


def processor() -> str:
    """Return the processor's name, if the system reports it."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text(encoding="utf-8").splitlines() if info.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


def git(*arguments: str) -> str:
    """Return the output of git, or "" without a repository."""
    ran = subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    return ran.stdout.strip()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
