/* What is wrong with a text that jansson does not read, in words that are not jansson's own names. */
#ifndef SOLVER_BASE_JSON_WHY_H
#define SOLVER_BASE_JSON_WHY_H

#include <stdbool.h>

#include <jansson.h>

static inline const char *json_why(const json_error_t *wrong)
{
    enum json_error_code code = json_error_code(wrong);
    bool null = code == json_error_null_character || code == json_error_null_byte_in_key;
    return null ? "no text here has a \\u0000" : wrong->text;
}

#endif
