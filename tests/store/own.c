/*
 * own DIR: the positions in the store in DIR that were imported are as if runs had proved them
 * there, as a fault of the program might leave them; seals the store. Prints how many there were.
 * For the tests only.
 */
#include <stdlib.h>

#include "store/file/format.h"
#include "store/roots/root_record.h"
#include "store/spoil.h"

static int own_one(const char *name, const MDB_val *key, struct bytes *value)
{
    struct root_record record;
    struct bytes own = {0};
    (void)name;
    if (root_record_read(key->mv_data, value->data, value->size, &record) < 0)
        return -1;
    struct root_key text = {.text = {.data = (uint8_t *)record.text, .size = record.length}};
    bool imported = (record.facts.flags & ROOT_IMPORTS) != 0;
    root_record_write(&text, &record.facts.analysis, record.facts.flags & ~(unsigned)ROOT_IMPORTS,
                      &own);
    analysis_release(&record.facts.analysis);
    bytes_release(value);
    *value = own;
    return own.failed ? -1 : imported;
}

static int own_all(MDB_txn *txn)
{
    return spoil_records(txn, DB_ROOTS, own_one);
}

int main(int argc, char **argv)
{
    return argc == 2 ? spoil_store(argv[1], 0, own_all) : 1;
}
