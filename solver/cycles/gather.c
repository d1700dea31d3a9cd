/*
 * How the conditions of a lemma are gathered (lemma.h tells why they are enough).
 *
 * A lemma watches the situations of its proof at which the opponent may remove a cycle. Under the
 * history of the proof each of them stood before with certain sets used since, mostly never. Under
 * another history what is used since must be among those, because only those were looked at.
 */
#include "cycles/gather.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/free_all.h"
#include "search/injected_bugs.h"

void cycle_gathering_release(struct cycle_gathering *gathering)
{
    FREE_ALL(gathering->marks, gathering->watched, gathering->wanted);
    memset(gathering, 0, sizeof(*gathering));
}

size_t cycle_gathering_bytes(const struct cycle_gathering *gathering)
{
    return gathering->mark_capacity * sizeof(*gathering->marks) +
           gathering->watched_capacity * sizeof(*gathering->watched) +
           gathering->wanted_capacity * sizeof(*gathering->wanted);
}

void cycle_gathering_begin(struct cycle_gathering *gathering)
{
    gathering->watched_count = 0;
    gathering->wanted_count = 0;
    if (++gathering->mark == 0) { /* all marks are old once more */
        memset(gathering->marks, 0, gathering->mark_capacity * sizeof(*gathering->marks));
        gathering->mark = 1;
    }
}

static int make_marks(struct cycle_gathering *gathering, size_t situations)
{
    return array_reserve_zero(&gathering->marks, situations, &gathering->mark_capacity,
                              sizeof(*gathering->marks));
}

static int watch(struct cycle_gathering *gathering, uint32_t situation)
{
    if (gathering->marks[situation] == gathering->mark)
        return 0;
    if (array_reserve(&gathering->watched, gathering->watched_count + 1,
                      &gathering->watched_capacity, sizeof(*gathering->watched)) < 0)
        return -ENOMEM;
    gathering->marks[situation] = gathering->mark;
    gathering->watched[gathering->watched_count++] = situation;
    return 0;
}

static int want(struct cycle_gathering *gathering, uint32_t situation, uint64_t used)
{
    if (cycle_lemma_has(gathering->wanted, (uint32_t)gathering->wanted_count, situation, used))
        return 0;
    if (array_reserve(&gathering->wanted, gathering->wanted_count + 1, &gathering->wanted_capacity,
                      sizeof(*gathering->wanted)) < 0)
        return -ENOMEM;
    gathering->wanted[gathering->wanted_count++] = (struct cycle_condition){used, situation};
    return 0;
}

int cycle_gathering_watch(struct cycle_gathering *gathering, const struct cycle_game *game)
{
    if (!game->removes || cycle_game_situation(game)->needed == 1 || INJECTED_BUG == 2)
        return 0;
    int r = make_marks(gathering, game->situations->count);
    return r == 0 ? watch(gathering, cycle_game_now(game)->situation) : r;
}

/*
 * What the child wants to have stood, seen from the root: it is the root itself, or it stood before
 * the root with a use that the move completes.
 */
static int want_before(struct cycle_gathering *gathering, const struct cycle_game *game,
                       const struct cycle_edge *edge, const struct cycle_condition *wanted)
{
    const struct cycle_step *now = cycle_game_now(game);
    if (wanted->situation == now->situation && wanted->used == edge->changed)
        return 0;
    for (size_t i = now->base; i + 1 < game->count; i++) {
        const struct cycle_step *step = &game->steps[i];
        if (step->situation == wanted->situation && (step->used | edge->changed) == wanted->used)
            return want(gathering, step->situation, step->used);
    }
    return -EINVAL; /* not reached: the child's proof holds under this history */
}

int cycle_gathering_add(struct cycle_gathering *gathering, const struct cycle_game *game,
                        const struct cycle_edge *edge, bool by_attacker,
                        const struct cycle_lemma *child)
{
    int r = make_marks(gathering, game->situations->count);
    if (edge->play.used != 0) {
        /* Nothing that stood before matters to the child. */
        return r == 0 && by_attacker
                   ? want(gathering, cycle_game_now(game)->situation, edge->play.used)
                   : r;
    }
    for (uint32_t i = 0; child != NULL && r == 0 && i < child->watched_count; i++)
        r = watch(gathering, child->watched[i]);
    for (uint32_t i = 0; child != NULL && r == 0 && i < child->wanted_count; i++)
        r = want_before(gathering, game, edge, &child->wanted[i]);
    return r;
}

static int compare_numbers(const void *a, const void *b)
{
    uint32_t one = *(const uint32_t *)a, other = *(const uint32_t *)b;
    return one < other ? -1 : one > other;
}

/* Writes what was used since the watched situations that stood; allowed may be NULL: only counts.
 */
static uint32_t list_allowed(const struct cycle_gathering *gathering, const struct cycle_game *game,
                             struct cycle_condition *allowed)
{
    uint32_t count = 0;
    for (size_t i = cycle_game_now(game)->base; i + 1 < game->count; i++) {
        const struct cycle_step *step = &game->steps[i];
        if (step->situation >= gathering->mark_capacity ||
            gathering->marks[step->situation] != gathering->mark)
            continue;
        if (allowed != NULL)
            allowed[count] = (struct cycle_condition){step->used, step->situation};
        count++;
    }
    return count;
}

struct cycle_lemma *cycle_gathering_end(const struct cycle_gathering *gathering,
                                        const struct cycle_game *game, int attacker, int bound)
{
    uint32_t allowed = list_allowed(gathering, game, NULL);
    struct cycle_lemma *lemma = cycle_lemma_new((uint32_t)gathering->watched_count, allowed,
                                                (uint32_t)gathering->wanted_count);
    if (lemma == NULL)
        return NULL;
    lemma->situation = cycle_game_now(game)->situation;
    lemma->bound = bound;
    lemma->attacker = (uint8_t)attacker;
    list_allowed(gathering, game, lemma->allowed);
    if (lemma->wanted_count > 0)
        memcpy(lemma->wanted, gathering->wanted, lemma->wanted_count * sizeof(*lemma->wanted));
    if (lemma->watched_count > 0)
        memcpy(lemma->watched, gathering->watched, lemma->watched_count * sizeof(*lemma->watched));
    qsort(lemma->watched, lemma->watched_count, sizeof(*lemma->watched), compare_numbers);
    return lemma;
}
