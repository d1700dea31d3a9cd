/* What the parts of the preloaded library share. */
#ifndef TESTS_FAULTS_FAULTS_H
#define TESTS_FAULTS_FAULTS_H

#include <stdio.h>
#include <sys/types.h>

/* The real function of a name, as real(). */
#define REAL(type, name, ...)                                                                      \
    static type (*real)(__VA_ARGS__);                                                              \
    if (real == NULL)                                                                              \
    *(void **)&real = dlsym(RTLD_NEXT, name)

/* openat(), which may be the call that fails. */
int faults_open(int at, const char *path, int flags, mode_t mode);

/* A stream over fd whose reads and writes may be the call that fails. NULL if memory is short. */
FILE *faults_stream(int fd, const char *mode);

#endif
