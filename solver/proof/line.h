/* The moves before a claim: replayed under the executable rules, with what the rules remember. */
#ifndef SOLVER_PROOF_LINE_H
#define SOLVER_PROOF_LINE_H

#include "proof/demands.h"
#include "proof/format.h"

struct line_item {
    struct item item;
    bool present;
    int counter; /* Black's view */
};

struct line {
    struct game game; /* the executable rules */
    struct boards *boards;
    const struct history_model *model;
    struct place place; /* now; of a game that goes on with both players */
    struct line_item *items;
    size_t count, room;
};

/* Starts at proof's start, no move made. Returns 0, -ENOMEM, BUDGET_SPENT. line_release() it. */
int line_init(struct line *ret_line, const struct proof *proof, struct boards *boards,
              const struct history_model *model);
void line_release(struct line *line);

/*
 * Plays a move. Returns 0; -EINVAL where the rules refuse it or the game is over, or where the
 * rules and their description do not agree (err says which); -ENOMEM; BUDGET_SPENT.
 */
int line_play(struct line *line, struct move move, struct error *err);

/* Does the game go on with both players? */
bool line_is_open(const struct line *line);

/* Is the demand fulfilled? */
bool line_fulfils(const struct line *line, const struct demand *demand);

/* Prisoners so far, Black's view; 0 where they do not count. */
int line_gain(const struct line *line);

#endif
