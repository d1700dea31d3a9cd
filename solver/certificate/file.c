/*
 * Reading certificates from disk. A file may be anything: a device without an end, a pipe that
 * nobody writes to, a sparse file of any size. So it is read piece by piece, as far as it may still
 * be a certificate: the header is looked at as it comes, and says how long the file is.
 */
#include "certificate/file.h"

#include "certificate/format.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <xxhash.h>

#define FIRST_ROOM ((size_t)1 << 16)
#define POLL_MILLISECONDS 50
#define READ_MOST ((size_t)1 << 24) /* between two questions whether to stop */

/* No line of a header is longer: moves, and the words around them. */
#define LINE_MAX_BYTES (CERTIFICATE_MOVES_MAX * (POINT_NAME_MAX + 1) + 64)

/* Nor is a whole header, with claims of every kind about every play. */
#define HEADER_MAX_BYTES ((size_t)1 << 22)

/* How far the header was looked at. */
struct scan {
    size_t at;       /* the beginning of the next line */
    uint64_t wanted; /* bytes of the whole file; 0: the header does not say it yet */
    bool hopeless;   /* this is no certificate */
};

struct reading {
    int file;
    bool header_only;
    bool waits; /* what is to be read may not be there yet */
    uint64_t there;
    uint8_t *bytes;
    size_t size, room;
    struct scan scan;
    const struct check_limits *limits;
};

/* The number at the end of a line; 0 where there is none. */
static uint64_t last_number(const char *line, size_t length)
{
    uint64_t number = 0, factor = 1;
    for (size_t i = length; i > 0 && isdigit((unsigned char)line[i - 1]) && length - i < 18; i--) {
        number += factor * (uint64_t)(line[i - 1] - '0');
        factor *= 10;
    }
    return number;
}

static bool begins(const char *line, size_t length, const char *word)
{
    size_t own = strlen(word);
    return memcmp(line, word, own < length ? own : length) == 0;
}

/* Looks at one more line of the header. Returns false if it is not all there. */
static bool scan_line(struct scan *scan, const uint8_t *bytes, size_t size)
{
    const char *line = (const char *)bytes + scan->at;
    const char *end = memchr(line, '\n', size - scan->at);
    size_t length = end != NULL ? (size_t)(end - line) : size - scan->at;
    scan->hopeless =
        length > LINE_MAX_BYTES || (scan->at == 0 && !begins(line, length, CERTIFICATE_MAGIC));
    if (end == NULL || scan->hopeless)
        return false;
    scan->at += length + 1;
    if (begins(line, length, "graph "))
        scan->at += last_number(line, length);
    if (begins(line, length, "body "))
        scan->wanted = scan->at + last_number(line, length) + CERTIFICATE_CHECKSUM_BYTES;
    return scan->at < size;
}

static void look_at_header(struct reading *reading)
{
    struct scan *scan = &reading->scan;
    while (scan->wanted == 0 && !scan->hopeless && scan->at < reading->size)
        if (!scan_line(scan, reading->bytes, reading->size))
            break;
}

static bool must_stop(const struct reading *reading)
{
    const struct check_limits *limits = reading->limits;
    return limits->stop != NULL && limits->stop(limits->arg);
}

/* Waits until there is something to be read, or its end. */
static int await(const struct reading *reading)
{
    struct pollfd poll_of = {.fd = reading->file, .events = POLLIN};
    for (;;) {
        if (must_stop(reading))
            return -EINTR;
        int r = reading->waits ? poll(&poll_of, 1, POLL_MILLISECONDS) : 1;
        if (r > 0 || (r < 0 && errno != EINTR))
            return r < 0 ? -errno : 0;
    }
}

static int grow(struct reading *reading)
{
    size_t most = reading->limits->max_bytes, room = 2 * reading->room;
    if (reading->size < reading->room)
        return 0;
    if (most != 0 && reading->room >= most)
        return -EFBIG;
    if (room == 0)
        room = FIRST_ROOM;
    if (most != 0 && room > most)
        room = most;
    uint8_t *grown = realloc(reading->bytes, room);
    if (grown == NULL)
        return -ENOMEM;
    reading->bytes = grown;
    reading->room = room;
    return 0;
}

