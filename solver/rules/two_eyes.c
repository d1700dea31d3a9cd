/* Solving the game on a set: states, plays, and the least fixed point. */
#include "rules/two_eyes.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>

#include "rules/location_set.h"

#define NONE UINT32_MAX
#define NO_KO 64
/* The play that is a pass, behind the locations. */
#define PASS 64
/* The most states of one game; a state takes about 100 bytes with what waits for it. */
#define STATES_MAX ((size_t)1 << 21)

enum status { OPEN, WON, LOST };

struct state {
    uint64_t own, other; /* stones of the builder and of the opponent */
    uint8_t ko;          /* the prohibited location, or NO_KO */
    bool builder;        /* he moves */
};

struct node {
    struct state state;
    uint8_t status;
    uint8_t play;     /* of the builder's: the winning one; of the opponent's: the one looked at */
    uint16_t depth;   /* of a won one: the most plays to the formation */
    uint32_t run;     /* the last question in which it was looked at */
    uint32_t waiting; /* edges to the nodes that wait for this one, in that question */
};

struct edge {
    uint32_t node, next;
};

struct two_eyes {
    struct location_board board;
    struct control_choice choice;
    uint64_t set, border;
    bool hopeless; /* a location without neighbours: no formation is possible */
    struct node *nodes;
    size_t node_count, node_room;
    uint32_t *table; /* numbers of nodes by hash */
    size_t table_size;
    struct edge *edges;
    size_t edge_count, edge_room;
    uint32_t *queue; /* nodes to look at, last in first out */
    size_t queue_count, queue_room;
    uint32_t *visited; /* in this question */
    size_t visited_count, visited_room;
    uint32_t run;
};

int two_eyes_new(const struct graph *graph, uint64_t set, const struct control_choice *choice,
                 struct two_eyes **ret_game)
{
    struct two_eyes *game = calloc(1, sizeof(*game));
    if (game == NULL)
        return -ENOMEM;
    location_board_init(&game->board, graph);
    game->choice = *choice;
    game->set = set;
    game->border = location_next(&game->board, game->board.all & ~set) & set;
    for (uint64_t left = set; left != 0; left &= left - 1)
        if (game->board.next[location_first(left)] == 0)
            game->hopeless = true;
    *ret_game = game;
    return 0;
}

void two_eyes_free(struct two_eyes *game)
{
    if (game == NULL)
        return;
    free(game->nodes);
    free(game->table);
    free(game->edges);
    free(game->queue);
    free(game->visited);
    free(game);
}

size_t two_eyes_states(const struct two_eyes *game)
{
    return game->node_count;
}

/* Liberties in the set. */
static uint64_t liberties(const struct two_eyes *game, const struct state *state, uint64_t chain)
{
    uint64_t empty = game->set & ~state->own & ~state->other;
    return location_next(&game->board, chain) & empty;
}

/* Does a chain of the opponent's live on: by a liberty in the set or with the stones around? */
static bool other_breathes(const struct two_eyes *game, const struct state *state, uint64_t chain)
{
    return (chain & game->border) != 0 || liberties(game, state, chain) != 0;
}

/* [16] */
static bool has_formation(const struct two_eyes *game, const struct state *state)
{
    const struct location_board *board = &game->board;
    uint64_t eyes = game->set & ~state->own;
    if (game->hopeless || state->other != 0 || (game->border & ~state->own) != 0 ||
        (location_next(board, eyes) & eyes) != 0)
        return false;
    for (uint64_t left = state->own; left != 0;) {
        uint64_t chain = location_flood(board, left & -left, state->own);
        if (location_count(liberties(game, state, chain)) < 2)
            return false;
        left &= ~chain;
    }
    return true;
}

/*
 * Is the builder's failure plain? The border must be his in the opponent's turn, so in his own turn
 * one location may be missing, and none be the opponent's.
 */
static bool is_lost(const struct two_eyes *game, const struct state *state)
{
    uint64_t missing = game->border & ~state->own;
    if (game->hopeless || (missing & state->other) != 0)
        return true;
    return location_count(missing) > (state->builder ? 1 : 0);
}

