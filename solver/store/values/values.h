/*
 * Tables of positions: what each player can force from every position of a board, for rules of a
 * board_table_kind(). They lie in chunks of boards, in the order of the canonical boards (Black's
 * stones, then White's), so that a position is found by one look-up and a search in its chunk
 * (README.md has the format).
 *
 * While a table is made what is decided so far is kept besides from time to time, and whoever makes
 * it after a run that was killed goes on from there. A table counts once its head is written, last.
 */
#ifndef SOLVER_STORE_VALUES_VALUES_H
#define SOLVER_STORE_VALUES_VALUES_H

#include <lmdb.h>
#include <stdio.h>

#include "search/solver.h"
#include "store/file/record.h"
#include "store/handle/subtable.h"
#include "store/handle/transaction.h"
#include "tables/board_table.h"

/* --- records --- */

/* In the order of the keys: the head is last, also in copies. */
enum values_kind { VALUES_CHUNK, VALUES_PROGRESS, VALUES_PART, VALUES_HEAD, VALUES_KINDS };

/* Of a chunk but perhaps the last. */
#define CHUNK_BOARDS 1024
#define PART_BYTES ((size_t)256 << 10)
#define VALUES_KEY_MAX 17

struct values_key {
    uint8_t bytes[VALUES_KEY_MAX];
    size_t size;
};

/* Passes in a row that are told of by a table of bounds; one of values has two at least. */
#define BOUNDS_LAYERS 1

/* A bit of a head's first byte after the checksum; the others are the layers. */
#define HEAD_IMPORTED 128

struct values_head {
    unsigned layers;
    bool imported;        /* not made here */
    uint64_t boards, kos; /* kos: states with a ko */
};

/* A chunk, where it lies. */
struct values_chunk {
    unsigned layers, boards, kos;
    const uint8_t *stones; /* two sets a board */
    const uint8_t *codes;  /* of each board [mover][attacker][passes], bits of values_bits() */
    const uint8_t *ko_states;
};

/* The bits of a table_margin_code(). */
int values_bits(int points);
struct values_key values_key(const struct record_shape *shape, enum values_kind kind,
                             const struct stones *first, uint32_t part);

/* Appends the value of a record; it lacks its checksum until values_seal(). */
void values_put_head(struct bytes *to, const struct values_head *head);
void values_put_chunk(struct bytes *to, const struct record_shape *shape,
                      const struct board_table *table, const uint32_t *orbits, unsigned count);
void values_seal(struct bytes *value, const struct record_shape *shape);

/* Reads a record. False if it is not sound. */
bool values_read_head(const struct record_shape *shape, const uint8_t *value, size_t size,
                      struct values_head *ret_head);
bool values_read_chunk(const struct record_shape *shape, const uint8_t *value, size_t size,
                       struct values_chunk *ret_chunk);
/* Is a record of such a database sound under its key? *ret_boards (may be NULL): those in it. */
bool values_is_sound(const struct record_shape *shape, const MDB_val *key, const MDB_val *value,
                     size_t *ret_boards);

/* What the chunk has of a state of its n-th board; false if there is no such state with a ko. */
bool values_codes(const struct record_shape *shape, const struct values_chunk *chunk, unsigned n,
                  struct table_entry *entry);
/* The chunk's board, or its number; -1 if it is not there. */
struct stones values_board(const struct record_shape *shape, const struct values_chunk *chunk,
                           unsigned n);
int values_find_board(const struct record_shape *shape, const struct values_chunk *chunk,
                      struct stones stones);

/* Writes the codes of a state without a ko into the value of a chunk, whose checksum is then wrong.
 * False if Black would force more than White lets him. */
bool values_set_codes(const struct record_shape *shape, uint8_t *value, unsigned n,
                      const struct table_entry *entry);

/*
 * Merges the values of two sound chunks under one key. What both tables of bounds tell is forced;
 * tables of values must be equal. Returns 1 and *ret_value if that is more than kept says; 0;
 * -EBADMSG: they contradict each other; or -ENOMEM.
 */
