/* Reading the bytes of a certificate's body: its numbers. */
#ifndef SOLVER_CERTIFICATE_BODY_READER_H
#define SOLVER_CERTIFICATE_BODY_READER_H

#include <stdint.h>

/* What is wrong is noted once, and all that follows reads as 0. */
struct reader {
    const uint8_t *at, *end;
    const char *wrong;
};

/* Notes what is wrong, unless something was. */
void reader_fail(struct reader *in, const char *wrong);

uint8_t reader_byte(struct reader *in);

/* A number in its shortest form, of at most most; else too_large is wrong. */
uint64_t reader_number(struct reader *in, uint64_t most, const char *too_large);

#endif
