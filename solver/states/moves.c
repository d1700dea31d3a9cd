/* Stone plays on interned boards, and what a player gets alone. */
#include "states/positions.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static bool is_single(uint64_t word)
{
    return word != 0 && (word & (word - 1)) == 0;
}

/* Most plays remove nothing. */
static uint8_t count_of(uint64_t removed)
{
    return removed != 0 ? (uint8_t)__builtin_popcountll(removed) : 0;
}

/* Is the chain of the stone bit, which was placed, left with exactly one liberty? */
static bool is_atari(const struct bits_board *board, const struct bits_placed *placed, uint64_t bit)
{
    uint64_t empty = board->full & ~(placed->own | placed->opponent);
    uint64_t liberties = bits_spread(board, bit) & empty;
    if (liberties != 0 && !is_single(liberties))
        return false; /* as most are: the chain need not be looked at */
    return is_single(bits_spread(board, bits_flood(board, bit, placed->own)) & empty);
}

/* The ko of a play: see struct stone_move. */
static uint8_t ko_of(const struct bits_board *board, const struct bits_placed *placed, uint64_t bit)
{
    if (placed->lost == bit)
        return KO_SELF;
    uint64_t ko = placed->captured != 0 ? bits_ko(board, placed, bit) : 0;
    return ko != 0 ? (uint8_t)(__builtin_ctzll(ko) + 1) : 0;
}

static bool is_legal(enum suicide suicide, const struct bits_placed *placed, uint64_t bit)
{
    return placed->lost == 0 ||
           (suicide != SUICIDE_NO && (suicide != SUICIDE_MULTI || placed->lost != bit));
}

int interning_reserve_moves(struct positions *positions, size_t count)
{
    uint32_t room = positions->play_room;
    if (count <= room)
        return 0;
    while (room < count && room <= UINT32_MAX / 2)
        room *= 2;
    if (room < count)
        return -ENOMEM;
    void *grown = realloc(positions->plays, room * sizeof(*positions->plays));
    if (grown == NULL)
        return -ENOMEM;
    positions->plays = grown;
    positions->play_room = room;
    return 0;
}

static int append_play(struct positions *positions, struct stone_move play)
{
    int r = interning_reserve_moves(positions, (size_t)positions->play_count + 1);
    if (r < 0)
        return r;
    positions->plays[positions->play_count++] = play;
    positions->bytes += sizeof(play);
    return 0;
}

int interning_list_moves(const struct positions *positions, struct stones before, enum colour mover,
                         struct stone_move plays[SOLVER_MAX_POINTS],
                         struct lookup children[SOLVER_MAX_POINTS])
{
    const struct bits_board *board = &positions->board;
    uint64_t own = before.of[mover], opponent = before.of[!mover];
    int count = 0;
    for (uint64_t left = board->full & ~(own | opponent); left != 0; left &= left - 1) {
        uint64_t bit = left & -left;
        struct bits_placed placed = bits_place(board, own, opponent, bit);
        if (!is_legal(positions->suicide, &placed, bit))
            continue;
        plays[count] = (struct stone_move){
            .point = (uint8_t)__builtin_ctzll(bit),
            .captured = count_of(placed.captured) & 127,
            .atari = placed.lost == 0 && is_atari(board, &placed, bit),
            .lost = count_of(placed.lost),
            .ko = ko_of(board, &placed, bit),
        };
        struct stones after = mover == BLACK ? (struct stones){{placed.own, placed.opponent}}
                                             : (struct stones){{placed.opponent, placed.own}};
        children[count++] = interning_canonical(positions, after);
    }
    return count;
}

/* Makes the play list of mover on the canonical board of orbit. */
static int make_plays(struct positions *positions, uint32_t orbit, enum colour mover)
{
    struct stone_move plays[SOLVER_MAX_POINTS];
    struct lookup children[SOLVER_MAX_POINTS];
    uint32_t first = positions->play_count;
    int count =
        interning_list_moves(positions, positions->orbits[orbit].canonical, mover, plays, children);
    for (int i = 0; i < count; i++)
        positions_fetch(positions, &children[i]);
    for (int i = 0; i < count; i++) {
        int r = positions_intern_canonical(positions, &children[i], &plays[i].child);
        if (r == 0)
            r = append_play(positions, plays[i]);
        if (r < 0) {
            positions->play_count = first;
            return r;
        }
    }
    struct orbit *made = &positions->orbits[orbit];
    made->first_play[mover] = first;
    made->play_count[mover] = (uint8_t)count;
    return 0;
}

