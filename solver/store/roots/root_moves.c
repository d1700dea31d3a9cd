/* The legal moves of a position, as its record lists them. */
#include "store/roots/root_moves.h"

#include <errno.h>
#include <stdlib.h>

#include "rules/cycles.h"

/* Appends the move if it is legal now. */
static int add_legal(struct game *game, struct move move, struct analysis *analysis)
{
    struct verdict verdict = {0};
    int r = game_play(game, move, &verdict);
    if (r < 0 || !verdict.legal)
        return r;
    game_undo(game);
    analysis->moves[analysis->move_count] = (struct analysis_move){
        .move = move, .bounds = bounds_unknown(), .same_as = (int)analysis->move_count};
    analysis->move_count++;
    return 0;
}

/* Lists the moves after the removal of that cycle (0: of none). */
static int list_after(struct game *game, int cycle, struct analysis *analysis)
{
    int points = game->graph->points, r = 0;
    size_t most = analysis->move_count + (size_t)points + 2;
    void *moves = realloc(analysis->moves, most * sizeof(*analysis->moves));
    if (moves == NULL)
        return -ENOMEM;
    analysis->moves = moves;
    for (int p = 0; p < points + 2 && r == 0; p++) {
        struct move move =
            p < points ? move_stone(p) : move_pass(p == points ? MOVE_PASS : MOVE_REFRESH);
        if (cycle == 0 || move.kind != MOVE_REFRESH)
            r = add_legal(game, move_after_cycle(cycle, move), analysis);
    }
    return r;
}

/* The next cycle after number that used something else than it, or 0. */
static int next_cycle(const struct game *game, int number)
{
    struct cycle last = {0}, next;
    if (game->rules.family->remove_cycle == NULL)
        return 0;
    if (number > 0)
        cycles_find(game, game->count - 1, number, &last);
    while (cycles_find(game, game->count - 1, ++number, &next))
        if (!point_set_equal(&next.used, &last.used))
            return number;
    return 0;
}

int root_moves_list_legal(struct game *game, struct analysis *analysis)
{
    int cycle = 0, r;
    do {
        r = list_after(game, cycle, analysis);
        cycle = next_cycle(game, cycle);
    } while (r == 0 && cycle > 0);
    return r;
}
