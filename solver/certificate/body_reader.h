/*
 * Reading the bytes of a certificate's body: its numbers. The checker has a reader of its own,
 * apart from base/bytes.h: it says in words what is wrong, and takes a number in its shortest form
 * only.
 */
#ifndef SOLVER_CERTIFICATE_BODY_READER_H
#define SOLVER_CERTIFICATE_BODY_READER_H

#include <stdint.h>

struct body_reader {
    const uint8_t *at, *end;
    const char *wrong; /* what was wrong first; all that follows reads as 0 */
};

/* Notes what is wrong, unless something was. */
void body_reader_fail(struct body_reader *in, const char *wrong);

/* Reads a byte. */
uint8_t body_reader_byte(struct body_reader *in);

/* Reads a number, which may be most at most; else too_large is wrong. */
uint64_t body_reader_number(struct body_reader *in, uint64_t most, const char *too_large);

#endif
