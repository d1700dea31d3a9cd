/* Boards as two words: plays, scores, images. */
#include "certificate/check/strategy/board.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define WORD_BYTES 8

static void make_map(const struct strategy_board *board, int symmetry, int byte)
{
    uint64_t *map = board->maps[symmetry * WORD_BYTES + byte];
    for (int bits = 1; bits < 256; bits++) {
        int point = 8 * byte + __builtin_ctz((unsigned)bits);
        map[bits] = map[bits & (bits - 1)];
        if (point < board->points)
            map[bits] |= 1ull << symmetries_apply(&board->symmetries, symmetry, point);
    }
}

int strategy_board_init(struct strategy_board *ret_board, const struct graph *graph,
                        const struct ruleset *rules)
{
    struct strategy_board *board = ret_board;
    memset(board, 0, sizeof(*board));
    board->points = graph->points;
    board->full = graph->points == 64 ? UINT64_MAX : (1ull << graph->points) - 1;
    board->suicide = ruleset_suicide(rules) != SUICIDE_NO;
    board->stones_count = ruleset_value(rules, &field_scoring) == SCORING_STONE;
    for (int p = 0; p < graph->points; p++)
        for (int i = graph->first[p]; i < graph->first[p + 1]; i++)
            board->neighbours[p] |= 1ull << graph->adjacent[i];
    int r = symmetries_init(&board->symmetries, graph);
    if (r < 0)
        return r;
    board->maps = calloc((size_t)board->symmetries.count * WORD_BYTES, sizeof(*board->maps));
    if (board->maps == NULL)
        return -ENOMEM;
    for (int s = 0; s < board->symmetries.count; s++)
        for (int byte = 0; byte < WORD_BYTES; byte++)
            make_map(board, s, byte);
    return 0;
}

void strategy_board_release(struct strategy_board *board)
{
    symmetries_release(&board->symmetries);
    free(board->maps);
    board->maps = NULL;
}

uint64_t strategy_board_connected(const struct strategy_board *board, uint64_t start,
                                  uint64_t within, uint64_t enough, uint64_t *ret_border)
{
    uint64_t part = start, todo = start, border = 0;
    while (todo != 0 && (border & enough) == 0) {
        uint64_t near = board->neighbours[__builtin_ctzll(todo)];
        todo &= todo - 1;
        border |= near;
        todo |= near & within & ~part;
        part |= near & within;
    }
    *ret_border = border & ~part;
    return part;
}

/* The stones of theirs that a stone of own on point leaves without liberties. */
static uint64_t captured(const struct strategy_board *board, uint64_t own, uint64_t theirs,
                         int point)
{
    uint64_t taken = 0, empty = board->full & ~(own | theirs);
    uint64_t touched = board->neighbours[point] & theirs;
    while (touched != 0) {
        uint64_t border;
        uint64_t chain =
            strategy_board_connected(board, touched & -touched, theirs, empty, &border);
        if ((border & empty) == 0)
            taken |= chain;
        touched &= ~chain;
    }
    return taken;
}

bool strategy_board_play(const struct strategy_board *board, const struct strategy_stones *before,
                         int player, int point, struct strategy_stones *ret_after)
{
    uint64_t stone = 1ull << point, own = before->of[player], theirs = before->of[1 - player];
    uint64_t border;
    if ((own | theirs) & stone)
        return false;
    own |= stone;
    uint64_t taken = captured(board, own, theirs, point), empty = board->full & ~(own | theirs);
    theirs &= ~taken;
    if (taken == 0) {
        uint64_t chain = strategy_board_connected(board, stone, own, empty, &border);
        if ((border & empty) == 0) {
            if (!board->suicide || chain == stone)
                return false;
            own &= ~chain;
        }
    }
    ret_after->of[player] = own;
    ret_after->of[1 - player] = theirs;
    return true;
}

/*
 * The answer adds one stone: so one was taken, and that is where it goes. Where nothing was taken
 * it would have to take a stone and leave none of its own; no play does both.
 */
