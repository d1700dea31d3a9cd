/*
 * What a family tells the engine (history_model.h) against what it does: random games are played by
 * the executable rules, and beside them the items of the description are kept; before each move the
 * two must say the same of every move there is.
 */
#include "common/check.h"

#include <stdio.h>

#include "rules/capture.h"
#include "rules/history_model.h"
#include "rules/kee2013.h"

#define PLAYS 60
#define ITEMS_MAX (ITEM_CLASSES_MAX * (PLAYS + 1))

struct item {
    int cls, player; /* player: to move next, or creator, or -1 */
    struct position board;
    int balance; /* Black's passes minus White's since */
};

struct memory {
    const struct graph *graph;
    struct history_model model;
    struct item items[ITEMS_MAX];
    int count;
};

static int item_player(const struct history_model *model, int cls, int mover, int next)
{
    switch (model->classes[cls].identity) {
    case ITEM_BOARD_NEXT:
        return next;
    case ITEM_BOARD_CREATOR:
        return mover;
    case ITEM_BOARD:
    default:
        return -1;
    }
}

static int find_item(const struct memory *memory, int cls, int player, const struct position *board)
{
    for (int i = 0; i < memory->count; i++) {
        const struct item *item = &memory->items[i];
        if (item->cls == cls && item->player == player &&
            position_equal(memory->graph, &item->board, board))
            return i;
    }
    return -1;
}

static void create_items(struct memory *memory, unsigned classes, int mover, int next,
                         const struct position *board)
{
    for (int cls = 0; cls < memory->model.class_count; cls++) {
        if ((classes >> cls & 1) == 0)
            continue;
        int player = item_player(&memory->model, cls, mover, next);
        int i = find_item(memory, cls, player, board);
        if (i < 0)
            i = memory->count++;
        assert_true(i < ITEMS_MAX);
        memory->items[i] = (struct item){cls, player, *board, 0};
    }
}

static void clear_items(struct memory *memory, unsigned classes)
{
    int kept = 0;
    for (int i = 0; i < memory->count; i++)
        if ((classes >> memory->items[i].cls & 1) == 0)
            memory->items[kept++] = memory->items[i];
    memory->count = kept;
}

static const struct play_rule *rule_of(const struct history_model *model, struct move move)
{
    return move.kind == MOVE_STONE  ? &model->stone
           : move.kind == MOVE_PASS ? &model->pass
                                    : &model->refresh;
}

/* Simple ko: board, which mover has just made by a stone, stood before the opponent's stone. */
static bool undoes_opponent(const struct game *game, const struct position *board)
{
    return game->count >= 2 && game_now(game)->move.kind == MOVE_STONE &&
           position_equal(game->graph, board, &game->turns[game->count - 2].board);
}

/* The board after move, or false where stones alone forbid it. */
static bool board_after(const struct game *game, struct move move, struct position *ret_board)
{
    struct capture capture;
    const struct turn *now = game_now(game);
    enum suicide suicide = ruleset_suicide(&game->rules);
    *ret_board = now->board;
    if (move.kind != MOVE_STONE)
        return true;
    if (ret_board->cells[move.point] != POINT_EMPTY)
        return false;
    capture_play(game->graph, ret_board, move.point, now->next, true, &capture);
    return !capture.suicidal || suicide == SUICIDE_YES ||
           (suicide == SUICIDE_MULTI && capture.own_size > 1);
}

/* What the description says of move; *ret_ends: it ends the game by passes. */
static enum outcome foretell(const struct memory *memory, const struct game *game, struct move move,
                             bool *ret_ends)
{
    struct position board;
    const struct history_model *model = &memory->model;
    const struct play_rule *rule = rule_of(model, move);
    int mover = game_now(game)->next;
    *ret_ends = false;
    if (!rule->allowed || !board_after(game, move, &board))
        return OUTCOME_ILLEGAL;
    if (model->simple_ko && move.kind == MOVE_STONE && undoes_opponent(game, &board))
        return OUTCOME_ILLEGAL;
    if (move.kind == MOVE_PASS && game_now(game)->passes + 1 >= model->passes_to_end) {
        *ret_ends = true;
        return OUTCOME_GOES_ON;
    }
    if (rule->lookup < 0)
        return OUTCOME_GOES_ON;
    int player = item_player(model, rule->lookup, mover, 1 - mover);
    int found = find_item(memory, rule->lookup, player, &board);
    if (found < 0)
        return OUTCOME_GOES_ON;
    int balance = memory->items[found].balance, counter = mover == 0 ? balance : -balance;
    for (int i = 0; i < rule->range_count; i++)
        if (counter >= rule->ranges[i].low && counter <= rule->ranges[i].high)
            return rule->ranges[i].outcome;
    fail_msg("no range holds %d", counter);
    return OUTCOME_ILLEGAL;
}

