"""An interrupt ends a long run within a second and keeps the finished games.

The second is processor time: on a busy machine the program may have to wait for its turn. Wall time is only limited to
detect programs that hang.
"""

from __future__ import annotations

import json
import os
import re
import resource
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pexpect
import pytest

HEAD = """
import json, signal, sys, time
import ludotome

game, asked = ludotome.load("chess"), []

def note(number, frame):
    asked.append(time.process_time())
    signal.default_int_handler(number, frame)

def say(played):
    if played and not asked:
        print("playing", flush=True)

signal.signal(signal.SIGINT, note)
"""
TAIL = """
print(json.dumps({"seconds": time.process_time() - asked[0], "got": got}), flush=True)
"""
PLAYOUTS = """
found = game.playouts(1_000_000, threads=2, backend="native", progress=say)
got = [len(found.plies), int(found.plies.min()), int((found.outcome == -1).sum())]
"""
SIMULATE = """
from ludotome.simulate import make_report, play_games
# Chess is slow to watch, and has triggers, which the report follows on the reference kernel.
report = make_report(play_games(game, 1_000_000, threads=2, progress=say))
got = [report.games, report.asked, report.watched]
"""
PERFT = """
state = game.new_initial_state(backend="native")
game.perft(2, state)
try:
    say(1)
    got = game.perft(9, state)
except KeyboardInterrupt:
    got = "interrupted"
"""
BENCH = """
import contextlib, io
from ludotome.cli.main import main

plain = ludotome.Game.playouts

def playouts(game, n, **how):
    if how["backend"] == KERNEL and n >= MANY:
        with contextlib.redirect_stdout(sys.__stdout__):
            told or say(n)
            told.append(n)
    return plain(game, n, **how)

told, ludotome.Game.playouts = [], playouts
with contextlib.redirect_stdout(io.StringIO()) as written:
    got = [main(["bench", "tic-tac-toe", "--seconds", "2"]), written.getvalue()]
"""
PATIENCE = 60
_INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "test", "version": "1"},
        "processId": None,
        "rootUri": None,
    },
}
_HELLO = json.dumps(_INITIALIZE).encode()
HELLOS = {"mcp": _HELLO + b"\n", "lsp": b"Content-Length: %d\r\n\r\n%s" % (len(_HELLO), _HELLO)}


