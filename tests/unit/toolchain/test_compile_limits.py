"""A compiler ends when its time limit passes and when Ludotome dies, and leaves nothing behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from ludotome.toolchain import ToolError, build, running
from ludotome.toolchain.build import MOST_SOURCE

SLOW = """#!/bin/sh
echo $$ > {pids}/driver
sleep 300 &
echo $! > {pids}/worker
wait
"""
BUILD = "from ludotome.toolchain import build; build('int a;', name='slow')"


@pytest.fixture
def slow_compiler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a compiler that never ends, with a child process, and the folder where both write their process ids."""
    command = tmp_path / "slow-cc"
    command.write_text(SLOW.format(pids=tmp_path))
    command.chmod(0o755)
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setenv("LUDOTOME_CC", str(command))
    monkeypatch.setenv("TMPDIR", str(temporary))
    return tmp_path


def comes_true(is_so: Callable[[], bool]) -> bool:
    """Return whether *is_so* becomes true within half a minute; the system may end processes late."""
    for _ in range(300):
        if is_so():
            return True
        time.sleep(0.1)  # between two checks; nothing notifies us when another process has ended
    return False


def runs(pids: Path, name: str) -> bool:
    try:
        state = Path(f"/proc/{(pids / name).read_text().strip()}/stat").read_text().split()[2]
    except (OSError, IndexError):
        return False
    return state != "Z"


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_a_compiler_dies_with_the_process_that_waits_for_it(slow_compiler: Path, number: signal.Signals) -> None:
    """However the process dies: the compiler ends with everything it started, and its temporary folder is removed."""
    process = subprocess.Popen([sys.executable, "-c", BUILD], stderr=subprocess.DEVNULL, env=dict(os.environ))
    assert comes_true(lambda: runs(slow_compiler, "worker"))
    process.send_signal(number)
    process.wait(60)
    assert comes_true(lambda: not runs(slow_compiler, "driver"))
    assert comes_true(lambda: not runs(slow_compiler, "worker"))
    assert comes_true(lambda: not list((slow_compiler / "temporary").iterdir()))


def test_a_compiler_that_takes_too_long_is_stopped(slow_compiler: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "LONGEST_WAIT", 1)
    with pytest.raises(ToolError, match="took longer than 1 s") as caught:
        build("int a;", name="slow")
    assert caught.value.code == "compile-limit"
    assert comes_true(lambda: not runs(slow_compiler, "worker"))


@pytest.mark.parametrize("driver", ["exec sh {worker}", "sh {worker} || {{ kill -l $? ; exit 1; }}"])
def test_a_compiler_that_works_too_long_is_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, driver: str
) -> None:
    """By processor time, not by wall time: on a busy machine a small game may take minutes to compile."""
    worker, command = tmp_path / "worker", tmp_path / "busy-cc"
    worker.write_text("while :; do :; done\n")
    said = 'echo "internal compiler error: CPU time limit exceeded signal terminated program cc1"'
    command.write_text("#!/bin/sh\n" + driver.format(worker=worker).replace("kill -l $?", said) + "\n")
    command.chmod(0o755)
    monkeypatch.setenv("LUDOTOME_CC", str(command))
    monkeypatch.setattr(running, "COMPILE_SECONDS", 1)
    with pytest.raises(ToolError, match="used up its processor time") as caught:
        build("int a;", name="busy")
    assert caught.value.code == "compile-limit"


def test_a_compiler_has_no_more_time_than_the_process_that_starts_it(tmp_path: Path) -> None:
    """The limits of a worker process apply to its compiler."""
    command = tmp_path / "asked-cc"
    command.write_text(f"#!/bin/sh\nulimit -t > {tmp_path}/seconds\nexit 1\n")
    command.chmod(0o755)
    limited = f"import resource; resource.setrlimit(resource.RLIMIT_CPU, (50, 70)); {BUILD}"
    subprocess.run(
        [sys.executable, "-c", limited],
        env={**os.environ, "LUDOTOME_CC": str(command), "LUDOTOME_CACHE": str(tmp_path / "cache")},
        check=False,
        capture_output=True,
    )
    assert (tmp_path / "seconds").read_text().strip() == "50"


def test_a_compiler_that_says_too_much_is_cut_short(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    command = tmp_path / "loud-cc"
    command.write_text("#!/bin/sh\nhead -c 10000000 /dev/zero | tr '\\0' x\nexit 1\n")
    command.chmod(0o755)
    monkeypatch.setenv("LUDOTOME_CC", str(command))
    with pytest.raises(ToolError) as caught:
        build("int a;", name="loud")
    assert caught.value.code == "compile-failed"
    assert 1000 < len(str(caught.value)) < 100_000


def test_too_much_c_is_not_compiled() -> None:
    with pytest.raises(ToolError, match="bytes of C; at most") as caught:
        build("/*" + "x" * MOST_SOURCE + "*/", name="large")
    assert caught.value.code == "compile-limit"
