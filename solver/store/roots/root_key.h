/*
 * The key text of a position with its history. Its five lines are the sub-table's name, the start
 * position, b or w for who moved first (then the points that were prohibited to him, by number),
 * the moves made since (points by number, counted from 0, or pass or refresh; after the removal of
 * cycle 3 "c3" or "c3+17"), and the komi in half points, on which lines of play depend where lower
 * and upper may differ (else 0).
 */
#ifndef SOLVER_STORE_ROOTS_ROOT_KEY_H
#define SOLVER_STORE_ROOTS_ROOT_KEY_H

#include "base/bytes.h"
#include "rules/game.h"
#include "store/file/format.h"

struct root_key {
    struct bytes text;       /* not ended by a zero */
    uint8_t hash[STORE_KEY]; /* of the text: the record's key */
};

/* Returns 0 or -ENOMEM. root_key_release() it. */
int root_key_make(const struct game *game, int komi_half_points, struct root_key *ret_key);
void root_key_release(struct root_key *key);

enum root_key_line {
    ROOT_KEY_NAME,
    ROOT_KEY_POSITION,
    ROOT_KEY_MOVER,
    ROOT_KEY_MOVES,
    ROOT_KEY_KOMI,
    ROOT_KEY_LINES
};

/* The lines, where they lie in a key text. */
struct root_key_lines {
    const char *at[ROOT_KEY_LINES];
    size_t length[ROOT_KEY_LINES];
};

/* Cuts a key text into its lines. Returns false if there are fewer. */
bool root_key_split(const char *text, size_t length, struct root_key_lines *ret_lines);

/* How many bytes the first line has, the name of the sub-table. */
size_t root_key_name_length(const char *text, size_t length);

/* A move as a word: "pass", "refresh" or the point's number, or one with a removal. Parsing returns
 * false for any other word, and for points of a larger board. */
#define ROOT_KEY_MOVE_MAX 32
void root_key_format_move(struct move move, char buffer[ROOT_KEY_MOVE_MAX]);
bool root_key_parse_move(const char *word, int points, struct move *ret_move);

#endif
