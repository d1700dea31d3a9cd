/*
 * The text form of a store: whatever the bytes are, checking it ends and says one line; and the
 * lines of a lemma, a state and a root that are accepted can be written and read again, to the same
 * bytes. What is accepted as a whole is imported, and then asked for and searched with: it may be
 * false, as an import is believed, but it must not bring the engine down.
 */
#include "fuzz/fuzz.h"

#include <dirent.h>
#include <unistd.h>

#include "solve/stored.h"
#include "store/handle/identity.h"
#include "store/manage.h"
#include "store/text/exchange.h"
#include "store/text/text.h"

/* What text_write_...() printed, without the first word and the newline. */
static char *words_of(char *text)
{
    char *end = strchr(text, '\n');
    MUST(end != NULL && end[1] == '\0');
    *end = '\0';
    return strchr(text, ' ') + 1;
}

static void write_entry(FILE *out, const struct record_shape *shape, const struct bytes *packed)
{
    struct bytes_reader reader = {packed->data, packed->size, false};
    struct lemma_entry entry;
    MUST(lemma_entry_read(shape, &reader, &entry) && reader.left == 0);
    text_write_entry(out, shape, &entry);
}

static void try_packed(char *words, const struct record_shape *shape, bool entry)
{
    struct bytes first = {0}, again = {0};
    struct error err = {""};
    size_t size;
    char *text;
    int r = entry ? text_read_entry(words, shape, &first, &err)
                  : text_read_state(words, shape, &first, &err);
    if (r < 0) {
        MUST(err.text[0] != '\0' && strchr(err.text, '\n') == NULL);
        bytes_release(&first);
        return;
    }
    FILE *out = open_memstream(&text, &size);
    MUST(out != NULL);
    if (entry)
        write_entry(out, shape, &first);
    else
        text_write_state(out, shape, first.data);
    fclose(out);
    r = entry ? text_read_entry(words_of(text), shape, &again, &err)
              : text_read_state(words_of(text), shape, &again, &err);
    MUST(r == 0 && again.size == first.size && memcmp(again.data, first.data, first.size) == 0);
    free(text);
    bytes_release(&first);
    bytes_release(&again);
}

static void try_root(char *words)
{
    struct root_key key, key_again;
    struct bytes first = {0}, again = {0};
    struct root_record record;
    struct error err = {""};
    size_t size;
    char *text;
    if (text_read_root(words, &key, &first, &err) < 0) {
        MUST(err.text[0] != '\0');
        bytes_release(&first);
        return;
    }
    /* What is no sound record is refused when it is imported. */
    if (root_record_read(key.hash, first.data, first.size, &record) == 0) {
        FILE *out = open_memstream(&text, &size);
        MUST(out != NULL);
        text_write_root(out, &record);
        fclose(out);
        MUST(text_read_root(words_of(text), &key_again, &again, &err) == 0);
        MUST(again.size == first.size && memcmp(again.data, first.data, first.size) == 0);
        root_key_release(&key_again);
        analysis_release(&record.facts.analysis);
        free(text);
    }
    root_key_release(&key);
    bytes_release(&first);
    bytes_release(&again);
}

static void try_lines(char *text)
{
    struct record_shape shape = {.points = 6, .set_bytes = 1};
    while (*text != '\0') {
        char *next = fuzz_next_line(text);
        if (strncmp(text, "state ", 6) == 0)
            try_packed(text + 6, &shape, false);
        else if (strncmp(text, "lemma ", 6) == 0)
            try_packed(text + 6, &shape, true);
        else if (strncmp(text, "root ", 5) == 0)
            try_root(text + 5);
        else if (strncmp(text, "table ", 6) == 0 && identity_shape(text + 6, &shape) < 0)
            shape = (struct record_shape){.points = 6, .set_bytes = 1};
        text = next;
    }
}

/* --- the engine on what was accepted --- */

/* Boards of so many points are searched, with so many nodes, and of a store so many positions. */
#define SEARCHED_POINTS 6
#define SEARCHED_NODES 3000
#define SEARCHED_BYTES (32u << 20)
#define SEARCHED_MOST 6

static void check_result(const struct game *game, const struct analysis *analysis)
{
    const struct bounds *bounds = &analysis->bounds;
    struct game line;
    MUST(bounds->lower_min <= bounds->lower_max && bounds->upper_min <= bounds->upper_max);
    MUST(game_init(&line, game->graph, &game->rules, &game->turns[0].board, game->turns[0].next) ==
         0);
    for (size_t i = 0; i + 1 < game->count + analysis->pv_count && !game_over(&line); i++) {
        struct verdict verdict;
        struct move move =
            i + 1 < game->count ? game->turns[i + 1].move : analysis->pv[i + 1 - game->count];
        MUST(game_play(&line, move, &verdict) == 0 && verdict.legal);
    }
    game_release(&line);
}

