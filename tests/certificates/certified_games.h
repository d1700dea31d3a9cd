/*
 * What tests of certificates under rules with cycles share: games are solved where they stand and
 * certified, by a sound engine, or by one that forgets part of the past (INJECTED_BUG).
 *
 *   PROGRAM sound|injected BOARD RULES GAMES SEED
 */
#ifndef TESTS_CERTIFICATES_CERTIFIED_GAMES_H
#define TESTS_CERTIFICATES_CERTIFIED_GAMES_H

#include "certificate/write/written_certificate.h"
#include "common/games.h"
#include "solve/analysis.h"

/* What differs from ruleset to ruleset. */
struct certified_kind {
    const char *name; /* of the program */
    /* Looks at a certificate that a sound engine made of a game that it solved. */
    void (*check_sound)(const struct game *game, const struct analysis *analysis,
                        const struct written_certificate *certificate);
    /* Calls certified_game() for that many games. */
    void (*for_games)(const struct graph *graph, const struct ruleset *rules, long games);
};

/*
 * What main() is: with a sound engine each certificate goes to check_sound; of one that forgets at
 * least one must be refused, and of those that are accepted the naive solver must disprove no
 * claim. Prints how many of each there were. Returns the exit code.
 */
int certified_main(int argc, char **argv, const struct certified_kind *kind);

/* Solves and certifies a game where it stands, and looks at what comes out. */
void certified_game(const struct game *game);

/* Prints that something about the game is wrong, and counts it. */
void certified_fail(const struct game *game, const char *what, const char *why);

/* Reads and checks a certificate. Returns what certificate_parse() and check_certificate() do. */
int certified_check(const struct bytes *file, struct error *err);

/* Checks a certificate with another body, and counts it among those that were changed. Releases the
 * body. Returns what certified_check() does. */
int certified_check_changed(const struct certificate *proof, struct bytes *body, struct error *err);

#endif
