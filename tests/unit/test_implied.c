/*
 * Which claims follow from which, by the headers of certificates; and headers that are read alone.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "certificate/implied.h"

#define PSK                                                                                        \
    "psk\nfields superko repetition=psk suicide=no scoring=area ending=passes2 cycle=endless"
#define SIMPLE                                                                                     \
    "simple\nfields superko repetition=simple suicide=no scoring=area ending=passes2 "             \
    "cycle=endless"
#define SIMPLE_MULTI                                                                               \
    "simple,suicide=multi\nfields superko repetition=simple suicide=multi scoring=area "           \
    "ending=passes2 cycle=endless"
#define PSK_ONE                                                                                    \
    "psk,first-pass=one\nfields superko repetition=psk suicide=no scoring=area ending=passes2 "    \
    "cycle=endless pass-stones=no first-pass=one"
#define KEE_3                                                                                      \
    "kee2013,players=3\nfields kee2013 refresh=yes suicide=no scoring=area players=3 "             \
    "alliance=yes tally=normal"
#define MIGOS "migos\nfields migos suicide=no scoring=area"
#define MIGOS_MULTI "migos,suicide=multi\nfields migos suicide=multi scoring=area"
#define STONES " pass-stones=no"
#define EMPTY "\nboard 2x3\nstart .../... black\nmoves"
#define BOARD STONES EMPTY
#define NODES "\nnodes 9\nbody 77\n"

/* Reads a header: "solve-certificate 1\nrules " and the text. */
static void read_header(const char *about, const char *claims, const char *rest,
                        struct certificate *ret_header)
{
    char text[1024];
    struct error why = {""};
    int length =
        snprintf(text, sizeof(text), "solve-certificate 1\nrules %s%s%s", about, claims, rest);
    int r = certificate_parse_header((const uint8_t *)text, (size_t)length, ret_header, &why);
    if (r < 0)
        print_message("%s%s: %s\n", about, claims, why.text);
    assert_int_equal(r, 0);
    assert_null(ret_header->body);
}

/* A claim as it is written: "root white forces <= 3", "play B2 black denies <= 2". */
static bool implies_within(const char *about, const char *rest, const char *claim,
                           const char *other)
{
    struct certificate header, wanted;
    char line[100];
    snprintf(line, sizeof(line), "\nclaim %s", claim);
    read_header(about, line, rest, &header);
    snprintf(line, sizeof(line), "\nclaim %s", other);
    read_header(about, line, rest, &wanted);
    assert_true(certificate_same_game(&header, &wanted));
    bool implied = certificate_implies(&header, &wanted.claims[0]);
    certificate_release(&header);
    certificate_release(&wanted);
    return implied;
}

#define IMPLIES(about, claim, other)                                                               \
    implies_within(about, NODES, claim " node 0 map 0", other " node 1 map 0")

static void test_forces(void **state)
{
    (void)state;
    assert_true(IMPLIES(PSK BOARD, "root white forces <= 3", "root white forces <= 3"));
    assert_true(IMPLIES(PSK BOARD, "root white forces <= 3", "root white forces <= 5"));
    assert_false(IMPLIES(PSK BOARD, "root white forces <= 3", "root white forces <= 2"));
    assert_true(IMPLIES(PSK BOARD, "root black forces >= 3", "root black forces >= 1"));
    assert_false(IMPLIES(PSK BOARD, "root black forces >= 3", "root black forces >= 4"));
    assert_false(IMPLIES(PSK BOARD, "root black forces >= 3", "root white forces <= 3"));
    assert_true(IMPLIES(MIGOS EMPTY, "root black forces >= inf", "root black forces >= 20000"));
    assert_false(IMPLIES(MIGOS EMPTY, "root black forces >= 6", "root black forces >= inf"));
    assert_true(IMPLIES(MIGOS EMPTY, "root white forces <= -inf", "root white forces <= -1"));
}

static void test_places(void **state)
{
    (void)state;
    assert_true(IMPLIES(PSK BOARD, "play B2 white forces <= 3", "play B2 white forces <= 4"));
    assert_false(IMPLIES(PSK BOARD, "play B2 white forces <= 3", "play A2 white forces <= 4"));
    assert_false(IMPLIES(PSK BOARD, "play B2 white forces <= 3", "play pass white forces <= 4"));
    assert_false(IMPLIES(PSK BOARD, "play B2 white forces <= 3", "root white forces <= 4"));
    assert_false(IMPLIES(PSK BOARD, "root white forces <= 3", "play B2 white forces <= 4"));
}

