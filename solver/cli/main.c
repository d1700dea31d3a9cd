/* The program: finds the verb in its table, parses the verb's options, runs it, prints errors. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "cli/help.h"
#include "cli/interrupt.h"
#include "cli/message.h"
#include "cli/number_memory.h"
#include "cli/output_path.h"
#include "cli/resources.h"
#include "cli/verb.h"
#include "ranks/ranks.h"

static int fail(int code, const struct error *err)
{
    message_print(err);
    return code;
}

/* Where a launcher started several. Returns EXIT_SOLVED if it goes on. */
static int join_ranks(const struct verb *verb, struct error *err)
{
    if (verb->ranks)
        return ranks_begin(err) < 0 ? EXIT_FAILED : EXIT_SOLVED;
    if (ranks_launched_size() <= 1)
        return EXIT_SOLVED;
    error_set(err, 0, "%s does not share its work with other ranks: wanted no mpirun, or one rank",
              verb->name);
    return EXIT_USAGE;
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
    r = output_path_apart(&given, &err);
    if (r < 0)
        return fail(verb_exit_code(r), &err);
    if (verb->interruptible)
        interrupt_catch();
    int code = join_ranks(verb, &err);
    if (code == EXIT_SOLVED)
        code = verb->run(&given, &err);
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

/* Returns the exit code after what is left of the output is written. */
static int end_output(int code)
{
    struct error err;
    errno = EIO; /* that which failed before was not told why */
    if (fflush(stdout) == 0 && !ferror(stdout))
        return code;
    int number = errno;
    interrupt_end_of_pipe();
    if (code == EXIT_FAILED)
        return code;
    error_set(&err, 0, "cannot write the output: %s", strerror(number));
    return fail(EXIT_FAILED, &err);
}

int main(int argc, char **argv)
{
    resources_share_cores(argc, argv);
    number_memory_set_up();
    resources_set_up();
    if (ranks_launched_rank() > 0)
        ranks_hush();
    int code = end_output(run(argc, argv));
    bool speaks = ranks_rank() == 0;
    ranks_end();
    /* A launcher ends all ranks as soon as one of them exits with anything else. */
    return speaks ? code : EXIT_SOLVED;
}
