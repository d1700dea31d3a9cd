/* Situations, moves and cycles on sets of points. */
#include "cycles/game.h"

#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/free_all.h"
#include "base/hash.h"
#include "rules/control_choice.h"
#include "rules/ljrg.h"

/* A score that is not known yet; one that was looked for and not found. */
#define SCORE_UNKNOWN INT_MIN
#define SCORE_UNDECIDED (INT_MIN + 1)
/* Beyond so many points who controls what may take minutes for a single board; then a game on a set
 * is given up after so many states. */
#define FULLY_CONTROLLED 12
#define CONTROL_STATES 20000

static uint64_t bit(int point)
{
    return UINT64_C(1) << point;
}

/* The points next to those of set, not in it. */
static uint64_t around(const struct cycle_game *game, uint64_t set)
{
    uint64_t next = 0;
    for (uint64_t rest = set; rest != 0; rest &= rest - 1)
        next |= game->neighbours[__builtin_ctzll(rest)];
    return next & ~set;
}

/* The chain of stones that holds seed. */
static uint64_t chain_of(const struct cycle_game *game, uint64_t stones, uint64_t seed)
{
    for (uint64_t chain = seed;;) {
        uint64_t grown = chain | (around(game, chain) & stones);
        if (grown == chain)
            return chain;
        chain = grown;
    }
}

static uint64_t hash_situation(const struct cycle_situation *s)
{
    uint64_t hash = hash_mix(s->stones[0]);
    hash = hash_mix(hash ^ s->stones[1]);
    hash = hash_mix(hash ^ s->temporary);
    hash = hash_mix(hash ^ s->permanent);
    return hash_mix(hash ^ (uint64_t)(s->mover << 2 | s->needed));
}

static bool same(const struct cycle_situation *a, const struct cycle_situation *b)
{
    return a->stones[0] == b->stones[0] && a->stones[1] == b->stones[1] &&
           a->temporary == b->temporary && a->permanent == b->permanent && a->mover == b->mover &&
           a->needed == b->needed;
}

static uint64_t hash_at(const void *arg, uint32_t number)
{
    const struct cycle_game *game = arg;
    return hash_situation(&game->situations[number]);
}

/* The number of a situation, or HASHSET_NONE; *ret_at is where it belongs. */
static uint32_t find_number(const struct cycle_game *game, const struct cycle_situation *s,
                            size_t *ret_at)
{
    uint32_t i = hashset_first(&game->numbers, hash_situation(s), ret_at);
    while (i != HASHSET_NONE && !same(&game->situations[i], s))
        i = hashset_next(&game->numbers, ret_at);
    return i;
}

/* Makes room for one more situation. */
static int reserve_situation(struct cycle_game *game)
{
    int r = hashset_reserve(&game->numbers, (uint32_t)game->situation_count, 1, hash_at, game);
    if (r == 0)
        r = array_reserve(&game->situations, game->situation_count + 1, &game->situation_capacity,
                          sizeof(*game->situations));
    if (r == 0)
        r = array_reserve(&game->scores, game->situation_count + 1, &game->score_capacity,
                          sizeof(*game->scores));
    return r;
}

/* The number of a situation, a new one if it has none. The set of numbers has slots. */
static int intern(struct cycle_game *game, const struct cycle_situation *s, uint32_t *ret_number)
{
    size_t at;
    uint32_t number = find_number(game, s, &at);
    if (number == HASHSET_NONE) {
        int r = reserve_situation(game);
        if (r < 0)
            return r;
        find_number(game, s, &at); /* It may have moved. */
        number = (uint32_t)game->situation_count++;
        game->situations[number] = *s;
        game->scores[number] = SCORE_UNKNOWN;
        hashset_put(&game->numbers, at, number);
    }
    *ret_number = number;
    return 0;
}

static int push(struct cycle_game *game, uint32_t situation, int gain, bool removed)
{
    if (game->count == game->capacity &&
        array_reserve(&game->steps, game->count + 1, &game->capacity, sizeof(*game->steps)) < 0)
        return -ENOMEM;
    game->steps[game->count] = (struct cycle_step){
        .situation = situation,
        .gain = gain,
        .base = game->count == 0 || removed ? game->count : cycle_game_now(game)->base,
    };
    game->count++;
    return 0;
}

/* --- taking over a game --- */

static struct cycle_situation situation_of(const struct graph *graph, const struct turn *turn)
{
    struct cycle_situation s = {
        .temporary = turn->temporary.words[0],
        .permanent = turn->permanent.words[0],
        .mover = (uint8_t)turn->next,
        .needed = (uint8_t)turn->needed,
    };
    for (int p = 0; p < graph->points; p++)
        if (turn->board.cells[p] != POINT_EMPTY)
            s.stones[turn->board.cells[p] - 1] |= bit(p);
    return s;
}

