/* The result of the main verb as JSON. */
#include "json/result_json.h"
#include "cli/result.h"
#include "json/json.h"

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
    return json_print(result_json_set(json_head(verb), result, &asked, seconds), err);
}
