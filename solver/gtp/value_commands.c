/* What only this engine can say: values, why a move is worth what it is, endless play. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/human.h"
#include "gtp/commands.h"
#include "gtp/engine.h"
#include "gtp/genmove.h"
#include "gtp/play.h"

/* Solves the game as it stands. Returns NULL where that is not possible, and answer says so. */
static const struct solve_result *solve(struct gtp_session *session, bool values,
                                        struct gtp_answer *answer)
{
    const struct solve_result *result;
    return gtp_genmove_solve(session, values, 0, &result, answer) == 0 ? result : NULL;
}

static void add_moves(struct gtp_answer *answer, const struct solve_board *board,
                      const struct solve_move *moves, size_t count)
{
    char name[SOLVE_MOVE_TEXT_MAX];
    for (size_t i = 0; i < count; i++)
        gtp_answer_add(answer, " %s", solve_move_format(board, moves[i], name));
}

static void run_value(struct gtp_session *session, const struct gtp_line *line,
                      struct gtp_answer *answer)
{
    char value[GTP_ENGINE_VALUE_MAX];
    struct solve_bounds bounds;
    const struct solve_result *result = solve(session, false, answer);
    (void)line;
    if (result == NULL)
        return;
    solve_result_bounds(result, &bounds);
    bool known = gtp_engine_value(session, &bounds, value);
    gtp_answer_line(answer, "%s%s", known ? "" : "not decided: ", value);
    if (known && bounds.lower_min < bounds.upper_min)
        gtp_answer_line(answer, "between the two: %s", session->facts.between);
    gtp_answer_line(
        answer, "lower %s %s upper %s %s proven %s", gtp_engine_margin(session, bounds.lower_min),
        gtp_engine_margin(session, bounds.lower_max), gtp_engine_margin(session, bounds.upper_min),
        gtp_engine_margin(session, bounds.upper_max), known ? "true" : "false");
}

static void run_moves(struct gtp_session *session, const struct gtp_line *line,
                      struct gtp_answer *answer)
{
    char value[GTP_ENGINE_VALUE_MAX], name[SOLVE_MOVE_TEXT_MAX];
    struct solve_root_move one;
    const struct solve_result *result = solve(session, true, answer);
    (void)line;
    for (size_t i = 0; result != NULL && solve_result_move(result, i, &one) == 0; i++) {
        gtp_engine_short_value(session, &one.bounds, value);
        bool best = solve_result_rating(result, i, session->komi) == SOLVE_RATED_BEST;
        gtp_answer_line(answer, "%s %s%s", solve_move_format(session->board, one.move, name), value,
                        best ? " best" : "");
    }
}

/* Compares what the player is sure of after the move with what he was sure of before it. */
static void add_loss(struct gtp_session *session, int player, const struct solve_bounds *before,
                     const struct solve_bounds *after, struct gtp_answer *answer)
{
    int was, was_most, is, is_most;
    gtp_engine_outcome(session, before, player, &was, &was_most);
    gtp_engine_outcome(session, after, player, &is, &is_most);
    if (was != was_most || is != is_most)
        return;
    if (is >= was) {
        gtp_answer_add(answer, ": a best move");
    } else if (was - is >= SOLVE_MARGIN_INFINITE) {
        gtp_answer_add(answer, ": it loses outright");
    } else {
        gtp_answer_add(answer, ": %s less than the best", human_half_points(was - is));
    }
}

