#include "agree_longest.h"

#include "base/clock.h"
#include "common/games.h"
#include "count/longest/longest.h"

/* For a start whose bounds do not meet. */
#define SECONDS 0.02

/* Is it a complete game of at_least plays? */
static bool is_game(const struct game *game, const struct longest_game *longest)
{
    struct game copy;
    struct verdict verdict = {.legal = true};
    size_t plays = 0;
    must(game_copy(&copy, game) == 0, "no memory");
    for (size_t i = 0; i < longest->move_count && verdict.legal; i++) {
        verdict.legal = !game_over(&copy);
        if (verdict.legal)
            must(game_play(&copy, longest->moves[i], &verdict) == 0, "no memory");
        plays += longest->moves[i].kind == MOVE_STONE;
    }
    bool good = verdict.legal && game_over(&copy) && plays == longest->at_least;
    game_release(&copy);
    return good;
}

const char *agree_longest(const struct game *game, size_t plays, unsigned *met)
{
    const struct limits limits = {.max_bytes = (size_t)1 << 30, .deadline = clock_now() + SECONDS};
    struct count_run run = {.limits = &limits, .measure = ARENA_STONES};
    struct longest_game longest;
    const char *wrong = NULL;
    must(longest_find(game, 1, &run, &longest) == 0, "the longest game: no memory");
    if (longest.at_least > plays)
        wrong = "a game is longer than the longest";
    else if (longest.at_most < plays)
        wrong = "the longest game is longer than the bound";
    else if (!game_over(game) && longest.moves == NULL)
        wrong = "no longest game";
    else if (longest.moves != NULL && !is_game(game, &longest))
        wrong = "the longest game cannot be played";
    *met += longest.at_least == longest.at_most;
    longest_game_release(&longest);
    return wrong;
}
