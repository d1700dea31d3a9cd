/*
 * Strategies without repetition: found by a slow finder, written, read and checked.
 *
 *   strategies find BOARD black|white MARGIN RULES     the empty board: found, accepted under each
 *   strategies find BOARD black|white MARGIN RULES WHY the same: found, but refused with these
 * words strategies agree BOARD RULES NODES COUNT           no accepted claim is beyond the exact
 * value strategies mutants BOARD RULES NODES COUNT         nor is one of a spoilt certificate
 *   strategies retakes BOARD GAMES                     what describe() says of a retaken ko
 *   strategies boards BOARD PLAYS                      the checker's boards against the rules'
 *
 * COUNT: random positions (0: every one). Exit code 0: all is so, and there was something to see.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "certificates/living.h"
#include "certificates/made.h"
#include "certificates/strategy_boards.h"
#include "certificates/strategy_finder.h"
#include "certificates/strategy_packed.h"
#include "rules/history_model.h"

struct tally {
    uint64_t max_nodes;
    int who, margin;     /* of find */
    const char *refusal; /* that is wanted, or NULL */
    long games, skipped, claims, full, refused, mutants, unpacked, accepted, failed;
};

static void complain(struct tally *tally, const struct game *game,
                     const struct certificate_claim *claim, const char *what)
{
    char text[CERTIFICATE_CLAIM_TEXT_MAX];
    certificate_claim_format(game->graph, claim, text);
    printf("%s %s %s\n", show_game(game), text, what);
    tally->failed++;
}

/* Are passes that free a ko answered, where the rules let them be? In every other variant. */
static bool is_answered(const struct game *game, unsigned variant)
{
    struct history_model model;
    game->rules.family->describe(&game->rules, &model);
    return history_model_answers_passes(&model) && variant % 2 == 1;
}

/* Do strategies end where their player lives with enough, where they may? In every variant from
 * LIVING on. */
#define LIVING 4
#define VARIANTS 8

static bool is_living(const struct game *game, unsigned variant)
{
    return variant >= LIVING && living_may_be(&game->rules);
}

static bool find(const struct game *game, struct strategy_claim *claim, unsigned variant)
{
    const struct finder_request request = {
        .answered = is_answered(game, variant),
        .living = is_living(game, variant),
        .game = game,
        .root = claim->root,
        .move = claim->move,
        .who = claim->who,
        .margin = claim->margin,
        .variant = variant,
    };
    uint8_t *replies;
    bool found = strategy_find(&request, &replies, &claim->reply_count);
    claim->replies = replies;
    return found;
}

static void write_claims(const struct game *game, const struct strategy_claim *claims, size_t count,
                         unsigned variant, struct bytes *ret_file)
{
    if (write_strategies(game, claims, count, is_answered(game, variant), is_living(game, variant),
                         ret_file) < 0)
        die("no memory");
}

static struct certificate_claim as_proved(const struct strategy_claim *claim)
{
    return (struct certificate_claim){
        .root = claim->root, .move = claim->move, .who = claim->who, .margin = claim->margin};
}

/* --- find --- */

static void check_found(const struct game *game, void *arg)
{
    struct tally *tally = arg;
    struct strategy_claim claim = {.root = true, .who = tally->who, .margin = tally->margin};
    struct certificate_claim proved = as_proved(&claim);
    struct bytes file;
    struct error why;
    bool found = find(game, &claim, 0);
    write_claims(game, &claim, 1, 0, &file);
    tally->games++;
    tally->claims += (long)claim.reply_count;
    if (!found)
        complain(tally, game, &proved, "is not found");
    else if (is_accepted(&file, &why)
                 ? tally->refusal != NULL
                 : tally->refusal == NULL || strstr(why.text, tally->refusal) == NULL)
        complain(tally, game, &proved, tally->refusal != NULL ? "is not refused for it" : why.text);
    free(file.data);
    free((void *)claim.replies);
}

/* --- agree --- */

/* Is it known that the claim is not true? */
static bool is_false(const struct certificate_claim *claim, const struct bounds *bounds)
{
    return claim->who == 0 ? claim->margin > bounds->lower_max : claim->margin < bounds->upper_min;
}

