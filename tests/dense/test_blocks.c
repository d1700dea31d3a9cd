/* Files of blocks: what is written comes back, damage anywhere is seen, and nothing half is left.
 */
#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "dense/blocks.h"
#include "dense/folder.h"

/* What block i holds: of several lengths, one of them empty. */
static void fill(struct bytes *raw, unsigned i)
{
    raw->size = 0;
    for (unsigned k = 0; k < i * 37 % 300; k++)
        bytes_put_number(raw, (k * k + i) / 7 % 5, 1);
}

static int write_file(unsigned count, const char *head_text)
{
    struct dense_blocks_writer writer = {0};
    struct dense_packer *packer = dense_packer_new(3);
    struct bytes head = {0}, raw = {0}, packed = {0};
    bytes_put(&head, head_text, strlen(head_text));
    int r = dense_blocks_begin(&writer, path, &head);
    for (unsigned i = 0; r == 0 && i < count; i++) {
        fill(&raw, i);
        assert_int_equal(dense_packer_pack(packer, &raw, &packed), 0);
        r = dense_blocks_put(&writer, &packed);
    }
    if (r == 0)
        r = dense_blocks_end(&writer);
    dense_blocks_drop(&writer);
    dense_packer_free(packer);
    bytes_release(&head);
    bytes_release(&raw);
    bytes_release(&packed);
    return r;
}

/* How many blocks are as they were written; the others must be told to be damaged. -1: the file
 * cannot be opened at all. */
static int count_good(unsigned count, const char *head)
{
    struct dense_blocks blocks;
    struct bytes raw = {0}, wanted = {0};
    int r = dense_blocks_open(&blocks, path), good = 0;
    if (r < 0) {
        assert_true(r == -EBADMSG || r == -EPROTO);
        return -1;
    }
    assert_int_equal(blocks.count, count);
    assert_int_equal(blocks.head_size, strlen(head));
    assert_memory_equal(blocks.head, head, strlen(head));
    for (unsigned i = 0; i < count; i++) {
        r = dense_blocks_read(&blocks, i, &raw);
        if (r < 0) {
            assert_int_equal(r, -EBADMSG);
            continue;
        }
        fill(&wanted, i);
        assert_int_equal(raw.size, wanted.size);
        if (raw.size > 0)
            assert_memory_equal(raw.data, wanted.data, raw.size);
        good++;
    }
    assert_int_equal(dense_blocks_read(&blocks, count, &raw), -EBADMSG);
    dense_blocks_close(&blocks);
    bytes_release(&raw);
    bytes_release(&wanted);
    return good;
}

static void read_all(struct bytes *all)
{
    FILE *file = fopen(path, "rb");
    int c;
    all->size = 0;
    assert_non_null(file);
    while ((c = getc(file)) != EOF)
        bytes_put_number(all, (uint64_t)c, 1);
    fclose(file);
}

static void write_all(const uint8_t *data, size_t size)
{
    unlink(path); /* a file that was cut short is written to the disk when it is closed */
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(data, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

static void test_round_trip(void **state)
{
    const unsigned counts[] = {0, 1, 169, 170, 171, 500};
    struct bytes once = {0}, again = {0};
    (void)state;
    for (size_t i = 0; i < sizeof(counts) / sizeof(counts[0]); i++) {
        assert_int_equal(write_file(counts[i], "a head"), 0);
        assert_int_equal(count_good(counts[i], "a head"), counts[i]);
        read_all(&once);
        assert_int_equal(write_file(counts[i], "a head"), 0);
        read_all(&again);
        assert_int_equal(once.size, again.size);
        assert_memory_equal(once.data, again.data, once.size);
    }
    assert_int_equal(write_file(3, ""), 0);
    assert_int_equal(count_good(3, ""), 3);
    bytes_release(&once);
    bytes_release(&again);
}

static void test_truncation(void **state)
{
    struct bytes all = {0};
    (void)state;
    assert_int_equal(write_file(8, "head"), 0);
    read_all(&all);
    for (size_t size = 0; size < all.size; size++) {
        write_all(all.data, size);
        assert_int_equal(count_good(8, "head"), -1);
    }
    bytes_put_number(&all, 0, 1); /* longer */
    write_all(all.data, all.size);
    assert_int_equal(count_good(8, "head"), -1);
    bytes_release(&all);
}

/* A bit that flips costs the block that it is in; or a page of the directory, or the whole file. */
static void test_flips(void **state)
{
    struct bytes all = {0};
    unsigned lost_one = 0;
    (void)state;
    assert_int_equal(write_file(8, "head"), 0);
    read_all(&all);
    for (size_t at = 0; at < all.size; at++) {
        uint8_t bit = (uint8_t)(1u << at % 8);
        all.data[at] ^= bit;
        write_all(all.data, all.size);
        int good = count_good(8, "head");
        assert_true(good < 8);
        lost_one += good == 7;
        all.data[at] ^= bit;
    }
    assert_true(lost_one > all.size / 4);
    bytes_release(&all);
}

/* Blocks of another file, or from another place, are no blocks of this one. */
static void test_exchanged(void **state)
{
    struct bytes one = {0}, other = {0};
    (void)state;
    assert_int_equal(write_file(2, "one"), 0);
    read_all(&one);
    assert_int_equal(write_file(2, "two"), 0);
    read_all(&other);
    assert_int_equal(one.size, other.size);
    size_t front = 14 + 4 + 3 + 8;
    memcpy(one.data + front, other.data + front, one.size - front);
    write_all(one.data, one.size);
    assert_int_equal(count_good(2, "one"), -1);
    bytes_release(&one);
    bytes_release(&other);
}

static void test_versions(void **state)
{
    struct dense_blocks blocks;
    struct bytes all = {0};
    (void)state;
    assert_int_equal(write_file(1, "head"), 0);
    read_all(&all);
    all.data[12] = '2';
    write_all(all.data, all.size);
    assert_int_equal(dense_blocks_open(&blocks, path), -EPROTO);
    write_all((const uint8_t *)"something else, of some length", 30);
    assert_int_equal(dense_blocks_open(&blocks, path), -EBADMSG);
    unlink(path);
    assert_int_equal(dense_blocks_open(&blocks, path), -ENOENT);
    assert_int_equal(mkfifo(path, 0600), 0);
    assert_int_equal(dense_blocks_open(&blocks, path), -EBADMSG);
    unlink(path);
    bytes_release(&all);
}

/* However much fits on the disk: the older file stays, and nothing else is left. */
static void test_full_disk(void **state)
{
    struct rlimit before, less;
    struct bytes all = {0}, now = {0};
    (void)state;
    assert_int_equal(write_file(8, "old"), 0);
    read_all(&all);
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    for (size_t size = 0; size < all.size; size += 13) {
        less = (struct rlimit){size, before.rlim_max};
        assert_int_equal(setrlimit(RLIMIT_FSIZE, &less), 0);
        int r = write_file(8, "new");
        assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
        assert_int_equal(r, -EFBIG);
    }
    read_all(&now);
    assert_int_equal(now.size, all.size);
    assert_memory_equal(now.data, all.data, all.size);
    unlink(path);
    assert_int_equal(rmdir(folder), 0);
    assert_int_equal(mkdir(folder, 0700), 0);
    bytes_release(&all);
    bytes_release(&now);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip), cmocka_unit_test(test_truncation),
        cmocka_unit_test(test_flips),      cmocka_unit_test(test_exchanged),
        cmocka_unit_test(test_versions),   cmocka_unit_test(test_full_disk),
    };
    return cmocka_run_group_tests(tests, folder_setup, folder_teardown);
}
