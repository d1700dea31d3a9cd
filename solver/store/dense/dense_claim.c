/* Claims of tables. The lock (flock) goes with the process, however that ends. */
#include "store/dense/dense_claim.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "store/file/holder.h"

/* A process that was stopped is waited for so long. */
#define STOPPED_SECONDS 5.0

/* Is the open file still the one at path? Who was done may have removed it. */
static bool is_there(int file, const char *path)
{
    struct stat own, there;
    return fstat(file, &own) == 0 && stat(path, &there) == 0 && own.st_dev == there.st_dev &&
           own.st_ino == there.st_ino;
}

/* Opens the file and tries for its lock. Returns the descriptor, -EAGAIN where another has it, or
 * another negative errno. */
static int try_lock(const char *path)
{
    for (;;) {
        int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW, 0666);
        if (file < 0)
            return -errno;
        if (flock(file, LOCK_EX | LOCK_NB) < 0) {
            int r = errno == EWOULDBLOCK ? -EAGAIN : -errno;
            close(file);
            return r;
        }
        if (is_there(file, path))
            return file;
        close(file);
    }
}

static void look_at_holder(const char *path, struct holder *ret_holder)
{
    char text[32] = "";
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file >= 0) {
        ssize_t got = read(file, text, sizeof(text) - 1);
        text[got > 0 ? got : 0] = '\0';
        close(file);
    }
    holder_look((pid_t)strtol(text, NULL, 10), ret_holder);
}

/* Waits a little. stopped_since: when the holder was first seen to be stopped; 0: he is not. */
static int wait_on(const char *path, const struct store_patience *patience, bool *told,
                   double *stopped_since, struct error *err)
{
    const struct timespec pause = {0, 100000000};
    char name[HOLDER_TEXT_MAX];
    struct holder holder;
    look_at_holder(path, &holder);
    if (!*told)
        patience_tell(patience, "%s makes this table: waiting for it", holder_name(&holder, name));
    *told = true;
    if (patience_over(patience))
        return error_set(err, -EINTR, "stopped");
    if (!holder.stopped)
        *stopped_since = 0;
    else if (*stopped_since == 0)
        *stopped_since = clock_now();
    else if (clock_now() - *stopped_since > STOPPED_SECONDS)
        return error_set(err, -EAGAIN, "%s makes this table, and is stopped",
                         holder_name(&holder, name));
    nanosleep(&pause, NULL);
    return 0;
}

/* Others read there who makes the table. It is only told: what cannot be written does no harm. */
static void write_holder(int file)
{
    char text[32];
    int length = snprintf(text, sizeof(text), "%ld\n", (long)getpid());
    if (ftruncate(file, 0) == 0 && pwrite(file, text, (size_t)length, 0) < 0)
        (void)ftruncate(file, 0);
}

int dense_claim_take(struct dense_claim *ret_claim, const char *path,
                     const struct store_patience *patience, struct error *err)
{
    bool told = false;
    double stopped_since = 0;
    int file, r = 0;
    while ((file = try_lock(path)) == -EAGAIN && r == 0)
        r = wait_on(path, patience, &told, &stopped_since, err);
    if (file == -EAGAIN)
        return r;
    if (file < 0)
        return error_set(err, file, "cannot write %.120s: %s", path, strerror(-file));
    write_holder(file);
    ret_claim->file = file;
    snprintf(ret_claim->path, sizeof(ret_claim->path), "%s", path);
    return 0;
}

void dense_claim_leave(struct dense_claim *claim)
{
    unlink(claim->path);
    close(claim->file);
}

bool dense_claim_is_taken(const char *path)
{
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file < 0)
        return false;
    bool taken = flock(file, LOCK_SH | LOCK_NB) < 0 && errno == EWOULDBLOCK;
    close(file);
    return taken;
}
