/* The claims of a certificate on its way. */
#include "solve/wanted.h"

#include <stdlib.h>

#include "base/array.h"

int wanted_add(struct wanted_list *wanted, const struct wanted *one)
{
    int r = array_reserve(&wanted->list, wanted->count + 1, &wanted->capacity, sizeof(*one));
    if (r == 0)
        wanted->list[wanted->count++] = *one;
    return r;
}

void wanted_release(struct wanted_list *wanted, struct lemma_table *lemmas)
{
    for (size_t i = 0; i < wanted->count; i++)
        lemma_release(lemmas, wanted->list[i].lemma);
    free(wanted->list);
    *wanted = (struct wanted_list){0};
}

void wanted_miss(struct wanted *one, enum stop_reason why)
{
    if (one->why == STOP_NONE || one->why == STOP_UNDECIDED)
        one->why = why == STOP_NONE ? STOP_UNDECIDED : why;
}

size_t wanted_missing(const struct wanted_list *wanted, enum stop_reason why)
{
    size_t missing = 0;
    for (size_t i = 0; i < wanted->count; i++) {
        enum stop_reason own = wanted->list[i].why;
        missing += why == STOP_NONE ? own != STOP_NONE : own == why;
    }
    return missing;
}

enum stop_reason wanted_why(const struct wanted_list *wanted)
{
    for (size_t i = 0; i < wanted->count; i++)
        if (wanted->list[i].why != STOP_NONE)
            return wanted->list[i].why;
    return STOP_NONE;
}

int wanted_write(const struct wanted_list *wanted, struct trace_writer *writer)
{
    int r = 0;
    for (size_t i = 0; i < wanted->count && r == 0; i++) {
        struct wanted *one = &wanted->list[i];
        if (wanted_is_proved(one))
            r = trace_writer_add(writer, one->lemma, one->claim.denies, &one->claim.node);
    }
    return r;
}
