/* One error: a code and the line of text that a tool prints. The library never prints. */
#ifndef SOLVER_BASE_ERROR_H
#define SOLVER_BASE_ERROR_H

/* The text says what is wrong with which object and what was wanted, without a
 * trailing full stop or newline. */
struct error {
    char text[320];
};

/*
 * Writes the formatted text into err (which may be NULL) and returns code, so
 * that a check can end with "return error_set(err, -EINVAL, ...)".
 */
int error_set(struct error *err, int code, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
