/* The game and the search's view of it, kept together. */
#include "search/solver.h"
#include "base/array.h"
#include "base/clock.h"
#include "search/beside.h"
#include "search/persistence.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

bool solver_interrupted(void *solver)
{
    return search_interrupted(&((struct solver *)solver)->search);
}

/* Does what was on the board before the present state matter at all? */
static bool history_matters(const struct solver *solver)
{
    const struct history_model *model = &solver->search.model;
    return solver->keeps_path || !model->endless || model->cycle_ends || model->class_count > 0;
}

/* What Black has gained so far, whatever the board will be worth. */
static int gained(const struct game *game)
{
    const struct turn *now = game_now(game);
    if (now->first_passer >= 0 && ruleset_first_pass(&game->rules, now->first_passer) != 0)
        return ruleset_first_pass(&game->rules, now->first_passer);
    if (ruleset_value(&game->rules, &field_scoring) != SCORING_TERRITORY)
        return 0;
    return now->lost[WHITE] - now->lost[BLACK];
}

static struct solver_node *push_node(struct solver *solver)
{
    if (array_reserve(&solver->nodes, solver->node_count + 1, &solver->node_capacity,
                      sizeof(*solver->nodes)) < 0)
        return NULL;
    struct solver_node *node = &solver->nodes[solver->node_count];
    memset(node, 0, sizeof(*node));
    return node;
}

/* Completes the move by which the last turn led from before to node: as the list of moves has it.
 */
static int describe_passage(struct solver *solver, const struct solver_node *before,
                            struct solver_node *node)
{
    const struct turn *now = game_now(&solver->game);
    node->move = (struct state_move){
        .before = before->state.board,
        .child = node->state,
        .kind = (uint8_t)now->move.kind,
        .passes = before->state.passes,
    };
    if (now->move.kind != MOVE_STONE)
        return 0;
    int count = positions_moves(solver->positions, before->state.board, before->state.mover);
    for (int n = 0; n < count; n++) {
        struct stone_move move =
            positions_move(solver->positions, before->state.board, before->state.mover, n);
        if (move.point != now->move.point)
            continue;
        assert(move.child == node->state.board);
        node->move.point = move.point;
        node->move.atari = move.atari;
        if (solver->search.model.simple_ko)
            node->state.ko = node->move.child.ko = move.ko;
    }
    return count < 0 ? count : 0;
}

/* Has the player who is left moved since his opponent was banned? */
static bool has_moved_solo(const struct game *game)
{
    return game_now(game)->banned < 0;
}

/*
 * A node at which one player is left. Right after the ban it is known what he gets. Once he has
 * moved, boards that he met are forbidden to him. Without suicide none of them can come back, but
 * with it one may be in his way: then the value is only known to lie between what he has if he
 * stops at once and that.
 */
static int describe_solo(struct solver *solver, struct solver_node *node)
{
    const struct turn *now = game_now(&solver->game);
    enum colour lone = (enum colour)now->next;
    int least = game_margin(&solver->game), most;
    int r = positions_solo(solver->positions, node->state.board, lone, &most);
    if (r < 0 && r != -E2BIG)
        return r;
    bool known =
        r == 0 && (solver->positions->suicide == SUICIDE_NO || !has_moved_solo(&solver->game));
    if (r == 0)
        most = node->gain + (lone == BLACK ? most : -most);
    node->kind = known || (r == 0 && most == least) ? NODE_SOLO : NODE_SOLO_OPEN;
    node->margin = r == 0 ? most : lone == BLACK ? MARGIN_INFINITE : -MARGIN_INFINITE;
    node->least = least;
    return 0;
}

/* Fills the node that game stands at, after a move from before (NULL: the start). */
static int describe_node(struct solver *solver, const struct solver_node *before,
                         struct solver_node *node)
{
    const struct turn *now = game_now(&solver->game);
    uint32_t board;
    const struct stones stones = solver_tables_stones(solver->game.graph, &now->board);
    int r = positions_intern(solver->positions, stones, &board);
    if (r < 0)
        return r;
    node->gain = gained(&solver->game);
    node->state = (struct state){
        .board = board,
        .mover = (uint8_t)now->next,
        .passes = (uint8_t)(now->passes < solver->search.model.passes_kept
                                ? now->passes
                                : solver->search.model.passes_kept),
        .unpassed = history_model_has_first_pass(&solver->search.model) && now->first_passer < 0,
    };
    if (now->ending == ENDING_NO_RESULT || now->ending == ENDING_TIE) {
        node->kind = NODE_NO_RESULT;
    } else if (now->ending == ENDING_WON) {
        node->kind = NODE_SCORED;
        node->margin = now->winner == BLACK ? MARGIN_INFINITE : -MARGIN_INFINITE;
    } else if (now->ending == ENDING_SCORED) {
        node->kind = NODE_SCORED;
        node->margin = game_margin(&solver->game);
    } else if (now->active != 3) {
        r = describe_solo(solver, node);
    } else if (before != NULL) {
        r = describe_passage(solver, before, node);
    }
    return r;
}

static bool is_open(const struct solver_node *node)
{
    return node != NULL && node->kind == NODE_OPEN;
}

