/*
 * forge DIR FORMAT PROOFS: gives the store in DIR another head, as another version would write it.
 * forge DIR: seals it as it is. For the tests only.
 */
#include <stdlib.h>
#include <string.h>

#include <xxhash.h>

#include "base/bytes.h"
#include "store/file/environment.h"
#include "store/file/format.h"
#include "store/file/seal.h"

static int put_head(MDB_txn *txn, const char *format, const char *proofs)
{
    uint8_t value[CHECKSUM + 8 + 5];
    MDB_dbi dbi;
    MDB_val key = {strlen(STORE_MAGIC), (void *)STORE_MAGIC}, data = {sizeof(value), value};
    bytes_encode(value + CHECKSUM, strtoul(format, NULL, 10), 4);
    bytes_encode(value + CHECKSUM + 4, strtoul(proofs, NULL, 10), 4);
    memcpy(value + CHECKSUM + 8, "9.9.9", 5);
    bytes_encode(value, XXH3_64bits(value + CHECKSUM, sizeof(value) - CHECKSUM), CHECKSUM);
    int r = mdb_dbi_open(txn, DB_META, 0, &dbi);
    return r != 0 ? r : mdb_put(txn, dbi, &key, &data, 0);
}

int main(int argc, char **argv)
{
    MDB_env *env;
    MDB_txn *txn;
    if (argc == 2)
        return seal_write(argv[1]) == 0 ? 0 : 1;
    if (argc != 4 || environment_open(argv[1], 0, NULL, &env) != 0 ||
        mdb_txn_begin(env, NULL, 0, &txn) != 0 || put_head(txn, argv[2], argv[3]) != 0 ||
        mdb_txn_commit(txn) != 0)
        return 1;
    mdb_env_close(env);
    return 0;
}
