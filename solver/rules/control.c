/* Who controls what: the bordered sets in turn, and what is known of them. */
#include "rules/control.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "rules/bordered.h"
#include "rules/location_set.h"
#include "rules/two_eyes.h"

/* The most bordered sets of a position that are looked at. */
#define SETS_MAX 65536

/* The game on a set, or nothing. */
struct known_set {
    uint64_t set;
    struct two_eyes *game;
};

/* What each player controls in a position, and what is not decided of it. */
struct known_position {
    uint64_t stones[2];
    uint64_t controlled[2], unknown[2];
    bool used;
};

struct control {
    const struct graph *graph;
    struct control_choice choice;
    uint64_t all;
    struct known_set *sets; /* a hash table, as positions is */
    size_t set_count, set_size;
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
    *ret_control = control;
    return 0;
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

static uint64_t mix(uint64_t x)
{
    x = (x ^ (x >> 31)) * UINT64_C(0x9e3779b97f4a7c15);
    x = (x ^ (x >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    return x ^ (x >> 29);
}

static struct known_set *place_of_set(struct known_set *sets, size_t size, uint64_t set)
{
    size_t i = mix(set) & (size - 1);
    while (sets[i].game != NULL && sets[i].set != set)
        i = (i + 1) & (size - 1);
    return &sets[i];
}

static int grow_sets(struct control *control)
{
    size_t size = control->set_size == 0 ? 64 : 2 * control->set_size;
    struct known_set *sets = calloc(size, sizeof(*sets));
    if (sets == NULL)
        return -ENOMEM;
    for (size_t i = 0; i < control->set_size; i++)
        if (control->sets[i].game != NULL)
            *place_of_set(sets, size, control->sets[i].set) = control->sets[i];
    free(control->sets);
    control->sets = sets;
    control->set_size = size;
    return 0;
}

/* The game on set, which is the same for both players. */
static int find_game(struct control *control, uint64_t set, struct two_eyes **ret_game)
{
    if (2 * control->set_count >= control->set_size && grow_sets(control) < 0)
        return -ENOMEM;
    struct known_set *known = place_of_set(control->sets, control->set_size, set);
    if (known->game == NULL) {
        int r = two_eyes_new(control->graph, set, &control->choice, &known->game);
        if (r < 0)
            return r;
        known->set = set;
        control->set_count++;
    }
    *ret_game = known->game;
    return 0;
}

static struct known_position *place_of_position(struct known_position *positions, size_t size,
                                                const uint64_t *stones)
{
    size_t i = mix(stones[0] + mix(stones[1])) & (size - 1);
    while (positions[i].used &&
           (positions[i].stones[0] != stones[0] || positions[i].stones[1] != stones[1]))
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
            *place_of_position(positions, size, control->positions[i].stones) =
                control->positions[i];
    free(control->positions);
    control->positions = positions;
    control->position_size = size;
    return 0;
}

static void read_stones(const struct graph *graph, const struct position *position,
                        uint64_t *stones)
{
    stones[0] = stones[1] = 0;
    for (int p = 0; p < graph->points; p++)
        if (position->cells[p] != POINT_EMPTY)
            stones[position->cells[p] - 1] |= location_bit(p);
}

/* A builder may need all sets where he may not pass: bordered.h. */
static bool connected_suffice(const struct control *control)
{
    return control->choice.passing == CONTROL_PASS_BOTH;
}

/* What player controls. */
static int find_player(struct control *control, const uint64_t *stones, int player,
                       uint64_t *ret_controlled, uint64_t *ret_unknown)
{
    struct bordered bordered;
    uint64_t controlled = 0, unknown = 0;
    int r = bordered_find(control->graph, stones[player], connected_suffice(control), SETS_MAX,
                          &bordered);
    if (r < 0)
        return r;
    if (!bordered.complete)
        unknown = control->all;
    for (size_t i = 0; i < bordered.count && r >= 0; i++) {
        struct two_eyes *game;
        if ((bordered.sets[i] & ~controlled) == 0)
            continue;
        r = find_game(control, bordered.sets[i], &game);
        if (r == 0)
            r = two_eyes_solve(game, stones[player], stones[1 - player]);
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

static int find_position(struct control *control, const uint64_t *stones,
                         const struct known_position **ret_known)
{
    if (2 * control->position_count >= control->position_size && grow_positions(control) < 0)
        return -ENOMEM;
    struct known_position *known =
        place_of_position(control->positions, control->position_size, stones);
    if (!known->used) {
        memcpy(known->stones, stones, sizeof(known->stones));
        for (int player = 0; player < 2; player++) {
            int r = find_player(control, stones, player, &known->controlled[player],
                                &known->unknown[player]);
            if (r < 0)
                return r;
        }
        known->used = true;
        control->position_count++;
    }
    *ret_known = known;
    return 0;
}

int control_find(struct control *control, const struct position *position, signed char *ret_owner)
{
    const struct known_position *known;
    uint64_t stones[2];
    read_stones(control->graph, position, stones);
    int r = find_position(control, stones, &known);
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

/* The board of the game on set as it begins. */
static void make_start(const struct control *control, const struct two_eyes *game, uint64_t set,
                       const uint64_t *stones, int player, struct position *ret_start)
{
    uint64_t own = stones[player], other = stones[1 - player];
    two_eyes_start(game, &own, &other);
    memset(ret_start, 0, sizeof(*ret_start));
    for (int p = 0; p < control->graph->points; p++)
        if ((own & location_bit(p)) != 0)
            ret_start->cells[p] = STONE_OF(player);
        else if (((other | ~set) & location_bit(p)) != 0)
            ret_start->cells[p] = STONE_OF(1 - player);
}

int control_prove(struct control *control, const struct position *position, int player, int point,
                  struct control_proof *ret_proof)
{
    struct bordered bordered;
    struct two_eyes *game = NULL;
    uint64_t stones[2];
    read_stones(control->graph, position, stones);
    int r = bordered_find(control->graph, stones[player], connected_suffice(control), SETS_MAX,
                          &bordered);
    if (r < 0)
        return r;
    bool unknown = !bordered.complete;
    size_t i = 0;
    for (r = 0; i < bordered.count && r == 0; i++) {
        if ((bordered.sets[i] & location_bit(point)) == 0)
            continue;
        r = find_game(control, bordered.sets[i], &game);
        if (r == 0)
            r = two_eyes_solve(game, stones[player], stones[1 - player]);
        if (r == -ERANGE) {
            unknown = true;
            r = 0;
        }
    }
    uint64_t set = r == 1 ? bordered.sets[i - 1] : 0;
    bordered_release(&bordered);
    if (r != 1)
        return r < 0 ? r : unknown ? -ERANGE : 0;
    struct control_proof proof = {.set = set};
    make_start(control, game, set, stones, player, &proof.start);
    r = two_eyes_line(game, stones[player], stones[1 - player], &proof.moves, &proof.move_count);
    if (r < 0)
        return r;
    *ret_proof = proof;
    return 1;
}

void control_proof_release(struct control_proof *proof)
{
    if (proof == NULL)
        return;
    free(proof->moves);
    proof->moves = NULL;
    proof->move_count = 0;
}
