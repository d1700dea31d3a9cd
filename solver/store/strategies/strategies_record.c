/* The records of tables of strategies. */
#include "store/strategies/strategies.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <xxhash.h>

#include "store/handle/identity.h"
#include "strategy/prover_table.h"

#define ID_BYTES 3 /* of a key: attacker, margin, kind */
#define CHUNK_ID_BYTES (ID_BYTES + 12)
#define MARGIN_ZERO 128
#define QUERY_BYTES 16

/* The flags of a state say which numbers follow. */
enum state_flags {
    STATE_OWN_MOVE = 1,
    STATE_STRICT = 2,
    STATE_PROVED = 4,
    STATE_REFUTED = 8,
    STATE_KO = 16,
    STATE_WIDE = 32,    /* its numbers take two bytes each, not one */
    STATE_WIDEST = 64,  /* four */
    STATE_PLACED = 128, /* its last work and its place in its set are told */
    STATE_FLAGS = 255
};
#define PLACE_SHIFT 5 /* above the most work */

/* In the names of tables of living strategies. */
#define NAME_LIVING ",ends=living"

void strategies_name(const struct graph *graph, const struct prover *prover, char *buffer)
{
    const struct strategy_rules *rules = &prover->rules;
    int length =
        snprintf(buffer, TABLE_NAME_MAX, "ko=%s,replayed=%s,suicide=%s,scoring=%s%s ",
                 rules->ko       ? "illegal"
                 : rules->ko_out ? "out"
                                 : "free",
                 rules->answered   ? "answered"
                 : rules->replayed ? "yes"
                                   : "no",
                 prover->board->suicide ? "multi" : "no",
                 prover->board->stones_only ? "stone" : "area", rules->living ? NAME_LIVING : "");
    identity_board(graph, buffer + length);
}

int strategies_shape(const char *name, struct record_shape *ret_shape)
{
    char ko[8], replayed[9], suicide[6], scoring[6], again[TABLE_NAME_MAX];
    int used = 0;
    if (strlen(name) >= TABLE_NAME_MAX ||
        sscanf(name, "ko=%7[a-z],replayed=%8[a-z],suicide=%5[a-z],scoring=%5[a-z]%n", ko, replayed,
               suicide, scoring, &used) != 4 ||
        used == 0)
        return -EINVAL;
    bool living = strncmp(name + used, NAME_LIVING " ", sizeof(NAME_LIVING)) == 0;
    used += (living ? (int)sizeof(NAME_LIVING) - 1 : 0) + (name[used] != '\0');
    snprintf(again, sizeof(again), "ko=%s,replayed=%s,suicide=%s,scoring=%s%s %s", ko, replayed,
             suicide, scoring, living ? NAME_LIVING : "", name + used);
    int points = identity_points(name + used);
    if (points == 0 || strcmp(again, name) != 0)
        return -EINVAL;
    *ret_shape = (struct record_shape){
        .points = points,
        .set_bytes = (size_t)(points + 7) / 8,
        .seed = record_seed(name, strlen(name)),
    };
    return 0;
}

static void put_big(struct strategies_key *key, uint64_t number, int bytes)
{
    for (int i = bytes; i-- > 0;)
        key->bytes[key->size++] = (uint8_t)(number >> 8 * i);
}

struct strategies_key strategies_key(enum strategies_kind kind, const struct strategies_id *id)
{
    struct strategies_key key = {.size = 0};
    put_big(&key, (uint64_t)id->attacker, 1);
    put_big(&key, (uint64_t)(id->margin + MARGIN_ZERO), 1);
    put_big(&key, (uint64_t)kind, 1);
    if (kind != STRATEGIES_HEAD) {
        put_big(&key, id->table, 8);
        put_big(&key, id->chunk, 4);
    }
    return key;
}

/* The record belongs where it is: its checksum is of its key, too. */
static uint64_t seed_of(const struct record_shape *shape, const void *key, size_t size)
{
    return XXH3_64bits_withSeed(key, size, shape->seed);
}

void strategies_seal(struct bytes *value, const struct record_shape *shape,
                     const struct strategies_key *key)
{
    record_seal(value, 0, seed_of(shape, key->bytes, key->size));
}

static int width_of(unsigned flags)
{
    return (flags & STATE_WIDEST) != 0 ? 4 : (flags & STATE_WIDE) != 0 ? 2 : 1;
}

/* --- writing --- */

