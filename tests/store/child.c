/*
 * child: what becomes of work in a child says whether the file is damaged. A crash does; a child
 * that is killed is tried again, once, and then nothing is known; a stop of the run ends it.
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "common/must.h"
#include "search/search.h"
#include "store/file/child.h"

static const char ANSWER[] = "an answer";

/* Children cannot count in memory: each writes a byte, and the file is unlinked. */
static int tries_file(void)
{
    char name[] = "/tmp/solve-child-XXXXXX";
    int fd = mkstemp(name);
    MUST(fd >= 0 && unlink(name) == 0);
    return fd;
}

struct work {
    int signal; /* that ends the child */
    int times;  /* so many children, the first ones */
    int tries;  /* file */
};

static void die(void *arg, struct bytes *reply)
{
    const struct work *work = arg;
    bytes_put(reply, ANSWER, sizeof(ANSWER));
    if (write(work->tries, "x", 1) == 1 && lseek(work->tries, 0, SEEK_END) <= work->times)
        raise(work->signal);
}

static void expect_of_signal(int signal, int times, int wanted, int wanted_tries)
{
    struct work work = {signal, times, tries_file()};
    struct bytes reply = {0};
    struct error err = {""};
    int r = child_run(die, &work, 60, NULL, &reply, &err);
    if (r != wanted || lseek(work.tries, 0, SEEK_END) != wanted_tries)
        fprintf(stderr, "signal %d, %d times: %d %s\n", signal, times, r, err.text);
    MUST(r == wanted && lseek(work.tries, 0, SEEK_END) == wanted_tries);
    MUST(r != 0 || (reply.size == sizeof(ANSWER) && memcmp(reply.data, ANSWER, reply.size) == 0));
    MUST(r != -ECHILD || (strstr(err.text, "killed by signal") != NULL &&
                          strstr(err.text, strsignal(signal)) != NULL));
    bytes_release(&reply);
    close(work.tries);
}

static void signals(void)
{
    static const int crashes[] = {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL};
    static const int kills[] = {SIGKILL, SIGXCPU, SIGALRM, SIGUSR1, SIGQUIT};
    for (size_t i = 0; i < sizeof(crashes) / sizeof(crashes[0]); i++)
        expect_of_signal(crashes[i], 9, -EBADMSG, 1);
    for (size_t i = 0; i < sizeof(kills) / sizeof(kills[0]); i++) {
        expect_of_signal(kills[i], 1, 0, 2);
        expect_of_signal(kills[i], 9, -ECHILD, 2);
    }
    /* The parent decides: these do not end a child. */
    expect_of_signal(SIGTERM, 9, 0, 1);
    expect_of_signal(SIGHUP, 9, 0, 1);
    expect_of_signal(SIGINT, 9, 0, 1);
}

static void leave(void *arg, struct bytes *reply)
{
    bytes_put(reply, ANSWER, sizeof(ANSWER));
    _exit(*(const int *)arg);
}

static void run_out(void *arg, struct bytes *reply)
{
    (void)arg;
    reply->failed = true;
}

static void endless(void *arg, struct bytes *reply)
{
    (void)arg;
    (void)reply;
    for (;;)
        pause();
}

static void ends(void)
{
    struct bytes reply = {0};
    struct error err;
    int code = 1;
    MUST(child_run(leave, &code, 60, NULL, &reply, &err) == -EBADMSG);
    code = 0; /* without its end the reply is none */
    MUST(child_run(leave, &code, 60, NULL, &reply, &err) == -EBADMSG);
    MUST(child_run(run_out, NULL, 60, NULL, &reply, &err) == -ENOMEM);
    MUST(child_run(endless, NULL, 0, NULL, &reply, &err) == -ETIME);
    MUST(reply.data == NULL);
}

static atomic_bool stop;

static void on_alarm(int number)
{
    (void)number;
    atomic_store(&stop, true);
}

/* Ctrl-C and --max-seconds do not wait for the child. */
static void stops(void)
{
    struct store_patience patience = {.interrupted = &stop};
    struct bytes reply = {0};
    struct error err;
    signal(SIGALRM, on_alarm);
    alarm(1);
    MUST(child_run(endless, NULL, 3600, &patience, &reply, &err) == -EINTR);
    patience = (struct store_patience){.deadline = clock_now() + 0.2};
    MUST(child_run(endless, NULL, 3600, &patience, &reply, &err) == -EINTR);
}

/* A limit of CPU time is none of the file's doing. */
static void burn(void *arg, struct bytes *reply)
{
    const struct rlimit none = {0, 1};
    (void)reply;
    setrlimit(RLIMIT_CPU, &none);
    while (*(volatile int *)arg == 0)
        ;
}

static void limit(void)
{
    int zero = 0;
    struct bytes reply = {0};
    struct error err;
    MUST(child_run(burn, &zero, 3600, NULL, &reply, &err) == -ECHILD);
    MUST(strstr(err.text, "nothing is known") != NULL);
}

int main(void)
{
    signal(SIGQUIT, SIG_DFL); /* which a shell makes its background jobs ignore */
    signals();
    ends();
    stops();
    limit();
    return 0;
}
