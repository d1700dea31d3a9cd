/* A line of a GTP client. */
#include "gtp/line.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"

/* The largest id is 2^31 - 1. */
#define ID_MAX "2147483647"

/* Copies what counts of a line, as a string. Returns NULL without memory. */
static char *copy_plain(const char *bytes, size_t length)
{
    char *text = malloc(length + 1);
    size_t at = 0;
    if (text == NULL)
        return NULL;
    for (size_t i = 0; i < length && bytes[i] != '#'; i++) {
        unsigned char c = (unsigned char)bytes[i];
        if (c == '\t' || c == ' ')
            text[at++] = ' ';
        else if (c > ' ' && c != 127)
            text[at++] = (char)c;
    }
    while (at > 0 && text[at - 1] == ' ')
        at--;
    text[at] = '\0';
    return text;
}

static bool is_id(const char *word)
{
    size_t length = strspn(word, "0123456789");
    if (length == 0 || word[length] != '\0')
        return false;
    size_t limit = strlen(ID_MAX);
    return length < limit || (length == limit && strcmp(word, ID_MAX) <= 0);
}

/* Takes the word that begins at *at off the text, and moves *at to the next one. */
static char *take_word(char **at)
{
    char *word = *at;
    char *end = word + strcspn(word, " ");
    *at = end + strspn(end, " ");
    *end = '\0';
    return word;
}

/* Cuts what follows the command into words. Returns 0 or -ENOMEM. */
static int cut(struct gtp_line *line, char *at)
{
    size_t room = 0;
    while (*at != '\0') {
        int r = array_reserve(&line->word, line->count + 1, &room, sizeof(*line->word));
        if (r < 0)
            return r;
        line->word[line->count++] = take_word(&at);
    }
    return 0;
}

int gtp_line_read(const char *bytes, size_t length, struct gtp_line *ret_line)
{
    struct gtp_line line = {.id = "", .name = ""};
    line.text = copy_plain(bytes, length);
    if (line.text == NULL)
        return -ENOMEM;
    char *at = line.text + strspn(line.text, " ");
    if (*at == '\0') {
        gtp_line_release(&line);
        return 0;
    }
    line.name = take_word(&at);
    if (is_id(line.name)) {
        line.id = line.name;
        line.name = take_word(&at);
    }
    line.rest = strdup(at);
    int r = line.rest != NULL ? cut(&line, at) : -ENOMEM;
    if (r < 0) {
        gtp_line_release(&line);
        return r;
    }
    *ret_line = line;
    return 1;
}

void gtp_line_release(struct gtp_line *line)
{
    free(line->text);
    free(line->rest);
    free((void *)line->word);
    *line = (struct gtp_line){0};
}
