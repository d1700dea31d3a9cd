/* The layout of files of blocks, which blocks.h tells. */
#ifndef SOLVER_DENSE_BLOCKS_FORMAT_H
#define SOLVER_DENSE_BLOCKS_FORMAT_H

#include <stddef.h>
#include <stdint.h>

#define BLOCKS_MAGIC "solve-dense 1\n"
#define BLOCKS_MAGIC_BYTES (sizeof(BLOCKS_MAGIC) - 1)
#define BLOCKS_FRONT_BYTES (BLOCKS_MAGIC_BYTES + 4) /* before the head */
#define BLOCKS_END "dense end\n"
#define BLOCKS_END_BYTES (32 + sizeof(BLOCKS_END) - 1)
#define BLOCKS_ENTRY_BYTES 24
#define BLOCKS_PAGE_ENTRIES 170
#define BLOCKS_PAGE_BYTES (8 + BLOCKS_PAGE_ENTRIES * BLOCKS_ENTRY_BYTES)

/* Returns how many entries a page has from which on there are so many. */
static inline size_t blocks_format_page_entries(uint64_t left)
{
    return left < BLOCKS_PAGE_ENTRIES ? (size_t)left : BLOCKS_PAGE_ENTRIES;
}

#endif
