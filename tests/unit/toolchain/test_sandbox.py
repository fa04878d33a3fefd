"""The sandbox stops endless calls and excessive memory, refuses imports, and continues afterwards."""

from __future__ import annotations

import sys
import threading
import time

import pytest
import wasmtime

from ludotome.toolchain import Sandbox, ToolError, build_module

HOSTILE = """
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static int32_t calls;
int32_t count(void) { return ++calls; }
int32_t forever(void) { volatile int32_t n = 0; for (;;) n++; return n; }

/* Take memory until there is none; returns how many megabytes there were. */
int32_t bomb(void) {
    int32_t taken = 0;
    for (void *block; (block = malloc(900000)); taken++) memset(block, 1, 900000);
    return taken;
}

/* Take memory without looking whether there is any, and write to it. */
int32_t careless(void) {
    for (uintptr_t page = __builtin_wasm_memory_size(0);; page++) {
        __builtin_wasm_memory_grow(0, 1);
        *(volatile char *)(page * 65536) = 1;
    }
    return 0;
}

int32_t stray(void) { return *(volatile int32_t *)0x7ffffff0; }
int32_t halt(void) { __builtin_trap(); return 0; }
"""
CAP = 32 * 2**20


@pytest.fixture(scope="module")
def wasm():
    exports = ["malloc", "free", "count", "forever", "bomb", "careless", "stray", "halt"]
    return build_module(HOSTILE, name="hostile", exports=exports).wasm


def sandbox(wasm, **options):
    return Sandbox(wasm, name="hostile", memory=CAP, **options)


def test_an_endless_loop_ends_at_the_deadline_and_the_next_call_begins_anew(wasm):
    box = sandbox(wasm, seconds=0.2)
    assert [box.call("count"), box.call("count")] == [1, 2]
    start = time.perf_counter()
    with pytest.raises(ToolError, match=r"longer than 0\.2 s") as error:
        box.call("forever")
    assert error.value.code == "time-limit"
    assert 0.19 < time.perf_counter() - start < 5
    assert box.call("count") == 1  # with new memory


def test_the_deadline_is_that_of_each_call(wasm):
    box = sandbox(wasm, seconds=0.3)
    for round_ in range(1, 8):
        assert box.call("count") == round_
        time.sleep(0.1)  # together longer than the deadline


def test_a_memory_bomb_gets_no_more_than_the_cap(wasm):
    box = sandbox(wasm)
    taken = box.call("bomb")
    assert 15 < taken < CAP / 900_000
    assert box.memory_bytes <= CAP


def test_memory_that_was_never_given_cannot_be_written(wasm):
    box = sandbox(wasm)
    with pytest.raises(ToolError, match="out of bounds") as error:
        box.call("careless")
    assert error.value.code == "sandbox-trap"


@pytest.mark.parametrize(("function", "reason"), [("stray", "out of bounds"), ("halt", "unreachable")])
def test_a_trap_says_what_it_was_and_the_sandbox_continues(wasm, function, reason):
    box = sandbox(wasm)
    with pytest.raises(ToolError, match=reason):
        box.call(function)
    assert box.call("count") == 1


def test_a_module_that_does_not_fit_under_the_cap_is_refused_in_words(wasm):
    with pytest.raises(ToolError, match="more than 65536 bytes") as error:
        Sandbox(wasm, name="hostile", memory=65536).call("count")
    assert error.value.code == "no-memory"


def test_a_room_beyond_the_cap_is_refused_in_words(wasm):
    box = sandbox(wasm)
    with pytest.raises(ToolError, match="no more than") as error:
        box.room("big", 2 * CAP)
    assert error.value.code == "no-memory"
    at = box.room("small", 8)
    box.write(at, b"12345678")
    assert box.read(at, 8) == b"12345678"


def test_an_import_is_refused_before_anything_runs():
    asking = wasmtime.wat2wasm('(module (import "env" "open" (func)) (func (export "f")))')
    with pytest.raises(ToolError, match=r"asks for `env\.open`") as error:
        Sandbox(bytes(asking), name="asking")
    assert error.value.code == "sandbox-import"


def test_calls_of_several_threads_wait_for_each_other(wasm):
    box, found = sandbox(wasm), list[int]()
    threads = [threading.Thread(target=lambda: found.extend(box.call("count") for _ in range(20))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(found) == list(range(1, 81))


def test_without_wasmtime_the_error_says_what_to_install(monkeypatch, wasm):
    monkeypatch.setitem(sys.modules, "wasmtime", None)
    with pytest.raises(ToolError, match=r"pip install 'ludotome\[export\]'") as error:
        sandbox(wasm)
    assert error.value.code == "missing-extra"
