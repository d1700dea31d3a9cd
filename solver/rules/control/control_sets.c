/* The games on sets: each is made once, and forgotten when all take too much. */
#include <errno.h>
#include <stdlib.h>

#include "rules/control/control_inside.h"
#include "rules/control/location.h"

/* When so many states are kept, and twice as many as a game may have, the games are forgotten. */
#define STATES_KEPT_MAX ((size_t)1 << 22)

static struct known_set *place_of_set(struct known_set *sets, size_t size, uint64_t set,
                                      uint64_t prohibited)
{
    size_t i = control_mix(set + control_mix(prohibited)) & (size - 1);
    while (sets[i].game != NULL && (sets[i].set != set || sets[i].prohibited != prohibited))
        i = (i + 1) & (size - 1);
    return &sets[i];
}

static int grow_sets(struct control *control)
{
    size_t size = control->set_size == 0 ? 64 : 2 * control->set_size;
    struct known_set *sets = calloc(size, sizeof(*sets));
    if (sets == NULL)
        return -ENOMEM;
    for (size_t i = 0; i < control->set_size; i++) {
        const struct known_set *known = &control->sets[i];
        if (known->game != NULL)
            *place_of_set(sets, size, known->set, known->prohibited) = *known;
    }
    free(control->sets);
    control->sets = sets;
    control->set_size = size;
    return 0;
}

/* The game on set, which is the same for both players. */
static int find_game(struct control *control, uint64_t set, uint64_t prohibited,
                     struct two_eyes **ret_game)
{
    prohibited &= set;
    if (2 * control->set_count >= control->set_size && grow_sets(control) < 0)
        return -ENOMEM;
    struct known_set *known = place_of_set(control->sets, control->set_size, set, prohibited);
    if (known->game == NULL) {
        bool careful = location_count(set) >= control->careful_from;
        int r =
            two_eyes_new(control->graph, set, prohibited, &control->choice, careful, &known->game);
        if (r < 0)
            return r;
        known->set = set;
        known->prohibited = prohibited;
        control->set_count++;
    }
    *ret_game = known->game;
    return 0;
}

static void forget_games(struct control *control)
{
    for (size_t i = 0; i < control->set_size; i++) {
        two_eyes_free(control->sets[i].game);
        control->sets[i].game = NULL;
    }
    control->set_count = control->states = control->bytes = 0;
}

/* The limit of the first try where both players are asked. */
#define FIRST_TRY 65536

/*
 * Does player win a game on a set without neighbours outside? There the games of the two only
 * differ in who builds, and not both win: let the opponent of one pass, and then each keep to his
 * strategy as the builder. One formation comes first; in it nobody can play, and its owner prevents
 * the other by passing. So one's success is the other's failure, and both are asked with growing
 * limits.
 */
static int solve_either(struct two_eyes *game, const struct control_stones *stones, int player,
                        size_t most)
{
    uint64_t own = stones->of[player], other = stones->of[1 - player];
    for (size_t limit = FIRST_TRY;; limit *= 4) {
        limit = limit < most ? limit : most;
        int r = two_eyes_solve(game, own, other, limit);
        if (r != -ERANGE)
            return r;
        r = two_eyes_solve(game, other, own, limit);
        if (r == 1 || (r < 0 && r != -ERANGE))
            return r == 1 ? 0 : r;
        if (limit == most)
            return -ERANGE;
    }
}

int control_solve_set(struct control *control, const struct control_stones *stones, int player,
                      uint64_t set, struct two_eyes **ret_game)
{
    struct two_eyes *game;
    bool many = control->states > STATES_KEPT_MAX && control->states / 2 > control->limit;
    if (many || control_holds_too_much(control, control->bytes))
        forget_games(control);
    int r = find_game(control, set, stones->prohibited, &game);
    if (r < 0)
        return r;
    size_t before = two_eyes_states(game), work = two_eyes_work(game);
    size_t bytes = two_eyes_bytes(game);
    two_eyes_watch(game, control->stop, control->stop_arg);
    two_eyes_hold(game, control->hold / 3);
    if (two_eyes_borders(game))
        r = two_eyes_solve(game, stones->of[player], stones->of[1 - player], control->most);
    else
        r = solve_either(game, stones, player, control->most);
    control->states = control->states - before + two_eyes_states(game);
    control->bytes = control->bytes - bytes + two_eyes_bytes(game);
    work = two_eyes_work(game) - work;
    control->left = work < control->left ? control->left - work : 0;
    *ret_game = game;
    return r;
}
