/*
 * SIGBUS. The files of a store are mapped into memory, so a file that is cut short while it is in
 * use, or a disk that fails, raises SIGBUS. Then the program ends with one line that says so.
 */
#ifndef SOLVER_CLI_VERBS_MAP_FAILURE_H
#define SOLVER_CLI_VERBS_MAP_FAILURE_H

/* Catches it from now on, for the store in dir that option names. Another SIGBUS kills as before.
 */
void map_failure_catch(const char *option, const char *dir);

#endif
