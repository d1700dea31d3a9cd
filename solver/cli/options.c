/* Parsing options with getopt_long(), with errors that name the option as it was written. */
#include "cli/options.h"

#include <assert.h>
#include <errno.h>
#include <getopt.h>
#include <string.h>

#include "base/spelling.h"

/* An error repeats at most so many bytes of the user's text. */
#define SHOWN_MAX 60

/* Values of struct option's val: an index into the specs, or one of the built-in options. */
enum { VAL_FIRST = 256, VAL_HELP = VAL_FIRST + OPTIONS_MAX, VAL_VERSION };

static void make_table(const struct option_spec *specs, size_t count, struct option *table)
{
    assert(count <= OPTIONS_MAX);
    for (size_t i = 0; i < count; i++)
        table[i] = (struct option){specs[i].name,
                                   specs[i].argument != NULL ? required_argument : no_argument,
                                   NULL, VAL_FIRST + (int)i};
    table[count++] = (struct option){"help", no_argument, NULL, VAL_HELP};
    table[count++] = (struct option){"version", no_argument, NULL, VAL_VERSION};
    table[count] = (struct option){0};
}

/* Is the argument written exactly as --name or --name=value? getopt_long() takes less for it. */
static const struct option *find_exactly(const struct option *table, const char *written)
{
    if (strncmp(written, "--", 2) != 0)
        return NULL;
    size_t length = strcspn(written + 2, "=");
    for (; table->name != NULL; table++)
        if (strlen(table->name) == length && memcmp(table->name, written + 2, length) == 0)
            return table;
    return NULL;
}

static int refuse_word(const char *word, struct error *err)
{
    return error_set(err, -EINVAL, "unexpected argument '%.*s': wanted options only", SHOWN_MAX,
                     word);
}

/* Puts a word behind those before it. */
static int take_word(const char *word, bool words, const char **into, struct error *err)
{
    size_t count = 0;
    if (!words)
        return refuse_word(word, err);
    while (into[count] != NULL)
        count++;
    if (count == WORDS_MAX)
        return error_set(err, -EINVAL, "'%.*s' is one argument too many: wanted at most %d",
                         SHOWN_MAX, word, WORDS_MAX);
    into[count] = word;
    into[count + 1] = NULL;
    return 0;
}

/* No option is written so: tells those that are spelled like it. */
static int refuse_unknown(const char *written, const struct option *table,
                          const struct option_spec *specs, struct error *err)
{
    char answer[SPELLING_ANSWER_MAX];
    size_t dashes = strspn(written, "-");
    struct spelling spelling;
    spelling_begin(&spelling, written + dashes, strcspn(written + dashes, "="));
    for (; table->name != NULL; table++)
        if (table->val >= VAL_HELP || specs[table->val - VAL_FIRST].help != NULL)
            spelling_compare(&spelling, table->name);
    return error_set(err, -EINVAL, "unknown option '%.*s': wanted one of those that --help lists%s",
                     SHOWN_MAX, written, spelling_answer_with(&spelling, "--", answer));
}

/* What getopt_long() stumbled over in the argument written; known is its option, or NULL. */
static int refuse_option(const char *written, const struct option *known,
                         const struct option *table, const struct option_spec *specs,
                         struct error *err)
{
    if (known == NULL)
        return refuse_unknown(written, table, specs, err);
    if (known->has_arg == no_argument)
        return error_set(err, -EINVAL, "--%s takes no value: '%.*s' was given", known->name,
                         SHOWN_MAX, strchr(written, '=') + 1);
    return error_set(err, -EINVAL, "--%s has no value: wanted %s", known->name,
                     specs[known->val - VAL_FIRST].argument);
}

