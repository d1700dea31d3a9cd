/* Boards, plays and odd cycles as numbers. */
#include "unfold/plays.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"

/* What a table is being made with. */
struct plays_making {
    struct unfold_plays *plays;
    bool failed;
};

static board_code boards_of(int points)
{
    board_code count = 1;
    for (int p = 0; p < points; p++)
        count *= 3;
    return count;
}

board_code unfold_plays_code(const struct unfold_plays *plays, const struct position *board)
{
    board_code code = 0;
    for (int p = plays->points; p-- > 0;)
        code = code * 3 + board->cells[p];
    return code;
}

void unfold_plays_board(const struct unfold_plays *plays, board_code code,
                        struct position *ret_board)
{
    memset(ret_board, 0, sizeof(*ret_board));
    for (int p = 0; p < plays->points; p++, code /= 3)
        ret_board->cells[p] = (uint8_t)(code % 3);
}

/* Each part has the bits that boards of UNFOLD_POINTS_MAX points take. */
static play_label label_of(const struct board_play *play)
{
    play_label joined = (play_label)play->joined.words[0];
    play_label removed = (play_label)play->removed.words[0];
    return ((removed << UNFOLD_POINTS_MAX | joined) * 16 + (play_label)play->point) * 2 +
           (play_label)play->player;
}

static void make_plays(struct unfold_plays *plays, board_code code, const struct position *board)
{
    for (int player = 0; player < 2; player++) {
        for (int p = 0; p < plays->points; p++) {
            struct unfold_play *to = unfold_plays_find(plays, code, player, p);
            struct position after;
            struct board_play play;
            to->possible = play_cycles_make(&plays->cycles, board, player, p, &after, &play);
            if (!to->possible)
                continue;
            to->after = unfold_plays_code(plays, &after);
            to->label = label_of(&play);
            to->removed = (uint16_t)play.removed.words[0];
            to->in_ko = -1;
        }
    }
}

static int compare_cycles(const void *a, const void *b)
{
    const struct odd_cycle *one = a, *two = b;
    for (int i = 0; i < one->count && i < two->count; i++)
        if (one->plays[i] != two->plays[i])
            return one->plays[i] < two->plays[i] ? -1 : 1;
    return one->count - two->count;
}

/* Puts them in order and leaves one of each. */
static void sort_odd(struct unfold_plays *plays)
{
    size_t kept = 0;
    if (plays->odd_count == 0)
        return;
    qsort(plays->odd, plays->odd_count, sizeof(*plays->odd), compare_cycles);
    for (size_t i = 1; i < plays->odd_count; i++)
        if (compare_cycles(&plays->odd[kept], &plays->odd[i]) != 0)
            plays->odd[++kept] = plays->odd[i];
    plays->odd_count = kept + 1;
}

static bool add_odd(void *arg, const struct board_play *made, int count)
{
    struct plays_making *making = arg;
    struct unfold_plays *plays = making->plays;
    struct odd_cycle cycle = {.first = made[0].player, .count = count};
    for (int i = 0; i < count; i++) {
        cycle.plays[i] = label_of(&made[i]);
        cycle.points[i] = (uint16_t)made[i].point;
    }
    /* Many boards have the same cycles: now and then what came twice goes. */
    if (plays->odd_count == plays->odd_room)
        sort_odd(plays);
    if (plays->odd_count >= UNFOLD_ODD_MAX ||
        array_reserve(&plays->odd, plays->odd_count + plays->odd_count / 2 + 1, &plays->odd_room,
                      sizeof(*plays->odd)) < 0) {
        making->failed = true;
        return true;
    }
    plays->odd[plays->odd_count++] = cycle;
    return false;
}

int unfold_plays_init(struct unfold_plays *ret_plays, const struct graph *graph,
                      const struct ruleset *rules, size_t max_bytes, bool (*stop)(void *arg),
                      void *arg)
{
    board_code boards = boards_of(graph->points);
    struct plays_making making = {.plays = ret_plays};
    *ret_plays = (struct unfold_plays){
        .cycles = ing_spight_cycles(graph, rules),
        .points = graph->points,
        .plays = calloc((size_t)boards * 2 * (size_t)graph->points, sizeof(*ret_plays->plays)),
    };
    if (ret_plays->plays == NULL)
        return -ENOMEM;
    for (board_code code = 0; code < boards && !making.failed; code++) {
        struct position board;
        unfold_plays_board(ret_plays, code, &board);
        if (position_check(graph, &board, NULL) < 0)
            continue;
        if (stop(arg))
            return -EAGAIN;
        if (max_bytes != 0 && unfold_plays_bytes(ret_plays) > max_bytes)
            return -ENOSPC;
        make_plays(ret_plays, code, &board);
        for (int player = 0; player < 2 && !making.failed; player++)
            play_cycles_odd(&ret_plays->cycles, &board, player, NULL, add_odd, &making);
    }
    sort_odd(ret_plays);
    return making.failed ? -ENOMEM : 0;
}

void unfold_plays_release(struct unfold_plays *plays)
{
    free(plays->plays);
    free(plays->odd);
    memset(plays, 0, sizeof(*plays));
}

size_t unfold_plays_bytes(const struct unfold_plays *plays)
{
    return (size_t)boards_of(plays->points) * 2 * (size_t)plays->points * sizeof(*plays->plays) +
           plays->odd_room * sizeof(*plays->odd);
}

bool unfold_plays_in_ko(struct unfold_plays *plays, board_code code, int player, int point)
{
    struct unfold_play *play = unfold_plays_find(plays, code, player, point);
    struct position board;
    if (play->in_ko < 0) {
        unfold_plays_board(plays, code, &board);
        play->in_ko = play_cycles_in_ko(&plays->cycles, &board, player, point);
    }
    return play->in_ko == 1;
}

size_t unfold_plays_first_odd(const struct unfold_plays *plays, play_label label)
{
    size_t low = 0, high = plays->odd_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (plays->odd[middle].plays[0] < label)
            low = middle + 1;
        else
            high = middle;
    }
    return low < plays->odd_count && plays->odd[low].plays[0] == label ? low : plays->odd_count;
}

bool unfold_plays_can_begin(const struct unfold_plays *plays, const struct odd_cycle *cycle,
                            board_code code)
{
    board_code at = code;
    for (int i = 0; i < cycle->count; i++) {
        int player = i % 2 == 0 ? cycle->first : 1 - cycle->first;
        const struct unfold_play *play = unfold_plays_find(plays, at, player, cycle->points[i]);
        if (!play->possible || play->label != cycle->plays[i])
            return false;
        at = play->after;
    }
    return at == code;
}
