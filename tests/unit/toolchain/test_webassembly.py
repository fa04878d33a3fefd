"""C is compiled to a WebAssembly module that imports nothing, is the same everywhere, and has its own memory."""

from __future__ import annotations

import importlib.util

import pytest
import wasmtime

from ludotome.toolchain import ToolError, build_module, find_wasm_compiler

HEAP = """
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static uint32_t *blocks[64];

/* Take, fill, grow and give back blocks by what a generator draws. Returns how often a block held something else. */
int32_t churn(int32_t rounds) {
    uint32_t drawn = 12345, wrong = 0;
    static uint32_t sizes[64];
    for (int32_t i = 0; i < rounds; i++) {
        drawn = drawn * 1664525u + 1013904223u;
        uint32_t at = drawn >> 26, words = (drawn >> 8) % 3000 + 1;
        for (uint32_t k = 0; k < sizes[at]; k++) wrong += blocks[at][k] != at * 7919 + k;
        if (drawn & 1 && blocks[at]) {
            uint32_t kept = sizes[at] < words ? sizes[at] : words;
            blocks[at] = realloc(blocks[at], words * sizeof(uint32_t));
            for (uint32_t k = 0; k < kept; k++) wrong += blocks[at][k] != at * 7919 + k;
        } else {
            free(blocks[at]);
            blocks[at] = calloc(words, sizeof(uint32_t));
            for (uint32_t k = 0; k < words; k++) wrong += blocks[at][k] != 0;
        }
        sizes[at] = words;
        for (uint32_t k = 0; k < words; k++) blocks[at][k] = at * 7919 + k;
    }
    return (int32_t)wrong;
}

int32_t too_much(void) { return malloc(2147483647) == 0 && calloc(65536, 65536) == 0; }
double root(double x) { return sqrt(fabs(x)); }
int32_t compare(void) { return memcmp("abc", "abd", 3) < 0 && !memcmp("abc", "abd", 2); }
int32_t deep(int32_t n) { volatile char room[1024]; room[n & 1023] = 1; return n ? deep(n - 1) + room[n & 1023] : 0; }
"""


def build_sum(**options):
    return build_module("int sum(int a, int b) { return a + b; }", name="sum", exports=["sum"], **options)


def instance_of(built):
    store = wasmtime.Store()
    module = wasmtime.Module(store.engine, built.wasm)
    assert not module.imports
    exports = wasmtime.Instance(store, module, []).exports(store)
    return lambda name, *arguments: exports[name](store, *arguments)


@pytest.fixture(scope="module")
def heap():
    return instance_of(
        build_module(HEAP, name="heap", exports=["churn", "too_much", "root", "compare", "deep", "malloc"])
    )


def test_a_module_offers_what_was_asked_for_and_imports_nothing():
    module = wasmtime.Module(wasmtime.Engine(), build_sum().wasm)
    assert [export.name for export in module.exports] == ["memory", "sum"]
    assert not module.imports
    assert instance_of(build_sum())("sum", 40, 2) == 42


def test_the_same_text_gives_the_same_bytes_in_another_cache(tmp_path, monkeypatch):
    first = build_sum().wasm
    monkeypatch.setenv("LUDOTOME_CACHE", str(tmp_path / "other"))
    again = build_sum()
    assert again.path.is_relative_to(tmp_path)
    assert again.wasm == first


def test_a_second_build_finds_the_same_file_and_another_export_is_another_module():
    written = build_sum().path.stat().st_mtime_ns
    assert build_sum().path.stat().st_mtime_ns == written
    text = "int one(void) { return 1; } int two(void) { return 2; }"
    assert build_module(text, name="n", exports=["one"]) != build_module(text, name="n", exports=["two"])


def test_what_nobody_asked_for_is_left_out():
    text = "static int big[20000] = {1}; int one(void) { return 1; } int other(int i) { return big[i]; }"
    small = len(build_module(text, name="small", exports=["one"]).wasm)
    assert small < 500 < 20_000 < len(build_module(text, name="big", exports=["one", "other"]).wasm)


def test_without_the_compiler_the_error_says_what_to_install(monkeypatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    with pytest.raises(ToolError, match=r"pip install 'ludotome\[export\]'") as error:
        find_wasm_compiler()
    assert error.value.code == "no-compiler"


def test_a_function_that_nobody_defines_is_refused_in_the_words_of_the_compiler():
    with pytest.raises(ToolError, match="undeclared") as error:
        build_module("int f(void) { return puts(0); }", name="missing", exports=["f"])
    assert error.value.code == "compile-failed"


def test_an_export_that_is_not_a_name_is_refused():
    with pytest.raises(ValueError, match="not the name of a C function"):
        build_module("int f(void) { return 1; }", name="named", exports=["f,--import-memory"])


def test_memory_that_is_taken_and_given_back_holds_what_was_written(heap):
    assert heap("churn", 5_000) == 0


def test_a_request_that_cannot_be_met_is_refused(heap):
    assert heap("too_much") == 1


def test_the_little_library_computes(heap):
    assert heap("root", -2.0) == 2.0**0.5
    assert heap("compare") == 1


def test_a_stack_that_is_used_up_traps_and_overwrites_nothing(heap):
    assert heap("deep", 1_000) == 1_000
    with pytest.raises(wasmtime.Trap):
        heap("deep", 100_000)
    assert heap("compare") == 1
