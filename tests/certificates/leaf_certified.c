/*
 * Strategy leaves, and what they claim, against the naive solver.
 *
 *   leaf-certified made BOARD RULES NODES [COUNT MOVES]
 *   leaf-certified alone BOARD RULES NODES [COUNT MOVES]
 *   leaf-certified stopped BOARD RULES NODES [COUNT MOVES]
 *
 * Positions are those of for_games() (made.h). made: each is solved and certified with strategy
 * leaves; the certificate must be accepted, and none of its claims disproved. alone: each margin
 * is claimed by a strategy leaf and nothing else, with a strategy from tables that know nothing of
 * the game's moves; where the checker accepts that, moves and all, the claim must not be
 * disproved. stopped: as made, interrupted each time a little later, when strategies are still made
 * for a while and when they are not; what is claimed by then is accepted, all of it where there is
 * time for strategies, some of it else. NODES: of the naive solver for each claim. Exit code 0: so
 * it is, some were accepted, and where there are moves, some refused because of them.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "certificate/packed/packed.h"
#include "certificates/claim_naive.h"
#include "certificates/made.h"
#include "search/solver.h"
#include "solve/analysis.h"
#include "solve/strategy_leaves.h"

struct tally {
    long naive_nodes;
    bool alone, stopped;
    long games, leaves, accepted, claims, proved, undecided, by_moves, failed;
    long parts; /* certificates of some of what was proved that have strategy leaves */
};

/* Interrupts a run when its progress is told for the count-th time. */
struct interrupting {
    atomic_bool now;
    long left;
};

static void count_down(const struct run_progress *progress, void *arg)
{
    struct interrupting *interrupting = arg;
    (void)progress;
    if (--interrupting->left == 0)
        interrupting->now = true;
}

static void complain(struct tally *tally, const struct game *game, const char *what,
                     const char *why)
{
    printf("%s %s %s\n", show_game(game), what, why);
    tally->failed++;
}

/* Checks a file. Returns whether it is accepted; counts its leaves. */
static bool is_good(struct tally *tally, const struct bytes *file, struct error *why)
{
    struct certificate read;
    if (certificate_parse(file->data, file->size, &read, why) < 0)
        return false;
    const struct check_limits limits = {0};
    int r =
        read.leaves ? packed_check_leaves(&read, &limits, why) : check_certificate(&read, 0, why);
    struct certificate_cursor cursor = {0};
    struct certificate_node node;
    struct error err;
    for (uint32_t n = 0; n < read.node_count && r == 0; n++) {
        if (certificate_next_node(&read, &cursor, &node, &err) < 0)
            die(err.text);
        tally->leaves += node.type == CERTIFICATE_STRATEGY_LEAF;
    }
    certificate_release(&read);
    return r == 0;
}

/* Does the naive solver disprove a claim about game? */
static void compare(struct tally *tally, const struct game *game,
                    const struct certificate_claim *claim)
{
    enum claim_naive found = claim_naive(game, claim, tally->naive_nodes);
    tally->claims += found != CLAIM_NOT_ASKED;
    tally->proved += found == CLAIM_PROVED;
    tally->undecided += found == CLAIM_UNDECIDED;
    if (found == CLAIM_DISPROVED)
        complain(tally, game, "is accepted, and the naive solver disproves:",
                 claim->who == BLACK ? "black" : "white");
}

/* Checks what was written of game, claim by claim. Returns its leaves. */
static long check_written(struct tally *tally, const struct game *game,
                          const struct written_certificate *written)
{
    struct certificate read;
    struct error why;
    long before = tally->leaves;
    if (written->claim_count == 0)
        return 0;
    if (!is_good(tally, &written->file, &why)) {
        complain(tally, game, "is not accepted:", why.text);
        return 0;
    }
    tally->accepted++;
    if (certificate_parse(written->file.data, written->file.size, &read, &why) < 0)
        die(why.text);
    for (size_t i = 0; i < read.claim_count; i++)
        compare(tally, game, &read.claims[i]);
    certificate_release(&read);
    return tally->leaves - before;
}

static void check_made(struct tally *tally, const struct game *game)
{
    struct written_certificate written = {0};
    struct analysis analysis;
    struct analysis_options options = {
        .limits = {.max_bytes = 256u << 20, .max_nodes = 1000000, .strategy_leaves = true},
        .threads = 1,
        .certificate = &written,
    };
    if (analysis_run(game, &options, &analysis) < 0)
        die("no memory");
    if (analysis.stopped == STOP_NONE && written.missing > 0)
        complain(tally, game, "has claims that are not certified", "");
    check_written(tally, game, &written);
    written_certificate_release(&written);
    analysis_release(&analysis);
}

/* Interrupts it, and has patience with strategies for so many seconds. Returns whether it went on
 * to its end before. */
