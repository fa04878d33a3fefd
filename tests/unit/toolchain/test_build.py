"""C is compiled, loaded, found in the cache, and rejected with the compiler's own message."""

from __future__ import annotations

import os
import re
import time
from pathlib import Path

import pytest

from ludotome.toolchain import ToolError, build, build_program

SOURCE = "#ifndef STEP\n#define STEP 1\n#endif\nint next(int a) { return a + STEP; }\n"
DECLARATIONS = "int next(int);"


def build_next(**options):
    return build(SOURCE, name="next", cdef=DECLARATIONS, **options)


def test_the_functions_of_the_declarations_can_be_called():
    library = build_next()
    assert library.lib.next(41) == 42
    assert library.ffi.sizeof("int32_t") == 4
    assert (library.name, library.messages) == ("next", "")
    assert library.path.is_file()


def test_a_second_build_finds_the_same_file():
    first = build_next()
    written = first.path.stat().st_mtime_ns
    second = build_next()
    assert second.path == first.path
    assert second.path.stat().st_mtime_ns == written


def test_another_flag_is_another_library():
    two = build_next(flags=["-DSTEP=2"])
    three = build_next(flags=["-DSTEP=3"])
    assert (two.lib.next(0), three.lib.next(0), build_next().lib.next(0)) == (2, 3, 1)


def test_while_the_compiler_runs_the_caller_does_something_else():
    """It runs before there is a library, once, and not at all if nothing must be compiled."""
    found = []

    def look():
        found.append([*Path(os.environ["LUDOTOME_CACHE"]).rglob("*.so")])

    assert build_next(meanwhile=look).lib.next(41) == 42
    assert build_next(meanwhile=look).lib.next(41) == 42
    assert found == [[]]


def test_what_one_library_declares_later_is_its_own():
    first = build(SOURCE, name="next", cdef=DECLARATIONS)
    first.ffi.cdef("int other(int);")
    second = build("int next(int a) { return a + 5; }", name="next", cdef=DECLARATIONS)
    assert (first.lib.next(1), second.lib.next(1), dir(second.lib)) == (2, 6, ["next"])


def test_a_compiler_does_not_outlive_what_was_done_meanwhile(tmp_path, monkeypatch):
    """An interrupt ends the compiler and its programs; their temporary files are removed too."""
    slow = tmp_path / "slow"
    slow.write_text(
        f"#!/bin/sh\nsleep 60 &\ntouch $TMPDIR/part.s\necho ${{TMPDIR:-none}} $! $$ > {tmp_path}/seen\nwait\n"
    )
    slow.chmod(0o755)
    monkeypatch.setenv("LUDOTOME_CC", str(slow))
    seen = tmp_path / "seen"

    def interrupt():
        while not seen.exists() or not seen.read_text().endswith("\n"):
            time.sleep(0.01)  # until the compiler has written its process id
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build_next(meanwhile=interrupt)
    folder, *started = seen.read_text().split()
    assert Path(folder).name.startswith("ludotome-build-")
    assert not Path(folder).exists()
    assert [process for process in started if is_running(int(process))] == []
    assert [*Path(os.environ["LUDOTOME_CACHE"]).rglob("next*.so")] == []


def is_running(process: int) -> bool:
    """Return whether it still runs after a second; a process that was ended may wait to be reaped (state Z)."""
    for _ in range(100):
        try:
            state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
        except (FileNotFoundError, ProcessLookupError):
            return False
        if state == "Z":
            return False
        time.sleep(0.01)  # a signal takes a moment
    return True


def test_what_fails_meanwhile_is_not_a_fault_of_the_build():
    def fail():
        raise OSError(24, "Too many open files")

    assert build_next(meanwhile=fail).lib.next(41) == 42


@pytest.mark.parametrize(
    "changed",
    [
        {"c_source": SOURCE + "\n"},
        {"cdef": DECLARATIONS + "\n"},
        {"flags": ("-g",)},
        {"flags": ("-D", "A")},
        {"flags": ("-DA",)},
        {"name": "other"},
    ],
)
def test_every_part_of_a_build_is_in_its_key(changed):
    parts = {"c_source": SOURCE, "name": "next", "cdef": DECLARATIONS, "flags": ()}
    assert build(**parts).path.parent != build(**{**parts, **changed}).path.parent


def test_parts_cannot_run_together_into_one_key():
    one = build("int a;", name="x", flags=("-DA",))
    two = build("int a;", name="x", flags=("-D", "A"))
    assert one.path.parent != two.path.parent


