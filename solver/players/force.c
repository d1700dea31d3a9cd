/* df-pn over games of coalitions. */
#include "players/force.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/clock.h"

/* A sum or a threshold is at most this; it stands for a decided state. */
#define INFINITE 1000000000u
#define NUMBERS ((size_t)1 << 18)
/* Limits of time are looked at once in so many nodes. */
#define LOOK_EVERY 256
#define MOVES_MAX 32

enum { REACHED, DENIED };

struct force_numbers {
    uint64_t key;
    uint32_t of[2]; /* to prove that the goal is reached, that it is denied */
};

struct force_choice {
    struct move move;
    uint32_t of[2];
};

struct force_node {
    struct force_choice choices[MOVES_MAX];
    int count;
    int own; /* what the mover wants */
};

int force_init(struct force *ret_force, const struct game *game, const struct limits *limits)
{
    struct force *force = ret_force;
    memset(force, 0, sizeof(*force));
    force->limits = limits;
    int r = trail_init(&force->trail, game);
    if (r == 0)
        r = facts_init(&force->facts);
    if (r < 0)
        return r;
    force->numbers = calloc(NUMBERS, sizeof(*force->numbers));
    for (int list = 0; list < TRAIL_LISTS && r == 0; list++)
        r = sparse_init(&force->stamps[list], force->trail.situations);
    return force->numbers != NULL ? r : -ENOMEM;
}

void force_end_search(struct force *force)
{
    facts_end_search(&force->facts);
    free(force->numbers);
    for (int list = 0; list < TRAIL_LISTS; list++)
        sparse_release(&force->stamps[list]);
    free(force->asked);
    force->numbers = NULL;
    force->asked = NULL;
    force->asked_count = force->asked_room = 0;
}

void force_release(struct force *force)
{
    force_end_search(force);
    trail_release(&force->trail);
    facts_release(&force->facts);
    memset(force, 0, sizeof(*force));
}

void force_set_coalition(struct force *force, unsigned coalition, enum certificate_payoff payoff)
{
    force->payoff = payoff_make(payoff, coalition, &force->trail.game);
    if (force->nodes == 0) /* nothing was searched: all of it is empty */
        return;
    facts_clear(&force->facts);
    memset(force->numbers, 0, NUMBERS * sizeof(*force->numbers));
}

/* The goal as facts have it. */
static int code_now(const struct force *force)
{
    return force_code(force, force->goal);
}

static struct force_numbers *numbers_of(const struct force *force, uint64_t *ret_key)
{
    const struct trail_mark *mark = &force->trail.marks[force->trail.game.count - 1];
    uint64_t key = facts_state(&force->trail, code_now(force)) * 0x9e3779b97f4a7c15ull;
    key = (key ^ mark->hash[0]) * 0xbf58476d1ce4e5b9ull;
    key = (key ^ (key >> 29) ^ mark->hash[1]) * 0x94d049bb133111ebull;
    *ret_key = key | 1;
    return &force->numbers[key >> 46 & (NUMBERS - 1)];
}

/* The numbers of the state after a move. Returns true if it is decided. */
static bool judge(const struct force *force, struct force_choice *choice)
{
    int decided = -1;
    if (game_over(&force->trail.game)) {
        decided = payoff_of(&force->payoff, &force->trail.game) >= force->goal ? REACHED : DENIED;
    } else {
        const struct fact *fact = facts_find(&force->facts, &force->trail, code_now(force));
        if (fact != NULL)
            decided = fact->reached ? REACHED : DENIED;
    }
    if (decided >= 0) {
        choice->of[decided] = 0;
        choice->of[!decided] = INFINITE;
        return true;
    }
    uint64_t key;
    const struct force_numbers *known = numbers_of(force, &key);
    for (int i = 0; i < 2; i++)
        choice->of[i] = known->key == key ? known->of[i] : 1;
    return false;
}

/* Lists the legal moves; ends where one decides. Returns 0 or a negative errno. */
static int expand(struct force *force, struct force_node *node)
{
    int points = force->trail.game.graph->points;
    unsigned mover = 1u << game_now(&force->trail.game)->next;
    node->own = (force->payoff.members & mover) != 0 ? REACHED : DENIED;
    node->count = 0;
    for (int p = 0; p < points + 2; p++) {
        struct force_choice *choice = &node->choices[node->count];
        struct verdict verdict;
        choice->move =
            p < points ? move_stone(p) : move_pass(p == points ? MOVE_PASS : MOVE_REFRESH);
        if (p < points && game_now(&force->trail.game)->board.cells[p] != POINT_EMPTY)
            continue;
        int r = trail_play(&force->trail, choice->move, &verdict);
        if (r < 0)
            return r;
        if (!verdict.legal)
            continue;
        judge(force, choice);
        trail_undo(&force->trail);
        node->count++;
        if (choice->of[node->own] == 0)
            break;
    }
    return 0;
}

