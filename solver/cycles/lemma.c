/* The table of lemmas. */
#include "cycles/lemma.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/hash.h"
#include "search/injected_bugs.h"

#define FIRST_BUCKETS 4096
/* Lemmas of a situation that are looked at; the one used last comes first. */
#define LOOKED_AT 64

int cycle_lemmas_init(struct cycle_lemmas *lemmas)
{
    lemmas->mask = FIRST_BUCKETS - 1;
    lemmas->buckets = calloc(FIRST_BUCKETS, sizeof(struct cycle_lemma *));
    atomic_init(&lemmas->count, 0);
    atomic_init(&lemmas->bytes, FIRST_BUCKETS * sizeof(struct cycle_lemma *));
    for (int i = 0; i < CYCLE_LEMMA_LOCKS; i++)
        pthread_spin_init(&lemmas->locks[i], PTHREAD_PROCESS_PRIVATE);
    pthread_mutex_init(&lemmas->growing, NULL);
    return lemmas->buckets != NULL ? 0 : -ENOMEM;
}

void cycle_lemma_free(struct cycle_lemma *lemma)
{
    if (lemma != NULL)
        free(lemma->trace);
    free(lemma);
}

struct cycle_lemma *cycle_lemma_new(uint32_t watched, uint32_t allowed, uint32_t wanted)
{
    size_t conditions = ((size_t)allowed + wanted) * sizeof(struct cycle_condition);
    struct cycle_lemma *lemma = malloc(sizeof(*lemma) + conditions + watched * sizeof(uint32_t));
    if (lemma == NULL)
        return NULL;
    *lemma = (struct cycle_lemma){
        .watched_count = watched, .allowed_count = allowed, .wanted_count = wanted};
    lemma->allowed = (struct cycle_condition *)(lemma + 1);
    lemma->wanted = lemma->allowed + allowed;
    lemma->watched = (uint32_t *)(lemma->wanted + wanted);
    return lemma;
}

/* What the lemma takes. */
static size_t lemma_bytes(const struct cycle_lemma *lemma)
{
    size_t conditions = (size_t)lemma->allowed_count + lemma->wanted_count;
    return sizeof(*lemma) + conditions * sizeof(struct cycle_condition) +
           lemma->watched_count * sizeof(uint32_t) + lemma->trace_count * sizeof(*lemma->trace);
}

void cycle_lemmas_release(struct cycle_lemmas *lemmas)
{
    if (lemmas->buckets == NULL)
        return;
    for (size_t i = 0; i <= lemmas->mask; i++) {
        for (struct cycle_lemma *lemma = lemmas->buckets[i]; lemma != NULL;) {
            struct cycle_lemma *next = lemma->next;
            cycle_lemma_free(lemma);
            lemma = next;
        }
    }
    for (int i = 0; i < CYCLE_LEMMA_LOCKS; i++)
        pthread_spin_destroy(&lemmas->locks[i]);
    pthread_mutex_destroy(&lemmas->growing);
    free(lemmas->buckets);
    memset(lemmas, 0, sizeof(*lemmas));
}

/* Locks the bucket, and tells its lock. */
static pthread_spinlock_t *lock_bucket(struct cycle_lemmas *lemmas, uint32_t situation,
                                       int attacker)
{
    uint64_t hash = hash_mix((uint64_t)situation << 1 | (unsigned)attacker);
    pthread_spinlock_t *lock = &lemmas->locks[hash & (CYCLE_LEMMA_LOCKS - 1)];
    pthread_spin_lock(lock);
    return lock;
}

static size_t bucket_of(const struct cycle_lemmas *lemmas, uint32_t situation, int attacker)
{
    return hash_mix((uint64_t)situation << 1 | (unsigned)attacker) & lemmas->mask;
}

/* --- finding --- */

static bool is_watched(const struct cycle_lemma *lemma, uint32_t situation)
{
    uint32_t low = 0, high = lemma->watched_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (lemma->watched[middle] < situation)
            low = middle + 1;
        else
            high = middle;
    }
    return low < lemma->watched_count && lemma->watched[low] == situation;
}

bool cycle_lemma_has(const struct cycle_condition *list, uint32_t count, uint32_t situation,
                     uint64_t used)
{
    for (uint32_t i = 0; i < count; i++)
        if (list[i].situation == situation && list[i].used == used)
            return true;
    return false;
}

/* Did the situation stand with that use since? */
static bool stood(const struct cycle_game *game, const struct cycle_condition *condition)
{
    for (size_t i = cycle_game_now(game)->base; i + 1 < game->count; i++)
        if (game->steps[i].situation == condition->situation &&
            game->steps[i].used == condition->used)
            return true;
    return false;
}

static bool holds(const struct cycle_lemma *lemma, const struct cycle_game *game)
{
    if (INJECTED_BUG == 1)
        return true;
    for (size_t i = cycle_game_now(game)->base; i + 1 < game->count; i++) {
        const struct cycle_step *step = &game->steps[i];
        if (is_watched(lemma, step->situation) &&
            !cycle_lemma_has(lemma->allowed, lemma->allowed_count, step->situation, step->used))
            return false;
    }
    for (uint32_t i = 0; i < lemma->wanted_count; i++)
        if (!stood(game, &lemma->wanted[i]))
            return false;
    return true;
}

