/* Commands that make moves, take them back, and tell how the game ended. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/human.h"
#include "gtp/commands.h"
#include "gtp/engine.h"
#include "gtp/genmove.h"
#include "gtp/play.h"

static void run_play(struct gtp_session *session, const struct gtp_line *line,
                     struct gtp_answer *answer)
{
    struct solve_refusal why = {.reason = ""};
    struct solve_move move;
    int put_in, player = gtp_play_colour(line->word[0]);
    if (player < 0 || gtp_play_vertex(session, line->word[1], &move) < 0) {
        gtp_answer_fail(answer, "invalid color or coordinate");
        return;
    }
    int r = gtp_play_ready(session, player, &put_in, &why);
    if (r == GTP_PLAY_OUT && move.kind == SOLVE_MOVE_PASS)
        r = gtp_play_nothing(session, &why);
    else if (r == 0)
        r = gtp_play_move(session, put_in, move, &why);
    if (r != 0)
        gtp_play_fail(answer, r, &why);
}

/* Writes the move as the answer; play: makes it. */
static void make(struct gtp_session *session, int put_in, struct solve_move move, bool play,
                 struct gtp_answer *answer)
{
    char name[SOLVE_MOVE_TEXT_MAX];
    bool resigned = session->resign && gtp_genmove_is_lost(session);
    if (play && !resigned) {
        gtp_genmove_make(session, put_in, move, "", answer);
        return;
    }
    gtp_play_take_back(session, put_in);
    gtp_answer_add(answer, "%s",
                   resigned ? "resign" : solve_move_format(session->board, move, name));
}

static void generate(struct gtp_session *session, const struct gtp_line *line, bool play,
                     struct gtp_answer *answer)
{
    struct solve_refusal why = {.reason = ""};
    struct solve_move move;
    int put_in, player = gtp_play_colour(line->word[0]);
    if (player < 0) {
        gtp_answer_fail(answer, "invalid color");
        return;
    }
    int r = gtp_play_ready(session, player, &put_in, &why);
    if (r == GTP_PLAY_OUT) {
        if (play && gtp_play_nothing(session, &why) < 0)
            gtp_answer_fail(answer, "%s", why.reason);
        else
            gtp_answer_add(answer, "pass");
        return;
    }
    if (r < 0) {
        gtp_answer_fail(answer, "%s", why.reason);
        return;
    }
    r = gtp_genmove_find(session, answer, &move);
    if (r == 0)
        make(session, put_in, move, play, answer);
    else
        gtp_play_take_back(session, put_in);
    if (play)
        gtp_clock_take(&session->clock, player, clock_now() - session->received);
}

static void run_genmove(struct gtp_session *session, const struct gtp_line *line,
                        struct gtp_answer *answer)
{
    generate(session, line, true, answer);
}

static void run_reg_genmove(struct gtp_session *session, const struct gtp_line *line,
                            struct gtp_answer *answer)
{
    generate(session, line, false, answer);
}

static void run_undo(struct gtp_session *session, const struct gtp_line *line,
                     struct gtp_answer *answer)
{
    (void)line;
    if (gtp_play_undo(session) < 0)
        gtp_answer_fail(answer, "cannot undo");
}

/* Half points for Black, komi taken off: "B+3.5", "W+2", "0". */
static void write_score(struct gtp_answer *answer, int half_points)
{
    const int infinite = SOLVE_MARGIN_INFINITE; /* of half points: no board comes near it */
    if (half_points == 0)
        gtp_answer_add(answer, "0");
    else if (half_points >= infinite || half_points <= -infinite)
        gtp_answer_add(answer, half_points > 0 ? "B+F" : "W+F");
    else
        gtp_answer_add(answer, "%c+%s", half_points > 0 ? 'B' : 'W',
                       human_half_points(abs(half_points)));
}