/* Asks the store for the position, then goes on from what it has, of the value and of all moves. */
static void search_game(struct store *store, const struct game *game)
{
    struct analysis_options options = {
        .limits = {.max_nodes = SEARCHED_NODES, .max_bytes = SEARCHED_BYTES}, .threads = 1};
    struct analysis analysis;
    if (store_query(store, game, 0, &analysis) == 0) {
        check_result(game, &analysis);
        analysis_release(&analysis);
    }
    for (int value_only = 1; value_only >= 0; value_only--) {
        options.value_only = value_only == 1;
        MUST(stored_analyse(store, game, &options, &analysis) == 0);
        check_result(game, &analysis);
        analysis_release(&analysis);
    }
}

/* And after each move: there the store has lemmas at most, which the search uses. */
static void search_game_and_plays(struct store *store, struct game *game)
{
    search_game(store, game);
    for (int p = 0; p <= game->graph->points && !game_over(game); p++) {
        struct verdict verdict;
        struct move move = p < game->graph->points ? move_stone(p) : move_pass(MOVE_PASS);
        MUST(game_play(game, move, &verdict) == 0);
        if (!verdict.legal)
            continue;
        search_game(store, game);
        game_undo(game);
    }
}

/* Plays the moves of a root, told by number. What was accepted can be played. */
static void play_moves(struct game *game, const char *moves)
{
    for (int used = 0; !game_over(game); moves += used) {
        char word[16];
        struct verdict verdict;
        if (sscanf(moves, " %15s%n", word, &used) != 1)
            return;
        struct move move = strcmp(word, "pass") == 0      ? move_pass(MOVE_PASS)
                           : strcmp(word, "refresh") == 0 ? move_pass(MOVE_REFRESH)
                                                          : move_stone(atoi(word));
        MUST(game_play(game, move, &verdict) == 0 && verdict.legal);
    }
}

static void search_position(struct store *store, const char *rules_text, const char *board,
                            const struct store_root *root)
{
    struct ruleset rules;
    struct graph *graph;
    struct game game;
    struct position position = {{0}};
    if (ruleset_parse(rules_text, &rules, NULL) < 0 || graph_parse(board, &graph, NULL) < 0)
        return; /* a board that a name does not tell */
    if (graph->points <= SEARCHED_POINTS &&
        (root == NULL || position_parse(graph, 2, root->position, &position, NULL) == 0)) {
        int to_move = root != NULL && root->to_move == 'w';
        MUST(game_init(&game, graph, &rules, &position, to_move) == 0);
        if (root != NULL)
            play_moves(&game, root->moves);
        search_game_and_plays(store, &game);
        game_release(&game);
    }
    graph_free(graph);
}

static void search_all(struct store *store)
{
    struct store_info info;
    struct error err;
    MUST(store_info(store, &info, &err) == 0);
    for (size_t i = 0; i < info.root_count && i < SEARCHED_MOST; i++)
        search_position(store, info.roots[i].rules, info.roots[i].board, &info.roots[i]);
    for (size_t i = 0; i < info.table_count && i < SEARCHED_MOST; i++)
        search_position(store, info.tables[i].rules, info.tables[i].board, NULL);
    store_info_release(&info);
}

static void remove_folder(const char *name)
{
    DIR *folder = opendir(name);
    MUST(folder != NULL);
    for (const struct dirent *entry; (entry = readdir(folder)) != NULL;)
        unlinkat(dirfd(folder), entry->d_name, 0);
    closedir(folder);
    MUST(rmdir(name) == 0);
}

/* In a new store, in memory where the machine has such a folder. */
static void try_import(FILE *in, const struct import_result *checked)
{
    char name[64];
    struct store *store;
    struct error err = {""};
    snprintf(name, sizeof(name), "%s/fuzz-import-XXXXXX",
             access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp");
    MUST(mkdtemp(name) != NULL);
    MUST(store_open(name, STORE_MAKE, NULL, NULL, &store, &err) == 0);
    rewind(in);
    int r = text_import(store, in, checked, &err);
    MUST(r == 0 || err.text[0] != '\0');
    if (r == 0)
        search_all(store);
    MUST(store_close(store, &err) == 0);
    remove_folder(name);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct error err = {""};
    struct import_result result;
    char *text = fuzz_text(data, size);
    FILE *in = size > 0 ? fmemopen(text, size, "r") : NULL;
    if (in != NULL) {
        int r = text_check(in, &result, &err);
        MUST(r == 0 || (err.text[0] != '\0' && strchr(err.text, '\n') == NULL));
        if (r == 0) {
            try_import(in, &result);
            text_release_result(&result);
        }
        fclose(in);
    }
    try_lines(text);
    free(text);
    return 0;
}
