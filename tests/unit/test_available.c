/* The memory that a process may take, from made-up folders of /proc and of cgroups. */
#include "common/check.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/available.h"

#define MIB ((uint64_t)1 << 20)

static char folder[] = "/tmp/solve-available-XXXXXX";
static char proc[64], cgroups[64];

/* Writes a file of the folder, making the folders above it. */
static void put(const char *name, const char *text)
{
    char path[256];
    snprintf(path, sizeof(path), "%s/%s", folder, name);
    for (char *slash = path + strlen(folder) + 1; (slash = strchr(slash, '/')) != NULL; slash++) {
        *slash = '\0';
        mkdir(path, 0777);
        *slash = '/';
    }
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    fputs(text, out);
    fclose(out);
}

static void clear(void)
{
    char command[128];
    snprintf(command, sizeof(command), "rm -rf %s/proc %s/cgroups", folder, folder);
    assert_int_equal(system(command), 0);
}

static uint64_t find(void)
{
    return available_memory(proc, cgroups) / MIB;
}

static int set_up(void **state)
{
    (void)state;
    static bool made; /* for all tests: any letter may be in the name that was made */
    if (!made && mkdtemp(folder) == NULL)
        return -1;
    made = true;
    snprintf(proc, sizeof(proc), "%s/proc", folder);
    snprintf(cgroups, sizeof(cgroups), "%s/cgroups", folder);
    clear();
    put("proc/meminfo", "MemTotal: 9000000 kB\nMemFree: 1048576 kB\nMemAvailable: 4194304 kB\n");
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    clear();
    return rmdir(folder);
}

static void test_machine(void **state)
{
    (void)state;
    assert_int_equal(find(), 4096);
    put("proc/meminfo", "MemTotal: 9000000 kB\nMemFree: 1048576 kB\n");
    assert_int_equal(find(), 1024);
    clear();
    assert_int_equal(available_memory(proc, cgroups), UINT64_MAX);
}

static void test_version_2(void **state)
{
    (void)state;
    put("proc/self/cgroup", "0::/user/run 1\n");
    put("cgroups/user/run 1/memory.max", "max\n");
    assert_int_equal(find(), 4096);
    put("cgroups/user/run 1/memory.max", "1073741824\n");
    assert_int_equal(find(), 1024);
    put("cgroups/user/run 1/memory.current", "536870912\n");
    assert_int_equal(find(), 512);
    /* What the page cache holds can be had. */
    put("cgroups/user/run 1/memory.stat",
        "anon 1\ninactive_file 268435456\nactive_file 134217728\n");
    assert_int_equal(find(), 896);
    put("cgroups/user/run 1/memory.high", "805306368\n");
    assert_int_equal(find(), 640);
    /* One above it has less. */
    put("cgroups/user/memory.max", "104857600\n");
    put("cgroups/user/memory.current", "1048576\n");
    assert_int_equal(find(), 99);
    put("cgroups/user/memory.current", "204857600\n");
    assert_int_equal(find(), 0);
}

/* In a container the process's own path may be one of outside: what can be seen is the root. */
static void test_container(void **state)
{
    (void)state;
    put("proc/self/cgroup", "0::/../../elsewhere\n");
    put("cgroups/memory.max", "209715200\n");
    assert_int_equal(find(), 200);
}

static void test_version_1(void **state)
{
    (void)state;
    put("proc/self/cgroup", "12:cpu,cpuacct:/a\n5:hugetlb,memory:/box/7\n0::/unified\n");
    put("cgroups/memory/box/7/memory.limit_in_bytes", "9223372036854771712\n");
    put("cgroups/memory/box/7/memory.usage_in_bytes", "104857600\n");
    put("cgroups/memory/box/7/memory.stat", "inactive_file 1\ntotal_inactive_file 1048576\n");
    assert_int_equal(find(), 4096);
    put("cgroups/memory/box/memory.limit_in_bytes", "314572800\n");
    assert_int_equal(find(), 300);
    put("cgroups/memory/box/7/memory.limit_in_bytes", "209715200\n");
    assert_int_equal(find(), 101);
    put("cgroups/unified/unified/memory.max", "1048576\n");
    assert_int_equal(find(), 1);
}

static void test_limits(void **state)
{
    (void)state;
#ifdef __SANITIZE_ADDRESS__
    skip(); /* the sanitizer maps more than any limit */
#endif
    static const int resources[] = {RLIMIT_AS, RLIMIT_DATA};
    char text[64];
    for (int i = 0; i < 2; i++) {
        struct rlimit before, less;
        assert_int_equal(getrlimit(resources[i], &before), 0);
        less = before;
        less.rlim_cur = (rlim_t)(uint64_t)1 << 31;
        if (before.rlim_max != RLIM_INFINITY && before.rlim_max < less.rlim_cur)
            skip();
        /* Of the process 1000 MiB are mapped, 500 of them data. */
        long page = sysconf(_SC_PAGESIZE);
        snprintf(text, sizeof(text), "%ld 9 9 9 0 %ld 0\n", 1000 * (1 << 20) / page,
                 500 * (1 << 20) / page);
        put("proc/self/statm", text);
        assert_int_equal(setrlimit(resources[i], &less), 0);
        uint64_t found = find();
        setrlimit(resources[i], &before);
        assert_int_equal(found, i == 0 ? 1048 : 1548);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_machine, set_up),
        cmocka_unit_test_setup(test_version_2, set_up),
        cmocka_unit_test_setup(test_container, set_up),
        cmocka_unit_test_setup(test_version_1, set_up),
        cmocka_unit_test_setup(test_limits, set_up),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
