/*
 * The records of where a run was stopped (search/halt.h): for each root one, which the next run
 * that is stopped there writes anew. It proves nothing, and is not exported.
 *
 *     key       20  XXH3-128 of the two numbers that name the root, 8 bytes each; the number of the
 *                   chunk 4, big-endian: 0 is the head
 *     checksum   8  XXH3-64 of the rest, seeded with that of the key, which has that of the
 *                   sub-table's name as its seed
 *
 * The head: what is known 3 times 4, name 8, budget 8, reach 4, asked 4; threshold 4, attacker 1,
 * over 1, nodes left 8 and 8, work 8; number of steps 4, the steps; number of chunks 4. A step:
 * kind 1, point 1, proof number 4, disproof number 4. Another chunk: open nodes, each with hash 8,
 * proof number 4, disproof number 4.
 */
#ifndef SOLVER_STORE_HALTS_HALTS_RECORD_H
#define SOLVER_STORE_HALTS_HALTS_RECORD_H

#include <lmdb.h>

#include "base/bytes.h"
#include "search/halt.h"
#include "store/file/record.h"

#define HALT_KEY (STORE_KEY + 4)
#define HALT_CHUNK_NODES 4096 /* of a chunk, at most */

/* Writes the key of a root's chunk. */
void halts_key(const uint64_t root[2], uint32_t chunk, uint8_t key[HALT_KEY]);

/* Begins a value; halts_seal() ends it. */
void halts_put_head(struct bytes *value, const struct halt_point *point, uint32_t chunks);
void halts_put_node(struct bytes *value, uint64_t hash, struct dfpn_numbers numbers);
void halts_seal(const struct record_shape *shape, const uint8_t key[HALT_KEY], struct bytes *value);

/* Reads a head. Returns false, and nothing to be freed, if it is not sound or there is no memory.
 */
bool halts_read_head(const struct record_shape *shape, const MDB_val *key, const MDB_val *value,
                     struct halt_point *ret_point, uint32_t *ret_chunks);

/* Reads another chunk and puts its nodes into search (may be NULL: it is only checked). Returns
 * false if it is not sound. */
bool halts_read_nodes(const struct record_shape *shape, const MDB_val *key, const MDB_val *value,
                      struct search *search);

/* Returns how many nodes a record has that is sound; 0: it is a head. */
uint64_t halts_count_nodes(const MDB_val *key, const MDB_val *value);

/* Is a record sound under its key? */
bool halts_is_sound(const struct record_shape *shape, const MDB_val *key, const MDB_val *value);

#endif
