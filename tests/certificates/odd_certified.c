/*
 * Certificates under the Ing-Spight Ko Rule: made, checked, spoilt.
 *
 *   odd_certified sound BOARD RULES GAMES SEED
 *   odd_certified injected BOARD RULES GAMES SEED
 *
 * Every position (GAMES 0), or GAMES random games, are solved where they stand and certified. With
 * a sound engine each certificate is accepted and claims all that is known; with a claim that says
 * a point more it is refused, whatever its replies; so it is with a reply too few or too many. With
 * other replies it may be accepted, as its claims stay true. With an engine that forgets part of
 * the past (INJECTED_BUG) at least one is refused, and of those that are accepted no claim is
 * disproved by the naive solver.
 */
#include <errno.h>
#include <stdlib.h>

#include "certificate/write/write.h"
#include "certificates/certified_games.h"

#define MOVES_MAX 24
#define CHANGES 4

/* --- certificates spoilt --- */

/* A certificate taken apart: of each strategy its replies. */
struct parts {
    struct certificate proof;
    struct bytes *strategies;
};

static void open_parts(const struct bytes *file, struct parts *parts)
{
    struct certificate_cursor cursor = {0};
    struct certificate_strategy strategy;
    struct error err;
    must(certificate_parse(file->data, file->size, &parts->proof, &err) == 0, err.text);
    parts->strategies = calloc(parts->proof.strategy_count + 1, sizeof(*parts->strategies));
    must(parts->strategies != NULL, "no memory");
    for (uint32_t i = 0; i < parts->proof.strategy_count; i++) {
        must(certificate_next_strategy(&parts->proof, &cursor, &strategy, &err) == 0, err.text);
        bytes_put(&parts->strategies[i], strategy.replies, strategy.count);
    }
}

static void release_parts(struct parts *parts)
{
    for (uint32_t i = 0; i < parts->proof.strategy_count; i++)
        bytes_release(&parts->strategies[i]);
    free(parts->strategies);
    certificate_release(&parts->proof);
}

/* Puts the parts together again and checks them. */
static bool is_refused(const struct parts *parts)
{
    struct bytes body = {0};
    struct error err = {""};
    for (uint32_t i = 0; i < parts->proof.strategy_count; i++) {
        write_number(&body, parts->strategies[i].size);
        bytes_put(&body, parts->strategies[i].data, parts->strategies[i].size);
    }
    int r = certified_check_changed(&parts->proof, &body, &err);
    must(r == 0 || r == -EINVAL, err.text);
    return r < 0;
}

static void expect_refused(const struct game *game, const struct parts *parts, const char *what)
{
    if (!is_refused(parts))
        certified_fail(game, "not refused", what);
}

/* Changes a reply of a strategy at random. Returns the old one, or -1: it has none. */
static int disturb(struct parts *parts, uint32_t number, size_t *ret_at)
{
    struct bytes *replies = &parts->strategies[number];
    if (replies->size == 0)
        return -1;
    *ret_at = random_below((unsigned)replies->size);
    int kept = replies->data[*ret_at];
    replies->data[*ret_at] = (uint8_t)random_below((unsigned)parts->proof.graph->points + 1);
    return kept;
}

/* What is forced is a margin. */
static void make_infinite(const struct game *game, struct parts *parts,
                          struct certificate_claim *claim)
{
    const struct certificate_claim kept = *claim;
    claim->margin = kept.who == 0 ? -CERTIFICATE_INFINITE : CERTIFICATE_INFINITE;
    expect_refused(game, parts, "a claim to force any end");
    *claim = kept;
}

/* A claim that says a point more is false, and no replies bear it out. */
static void sharpen(const struct game *game, struct parts *parts, struct certificate_claim *claim)
{
    const struct certificate_claim kept = *claim;
    if (!kept.denies)
        make_infinite(game, parts, claim);
    if (abs(kept.margin) == CERTIFICATE_INFINITE)
        return;
    claim->margin += claim->who == 0 ? 1 : -1;
    expect_refused(game, parts, "a claim of one more point");
    for (int i = 0; i < CHANGES && kept.strategy; i++) {
        size_t at = 0;
        int old = disturb(parts, kept.node, &at);
        expect_refused(game, parts, "a claim of one more point, with another reply");
        if (old >= 0)
            parts->strategies[kept.node].data[at] = (uint8_t)old;
    }
    *claim = kept;
    if (kept.denies) {
        claim->denies = false;
        claim->margin += kept.who == 0 ? 1 : -1;
        expect_refused(game, parts, "a claim to force what is denied");
        *claim = kept;
    }
}

