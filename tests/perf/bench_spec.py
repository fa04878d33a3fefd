"""The speed of the front end: reading and compiling documents, small, long and with a large board."""

from __future__ import annotations

import os
import re
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

DOCUMENTS = Path(__file__).parents[1] / "documents"


def _long_document() -> str:
    """Return the market game with its actions repeated two hundred and fifty times: 2,800 lines of YAML."""
    text = (DOCUMENTS / "market.md").read_text(encoding="utf-8")
    found = re.search(r"^actions:\n(.*?)^triggers:", text, re.MULTILINE | re.DOTALL)
    assert found is not None
    actions = found.group(1).rstrip() + "\n"
    many = "".join(re.sub(r"id: (earn|buy)", rf"id: \g<1>{number}", actions) for number in range(250))
    return text.replace(actions, many).replace("action: buy }", "action: buy1 }")


def _seconds(work: Callable[[], Any], repeats: int = 5) -> float:
    times = []
    for _ in range(repeats):
        started = time.perf_counter()
        work()
        times.append(time.perf_counter() - started)
    return statistics.median(times)


def _megabytes(text: str) -> int:
    """Return the maximum memory in MB of a separate process that compiles *text*, including Python itself."""
    script = (
        "import resource, sys\n"
        "from pathlib import Path\n"
        "from ludotome.spec import compile_text\n"
        "compile_text(sys.stdin.read())\n"
        # `ru_maxrss` starts with that of the parent process; Linux also reports the process's own.
        "told = Path('/proc/self/status')\n"
        "own = [row.split()[1] for row in told.read_text().splitlines() if 'VmHWM' in row] if told.exists() else []\n"
        "print(int(own[0] if own else resource.getrusage(resource.RUSAGE_SELF).ru_maxrss) // 1024)"
    )
    ran = subprocess.run([sys.executable, "-c", script], input=text, capture_output=True, text=True, check=True)
    return int(ran.stdout)


def bench() -> list[dict[str, Any]]:
    """Return the median time of each job compared with its limit."""
    from ludotome.spec import compile_text

    chess = (DOCUMENTS / "chess.md").read_text(encoding="utf-8")
    long_document = _long_document()
    small = (DOCUMENTS / "tic-tac-toe.md").read_text(encoding="utf-8")
    large_board = small.replace("rows: 3, cols: 3", "rows: 100, cols: 100")
    jobs = (
        ("tic-tac-toe", small, 0.1),
        ("chess", chess, 0.3),
        (f"{long_document.count(chr(10))} lines", long_document, 0.5),
        ("a grid of 100 × 100", large_board, 1.5),
    )
    rows = []
    for name, text, promised in jobs:
        ours = _seconds(lambda text=text: compile_text(text))  # type: ignore[misc]
        row = {"job": f"compile {name}", "ours": ours, "peer": "promised", "peer time": promised}
        rows.append({**row, "ratio": promised / ours, "MB": _megabytes(text), "promised MB": 200})
    return [*rows, _check_row()]


def _check_row() -> dict[str, Any]:
    """Return the cost of a whole `ludotome check` of a small game, including the start of the program."""
    command = [sys.executable, "-m", "ludotome", "check", str(DOCUMENTS / "tic-tac-toe.md")]
    # As users run it: Python caches compiled modules, unless a sandbox forbids it; the first run writes the cache.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    subprocess.run(command, capture_output=True, check=True, env=environment)
    ours = _seconds(lambda: subprocess.run(command, capture_output=True, check=True, env=environment))
    return {"job": "check tic-tac-toe", "ours": ours, "peer": "promised", "peer time": 0.4, "ratio": 0.4 / ours}
