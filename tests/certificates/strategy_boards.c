/* What strategy_boards.h says. */
#include "certificates/strategy_boards.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "certificate/check/strategy/board.h"
#include "certificate/check/strategy/states.h"
#include "certificates/made.h"
#include "rules/history_model.h"

#define PLIES 80

struct retakes {
    const struct graph *graph;
    int games;
    long seen[3], failed;
};

static void complain(struct retakes *of, const struct game *game, const char *what)
{
    printf("%s: %s\n", show_game(game), what);
    of->failed++;
}

/* Tries all moves that answer the last stone, and looks at one that brings back the board before.
 */
static void try_retakes(struct retakes *of, const struct history_model *model, struct game *game)
{
    const struct position before = game->turns[game->count - 2].board;
    int player = game_now(game)->next;
    for (int p = 0; p < of->graph->points; p++) {
        struct turn answer = *game_now(game);
        struct verdict verdict = {.legal = true};
        answer.player = player;
        game_place_stone(game, &answer, p, &verdict);
        if (!verdict.legal || !position_equal(of->graph, &answer.board, &before))
            continue;
        of->seen[model->retake]++;
        if (game_play(game, move_stone(p), &verdict) < 0)
            die("no memory");
        if (model->retake == RETAKE_ILLEGAL && verdict.legal)
            complain(of, game, "the ko is retaken");
        if (model->retake == RETAKE_OUT && !verdict.legal)
            complain(of, game, "retaking the ko is not legal");
        if (model->retake == RETAKE_OUT && verdict.legal &&
            (game_now(game)->banned != player || game_now(game)->next != 1 - player ||
             game_over(game)))
            complain(of, game, "who retakes the ko is not out");
        if (verdict.legal)
            game_undo(game);
    }
}

static void play_randomly(struct retakes *of, const struct history_model *model, struct game *game)
{
    for (int i = 0; i < PLIES && !game_over(game) && game_now(game)->banned < 0; i++) {
        unsigned points = (unsigned)of->graph->points, choice = random_below(points + 2);
        struct verdict verdict;
        struct move move = choice < points ? move_stone((int)choice)
                                           : move_pass(choice == points ? MOVE_PASS : MOVE_REFRESH);
        if (game_play(game, move, &verdict) < 0)
            die("no memory");
        if (verdict.legal && move.kind == MOVE_STONE && !game_over(game) &&
            game_now(game)->banned < 0)
            try_retakes(of, model, game);
    }
}

static void visit(const struct ruleset *rules, void *arg)
{
    struct retakes *of = arg;
    struct history_model model;
    rules->family->describe(rules, &model);
    if (model.retake != RETAKE_FREE && !model.strategies)
        die("something is said of retaking where no strategy is checked");
    for (int i = 0; i < of->games && model.strategies; i++) {
        struct position position;
        struct game game;
        do {
            memset(&position, 0, sizeof(position));
            for (int p = 0; p < of->graph->points; p++)
                position.cells[p] = (uint8_t)(i % 2 == 0 ? 0 : random_below(3));
        } while (position_check(of->graph, &position, NULL) < 0);
        if (game_init(&game, of->graph, rules, &position, (int)random_below(2)) < 0)
            die("no memory");
        play_randomly(of, &model, &game);
        game_release(&game);
    }
}

int compare_retakes(const char *board, int games)
{
    struct graph *graph = open_board(board);
    struct retakes of = {.graph = graph, .games = games};
    for_every_ruleset(visit, &of);
    printf("%ld retakes illegal, %ld out, %ld free, %ld failures\n", of.seen[RETAKE_ILLEGAL],
           of.seen[RETAKE_OUT], of.seen[RETAKE_FREE], of.failed);
    graph_free(graph);
    return of.failed > 0 || of.seen[RETAKE_ILLEGAL] == 0 || of.seen[RETAKE_OUT] == 0;
}

/* --- boards --- */

static struct strategy_stones stones_of(const struct graph *graph, const struct position *position)
{
    struct strategy_stones stones = {{0, 0}};
    for (int p = 0; p < graph->points; p++)
        if (position->cells[p] != POINT_EMPTY)
            stones.of[position->cells[p] - 1] |= 1ull << p;
    return stones;
}

static bool same(const struct strategy_stones *a, const struct strategy_stones *b)
{
    return a->of[0] == b->of[0] && a->of[1] == b->of[1];
}

struct boards {
    struct game game;
    struct turn turn;
    struct strategy_board board;
};

/* By the executable rules. */
static bool place(struct boards *of, const struct position *before, int player, int point,
                  struct position *ret_after)
{
    struct verdict verdict = {.legal = true};
    of->turn = (struct turn){.board = *before, .player = player};
    game_place_stone(&of->game, &of->turn, point, &verdict);
    *ret_after = of->turn.board;
    return verdict.legal;
}

static int find_ko(struct boards *of, const struct position *before, const struct position *after,
                   int player)
{
    for (int p = 0; p < of->game.graph->points; p++) {
        struct position answer;
        if (place(of, after, 1 - player, p, &answer) &&
            position_equal(of->game.graph, &answer, before))
            return p + 1;
    }
    return 0;
}

/* The class of every image is the same, and the class is an image with its ko: that by the symmetry
 * that is told. */
