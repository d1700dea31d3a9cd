/* What a run would take, told before it. */
#include "cli/verbs/prediction.h"

#include <stdio.h>

#include "base/human.h"

/* Only boards of so many points can take ANNOUNCE_SECONDS. */
#define ANNOUNCE_POINTS 14
#define ANNOUNCE_SECONDS 10.0

static void announce_tables(const struct solve_prediction *made, bool strategies)
{
    fprintf(stderr, "solve: %stables of %s%.0Lf boards take about %s and %s%s\n",
            strategies ? "strategies without repetition are looked for; " : "",
            made->boards_exact ? "" : "about ", made->boards, human_time(made->seconds_before),
            human_size(made->bytes_all), strategies ? ", if they are needed" : " first");
}

static void announce_strategies(const struct solve_prediction *made)
{
    fprintf(stderr,
            "solve: the memory of %s is less than the %s that strategies for this board are likely "
            "to need: the run may take much longer (an estimate, see '" SOLVE_PROGRAM
            " predict')\n",
            human_size((double)made->memory), human_size(made->forecast.memory));
}

double prediction_announce(const struct solve_request *request, const struct solve_game *game)
{
    struct solve_prediction made;
    if (solve_board_points(solve_game_board(game)) < ANNOUNCE_POINTS ||
        solve_request_predict(request, game, &made, NULL) < 0)
        return 0;
    if (made.tables == SOLVE_TABLES_MADE && made.seconds_before >= ANNOUNCE_SECONDS)
        announce_tables(&made, made.strategies && solve_game_turns(game) == 0);
    else if (made.tables != SOLVE_TABLES_MADE && made.has_forecast &&
             (double)made.memory < made.forecast.memory)
        announce_strategies(&made);
    return made.boards_exact ? (double)made.boards : 0;
}
