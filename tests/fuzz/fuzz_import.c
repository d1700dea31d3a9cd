/*
 * The text form of a store: whatever the bytes are, checking it ends and says one line; and the
 * lines of a lemma, a state and a root that are accepted can be written and read again, to the same
 * bytes.
 */
#include "fuzz.h"

#include "store/identity.h"
#include "store/manage.h"
#include "store/text.h"

/* What text_write_...() printed, without the first word and the newline. */
static char *words_of(char *text)
{
    char *end = strchr(text, '\n');
    MUST(end != NULL && end[1] == '\0');
    *end = '\0';
    return strchr(text, ' ') + 1;
}

static void write_entry(FILE *out, const struct record_shape *shape, const struct bytes *packed)
{
    struct reader reader = {packed->data, packed->size, false};
    struct entry entry;
    MUST(entry_read(shape, &reader, &entry) && reader.left == 0);
    text_write_entry(out, shape, &entry);
}

static void try_packed(char *words, const struct record_shape *shape, bool entry)
{
    struct bytes first = {0}, again = {0};
    struct error err = {""};
    size_t size;
    char *text;
    int r = entry ? text_read_entry(words, shape, &first, &err)
                  : text_read_state(words, shape, &first, &err);
    if (r < 0) {
        MUST(err.text[0] != '\0' && strchr(err.text, '\n') == NULL);
        bytes_release(&first);
        return;
    }
    FILE *out = open_memstream(&text, &size);
    MUST(out != NULL);
    if (entry)
        write_entry(out, shape, &first);
    else
        text_write_state(out, shape, first.data);
    fclose(out);
    r = entry ? text_read_entry(words_of(text), shape, &again, &err)
              : text_read_state(words_of(text), shape, &again, &err);
    MUST(r == 0 && again.size == first.size && memcmp(again.data, first.data, first.size) == 0);
    free(text);
    bytes_release(&first);
    bytes_release(&again);
}

static void try_root(char *words)
{
    struct root_key key, key_again;
    struct bytes first = {0}, again = {0};
    struct analysis analysis;
    struct error err = {""};
    const char *name;
    size_t length, size;
    unsigned flags;
    char *text;
    if (text_read_root(words, &key, &first, &err) < 0) {
        MUST(err.text[0] != '\0');
        bytes_release(&first);
        return;
    }
    /* What is no sound record is refused when it is imported. */
    if (root_record_read(key.hash, first.data, first.size, &analysis, &flags, &name, &length) == 0) {
        FILE *out = open_memstream(&text, &size);
        MUST(out != NULL);
        text_write_root(out, name, length, &analysis, flags);
        fclose(out);
        MUST(text_read_root(words_of(text), &key_again, &again, &err) == 0);
        MUST(again.size == first.size && memcmp(again.data, first.data, first.size) == 0);
        root_key_release(&key_again);
        analysis_release(&analysis);
        free(text);
    }
    root_key_release(&key);
    bytes_release(&first);
    bytes_release(&again);
}

static void try_lines(char *text)
{
    struct record_shape shape = {.points = 6, .set_bytes = 1};
    while (*text != '\0') {
        char *next = fuzz_next_line(text);
        if (strncmp(text, "state ", 6) == 0)
            try_packed(text + 6, &shape, false);
        else if (strncmp(text, "lemma ", 6) == 0)
            try_packed(text + 6, &shape, true);
        else if (strncmp(text, "root ", 5) == 0)
            try_root(text + 5);
        else if (strncmp(text, "table ", 6) == 0 && identity_shape(text + 6, &shape) < 0)
            shape = (struct record_shape){.points = 6, .set_bytes = 1};
        text = next;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct error err = {""};
    struct import_result result;
    char *text = fuzz_text(data, size);
    FILE *in = size > 0 ? fmemopen(text, size, "r") : NULL;
    if (in != NULL) {
        int r = store_import_check(in, &result, &err);
        MUST(r == 0 || (err.text[0] != '\0' && strchr(err.text, '\n') == NULL));
        if (r == 0)
            import_release(&result);
        fclose(in);
    }
    try_lines(text);
    free(text);
    return 0;
}
