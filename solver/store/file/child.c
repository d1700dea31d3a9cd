/* Forked processes. */
#include "store/file/child.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"

/* The child ends its reply with this; a crash does not. */
static const char END[] = "that is all";

/* What the child exits with where it had no memory for its reply, or could not write it. */
#define NO_MEMORY 3
#define NO_REPLY 4
/* Between two looks whether the run is to end. */
#define LOOK_MS 50
/* A child that was killed is tried again, once. */
#define TRIES 2

/* Whatever happens is to be seen neither on the terminal nor as a core file. */
static void go_quiet(void)
{
    static const int defaults[] = {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL, SIGPIPE};
    static const int ignored[] = {SIGINT, SIGTERM, SIGHUP}; /* the parent decides, and kills */
    struct rlimit none = {0, 0};
    int null = open("/dev/null", O_WRONLY);
    if (null >= 0)
        dup2(null, STDERR_FILENO);
    setrlimit(RLIMIT_CORE, &none);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    for (size_t i = 0; i < sizeof(defaults) / sizeof(defaults[0]); i++)
        signal(defaults[i], SIG_DFL);
    for (size_t i = 0; i < sizeof(ignored) / sizeof(ignored[0]); i++)
        signal(ignored[i], SIG_IGN);
}

static void write_all(int fd, const void *data, size_t size)
{
    const char *at = data;
    while (size > 0) {
        ssize_t n = write(fd, at, size);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            _exit(NO_REPLY);
        at += n;
        size -= (size_t)n;
    }
}

static void be_child(int fd, void (*work)(void *arg, struct bytes *reply), void *arg)
{
    struct bytes reply = {0};
    go_quiet();
    work(arg, &reply);
    if (reply.failed)
        _exit(NO_MEMORY);
    write_all(fd, reply.data, reply.size);
    write_all(fd, END, sizeof(END));
    _exit(0);
}

/* Appends what can be read now. Returns 1, 0 at the end, or a negative errno. */
static int read_some(int fd, struct bytes *reply)
{
    char buffer[4096];
    ssize_t n = read(fd, buffer, sizeof(buffer));
    if (n < 0)
        return errno == EINTR ? 1 : -errno;
    bytes_put(reply, buffer, (size_t)n);
    return n > 0;
}

/*
 * Reads until the child closes its end. Only the time spent here counts, so that a process that was
 * stopped as a whole, with its child, has not used it up.
 */
static int read_all(int fd, unsigned seconds, const struct store_patience *patience,
                    struct bytes *reply)
{
    struct pollfd end = {.fd = fd, .events = POLLIN};
    double spent = 0;
    int r = 1;
    while (r == 1) {
        double before = clock_now();
        int ready = poll(&end, 1, LOOK_MS);
        double passed = clock_now() - before;
        spent += passed < 1 ? passed : 1;
        if (ready > 0)
            r = read_some(fd, reply);
        else if (ready < 0 && errno != EINTR)
            r = -errno;
        if (r == 1 && patience_over(patience))
            r = -EINTR;
        else if (r == 1 && spent > seconds)
            r = -ETIME;
    }
    return r;
}

/* Is it by such a signal that a damaged file ends its reader? */
static bool is_crash(int signal)
{
    return signal == SIGSEGV || signal == SIGBUS || signal == SIGABRT || signal == SIGFPE ||
           signal == SIGILL || signal == SIGTRAP || signal == SIGSYS;
}

static int say(struct error *err, int r, unsigned seconds)
{
    switch (r) {
    case -EBADMSG:
        return error_set(err, r, "the process that reads it crashed");
    case -EINTR:
        return error_set(err, r, "the run was stopped");
    case -ETIME:
        return error_set(err, r, "reading it took longer than %u seconds", seconds);
    default:
        return error_set(err, r, "%s", strerror(-r));
    }
}

/* What the child's end says of its work. */
static int check_end(int status, const struct bytes *reply, struct error *err)
{
    bool whole = reply->size >= sizeof(END) &&
                 memcmp(reply->data + reply->size - sizeof(END), END, sizeof(END)) == 0;
    if (reply->failed || (WIFEXITED(status) && WEXITSTATUS(status) == NO_MEMORY))
        return say(err, -ENOMEM, 0);
    if (WIFEXITED(status) && WEXITSTATUS(status) == NO_REPLY)
        return error_set(err, -EIO, "the process that reads it could not answer");
    if (WIFSIGNALED(status) && !is_crash(WTERMSIG(status)))
        return error_set(err, -ECHILD,
                         "the process that reads it was killed by signal %d (%s), so nothing is "
                         "known of it: try again",
                         WTERMSIG(status), strsignal(WTERMSIG(status)));
    return WIFEXITED(status) && WEXITSTATUS(status) == 0 && whole ? 0 : say(err, -EBADMSG, 0);
}

static int finish(pid_t child, int r, unsigned seconds, struct bytes *reply, struct error *err)
{
    int status = 0;
    if (r < 0)
        kill(child, SIGKILL);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    r = r < 0 ? say(err, r, seconds) : check_end(status, reply, err);
    if (r == 0)
        reply->size -= sizeof(END);
    return r;
}

static int run_once(void (*work)(void *arg, struct bytes *reply), void *arg, unsigned seconds,
                    const struct store_patience *patience, struct bytes *reply, struct error *err)
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) < 0)
        return say(err, -errno, 0);
    pid_t child = fork();
    if (child < 0) {
        int r = -errno;
        close(ends[0]);
        close(ends[1]);
        return say(err, r, 0);
    }
    if (child == 0) {
        close(ends[0]);
        be_child(ends[1], work, arg);
    }
    close(ends[1]);
    int r = read_all(ends[0], seconds, patience, reply);
    close(ends[0]);
    return finish(child, r, seconds, reply, err);
}

int child_run(void (*work)(void *arg, struct bytes *reply), void *arg, unsigned seconds,
              const struct store_patience *patience, struct bytes *ret_reply, struct error *err)
{
    struct bytes reply = {0};
    int r = -ECHILD;
    for (int tries = 0; tries < TRIES && r == -ECHILD; tries++) {
        bytes_release(&reply);
        r = run_once(work, arg, seconds, patience, &reply, err);
    }
    if (r == 0)
        *ret_reply = reply;
    else
        bytes_release(&reply);
    return r;
}
