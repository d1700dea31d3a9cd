/* Lines from a file, read as they come. */
#include "batch/lines.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define CHUNK ((size_t)64 << 10)
#define WAIT_MILLISECONDS 100

void lines_begin(struct lines *lines, int file)
{
    *lines = (struct lines){.file = file};
}

void lines_release(struct lines *lines)
{
    free(lines->bytes);
    lines->bytes = NULL;
}

/* Makes room for another chunk. */
static int make_room(struct lines *lines)
{
    if (lines->begin > 0) {
        memmove(lines->bytes, lines->bytes + lines->begin, lines->used - lines->begin);
        lines->used -= lines->begin;
        lines->begin = 0;
    }
    if (lines->room - lines->used >= CHUNK)
        return 0;
    size_t room = 2 * lines->room + CHUNK;
    char *bytes = realloc(lines->bytes, room);
    if (bytes == NULL)
        return -ENOMEM;
    lines->bytes = bytes;
    lines->room = room;
    return 0;
}

/* Reads more. Returns LINES_LINE if something came, LINES_WAIT, LINES_END or a negative errno. */
static int read_more(struct lines *lines)
{
    struct pollfd wait = {.fd = lines->file, .events = POLLIN};
    int r = make_room(lines);
    if (r < 0)
        return r;
    r = poll(&wait, 1, WAIT_MILLISECONDS);
    if (r == 0 || (r < 0 && errno == EINTR))
        return LINES_WAIT;
    if (r < 0)
        return -errno;
    ssize_t count = read(lines->file, lines->bytes + lines->used, CHUNK);
    if (count < 0)
        return errno == EINTR || errno == EAGAIN ? LINES_WAIT : -errno;
    lines->used += (size_t)count;
    return count > 0 ? LINES_LINE : LINES_END;
}

/* Gives out what lies between begin and end, and goes on behind it. */
static int give(struct lines *lines, size_t end, size_t next, const char **ret_line,
                size_t *ret_length)
{
    bool too_long = lines->skipping || end - lines->begin > LINES_LONGEST;
    *ret_line = lines->bytes + lines->begin;
    *ret_length = end - lines->begin;
    if (*ret_length > 0 && (*ret_line)[*ret_length - 1] == '\r')
        --*ret_length;
    lines->begin = next;
    lines->searched = 0;
    lines->skipping = false;
    lines->number++;
    return too_long ? LINES_TOO_LONG : LINES_LINE;
}

int lines_next(struct lines *lines, const char **ret_line, size_t *ret_length)
{
    for (;;) {
        size_t from = lines->begin + lines->searched, left = lines->used - from;
        char *end = left > 0 ? memchr(lines->bytes + from, '\n', left) : NULL;
        if (end != NULL)
            return give(lines, (size_t)(end - lines->bytes), (size_t)(end - lines->bytes) + 1,
                        ret_line, ret_length);
        lines->searched = lines->used - lines->begin;
        if (lines->searched > LINES_LONGEST) {
            lines->skipping = true;
            lines->begin = lines->used;
            lines->searched = 0;
        }
        if (lines->at_end && (lines->used > lines->begin || lines->skipping))
            return give(lines, lines->used, lines->used, ret_line, ret_length);
        if (lines->at_end)
            return LINES_END;
        int r = read_more(lines);
        if (r == LINES_WAIT || r < 0)
            return r;
        lines->at_end = r == LINES_END;
    }
}
