/* SIGBUS in a file of the store. What a signal handler may not call is not called. */
#include "cli/verbs/map_failure.h"

#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/verb.h"
#include "store/file/format.h"

/* The line repeats at most so many bytes of the folder's name. */
#define SHOWN 120

static char failure_line[SHOWN + 200];

/* Reads /proc/self/maps without a buffer for a line: of each, the addresses and the end of the
 * name.
 */
struct maps {
    int fd;
    ssize_t at, end;
    char block[1024];
};

static int next_character(struct maps *maps)
{
    if (maps->at == maps->end) {
        maps->end = read(maps->fd, maps->block, sizeof(maps->block));
        maps->at = 0;
    }
    return maps->at < maps->end ? maps->block[maps->at++] : -1;
}

/* A hexadecimal number; *ret_after is what follows it. */
static uintptr_t read_address(struct maps *maps, int *ret_after)
{
    uintptr_t address = 0;
    for (;;) {
        int c = next_character(maps);
        bool digit = c >= '0' && c <= '9', letter = c >= 'a' && c <= 'f';
        *ret_after = c;
        if (!digit && !letter)
            return address;
        address = address * 16 + (uintptr_t)(digit ? c - '0' : c - 'a' + 10);
    }
}

static bool ends_with(const char *text, size_t length, const char *end)
{
    size_t size = strlen(end);
    return length >= size && memcmp(text + length - size, end, size) == 0;
}

/* Reads the rest of the line. Is it of a file of a store? */
static bool read_name(struct maps *maps, int c)
{
    static const char *const names[] = {"/" STORE_DATA, "/" STORE_LOCK, "/" STORE_DATA " (deleted)",
                                        "/" STORE_LOCK " (deleted)"};
    char last[32]; /* the last of the line, no less than the longest name */
    size_t length = 0;
    for (; c != '\n' && c != -1; c = next_character(maps)) {
        if (length == sizeof(last))
            memmove(last, last + 1, --length);
        last[length++] = (char)c;
    }
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
        if (ends_with(last, length, names[i]))
            return true;
    return false;
}

static bool is_in_store(const void *address)
{
    struct maps maps = {.fd = open("/proc/self/maps", O_RDONLY | O_CLOEXEC)};
    uintptr_t wanted = (uintptr_t)address;
    bool found = false;
    int c = 0;
    while (maps.fd >= 0 && c != -1 && !found) {
        uintptr_t first = read_address(&maps, &c), end = c == '-' ? read_address(&maps, &c) : 0;
        found = read_name(&maps, c) && wanted >= first && wanted < end;
    }
    if (maps.fd >= 0)
        close(maps.fd);
    return found;
}

static void on_bus_error(int number, siginfo_t *info, void *context)
{
    (void)context;
    if (info->si_code == BUS_ADRERR && is_in_store(info->si_addr)) {
        ssize_t written = write(STDERR_FILENO, failure_line, strlen(failure_line));
        (void)written;
        _exit(EXIT_FAILED);
    }
    signal(number, SIG_DFL); /* it comes again at once */
}

void map_failure_catch(const char *option, const char *dir)
{
    struct sigaction action = {.sa_sigaction = on_bus_error, .sa_flags = SA_SIGINFO};
    snprintf(failure_line, sizeof(failure_line),
             "%ssolve: %s %.*s: its file was cut short while it was in use, or the disk failed\n",
             isatty(STDERR_FILENO) ? "\r\033[K" : "", option, SHOWN, dir);
    sigemptyset(&action.sa_mask);
    sigaction(SIGBUS, &action, NULL);
}
