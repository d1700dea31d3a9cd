/* The records of paths. */
#include <stdlib.h>

#include "store/strategies/strategies.h"

#define FRAME_BYTES 11
#define EDGE_BYTES 11

enum frame_flags { FRAME_LOOKED = 1, FRAME_DESCENDED = 2 };
enum edge_flags { EDGE_SETTLED = 1, EDGE_HERE = 2 };

static void put_frame(struct bytes *to, const struct halted_frame *frame)
{
    bytes_put_number(to, frame->nodes, 8);
    bytes_put_number(to, frame->edge_count, 1);
    bytes_put_number(to, frame->chosen, 1);
    bytes_put_number(
        to, (frame->looked ? FRAME_LOOKED : 0) | (frame->descended ? FRAME_DESCENDED : 0), 1);
}

static void put_edge(struct bytes *to, const struct halted_edge *edge)
{
    bool here = edge->level != HALTED_LEVEL_NONE;
    bytes_put_number(to, (edge->settled ? EDGE_SETTLED : 0) | (here ? EDGE_HERE : 0), 1);
    bytes_put_number(to, edge->numbers.proof, 4);
    bytes_put_number(to, edge->numbers.disproof, 4);
    bytes_put_number(to, here ? edge->level : 0, 2);
}

void strategies_put_path(struct bytes *to, const struct record_shape *shape,
                         const struct halted_path *path)
{
    const struct halted_edge *edge = path->edges;
    record_begin(to);
    bytes_put_number(to, path->frame_count, 4);
    for (size_t i = 0; i < path->frame_count; i++) {
        put_frame(to, &path->frames[i]);
        for (int k = 0; k < path->frames[i].edge_count; k++)
            put_edge(to, edge++);
    }
    bytes_put_number(to, path->failure_count, 4);
    for (size_t i = 0; i < path->failure_count; i++) {
        const struct halted_failure *failure = &path->failures[i];
        bytes_put_number(to, failure->path_hash, 8);
        bytes_put_number(to, failure->own, (int)shape->set_bytes);
        bytes_put_number(to, failure->other, (int)shape->set_bytes);
        bytes_put_number(to, failure->tag, 2);
    }
}

static size_t read_count(struct bytes_reader *reader, size_t most, size_t size)
{
    size_t count = bytes_read_number(reader, 4);
    reader->bad = reader->bad || count > most || count > reader->left / size;
    return reader->bad ? 0 : count;
}

static void read_frame(struct bytes_reader *reader, struct halted_frame *frame)
{
    frame->nodes = bytes_read_number(reader, 8);
    frame->edge_count = (uint8_t)bytes_read_number(reader, 1);
    frame->chosen = (uint8_t)bytes_read_number(reader, 1);
    unsigned flags = (unsigned)bytes_read_number(reader, 1);
    frame->looked = (flags & FRAME_LOOKED) != 0;
    frame->descended = (flags & FRAME_DESCENDED) != 0;
    reader->bad = reader->bad || flags > (FRAME_LOOKED | FRAME_DESCENDED);
}

static void read_edge(struct bytes_reader *reader, struct halted_edge *edge)
{
    unsigned flags = (unsigned)bytes_read_number(reader, 1);
    edge->numbers.proof = (uint32_t)bytes_read_number(reader, 4);
    edge->numbers.disproof = (uint32_t)bytes_read_number(reader, 4);
    uint32_t level = (uint32_t)bytes_read_number(reader, 2);
    edge->settled = (flags & EDGE_SETTLED) != 0;
    edge->level = (flags & EDGE_HERE) != 0 ? level : HALTED_LEVEL_NONE;
    reader->bad = reader->bad || flags > (EDGE_SETTLED | EDGE_HERE);
}

/* Reads the frames with their edges into room for them. */
static void read_frames(struct bytes_reader *reader, struct halted_path *path)
{
    for (size_t i = 0; i < path->frame_count && !reader->bad; i++) {
        struct halted_frame *frame = &path->frames[i];
        read_frame(reader, frame);
        if (frame->edge_count > reader->left / EDGE_BYTES)
            reader->bad = true;
        for (int k = 0; k < frame->edge_count && !reader->bad; k++)
            read_edge(reader, &path->edges[path->edge_count++]);
    }
}

static void read_failures(struct bytes_reader *reader, const struct record_shape *shape,
                          struct halted_path *path)
{
    for (size_t i = 0; i < path->failure_count; i++) {
        struct halted_failure *failure = &path->failures[i];
        failure->path_hash = bytes_read_number(reader, 8);
        failure->own = bytes_read_number(reader, (int)shape->set_bytes);
        failure->other = bytes_read_number(reader, (int)shape->set_bytes);
        failure->tag = (uint16_t)bytes_read_number(reader, 2);
    }
}

bool strategies_read_path(const struct record_shape *shape, const MDB_val *key,
                          const MDB_val *value, struct halted_path *ret_path)
{
    struct bytes_reader reader;
    struct halted_path path = {0};
    if (!strategies_open(shape, key, value, &reader))
        return false;
    path.frame_count = read_count(&reader, HALTED_FRAMES_MOST, FRAME_BYTES);
    path.frames = calloc(path.frame_count + 1, sizeof(*path.frames));
    path.edges = calloc(reader.left / EDGE_BYTES + 1, sizeof(*path.edges));
    reader.bad = reader.bad || path.frames == NULL || path.edges == NULL;
    read_frames(&reader, &path);
    path.failure_count = read_count(&reader, UINT32_MAX, 2 * shape->set_bytes + 10);
    path.failures = calloc(path.failure_count + 1, sizeof(*path.failures));
    reader.bad = reader.bad || path.failures == NULL;
    if (!reader.bad)
        read_failures(&reader, shape, &path);
    if (!reader.bad && reader.left == 0) {
        *ret_path = path;
        return true;
    }
    halted_path_release(&path);
    return false;
}

bool strategies_is_path(const struct record_shape *shape, const MDB_val *key, const MDB_val *value)
{
    struct halted_path path;
    bool sound = strategies_read_path(shape, key, value, &path);
    if (sound)
        halted_path_release(&path);
    return sound;
}
