/* Runs files of cases: runner FILE...; exit code 0, 1 (a case failed) or 2 (a file is wrong). */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cases/cases.h"

#define FILE_MAX (1u << 20)

static char *read_file(const char *file)
{
    FILE *in = fopen(file, "rb");
    char *text = malloc(FILE_MAX + 1);
    if (in == NULL || text == NULL) {
        printf("%s: %s\n", file, strerror(errno));
    } else {
        size_t length = fread(text, 1, FILE_MAX + 1, in);
        int bad = ferror(in) || length > FILE_MAX || memchr(text, '\0', length) != NULL;
        fclose(in);
        if (!bad) {
            text[length] = '\0';
            return text;
        }
        printf("%s: cannot be read as text of at most %u bytes\n", file, FILE_MAX);
        in = NULL;
    }
    if (in != NULL)
        fclose(in);
    free(text);
    return NULL;
}

int main(int argc, char **argv)
{
    int passed = 0, failed = 0, wrong = 0;
    for (int i = 1; i < argc; i++) {
        struct cases_result result = {0, 0};
        char *text = read_file(argv[i]);
        if (text == NULL || cases_run(argv[i], text, stdout, &result) < 0)
            wrong++;
        free(text);
        passed += result.passed;
        failed += result.failed;
    }
    printf("%d passed, %d failed\n", passed, failed);
    return wrong > 0 || argc < 2 ? 2 : failed > 0;
}
