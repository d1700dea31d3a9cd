/* store query: what is known of a position, at once. */
#include "cli/result.h"
#include "cli/store_verb.h"
#include "cli/verb.h"
#include "engine/search.h"

int store_run_query(const struct store_verb *asked, struct error *err)
{
    struct store *store;
    struct analysis analysis;
    struct solve_options query = asked->query;
    double started = search_clock();
    query.quiet = true;
    int code = store_verb_open(asked, STORE_NO_DROP, &store, err);
    if (code != 0)
        return code;
    int r = store_query(store, &query.game, query.komi_half_points, &analysis);
    code = store_verb_close(asked, store, err);
    if (r < 0)
        return store_verb_fail(asked, r, "out of memory", err);
    if (code == 0) {
        if (query.json)
            r = result_print_json(&analysis, &query, search_clock() - started, err);
        else
            result_print_text(&analysis, &query, 0);
        code = r < 0 ? EXIT_FAILED : bounds_known(&analysis.bounds) ? EXIT_SOLVED : EXIT_STOPPED;
    }
    analysis_release(&analysis);
    return code;
}