/* Adds a condition to those of the fact that is made. */
static int ask(struct force *force, enum trail_list list, uint32_t situation)
{
    if (sparse_get(&force->stamps[list], situation) == force->stamp)
        return 0;
    sparse_set(&force->stamps[list], situation, force->stamp);
    int r = array_reserve(&force->asked, force->asked_count + 1, &force->asked_room,
                          sizeof(*force->asked));
    if (r == 0)
        force->asked[force->asked_count++] = (struct fact_condition){situation, list, 0};
    return r;
}

/* Records what a move, which was just made, led to. */
static int record(struct force *force, struct move move, const struct fact *fact)
{
    int points = force->trail.game.graph->points;
    if (!force->recording)
        return 0;
    return facts_add_reply(&force->facts,
                           (struct fact_reply){
                               .move = (uint8_t)(move.kind == MOVE_STONE  ? move.point
                                                 : move.kind == MOVE_PASS ? points
                                                                          : points + 1),
                               .banned = (int8_t)game_now(&force->trail.game)->banned,
                               .child = fact != NULL ? (uint32_t)(fact - force->facts.list) + 1 : 0,
                           });
}

/*
 * Asks for all that one decided move and what follows asked of the past before it. A round of
 * passes asks nothing: it brings back no situation that was not just there (players/trail.h).
 */
static int ask_for_move(struct force *force, struct move move)
{
    struct trail *trail = &force->trail;
    const struct fact *fact = NULL;
    struct verdict verdict;
    int r = trail_play(trail, move, &verdict);
    if (r < 0)
        return r;
    const struct turn *now = game_now(&trail->game);
    size_t last = trail->game.count - 1;
    bool round = now->ending != ENDING_NONE && now->banned < 0;
    if (!round) {
        int next = game_next_player(&trail->game, now->player, now[-1].active);
        r = ask(force, trail_looks_in(move), trail_situation(trail, &now->board, next));
    }
    if (!game_over(&trail->game) && (now->banned < 0 || force->recording))
        fact = facts_find(&force->facts, trail, code_now(force));
    if (r == 0)
        r = record(force, move, fact);
    /* A ban forgets the past. */
    for (uint32_t i = 0; fact != NULL && now->banned < 0 && i < fact->count && r == 0; i++) {
        const struct fact_condition *of = &force->facts.conditions[fact->first + i];
        bool cleared = of->list == TRAIL_ENCOUNTERS && move.kind == MOVE_REFRESH;
        if (!cleared && trail_find(trail, of->list, of->situation) != last)
            r = ask(force, of->list, of->situation);
    }
    trail_undo(trail);
    return r;
}

/* Keeps that the present state is decided for side, as its moves show. */
static int conclude(struct force *force, const struct force_node *node, int side)
{
    int r = 0;
    force->stamp++;
    force->asked_count = 0;
    for (int i = 0; i < node->count && r == 0; i++) {
        bool decides = node->choices[i].of[side] == 0;
        if (!decides)
            continue;
        r = ask_for_move(force, node->choices[i].move);
        if (side == node->own)
            break;
    }
    for (size_t i = 0; i < force->asked_count; i++)
        force->asked[i].answer =
            trail_answer(&force->trail, force->asked[i].list, force->asked[i].situation);
    if (r == 0)
        r = facts_add(&force->facts, &force->trail, code_now(force), side == REACHED, force->asked,
                      force->asked_count);
    return r;
}

/* The numbers of a node from those of its moves; the move to look at next, and the best of the
 * others' own number. */
static void sum_up(const struct force_node *node, uint32_t *ret_of, int *ret_best,
                   uint32_t *ret_second)
{
    uint32_t least = INFINITE, second = INFINITE, sum = 0;
    *ret_best = -1;
    for (int i = 0; i < node->count; i++) {
        const uint32_t *of = node->choices[i].of;
        if (of[!node->own] == 0)
            continue;
        sum = sum + of[!node->own] < INFINITE ? sum + of[!node->own] : INFINITE - 1;
        if (of[node->own] < least) {
            second = least;
            least = of[node->own];
            *ret_best = i;
        } else if (of[node->own] < second) {
            second = of[node->own];
        }
    }
    ret_of[node->own] = least;
    ret_of[!node->own] = least == 0 ? INFINITE : sum;
    *ret_second = second;
}

