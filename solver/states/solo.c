/*
 * What a player gets who plays solo, the opponent only passing: the best margin of all boards that
 * he can reach. Without suicide every move adds a stone of his, so the boards that he can reach
 * form no cycle and a depth-first walk finds the best; it stops early at the most that any board
 * can give. With suicide boards recur: a list of boards that wait runs to the greatest margins. It
 * ends, as a cycle of boards can only lose prisoners. The last one found goes first: stone by stone
 * the board fills up, which soon comes to the most if that can be had.
 */
#include "states/positions.h"

#include <errno.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/hash.h"

static atomic_schar *solo_slot(struct positions *positions, uint32_t id, enum colour player)
{
    enum colour own = player ^ (enum colour)group_swaps(position_element(positions, id));
    return &positions->orbits[position_orbit(positions, id)].solo[own];
}

/* The margin that a move gains at once: prisoners, in the mover's view. */
static int prisoners(const struct positions *positions, struct stone_move move)
{
    return positions->scoring == SCORING_TERRITORY ? move.captured - move.lost : 0;
}

static int own_margin(const struct positions *positions, uint32_t id, enum colour player)
{
    int margin = positions_margin(positions, id);
    return player == BLACK ? margin : -margin;
}

/* The most that any board can give: with area or stone scoring, every point. */
static int most_margin(const struct positions *positions)
{
    return positions->scoring == SCORING_TERRITORY ? SOLO_UNKNOWN - 1 : positions->points;
}

/* A board of the depth-first walk. */
struct solo_frame {
    uint32_t id;
    int next;   /* the move to be looked at next */
    int gained; /* by the move that led here */
    int best;   /* margin from here on, as far as it is known */
};

struct solo_walk {
    struct positions *positions;
    enum colour player;
    int depth;
    struct solo_frame frames[SOLVER_MAX_POINTS + 2];
};

static void push(struct solo_walk *walk, uint32_t id, int gained)
{
    walk->frames[++walk->depth] = (struct solo_frame){
        .id = id,
        .gained = gained,
        .best = own_margin(walk->positions, id, walk->player),
    };
}

static void raise_best(struct solo_frame *frame, int margin)
{
    if (margin > frame->best)
        frame->best = margin;
}

/* Looks at the next move of the board on top: takes what is known of it, or goes there. */
static void walk_on(struct solo_walk *walk)
{
    struct solo_frame *frame = &walk->frames[walk->depth];
    struct stone_move move =
        positions_move(walk->positions, frame->id, walk->player, frame->next++);
    int gained = prisoners(walk->positions, move);
    int known = *solo_slot(walk->positions, move.child, walk->player);
    if (known != SOLO_UNKNOWN)
        raise_best(frame, gained + known);
    else
        push(walk, move.child, gained);
}

static int solo_without_suicide(struct positions *positions, uint32_t start, enum colour player)
{
    struct solo_walk walk = {.positions = positions, .player = player, .depth = -1};
    int most = most_margin(positions);
    push(&walk, start, 0);
    for (int steps = 0; steps <= SOLO_STEPS; steps++) {
        const struct solo_frame *frame = &walk.frames[walk.depth];
        int count = positions_moves(positions, frame->id, player);
        if (count < 0)
            return count;
        if (frame->next < count && frame->best < most) {
            walk_on(&walk);
            continue;
        }
        *solo_slot(positions, frame->id, player) = (signed char)frame->best;
        if (walk.depth-- == 0)
            return 0;
        raise_best(&walk.frames[walk.depth], frame->gained + frame->best);
    }
    return -E2BIG;
}

/* A board that was reached, with the most prisoners with which it was. */
struct reached {
    uint32_t id;
    int gained;
    bool waiting; /* for a look at its moves */
};

struct reach {
    struct reached *boards;
    size_t count, room;
    struct hashset index; /* of boards by id */
    uint32_t *waiting;    /* the last is looked at first; some are there twice */
    size_t waiting_count, waiting_room;
};

