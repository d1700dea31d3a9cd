/* SGF as trees: what is read, what is refused and where, and that it is written as it was read. */
#include "common/check.h"

#include <stdio.h>
#include <stdlib.h>

#include "sgf/path.h"
#include "sgf/read.h"
#include "sgf/text.h"
#include "sgf/write.h"

static struct sgf_tree *must_read_bytes(const char *text, size_t length)
{
    struct sgf_tree *tree = NULL;
    struct error err = {""};
    if (sgf_read(text, length, &tree, &err) < 0)
        fail_msg("%s", err.text);
    return tree;
}

static struct sgf_tree *must_read(const char *text)
{
    return must_read_bytes(text, strlen(text));
}

static char *must_write(const struct sgf_tree *tree)
{
    char *text = NULL;
    assert_int_equal(sgf_write(tree, &text, NULL), 0);
    return text;
}

/* The text of the first value of the first property of that name in node. */
static char *text_of(const struct sgf_tree *tree, int node, const char *name, bool simple)
{
    int value = sgf_first_value(tree, sgf_find_property(tree, node, name));
    assert_int_not_equal(value, SGF_NONE);
    char *text = sgf_value_text(tree, value, simple);
    assert_non_null(text);
    return text;
}

static void expect_text(const char *file, size_t length, const char *name, bool simple,
                        const char *wanted)
{
    struct sgf_tree *tree = must_read_bytes(file, length);
    char *text = text_of(tree, sgf_first_child(tree, SGF_NONE), name, simple);
    assert_string_equal(text, wanted);
    free(text);
    sgf_tree_free(tree);
}

#define EXPECT_TEXT(file, name, simple, wanted)                                                    \
    expect_text(file, sizeof(file) - 1, name, simple, wanted)

static void test_tree(void **state)
{
    (void)state;
    struct sgf_tree *tree =
        must_read("junk ( here\n(;FF[4] ;B[aa](;W[bb];B[cc])\n(;W[cc]))(;GM[1])");
    int root = sgf_first_child(tree, SGF_NONE), first = sgf_first_child(tree, root);
    int fork = sgf_first_child(tree, first), other = sgf_next_sibling(tree, fork);
    assert_int_equal(sgf_node_count(tree), 6);
    assert_string_equal(
        sgf_value_raw(tree, sgf_first_value(tree, sgf_first_property(tree, other)), NULL), "cc");
    assert_int_equal(sgf_parent(tree, other), first);
    assert_int_equal(sgf_next_sibling(tree, other), SGF_NONE);
    assert_int_equal(sgf_node_place(tree, other).line, 3);
    assert_int_equal(sgf_node_place(tree, other).column, 2);
    char *text = must_write(tree);
    assert_string_equal(text, "(;FF[4]\n;B[aa]\n(;W[bb]\n;B[cc]\n)\n(;W[cc]\n)\n)\n(;GM[1]\n)\n");
    struct sgf_tree *again = must_read(text);
    char *text_again = must_write(again);
    assert_string_equal(text, text_again);
    free(text);
    free(text_again);
    sgf_tree_free(again);
    sgf_tree_free(tree);
}

static void test_texts(void **state)
{
    (void)state;
    EXPECT_TEXT("(;C[a\\]b\\\\c\\:d:e])", "C", false, "a]b\\c:d:e");
    EXPECT_TEXT("(;C[a\\\nb\\\r\nc\nd\r\ne\n\rf\rg])", "C", false, "abc\nd\ne\nf\ng");
    EXPECT_TEXT("(;N[a\nb\r\nc\td])", "N", true, "a b c d");
    EXPECT_TEXT("(;C[\\a\\t\\\\])", "C", false, "at\\");
    EXPECT_TEXT("(;C[])", "C", false, "");
    EXPECT_TEXT("(;C[(;B\\]x)])", "C", false, "(;B]x)");
    /* FF[3]: small letters of a name say nothing. */
    EXPECT_TEXT("(;CoPyright[x]Comment[y])", "CP", false, "x");
    EXPECT_TEXT("(;C [ x ] [ y ])", "C", false, " x ");
}

static void test_charsets(void **state)
{
    (void)state;
    EXPECT_TEXT("\xEF\xBB\xBF(;CA[UTF-8]C[\xC3\xBC])", "C", false, "\xC3\xBC");
    EXPECT_TEXT("(;FF[4]CA[ISO-8859-1]C[\xFC])", "C", false, "\xC3\xBC");
    EXPECT_TEXT("(;FF[4]CA[ISO-8859-1]C[\xFC])", "CA", false, "UTF-8");
    EXPECT_TEXT("(;FF[4]C[\xFC])", "C", false, "\xC3\xBC"); /* the default of FF[4] */
    EXPECT_TEXT("(;FF[4]C[\xC3\xBC])", "C", false, "\xC3\xBC");
    /* A second byte may be that of a bracket or of a backslash. */
    EXPECT_TEXT("(;CA[Shift_JIS]C[\x83\x5C\x83\x5D]GM[1])", "C", false, "\xE3\x82\xBD\xE3\x82\xBE");
    EXPECT_TEXT("(;CA[GB18030]C[\xCE\xA7])", "C", false, "\xE5\x9B\xB4");
    /* What nobody knows, what ASCII is not in, and what is none of it: bytes as they are. */
    EXPECT_TEXT("(;CA[klingon]C[\xFC])", "C", false, "\xFC");
    EXPECT_TEXT("(;CA[klingon]C[\xFC])", "CA", false, "klingon");
    EXPECT_TEXT("(;CA[UTF-16]C[\xFC])", "C", false, "\xFC");
    EXPECT_TEXT("(;CA[UTF-8]C[\xFC])", "C", false, "\xFC");
    EXPECT_TEXT("(;CA[../../x]C[\xFC])", "C", false, "\xFC");
}

