/* The numbers and the scores of situations. */
#include "cycles/situations.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>

#include "base/hash.h"
#include "rules/control_choice.h"

/* A score that is not known yet; one that was looked for and not found. */
#define SCORE_UNKNOWN INT_MIN
#define SCORE_UNDECIDED (INT_MIN + 1)
/* Beyond so many points who controls what may take minutes for a single board; then a game on a set
 * is given up after so many states. */
#define FULLY_CONTROLLED 12
#define CONTROL_STATES 20000
#define FIRST_BUCKETS 4096

struct cycle_situations *cycle_situations_new(const struct game *game)
{
    const struct graph *graph = game->graph;
    struct control_choice choice = control_choice_of(&game->rules);
    struct cycle_situations *situations = calloc(1, sizeof(*situations));
    if (situations == NULL)
        return NULL;
    situations->points = graph->points;
    situations->mask = FIRST_BUCKETS - 1;
    situations->heads = calloc(FIRST_BUCKETS, sizeof(*situations->heads));
    situations->bytes = FIRST_BUCKETS * sizeof(*situations->heads);
    for (int i = 0; i < CYCLE_SITUATION_LOCKS; i++)
        pthread_spin_init(&situations->locks[i], PTHREAD_PROCESS_PRIVATE);
    pthread_mutex_init(&situations->growing, NULL);
    pthread_mutex_init(&situations->making, NULL);
    pthread_mutex_init(&situations->scoring, NULL);
    if (situations->heads == NULL || control_new(graph, &choice, &situations->control) < 0) {
        cycle_situations_free(situations);
        return NULL;
    }
    if (graph->points > FULLY_CONTROLLED)
        control_limit(situations->control, CONTROL_STATES);
    return situations;
}

void cycle_situations_free(struct cycle_situations *situations)
{
    if (situations == NULL)
        return;
    for (int i = 0; i < CYCLE_BLOCKS; i++)
        free(situations->blocks[i]);
    for (int i = 0; i < CYCLE_SITUATION_LOCKS; i++)
        pthread_spin_destroy(&situations->locks[i]);
    pthread_mutex_destroy(&situations->growing);
    pthread_mutex_destroy(&situations->making);
    pthread_mutex_destroy(&situations->scoring);
    control_free(situations->control);
    free(situations->heads);
    free(situations);
}

size_t cycle_situations_bytes(const struct cycle_situations *situations)
{
    return situations->bytes;
}

/* --- numbers --- */

static uint64_t hash_situation(const struct cycle_situation *s)
{
    uint64_t hash = hash_mix(s->stones[0]);
    hash = hash_mix(hash ^ s->stones[1]);
    hash = hash_mix(hash ^ s->temporary);
    hash = hash_mix(hash ^ s->permanent);
    return hash_mix(hash ^ (uint64_t)(s->mover << 2 | s->needed));
}

static bool same(const struct cycle_situation *a, const struct cycle_situation *b)
{
    return a->stones[0] == b->stones[0] && a->stones[1] == b->stones[1] &&
           a->temporary == b->temporary && a->permanent == b->permanent && a->mover == b->mover &&
           a->needed == b->needed;
}

/* The number of a situation of the bucket + 1; 0: it has none. The lock is held. */
static uint32_t find_in_bucket(const struct cycle_situations *situations, uint64_t hash,
                               const struct cycle_situation *s)
{
    uint32_t link = situations->heads[hash & situations->mask];
    while (link != 0) {
        const struct cycle_met *met = cycle_situations_met(situations, link - 1);
        if (same(&met->situation, s))
            break;
        link = met->next;
    }
    return link;
}

/* Makes the block of a number, unless another thread has. Returns 0 or -ENOMEM. */
static int make_block(struct cycle_situations *situations, uint32_t number)
{
    int block = cycle_block_of(number), r = 0;
    if (block >= CYCLE_BLOCKS)
        return -ENOMEM;
    if (atomic_load_explicit(&situations->blocks[block], memory_order_acquire) != NULL)
        return 0;
    pthread_mutex_lock(&situations->making);
    if (situations->blocks[block] == NULL) {
        size_t size = (CYCLE_BLOCK_FIRST << block) * sizeof(struct cycle_met);
        struct cycle_met *first = malloc(size);
        if (first != NULL) {
            atomic_store_explicit(&situations->blocks[block], first, memory_order_release);
            situations->bytes += size;
        }
        r = first != NULL ? 0 : -ENOMEM;
    }
    pthread_mutex_unlock(&situations->making);
    return r;
}

static void put_in_bucket(const struct cycle_situations *situations, uint32_t *head,
                          uint32_t number)
{
    cycle_situations_met(situations, number)->next = *head;
    *head = number + 1;
}

static void move_to(struct cycle_situations *situations, uint32_t *heads, size_t mask)
{
    for (size_t i = 0; i <= situations->mask; i++) {
        for (uint32_t link = situations->heads[i]; link != 0;) {
            const struct cycle_met *met = cycle_situations_met(situations, link - 1);
            uint32_t next = met->next;
            put_in_bucket(situations, &heads[hash_situation(&met->situation) & mask], link - 1);
            link = next;
        }
    }
    free(situations->heads);
    situations->heads = heads;
    situations->bytes += (mask - situations->mask) * sizeof(*heads);
    situations->mask = mask;
}

