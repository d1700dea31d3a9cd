/*
 * SGF: whatever the bytes are, reading ends with a tree or with one line of error. A tree that is
 * written is read the same. Lines of it become games, and these are written and read the same.
 */
#include "fuzz/fuzz.h"

#include <errno.h>

#include "sgf/line.h"
#include "sgf/path.h"
#include "sgf/read.h"
#include "sgf/record.h"
#include "sgf/text.h"
#include "sgf/write.h"

/* Of a tree so many nodes are looked at, so many moves of a line played. */
#define NODES_MOST 40
#define MOVES_MOST 400

static void check_error(int r, const struct error *err)
{
    MUST(r == -EINVAL);
    if (err->text[0] == 0 || strchr(err->text, 10))
        fprintf(stderr, "<%s>\n", err->text);
    MUST(err->text[0] != '\0' && strchr(err->text, '\n') == NULL);
}

static void check_values(const struct sgf_tree *tree, int node)
{
    for (int p = sgf_first_property(tree, node); p != SGF_NONE; p = sgf_next_property(tree, p)) {
        MUST(sgf_property_name(tree, p)[0] != '\0' && sgf_first_value(tree, p) != SGF_NONE);
        for (int v = sgf_first_value(tree, p); v != SGF_NONE; v = sgf_next_value(tree, v)) {
            size_t length;
            sgf_value_raw(tree, v, &length);
            char *text = sgf_value_text(tree, v, false), *simple = sgf_value_text(tree, v, true);
            MUST(strlen(text) <= length && strchr(simple, '\n') == NULL);
            free(text);
            free(simple);
        }
    }
}

/* The game, written and read, has the same turns. */
static void check_game(const struct solve_game *game)
{
    struct sgf_tree *tree;
    struct sgf_line line;
    struct solve_game *again;
    struct error err = {""};
    char a[SOLVE_POSITION_TEXT_MAX], b[SOLVE_POSITION_TEXT_MAX];
    int r = sgf_record_game(game, NULL, &tree, &err);
    if (r < 0) {
        check_error(r, &err);
        return;
    }
    MUST(sgf_line_read(tree, sgf_path_end(tree, 0), &line, NULL) == 0);
    MUST(line.count == solve_game_turns(game) && line.before == 0);
    MUST(sgf_line_start(&line, solve_game_rules(game), &again, NULL) == 0);
    for (size_t i = 0; i < line.count; i++)
        MUST(sgf_move_play(again, &line.moves[i], NULL) == 0);
    for (size_t i = 0; i <= line.count; i++) {
        MUST(solve_game_position(game, i, a) == 0 && solve_game_position(again, i, b) == 0);
        MUST(strcmp(a, b) == 0);
    }
    solve_game_free(again);
    sgf_line_release(&line);
    sgf_tree_free(tree);
}

static void play(const struct sgf_line *line, struct solve_rules *rules)
{
    struct solve_game *game;
    struct error err = {""};
    int r = sgf_line_start(line, rules, &game, &err);
    if (r < 0) {
        check_error(r, &err);
        return;
    }
    for (size_t i = 0; i < line->count && i < MOVES_MOST && r == 0; i++) {
        struct solve_refusal refusal = {0};
        r = sgf_move_play(game, &line->moves[i], &refusal);
        MUST(r == 0 || (r == -EPERM && refusal.reason[0] != '\0'));
    }
    check_game(game);
    solve_game_free(game);
}

static void try_node(const struct sgf_tree *tree, int node, struct solve_rules *psk)
{
    struct sgf_line line;
    struct solve_rules *rules = NULL;
    struct error err = {""};
    int komi, r = sgf_line_read(tree, node, &line, &err);
    if (r < 0) {
        check_error(r, &err);
        return;
    }
    r = sgf_line_komi(&line, &komi, &err);
    MUST(r == 0 || r == -ENOENT || r == -EINVAL);
    r = sgf_line_rules(&line, &rules, &err);
    MUST(r == 0 || r == -ENOENT || r == -EINVAL);
    play(&line, rules != NULL ? rules : psk);
    r = sgf_line_forget(&line, &err);
    if (r == 0)
        play(&line, psk);
    else
        check_error(r, &err);
    solve_rules_unref(rules);
    sgf_line_release(&line);
}

static void try_path(const struct sgf_tree *tree, const char *path)
{
    struct error err = {""};
    int node = SGF_NONE, r = sgf_path_find(tree, path, &node, &err);
    if (r < 0)
        check_error(r, &err);
    else
        MUST(node >= 0 && node < sgf_node_count(tree));
}

static void check_same_written(const struct sgf_tree *tree)
{
    struct sgf_tree *again;
    char *text, *text_again;
    size_t length, length_again;
    MUST(sgf_write(tree, &text, &length) == 0);
    MUST(sgf_read(text, length, &again, NULL) == 0);
    MUST(sgf_write(again, &text_again, &length_again) == 0);
    MUST(length == length_again && memcmp(text, text_again, length) == 0);
    sgf_tree_free(again);
    free(text_again);
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct sgf_tree *tree = NULL;
    struct solve_rules *psk;
    struct error err = {""};
    char *text = fuzz_text(data, size);
    int r = sgf_read((const char *)data, size, &tree, &err);
    if (r < 0) {
        check_error(r, &err);
        MUST(tree == NULL);
        free(text);
        return 0;
    }
    MUST(sgf_node_count(tree) > 0);
    check_same_written(tree);
    MUST(solve_rules_parse("psk", &psk, NULL) == 0);
    int count = sgf_node_count(tree), step = 1 + count / NODES_MOST;
    for (int node = 0; node < count; node += step) {
        check_values(tree, node);
        try_node(tree, node, psk);
    }
    try_path(tree, "");
    try_path(tree, "1.1.1");
    try_path(tree, "2#0");
    text[size < 20 ? size : 20] = '\0';
    try_path(tree, text);
    solve_rules_unref(psk);
    sgf_tree_free(tree);
    free(text);
    return 0;
}
