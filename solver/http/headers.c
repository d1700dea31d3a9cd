/* The headers of a request that count. */
#include "http/headers.h"

#include <stdint.h>
#include <strings.h>

static void keep(const char **ret_text, const char *value, bool *ret_twice)
{
    *ret_twice |= *ret_text != NULL;
    *ret_text = value != NULL ? value : "";
}

static enum MHD_Result look(void *context, enum MHD_ValueKind kind, const char *key,
                            const char *value)
{
    struct http_headers *headers = context;
    bool ignored = false;
    struct {
        const char *name, **text;
        bool *twice;
    } wanted[] = {
        {"Host", &headers->host, &headers->twice},
        {"Origin", &headers->origin, &headers->twice},
        {"Sec-Fetch-Site", &headers->site, &headers->twice},
        {"Content-Type", &headers->type, &headers->twice},
        {"Content-Length", &headers->length, &headers->twice},
        {"Transfer-Encoding", &headers->encoding, &headers->twice},
        {"If-None-Match", &headers->tag, &ignored},
        {"Accept-Encoding", &headers->encodings, &ignored},
    };
    (void)kind;
    for (size_t i = 0; key != NULL && i < sizeof(wanted) / sizeof(wanted[0]); i++) {
        if (strcasecmp(key, wanted[i].name) == 0)
            keep(wanted[i].text, value, wanted[i].twice);
    }
    return MHD_YES;
}

void http_headers_read(struct MHD_Connection *connection, struct http_headers *ret_headers)
{
    struct http_headers headers = {0};
    MHD_get_connection_values(connection, MHD_HEADER_KIND, look, &headers);
    *ret_headers = headers;
}

bool http_headers_length(const char *text, size_t *ret_length)
{
    size_t length = 0;
    if (text[0] == '\0')
        return false;
    for (const char *c = text; *c != '\0'; c++) {
        if (*c < '0' || *c > '9' || length > SIZE_MAX / 32)
            return false;
        length = 10 * length + (size_t)(*c - '0');
    }
    *ret_length = length;
    return true;
}
