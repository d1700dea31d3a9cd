/* Sweeps over the share of a rank. */
#include "dense/sweeper.h"

int sweeper_share(const struct sweeper_kind *kind, const struct dense_sweeps *how,
                  struct dense_progress *progress)
{
    return sweeper_whole(kind, how, progress);
}
