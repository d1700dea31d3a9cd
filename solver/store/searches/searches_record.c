/* The records of searches under rules that remove cycles. */
#include "store/searches/searches.h"

#include <xxhash.h>

#define CHUNK_KEY_BYTES 13
#define HEAD_KEY_BYTES 1
/* In place of a score that is not known. */
#define SCORE_NONE INT16_MIN
/* Bits of a number that follow in each byte; the highest bit says that more follow. */
#define PART_BITS 7
#define PART_MORE 0x80

struct searches_key searches_key(enum searches_kind kind, uint64_t number, uint32_t chunk)
{
    struct searches_key key = {.bytes = {(uint8_t)kind}, .size = HEAD_KEY_BYTES};
    if (kind == SEARCHES_HEAD)
        return key;
    for (int i = 0; i < 8; i++)
        key.bytes[1 + i] = (uint8_t)(number >> 8 * (7 - i));
    for (int i = 0; i < 4; i++)
        key.bytes[9 + i] = (uint8_t)(chunk >> 8 * (3 - i));
    key.size = CHUNK_KEY_BYTES;
    return key;
}

/* The record belongs where it is: its checksum is of its key, too. */
static uint64_t seed_of(const struct record_shape *shape, const void *key, size_t size)
{
    return XXH3_64bits_withSeed(key, size, shape->seed);
}

void searches_seal(struct bytes *value, const struct record_shape *shape,
                   const struct searches_key *key)
{
    record_seal(value, 0, seed_of(shape, key->bytes, key->size));
}

/* --- writing --- */

static void begin_if_empty(struct bytes *chunk)
{
    if (chunk->size == 0)
        record_begin(chunk);
}

/* A number in as many bytes as it needs. */
static void put_parts(struct bytes *to, uint64_t number)
{
    while (number >= PART_MORE) {
        bytes_put_number(to, number | PART_MORE, 1);
        number >>= PART_BITS;
    }
    bytes_put_number(to, number, 1);
}

void searches_put_situation(struct bytes *chunk, const struct record_shape *shape,
                            const struct cycle_situation *situation, bool scored, int score)
{
    int width = (int)shape->set_bytes;
    begin_if_empty(chunk);
    bytes_put_number(chunk, situation->stones[0], width);
    bytes_put_number(chunk, situation->stones[1], width);
    bytes_put_number(chunk, situation->temporary, width);
    bytes_put_number(chunk, situation->permanent, width);
    bytes_put_number(chunk, (uint64_t)(situation->mover | situation->needed << 1), 1);
    bytes_put_number(chunk, (uint16_t)(scored ? score : SCORE_NONE), 2);
}

static void put_conditions(struct bytes *to, const struct record_shape *shape,
                           const struct cycle_condition *list, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        put_parts(to, list[i].situation);
        bytes_put_number(to, list[i].used, (int)shape->set_bytes);
    }
}

void searches_put_lemma(struct bytes *chunk, const struct record_shape *shape,
                        const struct cycle_lemma *lemma)
{
    uint32_t last = 0;
    begin_if_empty(chunk);
    bytes_put_number(chunk, lemma->attacker, 1);
    bytes_put_number(chunk, (uint16_t)lemma->bound, 2);
    put_parts(chunk, lemma->situation);
    put_parts(chunk, lemma->watched_count);
    put_parts(chunk, lemma->allowed_count);
    put_parts(chunk, lemma->wanted_count);
    for (uint32_t i = 0; i < lemma->watched_count; i++) {
        put_parts(chunk, lemma->watched[i] - last);
        last = lemma->watched[i];
    }
    put_conditions(chunk, shape, lemma->allowed, lemma->allowed_count);
    put_conditions(chunk, shape, lemma->wanted, lemma->wanted_count);
}

void searches_put_numbers(struct bytes *chunk, uint64_t name, struct dfpn_numbers numbers)
{
    begin_if_empty(chunk);
    bytes_put_number(chunk, name, 8);
    put_parts(chunk, numbers.proof);
    put_parts(chunk, numbers.disproof);
}

void searches_put_head(struct bytes *to, const struct searches_head *head)
{
    record_begin(to);
    bytes_put_number(to, head->number, 8);
    bytes_put_number(to, head->root, 8);
    for (int kind = SEARCHES_SITUATIONS; kind < SEARCHES_KINDS; kind++) {
        bytes_put_number(to, head->counts[kind], 8);
        bytes_put_number(to, head->chunks[kind], 4);
    }
}

/* --- reading --- */

static uint64_t read_parts(struct bytes_reader *reader)
{
    uint64_t number = 0, part = PART_MORE;
    for (int shift = 0; (part & PART_MORE) != 0; shift += PART_BITS) {
        part = bytes_read_number(reader, 1);
        reader->bad = reader->bad || shift > 56;
        if (reader->bad)
            return 0;
        number |= (part & (PART_MORE - 1)) << shift;
    }
    return number;
}

/* The same of a number that fits into 32 bits. */
static uint32_t read_word(struct bytes_reader *reader)
{
    uint64_t number = read_parts(reader);
    reader->bad = reader->bad || number > UINT32_MAX;
    return reader->bad ? 0 : (uint32_t)number;
}

static uint64_t read_set(struct bytes_reader *reader, const struct record_shape *shape)
{
    uint64_t all = shape->points < 64 ? (UINT64_C(1) << shape->points) - 1 : UINT64_MAX;
    uint64_t set = bytes_read_number(reader, (int)shape->set_bytes);
    reader->bad = reader->bad || (set & ~all) != 0;
    return set;
}

