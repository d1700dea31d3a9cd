/* Who controls what, gathered by the sets that prove it. */
#include "rules/control/control.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "library/handles.h"
#include "rules/control_choice.h"

_Static_assert(SOLVE_CONTROL_STATES_MAX == CONTROL_STATES_MAX, "solve.h has another limit");
_Static_assert(SOLVE_CONTROL_STATES_LIMIT == CONTROL_STATES_LIMIT, "solve.h allows others");
_Static_assert(SOLVE_CONTROL_STATE_BYTES == CONTROL_STATE_BYTES, "solve.h has other states");
_Static_assert(SOLVE_POINTS_MAX == CONTROL_MAX_POINTS, "solve.h has another size");
_Static_assert(SOLVE_OWNER_NOBODY == CONTROL_NOBODY && SOLVE_OWNER_UNKNOWN == CONTROL_UNKNOWN &&
                   SOLVE_OWNER_BOTH == CONTROL_BOTH,
               "solve.h has other owners");

/* The locations that a player controls by one set. */
struct owned_set {
    int player;
    uint64_t points; /* bit p: location p */
    struct control_proof proof;
};

struct solve_control {
    struct solve_board *board; /* a reference */
    struct position position;
    uint64_t prohibited;
    struct control_choice choice;
    signed char owner[CONTROL_MAX_POINTS];
    bool decided, stopped;
    struct owned_set *groups;
    size_t group_count, group_room;
};

static bool owns(const struct solve_control *found, int player, int point)
{
    return found->owner[point] == player || found->owner[point] == CONTROL_BOTH;
}

/* Adds player's control of point: to the group of its set, or as a new one. */
static int add_point(struct solve_control *found, struct control *control, int player, int point)
{
    struct control_proof proof;
    int r = control_prove(control, &found->position, found->prohibited, player, point, &proof);
    if (r <= 0)
        return r < 0 ? r : -EPROTO;
    for (size_t i = 0; i < found->group_count; i++) {
        struct owned_set *group = &found->groups[i];
        if (group->player == player && group->proof.set == proof.set) {
            group->points |= UINT64_C(1) << point;
            control_proof_release(&proof);
            return 0;
        }
    }
    r = array_reserve(&found->groups, found->group_count + 1, &found->group_room,
                      sizeof(*found->groups));
    if (r < 0) {
        control_proof_release(&proof);
        return r;
    }
    found->groups[found->group_count++] = (struct owned_set){player, UINT64_C(1) << point, proof};
    return 0;
}

static int find(struct solve_control *found, const struct solve_control_options *options)
{
    struct control *control;
    const struct graph *graph = found->board->graph;
    int r = control_new(graph, &found->choice, &control);
    if (r < 0)
        return r;
    control_limit(control, options->max_states > 0 ? options->max_states : CONTROL_STATES_MAX);
    control_watch(control, library_is_interrupted, (void *)options->interrupt);
    memset(found->owner, CONTROL_UNKNOWN, sizeof(found->owner));
    r = control_find_prohibited(control, &found->position, found->prohibited, found->owner);
    found->decided = r == 0;
    if (r == -ERANGE)
        r = 0;
    for (int player = 0; player < 2 && r == 0; player++)
        for (int p = 0; p < graph->points && r == 0; p++)
            if (owns(found, player, p))
                r = add_point(found, control, player, p);
    control_free(control);
    found->stopped = r == -EINTR;
    if (found->stopped)
        found->decided = false;
    return found->stopped ? 0 : r;
}

