/*
 * Import. The text is read twice: once to check all of it, once to store it in one transaction.
 */
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "store/file/environment.h"
#include "store/roots/root_put.h"
#include "store/text/import_lines.h"
#include "store/text/text.h"

static int check_head(struct importing *importing, const char *line, struct error *err)
{
    int version = 0, proofs = 0, used = 0;
    if (sscanf(line, TEXT_HEAD " %d proofs %d%n", &version, &proofs, &used) != 2 ||
        line[used] != '\0')
        return error_set(err, -EINVAL, "wanted '%s %d proofs %d'", TEXT_HEAD, TEXT_VERSION,
                         STORE_PROOFS);
    if (version < TEXT_VERSION_LEAST || version > TEXT_VERSION || proofs != STORE_PROOFS)
        return error_set(err, -EINVAL,
                         "version %d with proofs %d: this version reads %d to %d with proofs %d "
                         "only",
                         version, proofs, TEXT_VERSION_LEAST, TEXT_VERSION, STORE_PROOFS);
    importing->version = version;
    return 0;
}

/* Takes a line with its newline, if it has one. The hash is of all lines but the last. */
static int take_line(struct importing *importing, char *line, size_t length, struct error *err)
{
    size_t whole = length;
    if (length > 0 && line[length - 1] == '\n')
        line[--length] = '\0';
    if (importing->store != NULL && patience_over(&importing->store->patience))
        return error_set(err, -EINTR, "interrupted");
    if (memchr(line, '\0', length) != NULL)
        return error_set(err, -EINVAL, "a zero byte");
    bool last = strncmp(line, TEXT_END, strlen(TEXT_END)) == 0;
    if (importing->hash != NULL && !last) {
        XXH3_128bits_update(importing->hash, line, length);
        XXH3_128bits_update(importing->hash, "\n", whole - length);
    }
    return importing->result.lines == 1 ? check_head(importing, line, err)
                                        : import_line(importing, line, err);
}

static int import_all(struct importing *importing, FILE *in, struct error *err)
{
    struct error why = {0};
    char *line = NULL;
    size_t room = 0;
    ssize_t length;
    int r = 0;
    while (r == 0 && (length = getline(&line, &room, in)) >= 0) {
        importing->result.lines++;
        r = take_line(importing, line, (size_t)length, &why);
    }
    if (r == 0 && !importing->ended) {
        importing->result.lines++;
        r = error_set(&why, -EINVAL, "the end is missing");
    }
    free(line);
    if (r < 0)
        error_set(err, r, "standard input, line %llu: %s",
                  (unsigned long long)importing->result.lines, why.text);
    return r;
}

/* Reads the text for the first time: checks it. */
int text_check(FILE *in, struct import_result *ret_result, struct error *err)
{
    struct importing importing = {.hash = XXH3_createState()};
    if (importing.hash == NULL)
        return error_set(err, -ENOMEM, "out of memory");
    XXH3_128bits_reset(importing.hash);
    rewind(in);
    int r = import_all(&importing, in, err);
    XXH3_freeState(importing.hash);
    bytes_release(&importing.graph);
    bytes_release(&importing.state);
    importing.result.whole = importing.whole.data;
    importing.result.whole_count = importing.whole.size;
    if (r < 0)
        text_release_result(&importing.result);
    else
        *ret_result = importing.result;
    return r;
}

void text_release_result(struct import_result *result)
{
    free(result->whole);
}

/* Reads it for the second time: stores it. *ret_failed receives what LMDB returned. */
static int store_text(struct store *store, FILE *in, const struct import_result *checked,
                      struct transaction *transaction, int *ret_failed, struct error *err)
{
    struct importing importing = {.store = store, .transaction = transaction, .checked = checked};
    rewind(in);
    int r = import_all(&importing, in, err);
    if (importing.failed == -EBADMSG)
        error_set(err, -EIO,
                  "standard input, line %llu: it contradicts what is in the store: a deep "
                  "check looks for which is false",
                  (unsigned long long)importing.result.lines);
    bytes_release(&importing.graph);
    bytes_release(&importing.state);
    *ret_failed = importing.failed;
    return r;
}

static int drop_root(struct transaction *transaction, void *key)
{
    return root_drop(transaction, key);
}

/* Of two imports that contradict each other neither is believed. */
static void drop_refused(struct store *store, uint8_t key[STORE_KEY])
{
    if (transaction_run(store, true, drop_root, key) == 0)
        atomic_fetch_add(&store->contradicted, 1);
}

/* Writes all in one transaction: an import that fails leaves nothing. */
static int import_write(struct store *store, FILE *in, const struct import_result *checked,
                        struct error *err)
{
    struct transaction transaction;
    int failed;
    do {
        int r = 0;
        failed = transaction_begin(store, true, &transaction);
        if (failed == 0) {
            transaction.importing = true;
            r = store_text(store, in, checked, &transaction, &failed, err);
            failed = transaction_end(&transaction, failed != 0 || r == 0 ? failed : MDB_BAD_TXN);
        }
        if (r < 0 && r != -EIO)
            return r; /* out of memory */
    } while (failed != 0 && transaction_change_map(store, failed) == 0);
    if (failed == -EBADMSG && transaction.refused && transaction.refused_drop)
        drop_refused(store, transaction.refused_key);
    if (failed == -EBADMSG)
        return -EIO;
    if (failed == ENVIRONMENT_HELD)
        return error_set(err, -EIO, "cannot write: %s", transaction_holder(store).text);
    return failed == 0 ? 0 : error_set(err, -EIO, "cannot write: %s", environment_text(failed));
}

/* Milliseconds between two looks whether the run is to end. */
#define LOOK_MS 50

/* Reads what comes, as soon as something does. Returns its size, 0 at the end, or -errno. */
static ssize_t read_some(int fd, const struct store_patience *patience, char *block, size_t size)
{
    struct pollfd wanted = {.fd = fd, .events = POLLIN};
    while (!patience_over(patience)) {
        if (poll(&wanted, 1, LOOK_MS) <= 0)
            continue;
        ssize_t n = read(fd, block, size);
        if (n >= 0 || errno != EINTR)
            return n < 0 ? -errno : n;
    }
    return -EINTR;
}

int text_copy_input(int fd, const struct store_patience *patience, FILE **ret_copy,
                    struct error *err)
{
    static char block[65536];
    ssize_t n;
    int r = 0;
    FILE *copy = tmpfile();
    if (copy == NULL)
        return error_set(err, -EIO, "cannot make a copy of the export: %s", strerror(errno));
    while (r == 0 && (n = read_some(fd, patience, block, sizeof(block))) != 0)
        if (n < 0)
            r = error_set(err, (int)n, "cannot read the export: %s", strerror((int)-n));
        else if (fwrite(block, 1, (size_t)n, copy) != (size_t)n)
            r = error_set(err, -EIO, "cannot copy the export: %s", strerror(errno));
    if (r == 0 && fflush(copy) != 0)
        r = error_set(err, -EIO, "cannot copy the export: %s", strerror(errno));
    if (r < 0)
        fclose(copy);
    else
        *ret_copy = copy;
    return r;
}

int text_import(struct store *store, FILE *in, const struct import_result *checked,
                struct error *err)
{
    if (store->read_only && store->held.text[0] != '\0')
        return error_set(err, patience_over(&store->patience) ? -EINTR : -EAGAIN,
                         "nothing can be imported: %s", store->held.text);
    if (store->read_only)
        return error_set(err, -EROFS, "read only: nothing can be imported");
    return import_write(store, in, checked, err);
}
