/*
 * Does the engine agree with the naive solver?
 *
 *   agree all BOARD RULES BUDGET [ORDER]    every legal position, both players to move, no history,
 *                                           the engine in every way (compare.h)
 *   agree walk BOARD RULES BUDGET N SEED    N positions that the naive solver decides, on random
 *                                           walks, with the walk as history
 *
 * BOARD may be a graph file, NAME.graph. RULES may be several, separated by blanks, or "every":
 * every family with every combination of its fields that is for two players. BUDGET is the naive
 * solver's nodes a question; what it does not decide is skipped and counted. ORDER "best-first"
 * leaves out the ways that go depth first, which may take long. Exit code 0: all agree; 1: a
 * difference, or nothing was compared.
 *
 * A walk goes forth and back on one solver with one table of lemmas: what one history has given is
 * used, rightly or not, under many others.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board/position.h"
#include "naive/compare.h"

/* Steps of a walk before the next one begins, with a new table. */
#define WALK_STEPS 60
/* A walk that the naive solver cannot follow is given up. */
#define SKIPS_MAX 5

struct job {
    const struct graph *graph;
    bool walk;
    int way_step; /* 2: without those that go depth first */
    long budget, wanted;
    struct tally tally;
};

static uint64_t random_state;

static unsigned random_below(unsigned n)
{
    random_state += 0x9e3779b97f4a7c15ull;
    return (unsigned)(mix64(random_state) % n);
}

static bool next_position(const struct graph *graph, struct position *position)
{
    for (int p = 0; p < graph->points; p++) {
        if (++position->cells[p] <= 2)
            return true;
        position->cells[p] = 0;
    }
    return false;
}

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
    struct question questions[QUESTIONS_MAX];
    start_game(job, rules, position, to_move, &game);
    int count = ask_naive(&game, job->budget, false, questions, &job->tally);
    for (int way = 0; way < WAY_COUNT; way += job->way_step) {
        struct solver solver;
        open_solver(&solver, &game, way);
        compare_answers(&solver, questions, count, way, &job->tally);
        solver_close(&solver);
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
    } while (next_position(job->graph, &position));
}

static void random_start(const struct job *job, const struct ruleset *rules, struct game *game)
{
    struct position position;
    do {
        memset(&position, 0, sizeof(position));
        for (int p = 0; p < job->graph->points; p++)
            position.cells[p] = (uint8_t)random_below(3);
    } while (position_check(job->graph, &position, NULL) < 0);
    start_game(job, rules, &position, (int)random_below(2), game);
}

/* Plays a random legal move, or takes some back where the game is over and now and then besides. */
static void step(struct solver *solver)
{
    unsigned points = (unsigned)solver->game.graph->points;
    struct verdict verdict = {.legal = false};
    size_t played = solver->game.count - 1;
    if (game_over(&solver->game) || (played > 0 && random_below(6) == 0)) {
        for (size_t back = 1 + random_below((unsigned)played); back > 0; back--)
            solver_undo(solver);
        return;
    }
    while (!verdict.legal) {
        unsigned choice = random_below(points + 1);
        struct move move = choice < points ? move_stone((int)choice)
                                           : move_pass(random_below(3) ? MOVE_PASS : MOVE_REFRESH);
        if (solver_play(solver, move, &verdict) < 0)
            die("no memory");
    }
}

/*
 * The game that the naive solver is to look at: that of the solver; or, where the past does not
 * matter and would disturb it, one that starts here. False where that cannot be had: a ko or passes
 * are left from the last move.
 */
