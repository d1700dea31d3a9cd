/* What common/games.h says. */
#include "common/games.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"

void die(const char *why)
{
    fprintf(stderr, "%s\n", why);
    exit(2);
}

void must(bool good, const char *why)
{
    if (!good)
        die(why);
}

static uint64_t random_state = 1;

void random_seed(uint64_t seed)
{
    random_state = seed;
}

unsigned random_below(unsigned n)
{
    random_state += 0x9e3779b97f4a7c15ull;
    return (unsigned)(hash_mix(random_state) % n);
}

struct graph *open_board(const char *name)
{
    struct graph *graph;
    struct error err;
    int r = strstr(name, ".graph") != NULL ? graph_load(name, &graph, &err)
                                           : graph_parse(name, &graph, &err);
    must(r == 0, err.text);
    return graph;
}

struct ruleset open_rules(const char *name)
{
    struct ruleset rules;
    struct error err;
    must(ruleset_parse(name, &rules, &err) == 0, err.text);
    return rules;
}

struct graph *start_empty(struct game *ret_game, const char *board, const char *rules)
{
    const struct position empty = {{0}};
    const struct ruleset opened = open_rules(rules);
    struct graph *graph = open_board(board);
    must(game_init(ret_game, graph, &opened, &empty, 0) == 0, "no memory");
    return graph;
}

void play_all(struct game *game, const char *text)
{
    struct verdict verdict;
    struct move *moves;
    size_t count;
    must(move_parse_list(game->graph, ruleset_passes(&game->rules), text, &moves, &count, NULL) == 0,
         "no moves");
    for (size_t i = 0; i < count; i++)
        must(game_play(game, moves[i], &verdict) == 0 && verdict.legal, "an illegal move");
    free(moves);
}

bool next_colouring(const struct graph *graph, struct position *position)
{
    for (int p = 0; p < graph->points; p++) {
        if (position->cells[p] < STONE_OF(1)) {
            position->cells[p]++;
            return true;
        }
        position->cells[p] = POINT_EMPTY;
    }
    return false;
}

void random_position(const struct graph *graph, struct position *ret_position)
{
    do {
        memset(ret_position, 0, sizeof(*ret_position));
        for (int p = 0; p < graph->points; p++)
            ret_position->cells[p] = (uint8_t)(random_below(5) % 3);
    } while (position_check(graph, ret_position, NULL) < 0);
}
