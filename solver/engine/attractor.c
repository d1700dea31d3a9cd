/*
 * Retrograde analysis by levels. The ends come first: a pass that ends the game with the margin.
 * Then each state that was decided is handed to the states before it: an attacker's state is
 * decided by its first good successor, the other player's by its last, for which a counter of the
 * successors left is kept. Each play is looked at once per attacker and layer.
 *
 * States are numbered like the ranks: (node * 2 + attacker) * layers + passes, and after these the
 * states after a play with a ko: base + play * 2 + attacker. Colours are those of the canonical
 * board, so crossing a play may swap the attacker.
 */
#include "engine/attractor.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* A growing list of states. */
struct frontier {
    uint64_t *states;
    size_t count, room;
};

struct work {
    const struct reverse_plays *reverse;
    const struct positions *positions;
    struct attractor *attractor;
    uint64_t base;           /* the first state after a play with a ko */
    uint8_t *left, *ko_left; /* of the other player's states: successors not decided yet */
    struct frontier now, next;
    int level;
};

static size_t rank_count(const struct positions *positions, int layers)
{
    return (size_t)positions->orbit_count * 4 * (size_t)layers;
}

size_t attractor_size(const struct positions *positions, int passes_to_end)
{
    return rank_count(positions, passes_to_end) + (size_t)positions->play_count * 2;
}

static int frontier_add(struct frontier *frontier, uint64_t state)
{
    if (frontier->count == frontier->room) {
        size_t room = frontier->room ? frontier->room * 2 : 1024;
        void *grown = realloc(frontier->states, room * sizeof(*frontier->states));
        if (grown == NULL)
            return -ENOMEM;
        frontier->states = grown;
        frontier->room = room;
    }
    frontier->states[frontier->count++] = state;
    return 0;
}

/*
 * A successor of a state was decided at the level before: the state is decided, if it is the
 * attacker's or nothing else is left.
 */
static int touch(struct work *work, uint8_t *rank, uint8_t *left, bool own, uint64_t state)
{
    if (*rank != RANK_NONE || (!own && --*left > 0))
        return 0;
    *rank = (uint8_t)work->level;
    return frontier_add(&work->next, state);
}

/* Touches the state of node (a mover on a board) after passes. */
static int touch_layer(struct work *work, uint32_t node, enum colour attacker, int passes)
{
    size_t state = ((size_t)node * 2 + attacker) * (size_t)work->attractor->layers + (size_t)passes;
    return touch(work, &work->attractor->ranks[state], &work->left[state], (node & 1) == attacker,
                 state);
}

/*
 * Touches the states of node with a ko: the plays that lead there and leave one, but for the one
 * that forbids point (-1: none; passing is never forbidden).
 */
static int touch_ko(struct work *work, uint32_t node, enum colour attacker, int point)
{
    const struct reverse_plays *reverse = work->reverse;
    const struct positions *positions = work->positions;
    for (uint32_t i = reverse->ko_first[node]; i < reverse->ko_first[node + 1]; i++) {
        uint32_t index = reverse->ko_plays[i];
        const struct play *play = &positions->plays[index];
        int g = position_element(positions, play->child);
        /* The ko's point lies on the board as the play sees it; node is its canonical board. */
        uint8_t ko = position_map_ko(positions, positions->inverse[g], play->ko);
        if (point >= 0 && ko == point + 1)
            continue;
        enum colour own = attacker ^ (enum colour)element_swaps(g);
        size_t state = (size_t)index * 2 + own;
        int r = touch(work, &work->attractor->ko_ranks[state], &work->ko_left[state],
                      (node & 1) == attacker, work->base + state);
        if (r < 0)
            return r;
    }
    return 0;
}

/* The play index leads to a decided state: touches the states at which it may be made. */
static int touch_play(struct work *work, uint32_t index, enum colour attacker)
{
    uint32_t node = work->reverse->owner[index];
    int r = 0;
    for (int passes = 0; passes < work->attractor->layers && r == 0; passes++)
        r = touch_layer(work, node, attacker, passes);
    return r < 0 ? r : touch_ko(work, node, attacker, work->positions->plays[index].point);
}

/* Hands a decided state without ko to the states before it. */
static int expand_layer(struct work *work, uint64_t state)
{
    int layers = work->attractor->layers, passes = (int)(state % (unsigned)layers);
    enum colour attacker = (enum colour)(state / (unsigned)layers & 1);
    uint32_t node = (uint32_t)(state / (unsigned)layers / 2);
    if (passes > 0) {
        int r = touch_layer(work, node ^ 1, attacker, passes - 1);
        return r == 0 && passes == 1 ? touch_ko(work, node ^ 1, attacker, -1) : r;
    }
    const struct reverse_plays *reverse = work->reverse;
    for (uint32_t i = reverse->first[node]; i < reverse->first[node + 1]; i++) {
        const struct play *play = &work->positions->plays[reverse->plays[i]];
        if (play->ko != 0)
            continue; /* leads to a state with a ko */
        unsigned swap = (unsigned)element_swaps(position_element(work->positions, play->child));
        int r = touch_play(work, reverse->plays[i], attacker ^ swap);
        if (r < 0)
            return r;
    }
    return 0;
}

