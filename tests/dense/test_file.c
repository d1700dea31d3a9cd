/* Dense tables in files: the same bytes by any number of threads, read by any number of ranks. */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/hash.h"
#include "dense/file.h"
#include "dense/folder.h"

#define PARTS 3

static const struct dense_work alone = {.threads = 1};

/* Entries of a share of a board. */
struct held {
    struct dense_index index;
    struct dense_kos kos;
    struct dense_file_data data;
    struct dense_file_head head;
};

static struct dense_codes codes_of(const char *board)
{
    struct dense_codes codes;
    struct graph *graph;
    assert_int_equal(graph_parse(board, &graph, NULL), 0);
    assert_int_equal(dense_codes_init(&codes, graph, SUICIDE_NO), 0);
    graph_free(graph);
    return codes;
}

static const struct dense_file_part shapes[PARTS] = {
    {.width = 4, .opposite = 26}, {.width = 1}, {.width = 2, .of_kos = 1, .opposite = 26}};

static uint64_t entries_of(const struct held *held, unsigned part)
{
    return shapes[part].of_kos ? held->kos.count : held->index.count;
}

static void hold(struct held *held, const struct dense_codes *codes, struct dense_share share)
{
    *held = (struct held){0};
    assert_int_equal(dense_index_init(&held->index, codes, share, NULL, &alone), 0);
    assert_int_equal(dense_kos_init(&held->kos, &held->index, &alone), 0);
    held->data = (struct dense_file_data){.index = &held->index, .kos = &held->kos};
    held->head = (struct dense_file_head){
        .name = (char *)"a table",
        .graph = (char *)"",
        .share = share,
        .lines = held->index.all_lines,
        .boards = held->index.count,
        .kos = held->kos.count,
        .part_count = PARTS,
    };
    for (unsigned i = 0; i < PARTS; i++) {
        held->head.parts[i] = shapes[i];
        held->data.parts[i] = calloc(entries_of(held, i) + 1, shapes[i].width);
        assert_non_null(held->data.parts[i]);
    }
}

static void let_go(struct held *held)
{
    for (unsigned i = 0; i < PARTS; i++)
        free(held->data.parts[i]);
    dense_kos_release(&held->kos);
    dense_index_release(&held->index);
}

/* What an entry is: told by its board, so that shares agree. */
static uint8_t byte_of(const struct held *held, unsigned part, uint64_t entry, unsigned place)
{
    uint64_t key = entry;
    if (shapes[part].of_kos) {
        struct dense_ko ko = dense_kos_at(&held->kos, entry);
        key = dense_index_code(&held->index, ko.number) << 8 | (uint64_t)ko.mover << 7 | ko.point;
    } else {
        key = dense_index_code(&held->index, entry);
    }
    return (uint8_t)hash_mix(key * 64 + part * 8 + place + 1);
}

static void fill(struct held *held)
{
    for (unsigned part = 0; part < PARTS; part++)
        for (uint64_t i = 0; i < entries_of(held, part); i++)
            for (unsigned place = 0; place < shapes[part].width; place++)
                held->data.parts[part][i * shapes[part].width + place] =
                    byte_of(held, part, i, place);
}

/* Returns how many entries are as they should be; the others must be zero. */
static uint64_t count_filled(const struct held *held)
{
    uint64_t filled = 0;
    for (unsigned part = 0; part < PARTS; part++) {
        for (uint64_t i = 0; i < entries_of(held, part); i++) {
            const uint8_t *entry = held->data.parts[part] + i * shapes[part].width;
            bool empty = true, full = true;
            for (unsigned place = 0; place < shapes[part].width; place++) {
                empty &= entry[place] == 0;
                full &= entry[place] == byte_of(held, part, i, place);
            }
            assert_true(empty || full);
            filled += full;
        }
    }
    return filled;
}

static uint64_t all_entries(const struct held *held)
{
    uint64_t all = 0;
    for (unsigned part = 0; part < PARTS; part++)
        all += entries_of(held, part);
    return all;
}

static size_t read_all(const char *name, uint8_t **ret_data)
{
    FILE *file = fopen(name, "rb");
    assert_non_null(file);
    fseek(file, 0, SEEK_END);
    size_t size = (size_t)ftell(file);
    rewind(file);
    *ret_data = malloc(size + 1);
    assert_int_equal(fread(*ret_data, 1, size, file), size);
    fclose(file);
    return size;
}

