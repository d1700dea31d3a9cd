/* The strategies' checker against the executable rules. */
#ifndef TESTS_CERTIFICATES_STRATEGY_BOARDS_H
#define TESTS_CERTIFICATES_STRATEGY_BOARDS_H

/*
 * Random games under every ruleset: wherever a ko can be retaken at once, is what describe() says
 * of it what becomes of it? Returns 0, or 1 if not, or if no ko was met.
 */
int compare_retakes(const char *board, int games);

/* Random moves: the same boards, kos, scores and images? And on boards of more than nine points:
 * does the table of states keep what is put into it? Returns 0 or 1. */
int compare_boards(const char *board, int plays);

#endif
