/*
 * Kee Rules of Go, by Wilton Kee, 5 March 2007 (Sensei's Library), for two players. Numbers in
 * brackets are those of its rules. Suicide is legal [3b].
 *
 * The situation to play of a turn is the board to play on and the last board on which the opponent
 * passed, or none [4]. A stone may not produce a situation to play that appeared before for the
 * next player [5]. The game ends when both players in a row pass the same situation to play [6]:
 * the second of two passes if its player passed last on that very board before, else the third.
 *
 * Every play is finite: each stone makes a new situation, and there are finitely many.
 */
#include "rules/families.h"
#include "rules/game.h"
#include "rules/history_model.h"

enum { START_APPEARED, START_NEW };
enum { SUICIDE_2007_YES, SUICIDE_2007_MULTI, SUICIDE_2007_NO };

static const struct field field_start = {
    "start",
    {"appeared", "new", NULL},
    "does the start count as a situation to play that has appeared",
};

static const struct field field_suicide_2007 = {
    "suicide",
    {"yes", "multi", "no", NULL},
    "may a play remove its own chain: always, only a chain of several stones, never",
};

static const struct field *const fields[] = {&field_start, &field_suicide_2007, &field_scoring,
                                             NULL};

static enum suicide suicide(const struct ruleset *rules)
{
    switch (ruleset_value(rules, &field_suicide_2007)) {
    case SUICIDE_2007_MULTI:
        return SUICIDE_MULTI;
    case SUICIDE_2007_NO:
        return SUICIDE_NO;
    case SUICIDE_2007_YES:
    default:
        return SUICIDE_YES;
    }
}

/* The board on which player had passed last after turn i; NULL: he had not passed. */
static const struct position *passed_board(const struct game *game, size_t i, int player)
{
    for (; i > 0; i--)
        if (game->turns[i].player == player && game->turns[i].move.kind == MOVE_PASS)
            return &game->turns[i].board;
    return NULL;
}

static bool same_board(const struct game *game, const struct position *a, const struct position *b)
{
    return a == NULL || b == NULL ? a == b : position_equal(game->graph, a, b);
}

/* [4] Is the situation to play after turn i that after the last turn, for the same player? */
static bool same_situation(const struct game *game, size_t i)
{
    const struct turn *now = game_now(game), *then = &game->turns[i];
    size_t last = game->count - 1;
    return then->next == now->next && position_equal(game->graph, &then->board, &now->board) &&
           same_board(game, passed_board(game, i, 1 - now->next),
                      passed_board(game, last, 1 - now->next));
}

/* [5] */
static void judge(const struct game *game, struct verdict *verdict)
{
    bool start = ruleset_value(&game->rules, &field_start) == START_APPEARED;
    char name[48];
    if (game_now(game)->move.kind != MOVE_STONE)
        return;
    for (size_t i = game->count - 1; i-- > (start ? 0 : 1);) {
        if (!same_situation(game, i))
            continue;
        game_refuse(verdict, "5", "produces the situation to play of %s", game_name_turn(i, name));
        return;
    }
}

/*
 * [6] The second of two passes is made on the board that the opponent has just passed on. The first
 * was made on the same situation only if that came after a pass, too: a stone cannot produce it, as
 * it appeared when the board was passed on before [5].
 */
static void conclude(const struct game *game, struct turn *now)
{
    (void)game;
    if (now->passes > 2) {
        now->ending = ENDING_SCORED;
        now->rule = "6";
    }
}

/*
 * For the engine (history_model.h): the situations to play that appeared, each for a player. Only
 * his opponent's plays bring them about, so the history is one of what each player made, apart for
 * each board on which he passed last.
 */
static void describe(const struct ruleset *rules, struct history_model *ret_model)
{
    bool start = ruleset_value(rules, &field_start) == START_APPEARED;
    struct history_model model = {
        .class_count = 1,
        .classes = {{.identity = ITEM_BOARD_AFTER}},
        .stone =
            {
                .allowed = true,
                .range_count = 1,
                .ranges = {{COUNTER_MIN, COUNTER_MAX, OUTCOME_ILLEGAL}},
                .creates = 1,
            },
        .pass = {.allowed = true, .lookup = -1, .creates = 1},
        .start = start ? 1 : 0,
        .always_there = start ? 0 : -1,
        .passes_to_end = 3,
        .passed_boards = true,
        .passes_kept = 2,
        .passing_safe = true,
        .solo_ends = true,
    };
    *ret_model = model;
}

const struct family family_kee2007 = {
    .name = "kee2007",
    FAMILY_PARTS,
    .suicide = suicide,
};
