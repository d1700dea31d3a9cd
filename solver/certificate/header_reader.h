/* Reading the header of a certificate: its lines, and the words of a line. */
#ifndef SOLVER_CERTIFICATE_HEADER_READER_H
#define SOLVER_CERTIFICATE_HEADER_READER_H

#include <errno.h>

#include "certificate/format.h"

struct header_reader {
    const uint8_t *at, *end; /* what is left of the file */
    bool header_only;        /* what follows the header is not looked at */
    int line;                /* the number of the present line */
    char *text;              /* the present line; owned */
    char *rest;              /* what is left of it */
    struct error *err;
};

/* Says what is wrong. Returns -EINVAL. */
#define HEADER_FAIL(in, ...) error_set((in)->err, -EINVAL, __VA_ARGS__)

/* Reads the next line, which must begin with the word; in->rest is what follows the word. Returns
 * 0, -EINVAL or -ENOMEM. */
int header_reader_line(struct header_reader *in, const char *word);

/* Cuts the next word off the rest of the line: "" at its end. */
char *header_reader_word(struct header_reader *in);

/* Reads a whole number without sign or leading zeros, most at most. Returns 0 or -EINVAL. */
int header_reader_count(struct header_reader *in, uint64_t most, uint64_t *ret_count);

/*
 * What is read may have other spellings, too, where people type it. In a certificate it has one:
 * that in which it is written. Returns 0, or -EINVAL if the word is another.
 */
int header_reader_same(struct header_reader *in, const char *word, const char *wanted);

/* "black", "white", "third", "fourth" */
extern const char *const header_player_names[PLAYERS_MAX];

/* Reads one of "black", "white", "third" and "fourth", as many as there are players. Returns his
 * number, or -1. */
int header_reader_player(const char *word, size_t length, int players);

/* Reads all lines that begin with "claim" (claims.c). Returns 0, -EINVAL or -ENOMEM. */
int header_reader_claims(struct header_reader *in, struct certificate *certificate);

/* Reads "black,third", in the order of the players. Returns the set of them (bit k: player k), or
 * 0: it is none (coalition_claims.c). */
unsigned coalition_claim_members(const char *text, int players);

/* Reads a payoff's name. Returns enum certificate_payoff or -EINVAL. */
int coalition_claim_payoff(const char *word);

/* Writes "black,third gets >= 4 points". */
void coalition_claim_format(const struct certificate_claim *claim, char *buffer, size_t size);

#endif
