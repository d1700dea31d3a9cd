/*
 * The table of lemmas, and how the conditions of a lemma are gathered (lemma.h tells why they are
 * enough).
 *
 * A lemma watches the situations of its proof at which the opponent may remove a cycle. Under the
 * history of the proof each of them stood before with certain sets used since, mostly never. Under
 * another history what is used since must be among those, because only those were looked at.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/free_all.h"
#include "base/hash.h"
#include "cycles/lemma.h"
#include "search/injected_bugs.h"

#define FIRST_BUCKETS 4096
/* Lemmas of a situation that are looked at; the one used last comes first. */
#define LOOKED_AT 64

int cycle_lemmas_init(struct cycle_lemmas *lemmas)
{
    *lemmas = (struct cycle_lemmas){.mask = FIRST_BUCKETS - 1};
    lemmas->buckets = calloc(FIRST_BUCKETS, sizeof(*lemmas->buckets));
    return lemmas->buckets != NULL ? 0 : -ENOMEM;
}

void cycle_lemmas_release(struct cycle_lemmas *lemmas)
{
    for (size_t i = 0; lemmas->buckets != NULL && i <= lemmas->mask; i++) {
        for (struct cycle_lemma *lemma = lemmas->buckets[i]; lemma != NULL;) {
            struct cycle_lemma *next = lemma->next;
            free(lemma->trace);
            free(lemma);
            lemma = next;
        }
    }
    FREE_ALL(lemmas->buckets, lemmas->marks, lemmas->gathered, lemmas->wanted);
    memset(lemmas, 0, sizeof(*lemmas));
}

size_t cycle_lemmas_bytes(const struct cycle_lemmas *lemmas)
{
    return lemmas->bytes + (lemmas->mask + 1) * sizeof(*lemmas->buckets) +
           lemmas->mark_capacity * sizeof(*lemmas->marks) +
           lemmas->gathered_capacity * sizeof(*lemmas->gathered) +
           lemmas->wanted_capacity * sizeof(*lemmas->wanted);
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

static bool has_condition(const struct cycle_condition *list, uint32_t count, uint32_t situation,
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
            !has_condition(lemma->allowed, lemma->allowed_count, step->situation, step->used))
            return false;
    }
    for (uint32_t i = 0; i < lemma->wanted_count; i++)
        if (!stood(game, &lemma->wanted[i]))
            return false;
    return true;
}

