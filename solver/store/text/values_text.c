/* Records of tables of positions in the text form: key and value in hexadecimal, no checksum. */
#include "store/text/text.h"

#include <errno.h>
#include <string.h>

void text_write_hex(FILE *out, const uint8_t *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++)
        fprintf(out, "%02x", bytes[i]);
}

void text_write_values(FILE *out, const MDB_val *key, const MDB_val *value)
{
    const uint8_t *kind = key->mv_data;
    /* The progress of a table that is being made is not exported. */
    if (*kind == VALUES_PROGRESS || *kind == VALUES_PART)
        return;
    fputs("values ", out);
    text_write_hex(out, key->mv_data, key->mv_size);
    fputc(' ', out);
    const uint8_t *from = (const uint8_t *)value->mv_data + CHECKSUM;
    size_t size = value->mv_size - CHECKSUM;
    if (*kind == VALUES_HEAD) { /* where it was made does not go with it */
        fprintf(out, "%02x", *from & ~HEAD_IMPORTED);
        from++;
        size--;
    }
    text_write_hex(out, from, size);
    fputc('\n', out);
}

static int digit(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

bool text_read_hex(const char *word, size_t length, struct bytes *to)
{
    for (size_t i = 0; i + 1 < length; i += 2) {
        int high = digit(word[i]), low = digit(word[i + 1]);
        if (high < 0 || low < 0)
            return false;
        bytes_put_number(to, (uint64_t)(high << 4 | low), 1);
    }
    return length % 2 == 0;
}

static bool read_record(const char *words, const struct record_shape *shape,
                        struct values_record *record)
{
    const char *blank = strchr(words, ' ');
    struct bytes key = {0};
    bool good = blank != NULL && text_read_hex(words, (size_t)(blank - words), &key) &&
                !key.failed && key.size <= VALUES_KEY_MAX && key.size > 0;
    if (good) {
        memcpy(record->key.bytes, key.data, key.size);
        record->key.size = key.size;
        record_begin(&record->value);
        good = text_read_hex(blank + 1, strlen(blank + 1), &record->value) && !record->value.failed;
    }
    bytes_release(&key);
    if (!good)
        return false;
    values_seal(&record->value, shape);
    MDB_val own = {record->key.size, record->key.bytes};
    MDB_val data = {record->value.size, record->value.data};
    uint8_t kind = record->key.bytes[0];
    return (kind == VALUES_CHUNK || kind == VALUES_HEAD) &&
           values_is_sound(shape, &own, &data, NULL);
}

int text_read_values(char *words, const struct record_shape *shape,
                     struct values_record *ret_record, struct error *err)
{
    if (read_record(words, shape, ret_record))
        return 0;
    bytes_release(&ret_record->value);
    *ret_record = (struct values_record){0};
    return error_set(err, -EINVAL, "this is no part of a table of positions");
}
