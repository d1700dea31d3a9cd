/* Chunks of results: what is written is read again, and bytes that changed are no harm. */
#include "common/check.h"

#include <stdlib.h>

#include "count/components/chunk.h"

#define NODES 75
#define RESULTS 12
#define TRIALS (20000 / TESTS_SHARE)

static uint64_t state = 1;

static uint64_t draw(uint64_t below)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (state >> 33) % below;
}

/* A result of random nodes and numbers. */
struct sample {
    uint64_t set[COMPONENT_WORDS_MAX];
    uint32_t node;
    size_t count;
    uint64_t *cells;
};

static void fill_cell(const struct cell_shape *shape, uint64_t *cell)
{
    bool overflow = false;
    cell_clear(shape, cell);
    for (uint64_t n = draw(4); n > 0; n--)
        cell_add_one(shape, cell, (size_t)draw(shape->lengths), &overflow);
    for (uint64_t n = draw(30 * shape->limbs); n > 0 && !cell_is_zero(shape, cell); n--)
        cell_add(shape, cell, cell, 0, &overflow);
    assert_false(overflow);
}

static struct sample make_sample(const struct cell_shape *shape)
{
    struct sample sample = {.node = (uint32_t)draw(NODES)};
    component_graph_add(sample.set, sample.node);
    for (uint64_t n = draw(2 * NODES); n > 0; n--)
        component_graph_add(sample.set, (uint32_t)draw(NODES));
    for (uint32_t v = 0; v < NODES; v++)
        sample.count += component_graph_has(sample.set, v);
    sample.cells = calloc(sample.count * shape->words, sizeof(*sample.cells));
    assert_non_null(sample.cells);
    for (size_t i = 0; i < sample.count; i++)
        fill_cell(shape, sample.cells + i * shape->words);
    return sample;
}

static void add_sample(struct bytes *chunk, const struct chunk_head *head,
                       const struct sample *sample)
{
    uint8_t *bytes = malloc(cell_pack_room(&head->shape, sample->count));
    assert_non_null(bytes);
    size_t size = cell_pack(&head->shape, sample->cells, sample->count, bytes);
    chunk_add(chunk, head, sample->node, sample->set, bytes, size);
    free(bytes);
}

static void compare_cell(const struct cell_shape *shape, const uint64_t *one, const uint64_t *two)
{
    assert_int_equal(cell_is_zero(shape, one), cell_is_zero(shape, two));
    if (shape->kind == CELL_NUMBERS)
        assert_int_equal(one[0], two[0]);
    else if (!cell_is_zero(shape, one)) {
        size_t from = 2 + one[0] * shape->limbs, to = 2 + one[1] * shape->limbs;
        assert_memory_equal(one, two, 2 * sizeof(*one));
        assert_memory_equal(one + from, two + from, (to - from) * sizeof(*one));
    }
}

static void compare(const struct chunk_head *head, const struct chunk_result *found,
                    const struct sample *sample)
{
    size_t words = head->shape.words;
    uint64_t *cells = calloc(sample->count * words, sizeof(*cells));
    assert_non_null(cells);
    assert_int_equal(found->node, sample->node);
    assert_int_equal(found->count, sample->count);
    assert_memory_equal(found->set, sample->set, sizeof(sample->set));
    assert_true(cell_unpack(&head->shape, found->cells, found->size, cells, found->count));
    for (size_t i = 0; i < sample->count; i++)
        compare_cell(&head->shape, cells + i * words, sample->cells + i * words);
    free(cells);
}

/* Reads a chunk that may be anything. What it lets through cell_unpack() must take, too. */
static bool read_all(const uint8_t *bytes, size_t size)
{
    struct bytes_reader reader = {bytes, size, false};
    struct chunk_result result;
    struct chunk_head head;
    if (!chunk_read_head(&reader, &head))
        return false;
    while (reader.left > 0) {
        if (!chunk_read(&reader, &head, &result))
            return false;
        if (head.shape.words > 10000)
            continue;
        uint64_t *cells = calloc(result.count * head.shape.words, sizeof(*cells));
        assert_non_null(cells);
        assert_true(cell_unpack(&head.shape, result.cells, result.size, cells, result.count));
        free(cells);
    }
    return true;
}

static void change(const struct bytes *chunk)
{
    size_t size = draw(3) == 0 ? (size_t)draw(chunk->size) : chunk->size;
    /* Exactly as large, so that a read beyond it is found by the sanitizers. */
    uint8_t *bytes = malloc(size > 0 ? size : 1);
    assert_non_null(bytes);
    memcpy(bytes, chunk->data, size);
    for (uint64_t n = 1 + draw(3); n > 0 && size > 0; n--)
        bytes[draw(draw(2) ? size : size < 40 ? size : 40)] ^= (uint8_t)(1 + draw(255));
    assert_int_equal(chunk_is_sound(bytes, size, NULL), read_all(bytes, size));
    free(bytes);
}

static void check_shape(struct cell_shape shape)
{
    const struct chunk_head head = {shape, NODES};
    struct sample samples[RESULTS];
    struct chunk_result result;
    struct chunk_head found;
    struct bytes chunk = {0};
    size_t count = 0;
    chunk_begin(&chunk, &head);
    for (size_t i = 0; i < RESULTS; i++) {
        samples[i] = make_sample(&shape);
        add_sample(&chunk, &head, &samples[i]);
    }
    assert_true(chunk_is_sound(chunk.data, chunk.size, &count));
    assert_int_equal(count, RESULTS);
    struct bytes_reader reader = {chunk.data, chunk.size, false};
    assert_true(chunk_read_head(&reader, &found));
    assert_int_equal(found.shape.words, shape.words);
    for (size_t i = 0; i < RESULTS; i++) {
        assert_true(chunk_read(&reader, &found, &result));
        compare(&found, &result, &samples[i]);
        free(samples[i].cells);
    }
    assert_int_equal(reader.left, 0);
    assert_false(chunk_is_sound(chunk.data, chunk.size - 1, NULL));
    for (int i = 0; i < TRIALS; i++)
        change(&chunk);
    bytes_release(&chunk);
}

static void test_numbers(void **unused)
{
    (void)unused;
    check_shape((struct cell_shape){.kind = CELL_NUMBERS, .lengths = 1, .limbs = 1, .words = 1});
}

static void test_lengths(void **unused)
{
    (void)unused;
    for (size_t limbs = 1; limbs <= 4; limbs++)
        check_shape((struct cell_shape){.kind = CELL_LENGTHS,
                                        .lengths = 20,
                                        .limbs = limbs,
                                        .words = 2 + 20 * limbs,
                                        .weighted = true});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_lengths),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
