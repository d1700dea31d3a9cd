/* The board and the rules of a sub-table, made again from its name. */
#ifndef SOLVER_STORE_VERIFY_STAGE_H
#define SOLVER_STORE_VERIFY_STAGE_H

#include "rules/game.h"
#include "store/file/format.h"

struct store;

struct stage {
    char name[TABLE_NAME_MAX]; /* empty: none */
    struct graph *graph;
    struct game game; /* at its beginning: the empty board, Black to move */
};

/*
 * Makes them. Returns 0; -EINVAL: a ruleset or board that this version does not know; -EIO or
 * -ENOMEM. *ret_stage is to be released if 0, and else all zero but for its name.
 */
int stage_init(struct store *store, const char *name, struct stage *ret_stage);
void stage_release(struct stage *stage);

#endif
