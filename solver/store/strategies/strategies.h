/*
 * Tables of the search for strategies (strategy/checkpoint.h): what a prover has found, so that a
 * run that was stopped goes on. A table is for a board, an attacker and his margin, and for what of
 * the rules strategies depend on; so rulesets that agree in that share it. It proves nothing by
 * itself, and is not exported.
 *
 * A table is written as a whole under a new number, in chunks of states. Its head is written last:
 * it says which number counts, and its transaction deletes the chunks of other numbers. So there is
 * always one table that is whole, whatever stops the writing (README.md has the format).
 */
#ifndef SOLVER_STORE_STRATEGIES_STRATEGIES_H
#define SOLVER_STORE_STRATEGIES_STRATEGIES_H

#include <lmdb.h>

#include "store/file/record.h"
#include "store/handle/handle.h"
#include "strategy/checkpoint.h"

/* A lesson's chunks are as a table's, under the lesson's hash, and so are those of an estimate's
 * weights and of drafts (strategy/draft.h). A strategy that was made is as a draft, under its
 * query's name, with the draft's hash where a draft has that name. Paths (strategy/halted.h) are
 * chunks of a table, one for each thread. */
enum strategies_kind {
    STRATEGIES_CHUNK,
    STRATEGIES_HEAD,
    STRATEGIES_LESSON,
    STRATEGIES_PATH,
    STRATEGIES_WEIGHTS,
    STRATEGIES_DRAFT,
    STRATEGIES_MADE
};

#define STRATEGIES_CHUNK_STATES 4096 /* of a chunk, at most */
#define STRATEGIES_CHUNK_WEIGHTS 16384
#define STRATEGIES_CHUNK_REPLIES 32768
#define STRATEGIES_KEY_MAX 15

struct strategies_key {
    uint8_t bytes[STRATEGIES_KEY_MAX];
    size_t size;
};

/* What a key says. */
struct strategies_id {
    enum colour attacker;
    int margin;     /* the attacker's */
    uint64_t table; /* a number that chunks of one table share */
    uint32_t chunk; /* counted from 0 */
};

/* What a head says besides the prover's lists. */
struct strategies_head {
    uint64_t table;  /* the number whose chunks count */
    uint64_t states; /* in all chunks */
    uint32_t chunks;
    uint32_t proofs;  /* that the prover has made so far */
    uint64_t entries; /* of its table; 0: not known */
    uint64_t halted;  /* the name of the query that was stopped, or 0 */
    uint64_t halted_nodes;
    uint32_t paths;
    uint64_t weights; /* the number of the estimate's, or 0 */
    uint32_t games;   /* that it has learned from */
    uint64_t start;   /* of the estimate */
    float base[2];
};

/* Writes the name of the tables for a board and rules into buffer of TABLE_NAME_MAX bytes. */
void strategies_name(const struct graph *graph, const struct prover *prover, char *buffer);

/* Finds the shape of the records under a name. Returns 0, or -EINVAL: it is no such name. */
int strategies_shape(const char *name, struct record_shape *ret_shape);

struct strategies_key strategies_key(enum strategies_kind kind, const struct strategies_id *id);

/* Appends a state to a chunk, which may be empty before. */
void strategies_put_state(struct bytes *chunk, const struct record_shape *shape,
                          const struct checkpoint_state *state);
void strategies_put_lesson(struct bytes *chunk, const struct record_shape *shape,
                           const struct lesson_state *state);
/* Appends the value of a head. */
void strategies_put_head(struct bytes *to, const struct record_shape *shape,
                         const struct strategies_head *head, const struct prover *prover);
/* Appends a thread's path. */
void strategies_put_path(struct bytes *to, const struct record_shape *shape,
                         const struct halted_path *path);
void strategies_put_float(struct bytes *to, float number);
float strategies_read_float(struct bytes_reader *reader);
/* Appends weights from *place on, which moves on; nothing if there are no more. */
void strategies_put_weights(struct bytes *to, const struct estimate *estimate, size_t *place);
/* Writes the checksum of a value under its key. */
void strategies_seal(struct bytes *value, const struct record_shape *shape,
                     const struct strategies_key *key);

/*
 * Reads a record whose key is sound. Returns false if the record is not. Puts its states, or lists,
 * into prover (may be NULL: the record is only checked).
 */
bool strategies_read_chunk(const struct record_shape *shape, const MDB_val *key,
                           const MDB_val *value, struct prover *prover, size_t *ret_states);
bool strategies_read_head(const struct record_shape *shape, const MDB_val *key,
                          const MDB_val *value, struct prover *prover,
                          struct strategies_head *ret_head);
/* The same of a lesson's chunk; its states are added to lesson. */
bool strategies_read_lesson(const struct record_shape *shape, const MDB_val *key,
                            const MDB_val *value, struct lesson *lesson);

/* Begins to read a value. Returns false if its checksum is wrong or it is empty. */
bool strategies_open(const struct record_shape *shape, const MDB_val *key, const MDB_val *value,
                     struct bytes_reader *ret_reader);

/* Reads weights into an estimate from *place on, which moves on. estimate, place may be NULL. */
bool strategies_read_weights(const struct record_shape *shape, const MDB_val *key,
                             const MDB_val *value, struct estimate *estimate, size_t *place);

/* Appends replies from *place on, which moves on, and before them the name, or another number, and
 * what else there is to a draft; nothing if there are no more. */
void strategies_put_draft(struct bytes *to, const struct strategy_draft *draft, uint64_t name,
                          size_t *place);

/* Reads a chunk of a draft, which is added to draft (may be NULL); its name becomes the number that
 * was put there. */
bool strategies_read_draft(const struct record_shape *shape, const MDB_val *key,
                           const MDB_val *value, struct strategy_draft *draft);

/* Returns the number of a key that has one. */
uint64_t strategies_key_number(const MDB_val *key);

/* Reads a path, which is to be released. */
bool strategies_read_path(const struct record_shape *shape, const MDB_val *key,
                          const MDB_val *value, struct halted_path *ret_path);
bool strategies_is_path(const struct record_shape *shape, const MDB_val *key, const MDB_val *value);

/* Reads a key that is sound. */
void strategies_read_key(const MDB_val *key, struct strategies_id *ret_id);

/* Is a record sound under its key? *ret_states (may be NULL) receives how many states of a table it
 * has. */
bool strategies_is_sound(const struct record_shape *shape, const MDB_val *key, const MDB_val *value,
                         size_t *ret_states);

/* Sets the functions of store->persistence that save and load provers. */
void strategies_init(struct store *store);

#endif
