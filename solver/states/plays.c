/* Stone plays on interned boards, and what a player gets alone. */
#include "states/positions.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* The chain of the stones `own` that holds bit; *ret_liberties receives its liberties. */
static uint64_t chain_of(const struct positions *positions, uint64_t bit, uint64_t own,
                         uint64_t empty, uint64_t *ret_liberties)
{
    uint64_t chain = bit, border = bit, near = 0;
    while (border != 0) {
        uint64_t next = 0;
        for (; border != 0; border &= border - 1)
            next |= positions->near[__builtin_ctzll(border)];
        near |= next;
        border = next & own & ~chain;
        chain |= border;
    }
    *ret_liberties = near & empty;
    return chain;
}

/* Places mover's stone; false if that is an illegal suicide. */
static bool place(const struct positions *positions, struct stones *stones, enum colour mover,
                  int point, struct play *play)
{
    uint64_t bit = 1ull << point, liberties;
    uint64_t own = stones->of[mover] | bit, other = stones->of[!mover];
    uint64_t empty = positions->full & ~(own | other);
    uint64_t captured = 0;
    for (uint64_t left = positions->near[point] & other; left != 0;) {
        uint64_t chain = chain_of(positions, left & -left, other, empty, &liberties);
        if (liberties == 0)
            captured |= chain;
        left &= ~chain;
    }
    stones->of[mover] = own;
    stones->of[!mover] = other & ~captured;
    play->captured = (uint8_t)__builtin_popcountll(captured);
    play->lost = 0;
    uint64_t chain = chain_of(positions, bit, own, empty | captured, &liberties);
    play->atari = liberties != 0 && (liberties & (liberties - 1)) == 0;
    if (liberties != 0)
        return true;
    int size = __builtin_popcountll(chain);
    if (positions->suicide == SUICIDE_NO || (positions->suicide == SUICIDE_MULTI && size == 1))
        return false;
    stones->of[mover] = own & ~chain;
    play->lost = (uint8_t)size;
    return true;
}

/* Where the opponent may, on the board after, recreate the board before with one stone: play.ko. */
static uint8_t undoing_point(const struct positions *positions, struct stones before,
                             struct stones after, enum colour mover)
{
    uint64_t occupied = after.of[BLACK] | after.of[WHITE];
    if (memcmp(&before, &after, sizeof(before)) == 0)
        return KO_SELF;
    for (uint64_t left = positions->full & ~occupied; left != 0; left &= left - 1) {
        struct stones answer = after;
        struct play play;
        int point = __builtin_ctzll(left);
        if (place(positions, &answer, !mover, point, &play) &&
            memcmp(&answer, &before, sizeof(before)) == 0)
            return (uint8_t)(point + 1);
    }
    return 0;
}

int positions_reserve_moves(struct positions *positions, size_t count)
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

static int append_play(struct positions *positions, struct play play)
{
    int r = positions_reserve_moves(positions, (size_t)positions->play_count + 1);
    if (r < 0)
        return r;
    positions->plays[positions->play_count++] = play;
    positions->bytes += sizeof(play);
    return 0;
}

int positions_list_moves(const struct positions *positions, struct stones before, enum colour mover,
                         struct play plays[SOLVER_MAX_POINTS],
                         struct lookup children[SOLVER_MAX_POINTS])
{
    uint64_t occupied = before.of[BLACK] | before.of[WHITE];
    int count = 0;
    for (uint64_t left = positions->full & ~occupied; left != 0; left &= left - 1) {
        struct stones after = before;
        struct play play = {.point = (uint8_t)__builtin_ctzll(left)};
        if (!place(positions, &after, mover, play.point, &play))
            continue;
        /* Only a play that removes a stone, or changes nothing, can be undone by one stone. */
        if (play.captured == 1 || play.lost > 0)
            play.ko = undoing_point(positions, before, after, mover);
        children[count] = positions_canonical(positions, after);
        plays[count++] = play;
    }
    return count;
}

/* Makes the play list of mover on the canonical board of orbit. */
static int make_plays(struct positions *positions, uint32_t orbit, enum colour mover)
{
    struct play plays[SOLVER_MAX_POINTS];
    struct lookup children[SOLVER_MAX_POINTS];
    uint32_t first = positions->play_count;
    int count =
        positions_list_moves(positions, positions->orbits[orbit].canonical, mover, plays, children);
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
    return (uint8_t)(positions->point_map[g / 2][ko - 1] + 1);
}

static enum colour canonical_colour(const struct positions *positions, uint32_t id,
                                    enum colour colour)
{
    return colour ^ (enum colour)position_element_swaps(position_element(positions, id));
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

struct play positions_move(const struct positions *positions, uint32_t id, enum colour mover, int n)
{
    const struct orbit *orbit = &positions->orbits[position_orbit(positions, id)];
    int g = position_element(positions, id);
    enum colour own = canonical_colour(positions, id, mover);
    struct play play = positions->plays[orbit->first_play[own] + (uint32_t)n];
    play.child = position_map(positions, g, play.child);
    play.point = positions->point_map[g / 2][play.point];
    play.ko = position_map_ko(positions, g, play.ko);
    return play;
}

/* The margin that a play gains at once: prisoners, in the mover's view. */
static int prisoners(const struct positions *positions, struct play play)
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
            struct play play = positions_move(positions, frame->id, player, frame->next++);
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
            if (steps > SOLO_PLAYS) {
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
                struct play play = positions_move(positions, id, player, n);
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
