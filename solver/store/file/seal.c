/* The seal. */
#include "store/file/seal.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <xxhash.h>

#include "store/file/format.h"

#define SEAL_TEXT_MAX 160
#define SEAL_VERSION 2
#define HASH_TEXT 33
#define BLOCK (1u << 20)

struct seal {
    unsigned version;
    uint64_t size;
    char hash[HASH_TEXT], place[HASH_TEXT];
};

static int hash_file(int fd, XXH3_state_t *state, uint8_t *block, uint64_t *ret_size)
{
    uint64_t size = 0;
    XXH3_128bits_reset(state);
    for (;;) {
        ssize_t n = read(fd, block, BLOCK);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return -errno;
        if (n == 0)
            break;
        XXH3_128bits_update(state, block, (size_t)n);
        size += (uint64_t)n;
    }
    *ret_size = size;
    return 0;
}

static XXH128_hash_t digest_machine(XXH3_state_t *state, const struct stat *info)
{
    const int64_t place[] = {(int64_t)info->st_ino, (int64_t)info->st_ctim.tv_sec,
                             (int64_t)info->st_ctim.tv_nsec};
    char machine[64] = "";
    int fd = open("/etc/machine-id", O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    ssize_t n = fd >= 0 ? read(fd, machine, sizeof(machine)) : 0;
    if (fd >= 0)
        close(fd);
    XXH3_128bits_reset(state);
    XXH3_128bits_update(state, machine, n > 0 ? (size_t)n : 0);
    XXH3_128bits_update(state, place, sizeof(place));
    return XXH3_128bits_digest(state);
}

static void write_hash(char text[HASH_TEXT], XXH128_hash_t hash)
{
    snprintf(text, HASH_TEXT, "%016" PRIx64 "%016" PRIx64, (uint64_t)hash.high64,
             (uint64_t)hash.low64);
}

/* What the seal of the data file says, as it is now. */
static int describe(const char *dir, struct seal *ret_seal)
{
    char path[PATH_BYTES];
    struct seal seal = {.version = SEAL_VERSION};
    struct stat info;
    int r = folder_path(dir, STORE_DATA, path);
    int fd = r == 0 ? open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK) : -1;
    if (fd < 0)
        return r < 0 ? r : -errno;
    XXH3_state_t *state = XXH3_createState();
    uint8_t *block = malloc(BLOCK);
    r = state != NULL && block != NULL ? hash_file(fd, state, block, &seal.size) : -ENOMEM;
    if (r == 0)
        write_hash(seal.hash, XXH3_128bits_digest(state));
    if (r == 0 && fstat(fd, &info) < 0)
        r = -errno;
    if (r == 0)
        write_hash(seal.place, digest_machine(state, &info));
    XXH3_freeState(state);
    free(block);
    close(fd);
    if (r == 0)
        *ret_seal = seal;
    return r;
}

/* Does it look like a seal? Where power was lost it may be empty, or zeros. */
static bool parse(const char *text, struct seal *ret_seal)
{
    struct seal seal = {0};
    char end = '\0';
    int n = sscanf(text, STORE_MAGIC "-seal %1u %20" SCNu64 " %32[0-9a-f] %32[0-9a-f]%c",
                   &seal.version, &seal.size, seal.hash, seal.place, &end);
    /* Version 1 had no place. */
    bool whole = n == 5 ? seal.version == SEAL_VERSION && end == '\n'
                        : n == 3 && seal.version == 1 && text[strlen(text) - 1] == '\n';
    if (whole)
        *ret_seal = seal;
    return whole && strlen(seal.hash) == HASH_TEXT - 1;
}

/* Reads the seal. False if there is none: a link, or what is no file, is none. */
static bool find(const char *dir, struct seal *ret_seal, uid_t *ret_owner)
{
    char path[PATH_BYTES], text[SEAL_TEXT_MAX] = "";
    struct stat info;
    int fd = folder_path(dir, STORE_SEAL, path) == 0
                 ? open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
                 : -1;
    if (fd < 0)
        return false;
    ssize_t n =
        fstat(fd, &info) == 0 && S_ISREG(info.st_mode) ? read(fd, text, sizeof(text) - 1) : -1;
    close(fd);
    *ret_owner = info.st_uid;
    return n > 0 && parse(text, ret_seal);
}

enum seal_state seal_check(const char *dir)
{
    struct seal found, now;
    uid_t owner;
    if (!find(dir, &found, &owner) || describe(dir, &now) < 0)
        return SEAL_MISSING;
    if (found.size != now.size || strcmp(found.hash, now.hash) != 0)
        return SEAL_BROKEN;
    bool own = found.version == SEAL_VERSION && strcmp(found.place, now.place) == 0 &&
               (owner == geteuid() || owner == 0);
    return own ? SEAL_WHOLE : SEAL_FOREIGN;
}

/* The draft is new: nothing is written through a link that somebody put there. */
static int write_file(const char *path, const char *text)
{
    if (unlink(path) < 0 && errno != ENOENT)
        return -errno;
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (fd < 0)
        return -errno;
    ssize_t n = write(fd, text, strlen(text));
    int r = n == (ssize_t)strlen(text) ? 0 : n < 0 ? -errno : -EIO;
    close(fd);
    return r;
}

int seal_write(const char *dir)
{
    char path[PATH_BYTES], draft[PATH_BYTES], text[SEAL_TEXT_MAX];
    struct seal seal;
    int r = folder_path(dir, STORE_SEAL, path);
    if (r == 0)
        r = folder_path(dir, STORE_SEAL_DRAFT, draft);
    if (r == 0)
        r = describe(dir, &seal);
    if (r < 0)
        return r;
    snprintf(text, sizeof(text), STORE_MAGIC "-seal %u %" PRIu64 " %s %s\n", seal.version,
             seal.size, seal.hash, seal.place);
    r = write_file(draft, text);
    if (r == 0 && rename(draft, path) < 0)
        r = -errno;
    if (r < 0)
        unlink(draft);
    return r;
}

int seal_remove(const char *dir)
{
    char path[PATH_BYTES];
    int r = folder_path(dir, STORE_SEAL, path);
    if (r < 0)
        return r;
    if (unlink(path) < 0)
        return errno == ENOENT ? 0 : -errno;
    return folder_sync(dir);
}