/* Removes the chains of theirs without liberties that are next to the location; returns them. */
static uint64_t capture(const struct two_eyes *game, struct state *after, int location)
{
    const struct location_board *board = &game->board;
    uint64_t *theirs =
        after->builder ? &after->own : &after->other; /* after: the other one moves */
    uint64_t captured = 0;
    for (uint64_t left = board->next[location] & *theirs; left != 0;) {
        uint64_t chain = location_flood(board, left & -left, *theirs);
        bool lives = after->builder ? liberties(game, after, chain) != 0
                                    : other_breathes(game, after, chain);
        if (!lives)
            captured |= chain;
        left &= ~chain;
    }
    *theirs &= ~captured;
    return captured;
}

/* Makes a play, or returns false if it is not legal. */
static bool play(const struct two_eyes *game, const struct state *state, int location,
                 struct state *ret_after)
{
    struct state after = *state;
    after.builder = !state->builder;
    after.ko = NO_KO;
    if (location == PASS) {
        *ret_after = after;
        return !state->builder || game->choice.passing == CONTROL_PASS_BOTH;
    }
    uint64_t stone = location_bit(location), empty = game->set & ~state->own & ~state->other;
    if ((empty & stone) == 0 || location == state->ko)
        return false;
    uint64_t *mine = state->builder ? &after.own : &after.other;
    *mine |= stone;
    uint64_t captured = capture(game, &after, location);
    uint64_t chain = location_flood(&game->board, stone, *mine);
    bool lives =
        state->builder ? liberties(game, &after, chain) != 0 : other_breathes(game, &after, chain);
    if (!lives)
        return false; /* [10] suicide; where something was captured there are liberties */
    bool breathed = (game->board.next[location] & empty) != 0 ||
                    (!state->builder && (stone & game->border) != 0);
    if (game->choice.ko == CONTROL_KO_PROHIBITED && location_count(captured) == 1 &&
        chain == stone && !breathed)
        after.ko = (uint8_t)location_first(captured); /* [12] */
    *ret_after = after;
    return true;
}

/* Makes room for one more element behind count. Returns the array, or NULL: it is as it was. */
static void *reserve(void *array, size_t count, size_t *room, size_t size)
{
    if (count < *room)
        return array;
    size_t more = *room == 0 ? 64 : 2 * *room;
    void *grown = reallocarray(array, more, size);
    if (grown != NULL)
        *room = more;
    return grown;
}

static size_t hash_state(const struct state *state)
{
    uint64_t h = state->own * UINT64_C(0x9e3779b97f4a7c15);
    h = (h ^ (h >> 29) ^ state->other) * UINT64_C(0xbf58476d1ce4e5b9);
    h = (h ^ (h >> 32) ^ (state->ko * 2u + state->builder)) * UINT64_C(0x94d049bb133111eb);
    return (size_t)(h ^ (h >> 31));
}

static bool same_state(const struct state *a, const struct state *b)
{
    return a->own == b->own && a->other == b->other && a->ko == b->ko && a->builder == b->builder;
}

static void put_in_table(struct two_eyes *game, uint32_t number)
{
    size_t mask = game->table_size - 1;
    size_t i = hash_state(&game->nodes[number].state) & mask;
    while (game->table[i] != NONE)
        i = (i + 1) & mask;
    game->table[i] = number;
}

static int grow_table(struct two_eyes *game)
{
    size_t size = game->table_size == 0 ? 64 : 2 * game->table_size;
    uint32_t *table = reallocarray(NULL, size, sizeof(*table));
    if (table == NULL)
        return -ENOMEM;
    for (size_t i = 0; i < size; i++)
        table[i] = NONE;
    free(game->table);
    game->table = table;
    game->table_size = size;
    for (size_t n = 0; n < game->node_count; n++)
        put_in_table(game, (uint32_t)n);
    return 0;
}

