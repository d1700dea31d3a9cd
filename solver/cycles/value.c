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

struct quest {
    struct cycle_search *search;
    struct bounds *bounds;
    uint64_t budget;
    int visits;
    bool cut; /* some question of this round met its budget */
};

struct bounds cycle_no_bounds(void)
{
    return (struct bounds){-MARGIN_INFINITE, MARGIN_INFINITE, -MARGIN_INFINITE, MARGIN_INFINITE};
}

static bool is_open(const struct bounds *bounds)
{
    return bounds->lower_min < bounds->upper_max;
}

/* The margin that attacker is proved to force, in his view. */
static int forced(const struct bounds *bounds, int attacker)
{
    return attacker == 0 ? bounds->lower_min : -bounds->upper_max;
}

/* Asks for margin in the attacker's view. Returns 1 if it is proved, 0 or -EAGAIN. */
static int ask(struct quest *quest, int attacker, int margin)
{
    struct bounds *bounds = quest->bounds;
    int proved;
    int r =
        cycle_search_prove(quest->search, attacker, margin, quest->visits, quest->budget, &proved);
    if (r < 0 && quest->search->stopped == STOP_BUDGET) {
        quest->cut = true;
        return 0;
    }
    if (r > 0 && attacker == 0 && proved > bounds->lower_min)
        bounds->lower_min = proved;
    if (r > 0 && attacker == 1 && -proved < bounds->upper_max)
        bounds->upper_max = -proved;
    return r;
}

/* More and more, up to what the other one denies, as long as it is proved. */
static int ask_upwards(struct quest *quest, int attacker, int margin)
{
    int r = 1;
    while (r > 0 && is_open(quest->bounds) && margin <= -forced(quest->bounds, 1 - attacker)) {
        r = ask(quest, attacker, margin);
        margin = forced(quest->bounds, attacker) + 1;
    }
    return r;
}

/* Anything at all: less and less than what was asked for. */
static int ask_downwards(struct quest *quest, int attacker, int margin)
{
    int least = -MARGIN_FACTOR * quest->search->game.points, r = 0;
    for (int step = 1; r == 0 && margin > least; step *= 2) {
        margin -= step;
        r = ask(quest, attacker, margin);
    }
    return r;
}

static int ask_for(struct quest *quest, int attacker, int guess)
{
    int known = forced(quest->bounds, attacker);
    if (known > -MARGIN_INFINITE)
        return ask_upwards(quest, attacker, known + 1);
    int most = -forced(quest->bounds, 1 - attacker);
    int margin = guess < most ? guess : most;
    int r = ask_upwards(quest, attacker, margin);
    if (r >= 0 && forced(quest->bounds, attacker) <= -MARGIN_INFINITE)
        r = ask_downwards(quest, attacker, margin);
    return r;
}

static int stop_undecided(struct quest *quest)
{
    quest->search->stopped = STOP_UNDECIDED;
    return -EAGAIN;
}

static int sweep(struct quest *quest, int guess)
{
    const struct bounds *bounds = quest->bounds;
    while (is_open(bounds)) {
        struct bounds before = *bounds;
        quest->cut = false;
        int r = ask_for(quest, 0, guess);
        if (r >= 0 && is_open(bounds))
            r = ask_for(quest, 1, -guess);
        if (r < 0)
            return r;
        if (bounds->lower_min != before.lower_min || bounds->upper_max != before.upper_max)
            continue;
        if (!quest->cut && quest->visits == VISITS_TRIED)
            return stop_undecided(quest);
        if (quest->cut && quest->visits > FIRST_VISITS) {
            quest->visits = FIRST_VISITS;
            quest->budget *= BUDGET_FACTOR;
        } else {
            quest->visits++;
        }
    }
    return 0;
}

/* What the table says. Returns 1, or 0 if there is none. */
static int look_up(struct cycle_search *search, struct bounds *bounds)
{
    struct cycle_game *game = &search->game;
    const struct cycle_step *now = cycle_game_now(game);
    if (game->removes ||
        cycle_table_make(&search->table, game, &search->nodes, &search->limits) != 1)
        return 0;
    int lower = cycle_table_forced(&search->table, now->situation, 0);
    int upper = cycle_table_forced(&search->table, now->situation, 1);
    lower = lower == CYCLE_NO_END ? -MARGIN_INFINITE : lower + now->gain;
    upper = upper == CYCLE_NO_END ? MARGIN_INFINITE : now->gain - upper;
    *bounds = (struct bounds){lower, lower, upper, upper};
    return 1;
}

int cycle_value(struct cycle_search *search, int guess, struct bounds *bounds)
{
    if (look_up(search, bounds) == 1)
        return 0;
    struct quest quest = {
        .search = search,
        .bounds = bounds,
        .budget = FIRST_BUDGET,
        .visits = FIRST_VISITS,
    };
    int r = sweep(&quest, guess);
    if (bounds->upper_min < bounds->lower_min)
        bounds->upper_min = bounds->lower_min;
    if (bounds->lower_max > bounds->upper_max)
        bounds->lower_max = bounds->upper_max;
    return r;
}
