/* The records of where a run was stopped. */
#include "store/halts/halts_record.h"

#include <stdlib.h>

#include <xxhash.h>

#define STEP_BYTES 10
#define NODE_BYTES 16
#define MARGIN_MOST (1 << 16)

static uint64_t seed_of(const struct record_shape *shape, const uint8_t key[HALT_KEY])
{
    return XXH3_64bits_withSeed(key, HALT_KEY, shape->seed);
}

void halts_key(const uint64_t root[2], uint32_t chunk, uint8_t key[HALT_KEY])
{
    uint8_t name[16];
    bytes_encode(name, root[0], 8);
    bytes_encode(name + 8, root[1], 8);
    record_hash(name, sizeof(name), key);
    for (int i = 0; i < 4; i++)
        key[STORE_KEY + i] = (uint8_t)(chunk >> (24 - 8 * i));
}

static void put_steps(struct bytes *value, const struct halt_point *point)
{
    bytes_put_number(value, point->step_count, 4);
    for (size_t i = 0; i < point->step_count; i++) {
        const struct halt_step *step = &point->steps[i];
        bytes_put_number(value, step->kind, 1);
        bytes_put_number(value, step->point, 1);
        bytes_put_number(value, step->limits.proof, 4);
        bytes_put_number(value, step->limits.disproof, 4);
    }
}

void halts_put_head(struct bytes *value, const struct halt_point *point, uint32_t chunks)
{
    const struct halt_round *round = &point->round;
    const struct halt_query *query = &point->query;
    record_begin(value);
    for (int i = 0; i < 3; i++)
        bytes_put_number(value, (uint64_t)(int64_t)round->known[i], 4);
    bytes_put_number(value, round->name, 8);
    bytes_put_number(value, round->budget, 8);
    bytes_put_number(value, round->reach, 4);
    bytes_put_number(value, round->asked, 4);
    bytes_put_number(value, (uint64_t)(int64_t)query->threshold, 4);
    bytes_put_number(value, query->attacker, 1);
    bytes_put_number(value, query->over, 1);
    bytes_put_number(value, query->left[0], 8);
    bytes_put_number(value, query->left[1], 8);
    bytes_put_number(value, query->work, 8);
    put_steps(value, point);
    bytes_put_number(value, chunks, 4);
}

void halts_put_node(struct bytes *value, uint64_t hash, struct dfpn_numbers numbers)
{
    if (value->size == 0)
        record_begin(value);
    bytes_put_number(value, hash, 8);
    bytes_put_number(value, numbers.proof, 4);
    bytes_put_number(value, numbers.disproof, 4);
}

void halts_seal(const struct record_shape *shape, const uint8_t key[HALT_KEY], struct bytes *value)
{
    record_seal(value, 0, seed_of(shape, key));
}

static bool begin(const struct record_shape *shape, const MDB_val *key, const MDB_val *value,
                  struct bytes_reader *ret_reader)
{
    return key->mv_size == HALT_KEY &&
           record_open(value->mv_data, value->mv_size, seed_of(shape, key->mv_data), ret_reader);
}

static void read_round(struct bytes_reader *reader, struct halt_round *round)
{
    for (int i = 0; i < 3; i++)
        round->known[i] = (int32_t)bytes_read_signed(reader, 4);
    round->name = bytes_read_number(reader, 8);
    round->budget = bytes_read_number(reader, 8);
    round->reach = (uint32_t)bytes_read_number(reader, 4);
    round->asked = (uint32_t)bytes_read_number(reader, 4);
    if (round->name == 0 || round->budget == 0 || round->budget > HALT_BUDGET_MOST ||
        round->reach > HALT_REACH_MOST || round->asked > HALT_ASKED_MOST)
        reader->bad = true;
}

static void read_query(struct bytes_reader *reader, struct halt_query *query)
{
    query->threshold = (int32_t)bytes_read_signed(reader, 4);
    query->attacker = (uint8_t)bytes_read_number(reader, 1);
    uint64_t over = bytes_read_number(reader, 1);
    query->over = over != 0;
    query->left[0] = bytes_read_number(reader, 8);
    query->left[1] = bytes_read_number(reader, 8);
    query->work = bytes_read_number(reader, 8);
    if (over > 1 || query->attacker > WHITE || query->threshold > MARGIN_MOST ||
        query->threshold < -MARGIN_MOST)
        reader->bad = true;
}

static void read_steps(struct bytes_reader *reader, int points, struct halt_point *point)
{
    uint64_t count = bytes_read_number(reader, 4);
    if (reader->bad || count > HALT_STEPS_MOST || count * STEP_BYTES > reader->left) {
        reader->bad = true;
        return;
    }
    point->steps = count > 0 ? malloc(count * sizeof(*point->steps)) : NULL;
    reader->bad = count > 0 && point->steps == NULL;
    for (; !reader->bad && point->step_count < count; point->step_count++) {
        struct halt_step *step = &point->steps[point->step_count];
        step->kind = (uint8_t)bytes_read_number(reader, 1);
        step->point = (uint8_t)bytes_read_number(reader, 1);
        step->limits.proof = (uint32_t)bytes_read_number(reader, 4);
        step->limits.disproof = (uint32_t)bytes_read_number(reader, 4);
        if (step->kind > MOVE_REFRESH || step->point >= points)
            reader->bad = true;
    }
}

bool halts_read_head(const struct record_shape *shape, const MDB_val *key, const MDB_val *value,
                     struct halt_point *ret_point, uint32_t *ret_chunks)
{
    struct bytes_reader reader;
    *ret_point = (struct halt_point){0};
    if (!begin(shape, key, value, &reader))
        return false;
    read_round(&reader, &ret_point->round);
    read_query(&reader, &ret_point->query);
    read_steps(&reader, shape->points, ret_point);
    *ret_chunks = (uint32_t)bytes_read_number(&reader, 4);
    if (!reader.bad && reader.left == 0)
        return true;
    free(ret_point->steps);
    *ret_point = (struct halt_point){0};
    return false;
}

bool halts_read_nodes(const struct record_shape *shape, const MDB_val *key, const MDB_val *value,
                      struct search *search)
{
    struct bytes_reader reader;
    if (!begin(shape, key, value, &reader) || reader.left % NODE_BYTES != 0 ||
        reader.left > HALT_CHUNK_NODES * NODE_BYTES)
        return false;
    while (search != NULL && reader.left > 0) {
        uint64_t hash = bytes_read_number(&reader, 8);
        uint32_t proof = (uint32_t)bytes_read_number(&reader, 4);
        halt_recall(search, hash,
                    (struct dfpn_numbers){proof, (uint32_t)bytes_read_number(&reader, 4)});
    }
    return true;
}

static bool is_head(const MDB_val *key)
{
    return bytes_decode((const uint8_t *)key->mv_data + STORE_KEY, 4) == 0;
}

uint64_t halts_count_nodes(const MDB_val *key, const MDB_val *value)
{
    return is_head(key) ? 0 : (value->mv_size - CHECKSUM) / NODE_BYTES;
}

bool halts_is_sound(const struct record_shape *shape, const MDB_val *key, const MDB_val *value)
{
    struct halt_point point;
    uint32_t chunks;
    if (key->mv_size != HALT_KEY)
        return false;
    if (!is_head(key))
        return halts_read_nodes(shape, key, value, NULL);
    if (!halts_read_head(shape, key, value, &point, &chunks))
        return false;
    free(point.steps);
    return true;
}
