"""The editor bundle is built by its build script from its lock file, and the page of the workshop is small."""

from __future__ import annotations

import gzip
import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
WEB = ROOT / "src" / "ludotome" / "web"
SOURCE = ROOT / "editors" / "codemirror"
MOST_BYTES = 400_000
_IMPORT = re.compile(r'^(?:import|export)\b[^;]*?from "([^"]+)"|^import "([^"]+)"', re.MULTILINE | re.DOTALL)


def _modules(entry: Path) -> set[Path]:
    """Return *entry* and every module that it imports, directly or indirectly."""
    found, waiting = set[Path](), [entry]
    while waiting:
        module = waiting.pop()
        if module in found:
            continue
        found.add(module)
        text = module.read_text(encoding="utf-8")
        if module.parent.name != "vendor":
            names = [one or other for one, other in _IMPORT.findall(text)]
            waiting += [(module.parent / name).resolve() for name in names]
    return found


def test_the_page_is_small() -> None:
    modules = _modules(WEB / "workshop" / "page.js")
    assert WEB / "vendor" / "codemirror.js" in modules
    styles = ("tokens.css", "studio/bar.css", "player/player.css", "studio/studio.css", "workshop/workshop.css")
    files = [*modules, *(WEB / style for style in styles)]
    assert sum(len(gzip.compress(file.read_bytes(), 6)) for file in files) < MOST_BYTES


def test_every_package_in_the_bundle_has_its_licence_text() -> None:
    licences = (WEB / "vendor" / "codemirror.licences.txt").read_text(encoding="utf-8")
    packages = re.findall(r"^(\S+) \d+\.\d+\.\d+ \((.+)\)$", licences, re.MULTILINE)
    assert {"@codemirror/view", "@codemirror/state", "@lezer/markdown", "style-mod"} <= {name for name, _ in packages}
    assert {licence for _, licence in packages} == {"MIT"}
    assert licences.count("Permission is hereby granted") == len(packages)


@pytest.mark.long
def test_the_bundle_is_what_its_lock_file_gives(tmp_path: Path) -> None:
    npm = shutil.which("npm")
    assert npm is not None, "no npm found: install Node.js (on Debian: apt install npm)"
    for name in ("package.json", "package-lock.json", "build.mjs", "editor.js"):
        shutil.copy(SOURCE / name, tmp_path / name)
    subprocess.run([npm, "ci", "--no-audit", "--no-fund"], cwd=tmp_path, check=True, capture_output=True, timeout=300)
    made = tmp_path / "made"
    subprocess.run(["node", "build.mjs", str(made)], cwd=tmp_path, check=True, capture_output=True, timeout=120)
    vendor = WEB / "vendor"
    assert sorted(file.name for file in made.iterdir()) == sorted(file.name for file in vendor.iterdir())
    for file in vendor.iterdir():
        assert (made / file.name).read_bytes() == file.read_bytes(), file.name
