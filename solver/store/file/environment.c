/* The LMDB environment. */
#include "store/file/environment.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/bytes.h"
#include "store/file/format.h"
#include "store/file/lock_file.h"
#include "store/file/seal.h"

#define MAP_LEAST ((size_t)1 << 28)

size_t environment_map_wanted = (size_t)1 << 40;

static int open_sized(const char *dir, unsigned flags, MDB_env **ret_env)
{
    int r = MDB_PANIC;
    for (size_t size = environment_map_wanted; r != 0; size /= 2) {
        MDB_env *env;
        r = mdb_env_create(&env);
        if (r != 0)
            return r;
        mdb_env_set_maxdbs(env, TABLES_MAX + 8);
        mdb_env_set_maxreaders(env, LOCK_READERS);
        mdb_env_set_mapsize(env, size);
        r = mdb_env_open(env, dir, flags | MDB_NOTLS | MDB_NOMETASYNC, 0666);
        if (r == 0) {
            *ret_env = env;
            return 0;
        }
        mdb_env_close(env);
        if ((r != ENOMEM && r != EFBIG && r != EOVERFLOW && r != EINVAL) || size <= MAP_LEAST)
            break;
    }
    return r;
}

int environment_open(const char *dir, unsigned flags, struct users *users, MDB_env **ret_env)
{
    if (flags & MDB_NOLOCK)
        return open_sized(dir, flags, ret_env);
    if (users != NULL && users_take(users, USERS_READERS, NULL) < 0)
        return ENVIRONMENT_HELD;
    int r = lock_file_allocate(dir);
    if (r == 0)
        r = open_sized(dir, flags, ret_env);
    if (users != NULL)
        users_leave(users, USERS_READERS);
    if (r == 0)
        mdb_env_set_userctx(*ret_env, users);
    return r;
}

int environment_read(MDB_env *env, MDB_txn **ret_txn)
{
    struct users *users = mdb_env_get_userctx(env);
    if (users != NULL && users_take(users, USERS_READERS, NULL) < 0)
        return ENVIRONMENT_HELD;
    int r = mdb_txn_begin(env, NULL, MDB_RDONLY, ret_txn);
    if (users != NULL)
        users_leave(users, USERS_READERS);
    return r;
}

/* Where LMDB's first page has its magic number, and what it is. */
#define MAGIC_AT 16
#define MAGIC 0xbeefc0deu
/* LMDB makes a file with its two meta pages, in one write. */
#define META_PAGES 2

int environment_clear(const char *dir)
{
    char path[PATH_BYTES];
    uint8_t head[MAGIC_AT + 4];
    struct stat info;
    int r = 0;
    if (folder_path(dir, STORE_SEAL, path) == 0 && access(path, F_OK) == 0)
        return 0; /* it was whole once: what is missing is lost */
    int fd =
        folder_path(dir, STORE_DATA, path) < 0 ? -1 : open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0)
        return 0;
    if (fstat(fd, &info) == 0 && S_ISREG(info.st_mode) &&
        info.st_size < META_PAGES * sysconf(_SC_PAGESIZE) &&
        pread(fd, head, sizeof(head), 0) == (ssize_t)sizeof(head) &&
        bytes_decode(head + MAGIC_AT, 4) == MAGIC && ftruncate(fd, 0) < 0)
        r = -errno;
    close(fd);
    return r;
}

int environment_grow(MDB_env *env)
{
    MDB_envinfo info;
    int r = mdb_env_info(env, &info);
    if (r != 0 || info.me_mapsize > SIZE_MAX / 2)
        return r != 0 ? r : MDB_MAP_FULL;
    return mdb_env_set_mapsize(env, info.me_mapsize * 2);
}

bool environment_is_damage(int code)
{
    switch (code) {
    case MDB_PAGE_NOTFOUND:
    case MDB_CORRUPTED:
    case MDB_PANIC:
    case MDB_INVALID:
    case MDB_VERSION_MISMATCH:
    case MDB_CURSOR_FULL:
    case MDB_PAGE_FULL:
    case MDB_INCOMPATIBLE:
    case MDB_BAD_TXN:
    case MDB_BAD_DBI:
    case MDB_BAD_VALSIZE:
    case MDB_NOTFOUND:
    case MDB_KEYEXIST:
    case -EBADMSG:
        return true;
    default:
        return false;
    }
}

const char *environment_text(int code)
{
    if (code == ENVIRONMENT_HELD)
        return "another process holds its lock";
    if (code == MDB_MAP_FULL)
        return "the memory map is full";
    if (code == EIO) /* what LMDB makes of a write that ends early */
        return "Input/output error, or no room on the disk";
    if (lock_file_is_full(code))
        return "no room on the disk";
    return mdb_strerror(code < 0 && code > -1000 ? -code : code);
}

int environment_delete_here(MDB_cursor *cursor, MDB_val *ret_key, MDB_val *ret_data)
{
    int r = mdb_cursor_del(cursor, 0);
    if (r == 0)
        r = mdb_cursor_get(cursor, ret_key, ret_data, MDB_GET_CURRENT);
    return r == EINVAL ? MDB_NOTFOUND : r; /* EINVAL: it was the last */
}
