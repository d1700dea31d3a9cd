/* Numbers as people type them, and what is none. */
#include "common/check.h"

#include <errno.h>

#include "cli/parse_number.h"

#define KIB ((uint64_t)1 << 10)
#define MIB ((uint64_t)1 << 20)
#define GIB ((uint64_t)1 << 30)

static void test_sizes(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint64_t bytes;
    } sizes[] = {
        {"0", 0},
        {"65536", 65536},
        {"65536B", 65536},
        {"64K", 64 * KIB},
        {"64k", 64 * KIB},
        {"64kB", 64 * KIB},
        {"64KiB", 64 * KIB},
        {"512M", 512 * MIB},
        {"512MB", 512 * MIB},
        {"512 MiB", 512 * MIB},
        {"512 m", 512 * MIB},
        {"1.5G", GIB + GIB / 2},
        {"1.5 GB", GIB + GIB / 2},
        {"0.5K", 512},
        {"0.001K", 1},
        {"1.999999999K", 2047},
        {"2.000000001T", 2048 * GIB + 1099},
        {"1T", 1024 * GIB},
        {"18446744073709551615", UINT64_MAX},
        {"16777215.999999999T", UINT64_MAX - 1099},
    };
    for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
        uint64_t bytes = 7;
        if (parse_number_size(sizes[i].text, 0, UINT64_MAX, &bytes) < 0 || bytes != sizes[i].bytes)
            fail_msg("%s: %llu", sizes[i].text, (unsigned long long)bytes);
    }
}

static void test_no_sizes(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "",    "G",  ".5G", "1.G", "1.5", "1.5B", "1,5G",          "-1G", "1GG",  "1 G B",
        "1Gi", "1Q", "1e9", " 1G", "1iB", "1BG",  "1.1234567890G", "1G ", "0x10", "1.5.5G",
    };
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        uint64_t bytes = 7;
        if (parse_number_size(texts[i], 0, UINT64_MAX, &bytes) != -EINVAL)
            fail_msg("'%s' is read", texts[i]);
        assert_int_equal(bytes, 7);
    }
}

static void test_limits(void **state)
{
    (void)state;
    uint64_t bytes = 7;
    assert_int_equal(parse_number_size("16777216T", 0, UINT64_MAX, &bytes), -ERANGE);
    assert_int_equal(parse_number_size("18446744073709551616", 0, UINT64_MAX, &bytes), -ERANGE);
    assert_int_equal(parse_number_size("99999999999999999999Q", 0, UINT64_MAX, &bytes), -EINVAL);
    assert_int_equal(parse_number_size("1.5K", 1537, UINT64_MAX, &bytes), -ERANGE);
    assert_int_equal(parse_number_size("1.5K", 0, 1535, &bytes), -ERANGE);
    assert_int_equal(bytes, 7);
    assert_int_equal(parse_number_size("1.5K", 1536, 1536, &bytes), 0);
}

static void test_komi(void **state)
{
    (void)state;
    int komi = 99;
    assert_int_equal(parse_number_half_points("6.5", 2000, &komi), 0);
    assert_int_equal(komi, 13);
    assert_int_equal(parse_number_half_points("+7", 2000, &komi), 0);
    assert_int_equal(komi, 14);
    assert_int_equal(parse_number_half_points("-0.5", 2000, &komi), 0);
    assert_int_equal(komi, -1);
    static const char *const texts[] = {"7,5", "7.3", "7.50", "", "-", ".5", "7.", "7 ", "--7"};
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
        assert_int_equal(parse_number_half_points(texts[i], 2000, &komi), -EINVAL);
    assert_int_equal(parse_number_half_points("1000.5", 2000, &komi), -ERANGE);
    assert_int_equal(komi, -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_no_sizes),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_komi),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
