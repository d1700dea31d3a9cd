/*
 * Small boards solved by the naive solver alone, value and best first moves, against what is
 * published or plain. Exit code 0: all agree.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/games.h"
#include "reference/naive/naive.h"

#define NODES_MAX 1000000
#define INFINITE 1000

struct known {
    const char *board, *rules;
    int lower, upper;
    const char *best; /* the best first moves at komi 0, Black to move; NULL: not asked */
};

/*
 * kee-v6: Kee's table. 2x2: under migos van der Werf's tie for a komi from -1 to 1; under 3-plays
 * either player can force a long cycle. 1x3 is Black's under any rule.
 */
static const struct known knowns[] = {
    {"1x1", "kee-v6", 0, 0, "pass"},
    {"1x1", "kee-v6,suicide=no", 0, 0, "pass"},
    {"1x2", "kee-v6,suicide=no", 0, 0, "pass"},
    {"1x2", "kee-v6", 0, 0, "pass"},
    {"1x2", "kee-v6,counts=first", 0, 0, "pass"},
    {"1x3", "kee-v6,suicide=no", 3, 3, "B1"},
    {"1x3", "kee-v6", 3, 3, NULL},
    {"1x3", "kee-v6,counts=first,suicide=no", 3, 3, NULL},
    {"1x3", "3-plays", 3, 3, NULL},
    {"1x3", "migos", 3, 3, NULL},
    {"1x3", "spight", 3, 3, NULL},
    {"1x3", "fixed-ko", 3, 3, NULL},
    {"2x2", "3-plays", -4, 4, NULL},
    {"2x2", "migos", -1, 1, NULL},
};

static int force(struct game *game, int attacker, int t)
{
    long nodes = NODES_MAX;
    int result = naive_force(game, attacker, t, &nodes);
    if (result < 0)
        die("too much for the naive solver");
    return result;
}

/* The largest margin that Black can force, and the smallest that White can. */
static void solve(struct game *game, int *ret_lower, int *ret_upper)
{
    int points = game->graph->points;
    *ret_lower = -INFINITE;
    *ret_upper = INFINITE;
    for (int t = -points; t <= points && force(game, 0, t); t++)
        *ret_lower = t;
    for (int t = points; t >= -points && force(game, 1, t + 1); t--)
        *ret_upper = t;
}

/* What a value is worth at komi 0: a tie and endless play count as 0. */
static int worth(int lower, int upper)
{
    return lower > 0 ? lower : upper < 0 ? upper : 0;
}

/* Appends the first moves that are worth as much as the whole. */
static void list_best(struct game *game, int whole, char *best, size_t size)
{
    for (int p = 0; p <= game->graph->points; p++) {
        struct move move = p < game->graph->points ? move_stone(p) : move_pass(MOVE_PASS);
        struct verdict verdict;
        int lower, upper;
        if (game_play(game, move, &verdict) < 0)
            die("no memory");
        if (!verdict.legal)
            continue;
        solve(game, &lower, &upper);
        if (worth(lower, upper) == whole) {
            size_t used = strlen(best);
            snprintf(best + used, size - used, "%s%s", used > 0 ? " " : "",
                     move_format(game->graph, move));
        }
        game_undo(game);
    }
}

static bool agrees(const struct known *known)
{
    struct game game;
    char best[128] = "";
    int lower, upper;
    struct graph *graph = start_empty(&game, known->board, known->rules);
    solve(&game, &lower, &upper);
    if (known->best != NULL)
        list_best(&game, worth(lower, upper), best, sizeof(best));
    game_release(&game);
    graph_free(graph);
    printf("%s %s: lower %d upper %d %s\n", known->board, known->rules, lower, upper, best);
    return lower == known->lower && upper == known->upper &&
           (known->best == NULL || strcmp(best, known->best) == 0);
}

int main(void)
{
    bool all = true;
    for (size_t i = 0; i < sizeof(knowns) / sizeof(knowns[0]); i++) {
        if (!agrees(&knowns[i])) {
            printf("  wanted: lower %d upper %d %s\n", knowns[i].lower, knowns[i].upper,
                   knowns[i].best != NULL ? knowns[i].best : "");
            all = false;
        }
    }
    return !all;
}
