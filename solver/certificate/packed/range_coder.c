/* A range coder. */
#include "certificate/packed/range_coder.h"

#define RANGE_LEAST (1u << 24)
#define CARRY (1ull << 32)
/* Bytes that a decoder is ahead. */
#define AHEAD 4

void range_coder_write(struct range_encoder *ret_encoder, struct bytes *out)
{
    *ret_encoder = (struct range_encoder){.out = out, .range = UINT32_MAX};
}

static void put_byte(struct bytes *out, unsigned byte)
{
    uint8_t low = (uint8_t)byte;
    bytes_put(out, &low, 1);
}

/* Writes the highest byte of low, unless a carry may still change it. */
static void shift(struct range_encoder *encoder)
{
    bool carry = encoder->low >= CARRY;
    if (!carry && encoder->low >= CARRY - RANGE_LEAST) {
        encoder->pending++;
    } else {
        if (encoder->begun)
            put_byte(encoder->out, encoder->kept + carry);
        for (; encoder->pending > 0; encoder->pending--)
            put_byte(encoder->out, UINT8_MAX + carry);
        encoder->kept = (uint8_t)(encoder->low >> 24);
        encoder->begun = true;
    }
    encoder->low = (encoder->low & (RANGE_LEAST - 1)) << 8;
}

void range_coder_put(struct range_encoder *encoder, uint32_t before, uint32_t frequency,
                     uint32_t total)
{
    uint32_t part = encoder->range / total;
    encoder->low += (uint64_t)part * before;
    encoder->range = part * frequency;
    for (; encoder->range < RANGE_LEAST; encoder->range <<= 8)
        shift(encoder);
}

void range_coder_end(struct range_encoder *encoder)
{
    for (int i = 0; i <= AHEAD; i++)
        shift(encoder);
}

static uint8_t next_byte(struct range_decoder *decoder)
{
    if (decoder->at < decoder->end)
        return *decoder->at++;
    decoder->beyond++;
    return 0;
}

void range_coder_read(struct range_decoder *ret_decoder, const uint8_t *bytes, size_t size)
{
    *ret_decoder = (struct range_decoder){.at = bytes, .end = bytes + size, .range = UINT32_MAX};
    for (int i = 0; i < AHEAD; i++)
        ret_decoder->code = ret_decoder->code << 8 | next_byte(ret_decoder);
}

uint32_t range_coder_look(struct range_decoder *decoder, uint32_t total)
{
    decoder->part = decoder->range / total;
    uint32_t number = decoder->code / decoder->part;
    return number < total ? number : total - 1;
}

void range_coder_take(struct range_decoder *decoder, uint32_t before, uint32_t frequency)
{
    decoder->code -= decoder->part * before;
    decoder->range = decoder->part * frequency;
    for (; decoder->range < RANGE_LEAST; decoder->range <<= 8)
        decoder->code = decoder->code << 8 | next_byte(decoder);
}

bool range_coder_is_done(const struct range_decoder *decoder)
{
    return decoder->at == decoder->end && decoder->beyond == 0;
}
