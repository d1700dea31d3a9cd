/* Threshold minimax over all histories. */
#include "reference/naive/naive.h"

#include <stdlib.h>

#include "rules/cycles.h"
#include "rules/history_model.h"

/*
 * With half of the nodes the search is made again and again, each time some moves deeper, as it
 * would lose itself in long games where a short one decides; with the other half it goes to the
 * end, or what is taken for it: the recursion needs stack.
 */
#define DEPTH_FIRST 4
#define DEPTH_STEP 2
#define DEPTH_MAX 3000
/* With cycles play need not end, and what is decided is decided by short lines. */
#define DEPTH_MAX_CYCLES 24

/* The most moves that are listed; with more nothing is decided. Enough for what is compared. */
#define CHOICES_MAX (SOLVER_MAX_POINTS + 2)

struct choice {
    struct move move;
    int margin; /* after it, in the mover's view */
};

static int compare(const void *a, const void *b)
{
    const struct choice *one = a, *two = b;
    return two->margin - one->margin;
}

/*
 * The legal moves, the greediest first: the order decides how long it takes, not what comes out. A
 * move that ends the game comes before all others. No ruleset lets a stone be placed on another.
 */
static int list_after(struct game *game, int cycle, struct choice *choices, int count)
{
    int points = game->graph->points, mover = game_now(game)->next;
    int kinds = game->rules.family->refreshing ? 2 : 1;
    for (int p = 0; p < points + kinds && count < CHOICES_MAX; p++) {
        struct move move =
            p < points ? move_stone(p) : move_pass(p == points ? MOVE_PASS : MOVE_REFRESH);
        struct verdict verdict;
        if (cycle == 0 && p < points && game_now(game)->board.cells[p] != POINT_EMPTY)
            continue;
        move = move_after_cycle(cycle, move);
        if (game_play(game, move, &verdict) < 0)
            abort();
        if (!verdict.legal)
            continue;
        int margin = game_margin(game);
        choices[count].move = move;
        choices[count++].margin = game_over(game) ? 1000 : mover == 0 ? margin : -margin;
        game_undo(game);
    }
    return count;
}

static int list(struct game *game, struct choice *choices)
{
    int count = list_after(game, 0, choices, 0);
    struct cycle cycle = {0}, before;
    size_t now = game->count - 1;
    bool cycles = game->rules.family->remove_cycle != NULL;
    for (int n = 1; cycles && cycles_find(game, now, n, &cycle); n++) {
        /* Cycles that used the same are the same to the rest of the game. */
        if (n == 1 || !point_set_equal(&cycle.used, &before.used))
            count = list_after(game, n, choices, count);
        before = cycle;
    }
    qsort(choices, (size_t)count, sizeof(*choices), compare);
    return count;
}

/*
 * As naive_force(), but looks no more than depth moves ahead: what is decided does not depend on
 * that, and -1 also says that it was not far enough.
 */
static int search(struct game *game, int attacker, int t, int depth, long *nodes)
{
    const struct turn *now = game_now(game);
    struct choice choices[CHOICES_MAX];
    if (now->ending == ENDING_NO_RESULT || now->ending == ENDING_TIE)
        return 0;
    if (now->ending == ENDING_WON)
        return now->winner == attacker;
    if (now->ending == ENDING_SCORED)
        return (game_margin(game) >= t) == (attacker == 0);
    if (depth == 0 || --*nodes <= 0)
        return -1;
    int own = now->next == attacker, worst = !own;
    int count = list(game, choices);
    if (count == CHOICES_MAX)
        return -1;
    for (int i = 0; i < count; i++) {
        struct verdict verdict;
        if (game_play(game, choices[i].move, &verdict) < 0)
            abort();
        int result = search(game, attacker, t, depth - 1, nodes);
        game_undo(game);
        if (result == own)
            return own;
        if (result < 0)
            worst = -1;
    }
    return worst;
}

int naive_force(struct game *game, int attacker, int t, long *nodes)
{
    long shallow = *nodes / 2, rest = *nodes - shallow;
    int result = -1;
    struct history_model model;
    game->rules.family->describe(&game->rules, &model);
    bool cycles = model.cycles;
    if (cycles) {
        shallow = *nodes;
        rest = 0;
    }
    for (int depth = DEPTH_FIRST;
         result < 0 && shallow > 0 && depth < (cycles ? DEPTH_MAX_CYCLES : DEPTH_MAX);
         depth += DEPTH_STEP)
        result = search(game, attacker, t, depth, &shallow);
    if (result < 0 && !cycles)
        result = search(game, attacker, t, DEPTH_MAX, &rest);
    *nodes = shallow + rest;
    return result;
}
