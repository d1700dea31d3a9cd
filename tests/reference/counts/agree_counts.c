/*
 * The engines that count complete games against the naive count, which plays every one of them by
 * the executable rules: the number, and how many there are of each length in stone plays and in
 * turns; and the bounds of the longest game.
 *
 * usage: agree-counts all BOARD RULESETS NODES
 *        agree-counts walk BOARD RULESETS NODES STARTS SEED
 *
 * RULESETS are separated by blanks; "every" is every family with every combination of its fields
 * that is for two players. all: from every legal position, either player to move. walk: from random
 * positions after some random moves. A start from which play may not end is left out, and so is one
 * for which the naive count would make more than NODES turns; the last line tells how many were.
 * Exit 1 where an engine is wrong, and where nothing was compared.
 */
#include "agree_longest.h"
#include "naive_count.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/games.h"
#include "common/rulesets.h"
#include "count/components/components.h"
#include "count/histories/histories.h"
#include "endless/endless.h"

static struct {
    const struct graph *graph;
    uint64_t max_nodes;
    unsigned starts;
    bool walk;
    unsigned compared, by_components, endless, large, wrong;
    unsigned met; /* starts whose longest game is proved */
    uint64_t games, longest;
} agree;

static void report_wrong(const struct game *game, const char *what)
{
    printf("%s: %s\n", show_game(game), what);
    agree.wrong++;
}

/* Is the tally the naive count, by the lengths of the measure? */
static bool is_same(const struct tally *tally, const uint64_t *of_length, size_t longest)
{
    uint64_t games = 0;
    if (tally->lengths != longest + 1)
        return false;
    for (size_t i = 0; i <= longest; i++) {
        if (mpz_cmp_ui(tally->of_length[i], of_length[i]) != 0)
            return false;
        games += of_length[i];
    }
    return mpz_cmp_ui(tally->games, games) == 0;
}

static void compare_histories(const struct game *game, const struct naive_count *naive,
                              size_t max_bytes)
{
    static const char *const names[] = {
        [ARENA_STONES] = "histories, by plays", [ARENA_TURNS] = "histories, by turns"};
    const struct limits limits = {.max_bytes = max_bytes};
    struct tally tally;
    for (int m = ARENA_STONES; m <= ARENA_TURNS; m++) {
        struct count_run run = {
            .limits = &limits, .measure = (enum arena_measure)m, .lengths = true};
        must(histories_count(game, &run, &tally) == 0, "the engine stopped");
        bool same = m == ARENA_STONES ? is_same(&tally, naive->of_plays, naive->plays)
                                      : is_same(&tally, naive->of_turns, naive->turns);
        if (!same)
            report_wrong(game, names[m]);
        tally_release(&tally);
    }
    struct count_run run = {.limits = &limits};
    must(histories_count(game, &run, &tally) == 0, "the engine stopped");
    if (mpz_cmp_ui(tally.games, naive->games) != 0 || tally.lengths != 0)
        report_wrong(game, "histories");
    tally_release(&tally);
}

/* Counts by components, if the game has an arena, with lengths and without. */
static void compare_components(const struct game *game, const struct naive_count *naive)
{
    static const char *const names[] = {
        [ARENA_STONES] = "components, by plays", [ARENA_TURNS] = "components, by turns"};
    const struct limits limits = {.max_bytes = (size_t)4 << 20};
    for (int m = ARENA_STONES; m <= ARENA_TURNS; m++) {
        struct arena arena;
        struct tally tally;
        int r = arena_init(&arena, game, (enum arena_measure)m, limits.max_bytes, NULL);
        if (r == -EOPNOTSUPP)
            return;
        must(r == 0, "no arena");
        for (int lengths = 0; lengths < 2; lengths++) {
            struct count_run run = {
                .limits = &limits, .measure = (enum arena_measure)m, .lengths = lengths > 0};
            tally_init(&tally);
            must(components_count(&arena, &run, &tally) == 0, "the engine stopped");
            bool same = lengths == 0        ? mpz_cmp_ui(tally.games, naive->games) == 0
                        : m == ARENA_STONES ? is_same(&tally, naive->of_plays, naive->plays)
                                            : is_same(&tally, naive->of_turns, naive->turns);
            if (!same)
                report_wrong(game, names[m]);
            tally_release(&tally);
        }
        arena_release(&arena);
    }
    agree.by_components++;
}