static int make_node(struct two_eyes *game, const struct state *state, uint32_t *ret_number)
{
    if (game->node_count == STATES_MAX)
        return -ERANGE;
    if (2 * game->node_count >= game->table_size && grow_table(game) < 0)
        return -ENOMEM;
    struct node *nodes =
        reserve(game->nodes, game->node_count, &game->node_room, sizeof(*game->nodes));
    if (nodes == NULL)
        return -ENOMEM;
    game->nodes = nodes;
    struct node *node = &game->nodes[game->node_count];
    *node = (struct node){.state = *state, .waiting = NONE};
    node->status = is_lost(game, state) ? LOST : has_formation(game, state) ? WON : OPEN;
    *ret_number = (uint32_t)game->node_count++;
    put_in_table(game, *ret_number);
    return 0;
}

/* The node of state, made if there is none. */
static int find_node(struct two_eyes *game, const struct state *state, uint32_t *ret_number)
{
    size_t mask = game->table_size - 1;
    if (game->table_size > 0)
        for (size_t i = hash_state(state) & mask; game->table[i] != NONE; i = (i + 1) & mask)
            if (same_state(&game->nodes[game->table[i]].state, state)) {
                *ret_number = game->table[i];
                return 0;
            }
    return make_node(game, state, ret_number);
}

static int enqueue(struct two_eyes *game, uint32_t number)
{
    uint32_t *queue =
        reserve(game->queue, game->queue_count, &game->queue_room, sizeof(*game->queue));
    if (queue == NULL)
        return -ENOMEM;
    game->queue = queue;
    game->queue[game->queue_count++] = number;
    return 0;
}

/* An open node that was not looked at in this question begins anew. */
static int visit(struct two_eyes *game, uint32_t number)
{
    struct node *node = &game->nodes[number];
    if (node->run == game->run)
        return 0;
    uint32_t *visited =
        reserve(game->visited, game->visited_count, &game->visited_room, sizeof(*game->visited));
    if (visited == NULL)
        return -ENOMEM;
    game->visited = visited;
    game->visited[game->visited_count++] = number;
    node->run = game->run;
    node->waiting = NONE;
    node->play = 0;
    node->depth = 0;
    return enqueue(game, number);
}

/* Has the node waiter look again when the node number is won. */
static int wait_for(struct two_eyes *game, uint32_t waiter, uint32_t number)
{
    int r = visit(game, number);
    if (r < 0)
        return r;
    struct edge *edges =
        reserve(game->edges, game->edge_count, &game->edge_room, sizeof(*game->edges));
    if (edges == NULL)
        return -ENOMEM;
    game->edges = edges;
    game->edges[game->edge_count] = (struct edge){waiter, game->nodes[number].waiting};
    game->nodes[number].waiting = (uint32_t)game->edge_count++;
    return 0;
}

static int set_won(struct two_eyes *game, uint32_t number, int depth)
{
    struct node *node = &game->nodes[number];
    node->status = WON;
    node->depth = (uint16_t)(depth < UINT16_MAX ? depth : UINT16_MAX);
    for (uint32_t e = node->waiting; e != NONE; e = game->edges[e].next)
        if (enqueue(game, game->edges[e].node) < 0)
            return -ENOMEM;
    return 0;
}

/* The builder's turn: is a successor won? If not, it waits for each that may be. */
static int look_builder(struct two_eyes *game, uint32_t number)
{
    bool first = game->nodes[number].play == 0;
    game->nodes[number].play = 1;
    for (int p = 0; p <= PASS; p++) {
        struct state after;
        uint32_t next;
        if (!play(game, &game->nodes[number].state, p, &after))
            continue;
        int r = find_node(game, &after, &next);
        if (r < 0)
            return r;
        if (game->nodes[next].status == WON) {
            game->nodes[number].play = (uint8_t)p;
            return set_won(game, number, game->nodes[next].depth + 1);
        }
        if (first && game->nodes[next].status == OPEN && (r = wait_for(game, number, next)) < 0)
            return r;
    }
    return 0;
}

