/* The lines of a client. */
#include "gtp/input.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "base/clock.h"

/* How often the thread looks whether it is to stop, in milliseconds. */
#define LOOK_MS 50
/* Lines that wait before reading waits, too. */
#define WAITING_MAX 4096
#define CHUNK 65536

struct waiting_line {
    struct waiting_line *next;
    struct gtp_input_line line;
    bool interrupted; /* "# interrupt" came after it, before it was taken */
};

struct gtp_input {
    int fd;
    const struct solve_interrupt *stop;
    struct solve_interrupt *work;
    int wake[2]; /* a pipe: a byte in it wakes the thread */
    pthread_t thread;
    pthread_mutex_t lock; /* of what follows up to closing */
    pthread_cond_t changed;
    struct waiting_line *first, *last;
    size_t count; /* of lines that wait */
    bool ended;   /* no more lines come */
    int failed;   /* why, a negative errno; 0: that was all */
    bool watched, closing;
    char *part; /* the thread's: of a line that is not complete yet */
    size_t part_length, part_room;
    bool part_too_long;
};

static bool is_interrupt(const struct gtp_input_line *line)
{
    static const char comment[] = "# interrupt";
    size_t length = sizeof(comment) - 1;
    return line->length >= length && memcmp(line->bytes, comment, length) == 0;
}

/* Does a line have no command? It interrupts no analysis. */
static bool is_blank(const struct gtp_input_line *line)
{
    for (size_t i = 0; i < line->length && line->bytes[i] != '#'; i++)
        if ((unsigned char)line->bytes[i] > ' ' && line->bytes[i] != 127)
            return false;
    return true;
}

/* Interrupts the command that runs, and those that wait: they came before. */
static void interrupt_all(struct gtp_input *input)
{
    pthread_mutex_lock(&input->lock);
    solve_interrupt_request(input->work);
    for (struct waiting_line *line = input->first; line != NULL; line = line->next)
        line->interrupted = true;
    pthread_mutex_unlock(&input->lock);
}

/* Puts the line that is complete at the end of those that wait. Returns 0 or -ENOMEM. */
static int push(struct gtp_input *input)
{
    struct waiting_line *made = calloc(1, sizeof(*made));
    if (made == NULL)
        return -ENOMEM;
    made->line = (struct gtp_input_line){input->part, input->part_length, input->part_too_long};
    input->part = NULL;
    input->part_length = input->part_room = 0;
    input->part_too_long = false;
    if (is_interrupt(&made->line))
        interrupt_all(input);
    if (is_blank(&made->line)) {
        free(made->line.bytes);
        free(made);
        return 0;
    }
    pthread_mutex_lock(&input->lock);
    if (input->last != NULL)
        input->last->next = made;
    else
        input->first = made;
    input->last = made;
    input->count++;
    if (input->watched)
        solve_interrupt_request(input->work);
    pthread_cond_broadcast(&input->changed);
    pthread_mutex_unlock(&input->lock);
    return 0;
}

/* Adds bytes without a newline to the line that is being read. Returns 0 or -ENOMEM. */
static int add(struct gtp_input *input, const char *bytes, size_t length)
{
    size_t left = GTP_INPUT_LINE_MAX - input->part_length;
    if (length > left) {
        input->part_too_long = true;
        length = left;
    }
    int r = array_reserve(&input->part, input->part_length + length + 1, &input->part_room, 1);
    if (r < 0)
        return r;
    memcpy(input->part + input->part_length, bytes, length);
    input->part_length += length;
    return 0;
}

static int take(struct gtp_input *input, const char *bytes, size_t length)
{
    while (length > 0) {
        const char *end = memchr(bytes, '\n', length);
        size_t here = end != NULL ? (size_t)(end - bytes) : length;
        int r = add(input, bytes, here);
        if (r == 0 && end != NULL)
            r = push(input);
        if (r < 0)
            return r;
        here += end != NULL;
        bytes += here;
        length -= here;
    }
    return 0;
}

/* Reads what is there. Returns 1, 0 at the end, or a negative errno. */
static int read_some(struct gtp_input *input)
{
    char chunk[CHUNK];
    ssize_t got = read(input->fd, chunk, sizeof(chunk));
    if (got < 0)
        return errno == EINTR || errno == EAGAIN ? 1 : -errno;
    if (got == 0)
        return input->part_length > 0 ? push(input) : 0; /* a last line needs no newline */
    int r = take(input, chunk, (size_t)got);
    return r < 0 ? r : 1;
}

