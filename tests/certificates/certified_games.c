/* Games certified, by a sound engine or another. */
#include "certificates/certified_games.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "certificate/check/check.h"
#include "certificate/write/write.h"
#include "reference/naive/naive.h"

#define NODES_MAX 100000
#define NAIVE_NODES 3000

static struct {
    long made, stopped, pairs, refused, changed, changed_refused, failed;
} tally;

static const struct certified_kind *kind;
static bool injected;

void certified_fail(const struct game *game, const char *what, const char *why)
{
    char position[POSITION_TEXT_MAX];
    position_format(game->graph, &game_now(game)->board, position);
    printf("%s after %zu moves: %s: %s\n", position, game->count - 1, what, why);
    tally.failed++;
}

int certified_check(const struct bytes *file, struct error *err)
{
    struct certificate proof;
    int r = certificate_parse(file->data, file->size, &proof, err);
    if (r < 0)
        return r;
    r = check_certificate(&proof, 0, err);
    certificate_release(&proof);
    return r;
}

int certified_check_changed(const struct certificate *proof, struct bytes *body, struct error *err)
{
    struct certificate changed = *proof;
    struct bytes file = {0};
    changed.body = body->data;
    changed.body_size = body->size;
    must(!body->failed && write_whole(&changed, &file) == 0, "no memory");
    int r = certified_check(&file, err);
    bytes_release(body);
    bytes_release(&file);
    tally.changed++;
    tally.changed_refused += r < 0;
    return r;
}

/* Does the naive solver prove the contrary of a claim? */
static bool is_disproved(const struct game *from, const struct certificate_claim *claim)
{
    struct game game;
    struct verdict verdict;
    long nodes = NAIVE_NODES;
    if (abs(claim->margin) == CERTIFICATE_INFINITE)
        return false;
    must(game_copy(&game, from) == 0, "no memory");
    if (!claim->root)
        must(game_play(&game, claim->move, &verdict) == 0, "no memory");
    int t = (claim->who == 0) != claim->denies ? claim->margin : claim->margin + 1;
    bool disproved = naive_force(&game, 1 - claim->who, t, &nodes) == 1;
    game_release(&game);
    return disproved;
}

static void check_injected(const struct game *game, const struct written_certificate *certificate)
{
    struct error err;
    struct certificate proof;
    if (certified_check(&certificate->file, &err) < 0) {
        tally.refused++;
        return;
    }
    must(certificate_parse(certificate->file.data, certificate->file.size, &proof, &err) == 0,
         err.text);
    for (size_t i = 0; i < proof.claim_count; i++)
        if (is_disproved(game, &proof.claims[i]))
            certified_fail(game, "accepted", "a claim that the naive solver disproves");
    certificate_release(&proof);
}

void certified_game(const struct game *game)
{
    struct analysis analysis;
    struct written_certificate certificate = {0};
    const struct analysis_options options = {
        .limits = {.max_nodes = NODES_MAX, .max_bytes = (size_t)1 << 30},
        .threads = 1,
        .certificate = &certificate,
    };
    must(analysis_run(game, &options, &analysis) == 0, "no memory");
    bool done = analysis.stopped == STOP_NONE;
    tally.made += done;
    tally.stopped += !done;
    tally.pairs += done && analysis.bounds.lower_min != analysis.bounds.upper_min;
    if (injected && certificate.claim_count > 0)
        check_injected(game, &certificate);
    else if (!injected && done)
        kind->check_sound(game, &analysis, &certificate);
    written_certificate_release(&certificate);
    analysis_release(&analysis);
}

int certified_main(int argc, char **argv, const struct certified_kind *of)
{
    kind = of;
    injected = argc == 6 && strcmp(argv[1], "injected") == 0;
    if (!injected && (argc != 6 || strcmp(argv[1], "sound") != 0)) {
        fprintf(stderr, "usage: %s sound|injected BOARD RULES GAMES SEED\n", kind->name);
        return 2;
    }
    struct graph *graph = open_board(argv[2]);
    const struct ruleset rules = open_rules(argv[3]);
    random_seed((uint64_t)atol(argv[5]));
    kind->for_games(graph, &rules, atol(argv[4]));
    graph_free(graph);
    printf(
        "%s %s: %ld made, %ld of them pairs, %ld stopped, %ld refused, %ld changes, %ld of them "
        "refused, %ld failed\n",
        argv[2], argv[3], tally.made, tally.pairs, tally.stopped, tally.refused, tally.changed,
        tally.changed_refused, tally.failed);
    return tally.failed > 0 || tally.made == 0 || (injected && tally.refused == 0);
}
