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
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "certificate/check/check.h"
#include "certificate/write/written_certificate.h"
#include "common/games.h"
#include "reference/naive/naive.h"
#include "solve/analysis.h"

#define MOVES_MAX 24
#define NODES_MAX 100000
#define CHANGES 4
#define NAIVE_NODES 3000

static struct {
    long made, stopped, pairs, refused, changed, changed_refused, failed;
} tally;

static void fail(const struct game *game, const char *what, const char *why)
{
    char position[POSITION_TEXT_MAX];
    position_format(game->graph, &game_now(game)->board, position);
    printf("%s after %zu moves: %s: %s\n", position, game->count - 1, what, why);
    tally.failed++;
}

static int check(const struct bytes *file, struct error *err)
{
    struct certificate proof;
    int r = certificate_parse(file->data, file->size, &proof, err);
    if (r < 0)
        return r;
    r = check_certificate(&proof, 0, err);
    certificate_release(&proof);
    return r;
}

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
    struct certificate proof = parts->proof;
    struct bytes body = {0}, file = {0};
    struct error err = {""};
    for (uint32_t i = 0; i < proof.strategy_count; i++) {
        write_number(&body, parts->strategies[i].size);
        bytes_put(&body, parts->strategies[i].data, parts->strategies[i].size);
    }
    proof.body = body.data;
    proof.body_size = body.size;
    must(!body.failed && write_whole(&proof, &file) == 0, "no memory");
    int r = check(&file, &err);
    must(r == 0 || r == -EINVAL, err.text);
    bytes_release(&body);
    bytes_release(&file);
    tally.changed++;
    tally.changed_refused += r < 0;
    return r < 0;
}

static void expect_refused(const struct game *game, const struct parts *parts, const char *what)
{
    if (!is_refused(parts))
        fail(game, "not refused", what);
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
    tally.pairs += analysis->bounds.lower_min != analysis->bounds.upper_min;
    if (check(&certificate->file, &err) < 0)
        fail(game, "refused", err.text);
    else if (certificate->missing > 0 || !is_covered(&certificate->file, &analysis->bounds))
        fail(game, "not all is claimed", "");
    else
        spoil(game, &certificate->file);
}

/* Does the naive solver prove the contrary of a claim? */
static bool is_disproved(const struct game *from, const struct certificate_claim *claim)
{
    struct game game;
    struct verdict verdict;
    long nodes = NAIVE_NODES;
    must(game_copy(&game, from) == 0, "no memory");
    if (!claim->root)
        game_play(&game, claim->move, &verdict);
    int t = (claim->who == 0) != claim->denies ? claim->margin : claim->margin + 1;
    bool disproved = abs(claim->margin) != CERTIFICATE_INFINITE && !game_over(&game) &&
                     naive_force(&game, 1 - claim->who, t, &nodes) == 1;
    game_release(&game);
    return disproved;
}

static void check_injected(const struct game *game, const struct written_certificate *certificate)
{
    struct error err;
    struct certificate proof;
    if (check(&certificate->file, &err) < 0) {
        tally.refused++;
        return;
    }
    must(certificate_parse(certificate->file.data, certificate->file.size, &proof, &err) == 0,
         err.text);
    for (size_t i = 0; i < proof.claim_count; i++)
        if (is_disproved(game, &proof.claims[i]))
            fail(game, "accepted", "a claim that the naive solver disproves");
    certificate_release(&proof);
}

static void certify_game(const struct game *game, bool injected)
{
    struct analysis analysis;
    struct written_certificate certificate = {0};
    const struct analysis_options options = {
        .limits = {.max_nodes = NODES_MAX, .max_bytes = (size_t)1 << 30},
        .threads = 1,
        .certificate = &certificate,
    };
    must(analysis_run(game, &options, &analysis) == 0, "no memory");
    tally.made += analysis.stopped == STOP_NONE;
    tally.stopped += analysis.stopped != STOP_NONE;
    if (injected && certificate.claim_count > 0)
        check_injected(game, &certificate);
    else if (!injected && analysis.stopped == STOP_NONE)
        check_sound(game, &analysis, &certificate);
    written_certificate_release(&certificate);
    analysis_release(&analysis);
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

static void certify_random(const struct graph *graph, const struct ruleset *rules, bool injected)
{
    struct position position;
    struct game game;
    random_position(graph, &position);
    start(&game, graph, rules, &position, (int)random_below(2));
    play_randomly(&game, random_below(MOVES_MAX));
    certify_game(&game, injected);
    game_release(&game);
}

static void certify_all(const struct graph *graph, const struct ruleset *rules, bool injected)
{
    struct position position = {{0}};
    do {
        for (int mover = 0; mover < 2 && position_check(graph, &position, NULL) == 0; mover++) {
            struct game game;
            start(&game, graph, rules, &position, mover);
            certify_game(&game, injected);
            game_release(&game);
        }
    } while (next_colouring(graph, &position));
}

int main(int argc, char **argv)
{
    bool injected = argc == 6 && strcmp(argv[1], "injected") == 0;
    if (!injected && (argc != 6 || strcmp(argv[1], "sound") != 0))
        die("usage: odd_certified sound|injected BOARD RULES GAMES SEED");
    struct graph *graph = open_board(argv[2]);
    const struct ruleset rules = open_rules(argv[3]);
    long games = atol(argv[4]);
    random_seed((uint64_t)atol(argv[5]));
    if (games == 0)
        certify_all(graph, &rules, injected);
    for (long i = 0; i < games; i++)
        certify_random(graph, &rules, injected);
    graph_free(graph);
    printf(
        "%s %s: %ld made, %ld of them pairs, %ld stopped, %ld refused, %ld changes, %ld of them "
        "refused, %ld failed\n",
        argv[2], argv[3], tally.made, tally.pairs, tally.stopped, tally.refused, tally.changed,
        tally.changed_refused, tally.failed);
    return tally.failed > 0 || tally.made == 0 || (injected && tally.refused == 0);
}
