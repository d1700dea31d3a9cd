/*
 * Does the engine agree with the naive solver?
 *
 *   agree all BOARD RULES BUDGET [ORDER [SHARE]]
 *                                           every legal position, both players to move, no history,
 *                                           the engine in every way (compare.h)
 *   agree walk BOARD RULES BUDGET N SEED    N positions that the naive solver decides, on random
 *                                           walks, with the walk as history
 *
 * BOARD may be a graph file, NAME.graph. RULES may be several, separated by blanks, or "every":
 * every family with every combination of its fields that is for two players. BUDGET is the naive
 * solver's nodes a query; what it does not decide is skipped and counted. ORDER "best-first"
 * leaves out the ways that go depth first, which may take long; "any-order" leaves out none. Of all
 * positions under all RULES, counted through, one in SHARE is compared. Exit code 0: all agree; 1:
 * a difference, or nothing was compared.
 *
 * A walk goes from a random position by random moves until every move would end the game, and then
 * back, comparing at each step: a long history leaves the naive solver little to look at, and on
 * the way back it gets more and more, until it is too much. On the way back it goes some moves
 * aside now and then. Trivial positions are compared but not among the N. All of it is done on one
 * solver with one table of lemmas: what one history has given is used, rightly or not, under many
 * others.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board/position.h"
#include "common/games.h"
#include "common/rulesets.h"
#include "reference/naive/compare.h"
#include "search/solver.h"

/* How much emptier than by chance a start may be. */
#define EMPTIER 10
/* Plays of a walk at most. */
#define WALK_MAX 1000
/* One move in so many is a pass, if a stone could be played. */
#define PASSES_ONE_IN 8
/* Moves that a walk goes back at a time at most, and moves aside each time at most. */
#define BACK_MAX 4
#define ASIDE_MAX 3
/*
 * The nodes for a query, beyond so many, are at most so many times those that the
 * position before took, aside those that the position on the walk took: nothing is gained by trying
 * long. After a position that took a good part of the budget the walk is over.
 */
#define NODES_FIRST 300000
#define NODES_FACTOR 30
#define NODES_FACTOR_ASIDE 4
#define NODES_ENOUGH(budget) ((budget) / 4)
/* Positions that take no more nodes are trivial. */
#define NODES_TRIVIAL(budget) ((budget) / 100 < 1000 ? (budget) / 100 : 1000)
/* Walks for each position wanted, before it is given up. */
#define WALKS_FACTOR 2

struct job {
    const struct graph *graph;
    bool walk;
    int way_step;              /* 2: without those that go depth first */
    long share, met;           /* one in share is compared; met: starts so far */
    long budget, wanted, left; /* left: of those wanted */
    struct tally tally, total; /* of the present ruleset; of those before */
};

static void start_game(const struct job *job, const struct ruleset *rules,
                       const struct position *position, int to_move, struct game *game)
{
    if (game_init(game, job->graph, rules, position, to_move) < 0)
        die("no memory");
}

static void check_start(struct job *job, const struct ruleset *rules,
                        const struct position *position, int to_move)
{
    struct game game;
    struct asked asked;
    if (job->met++ % job->share != 0)
        return;
    start_game(job, rules, position, to_move, &game);
    ask_naive(&game, job->budget, false, &asked, &job->tally);
    for (int way = 0; way < WAY_COUNT; way += job->way_step) {
        struct solver solver;
        open_solver(&solver, &game, way);
        compare_answers(&solver, &asked, way, &job->tally);
        solver_release(&solver);
    }
    game_release(&game);
}

static void check_all(struct job *job, const struct ruleset *rules)
{
    struct position position = {{0}};
    do {
        if (position_check(job->graph, &position, NULL) < 0)
            continue;
        check_start(job, rules, &position, 0);
        check_start(job, rules, &position, 1);
    } while (next_colouring(job->graph, &position));
}

static void random_start(const struct job *job, const struct ruleset *rules, struct game *game)
{
    struct position position;
    unsigned contents = 3 + random_below(EMPTIER); /* those beyond the stones are empty, too */
    do {
        memset(&position, 0, sizeof(position));
        for (int p = 0; p < job->graph->points; p++) {
            unsigned content = random_below(contents);
            position.cells[p] = content < 3 ? (uint8_t)content : POINT_EMPTY;
        }
    } while (position_check(job->graph, &position, NULL) < 0);
    start_game(job, rules, &position, (int)random_below(2), game);
}

/* Plays a move if it is legal and, where it must go on, ends nothing and bans nobody. */
static bool try_move(struct solver *solver, struct move move, bool goes_on)
{
    struct verdict verdict;
    if (solver_play(solver, move, &verdict) < 0)
        die("no memory");
    if (!verdict.legal)
        return false;
    if (!goes_on || (!game_over(&solver->game) && game_now(&solver->game)->banned < 0))
        return true;
    solver_undo(solver);
    return false;
}

/* Puts a move into a list of count at place; the one that stood there goes to the end. */
static void insert_move(struct move *moves, int count, int place, struct move move)
{
    if (place < count)
        moves[count] = moves[place];
    moves[place] = move;
}

/* All moves, legal or not, in random order, each pass mostly last. Returns their number. */
static int shuffle_moves(const struct graph *graph, struct move *moves)
{
    int count = 0;
    for (; count < graph->points; count++)
        insert_move(moves, count, (int)random_below((unsigned)count + 1), move_stone(count));
    for (enum move_kind kind = MOVE_PASS; kind <= MOVE_REFRESH; kind++, count++)
        insert_move(moves, count, random_below(PASSES_ONE_IN) == 0 ? 0 : count, move_pass(kind));
    return count;
}

