/*
 * switched: the checker that switches.py builds, whose conditions can be switched off.
 *
 * stdin: the name of a condition (8 bytes, filled up with zeros; empty: none), the size of a
 * certificate (4 bytes, little-endian), its bytes; and so on. stdout: for each a letter, a:
 * accepted, r: refused, n: nothing said.
 */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "certificate/check/check.h"
#include "certificate/format.h"
#include "certificate/packed/packed.h"

#define STEPS_MOST 100000000

static char off[9];

bool condition_off(const char *name);

bool condition_off(const char *name)
{
    return strcmp(off, name) == 0;
}

static int check(const uint8_t *bytes, size_t size)
{
    const struct check_limits limits = {.max_bytes = (size_t)1 << 28, .max_steps = STEPS_MOST};
    struct certificate certificate;
    struct bytes plain = {0};
    struct error err;
    int r = certificate_parse(bytes, size, &certificate, &err);
    if (r < 0)
        return r;
    r = certificate.packed   ? packed_unpack(&certificate, &limits, &plain, &err)
        : certificate.leaves ? packed_check_leaves(&certificate, &limits, &err)
                             : check_certificate_within(&certificate, &limits, &err);
    certificate_release(&certificate);
    bytes_release(&plain);
    return r;
}

int main(void)
{
    uint8_t size[4];
    while (fread(off, 1, 8, stdin) == 8 && fread(size, 1, 4, stdin) == 4) {
        size_t count = (size_t)bytes_decode(size, 4);
        uint8_t *bytes = malloc(count + 1);
        if (bytes == NULL || fread(bytes, 1, count, stdin) != count)
            return 1;
        int r = check(bytes, count);
        putchar(r == 0 ? 'a' : r == -EINVAL ? 'r' : 'n');
        fflush(stdout);
        free(bytes);
    }
    return 0;
}
