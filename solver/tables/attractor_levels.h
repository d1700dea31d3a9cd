/*
 * The levels of an attractor while it is made: which states are decided, and what is handed on.
 * Private to attractor.c and attractor_levels.c, which tells how it goes.
 */
#ifndef SOLVER_TABLES_ATTRACTOR_LEVELS_H
#define SOLVER_TABLES_ATTRACTOR_LEVELS_H

#include "tables/attractor.h"

/* Fewer states of a level are not worth another thread, least of all on a machine that others use:
 * who is through waits busily for the others. */
#define LEVELS_SHARED_LEAST (16 * LEVELS_CHUNK)
/* States of a level that a thread takes at a time. */
#define LEVELS_CHUNK 512

/* A node: ranks, and counters of successors that are not decided yet. */
struct node_record {
    uint8_t ranks[2 * LAYERS_MAX]; /* [attacker * layers + passes] */
    uint8_t left[2 * LAYERS_MAX];  /* [attacker * layers + passes] */
    uint32_t ko; /* of reverse_moves.ko_first, times 2; odd: some moves lead there with a ko */
};

/* The same of a state after a move with a ko. */
struct ko_record {
    uint8_t ranks[2]; /* [attacker] */
    uint8_t left[2];  /* [attacker] */
};

/* A growing list of states. */
struct frontier {
    uint64_t *states;
    size_t count, room;
};

/* All zero but reverse, how, layers and base, until attractor_levels_init(). */
struct attractor_levels {
    const struct reverse_moves *reverse;
    const struct attractor_work *how;
    int layers;
    uint64_t base; /* the first state after a move with a ko */
    struct node_record *records;
    struct ko_record *ko_records;
    int8_t *margins;       /* of the orbits, close together */
    struct frontier now;   /* states that are handed on */
    struct frontier *next; /* by thread: states that are decided meanwhile */
    uint8_t rank;          /* that states are decided with now */
};

/* Allocates what making the attractor takes and counts the successors of all states. Returns 0 or
 * -ENOMEM; attractor_levels_release() in any case. */
int attractor_levels_init(struct attractor_levels *levels);
void attractor_levels_release(struct attractor_levels *levels);

/* Decides the ends: passes that end the game on a board whose margin, in the view of either
 * player, is from least to most. Returns 0 or -ENOMEM. */
int attractor_levels_end(struct attractor_levels *levels, int least, int most);

/* Hands on what is decided, level after level, until nothing more is. Returns 0, -ENOMEM or
 * -EINTR. */
int attractor_levels_run(struct attractor_levels *levels);

/* Copies the ranks to where the attractor has them. */
void attractor_levels_copy(const struct attractor_levels *levels, struct attractor *attractor);

/* Goes on where an earlier run had come to. Returns 0, -ENOMEM, or -EBADMSG if what it left cannot
 * be. */
int attractor_levels_restore(struct attractor_levels *levels, const struct attractor_start *start);

#endif
