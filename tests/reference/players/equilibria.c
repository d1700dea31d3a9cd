/*
 * What can come out where each player looks to his own points alone? All outcomes of subgame
 * perfect equilibria in pure strategies, with full histories, ties broken in every way.
 *
 *   equilibria all BOARD RULES OUTCOMES             by every line
 *   equilibria look BOARD RULES OUTCOMES POSITIONS  some moves ahead, until it is known or so many
 *                                                   positions were looked at
 *
 * OUTCOMES: "2,0,0 0,2,0", and with a "?" those that may be or not. Exit code 1: they are others.
 *
 * A player's play is the end of some equilibrium exactly if no other play of his must give him
 * more: of each other play some equilibrium gives him no more than this one does. So the outcomes
 * of a state are those of its plays that give the mover at least what he is sure of, the largest of
 * his least points over his plays. "look" knows of the plays which outcomes they have for certain
 * and which they may have, and so of what the mover is sure of at least and at most.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board/position.h"
#include "common/games.h"

#define POSITIONS_MAX 50000000
/* A board of at most four points and three players: they have at most four together. */
#define POINTS_MAX 4
#define PLAYERS 3
#define OUTCOMES_MAX 64

/* Points by player, and a set of such by their places in the list. */
static int outcomes[OUTCOMES_MAX][PLAYERS], outcome_count;

static void add_outcome(struct game *game)
{
    int scores[PLAYERS_MAX] = {0};
    must(game_scores(game, scores) == 0, "there is no score");
    for (int i = 0; i < outcome_count; i++)
        if (memcmp(outcomes[i], scores, sizeof(outcomes[i])) == 0)
            return;
    must(outcome_count < OUTCOMES_MAX, "too many outcomes");
    memcpy(outcomes[outcome_count++], scores, sizeof(outcomes[0]));
}

/* Lists what boards may be worth. */
static void list_outcomes(const struct graph *graph, const struct ruleset *rules, int players)
{
    int boards = 1;
    for (int p = 0; p < graph->points; p++)
        boards *= players + 1;
    for (int board = 0; board < boards; board++) {
        struct position position = {{0}};
        struct game game;
        for (int p = 0, digits = board; p < graph->points; p++, digits /= players + 1)
            position.cells[p] = (uint8_t)(digits % (players + 1));
        if (position_check(graph, &position, NULL) < 0)
            continue;
        must(game_init(&game, graph, rules, &position, 0) == 0, "no memory");
        add_outcome(&game);
        game_release(&game);
    }
}

static uint64_t outcome_of(struct game *game)
{
    int scores[PLAYERS_MAX] = {0};
    must(game_scores(game, scores) == 0, "there is no score");
    for (int i = 0; i < outcome_count; i++)
        if (memcmp(outcomes[i], scores, sizeof(outcomes[i])) == 0)
            return (uint64_t)1 << i;
    die("a score that is not listed");
}

static uint64_t every_outcome(void)
{
    return outcome_count < 64 ? ((uint64_t)1 << outcome_count) - 1 : UINT64_MAX;
}

/* The outcomes that give a player from so many to so many points. */
static uint64_t giving(int player, int least, int most)
{
    uint64_t set = 0;
    for (int i = 0; i < outcome_count; i++)
        if (outcomes[i][player] >= least && outcomes[i][player] <= most)
            set |= (uint64_t)1 << i;
    return set;
}

/* The fewest points that one of the outcomes gives the player. */
static int least_of(uint64_t set, int player)
{
    int least = 0;
    while ((set & giving(player, 0, least)) == 0)
        least++;
    return least;
}

/* Plays move number p: points, then the pass, then the refreshing pass. False: illegal. */
static bool play(struct game *game, int p)
{
    struct verdict verdict;
    int pass = p - game->graph->points;
    struct move move = pass < 0 ? move_stone(p) : move_pass(pass == 0 ? MOVE_PASS : MOVE_REFRESH);
    must(game_play(game, move, &verdict) == 0, "no memory");
    return verdict.legal;
}

/* --- all lines --- */

