/*
 * Test cases in text, for Go players: a ruleset, a board drawn, plays, and what is expected of
 * them. README.md in this folder describes the language.
 */
#ifndef TESTS_CASES_CASES_H
#define TESTS_CASES_CASES_H

#include <stdio.h>

struct cases_result {
    int passed, failed;
};

/*
 * Runs the cases of text (which is cut up); file is the name that messages show and the place where
 * the files that it names are looked for. Writes a line "FILE:LINE: case NAME: ..." to out for each
 * case that fails. Returns 0; or -EINVAL where text is no file of cases (out says where and why: an
 * unknown word, a missing argument, no case at all); or -ENOMEM.
 */
int cases_run(const char *file, char *text, FILE *out, struct cases_result *ret_result);

#endif
