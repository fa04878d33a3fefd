/* pool.c: a pool of waiting threads, so that even jobs of a few hundred microseconds are worth sharing.

   A job is one function, called once for each of its parts. Each thread, including the caller's, has a share of the
   parts, the same in every job, so that its data stays in its cache. A thread that has finished its share takes parts
   of the others. So a thread that another program keeps from running delays the job only if it has begun a part. An
   idle thread spins for a while, since the next job usually comes soon, and then sleeps. */

#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

enum { LT_LOOKS = 4000 }; /* a few tens of microseconds */
enum { LT_PART_BITS = 24 };
enum { LT_NANOSECONDS_AN_ASK = 20 * 1000 * 1000 };

/* `by_caller`: whether this runs in the thread that called, rather than in a thread of the pool. */
typedef void (*lt_task)(void *job, int64_t part, int32_t by_caller);

typedef struct lt_pool lt_pool;
typedef struct { lt_pool *pool; int64_t own; pthread_t thread; } lt_worker; /* `own` is the index of its share */

/* The parts of one thread, up to `end`. `next` holds the number of a job and the first part of it that has not been
   taken: a thread that still looks for parts of an earlier job finds none. Padded to a cache line. */
typedef struct { uint64_t next; int64_t first, end; char apart[40]; } lt_share;

struct lt_pool {
    pthread_mutex_t lock;
    pthread_cond_t begin, end;
    int64_t count; /* the number of workers, without the caller */
    int64_t parts; /* of every job */
    int64_t begun, ended; /* the numbers of jobs begun and of parts ended; both only grow, and are read without the
                             lock */
    int32_t stop;
    pid_t process;
    lt_task work;
    void *job;
    lt_share *shares; /* the caller's share first */
    lt_worker workers[];
};

