/* The lines of an import, one after the other. */
#include "store/text/import_lines.h"

#include <errno.h>
#include <string.h>

#include "store/handle/identity.h"
#include "store/lemmas/lemma_put.h"
#include "store/roots/root_check.h"
#include "store/roots/root_put.h"
#include "store/text/text.h"

/* Writes a record whose data are a, then b (may be NULL). board: of a root, or NULL. */
static int put(struct importing *importing, const struct pending_kind *kind, struct subtable *board,
               const uint8_t key[STORE_KEY], const struct bytes *a, const struct bytes *b)
{
    struct subtable *table = kind == &lemma_kind ? importing->table : NULL;
    struct pending *pending = pending_new(kind, table, key, a->size + (b != NULL ? b->size : 0));
    if (pending == NULL)
        return -ENOMEM;
    pending->board = board;
    memcpy(pending->data, a->data, a->size);
    if (b != NULL)
        memcpy(pending->data + a->size, b->data, b->size);
    importing->failed = transaction_put(importing->transaction, pending);
    pending_free(pending);
    return importing->failed != 0 ? -EIO : 0;
}

/* Finds the sub-table that the lines are for, once its graph is read. */
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
        if (importing->transaction != NULL)
            importing->table = subtable_of_game(importing->store, &game);
        game_release(&game);
    }
    graph_free(graph);
    if (importing->transaction != NULL && importing->table == NULL)
        r = -ENOMEM;
    importing->settled = r == 0;
    return r == 0 ? 0 : error_set(err, -ENOMEM, "out of memory");
}

/* Ends a table of positions, as something else begins. Notes whether it is whole. */
static int end_values(struct importing *importing, struct error *err)
{
    struct table_lines *values = &importing->values;
    bool whole = values->whole, any = values->any;
    *values = (struct table_lines){0};
    if (!any || importing->transaction != NULL)
        return 0;
    bytes_put_number(&importing->whole, whole, 1);
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

/* Returns 1 if the root is on the board that the lines before it describe: *ret_graph is its graph
 * file; else 0, or a negative errno. */
static int find_board(struct importing *importing, const char *text, size_t length,
                      struct bytes *ret_graph, struct error *err)
{
    size_t name = root_key_name_length(text, length);
    if (importing->graph.size == 0 || strlen(importing->name) != name ||
        memcmp(importing->name, text, name) != 0)
        return 0;
    int r = settle_table(importing, err);
    *ret_graph = importing->graph;
    return r < 0 ? r : 1;
}

/* Can this be a record of its position? Returns 0 or, with err, -EINVAL or -ENOMEM. */
static int check_root(const struct root_key *key, const struct bytes *value,
                      const struct bytes *graph, struct error *err)
{
    const char *why = "it is damaged";
    struct root_record record;
    int r = root_record_read(key->hash, value->data, value->size, &record);
    if (r == 0) {
        r = root_check_record(&record, (const char *)graph->data, graph->size, &why);
        analysis_release(&record.facts.analysis);
    }
    if (r == -EBADMSG)
        return error_set(err, -EINVAL, "this is no root: %s", why);
    return r < 0 ? error_set(err, r, "out of memory") : 0;
}

static int import_root(struct importing *importing, char *words, struct error *err)
{
    struct root_key key;
    struct bytes value = {0}, graph = {0};
    int r = text_read_root(words, &key, &value, err);
    if (r < 0)
        return r;
    int described = find_board(importing, (const char *)key.text.data, key.text.size, &graph, err);
    r = described < 0 ? described : check_root(&key, &value, &graph, err);
    importing->result.positions++;
    if (r == 0)
        r = importing->transaction == NULL
                ? 0
                : put(importing, &root_kind, described ? importing->table : NULL, key.hash, &value,
                      NULL);
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
    if (r == 0 && importing->transaction != NULL) {
        record_hash(importing->state.data, importing->state.size, key);
        r = put(importing, &lemma_kind, NULL, key, &importing->state, &entry);
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

/* Compares the head with the chunks, which come before it. */
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

/* Puts a record into the store if its table is whole. */
static bool is_wanted(struct importing *importing)
{
    if (importing->transaction == NULL)
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
                ? text_read_values(words, &importing->shape, &record, err)
                : error_set(err, -EINVAL, "these rules have no tables of positions");
    bool wanted = r == 0 && is_wanted(importing);
    if (r == 0)
        r = record.key.bytes[0] == VALUES_HEAD ? count_head(importing, &record, err)
                                               : count_chunk(importing, &record, err);
    importing->values.any = true;
    if (r == 0 && wanted) {
        importing->failed = values_put(importing->transaction, &importing->putting, &record);
        r = importing->failed != 0 ? -EIO : 0;
    }
    bytes_release(&record.value);
    return r;
}

static int import_counts(struct importing *importing, char *words, struct error *err)
{
    struct counts_line line;
    int r = text_read_counts(words, &line, err);
    if (r < 0)
        return r;
    importing->result.count_results += line.results;
    if (importing->transaction != NULL) {
        struct counts_key key =
            counts_key(line.identity, line.class, line.chunk.data, line.chunk.size);
        importing->failed =
            counts_put(importing->transaction, &key, line.chunk.data, line.chunk.size, true);
        r = importing->failed != 0 ? -EIO : 0;
    }
    bytes_release(&line.chunk);
    return r;
}

/* Takes the last line. */
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

int import_line(struct importing *importing, char *line, struct error *err)
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
    if (strcmp(line, "count") == 0)
        return import_counts(importing, words, err);
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
