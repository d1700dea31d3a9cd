/* Caches: what runs leave in memory for later ones. */
#include <errno.h>
#include <stdlib.h>

#include "library/handles.h"
#include "search/warm.h"

struct solve_cache {
    struct warm *warm;
};

int solve_cache_new(uint64_t bytes, struct solve_cache **ret_cache)
{
    if (ret_cache == NULL || bytes > SIZE_MAX / 2)
        return -EINVAL;
    struct solve_cache *cache = calloc(1, sizeof(*cache));
    if (cache == NULL)
        return -ENOMEM;
    cache->warm = warm_new((size_t)bytes);
    if (cache->warm == NULL) {
        free(cache);
        return -ENOMEM;
    }
    *ret_cache = cache;
    return 0;
}

void solve_cache_free(struct solve_cache *cache)
{
    if (cache == NULL)
        return;
    warm_free(cache->warm);
    free(cache);
}

int solve_request_set_cache(struct solve_request *request, struct solve_cache *cache)
{
    if (request == NULL)
        return -EINVAL;
    request->cache = cache;
    return 0;
}

struct warm *library_warm(const struct solve_cache *cache)
{
    return cache != NULL ? cache->warm : NULL;
}