/* The game goes on: what it is worth. */
static void write_value(struct gtp_session *session, struct gtp_answer *answer)
{
    const struct solve_result *result;
    struct solve_bounds bounds;
    int sure, most;
    if (gtp_genmove_solve(session, false, 0, &result, answer) < 0)
        return;
    solve_result_bounds(result, &bounds);
    gtp_engine_outcome(session, &bounds, 0, &sure, &most);
    if (sure == most)
        write_score(answer, sure);
    else
        gtp_genmove_undecided(session, result, answer);
}

static void run_final_score(struct gtp_session *session, const struct gtp_line *line,
                            struct gtp_answer *answer)
{
    const struct solve_game *game = session->game;
    struct solve_turn last = {0};
    int scores[SOLVE_PLAYERS_MAX];
    (void)line;
    solve_game_turn(game, solve_game_turns(game), &last);
    switch (last.ending) {
    case SOLVE_GOES_ON:
        write_value(session, answer);
        return;
    case SOLVE_NO_RESULT:
        gtp_answer_fail(answer, "the game ended without a result");
        return;
    case SOLVE_TIE:
        gtp_answer_add(answer, "0");
        return;
    case SOLVE_WON:
        gtp_answer_add(answer, last.winner == 0 ? "B+F" : "W+F");
        return;
    case SOLVE_SCORED:
        solve_game_watch(session->game, session->work, session->limits.max_seconds);
        if (solve_game_half_points(game, scores) < 0)
            gtp_answer_fail(answer, "not decided: the board cannot be scored");
        else
            write_score(answer, scores[0] - scores[1] - session->komi);
        return;
    }
}

/* Adds the chain of the stone at point to line, and marks it. */
static void add_chain(const struct gtp_session *session, const uint8_t *stones, bool *met,
                      int point, struct gtp_answer *answer)
{
    int waiting[SOLVE_BOARD_POINTS_MAX], count = 0;
    bool any = false;
    waiting[count++] = point;
    met[point] = true;
    while (count > 0) {
        int at = waiting[--count], neighbours;
        const int *next = solve_board_neighbours(session->board, at, &neighbours);
        gtp_answer_add(answer, "%s%s", any ? " " : "", solve_board_point_name(session->board, at));
        any = true;
        for (int i = 0; i < neighbours; i++)
            if (stones[next[i]] == stones[point] && !met[next[i]]) {
                met[next[i]] = true;
                waiting[count++] = next[i];
            }
    }
}

static void run_final_status_list(struct gtp_session *session, const struct gtp_line *line,
                                  struct gtp_answer *answer)
{
    const char *status = line->word[0];
    const uint8_t *stones = solve_game_stones(session->game, solve_game_turns(session->game));
    bool met[SOLVE_BOARD_POINTS_MAX] = {false};
    bool alive = strcmp(status, "alive") == 0;
    if (!alive && strcmp(status, "dead") != 0 && strcmp(status, "seki") != 0) {
        gtp_answer_fail(answer, "invalid status: wanted alive, seki or dead");
        return;
    }
    if (session->facts.removes_cycles) {
        gtp_answer_fail(answer, "not decided: these rules score by who controls a point");
        return;
    }
    /* All other rules here score the board as it stands: what is on it is alive. */
    for (int p = 0; alive && p < solve_board_points(session->board); p++) {
        if (stones[p] == 0 || met[p])
            continue;
        gtp_answer_line(answer, "%s", "");
        add_chain(session, stones, met, p, answer);
    }
}

const struct gtp_command gtp_move_commands[] = {
    {"play", 2, 2, "a colour and a vertex", run_play},
    {"genmove", 1, 1, "a colour", run_genmove},
    {"reg_genmove", 1, 1, "a colour", run_reg_genmove},
    {"undo", 0, 0, NULL, run_undo},
    {"final_score", 0, 0, NULL, run_final_score},
    {"final_status_list", 1, 1, "alive, seki or dead", run_final_status_list},
    {0},
};