int strategy_board_ko(const struct strategy_board *board, const struct strategy_stones *before,
                      const struct strategy_stones *after, int player)
{
    int opponent = 1 - player;
    uint64_t taken = before->of[opponent] & ~after->of[opponent];
    struct strategy_stones answer;
    if (taken == 0 || (taken & (taken - 1)) != 0)
        return 0;
    int point = __builtin_ctzll(taken);
    if (!strategy_board_play(board, after, opponent, point, &answer))
        return 0;
    return answer.of[0] == before->of[0] && answer.of[1] == before->of[1] ? point + 1 : 0;
}

int strategy_board_margin(const struct strategy_board *board, const struct strategy_stones *stones,
                          int player)
{
    uint64_t points[2] = {stones->of[0], stones->of[1]};
    uint64_t empty = board->full & ~(stones->of[0] | stones->of[1]);
    for (uint64_t todo = board->stones_count ? 0 : empty; todo != 0;) {
        uint64_t border;
        uint64_t region = strategy_board_connected(board, todo & -todo, empty, 0, &border);
        todo &= ~region;
        bool black = (border & stones->of[0]) != 0, white = (border & stones->of[1]) != 0;
        if (black != white)
            points[black ? 0 : 1] |= region;
    }
    int margin = __builtin_popcountll(points[0]) - __builtin_popcountll(points[1]);
    return player == 0 ? margin : -margin;
}

/* A stone of the player left alone: one that takes something, else one that fills no eye. */
static bool play_solo(const struct strategy_board *board, struct strategy_stones *stones,
                      int player)
{
    uint64_t empty = board->full & ~(stones->of[0] | stones->of[1]);
    struct strategy_stones after, quiet = {{0, 0}};
    bool found = false;
    for (uint64_t todo = empty; todo != 0; todo &= todo - 1) {
        int point = __builtin_ctzll(todo);
        if (!strategy_board_play(board, stones, player, point, &after))
            continue;
        if (after.of[1 - player] != stones->of[1 - player]) {
            *stones = after;
            return true;
        }
        if (found || after.of[player] != (stones->of[player] | 1ull << point) ||
            (board->neighbours[point] & ~stones->of[player]) == 0)
            continue;
        quiet = after;
        found = true;
    }
    if (found)
        *stones = quiet;
    return found;
}

/* The player's stones get more, the opponent's fewer: no board comes back. He may stop when he
 * likes. */
bool strategy_board_solo(const struct strategy_board *board, const struct strategy_stones *stones,
                         int player, int margin)
{
    struct strategy_stones now = *stones;
    while (strategy_board_margin(board, &now, player) < margin)
        if (!play_solo(board, &now, player))
            return false;
    return true;
}

static uint64_t map_bits(const struct strategy_board *board, int symmetry, uint64_t bits)
{
    uint64_t(*maps)[256] = &board->maps[symmetry * WORD_BYTES];
    uint64_t out = 0;
    for (int byte = 0; bits != 0; byte++, bits >>= 8)
        out |= maps[byte][bits & 255];
    return out;
}

int strategy_board_class(const struct strategy_board *board, const struct strategy_stones *stones,
                         int ko, struct strategy_stones *ret_stones, int *ret_ko)
{
    struct strategy_stones best = *stones;
    int best_ko = ko, symmetry = 0;
    for (int s = 1; s < board->symmetries.count; s++) {
        uint64_t black = map_bits(board, s, stones->of[0]);
        if (black > best.of[0])
            continue;
        uint64_t white = map_bits(board, s, stones->of[1]);
        int image = ko != 0 ? symmetries_apply(&board->symmetries, s, ko - 1) + 1 : 0;
        if (black == best.of[0] &&
            (white > best.of[1] || (white == best.of[1] && image >= best_ko)))
            continue;
        best = (struct strategy_stones){{black, white}};
        best_ko = image;
        symmetry = s;
    }
    *ret_stones = best;
    *ret_ko = best_ko;
    return symmetry;
}
