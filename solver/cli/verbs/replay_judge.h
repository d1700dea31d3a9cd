/* One game under several rulesets: what each makes of it, and where they part. */
#ifndef SOLVER_CLI_VERBS_REPLAY_JUDGE_H
#define SOLVER_CLI_VERBS_REPLAY_JUDGE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "cli/setup.h"
#include "cli/verbs/replay.h"
#include "report/rulesets.h"

/* What one ruleset makes of a move. */
struct judge_outcome {
    bool legal;
    int banned; /* the player, or -1 */
    int next;   /* who moves next; -1: the game is over */
    enum solve_ending ending;
    int winner; /* outright, or -1 */
};

/* Rulesets that agreed so far and part. Each of list is one of several groups. */
struct judge_part {
    size_t move;   /* from 1; 0: what the board counts at the end */
    size_t *group; /* of each ruleset: from 1; 0: it is none of these */
    size_t groups;
};

struct judge {
    const struct game_setup *setup;
    const struct rulesets *rulesets; /* all for as many players */
    struct replayed *list;           /* a replay under each ruleset */
    struct judge_part *parts;
    size_t part_count, part_room;
};

/* Plays the moves of setup under each ruleset and finds where they part. Returns 0 or -ENOMEM.
 * Release with replay_judge_release() whatever this returned. */
int replay_judge(const struct game_setup *setup, const struct rulesets *rulesets,
                 struct judge *ret_judge);
void replay_judge_release(struct judge *judge);

/* The words for what ruleset i makes of a part's move, or of the end. The text is the caller's:
 * free(); NULL: there is no memory. */
char *replay_judge_words(const struct judge *judge, size_t i, const struct judge_part *part);

void replay_judge_print_text(const struct judge *judge);
int replay_judge_print_json(const struct judge *judge, struct error *err);

#endif
