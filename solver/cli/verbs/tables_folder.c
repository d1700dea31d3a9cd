/* Looking for the published tables. */
#include "cli/verbs/tables_folder.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/data_folder.h"

#define VARIABLE "SOLVE_TABLES"

static int give(const char *folder, char **ret_folder, struct error *err)
{
    *ret_folder = strdup(folder);
    return *ret_folder != NULL ? 0 : error_set(err, -ENOMEM, "out of memory");
}

int tables_folder_find(const char *from, char **ret_folder, struct error *err)
{
    const char *variable = getenv(VARIABLE);
    struct error why = {""};
    if (from != NULL)
        return give(from, ret_folder, err);
    if (variable != NULL && variable[0] != '\0')
        return give(variable, ret_folder, err);
    int r = data_folder_find("tables", ret_folder, &why);
    if (r == -ENOENT)
        return error_set(err, -EINVAL,
                         "%s: wanted --from DIR, or the environment variable " VARIABLE, why.text);
    return r < 0 ? error_set(err, r, "%s", why.text) : 0;
}