/* The locations whose content differs. */
static uint64_t difference(const struct cycle_situation *a, const struct cycle_situation *b)
{
    return (a->stones[0] ^ b->stones[0]) | (a->stones[1] ^ b->stones[1]);
}

static int take_turns(struct cycle_game *game, const struct game *from)
{
    struct cycle_situation before = {.needed = 0};
    if (reserve_situation(game) < 0)
        return -ENOMEM;
    for (size_t i = 0; i < from->count; i++) {
        const struct turn *turn = &from->turns[i];
        struct cycle_situation now = situation_of(from->graph, turn);
        uint32_t number;
        int r = intern(game, &now, &number);
        if (i > 0)
            game->steps[i - 1].changed = difference(&before, &now);
        if (r == 0)
            r = push(game, number, turn->lost[1] - turn->lost[0], turn->move.cycle > 0);
        if (r < 0)
            return r;
        before = now;
    }
    return 0;
}

int cycle_game_init(struct cycle_game *ret_game, const struct game *game)
{
    const struct graph *graph = game->graph;
    struct control_choice choice = control_choice_of(&game->rules);
    assert(graph->points <= SOLVER_MAX_POINTS);
    *ret_game = (struct cycle_game){
        .graph = graph,
        .points = graph->points,
        .removes = ljrg_removes(&game->rules),
        .neighbours = calloc((size_t)graph->points, sizeof(uint64_t)),
    };
    if (ret_game->neighbours == NULL)
        return -ENOMEM;
    for (int p = 0; p < graph->points; p++)
        for (int i = graph->first[p]; i < graph->first[p + 1]; i++)
            ret_game->neighbours[p] |= bit(graph->adjacent[i]);
    int r = control_new(graph, &choice, &ret_game->control);
    if (r == 0 && graph->points > FULLY_CONTROLLED)
        control_limit(ret_game->control, CONTROL_STATES);
    return r == 0 ? take_turns(ret_game, game) : r;
}

int cycle_game_restart(struct cycle_game *game, const struct game *from)
{
    game->count = 0;
    return take_turns(game, from);
}

void cycle_game_release(struct cycle_game *game)
{
    free(game->neighbours);
    control_free(game->control);
    hashset_release(&game->numbers);
    FREE_ALL(game->situations, game->scores, game->steps);
    memset(game, 0, sizeof(*game));
}

/* --- moves --- */

void cycle_game_update(struct cycle_game *game)
{
    size_t base = cycle_game_now(game)->base;
    uint64_t used = 0;
    game->steps[game->count - 1].used = 0;
    for (size_t i = game->count - 1; i-- > base;) {
        used |= game->steps[i].changed;
        game->steps[i].used = used;
    }
}

int cycle_game_cycles(const struct cycle_game *game, uint64_t *ret_sets, int *ret_numbers)
{
    const struct cycle_step *now = cycle_game_now(game);
    int count = 0, number = 0;
    if (!game->removes || cycle_game_situation(game)->needed == 1)
        return 0;
    for (size_t i = now->base; i + 1 < game->count; i++) {
        if (game->steps[i].situation != now->situation)
            continue;
        number++;
        if (count > 0 && ret_sets[count - 1] == game->steps[i].used)
            continue;
        if (ret_numbers != NULL)
            ret_numbers[count] = number;
        ret_sets[count++] = game->steps[i].used;
    }
    return count;
}

size_t cycle_game_plays_max(const struct cycle_game *game)
{
    return (size_t)(game->points + 1) * (size_t)(game->points + 1);
}

/* The removal, into next. Returns how many stones it removes; *gain is Black's. */
static int remove_used(struct cycle_situation *next, uint64_t used, int *gain)
{
    int black = __builtin_popcountll(next->stones[0] & used);
    int white = __builtin_popcountll(next->stones[1] & used);
    next->stones[0] &= ~used;
    next->stones[1] &= ~used;
    next->permanent |= used;
    *gain = white - black;
    return black + white;
}

/*
 * The stone, into next, whose temporary locations are still those of before. Returns false if it is
 * illegal. A ko capture is one stone that takes one and had no liberty itself.
 */
