/* The inside of control.h: what is known, the games on sets (control_sets.c), and the proofs of
 * control (control_prove.c). */
#ifndef SOLVER_RULES_CONTROL_CONTROL_INSIDE_H
#define SOLVER_RULES_CONTROL_CONTROL_INSIDE_H

#include <stdbool.h>

#include "rules/control/bordered.h"
#include "rules/control/control.h"
#include "rules/control/two_eyes.h"

/* The game on a set, or nothing. */
struct known_set {
    uint64_t set, prohibited;
    struct two_eyes *game;
};

/* A position: the stones of each player, and what is permanently prohibited. */
struct control_stones {
    uint64_t of[2], prohibited;
};

/* What each player controls in a position, and what is not decided of it. */
struct known_position {
    struct control_stones stones;
    uint64_t controlled[2], unknown[2];
    bool used;
};

struct control {
    const struct graph *graph;
    struct control_choice choice;
    uint64_t all;
    struct known_set *sets; /* a hash table, as positions is */
    size_t set_count, set_size;
    size_t states; /* of all games */
    size_t bytes;  /* of all games */
    size_t hold;   /* bytes that may be held; 0: any number */
    size_t limit;  /* of the states of one game */
    size_t first;  /* the same, tried first */
    size_t most;   /* the one of the two that is tried now */
    size_t left;   /* states that may be looked at for the present position */
    bool (*stop)(void *);
    void *stop_arg;
    int careful_from;
    struct known_position *positions;
    size_t position_count, position_size;
};

/* For hash tables. */
static inline uint64_t control_mix(uint64_t x)
{
    x = (x ^ (x >> 31)) * UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    return x ^ (x >> 29);
}

/* Games that are known, the one under way and positions get a third each of what may be held. */
static inline bool control_holds_too_much(const struct control *control, size_t bytes)
{
    return control->hold != 0 && bytes > control->hold / 3;
}

/*
 * Does player win the game on set? As two_eyes_solve(), within control->most states; *ret_game is
 * good until the next call.
 */
int control_solve_set(struct control *control, const struct control_stones *stones, int player,
                      uint64_t set, struct two_eyes **ret_game);

/* What matters of a position. */
struct control_stones control_stones(const struct control *control, const struct position *position,
                                     uint64_t prohibited);

/* The sets of player's that may give him control. Returns as bordered_find(). */
int control_bordered_sets(const struct control *control, const struct control_stones *stones,
                          int player, struct bordered *ret_bordered);

#endif