uint8_t position_map_ko(const struct positions *positions, int g, uint8_t ko)
{
    if (ko == 0 || ko == KO_SELF)
        return ko;
    return (uint8_t)(position_map_point(positions, g, ko - 1) + 1);
}

static enum colour canonical_colour(const struct positions *positions, uint32_t id,
                                    enum colour colour)
{
    return colour ^ (enum colour)group_swaps(position_element(positions, id));
}

int positions_moves(struct positions *positions, uint32_t id, enum colour mover)
{
    uint32_t orbit = position_orbit(positions, id);
    enum colour own = canonical_colour(positions, id, mover);
    if (positions->orbits[orbit].play_count[own] == MOVES_UNKNOWN) {
        int r = make_plays(positions, orbit, own);
        if (r < 0)
            return r;
    }
    return positions->orbits[orbit].play_count[own];
}

struct stone_move positions_move(const struct positions *positions, uint32_t id, enum colour mover,
                                 int n)
{
    const struct orbit *orbit = &positions->orbits[position_orbit(positions, id)];
    int g = position_element(positions, id);
    enum colour own = canonical_colour(positions, id, mover);
    struct stone_move play = positions->plays[orbit->first_play[own] + (uint32_t)n];
    play.child = position_map(positions, g, play.child);
    play.point = position_map_point(positions, g, play.point);
    play.ko = position_map_ko(positions, g, play.ko);
    return play;
}

/* The margin that a play gains at once: prisoners, in the mover's view. */
static int prisoners(const struct positions *positions, struct stone_move play)
{
    return positions->scoring == SCORING_TERRITORY ? play.captured - play.lost : 0;
}

/*
 * What player gets alone is the best margin of all boards he can reach. Without suicide every play
 * adds a stone of his, so the boards he can reach form no cycle and a depth-first walk finds the
 * best; the walk stops early at the most that any board can give. With suicide boards recur: a
 * worklist runs to the greatest margins (a lap can only lose prisoners, so it ends).
 */
struct solo_frame {
    uint32_t id;
    int next, gained, best;
};

struct solo_walk {
    struct positions *positions;
    enum colour player;
    struct solo_frame frames[SOLVER_MAX_POINTS + 2];
};

static atomic_schar *solo_slot(struct positions *positions, uint32_t id, enum colour player)
{
    return &positions->orbits[position_orbit(positions, id)]
                .solo[canonical_colour(positions, id, player)];
}

static int own_margin(const struct positions *positions, uint32_t id, enum colour player)
{
    int margin = positions_margin(positions, id);
    return player == BLACK ? margin : -margin;
}

static int solo_without_suicide(struct positions *positions, uint32_t start, enum colour player)
{
    struct solo_walk walk = {.positions = positions, .player = player};
    struct solo_frame *frame = walk.frames;
    /* With area or stone scoring no board gives more than every point. */
    int most = positions->scoring == SCORING_TERRITORY ? SOLO_UNKNOWN - 1 : positions->points;
    *frame = (struct solo_frame){.id = start, .best = own_margin(positions, start, player)};
    for (int steps = 0;; steps++) {
        if (steps > SOLO_STEPS)
            return -E2BIG;
        int count = positions_moves(positions, frame->id, player);
        if (count < 0)
            return count;
        if (frame->next < count && frame->best < most) {
            struct stone_move play = positions_move(positions, frame->id, player, frame->next++);
            int gained = prisoners(positions, play);
            int known = *solo_slot(positions, play.child, player);
            if (known != SOLO_UNKNOWN) {
                if (gained + known > frame->best)
                    frame->best = gained + known;
                continue;
            }
            frame++;
            *frame = (struct solo_frame){
                .id = play.child,
                .gained = gained,
                .best = own_margin(positions, play.child, player),
            };
            continue;
        }
        *solo_slot(positions, frame->id, player) = (signed char)frame->best;
        if (frame == walk.frames)
            return 0;
        int got = frame->gained + frame->best;
        frame--;
        if (got > frame->best)
            frame->best = got;
    }
}

