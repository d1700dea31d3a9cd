/* Values of coalitions: goal after goal. */
#include "players/coalition.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "rules/kee2013.h"

/* A line is shown so far. */
#define LINE_MAX 200

/* Whether a move keeps the value of a state, for the side that makes it. */
enum keeping {
    KEEPS,
    LOSES,
    ILLEGAL,
    UNKNOWN, /* stopped: force->stop says why */
};

/* The most points that a board may have with so many players. */
static int most_points(int players)
{
    int points = 0;
    while (trail_situations(points + 1, players) <= TRAIL_SITUATIONS_MAX)
        points++;
    return points;
}

int coalition_check(const struct game *game, struct error *err)
{
    if (game->rules.family != &family_kee2013)
        return error_set(err, -EINVAL, "values by coalition are for kee2013 and its fields");
    if (ruleset_value(&game->rules, &field_scoring) == SCORING_TERRITORY)
        return error_set(
            err, -EINVAL,
            "values by coalition do not count prisoners: wanted scoring=area or stone");
    if (game->graph->points > most_points(game->players))
        return error_set(err, -EINVAL,
                         "%s has %d points: wanted at most %d for values by coalition",
                         game->graph->name, game->graph->points, most_points(game->players));
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

/* Says of a move whether it keeps the value of the state. What is found goes into proof (NULL: into
 * none). Returns 0 or -ENOMEM. */
static int judge(struct force *force, struct proof *proof, struct move move, int value,
                 enum keeping *ret_keeping)
{
    unsigned mover = 1u << game_now(&force->trail.game)->next;
    bool inside = (force->payoff.members & mover) != 0;
    int goal = inside ? value : value + 1, r = 0;
    struct verdict verdict;
    *ret_keeping = UNKNOWN;
    if (force_play(force, move, &verdict) < 0)
        return 0;
    if (!verdict.legal) {
        *ret_keeping = ILLEGAL;
        return 0;
    }
    int reached = force_query(force, goal);
    if (reached >= 0) {
        *ret_keeping = (reached != 0) == inside ? KEEPS : LOSES;
        if (proof != NULL)
            r = proof_claim(proof, force, &move, goal, reached);
    }
    trail_undo(&force->trail);
    return r;
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
        enum keeping keeping;
        int r = judge(force, proof, move, found->lower, &keeping);
        if (r < 0)
            return r;
        if (keeping == KEEPS)
            found->plays[found->play_count++] = move;
        if (keeping == UNKNOWN)
            found->plays_complete = false;
    }
    return 0;
}

/* The first move found that keeps the value. Refreshing passes come last: they only make a line
 * longer. Returns whether there is one; false too where the search was stopped. */
static bool find_keeping(struct force *force, int value, struct move *ret_move)
{
    int count = force->trail.game.graph->points + 2;
    enum keeping keeping = LOSES;
    for (int p = 0; p < count && keeping != KEEPS && keeping != UNKNOWN; p++) {
        *ret_move = numbered_move(p == 0 ? 0 : p == count - 1 ? 1 : p + 1);
        if (judge(force, NULL, *ret_move, value, &keeping) < 0)
            return false;
    }
    return keeping == KEEPS;
}

static int find_line(struct force *force, struct coalition *found)
{
    struct game *game = &force->trail.game;
    struct move move;
    struct verdict verdict;
    found->line = calloc(LINE_MAX, sizeof(*found->line));
    if (found->line == NULL)
        return -ENOMEM;
    while (!game_over(game) && found->line_count < LINE_MAX &&
           find_keeping(force, found->lower, &move) && force_play(force, move, &verdict) == 0)
        found->line[found->line_count++] = move;
    found->line_complete = game_over(game);
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
    force.beside = query->proof != NULL ? proof_bytes(query->proof) : 0;
    if (r == 0)
        force_set_coalition(&force, query->members, query->payoff);
    if (r == 0)
        r = game_over(game) ? take_end(&force, query, ret_coalition)
                            : find(&force, query, ret_coalition);
    force_end_search(&force);
    if (r == 0 && query->proof != NULL)
        r = proof_add_nodes(query->proof, &force);
    ret_coalition->nodes = force.nodes;
    ret_coalition->facts = force.facts.count;
    bool cut = ret_coalition->line_count == LINE_MAX && !ret_coalition->line_complete;
    ret_coalition->stop = force.stop == STOP_NONE && cut ? STOP_LENGTH : force.stop;
    force_release(&force);
    return r;
}
