/* For the files that judge rows: what is found out about one, and solving with a limit. */
#ifndef SOLVER_REPORT_FINDING_H
#define SOLVER_REPORT_FINDING_H

#include "base/strbuf.h"
#include "certificate/write/write.h"
#include "report/claim.h"
#include "report/pv_text.h"
#include "report/verdict.h"
#include "result/analysis.h"

/* One row's cells of the results, as they are found out. */
struct finding {
    enum verdict_kind kind;
    struct bytes certificate;             /* of the verdict, checked; empty: none */
    struct strbuf claimed, claimed_plays; /* as they are shown */
    struct strbuf computed;               /* "" where not decided */
    struct strbuf best;                   /* plays */
    struct strbuf takes, refrains;        /* TABLE_GREEDY */
    struct strbuf reason;                 /* what is wrong, or why it is not decided */
    struct strbuf line;                   /* of play, that shows it */
};

void finding_release(struct finding *finding);

/* Says that the row is not decided, and why. Returns 0. */
int finding_leave_open(struct finding *finding, const char *why);

/* The game a row is about: empty board, moves made. */
struct row_game {
    struct graph *graph;
    struct ruleset rules;
    struct game game; /* game.turns NULL: not started */
};

/*
 * Starts the game of a row under rules. Returns 1; 0 if it cannot be judged (finding says why):
 * unknown ruleset, a board larger than the limit; or -ENOMEM. Release with row_game_release(),
 * whatever it returned.
 */
int row_game_start(const struct table_row *row, const char *rules,
                   const struct judge_limits *limits, struct row_game *ret_game,
                   struct finding *finding);
void row_game_release(struct row_game *game);

/*
 * Plays the plays of a cell. Returns 1; 0 if one is not legal (*ret_verdict says why, *ret_played
 * how many were made) or the game ended before; or -ENOMEM.
 */
int row_game_play(struct row_game *game, const char *plays, size_t *ret_played,
                  struct verdict *ret_verdict);

/*
 * Solves where game stands, within the limits. With value_only the other first plays are left out.
 * If only the first plays ran out of the limit the value is solved again, for its line.
 * Returns 0 or a negative errno; analysis_release() the result.
 */
int solve_within(const struct game *game, const struct judge_limits *limits, bool value_only,
                 struct analysis *ret_analysis);

/* As solve_within(), without a store, for a certificate, which is to be released if this returns 0.
 */
int solve_certified(const struct game *game, const struct judge_limits *limits, bool value_only,
                    struct written_certificate *ret_certificate, struct analysis *ret_analysis);

/* Boards of so many points are certified unasked. */
#define CERTIFIED_POINTS 12

/*
 * Certifies what finding says of game, if its verdict rests on judged (with value_only: on the
 * bounds of the root alone) and the board is not too large: sets finding->certificate if there is
 * one, it was accepted and it claims all that judged says. If it is refused the row is left open.
 * Returns 0 or a negative errno.
 */
int finding_certify(const struct game *game, const struct judge_limits *limits, bool value_only,
                    const struct analysis *judged, struct finding *finding);

/* Why solving stopped, or NULL: "interrupted", "not decided within the limit". */
const char *stop_name(enum stop_reason stopped);

/* The value as text where it is known, "+4" or "lower -4, upper +4"; else "". */
void write_value(struct strbuf *text, const struct bounds *bounds);

/* Black's result at komi 0 in points: the least and the most that it can still be. */
struct result_range {
    int least, most;
};
struct result_range result_at_zero(const struct bounds *bounds);

/* Does what is proved agree with a claimed value, which is given? */
enum verdict_kind judge_claimed_value(const struct claimed_value *claimed,
                                      const struct bounds *bounds);

/* The kinds of tables: each judges a row into finding. Return 0 or -ENOMEM. */
int judge_values(const struct table *table, const struct table_row *row,
                 const struct judge_limits *limits, struct finding *finding);
int judge_openings(const struct table *table, const struct table_row *row,
                   const struct judge_limits *limits, struct finding *finding);
int judge_legal(const struct table_row *row, const struct judge_limits *limits,
                struct finding *finding);
int judge_games(const struct table *table, const struct table_row *row,
                const struct judge_limits *limits, struct finding *finding);
int judge_greedy(const struct table_row *row, const char *rules, const struct judge_limits *limits,
                 struct finding *finding);

#endif
