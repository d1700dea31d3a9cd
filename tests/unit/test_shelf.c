/* What lies on disk, as JSON: every row's moves are legal, and no name leads out of the folders. */
#include "common/check.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "explore/shelf/shelf.h"
#include "solve.h"

static const struct shelf shelf = {TABLES, RESULTS, RESULTS "/certificates"};

static json_t *table(const char *name)
{
    json_t *found = NULL;
    struct error err = {""};
    if (shelf_read_table(&shelf, name, &found, &err) < 0)
        fail_msg("%s", err.text);
    return found;
}

static const char *text(const json_t *object, const char *key)
{
    return json_string_value(json_object_get(object, key));
}

/* The row whose board, rules and history are these; the first if history is NULL. */
static json_t *row(const json_t *found, const char *board, const char *rules, const char *history)
{
    json_t *one;
    size_t i;
    json_array_foreach (json_object_get(found, "rows"), i, one) {
        json_t *query = json_object_get(one, "query");
        char *made = json_dumps(json_object_get(query, "history"), JSON_COMPACT | JSON_ENCODE_ANY);
        bool same = json_is_object(query) && strcmp(text(query, "board"), board) == 0 &&
                    strcmp(text(query, "rules"), rules) == 0 &&
                    (history == NULL || strcmp(made, history) == 0);
        free(made);
        if (same)
            return one;
    }
    fail_msg("no row of %s under %s", board, rules);
    return NULL;
}

static void check_value(const json_t *object, const char *key, const char *wanted)
{
    char *made = json_dumps(json_object_get(object, key), JSON_COMPACT | JSON_ENCODE_ANY);
    assert_non_null(made);
    assert_string_equal(made, wanted);
    free(made);
}

static void test_list(void **state)
{
    (void)state;
    json_t *list, *one;
    struct error err;
    size_t i, rows = 0;
    assert_int_equal(shelf_list_tables(&shelf, &list, &err), 0);
    assert_int_equal(json_array_size(json_object_get(list, "tables")), 9);
    json_array_foreach (json_object_get(list, "tables"), i, one) {
        json_t *count;
        const char *verdict;
        json_int_t all = 0;
        assert_true(json_is_null(json_object_get(one, "error")));
        json_object_foreach (json_object_get(one, "verdicts"), verdict, count)
            all += json_integer_value(count);
        rows += (size_t)json_integer_value(json_object_get(one, "rows"));
        if (strcmp(text(one, "name"), "greedy") != 0) /* which claims nothing */
            assert_int_equal(all, json_integer_value(json_object_get(one, "rows")));
    }
    assert_true(rows > 250);
    json_decref(list);
}

/* Plays what a row offers. */
static void check_moves(const json_t *one)
{
    json_t *query = json_object_get(one, "query"), *moves = json_object_get(one, "line_moves");
    struct solve_board *board;
    struct solve_rules *rules;
    struct solve_game *game;
    json_t *move;
    size_t i;
    if (!json_is_object(query)) {
        assert_true(json_is_null(moves));
        return;
    }
    assert_int_equal(solve_board_parse(text(query, "board"), &board, NULL), 0);
    assert_int_equal(solve_rules_parse(text(query, "rules"), &rules, NULL), 0);
    assert_int_equal(solve_game_new(board, rules, NULL, 0, &game, NULL), 0);
    json_t *history = json_object_get(query, "history");
    json_array_foreach (json_is_array(moves) ? moves : history, i, move) {
        assert_int_equal(solve_game_play_text(game, json_string_value(move), NULL), 0);
        if (i < json_array_size(history))
            assert_true(json_equal(move, json_array_get(history, i)));
    }
    assert_true(i >= json_array_size(history));
    solve_game_free(game);
    solve_rules_unref(rules);
    solve_board_unref(board);
}

static void test_rows(void **state)
{
    (void)state;
    static const char *const names[] = {"area-values", "complete-games",  "drange-1998",
                                        "estimates",   "greedy",          "kee-v6",
                                        "kee2013",     "legal-positions", "longest-games"};
    for (size_t n = 0; n < sizeof(names) / sizeof(names[0]); n++) {
        json_t *found = table(names[n]), *one;
        size_t i, lines = 0, without = 0;
        json_array_foreach (json_object_get(found, "rows"), i, one) {
            check_moves(one);
            assert_int_equal(json_array_size(json_object_get(one, "cells")),
                             json_array_size(json_object_get(found, "columns")));
            lines += json_is_string(json_object_get(one, "line"));
            without += json_is_string(json_object_get(one, "line")) &&
                       json_is_null(json_object_get(one, "line_moves"));
        }
        assert_true(i > 0);
        assert_int_equal(without, 0);
        if (strcmp(names[n], "greedy") == 0)
            assert_int_equal(lines, i);
        json_decref(found);
    }
}