/* What the move that was just played in game is worth, and the line that shows it. */
static void tell_after(struct gtp_session *session, const struct solve_bounds *before, int player,
                       const char *name, struct solve_game *game, struct gtp_answer *answer)
{
    char value[GTP_ENGINE_VALUE_MAX];
    struct solve_result *result = NULL;
    struct solve_error err = {"out of memory"};
    struct solve_bounds after;
    size_t length;
    if (gtp_engine_solve_game(session, game, false, 0, &result, &err) < 0) {
        gtp_answer_fail(answer, "%s", err.text);
        return;
    }
    solve_result_bounds(result, &after);
    bool known = gtp_engine_value(session, &after, value);
    gtp_answer_line(answer, "%s is legal; after it %s%s", name,
                    known ? "" : "it is not decided: ", value);
    add_loss(session, player, before, &after, answer);
    const struct solve_move *pv = solve_result_pv(result, &length);
    gtp_answer_line(answer, "line: %s", name);
    add_moves(answer, session->board, pv, length);
    long cycle = solve_result_pv_cycle(result);
    if (cycle >= 0)
        gtp_answer_add(answer, " and so on round, from move %ld of the line", cycle + 2);
    solve_result_free(result);
}

static void explain(struct gtp_session *session, int player, struct solve_move move,
                    struct gtp_answer *answer)
{
    char name[SOLVE_MOVE_TEXT_MAX];
    struct solve_refusal why = {.reason = "no move of this board"};
    struct solve_game *game;
    solve_move_format(session->board, move, name);
    int r = solve_game_check(session->game, move, &why);
    if (r == -EPERM) {
        gtp_answer_line(answer, "%s is illegal: %s", name, why.reason);
        if (why.rule != NULL && strstr(why.reason, why.rule) == NULL)
            gtp_answer_add(answer, " (rule %s)", why.rule);
        return;
    }
    if (solve_board_points(session->board) > SOLVE_POINTS_MAX) {
        gtp_answer_line(answer,
                        "%s is legal; what it is worth is not decided: the board has more "
                        "than %d points",
                        name, SOLVE_POINTS_MAX);
        return;
    }
    const struct solve_result *result = r == 0 ? solve(session, false, answer) : NULL;
    if (result == NULL)
        return;
    struct solve_bounds before;
    solve_result_bounds(result, &before);
    r = solve_game_copy(session->game, &game);
    if (r < 0) {
        gtp_answer_fail(answer, "out of memory");
        return;
    }
    solve_game_play(game, move, NULL);
    tell_after(session, &before, player, name, game, answer);
    solve_game_free(game);
}

static void run_why(struct gtp_session *session, const struct gtp_line *line,
                    struct gtp_answer *answer)
{
    struct solve_move move;
    struct solve_refusal why = {.reason = ""};
    int put_in = 0, player = solve_game_to_move(session->game);
    if (line->count == 2)
        player = gtp_play_colour(line->word[0]);
    if (player < 0 || gtp_play_vertex(session, line->word[line->count - 1], &move) < 0) {
        gtp_answer_fail(answer, "invalid color or coordinate");
        return;
    }
    int r = gtp_play_ready(session, player, &put_in, &why);
    if (r == -ENOMEM)
        gtp_answer_fail(answer, "%s", why.reason);
    else if (r != 0)
        gtp_answer_add(answer, "%s is illegal: %s", line->word[line->count - 1], why.reason);
    else
        explain(session, player, move, answer);
    gtp_play_take_back(session, put_in);
}

static void tell_endless(struct gtp_session *session, const struct solve_endless *found,
                         struct gtp_answer *answer)
{
    switch (found->verdict) {
    case SOLVE_ENDLESS_YES:
        gtp_answer_add(answer, "Play can go on for ever (%s): %s", found->argument, found->reason);
        break;
    case SOLVE_ENDLESS_NO:
        gtp_answer_add(answer, "Every play ends (%s): %s", found->argument, found->reason);
        break;
    case SOLVE_ENDLESS_UNDECIDED:
        gtp_answer_add(answer, "Not decided (%s): %s", found->argument, found->reason);
        break;
    }
    if (found->moves == NULL)
        return;
    gtp_answer_line(answer, "way:");
    add_moves(answer, session->board, found->moves, found->way);
    gtp_answer_line(answer, "cycle:");
    add_moves(answer, session->board, found->moves + found->way, found->cycle);
}

