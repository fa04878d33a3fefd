"""The threads that share the work of a step."""

from __future__ import annotations

import os
import threading
import time

import pytest

from ludotome.native.run.pool import Pool
from ludotome.toolchain import Library, build

COUNT = """
#include <stdint.h>
/* A job: how often each part was done, and who waits where. */
typedef struct { int64_t done[64]; int64_t *gate; } counts;
void count_part(void *job, int64_t part, int32_t by_caller) {
    (void)by_caller;
    counts *c = job;
    if (c->gate && part == 0) while (!__atomic_load_n(c->gate, __ATOMIC_ACQUIRE)) {}
    /* Long enough that the caller has done the rest before: then it must wait. */
    for (volatile int64_t i = 0; i < 10000; i++) {}
    c->done[part]++;
    if (c->gate && part == 1) __atomic_store_n(c->gate, 1, __ATOMIC_RELEASE);
}
/* A thread of the pool says that it has begun and waits at the gate; the caller works until one has begun. */
void wait_in_pool(void *job, int64_t part, int32_t by_caller) {
    counts *c = job;
    if (!by_caller) __atomic_store_n(&c->done[63], 1, __ATOMIC_RELEASE);
    while (!__atomic_load_n(by_caller ? &c->done[63] : c->gate, __ATOMIC_ACQUIRE)) {}
    c->done[part]++;
}
"""
CDEF = """
typedef struct { int64_t done[64]; int64_t *gate; } counts;
void count_part(void *job, int64_t part, int32_t by_caller);
void wait_in_pool(void *job, int64_t part, int32_t by_caller);
"""


@pytest.fixture(scope="module")
def counting() -> Library:
    return build(COUNT, name="counting", cdef=CDEF)


def run(pool: Pool, counting: Library, job: object, work: str = "count_part", ask: object = 0) -> None:
    lib, ffi = pool._library.lib, pool._library.ffi
    pointers = (counting.ffi.addressof(counting.lib, work), job, ask)
    addresses = [int(counting.ffi.cast("uintptr_t", pointer)) for pointer in pointers]
    lib.lt_pool_run(pool._made, *(ffi.cast("void *", address) for address in addresses))


@pytest.mark.parametrize("threads", [2, 3, 8])
@pytest.mark.parametrize("parts", [1, 2, 7, 64])
def test_every_part_of_every_job_is_done_once(counting: Library, threads: int, parts: int) -> None:
    pool, jobs = Pool(threads, parts), 500
    job = counting.ffi.new("counts *")
    for number in range(jobs):
        run(pool, counting, job)
        assert list(job.done)[:parts] == [number + 1] * parts, "a job has ended when all its parts have"
        if number % 100 == 0:
            time.sleep(0.002)  # long enough for the threads to fall asleep
    assert sum(job.done) == jobs * parts


def test_a_thread_that_hangs_leaves_its_share_to_the_others(counting: Library) -> None:
    """Part 0, of the caller's share, waits for part 1, the next of the same share: another thread must take it."""
    gate = counting.ffi.new("int64_t *")
    job = counting.ffi.new("counts *", {"gate": gate})
    pool = Pool(2, 4)
    worker = threading.Thread(target=run, args=(pool, counting, job), daemon=True)
    worker.start()
    worker.join(timeout=60)
    assert not worker.is_alive()
    assert list(job.done)[:4] == [1, 1, 1, 1]


def test_the_caller_that_waits_for_the_threads_calls_ask(counting: Library) -> None:
    """The thread of the pool continues only when `ask` was called three times in the waiting caller."""
    gate, asked = counting.ffi.new("int64_t *"), list[int]()
    job = counting.ffi.new("counts *", {"gate": gate})

    def open_gate() -> None:
        asked.append(threading.get_ident())
        gate[0] = int(len(asked) >= 3)  # it stays open: the thread may check only after the next time

    run(Pool(2, 2), counting, job, "wait_in_pool", counting.ffi.callback("void(void)", open_gate))
    assert len(asked) >= 3
    assert set(asked) == {threading.get_ident()}
    assert list(job.done)[:2] == [1, 1]


def test_a_forked_process_does_all_parts_itself(counting: Library) -> None:
    pool = Pool(3, 5)
    job = counting.ffi.new("counts *")
    run(pool, counting, job)
    child = os.fork()
    if child == 0:
        run(pool, counting, job)
        os._exit(0 if list(job.done)[:5] == [2] * 5 else 1)
    assert os.waitpid(child, 0)[1] == 0
