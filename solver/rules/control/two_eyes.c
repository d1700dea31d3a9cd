/* Solving the game on a set: the least fixed point, on the fly. */
#include "rules/control/two_eyes.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>

#include "base/array.h"
#include "rules/control/two_eyes_inside.h"

/* Room of an array at first. */
#define ROOM_FIRST 64
/* With more states than that, or than half of what a question may look at, a game forgets them
 * before the next question. */
#define STATES_KEPT_MAX (CONTROL_STATES_MAX / 2)

int two_eyes_new(const struct graph *graph, uint64_t set, uint64_t prohibited,
                 const struct control_choice *choice, bool careful, struct two_eyes **ret_game)
{
    struct two_eyes *game = calloc(1, sizeof(*game));
    if (game == NULL)
        return -ENOMEM;
    eye_board_init(&game->board, graph, set, prohibited, choice);
    game->careful = careful;
    *ret_game = game;
    return 0;
}

static void forget_states(struct two_eyes *game)
{
    free(game->nodes);
    hashset_release(&game->index);
    free(game->links);
    free(game->visited);
    *game = (struct two_eyes){
        .board = game->board,
        .careful = game->careful,
        .stop = game->stop,
        .stop_arg = game->stop_arg,
        .hold = game->hold,
        .work = game->work,
    };
}

void two_eyes_free(struct two_eyes *game)
{
    if (game == NULL)
        return;
    forget_states(game);
    free(game);
}

void two_eyes_watch(struct two_eyes *game, bool (*stop)(void *), void *arg)
{
    game->stop = stop;
    game->stop_arg = arg;
}

void two_eyes_hold(struct two_eyes *game, size_t bytes)
{
    game->hold = bytes;
}

size_t two_eyes_bytes(const struct two_eyes *game)
{
    return game->node_room * sizeof(*game->nodes) + hashset_bytes(&game->index) +
           game->link_room * sizeof(*game->links) + game->visited_room * sizeof(*game->visited);
}

size_t two_eyes_work(const struct two_eyes *game)
{
    return game->work;
}

bool two_eyes_borders(const struct two_eyes *game)
{
    return game->board.border != 0;
}

size_t two_eyes_states(const struct two_eyes *game)
{
    return game->node_count;
}

int two_eyes_reserve(void *array, size_t count, size_t *room, size_t size)
{
    return array_reserve(array, *room == 0 ? ROOM_FIRST : count + 1, room, size);
}

static uint64_t hash_state(const struct eye_state *state)
{
    uint64_t h = state->own * UINT64_C(0x9e3779b97f4a7c15);
    h = (h ^ (h >> 29) ^ state->other) * UINT64_C(0xbf58476d1ce4e5b9);
    h = (h ^ (h >> 32) ^ (state->ko * 4u + state->builder * 2u + state->careful)) *
        UINT64_C(0x94d049bb133111eb);
    return h ^ (h >> 31);
}

static bool same_state(const struct eye_state *a, const struct eye_state *b)
{
    return a->own == b->own && a->other == b->other && a->ko == b->ko && a->builder == b->builder &&
           a->careful == b->careful;
}

static uint64_t hash_node(const void *arg, uint32_t number)
{
    const struct two_eyes *game = arg;
    return hash_state(&game->nodes[number].state);
}

/* Makes a node of a state, at a free slot of the index, which has room. */
static int make_node(struct two_eyes *game, const struct eye_state *state, size_t at,
                     uint32_t *ret_number)
{
    if (game->node_count == game->most)
        return -ERANGE;
    int r =
        two_eyes_reserve(&game->nodes, game->node_count, &game->node_room, sizeof(*game->nodes));
    if (r < 0)
        return r;
    struct node *node = &game->nodes[game->node_count];
    *node = (struct node){.state = *state, .waiting = NONE};
    node->status = eye_formation(&game->board, state) ? WON
                   : eye_failure(&game->board, state) ? LOST
                                                      : OPEN;
    *ret_number = (uint32_t)game->node_count++;
    hashset_put(&game->index, at, *ret_number);
    return 0;
}