/* Waits for bytes. Returns 1 if there are some, 0 to look again, -EINTR: it is to stop. */
static int wait_for_bytes(struct gtp_input *input)
{
    pthread_mutex_lock(&input->lock);
    bool full = input->count >= WAITING_MAX, closing = input->closing;
    pthread_mutex_unlock(&input->lock);
    if (closing || solve_interrupt_is_requested(input->stop))
        return -EINTR;
    struct pollfd on[] = {{.fd = input->wake[0], .events = POLLIN},
                          {.fd = full ? -1 : input->fd, .events = POLLIN}};
    if (poll(on, 2, LOOK_MS) <= 0)
        return 0;
    if (on[0].revents != 0) {
        char woken[64];
        ssize_t got = read(input->wake[0], woken, sizeof(woken));
        (void)got;
    }
    return on[1].revents != 0;
}

static void *read_all(void *arg)
{
    struct gtp_input *input = arg;
    int r = 1;
    while (r > 0) {
        r = wait_for_bytes(input);
        if (r < 0)
            break;
        r = r > 0 ? read_some(input) : 1;
    }
    if (solve_interrupt_is_requested(input->stop))
        solve_interrupt_request(input->work);
    pthread_mutex_lock(&input->lock);
    input->ended = true;
    input->failed = r == -EINTR ? 0 : r;
    pthread_cond_broadcast(&input->changed);
    pthread_mutex_unlock(&input->lock);
    /* A signal may come after the end of the input, while there is still work. */
    while (input->failed != -ENOMEM && input->stop != NULL && wait_for_bytes(input) != -EINTR)
        input->fd = -1;
    if (solve_interrupt_is_requested(input->stop))
        solve_interrupt_request(input->work);
    return NULL;
}

/* Frees it; its thread has ended. */
static void free_input(struct gtp_input *input)
{
    while (input->first != NULL) {
        struct waiting_line *next = input->first->next;
        free(input->first->line.bytes);
        free(input->first);
        input->first = next;
    }
    free(input->part);
    close(input->wake[0]);
    close(input->wake[1]);
    pthread_cond_destroy(&input->changed);
    pthread_mutex_destroy(&input->lock);
    free(input);
}

int gtp_input_new(int fd, const struct solve_interrupt *stop, struct solve_interrupt *work,
                  struct gtp_input **ret_input)
{
    struct gtp_input *input = calloc(1, sizeof(*input));
    if (input == NULL)
        return -ENOMEM;
    input->fd = fd;
    input->stop = stop;
    input->work = work;
    if (pipe2(input->wake, O_CLOEXEC | O_NONBLOCK) < 0) {
        int r = -errno;
        free(input);
        return r;
    }
    pthread_mutex_init(&input->lock, NULL);
    clock_init_condition(&input->changed);
    int r = -pthread_create(&input->thread, NULL, read_all, input);
    if (r < 0) {
        free_input(input);
        return r;
    }
    *ret_input = input;
    return 0;
}

/* Wakes the thread. A full pipe wakes it as well. */
static void wake(struct gtp_input *input)
{
    ssize_t written = write(input->wake[1], "", 1);
    (void)written;
}

void gtp_input_free(struct gtp_input *input)
{
    if (input == NULL)
        return;
    pthread_mutex_lock(&input->lock);
    input->closing = true;
    pthread_mutex_unlock(&input->lock);
    wake(input);
    pthread_join(input->thread, NULL);
    free_input(input);
}

int gtp_input_next(struct gtp_input *input, struct gtp_input_line *ret_line)
{
    pthread_mutex_lock(&input->lock);
    while (input->first == NULL && !input->ended)
        pthread_cond_wait(&input->changed, &input->lock);
    struct waiting_line *first = input->first;
    bool stopped = solve_interrupt_is_requested(input->stop);
    int r = stopped ? 0 : first != NULL ? 1 : input->failed;
    bool was_full = input->count >= WAITING_MAX;
    if (r == 1) {
        input->first = first->next;
        input->last = first->next != NULL ? input->last : NULL;
        input->count--;
        solve_interrupt_clear(input->work);
        if (first->interrupted)
            solve_interrupt_request(input->work);
    }
    pthread_mutex_unlock(&input->lock);
    if (r != 1)
        return r;
    if (was_full)
        wake(input);
    *ret_line = first->line;
    free(first);
    return 1;
}

void gtp_input_watch(struct gtp_input *input, bool watched)
{
    pthread_mutex_lock(&input->lock);
    input->watched = watched;
    if (watched && input->first != NULL)
        solve_interrupt_request(input->work);
    pthread_mutex_unlock(&input->lock);
}

void gtp_input_wait(struct gtp_input *input)
{
    pthread_mutex_lock(&input->lock);
    while (input->first == NULL && !input->ended)
        pthread_cond_wait(&input->changed, &input->lock);
    pthread_mutex_unlock(&input->lock);
}
