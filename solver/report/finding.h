/* What the files that find verdicts share: what is found out about one row. */
#ifndef SOLVER_REPORT_FINDING_H
#define SOLVER_REPORT_FINDING_H

#include "base/strbuf.h"
#include "report/certified.h"
#include "report/claim.h"
#include "report/solved.h"
#include "report/verdict.h"

/* One row's cells of the results, as they are found out. */
struct row_finding {
    enum verdict_kind kind;         /* the verdict */
    struct solve_result *certified; /* its certificate, checked, proves the verdict; NULL: none */
    char hash[CERTIFIED_HASH_MAX];  /* the certificate's XXH3-128 in hexadecimal; "": none */
    struct strbuf claimed;          /* the claimed value, as it is shown */
    struct strbuf claimed_plays;    /* the claimed moves, as they are shown */
    struct strbuf computed;         /* the value; "" where it is not decided */
    struct strbuf best;             /* the best moves */
    struct strbuf takes;            /* TABLE_GREEDY: what each greedy move comes to */
    struct strbuf refrains;         /* TABLE_GREEDY: what the best move comes to instead */
    struct strbuf reason;           /* what is wrong, or why it is not decided */
    struct strbuf line;             /* a variation that shows it */
};

void finding_release(struct row_finding *finding);

/* Says that the row is not decided, and why. Returns 0. */
int finding_leave_open(struct row_finding *finding, const char *why);

/* A row whose verdict is to be certified. */
struct certified_row {
    const struct table_row *row;
    struct solve_game *game;
    const struct solved *solved; /* what the verdict rests on; of it with value_only */
    bool value_only;             /* the bounds of the root alone */
    /* The verdict that bounds of the root and of the root moves come to by themselves. */
    enum verdict_kind (*judge)(const struct table_row *row, struct solve_game *game,
                               const struct solved *said);
    struct row_finding *finding;
};

/*
 * Certifies the verdict of a row. Sets its finding's certified and hash if the board is not too
 * large and the certificate was accepted, and claims all that solved says; or all of the root, and
 * of root moves so much that the verdict is the same by it: then the reason says so. If the
 * certificate is refused the row is left open. Returns 0 or a negative errno.
 */
int finding_certify(const struct certified_row *of, const struct verdict_limits *limits);

/* Returns why solving stopped, or NULL: "interrupted", "not decided within the limit". */
const char *finding_stop_name(enum solve_stop stopped);

/* Does what is proved agree with a claimed value, which is given? */
enum verdict_kind verdict_values_compare(const struct claimed_value *claimed,
                                         const struct solve_bounds *bounds);

/* The kinds of tables: each puts the verdict on a row into finding. Return 0 or -ENOMEM. */
int verdict_values(const struct table *table, const struct table_row *row,
                   const struct verdict_limits *limits, struct row_finding *finding);
int verdict_openings(const struct table *table, const struct table_row *row,
                     const struct verdict_limits *limits, struct row_finding *finding);
int verdict_counts_legal(const struct table_row *row, const struct verdict_limits *limits,
                         struct row_finding *finding);
int verdict_counts_games(const struct table *table, const struct table_row *row,
                         const struct verdict_limits *limits, struct row_finding *finding);
int verdict_longest(const struct table *table, const struct table_row *row,
                    const struct verdict_limits *limits, struct row_finding *finding);
int verdict_estimates(const struct table *table, const struct table_row *row,
                      const struct verdict_limits *limits, struct row_finding *finding);
int verdict_greedy(const struct table_row *row, const char *rules,
                   const struct verdict_limits *limits, struct row_finding *finding);

#endif
