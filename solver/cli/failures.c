/* Failures of a run that has more than one thing to print and to write. */
#include "cli/failures.h"

#include <string.h>

#include "cli/message.h"

int failures_note(struct failures *failures, int r, const struct error *why)
{
    if (r >= 0)
        return r;
    if (failures->any && strcmp(failures->last->text, why->text) != 0)
        message_print(failures->last);
    *failures->last = *why;
    failures->any = true;
    return r;
}
