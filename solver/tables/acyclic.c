/*
 * Ranking boards, margin by margin. A place is orbit * 2 + owner, colours as the canonical board
 * shows them. Each margin is ranked from nothing, since a board that is weak for a greater margin
 * may be full for a lesser one; so threads take margins.
 */
#include "tables/acyclic.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/free_all.h"

/* What is known of a place. */
#define FULL 1u
#define WEAK 2u
#define RANKED (FULL | WEAK)
#define HAS_MOVE 4u /* the owner has a stone move to a full board */

#define NO_PLACE UINT32_MAX
/* Candidates by their stones: first the owner's. */
#define KEYS (SOLVER_MAX_POINTS * SOLVER_MAX_POINTS + 1)

struct ranking {
    const struct attractor *all;
    int margin;
    uint8_t *state; /* [place] */
    uint8_t *left;  /* [place]: stone moves of the opponent to boards that are not ranked */
    uint32_t *now;  /* places that were ranked and are to be handed on */
    uint32_t *next; /* [place]: of candidates to be weak, the next one with that key */
    uint32_t first[KEYS];
    int top; /* no candidate has a greater key */
    uint32_t count;
};

size_t acyclic_board_bytes(void)
{
    return 2 * (2 * sizeof(uint8_t) + 2 * sizeof(uint32_t));
}

static void ranking_release(struct ranking *ranking)
{
    FREE_ALL(ranking->state, ranking->left, ranking->now, ranking->next);
}

static int ranking_init(struct ranking *ret_ranking, const struct attractor *all)
{
    size_t places = (size_t)all->reverse->node_count + 1;
    *ret_ranking = (struct ranking){
        .all = all,
        .state = malloc(places),
        .left = malloc(places),
        .now = malloc(places * sizeof(uint32_t)),
        .next = malloc(places * sizeof(uint32_t)),
    };
    return ret_ranking->state == NULL || ret_ranking->left == NULL || ret_ranking->now == NULL ||
                   ret_ranking->next == NULL
               ? -ENOMEM
               : 0;
}

static bool scores(const struct ranking *ranking, uint32_t place)
{
    int margin = ranking->all->reverse->positions->orbits[place / 2].margin;
    return (place & 1 ? -margin : margin) >= ranking->margin;
}

static void rank(struct ranking *ranking, uint32_t place, unsigned as)
{
    ranking->state[place] |= (uint8_t)as;
    ranking->now[ranking->count++] = place;
}

/* Ranks the place full if it can be. */
static void try_full(struct ranking *ranking, uint32_t place)
{
    unsigned state = ranking->state[place];
    if ((state & RANKED) == 0 && ranking->left[place] == 0 &&
        ((state & HAS_MOVE) != 0 || scores(ranking, place)))
        rank(ranking, place, FULL);
}

/* Without ranks, does the owner force the margin at the place with the opponent to move? */
static bool may_be_full(const struct ranking *ranking, uint32_t place)
{
    const struct positions *positions = ranking->all->reverse->positions;
    struct state state = {.board = place / 2 << positions->shift, .mover = !(place & 1)};
    return attractor_margin(ranking->all, state, (enum colour)(place & 1)) >= ranking->margin;
}

/* The owner has a stone move from the place to a full board. */
static void add_play(struct ranking *ranking, uint32_t place)
{
    if ((ranking->state[place] & (RANKED | HAS_MOVE)) != 0)
        return;
    ranking->state[place] |= HAS_MOVE;
    try_full(ranking, place);
    if ((ranking->state[place] & FULL) != 0)
        return;
    if (!may_be_full(ranking, place)) {
        rank(ranking, place, WEAK);
        return;
    }
    struct stones stones = ranking->all->reverse->positions->orbits[place / 2].canonical;
    int key = SOLVER_MAX_POINTS * __builtin_popcountll(stones.of[place & 1]) +
              __builtin_popcountll(stones.of[!(place & 1)]);
    ranking->next[place] = ranking->first[key];
    ranking->first[key] = place;
    ranking->top = key > ranking->top ? key : ranking->top;
}

/* Hands a ranked place to those before it. */
static void expand(struct ranking *ranking, uint32_t place)
{
    const struct reverse_moves *reverse = ranking->all->reverse;
    /* The opponent's moves leave the owner to move, and the other way round. */
    for (uint32_t i = reverse->first[place]; i < reverse->first[place + 1]; i++) {
        const struct arrival *arrival = &reverse->arrivals[i];
        uint32_t before = (arrival->owner & ~1u) | ((place & 1) ^ (uint32_t)arrival->swaps);
        ranking->left[before]--;
        try_full(ranking, before);
    }
    if ((ranking->state[place] & FULL) == 0)
        return;
    for (uint32_t i = reverse->first[place ^ 1]; i < reverse->first[(place ^ 1) + 1]; i++) {
        const struct arrival *arrival = &reverse->arrivals[i];
        add_play(ranking, (arrival->owner & ~1u) | ((place & 1) ^ (uint32_t)arrival->swaps));
    }
}

