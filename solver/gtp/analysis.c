/*
 * Values of moves as analysis commands print them. All numbers are from the view of who is to move:
 * winrate is 1 for a proved win, 0 for a proved loss, else 0.5; scoreLead is the proved result with
 * the komi, or the middle of what is possible; scoreMin and scoreMax are what is proved of it;
 * "proven true" says that they are one number; visits are the states that were expanded, the same
 * for each move.
 */
#include "gtp/analysis.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "gtp/engine.h"
#include "gtp/play.h"
#include "gtp/word.h"

/* Moves of a variation that are printed. */
#define PV_MAX 40
#define CENTISECONDS_MAX 1000000

struct reported {
    struct solve_root_move move;
    int sure, most; /* half points for who is to move, komi taken off */
    bool first;     /* of the principal variation */
};

/* Keys whose value changes nothing here: there are no estimates of who owns a point. */
static bool is_idle_key(const char *key)
{
    static const char *const idle[] = {
        "ownership", "ownershipStdev", "movesOwnership", "movesOwnershipStdev",
        "pvVisits",  "pvEdgeVisits",   "minmoves"};
    for (size_t i = 0; i < sizeof(idle) / sizeof(idle[0]); i++)
        if (strcmp(key, idle[i]) == 0)
            return true;
    return false;
}

/* Sets what a key says. Returns 0 or -EINVAL. */
static int set_key(struct gtp_analysis *analysis, const char *key, const char *value)
{
    int number;
    if (strcmp(key, "rootInfo") == 0) {
        analysis->root = strcmp(value, "true") == 0;
        return 0;
    }
    if (is_idle_key(key))
        return 0;
    bool interval = strcmp(key, "interval") == 0;
    if (!interval && strcmp(key, "maxmoves") != 0)
        return -EINVAL;
    if (gtp_word_number(value, 0, CENTISECONDS_MAX, &number) < 0)
        return -EINVAL;
    if (interval)
        analysis->interval = number / 100.0;
    else
        analysis->most_moves = number;
    return 0;
}

int gtp_analysis_read(const struct gtp_line *line, bool kata, struct gtp_analysis *ret_analysis,
                      struct gtp_answer *answer)
{
    struct gtp_analysis analysis = {
        .kata = kata, .player = -1, .interval = 1, .most_moves = SOLVE_BOARD_POINTS_MAX + 2};
    size_t at = 0;
    int number;
    if (at < line->count && gtp_play_colour(line->word[at]) >= 0)
        analysis.player = gtp_play_colour(line->word[at++]);
    if (at < line->count && gtp_word_number(line->word[at], 0, CENTISECONDS_MAX, &number) == 0) {
        analysis.interval = number / 100.0;
        at++;
    }
    for (; at < line->count; at += 2) {
        const char *value = at + 1 < line->count ? line->word[at + 1] : "";
        if (set_key(&analysis, line->word[at], value) < 0) {
            gtp_answer_fail(answer, "syntax error: cannot read '%.40s %.40s'", line->word[at],
                            value);
            return -EINVAL;
        }
    }
    *ret_analysis = analysis;
    return 0;
}

static int compare(const void *a, const void *b)
{
    const struct reported *one = a, *two = b;
    if (one->sure != two->sure)
        return one->sure > two->sure ? -1 : 1;
    if (one->most != two->most)
        return one->most > two->most ? -1 : 1;
    bool one_passes = one->move.move.kind == SOLVE_MOVE_PASS;
    bool two_passes = two->move.move.kind == SOLVE_MOVE_PASS;
    if (one->first != two->first)
        return one->first ? -1 : 1;
    if (one_passes != two_passes)
        return two_passes ? -1 : 1;
    return one->move.move.point - two->move.move.point;
}

/* The moves that GTP knows, best first. Returns how many, or -ENOMEM. */
static int list(const struct gtp_session *session, const struct solve_result *result,
                struct reported **ret_list)
{
    size_t moves = solve_result_move_count(result), length;
    const struct solve_move *pv = solve_result_pv(result, &length);
    int count = 0, player = solve_game_to_move(session->game);
    struct reported *all = calloc(moves + 1, sizeof(*all));
    if (all == NULL)
        return -ENOMEM;
    for (size_t i = 0; i < moves; i++) {
        struct reported *one = &all[count];
        solve_result_move(result, i, &one->move);
        if (one->move.move.kind == SOLVE_MOVE_REFRESH)
            continue;
        gtp_engine_outcome(session, &one->move.bounds, player, &one->sure, &one->most);
        one->first = length > 0 && gtp_play_is_same(pv[0], one->move.move);
        count++;
    }
    qsort(all, (size_t)count, sizeof(*all), compare);
    *ret_list = all;
    return count;
}

