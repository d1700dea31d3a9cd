/*
 * A range coder (Martin 1979): writes each of a row of choices in as many bits as its frequency
 * says, all in whole numbers, so that every machine writes and reads the same bytes. The encoder
 * carries as that of LZMA does: low is 33 bits, the range is kept at 2^24 or more.
 */
#ifndef SOLVER_CERTIFICATE_PACKED_RANGE_CODER_H
#define SOLVER_CERTIFICATE_PACKED_RANGE_CODER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/bytes.h"

/* The frequencies of a choice may add up to so much. */
#define RANGE_TOTAL_MOST (1u << 22)

struct range_encoder {
    struct bytes *out; /* borrowed */
    uint64_t low;
    uint32_t range;
    uint8_t kept;     /* a byte that a carry may still change */
    uint64_t pending; /* bytes 255 behind it */
    bool begun;       /* there is a kept one */
};

void range_coder_write(struct range_encoder *ret_encoder, struct bytes *out);

/* Writes a choice of that frequency, where those before it add up to `before` and all to `total`.
 */
void range_coder_put(struct range_encoder *encoder, uint32_t before, uint32_t frequency,
                     uint32_t total);

/* Writes what is left. */
void range_coder_end(struct range_encoder *encoder);

struct range_decoder {
    const uint8_t *at, *end; /* what is to be read; behind the end there are zeroes */
    size_t beyond;           /* bytes read behind the end */
    uint32_t code, range, part;
};

void range_coder_read(struct range_decoder *ret_decoder, const uint8_t *bytes, size_t size);

/* Returns a number below total: the choice is the one whose frequencies hold it. */
uint32_t range_coder_look(struct range_decoder *decoder, uint32_t total);

/* Takes the choice that was looked at. */
void range_coder_take(struct range_decoder *decoder, uint32_t before, uint32_t frequency);

/* Was everything read, and no more? */
bool range_coder_is_done(const struct range_decoder *decoder);

#endif