static bool put_stone(const struct cycle_game *game, struct cycle_situation *next, int point,
                      int *gain)
{
    uint64_t *own = &next->stones[next->mover], *others = &next->stones[1 - next->mover];
    uint64_t stone = bit(point), captured = 0;
    if ((*own | *others | next->temporary | next->permanent) & stone)
        return false;
    *own |= stone;
    uint64_t empty = ~(*own | *others);
    for (uint64_t rest = game->neighbours[point] & *others; rest != 0;) {
        uint64_t chain = chain_of(game, *others, rest & -rest);
        if ((around(game, chain) & empty) == 0)
            captured |= chain;
        rest &= ~chain;
    }
    uint64_t chain = chain_of(game, *own, stone);
    uint64_t liberties = around(game, chain) & empty;
    if (captured == 0 && (liberties & ~next->permanent) == 0)
        return false; /* suicide, or pseudo suicide */
    int taken = __builtin_popcountll(captured);
    next->temporary = taken == 1 && chain == stone && liberties == 0 ? captured : 0;
    *others &= ~captured;
    *gain += next->mover == 0 ? taken : -taken;
    return true;
}

/* Makes edge from its play. Returns 1, 0 if the play is illegal, or -ENOMEM. */
static int follow(struct cycle_game *game, struct cycle_edge *edge)
{
    const struct cycle_situation before = *cycle_game_situation(game);
    struct cycle_situation next = before;
    edge->gain = 0;
    int removed = edge->play.used != 0 ? remove_used(&next, edge->play.used, &edge->gain) : 0;
    if (edge->play.point < 0)
        next.temporary = 0;
    else if (!put_stone(game, &next, edge->play.point, &edge->gain))
        return 0;
    edge->changed = difference(&before, &next);
    bool pass = edge->play.point < 0 && removed == 0;
    edge->over = pass && before.needed == 1;
    if (edge->over)
        return 1;
    next.mover = 1 - before.mover;
    next.needed = next.temporary != 0 ? 3 : pass ? (uint8_t)(before.needed - 1) : 2;
    int r = intern(game, &next, &edge->situation);
    return r < 0 ? r : 1;
}

int cycle_game_list(struct cycle_game *game, struct cycle_edge *ret_edges)
{
    uint64_t sets[SOLVER_MAX_POINTS + 1] = {0};
    int cycles = cycle_game_cycles(game, sets + 1, NULL), count = 0;
    for (int c = 0; c <= cycles; c++) {
        for (int point = -1; point < game->points; point++) {
            ret_edges[count].play = (struct cycle_play){sets[c], point};
            int r = follow(game, &ret_edges[count]);
            if (r < 0)
                return r;
            count += r;
        }
    }
    return count;
}

int cycle_game_make(struct cycle_game *game, const struct cycle_edge *edge)
{
    struct cycle_step *now = &game->steps[game->count - 1];
    int gain = now->gain + edge->gain;
    now->changed = edge->changed;
    return push(game, edge->situation, gain, edge->play.used != 0);
}

void cycle_game_undo(struct cycle_game *game)
{
    game->count--;
    game->steps[game->count - 1].changed = 0;
}

/* --- scores --- */

static int count_score(struct cycle_game *game, const struct cycle_situation *s, int *ret_score)
{
    struct position position = {{0}};
    signed char owner[SOLVER_MAX_POINTS];
    int score = 0;
    for (int p = 0; p < game->points; p++)
        position.cells[p] = (uint8_t)((s->stones[0] >> p & 1) | (s->stones[1] >> p & 1) << 1);
    int r = control_find_prohibited(game->control, &position, s->permanent, owner);
    if (r < 0)
        return r;
    for (int p = 0; p < game->points; p++) {
        bool black = s->stones[0] >> p & 1, white = s->stones[1] >> p & 1;
        if (owner[p] == 0 || owner[p] == CONTROL_BOTH)
            score += white ? 2 : !black;
        if (owner[p] == 1 || owner[p] == CONTROL_BOTH)
            score -= black ? 2 : !white;
    }
    *ret_score = score;
    return 0;
}

int cycle_game_score(struct cycle_game *game, int *ret_score)
{
    uint32_t number = cycle_game_now(game)->situation;
    if (game->scores[number] == SCORE_UNKNOWN) {
        int r = count_score(game, &game->situations[number], &game->scores[number]);
        if (r == -ERANGE)
            game->scores[number] = SCORE_UNDECIDED;
        else if (r < 0)
            return r;
    }
    if (game->scores[number] == SCORE_UNDECIDED)
        return -ERANGE;
    *ret_score = game->scores[number];
    return 0;
}

size_t cycle_game_bytes(const struct cycle_game *game)
{
    return game->situation_capacity * sizeof(*game->situations) +
           game->score_capacity * sizeof(*game->scores) + hashset_bytes(&game->numbers) +
           game->capacity * sizeof(*game->steps);
}
