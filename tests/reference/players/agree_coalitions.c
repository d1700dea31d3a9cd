/*
 * Do values by coalition agree with a solver that looks at every line with its full history?
 *
 *   agree-coalitions all BOARD RULES BUDGET SHARE   every legal position, every player to move, no
 *                                                   history; of all of them one in SHARE
 *   agree-coalitions walk BOARD RULES BUDGET N      N random starts for each of the RULES; from
 * each a random walk and back again, asking at each step with all that was proved before
 *
 * RULES are separated by blanks. Every coalition is asked for every goal. What the naive solver
 * does not decide within BUDGET nodes is skipped and counted. Exit code 0: all agree; 1: a
 * difference, or nothing was compared.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board/position.h"
#include "common/games.h"
#include "players/force.h"

#define WALK_MAX 24
#define DEPTH_MAX 40
#define SEARCH_NODES 3000000

struct counts {
    long agreed[2], differ, skipped, stopped;
};

static struct move numbered(const struct graph *graph, int p)
{
    return p < graph->points ? move_stone(p)
                             : move_pass(p == graph->points ? MOVE_PASS : MOVE_REFRESH);
}

static int points_of(const struct game *game, unsigned coalition)
{
    int scores[PLAYERS_MAX], points = 0;
    must(game_scores(game, scores) == 0, "there is no score");
    for (int k = 0; k < PLAYERS_MAX; k++)
        points += coalition >> k & 1 ? scores[k] : 0;
    return points;
}

/* Does the coalition get goal points? 1, 0, or -1: more than depth moves or nodes. */
static int naive(struct game *game, unsigned coalition, int goal, int depth, long *nodes)
{
    if (game_over(game))
        return points_of(game, coalition) >= goal;
    if (depth == 0 || --*nodes <= 0)
        return -1;
    int own = coalition >> game_now(game)->next & 1, result = !own;
    for (int p = 0; p < game->graph->points + 2; p++) {
        struct verdict verdict;
        must(game_play(game, numbered(game->graph, p), &verdict) == 0, "no memory");
        if (!verdict.legal)
            continue;
        int after = naive(game, coalition, goal, depth - 1, nodes);
        game_undo(game);
        if (after == own)
            return own;
        if (after < 0)
            result = -1;
    }
    return result;
}

static int naive_value(struct game *game, unsigned coalition, int goal, long budget)
{
    int result = -1;
    for (int depth = 3; result < 0 && budget > 0 && depth < DEPTH_MAX; depth += 2)
        result = naive(game, coalition, goal, depth, &budget);
    return result;
}

/* Asks both for every goal of the force's coalition at the state where it stands. */
static void compare(struct force *force, long budget, struct counts *counts)
{
    for (int goal = 1; goal <= force->trail.game.graph->points; goal++) {
        int wanted = naive_value(&force->trail.game, force->payoff.members, goal, budget);
        if (wanted < 0) {
            counts->skipped++;
            continue;
        }
        int found = force_query(force, goal);
        if (found < 0) {
            counts->stopped++;
        } else if (found == wanted) {
            counts->agreed[found]++;
        } else {
            char text[POSITION_TEXT_MAX];
            const struct turn *now = game_now(&force->trail.game);
            position_format(force->trail.game.graph, &now->board, text);
            printf("DIFFER: %s, player %d to move, turn %zu, coalition %u, goal %d: naive %d, %d\n",
                   text, now->next, force->trail.game.count - 1, force->payoff.members, goal,
                   wanted, found);
            counts->differ++;
        }
    }
}

static void begin(const struct graph *graph, const struct ruleset *rules,
                  const struct position *position, int to_move, struct force *ret_force)
{
    static struct limits limits = {.max_nodes = SEARCH_NODES};
    struct game game;
    must(game_init(&game, graph, rules, position, to_move) == 0, "no memory");
    must(force_init(ret_force, &game, &limits) == 0, "no memory");
    game_release(&game);
}

/* The next position, counted up; false after the last. */
static bool next_position(const struct graph *graph, int players, struct position *position)
{
    for (int p = 0; p < graph->points; p++) {
        if (++position->cells[p] <= players)
            return true;
        position->cells[p] = POINT_EMPTY;
    }
    return false;
}

static void compare_all(const struct graph *graph, const struct ruleset *rules, long budget,
                        long share, struct counts *counts)
{
    struct position position = {{0}};
    int players = ruleset_players(rules);
    long met = 0;
    do {
        if (position_check(graph, &position, NULL) < 0)
            continue;
        for (int player = 0; player < players; player++) {
            struct force force;
            if (met++ % share != 0)
                continue;
            begin(graph, rules, &position, player, &force);
            for (unsigned coalition = 1; coalition < 1u << players; coalition++) {
                force_set_coalition(&force, coalition, CERTIFICATE_POINTS);
                compare(&force, budget, counts);
            }
            force_release(&force);
        }
    } while (next_position(graph, players, &position));
}

/* Plays a random move that does not end the game. */
static bool step(struct trail *trail)
{
    int count = trail->game.graph->points + 2;
    for (int tries = 0; tries < 3 * count; tries++) {
        struct verdict verdict;
        struct move move = numbered(trail->game.graph, (int)random_below((unsigned)count));
        must(trail_play(trail, move, &verdict) == 0, "no memory");
        if (!verdict.legal)
            continue;
        if (!game_over(&trail->game))
            return true;
        trail_undo(trail);
    }
    return false;
}

static void walk(const struct graph *graph, const struct ruleset *rules, long budget,
                 struct counts *counts)
{
    struct position position;
    struct force force;
    int players = ruleset_players(rules);
    do {
        memset(&position, 0, sizeof(position));
        for (int p = 0; p < graph->points; p++) {
            unsigned content = random_below((unsigned)players + 4);
            position.cells[p] = content <= (unsigned)players ? (uint8_t)content : POINT_EMPTY;
        }
    } while (position_check(graph, &position, NULL) < 0);
    begin(graph, rules, &position, (int)random_below((unsigned)players), &force);
    force_set_coalition(&force, 1 + random_below((1u << players) - 2), CERTIFICATE_POINTS);
    for (int i = 0; i < WALK_MAX && step(&force.trail); i++)
        ;
    for (; force.trail.game.count > 1; trail_undo(&force.trail)) {
        compare(&force, budget, counts);
        if (random_below(3) == 0 && step(&force.trail)) {
            compare(&force, budget, counts);
            trail_undo(&force.trail);
        }
    }
    compare(&force, budget, counts);
    force_release(&force);
}

int main(int argc, char **argv)
{
    must(argc == 6, "usage: agree-coalitions all|walk BOARD RULES BUDGET SHARE|N");
    struct graph *graph = open_board(argv[2]);
    long budget = atol(argv[4]), number = atol(argv[5]);
    bool failed = false;
    random_seed(1);
    for (char *name = strtok(argv[3], " "); name != NULL; name = strtok(NULL, " ")) {
        struct ruleset rules = open_rules(name);
        struct counts counts = {0};
        if (strcmp(argv[1], "all") == 0)
            compare_all(graph, &rules, budget, number, &counts);
        for (long i = 0; i < number && strcmp(argv[1], "walk") == 0; i++)
            walk(graph, &rules, budget, &counts);
        printf("%s, %s: %ld reached, %ld denied; %ld differ; %ld naive, %ld searches undecided\n",
               argv[2], name, counts.agreed[1], counts.agreed[0], counts.differ, counts.skipped,
               counts.stopped);
        failed |= counts.differ > 0 || counts.agreed[0] + counts.agreed[1] == 0;
    }
    graph_free(graph);
    return failed;
}
