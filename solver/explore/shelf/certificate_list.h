/* The list of certificates, results/certificates.csv. */
#ifndef SOLVER_EXPLORE_SHELF_CERTIFICATE_LIST_H
#define SOLVER_EXPLORE_SHELF_CERTIFICATE_LIST_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "explore/shelf/shelf.h"

/* The columns that are read; others are skipped. */
enum certificate_column {
    CERTIFICATE_BOARD,
    CERTIFICATE_RULES,
    CERTIFICATE_AFTER,
    CERTIFICATE_ASKED,
    CERTIFICATE_VALUE,
    CERTIFICATE_NODES,
    CERTIFICATE_BYTES,
    CERTIFICATE_HASH,
    CERTIFICATE_VERDICTS,
    CERTIFICATE_COMMAND,
    CERTIFICATE_COLUMNS,
};

struct listed_certificate {
    char *cells[CERTIFICATE_COLUMNS]; /* owned; never NULL */
    char *name;                       /* the file's; owned */
    bool there;                       /* the file lies in the folder */
};

struct certificate_list {
    struct listed_certificate *all;
    size_t count, room;
};

/* Reads it; it is empty where there is none. Returns 0, -EINVAL (err), -ENOMEM or another negative
 * errno (err). */
int certificate_list_read(const struct shelf *shelf, struct certificate_list *ret_list,
                          struct error *err);
void certificate_list_release(struct certificate_list *list);

/* The name of the certificate with a hash that lies in the folder, or of that name if by_hash is
 * false. NULL: there is none. */
const char *certificate_list_named(const struct certificate_list *list, const char *text,
                                   bool by_hash);

#endif
