/*
 * Certificates are written by processes that are killed meanwhile: beside the file that was there,
 * which is whole, or the new one, which is whole, nothing is ever left.
 */
#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/whole_file.h"
#include "common/games.h"

#define BYTES ((size_t)24 << 20)
#define KILLS 12
#define STEP 2000000 /* nanoseconds */

static size_t size_of(const char *path)
{
    struct stat info;
    must(stat(path, &info) == 0, "the file is gone");
    return (size_t)info.st_size;
}

static int is_visible(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

static void must_be_alone(const char *dir)
{
    struct dirent **entries;
    int count = scandir(dir, &entries, is_visible, NULL);
    for (int i = 0; i < count; i++)
        free(entries[i]);
    must(count == 1, "half a file is left");
    free(entries);
}

/* Returns whether it was killed in time. */
static int write_and_kill(const char *path, const uint8_t *bytes, long wait)
{
    const struct timespec pause = {0, wait};
    int status;
    pid_t child = fork();
    must(child >= 0, "no child");
    if (child == 0)
        _exit(whole_file_write(path, bytes, BYTES, NULL) < 0);
    nanosleep(&pause, NULL);
    kill(child, SIGKILL);
    must(waitpid(child, &status, 0) == child, "the child is lost");
    must(WIFSIGNALED(status) || WEXITSTATUS(status) == 0, "it could not be written");
    return WIFSIGNALED(status);
}

int main(void)
{
    static const uint8_t older[] = "older";
    char dir[] = "/tmp/solve-half-XXXXXX", path[64];
    uint8_t *bytes = calloc(1, BYTES);
    int killed = 0;
    must(bytes != NULL && mkdtemp(dir) != NULL, "no folder");
    snprintf(path, sizeof(path), "%s/one.proof", dir);
    for (int i = 0; i < KILLS; i++) {
        must(whole_file_write(path, older, sizeof(older), NULL) == 0, "it cannot be written");
        killed += write_and_kill(path, bytes, i * (long)STEP);
        must_be_alone(dir);
        must(size_of(path) == sizeof(older) || size_of(path) == BYTES, "it is half");
    }
    must(killed > 0, "none was killed in time");
    must(whole_file_write(path, bytes, BYTES, NULL) == 0 && size_of(path) == BYTES,
         "not written");
    printf("%d of %d killed in time\n", killed, KILLS);
    unlink(path);
    free(bytes);
    return rmdir(dir) == 0 ? 0 : 1;
}
