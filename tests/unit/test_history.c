/*
 * What a family tells the engine (history_model.h) against what it does: random games are played by
 * the executable rules, and beside them the items of the description are kept; before each move the
 * two must say the same of every move there is.
 *
 * Every preset is compared, and every family with every combination of its fields, but for two
 * kinds. Rules that remove cycles (ljrg) have no history model, nor has the Ing-Spight Ko Rule:
 * what they tell the engine is only that, so there is nothing to compare. Their searches are
 * compared with a naive one by tests/reference/naive/agree_cycles.c and agree_unfold.c. Rulesets
 * for more than two players are not solved.
 *
 * Some fields promise something of all ways to go on (endless, unbounded, passing_safe, solo_ends,
 * strategies): single games cannot show that they hold.
 */
#include "common/check.h"

#include <stdio.h>

#include "common/rulesets.h"
#include "item_memory.h"
#include "rules/capture.h"
#include "rules/ing_spight.h"

/* Random games on each size: of a preset, and of every combination of a family's fields. */
#define PRESET_GAMES (300 / TESTS_SHARE)
#define VARIANT_GAMES (12 / TESTS_SHARE)

/* Fails with the game that shows it unless it is good. */
static void agree(bool good, const struct game *game, const char *what)
{
    if (!good)
        fail_msg("%s: %s", show_game(game), what);
}

/* The board after a move that answers turn, or false where stones alone forbid it. */
static bool board_after(const struct game *game, const struct turn *turn, struct move move,
                        struct position *ret_board)
{
    struct capture capture;
    enum suicide suicide = ruleset_suicide(&game->rules);
    *ret_board = turn->board;
    if (move.kind != MOVE_STONE)
        return true;
    if (ret_board->cells[move.point] != POINT_EMPTY)
        return false;
    capture_play(game->graph, ret_board, move.point, turn->next, true, &capture);
    return !capture.suicidal || suicide == SUICIDE_YES ||
           (suicide == SUICIDE_MULTI && capture.own_size > 1);
}

/* Does a stone that answers turn take back a ko: bring back the board before the stone of turn? */
static bool retakes_ko(const struct game *game, size_t turn, struct move move)
{
    const struct turn *then = &game->turns[turn];
    struct position board;
    return turn > 0 && then->move.kind == MOVE_STONE && move.kind == MOVE_STONE &&
           board_after(game, then, move, &board) &&
           position_equal(game->graph, &board, &then[-1].board);
}

/* What the description says of move, but for states that recur. */
static enum outcome foretell(const struct item_memory *memory, const struct game *game,
                             struct move move)
{
    struct position board;
    const struct history_model *model = &memory->model;
    const struct turn *now = game_now(game);
    if (!board_after(game, now, move, &board))
        return OUTCOME_ILLEGAL;
    const struct play_rule *rule = item_memory_rule(memory, move, &board);
    if (!rule->allowed || (model->simple_ko && retakes_ko(game, game->count - 1, move)))
        return OUTCOME_ILLEGAL;
    if (move.kind == MOVE_PASS && model->passes_to_end > 0 &&
        memory->passes + 1 >= model->passes_to_end)
        return OUTCOME_SCORED;
    return item_memory_look_up(memory, rule, now, move, &board);
}

/* The points where simple ko forbids a stone after turn, a bit each. */
static unsigned ko_points(const struct item_memory *memory, const struct game *game, size_t turn)
{
    unsigned points = 0;
    for (int p = 0; memory->model.simple_ko && p < game->graph->points; p++)
        if (retakes_ko(game, turn, move_stone(p)))
            points |= 1u << p;
    return points;
}

/* Was the state before as it is now: board, player to move, passes and ko? */
static bool state_recurs(const struct item_memory *memory, const struct game *game)
{
    const struct turn *now = game_now(game);
    size_t last = game->count - 1;
    unsigned ko = ko_points(memory, game, last);
    for (size_t i = 0; i < last; i++) {
        const struct turn *then = &game->turns[i];
        if (then->next == now->next && then->passes == now->passes &&
            position_equal(game->graph, &then->board, &now->board) &&
            ko_points(memory, game, i) == ko)
            return true;
    }
    return false;
}

/* An end that is well for nobody: a tie or none, as the description calls it. */
static bool ends_for_nobody(const struct history_model *model, const struct turn *now)
{
    bool no_result = model->cycle_word != NULL && strcmp(model->cycle_word, "no-result") == 0;
    return model->pairs && now->ending == (no_result ? ENDING_NO_RESULT : ENDING_TIE);
}

/* Did the last turn of game come out as foretold? */
static bool came_true(const struct history_model *model, enum outcome outcome,
                      const struct turn *now)
{
    int opponent = 1 - now->player;
    switch (outcome) {
    case OUTCOME_GOES_ON:
        return now->banned < 0 && now->ending == ENDING_NONE;
    case OUTCOME_MOVER_OUT:
        return now->banned == now->player && now->ending == ENDING_NONE;
    case OUTCOME_OPPONENT_OUT:
        return now->banned == opponent && now->ending == ENDING_NONE;
    case OUTCOME_SCORED:
        return now->banned < 0 && now->ending == ENDING_SCORED;
    case OUTCOME_MOVER_WINS:
        return now->ending == ENDING_WON && now->winner == now->player;
    case OUTCOME_MOVER_LOSES:
        return now->ending == ENDING_WON && now->winner == opponent;
    case OUTCOME_TIE:
        return ends_for_nobody(model, now);
    case OUTCOME_ILLEGAL:
        break;
    }
    return false;
}