static bool check_interrupted(struct tally *tally, const struct game *game, long moment,
                              double patience)
{
    struct written_certificate written = {0};
    struct interrupting interrupting = {.left = moment};
    struct analysis analysis;
    struct analysis_options options = {
        .limits = {.max_bytes = 256u << 20,
                   .strategy_leaves = true,
                   .interrupted = &interrupting.now,
                   .progress = count_down,
                   .progress_arg = &interrupting,
                   .patience = patience},
        .threads = 1,
        .certificate = &written,
    };
    if (analysis_run(game, &options, &analysis) < 0)
        die("no memory");
    long leaves = check_written(tally, game, &written);
    tally->parts += leaves > 0 && written.missing > 0;
    if (patience >= 1 && written.missing > 0)
        complain(tally, game, "lost claims", "");
    if ((written.missing > 0) != (written.why != STOP_NONE))
        complain(tally, game, "does not say why", "");
    if (written.why != STOP_NONE && written.why != STOP_INTERRUPT)
        complain(tally, game, "says something else than that it was interrupted", "");
    written_certificate_release(&written);
    analysis_release(&analysis);
    return !interrupting.now;
}

static void check_stopped(struct tally *tally, const struct game *game)
{
    long moment = 1;
    while (!check_interrupted(tally, game, moment, 60) |
           !check_interrupted(tally, game, moment, 1e-9))
        moment++;
    printf("%ld interruptions\n", moment - 1);
}

/* Claims a margin of who's by a leaf alone. */
static void claim_alone(struct tally *tally, struct solver *solver, enum colour who, int margin)
{
    const struct state state = solver_now(solver)->state;
    const struct stones stones = positions_stones(solver->positions, state.board);
    const struct certificate_node node = {
        .type = CERTIFICATE_STRATEGY_LEAF,
        .stones = {stones.of[BLACK], stones.of[WHITE]},
        .mover = state.mover,
        .passes = state.passes,
        .winner = (int)who,
        .bound = margin,
    };
    struct certificate_claim claim = {
        .root = true, .who = (int)who, .margin = who == BLACK ? margin : -margin};
    const struct certificate parts = {
        .claims = &claim, .claim_count = 1, .node_count = 1, .leaves = true};
    struct written_certificate written = {0};
    struct strategy_patience patience = {0};
    struct bytes body = {0};
    struct error why;
    write_node_bytes(&body, &node, 0);
    if (strategy_leaves_write(solver, 1, &body, &patience, NULL) == 0) {
        if (written_certificate_make(&solver->game, &parts, &body, &written) < 0)
            die("no memory");
        if (is_good(tally, &written.file, &why)) {
            tally->accepted++;
            compare(tally, &solver->game, &claim);
        } else {
            tally->by_moves += strstr(why.text, "a turn before it") != NULL;
        }
        written_certificate_release(&written);
    }
    bytes_release(&body);
}

static void check_alone(struct tally *tally, const struct game *game)
{
    struct solver solver;
    const struct limits limits = {
        .max_bytes = 256u << 20, .recording = true, .strategy_leaves = true, .no_lists = true};
    int points = game->graph->points;
    if (game_over(game) || game_now(game)->active != 3)
        return;
    if (solver_init_bare(&solver, game, &limits) < 0 || solver_make_foresight(&solver) < 0)
        die("no memory");
    for (int margin = -points; margin <= points; margin++)
        for (enum colour who = BLACK; who <= WHITE; who++)
            claim_alone(tally, &solver, who, margin);
    solver_release(&solver);
}

static void check(const struct game *game, void *arg)
{
    struct tally *tally = arg;
    if (!strategy_leaves_suit(&game->rules))
        die("no strategy leaves under these rules");
    tally->games++;
    (tally->alone ? check_alone : tally->stopped ? check_stopped : check_made)(tally, game);
}

int main(int argc, char **argv)
{
    struct tally tally = {0};
    if (argc != 5 && argc != 7)
        die("usage: leaf-certified made|alone|stopped BOARD RULES NODES [COUNT MOVES]");
    tally.alone = strcmp(argv[1], "alone") == 0;
    tally.stopped = strcmp(argv[1], "stopped") == 0;
    tally.naive_nodes = atol(argv[4]);
    int moves = argc == 7 ? atoi(argv[6]) : 0;
    for_games(argv[2], argv[3], argc == 7 ? atoi(argv[5]) : 0, moves, check, &tally);
    printf(
        "%ld games, %ld certificates, %ld strategy leaves, %ld claims: %ld proved by the naive "
        "solver, %ld undecided; %ld refused for their moves; %ld of a part; %ld failures\n",
        tally.games, tally.accepted, tally.leaves, tally.claims, tally.proved, tally.undecided,
        tally.by_moves, tally.parts, tally.failed);
    return tally.failed > 0 || tally.leaves == 0 || tally.proved == 0 ||
           (tally.alone && moves > 0 && tally.by_moves == 0) || (tally.stopped && tally.parts == 0);
}
