/* Benson's unconditional life, on words. */
#include "certificate/check/strategy/lives.h"

/* A connected part of a player's stones, or of the points without them. */
struct life_part {
    uint64_t points, border; /* the points next to it */
    bool gone;
};

bool strategy_may_live(const struct strategy_board *board, const struct history_model *model)
{
    bool ends = model->pairs && history_model_passing_scores(model);
    return !board->stones_count && (!board->suicide || ends);
}

static int split(const struct strategy_board *board, uint64_t points, struct life_part *ret_parts)
{
    int count = 0;
    while (points != 0) {
        struct life_part *part = &ret_parts[count++];
        part->points = strategy_board_connected(board, points & -points, points, 0, &part->border);
        part->gone = false;
        points &= ~part->points;
    }
    return count;
}

/* Takes away the chains to which fewer than two regions are vital. Returns their stones. */
static uint64_t take_chains(struct life_part *chains, int chain_count,
                            const struct life_part *regions, int region_count, uint64_t counted)
{
    uint64_t taken = 0;
    for (int i = 0; i < chain_count; i++) {
        int vital = 0;
        for (int j = 0; j < region_count; j++)
            vital += !regions[j].gone && (regions[j].points & counted & ~chains[i].border) == 0;
        if (chains[i].gone || vital >= 2)
            continue;
        chains[i].gone = true;
        taken |= chains[i].points;
    }
    return taken;
}

/*
 * The player's stones that live. Where suicide is legal the opponent's stones in a region may be
 * gone by it: their points count like empty ones.
 */
static uint64_t living(const struct strategy_board *board, uint64_t own, uint64_t empty)
{
    uint64_t counted = board->suicide ? board->full & ~own : empty;
    struct life_part chains[SOLVER_MAX_POINTS], regions[SOLVER_MAX_POINTS];
    int chain_count = split(board, own, chains);
    int region_count = split(board, board->full & ~own, regions);
    uint64_t taken, alive = own;
    do {
        taken = take_chains(chains, chain_count, regions, region_count, counted);
        alive &= ~taken;
        for (int j = 0; j < region_count; j++)
            regions[j].gone = regions[j].gone || (regions[j].border & taken) != 0;
    } while (taken != 0);
    return alive;
}

bool strategy_is_safe(const struct strategy_terms *terms, const struct strategy_stones *stones)
{
    const struct strategy_board *board = terms->board;
    uint64_t own = stones->of[terms->attacker], theirs = stones->of[1 - terms->attacker];
    uint64_t empty = board->full & ~(own | theirs);
    /* His stones and the empty points are the most that he may have. */
    if (!terms->living || 2 * __builtin_popcountll(own | empty) - board->points < terms->wanted)
        return false;
    uint64_t alive = living(board, own, empty), eyes = 0;
    for (uint64_t todo = empty; todo != 0 && alive != 0; todo &= todo - 1) {
        uint64_t around = board->neighbours[__builtin_ctzll(todo)];
        if (around != 0 && (around & ~alive) == 0)
            eyes |= todo & -todo;
    }
    return 2 * __builtin_popcountll(alive | eyes) - board->points >= terms->wanted;
}
