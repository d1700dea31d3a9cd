/* Reading a game's setup from a record. */
#include "cli/setup_sgf.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/human.h"
#include "cli/interrupt.h"
#include "cli/message.h"
#include "sgf/line.h"
#include "sgf/path.h"
#include "sgf/read.h"

/* Puts the error of the record behind the option. */
static int refuse(const struct options *given, int r, const struct error *why, struct error *err)
{
    if (r == -ENOMEM)
        return error_set(err, r, "out of memory for the record");
    return options_refuse("sgf", options_text(given, "sgf"), why->text, err);
}

static int refuse_others(const struct options *given, const char *moves_option, struct error *err)
{
    const char *const others[] = {"board", "graph", "position", moves_option};
    for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
        if (others[i] != NULL && options_has(given, others[i]))
            return error_set(err, -EINVAL,
                             "--%s '%.40s' and --sgf '%.80s' contradict each other: wanted one",
                             others[i], options_text(given, others[i]), options_text(given, "sgf"));
    return 0;
}

/* The node after the last ':', if it looks like one and no file has the whole name; or NULL. */
static const char *find_node(const char *text)
{
    const char *colon = strrchr(text, ':');
    if (colon == NULL || colon == text || !sgf_path_is_one(colon + 1) || access(text, F_OK) == 0)
        return NULL;
    return colon + 1;
}

static int read_tree(const char *text, const char *node, struct sgf_tree **ret_tree,
                     struct error *why)
{
    char *path = node != NULL ? strndup(text, (size_t)(node - 1 - text)) : strdup(text);
    if (path == NULL)
        return -ENOMEM;
    interrupt_while_reading(true);
    int r = sgf_read_file(path, ret_tree, why);
    interrupt_while_reading(false);
    free(path);
    return r;
}

/* Says on stderr what of the record is no history. */
static void note_restart(const struct options *given, const struct sgf_line *line)
{
    struct error note;
    error_set(&note, 0,
              "--sgf '%.100s': a setup after move %zu starts a new position: what was before is no "
              "history",
              options_text(given, "sgf"), line->before);
    message_print(&note);
}

/* Reads the line that --sgf names. Returns 0, -EINVAL (err) or -ENOMEM. Release with
 * sgf_line_release(). */
static int read_line(const struct options *given, const char *moves_option,
                     struct sgf_line *ret_line, struct error *err)
{
    const char *text = options_text(given, "sgf"), *node = find_node(text);
    struct sgf_tree *tree = NULL;
    struct error why = {""};
    int at = SGF_NONE, r = refuse_others(given, moves_option, err);
    if (r < 0)
        return r;
    r = read_tree(text, node, &tree, &why);
    if (r == 0)
        r = sgf_path_find(tree, node != NULL ? node : "", &at, &why);
    if (r == 0)
        r = sgf_line_read(tree, at, ret_line, &why);
    sgf_tree_free(tree);
    if (r < 0)
        return refuse(given, r, &why, err);
    if (moves_option == NULL && (r = sgf_line_forget(ret_line, &why)) < 0) {
        sgf_line_release(ret_line);
        return refuse(given, r, &why, err);
    }
    if (moves_option != NULL && ret_line->before > 0)
        note_restart(given, ret_line);
    return 0;
}

/* The rules that are given, or those of the record. */
static int read_rules(struct game_setup *setup, const struct options *given, const char *rules,
                      const struct sgf_line *line, struct error *err)
{
    struct solve_rules *named = NULL;
    struct error why = {""};
    if (rules != NULL)
        return setup_read_rules(setup, given, rules, err);
    int r = sgf_line_rules(line, &named, &why);
    if (r == -ENOENT)
        return error_set(
            err, -EINVAL,
            "--rules is missing, and the record has no RU: wanted a name that '" SOLVE_PROGRAM
            " rules' lists");
    if (r < 0) {
        struct error wanted;
        error_set(&wanted, r, "%s: wanted --rules", why.text);
        return refuse(given, r, &wanted, err);
    }
    r = setup_read_rules(setup, given, solve_rules_text(named), err);
    solve_rules_unref(named);
    return r;
}

/* --komi and the komi of --rules come first. */
static int read_komi(struct game_setup *setup, const struct options *given,
                     const struct sgf_line *line, struct error *err)
{
    struct error why = {""};
    if (!options_knows(given, "komi") || options_has(given, "komi") || setup->has_komi)
        return 0;
    int r = sgf_line_komi(line, &setup->komi_half_points, &why);
    setup->has_komi = r == 0;
    return r == 0 || r == -ENOENT ? 0 : refuse(given, r, &why, err);
}

/* --to-move says who begins where the record has no move that says so. */
static int read_to_move(struct game_setup *setup, const struct options *given,
                        struct sgf_line *line, struct error *err)
{
    if (!options_has(given, "to-move"))
        return 0;
    if (line->count > 0)
        return error_set(err, -EINVAL,
                         "--to-move '%.20s' contradicts --sgf '%.80s', which has moves: wanted one",
                         options_text(given, "to-move"), options_text(given, "sgf"));
    return setup_read_to_move(setup, given, &line->to_move, err);
}

static int take_moves(struct game_setup *setup, const struct sgf_line *line)
{
    if (line->count == 0)
        return 0;
    setup->moves = calloc(line->count, sizeof(*setup->moves));
    setup->players = calloc(line->count, sizeof(*setup->players));
    if (setup->moves == NULL || setup->players == NULL)
        return -ENOMEM;
    for (size_t i = 0; i < line->count; i++) {
        setup->moves[i] = line->moves[i].move;
        setup->players[i] = (uint8_t)line->moves[i].player;
    }
    setup->move_count = line->count;
    return 0;
}

static int fill(struct game_setup *setup, const struct options *given, const char *rules,
                struct sgf_line *line, struct error *err)
{
    struct error why = {""};
    setup->board = solve_board_ref(line->board);
    int r = read_rules(setup, given, rules, line, err);
    if (r == 0)
        r = read_komi(setup, given, line, err);
    if (r == 0)
        r = read_to_move(setup, given, line, err);
    if (r < 0)
        return r;
    r = sgf_line_start(line, setup->rules, &setup->start, &why);
    if (r < 0)
        return refuse(given, r, &why, err);
    r = take_moves(setup, line);
    return r < 0 ? error_set(err, r, "out of memory for the moves") : 0;
}

int setup_sgf_read(struct game_setup *setup, const struct options *given, const char *rules,
                   const char *moves_option, struct error *err)
{
    struct sgf_line line = {0};
    int r = read_line(given, moves_option, &line, err);
    if (r < 0)
        return r;
    setup->from_sgf = true;
    r = fill(setup, given, rules, &line, err);
    sgf_line_release(&line);
    return r;
}
