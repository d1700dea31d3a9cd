/* Memory of where threads were. */
#include "strategy/halted.h"

#include <stdlib.h>

#include "base/free_all.h"

void halted_path_release(struct halted_path *path)
{
    FREE_ALL(path->frames, path->edges, path->failures);
    *path = (struct halted_path){0};
}

void halted_release(struct halted *halted)
{
    for (size_t i = 0; i < halted->path_count; i++)
        halted_path_release(&halted->paths[i]);
    free(halted->paths);
    *halted = (struct halted){0};
}