static void run_endless(struct gtp_session *session, const struct gtp_line *line,
                        struct gtp_answer *answer)
{
    struct solve_request *request;
    struct solve_endless found;
    struct solve_error err = {"out of memory"};
    (void)line;
    if (gtp_engine_request(session, 0, &request) < 0) {
        gtp_answer_fail(answer, "out of memory");
        return;
    }
    int r = solve_request_endless(request, session->game, &found, &err);
    solve_request_free(request);
    if (r == 0) {
        tell_endless(session, &found, answer);
        solve_endless_release(&found);
    } else if (r == -EINTR || r == -ENOSPC) {
        gtp_answer_fail(answer, "not decided: %s", r == -EINTR ? "stopped" : "memory is full");
    } else {
        gtp_answer_fail(answer, "%s", r == -EINVAL ? err.text : strerror(-r));
    }
}

/* GoGui draws it: each point's value, best moves green, others redder the more they lose. */
static void run_gfx(struct gtp_session *session, const struct gtp_line *line,
                    struct gtp_answer *answer)
{
    char value[GTP_ENGINE_VALUE_MAX], name[SOLVE_MOVE_TEXT_MAX];
    struct solve_bounds bounds;
    struct solve_root_move one;
    const struct solve_result *result = solve(session, true, answer);
    (void)line;
    if (result == NULL)
        return;
    int player = solve_game_to_move(session->game), best, best_most, own, own_most;
    int worst = 2 * solve_board_points(session->board);
    solve_result_bounds(result, &bounds);
    gtp_engine_outcome(session, &bounds, player, &best, &best_most);
    for (size_t i = 0; solve_result_move(result, i, &one) == 0; i++) {
        if (one.move.kind != SOLVE_MOVE_STONE)
            continue;
        gtp_engine_outcome(session, &one.bounds, player, &own, &own_most);
        gtp_engine_short_value(session, &one.bounds, value);
        solve_move_format(session->board, one.move, name);
        gtp_answer_line(answer, "LABEL %s %s", name, value);
        if (own != own_most || best != best_most)
            continue;
        int loss = best - own > 2 * worst ? 2 * worst : best - own;
        int shade = loss > 0 ? 191 - 191 * loss / (2 * worst) : 0;
        if (loss > 0)
            gtp_answer_line(answer, "COLOR #ff%02x%02x %s", shade, shade, name);
        else
            gtp_answer_line(answer, "COLOR #00c000 %s", name);
    }
    gtp_engine_value(session, &bounds, value);
    gtp_answer_line(answer, "TEXT %s", value);
}

static void run_sboard(struct gtp_session *session, const struct gtp_line *line,
                       struct gtp_answer *answer)
{
    char value[GTP_ENGINE_VALUE_MAX];
    struct solve_root_move one;
    const struct solve_result *result = solve(session, true, answer);
    int points = solve_board_points(session->board), columns = solve_board_columns(session->board);
    size_t at = 0;
    (void)line;
    if (result == NULL)
        return;
    for (int p = 0; p < points; p++) { /* moves come in the order of the points */
        strcpy(value, "\"\"");
        if (solve_result_move(result, at, &one) == 0 && one.move.kind == SOLVE_MOVE_STONE &&
            one.move.point == p) {
            gtp_engine_short_value(session, &one.bounds, value);
            at++;
        }
        gtp_answer_add(answer, "%s%s", p == 0 ? "" : p % columns == 0 ? "\n" : " ", value);
    }
}

const struct gtp_command gtp_value_commands[] = {
    {"solve-value", 0, 0, NULL, run_value},
    {"solve-moves", 0, 0, NULL, run_moves},
    {"solve-why", 1, 2, "a vertex, perhaps with a colour before it", run_why},
    {"solve-endless", 0, 0, NULL, run_endless},
    {"solve-gfx", 0, 0, NULL, run_gfx},
    {"solve-sboard", 0, 0, NULL, run_sboard},
    {0},
};
