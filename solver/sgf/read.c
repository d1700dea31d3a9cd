/* Reading SGF, without recursion: where a variation began is kept in an array. */
#include "sgf/read.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/array.h"
#include "sgf/charset.h"

/* The most bytes of a property's name. */
#define NAME_MAX_BYTES 64

struct reader {
    const char *at, *end;
    struct sgf_place place; /* of at */
    bool decoded;           /* the text is UTF-8, whatever CA says */
    struct sgf_tree *tree;
    int *opened; /* the node before each variation that is open; SGF_NONE before a game */
    size_t depth, room;
    int node;        /* the last one that was read; SGF_NONE: none of this game */
    bool wants_node; /* a variation was opened, and has no node yet */
    struct error *err;
};

static int refuse(const struct reader *reader, struct sgf_place place, const char *what)
{
    return error_set(reader->err, -EINVAL, "line %d, column %d: %s", place.line, place.column,
                     what);
}

/* --- characters --- */

static void step(struct reader *reader)
{
    char c = *reader->at++;
    bool crlf = c == '\r' && reader->at < reader->end && *reader->at == '\n';
    if (c == '\n' || (c == '\r' && !crlf)) {
        reader->place.line++;
        reader->place.column = 1;
    } else if (((unsigned char)c & 0xC0) != 0x80) {
        reader->place.column++;
    }
}

/* White space, and the zeros and the ^Z that old programs end files with. */
static bool is_blank(char c)
{
    return isspace((unsigned char)c) || c == '\0' || c == 0x1A;
}

static void skip_blanks(struct reader *reader)
{
    while (reader->at < reader->end && is_blank(*reader->at))
        step(reader);
}

static bool is_at(const struct reader *reader, char c)
{
    return reader->at < reader->end && *reader->at == c;
}

static bool is_at_letter(const struct reader *reader)
{
    return reader->at < reader->end && isalpha((unsigned char)*reader->at) != 0 &&
           ((unsigned char)*reader->at & 0x80) == 0;
}

/* Skips what is before the first game. Returns whether there is one. */
static bool find_game(struct reader *reader)
{
    for (; reader->at < reader->end; step(reader)) {
        if (*reader->at != '(')
            continue;
        const char *after = reader->at + 1;
        while (after < reader->end && is_blank(*after))
            after++;
        if (after < reader->end && *after == ';')
            return true;
    }
    return false;
}

/* --- properties --- */

/* Reads a value, from its bracket on. */
static int read_value(struct reader *reader, int property)
{
    static const char utf8[] = "UTF-8";
    struct sgf_place opened = reader->place;
    step(reader);
    const char *start = reader->at;
    struct sgf_place place = reader->place;
    while (reader->at < reader->end && *reader->at != ']') {
        bool escape = *reader->at == '\\';
        step(reader);
        if (escape && reader->at < reader->end)
            step(reader);
    }
    if (reader->at == reader->end)
        return refuse(reader, opened, "the value that begins here has no end: wanted ']'");
    size_t length = (size_t)(reader->at - start);
    bool charset = reader->decoded && strcmp(sgf_property_name(reader->tree, property), "CA") == 0;
    sgf_add_raw(reader->tree, property, charset ? utf8 : start, charset ? strlen(utf8) : length,
                place);
    step(reader);
    return sgf_tree_failure(reader->tree);
}

static int read_property(struct reader *reader)
{
    char name[NAME_MAX_BYTES];
    size_t length = 0;
    struct sgf_place place = reader->place;
    for (; is_at_letter(reader); step(reader)) {
        if (islower((unsigned char)*reader->at))
            continue;
        if (length == sizeof(name))
            return refuse(reader, place, "a name of 65 letters or more: wanted that of a property");
        name[length++] = *reader->at;
    }
    if (length == 0)
        return refuse(reader, place, "a name without capitals: wanted that of a property");
    if (reader->node == SGF_NONE || reader->wants_node)
        return refuse(reader, place, "a property that no node has: wanted ';' before it");
    int property = sgf_add_property(reader->tree, reader->node, name, length);
    skip_blanks(reader);
    if (!is_at(reader, '['))
        return refuse(reader, reader->place, "a property without a value: wanted '['");
    int r = sgf_tree_failure(reader->tree);
    while (r == 0 && is_at(reader, '[')) {
        r = read_value(reader, property);
        skip_blanks(reader);
    }
    return r;
}

/* --- nodes and variations --- */

static int open_variation(struct reader *reader)
{
    if (reader->wants_node)
        return refuse(reader, reader->place, "a variation without a node: wanted ';'");
    int r =
        array_reserve(&reader->opened, reader->depth + 1, &reader->room, sizeof(*reader->opened));
    if (r < 0)
        return r;
    reader->opened[reader->depth] = reader->depth == 0 ? SGF_NONE : reader->node;
    reader->depth++;
    reader->wants_node = true;
    step(reader);
    return 0;
}

