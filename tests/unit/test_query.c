/*
 * A query that is read is the one that was written, whichever call for memory fails: jansson leaves
 * a character out of a text for which it has no room.
 */
#include "common/check.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "json/json.h"
#include "json/query_json.h"

void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size);

static long calls, fail_at;

void *__wrap_malloc(size_t size)
{
    calls++;
    return calls == fail_at ? NULL : __real_malloc(size);
}

static const char text[] =
    "{\"id\":\"position-00000000000000000000000000000000000000001\","
    "\"board\":\"1x3\",\"history\":[\"A1\",\"pass\"]}";

static int read_failing(long at, json_t **ret_object)
{
    struct query_fault fault;
    calls = 0;
    fail_at = at;
    int r = query_json_parse(text, strlen(text), ret_object, &fault);
    fail_at = 0;
    if (r < 0)
        assert_string_equal(fault.why.text, "out of memory");
    return r;
}

static void test_failing(void **state)
{
    json_t *wanted, *found;
    (void)state;
    json_watch_memory();
    assert_int_equal(read_failing(0, &wanted), 0);
    long all = calls;
    assert_true(all > 10);
    for (long at = 1; at <= all; at++) {
        int r = read_failing(at, &found);
        assert_true(r == 0 || r == -ENOMEM);
        if (r < 0)
            continue;
        assert_true(json_equal(found, wanted));
        json_decref(found);
    }
    json_decref(wanted);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_failing)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
