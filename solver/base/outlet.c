/* An output that gives up when it is asked to. */
#include "base/outlet.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>

/* How often it looks whether it is to stop, and how long it then waits for room, in milliseconds.
 */
#define LOOK_MS 50
#define GRACE_MS 500
/* A pipe that has room has room for so many bytes. */
#define PIECE 4096

struct outlet {
    FILE *file;
    bool (*stop)(void *arg);
    void *arg;
    bool gave_up;
};

/* Waits until a small write would not wait, or would fail at once. Returns false: it gives up. */
static bool has_room(struct outlet *outlet)
{
    struct pollfd on = {.fd = fileno(outlet->file), .events = POLLOUT};
    for (int waited = 0; !outlet->gave_up && poll(&on, 1, LOOK_MS) <= 0;) {
        waited = outlet->stop(outlet->arg) ? waited + LOOK_MS : 0;
        outlet->gave_up = waited > GRACE_MS;
    }
    return !outlet->gave_up;
}

static ssize_t write_on(void *cookie, const char *bytes, size_t size)
{
    struct outlet *outlet = cookie;
    size_t done = 0;
    while (done < size) {
        size_t piece = size - done < PIECE ? size - done : PIECE;
        if (!has_room(outlet)) {
            errno = EINTR;
            break;
        }
        if (fwrite(bytes + done, 1, piece, outlet->file) < piece || fflush(outlet->file) == EOF)
            break;
        done += piece;
    }
    return (ssize_t)done;
}

static int close_outlet(void *cookie)
{
    free(cookie);
    return 0;
}

int outlet_open(FILE *file, bool (*stop)(void *arg), void *arg, FILE **ret_stream)
{
    struct outlet *outlet = malloc(sizeof(*outlet));
    if (outlet == NULL)
        return -ENOMEM;
    *outlet = (struct outlet){file, stop, arg, false};
    const cookie_io_functions_t functions = {.write = write_on, .close = close_outlet};
    FILE *stream = fopencookie(outlet, "w", functions);
    if (stream == NULL) {
        free(outlet);
        return -ENOMEM;
    }
    *ret_stream = stream;
    return 0;
}
