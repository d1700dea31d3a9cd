/* The bound of the longest game: prices for what an assignment breaks. */
#include "count/longest/longest_bound.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/free_all.h"
#include "count/longest/longest_separate.h"

#define SHARE_AT_FIRST 0.1
#define SHARE_LEAST 0.01
#define STRIDE_LEAST 1e-4
/* Rounds between two searches for sets. */
#define SEPARATE_EVERY 20
/* Rounds without a better bound after which steps get shorter. */
#define PATIENCE 20
/* Rounds without a bound that is better by LITTLE after which there is nothing left to do. */
#define FRUITLESS_MOST 1500
#define LITTLE (LONGEST_SCALE / 100)
/* No price is higher: sums of all stay far below 64 bits. */
#define PRICE_MOST (1000 * LONGEST_SCALE)

/* Whole plays: rounds down. */
static uint32_t whole(int64_t bound)
{
    return bound < 0 ? 0 : (uint32_t)(bound / LONGEST_SCALE);
}

/* Keeps the bound that the match's prices prove. */
static void keep(struct longest_bound *bound, int64_t value)
{
    bound->best = value;
    bound->at_most = whole(value);
    memcpy(bound->column_price, bound->match.column_price,
           bound->graph->count * sizeof(*bound->column_price));
}

int longest_bound_init(struct longest_bound *ret_bound, const struct longest_graph *graph,
                       struct count_run *run)
{
    *ret_bound = (struct longest_bound){
        .graph = graph,
        .flow = calloc(graph->arc_count + 1u, sizeof(double)),
        .latest = malloc((graph->arc_count + 1u) * sizeof(double)),
        .column_price = malloc(graph->count * sizeof(int64_t)),
        .stride = 0.5,
        .share = SHARE_AT_FIRST,
    };
    if (ret_bound->flow == NULL || ret_bound->latest == NULL || ret_bound->column_price == NULL)
        return -ENOMEM;
    int r = longest_match_init(&ret_bound->match, graph);
    if (r == 0)
        r = longest_cuts_init(&ret_bound->cuts, &ret_bound->match);
    if (r < 0)
        return r;
    longest_match_reset(&ret_bound->match, LONGEST_SCALE);
    int64_t sum;
    r = longest_match_solve(&ret_bound->match, run, &sum);
    keep(ret_bound, longest_match_bound(&ret_bound->match));
    return r;
}

void longest_bound_release(struct longest_bound *bound)
{
    longest_match_release(&bound->match);
    longest_cuts_release(&bound->cuts);
    FREE_ALL(bound->flow, bound->latest, bound->column_price, bound->slack, bound->trial);
}

/* Takes the assignment at hand into the average. */
static void average(struct longest_bound *bound, double share)
{
    const struct longest_graph *graph = bound->graph;
    memset(bound->latest, 0, graph->arc_count * sizeof(*bound->latest));
    for (uint32_t r = 0; r < graph->count; r++) {
        uint32_t arc = longest_match_arc(&bound->match, r, bound->match.chosen[r]);
        for (uint32_t s = 0; s < graph->symmetry_count && arc != LONGEST_NONE; s++)
            bound->latest[graph->arc_images[(size_t)s * graph->arc_count + arc]] +=
                1.0 / graph->symmetry_count;
    }
    for (uint32_t a = 0; a < graph->arc_count; a++)
        bound->flow[a] += share * (bound->latest[a] - bound->flow[a]);
}

/* The arc of a link, of any row. */
static uint32_t arc_of(const struct longest_bound *bound, uint32_t link, uint32_t *row)
{
    while (bound->match.first_link[*row + 1] <= link)
        ++*row;
    return longest_match_arc(&bound->match, *row, link);
}

/* Notes what the average has more than each inequality asks for. */
static int measure(struct longest_bound *bound)
{
    const struct longest_cuts *cuts = &bound->cuts;
    int r = array_reserve(&bound->slack, cuts->count, &bound->slack_room, sizeof(*bound->slack));
    if (r == 0)
        r = array_reserve(&bound->trial, cuts->count, &bound->trial_room, sizeof(*bound->trial));
    for (uint32_t i = 0; i < cuts->count && r == 0; i++) {
        const struct longest_cut *cut = &cuts->list[i];
        const struct longest_term *terms = cuts->terms + cut->first_term;
        double sum = -(double)cut->least;
        /* Terms are in the order of links, so the rows go up. */
        uint32_t row = 0;
        for (uint32_t t = 0; t < cut->terms; t++)
            sum += terms[t].factor * bound->flow[arc_of(bound, terms[t].link, &row)];
        bound->slack[i] = sum;
    }
    return r;
}

