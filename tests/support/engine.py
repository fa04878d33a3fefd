"""The JavaScript engine, run by deno: jobs go in as JSON, and what the engine says comes back as JSON.

`engine_job.js` says which jobs there are. Deno is locked in `requirements/dev.txt`; it is given neither network nor
files to write.
"""

from __future__ import annotations

import base64
import json
import os
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from ludotome import Game

WEB = Path(__file__).resolve().parents[2] / "src" / "ludotome" / "web"
_JOB = Path(__file__).with_name("engine_job.js")


def run_deno(*arguments: str, given: str = "", seconds: float = 300) -> subprocess.CompletedProcess[str]:
    """Return how deno ended; it keeps its files in a folder that is removed."""
    from deno import find_deno_bin

    with tempfile.TemporaryDirectory(prefix="ludotome-deno-") as folder:
        environment = os.environ | {"DENO_DIR": folder, "DENO_NO_UPDATE_CHECK": "1", "NO_COLOR": "1"}
        return subprocess.run(
            [find_deno_bin(), *arguments],
            input=given,
            capture_output=True,
            text=True,
            timeout=seconds,
            env=environment,
            check=False,
        )


def engine_says(game: Game, job: dict[str, Any], players: int | None = None) -> Any:
    """Return what the engine answers to *job* on the module of *game*."""
    made = game.web_module(players)
    given = {"wasm": base64.b64encode(made.wasm).decode(), "data": made.data, **job}
    ended = run_deno("run", "--no-remote", "--no-config", f"--allow-read={WEB}", str(_JOB), given=json.dumps(given))
    assert ended.returncode == 0, ended.stderr
    return json.loads(ended.stdout)