struct cycle_lemma *cycle_lemmas_find(struct cycle_lemmas *lemmas, const struct cycle_game *game,
                                      int attacker, int bound)
{
    uint32_t situation = cycle_game_now(game)->situation;
    struct cycle_lemma **bucket = &lemmas->buckets[bucket_of(lemmas, situation, attacker)];
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

/* --- making --- */

void cycle_lemmas_begin(struct cycle_lemmas *lemmas)
{
    lemmas->gathered_count = 0;
    lemmas->wanted_count = 0;
    if (++lemmas->mark == 0) { /* all marks are old once more */
        memset(lemmas->marks, 0, lemmas->mark_capacity * sizeof(*lemmas->marks));
        lemmas->mark = 1;
    }
}

static int make_marks(struct cycle_lemmas *lemmas, size_t situations)
{
    return array_reserve_zero(&lemmas->marks, situations, &lemmas->mark_capacity,
                              sizeof(*lemmas->marks));
}

static int watch(struct cycle_lemmas *lemmas, uint32_t situation)
{
    if (lemmas->marks[situation] == lemmas->mark)
        return 0;
    if (array_reserve(&lemmas->gathered, lemmas->gathered_count + 1, &lemmas->gathered_capacity,
                      sizeof(*lemmas->gathered)) < 0)
        return -ENOMEM;
    lemmas->marks[situation] = lemmas->mark;
    lemmas->gathered[lemmas->gathered_count++] = situation;
    return 0;
}

static int want(struct cycle_lemmas *lemmas, uint32_t situation, uint64_t used)
{
    if (has_condition(lemmas->wanted, (uint32_t)lemmas->wanted_count, situation, used))
        return 0;
    if (array_reserve(&lemmas->wanted, lemmas->wanted_count + 1, &lemmas->wanted_capacity,
                      sizeof(*lemmas->wanted)) < 0)
        return -ENOMEM;
    lemmas->wanted[lemmas->wanted_count++] = (struct cycle_condition){used, situation};
    return 0;
}

int cycle_lemmas_watch(struct cycle_lemmas *lemmas, const struct cycle_game *game)
{
    if (!game->removes || cycle_game_situation(game)->needed == 1 || INJECTED_BUG == 2)
        return 0;
    int r = make_marks(lemmas, game->situation_count);
    return r == 0 ? watch(lemmas, cycle_game_now(game)->situation) : r;
}

/*
 * What the child wants to have stood, seen from the root: it is the root itself, or it stood before
 * the root with a use that the move completes.
 */
static int want_before(struct cycle_lemmas *lemmas, const struct cycle_game *game,
                       const struct cycle_edge *edge, const struct cycle_condition *wanted)
{
    const struct cycle_step *now = cycle_game_now(game);
    if (wanted->situation == now->situation && wanted->used == edge->changed)
        return 0;
    for (size_t i = now->base; i + 1 < game->count; i++) {
        const struct cycle_step *step = &game->steps[i];
        if (step->situation == wanted->situation && (step->used | edge->changed) == wanted->used)
            return want(lemmas, step->situation, step->used);
    }
    return -EINVAL; /* not reached: the child's proof holds under this history */
}

int cycle_lemmas_add(struct cycle_lemmas *lemmas, const struct cycle_game *game,
                     const struct cycle_edge *edge, bool by_attacker,
                     const struct cycle_lemma *child)
{
    int r = make_marks(lemmas, game->situation_count);
    if (edge->play.used != 0) {
        /* Nothing that stood before matters to the child. */
        return r == 0 && by_attacker
                   ? want(lemmas, cycle_game_now(game)->situation, edge->play.used)
                   : r;
    }
    for (uint32_t i = 0; child != NULL && r == 0 && i < child->watched_count; i++)
        r = watch(lemmas, child->watched[i]);
    for (uint32_t i = 0; child != NULL && r == 0 && i < child->wanted_count; i++)
        r = want_before(lemmas, game, edge, &child->wanted[i]);
    return r;
}

static int compare_numbers(const void *a, const void *b)
{
    uint32_t one = *(const uint32_t *)a, other = *(const uint32_t *)b;
    return one < other ? -1 : one > other;
}

/* Writes what was used since the watched situations that stood; allowed may be NULL: only counts.
 */
static uint32_t list_allowed(const struct cycle_lemmas *lemmas, const struct cycle_game *game,
                             struct cycle_condition *allowed)
{
    uint32_t count = 0;
    for (size_t i = cycle_game_now(game)->base; i + 1 < game->count; i++) {
        const struct cycle_step *step = &game->steps[i];
        if (step->situation >= lemmas->mark_capacity ||
            lemmas->marks[step->situation] != lemmas->mark)
            continue;
        if (allowed != NULL)
            allowed[count] = (struct cycle_condition){step->used, step->situation};
        count++;
    }
    return count;
}

/* Twice as many buckets; without memory there are just more lemmas in each. */
static void grow(struct cycle_lemmas *lemmas)
{
    struct cycle_lemma **old = lemmas->buckets;
    size_t size = lemmas->mask + 1;
    struct cycle_lemma **buckets = calloc(2 * size, sizeof(*buckets));
    if (buckets == NULL)
        return;
    lemmas->buckets = buckets;
    lemmas->mask = 2 * size - 1;
    for (size_t i = 0; i < size; i++) {
        for (struct cycle_lemma *lemma = old[i]; lemma != NULL;) {
            struct cycle_lemma *next = lemma->next;
            struct cycle_lemma **bucket =
                &buckets[bucket_of(lemmas, lemma->situation, lemma->attacker)];
            lemma->next = *bucket;
            *bucket = lemma;
            lemma = next;
        }
    }
    free(old);
}

struct cycle_lemma *cycle_lemmas_end(struct cycle_lemmas *lemmas, const struct cycle_game *game,
                                     int attacker, int bound)
{
    uint32_t allowed = list_allowed(lemmas, game, NULL);
    size_t conditions = (allowed + lemmas->wanted_count) * sizeof(struct cycle_condition);
    size_t watched = lemmas->gathered_count * sizeof(uint32_t);
    struct cycle_lemma *lemma = malloc(sizeof(*lemma) + conditions + watched);
    if (lemma == NULL)
        return NULL;
    *lemma = (struct cycle_lemma){
        .situation = cycle_game_now(game)->situation,
        .bound = bound,
        .attacker = (uint8_t)attacker,
        .watched_count = (uint32_t)lemmas->gathered_count,
        .allowed_count = allowed,
        .wanted_count = (uint32_t)lemmas->wanted_count,
    };
    lemma->allowed = (struct cycle_condition *)(lemma + 1);
    lemma->wanted = lemma->allowed + allowed;
    lemma->watched = (uint32_t *)(lemma->wanted + lemma->wanted_count);
    list_allowed(lemmas, game, lemma->allowed);
    if (lemma->wanted_count > 0)
        memcpy(lemma->wanted, lemmas->wanted, lemma->wanted_count * sizeof(*lemma->wanted));
    if (watched > 0)
        memcpy(lemma->watched, lemmas->gathered, watched);
    qsort(lemma->watched, lemma->watched_count, sizeof(*lemma->watched), compare_numbers);
    if (lemmas->count > lemmas->mask)
        grow(lemmas);
    struct cycle_lemma **bucket = &lemmas->buckets[bucket_of(lemmas, lemma->situation, attacker)];
    lemma->next = *bucket;
    *bucket = lemma;
    lemmas->count++;
    lemmas->bytes += sizeof(*lemma) + conditions + watched;
    return lemma;
}
