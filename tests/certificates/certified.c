/*
 * Every value can be certified, its certificate is accepted, and a claim that says a point more is
 * not; nor is a value that is moved by a point either way.
 *
 *   certified BOARD RULES NODES [COUNT MOVES [later]]
 *
 * See for_games() in games.h: without COUNT, or with 0, every position. later: proofs are recorded
 * only when all is found. Games that take more than NODES are skipped and counted. Exit code 0: all
 * of that is so; 1: it is not, or no game was solved.
 */
#include <stdio.h>
#include <stdlib.h>

#include "certificates/made.h"

struct tally {
    uint64_t max_nodes;
    bool later;
    long games, stopped, claims, nodes, failed;
};

static void complain(struct tally *tally, const struct game *game, const char *what,
                     const char *why)
{
    printf("%s %s %s\n", show_game(game), what, why);
    tally->failed++;
}

/* Shifts the claims from first to last by a point and expects a refusal. */
static void try_shifted(struct tally *tally, const struct game *game, struct parts *parts, int by)
{
    struct bytes file;
    struct error why;
    bool any = false;
    for (size_t i = 0; i < parts->proof.claim_count; i++) {
        struct certificate_claim *claim = &parts->proof.claims[i];
        any = any || abs(claim->margin) != CERTIFICATE_INFINITE;
        if (abs(claim->margin) != CERTIFICATE_INFINITE)
            claim->margin += by;
    }
    parts_join(parts, &file);
    if (any && is_accepted(&file, &why))
        complain(tally, game, "is accepted with its value moved by", by > 0 ? "+1" : "-1");
    free(file.data);
    for (size_t i = 0; i < parts->proof.claim_count; i++)
        if (abs(parts->proof.claims[i].margin) != CERTIFICATE_INFINITE)
            parts->proof.claims[i].margin -= by;
}

static void try_sharper(struct tally *tally, const struct game *game, const struct made *made)
{
    struct parts parts;
    parts_open(&parts, &made->certificate.file);
    for (size_t i = 0; i < parts.proof.claim_count; i++) {
        struct certificate_claim *claim = &parts.proof.claims[i], kept = *claim;
        struct bytes file;
        struct error why;
        char text[CERTIFICATE_CLAIM_TEXT_MAX];
        const struct bounds *bounds = bounds_of(&made->analysis, claim);
        certificate_claim_format(game->graph, claim, text);
        tally->claims++;
        if (bounds == NULL || !is_true(claim, bounds))
            complain(tally, game, "is certified a claim that is not true:", text);
        if (!sharpen(claim))
            continue;
        certificate_claim_format(game->graph, claim, text);
        parts_join(&parts, &file);
        if (is_accepted(&file, &why))
            complain(tally, game, "is accepted with", text);
        free(file.data);
        *claim = kept;
    }
    /* A value is claimed from both sides: but for pairs, where one side may be infinite. */
    try_shifted(tally, game, &parts, 1);
    try_shifted(tally, game, &parts, -1);
    parts_release(&parts);
}

static void check(const struct game *game, void *arg)
{
    struct tally *tally = arg;
    struct made made;
    struct error why;
    if (!(tally->later ? make_later : make)(game, tally->max_nodes, &made)) {
        tally->stopped++;
        return;
    }
    tally->games++;
    tally->nodes += (long)made.certificate.node_count;
    if (made.certificate.missing > 0)
        complain(tally, game, "has claims that are not certified", "");
    if (made.certificate.claim_count > 0) {
        if (!is_accepted(&made.certificate.file, &why))
            complain(tally, game, "is not accepted:", why.text);
        else
            try_sharper(tally, game, &made);
    }
    made_release(&made);
}

int main(int argc, char **argv)
{
    struct tally tally = {0};
    if (argc != 4 && argc != 6 && argc != 7)
        die("usage: certified BOARD RULES NODES [COUNT MOVES [later]]");
    tally.later = argc == 7;
    tally.max_nodes = (uint64_t)atoll(argv[3]);
    for_games(argv[1], argv[2], argc >= 6 ? atoi(argv[4]) : 0, argc >= 6 ? atoi(argv[5]) : 0, check,
              &tally);
    printf("%ld games certified (%ld stopped), %ld claims, %ld nodes, %ld failures\n", tally.games,
           tally.stopped, tally.claims, tally.nodes, tally.failed);
    return tally.failed > 0 || tally.games == 0;
}
