/* What every JSON of the program is made of. */
#include "json/json.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/grid.h"
#include "report/move_text.h"

json_t *json_text_or_null(const char *text)
{
    return text == NULL ? json_null() : grid_json_text(text);
}

json_t *json_digits(uint64_t number)
{
    char text[24];
    snprintf(text, sizeof(text), "%" PRIu64, number);
    return json_string(text);
}

json_t *json_seconds(double seconds)
{
    return json_real(round(seconds * 1000) / 1000);
}

/* Did anything that was to be part of the output fail? */
static _Thread_local bool incomplete;

json_t *json_append(json_t *array, json_t *item)
{
    if (json_array_append_new(array, item) < 0)
        incomplete = true;
    return array;
}

json_t *json_with(json_t *object, const char *key, json_t *value)
{
    if (json_object_set_new(object, key, value) < 0)
        incomplete = true;
    return object;
}

void json_lose(void)
{
    incomplete = true;
}

bool json_was_incomplete(void)
{
    bool was = incomplete;
    incomplete = false;
    return was;
}

static void *allocate(size_t size)
{
    void *block = malloc(size);
    if (block == NULL)
        incomplete = true;
    return block;
}

void json_watch_memory(void)
{
    json_set_alloc_funcs(allocate, free);
}

json_t *json_head(const char *verb)
{
    json_t *object = json_with(json_object(), "schema", json_integer(JSON_SCHEMA));
    object = json_with(object, "verb", json_string(verb));
    return json_with(object, "version", json_string(SOLVE_VERSION));
}

json_t *json_moves(const struct solve_board *board, const struct solve_move *moves, size_t count)
{
    json_t *array = json_array();
    for (size_t i = 0; i < count; i++)
        array = json_append(array, json_text_or_null(move_text(board, moves[i])));
    return array;
}

int json_print(json_t *value, struct error *err)
{
    if (json_was_incomplete() || value == NULL) {
        json_decref(value);
        return error_set(err, -ENOMEM, "out of memory for the JSON output");
    }
    int r = json_dumpf(value, stdout, JSON_COMPACT | JSON_REAL_PRECISION(12));
    json_decref(value);
    if (r < 0 || putchar('\n') == EOF)
        return error_set(err, -EIO, "cannot write the output: %s", strerror(errno));
    return 0;
}
