/*
 * The memory that a process may still take. What the page cache holds counts as free: the kernel
 * gives it back, on the machine and within a cgroup's limit.
 */
#include "cli/available.h"

#include <inttypes.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

/* What one version of cgroups calls its files. */
struct cgroup_names {
    const char *folder; /* below the cgroups' own */
    const char *limits[2], *used;
    const char *cache[2]; /* in memory.stat */
};

static const struct cgroup_names version_2 = {
    "", {"memory.max", "memory.high"}, "memory.current", {"inactive_file", "active_file"}};
static const struct cgroup_names version_2_beside_1 = {
    "/unified", {"memory.max", "memory.high"}, "memory.current", {"inactive_file", "active_file"}};
static const struct cgroup_names version_1 = {"/memory",
                                              {"memory.limit_in_bytes", NULL},
                                              "memory.usage_in_bytes",
                                              {"total_inactive_file", "total_active_file"}};

static uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static FILE *open_file(const char *folder, const char *name)
{
    char path[PATH_MAX];
    int length = snprintf(path, sizeof(path), "%s/%s", folder, name);
    return length > 0 && (size_t)length < sizeof(path) ? fopen(path, "r") : NULL;
}

/* Reads a file that is one number. Returns false if it says "max" or there is none. */
static bool read_number(const char *folder, const char *name, uint64_t *ret_number)
{
    FILE *in = name != NULL ? open_file(folder, name) : NULL;
    bool found = in != NULL && fscanf(in, "%" SCNu64, ret_number) == 1;
    if (in != NULL)
        fclose(in);
    return found;
}

/* Returns the number behind a word at the beginning of a line; 0 if there is none. */
static uint64_t read_entry(const char *folder, const char *name, const char *word)
{
    char line[256];
    uint64_t number = 0;
    size_t length = strlen(word);
    FILE *in = open_file(folder, name);
    while (in != NULL && fgets(line, sizeof(line), in) != NULL)
        if (strncmp(line, word, length) == 0 && (line[length] == ' ' || line[length] == ':'))
            sscanf(line + length + 1, "%" SCNu64, &number);
    if (in != NULL)
        fclose(in);
    return number;
}

static uint64_t of_machine(const char *proc)
{
    uint64_t kilobytes = read_entry(proc, "meminfo", "MemAvailable");
    if (kilobytes == 0)
        kilobytes = read_entry(proc, "meminfo", "MemFree");
    return kilobytes != 0 ? kilobytes * 1024 : UINT64_MAX;
}

/* Returns the bytes that one cgroup leaves. */
static uint64_t of_folder(const char *folder, const struct cgroup_names *names)
{
    uint64_t limit = UINT64_MAX, used, one;
    for (int i = 0; i < 2; i++)
        if (read_number(folder, names->limits[i], &one))
            limit = least(limit, one);
    if (limit == UINT64_MAX || !read_number(folder, names->used, &used))
        return limit;
    uint64_t cache = read_entry(folder, "memory.stat", names->cache[0]) +
                     read_entry(folder, "memory.stat", names->cache[1]);
    used -= least(used, cache);
    return limit > used ? limit - used : 0;
}

/* Returns the least that the cgroup and its parents leave. */
static uint64_t of_path(const char *cgroups, const struct cgroup_names *names, const char *group)
{
    char folder[PATH_MAX];
    uint64_t all = UINT64_MAX;
    size_t root = strlen(cgroups) + strlen(names->folder);
    int length = snprintf(folder, sizeof(folder), "%s%s%s", cgroups, names->folder, group);
    if (length < 0 || (size_t)length >= sizeof(folder))
        return all;
    for (;;) {
        all = least(all, of_folder(folder, names));
        char *slash = strrchr(folder + root, '/');
        if (slash == NULL)
            return all;
        *slash = '\0';
    }
}

/* Is the word in a list with commas between? */
static bool lists(const char *list, const char *word)
{
    size_t length = strlen(word);
    for (; *list != '\0'; list += strcspn(list, ","), list += *list == ',')
        if (strcspn(list, ",") == length && strncmp(list, word, length) == 0)
            return true;
    return false;
}

/* A line is "NUMBER:CONTROLLERS:PATH"; version 2 has no controllers there. */
static uint64_t of_cgroups(const char *proc, const char *cgroups)
{
    char line[PATH_MAX + 64];
    uint64_t all = UINT64_MAX;
    FILE *in = open_file(proc, "self/cgroup");
    while (in != NULL && fgets(line, sizeof(line), in) != NULL) {
        char *controllers = strchr(line, ':');
        char *group = controllers != NULL ? strchr(controllers + 1, ':') : NULL;
        if (group == NULL)
            continue;
        *group++ = '\0';
        group[strcspn(group, "\n")] = '\0';
        if (controllers[1] == '\0') {
            all = least(all, of_path(cgroups, &version_2, group));
            all = least(all, of_path(cgroups, &version_2_beside_1, group));
        } else if (lists(controllers + 1, "memory")) {
            all = least(all, of_path(cgroups, &version_1, group));
        }
    }
    if (in != NULL)
        fclose(in);
    return all;
}

/* Returns the bytes that a limit of the process leaves if so many pages are used. */
static uint64_t of_limit(int resource, uint64_t used)
{
    struct rlimit limit;
    long page = sysconf(_SC_PAGESIZE);
    if (getrlimit(resource, &limit) < 0 || limit.rlim_cur == RLIM_INFINITY || page <= 0)
        return UINT64_MAX;
    used *= (uint64_t)page;
    return limit.rlim_cur > used ? (uint64_t)limit.rlim_cur - used : 0;
}

static uint64_t of_limits(const char *proc)
{
    uint64_t all = 0, data = 0;
    FILE *in = open_file(proc, "self/statm"); /* size resident shared text lib data */
    if (in != NULL) {
        if (fscanf(in, "%" SCNu64 " %*u %*u %*u %*u %" SCNu64, &all, &data) != 2)
            data = 0;
        fclose(in);
    }
    return least(of_limit(RLIMIT_AS, all), of_limit(RLIMIT_DATA, data));
}

uint64_t available_memory(const char *proc, const char *cgroups)
{
    return least(least(of_machine(proc), of_cgroups(proc, cgroups)), of_limits(proc));
}