/* A set of boards with the greatest prisoner margin with which each was reached. */
struct reach {
    uint32_t *ids;
    int *gained;
    bool *waiting;
    size_t count, room;
    uint32_t *slots; /* index + 1 by hash of the id */
    size_t slot_mask;
};

static void reach_release(struct reach *reach)
{
    free(reach->ids);
    free(reach->gained);
    free(reach->waiting);
    free(reach->slots);
}

static int reach_grow(struct reach *reach)
{
    size_t room = reach->room ? reach->room * 2 : 64, mask = room * 4 - 1;
    void *ids = realloc(reach->ids, room * sizeof(*reach->ids));
    if (ids != NULL)
        reach->ids = ids;
    void *gained = realloc(reach->gained, room * sizeof(*reach->gained));
    if (gained != NULL)
        reach->gained = gained;
    void *waiting = realloc(reach->waiting, room * sizeof(*reach->waiting));
    if (waiting != NULL)
        reach->waiting = waiting;
    uint32_t *slots = calloc(mask + 1, sizeof(*slots));
    if (ids == NULL || gained == NULL || waiting == NULL || slots == NULL) {
        free(slots);
        return -ENOMEM;
    }
    for (size_t i = 0; i < reach->count; i++) {
        size_t at = reach->ids[i] * 2654435761u & mask;
        while (slots[at] != 0)
            at = (at + 1) & mask;
        slots[at] = (uint32_t)i + 1;
    }
    free(reach->slots);
    reach->slots = slots;
    reach->slot_mask = mask;
    reach->room = room;
    return 0;
}

/* Notes that id was reached with gained prisoners; it waits for a walk if that is news. */
static int reach_add(struct reach *reach, uint32_t id, int gained)
{
    if (reach->count == reach->room) {
        int r = reach_grow(reach);
        if (r < 0)
            return r;
    }
    size_t at = id * 2654435761u & reach->slot_mask;
    while (reach->slots[at] != 0 && reach->ids[reach->slots[at] - 1] != id)
        at = (at + 1) & reach->slot_mask;
    if (reach->slots[at] == 0) {
        reach->slots[at] = (uint32_t)++reach->count;
        reach->ids[reach->count - 1] = id;
    } else if (reach->gained[reach->slots[at] - 1] >= gained) {
        return 0;
    }
    reach->gained[reach->slots[at] - 1] = gained;
    reach->waiting[reach->slots[at] - 1] = true;
    return 0;
}

static int solo_with_suicide(struct positions *positions, uint32_t start, enum colour player)
{
    struct reach reach = {0};
    int most = positions->scoring == SCORING_TERRITORY ? SOLO_UNKNOWN - 1 : positions->points;
    int best = own_margin(positions, start, player);
    int r = reach_add(&reach, start, 0), steps = 0;
    for (bool again = true; again && r == 0 && best < most;) {
        again = false;
        for (size_t i = 0; i < reach.count && r == 0; i++) {
            if (!reach.waiting[i])
                continue;
            if (steps > SOLO_MOVES) {
                r = -E2BIG;
                break;
            }
            reach.waiting[i] = false;
            again = true;
            uint32_t id = reach.ids[i];
            int gained = reach.gained[i], margin = gained + own_margin(positions, id, player);
            if (margin > best)
                best = margin;
            int count = positions_moves(positions, id, player);
            steps += count;
            for (int n = 0; n < count && r == 0; n++) {
                struct stone_move play = positions_move(positions, id, player, n);
                r = reach_add(&reach, play.child, gained + prisoners(positions, play));
            }
            if (count < 0)
                r = count;
        }
    }
    reach_release(&reach);
    if (r == 0)
        *solo_slot(positions, start, player) = (signed char)best;
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
