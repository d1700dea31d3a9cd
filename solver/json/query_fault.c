/* Saying what is wrong with a query. */
#include "json/query_fault.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "json/json.h"

/* Digits of a number that is no whole one: as many as come out as they were written. */
#define DIGITS 15

/* Writes value as JSON, shortened to what fits without cutting a letter of UTF-8. Returns false
 * where there is no memory for it. */
static bool quote(char *buffer, size_t size, const json_t *value)
{
    buffer[0] = '\0';
    if (value == NULL)
        return true;
    char *text = json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY | JSON_REAL_PRECISION(DIGITS));
    if (text == NULL || json_was_incomplete()) {
        free(text);
        return false;
    }
    size_t length = strlen(text);
    if (length < size) {
        memcpy(buffer, text, length + 1);
    } else {
        length = size - 4;
        while (length > 0 && ((unsigned char)text[length] & 0xc0) == 0x80)
            length--;
        memcpy(buffer, text, length);
        memcpy(buffer + length, "...", 4);
    }
    free(text);
    return true;
}

int query_fault_set(struct query_fault *fault, int r, const char *key, const json_t *value,
                    const char *format, ...)
{
    va_list arguments;
    char text[256];
    snprintf(fault->key, sizeof(fault->key), "%s", key);
    if (!quote(fault->value, sizeof(fault->value), value)) {
        fault->key[0] = '\0';
        return error_set(&fault->why, -ENOMEM, "out of memory");
    }
    va_start(arguments, format);
    vsnprintf(text, sizeof(text), format, arguments);
    va_end(arguments);
    error_set(&fault->why, r, "%s", text);
    return r;
}

int query_fault_set_rules(struct query_fault *fault, int r, const struct solve_rules *rules,
                          const struct solve_error *why)
{
    if (r == -ENOMEM)
        return query_fault_set(fault, r, "", NULL, "out of memory");
    json_t *text = json_string(solve_rules_text(rules));
    r = query_fault_set(fault, r, "rules", text, "%s", why->text);
    json_decref(text);
    return r;
}