/* Need play not end? More than two players are under Kee's rules, where it must. */
static bool may_be_endless(const struct game *game)
{
    const struct turn *now = game_now(game);
    const struct endless_limits limits = {.max_bytes = 0};
    struct endless found;
    if (game->players > 2)
        return false;
    must(endless_find(game->graph, &game->rules, &now->board, now->next, &limits, &found) == 0,
         "no memory");
    enum endless_verdict verdict = found.verdict;
    endless_release(&found);
    return verdict != ENDLESS_NO;
}

static void compare(struct game *game)
{
    static struct naive_count naive;
    if (may_be_endless(game)) {
        agree.endless++;
    } else if (!naive_count_games(game, agree.max_nodes, &naive)) {
        agree.large++;
    } else {
        compare_histories(game, &naive, 0);
        /* Little memory: most results are forgotten. */
        if (naive.nodes < 20000)
            compare_histories(game, &naive, (size_t)1 << 20);
        const char *wrong = agree_longest(game, naive.plays, &agree.met);
        if (wrong != NULL)
            report_wrong(game, wrong);
        if (!game_over(game))
            compare_components(game, &naive);
        agree.compared++;
        agree.games += naive.games;
        if (naive.turns > agree.longest)
            agree.longest = naive.turns;
    }
}

static void compare_all(const struct ruleset *rules)
{
    struct position position = {{0}};
    do {
        for (int to_move = 0; to_move < 2; to_move++) {
            struct game game;
            if (position_check(agree.graph, &position, NULL) < 0)
                continue;
            must(game_init(&game, agree.graph, rules, &position, to_move) == 0, "no memory");
            compare(&game);
            game_release(&game);
        }
    } while (next_colouring(agree.graph, &position));
}

/* Makes a random turn, if the dice find a legal one soon. */
static void random_turn(struct game *game)
{
    struct verdict verdict = {.legal = false};
    int points = game->graph->points;
    for (int tries = 0; tries < 20 && !verdict.legal; tries++) {
        int p = (int)random_below((unsigned)points + 1);
        bool refresh = game->rules.family->refreshing && random_below(2) == 0;
        struct move move =
            p < points ? move_stone(p) : move_pass(refresh ? MOVE_REFRESH : MOVE_PASS);
        must(game_play(game, move, &verdict) == 0, "no memory");
    }
}

static void compare_walk(const struct ruleset *rules)
{
    int players = ruleset_players(rules);
    for (unsigned i = 0; i < agree.starts; i++) {
        struct position position = {{0}};
        struct game game;
        do {
            for (int p = 0; p < agree.graph->points; p++)
                position.cells[p] = (uint8_t)random_below((unsigned)players + 1);
        } while (position_check(agree.graph, &position, NULL) < 0);
        must(game_init(&game, agree.graph, rules, &position,
                       (int)random_below((unsigned)players)) == 0,
             "no memory");
        for (unsigned turns = random_below(60); turns > 0 && !game_over(&game); turns--)
            random_turn(&game);
        if (game_over(&game))
            game_undo(&game);
        compare(&game);
        game_release(&game);
    }
}

static void visit(const struct ruleset *rules, void *arg)
{
    (void)arg;
    if (agree.walk)
        compare_walk(rules);
    else
        compare_all(rules);
}

int main(int argc, char **argv)
{
    agree.walk = argc > 1 && strcmp(argv[1], "walk") == 0;
    must(argc == (agree.walk ? 7 : 5),
         "usage: agree-counts all BOARD RULESETS NODES\n"
         "       agree-counts walk BOARD RULESETS NODES STARTS SEED");
    struct graph *graph = open_board(argv[2]);
    agree.graph = graph;
    agree.max_nodes = strtoull(argv[4], NULL, 10);
    if (agree.walk) {
        agree.starts = (unsigned)strtoul(argv[5], NULL, 10);
        random_seed(strtoull(argv[6], NULL, 10));
    }
    for_rulesets(argv[3], visit, NULL);
    printf("%u starts compared, %u by components, with %" PRIu64 " games, the longest of %" PRIu64
           " turns, proved the longest of %u; play may not end from %u, too many games from %u; %u "
           "wrong\n",
           agree.compared, agree.by_components, agree.games, agree.longest, agree.met,
           agree.endless, agree.large, agree.wrong);
    graph_free(graph);
    return agree.wrong > 0 || agree.compared == 0 || agree.met == 0;
}
