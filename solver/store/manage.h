/* What a user asks of a store without any search: what is in it, what it knows, compacting it. */
#ifndef SOLVER_STORE_MANAGE_H
#define SOLVER_STORE_MANAGE_H

#include <stdint.h>

#include "result/analysis.h"
#include "store/dense/dense_list.h"
#include "store/file/format.h"
#include "store/store.h"
#include "store/walk/copy.h"

/* One sub-table of lemmas. */
struct store_table {
    char rules[RULESET_TEXT_MAX]; /* as the command line takes it */
    char board[64];               /* "1x9", or "graph:POINTS:HASH" */
    uint64_t states;              /* with lemmas */
    uint64_t entries;             /* lemmas */
    uint64_t imported;            /* lemmas that were not proved here, or rest on such */
    uint64_t bytes;
};

/* One root. */
struct store_root {
    char rules[RULESET_TEXT_MAX];
    char board[64];
    char *position; /* the stones at the start */
    char to_move;   /* 'b' or 'w', at the start */
    char *moves;    /* made since, by the numbers of their points */
    int komi_half_points;
    bool solved;         /* the value is known */
    bool moves_known;    /* and so are those of all root moves */
    bool value_imported; /* something of the value was not proved here */
    bool moves_imported; /* something of the root moves' values was not proved here */
    struct bounds bounds;
    uint64_t nodes;
};

/* One table of positions. */
struct store_values {
    char rules[RULESET_TEXT_MAX];
    char board[64];
    bool made;        /* else it is being made, or its making was stopped */
    bool bounds;      /* it has only bounds, of positions without history */
    uint64_t boards;  /* that are there */
    uint64_t missing; /* boards that it has lost since it was made */
    uint64_t bytes;
    bool imported; /* it was not made here */
};

/* One table of the search for strategies. */
struct store_strategies {
    char rules[TABLE_NAME_MAX]; /* what strategies depend on */
    char board[64];
    enum colour attacker;
    int margin; /* the attacker's */
    uint64_t states, bytes;
};

/* One search under rules that remove cycles. */
struct store_search {
    char rules[RULESET_TEXT_MAX];
    char board[64];
    uint64_t situations, lemmas, numbers; /* proof numbers */
    uint64_t bytes;
};

/* What counts of complete games have kept. */
struct store_counted {
    uint64_t counts;   /* different ones */
    uint64_t results;  /* of all of them */
    uint64_t imported; /* results that were not counted here, or rest on such */
    uint64_t bytes;
};

/* Where searches over lemmas were stopped, for runs that go on there. */
struct store_halts {
    uint64_t searches, numbers; /* proof numbers of their open nodes */
    uint64_t bytes;
};

struct store_info {
    unsigned format, proofs;
    char version[32]; /* of the program that made it */
    uint64_t file_bytes;
    struct store_table *tables;
    struct store_root *roots;
    struct store_values *values;
    struct store_strategies *strategies;
    struct store_search *searches;
    struct store_counted counted;
    struct store_halts halts;
    struct dense_list dense; /* files of dense tables, not looked through */
    size_t table_count, root_count, value_count, strategies_count, search_count;
};

/* Lists what the store has. Returns 0 and *ret_info, to be released; or a negative errno and err.
 */
int store_info(struct store *store, struct store_info *ret_info, struct error *err);
void store_info_release(struct store_info *info);

/* What store_open() with STORE_LOOK counted. */
void store_counts(const struct store *store, uint64_t *ret_states, uint64_t *ret_entries,
                  uint64_t *ret_roots);

/* What it counted of states in tables of strategies, and of boards in tables of positions. */
uint64_t store_count_strategies(const struct store *store);
uint64_t store_count_boards(const struct store *store);

/* What it counted of lemmas of searches under rules that remove cycles. */
uint64_t store_count_search_lemmas(const struct store *store);

/* What it counted of results of counts of complete games. */
uint64_t store_count_results(const struct store *store);

/* What store_open() with STORE_LOOK found missing of tables of positions. */
const struct walk_gaps *store_gaps(const struct store *store);

/* Looks through all dense tables. Returns 0 or a negative errno (dense_list_read()). */
int store_dense(struct store *store, struct dense_list *ret_list);

/* Says what is missing and how to make it again, in a line without its end. */
#define GAP_TEXT_MAX 512
void store_gap_text(const struct walk_gap *gap, char text[GAP_TEXT_MAX]);

/* Copies what is sound into a new file (walk/copy.h), and removes what killed runs left of dense
 * tables, which stay as they are otherwise. Nobody else may use the store. patience may
 * be NULL. Returns 0 or a negative errno and err. */
int store_compact(const char *dir, const struct store_patience *patience,
                  struct copy_result *ret_result, struct error *err);

/*
 * Finds what the store knows of the position at which game stands, without search: the result of a
 * solved root; or the bounds that lemmas and tables give the position and its root moves, without a
 * principal variation. Returns 0 and *ret_analysis, to be released; or a negative errno.
 */
int store_query(struct store *store, const struct game *game, int komi_half_points,
                struct analysis *ret_analysis);

#endif
