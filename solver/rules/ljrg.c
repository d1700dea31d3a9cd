/*
 * Logical Japanese Rules of Go, by Robert M. Pauli, popular version, summer 2004. Nothing on the
 * board is forbidden because it was there before; but where a situation comes back the player to
 * move may remove the cycle that led there, and what it used is empty and prohibited for good. What
 * is alive is what can be proved to be so (control.h). Komi [2] is left to whoever reads the score.
 */
#include "rules/ljrg.h"

#include <errno.h>
#include <string.h>

#include "base/human.h"
#include "rules/control_choice.h"
#include "rules/cycles.h"
#include "rules/history_model.h"

enum { REMOVAL_YES, REMOVAL_NO };

static const struct field field_removal = {
    "removal",
    {"yes", "no", NULL},
    "whether a disturbing cycle may be removed, as the text says; no shows what that changes",
};

static const struct field *const fields[] = {&field_removal, &field_control_ko, &field_control_pass,
                                             &field_control_permanent, NULL};

bool ljrg_removes(const struct ruleset *rules)
{
    return ruleset_value(rules, &field_removal) == REMOVAL_YES;
}

/* [13] A prohibited empty location is a liberty, too. */
static bool has_liberties(const struct game *game, const struct position *board, int point)
{
    struct chain chain;
    position_chain(game->graph, board, point, &chain);
    return chain.liberties > 0;
}

/* The board after the removals of the last turn and "after placement": nothing is captured yet. */
static void place(const struct game *game, const struct position *before,
                  const struct point_set *permanent, int point, int player,
                  struct position *ret_board)
{
    *ret_board = *before;
    for (int p = 0; p < game->graph->points; p++)
        if (point_set_has(permanent, p))
            ret_board->cells[p] = POINT_EMPTY;
    ret_board->cells[point] = STONE_OF(player);
}

/* Do all stones of player have liberties? */
static bool all_have_liberties(const struct game *game, const struct position *board, int player)
{
    for (int p = 0; p < game->graph->points; p++)
        if (board->cells[p] == STONE_OF(player) && !has_liberties(game, board, p))
            return false;
    return true;
}

/* [11] Are all the liberties of the stone on point permanently prohibited? */
static bool liberties_are_permanent(const struct game *game, const struct position *board,
                                    const struct point_set *permanent, int point)
{
    const struct graph *graph = game->graph;
    struct chain chain;
    position_chain(graph, board, point, &chain);
    for (int i = 0; i < chain.size; i++) {
        int p = chain.points[i];
        for (int j = graph->first[p]; j < graph->first[p + 1]; j++) {
            int q = graph->adjacent[j];
            if (board->cells[q] == POINT_EMPTY && !point_set_has(permanent, q))
                return false;
        }
    }
    return true;
}

/*
 * [9] Why player may not put a stone on the empty point of the board that before left once the
 * cycle is removed that made permanent what is permanently prohibited now.
 */
static enum prohibition find_prohibition(const struct game *game, const struct turn *before,
                                         const struct point_set *permanent, int point)
{
    struct position placed;
    int player = before->next;
    if (point_set_has(permanent, point))
        return PROHIBITED_FOR_GOOD;
    if (point_set_has(&before->temporary, point))
        return before->player < 0 ? PROHIBITED_INITIALLY : PROHIBITED_BY_KO;
    place(game, &before->board, permanent, point, player, &placed);
    if (!all_have_liberties(game, &placed, 1 - player))
        return PROHIBITED_NOT;
    if (!has_liberties(game, &placed, point))
        return PROHIBITED_SUICIDE; /* [10] */
    return liberties_are_permanent(game, &placed, permanent, point) ? PROHIBITED_PSEUDO_SUICIDE
                                                                    : PROHIBITED_NOT;
}

enum prohibition ljrg_prohibition(const struct game *game, size_t turn, int point)
{
    const struct turn *before = &game->turns[turn];
    return find_prohibition(game, before, &before->permanent, point);
}

/* The name of each, as what is refused shows it, and words that follow a point's name. */
static const char *const prohibitions[][2] = {
    [PROHIBITED_NOT] = {NULL, "is not prohibited"},
    [PROHIBITED_SUICIDE] = {"suicide", "is suicide"},
    [PROHIBITED_PSEUDO_SUICIDE] = {"pseudo-suicide",
                                   "leaves only permanently prohibited liberties"},
    [PROHIBITED_INITIALLY] = {"initial", "is initially prohibited"},
    [PROHIBITED_BY_KO] = {"ko", "was cleared by a ko capture in the turn before"},
    [PROHIBITED_FOR_GOOD] = {"permanent", "was used by a removed cycle"},
};

const char *ljrg_prohibition_rule(enum prohibition prohibition)
{
    return prohibitions[prohibition][0];
}

const char *ljrg_prohibition_words(enum prohibition prohibition)
{
    return prohibitions[prohibition][1];
}

/* [3] [7] */
static void remove_cycle(const struct game *game, struct turn *now, struct verdict *verdict)
{
    size_t before = game->count - 2;
    struct cycle cycle;
    int count = cycles_count(game, before);
    if (!ljrg_removes(&game->rules)) {
        game_refuse(verdict, "cycle", "cycles are not removed in this ruleset");
    } else if (!cycles_find(game, before, now->move.cycle, &cycle)) {
        game_refuse(verdict, "cycle", "there is no cycle %d: the situation stood %d %s before",
                    now->move.cycle, count, human_noun((uint64_t)count, "time", "times"));
    } else if (!cycles_disturb(game, before)) {
        game_refuse(verdict, "disturbing", "cycle %d is not disturbing: a pass would end the game",
                    now->move.cycle);
    } else {
        for (int p = 0; p < game->graph->points; p++) {
            if (!point_set_has(&cycle.used, p))
                continue;
            point_set_add(&now->permanent, p);
            if (now->board.cells[p] == POINT_EMPTY)
                continue;
            now->lost[now->board.cells[p] - 1]++;
            now->board.cells[p] = POINT_EMPTY;
            now->removed++;
        }
    }
}

