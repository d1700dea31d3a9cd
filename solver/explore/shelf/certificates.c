/* The certificates that come with the program. */
#include <errno.h>
#include <stdlib.h>

#include "explore/shelf/certificate_list.h"
#include "explore/shelf/file.h"
#include "explore/shelf/row.h"
#include "explore/shelf/shelf.h"
#include "json/json.h"

/* A whole number; null where the cell is none. */
static json_t *number(const char *cell)
{
    char *end;
    errno = 0;
    long long value = strtoll(cell, &end, 10);
    bool whole = cell[0] != '\0' && *end == '\0' && errno == 0;
    return whole ? json_integer((json_int_t)value) : json_null();
}

/* NULL without memory. */
static json_t *certificate_json(const struct listed_certificate *one)
{
    char *const *cells = one->cells;
    struct row_texts texts = {.board = cells[CERTIFICATE_BOARD],
                              .rules = cells[CERTIFICATE_RULES],
                              .after = cells[CERTIFICATE_AFTER],
                              .line = "",
                              .after_by_names = true};
    json_t *query = row_query(&texts);
    if (query == NULL)
        return NULL;
    json_t *object = json_with(json_object(), "name",
                               json_text_or_null(one->name[0] != '\0' ? one->name : NULL));
    object = json_with(object, "board", json_text_or_null(cells[CERTIFICATE_BOARD]));
    object = json_with(object, "rules", json_text_or_null(cells[CERTIFICATE_RULES]));
    object = json_with(object, "asked", json_text_or_null(cells[CERTIFICATE_ASKED]));
    object = json_with(object, "value", json_text_or_null(cells[CERTIFICATE_VALUE]));
    object = json_with(object, "nodes", number(cells[CERTIFICATE_NODES]));
    object = json_with(object, "bytes", number(cells[CERTIFICATE_BYTES]));
    object = json_with(object, "hash", json_text_or_null(cells[CERTIFICATE_HASH]));
    object = json_with(object, "verdicts", json_text_or_null(cells[CERTIFICATE_VERDICTS]));
    object = json_with(object, "command", json_text_or_null(cells[CERTIFICATE_COMMAND]));
    object = json_with(object, "query", query);
    return json_with(object, "there", json_boolean(one->there));
}

int shelf_list_certificates(const struct shelf *shelf, json_t **ret_list, struct error *err)
{
    struct certificate_list proofs;
    int r = certificate_list_read(shelf, &proofs, err);
    if (r < 0)
        return r;
    json_t *list = json_array();
    for (size_t i = 0; i < proofs.count && r == 0; i++) {
        json_t *one = certificate_json(&proofs.all[i]);
        r = one != NULL ? 0 : error_set(err, -ENOMEM, "out of memory");
        if (r == 0)
            list = json_append(list, one);
    }
    certificate_list_release(&proofs);
    if (r == 0)
        *ret_list = json_with(json_object(), "certificates", list);
    else
        json_decref(list);
    return r;
}

int shelf_read_certificate(const struct shelf *shelf, const char *name, uint8_t **ret_bytes,
                           size_t *ret_size, struct error *err)
{
    struct certificate_list proofs;
    int r = certificate_list_read(shelf, &proofs, err);
    if (r < 0)
        return r;
    const char *listed = certificate_list_named(&proofs, name, false);
    char *path = NULL;
    if (listed == NULL)
        r = error_set(err, -ENOENT, "there is no certificate '%.120s'", name);
    else if ((path = file_path(shelf->certificates, listed, "")) == NULL)
        r = error_set(err, -ENOMEM, "out of memory");
    else
        r = file_read(path, SHELF_FILE_MAX, ret_bytes, ret_size, err);
    free(path);
    certificate_list_release(&proofs);
    return r;
}
