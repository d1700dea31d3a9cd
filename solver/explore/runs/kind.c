/* What kinds of runs share. */
#include "explore/runs/kind.h"

#include <stdio.h>

#include "base/human.h"

void kind_title(char title[160], const struct solve_board *board, const char *rules)
{
    snprintf(title, 160, "%.60s, %.80s", solve_board_name(board), rules);
}

struct request_limits kind_limits(const struct request_limits *asked, const struct kind_turn *turn)
{
    struct request_limits limits = *asked;
    if (asked->threads == 0 || asked->threads > turn->threads)
        limits.threads = turn->threads;
    if (asked->memory == 0 || asked->memory > turn->memory)
        limits.memory = turn->memory;
    return limits;
}

void kind_progress_text(const struct solve_progress *progress, char text[160])
{
    switch (progress->phase) {
    case SOLVE_PREPARING:
        snprintf(text, 160, "making tables, %s up to symmetry",
                 human_count(progress->boards, "board", "boards"));
        break;
    case SOLVE_SWEEPING:
        snprintf(text, 160, "making a dense table, sweep %d of %s up to symmetry", progress->sweep,
                 human_count(progress->boards, "board", "boards"));
        break;
    case SOLVE_LEARNING:
        snprintf(text, 160, "learning to guess by games, %u of %u", progress->games,
                 progress->games_wanted);
        break;
    case SOLVE_SEARCHING:
    case SOLVE_STRATEGIES:
        snprintf(text, 160, "%s%s %s?",
                 progress->phase == SOLVE_STRATEGIES ? "looking for strategies: " : "",
                 progress->attacker == 0 ? "can Black get" : "can White hold Black to",
                 human_signed_half_points(2 * progress->margin + progress->half_points));
        break;
    case SOLVE_COUNTING:
    case SOLVE_COALITIONS:
    default:
        snprintf(text, 160, "counting");
        break;
    }
}

json_t *kind_query_of(const json_t *request, const char *but)
{
    json_t *query = json_copy((json_t *)request);
    json_object_del(query, "kind");
    json_object_del(query, but);
    return query;
}
