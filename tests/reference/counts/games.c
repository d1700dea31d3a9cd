/*
 * Counts complete games one by one, by the executable rules.
 *
 * usage: games BOARD RULES [POSITION [black|white [MOVE...]]]
 *
 * Prints the number of complete games that go on from there, and how many there are of each length
 * in stone plays and in turns.
 */
#include "naive_count.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "common/games.h"

static void play(struct game *game, const char *text)
{
    struct move move;
    struct verdict verdict;
    struct error err;
    must(move_parse(game->graph, ruleset_passes(&game->rules), text, strlen(text), &move, &err) ==
             0,
         err.text);
    must(!game_over(game), "the game is over before all moves are played");
    must(game_play(game, move, &verdict) == 0, "no memory");
    must(verdict.legal, verdict.reason);
}

static void print_lengths(const char *what, const uint64_t *of, size_t longest)
{
    printf("%s:", what);
    for (size_t length = 0; length <= longest; length++)
        if (of[length] > 0)
            printf(" %zu:%" PRIu64, length, of[length]);
    printf("\n");
}

int main(int argc, char **argv)
{
    static struct naive_count count;
    struct position position = {{0}};
    struct game game;
    struct error err;
    must(argc >= 3, "usage: games BOARD RULES [POSITION [black|white [MOVE...]]]");
    struct graph *graph = open_board(argv[1]);
    struct ruleset rules = open_rules(argv[2]);
    if (argc > 3)
        must(position_parse(graph, ruleset_players(&rules), argv[3], &position, &err) == 0,
             err.text);
    must(game_init(&game, graph, &rules, &position, argc > 4 && strcmp(argv[4], "white") == 0) == 0,
         "no memory");
    for (int i = 5; i < argc; i++)
        play(&game, argv[i]);
    must(naive_count_games(&game, UINT64_MAX, &count), "a game is too long");
    printf("games: %" PRIu64 "\n", count.games);
    print_lengths("of plays", count.of_plays, count.plays);
    print_lengths("of turns", count.of_turns, count.turns);
    printf("turns made: %" PRIu64 "\n", count.nodes);
    game_release(&game);
    graph_free(graph);
    return 0;
}
