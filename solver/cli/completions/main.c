/*
 * Makes the completions of a shell.
 *
 * usage: solve-completions bash|zsh|fish PROGRAM TEMPLATE [TABLE...] > FILE
 *        solve-completions check
 *
 * In TEMPLATE @PROGRAM@ stands for the program's name, and the line @DATA@ for what is made from
 * the tables of options. TABLE... are the names of the published tables. "check" says which
 * arguments of options nobody has said how to complete, and fails if there are any.
 */
#include <stdio.h>
#include <string.h>

#include "cli/completions/kinds.h"
#include "cli/completions/tell.h"
#include "cli/verb.h"

#define LINE_MAX_BYTES 1000

static int check(void)
{
    int unknown = 0;
    struct kinds_value value;
    for (size_t v = 0; verb_list[v] != NULL; v++) {
        const struct verb *verb = verb_list[v];
        for (size_t i = 0; i < verb->option_count; i++) {
            const struct option_spec *option = &verb->options[i];
            if (option->help == NULL || option->argument == NULL || kinds_of_option(option, &value))
                continue;
            printf("%s --%s %s: kinds.c does not know the argument\n", verb->name, option->name,
                   option->argument);
            unknown++;
        }
        for (size_t i = 0; i < kinds_word_count(verb->words); i++) {
            if (kinds_of_word(verb->words, i, &value))
                continue;
            printf("%s: kinds.c does not know word %zu of %s\n", verb->name, i + 1, verb->words);
            unknown++;
        }
    }
    return unknown > 0;
}

/* Writes a line of the template with the program's name put in. */
static void put_line(const char *line, const char *program)
{
    static const char mark[] = "@PROGRAM@";
    for (const char *found; (found = strstr(line, mark)) != NULL; line = found + sizeof(mark) - 1)
        printf("%.*s%s", (int)(found - line), line, program);
    fputs(line, stdout);
}

static int make(const char *shell, const struct tell_about *about, const char *path)
{
    char line[LINE_MAX_BYTES];
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        perror(path);
        return 1;
    }
    while (fgets(line, sizeof(line), file) != NULL) {
        if (strcmp(line, "@DATA@\n") != 0)
            put_line(line, about->program);
        else if (strcmp(shell, "fish") == 0)
            tell_fish(stdout, about);
        else
            tell_shell(stdout, about);
    }
    bool failed = ferror(file) != 0;
    fclose(file);
    return failed || fflush(stdout) != 0 ? 1 : 0;
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "check") == 0)
        return check();
    if (argc < 4 || (strcmp(argv[1], "bash") != 0 && strcmp(argv[1], "zsh") != 0 &&
                     strcmp(argv[1], "fish") != 0)) {
        fputs("usage: solve-completions bash|zsh|fish PROGRAM TEMPLATE [TABLE...]\n", stderr);
        return 2;
    }
    const struct tell_about about = {argv[2], (const char *const *)argv + 4};
    return make(argv[1], &about, argv[3]);
}
