/* pool.c: threads that wait for work, so that a job of some hundred microseconds is worth sharing.

   A job is one function called once for each thread with the number of its part; the caller does part 0 itself. Who has
   nothing to do looks for a while, since the next job mostly comes soon, and then sleeps. */

#define _POSIX_C_SOURCE 200809L

#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

enum { LT_LOOKS = 4000 }; /* some tens of microseconds */

typedef void (*lt_task)(void *job, int64_t part);

typedef struct lt_pool lt_pool;
typedef struct { lt_pool *pool; int64_t part; pthread_t thread; } lt_worker;

struct lt_pool {
    pthread_mutex_t lock;
    pthread_cond_t begin, end;
    int64_t count; /* of workers */
    int64_t begun, ended; /* jobs, and parts of jobs that workers did; both only grow, and are read without the lock */
    int32_t stop;
    pid_t process;
    lt_task work;
    void *job;
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

/* Wait until *number* has grown to *target*, first awake, then asleep until *sign*. */
static void lt_await(lt_pool *pool, pthread_cond_t *sign, const int64_t *number, int64_t target) {
    for (int32_t looks = 0; looks < LT_LOOKS; looks++) {
        if (lt_read(number) >= target) return;
        lt_relax();
    }
    pthread_mutex_lock(&pool->lock);
    while (lt_read(number) < target) pthread_cond_wait(sign, &pool->lock);
    pthread_mutex_unlock(&pool->lock);
}

/* Let *number* grow by one, and wake those who sleep for it. */
static void lt_grow_by_one(lt_pool *pool, pthread_cond_t *sign, int64_t *number) {
    pthread_mutex_lock(&pool->lock);
    __atomic_add_fetch(number, 1, __ATOMIC_RELEASE);
    pthread_cond_broadcast(sign);
    pthread_mutex_unlock(&pool->lock);
}

static void *lt_serve(void *argument) {
    const lt_worker *worker = argument;
    lt_pool *pool = worker->pool;
    for (int64_t job = 1;; job++) {
        lt_await(pool, &pool->begin, &pool->begun, job);
        if (pool->stop) return 0;
        pool->work(pool->job, worker->part);
        lt_grow_by_one(pool, &pool->end, &pool->ended);
    }
}

/* Call *work* for the parts 0 … threads - 1 and wait for them all. */
void lt_pool_run(lt_pool *pool, lt_task work, void *job) {
    if (getpid() != pool->process) { /* a process that was forked has none of the threads */
        for (int64_t part = 0; part <= pool->count; part++) work(job, part);
        return;
    }
    pool->work = work;
    pool->job = job;
    lt_grow_by_one(pool, &pool->begin, &pool->begun);
    work(job, 0);
    lt_await(pool, &pool->end, &pool->ended, pool->begun * pool->count);
}

void lt_pool_free(lt_pool *pool) {
    if (!pool) return;
    if (getpid() == pool->process) {
        pool->stop = 1;
        lt_grow_by_one(pool, &pool->begin, &pool->begun);
        for (int64_t i = 0; i < pool->count; i++) pthread_join(pool->workers[i].thread, 0);
        pthread_cond_destroy(&pool->begin);
        pthread_cond_destroy(&pool->end);
        pthread_mutex_destroy(&pool->lock);
    }
    free(pool);
}

/* A pool of *threads*, the caller's among them; NULL if there cannot be so many. */
lt_pool *lt_pool_new(int64_t threads) {
    lt_pool *pool = calloc(1, sizeof *pool + (size_t)(threads - 1) * sizeof *pool->workers);
    sigset_t all, before;
    int failed = 0;
    if (!pool) return 0;
    pool->process = getpid();
    pthread_mutex_init(&pool->lock, 0);
    pthread_cond_init(&pool->begin, 0);
    pthread_cond_init(&pool->end, 0);
    /* Signals are for Python's own threads. */
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    while (!failed && pool->count < threads - 1) {
        lt_worker *worker = &pool->workers[pool->count];
        worker->pool = pool;
        worker->part = pool->count + 1;
        failed = pthread_create(&worker->thread, 0, lt_serve, worker);
        if (!failed) pool->count++;
    }
    pthread_sigmask(SIG_SETMASK, &before, 0);
    if (!failed) return pool;
    lt_pool_free(pool);
    return 0;
}
