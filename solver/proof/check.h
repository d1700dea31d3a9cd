/*
 * The checker of certificates: does what the certificate says imply what it claims? It shares
 * nothing with the search. It uses the executable rules (captures, suicide, scores, the turns of
 * the moves played) and each family's description of what it remembers (rules/history.h). Why an
 * accepted certificate is a proof is said in soundness.md.
 */
#ifndef SOLVER_PROOF_CHECK_H
#define SOLVER_PROOF_CHECK_H

#include "proof/format.h"

/* A check may hold so many bytes, whatever max_bytes is, for a certificate of so many. Under rules
 * with cycles the score of one board may take hundreds of megabytes. */
#define CHECK_BYTES_BASE ((size_t)64 << 20)
#define CHECK_BYTES_BASE_CYCLES ((size_t)1 << 30)
#define CHECK_BYTES_FACTOR 1024

/*
 * The steps (budget.h) that a certificate of some size should not need: a few seconds, and 50
 * microseconds for each byte. All that the engine writes take less than a twentieth of it.
 */
#define CHECK_STEPS_BASE 200000000u
#define CHECK_STEPS_FACTOR 5000u

struct check_limits {
    size_t max_bytes;     /* 0: only CHECK_BYTES_BASE and CHECK_BYTES_FACTOR count */
    uint64_t max_steps;   /* 0: any number */
    bool (*stop)(void *); /* asked every few milliseconds; NULL: never */
    void *arg;
};

/* The steps that a certificate of so many bytes may take unless somebody says how long. */
static inline uint64_t check_steps(size_t size)
{
    return CHECK_STEPS_BASE + CHECK_STEPS_FACTOR * (uint64_t)size;
}

/*
 * Checks a certificate. At most max_bytes are held besides the certificate's own (0: only
 * CHECK_BYTES_BASE + CHECK_BYTES_FACTOR for each of its bytes counts). Returns 0: every claim
 * holds; -EINVAL: not accepted, err names the node or claim and what is wrong; -ENOMEM (also where
 * max_bytes are not enough; err says which).
 */
int proof_check(const struct proof *proof, size_t max_bytes, struct error *err);

/*
 * The same within limits. Also returns -ETIME: max_steps are made; -EINTR: stop said so. Then, as
 * with -ENOMEM, nothing is known of the claims.
 */
int proof_check_within(const struct proof *proof, const struct check_limits *limits,
                       struct error *err);

#endif