/* Suicide is refused by then. */
static void judge(const struct game *game, struct verdict *verdict)
{
    const struct turn *now = game_now(game), *before = now - 1;
    if (now->move.kind != MOVE_STONE)
        return;
    enum prohibition prohibition = find_prohibition(game, before, &now->permanent, now->move.point);
    if (prohibition != PROHIBITED_NOT)
        game_refuse(verdict, ljrg_prohibition_rule(prohibition), "%s %s",
                    game->graph->names[now->move.point], ljrg_prohibition_words(prohibition));
}

/*
 * [12] Was the stone just placed a ko capture: after placement exactly two stones had no liberties,
 * of both colours? The other one's location was cleared [9].
 */
static bool is_ko_capture(const struct game *game, const struct turn *now, int *ret_cleared)
{
    const struct turn *before = now - 1;
    struct position placed;
    int breathless[2] = {0, 0}, count = 0;
    if (now->move.kind != MOVE_STONE)
        return false;
    place(game, &before->board, &now->permanent, now->move.point, now->player, &placed);
    for (int p = 0; p < game->graph->points; p++) {
        if (placed.cells[p] == POINT_EMPTY || has_liberties(game, &placed, p))
            continue;
        if (count < 2)
            breathless[count] = p;
        count++;
    }
    if (count != 2 || placed.cells[breathless[0]] == placed.cells[breathless[1]])
        return false;
    *ret_cleared = breathless[0] == now->move.point ? breathless[1] : breathless[0];
    return true;
}

/* [4] A turn that neither added nor removed a stone, even if it removed a cycle without stones. */
static bool is_pass(const struct turn *now)
{
    return now->move.kind == MOVE_PASS && now->removed == 0;
}

/*
 * [4] The passes that it takes to end the game: two from a situation without temporarily prohibited
 * locations, one where the last turn was such a pass; a pass where there are some is one more.
 */
static int passes_needed(const struct turn *now)
{
    if (!point_set_is_empty(&now->temporary))
        return 3;
    if (now->player < 0 || !is_pass(now))
        return 2;
    return now[-1].needed - 1;
}

static void conclude(const struct game *game, struct turn *now)
{
    int cleared;
    if (now->player >= 0) {
        memset(&now->temporary, 0, sizeof(now->temporary));
        if (is_ko_capture(game, now, &cleared))
            point_set_add(&now->temporary, cleared);
        now->passes = is_pass(now) ? now[-1].passes + 1 : 0;
    }
    now->needed = passes_needed(now);
    if (now->needed == 0) {
        now->ending = ENDING_SCORED;
        now->rule = "passes";
    }
}

/* game->scoring is the control of all boards seen so far; NULL if the board is too large for it. */
static int start(struct game *game)
{
    struct control_choice choice = control_choice_of(&game->rules);
    struct control *control = NULL;
    int r = control_new(game->graph, &choice, &control);
    if (r < 0 && r != -ERANGE)
        return r;
    game->scoring = control;
    conclude(game, &game->turns[0]);
    return 0;
}

static void finish(struct game *game)
{
    control_free(game->scoring);
}

struct control *ljrg_control(const struct game *game)
{
    return game->scoring;
}

/* [5] */
static int score(const struct game *game, int *scores)
{
    signed char owner[BOARD_MAX_POINTS];
    const struct turn *now = game_now(game);
    if (game->scoring == NULL)
        return -ERANGE;
    /* The boards that control takes have no more points than a word has bits. */
    int r = control_find_prohibited(game->scoring, &now->board, now->permanent.words[0], owner);
    if (r < 0)
        return r;
    memset(scores, 0, PLAYERS_MAX * sizeof(*scores));
    for (int k = 0; k < 2; k++) {
        for (int p = 0; p < game->graph->points; p++) {
            if (owner[p] != k && owner[p] != CONTROL_BOTH)
                continue;
            scores[k] += now->board.cells[p] != STONE_OF(k);     /* territory */
            scores[k] += now->board.cells[p] == STONE_OF(1 - k); /* dead stone */
        }
        scores[k] += now->lost[1 - k]; /* captives */
    }
    return 0;
}

/* For the engine (history_model.h). No items fit: what stood before does not tell a cycle's use. */
static void describe(const struct ruleset *rules, struct history_model *ret_model)
{
    (void)rules;
    *ret_model = (struct history_model){
        .cycles = true,
        .always_there = -1,
        .pairs = true,
        .endless = true,
        .unbounded = true,
        .cycle_word = "endless play",
    };
}

static const char *passes(const struct ruleset *rules)
{
    return ruleset_value(rules, &field_removal) == REMOVAL_YES ? "pass or cycle:N" : "pass";
}

const struct family family_ljrg = {
    .name = "ljrg",
    FAMILY_PARTS,
    .passes = passes,
    .start = start,
    .finish = finish,
    .remove_cycle = remove_cycle,
    .score = score,
    .scoring_name = "control",
};
