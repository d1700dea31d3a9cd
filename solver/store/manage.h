/* What the verb `store` does with a store: telling, checking, exchanging, compacting, asking. */
#ifndef SOLVER_STORE_MANAGE_H
#define SOLVER_STORE_MANAGE_H

#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>

#include "store/copy.h"
#include "store/format.h"
#include "store/store.h"

/* One sub-table. */
struct store_table {
    char rules[RULESET_TEXT_MAX]; /* as the command line takes it */
    char board[64];               /* "1x9", or "graph:POINTS:HASH" */
    uint64_t states, entries, bytes;
    uint64_t imported; /* entries that were not proved here, or rest on such */
};

/* One root. */
struct store_root {
    char rules[RULESET_TEXT_MAX];
    char board[64];
    char *position, *moves; /* moves by number of the point */
    char to_move;           /* 'b' or 'w', before the moves */
    int komi_half_points;
    bool solved, plays_known;
    bool value_imported, plays_imported; /* something of it was not proved here */
    struct bounds bounds;
    uint64_t nodes;
};

/* One table of positions. */
struct store_values {
    char rules[RULESET_TEXT_MAX];
    char board[64];
    bool made;   /* else it is being made, or its making was stopped */
    bool bounds; /* it has bounds of positions without history only */
    uint64_t boards, bytes;
    uint64_t missing; /* boards that it had when it was made */
    bool imported;    /* it was not made here */
};

/* One table of the search for strategies. */
struct store_strategies {
    char rules[TABLE_NAME_MAX]; /* what strategies depend on */
    char board[64];
    enum colour attacker;
    int margin; /* his */
    uint64_t states, bytes;
};

struct store_info {
    unsigned format, proofs;
    char version[32]; /* of the program that made it */
    uint64_t file_bytes;
    struct store_table *tables;
    struct store_root *roots;
    struct store_values *values;
    struct store_strategies *strategies;
    size_t table_count, root_count, value_count, strategies_count;
};

/* Returns 0, or a negative errno and err. store_info_release() it. */
int store_info(struct store *store, struct store_info *ret_info, struct error *err);
void store_info_release(struct store_info *info);

/* What store_open() with STORE_LOOK counted. */
void store_counts(const struct store *store, uint64_t *ret_states, uint64_t *ret_entries,
                  uint64_t *ret_roots);

/* The states of tables of strategies that it counted, and the boards of tables of positions. */
uint64_t store_count_strategies(const struct store *store);
uint64_t store_count_boards(const struct store *store);

/* What store_open() with STORE_LOOK found missing of tables of positions. */
const struct walk_gaps *store_gaps(const struct store *store);

/* What is missing and how to make it again, in a line without end. */
#define GAP_TEXT_MAX 512
void store_gap_text(const struct walk_gap *gap, char text[GAP_TEXT_MAX]);

/*
 * Text form (README.md). Export writes everything in the order of the keys. An import is copied to
 * a temporary file, as it may come from a pipe and is read twice: text_check() looks at all
 * of it before there need be a store (-EINVAL, and err with the line's number, where something is
 * wrong), and text_import() stores a file that was checked, in one transaction. -EINTR: the
 * run is to end (patience, which may be NULL).
 */
int text_copy_input(int fd, const struct store_patience *patience, FILE **ret_copy,
                    struct error *err);
/* What a text says, and whether a table of positions in it is whole. text_release_result() it. */
struct import_result {
    uint64_t lines;
    uint64_t positions, lemmas, tables; /* taken on the word of the text */
    uint64_t parts;                     /* tables that are not whole: they are left out */
    bool has_sum;                       /* a hash of the text was there, and right */
    uint8_t *whole;                     /* a byte for each table of positions in it */
    size_t whole_count;
};
void text_release_result(struct import_result *result);
int text_check(FILE *in, struct import_result *ret_result, struct error *err);
int text_export(struct store *store, FILE *out, struct error *err);
int text_import(struct store *store, FILE *in, const struct import_result *checked,
                struct error *err);

/* Copies what is sound into a new file; nobody else may use the store. patience may be NULL. */
int store_compact(const char *dir, const struct store_patience *patience,
                  struct copy_result *ret_result, struct error *err);

/* Proving again what is there: a sample of it, or all. What was imported and is proved is not
 * marked as imported any more. */
struct deep_options {
    uint64_t sample, seed;
    uint64_t max_nodes; /* of each lemma and position; 0: no limit */
    bool all;           /* not a sample */
    int threads;        /* of tables that are made again */
    size_t max_bytes;   /* the same */
    const atomic_bool *interrupted;
};
struct deep_result {
    uint64_t tried, proved, undecided, refuted;
    char first[512]; /* the first that was refuted */
};

/* Of lemmas, of positions, and of tables of positions, which are made again. All return 0 or a
 * negative errno and err. */
int verify_lemmas(struct store *store, const struct deep_options *options,
                  struct deep_result *ret_result, struct error *err);
int verify_roots(struct store *store, const struct deep_options *options,
                 struct deep_result *ret_result, struct error *err);
int verify_tables(struct store *store, const struct deep_options *options,
                  struct deep_result *ret_result, struct error *err);

/*
 * What the store knows of the position at which game stands, without search: the result of a solved
 * root, or the bounds that lemmas give the position and its plays (without a line).
 */
int store_query(struct store *store, const struct game *game, int komi_half_points,
                struct analysis *ret_analysis);

#endif
