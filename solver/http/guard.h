/*
 * Who may ask. The page is served to whoever reaches the port. On loopback those are the programs
 * of this machine, and among them the browser, which shows pages of others that would like to ask,
 * too. What tells their requests apart:
 *
 * - A page of another site is called by another name. Its script may send a request here without
 *   being able to read the answer, and the browser says whose script it is: Origin and
 *   Sec-Fetch-Site. A POST must come from our own page, or from no page at all.
 * - A site can have its own name lead to 127.0.0.1, and then our answers count as its own (DNS
 *   rebinding). But the Host of such a request is that name, and so it is refused.
 *
 * Nothing here keeps out programs of this machine, of whichever user.
 */
#ifndef SOLVER_HTTP_GUARD_H
#define SOLVER_HTTP_GUARD_H

#include <stdbool.h>

struct http_guard {
    char port[8];
    const char *address;      /* numbers; NULL: none besides loopback's */
    const char *const *hosts; /* "NAME" or "NAME:PORT", ended by NULL; or NULL */
};

/* Is the text of a Host one of our names: a loopback name or the address with our port (or without
 * one, if that is 80), or one of hosts, each with its port, or with ours or none? */
bool http_guard_allows_host(const struct http_guard *guard, const char *host);

/* Is the text of an Origin that of a page which we served to somebody who asked by that host? For
 * one of hosts it may have come by https. */
bool http_guard_allows_origin(const struct http_guard *guard, const char *origin, const char *host);

/* Is the text of a Sec-Fetch-Site (NULL: none) that of a request from our own page, or from no
 * page? */
bool http_guard_allows_site(const char *site);

/* Is it a path as ours are: begins with "/", letters, digits and -._,+:/ only, neither ".." nor
 * "//"? */
bool http_guard_allows_path(const char *path);

/* Is the text of a Content-Type (NULL: none) the wanted type, whatever its parameters are? */
bool http_guard_allows_type(const char *type, const char *wanted);

/* Could host be the text of one of hosts: "NAME" or "NAME:PORT", a name or numbers? */
bool http_guard_is_host(const char *host);

#endif
