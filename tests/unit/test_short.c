/*
 * Solving without memory: whichever call for it fails, alone or with all after it, nothing is said
 * that is not so, and no block of memory is read or written beyond its end: behind each is a page
 * that nobody may touch.
 */
#include "common/check.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/bounds.h"
#include "common/games.h"
#include "common/rulesets.h"
#include "solve/analysis.h"

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void __real_free(void *block);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);
void __wrap_free(void *block);

/* Blocks with a page behind them: where they begin is as good as where malloc()'s do. */
#define ALIGNED 16
#define BLOCKS 4096

static struct block {
    char *at, *pages;
    size_t size, bytes; /* of the pages */
} blocks[BLOCKS];

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static bool guarded, lasting;
static long calls, fail_at;

static struct block *find(const void *at)
{
    for (size_t i = 0; i < BLOCKS; i++)
        if (blocks[i].at == at)
            return &blocks[i];
    return NULL;
}

static void *make(size_t size)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    size_t rounded = (size + ALIGNED - 1) / ALIGNED * ALIGNED;
    size_t bytes = (rounded + page - 1) / page * page + page;
    char *pages = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    struct block *block = find(NULL);
    assert_true(pages != MAP_FAILED && block != NULL);
    assert_int_equal(mprotect(pages + bytes - page, page, PROT_NONE), 0);
    *block = (struct block){pages + bytes - page - rounded, pages, size, bytes};
    return block->at;
}

static bool fails(void)
{
    calls++;
    return fail_at > 0 && (calls == fail_at || (lasting && calls > fail_at));
}

void *__wrap_malloc(size_t size)
{
    if (!guarded)
        return __real_malloc(size);
    pthread_mutex_lock(&lock);
    void *at = fails() ? NULL : make(size);
    pthread_mutex_unlock(&lock);
    return at;
}

void *__wrap_calloc(size_t count, size_t size)
{
    return guarded ? __wrap_malloc(count * size) : __real_calloc(count, size);
}

void __wrap_free(void *at)
{
    pthread_mutex_lock(&lock);
    struct block *block = at != NULL ? find(at) : NULL;
    if (block != NULL) {
        munmap(block->pages, block->bytes);
        *block = (struct block){.at = NULL};
    }
    pthread_mutex_unlock(&lock);
    if (block == NULL)
        __real_free(at);
}

void *__wrap_realloc(void *old, size_t size)
{
    if (!guarded)
        return __real_realloc(old, size);
    void *at = __wrap_malloc(size);
    if (at == NULL || old == NULL)
        return at;
    struct block *block = find(old);
    assert_non_null(block);
    memcpy(at, old, size < block->size ? size : block->size);
    __wrap_free(old);
    return at;
}

/* What is solved, and what comes out. */
struct job {
    const char *size;
    long most; /* calls that fail, of each game */
};

static int solve(const struct game *game, struct analysis *ret_analysis)
{
    const struct analysis_options options = {
        .limits = {.max_bytes = (size_t)1 << 24, .max_nodes = 100000}, .threads = 1};
    calls = 0;
    guarded = true;
    int r = analysis_run(game, &options, ret_analysis);
    guarded = false;
    return r;
}

static bool contains(const struct bounds *wide, const struct bounds *narrow)
{
    return wide->lower_min <= narrow->lower_min && wide->lower_max >= narrow->lower_max &&
           wide->upper_min <= narrow->upper_min && wide->upper_max >= narrow->upper_max;
}

static void compare(const struct game *game, const struct analysis *found,
                    const struct analysis *wanted)
{
    bool same = found->stopped != STOP_NONE || contains(&wanted->bounds, &found->bounds);
    if (!same || !contains(&found->bounds, &wanted->bounds))
        fail_msg("%s: the value is another one", show_game(game));
    for (size_t i = 0; i < found->move_count; i++)
        if (!contains(&found->moves[i].bounds, &wanted->moves[i].bounds))
            fail_msg("%s: move %zu is worth something else", show_game(game), i);
}

static void check(const struct ruleset *rules, void *arg)
{
    const struct job *job = arg;
    const struct position empty = {{0}};
    struct graph *graph = must_graph(job->size);
    struct game game;
    struct analysis wanted, found;
    assert_int_equal(game_init(&game, graph, rules, &empty, BLACK), 0);
    fail_at = 0;
    assert_int_equal(solve(&game, &wanted), 0);
    long all = calls, every = 1 + all / job->most;
    for (long at = 1; at <= all; at += every) {
        lasting = at / every % 2 == 0;
        fail_at = at;
        int r = solve(&game, &found);
        fail_at = 0;
        if (r == 0) {
            compare(&game, &found, &wanted);
            analysis_release(&found);
        }
        assert_true(r == 0 || r == -ENOMEM);
    }
    analysis_release(&wanted);
    game_release(&game);
    graph_free(graph);
}

static void test_rulesets(void **state)
{
    struct job job = {"1x3", 400};
    (void)state;
    for_rulesets(
        "psk simple kee2013 kee-v6 kee2007 kee2020 3-plays migos ing-spight repeated-pass "
        "ljrg olympiad",
        check, &job);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_rulesets)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
