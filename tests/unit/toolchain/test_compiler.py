"""Which compiler is chosen, and the error if there is none."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from ludotome.toolchain import ToolError, build, find_compiler

SOURCE = "int twice(int a) { return 2 * a; }"
DECLARATIONS = "int twice(int);"


def put_program(folder: Path, name: str, text: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    path.write_text(f"#!{sys.executable}\n{text}\n")
    path.chmod(0o755)
    return path


@pytest.fixture
def no_system_compiler(tmp_path, monkeypatch):
    """Simulate a machine without a compiler on its path."""
    (tmp_path / "empty").mkdir()
    monkeypatch.setenv("PATH", str(tmp_path / "empty"))


@pytest.mark.parametrize("present", [("cc", "gcc", "clang"), ("gcc", "clang"), ("clang",)])
def test_the_first_of_cc_gcc_clang_on_the_path_is_chosen(tmp_path, monkeypatch, present):
    for name in present:
        put_program(tmp_path / "bin", name, "")
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    assert find_compiler().command == (str(tmp_path / "bin" / present[0]),)


def test_ziglang_alone_is_enough(no_system_compiler):
    compiler = find_compiler()
    assert compiler.command == (sys.executable, "-m", "ziglang", "cc")
    library = build(SOURCE, name="twice", cdef=DECLARATIONS)
    assert library.lib.twice(21) == 42
    assert library.messages == ""


def test_no_compiler_at_all_is_an_error_that_says_what_to_do(no_system_compiler, monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda _name: None)
    with pytest.raises(
        ToolError, match=r"no C compiler found: no `cc`, no `gcc`, no `clang`.*run `pip install ziglang`"
    ) as raised:
        find_compiler()
    assert raised.value.code == "no-compiler"


@pytest.mark.parametrize("wanted", ["nonsense", "/no/such/compiler --fast", "'unclosed"])
def test_a_wanted_compiler_that_is_not_there_is_an_error_and_never_replaced(monkeypatch, wanted):
    monkeypatch.setenv("LUDOTOME_CC", wanted)
    with pytest.raises(ToolError, match=f"`LUDOTOME_CC` is `{wanted}`, but there is no program") as raised:
        build(SOURCE, name="twice", cdef=DECLARATIONS)
    assert raised.value.code == "no-compiler"


def test_a_wanted_compiler_that_cannot_be_started_is_an_error(tmp_path, monkeypatch):
    broken = tmp_path / "broken"
    broken.write_bytes(b"\x7fELF but not really")
    broken.chmod(0o755)
    monkeypatch.setenv("LUDOTOME_CC", str(broken))
    with pytest.raises(ToolError, match="cannot start the C compiler") as raised:
        build(SOURCE, name="twice", cdef=DECLARATIONS)
    assert raised.value.code == "no-compiler"


@pytest.mark.parametrize("blank", ["", "  "])
def test_a_blank_compiler_variable_is_ignored(monkeypatch, blank):
    chosen = find_compiler()
    monkeypatch.setenv("LUDOTOME_CC", blank)
    assert find_compiler() == chosen


def test_a_wanted_compiler_may_have_arguments(monkeypatch):
    monkeypatch.setenv("LUDOTOME_CC", f"{sys.executable} -m ziglang cc")
    assert find_compiler().command == (sys.executable, "-m", "ziglang", "cc")
    assert build(SOURCE, name="twice", cdef=DECLARATIONS).lib.twice(4) == 8


def test_a_wanted_compiler_may_have_blanks_in_its_path(tmp_path, monkeypatch):
    path = put_program(tmp_path / "my tools", "a compiler", "print('quiet cc 1.0')")
    monkeypatch.setenv("LUDOTOME_CC", str(path))
    assert find_compiler().command == (str(path),)


def test_an_upgraded_compiler_is_another_compiler(tmp_path, monkeypatch):
    path = put_program(tmp_path, "mycc", "print('1')")
    monkeypatch.setenv("LUDOTOME_CC", str(path))
    before = find_compiler()
    put_program(tmp_path, "mycc", "print('2.0')")
    assert find_compiler().identity != before.identity


@pytest.fixture
def counting_compiler(tmp_path, monkeypatch):
    """Return a file to which the chosen compiler adds an `x` each time it is started."""
    real, mark = list(find_compiler().command), tmp_path / "started"
    text = f"import os, sys\nopen({str(mark)!r}, 'a').write('x')\nos.execv({real[0]!r}, {real!r} + sys.argv[1:])"
    monkeypatch.setenv("LUDOTOME_CC", str(put_program(tmp_path, "counting", text)))
    return mark


def test_a_cached_library_starts_no_compiler(counting_compiler):
    for _ in range(3):
        assert build(SOURCE, name="twice", cdef=DECLARATIONS).lib.twice(1) == 2
    assert counting_compiler.read_text() == "x"


def test_another_compiler_and_an_upgraded_one_build_anew(counting_compiler, monkeypatch):
    build(SOURCE, name="twice")
    with Path(find_compiler().command[0]).open("a") as program:
        program.write("# version 2\n")
    build(SOURCE, name="twice")
    monkeypatch.setenv("LUDOTOME_CC", f"{find_compiler().command[0]} -DNOTHING")
    build(SOURCE, name="twice")
    assert counting_compiler.read_text() == "xxx"


def test_loading_this_package_loads_no_cffi(run_python):
    ended = run_python(
        "import sys, ludotome.toolchain; print(sorted({'cffi', 'numpy', 'importlib.metadata'} & set(sys.modules)))"
    )
    assert ended.stdout == "[]\n", ended.stderr


def test_the_environment_is_read_at_each_call(monkeypatch):
    find_compiler()
    monkeypatch.setitem(os.environ, "LUDOTOME_CC", "nonsense")
    with pytest.raises(ToolError):
        find_compiler()


def test_a_compiler_named_by_a_path_from_here_is_run_from_elsewhere(tmp_path, monkeypatch):
    """It runs in the folder of the build, where a relative path would lead nowhere."""
    (tmp_path / "tools").mkdir()
    (tmp_path / "tools" / "mine").symlink_to(find_compiler().command[0])
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LUDOTOME_CC", "tools/mine")
    assert build("int one(void) { return 1; }", name="one", cdef="int one(void);").lib.one() == 1
