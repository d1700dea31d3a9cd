/* Part of solve.h: what is proved, on disk. */
#ifndef SOLVE_STORE_H
#define SOLVE_STORE_H

#include "solve-run.h"

#ifdef __cplusplus
extern "C" {
#endif

/* --- stores --- */

enum solve_store_flags {
    SOLVE_STORE_MAKE = 1, /* makes the folder if there is none; its parent must be there */
    SOLVE_STORE_READ = 2, /* only to read: runs add nothing to it, and damaged records are an error,
                             they are not dropped */
    SOLVE_STORE_LOOK = 4, /* looks through all of it even if it is as it was left */
};

/* How a store is opened. All zero: without flags, and it waits for other processes as long as it
 * takes. */
struct solve_store_options {
    unsigned flags; /* of enum solve_store_flags */

    /* It waits for nobody any more once this is requested. NULL: nobody ends a wait. It must
     * outlive the store. */
    const struct solve_interrupt *interrupt;

    /* It waits for nobody any more so many seconds after the call. 0: as long as it takes. */
    double seconds;

    /* It tells whom it waits for, a line each, at once and from any thread. NULL: nobody is told.
     */
    void (*tell)(void *arg, const char *line);
    void *arg; /* for tell */

    /* The run that the store is opened for, with game. If the store has the run's result, nothing
     * else of the store is opened, which is quick; then only this run may use the store. The
     * seconds of the request count, too. NULL: any run. */
    const struct solve_request *request;

    /* The game of that run. NULL if and only if request is NULL. */
    const struct solve_game *game;
};

/*
 * Opens the store in a folder. A process opens a folder once, and not in two threads at the same
 * time: one handle serves runs of all its threads at once, and several processes may use a store.
 * It may start a child process that looks through a store that was not closed, so it is best opened
 * before threads are started. A disk that fails under a store, or is cut, raises SIGBUS, and a
 * limit of the size of files SIGXFSZ, unless that is ignored. options may be NULL. Returns 0;
 * -EINVAL: the folder cannot be a store; -EPROTO: a store of another version; -EBADMSG: damaged;
 * -EBUSY: this process has opened it already, or it is damaged and others use it; -EINTR; or
 * another negative errno. err does not name the folder.
 */
int solve_store_open(const char *path, const struct solve_store_options *options,
                     struct solve_store **ret_store, struct solve_error *err);

/* Writes what is left to write and closes. Returns 0, or a negative errno (err): something could
 * not be written; the store is closed all the same. NULL is allowed. */
int solve_store_close(struct solve_store *store, struct solve_error *err);

/* Writes what is left to write, so that solve_store_query() knows it; solve_store_notice() may have
 * something to tell then. Later runs go on to add to the store. */
void solve_store_finish(struct solve_store *store);

/* The next line that the user should see, say of damage that was mended. NULL: there is none. It
 * lasts until the next call. */
const char *solve_store_notice(struct solve_store *store);

/* Could something not be written? Then the line that says why, else NULL. */
const char *solve_store_failure(struct solve_store *store);

/* What the store knows of the state at which game stands, without search. Returns 0, -EINVAL (also
 * under rules that remove cycles, of which a store has nothing) or -ENOMEM. */
int solve_store_query(struct solve_store *store, const struct solve_game *game,
                      int komi_half_points, struct solve_result **ret_result,
                      struct solve_error *err);

/* What is claimed of a state, as struct solve_check_claim of solve-check.h has it. */
struct solve_store_claim {
    int player;  /* 0 Black, 1 White */
    bool denies; /* else he forces it */
    int margin;  /* from 32767 on, either way, it is beyond all */
};

/*
 * Keeps a claim that is proved, of the state at which game stands, as if a run had proved it: say
 * one of a certificate that libsolve-check has accepted. It is believed. Queries and runs at that
 * komi know it then, also those of the states before, as what a move is worth. The store was opened
 * to write, and for any run. Returns 0, -EINVAL (the game is over; no board has such a margin; no
 * store has anything under the rules) or -ENOMEM. If it contradicts what the store has, both are
 * dropped, which solve_store_notice() tells when it is written.
 */
int solve_store_add_claim(struct solve_store *store, const struct solve_game *game,
                          int komi_half_points, const struct solve_store_claim *claim,
                          struct solve_error *err);

/* Does the store tell a claim of the state at which game stands: do the bounds that
 * solve_store_query() finds say as much? Returns 1: yes, 0: no, -EINVAL (as solve_store_query()) or
 * -ENOMEM. */
int solve_store_tells_claim(struct solve_store *store, const struct solve_game *game,
                            int komi_half_points, const struct solve_store_claim *claim,
                            struct solve_error *err);

/* How a table of all positions is made, and where it lies. What it tells is the same. */
enum solve_table_method {
    SOLVE_TABLE_BY_SIZE, /* with lists where these are small, 64 MiB at most, else dense */
    SOLVE_TABLE_LISTS,   /* boards and plays in lists; the table lies among the store's records */
    SOLVE_TABLE_DENSE,   /* boards are numbers, and plays are made again when they are wanted: a
                            hundredth of the memory. The table is a file of its own in the store */
};

/* What the making of a dense table does. */
enum solve_table_step {
    SOLVE_TABLE_STEP_BOARDS,  /* the boards are found */
    SOLVE_TABLE_STEP_SWEEPS,  /* sweeps over all boards decide what can be forced */
    SOLVE_TABLE_STEP_WRITING, /* the file is written */
};

/* How far the making of a dense table is. */
struct solve_table_progress {
    enum solve_table_step step;
    int sweep;       /* from 1; of SOLVE_TABLE_STEP_SWEEPS only, as what follows */
    uint64_t done;   /* boards that this sweep has gone over */
    uint64_t boards; /* that it goes over */
    uint64_t plays;  /* looked at by all sweeps of this call */
};

/* What solve_store_make_table() may use. */
struct solve_table_options {
    int threads;         /* 1 .. SOLVE_THREADS_MAX */
    uint64_t memory;     /* bytes. A dense table that needs more lies in a file while it is made */
    double save_seconds; /* It writes what is decided so often, so that a later call can go on. */
    const struct solve_interrupt *interrupt; /* It stops when this is requested. NULL: never. */
    enum solve_table_method method;
    /* Told some times a second how far a dense table is. NULL: nobody is told. */
    void (*progress)(const struct solve_table_progress *progress, void *arg);
    void *progress_arg;
};

/* What solve_store_make_table() did. */
struct solve_table {
    bool bounds;           /* The table tells bounds of positions without history, not values. */
    bool was_there;        /* The store had all of it. */
    bool resumed;          /* It went on from where an earlier call was stopped. */
    int resumed_margin;    /* the margin at which it went on; 0 of a dense table */
    uint64_t was_missing;  /* boards that the earlier table had lost */
    uint64_t boards;       /* boards up to symmetry and colours */
    uint64_t kos;          /* states with a ko */
    uint64_t known;        /* states whose bounds meet, of a new table of bounds */
    bool dense;            /* It is a dense table, and has the numbers that follow. */
    uint64_t file_bytes;   /* of its file */
    uint64_t held_bytes;   /* of memory, that its arrays took */
    uint64_t mapped_bytes; /* of files, that they took besides */
    uint64_t plays;        /* looked at by this call */
    unsigned sweeps;       /* over all boards, that this call made */
};

enum solve_table_kind {
    SOLVE_TABLE_NONE,   /* nothing */
    SOLVE_TABLE_VALUES, /* the value of every position */
    SOLVE_TABLE_BOUNDS, /* bounds of every position without history */
};

/* What a table of all positions can tell under the rules. */
enum solve_table_kind solve_rules_table_kind(const struct solve_rules *rules);

/*
 * Makes the table of all positions of a board and keeps it in the store, which is open for any run
 * and not only to read. Another process that makes the same dense table is waited for. Returns 0;
 * -EINVAL (err); -EINTR; -ENOSPC: more memory is needed than allowed, or of a dense table room on
 * the disk; or another negative errno (err).
 */
int solve_store_make_table(struct solve_store *store, struct solve_board *board,
                           struct solve_rules *rules, const struct solve_table_options *options,
                           struct solve_table *ret_table, struct solve_error *err);

#ifdef __cplusplus
}
#endif

#endif
