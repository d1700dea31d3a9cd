/*
 * Strategies after moves, against the naive solver.
 *
 *   strategy-moves BOARD RULES NODES COUNT MOVES
 *
 * After each of COUNT random games of up to MOVES moves each margin is claimed, of the game as it
 * stands and after one more move, by strategies of a slow finder that knows nothing of the moves.
 * Where the checker accepts that, moves and all, the naive solver, with NODES for each claim, must
 * not disprove it. Exit code 0: so it is, some were proved, and some refused because of the moves.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "certificates/claim_naive.h"
#include "certificates/made.h"
#include "certificates/strategy_finder.h"

struct tally {
    long naive_nodes;
    long games, accepted, proved, undecided, by_moves, failed;
};

/* Writes a claim's strategy behind the game's moves, and has it checked. */
static void try_strategy(struct tally *tally, const struct game *game,
                         const struct strategy_claim *claim)
{
    const struct certificate_claim said = {
        .root = claim->root, .move = claim->move, .who = claim->who, .margin = claim->margin};
    struct bytes file;
    struct error why;
    if (write_strategies(game, claim, 1, false, false, &file) < 0)
        die("no memory");
    if (is_accepted(&file, &why)) {
        char text[CERTIFICATE_CLAIM_TEXT_MAX];
        enum claim_naive found = claim_naive(game, &said, tally->naive_nodes);
        certificate_claim_format(game->graph, &said, text);
        tally->accepted++;
        tally->proved += found == CLAIM_PROVED;
        tally->undecided += found == CLAIM_UNDECIDED;
        tally->failed += found == CLAIM_DISPROVED;
        if (found == CLAIM_DISPROVED)
            printf("%s: %s is accepted, and the naive solver disproves it\n", show_game(game),
                   text);
    } else {
        tally->by_moves += strstr(why.text, "a turn that stood before") != NULL;
    }
    bytes_release(&file);
}

/* Every margin of both players, of the game as it stands (root) or after a move. */
static void try_place(struct tally *tally, const struct game *game, const struct game *bare,
                      bool root, struct move move)
{
    int points = game->graph->points;
    for (int who = 0; who < 2; who++)
        for (int margin = -points; margin <= points; margin++)
            for (unsigned variant = 0; variant < 4; variant++) {
                struct strategy_claim claim = {
                    .root = root, .move = move, .who = who, .margin = margin};
                const struct finder_request request = {.game = bare,
                                                       .root = root,
                                                       .move = move,
                                                       .who = who,
                                                       .margin = margin,
                                                       .variant = variant};
                uint8_t *replies;
                if (strategy_find(&request, &replies, &claim.reply_count)) {
                    claim.replies = replies;
                    try_strategy(tally, game, &claim);
                }
                free(replies);
            }
}

static void check(const struct game *game, void *arg)
{
    struct tally *tally = arg;
    struct verdict verdict;
    struct game bare, copy;
    const struct turn *now = game_now(game);
    if (game_over(game) || now->active != 3 || now->banned >= 0)
        return;
    if (game_init(&bare, game->graph, &game->rules, &now->board, now->next) < 0 ||
        game_copy(&copy, game) < 0)
        die("no memory");
    int point = (int)random_below((unsigned)game->graph->points + 1);
    struct move move = point < game->graph->points ? move_stone(point) : move_pass(MOVE_PASS);
    tally->games++;
    try_place(tally, game, &bare, true, move);
    if (game_play(&copy, move, &verdict) >= 0 && verdict.legal)
        try_place(tally, game, &bare, false, move);
    game_release(&copy);
    game_release(&bare);
}

int main(int argc, char **argv)
{
    struct tally tally = {0};
    if (argc != 6)
        die("usage: strategy-moves BOARD RULES NODES COUNT MOVES");
    tally.naive_nodes = atol(argv[3]);
    for_games(argv[1], argv[2], atoi(argv[4]), atoi(argv[5]), check, &tally);
    printf(
        "%ld games, %ld accepted: %ld proved by the naive solver, %ld undecided; %ld refused "
        "for their moves; %ld failures\n",
        tally.games, tally.accepted, tally.proved, tally.undecided, tally.by_moves, tally.failed);
    return tally.failed > 0 || tally.proved == 0 || tally.by_moves == 0;
}
