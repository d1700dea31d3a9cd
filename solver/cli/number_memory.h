/* What becomes of the program where there is no memory for a long number. */
#ifndef SOLVER_CLI_NUMBER_MEMORY_H
#define SOLVER_CLI_NUMBER_MEMORY_H

/*
 * To be called first. GMP has no way to tell that memory lacks, and aborts; from here on the
 * program ends with a line instead, as it does elsewhere.
 */
void number_memory_set_up(void);

#endif
