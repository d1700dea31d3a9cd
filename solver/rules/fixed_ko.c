/*
 * The fixed ko rule (Robert Jasiek, 1997; Sensei's Library, Fixed Ko Rule). What may not be
 * repeated is a step, not a board: no stone play leads from board A to board B if one has led from
 * A to B before. A ko can be retaken once, and taken back no more. Whoever made the first step does
 * not matter, nor do passes. Two passes in a row end the game; every play is finite.
 */
#include "rules/families.h"
#include "rules/game.h"
#include "rules/history_model.h"

static const struct field *const fields[] = {&field_suicide, &field_scoring, NULL};

/* Does turn i lead from and to the same boards as turn j? Neither is the start. */
static bool same_step(const struct game *game, size_t i, size_t j)
{
    const struct turn *one = &game->turns[i], *two = &game->turns[j];
    return position_equal(game->graph, &one[-1].board, &two[-1].board) &&
           position_equal(game->graph, &one->board, &two->board);
}

static void judge(const struct game *game, struct verdict *verdict)
{
    size_t last = game->count - 1;
    if (game_now(game)->move.kind != MOVE_STONE)
        return;
    for (size_t i = last - 1; i > 0; i--) {
        if (game->turns[i].move.kind != MOVE_STONE || !same_step(game, i, last))
            continue;
        game_refuse(verdict, "fixed-ko", "leads from the same board to the same as move %zu", i);
        return;
    }
}

static void conclude(const struct game *game, struct turn *now)
{
    (void)game;
    game_end_by_passes(now);
}

/* For the engine (history_model.h): the steps that were made. */
static void describe(const struct ruleset *rules, struct history_model *ret_model)
{
    struct history_model model = {
        .class_count = 1,
        .classes = {{.identity = ITEM_PLAY}},
        .stone =
            {
                .allowed = true,
                .range_count = 1,
                .ranges = {{COUNTER_MIN, COUNTER_MAX, OUTCOME_ILLEGAL}},
                .creates = 1,
            },
        .pass = {.allowed = true, .lookup = -1},
        .always_there = -1,
        .passes_to_end = 2,
        .passes_kept = 1,
        .passing_safe = true,
        .solo_ends = true,
    };
    (void)rules;
    *ret_model = model;
}

const struct family family_fixed_ko = {
    .name = "fixed-ko",
    FAMILY_PARTS,
};
