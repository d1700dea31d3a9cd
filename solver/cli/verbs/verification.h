/* What a check of a certificate found, and printing it. */
#ifndef SOLVER_CLI_VERBS_VERIFICATION_H
#define SOLVER_CLI_VERBS_VERIFICATION_H

#include "certificate/file.h"
#include "certificate/format.h"

enum verification_verdict {
    VERIFICATION_ACCEPTED,    /* every claim is proved */
    VERIFICATION_REFUSED,     /* the file proves nothing */
    VERIFICATION_NOT_CHECKED, /* a limit or Ctrl-C stopped the check: nothing is known */
};

struct verification {
    const char *path;
    struct certificate_file file;
    struct certificate proof; /* its graph is NULL where the header cannot be read */
    enum verification_verdict verdict;
    const char *stopped; /* what stopped it: "memory", "time", "work", "interrupted"; or NULL */
    struct error why;    /* unless it is accepted */
    double seconds;
    char hash[CERTIFICATE_HASH_TEXT];
};

/* "accepted", "not accepted" or "not checked". */
const char *verification_word(enum verification_verdict verdict);

/* For people, what an accepted certificate proves. */
void verification_print(const struct verification *done);

/*
 * One JSON object on one line, with all keys whatever the verdict is: null stands for what is not
 * known. Returns 0 or a negative errno (err).
 */
int verification_print_json(const struct verification *done, struct error *err);

#endif