/* Ranks as weak the candidates with the greatest key. */
static void rank_weak(struct ranking *ranking)
{
    uint32_t before = ranking->count;
    for (; ranking->top >= 0 && ranking->count == before; ranking->top--) {
        uint32_t place = ranking->first[ranking->top];
        ranking->first[ranking->top] = NO_PLACE;
        for (; place != NO_PLACE; place = ranking->next[place])
            if ((ranking->state[place] & RANKED) == 0)
                rank(ranking, place, WEAK);
    }
}

static bool stopped(const struct attractor_work *how)
{
    return how->stop != NULL && how->stop(how->arg);
}

static int rank_all(struct ranking *ranking, const struct attractor_work *how)
{
    const struct reverse_moves *reverse = ranking->all->reverse;
    memset(ranking->state, 0, reverse->node_count);
    memset(ranking->first, 0xff, sizeof(ranking->first));
    ranking->count = 0;
    ranking->top = -1;
    for (uint32_t place = 0; place < reverse->node_count; place++)
        ranking->left[place] = reverse->positions->orbits[place / 2].move_count[!(place & 1)];
    for (uint32_t place = 0; place < reverse->node_count; place++)
        try_full(ranking, place);
    for (uint32_t done = 0; done < ranking->count;) {
        while (done < ranking->count)
            expand(ranking, ranking->now[done++]);
        rank_weak(ranking);
        if (stopped(how))
            return -EINTR;
    }
    return 0;
}

/* Takes what was ranked into the ranks of the attractor: greater margins are there already. */
static void keep(const struct ranking *ranking, struct attractor *attractor)
{
    for (uint32_t place = 0; place < attractor->reverse->node_count; place++) {
        unsigned state = ranking->state[place], owner = place & 1;
        uint8_t *ranks = attractor->ranks;
        uint32_t own = place, other = place ^ 1; /* nodes: the owner to move, or not */
        if ((state & RANKED) != 0 && ranks[own * 2 + owner] == RANK_NONE)
            ranks[own * 2 + owner] = (uint8_t)(ranking->margin + MARGIN_OFFSET);
        if ((state & FULL) != 0 && ranks[other * 2 + owner] == RANK_NONE)
            ranks[other * 2 + owner] = (uint8_t)(ranking->margin + MARGIN_OFFSET);
    }
}

/* Ranks so many margins, from most down. */
static int rank_margins(struct ranking *rankings, int count, int most,
                        const struct attractor_work *how)
{
    int r = 0;
#ifdef _OPENMP
#pragma omp parallel for schedule(dynamic, 1) num_threads(count) reduction(min : r)
#endif
    for (int i = 0; i < count; i++) {
        rankings[i].margin = most - i;
        int one = rank_all(&rankings[i], how);
        r = one < r ? one : r;
    }
    return r;
}

static int run(struct attractor *attractor, struct ranking *rankings, int threads,
               const struct attractor_work *how)
{
    int points = attractor->reverse->positions->points, most = points, r = 0;
    if (how->start != NULL) {
        memcpy(attractor->ranks, how->start->ranks, (size_t)attractor->reverse->node_count * 2);
        most = how->start->margin - 1;
    }
    for (int count; most >= -points && r == 0; most -= count) {
        count = most + points + 1 < threads ? most + points + 1 : threads;
        r = rank_margins(rankings, count, most, how);
        for (int i = 0; i < count && r == 0; i++)
            keep(&rankings[i], attractor);
        if (r == 0 && how->stage != NULL)
            r = how->stage(how->arg, attractor, most - count + 1);
    }
    return r;
}

int acyclic_init(struct attractor *ret_attractor, const struct attractor *all,
                 const struct attractor_work *how)
{
    int threads = how->threads;
    struct ranking *rankings = calloc((size_t)threads, sizeof(*rankings));
    struct attractor attractor = {
        .reverse = all->reverse,
        .margin = MARGIN_EVERY,
        .layers = 1,
        .ranks = calloc((size_t)all->reverse->node_count + 1, 2),
        .ko_ranks = calloc(1, 2), /* there are no moves with a ko */
    };
    int r = attractor.ranks == NULL || attractor.ko_ranks == NULL || rankings == NULL ? -ENOMEM : 0;
    for (int i = 0; i < threads && r == 0; i++)
        r = ranking_init(&rankings[i], all);
    if (r == 0)
        r = run(&attractor, rankings, threads, how);
    for (int i = 0; rankings != NULL && i < threads; i++)
        ranking_release(&rankings[i]);
    free(rankings);
    if (r < 0)
        attractor_release(&attractor);
    else
        *ret_attractor = attractor;
    return r;
}