/* Plays a random move; false where there is none (that goes on). */
static bool step(struct solver *solver, bool goes_on)
{
    struct move moves[SOLVER_MAX_POINTS + 2];
    int count = shuffle_moves(solver->game.graph, moves);
    for (int i = 0; i < count; i++)
        if (try_move(solver, moves[i], goes_on))
            return true;
    return false;
}

/*
 * The game that the naive solver is to look at: that of the solver; or, where the past does not
 * matter and would disturb it, one that starts here. False where that cannot be had: a ko or passes
 * are left from the last move, or who passed first counts.
 */
static bool naive_game(const struct job *job, struct solver *solver, struct game *ret_game)
{
    const struct history_model *model = &solver->search.model;
    const struct solver_node *now = solver_now(solver);
    const struct turn *last = game_now(&solver->game);
    bool past = !model->endless || model->cycle_ends || model->class_count > 0;
    bool first_pass = history_model_has_first_pass(model) && !now->state.unpassed;
    if (game_over(&solver->game) ||
        (!past && (now->state.ko != 0 || now->state.passes != 0 || first_pass)))
        return false;
    if (past)
        start_game(job, &solver->game.rules, &solver->game.turns[0].board,
                   solver->game.turns[0].next, ret_game);
    else
        start_game(job, &solver->game.rules, &last->board, last->next, ret_game);
    for (size_t i = 1; past && i < solver->game.count; i++) {
        struct verdict verdict;
        if (game_play(ret_game, solver->game.turns[i].move, &verdict) < 0 || !verdict.legal)
            die("the game cannot be played again");
    }
    return true;
}

/* Compares the position at which solver stands. Returns the naive solver's nodes; -1: too many. */
static long check_node(struct job *job, struct solver *solver, int way, long most_nodes)
{
    struct game game;
    struct asked asked;
    long budget = most_nodes < job->budget ? most_nodes : job->budget;
    if (!naive_game(job, solver, &game))
        return 0;
    ask_naive(&game, budget, true, &asked, &job->tally);
    compare_answers(solver, &asked, way, &job->tally);
    game_release(&game);
    job->left -= asked.decided && asked.nodes > NODES_TRIVIAL(job->budget);
    return asked.decided ? asked.nodes : -1;
}

/* Plays some moves of any kind, compares there and takes them back. */
static void check_aside(struct job *job, struct solver *solver, int way, long most_nodes)
{
    int plays = 0;
    for (unsigned wanted = 1 + random_below(ASIDE_MAX); wanted > 0; wanted--) {
        if (game_over(&solver->game) || !step(solver, false))
            break;
        plays++;
    }
    check_node(job, solver, way, most_nodes);
    for (; plays > 0; plays--)
        solver_undo(solver);
}

static void check_walk(struct job *job, const struct ruleset *rules, int way)
{
    struct game game;
    struct solver solver;
    long nodes = 0;
    random_start(job, rules, &game);
    open_solver(&solver, &game, way);
    game_release(&game);
    int plays = 0;
    while (plays < WALK_MAX && step(&solver, true))
        plays++;
    while (job->left > 0) {
        nodes = check_node(job, &solver, way, NODES_FIRST + NODES_FACTOR * nodes);
        if (nodes < 0 || nodes > NODES_ENOUGH(job->budget) || plays == 0)
            break;
        if (nodes > NODES_TRIVIAL(job->budget) && job->left > 0)
            check_aside(job, &solver, way, NODES_FIRST + NODES_FACTOR_ASIDE * nodes);
        for (int back = 1 + (int)random_below(BACK_MAX); back > 0 && plays > 0; back--) {
            solver_undo(&solver);
            plays--;
        }
    }
    solver_release(&solver);
}

static void check_walks(struct job *job, const struct ruleset *rules)
{
    job->left = job->wanted;
    for (long walks = 0; job->left > 0 && walks < WALKS_FACTOR * job->wanted; walks++)
        check_walk(job, rules, walks % 2 == 0 ? 0 : (int)random_below(WAY_COUNT / 2) * 2);
}

static void check_rules(const struct ruleset *rules, void *arg)
{
    struct job *job = arg;
    char text[RULESET_TEXT_MAX], name[RULESET_TEXT_MAX + 64];
    job->tally = (struct tally){.failed = 0};
    if (job->walk)
        check_walks(job, rules);
    else
        check_all(job, rules);
    ruleset_format(rules, text);
    snprintf(name, sizeof(name), "%.60s %s", job->graph->name, text);
    print_tally(name, &job->tally);
    add_tally(&job->total, &job->tally);
}

int main(int argc, char **argv)
{
    bool walk = argc == 7 && strcmp(argv[1], "walk") == 0;
    if (!walk && (argc < 5 || argc > 7 || strcmp(argv[1], "all") != 0))
        die("usage: agree all BOARD RULES BUDGET [ORDER [SHARE]] | "
            "agree walk BOARD RULES BUDGET N SEED");
    struct graph *graph = open_board(argv[2]);
    struct job job = {
        .graph = graph, .walk = walk, .budget = atol(argv[4]), .way_step = 1, .share = 1};
    if (walk) {
        job.wanted = atol(argv[5]);
        random_seed((uint64_t)atol(argv[6]));
    } else if (argc > 5) {
        job.way_step = strcmp(argv[5], "best-first") == 0 ? 2 : 1;
        job.share = argc == 7 ? atol(argv[6]) : 1;
        if (job.share < 1)
            die("SHARE: wanted 1 or more");
    }
    for_rulesets(argv[3], check_rules, &job);
    print_tally("total", &job.total);
    graph_free(graph);
    return job.total.failed > 0 || job.total.queries == 0;
}
