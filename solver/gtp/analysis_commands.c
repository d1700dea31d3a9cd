/*
 * Commands that analyse until the next command comes. Each looks for a while, reports, and looks
 * for a longer while; what was proved stays in the cache of the session.
 */
#include <errno.h>

#include "base/clock.h"
#include "gtp/analysis.h"
#include "gtp/commands.h"
#include "gtp/engine.h"
#include "gtp/genmove.h"
#include "gtp/play.h"

/* A while is at least so long, in seconds, and each so much longer than the one before. */
#define SECONDS_MIN 0.05
#define LONGER 1.5

/* Analyses for some seconds. Returns whether there is more to find. */
static bool look(struct gtp_session *session, struct gtp_analysis *analysis, double seconds,
                 struct gtp_answer *answer)
{
    const struct solve_result *result;
    struct solve_error err;
    struct solve_work work;
    if (gtp_engine_solve(session, true, seconds, &result, &err) < 0)
        return false;
    if (solve_result_work(result, &work) == 0)
        analysis->nodes += work.nodes;
    gtp_analysis_report(session, analysis, result, answer);
    gtp_answer_stream(answer);
    return !solve_result_moves_complete(result) && solve_result_stop(result) == SOLVE_STOP_TIME &&
           !solve_interrupt_is_requested(session->work);
}

static void stream(struct gtp_session *session, struct gtp_analysis *analysis,
                   struct gtp_answer *answer)
{
    double seconds = analysis->interval > SECONDS_MIN ? analysis->interval : SECONDS_MIN;
    double begun = clock_now();
    gtp_answer_begin(answer);
    gtp_input_watch(session->input, true);
    while (look(session, analysis, seconds, answer) && !ferror(answer->out)) {
        if (session->limits.max_seconds > 0 && clock_now() - begun >= session->limits.max_seconds)
            break;
        seconds *= LONGER;
    }
    gtp_input_wait(session->input);
    gtp_input_watch(session->input, false);
}

/* Makes the player of the analysis the one to move. Returns 0; or -1, and answer is a failure. */
static int get_ready(struct gtp_session *session, const struct gtp_analysis *analysis,
                     int *ret_put_in, struct gtp_answer *answer)
{
    struct solve_refusal why = {.reason = ""};
    int player = analysis->player >= 0 ? analysis->player : solve_game_to_move(session->game);
    int r = gtp_play_ready(session, player, ret_put_in, &why);
    if (r == 0)
        return 0;
    gtp_answer_fail(answer, "%s", why.reason);
    return -1;
}

static void analyse(struct gtp_session *session, const struct gtp_line *line, bool kata,
                    struct gtp_answer *answer)
{
    struct gtp_analysis analysis;
    int put_in;
    if (gtp_analysis_read(line, kata, &analysis, answer) < 0)
        return;
    if (solve_board_points(session->board) > SOLVE_POINTS_MAX) {
        gtp_genmove_undecided(session, NULL, answer);
        return;
    }
    if (get_ready(session, &analysis, &put_in, answer) < 0)
        return;
    stream(session, &analysis, answer);
    gtp_play_take_back(session, put_in);
}

static void run_kata_analyze(struct gtp_session *session, const struct gtp_line *line,
                             struct gtp_answer *answer)
{
    analyse(session, line, true, answer);
}

static void run_lz_analyze(struct gtp_session *session, const struct gtp_line *line,
                           struct gtp_answer *answer)
{
    analyse(session, line, false, answer);
}

/* Makes the move that was found, and reports what was found on the way. */
static void play_found(struct gtp_session *session, const struct gtp_analysis *analysis, int put_in,
                       struct solve_move move, struct gtp_answer *answer)
{
    int r = 0;
    if (session->resign && gtp_genmove_is_lost(session)) {
        gtp_play_take_back(session, put_in);
        gtp_answer_line(answer, "play resign");
    } else {
        gtp_analysis_report(session, analysis, session->found, answer);
        r = gtp_genmove_make(session, put_in, move, "play ", answer);
    }
    if (r == 0 && gtp_answer_is_whole(answer))
        gtp_answer_begin(answer);
}

static void generate(struct gtp_session *session, const struct gtp_line *line, bool kata,
                     struct gtp_answer *answer)
{
    struct gtp_analysis analysis;
    struct solve_move move;
    struct solve_work work;
    int put_in;
    if (gtp_analysis_read(line, kata, &analysis, answer) < 0 ||
        get_ready(session, &analysis, &put_in, answer) < 0)
        return;
    int player = solve_game_to_move(session->game);
    int r = gtp_genmove_find(session, answer, &move);
    if (r == 0 && solve_result_work(session->found, &work) == 0)
        analysis.nodes = work.nodes;
    if (r == 0)
        play_found(session, &analysis, put_in, move, answer);
    else
        gtp_play_take_back(session, put_in);
    gtp_clock_take(&session->clock, player, clock_now() - session->received);
}

static void run_kata_genmove(struct gtp_session *session, const struct gtp_line *line,
                             struct gtp_answer *answer)
{
    generate(session, line, true, answer);
}

static void run_lz_genmove(struct gtp_session *session, const struct gtp_line *line,
                           struct gtp_answer *answer)
{
    generate(session, line, false, answer);
}

#define WANTED "a colour, centiseconds, keys and values, all of them or none"

const struct gtp_command gtp_analysis_commands[] = {
    {"kata-analyze", 0, GTP_ANY_WORDS, WANTED, run_kata_analyze},
    {"lz-analyze", 0, GTP_ANY_WORDS, WANTED, run_lz_analyze},
    {"analyze", 0, GTP_ANY_WORDS, WANTED, run_kata_analyze},
    {"kata-genmove_analyze", 0, GTP_ANY_WORDS, WANTED, run_kata_genmove},
    {"lz-genmove_analyze", 0, GTP_ANY_WORDS, WANTED, run_lz_genmove},
    {"genmove_analyze", 0, GTP_ANY_WORDS, WANTED, run_kata_genmove},
    {0},
};
