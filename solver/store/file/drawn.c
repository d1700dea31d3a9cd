#include "store/file/drawn.h"

#include <string.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

#include <xxhash.h>

uint64_t drawn_number(void)
{
    struct {
        struct timespec now;
        pid_t process;
    } seed;
    uint64_t drawn;
    if (getrandom(&drawn, sizeof(drawn), GRND_NONBLOCK) == (ssize_t)sizeof(drawn))
        return drawn;
    memset(&seed, 0, sizeof(seed));
    clock_gettime(CLOCK_MONOTONIC, &seed.now);
    seed.process = getpid();
    return XXH3_64bits(&seed, sizeof(seed));
}
