/* Room for large arrays, in memory and in files. */
#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <cmocka.h>

#include "dense/memory.h"

#define BYTES ((size_t)3 << 20)

/* All zero, and each byte is its own. */
static void use(struct dense_array *array)
{
    uint8_t *bytes = array->data;
    for (size_t i = 0; i < array->bytes; i++)
        assert_int_equal(bytes[i], 0);
    for (size_t i = 0; i < array->bytes; i++)
        bytes[i] = (uint8_t)(i * 7);
    for (size_t i = 0; i < array->bytes; i++)
        assert_int_equal(bytes[i], (uint8_t)(i * 7));
}

static void test_memory_then_files(void **state)
{
    char folder[] = "/tmp/dense-memory.XXXXXX";
    (void)state;
    assert_non_null(mkdtemp(folder));
    struct dense_memory memory = {.max_bytes = BYTES + 1000, .folder = folder};
    struct dense_array arrays[3] = {{0}};
    for (int i = 0; i < 3; i++) {
        assert_int_equal(dense_memory_take(&memory, i == 2 ? 1000 : BYTES, &arrays[i]), 0);
        assert_int_equal(arrays[i].mapped, i == 1);
        use(&arrays[i]);
    }
    assert_int_equal(memory.held, BYTES + 1000);
    assert_int_equal(memory.mapped, BYTES);
    /* What was given back can be had again, and is zero again. */
    dense_memory_give(&memory, &arrays[0]);
    assert_null(arrays[0].data);
    assert_int_equal(dense_memory_take(&memory, BYTES, &arrays[0]), 0);
    assert_false(arrays[0].mapped);
    use(&arrays[0]);
    for (int i = 0; i < 3; i++)
        dense_memory_give(&memory, &arrays[i]);
    dense_memory_give(&memory, &arrays[0]);
    assert_int_equal(memory.held + memory.mapped, 0);
    assert_int_equal(rmdir(folder), 0); /* no file is left in it */
}

/* Memory that others read: what is written is in the file. */
static void test_lent(void **state)
{
    (void)state;
    struct dense_memory memory = {.max_bytes = BYTES, .lent = true};
    struct dense_array array = {0};
    uint8_t read[100];
    assert_int_equal(dense_memory_take(&memory, BYTES, &array), 0);
    assert_false(array.mapped);
    assert_true(array.file > STDERR_FILENO);
    use(&array);
    assert_int_equal(pread(array.file, read, sizeof(read), (off_t)(BYTES - sizeof(read))),
                     sizeof(read));
    assert_memory_equal(read, (uint8_t *)array.data + BYTES - sizeof(read), sizeof(read));
    int file = array.file;
    dense_memory_give(&memory, &array);
    assert_int_equal(array.file, 0);
    assert_int_equal(pread(file, read, 1, 0), -1);
    assert_int_equal(memory.held + memory.mapped, 0);
}

static void test_refusals(void **state)
{
    struct dense_memory memory = {.max_bytes = 10};
    struct dense_array array = {0};
    (void)state;
    assert_int_equal(dense_memory_take(&memory, 11, &array), -ENOMEM);
    memory.folder = "/nowhere/at/all";
    assert_int_equal(dense_memory_take(&memory, 11, &array), -ENOENT);
    assert_null(array.data);
    assert_int_equal(memory.held + memory.mapped, 0);
    assert_int_equal(dense_memory_take(&memory, 0, &array), 0);
    dense_memory_give(&memory, &array);
}

/* A file that may not become so large is refused before anything is written to it. */
static void test_full_disk(void **state)
{
    char folder[] = "/tmp/dense-memory.XXXXXX";
    struct rlimit before;
    (void)state;
    assert_non_null(mkdtemp(folder));
    struct dense_memory memory = {.max_bytes = 0, .folder = folder};
    struct dense_array array = {0};
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    struct rlimit less = {.rlim_cur = 100000, .rlim_max = before.rlim_max};
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &less), 0);
    assert_int_equal(dense_memory_take(&memory, BYTES, &array), -EFBIG);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    assert_null(array.data);
    assert_int_equal(dense_memory_take(&memory, BYTES, &array), 0);
    dense_memory_give(&memory, &array);
    assert_int_equal(rmdir(folder), 0);
}

/* What is larger than all that is free is refused at once: the disk is not filled first. */
static void test_no_room(void **state)
{
    char folder[] = "/tmp/dense-memory.XXXXXX";
    struct statvfs room;
    (void)state;
    assert_non_null(mkdtemp(folder));
    assert_int_equal(statvfs(folder, &room), 0);
    struct dense_memory memory = {.max_bytes = 0, .folder = folder};
    struct dense_array array = {0};
    size_t bytes = (size_t)room.f_bavail * (size_t)room.f_frsize + ((size_t)1 << 50);
    assert_int_equal(dense_memory_take(&memory, bytes, &array), -ENOSPC);
    assert_null(array.data);
    assert_int_equal(memory.refused, bytes);
    assert_int_equal(rmdir(folder), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_memory_then_files), cmocka_unit_test(test_lent),
        cmocka_unit_test(test_refusals),          cmocka_unit_test(test_full_disk),
        cmocka_unit_test(test_no_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
