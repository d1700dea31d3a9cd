/* The moves before a claim: replayed under the executable rules, with what the rules remember. */
#ifndef SOLVER_CERTIFICATE_CHECK_CLAIM_MOVES_H
#define SOLVER_CERTIFICATE_CHECK_CLAIM_MOVES_H

#include "certificate/check/demands.h"
#include "certificate/format.h"
#include "certificate/replay.h"

struct line_item {
    struct item item;
    bool present;
    int counter; /* Black's view */
};

struct line {
    struct replay replay; /* the executable rules */
    struct boards *boards;
    const struct history_model *model;
    struct place place; /* now; of a game that goes on with both players */
    struct line_item *items;
    size_t count, room;
    uint32_t *slots; /* item + 1 by hash; twice the room, both */
    struct {         /* as line_mark() found it */
        size_t turns, count;
        struct place place;
        struct line_item *items; /* as many as there is room for */
    } mark;
};

/*
 * Starts at proof's start, no move made. Returns 0, -ENOMEM or what ended the boards' budget.
 * line_release() it.
 */
int line_init(struct line *ret_line, const struct certificate *proof, struct boards *boards,
              const struct history_model *model);
void line_release(struct line *line);

/*
 * Plays a move. Returns 0; -EINVAL where the rules refuse it or the game is over, or where the
 * rules and their description do not agree (err says which); else as line_init().
 */
int line_play(struct line *line, struct move move, struct error *err);

/*
 * Remembers where the line stands, and goes back there, as often as is wanted: so a claim costs its
 * own move and not the whole line. Returns 0, -ENOMEM or what ended the budget.
 */
int line_mark(struct line *line);
int line_go_back(struct line *line);

/* Does the game go on with both players? */
bool line_is_open(const struct line *line);

/* Is the demand fulfilled? */
bool line_fulfils(const struct line *line, const struct demand *demand);

/* Prisoners so far, Black's view; 0 where they do not count. */
int line_gain(const struct line *line);

#endif