static void test_errors(void **state)
{
    (void)state;
    static const char *const wrong[][2] = {
        {"", "no game is in it: wanted \"(;\""},
        {"hello", "no game is in it: wanted \"(;\""},
        {"()", "no game is in it: wanted \"(;\""},
        {"(;B[aa]", "line 1, column 1: the game that begins here has no end: wanted ')'"},
        {"(;B[aa\n", "line 1, column 4: the value that begins here has no end: wanted ']'"},
        {"(;C[\xC3\xBC]\n B)", "line 2, column 3: a property without a value: wanted '['"},
        {"(;B[aa];[bb])",
         "line 1, column 9: this cannot be read: wanted a property, ';', '(' or ')'"},
        {"(;b[aa])", "line 1, column 3: a name without capitals: wanted that of a property"},
        {"(;B[aa]())", "line 1, column 9: a variation without a node: wanted ';'"},
        {"(;B[aa]((;W[bb]))", "line 1, column 9: a variation without a node: wanted ';'"},
        {"(;B[aa](W[bb]))", "line 1, column 9: a property that no node has: wanted ';' before it"},
        {"(;B[aa])W[bb])",
         "line 1, column 9: this is behind the game: wanted '(' or the end of the file"},
    };
    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        struct sgf_tree *tree = NULL;
        struct error err = {""};
        assert_int_equal(sgf_read(wrong[i][0], strlen(wrong[i][0]), &tree, &err), -EINVAL);
        assert_null(tree);
        assert_string_equal(err.text, wrong[i][1]);
    }
}

/* Of variations in variations, ended as they should be or not at all. */
static void test_depth(void **state)
{
    (void)state;
    size_t depth = 300000, length = 0;
    char *text = malloc(4 * depth + 1);
    assert_non_null(text);
    for (size_t i = 0; i < depth; i++, length += 2)
        memcpy(text + length, "(;", 2);
    struct sgf_tree *tree = NULL;
    assert_int_equal(sgf_read(text, length, &tree, NULL), -EINVAL);
    memset(text + length, ')', depth);
    length += depth;
    tree = must_read_bytes(text, length);
    assert_int_equal(sgf_node_count(tree), depth);
    char *written = must_write(tree);
    free(written);
    sgf_tree_free(tree);
    free(text);
}

static void expect_node(const struct sgf_tree *tree, const char *path, const char *comment)
{
    struct error err = {""};
    int node = SGF_NONE;
    if (sgf_path_find(tree, path, &node, &err) < 0)
        fail_msg("%s", err.text);
    char *text = text_of(tree, node, "C", true);
    assert_string_equal(text, comment);
    free(text);
}

static void expect_no_node(const struct sgf_tree *tree, const char *path, const char *why)
{
    struct error err = {""};
    int node = 7;
    assert_int_equal(sgf_path_find(tree, path, &node, &err), -EINVAL);
    assert_int_equal(node, 7);
    assert_string_equal(err.text, why);
}

static void test_paths(void **state)
{
    (void)state;
    struct sgf_tree *tree = must_read(
        "(;C[root];AB[aa]C[setup];B[bb]C[1];W[cc]C[2](;B[dd]C[3];W[ee]"
        "C[4])(;B[ee]C[3b];AE[aa]C[edit];W[ff]C[4b](;B[aa]C[5b])(;B["
        "bb]C[5c])))(;B[aa]C[other])");
    expect_node(tree, "", "4");
    expect_node(tree, "0", "setup");
    expect_node(tree, "1", "1");
    expect_node(tree, "2", "2");
    expect_node(tree, "4", "4");
    expect_node(tree, "2.1", "4");
    expect_node(tree, "2.2", "5b");
    expect_node(tree, "2.2.1", "edit");
    expect_node(tree, "2.2.2", "4b");
    expect_node(tree, "2.2.2.2", "5c");
    expect_node(tree, "2.2.2.1.1", "5b");
    expect_node(tree, "1#3", "3");
    expect_node(tree, "2#", "other");
    expect_node(tree, "2#1", "other");
    expect_no_node(tree, "5", "node '5': move 5 is not there: the line has 4");
    expect_no_node(tree, "2.3", "node '2.3': variation 3 is not there: wanted at most 2");
    expect_no_node(tree, "2.2.5", "node '2.2.5': move 5 is not there: the line has 3");
    expect_no_node(tree, "3#", "node '3#': game 3 is not there: the file has 2");
    expect_no_node(tree, "2#0", "node '2#0': move 0 is not there: the line has 0");
    static const char *const wrong[] = {"2.",   ".2",          "#",   "0#",  "2..3",
                                        "2.2.", "99999999999", "2.0", "2#3#"};
    for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
        char why[160];
        snprintf(why, sizeof(why),
                 "node '%s': wanted a move such as 12, or with variations 12.2.3, of game 2 of the "
                 "file 2#12",
                 wrong[i]);
        expect_no_node(tree, wrong[i], why);
    }
    sgf_tree_free(tree);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tree),   cmocka_unit_test(test_texts),
        cmocka_unit_test(test_errors), cmocka_unit_test(test_charsets),
        cmocka_unit_test(test_depth),  cmocka_unit_test(test_paths),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
