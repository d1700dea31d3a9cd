/*
 * Records of tables of positions: what each player can force from every position of a board. A
 * table lies in chunks of boards, in the order of the canonical boards (Black's stones, then
 * White's), so that one look-up and a search in a chunk find a position. README.md has the format.
 */
#ifndef SOLVER_STORE_VALUES_VALUES_RECORD_H
#define SOLVER_STORE_VALUES_VALUES_RECORD_H

#include <lmdb.h>

#include "store/file/record.h"
#include "tables/board_table.h"

/* --- keys --- */

/* The kinds in the order of their keys: the head comes last, in copies, too. */
enum values_kind { VALUES_CHUNK, VALUES_PROGRESS, VALUES_PART, VALUES_HEAD, VALUES_KINDS };

#define CHUNK_BOARDS 1024 /* boards of each chunk but perhaps the last */
#define VALUES_KEY_MAX 17

struct values_key {
    uint8_t bytes[VALUES_KEY_MAX];
    size_t size;
};

/* The key of a record. first: of a chunk its first board; part: of a part its number. */
struct values_key values_key(const struct record_shape *shape, enum values_kind kind,
                             const struct stones *first, uint32_t part);

/* --- values --- */

/* For how many numbers of passes in a row a table of bounds has codes; one of values has two at
 * least. */
#define BOUNDS_LAYERS 1

/* A bit of a head's first byte after the checksum; the others are the layers. */
#define HEAD_IMPORTED 128

struct values_head {
    unsigned layers; /* numbers of passes in a row that there are codes for */
    bool imported;   /* the table was not made here */
    uint64_t boards; /* of the whole table */
    uint64_t kos;    /* states with a ko */
};

/* A chunk, where it lies. */
struct values_chunk {
    unsigned layers, boards, kos;
    const uint8_t *stones;    /* two sets a board */
    const uint8_t *codes;     /* of each board [mover][attacker][passes], values_bits() each */
    const uint8_t *ko_states; /* the states with a ko */
};

/* The bits of a table_margin_code(). */
int values_bits(int points);

/* Appends the value of a record. It lacks its checksum until values_seal(). */
void values_put_head(struct bytes *to, const struct values_head *head);
void values_put_chunk(struct bytes *to, const struct record_shape *shape,
                      const struct board_table *table, const uint32_t *orbits, unsigned count);
void values_seal(struct bytes *value, const struct record_shape *shape);

/* Reads a record. Returns false if it is not sound. */
bool values_read_head(const struct record_shape *shape, const uint8_t *value, size_t size,
                      struct values_head *ret_head);
bool values_read_chunk(const struct record_shape *shape, const uint8_t *value, size_t size,
                       struct values_chunk *ret_chunk);

/* Is a record sound under its key? *ret_boards (may be NULL) receives how many boards it has. */
bool values_is_sound(const struct record_shape *shape, const MDB_val *key, const MDB_val *value,
                     size_t *ret_boards);

/* Reads the codes of a state of the chunk's n-th board. Returns false if it has no such state with
 * a ko. */
bool values_codes(const struct record_shape *shape, const struct values_chunk *chunk, unsigned n,
                  struct table_entry *entry);

/* Returns the chunk's n-th board. */
struct stones values_board(const struct record_shape *shape, const struct values_chunk *chunk,
                           unsigned n);

/* Returns the number of a board in the chunk, or -1. */
int values_find_board(const struct record_shape *shape, const struct values_chunk *chunk,
                      struct stones stones);

/* Writes the codes of a state without a ko into the value of a chunk, whose checksum is then wrong.
 * Returns false if Black would force more than White lets him. */
bool values_set_codes(const struct record_shape *shape, uint8_t *value, unsigned n,
                      const struct table_entry *entry);

/*
 * Merges the values of two sound chunks under one key. What either of two tables of bounds says is
 * forced; tables of values must be equal. Returns 1 and *ret_value if the result says more than
 * `there`; 0 if it does not; -EBADMSG: the chunks contradict each other; or -ENOMEM.
 */
int values_merge(const struct record_shape *shape, enum board_table_kind kind,
                 const struct bytes *there, const struct bytes *added, struct bytes *ret_value);

/* --- in a database --- */

/* Seals a value and writes it under a key. Returns 0 or an LMDB error. */
int values_write(MDB_txn *txn, MDB_dbi dbi, const struct record_shape *shape,
                 const struct values_key *key, struct bytes *value);

/* Finds the value under a key. Returns 0, MDB_NOTFOUND if there is none that is sound, or an LMDB
 * error. It may be used until txn ends or writes. */
int values_get(MDB_txn *txn, MDB_dbi dbi, const struct record_shape *shape,
               const struct values_key *key, MDB_val *ret_value);

/* --- is all of a table there? --- */

/* What there is of a table. All zero: nothing yet. */
struct values_cover {
    bool head;               /* there is a head, */
    struct values_head said; /* and this is it */
    bool progress;           /* there is a record of progress, */
    uint64_t parts_said;     /* which says how many parts there are */
    uint64_t boards, kos;    /* in the chunks */
    uint64_t parts;          /* parts that are there */
};

enum values_state {
    VALUES_WHOLE,
    VALUES_SHORT,  /* a head, but not all of its boards: chunks were dropped as damaged */
    VALUES_MAKING, /* no head: the table is being made */
    VALUES_STUMP,  /* the same, and parts of the progress were dropped as damaged */
};

/* Counts a record, which is sound. */
void values_cover_add(struct values_cover *cover, const MDB_val *key, const MDB_val *value);
enum values_state values_cover_state(const struct values_cover *cover);

#endif
