/* Saying what is wrong with a query. */
#include "json/query_fault.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Writes value as JSON, shortened to what fits without cutting a letter of UTF-8. */
static void quote(char *buffer, size_t size, const json_t *value)
{
    char *text = value != NULL ? json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY) : NULL;
    size_t length = text != NULL ? strlen(text) : 0;
    buffer[0] = '\0';
    if (length > 0 && length < size) {
        memcpy(buffer, text, length + 1);
    } else if (length > 0) {
        length = size - 4;
        while (length > 0 && ((unsigned char)text[length] & 0xc0) == 0x80)
            length--;
        memcpy(buffer, text, length);
        memcpy(buffer + length, "...", 4);
    }
    free(text);
}

int query_fault_set(struct query_fault *fault, int r, const char *key, const json_t *value,
                    const char *format, ...)
{
    va_list arguments;
    char text[256];
    snprintf(fault->key, sizeof(fault->key), "%s", key);
    quote(fault->value, sizeof(fault->value), value);
    va_start(arguments, format);
    vsnprintf(text, sizeof(text), format, arguments);
    va_end(arguments);
    error_set(&fault->why, r, "%s", text);
    return r;
}
