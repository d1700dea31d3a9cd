/* Who may ask. */
#include "http/guard.h"

#include <stddef.h>
#include <string.h>
#include <strings.h>

#define LETTERS_AND_DIGITS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"

static const char *const loopback_names[] = {"127.0.0.1", "localhost", "[::1]", NULL};

/* Is host that name with that port, or, if port_optional, without any? */
static bool is_named(const char *host, const char *name, const char *port, bool port_optional)
{
    size_t length = strlen(name);
    if (strncasecmp(host, name, length) != 0)
        return false;
    if (host[length] == '\0')
        return port_optional;
    return host[length] == ':' && strcmp(host + length + 1, port) == 0;
}

/* Does the text of a host end in a port? Colons in brackets belong to an address. */
static bool has_port(const char *host)
{
    const char *colon = strrchr(host, ':');
    return colon != NULL && strchr(colon, ']') == NULL;
}

static bool is_extra(const struct http_guard *guard, const char *host)
{
    for (size_t i = 0; guard->hosts != NULL && guard->hosts[i] != NULL; i++) {
        if (has_port(guard->hosts[i]) ? strcasecmp(host, guard->hosts[i]) == 0
                                      : is_named(host, guard->hosts[i], guard->port, true))
            return true;
    }
    return false;
}

static bool is_address(const struct http_guard *guard, const char *host, bool port_optional)
{
    const char *address = guard->address;
    if (address == NULL)
        return false;
    if (strchr(address, ':') == NULL)
        return is_named(host, address, guard->port, port_optional);
    size_t length = strlen(address);
    return host[0] == '[' && strncasecmp(host + 1, address, length) == 0 &&
           is_named(host + 1 + length, "]", guard->port, port_optional);
}

bool http_guard_allows_host(const struct http_guard *guard, const char *host)
{
    bool optional = strcmp(guard->port, "80") == 0;
    for (size_t i = 0; loopback_names[i] != NULL; i++) {
        if (is_named(host, loopback_names[i], guard->port, optional))
            return true;
    }
    return is_address(guard, host, optional) || is_extra(guard, host);
}

bool http_guard_allows_origin(const struct http_guard *guard, const char *origin, const char *host)
{
    const char *colon = strstr(origin, "://");
    if (colon == NULL || strcasecmp(colon + 3, host) != 0)
        return false;
    size_t length = (size_t)(colon - origin);
    if (length == 4 && strncasecmp(origin, "http", 4) == 0)
        return true;
    return length == 5 && strncasecmp(origin, "https", 5) == 0 && is_extra(guard, host);
}

bool http_guard_allows_site(const char *site)
{
    return site == NULL || strcmp(site, "same-origin") == 0 || strcmp(site, "none") == 0;
}

bool http_guard_allows_path(const char *path)
{
    return path[0] == '/' && path[strspn(path, LETTERS_AND_DIGITS "-._,+:/")] == '\0' &&
           strstr(path, "..") == NULL && strstr(path, "//") == NULL;
}

bool http_guard_allows_type(const char *type, const char *wanted)
{
    size_t length = strlen(wanted);
    if (type == NULL || strncasecmp(type, wanted, length) != 0)
        return false;
    return type[length] == '\0' || type[length] == ';' || type[length] == ' ';
}

bool http_guard_is_host(const char *host)
{
    const char *end = host;
    if (host[0] == '[') {
        end = host + 1 + strspn(host + 1, "0123456789abcdefABCDEF:.");
        if (*end++ != ']')
            return false;
    } else {
        end = host + strspn(host, LETTERS_AND_DIGITS "-._");
    }
    if (end == host)
        return false;
    if (*end == ':') {
        size_t digits = strspn(end + 1, "0123456789");
        return digits >= 1 && digits <= 5 && end[1 + digits] == '\0';
    }
    return *end == '\0';
}
