/* Values of moves as Leela Zero's and KataGo's analysis commands print them. */
#ifndef SOLVER_GTP_ANALYSIS_H
#define SOLVER_GTP_ANALYSIS_H

#include "gtp/answer.h"
#include "gtp/line.h"
#include "gtp/session.h"

struct gtp_analysis {
    bool kata;       /* KataGo's format, not Leela Zero's */
    bool root;       /* with KataGo's rootInfo */
    int player;      /* -1: who is to move */
    double interval; /* seconds between two reports */
    int most_moves;  /* in a report */
    uint64_t nodes;  /* states that were expanded so far */
};

/* Reads "[colour] [centiseconds] [key value ...]". Returns 0; or -EINVAL, and answer is a failure.
 */
int gtp_analysis_read(const struct gtp_line *line, bool kata, struct gtp_analysis *ret_analysis,
                      struct gtp_answer *answer);

/* Adds a line with a report of the moves to answer, best first. */
void gtp_analysis_report(const struct gtp_session *session, const struct gtp_analysis *analysis,
                         const struct solve_result *result, struct gtp_answer *answer);

#endif
