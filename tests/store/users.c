/*
 * users: waiting for a lock that another process holds. One that is stopped is given up after a
 * time, and named; one that does nothing, too; one that works is waited for, but not beyond the end
 * of the run.
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "common/must.h"
#include "search/search.h"
#include "store/file/users.h"

#define NEVER 1e6

static const enum users_lock kinds[] = {USERS_DOOR, USERS_TURN, USERS_READERS};
#define KINDS (sizeof(kinds) / sizeof(kinds[0]))

/* A process that holds the lock until it is killed, or reads a byte. */
struct other {
    pid_t pid;
    int end; /* to write to */
};

static void hold(const char *dir, enum users_lock lock, bool works, int ready, int end)
{
    struct users users;
    char byte = 0;
    MUST(users_open(dir, NULL, &users) == 0 && users_take(&users, lock, NULL) == 0);
    MUST(write(ready, &byte, 1) == 1);
    for (volatile bool on = works; on;)
        ;
    MUST(read(end, &byte, 1) == 1);
    users_leave(&users, lock);
    users_close(&users);
    exit(0);
}

static struct other start(const char *dir, enum users_lock lock, bool works)
{
    int ready[2], end[2];
    char byte;
    MUST(pipe(ready) == 0 && pipe(end) == 0);
    pid_t pid = fork();
    MUST(pid >= 0);
    if (pid == 0)
        hold(dir, lock, works, ready[1], end[0]);
    MUST(read(ready[0], &byte, 1) == 1);
    close(ready[0]);
    close(ready[1]);
    close(end[0]);
    return (struct other){pid, end[1]};
}

static void stop(struct other *other)
{
    int status;
    MUST(kill(other->pid, SIGSTOP) == 0 && waitpid(other->pid, &status, WUNTRACED) == other->pid);
    MUST(WIFSTOPPED(status));
}

static void finish(struct other *other)
{
    MUST(kill(other->pid, SIGKILL) == 0 && waitpid(other->pid, NULL, 0) == other->pid);
    close(other->end);
}

/* Does the line name the process, and what it does? */
static void expect_named(const struct error *err, const struct other *other, const char *what)
{
    char wanted[64];
    snprintf(wanted, sizeof(wanted), "process %ld (", (long)other->pid);
    if (strstr(err->text, wanted) == NULL || strstr(err->text, what) == NULL)
        fprintf(stderr, "%s\n", err->text);
    MUST(strstr(err->text, wanted) != NULL && strstr(err->text, what) != NULL);
}

static void seconds(double stopped, double lifeless, double last, double tell)
{
    users_seconds = (struct users_seconds){stopped, lifeless, NEVER, last, NEVER, tell};
}

static void free_locks(const char *dir)
{
    struct users users, second;
    struct error err;
    MUST(users_open(dir, NULL, &users) == 0);
    for (size_t i = 0; i < KINDS; i++) {
        MUST(users_take(&users, kinds[i], &err) == 0);
        MUST(users_try(&users, kinds[i]) == -EAGAIN); /* a thread of the same process */
        users_leave(&users, kinds[i]);
        users_leave(&users, kinds[i]);
        MUST(users_try(&users, kinds[i]) == 0);
    }
    users_close(&users);
    MUST(users_open("/nowhere/at/all", NULL, &second) == -EROFS);
    MUST(users_try(&second, USERS_DOOR) == 0); /* without a file all locks are free */
    users_close(&second);
}

