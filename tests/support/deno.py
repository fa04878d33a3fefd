"""Deno: run and type-check the JavaScript modules outside a browser, with the deno wheel that the tests install."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from deno import find_deno_bin

WEB = Path(__file__).resolve().parents[2] / "src" / "ludotome" / "web"
SECONDS = 120


def run_module(source: str, data: object) -> Any:
    """Run the module *source* on *data* and return its result.

    The module has `data`, imports modules as `@web/NAME.js`, and assigns its result to `answer`. It can read only
    these modules.
    """
    with tempfile.TemporaryDirectory() as folder:
        script = Path(folder) / "script.js"
        head = 'const data = JSON.parse(Deno.readTextFileSync("data.json"));\nlet answer;\n'
        imports = [line for line in source.splitlines() if line.startswith("import ")]
        body = [line for line in source.splitlines() if not line.startswith("import ")]
        tail = '\nDeno.writeTextFileSync("answer.json", JSON.stringify(answer));\n'
        text = "\n".join(imports).replace("@web/", f"{WEB.as_uri()}/") + "\n" + head + "\n".join(body) + tail
        script.write_text(text, encoding="utf-8")
        Path(folder, "data.json").write_text(json.dumps(data), encoding="utf-8")
        rights = [f"--allow-read=.,{WEB}", "--allow-write=."]
        _run(
            ["run", "--no-remote", "--no-npm", "--no-config", "--no-lock", "--no-prompt", *rights, "script.js"], folder
        )
        return json.loads(Path(folder, "answer.json").read_text(encoding="utf-8"))


def run_script(source: str) -> Any:
    """Return what the script *source*, which imports nothing, assigns to `answer`."""
    return run_module(source, None)


def run_types(file: Path) -> str:
    """Check the types of a TypeScript *file* and run it; return what it prints."""
    rights = [
        "--check",
        "--no-remote",
        "--no-npm",
        "--no-config",
        "--no-lock",
        "--no-prompt",
        f"--allow-read={file.parent}",
    ]
    return _run(["run", *rights, str(file)], str(file.parent))


def check_types(files: list[Path]) -> None:
    """Fail with the errors of the type checker in *files*."""
    with tempfile.TemporaryDirectory() as folder:
        config = Path(folder) / "deno.json"
        options = {"checkJs": True, "strict": True, "lib": ["deno.ns", "dom", "dom.iterable", "esnext"]}
        config.write_text(json.dumps({"compilerOptions": options}), encoding="utf-8")
        _run(["check", "--no-remote", "--no-npm", "--no-lock", f"--config={config}", *map(str, files)], folder)


def _run(arguments: list[str], folder: str) -> str:
    environment = os.environ | {"DENO_DIR": folder, "DENO_NO_UPDATE_CHECK": "1", "NO_COLOR": "1"}
    command = [find_deno_bin(), *arguments]
    ran = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, timeout=SECONDS, check=False
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout
