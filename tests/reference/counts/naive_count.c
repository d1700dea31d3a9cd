/* What naive_count.h says. */
#include "naive_count.h"

#include <string.h>

#include "common/games.h"
#include "rules/cycles.h"

static bool try_turn(struct game *game, struct move move,
                     bool (*visit)(struct game *game, void *arg), void *arg)
{
    struct verdict verdict;
    must(game_play(game, move, &verdict) == 0, "no memory");
    if (!verdict.legal)
        return true;
    bool on = visit(game, arg);
    game_undo(game);
    return on;
}

bool naive_count_turns(struct game *game, bool (*visit)(struct game *game, void *arg), void *arg)
{
    const struct family *family = game->rules.family;
    int cycles = family->remove_cycle != NULL ? cycles_count(game, game->count - 1) : 0;
    bool on = true;
    for (int c = 0; c <= cycles && on; c++) {
        on = try_turn(game, move_after_cycle(c, move_pass(MOVE_PASS)), visit, arg);
        for (int p = 0; p < game->graph->points && on; p++)
            on = try_turn(game, move_after_cycle(c, move_stone(p)), visit, arg);
    }
    if (on && family->refreshing)
        on = try_turn(game, move_pass(MOVE_REFRESH), visit, arg);
    return on;
}

struct walk {
    struct naive_count *count;
    uint64_t max_nodes;
    size_t plays, turns; /* that were made */
};

static bool walk_on(struct game *game, void *arg)
{
    struct walk *walk = arg;
    struct naive_count *count = walk->count;
    bool stone = game_now(game)->move.kind == MOVE_STONE, on = true;
    if (++count->nodes > walk->max_nodes || walk->turns == NAIVE_TURNS_MAX)
        return false;
    walk->turns++;
    walk->plays += stone;
    if (game_over(game)) {
        count->games++;
        count->of_plays[walk->plays]++;
        count->of_turns[walk->turns]++;
        if (walk->plays > count->plays)
            count->plays = walk->plays;
        if (walk->turns > count->turns)
            count->turns = walk->turns;
    } else {
        on = naive_count_turns(game, walk_on, walk);
    }
    walk->turns--;
    walk->plays -= stone;
    return on;
}

bool naive_count_games(struct game *game, uint64_t max_nodes, struct naive_count *ret_count)
{
    struct walk walk = {.count = ret_count, .max_nodes = max_nodes};
    memset(ret_count, 0, sizeof(*ret_count));
    if (!game_over(game))
        return naive_count_turns(game, walk_on, &walk);
    ret_count->games = ret_count->of_plays[0] = ret_count->of_turns[0] = 1;
    return true;
}
