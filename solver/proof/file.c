/* Reading and writing certificates. */
#include "proof/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <xxhash.h>

static int write_bytes(int file, const uint8_t *bytes, size_t size)
{
    while (size > 0) {
        ssize_t written = write(file, bytes, size);
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return -errno;
        bytes += written;
        size -= (size_t)written;
    }
    return fsync(file) < 0 ? -errno : 0;
}

/* A new file beside path; *ret_name is to be freed. */
static int make_temporary(const char *path, char **ret_name)
{
    char *name = NULL;
    if (asprintf(&name, "%s.XXXXXX", path) < 0)
        return -ENOMEM;
    int file = mkstemp(name);
    if (file < 0) {
        int r = -errno;
        free(name);
        return r;
    }
    mode_t mask = umask(0);
    umask(mask);
    fchmod(file, 0666 & ~mask);
    *ret_name = name;
    return file;
}

/* The rename itself is on disk only when its folder is. */
static void sync_folder(const char *path)
{
    char *folder = strdup(path);
    if (folder == NULL)
        return;
    char *slash = strrchr(folder, '/');
    if (slash != NULL)
        slash[slash == folder ? 1 : 0] = '\0';
    int file = open(slash != NULL ? folder : ".", O_RDONLY | O_DIRECTORY);
    if (file >= 0) {
        (void)fsync(file);
        close(file);
    }
    free(folder);
}

int proof_file_write(const char *path, const uint8_t *bytes, size_t size, struct error *err)
{
    char *name = NULL;
    int file = make_temporary(path, &name);
    if (file < 0)
        return error_set(err, file, "cannot write %.200s: %s", path, strerror(-file));
    int r = write_bytes(file, bytes, size);
    if (close(file) < 0 && r == 0)
        r = -errno;
    if (r == 0 && rename(name, path) < 0)
        r = -errno;
    if (r == 0)
        sync_folder(path);
    else
        unlink(name);
    free(name);
    return r < 0 ? error_set(err, r, "cannot write %.200s: %s", path, strerror(-r)) : 0;
}

static int read_all(FILE *in, uint8_t **ret_bytes, size_t *ret_size)
{
    size_t size = 0, room = 1 << 16;
    uint8_t *bytes = malloc(room);
    while (bytes != NULL) {
        size += fread(bytes + size, 1, room - size, in);
        if (size < room)
            break;
        uint8_t *grown = realloc(bytes, 2 * room);
        if (grown == NULL)
            free(bytes);
        bytes = grown;
        room *= 2;
    }
    if (bytes == NULL)
        return -ENOMEM;
    if (ferror(in)) {
        free(bytes);
        return errno != 0 ? -errno : -EIO;
    }
    *ret_bytes = bytes;
    *ret_size = size;
    return 0;
}

int proof_file_read(const char *path, uint8_t **ret_bytes, size_t *ret_size, struct error *err)
{
    FILE *in = fopen(path, "rb");
    if (in == NULL)
        return error_set(err, -errno, "cannot read %.200s: %s", path, strerror(errno));
    errno = 0;
    int r = read_all(in, ret_bytes, ret_size);
    fclose(in);
    return r < 0 ? error_set(err, r, "cannot read %.200s: %s", path, strerror(-r)) : 0;
}

void proof_file_hash(const uint8_t *bytes, size_t size, char text[PROOF_HASH_TEXT])
{
    XXH128_hash_t hash = XXH3_128bits(bytes, size);
    snprintf(text, PROOF_HASH_TEXT, "%016llx%016llx", (unsigned long long)hash.high64,
             (unsigned long long)hash.low64);
}