static int expand_state(struct work *work, uint64_t state)
{
    if (state < work->base)
        return expand_layer(work, state);
    uint64_t ko_state = state - work->base;
    return touch_play(work, (uint32_t)(ko_state / 2), (enum colour)(ko_state & 1));
}

/* Sets the counters: a successor for each play and one for the pass. */
static void count_successors(struct work *work)
{
    const struct positions *positions = work->positions;
    int layers = work->attractor->layers;
    for (uint32_t node = 0; node < work->reverse->node_count; node++) {
        uint8_t plays = positions->orbits[node / 2].play_count[node & 1];
        memset(&work->left[(size_t)node * 2 * (size_t)layers], plays + 1, 2 * (size_t)layers);
        const struct reverse_plays *reverse = work->reverse;
        for (uint32_t i = reverse->ko_first[node]; i < reverse->ko_first[node + 1]; i++) {
            uint32_t index = reverse->ko_plays[i];
            uint8_t barred = positions->plays[index].ko == KO_SELF ? 0 : 1;
            work->ko_left[(size_t)index * 2] = work->ko_left[(size_t)index * 2 + 1] =
                (uint8_t)(plays + 1 - barred);
        }
    }
}

/* Level 1: the passes that end the game with the margin. */
static int decide_ends(struct work *work)
{
    int layers = work->attractor->layers;
    for (uint32_t node = 0; node < work->reverse->node_count; node++) {
        int margin = work->positions->orbits[node / 2].margin;
        for (enum colour attacker = BLACK; attacker <= WHITE; attacker++) {
            if ((attacker == BLACK ? margin : -margin) < work->attractor->margin)
                continue;
            int r = touch_layer(work, node, attacker, layers - 1);
            /* With a single pass ending the game a ko would not matter; two is the least there is.
             */
            if (r < 0)
                return r;
        }
    }
    return 0;
}

static int run_levels(struct work *work, bool (*stop)(void *), void *arg)
{
    int r = decide_ends(work);
    for (work->level = 2; work->next.count > 0 && work->level <= RANK_MAX && r == 0;
         work->level++) {
        struct frontier done = work->now;
        work->now = work->next;
        work->next = done;
        work->next.count = 0;
        for (size_t i = 0; i < work->now.count && r == 0; i++)
            r = expand_state(work, work->now.states[i]);
        if (r == 0 && stop != NULL && stop(arg))
            r = -EINTR;
    }
    return r;
}

int attractor_init(struct attractor *ret_attractor, const struct reverse_plays *reverse, int margin,
                   int passes_to_end, bool (*stop)(void *), void *arg)
{
    const struct positions *positions = reverse->positions;
    size_t states = rank_count(positions, passes_to_end);
    size_t ko_states = (size_t)positions->play_count * 2 + 1;
    struct attractor attractor = {
        .positions = positions,
        .margin = margin,
        .layers = passes_to_end,
        .bytes = attractor_size(positions, passes_to_end),
    };
    struct work work = {
        .reverse = reverse,
        .positions = positions,
        .attractor = &attractor,
        .base = states,
        .level = 1,
    };
    assert(passes_to_end >= 2);
    attractor.ranks = calloc(states, 1);
    attractor.ko_ranks = calloc(ko_states, 1);
    work.left = malloc(states);
    work.ko_left = malloc(ko_states);
    int r = -ENOMEM;
    if (attractor.ranks != NULL && attractor.ko_ranks != NULL && work.left != NULL &&
        work.ko_left != NULL) {
        count_successors(&work);
        r = run_levels(&work, stop, arg);
    }
    free(work.left);
    free(work.ko_left);
    free(work.now.states);
    free(work.next.states);
    if (r < 0)
        attractor_release(&attractor);
    else
        *ret_attractor = attractor;
    return r;
}

void attractor_release(struct attractor *attractor)
{
    free(attractor->ranks);
    free(attractor->ko_ranks);
    memset(attractor, 0, sizeof(*attractor));
}

/* The node of a state's canonical board. */
static size_t node_of(const struct positions *positions, struct state state, unsigned swap)
{
    return (size_t)position_orbit(positions, state.board) * 2 + (state.mover ^ swap);
}

int attractor_rank(const struct attractor *attractor, struct state state, enum colour attacker)
{
    const struct positions *positions = attractor->positions;
    unsigned swap = (unsigned)element_swaps(position_element(positions, state.board));
    size_t node = node_of(positions, state, swap);
    return attractor
        ->ranks[(node * 2 + (attacker ^ swap)) * (size_t)attractor->layers + state.passes];
}

int attractor_play_rank(const struct attractor *attractor, struct state state, int n,
                        enum colour attacker)
{
    const struct positions *positions = attractor->positions;
    const struct orbit *orbit = &positions->orbits[position_orbit(positions, state.board)];
    unsigned swap = (unsigned)element_swaps(position_element(positions, state.board));
    size_t index = orbit->first_play[state.mover ^ swap] + (size_t)n;
    const struct play *play = &positions->plays[index];
    if (play->ko != 0)
        return attractor->ko_ranks[index * 2 + (attacker ^ swap)];
    struct state child = {.board = play->child, .mover = (uint8_t)(!state.mover ^ swap)};
    return attractor_rank(attractor, child, attacker ^ swap);
}
