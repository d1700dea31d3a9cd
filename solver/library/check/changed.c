/* Putting another ruleset, another game or other colours into the header that was read. */
#include "library/check/changed.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "certificate/write/write.h"
#include "rules/history_model.h"

/* --- what is wanted --- */

int solve_check_set_rules(struct solve_check *check, const char *rules)
{
    if (check == NULL)
        return -EINVAL;
    if (rules != NULL) {
        int r = ruleset_parse(rules, &check->rules, &check->why);
        if (r < 0)
            return r;
    }
    check->has_rules = rules != NULL;
    return 0;
}

static int copy_text(char **to, const char *text)
{
    free(*to);
    *to = text != NULL ? strdup(text) : NULL;
    return text != NULL && *to == NULL ? -ENOMEM : 0;
}

int solve_check_set_game(struct solve_check *check, const char *position, int to_move,
                         const char *moves)
{
    if (check == NULL || to_move < 0 || to_move > 1)
        return -EINVAL;
    check->has_game = true;
    check->wanted_to_move = to_move;
    int r = copy_text(&check->wanted_position, position);
    return r < 0 ? r : copy_text(&check->wanted_moves, moves);
}

int solve_check_set_swapped(struct solve_check *check, bool swapped)
{
    if (check == NULL)
        return -EINVAL;
    check->swapped = swapped;
    return 0;
}

bool changed_is_wanted(const struct solve_check *check)
{
    return check->has_rules || check->has_game || check->swapped;
}

/* --- the header --- */

/* Do nodes say nothing of who is Black, but by their claims? Where cycles matter they do. */
static bool may_swap(const struct certificate *parsed)
{
    struct history_model model;
    parsed->rules.family->describe(&parsed->rules, &model);
    return ruleset_players(&parsed->rules) == 2 && !parsed->coalitions && !model.cycles &&
           parsed->rules.family->remove_cycle == NULL;
}

/* Swaps the colours of the stones, the mover and the claims; who moves in the game alternates. */
static void swap_colours(struct certificate *parsed)
{
    for (int p = 0; p < parsed->graph->points; p++) {
        uint8_t *cell = &parsed->start.cells[p];
        if (*cell != POINT_EMPTY)
            *cell = *cell == STONE_OF(0) ? STONE_OF(1) : STONE_OF(0);
    }
    parsed->to_move ^= 1;
    for (size_t i = 0; i < parsed->claim_count; i++) {
        struct certificate_claim *claim = &parsed->claims[i];
        claim->who ^= 1;
        claim->margin = -claim->margin;
        claim->element ^= 1;
    }
}

/* Strategies that prove nothing after moves may prove something about a play of the start: makes
 * claims about the root claims about the one move. */
static void claim_play(struct certificate *parsed)
{
    struct history_model model;
    parsed->rules.family->describe(&parsed->rules, &model);
    if (parsed->move_count != 1 || parsed->strategy_count == 0 ||
        !history_model_strategies_from_start(&model, parsed->answered))
        return;
    for (size_t i = 0; i < parsed->claim_count; i++)
        if (!parsed->claims[i].root)
            return;
    for (size_t i = 0; i < parsed->claim_count; i++) {
        parsed->claims[i].root = false;
        parsed->claims[i].move = parsed->moves[0];
    }
    parsed->move_count = 0;
}

/* Notes that what was wanted cannot be read, so that nothing is checked. Returns r. */
static int leave_unread(struct solve_check *check, const char *what, int r)
{
    if (r == -EINVAL)
        check->stopped = what;
    return r;
}

static int read_position(struct solve_check *check)
{
    struct certificate *parsed = &check->parsed;
    int players = ruleset_players(&parsed->rules), r = 0;
    parsed->start = (struct position){0};
    if (check->wanted_position != NULL)
        r = position_parse(parsed->graph, players, check->wanted_position, &parsed->start,
                           &check->why);
    if (r == 0)
        r = position_check(parsed->graph, &parsed->start, &check->why);
    return leave_unread(check, "position", r);
}

static int read_moves(struct solve_check *check)
{
    struct certificate *parsed = &check->parsed;
    struct move *moves = NULL;
    size_t count = 0;
    int r = 0;
    if (check->wanted_moves != NULL)
        r = move_parse_list(parsed->graph, ruleset_passes(&parsed->rules), check->wanted_moves,
                            &moves, &count, &check->why);
    free(parsed->moves);
    parsed->moves = moves;
    parsed->move_count = count;
    return leave_unread(check, "history", r);
}

/* Puts the other position and moves into what was read. Returns 0, -EINVAL or -ENOMEM. */
static int change_game(struct solve_check *check)
{
    check->parsed.to_move = check->wanted_to_move;
    int r = read_position(check);
    if (r == 0)
        r = read_moves(check);
    if (r == 0)
        claim_play(&check->parsed);
    return r;
}

int changed_make(struct solve_check *check, struct bytes *ret_file)
{
    struct certificate *parsed = &check->parsed;
    int r = 0;
    if (check->has_rules)
        parsed->rules = check->rules;
    if (check->swapped && !may_swap(parsed))
        return error_set(
            &check->why, -EINVAL,
            "its colours cannot be swapped: wanted two players, and rules whose cycles do not "
            "matter");
    if (check->swapped)
        swap_colours(parsed);
    if (check->has_game)
        r = change_game(check);
    if (r < 0)
        return r;
    r = write_whole(parsed, ret_file);
    return r < 0 ? error_set(&check->why, r, "out of memory") : 0;
}
