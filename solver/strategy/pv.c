/* A principal variation, from strategies. */
#include <errno.h>
#include <stdlib.h>

#include "strategy/internal.h"

/* The variation as an attacker's strategy sees it. */
struct view {
    const struct strategy_graph *graph; /* NULL: the attacker has no strategy */
    const struct prover *searched;      /* it knows how hard an answer was; or NULL */
    struct prover rules;                /* of the strategy: board, rules and margin only */
    struct prover_state state;
};

/*
 * The variation is played by the rules. Each player follows a strategy that gets him the root's
 * value, so every move is a best one. Three players need no strategy: who gets nothing on the
 * board, for whatever he plays is as good; who gets the value if he only passes; and who ends the
 * game for it by a pass.
 */
struct pv_builder {
    struct view views[2]; /* by attacker */
    int points;
    int value;         /* Black's view */
    bool pass_ends;    /* a pass after a pass ends the game */
    int by_passing[2]; /* what a player who only passes gets, Black's view */
    struct game game;
    struct analysis *analysis;
};

static enum colour mover_of(const struct pv_builder *pv)
{
    return game_now(&pv->game)->next == 0 ? BLACK : WHITE;
}

/* Goes to the state after a move. */
static void follow(struct view *view, struct move move)
{
    struct prover_successor successors[SUCCESSORS_MAX];
    struct prover_state to = {view->state.stones, 0, !view->state.own_move};
    int count =
        move.kind == MOVE_STONE ? prover_successors(&view->rules, &view->state, successors) : 0;
    for (int i = 0; i < count; i++)
        if (successors[i].point == move.point)
            to = successors[i].to;
    view->state = to;
}

/* Adds a move if the rules allow it. Returns 1, 0 or -ENOMEM. */
static int make_move(struct pv_builder *pv, struct move move)
{
    struct verdict verdict;
    struct analysis *analysis = pv->analysis;
    void *grown = realloc(analysis->pv, (analysis->pv_count + 1) * sizeof(*analysis->pv));
    if (grown == NULL)
        return -ENOMEM;
    analysis->pv = grown;
    int r = game_play(&pv->game, move, &verdict);
    if (r < 0 || !verdict.legal)
        return r;
    analysis->pv[analysis->pv_count++] = move;
    for (int i = 0; i < 2; i++)
        if (pv->views[i].graph != NULL)
            follow(&pv->views[i], move);
    return 1;
}

static struct move move_of(const struct pv_builder *pv, const struct prover_successor *successor)
{
    return successor->point < pv->points ? move_stone(successor->point) : move_pass(MOVE_PASS);
}

/* Adds the reply of a strategy. Returns as make_move(). */
static int reply(struct pv_builder *pv, const struct view *view)
{
    const struct strategy_graph *graph = view->graph;
    const struct analysis *analysis = pv->analysis;
    struct entry_key key = prover_key(view->rules.board, &view->state);
    struct prover_successor successors[SUCCESSORS_MAX];
    bool passed = analysis->pv_count > 0 && analysis->pv[analysis->pv_count - 1].kind == MOVE_PASS;
    if (prover_is_safe(&view->rules, view->state.stones))
        return make_move(pv, move_pass(MOVE_PASS));
    if (passed && bitboard_margin(view->rules.board, view->state.stones) >= view->rules.margin)
        return make_move(pv, move_pass(MOVE_PASS));
    long at = strategy_graph_find(graph, &key);
    if (at < 0)
        return 0;
    struct entry_key wanted = strategy_graph_key(
        &graph->states[strategy_graph_target(graph->links[graph->states[at].first_link])]);
    int count = prover_successors(&view->rules, &view->state, successors);
    for (int i = 0; i < count; i++)
        if (entry_key_equal(&successors[i].key, &wanted))
            return make_move(pv, move_of(pv, &successors[i]));
    return 0;
}

/* Adds the move against a strategy that was the last to be answered, of those that the rules allow.
 * Returns as make_move(). */
static int answer(struct pv_builder *pv, const struct view *view)
{
    struct prover_successor successors[SUCCESSORS_MAX];
    int count = prover_successors(&view->rules, &view->state, successors);
    while (view->searched != NULL) {
        uint32_t most = 0;
        int hardest = -1;
        for (int i = 0; i < count; i++) {
            const struct prover_entry *entry = prover_find(view->searched, &successors[i].key);
            if (successors[i].point < pv->points && entry != NULL && entry->order > most) {
                most = entry->order;
                hardest = i;
            }
        }
        if (hardest < 0)
            break;
        int r = make_move(pv, move_of(pv, &successors[hardest]));
        if (r != 0)
            return r;
        successors[hardest] = successors[--count];
    }
    return make_move(pv, move_pass(MOVE_PASS));
}

/* Adds one move. Returns 1; 0: no best move is known; -ENOMEM. */
static int go_on(struct pv_builder *pv)
{
    enum colour mover = mover_of(pv);
    const struct view *own = &pv->views[mover], *against = &pv->views[!mover];
    if (own->graph != NULL)
        return reply(pv, own);
    if (pv->pass_ends && game_now(&pv->game)->passes > 0 && game_margin(&pv->game) == pv->value)
        return make_move(pv, move_pass(MOVE_PASS));
    bool gets_nothing = pv->value == (mover == BLACK ? -pv->points : pv->points);
    if (against->graph == NULL)
        return 0;
    if (gets_nothing)
        return answer(pv, against);
    return pv->value == pv->by_passing[mover] ? make_move(pv, move_pass(MOVE_PASS)) : 0;
}

static void open_view(const struct strategies *strategies, enum colour attacker, int value,
                      struct view *ret_view)
{
    const struct root_strategy *root = &strategies->roots[attacker];
    int margin = attacker == BLACK ? value : -value;
    *ret_view = (struct view){0};
    if (!root->made || root->margin != margin)
        return;
    ret_view->graph = &root->graph;
    ret_view->state = root->graph.root.state;
    ret_view->rules.board = &strategies->board;
    ret_view->rules.rules = strategies->rules;
    ret_view->rules.margin = margin;
    for (int i = 0; i < 2; i++)
        if (strategies->open[i] && strategies->attackers[i] == attacker &&
            strategies->provers[i].margin == margin)
            ret_view->searched = &strategies->provers[i];
}

void strategies_pv(const struct strategies *strategies, int value, const struct bounds *first,
                   struct analysis *analysis)
{
    const struct game *game = strategies->game;
    struct pv_builder pv = {
        .points = strategies->board.bits.points, .value = value, .analysis = analysis};
    pv.pass_ends = strategies->solver->search.model.passes_to_end == 2;
    pv.by_passing[BLACK] = first->lower_min;
    pv.by_passing[WHITE] = first->upper_max;
    for (int i = 0; i < 2; i++)
        open_view(strategies, (enum colour)i, value, &pv.views[i]);
    int r = game_copy(&pv.game, game) == 0 ? 1 : -ENOMEM;
    while (r > 0 && !game_over(&pv.game) && analysis->pv_count < ANALYSIS_PV_MAX)
        r = go_on(&pv);
    analysis->pv_complete = r >= 0 && game_over(&pv.game);
    if (!analysis->pv_complete)
        analysis->pv_stopped = r > 0 ? STOP_LENGTH : r == 0 ? STOP_UNDECIDED : STOP_MEMORY;
    game_release(&pv.game);
}
