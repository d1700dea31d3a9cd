/* The program: finds the verb in its table, parses the verb's options, runs it, prints errors. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "cli/help.h"
#include "cli/interrupt.h"
#include "cli/message.h"
#include "cli/number_memory.h"
#include "cli/resources.h"
#include "cli/verb.h"

static int fail(int code, const struct error *err)
{
    message_print(err);
    return code;
}

static int run_verb(const struct verb *verb, int argc, char **argv)
{
    struct options given;
    struct error err = {""};
    int r = options_parse(argc, argv, verb->options, verb->option_count, verb->words != NULL,
                          &given, &err);
    if (r < 0)
        return fail(EXIT_USAGE, &err);
    if (r == OPTIONS_HELP) {
        help_print(verb);
        return EXIT_SOLVED;
    }
    if (r == OPTIONS_VERSION) {
        printf("solve %s\n", SOLVE_VERSION);
        return EXIT_SOLVED;
    }
    if (verb->interruptible)
        interrupt_catch();
    int code = verb->run(&given, &err);
    if (ferror(stdout))
        interrupt_end_of_pipe();
    if (code == EXIT_STOPPED_UNTOLD) {
        if (atomic_load(&interrupt_requested))
            error_set(&err, 0, "stopped: %s", interrupt_text());
        return fail(EXIT_STOPPED, &err);
    }
    return code == EXIT_FAILED || code == EXIT_USAGE ? fail(code, &err) : code;
}

static int run(int argc, char **argv)
{
    struct error err;
    if (argc < 2) {
        help_refuse_nothing(&err);
        return fail(EXIT_USAGE, &err);
    }
    if (argv[1][0] == '-')
        return run_verb(verb_list[0], argc, argv);
    const struct verb *verb = verb_find(argv[1]);
    if (verb != NULL)
        return run_verb(verb, argc - 1, argv + 1);
    if (strcmp(argv[1], "help") == 0) {
        int code = help_run(argc - 2, argv + 2, &err);
        return code == EXIT_SOLVED ? code : fail(code, &err);
    }
    help_refuse_verb(argv[1], &err);
    return fail(EXIT_USAGE, &err);
}

int main(int argc, char **argv)
{
    number_memory_set_up();
    resources_set_up();
    int code = run(argc, argv);
    if (fflush(stdout) == 0 && !ferror(stdout))
        return code;
    interrupt_end_of_pipe();
    if (code != EXIT_FAILED) {
        struct error err;
        error_set(&err, 0, "cannot write the output: %s", strerror(errno));
        return fail(EXIT_FAILED, &err);
    }
    return code;
}
