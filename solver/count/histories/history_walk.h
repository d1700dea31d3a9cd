/*
 * A walk through all lines of play, with the history of each, that looks a state up before it goes
 * through what follows.
 *
 * What of the history matters. An item matters as long as some move that can still be reached looks
 * it up; a move can be reached by moves that are not blocked for good: those whose item is there,
 * is not going to be cleared on the way, and never lets play go on. Two histories of one state that
 * agree in the items that matter, and in their counters where outcomes depend on them, go on alike:
 * a move that the one blocks looks up an item that matters, so the other blocks it, too; therefore
 * the same moves are reached, and each meets the same outcomes. A counter is taken relative to now,
 * for what passes and plays add to it later is the same for both.
 *
 * A key is the state with that, in the image under the board's symmetries and the swap of the
 * colours that comes first.
 */
#ifndef SOLVER_COUNT_HISTORY_WALK_H
#define SOLVER_COUNT_HISTORY_WALK_H

#include "count/histories/history_graph.h"
#include "count/histories/history_memo.h"
#include "count/run.h"

/* A state of the present line. Its history is in arrays of the walk, by its level. */
struct history_frame {
    uint32_t node;
    uint32_t edge;      /* the one that is looked at next */
    uint32_t taken;     /* the one that was taken to the next level */
    uint32_t key_words; /* of its key */
    uint64_t hash;      /* of its key */
    uint64_t nodes;     /* of the run before it */
    bool begins_alone;  /* its value is kept as that of a game alone */
};

struct history_walk {
    const struct history_graph *graph;
    struct count_run *run;
    size_t words;    /* of a set of items */
    size_t key_room; /* words of a key at most */
    size_t phases;   /* sets of classes that may have been cleared: bits */
    size_t max_bytes;
    size_t fixed_bytes;   /* of what does not grow with the line of play, the graph included */
    uint64_t *class_sets; /* [class * words]: the items of a class */
    struct history_memo memo;
    struct history_sums sums;
    struct history_value *alone; /* by node: games of who goes on alone; count 0: not known */

    struct history_frame *frames;
    uint64_t *present; /* [level * words]: the items that are there */
    uint64_t *keys;    /* [level * key_room] */
    int32_t *born;     /* [level * item_count]: the class's balance when the item was created */
    int32_t *balance;  /* [level * HISTORY_CLASSES] */
    size_t levels;     /* that there is room for */

    /* For finding out what matters. */
    uint64_t *matters; /* [words] */
    uint64_t *image;   /* [key_room] */
    int32_t *counters; /* by item of the image */
    uint32_t *seen;    /* [phase * node_count + node]: the round in which it was */
    uint32_t *queue;   /* of phase * node_count + node */
    uint32_t round;
};

/* Makes a walk that uses at most max_bytes, the graph included. Returns 0, -ENOSPC: that is too
 * little to begin; or -ENOMEM. history_walk_release() it. */
int history_walk_init(struct history_walk *ret_walk, const struct history_graph *graph,
                      struct count_run *run, size_t max_bytes);
void history_walk_release(struct history_walk *walk);

/* Returns the bytes that the walk and its graph hold. */
size_t history_walk_bytes(const struct history_walk *walk);

/* Forgets what is known of states, but not what those who go on alone have. Returns 0 or -ENOMEM.
 */
int history_walk_forget(struct history_walk *walk);

/* Puts the game at node 0 of the graph, where its history begins. */
void history_walk_start(struct history_walk *walk);

/* Makes a move by which the game goes on, before the count. Returns 0, or -EINVAL: the graph has no
 * such move. */
int history_walk_move(struct history_walk *walk, struct move move);

/*
 * Counts the games that go on from there: they are the sum of level 0. Returns 0; -EINTR: run->stop
 * says why; or -ENOMEM.
 */
int history_walk_count(struct history_walk *walk);

/* Counts the games of who goes on alone from a node. The line of play is lost: the walk must be
 * started again. As history_walk_count(). */
int history_walk_alone(struct history_walk *walk, uint32_t node, mpz_t games);

/* Makes the key of the state at a level; *ret_words is its length. Returns the key. */
const uint64_t *history_walk_key(struct history_walk *walk, size_t level, size_t *ret_words);

/* The counter of an item at a level, in Black's view; 0 where it does not count. */
int32_t history_walk_counter(const struct history_walk *walk, size_t level, uint32_t item);

static inline bool history_walk_has(const struct history_walk *walk, size_t level, uint32_t item)
{
    return walk->present[level * walk->words + item / 64] >> (item % 64) & 1;
}

#endif
