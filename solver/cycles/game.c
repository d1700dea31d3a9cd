/* Situations, moves and cycles on sets of points. */
#include "cycles/game.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "rules/ljrg.h"

static uint64_t bit(int point)
{
    return UINT64_C(1) << point;
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
    for (size_t i = 0; i < from->count; i++) {
        const struct turn *turn = &from->turns[i];
        struct cycle_situation now = situation_of(from->graph, turn);
        uint32_t number;
        int r = cycle_situations_number(game->situations, &now, &number);
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
    assert(graph->points <= SOLVER_MAX_POINTS);
    *ret_game = (struct cycle_game){
        .graph = graph,
        .points = graph->points,
        .removes = ljrg_removes(&game->rules),
        .situations = cycle_situations_new(game),
    };
    if (ret_game->situations == NULL)
        return -ENOMEM;
    bits_init(&ret_game->board, graph);
    return take_turns(ret_game, game);
}

int cycle_game_restart(struct cycle_game *game, const struct game *from)
{
    game->count = 0;
    return take_turns(game, from);
}

int cycle_game_copy(struct cycle_game *game, const struct cycle_game *from)
{
    int r = array_reserve(&game->steps, from->count, &game->capacity, sizeof(*game->steps));
    if (r < 0)
        return r;
    game->graph = from->graph;
    game->points = from->points;
    game->removes = from->removes;
    game->situations = from->situations;
    game->board = from->board;
    memcpy(game->steps, from->steps, from->count * sizeof(*game->steps));
    game->count = from->count;
    return 0;
}

void cycle_game_release(struct cycle_game *game)
{
    cycle_situations_free(game->situations);
    free(game->steps);
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
    uint64_t stone = bit(point);
    if ((*own | *others | next->temporary | next->permanent) & stone)
        return false;
    *own |= stone;
    uint64_t empty = ~(*own | *others);
    uint64_t captured = bits_captured(&game->board, *own, *others, stone);
    uint64_t chain = bits_flood(&game->board, stone, *own);
    uint64_t liberties = bits_neighbours(&game->board, chain) & empty;
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
    int r = cycle_situations_number(game->situations, &next, &edge->situation);
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

size_t cycle_game_bytes(const struct cycle_game *game)
{
    return cycle_situations_bytes(game->situations) + game->capacity * sizeof(*game->steps);
}
