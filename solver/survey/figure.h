/* A position on which rulesets differ, drawn. */
#ifndef SOLVER_SURVEY_FIGURE_H
#define SOLVER_SURVEY_FIGURE_H

#include "base/strbuf.h"
#include "survey/survey.h"

/*
 * Appends an SVG: the board with what each first play is worth, once for each value that the
 * position has under the rulesets. Nothing where no ruleset's value is known. Returns 0 or -ENOMEM.
 */
int figure_add(struct strbuf *text, const struct survey *survey,
               const struct survey_example *example);

/* The rulesets of the example that have the same known value as ruleset first, which is the first
 * of them, as "psk, ssk". False: it is not the first, or its value is not known. */
bool figure_group(const struct survey *survey, const struct survey_example *example, size_t first,
                  struct strbuf *names);

#endif
