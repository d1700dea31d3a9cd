/* Boards, plays and states, one by one. */
#include "dense/naive.h"

#include <stdlib.h>

#include "common/must.h"

static int power_of_three(int exponent)
{
    return exponent == 0 ? 1 : 3 * power_of_three(exponent - 1);
}

static void *room_for(size_t count, size_t size)
{
    void *room = calloc(count + 1, size);
    MUST(room != NULL);
    return room;
}

static void unpack(const struct naive *naive, int board, int cells[NAIVE_POINTS_MAX])
{
    for (int p = 0; p < naive->graph->points; p++, board /= 3)
        cells[p] = board % 3;
}

static int pack(const struct naive *naive, const int cells[NAIVE_POINTS_MAX])
{
    int board = 0;
    for (int p = naive->graph->points - 1; p >= 0; p--)
        board = 3 * board + cells[p];
    return board;
}

/* Walks from a point over points that show the same, marks them, and adds up what borders on them:
 * bit c for a neighbour that shows c. Returns how many they are. */
static int walk(const struct naive *naive, const int cells[NAIVE_POINTS_MAX], int point,
                bool marked[NAIVE_POINTS_MAX], int *borders)
{
    const struct graph *graph = naive->graph;
    int count = 1;
    marked[point] = true;
    for (int i = graph->first[point]; i < graph->first[point + 1]; i++) {
        int near = graph->adjacent[i];
        if (cells[near] != cells[point])
            *borders |= 1 << cells[near];
        else if (!marked[near])
            count += walk(naive, cells, near, marked, borders);
    }
    return count;
}

/* Removes the chain at a point if it has no liberty. Returns how many stones it had then. */
static int remove_dead(const struct naive *naive, int cells[NAIVE_POINTS_MAX], int point)
{
    bool marked[NAIVE_POINTS_MAX] = {false};
    int borders = 0, count = walk(naive, cells, point, marked, &borders);
    if ((borders & 1) != 0)
        return 0;
    for (int p = 0; p < naive->graph->points; p++)
        if (marked[p])
            cells[p] = 0;
    return count;
}

/* The board after a play, or -1: the point is not empty, or it is a suicide that is forbidden. */
static int play(const struct naive *naive, int board, int mover, int point)
{
    int cells[NAIVE_POINTS_MAX];
    unpack(naive, board, cells);
    if (cells[point] != 0)
        return -1;
    cells[point] = 1 + mover;
    for (int p = 0; p < naive->graph->points; p++)
        if (cells[p] == 2 - mover)
            remove_dead(naive, cells, p);
    int lost = remove_dead(naive, cells, point);
    if (lost > 0 && (naive->rules.suicide == 0 || (naive->rules.suicide == 2 && lost == 1)))
        return -1;
    return pack(naive, cells);
}

static bool is_legal(const struct naive *naive, int board)
{
    int cells[NAIVE_POINTS_MAX];
    unpack(naive, board, cells);
    for (int p = 0; p < naive->graph->points; p++)
        if (cells[p] != 0 && remove_dead(naive, cells, p) > 0)
            return false;
    return true;
}

static int score(const struct naive *naive, int board)
{
    int cells[NAIVE_POINTS_MAX], points = 0;
    bool marked[NAIVE_POINTS_MAX] = {false};
    unpack(naive, board, cells);
    for (int p = 0; p < naive->graph->points; p++) {
        int borders = 0;
        if (cells[p] != 0) {
            points += cells[p] == 1 ? 1 : -1;
        } else if (!marked[p] && !naive->rules.only_stones) {
            int count = walk(naive, cells, p, marked, &borders);
            points += borders == 2 ? count : borders == 4 ? -count : 0;
        }
    }
    return points;
}

static int play_of(const struct naive *naive, int board, int mover, int point)
{
    return naive->play[(board * 2 + mover) * naive->graph->points + point];
}

/* --- states --- */

static int add_state(struct naive *naive, struct naive_state state)
{
    if (naive->state_count == naive->state_room) {
        naive->state_room = 2 * naive->state_room + 1024;
        naive->states = realloc(naive->states, (size_t)naive->state_room * sizeof(*naive->states));
        MUST(naive->states != NULL);
    }
    naive->states[naive->state_count] = state;
    return naive->state_count++;
}

static void add_next(struct naive *naive, int state)
{
    if (naive->next_count == naive->next_room) {
        naive->next_room = 2 * naive->next_room + 1024;
        naive->next = realloc(naive->next, (size_t)naive->next_room * sizeof(*naive->next));
        MUST(naive->next != NULL);
    }
    naive->next[naive->next_count++] = state;
}

