/*
 * What a module that connects ranks gives: a shared object that is loaded when a launcher started
 * the process, so that the program itself is linked to none. ranks.h says what each call does; here
 * the rank itself is never sent to, and calls come one at a time.
 */
#ifndef SOLVER_RANKS_MODULE_H
#define SOLVER_RANKS_MODULE_H

#include "ranks/ranks.h"

/* Goes up when anything here changes. */
#define RANKS_MODULE_VERSION 1

/* The symbol of a module: a struct ranks_module. */
#define RANKS_MODULE_SYMBOL "ranks_module"

struct ranks_module {
    int version;
    /* 0; or a negative errno with a line in text. */
    int (*begin)(int *ret_rank, int *ret_size, char *ret_text, size_t room);
    void (*end)(void);
    void (*abort)(int exit_code);
    int (*reduce)(uint64_t *values, size_t count, enum ranks_fold fold);
    int (*broadcast)(void *bytes, size_t size, int from);
    int (*barrier)(void);
    int (*exchange_begin)(int slot, const void *const *out, const size_t *out_sizes);
    int (*exchange_poll)(int slot);
    int (*exchange_end)(int slot, const struct ranks_bytes **ret_in);
    /* Takes over bytes, by free(), if it returns 0. */
    int (*send)(int to, int tag, void *bytes, size_t size);
    /* 1 and *ret_message, or 0. */
    int (*receive)(struct ranks_message *ret_message);
};

/* Loads the module. Returns 0 or -ENOENT with the line in err. */
int module_load(const struct ranks_module **ret_module, struct error *err);

#endif