int two_eyes_find_node(struct two_eyes *game, const struct eye_state *state, uint32_t *ret_number)
{
    size_t at;
    int r = hashset_reserve(&game->index, (uint32_t)game->node_count, 1, hash_node, game);
    if (r < 0)
        return r;
    uint32_t number = hashset_first(&game->index, hash_state(state), &at);
    while (number != HASHSET_NONE && !same_state(&game->nodes[number].state, state))
        number = hashset_next(&game->index, &at);
    if (number == HASHSET_NONE)
        return make_node(game, state, at, ret_number);
    *ret_number = number;
    return 0;
}

int two_eyes_find_next(struct two_eyes *game, const struct eye_state *state, int play,
                       uint32_t *ret_number)
{
    struct eye_state after;
    eye_play(&game->board, state, play, &after);
    return two_eyes_find_node(game, &after, ret_number);
}

/* Puts number at the head of the list that begins with *list. */
static int put_link(struct two_eyes *game, uint32_t number, uint32_t *list)
{
    int r =
        two_eyes_reserve(&game->links, game->link_count, &game->link_room, sizeof(*game->links));
    if (r < 0)
        return r;
    game->links[game->link_count] = (struct link){number, *list};
    *list = (uint32_t)game->link_count++;
    return 0;
}

/* Has the node looked at, again if it was before. */
static int schedule(struct two_eyes *game, uint32_t number)
{
    int far = eye_far(&game->board, &game->nodes[number].state);
    if (far < game->nearest)
        game->nearest = far;
    return put_link(game, number, &game->agenda[far]);
}

/* The nearest node to look at, the last one put down first; NONE if there is none. */
static uint32_t next_scheduled(struct two_eyes *game)
{
    for (; game->nearest <= EYE_FAR_MAX; game->nearest++) {
        uint32_t link = game->agenda[game->nearest];
        if (link == NONE)
            continue;
        game->agenda[game->nearest] = game->links[link].next;
        return game->links[link].node;
    }
    return NONE;
}

/* An open node that was not looked at in this question begins anew. */
static int visit(struct two_eyes *game, uint32_t number)
{
    struct node *node = &game->nodes[number];
    if (node->run == game->run)
        return 0;
    int r = two_eyes_reserve(&game->visited, game->visited_count, &game->visited_room,
                             sizeof(*game->visited));
    if (r < 0)
        return r;
    game->visited[game->visited_count++] = number;
    node->run = game->run;
    node->waiting = NONE;
    node->reply = 0;
    node->depth = 0;
    return schedule(game, number);
}

/* Has the node waiter looked at again when the node number is won. */
static int wait_for(struct two_eyes *game, uint32_t waiter, uint32_t number)
{
    int r = visit(game, number);
    return r < 0 ? r : put_link(game, waiter, &game->nodes[number].waiting);
}

static int set_won(struct two_eyes *game, uint32_t number, int depth)
{
    struct node *node = &game->nodes[number];
    node->status = WON;
    node->depth = (uint16_t)(depth < UINT16_MAX ? depth : UINT16_MAX);
    for (uint32_t i = node->waiting; i != NONE; i = game->links[i].next)
        if (schedule(game, game->links[i].node) < 0)
            return -ENOMEM;
    return 0;
}

/* The builder's turn: is a successor won? If not, it waits for each that may be. */
static int look_builder(struct two_eyes *game, uint32_t number)
{
    const struct eye_state state = game->nodes[number].state;
    uint32_t open[EYE_PLAYS_MAX];
    int count = 0, r = 0;
    for (int play = 0; play <= EYE_PASS; play++) {
        struct eye_state after;
        uint32_t next;
        if (!eye_play(&game->board, &state, play, &after))
            continue;
        r = two_eyes_find_node(game, &after, &next);
        if (r < 0)
            return r;
        if (game->nodes[next].status == WON) {
            game->nodes[number].play = (uint8_t)play;
            return set_won(game, number, game->nodes[next].depth + 1);
        }
        if (game->nodes[next].status == OPEN)
            open[count++] = next;
    }
    for (int i = 0; i < count && r == 0; i++)
        r = wait_for(game, number, open[i]);
    return r;
}

