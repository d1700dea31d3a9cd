/* Growing the arrivals from the root, breadth first. */
#include "count/arrivals.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/free_all.h"
#include "base/hash.h"
#include "count/arena.h"
#include "count/run.h"
#include "states/history.h"

/* What becomes of a game whose move finds its item. */
enum item_finding { FINDING_NOTHING, FINDING_ILLEGAL, FINDING_ENDS, FINDING_OTHER };

static enum item_finding finding_of(const struct play_rule *rule)
{
    enum item_finding all = FINDING_NOTHING;
    for (int i = 0; rule->lookup >= 0 && i < rule->range_count; i++) {
        enum outcome outcome = rule->ranges[i].outcome;
        enum item_finding one = FINDING_ENDS;
        if (outcome == OUTCOME_ILLEGAL)
            one = FINDING_ILLEGAL;
        else if (outcome == OUTCOME_GOES_ON || outcome == OUTCOME_MOVER_OUT ||
                 outcome == OUTCOME_OPPONENT_OUT)
            one = FINDING_OTHER;
        all = i == 0 || one == all ? one : FINDING_OTHER;
    }
    return all;
}

static bool rule_fits(const struct play_rule *rule)
{
    if (!rule->allowed)
        return true;
    if (rule->clears != 0 || rule->bars != 0 || rule->restarts ||
        (rule->creates & (rule->creates - 1)) != 0)
        return false;
    enum item_finding finding = finding_of(rule);
    return finding == FINDING_NOTHING ||
           (finding != FINDING_OTHER && rule->creates == 1u << rule->lookup);
}

bool arrivals_fit(const struct history_model *model)
{
    bool items = model->stone.creates != 0 || model->pass.creates != 0;
    return !model->cycles && !model->passed_boards && !history_model_has_points(model) &&
           !model->refresh.allowed && !(items && model->cycle_ends) && model->passes_to_end > 0 &&
           rule_fits(&model->stone) && rule_fits(&model->atari) && rule_fits(&model->stone_on) &&
           rule_fits(&model->pass) && rule_fits(&model->pass_on);
}

static uint64_t hash_arrival(const struct game_arrival *arrival)
{
    unsigned flags = arrival->guarded | (unsigned)arrival->closes << 1;
    return hash_mix(state_key(arrival->state) ^ hash_mix(arrival->item) ^ flags);
}

static bool equal(const struct game_arrival *a, const struct game_arrival *b)
{
    return a->item == b->item && state_key(a->state) == state_key(b->state) &&
           a->guarded == b->guarded && a->closes == b->closes;
}

/* The elements of the index are numbers of arrivals less 1: the root is not in it. */
static uint64_t hash_numbered(const void *arg, uint32_t element)
{
    const struct arrivals *arrivals = arg;
    return hash_arrival(&arrivals->list[element + 1]);
}

static uint32_t look_up(const struct arrivals *arrivals, const struct game_arrival *arrival,
                        size_t *ret_at)
{
    for (uint32_t i = hashset_first(&arrivals->index, hash_arrival(arrival), ret_at);
         i != HASHSET_NONE; i = hashset_next(&arrivals->index, ret_at))
        if (equal(&arrivals->list[i + 1], arrival))
            return i + 1;
    return ARRIVAL_NONE;
}

static int append(struct arrivals *arrivals, const struct game_arrival *arrival)
{
    int r = array_reserve(&arrivals->list, arrivals->count + 2u, &arrivals->room,
                          sizeof(*arrivals->list));
    if (r == 0)
        arrivals->list[arrivals->count++] = *arrival;
    return r;
}

static struct game_arrival image(const struct arrivals *arrivals, int g,
                                 const struct game_arrival *arrival)
{
    struct game_arrival made = *arrival;
    made.state = state_map(&arrivals->positions, g, arrival->state);
    if (arrival->item != ARRIVAL_NO_ITEM)
        made.item = item_map(&arrivals->positions, &arrivals->model, g, arrival->item);
    return made;
}

/* Sets *ret_number to the number of an arrival. A new one comes with all its images. */
static int intern(struct arrivals *arrivals, const struct game_arrival *arrival,
                  uint32_t *ret_number)
{
    size_t at;
    int r = 0;
    if (arrivals->count > UINT32_MAX / 2)
        return -ENOSPC;
    for (int g = 0; g < arrivals->positions.group.size && r == 0; g++) {
        struct game_arrival made = image(arrivals, g, arrival);
        r = hashset_reserve(&arrivals->index, arrivals->count - 1, 1, hash_numbered, arrivals);
        if (r < 0)
            return r;
        uint32_t number = look_up(arrivals, &made, &at);
        if (number == ARRIVAL_NONE) {
            number = arrivals->count;
            r = append(arrivals, &made);
            if (r == 0)
                hashset_put(&arrivals->index, at, number - 1);
        } else if (g == 0) {
            *ret_number = number;
            return 0;
        }
        if (g == 0)
            *ret_number = number;
    }
    return r;
}

