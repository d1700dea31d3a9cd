/* The past of a game, as numbers of situations. */
#include "players/trail.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "rules/kee2013.h"

uint64_t trail_situations(int points, int players)
{
    uint64_t count = (uint64_t)players;
    for (int p = 0; p < points && count <= TRAIL_SITUATIONS_MAX; p++)
        count *= (uint64_t)players + 1;
    return count;
}

uint32_t trail_situation(const struct trail *trail, const struct position *board, int next)
{
    uint32_t number = 0;
    for (int p = trail->game.graph->points; p-- > 0;)
        number = number * (uint32_t)(trail->game.players + 1) + board->cells[p];
    return number * (uint32_t)trail->game.players + (uint32_t)next;
}

/* Spreads a number over 64 bits. */
static uint64_t spread(uint64_t x)
{
    x = (x ^ (x >> 31)) * 0x7fb5d329728ea185ull;
    x = (x ^ (x >> 27)) * 0x81dadef4bc2dd44dull;
    return x ^ (x >> 33);
}

/* Puts the situation of turn now into a list. */
static void put(struct trail *trail, enum trail_list list, size_t now, bool clear)
{
    struct trail_mark *mark = &trail->marks[now];
    struct sparse *latest = &trail->latest[list];
    mark->hash[list] = (clear ? 0 : mark->hash[list]) ^ spread(2 * mark->situation + 1u + list);
    mark->before[list] = sparse_get(latest, mark->situation);
    sparse_set(latest, mark->situation, (uint32_t)now + 1);
}

/* Marks the last turn. */
static void add_mark(struct trail *trail)
{
    size_t now = trail->game.count - 1;
    const struct turn *turn = game_now(&trail->game);
    struct trail_mark *mark = &trail->marks[now];
    bool ban = now == 0 || turn->banned >= 0, refresh = turn->move.kind == MOVE_REFRESH;
    *mark = now > 0 ? trail->marks[now - 1] : (struct trail_mark){0};
    mark->situation = trail_situation(trail, &turn->board, turn->next);
    if (now > 0 && kee2013_counts_pass(&trail->game.rules, turn->move.kind))
        mark->passes[turn->player]++;
    if (ban || refresh)
        mark->since[TRAIL_ENCOUNTERS] = now;
    if (ban)
        mark->since[TRAIL_ANCHORS] = now;
    put(trail, TRAIL_ENCOUNTERS, now, ban || refresh);
    if (ban || refresh)
        put(trail, TRAIL_ANCHORS, now, ban);
}

static void drop_mark(struct trail *trail)
{
    size_t now = trail->game.count - 1;
    const struct trail_mark *mark = &trail->marks[now];
    for (int list = 0; list < TRAIL_LISTS; list++)
        if (sparse_get(&trail->latest[list], mark->situation) == now + 1)
            sparse_set(&trail->latest[list], mark->situation, mark->before[list]);
}

int trail_play(struct trail *trail, struct move move, struct verdict *ret_verdict)
{
    if (trail->game.count >= TRAIL_TURNS_MAX)
        return -ERANGE;
    int r =
        array_reserve(&trail->marks, trail->game.count + 1, &trail->room, sizeof(*trail->marks));
    if (r == 0)
        r = game_play(&trail->game, move, ret_verdict);
    if (r == 0 && ret_verdict->legal)
        add_mark(trail);
    return r;
}

void trail_undo(struct trail *trail)
{
    drop_mark(trail);
    game_undo(&trail->game);
}

int trail_init(struct trail *ret_trail, const struct game *game)
{
    struct trail *trail = ret_trail;
    const struct turn *start = &game->turns[0];
    memset(trail, 0, sizeof(*trail));
    trail->situations = (uint32_t)trail_situations(game->graph->points, game->players);
    int r = array_reserve(&trail->marks, game->count + 64, &trail->room, sizeof(*trail->marks));
    for (int list = 0; list < TRAIL_LISTS && r == 0; list++)
        r = sparse_init(&trail->latest[list], trail->situations);
    if (r < 0)
        return r;
    r = game_init(&trail->game, game->graph, &game->rules, &start->board, start->next);
    if (r == 0)
        add_mark(trail);
    for (size_t i = 1; i < game->count && r == 0; i++) {
        struct verdict verdict;
        r = trail_play(trail, game->turns[i].move, &verdict);
    }
    return r;
}

void trail_release(struct trail *trail)
{
    game_release(&trail->game);
    for (int list = 0; list < TRAIL_LISTS; list++)
        sparse_release(&trail->latest[list]);
    free(trail->marks);
    memset(trail, 0, sizeof(*trail));
}

size_t trail_bytes(const struct trail *trail)
{
    return sparse_bytes(&trail->latest[TRAIL_ENCOUNTERS]) +
           sparse_bytes(&trail->latest[TRAIL_ANCHORS]) + trail->room * sizeof(*trail->marks);
}

size_t trail_find(const struct trail *trail, enum trail_list list, uint32_t situation)
{
    uint32_t latest = sparse_get(&trail->latest[list], situation);
    size_t since = trail->marks[trail->game.count - 1].since[list];
    return latest > since ? latest - 1 : SIZE_MAX;
}

uint64_t trail_answer(const struct trail *trail, enum trail_list list, uint32_t situation)
{
    size_t now = trail->game.count - 1, then = trail_find(trail, list, situation);
    unsigned active = game_now(&trail->game)->active;
    uint16_t since[PLAYERS_MAX] = {0}, fewest = UINT16_MAX;
    uint64_t answer = 0;
    if (then == SIZE_MAX)
        return TRAIL_ABSENT;
    for (int k = 0; k < PLAYERS_MAX; k++) {
        since[k] = (uint16_t)(trail->marks[now].passes[k] - trail->marks[then].passes[k]);
        if ((active & (1u << k)) && since[k] < fewest)
            fewest = since[k];
    }
    for (int k = 0; k < PLAYERS_MAX; k++)
        if (active & (1u << k))
            answer |= (uint64_t)(since[k] - fewest) << (16 * k);
    return answer;
}
