/* Names of dense tables. */
#include "store/dense/dense_name.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "store/handle/identity.h"
#include "tables/board_table.h"

void dense_name_of(const struct graph *graph, const struct ruleset *rules,
                   char name[DENSE_FILE_NAME_MAX])
{
    char board[TABLE_NAME_MAX] = "", what[64];
    identity_board(graph, board);
    if (board_table_kind(rules) == TABLE_VALUES)
        snprintf(what, sizeof(what), "values passes=%d ko=%s", board_table_work_layers(rules),
                 board_table_simple_ko(rules) ? "yes" : "no");
    else
        snprintf(what, sizeof(what), "bounds of=%s",
                 board_table_is_acyclic(rules) ? "boards" : "situations");
    snprintf(name, DENSE_FILE_NAME_MAX, "%.100s %s suicide=%s scoring=%s", board, what,
             field_suicide.values[ruleset_suicide(rules)],
             field_scoring.values[ruleset_value(rules, &field_scoring)]);
}

int dense_name_path(const char *dir, const char *name, const char *ending, char *buffer)
{
    int length = snprintf(buffer, PATH_BYTES, "%s/%s/%s%s", dir, STORE_DENSE, name, ending);
    if (length >= PATH_BYTES)
        return -ENAMETOOLONG;
    for (char *at = buffer + strlen(dir) + 1; *at != '\0'; at++)
        if (*at == ' ' || *at == ':')
            *at = '-';
    return 0;
}

int dense_name_make_folder(const char *dir)
{
    char path[PATH_BYTES];
    int r = folder_path(dir, STORE_DENSE, path);
    if (r == 0 && mkdir(path, 0777) < 0 && errno != EEXIST)
        r = -errno;
    return r < 0 ? r : folder_sync(dir);
}