static void test_games_of_rows(void **state)
{
    (void)state;
    json_t *kee = table("kee2013"), *greedy = table("greedy"), *legal = table("legal-positions");
    json_t *one = row(kee, "2x1", "kee2013", "[\"A2\"]");
    check_value(one, "verdict", "\"verified (certificate checked)\"");
    check_value(one, "line_moves", "[\"A2\",\"A1\",\"pass\",\"pass\"]");
    check_value(one, "certificate", "\"2x1-kee2013-A2-value.proof\"");
    one = row(greedy, "1x2", "kee2013", NULL);
    check_value(one, "verdict", "null");
    check_value(json_object_get(one, "query"), "history", "[\"A1\",\"B1\"]");
    check_value(one, "line_moves", "[\"A1\",\"B1\",\"A1\",\"B1\",\"pass\"]");
    check_value(one, "cycle_from", "null");
    one = row(greedy, "1x2", "none", NULL);
    check_value(one, "line_moves", "[\"A1\",\"B1\",\"A1\",\"B1\",\"A1\"]");
    check_value(one, "cycle_from", "3");
    one = json_array_get(json_object_get(legal, "rows"), 0);
    check_value(one, "query", "null");
    check_value(one, "line", "null");
    json_decref(kee);
    json_decref(greedy);
    json_decref(legal);
}

static void test_names(void **state)
{
    (void)state;
    static const char *const names[] = {
        "",        ".",        "..",          "../tables/kee2013", "kee2013.tsv", "/etc/passwd",
        "KEE2013", "kee2013/", "certificates"};
    struct error err;
    json_t *found;
    uint8_t *bytes;
    size_t size;
    for (size_t n = 0; n < sizeof(names) / sizeof(names[0]); n++) {
        assert_int_equal(shelf_read_table(&shelf, names[n], &found, &err), -ENOENT);
        assert_int_equal(shelf_read_certificate(&shelf, names[n], &bytes, &size, &err), -ENOENT);
    }
    assert_int_equal(shelf_read_certificate(&shelf, "../kee2013.csv", &bytes, &size, &err),
                     -ENOENT);
    struct shelf none = {0};
    assert_int_equal(shelf_read_table(&none, "kee2013", &found, &err), -ENOENT);
    assert_int_equal(shelf_list_tables(&none, &found, &err), 0);
    check_value(found, "tables", "[]");
    json_decref(found);
    assert_int_equal(shelf_list_certificates(&none, &found, &err), 0);
    check_value(found, "certificates", "[]");
    json_decref(found);
}

static void test_certificates(void **state)
{
    (void)state;
    struct error err;
    json_t *list, *one;
    size_t i, there = 0, packed = 0;
    assert_int_equal(shelf_list_certificates(&shelf, &list, &err), 0);
    json_array_foreach (json_object_get(list, "certificates"), i, one) {
        uint8_t *bytes;
        size_t size;
        const char *name = text(one, "name");
        assert_non_null(name);
        check_moves(one);
        if (!json_is_true(json_object_get(one, "there"))) {
            assert_int_equal(shelf_read_certificate(&shelf, name, &bytes, &size, &err), -ENOENT);
            continue;
        }
        there++;
        assert_int_equal(shelf_read_certificate(&shelf, name, &bytes, &size, &err), 0);
        /* The list has the bytes of what is unpacked. */
        json_int_t listed = json_integer_value(json_object_get(one, "bytes"));
        assert_true((json_int_t)size <= listed);
        packed += (json_int_t)size < listed;
        assert_memory_equal(bytes, "solve-certificate ", 18);
        free(bytes);
    }
    assert_true(i > 150);
    assert_true(there > 100);
    assert_true(packed >= 8);
    json_decref(list);
}

static void write_file(const char *path, const char *content)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(content, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

/* One damaged file is said to be so, and hides no other. */
static void test_damaged(void **state)
{
    (void)state;
    char folder[] = "/tmp/shelf-XXXXXX", path[64];
    struct error err;
    json_t *list;
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof(path), "%s/kee2013.csv", folder);
    write_file(path, "board,rules\n");
    struct shelf damaged = {TABLES, folder, folder};
    assert_int_equal(shelf_read_table(&damaged, "kee2013", &list, &err), -EINVAL);
    assert_int_equal(shelf_list_tables(&damaged, &list, &err), 0);
    assert_int_equal(json_array_size(json_object_get(list, "tables")), 9);
    json_t *one = json_array_get(json_object_get(list, "tables"), 6);
    check_value(one, "name", "\"kee2013\"");
    check_value(one, "rows", "null");
    assert_non_null(strstr(text(one, "error"), "kee2013.csv"));
    json_decref(list);
    assert_int_equal(unlink(path), 0);
    snprintf(path, sizeof(path), "%s/certificates.csv", folder);
    write_file(path, "board,rules,after\n");
    assert_int_equal(shelf_list_certificates(&damaged, &list, &err), -EINVAL);
    assert_non_null(strstr(err.text, "certificates.csv"));
    assert_int_equal(unlink(path), 0);
    assert_int_equal(rmdir(folder), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_list),          cmocka_unit_test(test_rows),
        cmocka_unit_test(test_games_of_rows), cmocka_unit_test(test_names),
        cmocka_unit_test(test_certificates),  cmocka_unit_test(test_damaged),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
