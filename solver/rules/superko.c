/*
 * Superko, simple ko and no ko rule. Passing is always legal; a stone play may be forbidden because
 * of what has stood on the board before. Two consecutive passes (ending=passes3: three) end the
 * game.
 */
#include "rules/superko.h"

#include <errno.h>

#include "rules/game.h"
#include "rules/history_model.h"

enum { CYCLE_ENDLESS, CYCLE_NO_RESULT, CYCLE_TIE };
enum { ENDING_PASSES2, ENDING_PASSES3 };

const struct field field_repetition = {
    "repetition",
    {"psk", "ssk", "nssk", "own", "simple", "none", NULL},
    "what a stone play must not recreate: an earlier board; an earlier board and player to move; a "
    "board its player made before; a board that a move of its player left before, a pass included; "
    "the board before the opponent's last play; nothing is forbidden",
};

const struct field field_pass_stones = {
    "pass-stones",
    {"no", "yes", NULL},
    "does each pass give the opponent a prisoner (matters with scoring=territory)",
};

static const struct field field_ending = {
    "ending",
    {"passes2", "passes3", NULL},
    "the game ends after so many consecutive passes",
};

static const struct field field_cycle = {
    "cycle",
    {"endless", "no-result", "tie", NULL},
    "simple and none: where a board, player to move and ko is repeated play goes on, or it ends "
    "without a result, or in a tie",
};

static const struct field *const fields[] = {
    &field_repetition, &field_suicide,     &field_scoring,    &field_ending,
    &field_cycle,      &field_pass_stones, &field_first_pass, NULL,
};

static int repetition_of(const struct ruleset *rules)
{
    return ruleset_value(rules, &field_repetition);
}

static bool has_superko(const struct ruleset *rules)
{
    int repetition = repetition_of(rules);
    return repetition != REPETITION_SIMPLE && repetition != REPETITION_NONE;
}

/* Does it matter who made a board? Nobody made the start. */
static bool goes_by_creator(const struct ruleset *rules)
{
    return repetition_of(rules) == REPETITION_NSSK || repetition_of(rules) == REPETITION_OWN;
}

/*
 * How a recurring board, player to move and ko ends the game: with territory scoring it always
 * does, as a lap may change the prisoners and play would have no end.
 */
static enum ending cycle_ending(const struct ruleset *rules)
{
    if (has_superko(rules))
        return ENDING_NONE;
    if (ruleset_value(rules, &field_cycle) == CYCLE_TIE)
        return ENDING_TIE;
    return ruleset_value(rules, &field_cycle) == CYCLE_NO_RESULT ||
                   ruleset_value(rules, &field_scoring) == SCORING_TERRITORY
               ? ENDING_NO_RESULT
               : ENDING_NONE;
}

static bool cycle_ends(const struct ruleset *rules)
{
    return cycle_ending(rules) != ENDING_NONE;
}

static const char *cycle_word(const struct ruleset *rules)
{
    switch (cycle_ending(rules)) {
    case ENDING_TIE:
        return "a tie";
    case ENDING_NO_RESULT:
        return "no-result";
    default:
        return "endless play";
    }
}

static int check(const struct ruleset *rules, struct error *err)
{
    if (has_superko(rules) && ruleset_value(rules, &field_cycle) != CYCLE_ENDLESS)
        return error_set(err, -EINVAL,
                         "cycle=%s goes with repetition=simple or none only: under "
                         "repetition=%s no cycle can occur",
                         ruleset_value_text(rules, &field_cycle),
                         ruleset_value_text(rules, &field_repetition));
    if (ruleset_value(rules, &field_pass_stones) == PASS_STONES_YES &&
        ruleset_value(rules, &field_scoring) != SCORING_TERRITORY)
        return error_set(err, -EINVAL, "pass-stones=yes goes with scoring=territory only");
    if (ruleset_value(rules, &field_first_pass) != FIRST_PASS_NONE &&
        ruleset_value(rules, &field_scoring) == SCORING_TERRITORY)
        return error_set(err, -EINVAL, "first-pass=%s goes with scoring=area or stone only",
                         ruleset_value_text(rules, &field_first_pass));
    return 0;
}

/* Does the stone play of the last turn bring back what turn i made? (For superko.) */
static bool recreates(const struct game *game, size_t i)
{
    const struct turn *now = game_now(game), *then = &game->turns[i];
    if (!position_equal(game->graph, &now->board, &then->board))
        return false;
    switch (repetition_of(&game->rules)) {
    case REPETITION_PSK:
        return true;
    case REPETITION_SSK:
        return then->next == now->next;
    case REPETITION_NSSK:
        return then->player == now->player && then->move.kind == MOVE_STONE;
    case REPETITION_OWN:
        return then->player == now->player;
    default:
        return false;
    }
}

static void judge(const struct game *game, struct verdict *verdict)
{
    char name[48];
    size_t last = game->count - 1;
    const char *rule = ruleset_value_text(&game->rules, &field_repetition);
    if (game_now(game)->move.kind != MOVE_STONE)
        return;
    if (repetition_of(&game->rules) == REPETITION_SIMPLE && game_retakes_ko(game))
        game_refuse(verdict, rule, "retakes the ko at once: recreates %s",
                    game_name_turn(last - 2, name));
    if (!has_superko(&game->rules))
        return; /* Such games may be long: all of it is not looked through at every move. */
    for (size_t i = last; i-- > 0;) {
        if (!recreates(game, i))
            continue;
        game_refuse(verdict, rule, "recreates %s", game_name_turn(i, name));
        return;
    }
}