static void test_denies(void **state)
{
    (void)state;
    assert_true(IMPLIES(SIMPLE BOARD, "root white denies >= 3", "root white denies >= 4"));
    assert_false(IMPLIES(SIMPLE BOARD, "root white denies >= 3", "root white denies >= 2"));
    assert_true(IMPLIES(SIMPLE BOARD, "root black denies <= 3", "root black denies <= 2"));
    assert_false(IMPLIES(SIMPLE BOARD, "root black denies <= 3", "root black denies <= 4"));
    assert_true(IMPLIES(SIMPLE BOARD, "root white forces <= 3", "root white denies >= 4"));
    assert_false(IMPLIES(SIMPLE BOARD, "root white forces <= 3", "root white denies >= 3"));
    assert_true(IMPLIES(SIMPLE BOARD, "root black forces >= 3", "root black denies <= 2"));
    assert_false(IMPLIES(SIMPLE BOARD, "root black forces >= 3", "root black denies <= 3"));
    assert_false(IMPLIES(SIMPLE BOARD, "root white denies >= 3", "root white forces <= 5"));
    /* That no end can be forced is more than any of them. */
    assert_true(IMPLIES(SIMPLE BOARD, "root white denies >= -inf", "root white denies >= -6"));
    assert_false(IMPLIES(SIMPLE BOARD, "root white denies >= -6", "root white denies >= -inf"));
    assert_false(IMPLIES(MIGOS EMPTY, "root white forces <= -inf", "root white denies >= -inf"));
}

/* What the rules say needs no certificate: no board has more; and some end comes. */
static void test_idle(void **state)
{
    (void)state;
    assert_true(IMPLIES(PSK BOARD, "play pass black forces >= 0", "root white forces <= 6"));
    assert_true(IMPLIES(PSK BOARD, "play pass black forces >= 0", "root black forces >= -7"));
    assert_false(IMPLIES(PSK BOARD, "play pass black forces >= 0", "root white forces <= 5"));
    assert_true(IMPLIES(SIMPLE BOARD, "play pass black forces >= 0", "root white forces <= 6"));
    assert_true(IMPLIES(SIMPLE BOARD, "play pass black forces >= 0", "root white denies >= 7"));
    assert_false(IMPLIES(SIMPLE BOARD, "play pass black forces >= 0", "root white denies >= 6"));
    assert_true(IMPLIES(SIMPLE BOARD, "play pass black forces >= 0", "root black denies <= -7"));
    /* Stones may go and come for ever; the first pass brings a point. */
    assert_false(
        IMPLIES(SIMPLE_MULTI BOARD, "play pass black forces >= 0", "root white forces <= 6"));
    assert_false(IMPLIES(PSK_ONE EMPTY, "play pass black forces >= 0", "root white forces <= 6"));
    /* From a start on who only passes loses nothing; after a move the other may win outright. */
    assert_true(IMPLIES(MIGOS EMPTY, "play pass black forces >= 0", "root white forces <= 6"));
    assert_true(IMPLIES(MIGOS EMPTY, "play pass black forces >= 0", "root white denies >= 7"));
    assert_false(
        IMPLIES(MIGOS EMPTY " pass", "play pass white forces <= 0", "root white forces <= 6"));
    assert_false(
        IMPLIES(MIGOS EMPTY " pass", "play pass white forces <= 0", "root white denies >= 7"));
    assert_false(
        IMPLIES(MIGOS_MULTI EMPTY, "play pass black forces >= 0", "root white forces <= 6"));
    static const char strategies[] = "\nstrategies 1\nbody 77\n";
    assert_true(implies_within(PSK BOARD, strategies, "play pass black forces >= 0 strategy 0",
                               "root white forces <= 6 most"));
    assert_true(implies_within(PSK BOARD, strategies, "root white forces <= 3 strategy 0",
                               "root white forces <= 4 strategy 0"));
    assert_false(implies_within(PSK BOARD, strategies, "root white forces <= 6 most",
                                "root white forces <= 4 strategy 0"));
}

