/*
 * Turns under rules with cycles, made by the executable rules: a game is set up that stands at the
 * situation, where a cycle is to be removed after a lap that used what it used.
 */
#ifndef SOLVER_CERTIFICATE_CHECK_CYCLES_RULES_H
#define SOLVER_CERTIFICATE_CHECK_CYCLES_RULES_H

#include "certificate/check/cycles/score_watch.h"
#include "certificate/cycle_nodes.h"
#include "rules/game.h"

struct cycle_rules {
    struct game game;
    struct turn start; /* as the game began: what does not depend on the situation */
    struct score_watch watch;
};

/* What a turn leads to. */
struct cycle_result {
    bool over;
    struct cycle_node_situation situation; /* unless it is over */
    uint64_t changed;                      /* the points used by it */
    int gain; /* captives, Black's view; if it is over the margin from before it on */
};

/* Returns 0 or -ENOMEM. cycle_rules_release() it; it must not be moved. */
int cycle_rules_init(struct cycle_rules *ret_rules, const struct certificate *certificate,
                     struct budget *budget);
void cycle_rules_release(struct cycle_rules *rules); /* may be called twice */

/* Is it a situation that may arise: stones that have liberties, prohibitions of empty points? */
bool cycle_rules_is_sane(struct cycle_rules *rules, const struct cycle_node_situation *situation);

/* May a cycle be removed there, if there is one? Returns 1, 0 or as cycle_rules_play(). */
int cycle_rules_removes(struct cycle_rules *rules, const struct cycle_node_situation *situation);

/*
 * Makes a turn. Returns 1; 0 if the rules refuse it; -ENOMEM; what ended the budget; or -ERANGE:
 * the game is over then and its score is not decided.
 */
int cycle_rules_play(struct cycle_rules *rules, const struct cycle_node_situation *situation,
                     uint64_t used, int point, struct cycle_result *ret_result);

/* The situation that a turn of a game left. */
struct cycle_node_situation cycle_rules_situation(const struct graph *graph,
                                                  const struct turn *turn);

/* The points on which two situations differ. */
uint64_t cycle_rules_difference(const struct cycle_node_situation *a,
                                const struct cycle_node_situation *b);

#endif