/* The point on which simple ko forbids a stone after turn i, or -1: found by trying every play. */
static int ko_point(const struct game *game, size_t i)
{
    const struct turn *then = &game->turns[i];
    if (repetition_of(&game->rules) != REPETITION_SIMPLE || i == 0 || then->move.kind != MOVE_STONE)
        return -1;
    for (int p = 0; p < game->graph->points; p++) {
        struct turn answer = *then;
        struct verdict verdict = {.legal = true};
        answer.player = then->next;
        game_place_stone(game, &answer, p, &verdict);
        if (verdict.legal && position_equal(game->graph, &answer.board, &game->turns[i - 1].board))
            return p;
    }
    return -1;
}

/* Are points for the first pass open at one of the turns only? */
static bool first_pass_differs(const struct game *game, const struct turn *a, const struct turn *b)
{
    return ruleset_value(&game->rules, &field_first_pass) != FIRST_PASS_NONE &&
           a->first_passer != b->first_passer;
}

/* Did the same player face the same board with the same ko after as many passes before? Where the
 * first pass brings points, what comes back after it is not what stood before it. */
static bool repeats_situation(const struct game *game, size_t *ret_turn)
{
    const struct turn *now = game_now(game);
    size_t last = game->count - 1;
    for (size_t i = last; i-- > 0;) {
        const struct turn *then = &game->turns[i];
        if (then->next == now->next && then->passes == now->passes &&
            !first_pass_differs(game, then, now) &&
            position_equal(game->graph, &then->board, &now->board) &&
            ko_point(game, i) == ko_point(game, last)) {
            *ret_turn = i;
            return true;
        }
    }
    return false;
}

static void conclude(const struct game *game, struct turn *now)
{
    int needed = ruleset_value(&game->rules, &field_ending) == ENDING_PASSES3 ? 3 : 2;
    if (now->passes >= needed) {
        now->ending = ENDING_SCORED;
        now->rule = "passes";
    } else if (cycle_ends(&game->rules) && repeats_situation(game, &now->repeated)) {
        now->ending = cycle_ending(&game->rules);
        now->rule = "cycle";
    }
}

/*
 * For the engine: the items that each rule remembers and what a recurring one does
 * (history_model.h). psk: a board, created by the start and by every stone play; ssk: board and
 * next player, created by passes too; nssk: board and creator, by stone plays only; own: the same,
 * by passes too. The start was created by nobody under these two. A stone play that would create an
 * item that is there is illegal. simple and none remember nothing but the ko.
 */
static void describe(const struct ruleset *rules, struct history_model *ret_model)
{
    struct history_model model = {
        .passes_to_end = ruleset_value(rules, &field_ending) == ENDING_PASSES3 ? 3 : 2,
        .passing_safe = true,
        .pairs = !has_superko(rules),
        .simple_ko = repetition_of(rules) == REPETITION_SIMPLE,
        .endless = !has_superko(rules),
        .cycle_word = cycle_word(rules),
        .cycle_ends = cycle_ends(rules),
        /* Without superko: stones are only added, if none can take its own away. */
        .solo_ends =
            has_superko(rules) || (!cycle_ends(rules) && ruleset_suicide(rules) == SUICIDE_NO),
        .always_there = -1,
        .pass_prisoners = ruleset_value(rules, &field_pass_stones) == PASS_STONES_YES,
    };
    model.passes_kept = model.passes_to_end - 1;
    for (int player = 0; player < 2; player++)
        model.first_pass[player] = ruleset_first_pass(rules, player);
    /*
     * Under nssk the board may be the attacker's own, under own the start: nothing hinders the
     * other to make it.
     */
    model.strategies = model.passes_to_end == 2 && repetition_of(rules) != REPETITION_NONE &&
                       ruleset_value(rules, &field_scoring) != SCORING_TERRITORY &&
                       ruleset_suicide(rules) != SUICIDE_YES &&
                       !history_model_has_first_pass(&model);
    if (model.strategies && !goes_by_creator(rules))
        model.retake = RETAKE_ILLEGAL;
    model.stone.allowed = model.pass.allowed = true;
    model.stone.lookup = model.pass.lookup = model.refresh.lookup = -1;
    if (has_superko(rules)) {
        static const enum item_identity identities[] = {
            [REPETITION_PSK] = ITEM_BOARD,
            [REPETITION_SSK] = ITEM_BOARD_NEXT,
            [REPETITION_NSSK] = ITEM_BOARD_CREATOR,
            [REPETITION_OWN] = ITEM_BOARD_CREATOR,
        };
        bool by_pass =
            repetition_of(rules) == REPETITION_SSK || repetition_of(rules) == REPETITION_OWN;
        model.class_count = 1;
        model.classes[0].identity = identities[repetition_of(rules)];
        model.stone.lookup = 0;
        model.stone.range_count = 1;
        model.stone.ranges[0] = (struct outcome_range){COUNTER_MIN, COUNTER_MAX, OUTCOME_ILLEGAL};
        model.stone.creates = 1;
        model.pass.creates = by_pass ? 1 : 0;
        model.start = goes_by_creator(rules) ? 0 : 1;
        model.always_there = goes_by_creator(rules) ? -1 : 0;
    }
    *ret_model = model;
}

const struct family family_superko = {
    .name = "superko",
    FAMILY_PARTS,
    .check = check,
};