/* Twice as many buckets; without memory there are just more situations in each. */
static void grow(struct cycle_situations *situations)
{
    pthread_mutex_lock(&situations->growing);
    for (int i = 0; i < CYCLE_SITUATION_LOCKS; i++)
        pthread_spin_lock(&situations->locks[i]);
    size_t size = 2 * (situations->mask + 1);
    bool wanted = situations->count > situations->mask; /* another thread may have grown it */
    uint32_t *heads = wanted ? calloc(size, sizeof(*heads)) : NULL;
    if (heads != NULL)
        move_to(situations, heads, size - 1);
    for (int i = 0; i < CYCLE_SITUATION_LOCKS; i++)
        pthread_spin_unlock(&situations->locks[i]);
    pthread_mutex_unlock(&situations->growing);
}

/* Gives a number to a situation that has none, whose bucket is locked. Returns 0 or -ENOMEM. */
static int add(struct cycle_situations *situations, uint64_t hash, const struct cycle_situation *s,
               uint32_t *ret_number)
{
    uint32_t number = atomic_fetch_add(&situations->count, 1);
    int r = make_block(situations, number);
    if (r < 0) {
        situations->missing = true;
        return r;
    }
    struct cycle_met *met = cycle_situations_met(situations, number);
    met->situation = *s;
    atomic_init(&met->score, SCORE_UNKNOWN);
    put_in_bucket(situations, &situations->heads[hash & situations->mask], number);
    *ret_number = number;
    return 0;
}

int cycle_situations_number(struct cycle_situations *situations, const struct cycle_situation *s,
                            uint32_t *ret_number)
{
    uint64_t hash = hash_situation(s);
    pthread_spinlock_t *lock = &situations->locks[hash & (CYCLE_SITUATION_LOCKS - 1)];
    int r = 0;
    pthread_spin_lock(lock);
    uint32_t link = find_in_bucket(situations, hash, s);
    if (link != 0)
        *ret_number = link - 1;
    else
        r = add(situations, hash, s, ret_number);
    bool full = link == 0 && situations->count > situations->mask;
    pthread_spin_unlock(lock);
    if (full)
        grow(situations);
    return r;
}

/* Who gives a number holds a lock until its situation is there. */
uint32_t cycle_situations_count(struct cycle_situations *situations)
{
    pthread_mutex_lock(&situations->growing);
    for (int i = 0; i < CYCLE_SITUATION_LOCKS; i++)
        pthread_spin_lock(&situations->locks[i]);
    uint32_t count = situations->missing ? 0 : situations->count;
    for (int i = 0; i < CYCLE_SITUATION_LOCKS; i++)
        pthread_spin_unlock(&situations->locks[i]);
    pthread_mutex_unlock(&situations->growing);
    return count;
}

/* --- scores --- */

bool cycle_situations_known_score(const struct cycle_situations *situations, uint32_t number,
                                  int *ret_score)
{
    int score = cycle_situations_met(situations, number)->score;
    if (score == SCORE_UNKNOWN || score == SCORE_UNDECIDED)
        return false;
    *ret_score = score;
    return true;
}

void cycle_situations_set_score(struct cycle_situations *situations, uint32_t number, int score)
{
    cycle_situations_met(situations, number)->score = score;
}

static int count_score(struct cycle_situations *situations, const struct cycle_situation *s,
                       int *ret_score)
{
    struct position position = {{0}};
    signed char owner[SOLVER_MAX_POINTS];
    int score = 0;
    for (int p = 0; p < situations->points; p++)
        position.cells[p] = (uint8_t)((s->stones[0] >> p & 1) | (s->stones[1] >> p & 1) << 1);
    int r = control_find_prohibited(situations->control, &position, s->permanent, owner);
    if (r < 0)
        return r;
    for (int p = 0; p < situations->points; p++) {
        bool black = s->stones[0] >> p & 1, white = s->stones[1] >> p & 1;
        if (owner[p] == 0 || owner[p] == CONTROL_BOTH)
            score += white ? 2 : !black;
        if (owner[p] == 1 || owner[p] == CONTROL_BOTH)
            score -= black ? 2 : !white;
    }
    *ret_score = score;
    return 0;
}

int cycle_situations_score(struct cycle_situations *situations, uint32_t number, int *ret_score)
{
    struct cycle_met *met = cycle_situations_met(situations, number);
    int score = met->score, r = 0;
    if (score == SCORE_UNKNOWN) {
        pthread_mutex_lock(&situations->scoring);
        r = count_score(situations, &met->situation, &score);
        pthread_mutex_unlock(&situations->scoring);
        if (r == -ERANGE)
            score = SCORE_UNDECIDED;
        else if (r < 0)
            return r;
        met->score = score;
    }
    if (score == SCORE_UNDECIDED)
        return -ERANGE;
    *ret_score = score;
    return 0;
}