static bool read_situation(struct bytes_reader *reader, const struct record_shape *shape,
                           const struct searches_taker *taker)
{
    struct cycle_situation s;
    s.stones[0] = read_set(reader, shape);
    s.stones[1] = read_set(reader, shape);
    s.temporary = read_set(reader, shape);
    s.permanent = read_set(reader, shape);
    unsigned rest = (unsigned)bytes_read_number(reader, 1);
    int score = (int)bytes_read_signed(reader, 2);
    s.mover = rest & 1;
    s.needed = (uint8_t)(rest >> 1);
    bool scored = score != SCORE_NONE;
    if (reader->bad || (s.stones[0] & s.stones[1]) != 0 || s.needed < 1 || s.needed > 3 ||
        (scored && (score > 2 * shape->points || score < -2 * shape->points)))
        return false;
    return taker == NULL || taker->situation(taker->arg, &s, scored, scored ? score : 0);
}

static void read_conditions(struct bytes_reader *reader, const struct record_shape *shape,
                            struct cycle_condition *list, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        list[i].situation = read_word(reader);
        list[i].used = read_set(reader, shape);
    }
}

/* Reads the lists of a lemma, whose lengths are set. */
static void read_lists(struct bytes_reader *reader, const struct record_shape *shape,
                       struct cycle_lemma *lemma)
{
    uint64_t last = 0;
    for (uint32_t i = 0; i < lemma->watched_count; i++) {
        uint64_t step = read_parts(reader);
        reader->bad = reader->bad || (i > 0 && step == 0) || step > UINT32_MAX - last;
        last = reader->bad ? 0 : last + step;
        lemma->watched[i] = (uint32_t)last;
    }
    read_conditions(reader, shape, lemma->allowed, lemma->allowed_count);
    read_conditions(reader, shape, lemma->wanted, lemma->wanted_count);
}

static bool read_lemma(struct bytes_reader *reader, const struct record_shape *shape,
                       const struct searches_taker *taker)
{
    unsigned attacker = (unsigned)bytes_read_number(reader, 1);
    int bound = (int)bytes_read_signed(reader, 2);
    uint32_t situation = read_word(reader);
    uint64_t watched = read_parts(reader), allowed = read_parts(reader);
    uint64_t wanted = read_parts(reader);
    if (reader->bad || attacker > 1 || watched > reader->left || allowed > reader->left ||
        wanted > reader->left)
        return false; /* each takes a byte at least */
    struct cycle_lemma *lemma =
        cycle_lemma_new((uint32_t)watched, (uint32_t)allowed, (uint32_t)wanted);
    if (lemma == NULL)
        return false;
    lemma->attacker = (uint8_t)attacker;
    lemma->bound = bound;
    lemma->situation = situation;
    read_lists(reader, shape, lemma);
    if (!reader->bad && taker != NULL)
        return taker->lemma(taker->arg, lemma);
    cycle_lemma_free(lemma);
    return !reader->bad;
}

static bool read_numbers(struct bytes_reader *reader, const struct searches_taker *taker)
{
    uint64_t name = bytes_read_number(reader, 8);
    struct dfpn_numbers numbers = {.proof = read_word(reader)};
    numbers.disproof = read_word(reader);
    if (reader->bad || name == 0)
        return false;
    return taker == NULL || taker->numbers(taker->arg, name, numbers);
}

static bool begin(const struct record_shape *shape, const MDB_val *key, const MDB_val *value,
                  struct bytes_reader *ret_reader)
{
    uint64_t seed = seed_of(shape, key->mv_data, key->mv_size);
    return record_open(value->mv_data, value->mv_size, seed, ret_reader) && ret_reader->left > 0;
}

bool searches_read_chunk(const struct record_shape *shape, const MDB_val *key, const MDB_val *value,
                         const struct searches_taker *taker, uint64_t *ret_count)
{
    struct bytes_reader reader;
    uint64_t count = 0;
    unsigned kind = ((const uint8_t *)key->mv_data)[0];
    bool sound = begin(shape, key, value, &reader);
    for (; sound && reader.left > 0; count++)
        sound = kind == SEARCHES_SITUATIONS ? read_situation(&reader, shape, taker)
                : kind == SEARCHES_LEMMAS   ? read_lemma(&reader, shape, taker)
                                            : read_numbers(&reader, taker);
    if (ret_count != NULL)
        *ret_count = count;
    return sound;
}

bool searches_read_head(const struct record_shape *shape, const MDB_val *key, const MDB_val *value,
                        struct searches_head *ret_head)
{
    struct bytes_reader reader;
    if (!begin(shape, key, value, &reader))
        return false;
    *ret_head = (struct searches_head){.number = bytes_read_number(&reader, 8)};
    ret_head->root = bytes_read_number(&reader, 8);
    for (int kind = SEARCHES_SITUATIONS; kind < SEARCHES_KINDS; kind++) {
        ret_head->counts[kind] = bytes_read_number(&reader, 8);
        ret_head->chunks[kind] = (uint32_t)bytes_read_number(&reader, 4);
    }
    return !reader.bad && reader.left == 0;
}

bool searches_is_sound(const struct record_shape *shape, const MDB_val *key, const MDB_val *value,
                       enum searches_kind *ret_kind, uint64_t *ret_count)
{
    struct searches_head head;
    const uint8_t *bytes = key->mv_data;
    if (key->mv_size == 0 || bytes[0] >= SEARCHES_KINDS ||
        key->mv_size != (bytes[0] == SEARCHES_HEAD ? HEAD_KEY_BYTES : CHUNK_KEY_BYTES))
        return false;
    if (ret_kind != NULL)
        *ret_kind = bytes[0];
    if (ret_count != NULL)
        *ret_count = 0;
    return bytes[0] == SEARCHES_HEAD ? searches_read_head(shape, key, value, &head)
                                     : searches_read_chunk(shape, key, value, NULL, ret_count);
}
