"""The wheel is complete: built from this tree and installed alone, it plays, exports and serves."""

from __future__ import annotations

import json
import subprocess
import tomllib
import urllib.request
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.environments import build_wheel, clean_environment, pip, pythons
from tests.support.house import HOUSE


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_wheel(tmp_path_factory.mktemp("wheel"))


def test_every_file_of_the_package_is_in_the_wheel(wheel: Path) -> None:
    inside = set(zipfile.ZipFile(wheel).namelist())
    package = HOUSE.root / "src" / "ludotome"
    wanted = {
        f"ludotome/{file.relative_to(package).as_posix()}"
        for folder in ("web", "games", "export")
        for file in (package / folder).rglob("*")
        if file.is_file() and "__pycache__" not in file.parts
    }
    assert len(wanted) > 40
    assert wanted - inside == set()


@pytest.mark.long
@pytest.mark.parametrize("made_with", pythons(), ids=lambda path: Path(path).name)
def test_the_wheel_with_its_dependencies_plays_exports_and_serves(wheel: Path, tmp_path: Path, made_with: str) -> None:
    """As a user installs it: only the requirements of the wheel, and no checkout nearby."""
    python, environment = clean_environment(tmp_path, made_with)
    pip(python, "install", f"{wheel}[export,serve]")
    program = [str(python), "-m", "ludotome"]

    def run(*words: str) -> str:
        ran = subprocess.run(
            [*program, *words], capture_output=True, text=True, cwd=tmp_path, env=environment, timeout=300, check=False
        )
        assert ran.returncode == 0, ran.stderr
        return ran.stdout

    report = json.loads(run("simulate", "breakthrough", "-n", "200", "--json"))
    assert (report["games"], report["backend"]) == (200, "native")
    run("report", "tic-tac-toe", "-n", "20", "-o", "report.html")
    run("export", "tic-tac-toe", "-o", "game.html")
    assert (tmp_path / "game.html").stat().st_size > 50_000
    serving = [*program, "serve", "--no-browser", "--port", "0"]
    with subprocess.Popen(serving, stdout=subprocess.PIPE, text=True, cwd=tmp_path, env=environment) as studio:
        try:
            assert studio.stdout is not None
            address = studio.stdout.readline().strip()
            browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
            with browser.open(address.partition("?")[0] + "healthz", timeout=30) as answer:
                assert answer.status == 200
            with browser.open(address, timeout=30) as answer:
                assert "<html" in answer.read().decode()
        finally:
            studio.terminate()


@pytest.mark.long
def test_every_extra_is_resolved_together(
    wheel: Path, tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    """Without installing anything, and for the newest Python that the wheels support."""
    python, _ = clean_environment(tmp_path)
    extras = tomllib.loads((HOUSE.root / "pyproject.toml").read_text(encoding="utf-8"))["project"][
        "optional-dependencies"
    ]
    asked = f"{wheel}[{','.join(extras)}]"
    told = []
    for version in (None, "3.13"):
        other = ["--python-version", version, "--only-binary=:all:", "--target", str(tmp_path / "x")] if version else []
        found = json.loads(pip(python, "install", "--dry-run", "--ignore-installed", "--report", "-", *other, asked))
        names = {one["metadata"]["name"].lower() for one in found["install"]}
        assert {"ludotome", "numpy", "ziglang", "pyarrow", "ray", "gymnasium"} <= names
        told.append(f"{len(names)} packages for {version or 'this Python'}")
    record_property("result", "; ".join(told))
