/* Quantiles of Student's t, by which an error is told from how runs differ. */
#ifndef SOLVER_COUNT_STUDENT_H
#define SOLVER_COUNT_STUDENT_H

/* What t exceeds, either way, with this chance (above 0, below 1); freedom: degrees of it, 1 or
 * more. */
double student_quantile(double chance, int freedom);

#endif
