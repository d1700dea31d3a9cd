/*
 * A line of a record: from a root to a node. It is what solve.h wants to know: a board, a position,
 * and the moves from there. A setup (AB, AW, AE, PL) within the line that changes anything starts a
 * new position: the moves before it are no history of the game any more.
 */
#ifndef SOLVER_SGF_LINE_H
#define SOLVER_SGF_LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "sgf/tree.h"
#include "solve.h"

/* A move that SGF has no way to write (a refreshing pass, a cycle that is removed) stands as text
 * in this property, beside B or W. */
#define SGF_EXACT_MOVE "XM"

struct sgf_move {
    int player; /* 0: B, 1: W */
    struct solve_move move;
    int node;
};

struct sgf_line {
    struct solve_board *board; /* owned, as all that follows */
    char position[SOLVE_POSITION_TEXT_MAX];
    int to_move; /* who moves first: by PL, the first move (on the main line), HA, or the one before
                  */
    bool told;   /* PL or a move says so */
    struct sgf_move *moves;
    size_t count;
    size_t before;                     /* moves before the last setup, which are left out */
    char *rules;                       /* RU; NULL: there is none */
    char *komi;                        /* KM; NULL: there is none */
    char end[SOLVE_POSITION_TEXT_MAX]; /* the position after the moves */
    int next;                          /* who is to move there if the players take turns */
    int handicap;                      /* HA; 0: there is none */
};

/*
 * Reads the line to node. Returns 0, -EINVAL (err: line, column, property, and what is wrong: no
 * game of Go, a size or a point that is none, two moves in a node, ...) or -ENOMEM. Release with
 * sgf_line_release().
 */
int sgf_line_read(const struct sgf_tree *tree, int node, struct sgf_line *ret_line,
                  struct error *err);
void sgf_line_release(struct sgf_line *line);

/* Makes the position after the moves the start: the line has no moves any more. Returns 0 or
 * -EINVAL (err): a move removes a cycle, so that this is not known. */
int sgf_line_forget(struct sgf_line *line, struct error *err);

/* The ruleset that RU names (rules.h). Returns 0, -ENOENT (there is no RU), -EINVAL (err) or
 * -ENOMEM. */
int sgf_line_rules(const struct sgf_line *line, struct solve_rules **ret_rules, struct error *err);

/* KM, or else the komi that KataGo's rules in RU name, in half points. Returns 0; -ENOENT (there is
 * none), -EINVAL (err): it is no half number within SOLVE_KOMI_MAX; or -ENOMEM (err). */
int sgf_line_komi(const struct sgf_line *line, int *ret_half_points, struct error *err);

/* Starts the game: the position, without the moves. Returns 0, -EINVAL (err: a chain has no
 * liberty, the rules are not for two players) or -ENOMEM. */
int sgf_line_start(const struct sgf_line *line, struct solve_rules *rules,
                   struct solve_game **ret_game, struct error *err);

/* Plays a move of a record, whose player must be the one to move. Returns as solve_game_play(). */
int sgf_move_play(struct solve_game *game, const struct sgf_move *move,
                  struct solve_refusal *refusal);

#endif
