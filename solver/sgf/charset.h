/* What the bytes of a file mean: its property CA says so. */
#ifndef SOLVER_SGF_CHARSET_H
#define SOLVER_SGF_CHARSET_H

#include <stdbool.h>
#include <stddef.h>

/* The most bytes of a name of a charset, with its zero. */
#define SGF_CHARSET_MAX 64

/* Copies the name that the first CA[...] of games names into name; "" if there is none. */
void sgf_charset_find(const char *bytes, size_t length, char name[SGF_CHARSET_MAX]);

bool sgf_charset_is_utf8(const char *bytes, size_t length);

/*
 * Makes UTF-8 of bytes in the charset called name. *ret_text is the caller's. Returns 0; -EINVAL:
 * nobody knows the charset, it does not write ASCII as ASCII, or the bytes are none of it; or
 * -ENOMEM.
 */
int sgf_charset_decode(const char *name, const char *bytes, size_t length, char **ret_text,
                       size_t *ret_length);

#endif
