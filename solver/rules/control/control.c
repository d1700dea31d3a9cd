/* Who controls what: the bordered sets in turn, and what is known of them. */
#include "rules/control/control.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "rules/control/bordered.h"
#include "rules/control/location_set.h"
#include "rules/control/two_eyes.h"

/* The most bordered sets of a position that are looked at. */
#define SETS_MAX 65536

/* When so many states are kept, the games are forgotten. */
#define STATES_KEPT_MAX ((size_t)1 << 22)

/* The game on a set, or nothing. */
struct known_set {
    uint64_t set, prohibited;
    struct two_eyes *game;
};

/* A position: the stones of each player, and what is permanently prohibited. */
struct stones {
    uint64_t of[2], prohibited;
};

/* What each player controls in a position, and what is not decided of it. */
struct known_position {
    struct stones stones;
    uint64_t controlled[2], unknown[2];
    bool used;
};

struct control {
    const struct graph *graph;
    struct control_choice choice;
    uint64_t all;
    struct known_set *sets; /* a hash table, as positions is */
    size_t set_count, set_size;
    size_t states; /* of all games */
    size_t bytes;  /* of all games */
    size_t hold;   /* bytes that may be held; 0: any number */
    size_t limit;  /* of the states of one game */
    size_t first;  /* the same, tried first */
    size_t most;   /* the one of the two that is tried now */
    size_t left;   /* states that may be looked at for the present position */
    bool (*stop)(void *);
    void *stop_arg;
    int careful_from;
    struct known_position *positions;
    size_t position_count, position_size;
};

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
    control->limit = states < control->limit ? states : control->limit;
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

static uint64_t mix(uint64_t x)
{
    x = (x ^ (x >> 31)) * UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    return x ^ (x >> 29);
}

