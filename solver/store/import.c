/* Import. */
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <xxhash.h>

#include "store/identity.h"
#include "store/inside.h"
#include "store/manage.h"
#include "store/root_check.h"
#include "store/text.h"
#include "store/values.h"

/* The table of positions that lines are of. */
struct table_lines {
    uint64_t boards, kos; /* so far, then the head */
    unsigned layers;
    struct stones last; /* of all boards so far */
    bool any, head, whole;
};

struct importing {
    struct store *store;
    /* The second time through, when all lines are known to be right; or NULL. */
    struct batch *batch;
    struct import_result result;
    int version;
    XXH3_state_t *hash; /* of the lines so far; NULL the second time */
    bool ended;
    char name[TABLE_NAME_MAX];
    struct record_shape shape;
    enum table_kind kind;   /* of a table of positions under the ruleset */
    struct bytes graph;     /* the lines of the graph file */
    struct bytes state;     /* packed; empty: none yet */
    bool settled;           /* ruleset and board are known to be some */
    struct subtable *table; /* where batch is not NULL */
    struct table_lines values;
    struct values_putting putting;       /* where batch is not NULL */
    struct bytes whole;                  /* the first time: see struct import_result */
    const struct import_result *checked; /* the second time: what the first has found */
    size_t tables_begun;
    int failed; /* what LMDB returned */
};

/* table: of a lemma; of a root NULL, and board is that of its board, or NULL. */
static int put(struct importing *importing, struct subtable *table, struct subtable *board,
               const uint8_t key[STORE_KEY], const struct bytes *a, const struct bytes *b)
{
    size_t size = a->size + (b != NULL ? b->size : 0);
    struct pending *pending = malloc(sizeof(*pending) + size);
    if (pending == NULL)
        return -ENOMEM;
    pending->table = table;
    pending->board = board;
    pending->slab = NULL;
    pending->size = size;
    memcpy(pending->key, key, STORE_KEY);
    memcpy(pending->data, a->data, a->size);
    if (b != NULL)
        memcpy(pending->data + a->size, b->data, b->size);
    importing->failed = batch_put(importing->batch, pending);
    free(pending);
    return importing->failed != 0 ? -EIO : 0;
}

/* Once its graph is read: the sub-table that the lines are for. */
static int settle_table(struct importing *importing, struct error *err)
{
    struct ruleset rules;
    struct graph *graph;
    struct game game;
    struct position empty;
    if (importing->settled)
        return 0;
    memset(&empty, 0, sizeof(empty));
    int r = identity_parse(importing->name, (const char *)importing->graph.data,
                           importing->graph.size, &rules, &graph);
    if (r < 0)
        return error_set(err, r, "'%.80s' is no ruleset and board of this version",
                         importing->name);
    r = game_init(&game, graph, &rules, &empty, BLACK);
    if (r == 0) {
        importing->kind = board_table_kind(&rules);
        if (importing->batch != NULL)
            importing->table = table_of_game(importing->store, &game);
        game_release(&game);
    }
    graph_free(graph);
    if (importing->batch != NULL && importing->table == NULL)
        r = -ENOMEM;
    importing->settled = r == 0;
    return r == 0 ? 0 : error_set(err, -ENOMEM, "out of memory");
}

/* A table of positions ends where something else begins: is it whole? */
static int end_values(struct importing *importing, struct error *err)
{
    struct table_lines *values = &importing->values;
    bool whole = values->whole, any = values->any;
    *values = (struct table_lines){0};
    if (!any || importing->batch != NULL)
        return 0;
    bytes_number(&importing->whole, whole, 1);
    importing->result.tables += whole;
    importing->result.parts += !whole;
    return importing->whole.failed ? error_set(err, -ENOMEM, "out of memory") : 0;
}

static int import_table(struct importing *importing, const char *words, struct error *err)
{
    int r = end_values(importing, err);
    if (r < 0)
        return r;
    importing->table = NULL;
    importing->settled = false;
    importing->graph.size = importing->state.size = 0;
    snprintf(importing->name, sizeof(importing->name), "%s", words);
    return identity_shape(words, &importing->shape) == 0
               ? 0
               : error_set(err, -EINVAL, "'%.80s' is no ruleset and board", words);
}

/* Is the root on the board that the lines before it told? Then *ret_graph is its graph file. */
static int find_board(struct importing *importing, const char *text, size_t length,
                      struct bytes *ret_graph, struct error *err)
{
    size_t name = root_name_length(text, length);
    if (importing->graph.size == 0 || strlen(importing->name) != name ||
        memcmp(importing->name, text, name) != 0)
        return 0;
    int r = settle_table(importing, err);
    *ret_graph = importing->graph;
    return r < 0 ? r : 1;
}