/* Reads what is given. Returns 0 or -EINVAL. */
static int read_options(struct solve_control *found, const struct solve_control_options *options,
                        struct solve_error *err)
{
    struct error why = {""};
    const struct graph *graph = found->board->graph;
    if (graph->points > CONTROL_MAX_POINTS)
        return library_refuse(err, -EINVAL, "%s has %d points: wanted at most %d for control",
                              graph->name, graph->points, CONTROL_MAX_POINTS);
    if (options->max_states > CONTROL_STATES_LIMIT)
        return library_refuse(err, -EINVAL, "%zu states are too many: wanted at most %zu",
                              options->max_states, CONTROL_STATES_LIMIT);
    if (options->position != NULL &&
        (position_parse(graph, 2, options->position, &found->position, &why) < 0 ||
         position_check(graph, &found->position, &why) < 0))
        return library_fail(err, -EINVAL, &why);
    for (int p = 0; p < 64; p++) {
        if ((options->prohibited >> p & 1) == 0)
            continue;
        if (p >= graph->points)
            return library_refuse(err, -EINVAL, "prohibited: no point %d: wanted empty points", p);
        if (found->position.cells[p] != POINT_EMPTY)
            return library_refuse(err, -EINVAL,
                                  "prohibited '%s': a stone is there: wanted empty points",
                                  graph->names[p]);
    }
    found->prohibited = options->prohibited;
    if (options->choices != NULL &&
        control_choice_parse(options->choices, &found->choice, &why) < 0)
        return library_fail(err, -EINVAL, &why);
    return 0;
}

int solve_control_find(struct solve_board *board, const struct solve_control_options *options,
                       struct solve_control **ret_control, struct solve_error *err)
{
    static const struct solve_control_options defaults;
    if (board == NULL || ret_control == NULL)
        return library_refuse(err, -EINVAL, "control wants a board");
    if (options == NULL)
        options = &defaults;
    struct solve_control *found = calloc(1, sizeof(*found));
    if (found == NULL)
        return library_refuse(err, -ENOMEM, "out of memory");
    found->board = solve_board_ref(board);
    int r = read_options(found, options, err);
    if (r == 0) {
        r = find(found, options);
        if (r < 0)
            library_refuse(err, r, "looking for control on %s: %s", board->graph->name,
                           r == -ENOMEM ? "out of memory" : "a proof is missing");
    }
    if (r < 0) {
        solve_control_free(found);
        return r;
    }
    *ret_control = found;
    return 0;
}

void solve_control_free(struct solve_control *control)
{
    if (control == NULL)
        return;
    for (size_t i = 0; i < control->group_count; i++)
        control_proof_release(&control->groups[i].proof);
    free(control->groups);
    solve_board_unref(control->board);
    free(control);
}

bool solve_control_decided(const struct solve_control *control)
{
    return control != NULL && control->decided;
}

bool solve_control_stopped(const struct solve_control *control)
{
    return control != NULL && control->stopped;
}

int solve_control_owner(const struct solve_control *control, int point)
{
    if (control == NULL || point < 0 || point >= control->board->graph->points)
        return SOLVE_OWNER_UNKNOWN;
    return control->owner[point];
}

int solve_control_choice(const struct solve_control *control, size_t i, const char **ret_field,
                         const char **ret_value)
{
    if (control == NULL || ret_field == NULL || ret_value == NULL)
        return -EINVAL;
    for (size_t at = 0; at <= i; at++)
        if (control_fields[at] == NULL)
            return -ENOENT;
    *ret_field = control_fields[i]->name;
    *ret_value =
        control_fields[i]->values[control_choice_value(&control->choice, control_fields[i])];
    return 0;
}

int solve_control_set(const struct solve_control *control, size_t i,
                      struct solve_control_set *ret_set)
{
    if (control == NULL || ret_set == NULL)
        return -EINVAL;
    if (i >= control->group_count)
        return -ENOENT;
    const struct owned_set *group = &control->groups[i];
    *ret_set = (struct solve_control_set){
        .player = group->player,
        .points = group->points,
        .set = group->proof.set,
        .start = group->proof.start.cells,
        .step_count = group->proof.step_count,
    };
    return 0;
}

int solve_control_step(const struct solve_control *control, size_t i, size_t s,
                       struct solve_move *ret_move, const uint8_t **ret_stones)
{
    if (control == NULL || ret_move == NULL || ret_stones == NULL)
        return -EINVAL;
    if (i >= control->group_count || s >= control->groups[i].proof.step_count)
        return -ENOENT;
    const struct control_step *step = &control->groups[i].proof.steps[s];
    *ret_move = library_move_out(step->move);
    *ret_stones = step->board.cells;
    return 0;
}
