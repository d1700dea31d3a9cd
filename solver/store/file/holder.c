/* What /proc says of a process. */
#include "store/file/holder.h"

#include <ctype.h>
#include <dirent.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The beginning of a file, with a zero behind it. Returns its length; 0 if there is none. */
static size_t read_start(const char *path, char *buffer, size_t size)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t n = fd < 0 ? 0 : read(fd, buffer, size - 1);
    if (fd >= 0)
        close(fd);
    buffer[n > 0 ? n : 0] = '\0';
    return n > 0 ? (size_t)n : 0;
}

/* Its words with blanks between them, and nothing that would disturb a line. */
static void read_command(struct holder *holder)
{
    char path[64];
    snprintf(path, sizeof(path), "/proc/%ld/cmdline", (long)holder->pid);
    size_t length = read_start(path, holder->command, sizeof(holder->command));
    while (length > 0 && holder->command[length - 1] == '\0')
        length--;
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)holder->command[i];
        holder->command[i] = c == '\0' ? ' ' : iscntrl(c) || c > 126 ? '?' : (char)c;
    }
}

/* The number behind "name:" in the text of a status file. */
static uint64_t field(const char *status, const char *name)
{
    const char *at = strstr(status, name);
    return at != NULL ? strtoull(at + strlen(name), NULL, 10) : 0;
}

static void add_thread(struct holder *holder, const char *thread)
{
    char path[128], status[4096];
    snprintf(path, sizeof(path), "/proc/%ld/task/%.20s/status", (long)holder->pid, thread);
    if (read_start(path, status, sizeof(status)) == 0)
        return;
    const char *state = strstr(status, "\nState:\t");
    char letter = state != NULL ? state[8] : '?';
    holder->stopped = holder->stopped || letter == 'T' || letter == 't';
    holder->working = holder->working || letter == 'R' || letter == 'D';
    holder->switches += field(status, "\nvoluntary_ctxt_switches:") +
                        field(status, "\nnonvoluntary_ctxt_switches:");
}

void holder_look(pid_t pid, struct holder *ret_holder)
{
    char path[64];
    *ret_holder = (struct holder){.pid = pid > 0 ? pid : 0};
    if (pid <= 0)
        return;
    read_command(ret_holder);
    snprintf(path, sizeof(path), "/proc/%ld/task", (long)pid);
    DIR *threads = opendir(path);
    struct dirent *thread;
    while (threads != NULL && (thread = readdir(threads)) != NULL)
        if (thread->d_name[0] != '.')
            add_thread(ret_holder, thread->d_name);
    if (threads != NULL)
        closedir(threads);
}

const char *holder_name(const struct holder *holder, char buffer[HOLDER_TEXT_MAX])
{
    bool named = holder->command[0] != '\0';
    if (holder->pid == 0)
        snprintf(buffer, HOLDER_TEXT_MAX, "a process that cannot be seen from here");
    else
        snprintf(buffer, HOLDER_TEXT_MAX, "process %ld%s%s%s", (long)holder->pid, named ? " (" : "",
                 holder->command, named ? ")" : "");
    return buffer;
}

bool holder_is_lifeless(const struct holder *before, const struct holder *now)
{
    return before->pid == now->pid && !now->working && before->switches == now->switches;
}
