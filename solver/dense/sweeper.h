/*
 * What goes through the boards for every kind of table: the order, the fetching ahead, the threads,
 * the ranks. A table tells what is to be done with a board. Private to the tables of this room.
 */
#ifndef SOLVER_DENSE_SWEEPER_H
#define SOLVER_DENSE_SWEEPER_H

#include "dense/game.h"
#include "dense/mates.h"
#include "dense/memory.h"
#include "dense/moves.h"
#include "dense/sweep.h"

/* A span should take so many seconds, at least and at most. */
#define SWEEPER_SPAN_SHORT 0.1
#define SWEEPER_SPAN_LONG 0.4

/* Bytes of a child's entry, at most. */
#define SWEEPER_WIDTH_MAX 3

/* A board at which a sweep is. */
struct sweeper_board {
    uint64_t number;
    uint64_t ko_from, ko_end; /* the numbers of its states with a ko */
    int margin;               /* Black's, as it stands: dense_game_margin() */
    unsigned wanted;          /* the players whose children are there */
    /* Their `at` is where their entries are: the number of the board, or, after a play with a ko
     * that counts, that of the state with a ko. (No array beside this one: of two that a loop goes
     * through GCC 12 makes one pointer, holds the other one for NULL, and drops what is written
     * there.) */
    struct dense_children children;
};

/* The entries of a board's children, colours as their canonical boards show them: of the state
 * where the mover's opponent is to move. */
struct sweeper_entries {
    uint8_t of[2][DENSE_POINTS_MAX][SWEEPER_WIDTH_MAX];
};

/* What is done with a board. Threads call these for different boards at once. */
struct sweeper_kind {
    const struct dense_game *game;
    void *table; /* what the functions get */
    int width;   /* bytes of an entry */
    /* Whose plays must be looked at, for something of the board may change: DENSE_MOVER() of each.
     * 0: of nobody. */
    unsigned (*wanted)(const void *table, uint64_t number, uint64_t ko_from, uint64_t ko_end);
    /* Fetches what gather() will need of the children; their `at` are known. */
    void (*fetch)(const void *table, const struct sweeper_board *board);
    /* Reads the entries of the children, all held here. */
    void (*gather)(const void *table, const struct sweeper_board *board,
                   struct sweeper_entries *ret_entries);
    /* Enters what follows for the board; returns whether anything has changed. */
    bool (*look)(void *table, const struct sweeper_board *board,
                 const struct sweeper_entries *entries);
    /* The two above and look() of a board of a list, that has no states with a ko: words are its
     * children by mover, as many as board->children counts. NULL: there is no such thing. */
    void (*fetch_list)(const void *table, const struct sweeper_board *board,
                       const uint32_t *const words[2]);
    bool (*look_list)(void *table, const struct sweeper_board *board,
                      const uint32_t *const words[2]);
    /* Entries of several plays of a mover as one, which look() takes as well for all of them; NULL:
     * there is no such thing. It begins with clear(); fold() takes one more in. The sum is as of a
     * play that keeps the colours; swaps is the play's. */
    void (*clear)(unsigned mover, uint8_t *ret_sum);
    void (*fold)(unsigned mover, unsigned swaps, uint8_t *sum, const uint8_t *entry);
    /* The same for what each rank holds, where all are mates: by rank. NULL: not. */
    const struct sweeper_kind *of_mates;
    const uint8_t *boards;       /* the table's entries by board, to fetch them from a disk */
    int board_width;             /* their bytes */
    struct sweeper_lists *lists; /* what is kept of boards between sweeps; NULL: nothing */
};

/*
 * Part of the held lines that alone is looked into, for the boards of another part: see
 * sweeper_windows.c.
 */
struct sweeper_window {
    uint64_t from, end;             /* lines that are looked into */
    uint64_t own_from, own_end;     /* lines whose boards are gone over */
    bool last;                      /* these are looked into now, and then at the boards; before
                                       that they are left out of all windows */
    uint64_t first_board, first_ko; /* of the boards that are gone over */
    uint8_t *boards;                /* by board and mover: the sum of the plays so far */
    uint8_t *kos;                   /* by state with a ko: the entry of the play there */
};

struct sweeper_lists; /* dense/sweeper_lists.h */
struct sweeper_draft;

