/* Boards: numbers, symmetric copies, moves, scores. What a player reaches solo is in solo.c. */
#include "certificate/check/boards.h"

#include <stdlib.h>
#include <string.h>

#include "certificate/budget.h"
#include "certificate/format.h"

int boards_init(struct boards *ret_boards, const struct graph *graph, const struct ruleset *rules,
                bool needs_ko, struct budget *budget)
{
    struct boards *boards = ret_boards;
    memset(boards, 0, sizeof(*boards));
    boards->game = (struct game){
        .graph = graph, .rules = *rules, .players = 2, .turns = &boards->turn, .count = 1};
    boards->needs_ko = needs_ko;
    boards->prisoners = ruleset_value(rules, &field_scoring) == SCORING_TERRITORY;
    boards->suicide = ruleset_suicide(rules) != SUICIDE_NO;
    boards->budget = budget;
    int r = symmetries_init(&boards->symmetries, graph);
    if (r == 0)
        boards->group_size = 2 * boards->symmetries.count;
    return r;
}

void boards_release(struct boards *boards)
{
    symmetries_release(&boards->symmetries);
    free(boards->list);
    free(boards->copies);
    hashset_release(&boards->set);
    free(boards->moves);
    memset(boards, 0, sizeof(*boards));
}

/* Returns the steps that it takes to ask the executable rules something about one board. */
static uint64_t steps_of_board(const struct boards *boards)
{
    return 20 + 2 * (uint64_t)boards->game.graph->points;
}

static uint64_t hash_stones(const uint64_t stones[2])
{
    uint64_t x = stones[0] * 0x9e3779b97f4a7c15ull ^ (stones[1] + 0x632be59bd9b4e019ull);
    x = (x ^ x >> 32) * 0xd6e8feb86659fd93ull;
    return x ^ x >> 32;
}

static bool same_stones(const uint64_t a[2], const uint64_t b[2])
{
    return a[0] == b[0] && a[1] == b[1];
}

static void get_stones(const struct boards *boards, const struct position *position,
                       uint64_t ret_stones[2])
{
    ret_stones[0] = ret_stones[1] = 0;
    for (int p = 0; p < boards->game.graph->points; p++)
        if (position->cells[p] != POINT_EMPTY)
            ret_stones[position->cells[p] - 1] |= 1ull << p;
}

static uint64_t hash_of_board(const void *boards, uint32_t board)
{
    return hash_stones(((const struct boards *)boards)->list[board].stones);
}

/* Makes room for one more board. */
static int reserve(struct boards *boards)
{
    size_t had = boards->room, copies = (size_t)boards->group_size * sizeof(*boards->copies);
    int r = budget_reserve(boards->budget, &boards->list, (size_t)boards->count + 1, &boards->room,
                           sizeof(*boards->list));
    if (r == 0)
        r = budget_reserve_slot(boards->budget, &boards->set, boards->count, hash_of_board, boards);
    if (r == 0 && boards->room > had) {
        r = budget_resize(boards->budget, &boards->copies, had * copies, boards->room * copies);
        if (r == 0)
            memset(&boards->copies[had * (size_t)boards->group_size], 0,
                   (boards->room - had) * copies);
    }
    return r; /* where it fails the check ends: what the budget lost does not matter */
}

int boards_find(struct boards *boards, const uint64_t stones[2], uint32_t *ret_board)
{
    size_t at;
    int r = reserve(boards);
    if (r < 0)
        return r;
    for (uint32_t i = hashset_first(&boards->set, hash_stones(stones), &at); i != HASHSET_NONE;
         i = hashset_next(&boards->set, &at))
        if (same_stones(boards->list[i].stones, stones)) {
            *ret_board = i;
            return 0;
        }
    boards->list[boards->count] = (struct board){
        .stones = {stones[0], stones[1]},
        .move_count = {-1, -1},
        .solo = {BOARD_UNKNOWN, BOARD_UNKNOWN},
        .margin = BOARD_UNKNOWN,
    };
    hashset_put(&boards->set, at, boards->count);
    *ret_board = boards->count++;
    return 0;
}

int boards_find_position(struct boards *boards, const struct position *position,
                         uint32_t *ret_board)
{
    uint64_t stones[2];
    get_stones(boards, position, stones);
    return boards_find(boards, stones, ret_board);
}

static uint64_t map_points(const struct boards *boards, int symmetry, uint64_t bits)
{
    uint64_t out = 0;
    for (; bits != 0; bits &= bits - 1)
        out |= 1ull << symmetries_apply(&boards->symmetries, symmetry, __builtin_ctzll(bits));
    return out;
}