/* The same in a bucket that is locked. What is found comes first from now on. */
static struct cycle_lemma *find_in_bucket(struct cycle_lemma **bucket,
                                          const struct cycle_game *game, int attacker, int bound)
{
    uint32_t situation = cycle_game_now(game)->situation;
    int looked_at = 0;
    for (struct cycle_lemma **at = bucket; *at != NULL; at = &(*at)->next) {
        struct cycle_lemma *lemma = *at;
        if (lemma->situation != situation || lemma->attacker != attacker || lemma->bound < bound)
            continue;
        if (holds(lemma, game)) {
            *at = lemma->next;
            lemma->next = *bucket;
            *bucket = lemma;
            return lemma;
        }
        if (++looked_at == LOOKED_AT)
            break;
    }
    return NULL;
}

struct cycle_lemma *cycle_lemmas_find(struct cycle_lemmas *lemmas, const struct cycle_game *game,
                                      int attacker, int bound)
{
    uint32_t situation = cycle_game_now(game)->situation;
    pthread_spinlock_t *lock = lock_bucket(lemmas, situation, attacker);
    struct cycle_lemma **bucket = &lemmas->buckets[bucket_of(lemmas, situation, attacker)];
    struct cycle_lemma *found = find_in_bucket(bucket, game, attacker, bound);
    pthread_spin_unlock(lock);
    return found;
}

/* --- adding --- */

static void put_first(struct cycle_lemma **bucket, struct cycle_lemma *lemma)
{
    lemma->next = *bucket;
    *bucket = lemma;
}

static void move_to(struct cycle_lemmas *lemmas, struct cycle_lemma **buckets, size_t mask)
{
    struct cycle_lemma **old = lemmas->buckets;
    size_t size = lemmas->mask + 1;
    lemmas->buckets = buckets;
    lemmas->mask = mask;
    for (size_t i = 0; i < size; i++) {
        for (struct cycle_lemma *lemma = old[i]; lemma != NULL;) {
            struct cycle_lemma *next = lemma->next;
            put_first(&buckets[bucket_of(lemmas, lemma->situation, lemma->attacker)], lemma);
            lemma = next;
        }
    }
    free(old);
}

/* Twice as many buckets; without memory there are just more lemmas in each, and so while another
 * thread makes them or visits all lemmas. */
static void grow(struct cycle_lemmas *lemmas)
{
    if (pthread_mutex_trylock(&lemmas->growing) != 0)
        return;
    for (int i = 0; i < CYCLE_LEMMA_LOCKS; i++)
        pthread_spin_lock(&lemmas->locks[i]);
    size_t size = lemmas->mask + 1;
    bool wanted = lemmas->count > lemmas->mask; /* another thread may have made them */
    struct cycle_lemma **buckets = wanted ? calloc(2 * size, sizeof(*buckets)) : NULL;
    if (buckets != NULL) {
        move_to(lemmas, buckets, 2 * size - 1);
        lemmas->bytes += size * sizeof(*buckets);
    }
    for (int i = 0; i < CYCLE_LEMMA_LOCKS; i++)
        pthread_spin_unlock(&lemmas->locks[i]);
    pthread_mutex_unlock(&lemmas->growing);
}

void cycle_lemmas_add(struct cycle_lemmas *lemmas, struct cycle_lemma *lemma)
{
    pthread_spinlock_t *lock = lock_bucket(lemmas, lemma->situation, lemma->attacker);
    bool full = lemmas->count > lemmas->mask;
    pthread_spin_unlock(lock);
    if (full)
        grow(lemmas);
    lock = lock_bucket(lemmas, lemma->situation, lemma->attacker);
    put_first(&lemmas->buckets[bucket_of(lemmas, lemma->situation, lemma->attacker)], lemma);
    pthread_spin_unlock(lock);
    lemmas->count++;
    lemmas->bytes += lemma_bytes(lemma);
}

/* --- all of them --- */

/* The lemmas of a bucket, as they stood at one moment. */
struct bucket_copy {
    const struct cycle_lemma **lemmas;
    size_t count, capacity;
};

/* Copies as many as there is room for. Returns how many there are. */
static size_t copy_bucket(struct cycle_lemmas *lemmas, size_t bucket, struct bucket_copy *copy)
{
    pthread_spinlock_t *lock = &lemmas->locks[bucket & (CYCLE_LEMMA_LOCKS - 1)];
    size_t count = 0;
    pthread_spin_lock(lock);
    for (const struct cycle_lemma *at = lemmas->buckets[bucket]; at != NULL; at = at->next) {
        if (count < copy->capacity)
            copy->lemmas[count] = at;
        count++;
    }
    pthread_spin_unlock(lock);
    copy->count = count;
    return count;
}

static int visit_bucket(struct cycle_lemmas *lemmas, size_t bucket, struct bucket_copy *copy,
                        int (*visit)(void *arg, const struct cycle_lemma *lemma), void *arg)
{
    int r = 0;
    while (copy_bucket(lemmas, bucket, copy) > copy->capacity)
        if (array_reserve(&copy->lemmas, copy->count, &copy->capacity, sizeof(*copy->lemmas)) < 0)
            return -ENOMEM;
    for (size_t i = copy->count; i-- > 0 && r == 0;)
        r = visit(arg, copy->lemmas[i]);
    return r;
}

int cycle_lemmas_visit(struct cycle_lemmas *lemmas,
                       int (*visit)(void *arg, const struct cycle_lemma *lemma), void *arg)
{
    struct bucket_copy copy = {0};
    int r = 0;
    pthread_mutex_lock(&lemmas->growing);
    for (size_t bucket = 0; bucket <= lemmas->mask && r == 0; bucket++)
        r = visit_bucket(lemmas, bucket, &copy, visit, arg);
    pthread_mutex_unlock(&lemmas->growing);
    free(copy.lemmas);
    return r;
}