def interrupted(job: str) -> dict[str, Any]:
    """Return the output of a program that was interrupted once it printed that it plays."""
    program = [sys.executable, "-c", HEAD + job + TAIL]
    with subprocess.Popen(program, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        assert running.stdout.readline() == "playing\n"
        running.send_signal(signal.SIGINT)
        try:
            said, _ = running.communicate(timeout=PATIENCE)
        finally:
            running.kill()
    assert running.returncode == 0
    printed: dict[str, Any] = json.loads(said.splitlines()[-1])
    return printed


def test_playouts_stop_and_keep_whole_games() -> None:
    """Fewer games than requested, more than none, each played to its end."""
    printed = interrupted(PLAYOUTS)
    assert printed["seconds"] < 1
    games, shortest, unfinished = printed["got"]
    assert 0 < games < 1_000_000
    assert shortest > 0
    assert unfinished == 0


def test_a_simulation_stops_and_reports_what_was_played() -> None:
    printed = interrupted(SIMULATE)
    assert printed["seconds"] < 2
    games, asked, watched = printed["got"]
    assert 0 < games < asked == 1_000_000
    assert 0 < watched <= games


def test_perft_stops() -> None:
    printed = interrupted(PERFT)
    assert printed["seconds"] < 1
    assert printed["got"] == "interrupted"


@pytest.mark.parametrize(("kernel", "many"), [("native", 100_000), ("reference", 50)])
def test_bench_stops_and_prints_no_figures(kernel: str, many: int) -> None:
    """Games that an interrupt cut short cannot be used as a measurement."""
    printed = interrupted(BENCH.replace("KERNEL", repr(kernel)).replace("MANY", str(many)))
    assert printed["got"] == [130, ""]
    assert printed["seconds"] < 1


def test_perft_at_a_terminal_ends_with_one_line() -> None:
    """Counts of finished depths stay, one line reports the interrupt, and the status is that of an interrupt."""
    words = ["-m", "ludotome", "perft", "chess", "-d", "9"]
    spent_before = resource.getrusage(resource.RUSAGE_CHILDREN)
    child = pexpect.spawn(sys.executable, words, timeout=PATIENCE, encoding="utf-8")
    try:
        child.expect(r"depth  4.* s\r\n")
        worked = _seconds_of(child.pid)
        child.sendintr()
        child.expect(pexpect.EOF)
    finally:
        child.close()
    whole = _seconds(resource.getrusage(resource.RUSAGE_CHILDREN)) - _seconds(spent_before)
    assert [line for line in child.before.replace("^C", "").splitlines() if line.strip()] == ["error: interrupted"]
    assert child.exitstatus == 130
    assert whole - worked < 1


def _seconds(used: resource.struct_rusage) -> float:
    return used.ru_utime + used.ru_stime


def _seconds_of(process: int) -> float:
    """Return the processor time that a running program and its compiler have used.

    They are four fields of its status: two for the program, two for the children that it has waited for.
    """
    fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")


@pytest.mark.parametrize("agents", ["random", "random,greedy"])
def test_simulate_reports_what_was_played(agents: str) -> None:
    """After an interrupt at a terminal, the report covers the games played so far."""
    words = ["-m", "ludotome", "simulate", "breakthrough", "-n", "1000000", "--agents", agents]
    child = pexpect.spawn(sys.executable, words, timeout=PATIENCE, dimensions=(60, 120))
    try:
        child.expect(r"[1-9]\d*/1000000")
        child.sendintr()
        started = time.monotonic()
        child.expect("interrupted: 1,000,000 games were requested")
        child.expect(pexpect.EOF)
        assert time.monotonic() - started < PATIENCE
    finally:
        child.close()
    assert child.exitstatus == 130


@pytest.mark.parametrize(
    ("command", "seen", "kept"),
    [
        (["report", "breakthrough", "--seconds", "20"], "games of easy", "Is it fair"),
        (["compare", "breakthrough", "hex", "--seconds", "300"], "random players, [1-9]", "With random players"),
        (
            ["tune", "hex", "--goal", "fair", "--over", "size=3..4", "--level", "random", "--seconds", "8"],
            "fresh games of 2", "size=",
        ),
    ],
)  # fmt: skip
def test_measuring_commands_show_what_was_played(command: list[str], seen: str, kept: str) -> None:
    child = pexpect.spawn(sys.executable, ["-m", "ludotome", *command], timeout=PATIENCE, dimensions=(60, 120))
    try:
        child.expect(seen)
        child.sendintr()
        child.expect(kept)
        child.expect(r"use\s+the\s+games\s+that\s+were\s+finished")
        child.expect(pexpect.EOF)
    finally:
        child.close()
    assert child.exitstatus == 130


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("command", ["mcp", "lsp"])
def test_a_server_of_standard_input_ends_while_its_client_says_nothing(command: str, number: signal.Signals) -> None:
    """The thread that reads input waits for a client that may never write; the program ends without waiting for it."""
    program = [sys.executable, "-m", "ludotome", command]
    with subprocess.Popen(program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        try:
            assert running.stdin is not None
            assert running.stdout is not None
            running.stdin.write(HELLOS[command])
            running.stdin.flush()
            assert running.stdout.read(1)  # it has answered, so it is running
            running.send_signal(number)
            running.wait(PATIENCE)
        finally:
            running.kill()
    assert running.returncode == 128 + number


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("command", ["serve", "mcp", "lsp", "build"])
def test_a_signal_while_the_program_loads_ends_it_without_a_traceback(
    command: str, number: signal.Signals, tmp_path: Path
) -> None:
    """For each command; a module that never finishes loading simulates a slow machine."""
    (tmp_path / "msgspec.py").write_text(
        "print('loading', flush=True)\nimport time\ntime.sleep(600)\n", encoding="utf-8"
    )
    program = [sys.executable, "-m", "ludotome", command]
    path = os.pathsep.join((str(tmp_path), *filter(None, [os.environ.get("PYTHONPATH")])))
    environment = {**os.environ, "PYTHONPATH": path}
    with subprocess.Popen(program, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment) as running:
        try:
            assert running.stdout is not None
            assert running.stdout.readline() == b"loading\n"
            running.send_signal(number)
            _, said = running.communicate(timeout=PATIENCE)
        finally:
            running.kill()
    assert (running.returncode, said) == (128 + number, b"")


@pytest.mark.parametrize(("number", "word"), [(signal.SIGINT, "interrupted"), (signal.SIGTERM, "terminated")])
def test_build_ends_while_the_compiler_works(number: signal.Signals, word: str, tmp_path: Path) -> None:
    """The compiler ends too: the program waits for it."""
    compiler = tmp_path / "cc"
    compiler.write_text(
        f'#!/bin/sh\ncase "$*" in *--version*) echo slow 1.0;; *) touch {tmp_path}/begun; exec sleep 600;; esac\n',
        encoding="utf-8",
    )
    compiler.chmod(0o755)
    environment = {**os.environ, "LUDOTOME_CC": str(compiler), "XDG_CACHE_HOME": str(tmp_path / "cache")}
    program = [sys.executable, "-m", "ludotome", "build", "tic-tac-toe"]
    with subprocess.Popen(program, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment) as running:
        try:
            given_up = time.monotonic() + PATIENCE
            while not (tmp_path / "begun").exists():
                assert time.monotonic() < given_up
                time.sleep(0.01)  # until the compiler runs and creates this file
            running.send_signal(number)
            made, said = running.communicate(timeout=PATIENCE)
        finally:
            running.kill()
    assert (running.returncode, made) == (128 + number, b"")
    assert said.decode().strip() == f"error: {word}"


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_the_studio_ends_with_a_connection_open(number: signal.Signals, tmp_path: Path) -> None:
    """A client that has sent half of a request delays nothing, and stopping the studio is a success."""
    program = [sys.executable, "-m", "ludotome", "serve", "--no-browser", "--port", "0", str(tmp_path)]
    with subprocess.Popen(program, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        try:
            assert running.stdout is not None
            port = int(re.search(rb":(\d+)/", running.stdout.readline())[1])  # type: ignore[index]
            with socket.create_connection(("127.0.0.1", port)) as half:
                half.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n")
                running.send_signal(number)
                _, said = running.communicate(timeout=PATIENCE)
        finally:
            running.kill()
    assert running.returncode == 0
    assert "stopped" in said.decode()
    assert "Traceback" not in said.decode()