int boards_map(struct boards *boards, int element, uint32_t board, uint32_t *ret_board)
{
    if (element == 0) {
        *ret_board = board;
        return 0;
    }
    size_t at = (size_t)board * (size_t)boards->group_size + (size_t)element;
    if (boards->copies[at] == 0) {
        const uint64_t *stones = boards->list[board].stones;
        uint64_t mapped[2];
        uint32_t image;
        for (int colour = 0; colour < 2; colour++)
            mapped[colour ^ (element & 1)] = map_points(boards, element / 2, stones[colour]);
        int r = budget_work(boards->budget, steps_of_board(boards));
        if (r == 0)
            r = boards_find(boards, mapped, &image);
        if (r < 0)
            return r;
        boards->copies[at] = image + 1;
    }
    *ret_board = boards->copies[at] - 1;
    return 0;
}

int boards_map_ko(const struct boards *boards, int element, int ko)
{
    if (ko == 0 || ko == CERTIFICATE_KO_SELF)
        return ko;
    return symmetries_apply(&boards->symmetries, element / 2, ko - 1) + 1;
}

/* Shows a board to the executable rules. */
static void set_turn(struct boards *boards, const uint64_t stones[2], int player)
{
    memset(&boards->turn, 0, sizeof(boards->turn));
    boards->turn.player = player;
    boards->turn.first_passer = -1; /* what the first pass brings is the gain of its step */
    for (int p = 0; p < boards->game.graph->points; p++)
        for (int colour = 0; colour < 2; colour++)
            if (stones[colour] >> p & 1)
                boards->turn.board.cells[p] = STONE_OF(colour);
}

/* Asks the executable rules for a stone of player. Returns false if it may not be placed. */
static bool try_stone(struct boards *boards, const uint64_t before[2], int player, int point,
                      uint64_t after[2])
{
    struct verdict verdict = {.legal = true};
    if ((before[0] | before[1]) >> point & 1)
        return false;
    set_turn(boards, before, player);
    game_place_stone(&boards->game, &boards->turn, point, &verdict);
    get_stones(boards, &boards->turn.board, after);
    return verdict.legal;
}

/*
 * Returns the point + 1 at which the opponent could bring back the board before with one stone at
 * once. CERTIFICATE_KO_SELF: the move changed nothing, so that an answer that changes nothing
 * brings the board back, wherever it is made. Where nothing was removed the answer would have to
 * take a stone and leave none of its own: no stone does both.
 */
static int find_ko(struct boards *boards, const uint64_t before[2], const uint64_t after[2],
                   int mover)
{
    if (same_stones(before, after))
        return CERTIFICATE_KO_SELF;
    for (int p = 0; p < boards->game.graph->points; p++) {
        uint64_t answer[2];
        if (try_stone(boards, after, !mover, p, answer) && same_stones(answer, before))
            return p + 1;
    }
    return 0;
}

static int make_move(struct boards *boards, const uint64_t before[2], int mover, int point)
{
    uint64_t after[2];
    struct chain chain;
    struct board_move move = {.point = (uint8_t)point};
    int r = budget_work(boards->budget, steps_of_board(boards));
    if (r < 0 || !try_stone(boards, before, mover, point, after))
        return r;
    const struct turn *turn = &boards->turn;
    bool removed = turn->removed > 0;
    if (boards->prisoners)
        move.gain = (int16_t)(turn->lost[!mover] - turn->lost[mover]);
    if (turn->board.cells[point] != POINT_EMPTY) {
        position_chain(boards->game.graph, &turn->board, point, &chain);
        move.atari = chain.liberties == 1;
    }
    if (boards->needs_ko && removed) {
        r = budget_work(boards->budget,
                        (uint64_t)boards->game.graph->points * steps_of_board(boards));
        move.ko = (uint8_t)find_ko(boards, before, after, mover);
    }
    if (r == 0)
        r = boards_find(boards, after, &move.child);
    if (r == 0)
        r = budget_reserve(boards->budget, &boards->moves, boards->move_count + 1,
                           &boards->move_room, sizeof(move));
    if (r == 0)
        boards->moves[boards->move_count++] = move;
    return r;
}

int boards_moves(struct boards *boards, uint32_t board, int mover,
                 const struct board_move **ret_moves, int *ret_count)
{
    if (boards->list[board].move_count[mover] < 0) {
        const uint64_t before[2] = {boards->list[board].stones[0], boards->list[board].stones[1]};
        size_t first = boards->move_count;
        for (int p = 0; p < boards->game.graph->points; p++) {
            int r = make_move(boards, before, mover, p);
            if (r < 0)
                return r;
        }
        boards->list[board].first_move[mover] = first;
        boards->list[board].move_count[mover] = (int16_t)(boards->move_count - first);
    }
    *ret_moves = &boards->moves[boards->list[board].first_move[mover]];
    *ret_count = boards->list[board].move_count[mover];
    return 0;
}

int boards_margin(struct boards *boards, uint32_t board)
{
    struct board *one = &boards->list[board];
    if (one->margin == BOARD_UNKNOWN) {
        set_turn(boards, one->stones, 0);
        one->margin = (int16_t)game_margin(&boards->game);
    }
    return one->margin;
}
