/* The records of a table of positions. */
#include "store/values/values_record.h"

#include <errno.h>
#include <string.h>

#include "store/values/values_progress.h"

#define CHUNK_HEAD (CHECKSUM + 5)
#define KO_BYTES 6
#define HEAD_BYTES (CHECKSUM + 17)

int values_bits(int points)
{
    int bits = 1;
    while (1 << bits < 2 * points + 2)
        bits++;
    return bits;
}

static void put_set(uint8_t *to, uint64_t set, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++)
        to[i] = (uint8_t)(set >> 8 * (bytes - 1 - i));
}

struct values_key values_key(const struct record_shape *shape, enum values_kind kind,
                             const struct stones *first, uint32_t part)
{
    struct values_key key = {.bytes = {(uint8_t)kind}, .size = 1};
    if (kind == VALUES_CHUNK) {
        put_set(key.bytes + 1, first->of[BLACK], shape->set_bytes);
        put_set(key.bytes + 1 + shape->set_bytes, first->of[WHITE], shape->set_bytes);
        key.size += 2 * shape->set_bytes;
    } else if (kind == VALUES_PART) {
        put_set(key.bytes + 1, part, 4);
        key.size += 4;
    }
    return key;
}

void values_put_head(struct bytes *to, const struct values_head *head)
{
    record_begin(to);
    bytes_put_number(to, head->layers | (head->imported ? HEAD_IMPORTED : 0), 1);
    bytes_put_number(to, head->boards, 8);
    bytes_put_number(to, head->kos, 8);
}

void values_seal(struct bytes *value, const struct record_shape *shape)
{
    record_seal(value, 0, shape->seed);
}

/* Numbers of a few bits, one after the other. */
struct bit_writer {
    struct bytes *to;
    uint64_t held;
    int count;
};

static void put_bits(struct bit_writer *writer, uint64_t number, int bits)
{
    writer->held |= number << writer->count;
    for (writer->count += bits; writer->count >= 8; writer->count -= 8, writer->held >>= 8)
        bytes_put_number(writer->to, writer->held & 255, 1);
}

static unsigned get_bits(const uint8_t *from, size_t at, int bits)
{
    unsigned number = 0;
    for (int i = 0; i < bits; i++, at++)
        number |= (unsigned)(from[at / 8] >> at % 8 & 1) << i;
    return number;
}

static size_t codes_of_board(unsigned layers)
{
    return 2 * 2 * (size_t)layers;
}

static void put_codes(struct bit_writer *writer, const struct board_table *table, uint32_t orbit)
{
    int points = table->positions.points, bits = values_bits(points);
    uint32_t board = orbit << table->positions.shift;
    for (uint8_t mover = BLACK; mover <= WHITE; mover++) {
        for (enum colour attacker = BLACK; attacker <= WHITE; attacker++) {
            for (int passes = 0; passes < board_table_layers(table); passes++) {
                struct state state = {.board = board, .mover = mover, .passes = (uint8_t)passes};
                int margin = attractor_margin(&table->every, state, attacker);
                put_bits(writer, table_margin_code(margin, points), bits);
            }
        }
    }
}

/* Returns how many there are. */
static unsigned put_kos(struct bytes *to, const struct board_table *table, const uint32_t *orbits,
                        unsigned count)
{
    struct table_entry entries[TABLE_KOS_MAX];
    unsigned all = 0;
    for (unsigned n = 0; n < count; n++) {
        int kos = board_table_kos(table, orbits[n], entries);
        for (int i = 0; i < kos; i++) {
            bytes_put_number(to, n, 2);
            bytes_put_number(to, entries[i].mover, 1);
            bytes_put_number(to, entries[i].ko, 1);
            bytes_put(to, entries[i].codes, 2);
        }
        all += (unsigned)kos;
    }
    return all;
}

