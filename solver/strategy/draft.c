/* The replies of a draft, and their hash. */
#include "strategy/draft.h"

#include <stdlib.h>

#include "base/array.h"
#include "base/hash.h"

int draft_add(struct strategy_draft *draft, struct draft_reply reply)
{
    int r = array_reserve(&draft->replies, draft->count + 1, &draft->room, sizeof(reply));
    if (r == 0)
        draft->replies[draft->count++] = reply;
    return r;
}

void draft_release(struct strategy_draft *draft)
{
    free(draft->replies);
    *draft = (struct strategy_draft){0};
}

void draft_clear(struct strategy_draft *draft)
{
    bool in_store = draft->in_store;
    draft_release(draft);
    draft->in_store = in_store;
}

void draft_drop(struct strategy_draft *draft)
{
    draft_clear(draft);
    draft->is_new = draft->in_store;
}

uint64_t draft_hash(const struct strategy_draft *draft)
{
    uint64_t hash =
        hash_mix(draft->name ^ hash_mix(draft->count + 1) ^ draft->whole ^ 2u * draft->anew);
    for (size_t i = 0; i < draft->count; i++)
        hash = hash_mix(hash ^ (draft->replies[i].point | (uint64_t)draft->replies[i].check << 8));
    return hash != 0 ? hash : 1;
}
