/* What the fuzz targets share. A target aborts where an invariant does not hold. */
#ifndef TESTS_FUZZ_FUZZ_H
#define TESTS_FUZZ_FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "common/must.h"

/* libFuzzer's entry; replay.c calls it for every file of a corpus. Returns 0. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A zero-ended copy of the bytes, to be freed. */
static inline char *fuzz_text(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    MUST(text != NULL);
    if (size > 0)
        memcpy(text, data, size);
    text[size] = '\0';
    return text;
}

/* Cuts text at its first newline and returns what follows it, or an empty text. */
static inline char *fuzz_next_line(char *text)
{
    char *end = strchr(text, '\n');
    if (end == NULL)
        return text + strlen(text);
    *end = '\0';
    return end + 1;
}

#endif