void values_put_chunk(struct bytes *to, const struct record_shape *shape,
                      const struct board_table *table, const uint32_t *orbits, unsigned count)
{
    struct bit_writer writer = {.to = to};
    size_t start = to->size;
    record_begin(to);
    bytes_put_number(to, (uint64_t)board_table_layers(table), 1);
    bytes_put_number(to, count, 2);
    bytes_put_number(to, 0, 2);
    for (unsigned n = 0; n < count; n++)
        for (enum colour colour = BLACK; colour <= WHITE; colour++)
            bytes_put_number(to, table->positions.orbits[orbits[n]].canonical.of[colour],
                             (int)shape->set_bytes);
    for (unsigned n = 0; n < count; n++)
        put_codes(&writer, table, orbits[n]);
    if (writer.count > 0)
        put_bits(&writer, 0, 8 - writer.count);
    unsigned kos = put_kos(to, table, orbits, count);
    if (!to->failed)
        bytes_encode(to->data + start + CHECKSUM + 3, kos, 2);
}

/* data: what follows the checksum. */
static struct values_head head_of(const uint8_t *data)
{
    return (struct values_head){
        .layers = data[0] & (HEAD_IMPORTED - 1u),
        .imported = (data[0] & HEAD_IMPORTED) != 0,
        .boards = bytes_decode(data + 1, 8),
        .kos = bytes_decode(data + 9, 8),
    };
}

bool values_read_head(const struct record_shape *shape, const uint8_t *value, size_t size,
                      struct values_head *ret_head)
{
    if (size != HEAD_BYTES || !record_is_sealed(value, size, shape->seed))
        return false;
    *ret_head = head_of(value + CHECKSUM);
    return ret_head->layers >= BOUNDS_LAYERS && ret_head->layers <= LAYERS_MAX;
}

bool values_read_chunk(const struct record_shape *shape, const uint8_t *value, size_t size,
                       struct values_chunk *ret_chunk)
{
    struct values_chunk chunk;
    if (size < CHUNK_HEAD || !record_is_sealed(value, size, shape->seed))
        return false;
    chunk.layers = value[CHECKSUM];
    chunk.boards = (unsigned)bytes_decode(value + CHECKSUM + 1, 2);
    chunk.kos = (unsigned)bytes_decode(value + CHECKSUM + 3, 2);
    size_t bits = chunk.boards * codes_of_board(chunk.layers) * (size_t)values_bits(shape->points);
    chunk.stones = value + CHUNK_HEAD;
    chunk.codes = chunk.stones + chunk.boards * 2 * shape->set_bytes;
    chunk.ko_states = chunk.codes + (bits + 7) / 8;
    if (chunk.layers < BOUNDS_LAYERS || chunk.layers > LAYERS_MAX || chunk.boards == 0 ||
        chunk.boards > CHUNK_BOARDS ||
        size != CHUNK_HEAD + chunk.boards * 2 * shape->set_bytes + (bits + 7) / 8 +
                    (size_t)chunk.kos * KO_BYTES)
        return false;
    *ret_chunk = chunk;
    return true;
}

struct stones values_board(const struct record_shape *shape, const struct values_chunk *chunk,
                           unsigned n)
{
    const uint8_t *at = chunk->stones + n * 2 * shape->set_bytes;
    int bytes = (int)shape->set_bytes;
    return (struct stones){{bytes_decode(at, bytes), bytes_decode(at + bytes, bytes)}};
}

static int compare(struct stones a, struct stones b)
{
    for (enum colour colour = BLACK; colour <= WHITE; colour++)
        if (a.of[colour] != b.of[colour])
            return a.of[colour] < b.of[colour] ? -1 : 1;
    return 0;
}

