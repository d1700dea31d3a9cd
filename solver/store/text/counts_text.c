/* What counts of complete games have kept, in the text form: identity, class, the chunk. */
#include "store/text/text.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "count/components/chunk.h"

void text_write_counts(FILE *out, const uint8_t identity[COUNT_STORE_IDENTITY],
                       const struct counts_record *record)
{
    fputs("count ", out);
    text_write_hex(out, identity, COUNT_STORE_IDENTITY);
    fprintf(out, " %u ", record->class);
    text_write_hex(out, record->chunk, record->size);
    fputc('\n', out);
}

static bool read_identity(const char *word, size_t length, struct counts_line *line)
{
    struct bytes identity = {0};
    bool good = text_read_hex(word, length, &identity) && !identity.failed &&
                identity.size == COUNT_STORE_IDENTITY;
    if (good)
        memcpy(line->identity, identity.data, COUNT_STORE_IDENTITY);
    bytes_release(&identity);
    return good;
}

static bool read_class(const char *word, char **ret_end, struct counts_line *line)
{
    unsigned long class = strtoul(word, ret_end, 10);
    line->class = (unsigned)class;
    return *ret_end > word && **ret_end == ' ' && word[0] >= '0' && word[0] <= '9' &&
           class < COUNT_STORE_CLASSES;
}

int text_read_counts(char *words, struct counts_line *ret_line, struct error *err)
{
    struct counts_line line = {0};
    char *blank = strchr(words, ' '), *end;
    bool good = blank != NULL && read_identity(words, (size_t)(blank - words), &line) &&
                read_class(blank + 1, &end, &line) &&
                text_read_hex(end + 1, strlen(end + 1), &line.chunk);
    bool failed = line.chunk.failed;
    if (good && !failed && chunk_is_sound(line.chunk.data, line.chunk.size, &line.results)) {
        *ret_line = line;
        return 0;
    }
    bytes_release(&line.chunk);
    return failed ? error_set(err, -ENOMEM, "out of memory")
                  : error_set(err, -EINVAL, "these are no results of a count");
}
