/*
 * LMDB's data file page by page, as LMDB 0.9 writes it (data version 1): is each page used exactly
 * once, by a tree or by the list of free pages?
 *
 * LMDB itself does not ask. It writes over whatever page its list of free pages names, and follows
 * whatever a branch points to. So a list that names a page in use is found by nobody until the next
 * writer has destroyed what was there. Here all trees are followed from the meta page: the main
 * one, whose records are the named databases, theirs, and that of the free pages. Keys must ascend,
 * also against the branches above them, as look-ups go by those.
 */
#ifndef SOLVER_STORE_FILE_PAGES_H
#define SOLVER_STORE_FILE_PAGES_H

#include <stddef.h>

/* The first thing that is wrong. */
enum pages_fault {
    PAGES_SOUND,
    PAGES_META,   /* none of the meta pages is one */
    PAGES_TREE,   /* a page, or what a tree says of itself, is not what LMDB writes */
    PAGES_BEYOND, /* a page behind the last one is used or free */
    PAGES_TWICE,  /* a page is used twice */
    PAGES_FREE,   /* a page that is used, or free already, is listed as free */
    PAGES_LOST,   /* a page is neither used nor free */
};

/*
 * Looks at the data file at path, as its last transaction left it; nobody may be writing. Whatever
 * is in the file, nothing outside it is read. Returns 0 and the fault, or a negative errno.
 */
int pages_check(const char *path, enum pages_fault *ret_fault);

/* The same of a file's bytes in memory, aligned as malloc() aligns. Returns 0 or -ENOMEM. */
int pages_check_bytes(const void *bytes, size_t size, enum pages_fault *ret_fault);

/* What is wrong, as it follows "damaged: ". */
const char *pages_text(enum pages_fault fault);

#endif