static void put_key(struct bytes *to, const struct record_shape *shape, const struct entry_key *key,
                    unsigned flags)
{
    flags |= (key->own_move ? STATE_OWN_MOVE : 0) | (key->ko != 0 ? STATE_KO : 0);
    bytes_put_number(to, flags, 1);
    if (key->ko != 0)
        bytes_put_number(to, key->ko, 1);
    bytes_put_number(to, key->own, (int)shape->set_bytes);
    bytes_put_number(to, key->other, (int)shape->set_bytes);
}

void strategies_put_state(struct bytes *chunk, const struct record_shape *shape,
                          const struct checkpoint_state *state)
{
    bool proved = state->proof == 0, refuted = !proved && state->disproof == 0;
    bool placed = state->way < WAY_COUNT;
    uint32_t both = state->proof | state->disproof;
    unsigned width = proved || refuted || both <= UINT8_MAX ? 0
                     : both <= UINT16_MAX                   ? STATE_WIDE
                                                            : STATE_WIDEST;
    if (chunk->size == 0)
        record_begin(chunk);
    put_key(chunk, shape, &state->key,
            (state->strict ? STATE_STRICT : 0) | (proved ? STATE_PROVED : 0) |
                (refuted ? STATE_REFUTED : 0) | width | (placed ? STATE_PLACED : 0));
    bytes_put_number(chunk, placed ? state->most | state->way << PLACE_SHIFT : state->most, 1);
    if (placed)
        bytes_put_number(chunk, state->work, 1);
    if (proved) {
        bytes_put_number(chunk, state->order, 4);
    } else if (!refuted) {
        bytes_put_number(chunk, state->proof, width_of(width));
        bytes_put_number(chunk, state->disproof, width_of(width));
    }
}

void strategies_put_lesson(struct bytes *chunk, const struct record_shape *shape,
                           const struct lesson_state *state)
{
    const struct checkpoint_state as_state = {
        .key = {state->own, state->other, state->ko, state->own_move},
        .most = state->most,
        .way = WAY_COUNT,
        .proof = state->proof,
        .disproof = 1,
    };
    strategies_put_state(chunk, shape, &as_state);
}

void strategies_put_head(struct bytes *to, const struct record_shape *shape,
                         const struct strategies_head *head, const struct prover *prover)
{
    record_begin(to);
    bytes_put_number(to, head->table, 8);
    bytes_put_number(to, head->states, 8);
    bytes_put_number(to, head->chunks, 4);
    bytes_put_number(to, head->proofs, 4);
    bytes_put_number(to, prover->retracted.count, 4);
    for (size_t i = 0; i < prover->retracted.count; i++)
        put_key(to, shape, &prover->retracted.pairs[i].from, 0);
    bytes_put_number(to, prover->excluded.count, 4);
    for (size_t i = 0; i < prover->excluded.count; i++) {
        put_key(to, shape, &prover->excluded.pairs[i].from, 0);
        put_key(to, shape, &prover->excluded.pairs[i].to, 0);
    }
    bytes_put_number(to, prover->query_count, 4);
    for (size_t i = 0; i < prover->query_count; i++) {
        bytes_put_number(to, prover->queries[i].hash, 8);
        bytes_put_number(to, prover->queries[i].nodes, 8);
    }
    bytes_put_number(to, head->entries, 8);
    bytes_put_number(to, head->halted, 8);
    bytes_put_number(to, head->halted_nodes, 8);
    bytes_put_number(to, head->paths, 4);
    bytes_put_number(to, head->weights, 8);
    bytes_put_number(to, head->games, 4);
    bytes_put_number(to, head->start, 8);
    for (int i = 0; i < 2; i++)
        strategies_put_float(to, head->base[i]);
}

/* --- reading --- */

static unsigned read_key(struct bytes_reader *reader, const struct record_shape *shape,
                         struct entry_key *ret_key)
{
    unsigned flags = (unsigned)bytes_read_number(reader, 1);
    uint64_t full = shape->points == 64 ? ~0ull : (1ull << shape->points) - 1;
    ret_key->ko = (flags & STATE_KO) != 0 ? (uint8_t)bytes_read_number(reader, 1) : 0;
    ret_key->own = bytes_read_number(reader, (int)shape->set_bytes);
    ret_key->other = bytes_read_number(reader, (int)shape->set_bytes);
    ret_key->own_move = (flags & STATE_OWN_MOVE) != 0;
    if ((ret_key->own & ret_key->other) != 0 || ((ret_key->own | ret_key->other) & ~full) != 0 ||
        ret_key->ko > shape->points || (flags & ~(unsigned)STATE_FLAGS) != 0)
        reader->bad = true;
    return flags;
}