/* The opponent's turn: the first successor from node->play on that is not won. */
static int look_opponent(struct two_eyes *game, uint32_t number)
{
    for (int i = game->nodes[number].play; i <= PASS; i++) {
        struct state after;
        uint32_t next;
        if (!play(game, &game->nodes[number].state, PASS - i, &after))
            continue;
        int r = find_node(game, &after, &next);
        if (r < 0)
            return r;
        struct node *node = &game->nodes[number];
        node->play = (uint8_t)i;
        if (game->nodes[next].status == LOST)
            node->status = LOST;
        if (game->nodes[next].status != WON)
            return node->status == LOST ? 0 : wait_for(game, number, next);
        if (game->nodes[next].depth >= node->depth)
            node->depth = game->nodes[next].depth;
    }
    return set_won(game, number, game->nodes[number].depth + 1);
}

/* Looks at nodes until root is won or nothing is left; then all that is open is lost. */
static int run(struct two_eyes *game, uint32_t root)
{
    game->run++;
    game->queue_count = game->edge_count = game->visited_count = 0;
    int r = visit(game, root);
    while (r == 0 && game->queue_count > 0 && game->nodes[root].status == OPEN) {
        uint32_t number = game->queue[--game->queue_count];
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

void two_eyes_start(const struct two_eyes *game, uint64_t *own, uint64_t *other)
{
    struct state state = {.own = *own & game->set, .other = *other & game->set};
    uint64_t dead = 0;
    for (uint64_t left = state.own; left != 0;) {
        uint64_t chain = location_flood(&game->board, left & -left, state.own);
        dead |= liberties(game, &state, chain) == 0 ? chain : 0;
        left &= ~chain;
    }
    for (uint64_t left = state.other; left != 0;) {
        uint64_t chain = location_flood(&game->board, left & -left, state.other);
        dead |= !other_breathes(game, &state, chain) ? chain : 0;
        left &= ~chain;
    }
    *own = state.own & ~dead;
    *other = state.other & ~dead;
}

/* The node with which the game begins, solved. */
static int solve_root(struct two_eyes *game, uint64_t own, uint64_t other, uint32_t *ret_root)
{
    struct state state = {.ko = NO_KO};
    two_eyes_start(game, &own, &other);
    state.own = own;
    state.other = other;
    int r = find_node(game, &state, ret_root);
    if (r == 0 && game->nodes[*ret_root].status == OPEN)
        r = run(game, *ret_root);
    return r;
}

int two_eyes_solve(struct two_eyes *game, uint64_t own, uint64_t other)
{
    uint32_t root;
    int r = solve_root(game, own, other, &root);
    return r < 0 ? r : game->nodes[root].status == WON;
}

/* The opponent's play that holds out longest. */
static int longest_play(struct two_eyes *game, uint32_t number, uint32_t *ret_next)
{
    int best = -1, longest = -1;
    for (int p = PASS; p >= 0; p--) {
        struct state after;
        uint32_t next;
        if (!play(game, &game->nodes[number].state, p, &after))
            continue;
        int r = find_node(game, &after, &next);
        if (r < 0)
            return r;
        assert(game->nodes[next].status == WON);
        if (game->nodes[next].depth > longest) {
            longest = game->nodes[next].depth;
            best = p;
            *ret_next = next;
        }
    }
    return best;
}

int two_eyes_line(struct two_eyes *game, uint64_t own, uint64_t other, struct move **ret_moves,
                  size_t *ret_count)
{
    uint32_t at;
    int r = solve_root(game, own, other, &at);
    if (r < 0)
        return r;
    assert(game->nodes[at].status == WON);
    size_t count = 0, room = 0;
    struct move *moves = NULL;
    while (!has_formation(game, &game->nodes[at].state)) {
        const struct node *node = &game->nodes[at];
        uint32_t next = NONE;
        struct state after;
        int p = node->play;
        if (node->state.builder)
            r = play(game, &node->state, p, &after) ? find_node(game, &after, &next) : -EPROTO;
        else
            p = r = longest_play(game, at, &next);
        struct move *longer = r < 0 ? NULL : reserve(moves, count, &room, sizeof(*moves));
        if (longer == NULL) {
            free(moves);
            return r < 0 ? r : -ENOMEM;
        }
        moves = longer;
        moves[count++] = p == PASS ? move_pass(MOVE_PASS) : move_stone(p);
        at = next;
    }
    *ret_moves = moves;
    *ret_count = count;
    return 0;
}