static bool naive_game(const struct job *job, struct solver *solver, struct game *ret_game)
{
    const struct history_model *model = &solver->search.model;
    const struct node *now = solver_now(solver);
    const struct turn *last = game_now(&solver->game);
    bool past = !model->endless || model->cycle_ends;
    if (game_over(&solver->game) || (!past && (now->state.ko != 0 || now->state.passes != 0)))
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

/* Compares the node at which solver stands. Returns 1, or 0 if the naive solver did not decide. */
static int check_node(struct job *job, struct solver *solver, int way)
{
    struct game game;
    struct question questions[QUESTIONS_MAX];
    long skipped = job->tally.skipped_positions;
    if (!naive_game(job, solver, &game))
        return 0;
    int count = ask_naive(&game, job->budget, true, questions, &job->tally);
    compare_answers(solver, questions, count, way, &job->tally);
    game_release(&game);
    return job->tally.skipped_positions == skipped;
}

static void check_walks(struct job *job, const struct ruleset *rules)
{
    long done = 0;
    for (long walks = 0; done < job->wanted && walks < job->wanted; walks++) {
        struct game game;
        struct solver solver;
        int way = walks % 2 == 0 ? 0 : (int)random_below(WAY_COUNT / 2) * 2;
        random_start(job, rules, &game);
        open_solver(&solver, &game, way);
        game_release(&game);
        long skipped = job->tally.skipped_positions;
        for (unsigned ahead = random_below(12); ahead > 0; ahead--)
            step(&solver);
        for (int i = 0; i < WALK_STEPS && done < job->wanted; i++) {
            done += check_node(job, &solver, way);
            if (job->tally.skipped_positions - skipped > SKIPS_MAX)
                break;
            for (unsigned steps = 1 + random_below(4); steps > 0; steps--)
                step(&solver);
        }
        solver_close(&solver);
    }
}

static void run(struct job *job, const struct ruleset *rules)
{
    char text[RULESET_TEXT_MAX];
    struct tally before = job->tally;
    if (job->walk)
        check_walks(job, rules);
    else
        check_all(job, rules);
    ruleset_format(rules, text);
    const struct tally *now = &job->tally;
    printf(
        "%s %s: %ld positions (%ld not decided), %ld answers compared, %ld questions skipped, "
        "%ld unanswered, %ld failed\n",
        job->graph->name, text, now->positions - before.positions,
        now->skipped_positions - before.skipped_positions, now->questions - before.questions,
        now->skipped - before.skipped, now->unanswered - before.unanswered,
        now->failed - before.failed);
    fflush(stdout);
}

/* Every combination of the fields of the preset's family. */
static void run_every(struct job *job, struct ruleset *rules, size_t field)
{
    const struct field *own = rules->family->fields[field];
    if (own == NULL) {
        char text[RULESET_TEXT_MAX];
        struct ruleset checked;
        ruleset_format(rules, text);
        if (ruleset_parse(text, &checked, NULL) == 0 && ruleset_players(&checked) == 2)
            run(job, &checked);
        return;
    }
    for (int value = 0; own->values[value] != NULL; value++) {
        rules->values[field] = (uint8_t)value;
        run_every(job, rules, field + 1);
    }
    rules->values[field] = 0;
}

static void run_families(struct job *job)
{
    size_t count;
    const struct preset *all = presets(&count);
    for (size_t i = 0; i < count; i++) {
        bool first = all[i].alias_of == NULL;
        for (size_t j = 0; j < i; j++)
            first = first && all[j].family != all[i].family;
        struct ruleset rules;
        if (first && ruleset_parse(all[i].name, &rules, NULL) == 0)
            run_every(job, &rules, 0);
    }
}

static void run_named(struct job *job, char *names)
{
    for (char *name = strtok(names, " "); name != NULL; name = strtok(NULL, " ")) {
        struct ruleset rules;
        struct error err;
        if (ruleset_parse(name, &rules, &err) < 0)
            die(err.text);
        run(job, &rules);
    }
}

int main(int argc, char **argv)
{
    struct error err;
    struct graph *graph;
    bool walk = argc == 7 && strcmp(argv[1], "walk") == 0;
    if (!walk && ((argc != 5 && argc != 6) || strcmp(argv[1], "all") != 0))
        die("usage: agree all BOARD RULES BUDGET [ORDER] | agree walk BOARD RULES BUDGET N SEED");
    int r = strstr(argv[2], ".graph") != NULL ? graph_load(argv[2], &graph, &err)
                                              : graph_parse(argv[2], &graph, &err);
    if (r < 0)
        die(err.text);
    struct job job = {.graph = graph, .walk = walk, .budget = atol(argv[4]), .way_step = 1};
    if (walk) {
        job.wanted = atol(argv[5]);
        random_state = (uint64_t)atol(argv[6]);
    } else if (argc == 6 && strcmp(argv[5], "best-first") == 0) {
        job.way_step = 2;
    }
    if (strcmp(argv[3], "every") == 0)
        run_families(&job);
    else
        run_named(&job, argv[3]);
    const struct tally *all = &job.tally;
    printf(
        "total: %ld positions (%ld not decided), %ld answers compared, %ld questions skipped, "
        "%ld unanswered, %ld failed\n",
        all->positions, all->skipped_positions, all->questions, all->skipped, all->unanswered,
        all->failed);
    graph_free(graph);
    return all->failed > 0 || all->questions == 0;
}