static int *start_of(const struct naive *naive, int board, int mover, int passes)
{
    return &naive->start[(board * 2 + mover) * naive->rules.layers + passes];
}

/* The state after a play of mover that makes board of before. States with a ko are not looked for
 * among those that are there: twice the same one does no harm. */
static int state_after(struct naive *naive, int before, int mover, int board)
{
    for (int p = 0; naive->rules.simple_ko && p < naive->graph->points; p++)
        if (play_of(naive, board, !mover, p) == before)
            return add_state(
                naive,
                (struct naive_state){
                    .board = board, .before = before, .point = p, .mover = !mover, .first = -1});
    return *start_of(naive, board, !mover, 0);
}

/* What a state without ko leads to. */
static void expand(struct naive *naive, int at)
{
    struct naive_state state = naive->states[at];
    int first = naive->next_count;
    for (int p = 0; p < naive->graph->points; p++) {
        int after = play_of(naive, state.board, state.mover, p);
        if (after >= 0 && after != state.before)
            add_next(naive, state_after(naive, state.board, state.mover, after));
    }
    if (state.passes + 1 < naive->rules.layers)
        add_next(naive, *start_of(naive, state.board, !state.mover, state.passes + 1));
    naive->states[at].ends = state.passes + 1 == naive->rules.layers;
    naive->states[at].first = first;
    naive->states[at].count = naive->next_count - first;
}

/*
 * What a state with a ko leads to is what its board does without, but for one play. That play and
 * what it leads to are in the same order.
 */
static void expand_ko(struct naive *naive, int at)
{
    struct naive_state state = naive->states[at];
    const struct naive_state *plain = &naive->states[*start_of(naive, state.board, state.mover, 0)];
    int first = naive->next_count, i = plain->first, rest = plain->first + plain->count;
    for (int p = 0; p < naive->graph->points; p++) {
        int after = play_of(naive, state.board, state.mover, p);
        if (after < 0)
            continue;
        if (after != state.before)
            add_next(naive, naive->next[i]);
        i++;
    }
    for (; i < rest; i++)
        add_next(naive, naive->next[i]); /* the pass, which lifts the ko */
    naive->states[at].first = first;
    naive->states[at].count = naive->next_count - first;
}

void naive_init(struct naive *naive, const struct graph *graph, struct naive_rules rules)
{
    MUST(graph->points <= NAIVE_POINTS_MAX && rules.layers >= 2);
    *naive =
        (struct naive){.graph = graph, .rules = rules, .boards = power_of_three(graph->points)};
    size_t boards = (size_t)naive->boards, points = (size_t)graph->points;
    naive->legal = room_for(boards, sizeof(*naive->legal));
    naive->score = room_for(boards, sizeof(*naive->score));
    naive->play = room_for(boards * 2 * points, sizeof(*naive->play));
    naive->start = room_for(boards * 2 * (size_t)rules.layers, sizeof(*naive->start));
    for (int board = 0; board < naive->boards; board++) {
        naive->legal[board] = is_legal(naive, board);
        naive->score[board] = score(naive, board);
        for (int mover = 0; mover < 2; mover++) {
            for (int p = 0; p < graph->points; p++)
                naive->play[(board * 2 + mover) * graph->points + p] =
                    naive->legal[board] ? play(naive, board, mover, p) : -1;
            for (int passes = 0; passes < rules.layers; passes++)
                *start_of(naive, board, mover, passes) =
                    naive->legal[board] ? add_state(naive, (struct naive_state){.board = board,
                                                                                .before = -1,
                                                                                .point = -1,
                                                                                .mover = mover,
                                                                                .passes = passes})
                                        : -1;
        }
    }
    int plain = naive->state_count;
    for (int at = 0; at < plain; at++)
        expand(naive, at);
    for (int at = plain; at < naive->state_count; at++)
        expand_ko(naive, at);
}

void naive_release(struct naive *naive)
{
    free(naive->legal);
    free(naive->score);
    free(naive->play);
    free(naive->start);
    free(naive->states);
    free(naive->next);
}

/* --- what is forced --- */

/* Does a round before this one tell that the state is forced? */
static bool follows(const struct naive *naive, const struct naive_state *state, const int *rounds,
                    int round, int attacker, bool scores)
{
    bool owns = state->mover == attacker;
    if (state->ends && scores == owns)
        return owns;
    for (int i = state->first; i < state->first + state->count; i++) {
        int other = rounds[naive->next[i]];
        bool known = other != NAIVE_NEVER && other < round;
        if (known == owns)
            return owns;
    }
    return !owns;
}