static struct game_arrival describe(const struct arrivals *arrivals, const struct state_move *move)
{
    const struct history_model *model = &arrivals->model;
    const struct play_rule *rule = history_rule(model, move);
    struct game_arrival arrival = {.item = ARRIVAL_NO_ITEM, .state = move->child};
    enum item_finding finding = finding_of(rule);
    if (model->cycle_ends) {
        arrival.item = item_of_visit(move->child, 0);
        finding = FINDING_ENDS;
    } else if (rule->creates != 0) {
        arrival.item = item_created(model, __builtin_ctz(rule->creates), move);
    }
    arrival.guarded = finding != FINDING_NOTHING;
    arrival.closes = finding == FINDING_ENDS;
    return arrival;
}

static int add_move(struct arrivals *arrivals, const struct state_move *move)
{
    struct arrival_move made = {
        .point = move->kind == MOVE_STONE ? move->point : ARENA_PASS,
        .player = (uint8_t)state_move_mover(move),
    };
    struct game_arrival arrival = describe(arrivals, move);
    int r = intern(arrivals, &arrival, &made.to);
    if (r == 0)
        r = array_reserve(&arrivals->moves, arrivals->move_count + 1, &arrivals->move_room,
                          sizeof(*arrivals->moves));
    if (r == 0)
        arrivals->moves[arrivals->move_count++] = made;
    return r;
}

static struct state_move pass_from(const struct arrivals *arrivals, struct state before)
{
    int kept = arrivals->model.passes_kept;
    uint8_t passes = (uint8_t)(before.passes < kept ? before.passes + 1 : kept);
    return (struct state_move){
        .before = before.board,
        .child = {.board = before.board, .mover = !before.mover, .passes = passes},
        .kind = MOVE_PASS,
        .passes = before.passes,
    };
}

/* Can the player to move change nothing? Returns 1, 0 or -ENOMEM. */
static int can_change_nothing(struct arrivals *arrivals, struct state state)
{
    int count = positions_moves(&arrivals->positions, state.board, state.mover);
    for (int n = 0; n < count; n++)
        if (positions_move(&arrivals->positions, state.board, state.mover, n).child == state.board)
            return 1;
    return count < 0 ? count : 0;
}

/* A ko that hinders nothing is none: states with it and without are the same to the rules. */
static int stone_from(struct arrivals *arrivals, struct state before, struct stone_move stone,
                      struct state_move *ret_move)
{
    struct state_move move = {
        .before = before.board,
        .child = {.board = stone.child,
                  .mover = !before.mover,
                  .ko = arrivals->model.simple_ko ? stone.ko : 0},
        .kind = MOVE_STONE,
        .point = stone.point,
        .atari = stone.atari,
        .passes = before.passes,
    };
    int r = move.child.ko == KO_SELF ? can_change_nothing(arrivals, move.child) : 1;
    if (r == 0)
        move.child.ko = 0;
    *ret_move = move;
    return r < 0 ? r : 0;
}

static int add_stones(struct arrivals *arrivals, struct state before)
{
    int count = positions_moves(&arrivals->positions, before.board, before.mover), r = 0;
    for (int n = 0; n < count && r == 0; n++) {
        struct stone_move stone =
            positions_move(&arrivals->positions, before.board, before.mover, n);
        bool retakes =
            before.ko == stone.point + 1 || (before.ko == KO_SELF && stone.child == before.board);
        struct state_move move;
        if (arrivals->model.simple_ko && retakes)
            continue;
        r = stone_from(arrivals, before, stone, &move);
        if (r == 0)
            r = add_move(arrivals, &move);
    }
    return count < 0 ? count : r;
}

static size_t bytes_of(const struct arrivals *arrivals)
{
    return arrivals->room * sizeof(*arrivals->list) + arrivals->positions.bytes +
           arrivals->move_room * sizeof(*arrivals->moves) + hashset_bytes(&arrivals->index) +
           arrivals->first_room * sizeof(*arrivals->first);
}

