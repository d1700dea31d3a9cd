/* The result of the main verb as JSON. */
#include "json/result_json.h"
#include "cli/result.h"
#include "json/json.h"

/* Adds what of the result its certificate does not claim, if one was asked for. */
static json_t *with_uncertified(json_t *object, const struct solve_result *result)
{
    struct solve_certificate made;
    const char *text;
    if (solve_result_certificate(result, &made) < 0)
        return object;
    json_t *list = json_array();
    for (size_t i = 0; (text = solve_result_uncertified(result, i)) != NULL; i++)
        list = json_append(list, json_string(text));
    return json_with(object, "uncertified", list);
}

bool result_is_proven(const struct solve_result *result, const struct solve_options *options)
{
    return result_json_is_proven(result, options->value_only,
                                 options->asks ? &options->asked : NULL);
}

int result_print_json(const char *verb, const struct solve_result *result,
                      const struct solve_options *options, double seconds, struct error *err)
{
    const struct result_asked asked = {
        .game = options->game,
        .komi_half_points = options->komi_half_points,
        .value_only = options->value_only,
        .ask = options->asks ? &options->asked : NULL,
        .store = options->store,
        .limits = run_limits_told(&options->limits),
    };
    json_t *object = result_json_set(json_head(verb), result, &asked, seconds);
    return json_print(with_uncertified(object, result), err);
}