/* The outcomes from the state at which game stands. */
static uint64_t find(struct game *game, long *left)
{
    int mover = game_now(game)->next, sure = 0;
    uint64_t all = 0;
    must(--*left > 0, "too many lines");
    if (game_over(game))
        return outcome_of(game);
    for (int p = 0; p < game->graph->points + 2; p++) {
        if (!play(game, p))
            continue;
        uint64_t after = find(game, left);
        int least = least_of(after, mover);
        game_undo(game);
        sure = least > sure ? least : sure;
        all |= after;
    }
    return all & giving(mover, sure, POINTS_MAX);
}

/* --- some moves ahead --- */

/* What is known of the outcomes of a state. */
struct known {
    uint64_t in;  /* these are */
    uint64_t may; /* no others are; there is one at least */
};

/* The most points that one of the outcomes gives the player. */
static int most_of(uint64_t set, int player)
{
    int most = POINTS_MAX;
    while ((set & giving(player, most, POINTS_MAX)) == 0)
        most--;
    return most;
}

/* Looks some moves ahead from where game stands. Returns false where *left was used up. */
static bool look(struct game *game, int depth, long *left, struct known *ret_known)
{
    int mover = game_now(game)->next, least = 0, most = 0;
    struct known all = {0, 0};
    *ret_known = (struct known){0, every_outcome()};
    if (game_over(game))
        ret_known->in = ret_known->may = outcome_of(game);
    if (game_over(game) || depth == 0)
        return true;
    if (--*left < 0)
        return false;
    for (int p = 0; p < game->graph->points + 2; p++) {
        struct known after;
        if (!play(game, p))
            continue;
        bool looked = look(game, depth - 1, left, &after);
        game_undo(game);
        if (!looked)
            return false;
        /* What this play makes the mover sure of is at least and at most that. */
        int from = least_of(after.may, mover);
        int to = after.in != 0 ? least_of(after.in, mover) : most_of(after.may, mover);
        least = from > least ? from : least;
        most = to > most ? to : most;
        all.in |= after.in;
        all.may |= after.may;
    }
    ret_known->in = all.in & giving(mover, most, POINTS_MAX);
    ret_known->may = all.may & giving(mover, least, POINTS_MAX);
    return true;
}

/* Looks deeper and deeper, *ret_depth moves in the end. Returns what the deepest look found. */
static struct known look_deeper(struct game *game, long left, int *ret_depth)
{
    struct known known = {0, every_outcome()}, deeper;
    int depth = 0;
    while (known.in != known.may && look(game, depth + 1, &left, &deeper)) {
        known = deeper;
        depth++;
    }
    *ret_depth = depth;
    return known;
}

/* Adds the outcomes of a set to text, each with the mark. */
static void add(uint64_t set, int players, const char *mark, char *text)
{
    for (int i = 0; i < outcome_count; i++) {
        if ((set >> i & 1) == 0)
            continue;
        strcat(text, text[0] != '\0' ? " " : "");
        for (int k = 0; k < players; k++)
            sprintf(text + strlen(text), "%s%d", k > 0 ? "," : "", outcomes[i][k]);
        strcat(text, mark);
    }
}

int main(int argc, char **argv)
{
    bool looks = argc == 6 && strcmp(argv[1], "look") == 0;
    must(looks || (argc == 5 && strcmp(argv[1], "all") == 0),
         "usage: equilibria all BOARD RULES OUTCOMES | look BOARD RULES OUTCOMES POSITIONS");
    struct game game;
    struct known known = {0, 0};
    char text[OUTCOMES_MAX * 8] = "";
    int depth = 0;
    long left = POSITIONS_MAX;
    struct graph *graph = start_empty(&game, argv[2], argv[3]);
    must(graph->points <= POINTS_MAX && game.players <= PLAYERS,
         "wanted at most 4 points and 3 players");
    list_outcomes(graph, &game.rules, game.players);
    if (looks)
        known = look_deeper(&game, atol(argv[5]), &depth);
    else
        known.in = find(&game, &left);
    add(known.in, game.players, "", text);
    add(known.may & ~known.in, game.players, "?", text);
    printf("%s %s, %s: %s", argv[1], argv[2], argv[3], text);
    if (looks)
        printf("; %d moves ahead", depth);
    printf("\n");
    game_release(&game);
    graph_free(graph);
    return strcmp(text, argv[4]) != 0;
}
