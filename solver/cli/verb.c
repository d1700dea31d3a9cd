/* Finding a verb, and the exit code of what it did. */
#include "cli/verb.h"

#include <errno.h>
#include <string.h>

const struct verb *verb_find(const char *name)
{
    for (size_t i = 0; verb_list[i] != NULL; i++)
        if (strcmp(name, verb_list[i]->name) == 0)
            return verb_list[i];
    return NULL;
}

int verb_exit_code(int r)
{
    if (r == -EINTR)
        return EXIT_STOPPED_UNTOLD;
    return r == -EINVAL ? EXIT_USAGE : EXIT_FAILED;
}