static bool is_numbers(uint32_t proof, uint32_t disproof)
{
    return proof > 0 && disproof > 0 && proof <= NEVER && disproof <= NEVER;
}

static void read_state(struct bytes_reader *reader, const struct record_shape *shape,
                       struct checkpoint_state *ret_state)
{
    unsigned flags = read_key(reader, shape, &ret_state->key);
    ret_state->strict = (flags & STATE_STRICT) != 0;
    ret_state->most = (uint8_t)bytes_read_number(reader, 1);
    ret_state->way = WAY_COUNT;
    ret_state->work = (uint8_t)(4 * ret_state->most);
    if ((flags & STATE_PLACED) != 0) {
        ret_state->way = ret_state->most >> PLACE_SHIFT;
        ret_state->most &= TAG_MOST;
        ret_state->work = (uint8_t)bytes_read_number(reader, 1);
        reader->bad = reader->bad || ret_state->way >= WAY_COUNT;
    }
    ret_state->order = 0;
    ret_state->proof = (flags & STATE_PROVED) != 0 ? 0 : NEVER;
    ret_state->disproof = (flags & STATE_REFUTED) != 0 ? 0 : NEVER;
    if ((flags & STATE_PROVED) != 0) {
        ret_state->order = (uint32_t)bytes_read_number(reader, 4);
    } else if ((flags & STATE_REFUTED) == 0) {
        ret_state->proof = (uint32_t)bytes_read_number(reader, width_of(flags));
        ret_state->disproof = (uint32_t)bytes_read_number(reader, width_of(flags));
        if (!is_numbers(ret_state->proof, ret_state->disproof))
            reader->bad = true;
    }
    if ((flags & STATE_PROVED) != 0 && (flags & STATE_REFUTED) != 0)
        reader->bad = true;
}

bool strategies_open(const struct record_shape *shape, const MDB_val *key, const MDB_val *value,
                     struct bytes_reader *ret_reader)
{
    uint64_t seed = seed_of(shape, key->mv_data, key->mv_size);
    return record_open(value->mv_data, value->mv_size, seed, ret_reader) && ret_reader->left > 0;
}

bool strategies_read_chunk(const struct record_shape *shape, const MDB_val *key,
                           const MDB_val *value, struct prover *prover, size_t *ret_states)
{
    struct bytes_reader reader;
    size_t count = 0;
    if (!strategies_open(shape, key, value, &reader))
        return false;
    while (reader.left > 0 && !reader.bad) {
        struct checkpoint_state state;
        read_state(&reader, shape, &state);
        if (!reader.bad && prover != NULL && !checkpoint_restore(prover, &state))
            return false;
        count++;
    }
    if (ret_states != NULL)
        *ret_states = count;
    return !reader.bad;
}

static bool is_lesson(const struct checkpoint_state *state)
{
    return state->disproof != 0 && !state->strict && state->most <= TAG_MOST;
}

bool strategies_read_lesson(const struct record_shape *shape, const MDB_val *key,
                            const MDB_val *value, struct lesson *lesson)
{
    struct bytes_reader reader;
    if (!strategies_open(shape, key, value, &reader))
        return false;
    while (reader.left > 0 && !reader.bad) {
        struct checkpoint_state state;
        read_state(&reader, shape, &state);
        reader.bad = reader.bad || !is_lesson(&state);
        const struct lesson_state taught = {state.key.own, state.key.other, state.proof,
                                            state.key.ko,  state.most,      state.key.own_move};
        if (!reader.bad && lesson != NULL && lesson_add(lesson, &taught) < 0)
            return false;
    }
    return !reader.bad;
}

/* So many of a list of elements of size bytes, which must be there. */
static size_t read_count(struct bytes_reader *reader, size_t size)
{
    size_t count = bytes_read_number(reader, 4);
    reader->bad = reader->bad || count > reader->left / size;
    return reader->bad ? 0 : count;
}