static uint64_t hash_reached(const void *arg, uint32_t board)
{
    const struct reach *reach = arg;
    return hash_mix(reach->boards[board].id);
}

/* Notes that id was reached with gained prisoners; it waits if that is news. Returns 0 or -ENOMEM.
 */
static int reach_add(struct reach *reach, uint32_t id, int gained)
{
    size_t at;
    int r = hashset_reserve(&reach->index, (uint32_t)reach->count, 1, hash_reached, reach);
    if (r == 0)
        r = array_reserve(&reach->boards, reach->count + 1, &reach->room, sizeof(*reach->boards));
    if (r < 0)
        return r;
    uint32_t board = hashset_first(&reach->index, hash_mix(id), &at);
    while (board != HASHSET_NONE && reach->boards[board].id != id)
        board = hashset_next(&reach->index, &at);
    if (board == HASHSET_NONE) {
        board = (uint32_t)reach->count++;
        hashset_put(&reach->index, at, board);
    } else if (reach->boards[board].gained >= gained) {
        return 0;
    }
    reach->boards[board] = (struct reached){id, gained, true};
    r = array_reserve(&reach->waiting, reach->waiting_count + 1, &reach->waiting_room,
                      sizeof(*reach->waiting));
    if (r == 0)
        reach->waiting[reach->waiting_count++] = board;
    return r;
}

/* Adds what the moves of a board lead to, and takes what is known of it into *best. Returns the
 * number of moves, or -ENOMEM. */
static int reach_on(struct reach *reach, struct positions *positions, struct reached from,
                    enum colour player, int *best)
{
    int count = positions_moves(positions, from.id, player), r = 0;
    for (int n = 0; n < count && r == 0; n++) {
        struct stone_move move = positions_move(positions, from.id, player, n);
        int gained = from.gained + prisoners(positions, move);
        int known = *solo_slot(positions, move.child, player);
        if (known == SOLO_UNKNOWN || known == SOLO_HARD)
            r = reach_add(reach, move.child, gained);
        else if (gained + known > *best)
            *best = gained + known;
    }
    return r < 0 ? r : count;
}

/* Sets *ret_best to the best margin of all boards that are reached from those that wait. */
static int reach_best(struct reach *reach, struct positions *positions, enum colour player,
                      int *ret_best)
{
    int most = most_margin(positions), best = *ret_best, steps = 0;
    while (reach->waiting_count > 0 && best < most) {
        struct reached *board = &reach->boards[reach->waiting[--reach->waiting_count]];
        if (!board->waiting)
            continue;
        if (steps > SOLO_MOVES)
            return -E2BIG;
        board->waiting = false;
        int margin = board->gained + own_margin(positions, board->id, player);
        if (margin > best)
            best = margin;
        int count = reach_on(reach, positions, *board, player, &best);
        if (count < 0)
            return count;
        steps += count;
    }
    *ret_best = best;
    return 0;
}

static int solo_with_suicide(struct positions *positions, uint32_t start, enum colour player)
{
    struct reach reach = {0};
    int best = own_margin(positions, start, player);
    int r = reach_add(&reach, start, 0);
    if (r == 0)
        r = reach_best(&reach, positions, player, &best);
    if (r == 0)
        *solo_slot(positions, start, player) = (signed char)best;
    free(reach.waiting);
    free(reach.boards);
    hashset_release(&reach.index);
    return r;
}

int positions_solo(struct positions *positions, uint32_t id, enum colour player, int *ret_margin)
{
    if (*solo_slot(positions, id, player) == SOLO_UNKNOWN) {
        int r = positions->suicide == SUICIDE_NO ? solo_without_suicide(positions, id, player)
                                                 : solo_with_suicide(positions, id, player);
        if (r == -E2BIG) {
            *solo_slot(positions, id, player) = SOLO_HARD;
            positions->solo_hard++;
        }
        if (r < 0)
            return r;
    }
    if (*solo_slot(positions, id, player) == SOLO_HARD)
        return -E2BIG;
    *ret_margin = *solo_slot(positions, id, player);
    return 0;
}
