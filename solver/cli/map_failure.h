/*
 * A store's files are mapped, so that a file that is cut short while it is in use, or a disk that
 * fails, comes as SIGBUS. It ends the program with one line instead.
 */
#ifndef SOLVER_CLI_MAP_FAILURE_H
#define SOLVER_CLI_MAP_FAILURE_H

/* From now on, for the store in dir that option names. Another SIGBUS kills as before. */
void map_failure_catch(const char *option, const char *dir);

#endif
