/* What a user asks of a store without any search: what is in it, what it knows, compacting it. */
#ifndef SOLVER_STORE_MANAGE_H
#define SOLVER_STORE_MANAGE_H

#include <stdint.h>

#include "result/analysis.h"
#include "store/file/format.h"
#include "store/store.h"
#include "store/walk/copy.h"

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
    bool solved, moves_known;
    bool value_imported, moves_imported; /* something of it was not proved here */
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

/* Copies what is sound into a new file; nobody else may use the store. patience may be NULL. */
int store_compact(const char *dir, const struct store_patience *patience,
                  struct copy_result *ret_result, struct error *err);

/*
 * What the store knows of the position at which game stands, without search: the result of a solved
 * root, or the bounds that lemmas give the position and its plays (without a line).
 */
int store_query(struct store *store, const struct game *game, int komi_half_points,
                struct analysis *ret_analysis);

#endif