static void read_lists(struct bytes_reader *reader, const struct record_shape *shape,
                       struct prover *prover)
{
    size_t size = 2 * shape->set_bytes + 1; /* at least */
    struct entry_key from, to;
    for (size_t left = read_count(reader, size); left > 0 && !reader->bad; left--) {
        read_key(reader, shape, &from);
        if (prover != NULL && prover_retract(prover, &from) < 0)
            prover->no_memory = true;
    }
    for (size_t left = read_count(reader, 2 * size); left > 0 && !reader->bad; left--) {
        read_key(reader, shape, &from);
        read_key(reader, shape, &to);
        if (prover != NULL && prover_exclude(prover, &from, &to) < 0)
            prover->no_memory = true;
    }
    for (size_t left = read_count(reader, QUERY_BYTES); left > 0 && !reader->bad; left--) {
        uint64_t hash = bytes_read_number(reader, 8), nodes = bytes_read_number(reader, 8);
        struct checkpoint_query *query = prover != NULL ? checkpoint_query(prover, hash) : NULL;
        if (query != NULL)
            query->nodes = nodes;
    }
}

static void read_place(struct bytes_reader *reader, struct strategies_head *head)
{
    head->entries = bytes_read_number(reader, 8);
    head->halted = bytes_read_number(reader, 8);
    head->halted_nodes = bytes_read_number(reader, 8);
    head->paths = (uint32_t)bytes_read_number(reader, 4);
    head->weights = bytes_read_number(reader, 8);
    head->games = (uint32_t)bytes_read_number(reader, 4);
    head->start = bytes_read_number(reader, 8);
    for (int i = 0; i < 2; i++)
        head->base[i] = strategies_read_float(reader);
}

bool strategies_read_head(const struct record_shape *shape, const MDB_val *key,
                          const MDB_val *value, struct prover *prover,
                          struct strategies_head *ret_head)
{
    struct bytes_reader reader;
    *ret_head = (struct strategies_head){0};
    if (!strategies_open(shape, key, value, &reader))
        return false;
    ret_head->table = bytes_read_number(&reader, 8);
    ret_head->states = bytes_read_number(&reader, 8);
    ret_head->chunks = (uint32_t)bytes_read_number(&reader, 4);
    ret_head->proofs = (uint32_t)bytes_read_number(&reader, 4);
    read_lists(&reader, shape, prover);
    if (reader.left > 0) /* older ones end here */
        read_place(&reader, ret_head);
    return !reader.bad && reader.left == 0;
}

static bool is_key(const struct record_shape *shape, const MDB_val *key)
{
    const uint8_t *bytes = key->mv_data;
    if (key->mv_size < ID_BYTES || bytes[0] > WHITE ||
        abs(bytes[1] - MARGIN_ZERO) > shape->points + 1)
        return false;
    return bytes[2] == STRATEGIES_HEAD
               ? key->mv_size == ID_BYTES
               : bytes[2] <= STRATEGIES_MADE && key->mv_size == CHUNK_ID_BYTES;
}

void strategies_read_key(const MDB_val *key, struct strategies_id *ret_id)
{
    const uint8_t *bytes = key->mv_data;
    *ret_id = (struct strategies_id){
        .attacker = bytes[0] == BLACK ? BLACK : WHITE,
        .margin = bytes[1] - MARGIN_ZERO,
    };
}

uint64_t strategies_key_number(const MDB_val *key)
{
    const uint8_t *bytes = key->mv_data;
    uint64_t number = 0;
    for (size_t i = ID_BYTES; i < ID_BYTES + 8 && i < key->mv_size; i++)
        number = number << 8 | bytes[i];
    return number;
}

bool strategies_is_sound(const struct record_shape *shape, const MDB_val *key, const MDB_val *value,
                         size_t *ret_states)
{
    struct strategies_head head;
    if (ret_states != NULL)
        *ret_states = 0;
    if (!is_key(shape, key))
        return false;
    switch (((const uint8_t *)key->mv_data)[2]) {
    case STRATEGIES_CHUNK:
        return strategies_read_chunk(shape, key, value, NULL, ret_states);
    case STRATEGIES_LESSON:
        return strategies_read_lesson(shape, key, value, NULL);
    case STRATEGIES_PATH:
        return strategies_is_path(shape, key, value);
    case STRATEGIES_WEIGHTS:
        return strategies_read_weights(shape, key, value, NULL, NULL);
    case STRATEGIES_DRAFT:
    case STRATEGIES_MADE:
        return strategies_read_draft(shape, key, value, NULL);
    default:
        return strategies_read_head(shape, key, value, NULL, &head);
    }
}