/* Keeps the items after the last turn of game. */
static void remember(struct memory *memory, const struct game *game)
{
    const struct turn *now = game_now(game);
    const struct play_rule *rule = rule_of(&memory->model, now->move);
    clear_items(memory, rule->clears);
    for (int i = 0; i < memory->count; i++) {
        int shift = rule->shift[memory->items[i].cls];
        memory->items[i].balance += now->player == 0 ? shift : -shift;
    }
    create_items(memory, rule->creates, now->player, now->next, &now->board);
}

static void check_always_there(const struct memory *memory, const struct game *game)
{
    const struct turn *now = game_now(game);
    int cls = memory->model.always_there;
    if (cls < 0)
        return;
    int player = item_player(&memory->model, cls, now->player, now->next);
    int found = find_item(memory, cls, player, &now->board);
    assert_true(found >= 0);
    assert_int_equal(memory->items[found].balance, 0);
}

/* Tries move in game, compares, and leaves it played if it is legal. */
static bool compare(const struct memory *memory, struct game *game, struct move move)
{
    struct verdict verdict;
    bool ends;
    int mover = game_now(game)->next;
    enum outcome outcome = foretell(memory, game, move, &ends);
    assert_int_equal(game_play(game, move, &verdict), 0);
    assert_int_equal(verdict.legal, outcome != OUTCOME_ILLEGAL);
    if (!verdict.legal)
        return false;
    int banned = outcome == OUTCOME_MOVER_OUT      ? mover
                 : outcome == OUTCOME_OPPONENT_OUT ? 1 - mover
                                                   : -1;
    assert_int_equal(game_now(game)->banned, banned);
    assert_int_equal(game_now(game)->ending == ENDING_SCORED, ends);
    return true;
}

/* A small generator of its own, so that a failure comes again. */
static unsigned next_random(unsigned *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return *seed >> 16;
}

static struct move choose(const struct graph *graph, unsigned random)
{
    int choice = (int)(random % (unsigned)(graph->points + 2));
    return choice < graph->points ? move_stone(choice)
                                  : move_pass(choice == graph->points ? MOVE_PASS : MOVE_REFRESH);
}

static void play_randomly(struct memory *memory, struct game *game, unsigned *seed)
{
    for (int i = 0; i < PLAYS && !game_over(game) && game_now(game)->banned < 0; i++) {
        check_always_there(memory, game);
        for (int p = 0; p < game->graph->points + 2; p++)
            if (compare(memory, game, choose(game->graph, (unsigned)p)))
                game_undo(game);
        if (compare(memory, game, choose(game->graph, next_random(seed))))
            remember(memory, game);
    }
}

/* Nobody made the start: it is no item of a class that goes by who made the board. */
static void check_start(const struct history_model *model)
{
    for (int cls = 0; cls < model->class_count; cls++)
        if (model->start >> cls & 1)
            assert_int_not_equal(model->classes[cls].identity, ITEM_BOARD_CREATOR);
}

static void check_description(const char *rules, const char *size, int games)
{
    static struct memory memory;
    struct graph *graph = must_graph(size);
    struct ruleset ruleset = must_rules(rules);
    const struct position empty = {{0}};
    unsigned seed = 1;
    for (int i = 0; i < games; i++) {
        struct game game;
        assert_int_equal(game_init(&game, graph, &ruleset, &empty, i % 2), 0);
        memory = (struct memory){.graph = graph};
        ruleset.family->describe(&ruleset, &memory.model);
        check_start(&memory.model);
        create_items(&memory, memory.model.start, -1, i % 2, &empty);
        play_randomly(&memory, &game, &seed);
        game_release(&game);
    }
    graph_free(graph);
}

static void test_descriptions(void **state)
{
    (void)state;
    static const char *const rulesets[] = {
        "psk",
        "psk,suicide=yes,ending=passes3",
        "ssk",
        "ssk,suicide=yes",
        "ssk,suicide=multi,ending=passes3",
        "nssk",
        "nssk,suicide=yes",
        "new-zealand",
        "new-zealand,suicide=multi,ending=passes3",
        "simple",
        "simple,suicide=yes,ending=passes3",
        "none,suicide=yes",
        "kee2013",
        "kee2013,refresh=no",
        "kee2013,tally=all",
        "kee2013,suicide=yes",
        "kee2013,suicide=multi,tally=all",
        "kee2013,suicide=yes,refresh=no",
    };
    static const char *const sizes[] = {"1x1", "1x2", "1x3", "2x2", "2x3"};
    for (size_t i = 0; i < sizeof(rulesets) / sizeof(rulesets[0]); i++)
        for (size_t j = 0; j < sizeof(sizes) / sizeof(sizes[0]); j++)
            check_description(rulesets[i], sizes[j], 150);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_descriptions)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