int values_find_board(const struct record_shape *shape, const struct values_chunk *chunk,
                      struct stones stones)
{
    unsigned low = 0, high = chunk->boards;
    while (low < high) {
        unsigned middle = (low + high) / 2;
        int order = compare(values_board(shape, chunk, middle), stones);
        if (order == 0)
            return (int)middle;
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return -1;
}

static bool find_ko(const struct values_chunk *chunk, unsigned n, struct table_entry *entry)
{
    for (unsigned i = 0; i < chunk->kos; i++) {
        const uint8_t *at = chunk->ko_states + (size_t)i * KO_BYTES;
        if (bytes_decode(at, 2) != n || at[2] != entry->mover || at[3] != entry->ko)
            continue;
        entry->codes[BLACK] = at[4];
        entry->codes[WHITE] = at[5];
        return true;
    }
    return false;
}

bool values_codes(const struct record_shape *shape, const struct values_chunk *chunk, unsigned n,
                  struct table_entry *entry)
{
    int bits = values_bits(shape->points);
    if (entry->ko != 0)
        return find_ko(chunk, n, entry);
    for (unsigned attacker = BLACK; attacker <= WHITE; attacker++) {
        size_t code = n * codes_of_board(chunk->layers) +
                      (entry->mover * 2u + attacker) * chunk->layers + entry->passes;
        entry->codes[attacker] = (uint8_t)get_bits(chunk->codes, code * (size_t)bits, bits);
    }
    return entry->passes < chunk->layers;
}

/* Are these margins, and does Black force no more than White lets him? */
static bool may_be_forced(const struct record_shape *shape, const uint8_t codes[2])
{
    unsigned margins = 2 * (unsigned)shape->points + 1;
    return codes[BLACK] <= margins && codes[WHITE] <= margins &&
           (codes[BLACK] == 0 || codes[WHITE] == 0 ||
            codes[BLACK] + codes[WHITE] <= 2 * (shape->points + 1));
}

static void set_bits(uint8_t *to, size_t at, int bits, unsigned number)
{
    for (int i = 0; i < bits; i++, at++) {
        uint8_t bit = (uint8_t)(1u << at % 8);
        to[at / 8] = (uint8_t)((to[at / 8] & ~bit) | (number >> i & 1 ? bit : 0));
    }
}

bool values_set_codes(const struct record_shape *shape, uint8_t *value, unsigned n,
                      const struct table_entry *entry)
{
    int bits = values_bits(shape->points);
    unsigned layers = value[CHECKSUM], boards = (unsigned)bytes_decode(value + CHECKSUM + 1, 2);
    uint8_t *codes = value + CHUNK_HEAD + boards * 2 * shape->set_bytes;
    for (unsigned attacker = BLACK; attacker <= WHITE; attacker++) {
        size_t code =
            n * codes_of_board(layers) + (entry->mover * 2u + attacker) * layers + entry->passes;
        set_bits(codes, code * (size_t)bits, bits, entry->codes[attacker]);
    }
    return may_be_forced(shape, entry->codes);
}

/* The boards ascend; each has its stones on the board, one a point. */
static bool are_boards(const struct record_shape *shape, const struct values_chunk *chunk)
{
    uint64_t all = shape->points < 64 ? (1ull << shape->points) - 1 : UINT64_MAX;
    struct stones before = {{0, 0}};
    for (unsigned n = 0; n < chunk->boards; n++) {
        struct stones board = values_board(shape, chunk, n);
        if ((board.of[BLACK] & board.of[WHITE]) != 0 ||
            ((board.of[BLACK] | board.of[WHITE]) & ~all) != 0 ||
            (n > 0 && compare(before, board) >= 0))
            return false;
        before = board;
    }
    return true;
}

static bool are_codes(const struct record_shape *shape, const struct values_chunk *chunk)
{
    for (unsigned n = 0; n < chunk->boards; n++) {
        for (uint8_t mover = BLACK; mover <= WHITE; mover++) {
            for (uint8_t passes = 0; passes < chunk->layers; passes++) {
                struct table_entry entry = {.mover = mover, .passes = passes};
                if (!values_codes(shape, chunk, n, &entry) || !may_be_forced(shape, entry.codes))
                    return false;
            }
        }
    }
    return true;
}

/* Are boards and numbers what they may be? */
static bool makes_sense(const struct record_shape *shape, const struct values_chunk *chunk)
{
    if (!are_boards(shape, chunk) || !are_codes(shape, chunk))
        return false;
    for (unsigned i = 0; i < chunk->kos; i++) {
        const uint8_t *at = chunk->ko_states + (size_t)i * KO_BYTES;
        if (bytes_decode(at, 2) >= chunk->boards || at[2] > WHITE || at[3] == 0 ||
            !may_be_forced(shape, at + 4))
            return false;
    }
    return true;
}

static bool chunk_is_sound(const struct record_shape *shape, const MDB_val *key,
                           const MDB_val *value, size_t *ret_boards)
{
    struct values_chunk chunk;
    if (!values_read_chunk(shape, value->mv_data, value->mv_size, &chunk) ||
        !makes_sense(shape, &chunk))
        return false;
    struct stones first = values_board(shape, &chunk, 0);
    struct values_key own = values_key(shape, VALUES_CHUNK, &first, 0);
    if (ret_boards != NULL)
        *ret_boards = chunk.boards;
    return own.size == key->mv_size && memcmp(own.bytes, key->mv_data, own.size) == 0;
}

bool values_is_sound(const struct record_shape *shape, const MDB_val *key, const MDB_val *value,
                     size_t *ret_boards)
{
    struct values_head head;
    uint8_t kind = key->mv_size > 0 ? *(const uint8_t *)key->mv_data : (uint8_t)VALUES_KINDS;
    if (ret_boards != NULL)
        *ret_boards = 0;
    switch (kind) {
    case VALUES_HEAD:
        return key->mv_size == 1 && values_read_head(shape, value->mv_data, value->mv_size, &head);
    case VALUES_CHUNK:
        return chunk_is_sound(shape, key, value, ret_boards);
    case VALUES_PROGRESS:
    case VALUES_PART:
        return key->mv_size == (kind == VALUES_PART ? 5 : 1) &&
               record_is_sealed(value->mv_data, value->mv_size, shape->seed);
    default:
        return false;
    }
}

/* --- in a database --- */

int values_write(MDB_txn *txn, MDB_dbi dbi, const struct record_shape *shape,
                 const struct values_key *key, struct bytes *value)
{
    values_seal(value, shape);
    MDB_val own = {key->size, (void *)key->bytes}, data = {value->size, value->data};
    return value->failed ? ENOMEM : mdb_put(txn, dbi, &own, &data, 0);
}

int values_get(MDB_txn *txn, MDB_dbi dbi, const struct record_shape *shape,
               const struct values_key *key, MDB_val *ret_value)
{
    MDB_val own = {key->size, (void *)key->bytes}, data;
    int r = mdb_get(txn, dbi, &own, &data);
    if (r == 0 && !values_is_sound(shape, &own, &data, NULL))
        r = MDB_NOTFOUND;
    if (r == 0)
        *ret_value = data;
    return r;
}

/* --- is all of a table there? --- */

void values_cover_add(struct values_cover *cover, const MDB_val *key, const MDB_val *value)
{
    const uint8_t *data = (const uint8_t *)value->mv_data + CHECKSUM;
    uint64_t ranks;
    switch (*(const uint8_t *)key->mv_data) {
    case VALUES_HEAD:
        cover->head = true;
        cover->said = head_of(data);
        break;
    case VALUES_CHUNK:
        cover->boards += bytes_decode(data + 1, 2);
        cover->kos += bytes_decode(data + 3, 2);
        break;
    case VALUES_PROGRESS:
        cover->progress = value->mv_size == VALUES_PROGRESS_BYTES;
        ranks = cover->progress ? bytes_decode(data + 1, 8) + bytes_decode(data + 9, 8) : 0;
        cover->parts_said = values_progress_parts(ranks);
        break;
    default:
        cover->parts++;
    }
}

enum values_state values_cover_state(const struct values_cover *cover)
{
    bool all = cover->boards == cover->said.boards && cover->kos == cover->said.kos;
    if (cover->head)
        return all ? VALUES_WHOLE : VALUES_SHORT;
    return cover->parts == cover->parts_said && cover->progress == (cover->parts > 0)
               ? VALUES_MAKING
               : VALUES_STUMP;
}
