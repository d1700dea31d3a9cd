/* Threshold minimax over all histories. */
#include "naive/naive.h"

#include <stdlib.h>

/* Longer games are given up, as if the nodes had run out: the recursion needs stack. */
#define LENGTH_MAX 3000

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
 * The legal plays, the greediest first: the order decides how long it takes, not what comes out. A
 * pass that ends the game comes before all others.
 */
static int list(struct game *game, struct choice *choices)
{
    int points = game->graph->points, count = 0, mover = game_now(game)->next;
    for (int p = 0; p < points + 2; p++) {
        struct move move =
            p < points ? move_stone(p) : move_pass(p == points ? MOVE_PASS : MOVE_REFRESH);
        struct verdict verdict;
        if (game_play(game, move, &verdict) < 0)
            abort();
        if (!verdict.legal)
            continue;
        int margin = game_margin(game);
        choices[count].move = move;
        choices[count++].margin = game_over(game) ? 1000 : mover == 0 ? margin : -margin;
        game_undo(game);
    }
    qsort(choices, (size_t)count, sizeof(*choices), compare);
    return count;
}

int naive_force(struct game *game, int attacker, int t, long *nodes)
{
    const struct turn *now = game_now(game);
    struct choice choices[SOLVER_MAX_POINTS + 2]; /* enough for what is compared */
    if (now->ending == ENDING_NO_RESULT || now->ending == ENDING_TIE)
        return 0;
    if (now->ending == ENDING_WON)
        return now->winner == attacker;
    if (now->ending == ENDING_SCORED)
        return (game_margin(game) >= t) == (attacker == 0);
    if (--*nodes <= 0 || game->count > LENGTH_MAX)
        return -1;
    bool own = now->next == attacker;
    int count = list(game, choices);
    for (int i = 0; i < count; i++) {
        struct verdict verdict;
        if (game_play(game, choices[i].move, &verdict) < 0)
            abort();
        int result = naive_force(game, attacker, t, nodes);
        game_undo(game);
        if (result == -1 || result == own)
            return result;
    }
    return !own;
}
