/*
 * libsolve: exact values of tiny Go boards under any repetition rule.
 *
 * A board is a graph of points, a ruleset says what repetition does, a game is a position and the
 * moves made from it: its whole history, since under superko rules the value depends on it. A
 * request says what is wanted and what may be used; solve_request_run() solves the state at which a
 * game stands and returns a result: bounds of its value, of every root move, a principal variation,
 * and, if asked for, a certificate that libsolve-check checks without any of the search. A store
 * keeps on disk what is proved, so that a run that was stopped is gone on with.
 *
 *     struct solve_board *board;
 *     struct solve_rules *rules;
 *     struct solve_game *game;
 *     struct solve_request *request;
 *     struct solve_result *result;
 *     struct solve_bounds value;
 *     solve_board_parse("2x3", &board, NULL);
 *     solve_rules_parse("psk", &rules, NULL);
 *     solve_game_new(board, rules, NULL, 0, &game, NULL);
 *     solve_request_new(&request);
 *     solve_request_run(request, game, &result, NULL);
 *     solve_result_bounds(result, &value);
 *
 * Errors. A function that can fail returns 0 (or a count) or a negative errno. What a ret_
 * parameter points to is written on success only. A last parameter err (NULL is allowed) receives
 * one line that says what is wrong with which object and what was wanted; it is written on failure
 * only. -EINVAL is wrong use or input that cannot be read, -ENOMEM is no memory. NULL for a handle
 * is -EINVAL where an errno is returned, and 0, NULL or false elsewhere; the functions that free
 * allow it.
 *
 * Printing and global state. The library never prints, installs no signal handlers, changes no
 * settings of the process and keeps no global state.
 *
 * Threads. Boards and rulesets never change: any number of threads may use one at once. Runs of any
 * number of threads may share a cache, and an open store. Else every handle serves one thread at a
 * time; different handles serve different threads at the same time.
 * What any thread may call at any time is marked so.
 *
 * Ownership. Boards and rulesets are counted references. A pointer to text or to an array that a
 * function returns is the handle's, and lasts as long as the handle unless it says otherwise.
 *
 * Units. Margins are points, Black's minus White's, before komi. Komi is in half points. Points of
 * a board are numbered from 0 (solve_board_point_name()). Players are numbered in the order of
 * play: 0 is Black, 1 is White. Turns of a game are numbered from 1; 0 is the start.
 *
 * The parts, which this header includes: solve-play.h (boards, rulesets, moves, games), solve-run.h
 * (requests, results, predictions), solve-store.h (stores, tables of all positions), solve-study.h
 * (endless play, coalitions, control) and solve-count.h (full histories, counted).
 */
#ifndef SOLVE_H
#define SOLVE_H

#include "solve-count.h"
#include "solve-play.h"
#include "solve-run.h"
#include "solve-store.h"
#include "solve-study.h"

#endif
