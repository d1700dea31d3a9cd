/*
 * The two engines against each other, where the games are too many for the naive count: by
 * components, and by histories.
 *
 * usage: agree-engines BOARD RULESETS STARTS SEED
 *
 * RULESETS are separated by blanks; each must have an arena. Compared are the empty board and so
 * many starts more, after 1 to 6 random moves from it; with one thread and with two, with much
 * memory and with little. Exit 1 where they differ.
 */
#include "naive_count.h"

#include <stdio.h>
#include <stdlib.h>

#include "common/games.h"
#include "common/rulesets.h"
#include "count/components/components.h"
#include "count/histories/histories.h"

static struct {
    const struct graph *graph;
    unsigned starts, compared, wrong;
} agree;

static void random_turn(struct game *game)
{
    for (;;) {
        int p = (int)random_below((unsigned)game->graph->points + 1) - 1;
        struct verdict verdict;
        struct move move = p < 0 ? move_pass(MOVE_PASS) : move_stone(p);
        must(game_play(game, move, &verdict) == 0, "no memory");
        if (!verdict.legal)
            continue;
        if (!game_over(game))
            return;
        game_undo(game);
    }
}

static void compare(const struct game *game)
{
    static const struct limits all[] = {
        {.threads = 1}, {.threads = 2}, {.threads = 1, .max_bytes = (size_t)1 << 22}};
    const struct limits plenty = {.threads = 1, .max_bytes = (size_t)1 << 30};
    struct count_run run = {.limits = &plenty};
    struct tally right, tally;
    struct arena arena;
    must(histories_count(game, &run, &right) == 0, "the engine by histories stopped");
    must(arena_init(&arena, game, ARENA_STONES, SIZE_MAX, NULL) == 0, "there is no arena");
    for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
        struct count_run other = {.limits = &all[i]};
        must(components_count(&arena, &other, &tally) == 0, "the engine by components stopped");
        if (mpz_cmp(right.games, tally.games) != 0) {
            gmp_printf("%s: %Zd by histories, %Zd by components\n", show_game(game), right.games,
                       tally.games);
            agree.wrong++;
        }
        tally_release(&tally);
    }
    agree.compared++;
    arena_release(&arena);
    tally_release(&right);
}

static void visit(const struct ruleset *rules, void *arg)
{
    struct position empty = {{0}};
    (void)arg;
    for (unsigned i = 0; i <= agree.starts; i++) {
        struct game game;
        must(game_init(&game, agree.graph, rules, &empty, 0) == 0, "no memory");
        for (unsigned turns = i == 0 ? 0 : 1 + random_below(6); turns > 0; turns--)
            random_turn(&game);
        compare(&game);
        game_release(&game);
    }
}

int main(int argc, char **argv)
{
    must(argc == 5, "usage: agree-engines BOARD RULESETS STARTS SEED");
    struct graph *graph = open_board(argv[1]);
    agree.graph = graph;
    agree.starts = (unsigned)strtoul(argv[3], NULL, 10);
    random_seed(strtoull(argv[4], NULL, 10));
    for_rulesets(argv[2], visit, NULL);
    printf("%u starts compared, %u wrong\n", agree.compared, agree.wrong);
    graph_free(graph);
    return agree.wrong > 0 || agree.compared == 0;
}
