/* The seal. */
#include "store/seal.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <xxhash.h>

#include "store/format.h"

#define SEAL_TEXT_MAX 128
#define BLOCK (1u << 20)

int store_path(const char *dir, const char *file, char *buffer)
{
    int length = snprintf(buffer, PATH_BYTES, "%s/%s", dir, file);
    return length < PATH_BYTES ? 0 : -ENAMETOOLONG;
}

int folder_sync(const char *dir)
{
    int fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0)
        return -errno;
    int r = fsync(fd) < 0 && errno != EINVAL ? -errno : 0;
    close(fd);
    return r;
}

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

/* Writes what the seal of the data file says, as it is now. */
static int describe(const char *dir, char text[SEAL_TEXT_MAX])
{
    char path[PATH_BYTES];
    uint64_t size = 0;
    int r = store_path(dir, STORE_DATA, path);
    int fd = r == 0 ? open(path, O_RDONLY | O_CLOEXEC) : -1;
    if (fd < 0)
        return r < 0 ? r : -errno;
    XXH3_state_t *state = XXH3_createState();
    uint8_t *block = malloc(BLOCK);
    r = state != NULL && block != NULL ? hash_file(fd, state, block, &size) : -ENOMEM;
    if (r == 0) {
        XXH128_hash_t hash = XXH3_128bits_digest(state);
        snprintf(text, SEAL_TEXT_MAX, "%s-seal 1 %" PRIu64 " %016" PRIx64 "%016" PRIx64 "\n",
                 STORE_MAGIC, size, (uint64_t)hash.high64, (uint64_t)hash.low64);
    }
    XXH3_freeState(state);
    free(block);
    close(fd);
    return r;
}

/* Does it look like a seal? Where power was lost it may be empty, or zeros. */
static bool is_seal(const char *text, size_t length)
{
    static const char head[] = STORE_MAGIC "-seal 1 ";
    return length >= sizeof(head) && text[length - 1] == '\n' &&
           memcmp(text, head, sizeof(head) - 1) == 0;
}

enum seal_state seal_check(const char *dir)
{
    char path[PATH_BYTES], text[SEAL_TEXT_MAX], found[SEAL_TEXT_MAX];
    if (store_path(dir, STORE_SEAL, path) < 0)
        return SEAL_MISSING;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return SEAL_MISSING;
    ssize_t n = read(fd, found, sizeof(found));
    close(fd);
    if (n < 0 || !is_seal(found, (size_t)n) || describe(dir, text) < 0)
        return SEAL_MISSING;
    return (size_t)n == strlen(text) && memcmp(text, found, (size_t)n) == 0 ? SEAL_WHOLE
                                                                            : SEAL_BROKEN;
}

static int write_file(const char *path, const char *text)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
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
    int r = store_path(dir, STORE_SEAL, path);
    if (r == 0)
        r = store_path(dir, STORE_SEAL ".new", draft);
    if (r == 0)
        r = describe(dir, text);
    if (r == 0)
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
    int r = store_path(dir, STORE_SEAL, path);
    if (r < 0)
        return r;
    if (unlink(path) < 0)
        return errno == ENOENT ? 0 : -errno;
    return folder_sync(dir);
}
