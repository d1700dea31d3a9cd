/* The memory of long numbers. */
#include "cli/number_memory.h"

#include <stdlib.h>
#include <unistd.h>

#include <gmp.h>

#include "cli/verb.h"

/* Without stdio, which may want memory, too. What is in a store stays sound, as if killed. */
static void *checked(void *block)
{
    static const char line[] = "solve: out of memory\n";
    if (block != NULL)
        return block;
    ssize_t ignored = write(STDERR_FILENO, line, sizeof(line) - 1);
    (void)ignored;
    _exit(EXIT_FAILED);
}

static void *allocate(size_t size)
{
    return checked(malloc(size));
}

static void *reallocate(void *block, size_t old, size_t size)
{
    (void)old;
    return checked(realloc(block, size));
}

static void release(void *block, size_t size)
{
    (void)size;
    free(block);
}

void number_memory_set_up(void)
{
    mp_set_memory_functions(allocate, reallocate, release);
}