/* Reads some more. Returns how many bytes, 0 at the end, or a negative errno. */
static ssize_t read_some(struct reading *reading)
{
    int r = grow(reading);
    if (r == 0)
        r = await(reading);
    if (r < 0)
        return r;
    size_t left = reading->room - reading->size;
    ssize_t got =
        read(reading->file, reading->bytes + reading->size, left < READ_MOST ? left : READ_MOST);
    if (got < 0)
        return -errno;
    reading->size += (size_t)got;
    look_at_header(reading);
    if (reading->limits->reached != NULL)
        *reading->limits->reached = (struct check_reached){
            reading->size, reading->scan.wanted != 0 ? reading->scan.wanted : reading->there};
    return got;
}

/* Is there nothing more that is worth reading: all, too much, too little, or no certificate? */
static bool is_read(const struct reading *reading)
{
    const struct scan *scan = &reading->scan;
    return scan->hopeless ||
           (scan->wanted != 0 && (reading->header_only || reading->size > scan->wanted ||
                                  (!reading->waits && scan->wanted > reading->there)));
}

static int read_all(struct reading *reading)
{
    while (!is_read(reading)) {
        ssize_t got = read_some(reading);
        if (got == 0)
            return 0;
        if (got < 0 && got != -EAGAIN && got != -EINTR)
            return (int)got;
        if (got == -EINTR && must_stop(reading))
            return -EINTR;
    }
    return 0;
}

static int open_and_read(const char *path, struct reading *reading)
{
    struct stat status;
    reading->file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (reading->file < 0)
        return -errno;
    int r = fstat(reading->file, &status) == 0 ? 0 : -errno;
    reading->waits = r == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode);
    reading->there = r == 0 ? (uint64_t)status.st_size : 0;
    /* A header is not waited for: what is no file has none. */
    if (r == 0 && !(reading->header_only && reading->waits))
        r = read_all(reading);
    close(reading->file);
    return r;
}

int certificate_file_read(const char *path, const struct check_limits *limits,
                          struct certificate_file *ret_file, struct error *err)
{
    const struct check_limits none = {0};
    struct reading reading = {.limits = limits != NULL ? limits : &none};
    int r = open_and_read(path, &reading);
    if (r == 0) {
        bool whole = reading.scan.wanted != 0 && reading.size == reading.scan.wanted;
        *ret_file = (struct certificate_file){reading.bytes, reading.size, whole};
        return 0;
    }
    free(reading.bytes);
    if (r == -EFBIG || r == -ENOMEM)
        return error_set(err, r, "reading it needs more memory than there may be");
    if (r == -EINTR)
        return error_set(err, r, "the check was stopped");
    return error_set(err, r, "cannot read '%.200s': %s", path, strerror(-r));
}

int certificate_file_read_header(const char *path, struct certificate_file *ret_file,
                                 struct error *err)
{
    static const struct check_limits limits = {.max_bytes = HEADER_MAX_BYTES};
    struct reading reading = {.limits = &limits, .header_only = true};
    int r = open_and_read(path, &reading);
    if (r < 0 && r != -EFBIG) {
        free(reading.bytes);
        return error_set(err, r, "cannot read '%.200s': %s", path, strerror(-r));
    }
    bool whole = reading.scan.wanted != 0 && reading.there == reading.scan.wanted;
    *ret_file = (struct certificate_file){reading.bytes, reading.size, whole};
    return 0;
}

void certificate_file_hash(const uint8_t *bytes, size_t size, char text[CERTIFICATE_HASH_TEXT])
{
    XXH128_hash_t hash = XXH3_128bits(bytes, size);
    snprintf(text, CERTIFICATE_HASH_TEXT, "%016llx%016llx", (unsigned long long)hash.high64,
             (unsigned long long)hash.low64);
}
