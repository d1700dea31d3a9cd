/* Waiting, within limits. */
#include "store/file/patience.h"

#include <stdarg.h>
#include <stdio.h>

#include "base/clock.h"

bool patience_over(const struct store_patience *patience)
{
    if (patience == NULL)
        return false;
    return (patience->interrupted != NULL && atomic_load(patience->interrupted)) ||
           (patience->deadline > 0 && clock_now() >= patience->deadline);
}

void patience_tell(const struct store_patience *patience, const char *format, ...)
{
    char line[400];
    va_list arguments;
    if (patience == NULL || patience->tell == NULL)
        return;
    va_start(arguments, format);
    vsnprintf(line, sizeof(line), format, arguments);
    va_end(arguments);
    patience->tell(patience->arg, line);
}