static bool same_class(struct boards *of, const struct strategy_stones *stones, int ko)
{
    struct strategy_stones class;
    int class_ko;
    bool there = false;
    int symmetry = strategy_board_class(&of->board, stones, ko, &class, &class_ko);
    const struct symmetries *symmetries = &of->board.symmetries;
    for (int s = 0; s < symmetries->count; s++) {
        struct strategy_stones image = {{0, 0}}, other;
        int image_ko = ko != 0 ? symmetries_apply(symmetries, s, ko - 1) + 1 : 0, other_ko;
        for (int p = 0; p < of->board.points; p++)
            for (int colour = 0; colour < 2; colour++)
                image.of[colour] |= (stones->of[colour] >> p & 1)
                                    << symmetries_apply(symmetries, s, p);
        strategy_board_class(&of->board, &image, image_ko, &other, &other_ko);
        there = there || (s == symmetry && same(&image, &class) && image_ko == class_ko);
        if (!same(&other, &class) || other_ko != class_ko)
            return false;
    }
    return there;
}

static bool same_play(struct boards *of, const struct position *before, int player, int point,
                      struct position *ret_after, bool *ret_legal)
{
    const struct graph *graph = of->game.graph;
    struct strategy_stones from = stones_of(graph, before), to, wanted;
    bool legal = place(of, before, player, point, ret_after);
    *ret_legal = legal;
    if (strategy_board_play(&of->board, &from, player, point, &to) != legal)
        return false;
    if (!legal)
        return true;
    wanted = stones_of(graph, ret_after);
    int margin = game_margin(&of->game), ko = find_ko(of, before, ret_after, player);
    return same(&to, &wanted) && strategy_board_margin(&of->board, &to, 0) == margin &&
           strategy_board_margin(&of->board, &to, 1) == -margin &&
           strategy_board_ko(&of->board, &from, &to, player) == ko &&
           same_class(of, &to, ko != 0 ? ko : (int)random_below((unsigned)graph->points + 1));
}

static long compare_under(const struct graph *graph, const char *rules, int plays)
{
    struct boards of = {.game = {.graph = graph, .players = 2, .count = 1}};
    struct error err;
    struct position now = {{0}};
    long failed = 0;
    of.game.turns = &of.turn;
    if (ruleset_parse(rules, &of.game.rules, &err) < 0)
        die(err.text);
    if (strategy_board_init(&of.board, graph, &of.game.rules) < 0)
        die("no memory");
    for (int i = 0; i < plays; i++) {
        struct position after;
        bool legal;
        int player = (int)random_below(2), point = (int)random_below((unsigned)graph->points);
        if (!same_play(&of, &now, player, point, &after, &legal)) {
            char text[POSITION_TEXT_MAX];
            position_format(graph, &now, text);
            printf("%s %s: another board, ko, score or image after %d on %d\n", rules, text, player,
                   point);
            failed++;
        }
        if (legal)
            now = after;
    }
    strategy_board_release(&of.board);
    return failed;
}

/* --- the table of states --- */

#define ENTRIES 4000

static int ko_of(int i)
{
    return i / 2 % 2 == 0 ? 0 : 3;
}

/* A table that was too small at first has every entry that was added, with its marks, and no other.
 * Its memory is given back. */
static bool keeps_entries(const struct graph *graph)
{
    const struct strategy_board board = {.points = graph->points};
    const struct strategy_stones none = {{UINT64_MAX, UINT64_MAX}};
    struct strategy_stones stones[ENTRIES];
    struct budget budget = {.bytes = (size_t)1 << 20};
    struct strategy_states states;
    size_t entry;
    bool good = strategy_states_init(&states, &board, 0, &budget) == 0;
    for (int i = 0; i < ENTRIES && good; i++) {
        /* Four with the same white stones: the last point tells them apart, and the ko. */
        uint64_t last = 1ull << (graph->points - 1);
        stones[i] = (struct strategy_stones){{i % 2 == 0 ? 0 : last, (uint64_t)i / 4}};
        good = strategy_states_add(&states, &stones[i], ko_of(i), &entry) == 0;
        if (good)
            *strategy_states_marks(&states, entry) |= STATES_MET(i % 3 % 2);
    }
    for (int i = 0; i < ENTRIES && good; i++) {
        struct strategy_stones there = {{0, 0}};
        entry = strategy_states_find(&states, &stones[i], ko_of(i));
        if (entry != STATES_NONE)
            there = strategy_states_stones(&states, entry);
        good = entry != STATES_NONE && same(&there, &stones[i]) &&
               strategy_states_have(&states, &stones[i], ko_of(i), i % 3 % 2) &&
               !strategy_states_have(&states, &stones[i], ko_of(i), 1 - i % 3 % 2) &&
               strategy_states_find(&states, &stones[i], 7) == STATES_NONE;
    }
    good = good && strategy_states_find(&states, &none, 0) == STATES_NONE;
    strategy_states_release(&states);
    return good && budget.bytes == (size_t)1 << 20;
}

int compare_boards(const char *board, int plays)
{
    static const char *const rules[] = {"psk", "psk,suicide=multi", "psk,scoring=stone", "kee2013",
                                        "kee-v6"};
    struct graph *graph = open_board(board);
    long failed = 0;
    for (size_t i = 0; i < sizeof(rules) / sizeof(rules[0]); i++)
        failed += compare_under(graph, rules[i], plays);
    if (graph->points > 9 && !keeps_entries(graph)) {
        printf("the table of states loses some, or has others\n");
        failed++;
    }
    printf("%d plays each, %ld failures\n", plays, failed);
    graph_free(graph);
    return failed > 0;
}
