/*
 * Room for the large arrays of dense tables: memory as long as the run may take more of it, else a
 * mapped file. The file has no name, so it is gone when the run ends, however that ends; its
 * blocks are found at once, so that a full disk is told before the work and not by SIGBUS in it.
 *
 * Memory that other processes are to read (dense/mates.h) is a file, too, but one of the memory.
 */
#ifndef SOLVER_DENSE_MEMORY_H
#define SOLVER_DENSE_MEMORY_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

/* What a run may take. One thread at a time uses it. */
struct dense_memory {
    size_t max_bytes;   /* of memory that all arrays may take together; SIZE_MAX: any number */
    const char *folder; /* where files may lie; NULL: nowhere. Borrowed */
    bool lent;          /* memory is to be read by other processes */
    atomic_size_t held; /* bytes of memory that arrays take now; 0 at first. Any thread may look */
    size_t mapped;      /* bytes of files; 0 at first */
    size_t refused;     /* bytes of an array for which the disk had no room; 0: none */
};

/* An array. All zero: none. */
struct dense_array {
    void *data;
    size_t bytes;
    bool mapped; /* it is a file of the disk */
    int file;    /* descriptor of memory that others may read; 0: none */
};

/*
 * Makes an array of so many bytes, all zero, for dense_memory_give(). memory must outlast it.
 * Returns 0; -ENOMEM: it is not to be had, or more than memory allows where there is no folder;
 * -ENOSPC: the disk is full; or another negative errno of the file.
 */
int dense_memory_take(struct dense_memory *memory, size_t bytes, struct dense_array *ret_array);

/* Gives an array back, and clears it. One that is all zero is allowed. */
void dense_memory_give(struct dense_memory *memory, struct dense_array *array);

#endif