/* Counts of what was done. */
struct sweeper_counts {
    uint64_t done, looked, changed, plays;
};

/* Sweeps until nothing changes. *progress goes on from what it says; its boards are set. Returns as
 * dense_outcomes_run(). */
int sweeper_run(const struct sweeper_kind *kind, const struct dense_sweeps *how,
                struct dense_progress *progress);

/* Sweeps once over all that a share holds (sweeper_ranks.c). The counts get what was done here. */
int sweeper_share(const struct sweeper_kind *kind, const struct dense_sweeps *how,
                  struct dense_progress *progress);

/* Makes ready for sweeps with mates. Returns 0 or a negative errno. */
int sweeper_mates_begin(const struct dense_sweeps *how);

/* Sweeps once over what all ranks hold, together, where they are mates (kind.of_mates). */
int sweeper_mates(const struct sweeper_kind *kind, const struct dense_sweeps *how,
                  struct dense_progress *progress);

/* Goes down the held lines end - 1, ..., from: as sweeper_span(), alone. draft gets what the boards
 * lead to; NULL: nobody does. */
void sweeper_chunk(const struct sweeper_kind *kind, const struct sweeper_window *window,
                   const struct dense_mates *mates, uint64_t from, uint64_t end,
                   struct sweeper_draft *draft, struct sweeper_counts *ret_counts);

/* Returns how long the next span is, where the last one took so many seconds. */
static inline uint64_t sweeper_next_span(uint64_t span, uint64_t least, double seconds)
{
    if (seconds < SWEEPER_SPAN_SHORT)
        return span * 2;
    return seconds > SWEEPER_SPAN_LONG && span > least ? span / 2 : span;
}

/* The same of an index that holds everything, where only so many bytes are looked into at a time
 * (dense_sweeps.window). The kind has fold(). */
int sweeper_windows(const struct sweeper_kind *kind, const struct dense_sweeps *how,
                    struct dense_progress *progress);

/* Makes children of a board's sums, for look(). */
void sweeper_windows_children(const struct sweeper_kind *kind, const struct sweeper_window *window,
                              struct sweeper_board *board, struct sweeper_entries *ret_entries);

/* how with its window, of a table whose entries are in the array. */
struct dense_sweeps sweeper_window_of(const struct dense_sweeps *how,
                                      const struct dense_array *boards,
                                      const struct dense_memory *memory);

/* Goes down the held lines end - 1, ..., from with all threads: looks at their boards; or, with a
 * window, sums up their plays that lead there, and looks at them if it is the last one. */
void sweeper_span(const struct sweeper_kind *kind, const struct sweeper_window *window, int threads,
                  uint64_t from, uint64_t end, struct dense_progress *progress);

/* Lines that a thread takes at a time. */
#define SWEEPER_CHUNK_LINES 32

/* Fills in a board by the code of a canonical one, without states with a ko; its number, too. The
 * index holds everything. */
void sweeper_list(const struct dense_game *game, uint64_t code, struct sweeper_board *ret_board);

/* Returns the first of the states with a ko of a board, where ko_end is the first that belongs to a
 * greater board. */
static inline uint64_t sweeper_ko_from(const struct dense_kos *kos, uint64_t number,
                                       uint64_t ko_end)
{
    uint64_t from = ko_end, least = kos->first[number / DENSE_KO_BOARDS];
    while (from > least && (unsigned)kos->keys[from - 1] >> 7 == number % DENSE_KO_BOARDS)
        from--;
    return from;
}

/* Does the play leave a ko that counts? */
static inline bool sweeper_has_ko(const struct dense_game *game, const struct dense_child *child)
{
    return child->ko != 0 && game->kos != NULL;
}

/* Adds counts to the progress. */
static inline void sweeper_add(struct dense_progress *progress, const struct sweeper_counts *counts)
{
    progress->done += counts->done;
    progress->looked += counts->looked;
    progress->changed += counts->changed;
    progress->plays += counts->plays;
}

/* Is the work to be stopped? */
static inline bool sweeper_stopped(const struct dense_sweeps *how)
{
    return how->work.stop != NULL && how->work.stop(how->work.arg);
}

static inline int sweeper_report(const struct dense_sweeps *how,
                                 const struct dense_progress *progress)
{
    return how->report != NULL ? how->report(how->report_arg, progress) : 0;
}

#endif