static void lt_relax(void) {
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

static int64_t lt_read(const int64_t *number) { return __atomic_load_n(number, __ATOMIC_ACQUIRE); }

/* Sleep until *sign* is signalled, or until it is time to call *ask* again; the lock is held. Returns whether it was
   signalled. */
static int lt_sleep(lt_pool *pool, pthread_cond_t *sign) {
    struct timespec then;
    clock_gettime(CLOCK_REALTIME, &then);
    then.tv_nsec += LT_NANOSECONDS_AN_ASK;
    then.tv_sec += then.tv_nsec / 1000000000;
    then.tv_nsec %= 1000000000;
    return pthread_cond_timedwait(sign, &pool->lock, &then) == ETIMEDOUT;
}

/* Wait until *number* has grown to *target*, first spinning, then asleep until *sign*; *ask* is called now and then,
   unless it is 0. */
static void lt_await(lt_pool *pool, pthread_cond_t *sign, const int64_t *number, int64_t target, void (*ask)(void)) {
    for (int32_t looks = 0; looks < LT_LOOKS; looks++) {
        if (lt_read(number) >= target) return;
        lt_relax();
    }
    pthread_mutex_lock(&pool->lock);
    while (lt_read(number) < target) {
        if (!ask) pthread_cond_wait(sign, &pool->lock);
        else if (lt_sleep(pool, sign)) {
            pthread_mutex_unlock(&pool->lock); /* *ask* may take long */
            ask();
            pthread_mutex_lock(&pool->lock);
        }
    }
    pthread_mutex_unlock(&pool->lock);
}

static void lt_wake(lt_pool *pool, pthread_cond_t *sign) {
    pthread_mutex_lock(&pool->lock);
    pthread_cond_broadcast(sign);
    pthread_mutex_unlock(&pool->lock);
}

/* Wake the threads: another job has begun, or the pool is closing. */
static void lt_begin(lt_pool *pool) {
    __atomic_add_fetch(&pool->begun, 1, __ATOMIC_RELEASE);
    lt_wake(pool, &pool->begin);
}

/* Take a part of a job out of a share. Returns -1 if none is left. */
static int64_t lt_take_part(lt_share *share, int64_t job) {
    uint64_t next = __atomic_load_n(&share->next, __ATOMIC_ACQUIRE);
    for (;;) {
        int64_t part = (int64_t)(next & ((UINT64_C(1) << LT_PART_BITS) - 1));
        if (next >> LT_PART_BITS != (uint64_t)job || part >= share->end) return -1;
        if (__atomic_compare_exchange_n(&share->next, &next, next + 1, 1, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) return part;
    }
}

/* Do the remaining parts of a job, the thread's own share first. */
static void lt_do_parts(lt_pool *pool, int64_t job, int64_t own) {
    for (int64_t i = 0; i <= pool->count; i++) {
        lt_share *share = &pool->shares[(own + i) % (pool->count + 1)];
        for (int64_t part; (part = lt_take_part(share, job)) >= 0;) {
            pool->work(pool->job, part, own == 0);
            if (__atomic_add_fetch(&pool->ended, 1, __ATOMIC_ACQ_REL) == job * pool->parts) lt_wake(pool, &pool->end);
        }
    }
}

static void *lt_serve(void *argument) {
    const lt_worker *worker = argument;
    lt_pool *pool = worker->pool;
    for (int64_t job = 0;;) {
        lt_await(pool, &pool->begin, &pool->begun, job + 1, 0);
        job = lt_read(&pool->begun); /* other jobs may have passed without this thread */
        if (__atomic_load_n(&pool->stop, __ATOMIC_ACQUIRE)) return 0;
        lt_do_parts(pool, job, worker->own);
    }
}

/* Call *work* for every part and wait for all of them; *ask*, unless it is 0, is called now and then while the caller
   only waits. */
void lt_pool_run(lt_pool *pool, lt_task work, void *job, void (*ask)(void)) {
    if (getpid() != pool->process) { /* a forked process has none of the threads */
        for (int64_t part = 0; part < pool->parts; part++) work(job, part, 1);
        return;
    }
    int64_t number = pool->begun + 1;
    pool->work = work;
    pool->job = job;
    for (lt_share *share = pool->shares; share <= pool->shares + pool->count; share++)
        __atomic_store_n(&share->next, (uint64_t)number << LT_PART_BITS | (uint64_t)share->first, __ATOMIC_RELEASE);
    lt_begin(pool);
    lt_do_parts(pool, number, 0);
    lt_await(pool, &pool->end, &pool->ended, number * pool->parts, ask);
}

void lt_pool_free(lt_pool *pool) {
    if (!pool) return;
    if (getpid() == pool->process) {
        __atomic_store_n(&pool->stop, 1, __ATOMIC_RELEASE);
        lt_begin(pool);
        for (int64_t i = 0; i < pool->count; i++) pthread_join(pool->workers[i].thread, 0);
        pthread_cond_destroy(&pool->begin);
        pthread_cond_destroy(&pool->end);
        pthread_mutex_destroy(&pool->lock);
    }
    free(pool->shares);
    free(pool);
}

/* Start the threads, with all signals blocked: signals are for Python's own threads. Returns whether all could be
   started. */
static int lt_start(lt_pool *pool, int64_t count) {
    sigset_t all, before;
    int failed = 0;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    while (!failed && pool->count < count) {
        lt_worker *worker = &pool->workers[pool->count];
        worker->pool = pool;
        worker->own = pool->count + 1;
        failed = pthread_create(&worker->thread, 0, lt_serve, worker);
        if (!failed) pool->count++;
    }
    pthread_sigmask(SIG_SETMASK, &before, 0);
    return !failed;
}

/* A pool of *threads* threads, including the caller's, for jobs of *parts* parts; NULL if they cannot be created. */
lt_pool *lt_pool_new(int64_t threads, int64_t parts) {
    lt_pool *pool = calloc(1, sizeof *pool + (size_t)(threads - 1) * sizeof *pool->workers);
    if (!pool) return 0;
    pool->process = getpid();
    pool->parts = parts;
    pthread_mutex_init(&pool->lock, 0);
    pthread_cond_init(&pool->begin, 0);
    pthread_cond_init(&pool->end, 0);
    pool->shares = calloc((size_t)threads, sizeof *pool->shares);
    for (int64_t i = 0; pool->shares && i < threads; i++) {
        pool->shares[i].first = parts * i / threads;
        pool->shares[i].end = parts * (i + 1) / threads;
    }
    if (pool->shares && lt_start(pool, threads - 1)) return pool;
    lt_pool_free(pool);
    return 0;
}
