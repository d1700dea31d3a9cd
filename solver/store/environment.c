/* The LMDB environment. */
#include "store/environment.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <xxhash.h>

#include "base/plain.h"
#include "store/lock_file.h"
#include "store/seal.h"

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

int head_write(MDB_txn *txn, unsigned format)
{
    MDB_dbi dbi;
    struct bytes value = {0};
    int r = mdb_dbi_open(txn, DB_META, MDB_CREATE, &dbi);
    if (r != 0)
        return r;
    bytes_put_number(&value, 0, CHECKSUM);
    bytes_put_number(&value, format, 4);
    bytes_put_number(&value, STORE_PROOFS, 4);
    bytes_put(&value, SOLVE_VERSION, strlen(SOLVE_VERSION));
    if (value.failed) {
        bytes_release(&value);
        return ENOMEM;
    }
    bytes_encode(value.data, XXH3_64bits(value.data + CHECKSUM, value.size - CHECKSUM), CHECKSUM);
    MDB_val key = {sizeof(STORE_MAGIC) - 1, (void *)STORE_MAGIC};
    MDB_val data = {value.size, value.data};
    r = mdb_put(txn, dbi, &key, &data, 0);
    bytes_release(&value);
    return r;
}

/* Without a head: is there nothing else either? */
static int no_head(MDB_txn *txn)
{
    MDB_dbi dbi;
    MDB_stat stat;
    int r = mdb_dbi_open(txn, NULL, 0, &dbi);
    if (r == 0)
        r = mdb_stat(txn, dbi, &stat);
    return r != 0 ? r : stat.ms_entries == 0 ? -ENODATA : -EINVAL;
}

int head_read(MDB_txn *txn, struct store_head *ret_head)
{
    MDB_dbi dbi;
    MDB_val key = {sizeof(STORE_MAGIC) - 1, (void *)STORE_MAGIC}, data;
    int r = mdb_dbi_open(txn, DB_META, 0, &dbi);
    if (r == MDB_NOTFOUND)
        return no_head(txn);
    if (r == 0)
        r = mdb_get(txn, dbi, &key, &data);
    if (r != 0)
        return r == MDB_NOTFOUND ? -EINVAL : r;
    const uint8_t *value = data.mv_data;
    if (data.mv_size < CHECKSUM + 8 || data.mv_size >= CHECKSUM + 8 + sizeof(ret_head->version) ||
        XXH3_64bits(value + CHECKSUM, data.mv_size - CHECKSUM) != bytes_decode(value, CHECKSUM))
        return -EBADMSG;
    memset(ret_head, 0, sizeof(*ret_head));
    ret_head->format = (uint32_t)bytes_decode(value + CHECKSUM, 4);
    ret_head->proofs = (uint32_t)bytes_decode(value + CHECKSUM + 4, 4);
    memcpy(ret_head->version, value + CHECKSUM + 8, data.mv_size - CHECKSUM - 8);
    plain_make(ret_head->version);
    return 0;
}

int head_raise(MDB_txn *txn, unsigned format)
{
    struct store_head head;
    int r = head_read(txn, &head);
    return r != 0 || head.format >= format ? r : head_write(txn, format);
}

int head_check(const struct store_head *head, struct error *err)
{
    if (head->format < STORE_FORMAT_LEAST || head->format > STORE_FORMAT)
        return error_set(
            err, -EPROTO,
            "made by solve %s in format %u: this version, %s, reads formats %d to %d only",
            head->version, head->format, SOLVE_VERSION, STORE_FORMAT_LEAST, STORE_FORMAT);
    if (head->proofs != STORE_PROOFS)
        return error_set(err, -EPROTO,
                         "made by solve %s, whose proofs (%u) mean something else than those of "
                         "this version, %s (%d)",
                         head->version, head->proofs, SOLVE_VERSION, STORE_PROOFS);
    return 0;
}

int environment_delete_here(MDB_cursor *cursor, MDB_val *ret_key, MDB_val *ret_data)
{
    int r = mdb_cursor_del(cursor, 0);
    if (r == 0)
        r = mdb_cursor_get(cursor, ret_key, ret_data, MDB_GET_CURRENT);
    return r == EINVAL ? MDB_NOTFOUND : r; /* EINVAL: it was the last */
}
