/* The locks of a store's users. */
#include "store/file/users.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "store/file/format.h"
#include "store/file/seal.h"

/* Between two tries, in nanoseconds: the first and the longest. */
#define PAUSE_FIRST 200000
#define PAUSE_MOST 20000000
/* Between two looks at who holds the lock. */
#define LOOK_SECONDS 0.1

struct users_seconds users_seconds = {
    .stopped = 2, .lifeless = 20, .unseen = 60, .last = 1, .last_turn = 10, .tell = 2};

int users_open(const char *dir, const struct store_patience *patience, struct users *ret_users)
{
    char path[PATH_BYTES];
    *ret_users = (struct users){.fd = -1, .patience = patience};
    for (int i = 0; i < USERS_LOCKS; i++) {
        pthread_mutex_init(&ret_users->own[i], NULL);
        ret_users->stuck[i].pid = -1;
    }
    int r = folder_path(dir, STORE_USERS, path);
    if (r < 0)
        return r;
    const int flags = O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK;
    int fd = open(path, O_RDWR | O_CREAT | flags, 0666);
    if (fd < 0 && (errno == EROFS || errno == EACCES || errno == EPERM))
        fd = open(path, O_RDONLY | flags);
    if (fd < 0)
        return errno == ENOENT ? -EROFS : -errno;
    ret_users->fd = fd;
    return 0;
}

void users_close(struct users *users)
{
    for (int i = 0; i < USERS_LOCKS; i++) {
        users_leave(users, (enum users_lock)i);
        pthread_mutex_destroy(&users->own[i]);
    }
    if (users->fd >= 0)
        close(users->fd);
    users->fd = -1;
}

/* --- one lock --- */

/* A descriptor for reading only can have a shared lock only. */
static struct flock lock_of(const struct users *users, enum users_lock lock, bool together)
{
    bool shared = together || (fcntl(users->fd, F_GETFL) & O_ACCMODE) == O_RDONLY;
    return (struct flock){
        .l_type = shared ? F_RDLCK : F_WRLCK, .l_whence = SEEK_SET, .l_start = lock, .l_len = 1};
}

static int try_once(const struct users *users, enum users_lock lock, bool together)
{
    struct flock wanted = lock_of(users, lock, together);
    int r;
    while ((r = fcntl(users->fd, F_SETLK, &wanted)) < 0 && errno == EINTR)
        ;
    return r == 0 ? 0 : errno == EACCES ? -EAGAIN : -errno;
}

/* Who has it? Returns false if it was given back meanwhile. */
static bool look(const struct users *users, enum users_lock lock, bool together,
                 struct holder *ret_holder)
{
    struct flock wanted = lock_of(users, lock, together);
    if (fcntl(users->fd, F_GETLK, &wanted) < 0 || wanted.l_type == F_UNLCK)
        return false;
    holder_look(wanted.l_pid, ret_holder);
    return true;
}

/* --- waiting --- */

struct wait {
    double begun, looked;
    double stopped, lifeless; /* since when he is; 0: he is not */
    double last;              /* since when the run is to end; 0: it goes on */
    struct holder holder;
    bool reported, together;
    long pause;
};

static void pause_a_while(struct wait *wait)
{
    struct timespec pause = {0, wait->pause};
    nanosleep(&pause, NULL);
    wait->pause = wait->pause * 2 < PAUSE_MOST ? wait->pause * 2 : PAUSE_MOST;
}

/* Since when something is so that was so before, or is from now on. */
static double since(double before, bool is_so, double now)
{
    return !is_so ? 0 : before > 0 ? before : now;
}

static void look_again(struct wait *wait, const struct users *users, enum users_lock lock)
{
    struct holder before = wait->holder;
    double now = clock_now();
    bool first = wait->looked == 0;
    if (!first && now - wait->looked < LOOK_SECONDS)
        return;
    if (!look(users, lock, wait->together, &wait->holder))
        return;
    bool same = !first && before.pid == wait->holder.pid;
    wait->stopped = since(same ? wait->stopped : 0, wait->holder.stopped, now);
    wait->lifeless =
        since(wait->lifeless, !first && holder_is_lifeless(&before, &wait->holder), now);
    wait->looked = now;
}

/* Was he given up before, and has he done nothing since? */
static bool is_stuck(const struct users *users, enum users_lock lock, const struct wait *wait)
{
    const struct holder *stuck = &users->stuck[lock];
    return wait->looked > 0 && stuck->pid >= 0 && holder_is_lifeless(stuck, &wait->holder);
}

