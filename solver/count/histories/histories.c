/* The exact count of any ruleset: which way, and where the history begins. */
#include "count/histories/histories.h"

#include <errno.h>

#include "count/histories/history_walk.h"
#include "count/histories/one_by_one.h"
#include "count/histories/returns.h"

/* The last turn that got a player banned, after which the history begins anew; 0: none did. */
static size_t last_ban(const struct game *game)
{
    size_t since = game->count - 1;
    while (since > 0 && game->turns[since].banned < 0)
        since--;
    return since;
}

/* Puts the game where it stands. */
static int replay(const struct game *game, size_t since, struct history_walk *walk)
{
    int r = 0;
    history_walk_start(walk);
    for (size_t i = since + 1; i < game->count && r == 0; i++)
        r = history_walk_move(walk, game->turns[i].move);
    return r;
}

static int count_walk(const struct game *game, size_t since, struct history_walk *walk,
                      struct tally *tally)
{
    int r = replay(game, since, walk);
    if (r < 0)
        return r;
    if (!walk->run->lengths) {
        r = returns_count(walk, tally->games);
        if (r != -EOPNOTSUPP && r != -ERANGE)
            return r;
    }
    walk->run->method = "every line of play, with a memo on the history that still matters";
    r = replay(game, since, walk);
    if (r == 0)
        r = history_walk_count(walk);
    if (r == 0)
        r = history_sums_tell(&walk->sums, 0, walk->run->lengths, tally);
    return r;
}

static int count_with_memo(const struct game *game, struct count_run *run, size_t max_bytes,
                           struct tally *tally)
{
    struct history_graph *graph;
    struct history_walk walk;
    size_t since = last_ban(game);
    int r = history_graph_new(game, since, run->measure, max_bytes, run, &graph);
    if (r < 0)
        return r;
    r = history_walk_init(&walk, graph, run, max_bytes);
    if (r == 0) {
        r = count_walk(game, since, &walk, tally);
        history_walk_release(&walk);
    }
    history_graph_free(graph);
    return r;
}

int histories_count(const struct game *game, struct count_run *run, struct tally *ret_tally)
{
    struct history_model model;
    struct tally tally;
    size_t max_bytes = run->limits->max_bytes > 0 ? run->limits->max_bytes : SIZE_MAX;
    game->rules.family->describe(&game->rules, &model);
    if (game_over(game) || model.cycles || model.passed_boards ||
        history_model_has_points(&model) || game->players > 2 ||
        game->graph->points > SOLVER_MAX_POINTS)
        return one_by_one_count(game, run, ret_tally);
    tally_init(&tally);
    int r = count_with_memo(game, run, max_bytes, &tally);
    if (r == -ENOSPC) {
        run->stop = STOP_MEMORY;
        r = -EINTR;
    }
    if (r < 0) {
        tally_release(&tally);
        return r;
    }
    *ret_tally = tally;
    return 0;
}