#define COALITIONS(claim, other)                                                                   \
    implies_within(KEE_3 EMPTY, "\ncoalition-nodes 9\nbody 77\n", claim, other)

static void test_coalitions(void **state)
{
    (void)state;
    assert_true(COALITIONS("root black,third gets >= 3 points node 0 map 0",
                           "root black,third gets >= 2 points node 0 map 0"));
    assert_false(COALITIONS("root black,third gets >= 2 points node 0 map 0",
                            "root black,third gets >= 3 points node 0 map 0"));
    assert_true(COALITIONS("root black gets <= 2 points node 0 map 0",
                           "root black gets <= 3 points node 0 map 0"));
    assert_false(COALITIONS("root black gets <= 3 points node 0 map 0",
                            "root black gets <= 2 points node 0 map 0"));
    assert_false(COALITIONS("root black gets >= 3 points node 0 map 0",
                            "root white gets >= 2 points node 0 map 0"));
    assert_false(COALITIONS("root black gets >= 3 points node 0 map 0",
                            "root black gets <= 4 points node 0 map 0"));
    assert_false(COALITIONS("root black gets >= 3 points node 0 map 0",
                            "root black gets >= 2 margin node 0 map 0"));
    assert_true(
        COALITIONS("root black gets >= 3 points node 0 map 0", "root white gets <= 6 points most"));
}

#define CLAIM "\nclaim root white forces <= 3 node 0 map 0"

static bool same_game(const char *a, const char *b)
{
    struct certificate first, second;
    read_header(a, CLAIM, NODES, &first);
    read_header(b, CLAIM, NODES, &second);
    bool same = certificate_same_game(&first, &second);
    certificate_release(&first);
    certificate_release(&second);
    return same;
}

static void test_games(void **state)
{
    (void)state;
    static const char game[] = PSK STONES "\nboard 2x3\nstart .../... black\nmoves B2 pass";
    assert_true(same_game(game, game));
    assert_false(same_game(game, PSK STONES "\nboard 2x3\nstart .../... black\nmoves B2"));
    assert_false(same_game(game, PSK STONES "\nboard 2x3\nstart .../... black\nmoves A2 pass"));
    assert_false(same_game(game, PSK STONES "\nboard 2x3\nstart .../... white\nmoves B2 pass"));
    assert_false(same_game(game, PSK STONES "\nboard 2x3\nstart X../... black\nmoves B2 pass"));
    assert_false(same_game(game, PSK STONES "\nboard 3x2\nstart ../../.. black\nmoves B2 pass"));
    assert_false(same_game(game, SIMPLE STONES "\nboard 2x3\nstart .../... black\nmoves B2 pass"));
    assert_false(same_game(SIMPLE BOARD, SIMPLE_MULTI BOARD));
    /* Boards of graph files are the same by their points and edges. */
    static const char graph[] =
        PSK STONES "\ngraph a 14\na b c\na b\nb c\nstart ... black\nmoves b";
    assert_true(
        same_game(graph, PSK STONES "\ngraph other 14\na b c\na b\nb c\nstart ... black\nmoves b"));
    assert_false(
        same_game(graph, PSK STONES "\ngraph a 14\na b c\na b\na c\nstart ... black\nmoves b"));
}

static void test_unread(void **state)
{
    (void)state;
    struct certificate header;
    struct error why;
    static const char *const texts[] = {"", "solve-certificate 1\n", "solve-certificate 1\nrules x",
                                        "solve-certificate 1\nrules " PSK BOARD CLAIM "\nnodes 9"};
    for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
        assert_int_equal(
            certificate_parse_header((const uint8_t *)texts[i], strlen(texts[i]), &header, &why),
            -EINVAL);
    static const char newer[] = "solve-certificate 5\nrules";
    assert_int_equal(certificate_parse_header((const uint8_t *)newer, strlen(newer), &header, &why),
                     -EPROTONOSUPPORT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_forces),     cmocka_unit_test(test_places),
        cmocka_unit_test(test_denies),     cmocka_unit_test(test_idle),
        cmocka_unit_test(test_coalitions), cmocka_unit_test(test_games),
        cmocka_unit_test(test_unread),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