static int grow(struct arrivals *arrivals, size_t max_bytes, struct count_run *run)
{
    int r = 0;
    for (uint32_t i = 0; r == 0 && i < arrivals->count; i++) {
        r = count_run_step(run) ? -EINTR
                                : array_reserve(&arrivals->first, i + 2u, &arrivals->first_room,
                                                sizeof(*arrivals->first));
        if (r < 0)
            return r;
        arrivals->first[i] = (uint32_t)arrivals->move_count;
        struct state_move pass = pass_from(arrivals, arrivals->list[i].state);
        if (!arrivals_may_end(arrivals, i))
            r = add_move(arrivals, &pass);
        if (r == 0)
            r = add_stones(arrivals, arrivals->list[i].state);
        if (r == 0 && (bytes_of(arrivals) > max_bytes || arrivals->move_count > UINT32_MAX / 2))
            r = -ENOSPC;
        arrivals->first[i + 1] = (uint32_t)arrivals->move_count;
    }
    return r;
}

static int add_present(struct arrivals *arrivals, uint64_t item)
{
    int r = item == ARRIVAL_NO_ITEM
                ? 0
                : array_reserve(&arrivals->present, arrivals->present_count + 1,
                                &arrivals->present_room, sizeof(*arrivals->present));
    if (r == 0 && item != ARRIVAL_NO_ITEM)
        arrivals->present[arrivals->present_count++] = item;
    return r;
}

static int intern_turn(struct arrivals *arrivals, const struct game *game, size_t turn,
                       uint32_t *ret_board)
{
    struct stones stones = {{0, 0}};
    for (int p = 0; p < game->graph->points; p++)
        for (int player = 0; player < 2; player++)
            if (game->turns[turn].board.cells[p] == STONE_OF(player))
                stones.of[player] |= UINT64_C(1) << p;
    return positions_intern(&arrivals->positions, stones, ret_board);
}

/* Makes the state after the start: nobody moved into it. */
static int record_start(struct arrivals *arrivals, const struct game *game, struct state *ret_state)
{
    struct state start = {.mover = (uint8_t)game->turns[0].next};
    int r = intern_turn(arrivals, game, 0, &start.board);
    struct state_move move = {.before = start.board, .child = start, .kind = MOVE_PASS};
    if (r == 0 && arrivals->model.cycle_ends)
        r = add_present(arrivals, item_of_visit(start, 0));
    for (int class = 0; class < arrivals->model.class_count && r == 0; class ++)
        if (arrivals->model.start >> class & 1)
            r = add_present(arrivals, item_created(&arrivals->model, class, &move));
    *ret_state = start;
    return r;
}

/* Makes the turn's move from state, records its item, and sets *state to what it leads to. */
static int record_turn(struct arrivals *arrivals, const struct game *game, size_t turn,
                       struct state *state)
{
    struct move made = game->turns[turn].move;
    struct state_move move = pass_from(arrivals, *state);
    int count = made.kind == MOVE_STONE
                    ? positions_moves(&arrivals->positions, state->board, state->mover)
                    : 0;
    int r = count < 0 ? count : 0;
    for (int n = 0; n < count && r == 0; n++) {
        struct stone_move stone =
            positions_move(&arrivals->positions, state->board, state->mover, n);
        if (stone.point == made.point)
            r = stone_from(arrivals, *state, stone, &move);
    }
    if (r < 0)
        return r;
    *state = move.child;
    return add_present(arrivals, describe(arrivals, &move).item);
}

int arrivals_init(struct arrivals *ret_arrivals, const struct game *game, size_t max_bytes,
                  struct count_run *run)
{
    struct game_arrival root = {.item = ARRIVAL_NO_ITEM};
    memset(ret_arrivals, 0, sizeof(*ret_arrivals));
    game->rules.family->describe(&game->rules, &ret_arrivals->model);
    int r = positions_init(&ret_arrivals->positions, game->graph, &game->rules);
    if (r == 0)
        r = record_start(ret_arrivals, game, &root.state);
    for (size_t i = 1; i < game->count && r == 0; i++)
        r = record_turn(ret_arrivals, game, i, &root.state);
    if (r == 0)
        r = append(ret_arrivals, &root);
    return r < 0 ? r : grow(ret_arrivals, max_bytes, run);
}

void arrivals_release(struct arrivals *arrivals)
{
    positions_release(&arrivals->positions);
    hashset_release(&arrivals->index);
    FREE_ALL(arrivals->list, arrivals->first, arrivals->moves, arrivals->present);
}

uint32_t arrivals_map(const struct arrivals *arrivals, int g, uint32_t arrival)
{
    size_t at;
    if (arrival == 0)
        return 0;
    struct game_arrival made = image(arrivals, g, &arrivals->list[arrival]);
    return look_up(arrivals, &made, &at);
}
