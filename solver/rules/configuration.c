/*
 * Jasiek's Configuration Rules (27 October 1996). Two rules forbid stone plays:
 *
 * - The basic ko rule: no two stone plays in a row bring back the board before them.
 * - The prohibition rule: from a board that stood before, no stone is played on a point on which
 *   one was played, by whomever, since that board first stood.
 *
 * Two passes in a row end the game. Every play is finite: a stone that is played from a board may
 * not be played from it on the same point again.
 */
#include "rules/families.h"
#include "rules/game.h"
#include "rules/history_model.h"

static const struct field *const fields[] = {&field_suicide, &field_scoring, NULL};

/* The first turn after which the board stood from which the last turn was played. */
static size_t first_stood(const struct game *game)
{
    const struct turn *before = game_now(game) - 1;
    size_t i = 0;
    while (!position_equal(game->graph, &game->turns[i].board, &before->board))
        i++;
    return i;
}

static void judge(const struct game *game, struct verdict *verdict)
{
    const struct turn *now = game_now(game);
    char name[48];
    if (now->move.kind != MOVE_STONE)
        return;
    if (game_retakes_ko(game)) {
        game_refuse(verdict, "ko", "two plays in a row bring back the board before them");
        return;
    }
    size_t first = first_stood(game);
    for (size_t i = first + 1; i + 1 < game->count; i++) {
        const struct turn *then = &game->turns[i];
        if (then->move.kind != MOVE_STONE || then->move.point != now->move.point)
            continue;
        game_refuse(verdict, "prohibition",
                    "move %zu was played there since the board first stood, as %s", i,
                    game_name_turn(first, name));
        return;
    }
}

static void conclude(const struct game *game, struct turn *now)
{
    (void)game;
    game_end_by_passes(now);
}

/*
 * For the engine (history_model.h). Class 0: the boards that stood; class 1: of each of them the
 * points played on since.
 */
static void describe(const struct ruleset *rules, struct history_model *ret_model)
{
    enum { STOOD, PLAYED };
    struct history_model model = {
        .class_count = 2,
        .classes =
            {
                {ITEM_BOARD, COUNTS_PLAYS, RECREATION_KEEPS},
                {.identity = ITEM_POINT_SINCE},
            },
        .stone =
            {
                .allowed = true,
                .lookup = PLAYED,
                .range_count = 1,
                .ranges = {{COUNTER_MIN, COUNTER_MAX, OUTCOME_ILLEGAL}},
                .creates = 1 << STOOD,
                .shift = {1},
            },
        .pass = {.allowed = true, .lookup = -1},
        .start = 1 << STOOD,
        .always_there = STOOD,
        .passes_to_end = 2,
        .passes_kept = 1,
        .simple_ko = true,
        .passing_safe = true,
        .solo_ends = true,
    };
    (void)rules;
    *ret_model = model;
}

const struct family family_configuration = {
    .name = "configuration",
    FAMILY_PARTS,
};