static int close_variation(struct reader *reader)
{
    if (reader->wants_node)
        return refuse(reader, reader->place, "a variation without a node: wanted ';'");
    reader->node = reader->opened[--reader->depth];
    step(reader);
    return 0;
}

static int read_node(struct reader *reader)
{
    bool root = reader->depth == 1 && reader->wants_node;
    reader->node = root ? sgf_add_root(reader->tree, reader->place)
                        : sgf_add_node(reader->tree, reader->node, reader->place);
    reader->wants_node = false;
    step(reader);
    return sgf_tree_failure(reader->tree);
}

/* Reads what comes next within a game. */
static int read_next(struct reader *reader)
{
    switch (*reader->at) {
    case '(':
        return open_variation(reader);
    case ')':
        return close_variation(reader);
    case ';':
        return read_node(reader);
    default:
        if (is_at_letter(reader))
            return read_property(reader);
        return refuse(reader, reader->place,
                      "this cannot be read: wanted a property, ';', '(' or ')'");
    }
}

/* Reads one game, from its '(' to its ')'. */
static int read_game(struct reader *reader)
{
    struct sgf_place opened = reader->place;
    int r = open_variation(reader);
    while (r == 0 && reader->depth > 0) {
        skip_blanks(reader);
        if (reader->at == reader->end)
            return refuse(reader, opened, "the game that begins here has no end: wanted ')'");
        r = read_next(reader);
    }
    return r;
}

static int read_games(struct reader *reader)
{
    int r = 0;
    while (r == 0 && reader->at < reader->end) {
        if (*reader->at != '(')
            return refuse(reader, reader->place,
                          "this is behind the game: wanted '(' or the end of the file");
        r = read_game(reader);
        skip_blanks(reader);
    }
    return r;
}

/* Reads games, from place on. */
static int read_text(const char *text, size_t length, struct sgf_place place, bool decoded,
                     struct sgf_tree **ret_tree, struct error *err)
{
    struct reader reader = {.at = text,
                            .end = text + length,
                            .place = place,
                            .decoded = decoded,
                            .node = SGF_NONE,
                            .err = err};
    int r = sgf_tree_new(&reader.tree);
    if (r == 0)
        r = read_games(&reader);
    if (r == -ENOMEM || r == -EFBIG)
        error_set(err, r, r == -ENOMEM ? "out of memory" : "it is too large: wanted at most 1 GiB");
    free(reader.opened);
    if (r < 0)
        sgf_tree_free(reader.tree);
    else
        *ret_tree = reader.tree;
    return r;
}

int sgf_read(const char *bytes, size_t length, struct sgf_tree **ret_tree, struct error *err)
{
    char charset[SGF_CHARSET_MAX], *text;
    if (length > SGF_SIZE_MAX)
        return error_set(err, -EFBIG, "it is too large: wanted at most 1 GiB");
    if (length >= 3 && memcmp(bytes, "\xEF\xBB\xBF", 3) == 0) {
        bytes += 3;
        length -= 3;
    }
    struct reader before = {.at = bytes, .end = bytes + length, .place = {1, 1}};
    if (!find_game(&before))
        return error_set(err, -EINVAL, "no game is in it: wanted \"(;\"");
    bytes = before.at;
    length = (size_t)(before.end - before.at);
    sgf_charset_find(bytes, length, charset);
    if (charset[0] == '\0' && !sgf_charset_is_utf8(bytes, length))
        strcpy(charset, "ISO-8859-1");
    if (charset[0] == '\0' || sgf_charset_decode(charset, bytes, length, &text, &length) < 0)
        return read_text(bytes, length, before.place, false, ret_tree, err);
    int r = read_text(text, length, before.place, true, ret_tree, err);
    free(text);
    return r;
}

/* Reads all of a file into *ret_bytes. */
static int read_all(FILE *file, char **ret_bytes, size_t *ret_length)
{
    char *bytes = NULL;
    size_t length = 0, room = 0, got;
    int r = 0;
    do {
        r = length > SGF_SIZE_MAX ? -EFBIG : array_reserve(&bytes, length + 65536, &room, 1);
        got = r == 0 ? fread(bytes + length, 1, 65536, file) : 0;
        length += got;
    } while (got > 0);
    if (r == 0 && ferror(file))
        r = errno > 0 ? -errno : -EIO;
    if (r < 0) {
        free(bytes);
        return r;
    }
    *ret_bytes = bytes;
    *ret_length = length;
    return 0;
}

int sgf_read_file(const char *path, struct sgf_tree **ret_tree, struct error *err)
{
    char *bytes = NULL;
    size_t length = 0;
    FILE *file = fopen(path, "rb");
    int r = file == NULL ? -errno : read_all(file, &bytes, &length);
    if (file != NULL)
        fclose(file);
    if (r < 0)
        return error_set(err, r, "cannot be read: %s", strerror(-r));
    r = sgf_read(bytes, length, ret_tree, err);
    free(bytes);
    return r;
}
