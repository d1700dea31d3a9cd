/*
 * any_pages ROUNDS: LMDB files as LMDB leaves them, whatever was done to them: pages_check() finds
 * each page used once or free. Random records, small and large, are written, overwritten and
 * deleted in several databases, in transactions of all sizes, some undone, while readers hold old
 * snapshots.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <lmdb.h>

#include "base/hash.h"
#include "store/file/pages.h"

#define DATABASES 3
#define READERS 4
#define KEYS 700
#define VALUE_MOST 30000

static uint64_t state;

static uint64_t pick(uint64_t below)
{
    return hash_mix(state += 0x9e3779b97f4a7c15ull) % below;
}

static void must(int r, const char *what)
{
    if (r == 0 || r == MDB_NOTFOUND)
        return;
    fprintf(stderr, "any_pages: %s: %s\n", what, mdb_strerror(r));
    exit(1);
}

static void put_or_delete(MDB_txn *txn, MDB_dbi dbi)
{
    static char value[VALUE_MOST];
    char text[64];
    int length =
        snprintf(text, sizeof(text), "%0*llu", (int)(4 + pick(30)), (unsigned long long)pick(KEYS));
    MDB_val key = {(size_t)length, text}, data = {pick(pick(4) == 0 ? VALUE_MOST : 300), value};
    must(pick(3) == 0 ? mdb_del(txn, dbi, &key, NULL) : mdb_put(txn, dbi, &key, &data, 0),
         "change");
}

static void write_some(MDB_env *env, uint64_t changes)
{
    MDB_txn *txn;
    must(mdb_txn_begin(env, NULL, 0, &txn), "begin");
    for (uint64_t i = 0; i < changes; i++) {
        char name[8];
        MDB_dbi dbi;
        snprintf(name, sizeof(name), "db%d", (int)pick(DATABASES));
        must(mdb_dbi_open(txn, name, MDB_CREATE, &dbi), "open");
        if (pick(5000) == 0)
            must(mdb_drop(txn, dbi, 0), "empty");
        put_or_delete(txn, dbi);
    }
    if (pick(5) == 0)
        mdb_txn_abort(txn);
    else
        must(mdb_txn_commit(txn), "commit");
}

/* A reader comes or goes. */
static void change_reader(MDB_env *env, MDB_txn **readers)
{
    MDB_txn **reader = &readers[pick(READERS)];
    if (*reader == NULL) {
        must(mdb_txn_begin(env, NULL, MDB_RDONLY, reader), "read");
        return;
    }
    mdb_txn_abort(*reader);
    *reader = NULL;
}

static void run(const char *dir, const char *path, int rounds)
{
    MDB_txn *readers[READERS] = {NULL};
    MDB_env *env;
    must(mdb_env_create(&env), "create");
    must(mdb_env_set_maxdbs(env, DATABASES), "create");
    must(mdb_env_set_mapsize(env, (size_t)1 << 30), "create");
    must(mdb_env_open(env, dir, MDB_NOSYNC | MDB_NOTLS, 0600), "open");
    for (int i = 0; i < rounds; i++) {
        enum pages_fault fault;
        write_some(env, 1 + pick(pick(8) == 0 ? 2000 : 60));
        change_reader(env, readers);
        int r = pages_check(path, &fault);
        if (r == 0 && fault == PAGES_SOUND)
            continue;
        fprintf(stderr, "any_pages: round %d: %s\n", i, r < 0 ? strerror(-r) : pages_text(fault));
        exit(1);
    }
    for (int i = 0; i < READERS; i++)
        mdb_txn_abort(readers[i]);
    mdb_env_close(env);
}

int main(int argc, char **argv)
{
    char place[] = "/tmp/solve-pages-XXXXXX", path[64], command[64];
    must(argc == 2 && mkdtemp(place) != NULL ? 0 : EINVAL, "wanted ROUNDS");
    snprintf(path, sizeof(path), "%s/data.mdb", place);
    run(place, path, atoi(argv[1]));
    snprintf(command, sizeof(command), "rm -r %s", place);
    return system(command) == 0 ? 0 : 1;
}
