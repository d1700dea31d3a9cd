/* rewrite FILE: reads a record and writes it to stdout. */
#include <stdio.h>
#include <stdlib.h>

#include "sgf/read.h"
#include "sgf/write.h"

int main(int argc, char **argv)
{
    struct sgf_tree *tree;
    struct error err = {""};
    char *text;
    size_t length;
    if (argc != 2) {
        fprintf(stderr, "usage: %s FILE\n", argv[0]);
        return 2;
    }
    if (sgf_read_file(argv[1], &tree, &err) < 0) {
        fprintf(stderr, "%s\n", err.text);
        return 1;
    }
    if (sgf_write(tree, &text, &length) < 0)
        return 1;
    fwrite(text, 1, length, stdout);
    free(text);
    sgf_tree_free(tree);
    return fflush(stdout) == 0 ? 0 : 1;
}
