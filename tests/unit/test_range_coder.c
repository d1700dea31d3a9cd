/* The range coder: what is written is read again, in as many bytes as it should take. */
#include "common/check.h"

#include <math.h>

#include "base/hash.h"
#include "certificate/packed/range_coder.h"

#define CHOICES 20000

struct choice {
    uint32_t before, frequency, total;
};

/* A random choice; rare ones at the ends of the range make carries and rows of 255. */
static struct choice make_choice(uint64_t seed, uint64_t i, uint32_t most)
{
    uint64_t random = hash_mix(seed << 32 ^ i), other = hash_mix(random);
    struct choice made = {.total = 2 + (uint32_t)(random % (most - 1))};
    switch (other % 4) {
    case 0:
        made.frequency = 1;
        made.before = (other >> 8) % 2 == 0 ? made.total - 1 : 0;
        break;
    case 1:
        made.frequency = made.total - 1;
        made.before = (other >> 8) % 2;
        break;
    default:
        made.frequency = 1 + (uint32_t)((other >> 8) % made.total);
        made.before = (uint32_t)((other >> 40) % (made.total - made.frequency + 1));
    }
    return made;
}

static void write_and_read(uint64_t seed, size_t count, uint32_t most)
{
    struct bytes bytes = {0};
    struct range_encoder encoder;
    struct range_decoder decoder;
    double bits = 0;
    range_coder_write(&encoder, &bytes);
    for (size_t i = 0; i < count; i++) {
        struct choice one = make_choice(seed, i, most);
        range_coder_put(&encoder, one.before, one.frequency, one.total);
        bits += log2((double)one.total / one.frequency);
    }
    range_coder_end(&encoder);
    assert_false(bytes.failed);
    /* Four bytes more at the end, and what rounding costs. */
    assert_true((double)bytes.size <= bits / 8 * 1.01 + (double)count * most / 1e7 + 5);
    range_coder_read(&decoder, bytes.data, bytes.size);
    for (size_t i = 0; i < count; i++) {
        struct choice one = make_choice(seed, i, most);
        uint32_t number = range_coder_look(&decoder, one.total);
        assert_in_range(number, one.before, one.before + one.frequency - 1);
        range_coder_take(&decoder, one.before, one.frequency);
    }
    assert_true(range_coder_is_done(&decoder));
    bytes_release(&bytes);
}

static void test_comes_back(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 20; seed++) {
        write_and_read(seed, seed, 7);
        write_and_read(seed, CHOICES, 3);
        write_and_read(seed, CHOICES, 1000);
        write_and_read(seed, CHOICES, RANGE_TOTAL_MOST);
    }
}

/* Bytes that nobody wrote: each number is below the total, and the end is seen. */
static void test_any_bytes(void **state)
{
    uint8_t bytes[64];
    (void)state;
    for (uint64_t seed = 0; seed < 500; seed++) {
        struct range_decoder decoder;
        for (size_t i = 0; i < sizeof(bytes); i++)
            bytes[i] = (uint8_t)hash_mix(seed << 20 ^ i);
        range_coder_read(&decoder, bytes, sizeof(bytes));
        for (uint64_t i = 0; i < 1000; i++) {
            struct choice one = make_choice(seed, i, 5000);
            uint32_t number = range_coder_look(&decoder, one.total);
            assert_true(number < one.total);
            range_coder_take(&decoder, number, 1);
        }
        assert_true(decoder.beyond > 0);
        assert_false(range_coder_is_done(&decoder));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_comes_back),
        cmocka_unit_test(test_any_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
