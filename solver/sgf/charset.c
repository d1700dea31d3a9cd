/* Charsets, by iconv. */
#include "sgf/charset.h"

#include <ctype.h>
#include <errno.h>
#include <iconv.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/array.h"

/* The end of the value that begins at its bracket. */
static const char *skip_value(const char *at, const char *end)
{
    for (at++; at < end && *at != ']'; at++)
        at += *at == '\\' && at + 1 < end;
    return at;
}

void sgf_charset_find(const char *bytes, size_t length, char name[SGF_CHARSET_MAX])
{
    const char *end = bytes + length, *at = bytes;
    char property[3] = "";
    size_t letters = 0;
    name[0] = '\0';
    for (; at < end; at++) {
        if (isupper((unsigned char)*at) && letters < sizeof(property))
            property[letters++] = *at;
        if (*at == '[' && letters == 2 && memcmp(property, "CA", 2) == 0)
            break;
        if (*at == '[')
            at = skip_value(at, end);
        if (at < end && !isalpha((unsigned char)*at) && !isspace((unsigned char)*at))
            letters = 0;
    }
    size_t used = 0;
    for (at++; at < end && *at != ']' && used + 1 < SGF_CHARSET_MAX; at++)
        if (isgraph((unsigned char)*at))
            name[used++] = *at;
    name[used] = '\0';
}

/* Bytes of the character that text begins with, or 0: it is no UTF-8. */
static size_t utf8_length(const uint8_t *text, size_t left)
{
    uint8_t first = text[0];
    size_t length = first < 0x80 ? 1 : first < 0xC2 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    if (length == 0 || length > left || first > 0xF4)
        return 0;
    for (size_t i = 1; i < length; i++)
        if ((text[i] & 0xC0) != 0x80)
            return 0;
    if ((first == 0xE0 && text[1] < 0xA0) || (first == 0xED && text[1] > 0x9F) ||
        (first == 0xF0 && text[1] < 0x90) || (first == 0xF4 && text[1] > 0x8F))
        return 0;
    return length;
}

bool sgf_charset_is_utf8(const char *bytes, size_t length)
{
    const uint8_t *text = (const uint8_t *)bytes;
    for (size_t at = 0; at < length;) {
        size_t used = utf8_length(text + at, length - at);
        if (used == 0)
            return false;
        at += used;
    }
    return true;
}

/* Converts all of bytes. */
static int convert(iconv_t how, const char *bytes, size_t length, char **ret_text,
                   size_t *ret_length)
{
    char *in = (char *)bytes, *text = NULL;
    size_t used = 0, room = 0, left = length;
    bool flushed = false;
    while (!flushed) {
        int r = array_reserve(&text, used + left + 16, &room, 1);
        char *out = r == 0 ? text + used : NULL;
        size_t free_bytes = room - used;
        if (r < 0) {
            free(text);
            return r;
        }
        flushed = left == 0; /* then this asks for what ends the text */
        size_t done = iconv(how, left > 0 ? &in : NULL, &left, &out, &free_bytes);
        used = (size_t)(out - text);
        if (done == (size_t)-1 && errno != E2BIG) {
            free(text);
            return -EINVAL;
        }
        flushed = flushed && done != (size_t)-1;
    }
    *ret_text = text;
    *ret_length = used;
    return 0;
}

static bool is_name(const char *name)
{
    return name[0] != '\0' && name[strspn(name,
                                          "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                                          "0123456789-_.:()")] == '\0';
}

/* Does the charset write what SGF is made of as ASCII does? Otherwise CA could not have been read.
 */
static bool keeps_ascii(iconv_t how)
{
    static const char ascii[] = "(;FF[4]CA[x]\\:~{+AGz09-\n)";
    char *text;
    size_t length;
    if (convert(how, ascii, strlen(ascii), &text, &length) < 0)
        return false;
    bool same = length == strlen(ascii) && memcmp(text, ascii, length) == 0;
    free(text);
    iconv(how, NULL, NULL, NULL, NULL);
    return same;
}

/* As a standard it has a yen for the backslash. As it is written, it has not. */
static bool is_shift_jis(const char *name)
{
    return strcasecmp(name, "Shift_JIS") == 0 || strcasecmp(name, "Shift-JIS") == 0 ||
           strcasecmp(name, "SJIS") == 0 || strcasecmp(name, "x-sjis") == 0;
}

int sgf_charset_decode(const char *name, const char *bytes, size_t length, char **ret_text,
                       size_t *ret_length)
{
    if (!is_name(name))
        return -EINVAL;
    iconv_t how = iconv_open("UTF-8", is_shift_jis(name) ? "CP932" : name);
    if (how == (iconv_t)-1)
        return errno == ENOMEM ? -ENOMEM : -EINVAL;
    int r = keeps_ascii(how) ? convert(how, bytes, length, ret_text, ret_length) : -EINVAL;
    iconv_close(how);
    return r;
}
