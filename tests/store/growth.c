/*
 * growth: writes far more into a store than its map first holds, alone and in turn with a
 * second process, so that MDB_MAP_FULL and MDB_MAP_RESIZED are met; all of it is there afterwards.
 * The map starts small because environment_map_wanted is set (store/file/environment.h).
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/games.h"
#include "common/must.h"
#include "store/file/environment.h"
#include "store/file/seal.h"
#include "store/handle/identity.h"
#include "store/handle/look.h"
#include "store/handle/subtable.h"
#include "store/handle/transaction.h"
#include "store/handle/writer.h"
#include "store/lemmas/lemma_put.h"
#include "store/lemmas/lemma_record.h"
#include "store/store.h"
#include "store/walk/walk.h"

#define MAP ((size_t)1 << 20)
#define ROUNDS 20
#define RECORDS 300
#define CONDITIONS 150

/* The number-th lemma: another state each, conditions in disorder. */
static struct pending *make(struct subtable *table, uint64_t number)
{
    const struct record_shape *shape = &table->shape;
    struct stored_state state = {.board = {{number & 0xfffff, 0}}, .passes = number >> 20 & 3};
    size_t width = lemma_condition_bytes(shape, 0), head = lemma_state_bytes(shape);
    size_t size = head + ENTRY_HEAD + CONDITIONS * width;
    struct pending *pending = calloc(1, sizeof(*pending) + size);
    MUST(pending != NULL);
    lemma_pack_state(shape, &state, pending->data);
    record_hash(pending->data, head, pending->key);
    bytes_encode(pending->data + head + 3, number, 8);
    bytes_encode(pending->data + head + 11, CONDITIONS, 4);
    for (uint64_t i = 0; i < CONDITIONS; i++) {
        struct stored_condition condition = {.board = {{(number * 77 + i * 13) & 0xfffff, 0}}};
        lemma_pack_condition(shape, &condition, false,
                             pending->data + head + ENTRY_HEAD + (size_t)i * width);
    }
    pending->kind = &lemma_kind;
    pending->table = table;
    pending->size = size;
    return pending;
}

static void write_round(struct store *store, struct subtable *table, uint64_t first, uint64_t step)
{
    int r;
    do {
        struct transaction transaction = {0};
        r = transaction_begin(store, true, &transaction);
        for (uint64_t i = 0; i < RECORDS && r == 0; i++) {
            struct pending *pending = make(table, first + i * step);
            r = transaction_put(&transaction, pending);
            pending_free(pending);
        }
        if (transaction.txn != NULL)
            r = transaction_end(&transaction, r);
    } while (r != 0 && transaction_change_map(store, r) == 0);
    MUST(r == 0);
}

/* What the other wrote last is to be found, though it may lie beyond the map. */
static void look_for(struct store *store, struct subtable *table, uint64_t number)
{
    struct bytes value = {0};
    struct pending *pending = make(table, number);
    MUST(look_get(store, table->dbi, pending->key, &value) == 1);
    bytes_release(&value);
    pending_free(pending);
}

/* Writes the numbers which, which + step ... go, done: pipes to take turns, or -1. */
static void write_share(const char *dir, uint64_t which, uint64_t step, int go, int done)
{
    struct store *store;
    struct game game;
    struct graph *graph = start_empty(&game, "4x5", "psk");
    struct error err;
    char turn = 0;
    MUST(store_open(dir, STORE_MAKE, NULL, NULL, &store, &err) == 0);
    struct subtable *table = subtable_of_game(store, &game);
    for (uint64_t round = 0; round < ROUNDS; round++) {
        uint64_t first = round * RECORDS * step + which;
        MUST(go < 0 || read(go, &turn, 1) == 1);
        if (step == 2 && round > 0)
            look_for(store, table, first - 1);
        write_round(store, table, first, step);
        MUST(done < 0 || write(done, &turn, 1) == 1);
    }
    MUST(store_close(store, &err) == 0);
    game_release(&game);
    graph_free(graph);
}

/* Are so many states there, in a file that the first map could not hold? */
static void expect(const char *dir, uint64_t wanted)
{
    struct walk_result walked;
    struct stat file;
    char path[PATH_BYTES];
    MUST(folder_path(dir, STORE_DATA, path) == 0 && stat(path, &file) == 0);
    MUST((size_t)file.st_size > 4 * MAP);
    MUST(walk_in_child(dir, NULL, NULL, &walked, NULL) == 0);
    MUST(walked.code == 0 && walked.bad == 0 && walked.pages == PAGES_SOUND);
    MUST(walked.states == wanted && walked.entries == wanted);
}

static void in_turn(const char *dir)
{
    int one[2], two[2], status;
    char turn = 0;
    fflush(stdout);
    MUST(pipe(one) == 0 && pipe(two) == 0 && write(one[1], &turn, 1) == 1);
    pid_t child = fork();
    MUST(child >= 0);
    if (child == 0) {
        write_share(dir, 1, 2, two[0], one[1]);
        exit(0);
    }
    write_share(dir, 0, 2, one[0], two[1]);
    MUST(waitpid(child, &status, 0) == child && status == 0);
}

int main(void)
{
    char place[] = "/tmp/solve-growth-XXXXXX", dir[64];
    MUST(mkdtemp(place) != NULL);
    environment_map_wanted = MAP;
    snprintf(dir, sizeof(dir), "%s/one", place);
    write_share(dir, 0, 1, -1, -1);
    expect(dir, ROUNDS * RECORDS);
    snprintf(dir, sizeof(dir), "%s/two", place);
    in_turn(dir);
    expect(dir, 2 * ROUNDS * RECORDS);
    snprintf(dir, sizeof(dir), "rm -r %s", place);
    return system(dir) == 0 ? 0 : 1;
}
