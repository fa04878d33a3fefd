"""The digest identifies the code that runs, even while its files are edited."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from ludotome.toolchain import package_digest, recall, remember_made

PACKAGES = ("one", "two")
LATER = 60 * 10**9


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A folder with two packages."""
    for name in PACKAGES:
        (tmp_path / "package" / name / "inner").mkdir(parents=True)
        (tmp_path / "package" / name / "inner" / "module.py").write_text("x = 1\n", encoding="utf-8")
    return tmp_path / "package"


def test_the_same_files_have_the_same_digest_and_others_another(package: Path) -> None:
    """`since` is in the future, as if a process began long after the files were written."""
    since = time.time_ns() + LATER
    first = package_digest(PACKAGES, package, since)
    assert package_digest(PACKAGES, package, since + 1) == first
    (package / "two/inner/module.py").write_text("x = 2\n", encoding="utf-8")
    assert package_digest(PACKAGES, package, since + 2) != first
    (package / "two/inner/module.py").write_text("x = 1\n", encoding="utf-8")
    assert package_digest(PACKAGES, package, since + 3) == first


def test_a_process_whose_files_changed_has_a_digest_of_its_own(package: Path) -> None:
    """The files are newer than the import, so it is unknown which version was imported."""
    began = time.time_ns() - LATER
    assert package_digest(PACKAGES, package, began) != package_digest(PACKAGES, package, began + 1)
    assert package_digest(PACKAGES, package, began) != package_digest(PACKAGES, package, time.time_ns() + LATER)


def test_nothing_is_stored_that_other_files_may_have_made(package: Path) -> None:
    """A module is imported on first use, which may be after its file changed and the key was computed."""
    remember_made(PACKAGES, "kind", "early", b"result", package, time.time_ns() - LATER)
    remember_made(PACKAGES, "kind", "late", b"result", package, time.time_ns() + LATER)
    assert (recall("kind", "early"), recall("kind", "late")) == (None, b"result")
