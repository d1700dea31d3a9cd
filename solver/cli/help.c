/* The help of the program and of its verbs. */
#include "cli/help.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/spelling.h"
#include "solve.h"

static bool is_main(const struct verb *verb)
{
    return verb == verb_list[0];
}

void help_print(const struct verb *verb)
{
    printf("usage: " SOLVE_PROGRAM " %s%s%s%s[options]\n%s\n",
           is_main(verb) ? "[VERB]" : verb->name, " ", verb->words != NULL ? verb->words : "",
           verb->words != NULL ? " " : "", verb->help);
    if (is_main(verb)) {
        printf("\nverbs:\n");
        for (size_t i = 0; verb_list[i] != NULL; i++)
            printf("  %-24s %s\n", verb_list[i]->name, verb_list[i]->help);
        printf("'" SOLVE_PROGRAM " VERB --help' lists the options of a verb, '" SOLVE_PROGRAM
               " help VERB' shows examples, too; without one the verb is %s.\n",
               verb->name);
    }
    printf("\noptions:\n");
    options_help(stdout, verb->options, verb->option_count);
}

static void print_examples(const struct verb *verb)
{
    const struct help_examples *one = help_examples;
    while (one->verb != NULL && strcmp(one->verb, verb->name) != 0)
        one++;
    if (one->verb == NULL)
        return;
    printf("\nexamples:\n");
    for (const char *const *line = one->lines; *line != NULL; line++) {
        /* One empty line between the parts, none at the ends. */
        bool first = line == one->lines, last = line[1] == NULL;
        if ((*line)[0] != '\0' || (!first && !last))
            printf("%s%s\n", (*line)[0] != '\0' ? "  " : "", *line);
    }
}

int help_refuse_nothing(struct error *err)
{
    return error_set(err, -EINVAL,
                     "nothing to do: wanted options or a verb, see '" SOLVE_PROGRAM " --help'");
}

int help_refuse_verb(const char *name, struct error *err)
{
    char answer[SPELLING_ANSWER_MAX];
    struct spelling spelling;
    struct solve_board *board;
    if (solve_board_parse(name, &board, NULL) == 0) {
        solve_board_unref(board);
        return error_set(err, -EINVAL,
                         "unknown verb '%.60s': wanted one of those that '" SOLVE_PROGRAM
                         " --help' lists; did "
                         "you mean '--board %.60s'?",
                         name, name);
    }
    spelling_begin(&spelling, name, strlen(name));
    for (size_t i = 0; verb_list[i] != NULL; i++)
        spelling_compare(&spelling, verb_list[i]->name);
    spelling_compare(&spelling, "help");
    return error_set(err, -EINVAL,
                     "unknown verb '%.60s': wanted one of those that '" SOLVE_PROGRAM
                     " --help' lists%s",
                     name, spelling_answer(&spelling, answer));
}

int help_run(int count, char *const *words, struct error *err)
{
    if (count > 1) {
        error_set(err, -EINVAL, "help: '%.60s' is one argument too many: wanted one verb",
                  words[1]);
        return EXIT_USAGE;
    }
    const struct verb *verb = count > 0 ? verb_find(words[0]) : verb_list[0];
    if (verb == NULL && strcmp(words[0], "help") != 0) {
        help_refuse_verb(words[0], err);
        return EXIT_USAGE;
    }
    help_print(verb != NULL ? verb : verb_list[0]);
    if (count > 0 && verb != NULL)
        print_examples(verb);
    return EXIT_SOLVED;
}
