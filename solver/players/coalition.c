/* Values of coalitions: goal after goal. */
#include "players/coalition.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "rules/kee2013.h"

/* A line is shown so far. */
#define LINE_MAX 200

int coalition_check(const struct game *game, struct error *err)
{
    if (game->rules.family != &family_kee2013)
        return error_set(err, -EINVAL, "values by coalition are for kee2013 and its fields");
    if (ruleset_value(&game->rules, &field_scoring) == SCORING_TERRITORY)
        return error_set(
            err, -EINVAL,
            "values by coalition do not count prisoners: wanted scoring=area or stone");
    if (trail_situations(game->graph, game->players) > TRAIL_SITUATIONS_MAX)
        return error_set(err, -EINVAL,
                         "%s has %d points: wanted at most %d for values by coalition",
                         game->graph->name, game->graph->points,
                         game->players == 2   ? 14
                         : game->players == 3 ? 11
                                              : 9);
    return 0;
}

void coalition_release(struct coalition *coalition)
{
    free(coalition->plays);
    free(coalition->line);
    coalition->plays = coalition->line = NULL;
}

/* Finds the value by halves. */
static void find_value(struct force *force, struct coalition *found)
{
    found->lower = force->payoff.least;
    found->upper = force->payoff.most;
    while (found->lower < found->upper) {
        int goal = found->lower + (found->upper - found->lower + 1) / 2;
        int reached = force_query(force, goal);
        if (reached < 0)
            return;
        if (reached)
            found->lower = goal;
        else
            found->upper = goal - 1;
    }
}

/* Move p of all that there may be: passes first, so that a line is short. */
static struct move numbered_move(int p)
{
    return p == 0 ? move_pass(MOVE_PASS) : p == 1 ? move_pass(MOVE_REFRESH) : move_stone(p - 2);
}

/*
 * Does a move keep the value of the state, for the side that makes it? 1, 0, -1: stopped, -2: it is
 * not legal, -ENOMEM; other negative numbers do not come. What is found goes into proof (NULL: into
 * none).
 */
static int keeps(struct force *force, struct proof *proof, struct move move, int value)
{
    unsigned mover = 1u << game_now(&force->trail.game)->next;
    bool inside = (force->payoff.members & mover) != 0;
    int goal = inside ? value : value + 1, r = 0;
    struct verdict verdict;
    if (trail_play(&force->trail, move, &verdict) < 0)
        return -1;
    if (!verdict.legal)
        return -2;
    int reached = force_query(force, goal);
    if (reached >= 0 && proof != NULL)
        r = proof_claim(proof, force, &move, goal, reached);
    trail_undo(&force->trail);
    return r < 0 ? r : reached < 0 ? -1 : inside ? reached : !reached;
}

static int find_plays(struct force *force, struct proof *proof, struct coalition *found)
{
    int count = force->trail.game.graph->points + 2;
    found->plays = calloc((size_t)count, sizeof(*found->plays));
    if (found->plays == NULL)
        return -ENOMEM;
    found->plays_complete = true;
    for (int p = 0; p < count; p++) {
        struct move move = numbered_move((p + 2) % count);
        int kept = keeps(force, proof, move, found->lower);
        if (kept == -ENOMEM)
            return kept;
        if (kept == 1)
            found->plays[found->play_count++] = move;
        if (kept == -1)
            found->plays_complete = false;
    }
    return 0;
}

static int find_line(struct force *force, struct coalition *found)
{
    struct trail *trail = &force->trail;
    int count = trail->game.graph->points + 2;
    found->line = calloc(LINE_MAX, sizeof(*found->line));
    if (found->line == NULL)
        return -ENOMEM;
    while (!game_over(&trail->game) && found->line_count < LINE_MAX) {
        struct verdict verdict;
        struct move move = move_pass(MOVE_PASS);
        int kept = -1;
        /* Refreshing passes come last: they only make it longer. */
        for (int p = 0; p < count && kept != 1; p++) {
            move = numbered_move(p == 0 ? 0 : p == count - 1 ? 1 : p + 1);
            kept = keeps(force, NULL, move, found->lower);
            if (kept == -1)
                return 0;
        }
        if (kept != 1 || trail_play(trail, move, &verdict) < 0)
            return 0;
        found->line[found->line_count++] = move;
    }
    found->line_complete = game_over(&trail->game);
    return 0;
}

/* Finds all of it where the game goes on. */
static int find(struct force *force, const struct coalition_query *query, struct coalition *found)
{
    struct proof *proof = query->proof;
    int r = 0;
    find_value(force, found);
    if (proof != NULL)
        r = proof_claim(proof, force, NULL, found->lower, true);
    if (r == 0 && proof != NULL)
        r = proof_claim(proof, force, NULL, found->upper + 1, false);
    bool known = found->lower == found->upper && !query->value_only;
    if (r == 0 && known)
        r = find_plays(force, proof, found);
    if (r == 0 && known)
        r = find_line(force, found);
    return r;
}

/* The game is over: the board says what it is worth. */
static int take_end(struct force *force, const struct coalition_query *query,
                    struct coalition *found)
{
    int value = payoff_of(&force->payoff, &force->trail.game), r = 0;
    found->lower = found->upper = value;
    found->plays_complete = found->line_complete = true;
    if (query->proof != NULL)
        r = proof_claim(query->proof, force, NULL, value, true);
    if (r == 0 && query->proof != NULL)
        r = proof_claim(query->proof, force, NULL, value + 1, false);
    return r;
}

int coalition_solve(const struct game *game, const struct coalition_query *query,
                    const struct limits *limits, struct force_listener listener,
                    struct coalition *ret_coalition)
{
    struct force force;
    memset(ret_coalition, 0, sizeof(*ret_coalition));
    int r = force_init(&force, game, limits);
    force.listener = listener;
    force.recording = query->proof != NULL;
    if (r == 0)
        force_set_coalition(&force, query->members, query->payoff);
    if (r == 0)
        r = game_over(game) ? take_end(&force, query, ret_coalition)
                            : find(&force, query, ret_coalition);
    if (r == 0 && query->proof != NULL)
        r = proof_add_nodes(query->proof, &force);
    ret_coalition->nodes = force.nodes;
    ret_coalition->facts = force.facts.count;
    ret_coalition->stop = force.stop;
    force_release(&force);
    return r;
}
