/* Forked processes. */
#include "store/child.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* The child ends its reply with this; a crash does not. */
static const char END[] = "that is all";

/* Whatever happens is to be seen neither on the terminal nor as a core file. */
static void go_quiet(unsigned seconds)
{
    static const int defaults[] = {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL, SIGALRM};
    struct rlimit none = {0, 0};
    int null = open("/dev/null", O_WRONLY);
    if (null >= 0)
        dup2(null, STDERR_FILENO);
    setrlimit(RLIMIT_CORE, &none);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    for (size_t i = 0; i < sizeof(defaults) / sizeof(defaults[0]); i++)
        signal(defaults[i], SIG_DFL);
    signal(SIGINT, SIG_IGN); /* the parent decides; a child that ends early looks like damage */
    signal(SIGPIPE, SIG_DFL);
    alarm(seconds);
}

static void write_all(int fd, const void *data, size_t size)
{
    const char *at = data;
    while (size > 0) {
        ssize_t n = write(fd, at, size);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            _exit(1);
        at += n;
        size -= (size_t)n;
    }
}

static void be_child(int fd, void (*work)(void *arg, struct bytes *reply), void *arg,
                     unsigned seconds)
{
    struct bytes reply = {0};
    go_quiet(seconds);
    work(arg, &reply);
    if (reply.failed)
        _exit(1);
    write_all(fd, reply.data, reply.size);
    write_all(fd, END, sizeof(END));
    _exit(0);
}

static int read_all(int fd, struct bytes *reply)
{
    char buffer[4096];
    for (;;) {
        ssize_t n = read(fd, buffer, sizeof(buffer));
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return n < 0 ? -errno : 0;
        bytes_put(reply, buffer, (size_t)n);
    }
}

int child_run(void (*work)(void *arg, struct bytes *reply), void *arg, unsigned seconds,
              struct bytes *ret_reply)
{
    struct bytes reply = {0};
    int ends[2], status = 0;
    if (pipe2(ends, O_CLOEXEC) < 0)
        return -errno;
    pid_t child = fork();
    if (child < 0) {
        int r = -errno;
        close(ends[0]);
        close(ends[1]);
        return r;
    }
    if (child == 0) {
        close(ends[0]);
        be_child(ends[1], work, arg, seconds);
    }
    close(ends[1]);
    int r = read_all(ends[0], &reply);
    close(ends[0]);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    if (r == 0 && reply.failed)
        r = -ENOMEM;
    bool whole = reply.size >= sizeof(END) &&
                 memcmp(reply.data + reply.size - sizeof(END), END, sizeof(END)) == 0;
    if (r == 0 && (!WIFEXITED(status) || WEXITSTATUS(status) != 0 || !whole))
        r = -EBADMSG;
    if (r < 0) {
        bytes_release(&reply);
        return r;
    }
    reply.size -= sizeof(END);
    *ret_reply = reply;
    return 0;
}
