/* Boards: numbers, images, plays, scores. What a player reaches alone is in solo.c. */
#include "certificate/check/boards.h"

#include <errno.h>
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
    free(boards->images);
    free(boards->slots);
    free(boards->plays);
    memset(boards, 0, sizeof(*boards));
}

/* What it takes to ask the executable rules something about one board, in steps. */
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

/* The slot that holds the board, or the empty one where it would go. */
static uint32_t *find_slot(const struct boards *boards, const uint64_t stones[2])
{
    size_t at = hash_stones(stones) & boards->slot_mask;
    while (boards->slots[at] != 0 &&
           !same_stones(boards->list[boards->slots[at] - 1].stones, stones))
        at = (at + 1) & boards->slot_mask;
    return &boards->slots[at];
}

static int grow(struct boards *boards)
{
    size_t room = boards->room != 0 ? 2 * (size_t)boards->room : 64, mask = 2 * room - 1;
    size_t images = (size_t)boards->group_size * sizeof(*boards->images);
    if (room > UINT32_MAX / 2)
        return BUDGET_SPENT;
    int r = budget_resize(boards->budget, (void **)&boards->list,
                          boards->room * sizeof(*boards->list), room * sizeof(*boards->list));
    if (r == 0)
        r = budget_resize(boards->budget, (void **)&boards->images, boards->room * images,
                          room * images);
    size_t had = boards->slots != NULL ? (boards->slot_mask + 1) * sizeof(*boards->slots) : 0;
    if (r == 0)
        r = budget_resize(boards->budget, (void **)&boards->slots, had,
                          (mask + 1) * sizeof(*boards->slots));
    if (r < 0)
        return r;
    memset(&boards->images[boards->room * (size_t)boards->group_size], 0,
           (room - boards->room) * images);
    memset(boards->slots, 0, (mask + 1) * sizeof(*boards->slots));
    boards->slot_mask = mask;
    boards->room = (uint32_t)room;
    for (uint32_t i = 0; i < boards->count; i++)
        *find_slot(boards, boards->list[i].stones) = i + 1;
    return 0;
}

int boards_find(struct boards *boards, const uint64_t stones[2], uint32_t *ret_board)
{
    if (boards->count == boards->room) {
        int r = grow(boards);
        if (r < 0)
            return r;
    }
    uint32_t *slot = find_slot(boards, stones);
    if (*slot == 0) {
        boards->list[boards->count] = (struct board){
            .stones = {stones[0], stones[1]},
            .play_count = {-1, -1},
            .solo = {BOARD_UNKNOWN, BOARD_UNKNOWN},
            .margin = BOARD_UNKNOWN,
        };
        *slot = ++boards->count;
    }
    *ret_board = *slot - 1;
    return 0;
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
    if (boards->images[at] == 0) {
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
        boards->images[at] = image + 1;
    }
    *ret_board = boards->images[at] - 1;
    return 0;
}

int boards_map_ko(const struct boards *boards, int element, int ko)
{
    if (ko == 0 || ko == CERTIFICATE_KO_SELF)
        return ko;
    return symmetries_apply(&boards->symmetries, element / 2, ko - 1) + 1;
}

/* Puts a board before the executable rules. */
static void set_turn(struct boards *boards, const uint64_t stones[2], int player)
{
    memset(&boards->turn, 0, sizeof(boards->turn));
    boards->turn.player = player;
    for (int p = 0; p < boards->game.graph->points; p++)
        for (int colour = 0; colour < 2; colour++)
            if (stones[colour] >> p & 1)
                boards->turn.board.cells[p] = STONE_OF(colour);
}

static void get_stones(const struct boards *boards, uint64_t stones[2])
{
    stones[0] = stones[1] = 0;
    for (int p = 0; p < boards->game.graph->points; p++)
        if (boards->turn.board.cells[p] != POINT_EMPTY)
            stones[boards->turn.board.cells[p] - 1] |= 1ull << p;
}

/* Asks the executable rules for a stone of player; false if it may not be placed. */
static bool place(struct boards *boards, const uint64_t before[2], int player, int point,
                  uint64_t after[2])
{
    struct verdict verdict = {.legal = true};
    if ((before[0] | before[1]) >> point & 1)
        return false;
    set_turn(boards, before, player);
    game_place_stone(&boards->game, &boards->turn, point, &verdict);
    get_stones(boards, after);
    return verdict.legal;
}

/*
 * Where the opponent could bring back the board before with one stone at once; CERTIFICATE_KO_SELF
 * if the play changed nothing, so that an answer that changes nothing brings it back, wherever it
 * is made. Where nothing was removed the answer would have to take a stone and leave none of its
 * own: no play does both.
 */
static int find_ko(struct boards *boards, const uint64_t before[2], const uint64_t after[2],
                   int mover)
{
    if (same_stones(before, after))
        return CERTIFICATE_KO_SELF;
    for (int p = 0; p < boards->game.graph->points; p++) {
        uint64_t answer[2];
        if (place(boards, after, !mover, p, answer) && same_stones(answer, before))
            return p + 1;
    }
    return 0;
}

static int add_play(struct boards *boards, struct board_play play)
{
    if (boards->play_count == boards->play_room) {
        size_t room = boards->play_room != 0 ? 2 * boards->play_room : 256;
        int r = budget_resize(boards->budget, (void **)&boards->plays,
                              boards->play_room * sizeof(play), room * sizeof(play));
        if (r < 0)
            return r;
        boards->play_room = room;
    }
    boards->plays[boards->play_count++] = play;
    return 0;
}

static int make_play(struct boards *boards, const uint64_t before[2], int mover, int point)
{
    uint64_t after[2];
    struct chain chain;
    struct board_play play = {.point = (uint8_t)point};
    int r = budget_work(boards->budget, steps_of_board(boards));
    if (r < 0 || !place(boards, before, mover, point, after))
        return r;
    const struct turn *turn = &boards->turn;
    bool removed = turn->removed > 0;
    if (boards->prisoners)
        play.gain = (int16_t)(turn->lost[!mover] - turn->lost[mover]);
    if (turn->board.cells[point] != POINT_EMPTY) {
        position_chain(boards->game.graph, &turn->board, point, &chain);
        play.atari = chain.liberties == 1;
    }
    if (boards->needs_ko && removed) {
        r = budget_work(boards->budget,
                        (uint64_t)boards->game.graph->points * steps_of_board(boards));
        play.ko = (uint8_t)find_ko(boards, before, after, mover);
    }
    if (r == 0)
        r = boards_find(boards, after, &play.child);
    return r < 0 ? r : add_play(boards, play);
}

int boards_plays(struct boards *boards, uint32_t board, int mover,
                 const struct board_play **ret_plays, int *ret_count)
{
    if (boards->list[board].play_count[mover] < 0) {
        const uint64_t before[2] = {boards->list[board].stones[0], boards->list[board].stones[1]};
        size_t first = boards->play_count;
        for (int p = 0; p < boards->game.graph->points; p++) {
            int r = make_play(boards, before, mover, p);
            if (r < 0)
                return r;
        }
        boards->list[board].first_play[mover] = first;
        boards->list[board].play_count[mover] = (int16_t)(boards->play_count - first);
    }
    *ret_plays = &boards->plays[boards->list[board].first_play[mover]];
    *ret_count = boards->list[board].play_count[mover];
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
