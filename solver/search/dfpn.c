/* The memory of a table of proof numbers. */
#include "search/dfpn.h"

#include <string.h>
#include <sys/mman.h>

void dfpn_table_init(struct dfpn_table *ret_table, size_t count)
{
    *ret_table = (struct dfpn_table){NULL, count - 1};
}

/* Only what is touched takes memory and time: a small query touches next to nothing, while calloc()
 * clears what was used and given back before. */
int dfpn_table_open(struct dfpn_table *table)
{
    void *entries = mmap(NULL, dfpn_table_bytes(table), PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (entries == MAP_FAILED)
        return -ENOMEM;
    table->entries = entries;
    return 0;
}

void dfpn_table_release(struct dfpn_table *table)
{
    if (table->entries != NULL)
        munmap(table->entries, dfpn_table_bytes(table));
    *table = (struct dfpn_table){0};
}

void dfpn_table_clear(struct dfpn_table *table)
{
    if (table->entries != NULL)
        memset(table->entries, 0, dfpn_table_bytes(table));
}

size_t dfpn_table_bytes(const struct dfpn_table *table)
{
    return (table->mask + 1) * sizeof(*table->entries);
}
