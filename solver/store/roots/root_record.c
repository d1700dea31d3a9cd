/* Records of solved roots and of what is known of the others. */
#include "store/roots/root_record.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "store/file/record.h"

#define NO_POINT 255
#define WITH_CYCLE 128
#define ROOT_SEED 0x726f6f7473ull

static void put_move(struct bytes *bytes, struct move move)
{
    bytes_put_number(bytes, (uint64_t)move.kind | (move.cycle > 0 ? WITH_CYCLE : 0), 1);
    bytes_put_number(bytes, move.kind == MOVE_STONE ? (uint64_t)move.point : NO_POINT, 1);
    if (move.cycle > 0)
        bytes_put_number(bytes, (uint64_t)move.cycle, 4);
}

static void put_bounds(struct bytes *bytes, const struct bounds *bounds)
{
    bytes_put_number(bytes, (uint64_t)(int64_t)bounds->lower_min, 4);
    bytes_put_number(bytes, (uint64_t)(int64_t)bounds->lower_max, 4);
    bytes_put_number(bytes, (uint64_t)(int64_t)bounds->upper_min, 4);
    bytes_put_number(bytes, (uint64_t)(int64_t)bounds->upper_max, 4);
}

void root_record_write(const struct root_key *key, const struct analysis *analysis, unsigned flags,
                       struct bytes *value)
{
    size_t start = value->size;
    record_begin(value);
    bytes_put_number(value, key->text.size, 4);
    bytes_put(value, key->text.data, key->text.size);
    bytes_put_number(value, flags | (analysis->pv_complete ? ROOT_PV_COMPLETE : 0), 1);
    put_bounds(value, &analysis->bounds);
    bytes_put_number(value, analysis->nodes, 8);
    bytes_put_number(value, (uint64_t)analysis->cycle_from, 4);
    bytes_put_number(value, analysis->move_count, 2);
    for (size_t i = 0; i < analysis->move_count; i++) {
        const struct analysis_move *made = &analysis->moves[i];
        put_move(value, made->move);
        bytes_put_number(value, made->best, 1);
        bytes_put_number(value, (uint64_t)made->same_as, 2);
        put_bounds(value, &made->bounds);
    }
    bytes_put_number(value, analysis->pv_count, 2);
    for (size_t i = 0; i < analysis->pv_count; i++)
        put_move(value, analysis->pv[i]);
    record_seal(value, start, ROOT_SEED);
}

static struct move read_move(struct bytes_reader *reader)
{
    unsigned first = (unsigned)bytes_read_number(reader, 1), kind = first & ~(unsigned)WITH_CYCLE;
    int point = (int)bytes_read_number(reader, 1);
    uint64_t cycle = first & WITH_CYCLE ? bytes_read_number(reader, 4) : 0;
    if ((first & WITH_CYCLE) && (cycle == 0 || cycle > MOVE_CYCLE_MAX || kind == MOVE_REFRESH))
        reader->bad = true;
    if (kind > MOVE_REFRESH ||
        (kind == MOVE_STONE ? point >= SOLVER_MAX_POINTS : point != NO_POINT))
        reader->bad = true;
    return move_after_cycle(reader->bad ? 0 : (int)cycle, kind == MOVE_STONE
                                                              ? move_stone(point)
                                                              : move_pass((enum move_kind)kind));
}

static void read_bounds(struct bytes_reader *reader, struct bounds *ret_bounds)
{
    ret_bounds->lower_min = (int)bytes_read_signed(reader, 4);
    ret_bounds->lower_max = (int)bytes_read_signed(reader, 4);
    ret_bounds->upper_min = (int)bytes_read_signed(reader, 4);
    ret_bounds->upper_max = (int)bytes_read_signed(reader, 4);
    if (!bounds_in_order(ret_bounds))
        reader->bad = true;
}

/*
 * Reads how many elements of size bytes a list has. Returns room for them, to be freed; NULL: what
 * is wrong in the record is told by the reader, or there is no memory.
 */
static void *read_room(struct bytes_reader *reader, size_t size, size_t *ret_count)
{
    *ret_count = bytes_read_number(reader, 2);
    if (*ret_count > reader->left)
        reader->bad = true;
    return reader->bad ? NULL : calloc(*ret_count + 1, size);
}

/* Returns 0 or -ENOMEM. The reader knows if something is wrong in the record. */
static int read_moves(struct bytes_reader *reader, struct analysis *analysis)
{
    size_t count;
    analysis->moves = read_room(reader, sizeof(*analysis->moves), &count);
    if (analysis->moves == NULL)
        return reader->bad ? 0 : -ENOMEM;
    for (size_t i = 0; i < count && !reader->bad; i++) {
        struct analysis_move *made = &analysis->moves[analysis->move_count++];
        made->move = read_move(reader);
        made->best = bytes_read_number(reader, 1) != 0;
        made->same_as = (int)bytes_read_number(reader, 2);
        read_bounds(reader, &made->bounds);
        if (made->same_as > (int)i)
            reader->bad = true;
    }
    return 0;
}

/* Returns 0 or -ENOMEM. */
static int read_pv(struct bytes_reader *reader, struct analysis *analysis)
{
    size_t count;
    analysis->pv = read_room(reader, sizeof(*analysis->pv), &count);
    if (analysis->pv == NULL)
        return reader->bad ? 0 : -ENOMEM;
    while (analysis->pv_count < count && !reader->bad)
        analysis->pv[analysis->pv_count++] = read_move(reader);
    return 0;
}

/* All that follows the key text. Returns 0 or -ENOMEM. */
static int read_facts(struct bytes_reader *reader, struct root_facts *facts)
{
    struct analysis *analysis = &facts->analysis;
    unsigned flags = (unsigned)bytes_read_number(reader, 1);
    read_bounds(reader, &analysis->bounds);
    analysis->nodes = bytes_read_number(reader, 8);
    analysis->cycle_from = (long)bytes_read_signed(reader, 4);
    if (analysis->cycle_from < -1)
        analysis->cycle_from = -1; /* as 0.1.0 wrote it where the cycle began before the line */
    analysis->pv_complete = (flags & ROOT_PV_COMPLETE) != 0;
    facts->flags = flags & ~(unsigned)ROOT_PV_COMPLETE;
    int r = read_moves(reader, analysis);
    if (r == 0)
        r = read_pv(reader, analysis);
    if (reader->left > 0 || flags > ROOT_FLAGS || analysis->cycle_from > (long)analysis->pv_count)
        reader->bad = true;
    return r;
}

int root_record_read(const uint8_t *hash, const void *value, size_t size,
                     struct root_record *ret_record)
{
    uint8_t key[STORE_KEY];
    struct bytes_reader reader;
    struct root_record record = {.facts = {.analysis = {.threads = 1}}};
    if (!record_open(value, size, ROOT_SEED, &reader))
        return -EBADMSG;
    record.length = bytes_read_number(&reader, 4);
    record.text = (const char *)bytes_read(&reader, record.length);
    if (record.text == NULL)
        return -EBADMSG;
    record_hash(record.text, record.length, key);
    if (memcmp(key, hash, STORE_KEY) != 0)
        return -EBADMSG;
    int r = read_facts(&reader, &record.facts);
    if (r == 0 && !reader.bad) {
        *ret_record = record;
        return 0;
    }
    analysis_release(&record.facts.analysis);
    return r < 0 ? r : -EBADMSG;
}
