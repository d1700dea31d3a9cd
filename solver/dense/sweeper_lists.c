/*
 * Lists of what plays lead to. A board is
 *
 *     its number
 *     its margin, and how many children Black has, White has, and how many states with a ko: a byte
 *     each
 *     the number of the first of these states, if there are any
 *     each child, Black's first: the number of its entry, and bits
 *     the point of each child, if there are states with a ko: these forbid a play there
 */
#include "dense/sweeper_lists.h"

#include <stdlib.h>
#include <string.h>

/* Of a board's second word. */
#define MARGIN_ZERO 128
#define BLACK_SHIFT 8
#define WHITE_SHIFT 16
#define KOS_SHIFT 24

/* Boards on their way at once: their entries are fetched, and read when so many have come in. */
#define RING 8
#define ENTRIES_AHEAD 5

/* A board on its way. */
struct listed_board {
    struct sweeper_board board;
    bool as_words;            /* the board's children are told by words alone */
    const uint32_t *words[2]; /* by mover */
};

/* Words of a board with so many points, at most. */
static size_t board_words(int points)
{
    return 3 + 3 * (size_t)points;
}

bool sweeper_lists_init(struct sweeper_lists *ret_lists, const struct dense_game *game,
                        size_t bytes)
{
    const struct dense_index *index = game->index;
    size_t each = board_words(index->codes->points), most = index->count * each;
    size_t chunks = index->line_count / SWEEPER_CHUNK_LINES + 1;
    struct sweeper_lists lists = {
        .room = bytes / sizeof(uint32_t) < most ? bytes / sizeof(uint32_t) : most,
        .draft_room = SWEEPER_CHUNK_LINES * DENSE_LINE_PLACES * each,
        .open = true,
    };
    lists.memory.max_bytes = lists.room * sizeof(uint32_t);
    if (index->count > SWEEPER_LISTED_AT ||
        (game->kos != NULL && game->kos->count > SWEEPER_LISTED_AT) || lists.room == 0)
        return false;
    lists.chunks = calloc(chunks, sizeof(*lists.chunks));
    if (lists.chunks == NULL ||
        dense_memory_take(&lists.memory, lists.memory.max_bytes, &lists.words) < 0) {
        free(lists.chunks);
        return false;
    }
    *ret_lists = lists;
    return true;
}

void sweeper_lists_release(struct sweeper_lists *lists)
{
    dense_memory_give(&lists->memory, &lists->words);
    free(lists->chunks);
    lists->chunks = NULL;
}

void sweeper_lists_add(struct sweeper_draft *draft, const struct dense_game *game,
                       const struct sweeper_board *board)
{
    const int *counts = board->children.count;
    uint32_t *to = draft->words + draft->count;
    uint32_t kos = (uint32_t)(board->ko_end - board->ko_from);
    *to++ = (uint32_t)board->number;
    *to++ = (uint32_t)(board->margin + MARGIN_ZERO) | (uint32_t)counts[BLACK] << BLACK_SHIFT |
            (uint32_t)counts[WHITE] << WHITE_SHIFT | kos << KOS_SHIFT;
    if (kos > 0)
        *to++ = (uint32_t)board->ko_from;
    for (int mover = BLACK; mover <= WHITE; mover++)
        for (int i = 0; i < counts[mover]; i++) {
            const struct dense_child *child = &board->children.of[mover][i];
            *to++ = (uint32_t)child->at | (child->swaps ? SWEEPER_LISTED_SWAPS : 0) |
                    (sweeper_has_ko(game, child) ? SWEEPER_LISTED_KO : 0);
        }
    for (int mover = BLACK; kos > 0 && mover <= WHITE; mover++)
        for (int i = 0; i < counts[mover]; i++)
            *to++ = board->children.of[mover][i].point;
    draft->count = (size_t)(to - draft->words);
}

