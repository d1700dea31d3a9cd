/* A folder for the files of a test. */
#ifndef TESTS_DENSE_FOLDER_H
#define TESTS_DENSE_FOLDER_H

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static char folder[] = "/tmp/dense-test.XXXXXX", path[64], other_path[64];

/* For cmocka_run_group_tests(): makes the folder, and takes it away, in which nothing may be left
 * but what the two paths name. */
static inline int folder_setup(void **state)
{
    (void)state;
    if (mkdtemp(folder) == NULL)
        return -1;
    snprintf(path, sizeof(path), "%s/file", folder);
    snprintf(other_path, sizeof(other_path), "%s/other", folder);
    return 0;
}

static inline int folder_teardown(void **state)
{
    (void)state;
    unlink(path);
    unlink(other_path);
    return rmdir(folder);
}

#endif