/* What becomes of a stone that takes back a ko, where the description says so. */
static bool retake_came_true(enum retake retake, const struct game *game, bool legal)
{
    const struct turn *now = game_now(game);
    switch (retake) {
    case RETAKE_ILLEGAL:
        return !legal;
    case RETAKE_OUT:
        return legal && now->banned == now->player;
    case RETAKE_FREE:
        break;
    }
    return true;
}

/* Tries move in game, compares, and leaves it played if it is legal. */
static bool compare(const struct item_memory *memory, struct game *game, struct move move)
{
    struct verdict verdict;
    const struct history_model *model = &memory->model;
    int mover = game_now(game)->next, prisoners = game_now(game)->lost[mover];
    bool retakes = retakes_ko(game, game->count - 1, move);
    enum outcome outcome = foretell(memory, game, move);
    assert_int_equal(game_play(game, move, &verdict), 0);
    agree(!retakes || retake_came_true(model->retake, game, verdict.legal), game,
          "takes back a ko");
    if (verdict.legal != (outcome != OUTCOME_ILLEGAL))
        fail_msg("%s: then %s is %s", show_game(game), move_format(game->graph, move),
                 verdict.legal ? "legal" : verdict.reason);
    if (!verdict.legal)
        return false;
    if (outcome == OUTCOME_GOES_ON && model->cycle_ends && state_recurs(memory, game))
        outcome = OUTCOME_TIE;
    agree(came_true(model, outcome, game_now(game)), game, "another outcome is foretold");
    if (move.kind == MOVE_PASS)
        agree(game_now(game)->lost[mover] - prisoners == (int)model->pass_prisoners, game,
              "another number of prisoners");
    return true;
}

/* What the description says of the state that game has come to. */
static void check_now(const struct item_memory *memory, const struct game *game)
{
    const struct turn *now = game_now(game);
    agree(memory->passes == now->passes, game, "another number of passes");
    agree(item_memory_has_present(memory, now), game, "no item of the present board");
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

static bool is_over(const struct game *game)
{
    return game_over(game) || game_now(game)->banned >= 0;
}

/* Plays a random move, one after which the game goes on if a few tries find one. */
static void play_one(const struct item_memory *memory, struct game *game, unsigned *seed)
{
    size_t count = game->count;
    for (int tries = 0; tries < 8; tries++) {
        if (!compare(memory, game, choose(game->graph, next_random(seed))))
            continue;
        if (!is_over(game))
            return;
        game_undo(game);
    }
    assert_int_equal(game->count, count);
}

static void play_randomly(struct item_memory *memory, struct game *game, unsigned *seed)
{
    for (int i = 0; i < ITEM_MEMORY_MOVES; i++) {
        size_t count = game->count;
        check_now(memory, game);
        for (int p = 0; p < game->graph->points + 2; p++)
            if (compare(memory, game, choose(game->graph, (unsigned)p)))
                game_undo(game);
        play_one(memory, game, seed);
        if (game->count == count)
            return;
        item_memory_move(memory, game_now(game));
    }
}

static void check_description(const struct ruleset *rules, const char *size, int games)
{
    static struct item_memory memory;
    struct graph *graph = must_graph(size);
    const struct position empty = {{0}};
    unsigned seed = 1;
    for (int i = 0; i < games; i++) {
        struct game game;
        assert_int_equal(game_init(&game, graph, rules, &empty, i % 2), 0);
        item_memory_start(&memory, graph, rules, game_now(&game));
        play_randomly(&memory, &game, &seed);
        game_release(&game);
    }
    graph_free(graph);
}

/* Flags that go together: where every game ends well for somebody play alone comes to an end, and
 * what ends well for nobody has a name. */
static void check_flags(const struct ruleset *rules)
{
    struct history_model model;
    rules->family->describe(rules, &model);
    bool agree = model.pairs ? model.cycle_word != NULL : model.solo_ends;
    if (!agree) {
        char name[RULESET_TEXT_MAX];
        ruleset_format(rules, name);
        fail_msg("%s: wanted solo_ends where there are no pairs, and cycle_word where there are",
                 name);
    }
}

static void check_sizes(const struct ruleset *rules, int games)
{
    check_flags(rules);
    static const char *const sizes[] = {"1x1", "1x2", "1x3", "2x2", "2x3"};
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++)
        check_description(rules, sizes[i], games);
}

/* The families whose past no items tell, and only these, say that there is nothing to compare. */
static void test_presets(void **state)
{
    size_t count;
    const struct preset *all = presets(&count);
    (void)state;
    for (size_t i = 0; i < count; i++) {
        struct history_model model;
        struct ruleset rules = must_rules(all[i].name);
        rules.family->describe(&rules, &model);
        assert_int_equal(model.cycles, rules.family->remove_cycle != NULL || ing_spight_is(&rules));
        if (all[i].alias_of == NULL && !model.cycles && ruleset_players(&rules) == 2)
            check_sizes(&rules, PRESET_GAMES);
    }
}

static void check_variant(const struct ruleset *rules, void *arg)
{
    (void)arg;
    check_sizes(rules, VARIANT_GAMES);
}

static void test_variants(void **state)
{
    (void)state;
    for_every_ruleset(check_variant, NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_presets),
        cmocka_unit_test(test_variants),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