int *naive_rounds(const struct naive *naive, int attacker, int margin)
{
    int *rounds = room_for((size_t)naive->state_count, sizeof(*rounds));
    bool changed = true;
    for (int round = 1; changed; round++) {
        changed = false;
        for (int at = 0; at < naive->state_count; at++) {
            const struct naive_state *state = &naive->states[at];
            int points = attacker == 0 ? naive->score[state->board] : -naive->score[state->board];
            if (rounds[at] == NAIVE_NEVER &&
                follows(naive, state, rounds, round, attacker, points >= margin)) {
                rounds[at] = round;
                changed = true;
            }
        }
    }
    return rounds;
}

static struct naive_bounds no_bounds(const struct naive *naive)
{
    return (struct naive_bounds){room_for((size_t)naive->boards, sizeof(bool)),
                                 room_for((size_t)naive->boards, sizeof(bool))};
}

/* Does a play of mover lead to a board of the set? Do all of them? */
static bool some_play(const struct naive *naive, int board, int mover, const bool *set)
{
    for (int p = 0; p < naive->graph->points; p++) {
        int after = play_of(naive, board, mover, p);
        if (after >= 0 && set[after])
            return true;
    }
    return false;
}

static bool all_plays(const struct naive *naive, int board, int mover, const bool *set)
{
    for (int p = 0; p < naive->graph->points; p++) {
        int after = play_of(naive, board, mover, p);
        if (after >= 0 && !set[after])
            return false;
    }
    return true;
}

static bool scores(const struct naive *naive, int board, int owner, int margin)
{
    return (owner == 0 ? naive->score[board] : -naive->score[board]) >= margin;
}

struct naive_bounds naive_bounds(const struct naive *naive, int owner, int margin)
{
    struct naive_bounds bounds = no_bounds(naive);
    for (bool changed = true; changed;) {
        changed = false;
        for (int board = 0; board < naive->boards; board++) {
            if (!naive->legal[board])
                continue;
            bool score_suits = scores(naive, board, owner, margin);
            bool good = some_play(naive, board, owner, bounds.other);
            if (!bounds.other[board] && (score_suits || good) &&
                all_plays(naive, board, !owner, bounds.own))
                changed = bounds.other[board] = true;
            if (!bounds.own[board] && (good || (score_suits && bounds.other[board])))
                changed = bounds.own[board] = true;
        }
    }
    return bounds;
}

/* Ranks what follows: full boards, and weak ones that could never be full. */
static void close_ranks(const struct naive *naive, int owner, int margin, const bool *may_be_full,
                        struct naive_bounds *bounds)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (int board = 0; board < naive->boards; board++) {
            if (!naive->legal[board] || bounds->own[board])
                continue;
            bool good = some_play(naive, board, owner, bounds->other);
            if ((good || scores(naive, board, owner, margin)) &&
                all_plays(naive, board, !owner, bounds->own))
                changed = bounds->own[board] = bounds->other[board] = true;
            else if (good && !may_be_full[board])
                changed = bounds->own[board] = true;
        }
    }
}

/* The owner's stones first, then the opponent's. */
static int stones_key(const struct naive *naive, int board, int owner)
{
    int cells[NAIVE_POINTS_MAX], key = 0;
    unpack(naive, board, cells);
    for (int p = 0; p < naive->graph->points; p++)
        key += cells[p] == 0 ? 0 : cells[p] == 1 + owner ? 100 : 1;
    return key;
}

struct naive_bounds naive_acyclic(const struct naive *naive, int owner, int margin)
{
    struct naive_bounds all = naive_bounds(naive, owner, margin), bounds = no_bounds(naive);
    bool *waits = room_for((size_t)naive->boards, sizeof(bool));
    for (int greatest = 0; greatest >= 0;) {
        greatest = -1;
        close_ranks(naive, owner, margin, all.other, &bounds);
        for (int board = 0; board < naive->boards; board++) {
            waits[board] = naive->legal[board] && !bounds.own[board] &&
                           some_play(naive, board, owner, bounds.other);
            int key = waits[board] ? stones_key(naive, board, owner) : -1;
            greatest = key > greatest ? key : greatest;
        }
        for (int board = 0; board < naive->boards; board++)
            if (waits[board] && stones_key(naive, board, owner) == greatest)
                bounds.own[board] = true;
    }
    free(waits);
    free(all.own);
    free(all.other);
    return bounds;
}
