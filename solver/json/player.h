/* What players are called: "black", "white", "third", "fourth"; and as a sentence begins. */
#ifndef SOLVER_JSON_PLAYER_H
#define SOLVER_JSON_PLAYER_H

/* player is 0 .. SOLVE_PLAYERS_MAX - 1. */
const char *player_name(int player);
const char *player_title(int player);

#endif