int values_merge(const struct record_shape *shape, enum board_table_kind kind,
                 const struct bytes *kept, const struct bytes *added, struct bytes *ret_value);

/* --- is all of it there? --- */

/* What there is of a table; all zero: nothing yet. */
struct values_cover {
    bool head, progress;
    struct values_head told; /* by the head */
    uint64_t boards, kos;    /* in the chunks */
    uint64_t parts, parts_told;
};

enum values_state {
    VALUES_WHOLE,
    VALUES_SHORT,  /* a head, but not all of its boards: chunks were dropped as damaged */
    VALUES_MAKING, /* no head */
    VALUES_STUMP,  /* the same, and of what is decided a part was dropped */
};

/* Counts a record, which is sound. */
void values_cover_add(struct values_cover *cover, const MDB_val *key, const MDB_val *value);
enum values_state values_cover_state(const struct values_cover *cover);

/* --- making --- */

struct values_options {
    int threads;
    size_t max_bytes;
    double save_seconds; /* between two notes of what is decided */
    const atomic_bool *interrupted;
};

struct values_result {
    bool was_there;
    uint64_t was_short; /* boards that a table that was made before had lost */
    bool resumed;
    int resumed_margin;
    uint64_t boards, kos, bytes;
    uint64_t known; /* of a new table of bounds: states whose value is known */
};

/*
 * Makes the table of game's board and ruleset, unless all of it is there; what is there of it is
 * not written again. Returns 0; -EINTR, -ENOSPC
 * (max_bytes), or another negative errno and err.
 */
int values_make(struct store *store, const struct game *game, const struct values_options *options,
                struct values_result *ret_result, struct error *err);

/* Opens the sub-table's database of values, making it if need be; and deletes the records of a kind
 * in it. Both return 0 or an LMDB error. */
int values_database(MDB_txn *txn, struct store *store, struct subtable *subtable, MDB_dbi *ret_dbi);
int values_delete_kind(MDB_txn *txn, MDB_dbi dbi, enum values_kind kind);

/* A chunk or head that comes from elsewhere. */
struct values_record {
    struct values_key key;
    struct bytes value;
};

/* The import of a table: what was there before. Its chunks come first, then its head. */
struct values_putting {
    struct subtable *subtable;
    MDB_dbi dbi;
    enum board_table_kind kind;
    bool begun, changed;
    bool whole;              /* there was a whole table, */
    struct values_head head; /* with this head */
};

/*
 * Merges a record into the table of a sub-table, which is made if need be; in a transaction that
 * makes databases. *putting is all zero but for the sub-table at first. Returns 0 or an LMDB error;
 * -EBADMSG: it contradicts what is there.
 */
int values_put(struct transaction *transaction, struct values_putting *putting,
               const struct values_record *record);

/* --- looking --- */

struct values_table {
    enum board_table_kind kind;
    struct store *store;
    MDB_dbi dbi;
    struct record_shape shape;
    struct values_head head;
    struct bytes chunk; /* the one looked at last */
};

/*
 * Is there a table for game, with a head? It may have lost chunks. Returns 1, 0, or a negative
 * errno. values_close() it.
 */
int values_open(struct store *store, const struct game *game, struct values_table *ret_table);
void values_close(struct values_table *table);

/* Looks at every record of an open table. Returns 0 or a negative errno. */
int values_cover(const struct values_table *table, struct values_cover *ret_cover);

/*
 * What attacker can force from a state (his margin or NEVER_FORCED), for both attackers. Returns
 * false where the table does not tell: a state that no play leads to, or a damaged chunk.
 */
bool values_state(struct values_table *table, const struct positions *positions, struct state state,
                  int ret_margins[2]);

/*
 * What the table tells of the solver's present node: its value; or, of a table of bounds, what
 * *bounds is narrowed by. False if nothing.
 */
bool values_bounds(struct values_table *table, const struct solver *solver, struct bounds *bounds);

#endif