/* One option as getopt_long() returned it, c, from the argument written. */
static int take_option(int c, const char *written, const struct option *table,
                       const struct option_spec *specs, const char **values, struct error *err)
{
    const struct option *known = find_exactly(table, written);
    if (strcmp(written, "-h") == 0)
        return OPTIONS_HELP;
    if (known == NULL || c == '?' || c == ':')
        return refuse_option(written, known, table, specs, err);
    /* "--board --rules psk": the value was forgotten, the next option is none. */
    if (c >= VAL_FIRST && c < VAL_HELP && optarg != NULL && strchr(written, '=') == NULL &&
        strncmp(optarg, "--", 2) == 0)
        return error_set(err, -EINVAL, "--%s has no value: wanted %s, not '%.*s'", known->name,
                         specs[known->val - VAL_FIRST].argument, SHOWN_MAX, optarg);
    if (c == VAL_HELP)
        return OPTIONS_HELP;
    if (c == VAL_VERSION)
        return OPTIONS_VERSION;
    const char **value = &values[c - VAL_FIRST];
    if (*value != NULL)
        return error_set(err, -EINVAL, "--%s is given twice: wanted once", known->name);
    *value = optarg != NULL ? optarg : "";
    return 0;
}

int options_parse(int argc, char **argv, const struct option_spec *specs, size_t count, bool words,
                  struct options *ret_given, struct error *err)
{
    struct option table[OPTIONS_MAX + 3];
    struct options given = {.specs = specs, .count = count};
    make_table(specs, count, table);

    optind = 0; /* start afresh */
    opterr = 0;
    for (;;) {
        int before = optind > 0 ? optind : 1;
        int c = getopt_long(argc, argv, "-:", table, NULL);
        if (c == -1)
            break;
        int r = c == 1 ? take_word(optarg, words, given.words, err)
                       : take_option(c, argv[before], table, specs, given.values, err);
        if (r != 0)
            return r;
    }
    for (; optind < argc; optind++) {
        int r = take_word(argv[optind], words, given.words, err);
        if (r < 0)
            return r;
    }
    *ret_given = given;
    return 0;
}

const char *options_text(const struct options *given, const char *name)
{
    for (size_t i = 0; i < given->count; i++)
        if (strcmp(given->specs[i].name, name) == 0)
            return given->values[i];
    return NULL;
}

bool options_knows(const struct options *given, const char *name)
{
    for (size_t i = 0; i < given->count; i++)
        if (strcmp(given->specs[i].name, name) == 0)
            return true;
    return false;
}

bool options_has(const struct options *given, const char *name)
{
    return options_text(given, name) != NULL;
}

static void help_line(FILE *out, const struct option_spec *spec)
{
    char left[40];
    snprintf(left, sizeof(left), "--%s%s%s", spec->name, spec->argument != NULL ? " " : "",
             spec->argument != NULL ? spec->argument : "");
    fprintf(out, "  %-24s %s\n", left, spec->help);
}

void options_help(FILE *out, const struct option_spec *specs, size_t count)
{
    static const struct option_spec built_in[] = {
        {"help", NULL, "print this help; '" SOLVE_PROGRAM " help VERB' shows examples, too"},
        {"version", NULL, "print the version"},
    };
    for (size_t i = 0; i < count; i++)
        if (specs[i].help != NULL)
            help_line(out, &specs[i]);
    help_line(out, &built_in[0]);
    help_line(out, &built_in[1]);
}

int options_refuse(const char *name, const char *value, const char *why, struct error *err)
{
    if (why[0] == '\'')
        return error_set(err, -EINVAL, "--%s %s", name, why);
    return error_set(err, -EINVAL, "--%s '%.*s%s': %s", name, SHOWN_MAX, value,
                     strlen(value) > SHOWN_MAX ? "..." : "", why);
}

int options_refuse_word(const char *name, const char *value, const char *wanted,
                        const char *const *names, struct error *err)
{
    char why[200 + SPELLING_ANSWER_MAX], answer[SPELLING_ANSWER_MAX];
    snprintf(why, sizeof(why), "%.199s%s", wanted,
             spelling_answer_of(names, value, strlen(value), answer));
    return options_refuse(name, value, why, err);
}
