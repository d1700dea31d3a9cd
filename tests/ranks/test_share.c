/*
 * Ranks look for strategies together (strategy/share.h).
 *
 * usage: test_share BOARD RULES CERTIFICATE [NODES [MOVES]]
 *
 * Rank 0 finds the value after the moves by strategies alone, with so many nodes (0: what it
 * takes), writes the certificate of what is proved and prints the bounds, then how many nodes it
 * took and how many bytes were sent.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "certificate/write/written_certificate.h"
#include "common/games.h"
#include "ranks/ranks.h"
#include "strategy/helper.h"
#include "strategy/internal.h"

#define BYTES ((size_t)64 << 20)

static _Noreturn void fail(const char *what)
{
    ranks_abort(1, what);
}

static void write_file(const char *path, const struct bytes *bytes)
{
    FILE *file = fopen(path, "wb");
    if (file == NULL || fwrite(bytes->data, 1, bytes->size, file) != bytes->size ||
        fclose(file) != 0)
        fail("cannot write the certificate");
}

static void lead(const struct game *game, const char *path, uint64_t max_nodes)
{
    static const struct strategies_plan endless = {.nodes = UINT64_MAX};
    struct limits limits = {.max_bytes = BYTES, .max_nodes = max_nodes, .threads = 1};
    struct written_certificate certificate = {0};
    struct bounds bounds = bounds_unknown();
    struct solver solver;
    limits.strategies_from = 1;
    if (solver_init_bare(&solver, game, &limits) < 0 || solver_first_bounds(&solver, &bounds) < 0)
        fail("no solver");
    struct strategies *strategies = strategies_new(&solver, game, &endless, NULL, NULL);
    if (strategies == NULL || !strategies->shared != (ranks_size() == 1))
        fail("no strategies");
    int r = strategies_root(strategies, &bounds);
    if (r == 0)
        r = strategies_claim_both(strategies, bounds.lower_min, true);
    if (r == -ENOMEM || strategies_certify(strategies, &certificate) < 0)
        fail("no memory");
    write_file(path, &certificate.file);
    written_certificate_release(&certificate);
    strategies_free(strategies);
    printf("%d %d %d\n", bounds.lower_min, bounds.upper_max, r);
    printf("%llu %llu\n", (unsigned long long)solver.search.nodes,
           (unsigned long long)ranks_bytes_sent());
    solver_release(&solver);
}

int main(int argc, char **argv)
{
    struct error err;
    struct game game;
    if (argc < 4 || ranks_begin(&err) < 0)
        fail("wrong arguments");
    struct graph *graph = start_empty(&game, argv[1], argv[2]);
    if (argc > 5)
        play_all(&game, argv[5]);
    if (ranks_rank() == 0) {
        share_lead();
        lead(&game, argv[3], argc > 4 ? strtoull(argv[4], NULL, 10) : 0);
        share_dismiss();
    } else if (helper_serve(&(struct helper_limits){.max_bytes = BYTES, .threads = 1}) < 0) {
        fail("no connection");
    }
    game_release(&game);
    graph_free(graph);
    ranks_end();
    return 0;
}
