/* Certificates of strategies, packed and unpacked. */
#include "certificates/strategy_packed.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "certificate/packed/packed.h"
#include "certificate/write/write.h"

/* What unpacking a spoilt file may take: so little that some end by it. */
#define SPOILT_BYTES ((size_t)1 << 15)
#define SPOILT_STEPS 2000000u

static int unpack(const struct bytes *packed, const struct check_limits *limits,
                  struct bytes *ret_file, struct error *err)
{
    struct certificate certificate;
    int r = certificate_parse(packed->data, packed->size, &certificate, err);
    if (r < 0)
        return r;
    r = certificate.packed ? packed_unpack(&certificate, limits, ret_file, err) : -EINVAL;
    certificate_release(&certificate);
    return r;
}

static int pack(const struct bytes *file, struct bytes *ret_packed, struct error *err)
{
    const struct check_limits limits = {0};
    struct certificate certificate;
    int r = certificate_parse(file->data, file->size, &certificate, err);
    if (r < 0)
        return r;
    r = packed_pack(&certificate, &limits, ret_packed, err);
    certificate_release(&certificate);
    return r;
}

bool strategy_packed_returns(const struct bytes *file, struct bytes *ret_packed)
{
    const struct check_limits limits = {.max_steps = packed_steps_for(file->size)};
    const struct check_limits least = {.max_bytes = 16};
    struct bytes again = {0};
    struct error err = {""};
    *ret_packed = (struct bytes){0};
    int r = pack(file, ret_packed, &err);
    if (r == 0)
        r = unpack(ret_packed, &limits, &again, &err);
    if (r < 0)
        printf("not packed and unpacked: %s\n", err.text);
    bool same =
        r == 0 && again.size == file->size && memcmp(again.data, file->data, again.size) == 0;
    if (r == 0 && !same)
        printf("it comes out with %zu bytes, not the same %zu\n", again.size, file->size);
    bytes_release(&again);
    if (same && memmem(file->data, file->size, " strategy 0\n", 12) != NULL &&
        unpack(ret_packed, &least, &again, &err) != -ENOMEM) {
        printf("16 bytes are said to be enough\n");
        bytes_release(&again);
        same = false;
    }
    return same;
}

long strategy_packed_spoil(struct bytes *packed, void (*look)(void *arg, struct bytes *file),
                           void *arg)
{
    const struct check_limits limits = {.max_bytes = SPOILT_BYTES, .max_steps = SPOILT_STEPS};
    size_t end = packed->size - CERTIFICATE_CHECKSUM_BYTES;
    const char *body = memmem(packed->data, packed->size, "\nbody ", 6);
    size_t from = (size_t)((const uint8_t *)strchr(body + 1, '\n') + 1 - packed->data);
    long unpacked = 0;
    for (size_t at = from; at < end; at++)
        for (int bit = 0; bit < 8; bit++) {
            struct bytes file = {0};
            struct error err = {""};
            packed->data[at] ^= (uint8_t)(1 << bit);
            write_seal(packed->data, packed->size);
            int r = unpack(packed, &limits, &file, &err);
            if (r == 0) {
                unpacked++;
                look(arg, &file);
            } else if (err.text[0] == '\0' || (r != -EINVAL && r != -ENOMEM && r != -ETIME)) {
                printf("byte %zu: ends with %d '%s'\n", at, r, err.text);
                unpacked = -1000000;
            }
            bytes_release(&file);
            packed->data[at] ^= (uint8_t)(1 << bit);
        }
    write_seal(packed->data, packed->size);
    return unpacked;
}
