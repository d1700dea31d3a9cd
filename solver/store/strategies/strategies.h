/*
 * Tables of the search for strategies (strategy/checkpoint.h): what a prover has found, so that a
 * run that was stopped goes on. A table is of a board, of an attacker and his margin, and of what
 * of the rules strategies depend on; so rulesets that agree in that share it. It proves nothing by
 * itself, and is not exported.
 *
 * A table is written as a whole under a new number, in chunks of states; its head, written last,
 * says which number counts, and in the same transaction the chunks of others go. So there is always
 * one that is of a piece, whatever stops the writing (README.md has the format).
 */
#ifndef SOLVER_STORE_STRATEGIES_STRATEGIES_H
#define SOLVER_STORE_STRATEGIES_STRATEGIES_H

#include <lmdb.h>

#include "store/file/record.h"
#include "store/handle/handle.h"
#include "strategy/checkpoint.h"

enum strategies_kind { STRATEGIES_CHUNK, STRATEGIES_HEAD };

/* States to a chunk, at most. */
#define STRATEGIES_CHUNK_STATES 4096
#define STRATEGIES_KEY_MAX 15

struct strategies_key {
    uint8_t bytes[STRATEGIES_KEY_MAX];
    size_t size;
};

/* What a key says. */
struct strategies_id {
    enum colour attacker;
    int margin;
    uint64_t table; /* the number of chunks that belong together */
    uint32_t chunk;
};

/* What a head says besides the prover's lists. */
struct strategies_head {
    uint64_t table, states;
    uint32_t chunks, proofs;
};

/* The name of the board's and the rules' tables, into buffer of TABLE_NAME_MAX bytes. */
void strategies_name(const struct graph *graph, const struct prover *prover, char *buffer);

/* The shape of the records under a name. Returns 0, or -EINVAL: no such name. */
int strategies_shape(const char *name, struct record_shape *ret_shape);

struct strategies_key strategies_key(enum strategies_kind kind, const struct strategies_id *id);

/* Appends a state to a chunk that is made; the first bytes are made room for. */
void strategies_put_state(struct bytes *chunk, const struct record_shape *shape,
                          const struct checkpoint_state *state);
/* Appends the value of a head. */
void strategies_put_head(struct bytes *to, const struct record_shape *shape,
                         const struct strategies_head *head, const struct prover *prover);
/* Writes the checksum of a value under its key. */
void strategies_seal(struct bytes *value, const struct record_shape *shape,
                     const struct strategies_key *key);

/*
 * Reads a record whose key is sound. Each returns false if it is not sound. States are put into
 * prover (may be NULL: it is only looked at), lists, too.
 */
bool strategies_read_chunk(const struct record_shape *shape, const MDB_val *key,
                           const MDB_val *value, struct prover *prover, size_t *ret_states);
bool strategies_read_head(const struct record_shape *shape, const MDB_val *key,
                          const MDB_val *value, struct prover *prover,
                          struct strategies_head *ret_head);

/* Reads a key that is sound. */
void strategies_read_key(const MDB_val *key, struct strategies_id *ret_id);

/* *ret_states (may be NULL): those of a chunk. */
bool strategies_is_sound(const struct record_shape *shape, const MDB_val *key, const MDB_val *value,
                         size_t *ret_states);

/* Sets the functions of store->persistence that save and load provers. */
void strategies_init(struct store *store);

#endif