/* Finds and checks one claim: the best accepted margin of the player becomes *best, his view. */
static void try_claim(struct tally *tally, const struct game *game, struct strategy_claim *claim,
                      const struct bounds *bounds, unsigned variant, int *best)
{
    struct certificate_claim proved = as_proved(claim);
    struct bytes file;
    struct error why;
    if (!find(game, claim, variant)) {
        free((void *)claim->replies);
        return;
    }
    write_claims(game, claim, 1, variant, &file);
    if (!is_accepted(&file, &why)) {
        tally->refused++;
    } else {
        int own = claim->who == 0 ? claim->margin : -claim->margin;
        *best = own > *best ? own : *best;
        if (is_false(&proved, bounds))
            complain(tally, game, &proved, "is accepted, but not true");
        struct bytes packed;
        if (!strategy_packed_returns(&file, &packed))
            complain(tally, game, &proved, "does not come out of its packed form");
        bytes_release(&packed);
    }
    free(file.data);
    free((void *)claim->replies);
}

static void try_place(struct tally *tally, const struct game *game, bool root, struct move move,
                      const struct bounds *bounds)
{
    int points = game->graph->points;
    for (int who = 0; who < 2; who++) {
        int best = -points - 1;
        for (int margin = -points; margin <= points + 1; margin++)
            for (unsigned variant = 0; variant < VARIANTS; variant++) {
                struct strategy_claim claim = {
                    .root = root, .move = move, .who = who, .margin = margin};
                try_claim(tally, game, &claim, bounds, variant, &best);
            }
        tally->claims++;
        tally->full += best >= (who == 0 ? bounds->lower_min : -bounds->upper_max);
    }
}

static void check_agree(const struct game *game, void *arg)
{
    struct tally *tally = arg;
    struct made made;
    if (!make(game, tally->max_nodes, &made)) {
        tally->skipped++;
        return;
    }
    tally->games++;
    try_place(tally, game, true, move_pass(MOVE_PASS), &made.analysis.bounds);
    if (made.analysis.move_count > 0) {
        size_t i = random_below((unsigned)made.analysis.move_count);
        const struct analysis_move *one = &made.analysis.moves[i];
        try_place(tally, game, false, one->move, &one->bounds);
    }
    made_release(&made);
}

/* --- mutants --- */

#define CLAIMS_MAX 16

static bool is_good(const struct game *game, const struct strategy_claim *claim, unsigned variant)
{
    struct bytes file;
    struct error why;
    write_claims(game, claim, 1, variant, &file);
    bool good = is_accepted(&file, &why);
    free(file.data);
    return good;
}

/* The best that the player can be found to force at the place: appended to the claims. */
static size_t add_best(const struct game *game, const struct strategy_claim *place,
                       unsigned variant, struct strategy_claim *ret_claim)
{
    for (int own = game->graph->points; own >= -game->graph->points; own--) {
        *ret_claim = *place;
        ret_claim->margin = place->who == 0 ? own : -own;
        if (find(game, ret_claim, variant) && is_good(game, ret_claim, variant))
            return 1;
        free((void *)ret_claim->replies);
    }
    return 0;
}

/* Claims of the root and its first moves, and one of no account where an end is certain. */
static size_t find_claims(const struct game *game, const struct analysis *analysis,
                          unsigned variant, struct strategy_claim *claims)
{
    size_t count = 0;
    for (size_t i = 0; i <= analysis->move_count && i < 4; i++)
        for (int who = 0; who < 2; who++) {
            struct strategy_claim place = {.root = i == 0, .who = who};
            if (i > 0)
                place.move = analysis->moves[i - 1].move;
            count += add_best(game, &place, variant, &claims[count]);
        }
    claims[count] =
        (struct strategy_claim){.root = true, .margin = -game->graph->points, .most = true};
    return count + (is_good(game, &claims[count], variant) ? 1 : 0);
}

/* Whatever was done to the file: what is accepted is true. */
static void try_mutant(struct tally *tally, const struct game *game,
                       const struct analysis *analysis, struct bytes *file)
{
    struct certificate proof;
    struct error why;
    write_seal(file->data, file->size);
    tally->mutants++;
    if (!is_accepted(file, &why))
        return;
    tally->accepted++;
    if (certificate_parse(file->data, file->size, &proof, &why) < 0)
        die(why.text);
    for (size_t i = 0; i < proof.claim_count; i++) {
        const struct bounds *bounds = bounds_of(analysis, &proof.claims[i]);
        if (bounds == NULL || is_false(&proof.claims[i], bounds))
            complain(tally, game, &proof.claims[i], "of a mutant is accepted, but not true");
    }
    certificate_release(&proof);
}

