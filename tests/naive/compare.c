/* The engine's answers to one position against the naive solver's. */
#include "naive/compare.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "naive/naive.h"

/* More than any of these boards needs: the engine must answer within it. */
#define ENGINE_MAX_NODES 20000000
/* Depth first and without tables it may take longer than a test should; then it need not answer. */
#define QUESTION_MAX_NODES 300000

void die(const char *what)
{
    fprintf(stderr, "agree: %s\n", what);
    exit(2);
}

void open_solver(struct solver *solver, const struct game *game, int way)
{
    struct limits limits = {.max_bytes = 8u << 20, .max_nodes = ENGINE_MAX_NODES};
    if (solver_open(solver, game, &limits) < 0)
        die("cannot open the solver");
    if (way & WAY_NO_ATTRACTOR)
        solver->closed = false;
    if (way & WAY_LITTLE_MEMORY)
        solver->search.lemmas.max_bytes = solver->search.lemmas.bytes + 20000;
    if (way & WAY_DEPTH_FIRST)
        solver->search.order = ORDER_DEPTH_FIRST;
    if (way & WAY_NO_LONE_LEAF)
        solver->search.lone_leaf = false;
}

/* Makes recurrences end the game where they do not, for the naive solver to come to an end. */
static void end_recurrences(struct ruleset *rules)
{
    char text[RULESET_TEXT_MAX + 32];
    struct history_model model;
    rules->family->describe(rules, &model);
    if (!model.endless || model.cycle_ends || model.unbounded)
        return;
    ruleset_format(rules, text);
    strcat(text, ",cycle=no-result");
    if (ruleset_parse(text, rules, NULL) < 0)
        die("cycle=no-result is not accepted");
}

/* The greatest margin asked for: beyond the board's points there may be prisoners. */
static int widest(const struct game *game)
{
    int points = game->graph->points;
    return ruleset_value(&game->rules, &field_scoring) == SCORING_TERRITORY ? 3 * points + 2
                                                                            : points;
}

int ask_naive(struct game *game, long budget, bool give_up,
              struct question questions[QUESTIONS_MAX], struct tally *tally)
{
    struct ruleset rules = game->rules;
    struct history_model model;
    int count = 0, most = widest(game);
    long skipped = tally->skipped;
    bool open = true;
    rules.family->describe(&rules, &model);
    end_recurrences(&game->rules);
    for (int attacker = 0; attacker < (model.pairs ? 2 : 1); attacker++) {
        for (int t = -most; t <= most + 1; t++) {
            long left = budget;
            struct question *question = &questions[count++];
            *question = (struct question){attacker, t, -1};
            if (open)
                question->naive = naive_force(game, attacker, t, &left);
            tally->skipped += question->naive < 0;
            open = open && !(give_up && question->naive < 0);
        }
    }
    game->rules = rules;
    tally->positions++;
    tally->skipped_positions += tally->skipped > skipped;
    return count;
}

static void report(const struct game *game, const struct question *question, int way,
                   const char *engine)
{
    char text[POSITION_TEXT_MAX], rules[RULESET_TEXT_MAX];
    position_format(game->graph, &game->turns[0].board, text);
    ruleset_format(&game->rules, rules);
    printf("DISAGREE %s %s start %s to move %s, moves:", game->graph->name, rules, text,
           game->turns[0].next == 0 ? "black" : "white");
    for (size_t i = 1; i < game->count; i++)
        printf(" %s", move_format(game->graph, game->turns[i].move));
    printf("; can %s force %s %d, way %d: engine %s, naive %s\n",
           question->attacker == 0 ? "Black" : "White", question->attacker == 0 ? ">=" : "<",
           question->t, way, engine, question->naive ? "yes" : "no");
}

/*
 * Under an unbounded ruleset the engine can only prove what a player forces; the answer counts if
 * it did, however often it lets states recur. Returns 0, or -EAGAIN: no proof.
 */
static int ask_unbounded(struct solver *solver, const struct question *question, uint64_t most,
                         struct answer *ret_answer)
{
    int r = -EAGAIN;
    for (int visits = 0; visits < 4 && r < 0; visits++) {
        solver->search.visits = visits;
        r = solver_question(solver, question->t, (enum colour)question->attacker, most, ret_answer);
        if (r == 0 && !ret_answer->forced)
            r = -EAGAIN;
    }
    solver->search.visits = 0;
    return r;
}

static void compare(struct solver *solver, const struct question *question, int way,
                    struct tally *tally)
{
    struct answer answer;
    uint64_t most = way != 0 ? QUESTION_MAX_NODES : 0;
    bool unbounded = solver->search.model.unbounded;
    int r = unbounded ? ask_unbounded(solver, question, QUESTION_MAX_NODES, &answer)
                      : solver_question(solver, question->t, (enum colour)question->attacker, most,
                                        &answer);
    /* A lone player with suicide, boards on record against him: the engine may know bounds only. */
    bool lone_open = solver_now(solver)->kind == NODE_LONE_OPEN;
    if (r < 0 && (way != 0 || unbounded || lone_open)) {
        tally->unanswered++;
        return;
    }
    tally->questions++;
    bool engine = r == 0 && answer.winner == (enum colour)question->attacker;
    if (r == 0 && engine == (question->naive == 1))
        return;
    report(&solver->game, question, way, r < 0 ? "stopped" : engine ? "yes" : "no");
    tally->failed++;
}

void compare_answers(struct solver *solver, const struct question *questions, int count, int way,
                     struct tally *tally)
{
    for (int i = 0; i < count; i++)
        if (questions[i].naive >= 0)
            compare(solver, &questions[i], way, tally);
}
