/* Helpers for JSON output. */
#include "cli/json.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/player.h"
#include "cli/setup.h"
#include "report/grid.h"

json_t *json_text_or_null(const char *text)
{
    return text == NULL ? json_null() : grid_json_text(text);
}

/* Did anything that was to be part of the output fail? */
static bool incomplete;

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

json_t *json_scores(const struct game *game)
{
    int scores[PLAYERS_MAX];
    json_t *object = json_object();
    if (game_scores(game, scores) < 0)
        return json_null();
    for (int k = 0; k < game->players; k++)
        object = json_with(object, player_name(k), json_integer(scores[k]));
    return json_with(object, "margin",
                     game->players == 2 ? json_integer(game_margin(game)) : json_null());
}

int json_print(json_t *value, struct error *err)
{
    if (value == NULL || incomplete) {
        json_decref(value);
        return error_set(err, -ENOMEM, "out of memory for the JSON output");
    }
    int r = json_dumpf(value, stdout, JSON_COMPACT | JSON_REAL_PRECISION(12));
    json_decref(value);
    if (r < 0 || putchar('\n') == EOF)
        return error_set(err, -EIO, "cannot write the output: %s", strerror(errno));
    return 0;
}
