/* Reservoir sampling. */
#include "store/verify/sample.h"

#include "base/hash.h"

struct sample sample_begin(const struct verify_options *options)
{
    return (struct sample){.most = options->sample, .random = options->seed, .all = options->all};
}

uint64_t sample_place(struct sample *sample)
{
    uint64_t at = sample->seen++;
    if (sample->all || sample->count < sample->most)
        return sample->count++;
    at = hash_mix(sample->random += 0x9e3779b97f4a7c15ull) % (at + 1); /* splitmix64 */
    return at < sample->most ? at : UINT64_MAX;
}
