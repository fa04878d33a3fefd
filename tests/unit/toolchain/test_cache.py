"""The cache is found, checked, shared by processes, and optional."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from ludotome.toolchain import build, cache, cache_folder

BUILD = """
from ludotome.toolchain import build
def made(step):
    return build(f"int next(int a) {{ return a + {step}; }}", name="next", cdef="int next(int);")
"""


def build_one():
    return build("int one(void) { return 1; }", name="one", cdef="int one(void);")


@pytest.mark.parametrize(
    "damage",
    [lambda _: b"", lambda data: data[:1000], lambda data: data[:-1] + b"\xff", lambda _: b"x" * 5000],
    ids=["emptied", "cut short", "last byte changed", "another file"],
)
def test_a_damaged_file_is_built_again_and_replaced(run_python, damage):
    path = Path(run_python(BUILD + "print(made(1).path)").stdout.strip())
    sound = path.read_bytes()
    path.write_bytes(damage(sound))
    ended = run_python(BUILD + "print(made(1).lib.next(1))")
    assert (ended.stdout, ended.stderr) == ("2\n", "")
    assert path.read_bytes() == sound


@pytest.mark.parametrize("lost", ["messages.txt", "one.c"])
def test_a_partly_deleted_cache_still_works(lost):
    (build_one().path.parent / lost).unlink()
    assert build_one().lib.one() == 1


def test_many_processes_may_build_the_same_thing_at_once(own_cache):
    code = BUILD + "print([made(step).lib.next(1) for step in (1, 2)])"
    processes = [
        subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for _ in range(4)
    ]
    assert [process.communicate(timeout=120) for process in processes] == [("[2, 3]\n", "")] * 4
    assert sorted(path.suffix for path in own_cache.rglob("*") if path.is_file()) == [
        ".c",
        ".c",
        ".so",
        ".so",
        ".txt",
        ".txt",
    ]


def test_a_path_with_blanks_and_non_ascii_letters_works(tmp_path, monkeypatch):
    folder = tmp_path / "mein Spiele-Lager ★ 将棋 'quoted'"
    monkeypatch.setenv("LUDOTOME_CACHE", str(folder))
    assert build_one().lib.one() == 1
    assert folder in build_one().path.parents


TWO_BUILDS = (
    BUILD
    + "first = made(1); second = made(2); again = made(1)\n"
    + ("print(first.lib.next(1), second.lib.next(1), again.path == first.path, first.path.parent.parent)")
)


def assert_went_on_with_one_warning(ended: subprocess.CompletedProcess[str], cache: Path, why: str) -> None:
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout.startswith("2 3 True ")
    assert ended.stderr.count("ToolWarning") == 1
    assert re.search(rf"ToolWarning: cannot write the cache `{re.escape(str(cache))}` \({why}\)", ended.stderr)
    temporary = Path(ended.stdout.removeprefix("2 3 True ").strip())
    assert cache not in temporary.parents
    assert not temporary.exists(), "the temporary folder must go with the process"


def test_a_cache_that_cannot_be_made_costs_one_warning(run_python, tmp_path):
    (tmp_path / "file").write_text("in the way")
    ended = run_python(TWO_BUILDS, LUDOTOME_CACHE=str(tmp_path / "file" / "cache"))
    assert_went_on_with_one_warning(ended, tmp_path / "file" / "cache", "Not a directory")


FAILING = """
import errno, os
real = os.{call}
def failing(path, *others, **options):
    if os.environ["LUDOTOME_CACHE"] in os.fspath(path):
        raise OSError(errno.{error}, os.strerror(errno.{error}))
    return real(path, *others, **options)
os.{call} = failing
"""


@pytest.mark.parametrize(
    ("call", "error", "why"),
    [
        ("mkdir", "EROFS", "Read-only file system"),
        ("open", "EACCES", "Permission denied"),
        ("replace", "ENOSPC", "No space left on device"),
    ],
)
def test_a_full_disk_or_a_read_only_cache_costs_one_warning(run_python, own_cache, call, error, why):
    """Root can write everywhere, so the system's error is simulated."""
    ended = run_python(FAILING.format(call=call, error=error) + TWO_BUILDS)
    assert_went_on_with_one_warning(ended, own_cache, why)
    assert not [path for path in own_cache.rglob("*") if path.is_file()], "nothing half-written"


def test_a_read_only_cache_with_the_library_is_used_without_a_warning(run_python, own_cache):
    run_python(BUILD + "made(1)")
    ended = run_python(FAILING.format(call="open", error="EROFS") + BUILD + "print(made(1).lib.next(4))")
    assert (ended.stdout, ended.stderr) == ("5\n", "")