/* The opponent's turn: is each successor won? If not, it waits for the first that is not. */
static int look_opponent(struct two_eyes *game, uint32_t number)
{
    const struct eye_state state = game->nodes[number].state;
    uint8_t plays[EYE_PLAYS_MAX];
    int count = eye_replies(&game->board, &state, plays);
    for (int i = game->nodes[number].reply; i < count; i++) {
        uint32_t next;
        int r = two_eyes_find_next(game, &state, plays[i], &next);
        if (r < 0)
            return r;
        struct node *node = &game->nodes[number];
        node->reply = (uint8_t)i;
        if (game->nodes[next].status == LOST) {
            node->status = LOST;
            return 0;
        }
        if (game->nodes[next].status == OPEN)
            return wait_for(game, number, next);
        if (game->nodes[next].depth > node->depth)
            node->depth = game->nodes[next].depth;
    }
    return set_won(game, number, game->nodes[number].depth + 1);
}

/* Looks at nodes until root is won or nothing is left; then all that is open is lost. */
static int ask(struct two_eyes *game, uint32_t root, size_t limit)
{
    game->run++;
    game->link_count = game->visited_count = 0;
    for (int i = 0; i <= EYE_FAR_MAX; i++)
        game->agenda[i] = NONE;
    game->nearest = EYE_FAR_MAX;
    int r = visit(game, root);
    while (r == 0 && game->nodes[root].status == OPEN) {
        uint32_t number = next_scheduled(game);
        if (number == NONE)
            break;
        if (game->visited_count > limit)
            return -ERANGE;
        if (++game->work % CONTROL_STATES_ASKED == 0) {
            if (game->stop != NULL && game->stop(game->stop_arg))
                return -EINTR;
            if (game->hold != 0 && two_eyes_bytes(game) > game->hold)
                return -ENOSPC;
        }
        if (game->nodes[number].status == OPEN)
            r = game->nodes[number].state.builder ? look_builder(game, number)
                                                  : look_opponent(game, number);
    }
    if (r == 0 && game->nodes[root].status == OPEN)
        for (size_t i = 0; i < game->visited_count; i++)
            if (game->nodes[game->visited[i]].status == OPEN)
                game->nodes[game->visited[i]].status = LOST;
    return r;
}

int two_eyes_solve_root(struct two_eyes *game, uint64_t own, uint64_t other, size_t limit,
                        uint32_t *ret_root)
{
    struct eye_state start;
    int r = 0;
    size_t kept = limit / 2 > STATES_KEPT_MAX ? limit / 2 : STATES_KEPT_MAX;
    if (game->node_count > kept)
        forget_states(game);
    game->most = 3 * kept;
    eye_start(&game->board, own, other, &start);
    for (int careful = game->careful; careful >= 0 && r == 0; careful--) {
        start.careful = careful;
        r = two_eyes_find_node(game, &start, ret_root);
        if (r == 0 && game->nodes[*ret_root].status == OPEN)
            r = ask(game, *ret_root, limit);
        if (r == 0 && game->nodes[*ret_root].status == WON)
            break;
    }
    return r;
}

int two_eyes_solve(struct two_eyes *game, uint64_t own, uint64_t other, size_t limit)
{
    uint32_t root;
    int r = two_eyes_solve_root(game, own, other, limit, &root);
    return r < 0 ? r : game->nodes[root].status == WON;
}

void two_eyes_start(const struct two_eyes *game, uint64_t *own, uint64_t *other)
{
    struct eye_state start;
    eye_start(&game->board, *own, *other, &start);
    *own = start.own;
    *other = start.other;
}