@pytest.mark.parametrize("flags", [(), ("-g",)], ids=["plain", "with debug information"])
def test_a_build_gives_the_same_bytes_in_any_cache(tmp_path, monkeypatch, flags):
    first = build_next(flags=flags)
    monkeypatch.setenv("LUDOTOME_CACHE", str(tmp_path / "another"))
    second = build_next(flags=flags)
    assert second.path != first.path
    assert second.path.read_bytes() == first.path.read_bytes()


def test_our_flags_can_be_overruled():
    optimised = "int f(void) {\n#ifdef __OPTIMIZE__\nreturn 1;\n#else\nreturn 0;\n#endif\n}"
    assert build(optimised, name="f", cdef="int f(void);").lib.f() == 1
    assert build(optimised, name="f", cdef="int f(void);", flags=["-O0"]).lib.f() == 0


def test_a_system_library_can_be_linked():
    root = build(
        "#include <math.h>\ndouble f(double a) { return pow(a, 0.5); }",
        name="f",
        cdef="double f(double);",
        flags=["-lm"],
    )
    assert root.lib.f(9.0) == 3.0


def test_declarations_may_come_later():
    library = build(SOURCE, name="next")
    library.ffi.cdef(DECLARATIONS)
    assert library.lib.next(1) == 2


def test_c_that_does_not_compile_is_refused_with_the_compilers_words_and_its_source_kept(own_cache):
    source = "int broken(void) { return missing_name; }\n"
    with pytest.raises(ToolError, match="the C compiler refused `broken`") as raised:
        build(source, name="broken")
    message = str(raised.value)
    assert raised.value.code == "compile-failed"
    assert re.search(r"broken\.c:1:\d+: error: .*missing_name", message)
    kept = Path(re.search(r"kept in `(.*)`", message)[1])
    assert kept.read_text() == source
    assert own_cache in kept.parents


def test_c_that_does_not_compile_leaves_nothing_that_could_be_loaded(own_cache):
    for _ in range(2):
        with pytest.raises(ToolError):
            build("int;;; syntax", name="broken")
    assert [path.name for path in own_cache.rglob("*") if path.is_file()] == ["broken.c"]


def test_warnings_of_the_compiler_are_kept_with_the_cached_library():
    source = "int f(int unused_thing) { return 1; }"
    fresh = build(source, name="f", cdef="int f(int);")
    cached = build(source, name="f", cdef="int f(int);")
    assert "warning: unused parameter" in fresh.messages
    assert cached.messages == fresh.messages
    assert cached.lib.f(0) == 1


def test_a_library_that_cannot_be_loaded_is_distinguished_from_c_that_cannot_be_compiled():
    source = "int nowhere(void); int f(void) { return nowhere(); }"
    with pytest.raises(ToolError, match=r"cannot load the compiled library .*nowhere") as raised:
        build(source, name="f", cdef="int f(void);", flags=["-Wl,-z,now"])
    assert raised.value.code == "load-failed"


@pytest.mark.parametrize("name", ["", "a/b", "..", "a b", "é", "x" * 101])
def test_a_name_that_cannot_name_a_file_is_refused(name):
    with pytest.raises(ValueError, match="cannot name files"):
        build(SOURCE, name=name)


def test_one_text_for_flags_is_refused_with_what_to_write():
    with pytest.raises(TypeError, match=re.escape("write `flags=('-lm',)`")):
        build_next(flags="-lm")


def test_a_program_is_built_once_and_runs(run_python):
    source = '#include <stdio.h>\nint main(void) { puts("here"); return 7; }'
    program = build_program(source, name="here")
    assert build_program(source, name="here") == program
    ended = run_python(f"import subprocess; print(subprocess.run([{str(program)!r}], capture_output=True))")
    assert "returncode=7, stdout=b'here" in ended.stdout


@pytest.mark.parametrize(
    ("ending", "told"),
    [("kill -9 $$", "the C compiler was ended by signal 9"), ("exit 0", "reported success but made no file of")],
)
def test_a_compiler_that_is_killed_or_makes_nothing_is_reported_as_such(ending, told, tmp_path, monkeypatch):
    compiler = tmp_path / "cc"
    compiler.write_text(f'#!/bin/sh\ncase "$*" in *version*) echo 1.0; exit 0;; esac\n{ending}\n')
    compiler.chmod(0o755)
    monkeypatch.setenv("LUDOTOME_CC", str(compiler))
    monkeypatch.setenv("LUDOTOME_CACHE", str(tmp_path / "cache"))
    with pytest.raises(ToolError, match=re.escape(told)) as raised:
        build_next()
    assert raised.value.code == "compile-failed"
    assert not list(tmp_path.rglob("*.so"))
