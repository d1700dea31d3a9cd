/*
 * Numbers that two processes do not both have: each names what it writes into a store by one.
 */
#ifndef SOLVER_STORE_FILE_DRAWN_H
#define SOLVER_STORE_FILE_DRAWN_H

#include <stdint.h>

/* Draws a number. Where none can be drawn yet, which is so while a machine starts, time and process
 * make one. */
uint64_t drawn_number(void);

#endif
