/*
 * lives BOARD COUNT RULES: on COUNT random boards (0: on all) who lives, as it is told
 * (docs/certificate-format.md), as the checker finds it and as the search does; and that it is
 * true: whatever stone his opponent places, who lives has as many living points as before, and no
 * fewer points in all. So he has them still after any number of stones, if he places none.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "certificate/check/strategy/lives.h"
#include "certificates/living.h"
#include "certificates/made.h"
#include "common/games.h"
#include "strategy/bitboard.h"
#include "strategy/strategies.h"

struct lives {
    struct graph *graph;
    struct ruleset rules;
    struct strategy_board checked;
    struct bitboard searched;
    long boards, living, partly, stones, failed;
};

static void complain(struct lives *of, const struct position *position, int player,
                     const char *what)
{
    char text[POSITION_TEXT_MAX];
    position_format(of->graph, position, text);
    printf("%s, player %d: %s\n", text, player, what);
    of->failed++;
}

/* How many points the checker says are alive: those of the greatest margin that is safe. */
static int checked_points(const struct lives *of, const struct position *position, int player)
{
    struct strategy_stones stones = {{0, 0}};
    for (int p = 0; p < of->graph->points; p++)
        if (position->cells[p] != POINT_EMPTY)
            stones.of[position->cells[p] - 1] |= 1ull << p;
    struct strategy_terms terms = {.board = &of->checked, .attacker = player, .living = true};
    for (int count = of->graph->points; count >= 0; count--) {
        terms.wanted = 2 * count - of->graph->points;
        if (strategy_is_safe(&terms, &stones))
            return count;
    }
    return -1;
}

static int searched_points(const struct lives *of, const struct position *position, int player)
{
    struct stone_pair stones =
        bitboard_seen_by(player == 0 ? BLACK : WHITE, position, of->searched.bits.points);
    for (int count = of->graph->points; count >= 0; count--)
        if (bitboard_is_safe(&of->searched, stones, 2 * count - of->graph->points))
            return count;
    return -1;
}

static int margin_of(const struct lives *of, const struct position *position, int player)
{
    struct turn turn = {.board = *position};
    const struct game game = {.graph = of->graph, .rules = of->rules, .turns = &turn, .count = 1};
    return player == 0 ? game_margin(&game) : -game_margin(&game);
}

static void try_stones(struct lives *of, const struct position *position, int player, int points)
{
    struct game game;
    if (game_init(&game, of->graph, &of->rules, position, 1 - player) < 0)
        die("no memory");
    for (int p = 0; p < of->graph->points; p++) {
        struct verdict verdict = {.legal = true};
        if (game_play(&game, move_stone(p), &verdict) < 0)
            die("no memory");
        if (!verdict.legal)
            continue;
        const struct position *after = &game_now(&game)->board;
        of->stones++;
        if (living_points(of->graph, &of->rules, after, player) < points)
            complain(of, after, player, "a stone of the opponent's takes life");
        if (margin_of(of, after, player) < 2 * points - of->graph->points)
            complain(of, after, player, "who lives has less than that");
        game_undo(&game);
    }
    game_release(&game);
}

static void try_board(struct lives *of, const struct position *position)
{
    of->boards++;
    for (int player = 0; player < 2; player++) {
        int points = living_points(of->graph, &of->rules, position, player);
        if (checked_points(of, position, player) != points)
            complain(of, position, player, "the checker finds another number");
        if (searched_points(of, position, player) != points)
            complain(of, position, player, "the search finds another number");
        if (points == 0)
            continue;
        of->living++;
        of->partly += points < of->graph->points;
        if (margin_of(of, position, player) < 2 * points - of->graph->points)
            complain(of, position, player, "who lives has less than that");
        try_stones(of, position, player, points);
    }
}

int main(int argc, char **argv)
{
    if (argc != 4)
        return 2;
    struct lives of = {.graph = open_board(argv[1]), .rules = open_rules(argv[3])};
    struct history_model model;
    int count = atoi(argv[2]);
    struct position position;
    if (strategy_board_init(&of.checked, of.graph, &of.rules) < 0 ||
        bitboard_init(&of.searched, of.graph, &of.rules) < 0)
        die("no memory");
    of.rules.family->describe(&of.rules, &model);
    must(strategy_may_live(&of.checked, &model) && strategies_may_live(&of.rules),
         "nobody may live");
    random_seed(5);
    memset(&position, 0, sizeof(position));
    if (count == 0)
        do {
            if (position_check(of.graph, &position, NULL) == 0)
                try_board(&of, &position);
        } while (next_colouring(of.graph, &position));
    for (int i = 0; i < count; i++) {
        random_position(of.graph, &position);
        try_board(&of, &position);
    }
    printf(
        "%ld boards, %ld times somebody lives, %ld of them with a part, %ld stones, %ld failures\n",
        of.boards, of.living, of.partly, of.stones, of.failed);
    strategy_board_release(&of.checked);
    bitboard_release(&of.searched);
    graph_free(of.graph);
    return of.failed > 0 || of.living == 0 || (count > 0 && of.partly == 0);
}