/* A win outright is no number of points: as much as there can be. */
static double points_of(const struct gtp_session *session, int half_points)
{
    double most = solve_board_points(session->board) + SOLVE_KOMI_MAX / 2.0;
    double points = half_points / 2.0;
    return points > most ? most : points < -most ? -most : points;
}

static double win_rate(int sure, int most)
{
    return sure > 0 ? 1 : most < 0 ? 0 : 0.5;
}

static void add_pv(const struct gtp_session *session, const struct solve_result *result,
                   const struct reported *one, struct gtp_answer *answer)
{
    char name[SOLVE_MOVE_TEXT_MAX];
    size_t length;
    const struct solve_move *pv = solve_result_pv(result, &length);
    gtp_answer_add(answer, " pv %s", solve_move_format(session->board, one->move.move, name));
    for (size_t i = 1; one->first && i < length && i < PV_MAX; i++)
        gtp_answer_add(answer, " %s", solve_move_format(session->board, pv[i], name));
}

/* What is proved of a move or of the root, as numbers. */
struct numbers {
    unsigned long long visits;
    double rate;        /* of winning */
    double least, most; /* points */
    double lead;        /* in the middle of them */
};

static struct numbers numbers_of(const struct gtp_session *session,
                                 const struct gtp_analysis *analysis, int sure, int most)
{
    struct numbers numbers = {
        .visits = analysis->nodes > 0 ? analysis->nodes : 1,
        .rate = win_rate(sure, most),
        .least = points_of(session, sure),
        .most = points_of(session, most),
    };
    numbers.lead = (numbers.least + numbers.most) / 2;
    return numbers;
}

/* What KataGo prints alike of a move and of the root. */
static void add_numbers(const struct numbers *of, struct gtp_answer *answer)
{
    gtp_answer_add(answer,
                   " utility %.6f winrate %.6f scoreMean %.6f scoreStdev %.6f scoreLead %.6f"
                   " scoreSelfplay %.6f",
                   2 * of->rate - 1, of->rate, of->lead, (of->most - of->least) / 2, of->lead,
                   of->lead);
}

static void add_move(const struct gtp_session *session, const struct gtp_analysis *analysis,
                     const struct reported *one, double prior, int order, struct gtp_answer *answer)
{
    char name[SOLVE_MOVE_TEXT_MAX];
    const struct numbers of = numbers_of(session, analysis, one->sure, one->most);
    gtp_answer_add(answer, "%sinfo move %s visits %llu", order > 0 ? " " : "",
                   solve_move_format(session->board, one->move.move, name), of.visits);
    if (analysis->kata) {
        add_numbers(&of, answer);
        gtp_answer_add(answer, " prior %.6f lcb %.6f utilityLcb %.6f", prior, of.rate,
                       2 * of.rate - 1);
    } else {
        gtp_answer_add(answer, " winrate %d prior %d lcb %d scoreLead %.6f", (int)(of.rate * 10000),
                       (int)(prior * 10000), (int)(of.rate * 10000), of.lead);
    }
    gtp_answer_add(answer, " order %d proven %s scoreMin %.1f scoreMax %.1f", order,
                   one->sure == one->most ? "true" : "false", of.least, of.most);
}

static void add_root(const struct gtp_session *session, const struct gtp_analysis *analysis,
                     const struct solve_result *result, struct gtp_answer *answer)
{
    struct solve_bounds bounds;
    int sure, most, player = solve_game_to_move(session->game);
    solve_result_bounds(result, &bounds);
    gtp_engine_outcome(session, &bounds, player, &sure, &most);
    const struct numbers of = numbers_of(session, analysis, sure, most);
    gtp_answer_add(answer, " rootInfo visits %llu", of.visits);
    add_numbers(&of, answer);
}

void gtp_analysis_report(const struct gtp_session *session, const struct gtp_analysis *analysis,
                         const struct solve_result *result, struct gtp_answer *answer)
{
    struct reported *all;
    int count = list(session, result, &all), best = 0;
    if (count < 0) {
        answer->text.failed = true;
        return;
    }
    while (best < count && all[best].sure == all[0].sure && all[best].most == all[0].most)
        best++;
    strbuf_separate(&answer->text, "\n");
    for (int i = 0; i < count && i < analysis->most_moves; i++) {
        add_move(session, analysis, &all[i], i < best ? 1.0 / best : 0, i, answer);
        add_pv(session, result, &all[i], answer);
    }
    if (analysis->root)
        add_root(session, analysis, result, answer);
    free(all);
}
