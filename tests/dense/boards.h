/* Boards of these tests by name, and runs on boards that the command line names. */
#ifndef TESTS_DENSE_BOARDS_H
#define TESTS_DENSE_BOARDS_H

#include "common/check.h"

/* Returns the board of this name, or else of this size. The caller frees it. */
static inline struct graph *must_board(const char *name)
{
    static const char *const files[][2] = {
        {"cube", "a b c d e f g h\na b\nb c\nc d\nd a\ne f\nf g\ng h\nh e\na e\nb f\nc g\nd h\n"},
        {"star", "m a b c d e\nm a\nm b\nm c\nm d\nm e\n"},
        {"path", "a b c d e f g\na b\nb c\nc d\nd e\ne f\nf g\n"},
        {"apart", "a b c d\na b\n"}, /* c and d have no neighbours */
        {"triangles", "a b c d e f\na b\nb c\nc a\nc d\nd e\ne f\nf d\n"},
        {"lopsided", "a b c d e f g\na b\nb c\nc a\nc d\nd e\ne f\nf g\ng d\n"},
        {"tailed", "a b c d e f g h i j\na b\nb c\nc a\nc d\nd e\ne f\nf g\ng h\nh d\nh i\ni j\n"},
    };
    for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++)
        if (strcmp(name, files[i][0]) == 0)
            return must_graph_file(files[i][1]);
    return must_graph(name);
}

/* What the command line names, and what is to be done with each. */
struct named_boards {
    int count;
    char **names;
    void (*check)(const char *name);
};

static inline void test_named_boards(void **state)
{
    const struct named_boards *boards = *state;
    for (int i = 0; i < boards->count; i++)
        boards->check(boards->names[i]);
}

/* Runs check on the boards that argv names. Returns what cmocka_run_group_tests() does. */
static inline int run_on_boards(int argc, char **argv, void (*check)(const char *name))
{
    struct named_boards boards = {argc - 1, argv + 1, check};
    const struct CMUnitTest tests[] = {cmocka_unit_test_prestate(test_named_boards, &boards)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

#endif