static int give_up(struct users *users, enum users_lock lock, const struct wait *wait, int r,
                   struct error *err)
{
    char name[HOLDER_TEXT_MAX];
    holder_name(&wait->holder, name);
    if (r == -EINTR)
        return error_set(err, r, "%s holds its lock", name);
    users->stuck[lock] = wait->holder;
    if (wait->holder.stopped)
        return error_set(err, r, "%s holds its lock and is stopped", name);
    if (wait->holder.pid == 0)
        return error_set(err, r, "%s has held its lock for %.0f seconds", name,
                         users_seconds.unseen);
    return error_set(err, r, "%s holds its lock and has done nothing for %.0f seconds", name,
                     users_seconds.lifeless);
}

static void report(struct wait *wait, const struct users *users, double now)
{
    char name[HOLDER_TEXT_MAX];
    if (wait->reported || now - wait->begun < users_seconds.tell)
        return;
    patience_tell(users->patience, "waiting for %s, which holds its lock",
                  holder_name(&wait->holder, name));
    wait->reported = true;
}

/* Has he who holds it been given time enough? */
static bool is_hopeless(const struct wait *wait, double now)
{
    double lifeless = wait->holder.pid == 0 ? users_seconds.unseen : users_seconds.lifeless;
    return (wait->stopped > 0 && now - wait->stopped >= users_seconds.stopped) ||
           (wait->lifeless > 0 && now - wait->lifeless >= lifeless);
}

/* Returns 0 to go on waiting, or why not. */
static int judge(struct wait *wait, const struct users *users, enum users_lock lock)
{
    double now = clock_now();
    double last = lock == USERS_TURN ? users_seconds.last_turn : users_seconds.last;
    look_again(wait, users, lock);
    wait->last = since(wait->last, patience_over(users->patience), now);
    if (is_stuck(users, lock, wait) || is_hopeless(wait, now))
        return -EAGAIN;
    if (wait->last > 0 && now - wait->last >= last)
        return -EINTR;
    report(wait, users, now);
    return 0;
}

int users_try(struct users *users, enum users_lock lock)
{
    if (pthread_mutex_trylock(&users->own[lock]) != 0)
        return -EAGAIN;
    int r = users->fd < 0 ? 0 : try_once(users, lock, false);
    users->has[lock] = r == 0;
    if (r < 0)
        pthread_mutex_unlock(&users->own[lock]);
    return r;
}

static int take(struct users *users, enum users_lock lock, bool together, struct error *err)
{
    struct wait wait = {.begun = clock_now(), .pause = PAUSE_FIRST, .together = together};
    int r = 0, ended = 0;
    pthread_mutex_lock(&users->own[lock]);
    while (users->fd >= 0 && (r = try_once(users, lock, together)) == -EAGAIN &&
           (ended = judge(&wait, users, lock)) == 0)
        pause_a_while(&wait);
    users->has[lock] = r == 0;
    if (r == 0)
        return 0;
    r = r == -EAGAIN ? give_up(users, lock, &wait, ended, err)
                     : error_set(err, r, "cannot lock it: %s", strerror(-r));
    pthread_mutex_unlock(&users->own[lock]);
    return r;
}

int users_take(struct users *users, enum users_lock lock, struct error *err)
{
    return take(users, lock, false, err);
}

int users_take_together(struct users *users, enum users_lock lock, struct error *err)
{
    return take(users, lock, true, err);
}

void users_leave(struct users *users, enum users_lock lock)
{
    struct flock free = {.l_type = F_UNLCK, .l_whence = SEEK_SET, .l_start = lock, .l_len = 1};
    if (!users->has[lock])
        return;
    users->has[lock] = false;
    if (users->fd >= 0)
        fcntl(users->fd, F_SETLK, &free);
    pthread_mutex_unlock(&users->own[lock]);
}

/* --- all users --- */

bool users_alone(struct users *users)
{
    return users->fd < 0 || flock(users->fd, LOCK_EX | LOCK_NB) == 0;
}

int users_share(struct users *users, struct error *err)
{
    struct wait wait = {.begun = clock_now(), .pause = PAUSE_FIRST};
    int r = 0;
    /* Who is alone holds the door, too, so that this is free; but a program may not know that. */
    while (users->fd >= 0 && (r = flock(users->fd, LOCK_SH | LOCK_NB)) < 0 &&
           (errno == EINTR || errno == EWOULDBLOCK) &&
           clock_now() - wait.begun < users_seconds.unseen && !patience_over(users->patience))
        pause_a_while(&wait);
    if (r == 0)
        return 0;
    return errno == EWOULDBLOCK ? error_set(err, -EAGAIN, "another process has it for itself alone")
                                : error_set(err, -errno, "cannot lock it: %s", strerror(errno));
}