size_t force_bytes(const struct force *force)
{
    return facts_bytes(&force->facts) + trail_bytes(&force->trail) +
           sparse_bytes(&force->stamps[TRAIL_ENCOUNTERS]) +
           sparse_bytes(&force->stamps[TRAIL_ANCHORS]) + NUMBERS * sizeof(*force->numbers) +
           force->asked_room * sizeof(*force->asked) + force->beside;
}

/* Must the search stop? */
static bool must_stop(struct force *force)
{
    const struct limits *limits = force->limits;
    force->nodes++;
    if (limits->max_nodes > 0 && force->nodes > limits->max_nodes)
        force->stop = STOP_NODES;
    else if (force->nodes % LOOK_EVERY != 0)
        return false;
    else if (limits->interrupted != NULL && *limits->interrupted)
        force->stop = STOP_INTERRUPT;
    else if (limits->deadline > 0 && clock_now() > limits->deadline)
        force->stop = STOP_TIME;
    else if (limits->max_bytes > 0 && force_bytes(force) > limits->max_bytes)
        force->stop = STOP_MEMORY;
    else if (force->listener.tell != NULL)
        force->listener.tell(force, force->listener.arg);
    return force->stop != STOP_NONE;
}

static int fail(struct force *force, int r)
{
    force->stop = r == -ERANGE ? STOP_LENGTH : STOP_MEMORY;
    return -1;
}

int force_play(struct force *force, struct move move, struct verdict *ret_verdict)
{
    int r = trail_play(&force->trail, move, ret_verdict);
    return r < 0 ? fail(force, r) : 0;
}

static int visit(struct force *force, const uint32_t *most, uint32_t *ret_of);

/* Looks at a move until its numbers reach the thresholds. */
static int descend(struct force *force, struct force_choice *choice, const uint32_t *most)
{
    struct verdict verdict;
    int r = force_play(force, choice->move, &verdict);
    if (r < 0)
        return r;
    if (!judge(force, choice))
        r = visit(force, most, choice->of);
    trail_undo(&force->trail);
    return r;
}

/* Searches the state at which the trail stands until one of its numbers reaches its threshold.
 * Returns 0, or -1: stopped. */
static int visit(struct force *force, const uint32_t *most, uint32_t *ret_of)
{
    struct force_node node;
    uint64_t key;
    int best, r;
    uint32_t second;
    if (must_stop(force))
        return -1;
    r = expand(force, &node);
    if (r < 0)
        return fail(force, r);
    for (;;) {
        sum_up(&node, ret_of, &best, &second);
        if (ret_of[REACHED] == 0 || ret_of[DENIED] == 0) {
            int side = ret_of[REACHED] == 0 ? REACHED : DENIED;
            r = conclude(force, &node, side);
            ret_of[!side] = INFINITE;
            return r < 0 ? fail(force, r) : 0;
        }
        if (ret_of[REACHED] >= most[REACHED] || ret_of[DENIED] >= most[DENIED])
            break;
        struct force_choice *choice = &node.choices[best];
        uint32_t other = ret_of[!node.own] - choice->of[!node.own], beyond = second / 4 + second;
        uint32_t least[2];
        least[node.own] = most[node.own] < beyond + 1 ? most[node.own] : beyond + 1;
        least[!node.own] = most[!node.own] - other;
        if (least[!node.own] <= choice->of[!node.own])
            least[!node.own] = choice->of[!node.own] + 1;
        if (descend(force, choice, least) < 0)
            return -1;
    }
    struct force_numbers *known = numbers_of(force, &key);
    *known = (struct force_numbers){key, {ret_of[0], ret_of[1]}};
    return 0;
}

int force_query(struct force *force, int goal)
{
    static const uint32_t most[2] = {INFINITE, INFINITE};
    struct force_choice root = {.move = move_pass(MOVE_PASS)};
    force->goal = goal;
    if (goal <= force->payoff.least || goal > force->payoff.most)
        return goal <= force->payoff.least;
    if (force->stop != STOP_NONE)
        return -1;
    if (!judge(force, &root) && visit(force, most, root.of) < 0)
        return -1;
    return root.of[REACHED] == 0;
}
