/*
 * Does the engine agree with the naive solver?
 *
 *   agree all BOARD RULES BUDGET            every legal position, both players to move, no history
 *   agree random BOARD RULES BUDGET N SEED  N positions that the naive solver decides, at random
 * and along random lines, with the line as history
 *
 * RULES may be "every": every family with every combination of its fields that is for two players.
 * BUDGET is the naive solver's nodes per question; what it does not decide is skipped and counted.
 * The engine runs in several ways in turn: best first and depth first, with and without its tables,
 * with one table for all positions and a new one for each, with hardly any memory.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board/position.h"
#include "engine/solver.h"
#include "naive/naive.h"

struct tally {
    long positions, questions, skipped, skipped_positions, failed;
};

static uint64_t random_state;

static uint64_t random_next(void)
{
    random_state += 0x9e3779b97f4a7c15ull;
    return mix64(random_state);
}

static void die(const char *what)
{
    fprintf(stderr, "agree: %s\n", what);
    exit(1);
}

/* The ways of solving that are compared. */
enum { WAY_DEPTH_FIRST = 1, WAY_NO_TABLES = 2, WAY_NO_LONE_LEAF = 4, WAY_COUNT = 8 };

static void open_solver(struct solver *solver, const struct game *game, int way)
{
    struct limits limits = {.max_bytes = 256u << 20, .max_nodes = 5000000};
    if (way & WAY_NO_TABLES)
        limits.max_bytes = 1u << 20;
    if (solver_open(solver, game, &limits) < 0)
        die("cannot open the solver");
    if (way & WAY_NO_TABLES) {
        solver->closed = false;
        solver->search.lemmas.max_bytes = 200000;
    }
    if (way & WAY_DEPTH_FIRST)
        solver->search.order = ORDER_DEPTH_FIRST;
    if (way & WAY_NO_LONE_LEAF)
        solver->search.lone_leaf = false;
}

/* The same rules with recurrences that end the game, for the naive solver to come to an end. */
static void naive_rules(const struct ruleset *rules, struct ruleset *ret_rules)
{
    char text[RULESET_TEXT_MAX + 32];
    struct history_model model;
    rules->family->describe(rules, &model);
    *ret_rules = *rules;
    ruleset_format(rules, text);
    if (model.endless && strstr(text, "cycle=no-result") == NULL &&
        strcmp(model.cycle_word, "no-result") != 0) {
        strcat(text, ",cycle=no-result");
        if (ruleset_parse(text, ret_rules, NULL) < 0)
            die("cycle=no-result is not accepted");
    }
}

static void report(const struct game *game, int t, int attacker, int way, const char *engine,
                   int naive)
{
    char text[POSITION_TEXT_MAX], rules[RULESET_TEXT_MAX];
    position_format(game->graph, &game->turns[0].board, text);
    ruleset_format(&game->rules, rules);
    printf("DISAGREE %s %s start %s to move %d, moves:", game->graph->name, rules, text,
           game->turns[0].next);
    for (size_t i = 1; i < game->count; i++)
        printf(" %s", move_format(game->graph, game->turns[i].move));
    printf("; Black >= %d, attacker %d, way %d: engine %s, naive %d\n", t, attacker, way, engine,
           naive);
}

/* Compares one question. Returns false if the naive solver could not decide. */
static bool compare(struct solver *solver, struct game *game, int t, int attacker, long budget,
                    int way, struct tally *tally)
{
    struct ruleset rules = game->rules;
    struct answer answer;
    naive_rules(&rules, &game->rules);
    int naive = naive_force(game, attacker, t, &budget);
    game->rules = rules;
    if (naive < 0) {
        tally->skipped++;
        return false;
    }
    tally->questions++;
    int r = solver_question(solver, t, (enum colour)attacker, 0, &answer);
    /* Depth first is not meant for every ruleset; it may run into the limit. */
    if (r < 0 && solver->search.order == ORDER_DEPTH_FIRST)
        return true;
    bool engine = r == 0 && (answer.winner == (enum colour)attacker);
    if (r < 0 || engine != (naive == 1)) {
        report(game, t, attacker, way, r < 0 ? "stopped" : engine ? "yes" : "no", naive);
        tally->failed++;
    }
    return true;
}

