/* Certificates: made by one library, checked by the other. */
#include "made.h"
#include "solve-check.h"

#include <stdio.h>
#include <unistd.h>

/* A result with the certificate of 2x3 under psk. */
static struct solve_result *certified(struct solve_certificate *ret_certificate)
{
    struct solve_request *request = make_request();
    struct solve_game *game = make_game("2x3", "psk", "B1");
    assert_int_equal(solve_request_set_certificate(request, true), 0);
    struct solve_result *result = make_result(request, game);
    assert_int_equal(solve_result_certificate(result, ret_certificate), 0);
    assert_true(ret_certificate->size > 0);
    assert_int_equal(ret_certificate->missing, 0);
    solve_game_free(game);
    solve_request_free(request);
    return result;
}

static struct solve_check *make_check(const void *bytes, size_t size)
{
    struct solve_check *check;
    assert_int_equal(solve_check_new(&check), 0);
    assert_int_equal(solve_check_read(check, bytes, size), 0);
    return check;
}

static void what_is_proved_is_accepted(void **state)
{
    struct solve_certificate certificate;
    struct solve_check_header header;
    struct solve_check_claim claim;
    bool forces = false, holds = false;
    struct solve_result *result = certified(&certificate);
    struct solve_check *check = make_check(certificate.bytes, certificate.size);
    int value = value_of(result);
    (void)state;
    assert_int_equal(solve_check_verdict(check), SOLVE_CHECK_NONE);
    assert_int_equal(solve_check_run(check), 0);
    assert_int_equal(solve_check_verdict(check), SOLVE_CHECK_ACCEPTED);
    assert_string_equal(solve_check_reason(check), "");
    assert_int_equal(solve_check_header(check, &header), 0);
    assert_string_equal(header.board, "2x3");
    assert_string_equal(header.rules, "psk");
    assert_string_equal(header.position, ".../...");
    assert_string_equal(header.moves, "B1");
    assert_int_equal(header.move_count, 1);
    assert_int_equal(header.claims, certificate.claims);
    assert_true(header.nodes > 0);
    for (size_t i = 0; i < header.claims; i++) {
        assert_int_equal(solve_check_claim(check, i, &claim), 0);
        forces = forces || (claim.move[0] == '\0' && claim.player == 0 && claim.margin == value);
        holds = holds || (claim.move[0] == '\0' && claim.player == 1 && claim.margin == value);
    }
    assert_true(forces && holds);
    assert_int_equal(solve_check_claim(check, header.claims, &claim), -ENOENT);
    assert_int_equal(strlen(solve_check_hash(check)), 32);
    assert_true(solve_check_whole(check));
    solve_check_free(check);
    solve_result_free(result);
}

static void what_is_spoilt_is_refused(void **state)
{
    struct solve_certificate certificate;
    struct solve_result *result = certified(&certificate);
    uint8_t *spoilt = malloc(certificate.size);
    (void)state;
    assert_non_null(spoilt);
    for (size_t at = 0; at < certificate.size; at += 7) {
        memcpy(spoilt, certificate.bytes, certificate.size);
        spoilt[at] ^= 1;
        struct solve_check *check = make_check(spoilt, certificate.size);
        assert_int_equal(solve_check_run(check), -EINVAL);
        assert_int_equal(solve_check_verdict(check), SOLVE_CHECK_REFUSED);
        assert_true(strlen(solve_check_reason(check)) > 0);
        solve_check_free(check);
    }
    struct solve_check *half = make_check(certificate.bytes, certificate.size / 2);
    assert_int_equal(solve_check_run(half), -EINVAL);
    solve_check_free(half);
    free(spoilt);
    solve_result_free(result);
}

