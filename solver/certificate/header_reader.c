/* Lines and words of a header. */
#include "certificate/header_reader.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

int header_reader_line(struct header_reader *in, const char *word)
{
    const uint8_t *end = memchr(in->at, '\n', (size_t)(in->end - in->at));
    in->line++;
    if (end == NULL)
        return HEADER_FAIL(in, "line %d: the header ends before '%s'", in->line, word);
    size_t length = (size_t)(end - in->at), own = strlen(word);
    for (size_t i = 0; i < length; i++)
        if (in->at[i] < 32 || in->at[i] > 126)
            return HEADER_FAIL(in, "line %d: a character that is no printable ASCII", in->line);
    if (length < own || memcmp(in->at, word, own) != 0 || (length > own && in->at[own] != ' '))
        return HEADER_FAIL(in, "line %d: wanted '%s'", in->line, word);
    for (size_t i = own; i < length; i++)
        if (in->at[i] == ' ' && (i + 1 == length || in->at[i + 1] == ' '))
            return HEADER_FAIL(in, "line %d: wanted words with one space between them", in->line);
    char *text = malloc(length + 1);
    if (text == NULL)
        return error_set(in->err, -ENOMEM, "out of memory");
    memcpy(text, in->at, length);
    text[length] = '\0';
    free(in->text);
    in->text = text;
    in->rest = text + own + (length > own ? 1 : 0);
    in->at = end + 1;
    return 0;
}

char *header_reader_word(struct header_reader *in)
{
    char *word = in->rest;
    size_t length = strcspn(word, " ");
    in->rest = word + length + (word[length] == ' ' ? 1 : 0);
    word[length] = '\0';
    return word;
}

int header_reader_count(struct header_reader *in, uint64_t most, uint64_t *ret_count)
{
    const char *word = header_reader_word(in);
    uint64_t count = 0;
    bool good = word[0] != '\0' && (word[0] != '0' || word[1] == '\0');
    for (; good && *word != '\0'; word++) {
        good = isdigit((unsigned char)*word) && count <= (most - (uint64_t)(*word - '0')) / 10;
        if (good)
            count = count * 10 + (uint64_t)(*word - '0');
    }
    if (!good || count > most)
        return HEADER_FAIL(in, "line %d: wanted a whole number up to %llu", in->line,
                           (unsigned long long)most);
    *ret_count = count;
    return 0;
}

int header_reader_same(struct header_reader *in, const char *word, const char *wanted)
{
    return strcmp(word, wanted) == 0
               ? 0
               : HEADER_FAIL(in, "line %d: '%.60s' is written '%.60s'", in->line, word, wanted);
}

const char *const header_player_names[PLAYERS_MAX] = {"black", "white", "third", "fourth"};

int header_reader_player(const char *word, size_t length, int players)
{
    const char *const *names = header_player_names;
    for (int k = 0; k < players; k++)
        if (strlen(names[k]) == length && memcmp(word, names[k], length) == 0)
            return k;
    return -1;
}