static struct known_set *place_of_set(struct known_set *sets, size_t size, uint64_t set,
                                      uint64_t prohibited)
{
    size_t i = mix(set + mix(prohibited)) & (size - 1);
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

/* Games that are known, the one under way and positions get a third each of what may be held. */
static bool holds_too_much(const struct control *control, size_t bytes)
{
    return control->hold != 0 && bytes > control->hold / 3;
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
static int solve_either(struct two_eyes *game, const struct stones *stones, int player, size_t most)
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

/* Does player win the game on set? As two_eyes_solve(); *ret_game is good until the next call. */
static int solve_set(struct control *control, const struct stones *stones, int player, uint64_t set,
                     struct two_eyes **ret_game)
{
    struct two_eyes *game;
    if (control->states > STATES_KEPT_MAX || holds_too_much(control, control->bytes))
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

static bool same_stones(const struct stones *a, const struct stones *b)
{
    return a->of[0] == b->of[0] && a->of[1] == b->of[1] && a->prohibited == b->prohibited;
}

static struct known_position *place_of_position(struct known_position *positions, size_t size,
                                                const struct stones *stones)
{
    size_t i = mix(stones->of[0] + mix(stones->of[1] + mix(stones->prohibited))) & (size - 1);
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

static struct stones read_stones(const struct control *control, const struct position *position,
                                 uint64_t prohibited)
{
    struct stones stones = {{0, 0}, 0};
    for (int p = 0; p < control->graph->points; p++)
        if (position->cells[p] != POINT_EMPTY)
            stones.of[position->cells[p] - 1] |= location_bit(p);
    if (control->choice.permanent == CONTROL_PERMANENT_KEPT)
        stones.prohibited = prohibited & control->all;
    return stones;
}

/* The sets of player's that may give him control. */
static int find_sets(const struct control *control, const struct stones *stones, int player,
                     struct bordered *ret_bordered)
{
    bool connected = control->choice.passing == CONTROL_PASS_BOTH; /* bordered.h */
    return bordered_find(control->graph, stones->of[player], connected, SETS_MAX, ret_bordered);
}

/* What player controls. */
static int find_player(struct control *control, const struct stones *stones, int player,
                       uint64_t *ret_controlled, uint64_t *ret_unknown)
{
    struct bordered bordered;
    uint64_t controlled = 0, unknown = 0;
    int r = find_sets(control, stones, player, &bordered);
    if (r < 0)
        return r;
    if (!bordered.complete)
        unknown = control->all;
    for (size_t i = 0; i < bordered.count && r >= 0; i++) {
        struct two_eyes *game;
        if ((bordered.sets[i] & ~controlled) == 0)
            continue;
        r = control->left > 0 ? solve_set(control, stones, player, bordered.sets[i], &game)
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

static int find_position(struct control *control, const struct stones *stones,
                         const struct known_position **ret_known)
{
    if (holds_too_much(control, bytes_of_positions(control)))
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
    const struct stones stones = read_stones(control, position, prohibited);
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

/* The board in the game on set: player's stones in it, the others and those around. */
static void make_board(const struct control *control, uint64_t set, int player, uint64_t own,
                       uint64_t other, struct position *ret_board)
{
    memset(ret_board, 0, sizeof(*ret_board));
    for (int p = 0; p < control->graph->points; p++)
        if ((own & location_bit(p)) != 0)
            ret_board->cells[p] = STONE_OF(player);
        else if (((other | ~set) & location_bit(p)) != 0)
            ret_board->cells[p] = STONE_OF(1 - player);
}

/* The start of the game, and the line; the builder wins. */
static int make_line(const struct control *control, struct two_eyes *game,
                     const struct stones *stones, int player, struct control_proof *proof)
{
    uint64_t own = stones->of[player], other = stones->of[1 - player];
    struct eye_step *line;
    int r = two_eyes_line(game, own, other, &line, &proof->step_count);
    if (r < 0)
        return r;
    proof->steps = calloc(proof->step_count + 1, sizeof(*proof->steps));
    if (proof->steps == NULL) {
        free(line);
        return -ENOMEM;
    }
    two_eyes_start(game, &own, &other);
    make_board(control, proof->set, player, own, other, &proof->start);
    for (size_t i = 0; i < proof->step_count; i++) {
        proof->steps[i].move = line[i].move;
        make_board(control, proof->set, player, line[i].own, line[i].other, &proof->steps[i].board);
    }
    free(line);
    return 0;
}

/* The smallest set with point on which player wins, as control_prove(). */
static int find_set(struct control *control, const struct stones *stones, int player, int point,
                    uint64_t *ret_set, struct two_eyes **ret_game)
{
    struct bordered bordered;
    int r = find_sets(control, stones, player, &bordered);
    if (r < 0)
        return r;
    bool unknown = !bordered.complete;
    for (size_t i = 0; i < bordered.count && r == 0; i++) {
        if ((bordered.sets[i] & location_bit(point)) == 0)
            continue;
        r = solve_set(control, stones, player, bordered.sets[i], ret_game);
        if (r == 1)
            *ret_set = bordered.sets[i];
        if (r == -ERANGE) {
            unknown = true;
            r = 0;
        }
    }
    bordered_release(&bordered);
    return r == 0 && unknown ? -ERANGE : r;
}

int control_prove(struct control *control, const struct position *position, uint64_t prohibited,
                  int player, int point, struct control_proof *ret_proof)
{
    const struct stones stones = read_stones(control, position, prohibited);
    struct control_proof proof = {0};
    struct two_eyes *game;
    control->most = control->limit;
    int r = find_set(control, &stones, player, point, &proof.set, &game);
    if (r != 1)
        return r;
    r = make_line(control, game, &stones, player, &proof);
    if (r < 0)
        return r;
    *ret_proof = proof;
    return 1;
}

void control_proof_release(struct control_proof *proof)
{
    if (proof == NULL)
        return;
    free(proof->steps);
    proof->steps = NULL;
    proof->step_count = 0;
}