/* Makes node the start of the search's history, in which nothing is: that cannot fail. */
static void start_again(struct solver *solver, struct solver_node *node)
{
    int r = history_start(&solver->search.history, node->state, &node->change);
    assert(r == 0);
    (void)r;
}

/* Brings the search's history from before to node. */
static int enter_node(struct solver *solver, struct solver_node *before, struct solver_node *node)
{
    struct history *history = &solver->search.history;
    if (node->kind != NODE_OPEN)
        return 0;
    if (before == NULL)
        return history_start(history, node->state, &node->change);
    if (history_matters(solver))
        return history_apply(history, &node->move, &node->change);
    history_undo(history, &before->change);
    start_again(solver, node);
    return 0;
}

int solver_play(struct solver *solver, struct move move, struct verdict *ret_verdict)
{
    int r = game_play(&solver->game, move, ret_verdict);
    if (r < 0 || !ret_verdict->legal)
        return r;
    struct solver_node *node = push_node(solver);
    if (node == NULL) {
        game_undo(&solver->game);
        return -ENOMEM;
    }
    struct solver_node *before = &solver->nodes[solver->node_count - 1];
    r = describe_node(solver, before, node);
    if (r == 0)
        r = enter_node(solver, is_open(before) ? before : NULL, node);
    if (r < 0) {
        game_undo(&solver->game);
        return -ENOMEM;
    }
    solver->node_count++;
    return 0;
}

void solver_undo(struct solver *solver)
{
    struct solver_node *node = &solver->nodes[--solver->node_count];
    struct solver_node *before = &solver->nodes[solver->node_count - 1];
    struct history *history = &solver->search.history;
    game_undo(&solver->game);
    if (node->kind != NODE_OPEN)
        return;
    history_undo(history, &node->change);
    if (!history_matters(solver))
        start_again(solver, before);
}

/* Plays the turns of game again, so that the search has its history. */
static int replay(struct solver *solver, const struct game *game)
{
    int r = game_init(&solver->game, game->graph, &game->rules, &game->turns[0].board,
                      game->turns[0].next);
    if (r < 0)
        return r;
    struct solver_node *start = push_node(solver);
    if (start == NULL)
        return -ENOMEM;
    r = describe_node(solver, NULL, start);
    if (r == 0)
        r = enter_node(solver, NULL, start);
    solver->node_count = 1;
    for (size_t i = 1; i < game->count && r == 0; i++) {
        struct verdict verdict;
        r = solver_play(solver, game->turns[i].move, &verdict);
        assert(r < 0 || verdict.legal);
    }
    return r;
}

/* A solver at the present node of game, on tables. */
static int open_on(struct solver *solver, struct solver_tables *tables, const struct game *game,
                   const struct limits *limits)
{
    struct history_model model;
    game->rules.family->describe(&game->rules, &model);
    assert(!model.cycles); /* cycles/analysis.c */
    solver->tables = tables;
    solver->positions = &tables->positions;
    int r = search_init(&solver->search, solver->positions, tables->lemmas, &tables->bytes, &model,
                        limits);
    solver->started = clock_now();
    solver->search.solo_leaf = true;
    solver->portfolio = true;
    solver->energies = true;
    solver->depth_divisor = 1;
    /* Where passes are counted depth first often drowns in lines that pass to and fro. */
    for (int class = 0; class < model.class_count; class ++)
        if (model.classes[class].counter == COUNTS_PASSES && !model.unbounded)
            solver->depth_divisor = 8;
    return r < 0 ? r : replay(solver, game);
}

int solver_init_bare(struct solver *ret_solver, const struct game *game,
                     const struct limits *limits)
{
    assert(game->graph->points <= SOLVER_MAX_POINTS && game->players == 2);
    memset(ret_solver, 0, sizeof(*ret_solver));
    struct solver_tables *tables = solver_tables_new(game, limits);
    int r = tables != NULL ? open_on(ret_solver, tables, game, limits) : -ENOMEM;
    if (r < 0)
        solver_release(ret_solver);
    return r;
}

int solver_init(struct solver *ret_solver, const struct game *game, const struct limits *limits)
{
    int r = solver_init_bare(ret_solver, game, limits);
    return r == 0 ? solver_make_tables(ret_solver) : r;
}

int solver_init_on(struct solver *ret_solver, struct solver_tables *tables, const struct game *game,
                   const struct limits *limits)
{
    memset(ret_solver, 0, sizeof(*ret_solver));
    ret_solver->borrows_tables = true;
    int r = open_on(ret_solver, tables, game, limits);
    if (r < 0)
        solver_release(ret_solver);
    return r;
}

int solver_init_beside(struct solver *ret_solver, const struct solver *other,
                       const struct game *game, const struct limits *limits)
{
    return solver_init_on(ret_solver, other->tables, game, limits);
}

void solver_release(struct solver *solver)
{
    beside_release(solver);
    if (solver->tables != NULL)
        solver_drop_attractors(solver);
    search_detach(&solver->search);
    search_release(&solver->search);
    if (!solver->borrows_tables)
        solver_tables_free(solver->tables);
    solver->tables = NULL;
    game_release(&solver->game);
    free(solver->nodes);
    solver->nodes = NULL;
}
