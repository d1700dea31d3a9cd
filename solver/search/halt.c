/* Where a run was stopped, and going on there. */
#include "search/halt.h"

#include <stdlib.h>
#include <string.h>

#include "search/internal.h"
#include "search/persistence.h"

static void drop(struct halt_point *point)
{
    free(point->steps);
    *point = (struct halt_point){0};
}

void halt_open(struct search *search, struct state root)
{
    const struct persistence *persistence = search->persistence;
    if (persistence == NULL || persistence->load_halt == NULL || search->limits.recording)
        return;
    search->halt = calloc(1, sizeof(*search->halt));
    if (search->halt == NULL)
        return;
    history_name_boards(&search->history, search->positions);
    search->halt->root[0] = history_hash(&search->history);
    search->halt->root[1] = search_state_name(search, root);
    persistence->load_halt(search->session, search);
}

void halt_close(struct search *search)
{
    if (search->halt == NULL)
        return;
    drop(&search->halt->from);
    drop(&search->halt->left);
    free(search->halt);
    search->halt = NULL;
}

/* Where the run came less far than the one before, which it did not go on with, that one stays. */
bool halt_is_new(const struct halt *halt)
{
    return halt->left.round.name != 0 &&
           (halt->used || halt->left.round.budget >= halt->from.round.budget);
}

uint64_t halt_name(const struct search *search, struct state state, const int *about, size_t count)
{
    uint64_t name = hash_mix(history_hash(&search->history) ^ search_state_name(search, state));
    for (size_t i = 0; i < count; i++)
        name = hash_mix(name + (uint64_t)(int64_t)about[i] + i);
    return name | 1;
}

void halt_find_round(struct search *search, struct halt_round *round)
{
    struct halt *halt = search->halt;
    if (halt == NULL || halt->used || halt->from.round.name != round->name)
        return;
    const struct halt_round *from = &halt->from.round;
    halt->used = true;
    round->budget = from->budget;
    round->reach = from->reach;
    halt->pending = memcmp(round->known, from->known, sizeof(from->known)) == 0;
    if (halt->pending)
        round->asked = from->asked;
}

void halt_note_round(struct search *search, const struct halt_round *round)
{
    if (search->halt != NULL)
        search->halt->now = round != NULL ? *round : (struct halt_round){0};
}

void halt_begin(struct search *search, int t, enum colour attacker)
{
    struct halt *halt = search->halt;
    search->again = NULL;
    if (halt == NULL)
        return;
    const struct halt_query *before = &halt->from.query;
    halt->in_query = halt->pending && before->threshold == t && before->attacker == attacker;
    halt->query = (struct halt_query){.threshold = t, .attacker = attacker & 1};
    if (!halt->in_query)
        return;
    halt->pending = false;
    search->again = &halt->from;
    search->again_at = 0;
}

const struct halt_query *halt_query_before(const struct search *search)
{
    const struct halt *halt = search->halt;
    return halt != NULL && halt->in_query ? &halt->from.query : NULL;
}

void halt_note_query(struct search *search, const struct halt_query *query)
{
    struct halt *halt = search->halt;
    if (halt == NULL)
        return;
    halt->query.left[ORDER_BEST_FIRST] = query->left[ORDER_BEST_FIRST];
    halt->query.left[ORDER_DEPTH_FIRST] = query->left[ORDER_DEPTH_FIRST];
    halt->query.work = query->work;
    halt->query.over = query->over;
}

/* Without the memory for it the path is left out. */
static void note_path(const struct search *search, struct halt_point *point)
{
    size_t count = search->frame_count > 0 ? search->frame_count - 1 : 0;
    count = count < HALT_STEPS_MOST ? count : HALT_STEPS_MOST;
    point->steps = count > 0 ? malloc(count * sizeof(*point->steps)) : NULL;
    point->step_count = point->steps != NULL ? count : 0;
    for (size_t i = 0; i < point->step_count; i++) {
        const struct search_frame *frame = &search->frames[i];
        const struct edge *edge = &search->edges[frame->first_edge + frame->chosen];
        point->steps[i] = (struct halt_step){edge->move.kind, edge->move.point, frame[1].limits};
    }
}

void halt_leave(struct search *search)
{
    struct halt *halt = search->halt;
    enum stop_reason why = search->stopped;
    bool for_good = why == STOP_NODES || why == STOP_TIME || why == STOP_INTERRUPT;
    if (halt == NULL || halt->now.name == 0 || !for_good)
        return;
    drop(&halt->left);
    halt->left.round = halt->now;
    halt->left.query = halt->query;
    note_path(search, &halt->left);
}

const struct halt_step *halt_next(struct search *search)
{
    const struct halt_point *point = search->again;
    if (point != NULL && search->again_at < point->step_count &&
        search->frame_count == search->again_at + 1)
        return &point->steps[search->again_at++];
    search->again = NULL;
    return NULL;
}

/* A root with a number that no search comes to would be left for a better node, and has none. */
void halt_recall(struct search *search, uint64_t hash, struct dfpn_numbers numbers)
{
    if (numbers.proof > 0 && numbers.proof <= SEARCH_NUMBER_MAX && numbers.disproof > 0 &&
        numbers.disproof <= SEARCH_NUMBER_MAX)
        dfpn_table_store(&search->numbers, hash, numbers);
}