static void test_threads(void **state)
{
    struct dense_codes codes = codes_of("3x4");
    struct held held;
    uint8_t *one, *two;
    (void)state;
    hold(&held, &codes, dense_share_whole());
    fill(&held);
    const struct dense_work pair = {.threads = 2};
    assert_int_equal(dense_file_save(path, &held.head, &held.data, 3, &alone), 0);
    assert_int_equal(dense_file_save(other_path, &held.head, &held.data, 3, &pair), 0);
    size_t size = read_all(path, &one);
    assert_int_equal(read_all(other_path, &two), size);
    assert_memory_equal(one, two, size);
    free(one);
    free(two);
    let_go(&held);
    dense_codes_release(&codes);
}

/* A file by that many ranks is read by others. */
static void test_ranks(void **state)
{
    struct dense_codes codes = codes_of("3x4");
    (void)state;
    for (uint32_t writers = 1; writers <= 3; writers++) {
        for (uint32_t readers = 1; readers <= 4; readers++) {
            struct held to[4], from;
            uint64_t blocks = 0, filled = 0, all = 0;
            for (uint32_t r = 0; r < readers; r++)
                hold(&to[r], &codes, (struct dense_share){readers, r});
            for (uint32_t w = 0; w < writers; w++) {
                struct dense_file file;
                struct dense_file_loaded loaded;
                hold(&from, &codes, (struct dense_share){writers, w});
                fill(&from);
                assert_int_equal(dense_file_save(path, &from.head, &from.data, 1, &alone), 0);
                let_go(&from);
                assert_int_equal(dense_file_open(&file, path), 0);
                assert_string_equal(file.head.name, "a table");
                for (uint32_t r = 0; r < readers; r++) {
                    assert_int_equal(dense_file_load(&file, &to[r].data, &alone, &loaded), 0);
                    assert_int_equal(loaded.damaged, 0);
                    blocks += loaded.blocks;
                }
                dense_file_close(&file);
            }
            for (uint32_t r = 0; r < readers; r++) {
                filled += count_filled(&to[r]);
                all += all_entries(&to[r]);
                let_go(&to[r]);
            }
            assert_int_equal(filled, all);
            assert_true(blocks > 1);
        }
    }
    dense_codes_release(&codes);
}

/* One block is damaged: its entries are left out, and told. */
static void test_damage(void **state)
{
    struct dense_codes codes = codes_of("3x4");
    struct held held;
    uint8_t *bytes;
    (void)state;
    hold(&held, &codes, dense_share_whole());
    fill(&held);
    assert_int_equal(dense_file_save(path, &held.head, &held.data, 3, &alone), 0);
    size_t size = read_all(path, &bytes);
    for (size_t at = size / 10; at < size; at += size / 9) {
        struct dense_file file;
        struct dense_file_loaded loaded;
        FILE *out = fopen(other_path, "wb");
        bytes[at] ^= 4;
        assert_int_equal(fwrite(bytes, 1, size, out), size);
        fclose(out);
        bytes[at] ^= 4;
        for (unsigned part = 0; part < PARTS; part++)
            memset(held.data.parts[part], 0, entries_of(&held, part) * shapes[part].width);
        assert_int_equal(dense_file_open(&file, other_path), 0);
        assert_int_equal(dense_file_load(&file, &held.data, &alone, &loaded), 0);
        dense_file_close(&file);
        assert_int_equal(loaded.damaged, 1);
        uint64_t filled = count_filled(&held), all = all_entries(&held);
        assert_true(filled < all && filled > all / 2);
    }
    free(bytes);
    let_go(&held);
    dense_codes_release(&codes);
}

static bool at_once(void *arg)
{
    (void)arg;
    return true;
}

static void test_stop(void **state)
{
    struct dense_codes codes = codes_of("2x3");
    struct held held;
    struct dense_file file;
    struct dense_file_loaded loaded;
    const struct dense_work stopping = {.threads = 1, .stop = at_once};
    (void)state;
    unlink(path);
    hold(&held, &codes, dense_share_whole());
    fill(&held);
    assert_int_equal(dense_file_save(path, &held.head, &held.data, 3, &stopping), -EINTR);
    assert_int_equal(access(path, F_OK), -1);
    assert_int_equal(dense_file_save(path, &held.head, &held.data, 3, &alone), 0);
    assert_int_equal(dense_file_open(&file, path), 0);
    assert_int_equal(dense_file_load(&file, &held.data, &stopping, &loaded), -EINTR);
    /* Parts that are others. */
    uint8_t *last = held.data.parts[2];
    held.data.parts[2] = NULL;
    assert_int_equal(dense_file_load(&file, &held.data, &alone, &loaded), -EBADMSG);
    held.data.parts[2] = last;
    dense_file_close(&file);
    let_go(&held);
    dense_codes_release(&codes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_threads),
        cmocka_unit_test(test_ranks),
        cmocka_unit_test(test_damage),
        cmocka_unit_test(test_stop),
    };
    return cmocka_run_group_tests(tests, folder_setup, folder_teardown);
}
