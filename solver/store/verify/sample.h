/* Choosing what of a store is proved again. */
#ifndef SOLVER_STORE_VERIFY_SAMPLE_H
#define SOLVER_STORE_VERIFY_SAMPLE_H

#include "store/verify/verify.h"

/* Of each search and of each table that is made. */
#define SAMPLE_BYTES ((size_t)512 << 20)

static inline bool sample_is_interrupted(const struct verify_options *options)
{
    return options->interrupted != NULL && atomic_load(options->interrupted);
}

static inline void sample_tell(const struct verify_options *options, uint64_t done, uint64_t all)
{
    if (options->tell != NULL)
        options->tell(options->tell_arg, done, all);
}

/*
 * Chooses some of many that come one after the other, each as likely: the n-th takes a place with
 * chance most / n (reservoir sampling).
 */
struct sample {
    uint64_t count; /* places that are taken */
    uint64_t most;  /* places that there are */
    uint64_t seen, random;
    bool all; /* each one takes a new place */
};

struct sample sample_begin(const struct verify_options *options);

/* Where the next one goes: a place below count, which may have grown; or UINT64_MAX: nowhere. */
uint64_t sample_place(struct sample *sample);

#endif
