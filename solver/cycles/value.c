/*
 * Values under rules with cycles: both players are tried as attackers, and where the best ends that
 * they are proved to force meet, that is the value (as in unbounded.c).
 */
#include "cycles/value.h"

#include <errno.h>

#define FIRST_BUDGET 300
#define BUDGET_FACTOR 3
#define FIRST_VISITS 1
/* Sweeps with more and more visits that all come to their end without a proof: none is expected. */
#define VISITS_TRIED 4
/* Where nothing is known yet margins are tried from the guess away, at most so many by points. */
#define MARGIN_FACTOR 4

/* A value being looked for. */
struct cycle_value_search {
    struct cycle_search *search;
    struct bounds *bounds;            /* what is proved so far */
    const struct bounds_claim *asked; /* only this is to be decided; NULL: the value */
    uint64_t budget;                  /* nodes for each query of this round */
    int visits;                       /* those that are allowed in this round */
    bool cut;                         /* Some query of this round met its budget. */
};

static bool is_open(const struct cycle_value_search *of)
{
    const struct bounds *bounds = of->bounds;
    return bounds->lower_min < bounds->upper_max &&
           (of->asked == NULL || !bounds_suffice(bounds, of->asked));
}

/* The margin that attacker is proved to force, in his view. */
static int forced(const struct bounds *bounds, int attacker)
{
    return attacker == 0 ? bounds->lower_min : -bounds->upper_max;
}

/* Takes in that attacker forces margin, and tells if that is more than was known. */
static void take(const struct cycle_value_search *of, int attacker, int margin)
{
    struct bounds *bounds = of->bounds;
    if (margin <= forced(bounds, attacker))
        return;
    if (attacker == 0)
        bounds->lower_min = margin;
    else
        bounds->upper_max = -margin;
    bounds_order(bounds);
    if (of->search->note != NULL)
        of->search->note(of->search->note_arg);
}

/* Asks for margin in the attacker's view. Returns 1 if it is proved, 0 or -EAGAIN. */
static int ask(struct cycle_value_search *of, int attacker, int margin)
{
    int proved;
    int r = cycle_search_prove(of->search, attacker, margin, of->visits, of->budget, &proved);
    if (r < 0 && of->search->stopped == STOP_BUDGET) {
        of->cut = true;
        return 0;
    }
    if (r > 0)
        take(of, attacker, proved);
    return r;
}

/* Asks for more and more, up to what the opponent denies, as long as it is proved. */
static int ask_upwards(struct cycle_value_search *of, int attacker, int margin)
{
    int r = 1;
    while (r > 0 && is_open(of) && margin <= -forced(of->bounds, 1 - attacker)) {
        r = ask(of, attacker, margin);
        margin = forced(of->bounds, attacker) + 1;
    }
    return r;
}

/* Asks for less and less than what was asked for, to prove anything at all. */
static int ask_downwards(struct cycle_value_search *of, int attacker, int margin)
{
    int least = -MARGIN_FACTOR * of->search->game.points, r = 0;
    for (int step = 1; r == 0 && margin > least; step *= 2) {
        margin -= step;
        r = ask(of, attacker, margin);
    }
    return r;
}

static int ask_for(struct cycle_value_search *of, int attacker, int guess)
{
    int known = forced(of->bounds, attacker);
    if (known > -MARGIN_INFINITE)
        return ask_upwards(of, attacker, known + 1);
    int most = -forced(of->bounds, 1 - attacker);
    int margin = guess < most ? guess : most;
    int r = ask_upwards(of, attacker, margin);
    if (r >= 0 && forced(of->bounds, attacker) <= -MARGIN_INFINITE)
        r = ask_downwards(of, attacker, margin);
    return r;
}

/* Asks for a claim alone: who makes it for a proof, and the opponent for one of the opposite. */
static int ask_claim(struct cycle_value_search *of)
{
    const struct bounds_claim *claim = of->asked;
    int claimant = claim->of_white ? 1 : 0;
    int margin = claim->of_white ? -claim->margin : claim->margin;
    int r = ask(of, claimant, margin);
    return r == 0 ? ask(of, 1 - claimant, 1 - margin) : r;
}

/* One round with the present visits and budget. Returns as ask(). */
static int ask_round(struct cycle_value_search *of, int guess)
{
    if (of->asked != NULL)
        return ask_claim(of);
    int r = ask_for(of, 0, guess);
    return r >= 0 && is_open(of) ? ask_for(of, 1, -guess) : r;
}

static int stop_undecided(struct cycle_value_search *of)
{
    of->search->stopped = STOP_UNDECIDED;
    return -EAGAIN;
}

static int sweep(struct cycle_value_search *of, int guess)
{
    const struct bounds *bounds = of->bounds;
    while (is_open(of)) {
        struct bounds before = *bounds;
        of->cut = false;
        int r = ask_round(of, guess);
        if (r < 0)
            return r;
        if (bounds->lower_min != before.lower_min || bounds->upper_max != before.upper_max)
            continue;
        if (!of->cut && of->visits == VISITS_TRIED)
            return stop_undecided(of);
        if (of->cut && of->visits > FIRST_VISITS) {
            of->visits = FIRST_VISITS;
            of->budget *= BUDGET_FACTOR;
        } else {
            of->visits++;
        }
    }
    return 0;
}

/* What the table says. Returns 1, or 0 if there is none. */
static int look_up(struct cycle_search *search, struct bounds *bounds)
{
    struct cycle_game *game = &search->game;
    /* A copy: making the table plays on, and the steps may move. */
    const struct cycle_step now = *cycle_game_now(game);
    uint64_t nodes = search->nodes;
    bool made =
        !game->removes && cycle_table_make(&search->table, game, &nodes, &search->limits) == 1;
    search->nodes = nodes;
    if (!made)
        return 0;
    int lower = cycle_table_forced(&search->table, now.situation, 0);
    int upper = cycle_table_forced(&search->table, now.situation, 1);
    lower = lower == CYCLE_NO_END ? -MARGIN_INFINITE : lower + now.gain;
    upper = upper == CYCLE_NO_END ? MARGIN_INFINITE : now.gain - upper;
    *bounds = bounds_pair(lower, upper);
    return 1;
}

int cycle_decide(struct cycle_search *search, int guess, const struct bounds_claim *asked,
                 struct bounds *bounds)
{
    if (look_up(search, bounds) == 1)
        return 0;
    struct cycle_value_search of = {
        .search = search,
        .bounds = bounds,
        .asked = asked,
        .budget = FIRST_BUDGET,
        .visits = FIRST_VISITS,
    };
    int r = sweep(&of, guess);
    bounds_order(bounds);
    return r;
}

int cycle_value(struct cycle_search *search, int guess, struct bounds *bounds)
{
    return cycle_decide(search, guess, NULL, bounds);
}
