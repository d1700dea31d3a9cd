/* Errors of the library, its version, and interruption. */
#include "library/handles.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

const char *solve_version(void)
{
    return SOLVE_VERSION;
}

/* What is quoted of the input may have more than one line. */
static void make_one_line(struct solve_error *err)
{
    for (char *c = err->text; *c != '\0'; c++)
        if (*c == '\n' || *c == '\r')
            *c = '?';
}

int library_fail(struct solve_error *err, int code, const struct error *why)
{
    return library_refuse(err, code, "%s",
                          why->text[0] != '\0' ? why->text
                          : code == -ENOMEM    ? "out of memory"
                                               : "it failed");
}

int library_refuse(struct solve_error *err, int code, const char *format, ...)
{
    va_list args;
    if (err == NULL)
        return code;
    va_start(args, format);
    vsnprintf(err->text, sizeof(err->text), format, args);
    va_end(args);
    make_one_line(err);
    return code;
}

int solve_interrupt_new(struct solve_interrupt **ret_interrupt)
{
    if (ret_interrupt == NULL)
        return -EINVAL;
    struct solve_interrupt *interrupt = calloc(1, sizeof(*interrupt));
    if (interrupt == NULL)
        return -ENOMEM;
    *ret_interrupt = interrupt;
    return 0;
}

void solve_interrupt_free(struct solve_interrupt *interrupt)
{
    free(interrupt);
}

void solve_interrupt_request(struct solve_interrupt *interrupt)
{
    if (interrupt != NULL)
        atomic_store(&interrupt->requested, true);
}

void solve_interrupt_clear(struct solve_interrupt *interrupt)
{
    if (interrupt != NULL)
        atomic_store(&interrupt->requested, false);
}

bool solve_interrupt_is_requested(const struct solve_interrupt *interrupt)
{
    return interrupt != NULL && atomic_load(&interrupt->requested);
}

const atomic_bool *library_flag(const struct solve_interrupt *interrupt)
{
    return interrupt != NULL ? &interrupt->requested : NULL;
}

bool library_is_interrupted(void *interrupt)
{
    return solve_interrupt_is_requested(interrupt);
}