static void compare_position(struct solver *solver, struct game *game, long budget, int way,
                             struct tally *tally)
{
    int points = game->graph->points;
    bool all = true;
    int attackers = solver->search.model.endless ? 2 : 1;
    tally->positions++;
    for (int attacker = 0; attacker < attackers; attacker++)
        for (int t = -points; t <= points + 1; t++)
            all &= compare(solver, game, t, attacker, budget, way, tally);
    tally->skipped_positions += !all;
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

static void check_all(const struct graph *graph, const struct ruleset *rules, long budget,
                      struct tally *tally)
{
    for (int way = 0; way < WAY_COUNT; way++) {
        struct position position = {{0}};
        /* Every way sees every second position, the plain one all of them. */
        int index = way;
        do {
            if (position_check(graph, &position, NULL) < 0)
                continue;
            if (way != 0 && ++index % 2 != 0)
                continue;
            for (int to_move = 0; to_move < 2; to_move++) {
                struct game game;
                struct solver solver;
                if (game_init(&game, graph, rules, &position, to_move) < 0)
                    die("no memory");
                open_solver(&solver, &game, way);
                compare_position(&solver, &game, budget, way, tally);
                solver_close(&solver);
                game_release(&game);
            }
        } while (next_position(graph, &position));
    }
}

static void random_game(const struct graph *graph, const struct ruleset *rules, struct game *game)
{
    struct position position = {{0}};
    do {
        for (int p = 0; p < graph->points; p++)
            position.cells[p] = (uint8_t)(random_next() % 3);
    } while (position_check(graph, &position, NULL) < 0);
    if (game_init(game, graph, rules, &position, (int)(random_next() % 2)) < 0)
        die("no memory");
}

/* Plays a random legal move on both; false when the game is over. */
static bool random_move(struct solver *solver, struct game *game)
{
    unsigned points = (unsigned)game->graph->points;
    struct verdict verdict = {.legal = false};
    while (!verdict.legal) {
        unsigned choice = (unsigned)(random_next() % (points + 1));
        struct move move = choice < points
                               ? move_stone((int)choice)
                               : move_pass(random_next() % 2 ? MOVE_PASS : MOVE_REFRESH);
        if (game_play(game, move, &verdict) < 0 ||
            (verdict.legal && solver_play(solver, move, &verdict) < 0))
            die("no memory");
    }
    return !game_over(game);
}

/*
 * From random positions along random lines, with one table a line: the lemmas that one history has
 * given are used, rightly or not, under the next.
 */
static void check_random(const struct graph *graph, const struct ruleset *rules, long budget,
                         long wanted, struct tally *tally)
{
    for (long done = 0, tries = 0; done < wanted && tries < 2 * wanted; tries++) {
        struct game game;
        struct solver solver;
        bool going = true;
        int length = random_next() % 2 ? (int)(random_next() % 40) : 1;
        random_game(graph, rules, &game);
        open_solver(&solver, &game, (int)(random_next() % WAY_COUNT));
        for (int i = 0; i < length && going && done < wanted; i++) {
            long skipped = tally->skipped_positions;
            /* Where play just goes on, the naive solver's no-results would count the line; ours
             * not. */
            const struct history_model *model = &solver.search.model;
            if (i == 0 || !model->endless || model->cycle_ends) {
                compare_position(&solver, &game, budget, 0, tally);
                done += tally->skipped_positions == skipped;
            }
            going = random_move(&solver, &game);
        }
        solver_close(&solver);
        game_release(&game);
    }
}

struct job {
    const struct graph *graph;
    bool all;
    long budget, wanted;
    struct tally tally;
};

static void run(struct job *job, const struct ruleset *rules)
{
    char text[RULESET_TEXT_MAX];
    struct tally before = job->tally;
    if (job->all)
        check_all(job->graph, rules, job->budget, &job->tally);
    else
        check_random(job->graph, rules, job->budget, job->wanted, &job->tally);
    ruleset_format(rules, text);
    printf("%s %s: %ld positions, %ld questions agree, %ld skipped (%ld positions), %ld failed\n",
           job->graph->name, text, job->tally.positions - before.positions,
           job->tally.questions - before.questions, job->tally.skipped - before.skipped,
           job->tally.skipped_positions - before.skipped_positions,
           job->tally.failed - before.failed);
    fflush(stdout);
}

/* Every combination of the fields of the preset's family. */
static void run_every(struct job *job, struct ruleset *rules, size_t field)
{
    const struct field *own = rules->family->fields[field];
    if (own == NULL) {
        struct error err;
        char text[RULESET_TEXT_MAX];
        struct ruleset checked;
        ruleset_format(rules, text);
        if (ruleset_parse(text, &checked, &err) == 0 && ruleset_players(&checked) == 2)
            run(job, &checked);
        return;
    }
    for (int value = 0; own->values[value] != NULL; value++) {
        rules->values[field] = (uint8_t)value;
        run_every(job, rules, field + 1);
    }
    rules->values[field] = 0;
}

static void run_all_rules(struct job *job)
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

int main(int argc, char **argv)
{
    if (argc < 5 || (strcmp(argv[1], "random") == 0 && argc < 7))
        die("usage: agree all|random BOARD RULES BUDGET [N SEED]");
    struct error err;
    struct graph *graph;
    struct job job = {.all = strcmp(argv[1], "all") == 0, .budget = atol(argv[4])};
    if (graph_parse(argv[2], &graph, &err) < 0)
        die(err.text);
    job.graph = graph;
    if (!job.all) {
        job.wanted = atol(argv[5]);
        random_state = (uint64_t)atol(argv[6]);
    }
    struct ruleset rules;
    if (strcmp(argv[3], "every") == 0)
        run_all_rules(&job);
    else if (ruleset_parse(argv[3], &rules, &err) < 0)
        die(err.text);
    else
        run(&job, &rules);
    printf("total: %ld positions, %ld questions agree, %ld skipped, %ld failed\n",
           job.tally.positions, job.tally.questions, job.tally.skipped, job.tally.failed);
    graph_free(graph);
    return job.tally.failed > 0 || job.tally.questions == 0;
}