static void spoil(struct tally *tally, const struct game *game, const struct analysis *analysis,
                  struct bytes *file)
{
    struct certificate proof;
    struct error why;
    if (certificate_parse(file->data, file->size, &proof, &why) < 0)
        die(why.text);
    size_t body = file->size - CERTIFICATE_CHECKSUM_BYTES - proof.body_size, header = body;
    certificate_release(&proof);
    while (header > 0 && memcmp(&file->data[header], "\nclaim", 6) != 0)
        header--;
    while (header > 0 && memcmp(&file->data[header], "\nmoves", 6) != 0)
        header--;
    for (size_t at = header; at < file->size - CERTIFICATE_CHECKSUM_BYTES; at++) {
        uint8_t kept = file->data[at];
        bool digit = kept >= '0' && kept <= '9';
        for (int value = 0; value < 256; value++) {
            if (value == kept || (at < body && (!digit || value < '0' || value > '9')) ||
                (at >= body && value > game->graph->points + 2 && value % 64 != 0))
                continue;
            file->data[at] = (uint8_t)value;
            try_mutant(tally, game, analysis, file);
        }
        file->data[at] = kept;
    }
    write_seal(file->data, file->size);
}

struct mutant_of {
    struct tally *tally;
    const struct game *game;
    const struct analysis *analysis;
};

static void try_unpacked(void *arg, struct bytes *file)
{
    const struct mutant_of *of = arg;
    try_mutant(of->tally, of->game, of->analysis, file);
}

/* The same of what a spoilt packed file unpacks to. */
static void spoil_packed(struct tally *tally, const struct game *game,
                         const struct analysis *analysis, const struct bytes *file)
{
    struct mutant_of of = {tally, game, analysis};
    struct bytes packed;
    if (strategy_packed_returns(file, &packed)) {
        long unpacked = strategy_packed_spoil(&packed, try_unpacked, &of);
        tally->failed += unpacked < 0;
        tally->unpacked += unpacked;
    } else {
        tally->failed++;
    }
    bytes_release(&packed);
}

static void check_mutants(const struct game *game, void *arg)
{
    struct tally *tally = arg;
    struct strategy_claim claims[CLAIMS_MAX];
    struct bytes file;
    struct error why;
    struct made made;
    if (!make(game, tally->max_nodes, &made)) {
        tally->skipped++;
        return;
    }
    tally->games++;
    unsigned variant = random_below(2) + LIVING * random_below(2);
    size_t count = find_claims(game, &made.analysis, variant, claims);
    write_claims(game, claims, count, variant, &file);
    if (count > 0 && !is_accepted(&file, &why)) {
        printf("%s is not accepted: %s\n", show_game(game), why.text);
        tally->failed++;
    }
    if (count > 0)
        spoil_packed(tally, game, &made.analysis, &file);
    spoil(tally, game, &made.analysis, &file);
    for (size_t i = 0; i < count; i++)
        free((void *)claims[i].replies);
    free(file.data);
    made_release(&made);
}

int main(int argc, char **argv)
{
    struct tally tally = {0};
    const char *what = argc > 1 ? argv[1] : "";
    if ((argc == 6 || argc == 7) && strcmp(what, "find") == 0) {
        tally.refusal = argv[6];
        tally.who = strcmp(argv[3], "white") == 0;
        tally.margin = atoi(argv[4]);
        for_empty_board(argv[2], argv[5], check_found, &tally);
    } else if (argc == 6 && (strcmp(what, "agree") == 0 || strcmp(what, "mutants") == 0)) {
        tally.max_nodes = (uint64_t)atoll(argv[4]);
        for_games(argv[2], argv[3], atoi(argv[5]), 0,
                  strcmp(what, "agree") == 0 ? check_agree : check_mutants, &tally);
    } else if (argc == 4 && strcmp(what, "retakes") == 0) {
        return compare_retakes(argv[2], atoi(argv[3]));
    } else if (argc == 4 && strcmp(what, "boards") == 0) {
        return compare_boards(argv[2], atoi(argv[3]));
    } else {
        die("usage: strategies find|agree|mutants|retakes|boards BOARD ...");
    }
    printf(
        "%ld games (%ld skipped), %ld claims or replies, %ld as good as the value, %ld refused, "
        "%ld mutants (%ld of packed ones), %ld accepted, %ld failures\n",
        tally.games, tally.skipped, tally.claims, tally.full, tally.refused, tally.mutants,
        tally.unpacked, tally.accepted, tally.failed);
    return tally.failed > 0 || tally.games == 0 || tally.claims + tally.mutants == 0;
}