static void spoil_replies(const struct game *game, struct parts *parts, uint32_t number)
{
    struct bytes *replies = &parts->strategies[number];
    const uint8_t pass = (uint8_t)parts->proof.graph->points;
    bytes_put(replies, &pass, 1);
    expect_refused(game, parts, "a reply too many");
    replies->size--;
    for (int i = 0; i < CHANGES && replies->size > 0; i++) {
        size_t at = 0;
        int old = disturb(parts, number, &at);
        is_refused(parts);
        replies->data[at] = (uint8_t)old;
    }
    if (replies->size > 0) {
        replies->size--;
        expect_refused(game, parts, "a reply too few");
        replies->size++;
    }
}

static void spoil(const struct game *game, const struct bytes *file)
{
    struct parts parts;
    open_parts(file, &parts);
    for (size_t i = 0; i < parts.proof.claim_count; i++)
        sharpen(game, &parts, &parts.proof.claims[i]);
    for (uint32_t i = 0; i < parts.proof.strategy_count; i++)
        spoil_replies(game, &parts, i);
    parts.proof.answered = true;
    expect_refused(game, &parts, "answered strategies");
    parts.proof.answered = false;
    if (parts.proof.claims[0].strategy) {
        parts.proof.claims[0].node++;
        expect_refused(game, &parts, "a strategy out of order");
        parts.proof.claims[0].node--;
    }
    release_parts(&parts);
}

/* --- games --- */

/* Do the root's claims say all that is known? */
static bool is_covered(const struct bytes *file, const struct bounds *known)
{
    struct parts parts;
    struct bounds said = bounds_unknown();
    open_parts(file, &parts);
    for (size_t i = 0; i < parts.proof.claim_count; i++) {
        const struct certificate_claim *claim = &parts.proof.claims[i];
        struct bounds one = bounds_unknown();
        int infinite = claim->margin > 0 ? MARGIN_INFINITE : -MARGIN_INFINITE;
        bool finite = abs(claim->margin) != CERTIFICATE_INFINITE;
        if (!claim->root)
            continue;
        if (claim->denies && claim->who == 1)
            one.lower_max = finite ? claim->margin - 1 : infinite;
        else if (claim->denies)
            one.upper_min = finite ? claim->margin + 1 : infinite;
        else if (claim->who == 0)
            one.lower_min = claim->margin;
        else
            one.upper_max = claim->margin;
        bounds_narrow(&said, &one);
    }
    bounds_order(&said);
    release_parts(&parts);
    const int points = 9;
    return said.lower_min == known->lower_min && said.upper_max == known->upper_max &&
           (said.lower_max == known->lower_max || known->lower_max >= points) &&
           (said.upper_min == known->upper_min || known->upper_min <= -points);
}

static void check_sound(const struct game *game, const struct analysis *analysis,
                        const struct written_certificate *certificate)
{
    struct error err = {""};
    if (certified_check(&certificate->file, &err) < 0)
        certified_fail(game, "refused", err.text);
    else if (certificate->missing > 0 || !is_covered(&certificate->file, &analysis->bounds))
        certified_fail(game, "not all is claimed", "");
    else
        spoil(game, &certificate->file);
}

static void start(struct game *game, const struct graph *graph, const struct ruleset *rules,
                  const struct position *position, int to_move)
{
    must(game_init(game, graph, rules, position, to_move) == 0, "no memory");
}

static void play_randomly(struct game *game, unsigned moves)
{
    for (unsigned tries = 0; tries < 4 * moves && game->count <= moves; tries++) {
        int points = game->graph->points, point = (int)random_below((unsigned)points + 1);
        struct verdict verdict;
        must(game_play(game, point < points ? move_stone(point) : move_pass(MOVE_PASS), &verdict) ==
                 0,
             "no memory");
        if (verdict.legal && game_over(game))
            game_undo(game);
    }
}

static void certify_random(const struct graph *graph, const struct ruleset *rules)
{
    struct position position;
    struct game game;
    random_position(graph, &position);
    start(&game, graph, rules, &position, (int)random_below(2));
    play_randomly(&game, random_below(MOVES_MAX));
    certified_game(&game);
    game_release(&game);
}

static void certify_all(const struct graph *graph, const struct ruleset *rules)
{
    struct position position = {{0}};
    do {
        for (int mover = 0; mover < 2 && position_check(graph, &position, NULL) == 0; mover++) {
            struct game game;
            start(&game, graph, rules, &position, mover);
            certified_game(&game);
            game_release(&game);
        }
    } while (next_colouring(graph, &position));
}

static void for_games(const struct graph *graph, const struct ruleset *rules, long games)
{
    if (games == 0)
        certify_all(graph, rules);
    for (long i = 0; i < games; i++)
        certify_random(graph, rules);
}

int main(int argc, char **argv)
{
    const struct certified_kind odd = {
        .name = "odd_certified", .check_sound = check_sound, .for_games = for_games};
    return certified_main(argc, argv, &odd);
}