def test_no_folder_at_all_is_an_error_that_says_what_to_do(run_python, tmp_path):
    (tmp_path / "file").write_text("in the way")
    code = (
        "import tempfile\ntempfile.tempdir = '/no/such/folder'\n" + BUILD + "from ludotome.toolchain import ToolError\n"
    )
    code += "try: made(1)\nexcept ToolError as error: print(error.code, error)"
    ended = run_python(code, LUDOTOME_CACHE=str(tmp_path / "file"))
    assert ended.stdout.startswith("no-room cannot write compiled code"), ended.stderr
    assert "set `LUDOTOME_CACHE` and `TMPDIR`" in ended.stdout


def test_source_that_failed_is_kept_after_the_process_even_without_a_cache(run_python, tmp_path):
    (tmp_path / "file").write_text("in the way")
    code = "from ludotome.toolchain import ToolError, build\n"
    code += "try: build('nonsense', name='bad')\nexcept ToolError as error: print(error)"
    ended = run_python(code, LUDOTOME_CACHE=str(tmp_path / "file"), TMPDIR=str(tmp_path))
    kept = Path(re.search(r"kept in `(.*)`", ended.stdout)[1])
    assert kept.read_text() == "nonsense"
    assert tmp_path in kept.parents


@pytest.mark.parametrize(
    ("platform", "environment", "expected"),
    [
        ("linux", {"LUDOTOME_CACHE": "/a/b", "XDG_CACHE_HOME": "/x"}, "/a/b"),
        ("linux", {"XDG_CACHE_HOME": "/x"}, "/x/ludotome"),
        ("linux", {"XDG_CACHE_HOME": "relative"}, "/home/me/.cache/ludotome"),
        ("linux", {"LUDOTOME_CACHE": ""}, "/home/me/.cache/ludotome"),
        ("darwin", {"XDG_CACHE_HOME": "/x"}, "/home/me/Library/Caches/ludotome"),
        ("win32", {"LOCALAPPDATA": "/local"}, "/local/ludotome/Cache"),
        ("win32", {}, "/home/me/AppData/Local/ludotome/Cache"),
    ],
)
def test_the_cache_is_where_the_system_keeps_caches(monkeypatch, platform, environment, expected):
    for name in ("LUDOTOME_CACHE", "XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("HOME", "/home/me")
    monkeypatch.setattr(sys, "platform", platform)
    assert cache_folder() == Path(expected)


def test_a_relative_cache_folder_is_below_the_working_folder(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LUDOTOME_CACHE", "here")
    assert cache_folder() == Path(os.getcwd()) / "here"


def test_a_cache_folder_that_others_can_write_is_not_used(run_python, own_cache):
    """Others could not change its files, but could rename them, and so give one library the name of another."""
    paths = run_python(BUILD + "print(made(1).path.parent, made(2).path.parent)").stdout.split()
    first, second = map(Path, paths)
    aside = first.with_name("aside")
    for old, new in ((first, aside), (second, first), (aside, second)):
        old.rename(new)
    own_cache.chmod(0o777)
    ended = run_python(BUILD + "print(made(1).lib.next(1))")
    assert ended.stdout == "2\n"
    assert f"`{own_cache}` can be written by other users" in ended.stderr


@pytest.mark.parametrize("open_to_others", ["", "zig"], ids=["the cache", "the folder"])
def test_a_folder_for_tools_that_others_can_write_is_not_used(run_python, own_cache, open_to_others):
    """A compiler that caches parts of programs would link parts that others left there."""
    folder = own_cache / "zig"
    folder.mkdir(parents=True, exist_ok=True)
    ask = "from ludotome.toolchain.cache import writable_folder\nprint(writable_folder('zig'))"
    assert run_python(ask).stdout == f"{folder}\n"
    (own_cache / open_to_others).chmod(0o777)
    ended = run_python(ask)
    assert not ended.stdout.startswith(str(own_cache))
    assert "can be written by other users" in ended.stderr


def test_a_file_repaired_by_another_process_meanwhile_is_not_removed(monkeypatch):
    """One process reads a damaged file; before it removes it, another has replaced the file."""
    path = build_one().path
    sound, inode = path.read_bytes(), 0
    cache.write_whole(path.parent, path.name, b"damaged")  # not in place: the library is loaded

    def repaired_after_reading(data: bytes) -> str:
        nonlocal inode
        if data == b"damaged":
            inode = cache.write_whole(path.parent, path.name, sound).stat().st_ino
        return digest(data)

    digest = cache._digest
    monkeypatch.setattr(cache, "_digest", repaired_after_reading)
    assert build_one().path == path
    assert path.stat().st_ino == inode != 0
