/* A hash table of facts; nothing is ever dropped. */
#include "players/facts.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"

#define BUCKETS ((size_t)1 << 20)

int facts_init(struct facts *ret_facts)
{
    memset(ret_facts, 0, sizeof(*ret_facts));
    ret_facts->buckets = calloc(BUCKETS, sizeof(*ret_facts->buckets));
    return ret_facts->buckets != NULL ? 0 : -ENOMEM;
}

void facts_end_search(struct facts *facts)
{
    free(facts->conditions);
    free(facts->buckets);
    facts->conditions = NULL;
    facts->buckets = NULL;
    facts->condition_count = facts->condition_room = 0;
}

void facts_release(struct facts *facts)
{
    facts_end_search(facts);
    free(facts->list);
    free(facts->replies);
    memset(facts, 0, sizeof(*facts));
}

void facts_clear(struct facts *facts)
{
    memset(facts->buckets, 0, BUCKETS * sizeof(*facts->buckets));
    facts->count = facts->condition_count = facts->reply_total = facts->reply_begun = 0;
}

size_t facts_bytes(const struct facts *facts)
{
    return BUCKETS * sizeof(*facts->buckets) + facts->room * sizeof(*facts->list) +
           facts->condition_room * sizeof(*facts->conditions) +
           facts->reply_room * sizeof(*facts->replies);
}

uint64_t facts_state(const struct trail *trail, int goal)
{
    const struct turn *now = game_now(&trail->game);
    uint64_t state = trail->marks[trail->game.count - 1].situation;
    state = state << PLAYERS_MAX | now->active;
    return (state << 4 | (unsigned)now->passes) << 8 | (unsigned)goal;
}

struct fact_state facts_read_state(uint64_t state)
{
    return (struct fact_state){
        .situation = (uint32_t)(state >> (12 + PLAYERS_MAX)),
        .active = (unsigned)(state >> 12) & ((1u << PLAYERS_MAX) - 1),
        .passes = (int)(state >> 8 & 15),
        .goal = (int)(state & 255),
    };
}

static uint32_t *bucket(const struct facts *facts, uint64_t state)
{
    return &facts->buckets[state * 0x9e3779b97f4a7c15ull >> 44 & (BUCKETS - 1)];
}

static bool holds(const struct facts *facts, const struct fact *fact, const struct trail *trail)
{
    const struct fact_condition *conditions = facts->conditions + fact->first;
    for (uint32_t i = 0; i < fact->count; i++)
        if (trail_answer(trail, conditions[i].list, conditions[i].situation) !=
            conditions[i].answer)
            return false;
    return true;
}

const struct fact *facts_find(const struct facts *facts, const struct trail *trail, int goal)
{
    uint64_t state = facts_state(trail, goal);
    for (uint32_t i = *bucket(facts, state); i != 0; i = facts->list[i - 1].next)
        if (facts->list[i - 1].state == state && holds(facts, &facts->list[i - 1], trail))
            return &facts->list[i - 1];
    return NULL;
}

int facts_add(struct facts *facts, const struct trail *trail, int goal, bool reached,
              const struct fact_condition *conditions, size_t count)
{
    uint64_t state = facts_state(trail, goal);
    uint32_t *head = bucket(facts, state);
    if (facts->count >= UINT32_MAX - 1 || count > UINT32_MAX ||
        array_reserve(&facts->list, facts->count + 1, &facts->room, sizeof(*facts->list)) < 0 ||
        array_reserve(&facts->conditions, facts->condition_count + count + 1,
                      &facts->condition_room, sizeof(*facts->conditions)) < 0)
        return -ENOMEM;
    facts->list[facts->count++] = (struct fact){
        .state = state,
        .next = *head,
        .reached = reached,
        .count = (uint32_t)count,
        .first = facts->condition_count,
        .reply = facts->reply_begun,
        .reply_count = (uint8_t)(facts->reply_total - facts->reply_begun),
    };
    facts->reply_begun = facts->reply_total;
    *head = (uint32_t)facts->count;
    if (count > 0)
        memcpy(facts->conditions + facts->condition_count, conditions, count * sizeof(*conditions));
    facts->condition_count += count;
    return 0;
}

int facts_add_reply(struct facts *facts, struct fact_reply reply)
{
    int r = array_reserve(&facts->replies, facts->reply_total + 1, &facts->reply_room,
                          sizeof(*facts->replies));
    if (r == 0)
        facts->replies[facts->reply_total++] = reply;
    return r;
}
