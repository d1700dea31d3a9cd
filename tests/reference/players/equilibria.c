/*
 * What can come out where each player looks to his own points alone? All outcomes of subgame
 * perfect equilibria in pure strategies, by every line with its full history.
 *
 *   equilibria BOARD RULES OUTCOMES   are these all outcomes from the empty board? "2,0,0 0,2,0"
 *
 * A player's play is the end of some equilibrium exactly if no other play of his must give him
 * more: of each other play some equilibrium gives him no more than this one does. So the outcomes
 * of a state are those of its plays that give the mover at least the most that he is sure of, the
 * largest of his least points over his plays. Ties are broken in every way. Exit code 1: others.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/games.h"

#define NODES_MAX 50000000

/* Bit of an outcome: points as digits in base 4. */
static int bit_of(const int *scores, int players)
{
    int bit = 0;
    for (int k = players; k-- > 0;)
        bit = bit * 4 + scores[k];
    return bit;
}

static int points_of(int bit, int player)
{
    return bit >> (2 * player) & 3;
}

/* The fewest points that one of the outcomes gives the player. */
static int least_of(uint64_t outcomes, int player)
{
    int least = 3;
    for (int bit = 0; bit < 64; bit++)
        if ((outcomes >> bit & 1) && points_of(bit, player) < least)
            least = points_of(bit, player);
    return least;
}

/* The outcomes from the state at which game stands. */
static uint64_t find(struct game *game, long *nodes)
{
    int scores[PLAYERS_MAX], mover = game_now(game)->next, sure = 0;
    uint64_t all = 0, kept = 0;
    must(++*nodes < NODES_MAX, "too many lines");
    if (game_over(game)) {
        must(game_scores(game, scores) == 0, "there is no score");
        return (uint64_t)1 << bit_of(scores, game->players);
    }
    for (int p = 0; p < game->graph->points + 2; p++) {
        struct verdict verdict;
        int pass = p - game->graph->points;
        must(game_play(game,
                       pass < 0 ? move_stone(p) : move_pass(pass == 0 ? MOVE_PASS : MOVE_REFRESH),
                       &verdict) == 0,
             "no memory");
        if (!verdict.legal)
            continue;
        uint64_t after = find(game, nodes);
        int least = least_of(after, mover);
        game_undo(game);
        sure = least > sure ? least : sure;
        all |= after;
    }
    for (int bit = 0; bit < 64; bit++)
        if ((all >> bit & 1) && points_of(bit, mover) >= sure)
            kept |= (uint64_t)1 << bit;
    return kept;
}

int main(int argc, char **argv)
{
    must(argc == 4, "usage: equilibria BOARD RULES OUTCOMES");
    struct game game;
    char text[1024] = "";
    long nodes = 0;
    struct graph *graph = start_empty(&game, argv[1], argv[2]);
    must(graph->points <= 3 && game.players <= 3, "wanted at most 3 points and 3 players");
    uint64_t outcomes = find(&game, &nodes);
    for (int bit = 0; bit < 64; bit++)
        for (int k = 0; k < game.players && (outcomes >> bit & 1); k++)
            snprintf(text + strlen(text), sizeof(text) - strlen(text), "%s%d",
                     k > 0          ? ","
                     : text[0] != 0 ? " "
                                    : "",
                     points_of(bit, k));
    printf("%s, %s: %s; %ld nodes\n", argv[1], argv[2], text, nodes);
    game_release(&game);
    graph_free(graph);
    return strcmp(text, argv[3]) != 0;
}
