/* Who controls what: the bordered sets in turn, and what is known of them. */
#include "rules/control/control.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "rules/control/control_inside.h"
#include "rules/control/location.h"

/* The most bordered sets of a position that are looked at. */
#define SETS_MAX 65536

int control_new(const struct graph *graph, const struct control_choice *choice,
                struct control **ret_control)
{
    if (graph->points > CONTROL_MAX_POINTS)
        return -ERANGE;
    struct control *control = calloc(1, sizeof(*control));
    if (control == NULL)
        return -ENOMEM;
    control->graph = graph;
    control->choice = *choice;
    control->all = UINT64_MAX >> (64 - graph->points);
    control->limit = control->first = CONTROL_STATES_MAX;
    control->careful_from = CONTROL_CAREFUL_FROM;
    *ret_control = control;
    return 0;
}

void control_limit(struct control *control, size_t states)
{
    control->limit = states < CONTROL_STATES_LIMIT ? states : CONTROL_STATES_LIMIT;
    control->first = control->limit;
}

void control_try_first(struct control *control, size_t states)
{
    control->first = states;
}

void control_hold(struct control *control, size_t bytes)
{
    control->hold = bytes;
}

static size_t bytes_of_positions(const struct control *control)
{
    return control->position_size * sizeof(*control->positions);
}

size_t control_bytes(const struct control *control)
{
    return control->bytes + control->set_size * sizeof(*control->sets) +
           bytes_of_positions(control);
}

void control_watch(struct control *control, bool (*stop)(void *), void *arg)
{
    control->stop = stop;
    control->stop_arg = arg;
}

void control_free(struct control *control)
{
    if (control == NULL)
        return;
    for (size_t i = 0; i < control->set_size; i++)
        two_eyes_free(control->sets[i].game);
    free(control->sets);
    free(control->positions);
    free(control);
}

void control_careful_from(struct control *control, int locations)
{
    control->careful_from = locations;
}

static bool same_stones(const struct control_stones *a, const struct control_stones *b)
{
    return a->of[0] == b->of[0] && a->of[1] == b->of[1] && a->prohibited == b->prohibited;
}

static struct known_position *place_of_position(struct known_position *positions, size_t size,
                                                const struct control_stones *stones)
{
    size_t i =
        control_mix(stones->of[0] + control_mix(stones->of[1] + control_mix(stones->prohibited))) &
        (size - 1);
    while (positions[i].used && !same_stones(&positions[i].stones, stones))
        i = (i + 1) & (size - 1);
    return &positions[i];
}

static int grow_positions(struct control *control)
{
    size_t size = control->position_size == 0 ? 256 : 2 * control->position_size;
    struct known_position *positions = calloc(size, sizeof(*positions));
    if (positions == NULL)
        return -ENOMEM;
    for (size_t i = 0; i < control->position_size; i++)
        if (control->positions[i].used)
            *place_of_position(positions, size, &control->positions[i].stones) =
                control->positions[i];
    free(control->positions);
    control->positions = positions;
    control->position_size = size;
    return 0;
}

struct control_stones control_stones(const struct control *control, const struct position *position,
                                     uint64_t prohibited)
{
    struct control_stones stones = {{0, 0}, 0};
    for (int p = 0; p < control->graph->points; p++)
        if (position->cells[p] != POINT_EMPTY)
            stones.of[position->cells[p] - 1] |= location_bit(p);
    if (control->choice.permanent == CONTROL_PERMANENT_KEPT)
        stones.prohibited = prohibited & control->all;
    return stones;
}

/* The sets of player's that may give him control. */
int control_bordered_sets(const struct control *control, const struct control_stones *stones,
                          int player, struct bordered *ret_bordered)
{
    bool connected = control->choice.passing == CONTROL_PASS_BOTH; /* bordered.h */
    return bordered_find(control->graph, stones->of[player], connected, SETS_MAX, ret_bordered);
}

/* What player controls. */
static int find_player(struct control *control, const struct control_stones *stones, int player,
                       uint64_t *ret_controlled, uint64_t *ret_unknown)
{
    struct bordered bordered;
    uint64_t controlled = 0, unknown = 0;
    int r = control_bordered_sets(control, stones, player, &bordered);
    if (r < 0)
        return r;
    if (!bordered.complete)
        unknown = control->all;
    for (size_t i = 0; i < bordered.count && r >= 0; i++) {
        struct two_eyes *game;
        if ((bordered.sets[i] & ~controlled) == 0)
            continue;
        r = control->left > 0 ? control_solve_set(control, stones, player, bordered.sets[i], &game)
                              : -ERANGE;
        if (r == 1)
            controlled |= bordered.sets[i];
        if (r == -ERANGE) {
            unknown |= bordered.sets[i];
            r = 0;
        }
    }
    bordered_release(&bordered);
    *ret_controlled = controlled;
    *ret_unknown = unknown & ~controlled;
    return r < 0 ? r : 0;
}

/* Tries a position with so many states a game at most. */
static int try_position(struct control *control, struct known_position *known, size_t most)
{
    int r = 0;
    control->most = most;
    control->left =
        control->graph->points > CONTROL_ALL_POINTS ? CONTROL_SETS_WORTH * most : SIZE_MAX;
    for (int player = 0; player < 2 && r == 0; player++)
        r = find_player(control, &known->stones, player, &known->controlled[player],
                        &known->unknown[player]);
    return r;
}

static void forget_positions(struct control *control)
{
    free(control->positions);
    control->positions = NULL;
    control->position_size = control->position_count = 0;
}

static int find_position(struct control *control, const struct control_stones *stones,
                         const struct known_position **ret_known)
{
    if (control_holds_too_much(control, bytes_of_positions(control)))
        forget_positions(control);
    if (2 * control->position_count >= control->position_size && grow_positions(control) < 0)
        return -ENOMEM;
    struct known_position *known =
        place_of_position(control->positions, control->position_size, stones);
    if (!known->used) {
        size_t first = control->first < control->limit ? control->first : control->limit;
        known->stones = *stones;
        int r = try_position(control, known, first);
        if (r == 0 && first < control->limit && (known->unknown[0] | known->unknown[1]) != 0)
            r = try_position(control, known, control->limit);
        if (r < 0)
            return r;
        known->used = true;
        control->position_count++;
    }
    *ret_known = known;
    return 0;
}

int control_find(struct control *control, const struct position *position, signed char *ret_owner)
{
    return control_find_prohibited(control, position, 0, ret_owner);
}

int control_find_prohibited(struct control *control, const struct position *position,
                            uint64_t prohibited, signed char *ret_owner)
{
    const struct known_position *known;
    const struct control_stones stones = control_stones(control, position, prohibited);
    int r = find_position(control, &stones, &known);
    if (r < 0)
        return r;
    for (int p = 0; p < control->graph->points; p++) {
        bool black = (known->controlled[0] & location_bit(p)) != 0;
        bool white = (known->controlled[1] & location_bit(p)) != 0;
        ret_owner[p] = black && white ? CONTROL_BOTH : black ? 0 : white ? 1 : CONTROL_NOBODY;
        if (((known->unknown[0] | known->unknown[1]) & location_bit(p)) == 0)
            continue;
        ret_owner[p] = CONTROL_UNKNOWN;
        r = -ERANGE;
    }
    return r;
}