/* What a newer release wrote is neither right nor wrong: who refuses it would call it damaged. */
static void newer_formats_are_not_checked(void **state)
{
    static const char begin[] = "solve-certificate 1\n";
    struct solve_certificate certificate;
    struct solve_result *result = certified(&certificate);
    uint8_t *newer = malloc(certificate.size);
    (void)state;
    assert_non_null(newer);
    memcpy(newer, certificate.bytes, certificate.size);
    assert_memory_equal(newer, begin, strlen(begin));
    newer[strlen(begin) - 2] = '5';
    for (int with_rules = 0; with_rules < 2; with_rules++) {
        struct solve_check *check = make_check(newer, certificate.size);
        if (with_rules)
            assert_int_equal(solve_check_set_rules(check, "ssk"), 0);
        assert_int_equal(solve_check_run(check), -EPROTONOSUPPORT);
        assert_int_equal(solve_check_verdict(check), SOLVE_CHECK_STOPPED);
        assert_string_equal(solve_check_stopped(check), "version");
        assert_non_null(strstr(solve_check_reason(check), "knows version 4"));
        solve_check_free(check);
    }
    newer[strlen(begin) - 2] = '0';
    struct solve_check *never = make_check(newer, certificate.size);
    assert_int_equal(solve_check_run(never), -EINVAL);
    solve_check_free(never);
    free(newer);
    solve_result_free(result);
}

/* A certificate with strategy leaves, where there may be some; of other rules it has none. */
static void strategy_leaves_are_counted(void **state)
{
    static const char *const rulesets[] = {"kee2013", "simple"};
    (void)state;
    assert_int_equal(solve_check_strategy_leaves(NULL), 0);
    assert_false(solve_rules_strategy_leaves(NULL));
    assert_false(solve_rules_living(NULL));
    assert_int_equal(solve_request_set_living(NULL, true), -EINVAL);
    for (int i = 0; i < 2; i++) {
        struct solve_certificate certificate;
        struct solve_check_header header;
        struct solve_request *request = make_request();
        struct solve_game *game = make_game("1x5", rulesets[i], "");
        bool has = solve_rules_strategy_leaves(solve_game_rules(game));
        assert_int_equal(has, i == 0);
        assert_int_equal(solve_request_set_certificate(request, true), 0);
        assert_int_equal(solve_request_set_strategy_leaves(request, true), 0);
        assert_int_equal(solve_request_set_living(request, true), 0);
        struct solve_result *result = make_result(request, game);
        assert_int_equal(solve_result_certificate(result, &certificate), 0);
        struct solve_check *check = make_check(certificate.bytes, certificate.size);
        assert_int_equal(solve_check_strategy_leaves(check), 0);
        assert_int_equal(solve_check_run(check), 0);
        assert_int_equal(solve_check_header(check, &header), 0);
        assert_int_equal(solve_check_strategy_leaves(check) > 0, has);
        assert_int_equal(header.strategies > 0 && header.replies >= header.strategies, has);
        assert_true(header.nodes > solve_check_strategy_leaves(check));
        solve_check_free(check);
        solve_result_free(result);
        solve_game_free(game);
        solve_request_free(request);
    }
}

static void files_are_written_and_loaded(void **state)
{
    char path[] = "/tmp/solve-certificate-XXXXXX";
    struct solve_certificate certificate;
    struct solve_check *check;
    size_t size;
    struct solve_result *result = certified(&certificate);
    int file = mkstemp(path);
    (void)state;
    assert_true(file >= 0);
    assert_int_equal(solve_certificate_write(&certificate, path, NULL), 0);
    assert_int_equal(solve_check_new(&check), 0);
    assert_int_equal(solve_check_load(check, "/nonexistent/file"), -ENOENT);
    assert_int_equal(solve_check_load(check, path), 0);
    const uint8_t *bytes = solve_check_bytes(check, &size);
    assert_int_equal(size, certificate.size);
    assert_memory_equal(bytes, certificate.bytes, size);
    assert_int_equal(solve_check_run(check), 0);
    assert_string_equal(solve_check_reason(check), "");
    assert_int_equal(solve_check_write_packed(check, path), -EINVAL);
    assert_non_null(strstr(solve_check_reason(check), "only certificates of strategies"));
    assert_int_equal(solve_check_write_packed(NULL, path), -EINVAL);
    assert_int_equal(solve_check_run(check), -EINVAL); /* once */
    solve_check_free(check);
    remove(path);
    solve_result_free(result);
}

struct told {
    struct solve_check_progress last;
    int calls;
};

static void tell(const struct solve_check_progress *progress, void *arg)
{
    struct told *told = arg;
    assert_true(progress->done >= told->last.done && progress->checking >= told->last.checking);
    told->last = *progress;
    told->calls++;
}