/* Readers may have a lock together, and nobody else then. */
static void together(const char *dir)
{
    struct other other = start(dir, USERS_TURN, false);
    struct users users, wanted;
    struct error err;
    int status;
    MUST(users_open(dir, NULL, &users) == 0);
    stop(&other);
    seconds(0.2, NEVER, NEVER, NEVER);
    MUST(users_take_together(&users, USERS_TURN, &err) == -EAGAIN);
    expect_named(&err, &other, "is stopped");
    finish(&other);
    MUST(users_take_together(&users, USERS_TURN, &err) == 0);
    pid_t pid = fork();
    if (pid == 0) {
        bool alone = users_open(dir, NULL, &wanted) < 0 || users_try(&wanted, USERS_TURN) == 0;
        bool good = !alone && users_take_together(&wanted, USERS_TURN, NULL) == 0;
        exit(good ? 0 : 1);
    }
    MUST(waitpid(pid, &status, 0) == pid && status == 0);
    users_close(&users);
}

static void stopped(const char *dir, enum users_lock lock)
{
    struct other other = start(dir, lock, false);
    struct users users;
    struct error err;
    MUST(users_open(dir, NULL, &users) == 0);
    MUST(users_try(&users, lock) == -EAGAIN);
    for (size_t i = 0; i < KINDS; i++) /* each lock is one by itself */
        MUST(kinds[i] == lock || users_try(&users, kinds[i]) == 0);
    stop(&other);
    seconds(0.2, NEVER, NEVER, NEVER);
    MUST(users_take(&users, lock, &err) == -EAGAIN);
    expect_named(&err, &other, "is stopped");
    seconds(NEVER, NEVER, NEVER, NEVER); /* he was given up, and is not waited for again */
    MUST(users_take(&users, lock, &err) == -EAGAIN);
    expect_named(&err, &other, "is stopped");
    /* until he does something */
    MUST(kill(other.pid, SIGCONT) == 0 && write(other.end, "", 1) == 1);
    MUST(users_take(&users, lock, &err) == 0);
    MUST(waitpid(other.pid, NULL, 0) == other.pid);
    close(other.end);
    users_close(&users);
}

static void lifeless(const char *dir)
{
    struct other other = start(dir, USERS_TURN, false);
    struct users users;
    struct error err;
    MUST(users_open(dir, NULL, &users) == 0);
    seconds(NEVER, 0.5, NEVER, NEVER);
    MUST(users_take(&users, USERS_TURN, &err) == -EAGAIN);
    expect_named(&err, &other, "has done nothing for");
    finish(&other); /* the lock goes with him */
    MUST(users_take(&users, USERS_TURN, &err) == 0);
    users_close(&users);
}

static struct error told;
static int times_told;

static void tell(void *arg, const char *line)
{
    (void)arg;
    times_told++;
    error_set(&told, 0, "%s", line);
}

static atomic_bool interrupted;

static void on_alarm(int number)
{
    (void)number;
    atomic_store(&interrupted, true);
}

static void working(const char *dir)
{
    struct other other = start(dir, USERS_DOOR, true);
    struct store_patience patience = {.interrupted = &interrupted, .tell = tell};
    struct users users;
    struct error err;
    MUST(users_open(dir, &patience, &users) == 0);
    seconds(NEVER, 0.2, 0.2, 0.1);
    signal(SIGALRM, on_alarm);
    alarm(2);
    MUST(users_take(&users, USERS_DOOR, &err) == -EINTR);
    expect_named(&err, &other, "holds its lock");
    MUST(times_told == 1);
    expect_named(&told, &other, "waiting for");
    atomic_store(&interrupted, false);
    patience.deadline = clock_now() + 0.3;
    MUST(users_take(&users, USERS_DOOR, &err) == -EINTR);
    finish(&other);
    MUST(users_take(&users, USERS_DOOR, &err) == 0); /* however late */
    users_close(&users);
}

int main(void)
{
    char dir[] = "/tmp/solve-users-XXXXXX", command[64];
    MUST(mkdtemp(dir) != NULL);
    free_locks(dir);
    for (size_t i = 0; i < KINDS; i++)
        stopped(dir, kinds[i]);
    together(dir);
    lifeless(dir);
    working(dir);
    snprintf(command, sizeof(command), "rm -r %s", dir);
    return system(command) == 0 ? 0 : 1;
}
