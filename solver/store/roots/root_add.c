#include "store/roots/root_add.h"

#include "store/roots/root_check.h"
#include "store/roots/root_find.h"

int root_add(struct store *store, const struct game *game, int komi_half_points,
             const struct bounds *bounds, const char **ret_why)
{
    const struct root_facts facts = {.analysis = {.bounds = *bounds, .cycle_from = -1}};
    struct root_key key;
    int r = root_check(game, komi_half_points, &facts, ret_why);
    if (r == 0)
        r = root_key_make(game, komi_half_points, &key);
    if (r < 0)
        return r;
    root_save_bounds(store, game, &key, bounds);
    root_key_release(&key);
    return 0;
}