void sweeper_lists_keep(struct sweeper_lists *lists, uint64_t chunk,
                        const struct sweeper_draft *draft)
{
    size_t from = atomic_fetch_add(&lists->taken, draft->count);
    if (from > lists->room || draft->count > lists->room - from)
        return;
    uint32_t *words = (uint32_t *)lists->words.data + from;
    memcpy(words, draft->words, draft->count * sizeof(*words));
    lists->chunks[chunk] = (struct sweeper_list){words, draft->count};
}

/* Reads the children of a player who is wanted. */
static void read_children(const uint32_t *words, const uint32_t *points, int count,
                          struct dense_child *children)
{
    for (int i = 0; i < count; i++)
        children[i] = (struct dense_child){
            .at = words[i] & SWEEPER_LISTED_AT,
            .swaps = (words[i] & SWEEPER_LISTED_SWAPS) != 0,
            .ko = (words[i] & SWEEPER_LISTED_KO) != 0,
            .point = points != NULL ? (uint8_t)points[i] : 0,
        };
}

/* Reads the board that begins at a word, with the children of the players who are wanted. Returns
 * where the next one begins. */
static const uint32_t *read_board(const struct sweeper_kind *kind, const uint32_t *from,
                                  struct listed_board *listed)
{
    struct sweeper_board *board = &listed->board;
    uint32_t number = *from++, word = *from++, kos = word >> KOS_SHIFT;
    const int counts[2] = {(int)(word >> BLACK_SHIFT & 255), (int)(word >> WHITE_SHIFT & 255)};
    uint64_t ko_from = kos > 0 ? *from++ : 0;
    const uint32_t *points = kos > 0 ? from + counts[BLACK] + counts[WHITE] : NULL;
    board->number = number;
    board->margin = (int)(word & 255) - MARGIN_ZERO;
    board->ko_from = ko_from;
    board->ko_end = ko_from + kos;
    board->wanted = kind->wanted(kind->table, number, ko_from, board->ko_end);
    listed->as_words = kos == 0 && kind->look_list != NULL;
    for (int mover = BLACK; mover <= WHITE; mover++) {
        int count = (board->wanted & DENSE_MOVER(mover)) != 0 ? counts[mover] : 0;
        board->children.count[mover] = count;
        listed->words[mover] = from;
        if (!listed->as_words)
            read_children(from, points, count, board->children.of[mover]);
        from += counts[mover];
        points = points != NULL ? points + counts[mover] : NULL;
    }
    return points != NULL ? points : from;
}

static void fetch(const struct sweeper_kind *kind, const struct listed_board *listed)
{
    if (listed->as_words)
        kind->fetch_list(kind->table, &listed->board, listed->words);
    else
        kind->fetch(kind->table, &listed->board);
}

static void look(const struct sweeper_kind *kind, const struct listed_board *listed,
                 struct sweeper_counts *counts)
{
    const struct sweeper_board *board = &listed->board;
    if (listed->as_words) {
        counts->changed += kind->look_list(kind->table, board, listed->words);
    } else {
        struct sweeper_entries entries;
        kind->gather(kind->table, board, &entries);
        counts->changed += kind->look(kind->table, board, &entries);
    }
    counts->looked++;
    counts->plays +=
        (unsigned)board->children.count[BLACK] + (unsigned)board->children.count[WHITE];
}

void sweeper_lists_sweep(const struct sweeper_kind *kind, const struct sweeper_list *list,
                         struct sweeper_counts *ret_counts)
{
    struct listed_board ring[RING];
    struct sweeper_counts counts = {0};
    uint64_t entered = 0, looked = 0;
    for (const uint32_t *at = list->words; at < list->words + list->count;) {
        struct listed_board *listed = &ring[entered % RING];
        at = read_board(kind, at, listed);
        if (listed->board.wanted == 0)
            continue;
        fetch(kind, listed);
        if (++entered - looked > ENTRIES_AHEAD)
            look(kind, &ring[looked++ % RING], &counts);
    }
    while (looked < entered)
        look(kind, &ring[looked++ % RING], &counts);
    *ret_counts = counts;
}
