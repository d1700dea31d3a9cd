/* The states of a strategy, in one table. */
#include "certificate/check/strategy/states.h"

#include <errno.h>
#include <stdlib.h>

#include "base/large_pages.h"

#define ROOM_LEAST 64
#define WORD_BITS 32
/* Words of an entry, on boards of up to 32 points and on larger ones. */
#define SIZE_SMALL 3
#define SIZE_LARGE 5

/* Where the search for an entry begins. */
static size_t home_of(const struct strategy_states *states, const struct strategy_stones *stones,
                      int ko)
{
    uint64_t hash = stones->of[0] * 0x9e3779b97f4a7c15ull ^ stones->of[1] * 0xc2b2ae3d27d4eb4full;
    hash = (hash ^ hash >> WORD_BITS ^ (uint64_t)ko) * 0xd6e8feb86659fd93ull;
    return (size_t)((hash >> WORD_BITS) * states->room >> WORD_BITS);
}

static uint32_t low(uint64_t word)
{
    return (uint32_t)word;
}

static uint32_t high(uint64_t word)
{
    return (uint32_t)(word >> WORD_BITS);
}

/* The stones of an entry are their low halves, and on larger boards their high ones. */
static void write_entry(uint32_t *entry, size_t size, const struct strategy_stones *stones, int ko)
{
    entry[0] = STATES_TAKEN | (uint32_t)ko << STATES_KO_SHIFT;
    entry[1] = low(stones->of[0]);
    entry[2] = low(stones->of[1]);
    if (size == SIZE_LARGE) {
        entry[3] = high(stones->of[0]);
        entry[4] = high(stones->of[1]);
    }
}

struct strategy_stones strategy_states_stones(const struct strategy_states *states, size_t entry)
{
    const uint32_t *at = strategy_states_marks(states, entry);
    struct strategy_stones stones = {{at[1], at[2]}};
    if (states->size == SIZE_LARGE) {
        stones.of[0] |= (uint64_t)at[3] << WORD_BITS;
        stones.of[1] |= (uint64_t)at[4] << WORD_BITS;
    }
    return stones;
}

/* Is an entry that of these stones and this ko? */
static bool is_of(const uint32_t *entry, size_t size, const struct strategy_stones *stones, int ko)
{
    return entry[1] == low(stones->of[0]) && entry[2] == low(stones->of[1]) &&
           (entry[0] >> STATES_KO_SHIFT & STATES_FIELD) == (uint32_t)ko &&
           (size == SIZE_SMALL ||
            (entry[3] == high(stones->of[0]) && entry[4] == high(stones->of[1])));
}

/* The entry, or the free one where it would be. */
static size_t look(const struct strategy_states *states, const struct strategy_stones *stones,
                   int ko)
{
    size_t at = home_of(states, stones, ko);
    const uint32_t *entry = strategy_states_marks(states, at);
    while (*entry != 0 && !is_of(entry, states->size, stones, ko)) {
        at = at + 1 < states->room ? at + 1 : 0;
        entry = strategy_states_marks(states, at);
    }
    return at;
}

static size_t bytes_of(const struct strategy_states *states, size_t room)
{
    return room * states->size * sizeof(*states->entries);
}

/* Takes a table of another room; what is in the old one goes there. */
static int resize(struct strategy_states *states, size_t room)
{
    struct strategy_states more = *states;
    if (room > UINT32_MAX / 2 || room > states->budget->bytes / bytes_of(states, 1))
        return BUDGET_SPENT;
    more.room = room;
    more.entries = calloc(room, bytes_of(states, 1));
    if (more.entries == NULL)
        return -ENOMEM;
    large_pages_advise(more.entries, bytes_of(states, room));
    for (size_t i = 0; i < states->room; i++) {
        const uint32_t marks = *strategy_states_marks(states, i);
        if (marks == 0)
            continue;
        struct strategy_stones stones = strategy_states_stones(states, i);
        int ko = (int)(marks >> STATES_KO_SHIFT & STATES_FIELD);
        uint32_t *entry = strategy_states_marks(&more, look(&more, &stones, ko));
        write_entry(entry, states->size, &stones, ko);
        *entry = marks;
    }
    strategy_states_release(states);
    more.budget->bytes -= bytes_of(&more, room);
    *states = more;
    return 0;
}

int strategy_states_init(struct strategy_states *ret_states, const struct strategy_board *board,
                         size_t expected, struct budget *budget)
{
    size_t room = ROOM_LEAST + expected + expected / 3;
    *ret_states = (struct strategy_states){
        .size = board->points > WORD_BITS ? SIZE_LARGE : SIZE_SMALL, .budget = budget};
    return resize(ret_states, room <= budget->bytes / bytes_of(ret_states, 1) ? room : ROOM_LEAST);
}

void strategy_states_release(struct strategy_states *states)
{
    if (states->entries != NULL)
        states->budget->bytes += bytes_of(states, states->room);
    free(states->entries);
    states->entries = NULL;
}

void strategy_states_fetch(const struct strategy_states *states,
                           const struct strategy_stones *stones, int ko)
{
    __builtin_prefetch(strategy_states_marks(states, home_of(states, stones, ko)));
}

size_t strategy_states_find(const struct strategy_states *states,
                            const struct strategy_stones *stones, int ko)
{
    size_t at = look(states, stones, ko);
    return *strategy_states_marks(states, at) != 0 ? at : STATES_NONE;
}

bool strategy_states_have(const struct strategy_states *states,
                          const struct strategy_stones *stones, int ko, int mover)
{
    uint32_t marks = *strategy_states_marks(states, look(states, stones, ko));
    return (marks & STATES_MET(mover)) != 0;
}

bool strategy_states_reach(const struct strategy_states *states,
                           const struct strategy_stones *stones, bool attacker_moves)
{
    size_t entry = strategy_states_find(states, stones, 0);
    return entry != STATES_NONE &&
           (attacker_moves || (*strategy_states_marks(states, entry) & STATES_OPPONENT) != 0);
}

int strategy_states_add(struct strategy_states *states, const struct strategy_stones *stones,
                        int ko, size_t *ret_entry)
{
    size_t at = look(states, stones, ko);
    uint32_t *entry = strategy_states_marks(states, at);
    if (*entry == 0) {
        /* An eighth stays free. */
        if (states->count >= states->room - states->room / 8) {
            int r = resize(states, states->room + states->room / 2);
            if (r < 0)
                return r;
            entry = strategy_states_marks(states, look(states, stones, ko));
        }
        write_entry(entry, states->size, stones, ko);
        states->count++;
    }
    *ret_entry = (size_t)(entry - states->entries) / states->size;
    return 0;
}
