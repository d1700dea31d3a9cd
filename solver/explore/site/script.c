/* Files of a site. */
#include "explore/site/script.h"

#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <zlib.h>

#include "base/whole_file.h"

/* deflateInit2() makes what gzip makes if this is added to the size of its window. */
#define GZIP_WINDOW (MAX_WBITS + 16)
#define MEMORY_LEVEL 9

/* Data on its way into a script. */
struct data {
    unsigned char *bytes; /* owned */
    size_t size;
};

static int compress_data(const char *text, size_t length, struct data *ret_data)
{
    z_stream stream = {0};
    if (length > UINT_MAX / 2)
        return -EFBIG;
    if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, GZIP_WINDOW, MEMORY_LEVEL,
                     Z_DEFAULT_STRATEGY) != Z_OK)
        return -ENOMEM;
    uLong room = deflateBound(&stream, (uLong)length);
    unsigned char *bytes = malloc(room);
    if (bytes == NULL) {
        deflateEnd(&stream);
        return -ENOMEM;
    }
    stream.next_in = (z_const Bytef *)(uintptr_t)text;
    stream.avail_in = (uInt)length;
    stream.next_out = bytes;
    stream.avail_out = (uInt)room;
    int r = deflate(&stream, Z_FINISH) == Z_STREAM_END ? 0 : -ENOMEM;
    deflateEnd(&stream);
    *ret_data = (struct data){bytes, stream.total_out};
    return r;
}

static char *add_base64(char *at, const unsigned char *bytes, size_t size)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < size; i += 3) {
        size_t left = size - i;
        unsigned bits = (unsigned)bytes[i] << 16 | (left > 1 ? (unsigned)bytes[i + 1] << 8 : 0) |
                        (left > 2 ? bytes[i + 2] : 0);
        *at++ = digits[bits >> 18];
        *at++ = digits[bits >> 12 & 63];
        *at++ = left > 1 ? digits[bits >> 6 & 63] : '=';
        *at++ = left > 2 ? digits[bits & 63] : '=';
    }
    return at;
}

/* The script around data. NULL: no memory. */
static char *make_script(const char *function, const struct data *data, bool packed,
                         size_t *ret_size)
{
    const char *quote = packed ? "\"" : "";
    size_t head = strlen(function) + 2, length = packed ? (data->size + 2) / 3 * 4 : data->size;
    char *script = malloc(head + length + 5);
    if (script == NULL)
        return NULL;
    char *at = script + sprintf(script, "%s(%s", function, quote);
    if (packed)
        at = add_base64(at, data->bytes, data->size);
    else {
        memcpy(at, data->bytes, data->size);
        at += data->size;
    }
    at += sprintf(at, "%s);\n", quote);
    *ret_size = (size_t)(at - script);
    return script;
}

int script_make_folders(const char *path, struct error *err)
{
    char *name = strdup(path);
    int r = name != NULL ? 0 : error_set(err, -ENOMEM, "out of memory");
    for (char *slash = name != NULL ? strchr(name + 1, '/') : NULL; slash != NULL && r == 0;
         slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (mkdir(name, 0777) < 0 && errno != EEXIST) {
            r = -errno;
            error_set(err, r, "cannot make %.200s: %s", name, strerror(-r));
        }
        *slash = '/';
    }
    free(name);
    return r;
}

long script_write(const char *path, const char *function, const json_t *data, bool packed,
                  struct error *err)
{
    struct data plain = {0}, small = {0};
    size_t size = 0;
    int r = script_make_folders(path, err);
    if (r < 0)
        return r;
    char *text = json_dumps(data, JSON_COMPACT | JSON_ENSURE_ASCII);
    if (text != NULL)
        plain = (struct data){(unsigned char *)text, strlen(text)};
    r = text == NULL ? -ENOMEM : packed ? compress_data(text, plain.size, &small) : 0;
    char *script = r == 0 ? make_script(function, packed ? &small : &plain, packed, &size) : NULL;
    free(text);
    free(small.bytes);
    if (script == NULL)
        return error_set(err, r < 0 ? r : -ENOMEM, "%s: %s", path, strerror(r < 0 ? -r : ENOMEM));
    r = whole_file_write(path, script, size, err);
    free(script);
    return r < 0 ? r : (long)size;
}

static char *read_text(FILE *file)
{
    char *text = NULL;
    size_t room = 0;
    ssize_t length = getdelim(&text, &room, '\0', file);
    if (length >= 0)
        return text;
    free(text);
    return NULL;
}

int script_read(const char *path, const char *function, json_t **ret_data)
{
    FILE *file = fopen(path, "rbe");
    if (file == NULL)
        return -errno;
    char *text = read_text(file);
    fclose(file);
    size_t head = strlen(function), length = text != NULL ? strlen(text) : 0;
    json_t *data = NULL;
    if (length > head + 4 && strncmp(text, function, head) == 0 && text[head] == '(' &&
        strcmp(text + length - 3, ");\n") == 0)
        data = json_loadb(text + head + 1, length - head - 4, JSON_REJECT_DUPLICATES, NULL);
    free(text);
    if (data == NULL)
        return -EBADMSG;
    *ret_data = data;
    return 0;
}
