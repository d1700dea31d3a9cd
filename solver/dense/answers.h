/*
 * What a finished table of all margins (dense/margins.h) in a file says of any state, without an
 * index of the boards: a block of the file tells how many boards each of its lines has, and the
 * boards of one line are found anew in microseconds.
 */
#ifndef SOLVER_DENSE_ANSWERS_H
#define SOLVER_DENSE_ANSWERS_H

#include "dense/file.h"
#include "dense/game.h"

/* Blocks that are kept unpacked. */
#define DENSE_ANSWERS_BLOCKS 32

struct dense_answers_block {
    bool there, damaged;
    uint64_t number, used; /* of the block; when it was asked for last */
    struct bytes raw;
    struct dense_file_block view;
};

/* An open table. One thread at a time asks it. It must not be moved. */
struct dense_answers {
    struct dense_codes codes;
    struct dense_index index; /* of no lines: for game */
    struct dense_game game;   /* kos is not set */
    bool simple_ko;
    struct dense_file file;
    struct dense_answers_block kept[DENSE_ANSWERS_BLOCKS];
    uint64_t asked;
    uint64_t damaged; /* blocks that were found damaged */
};

/* Which table it is to be. */
struct dense_answers_wanted {
    const char *path;
    const char *name; /* as struct dense_file_head has it */
    const struct graph *graph;
    enum suicide suicide;
    enum scoring scoring;
    int layers; /* passes in a row that end the game */
    bool simple_ko;
};

/*
 * Opens a finished table. Returns 0; -ENOENT: there is none; -EBADMSG: it is damaged, or another
 * one; -EPROTO: a later version wrote it; or another negative errno. dense_answers_close() it; one
 * that is all zero is allowed.
 */
int dense_answers_open(struct dense_answers *ret_answers,
                       const struct dense_answers_wanted *wanted);
void dense_answers_close(struct dense_answers *answers);

/*
 * Finds the entries (dense/margins.h) of a state of a legal board by attacker, colours as in the
 * state. Returns 1; 0 where the table does not tell: no play leaves such a ko, or the state, or one
 * after a play from it, lies in a damaged block; or a negative errno.
 */
int dense_answers_find(struct dense_answers *answers, const struct dense_state *state,
                       unsigned ret_codes[2]);

#endif