static int import_root(struct importing *importing, char *words, struct error *err)
{
    struct root_key key;
    struct bytes value = {0}, graph = {0};
    const char *why;
    int r = text_read_root(words, &key, &value, err);
    if (r < 0)
        return r;
    int told = find_board(importing, (const char *)key.text.data, key.text.size, &graph, err);
    r = told < 0 ? told
                 : root_read(key.hash, value.data, value.size, (const char *)graph.data, graph.size,
                             NULL, NULL, NULL, &why);
    if (told >= 0 && r == 0)
        r = error_set(err, -EINVAL, "this is no root: %s", why);
    else if (r == -ENOMEM)
        error_set(err, r, "out of memory");
    importing->result.positions++;
    if (r > 0)
        r = importing->batch == NULL
                ? 0
                : put(importing, NULL, told ? importing->table : NULL, key.hash, &value, NULL);
    bytes_release(&value);
    root_key_release(&key);
    return r;
}

static int import_lemma(struct importing *importing, char *words, struct error *err)
{
    struct bytes entry = {0};
    uint8_t key[STORE_KEY];
    if (importing->state.size == 0)
        return error_set(err, -EINVAL, "a lemma without a state before it");
    int r = text_read_entry(words, &importing->shape, &entry, err);
    if (r == 0 && entry.size > ENTRY_BYTES_MAX)
        r = error_set(err, -EINVAL, "too many conditions");
    if (r == 0 && importing->batch != NULL) {
        state_hash(importing->state.data, importing->state.size, key);
        r = put(importing, importing->table, NULL, key, &importing->state, &entry);
    }
    importing->result.lemmas++;
    bytes_release(&entry);
    return r == -ENOMEM ? error_set(err, r, "out of memory") : r;
}

static bool comes_after(struct stones a, struct stones b)
{
    return a.of[BLACK] != b.of[BLACK] ? a.of[BLACK] > b.of[BLACK] : a.of[WHITE] > b.of[WHITE];
}

static int count_chunk(struct importing *importing, const struct values_record *record,
                       struct error *err)
{
    const struct record_shape *shape = &importing->shape;
    struct table_lines *values = &importing->values;
    struct values_chunk chunk;
    if (!values_read_chunk(shape, record->value.data, record->value.size, &chunk))
        return error_set(err, -EINVAL, "this is no part of a table of positions");
    if (values->head ||
        (values->any && (chunk.layers != values->layers ||
                         !comes_after(values_board(shape, &chunk, 0), values->last))))
        return error_set(err, -EINVAL, "this part of a table of positions does not follow");
    values->layers = chunk.layers;
    values->boards += chunk.boards;
    values->kos += chunk.kos;
    values->last = values_board(shape, &chunk, chunk.boards - 1);
    return 0;
}

/* The head says what must have come before it. */
static int count_head(struct importing *importing, const struct values_record *record,
                      struct error *err)
{
    struct table_lines *values = &importing->values;
    struct values_head head;
    if (!values_read_head(&importing->shape, record->value.data, record->value.size, &head) ||
        head.imported || (head.layers == BOUNDS_LAYERS) != (importing->kind == TABLE_BOUNDS))
        return error_set(err, -EINVAL, "this is no head of a table of positions");
    if (!values->any || values->head || head.layers != values->layers)
        return error_set(err, -EINVAL, "this head is not of the table of positions before it");
    values->head = true;
    values->whole = head.boards == values->boards && head.kos == values->kos;
    return 0;
}

/* The table that begins is put into the store if it is whole. */
static bool is_wanted(struct importing *importing)
{
    if (importing->batch == NULL)
        return false;
    if (!importing->values.any) {
        importing->putting = (struct values_putting){.subtable = importing->table};
        importing->tables_begun++;
    }
    size_t number = importing->tables_begun - 1;
    return number < importing->checked->whole_count && importing->checked->whole[number];
}

static int import_values(struct importing *importing, char *words, struct error *err)
{
    struct values_record record = {0};
    int r = importing->kind != TABLE_NONE
                ? values_import(words, &importing->shape, &record, err)
                : error_set(err, -EINVAL, "these rules have no tables of positions");
    bool wanted = r == 0 && is_wanted(importing);
    if (r == 0)
        r = record.key.bytes[0] == VALUES_HEAD ? count_head(importing, &record, err)
                                               : count_chunk(importing, &record, err);
    importing->values.any = true;
    if (r == 0 && wanted) {
        importing->failed = values_put(importing->batch, &importing->putting, &record);
        r = importing->failed != 0 ? -EIO : 0;
    }
    bytes_release(&record.value);
    return r;
}

/* The last line. */
static int import_end(struct importing *importing, const char *sum, struct error *err)
{
    char wanted[TEXT_SUM_MAX];
    importing->ended = true;
    if (importing->hash != NULL && importing->version >= TEXT_VERSION) {
        text_sum(importing->hash, wanted);
        if (strcmp(sum, wanted) != 0)
            return error_set(err, -EINVAL,
                             "it is not as it was written: its hash is %s, the last line says "
                             "'%.40s'",
                             wanted, sum);
        importing->result.has_sum = true;
    }
    if (importing->version < TEXT_VERSION && sum[0] != '\0')
        return error_set(err, -EINVAL, "'end %.40s' is not expected here", sum);
    return end_values(importing, err);
}

