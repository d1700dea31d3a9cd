/*
 * What the checker of strategies accepts, followed in games by the executable rules, against
 * opponents who try everything: is every reply legal, and does each game end with the margin?
 */
#ifndef TESTS_CERTIFICATES_STRATEGY_CONTEST_H
#define TESTS_CERTIFICATES_STRATEGY_CONTEST_H

#include "base/bytes.h"
#include "rules/game.h"

/* What has been seen. */
struct contest_tally {
    int random_games; /* to play against each strategy */
    long tries;       /* strategies made, by whoever counts them */
    long accepted, refused;
    long claims; /* followed */
    long whole;  /* of them: in all lines */
    long games;  /* random ones */
    long turns;
    long repeats;  /* boards that a stone brought back */
    long bans;     /* players out */
    long solo;     /* stones of players whose opponent is out */
    long outright; /* games that the player won outright */
    long refreshes, suicides;
    long failed;
};

/* Follows every claim of the certificate, if it is accepted. */
void contest_file(struct contest_tally *tally, const struct bytes *file);

/* The moves by number: a stone on each point, a pass, a refreshing pass. */
struct move contest_move(const struct game *game, int number);

#endif
