/* A line of best play, from strategies. */
#include <errno.h>
#include <stdlib.h>

#include "strategy/internal.h"

#define LINE_MAX_PLAYS 1000

/* The line as an attacker's plan sees it. */
struct view {
    const struct strategy_graph *graph;
    const struct prover *searched; /* that knows how hard an answer was, or NULL */
    struct prover rules;           /* of the plan: board, rules and margin only */
    struct prover_state state;
};

/*
 * The line is played by the rules. Each player follows a plan that gets him the root's value; so
 * every play is a best one. No plan is needed by who gets nothing on the board, for whatever he
 * plays is as good, and by who gets the value if he only passes.
 */
struct line_of {
    struct view views[2]; /* by attacker; plan NULL: he has none */
    int points, value;    /* Black's view */
    int by_passing[2];    /* what a player who only passes gets, Black's view */
    struct game game;
    struct analysis *analysis;
};

static enum colour mover_of(const struct line_of *line)
{
    return game_now(&line->game)->next == 0 ? BLACK : WHITE;
}

/* The state after a move. */
static void follow(struct view *view, struct move move)
{
    struct prover_successor plays[SUCCESSORS_MAX];
    struct prover_state to = {view->state.stones, 0, !view->state.own_move};
    int count = move.kind == MOVE_STONE ? prover_successors(&view->rules, &view->state, plays) : 0;
    for (int i = 0; i < count; i++)
        if (plays[i].point == move.point)
            to = plays[i].to;
    view->state = to;
}

/* Plays a move if the rules allow it. Returns 1, 0 or -ENOMEM. */
static int play(struct line_of *line, struct move move)
{
    struct verdict verdict;
    struct analysis *analysis = line->analysis;
    void *grown = realloc(analysis->pv, (analysis->pv_count + 1) * sizeof(*analysis->pv));
    if (grown == NULL)
        return -ENOMEM;
    analysis->pv = grown;
    int r = game_play(&line->game, move, &verdict);
    if (r < 0 || !verdict.legal)
        return r;
    analysis->pv[analysis->pv_count++] = move;
    for (int i = 0; i < 2; i++)
        if (line->views[i].graph != NULL)
            follow(&line->views[i], move);
    return 1;
}

static struct move move_of(const struct line_of *line, const struct prover_successor *play)
{
    return play->point < line->points ? move_stone(play->point) : move_pass(MOVE_PASS);
}

/* The reply of a plan. */
static int reply(struct line_of *line, const struct view *view)
{
    const struct strategy_graph *graph = view->graph;
    const struct analysis *analysis = line->analysis;
    struct entry_key key = prover_key(view->rules.board, &view->state);
    struct prover_successor plays[SUCCESSORS_MAX];
    bool passed = analysis->pv_count > 0 && analysis->pv[analysis->pv_count - 1].kind == MOVE_PASS;
    if (passed && bitboard_margin(view->rules.board, view->state.stones) >= view->rules.margin)
        return play(line, move_pass(MOVE_PASS));
    long at = strategy_graph_find(graph, &key);
    if (at < 0)
        return 0;
    struct entry_key wanted = strategy_graph_key(
        &graph->states[strategy_graph_target(graph->links[graph->states[at].first_link])]);
    int count = prover_successors(&view->rules, &view->state, plays);
    for (int i = 0; i < count; i++)
        if (entry_key_equal(&plays[i].key, &wanted))
            return play(line, move_of(line, &plays[i]));
    return 0;
}

/* Of the plays against a plan that the rules allow the one that was the last to be answered. */
static int answer(struct line_of *line, const struct view *view)
{
    struct prover_successor plays[SUCCESSORS_MAX];
    int count = prover_successors(&view->rules, &view->state, plays);
    while (view->searched != NULL) {
        uint32_t most = 0;
        int hardest = -1;
        for (int i = 0; i < count; i++) {
            const struct prover_entry *entry = prover_find(view->searched, &plays[i].key);
            if (plays[i].point < line->points && entry != NULL && entry->order > most) {
                most = entry->order;
                hardest = i;
            }
        }
        if (hardest < 0)
            break;
        int r = play(line, move_of(line, &plays[hardest]));
        if (r != 0)
            return r;
        plays[hardest] = plays[--count];
    }
    return play(line, move_pass(MOVE_PASS));
}

/* One play of the line. Returns 1; 0: no best play is known; -ENOMEM. */
static int go_on(struct line_of *line)
{
    enum colour mover = mover_of(line);
    const struct view *own = &line->views[mover], *against = &line->views[!mover];
    if (own->graph != NULL)
        return reply(line, own);
    bool gets_nothing = line->value == (mover == BLACK ? -line->points : line->points);
    if (against->graph == NULL)
        return 0;
    if (gets_nothing)
        return answer(line, against);
    return line->value == line->by_passing[mover] ? play(line, move_pass(MOVE_PASS)) : 0;
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
    ret_view->state = root->graph.root;
    ret_view->rules.board = &strategies->board;
    ret_view->rules.rules = strategies->rules;
    ret_view->rules.margin = margin;
    for (int i = 0; i < 2; i++)
        if (strategies->open[i] && strategies->attackers[i] == attacker &&
            strategies->provers[i].margin == margin)
            ret_view->searched = &strategies->provers[i];
}

int strategies_pv(const struct strategies *strategies, int value, const struct bounds *first,
                  struct analysis *analysis)
{
    const struct game *game = strategies->game;
    struct line_of line = {
        .points = strategies->board.bits.points, .value = value, .analysis = analysis};
    line.by_passing[BLACK] = first->lower_min;
    line.by_passing[WHITE] = first->upper_max;
    for (int i = 0; i < 2; i++)
        open_view(strategies, (enum colour)i, value, &line.views[i]);
    int r = game_init(&line.game, game->graph, &game->rules, &game->turns[0].board,
                      game->turns[0].next);
    if (r < 0)
        return r;
    r = 1;
    while (r > 0 && !game_over(&line.game) && analysis->pv_count < LINE_MAX_PLAYS)
        r = go_on(&line);
    analysis->pv_complete = game_over(&line.game);
    game_release(&line.game);
    return r < 0 ? r : 0;
}