/* Changes the prices against what the average breaks, by a step towards wanted. */
static void step(struct longest_bound *bound, double wanted)
{
    struct longest_cuts *cuts = &bound->cuts;
    double norm = 0;
    for (uint32_t i = 0; i < cuts->count; i++)
        if (cuts->list[i].price > 0 || bound->slack[i] < 0)
            norm += bound->slack[i] * bound->slack[i];
    double size = norm > 0 ? bound->stride * ((double)bound->best - wanted) / norm : 0;
    for (uint32_t i = 0; i < cuts->count; i++) {
        double price = (double)cuts->list[i].price - size * bound->slack[i];
        bound->trial[i] = cuts->list[i].price;
        cuts->list[i].price = price <= 0 ? 0 : price > PRICE_MOST ? PRICE_MOST : (int64_t)price;
    }
}

static void restore_prices(struct longest_bound *bound)
{
    for (uint32_t i = 0; i < bound->cuts.count; i++)
        bound->cuts.list[i].price = bound->trial[i];
}

/* Tries the prices of the inequalities. Takes them back unless the bound gets better. */
static int try_prices(struct longest_bound *bound, struct count_run *run)
{
    int64_t value;
    longest_match_reset(&bound->match, LONGEST_SCALE);
    int64_t besides = longest_cuts_charge(&bound->cuts, &bound->match);
    int r = longest_match_solve(&bound->match, run, &value);
    if (r < 0) {
        restore_prices(bound);
        return r;
    }
    value += besides;
    average(bound, bound->share);
    if (value < bound->best) {
        bound->fruitless = bound->best - value >= LITTLE ? 0 : bound->fruitless + 1;
        keep(bound, value);
        return 0;
    }
    bound->fruitless++;
    restore_prices(bound);
    return 0;
}

static int one_round(struct longest_bound *bound, uint32_t at_least, struct count_run *run)
{
    int r = bound->rounds % SEPARATE_EVERY == 0
                ? longest_separate(&bound->match, bound->flow, &bound->cuts)
                : 0;
    if (r >= 0)
        r = measure(bound);
    if (r < 0)
        return r;
    int64_t before = bound->best;
    step(bound, (double)at_least * (double)LONGEST_SCALE);
    r = try_prices(bound, run);
    if (r < 0)
        return r;
    bound->rounds++;
    if (bound->best < before)
        bound->stride = fmin(bound->stride * 1.1, 1.5);
    else if (bound->fruitless % PATIENCE == 0)
        bound->stride = fmax(bound->stride * 0.7, STRIDE_LEAST);
    if (bound->fruitless % 200 == 199)
        bound->share = fmax(bound->share / 1.5, SHARE_LEAST);
    return 0;
}

int longest_bound_improve(struct longest_bound *bound, uint32_t at_least, int rounds,
                          struct count_run *run)
{
    if (bound->rounds == 0)
        average(bound, 1);
    for (int i = 0; i < rounds; i++) {
        if (bound->at_most <= at_least || bound->fruitless > FRUITLESS_MOST)
            return 0;
        if (count_run_must_stop(run))
            return -EINTR;
        int r = one_round(bound, at_least, run);
        if (r < 0)
            return r;
    }
    return 1;
}

/* Do the prices of the assignment prove that it is worth no more than sum? */
static bool is_proved(const struct longest_match *match, int64_t sum)
{
    int64_t prices = 0;
    for (uint32_t r = 0; r < match->graph->count; r++) {
        prices += match->row_price[r] + match->column_price[r];
        for (uint32_t link = match->first_link[r]; link < match->first_link[r + 1]; link++)
            if (match->row_price[r] + match->column_price[match->column[link]] < match->worth[link])
                return false;
    }
    return prices == sum;
}

int longest_bound_prove(const struct longest_bound *bound, uint32_t *ret_at_most)
{
    const struct longest_graph *graph = bound->graph;
    const struct longest_cuts *cuts = &bound->cuts;
    struct longest_match match;
    struct longest_cuts again = {0};
    int r = longest_match_init(&match, graph);
    if (r == 0)
        r = longest_cuts_init(&again, &match);
    for (uint32_t i = 0; i < cuts->count && r == 0; i++) {
        const struct longest_cut *cut = &cuts->list[i];
        if (cut->target != LONGEST_NONE)
            r = longest_cuts_add(&again, &match, cuts->members + cut->first_member, cut->members,
                                 cut->target);
        if (r == 0)
            again.list[i].price = cut->price < 0 ? 0 : cut->price;
    }
    if (r == 0) {
        longest_match_reset(&match, LONGEST_SCALE);
        int64_t besides = longest_cuts_charge(&again, &match);
        memcpy(match.column_price, bound->column_price, graph->count * sizeof(*match.column_price));
        int64_t sum = longest_match_bound(&match);
        r = is_proved(&match, sum) ? 0 : -EPROTO;
        if (r == 0)
            *ret_at_most = whole(sum + besides);
    }
    longest_cuts_release(&again);
    longest_match_release(&match);
    return r;
}