static void reading_is_told(void **state)
{
    char path[] = "/tmp/solve-certificate-XXXXXX";
    struct told told = {.calls = 0};
    struct solve_certificate certificate;
    struct solve_check *check;
    struct solve_result *result = certified(&certificate);
    int file = mkstemp(path);
    (void)state;
    assert_true(file >= 0);
    assert_int_equal(solve_certificate_write(&certificate, path, NULL), 0);
    assert_int_equal(solve_check_set_progress(NULL, tell, &told), -EINVAL);
    assert_int_equal(solve_check_new(&check), 0);
    assert_int_equal(solve_check_set_progress(check, tell, &told), 0);
    assert_int_equal(solve_check_load(check, path), 0);
    assert_true(told.calls > 0);
    assert_false(told.last.checking);
    assert_int_equal(told.last.done, certificate.size);
    assert_int_equal(told.last.all, certificate.size);
    assert_int_equal(solve_check_set_progress(check, NULL, NULL), 0);
    told.calls = 0;
    assert_int_equal(solve_check_run(check), 0);
    assert_int_equal(told.calls, 0);
    solve_check_free(check);
    close(file);
    remove(path);
    solve_result_free(result);
}

static void other_rules_make_other_claims(void **state)
{
    struct solve_certificate certificate;
    struct solve_check_header header;
    struct solve_result *result = certified(&certificate);
    struct solve_check *check = make_check(certificate.bytes, certificate.size);
    (void)state;
    assert_int_equal(solve_check_set_rules(check, "no such rules"), -EINVAL);
    assert_int_equal(solve_check_set_rules(check, "ssk"), 0);
    solve_check_run(check);
    assert_int_equal(solve_check_header(check, &header), 0);
    assert_string_equal(header.rules, "ssk");
    solve_check_free(check);
    solve_result_free(result);
}

static void a_game_that_the_board_has_not_is_not_checked(void **state)
{
    static const struct {
        const char *position, *moves, *unread;
    } games[] = {
        {"XX", NULL, "position"}, {"XX/XX", NULL, "position"}, {NULL, "Q9", "history"}};
    struct solve_certificate certificate;
    struct solve_result *result = certified(&certificate);
    (void)state;
    for (size_t i = 0; i < sizeof(games) / sizeof(games[0]); i++) {
        struct solve_check *check = make_check(certificate.bytes, certificate.size);
        assert_int_equal(solve_check_set_game(check, games[i].position, 0, games[i].moves), 0);
        assert_int_equal(solve_check_run(check), -EINVAL);
        assert_int_equal(solve_check_verdict(check), SOLVE_CHECK_STOPPED);
        assert_string_equal(solve_check_stopped(check), games[i].unread);
        assert_string_not_equal(solve_check_reason(check), "");
        solve_check_free(check);
    }
    solve_result_free(result);
}

static bool stop(void *arg)
{
    (*(int *)arg)++;
    return true;
}

static void limits_leave_it_open(void **state)
{
    int asked = 0;
    struct solve_certificate certificate;
    struct solve_result *result = certified(&certificate);
    struct solve_check *check = make_check(certificate.bytes, certificate.size);
    (void)state;
    assert_int_equal(solve_check_set_memory(check, 1, 0), -EINVAL);
    assert_int_equal(solve_check_set_memory(check, 64 << 10, 1 << 20), 0);
    assert_int_equal(solve_check_run(check), -ENOMEM);
    assert_int_equal(solve_check_verdict(check), SOLVE_CHECK_STOPPED);
    assert_string_equal(solve_check_stopped(check), "memory");
    solve_check_free(check);
    check = make_check(certificate.bytes, certificate.size);
    assert_int_equal(solve_check_set_stop(check, stop, &asked), 0);
    int r = solve_check_run(check); /* it may be done before it asks */
    assert_true(asked > 0 ? r == -EINTR : r == 0);
    solve_check_free(check);
    solve_result_free(result);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_proved_is_accepted),
        cmocka_unit_test(what_is_spoilt_is_refused),
        cmocka_unit_test(newer_formats_are_not_checked),
        cmocka_unit_test(strategy_leaves_are_counted),
        cmocka_unit_test(files_are_written_and_loaded),
        cmocka_unit_test(reading_is_told),
        cmocka_unit_test(other_rules_make_other_claims),
        cmocka_unit_test(a_game_that_the_board_has_not_is_not_checked),
        cmocka_unit_test(limits_leave_it_open),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
