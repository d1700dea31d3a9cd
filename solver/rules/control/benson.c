/* Benson's algorithm. */
#include "rules/control/benson.h"

#define CHAINS_MAX 64

struct parts {
    uint64_t chains[CHAINS_MAX], regions[CHAINS_MAX]; /* 0: taken out */
    int chain_count, region_count;
};

static int split(const struct location_board *board, uint64_t set, uint64_t *parts)
{
    int count = 0;
    while (set != 0) {
        parts[count] = location_flood(board, set & -set, set);
        set &= ~parts[count++];
    }
    return count;
}

/* Regions that are next to the chain and whose empty locations all are. */
static int count_vital(const struct location_board *board, const struct parts *parts,
                       uint64_t chain, uint64_t empty)
{
    uint64_t next = location_next(board, chain);
    int count = 0;
    for (int i = 0; i < parts->region_count; i++)
        count += (parts->regions[i] & next) != 0 && (parts->regions[i] & empty & ~next) == 0;
    return count;
}

/* Takes out the chains with less than two vital regions, then the regions next to them. */
static bool reduce(const struct location_board *board, struct parts *parts, uint64_t empty)
{
    uint64_t out = 0;
    for (int i = 0; i < parts->chain_count; i++)
        if (parts->chains[i] != 0 && count_vital(board, parts, parts->chains[i], empty) < 2) {
            out |= parts->chains[i];
            parts->chains[i] = 0;
        }
    for (int i = 0; i < parts->region_count; i++)
        if ((location_next(board, parts->regions[i]) & out) != 0)
            parts->regions[i] = 0;
    return out != 0;
}

bool benson_lives(const struct location_board *board, uint64_t set, uint64_t stones, uint64_t empty)
{
    struct parts parts;
    parts.chain_count = split(board, stones, parts.chains);
    parts.region_count = split(board, set & ~stones, parts.regions);
    while (reduce(board, &parts, empty))
        ;
    for (int i = 0; i < parts.chain_count; i++)
        if (parts.chains[i] != 0)
            return true;
    return false;
}