static int import_line(struct importing *importing, char *line, struct error *err)
{
    char *words = strchr(line, ' ');
    if (importing->ended)
        return error_set(err, -EINVAL, "'%.40s' is not expected here", line);
    if (strcmp(line, TEXT_END) == 0 || strncmp(line, TEXT_END " ", sizeof(TEXT_END)) == 0)
        return import_end(importing, words != NULL ? words + 1 : "", err);
    if (words == NULL)
        return error_set(err, -EINVAL, "'%.40s' is not expected here", line);
    *words++ = '\0';
    if (strcmp(line, "root") == 0)
        return import_root(importing, words, err);
    if (strcmp(line, "table") == 0)
        return import_table(importing, words, err);
    if (importing->name[0] == '\0')
        return error_set(err, -EINVAL, "'%.40s' without a table before it", line);
    if (strcmp(line, "graph") == 0 && !importing->settled) {
        bytes_put(&importing->graph, words, strlen(words));
        bytes_put(&importing->graph, "\n", 1);
        return 0;
    }
    int r = settle_table(importing, err);
    if (r < 0)
        return r;
    if (strcmp(line, "state") == 0) {
        importing->state.size = 0;
        return text_read_state(words, &importing->shape, &importing->state, err);
    }
    if (strcmp(line, "lemma") == 0)
        return import_lemma(importing, words, err);
    if (strcmp(line, "values") == 0)
        return import_values(importing, words, err);
    return error_set(err, -EINVAL, "'%.40s' is no kind of line", line);
}

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

/* A line with its newline, if it has one. The hash is of all lines but the last, as they came. */
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

/* The first time through the text, which checks it. */
int store_import_check(FILE *in, struct import_result *ret_result, struct error *err)
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
        import_release(&importing.result);
    else
        *ret_result = importing.result;
    return r;
}

void import_release(struct import_result *result)
{
    free(result->whole);
}

/* The second time, which stores it. *ret_failed: what LMDB returned. */
static int store_text(struct store *store, FILE *in, const struct import_result *checked,
                      struct batch *batch, int *ret_failed, struct error *err)
{
    struct importing importing = {.store = store, .batch = batch, .checked = checked};
    rewind(in);
    int r = import_all(&importing, in, err);
    if (importing.failed == -EBADMSG)
        error_set(err, -EIO,
                  "standard input, line %llu: it contradicts what is in the store: 'store check "
                  "--deep' looks for which is false",
                  (unsigned long long)importing.result.lines);
    bytes_release(&importing.graph);
    bytes_release(&importing.state);
    *ret_failed = importing.failed;
    return r;
}

/* Of two imports that contradict each other neither is believed. */
static void drop_refused(struct store *store, const uint8_t key[STORE_KEY])
{
    struct batch batch;
    if (batch_begin(store, true, &batch) == 0 && batch_end(&batch, root_drop(&batch, key)) == 0)
        atomic_fetch_add(&store->contradicted, 1);
}

/* All of it in one transaction: what is not written to the end is not there at all. */
static int import_write(struct store *store, FILE *in, const struct import_result *checked,
                        struct error *err)
{
    struct batch batch;
    int failed;
    do {
        int r = 0;
        failed = batch_begin(store, true, &batch);
        if (failed == 0) {
            batch.importing = true;
            r = store_text(store, in, checked, &batch, &failed, err);
            failed = batch_end(&batch, failed != 0 || r == 0 ? failed : MDB_BAD_TXN);
        }
        if (r < 0 && r != -EIO)
            return r; /* out of memory */
    } while (failed != 0 && map_change(store, failed) == 0);
    if (failed == -EBADMSG && batch.refused && batch.refused_drop)
        drop_refused(store, batch.refused_key);
    if (failed == -EBADMSG)
        return -EIO;
    if (failed == ENVIRONMENT_HELD)
        return error_set(err, -EIO, "cannot write: %s", store_held(store).text);
    return failed == 0 ? 0 : error_set(err, -EIO, "cannot write: %s", environment_text(failed));
}

/* Between two looks whether the run is to end. */
#define LOOK_MS 50

/* Reads what there is, as soon as there is something. Returns its size, 0 at the end, or -errno. */
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

int store_import_copy(int fd, const struct store_patience *patience, FILE **ret_copy,
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

int store_import(struct store *store, FILE *in, const struct import_result *checked,
                 struct error *err)
{
    if (store->read_only && store->held.text[0] != '\0')
        return error_set(err, -EAGAIN, "nothing can be imported: %s", store->held.text);
    if (store->read_only)
        return error_set(err, -EROFS, "read only: nothing can be imported");
    return import_write(store, in, checked, err);
}
