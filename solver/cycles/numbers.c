/* Proof numbers by node and by situation. */
#include "cycles/numbers.h"

#include "base/hash.h"

/* Entries of the table: on small boards, and beyond so many points. Fewer where memory is short. */
#define ENTRIES_SMALL ((size_t)1 << 19)
#define ENTRIES_LARGE ((size_t)1 << 22)
#define POINTS_SMALL 9
/* The part of a run's memory that the table may take. */
#define MEMORY_PART 8
/* Numbers that were found under another past count up to this: they are no more than a hint. */
#define HINT_MAX 30
/* Tells names of situations from those of nodes. */
#define HINT_SEED UINT64_C(0x9e3779b97f4a7c15)

void cycle_numbers_init(struct dfpn_table *ret_table, int points, size_t max_bytes)
{
    size_t entries = points <= POINTS_SMALL ? ENTRIES_SMALL : ENTRIES_LARGE;
    while (entries > 1 && entries * sizeof(struct dfpn_entry) > max_bytes / MEMORY_PART)
        entries /= 2;
    dfpn_table_init(ret_table, entries);
}

/* A hash of zero would be that of an empty entry. */
static uint64_t name_of_hash(uint64_t hash)
{
    return hash == 0 ? 1 : hash;
}

uint64_t cycle_numbers_name(const struct cycle_worker *worker, int wanted)
{
    const struct cycle_game *game = &worker->game;
    const struct cycle_step *now = cycle_game_now(game);
    uint64_t hash = hash_mix((uint64_t)now->situation << 8 | (unsigned)worker->search->visits << 1 |
                             (unsigned)worker->search->attacker);
    hash = hash_mix(hash ^ (uint64_t)(int64_t)wanted);
    for (size_t i = now->base; i + 1 < game->count; i++) {
        const struct cycle_step *step = &game->steps[i];
        int64_t gained = step->gain - now->gain;
        hash += hash_mix(hash_mix(step->used + hash_mix(step->situation)) ^ (uint64_t)gained);
    }
    return name_of_hash(hash);
}

/* The name under which the latest numbers of the situation are, whatever its past. */
static uint64_t hint_name(const struct cycle_worker *worker, int wanted)
{
    const struct cycle_step *now = cycle_game_now(&worker->game);
    uint64_t hash =
        hash_mix(HINT_SEED ^ ((uint64_t)now->situation << 1 | (unsigned)worker->search->attacker));
    return name_of_hash(hash_mix(hash ^ (uint64_t)(int64_t)wanted));
}

struct dfpn_numbers cycle_numbers_first(const struct cycle_worker *worker, uint64_t name,
                                        int wanted)
{
    const struct dfpn_table *table = &worker->search->numbers;
    const struct cycle_situation *s = cycle_game_situation(&worker->game);
    struct dfpn_numbers numbers = {1, 1};
    /* What is proved counts by its lemma alone. */
    if ((dfpn_table_find(table, name, &numbers) && numbers.proof != 0) ||
        dfpn_table_find(table, hint_name(worker, wanted), &numbers))
        return numbers;
    numbers = (struct dfpn_numbers){1, 1};
    uint32_t empty =
        (uint32_t)(worker->game.points - __builtin_popcountll(s->stones[0] | s->stones[1]));
    if (s->mover == worker->search->attacker)
        numbers.disproof += empty;
    else
        numbers.proof += empty;
    return numbers;
}

static uint32_t hint_of(uint32_t number)
{
    return number == 0 ? 1 : number > HINT_MAX ? HINT_MAX : number;
}

int cycle_numbers_save(const struct cycle_worker *worker, uint64_t name, int wanted,
                       struct dfpn_numbers numbers)
{
    const struct dfpn_numbers hint = {hint_of(numbers.proof), hint_of(numbers.disproof)};
    int r = dfpn_table_store(&worker->search->numbers, name, numbers);
    return r == 0 ? dfpn_table_store(&worker->search->numbers, hint_name(worker, wanted), hint) : r;
}
