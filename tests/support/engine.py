"""The JavaScript engine, run by deno or in a page: jobs and results are JSON.

`engine_job.js` defines the jobs. Deno is locked in `requirements/dev.txt`; it has no access to the network or to
writable files. A page gets only the modules of this checkout.
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

ROOT = Path(__file__).resolve().parents[2]
WEB = ROOT / "src" / "ludotome" / "web"
_SITE = "http://engine.test/"
_JOB = Path(__file__).with_name("engine_job.js")


def run_deno(*arguments: str, given: str = "", seconds: float = 300) -> subprocess.CompletedProcess[str]:
    """Run deno and return the finished process; its own files are in a temporary folder."""
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
    """Return the engine's result of *job* on the module of *game*."""
    given = json.dumps(_with_module(game, job, players))
    ended = run_deno("run", "--no-remote", "--no-config", f"--allow-read={WEB}", str(_JOB), given=given)
    assert ended.returncode == 0, ended.stderr
    return json.loads(ended.stdout)


def open_engine(page: Any) -> None:
    """Let *page* load the modules of this checkout."""

    def serve(route: Any) -> None:
        path = route.request.url.removeprefix(_SITE)
        if not path:
            route.fulfill(body="<!DOCTYPE html>", content_type="text/html")
        else:
            route.fulfill(path=ROOT / path, content_type="text/javascript")

    page.route(f"{_SITE}**", serve)
    page.goto(_SITE)


def page_says(page: Any, game: Game, job: dict[str, Any], players: int | None = None) -> Any:
    """Return the engine's result of *job* in *page*, after `open_engine`."""
    asked = f"async job => (await import('/{_JOB.relative_to(ROOT)}')).answer(job)"
    return page.evaluate(asked, _with_module(game, job, players))


def _with_module(game: Game, job: dict[str, Any], players: int | None) -> dict[str, Any]:
    made = game.web_module(players)
    return {"wasm": base64.b64encode(made.wasm).decode(), "data": made.data, **job}
