/* The game that the options of explore name, as the page's URL has it (page/src/url.js). */
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/strbuf.h"
#include "cli/setup.h"
#include "cli/verbs/explore.h"
#include "explore/view/layout.h"
#include "report/move_text.h"
#include "json/game_json.h"
#include "json/json.h"
#include "json/player.h"

/* Without --rules. */
#define RULES_DEFAULT "psk"

/* Escapes what has a meaning in a URL. */
static void add_escaped(struct strbuf *out, const char *text)
{
    static const char plain[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/,:;@$()=?";
    for (const char *c = text; *c != '\0'; c++)
        strbuf_add(out, strchr(plain, *c) != NULL ? "%c" : "%%%02X", (unsigned char)*c);
}

/* Appends KEY=TEXT. */
static void put(struct strbuf *out, const char *key, const char *text)
{
    strbuf_add(out, "%c%s=", out->length == 0 ? '#' : '&', key);
    add_escaped(out, text);
}

static void put_key(struct strbuf *out, const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    if (text != NULL)
        put(out, key, text);
}

/* A list of moves or points: what would be read as a part of the list is escaped twice. */
static void put_list(struct strbuf *out, const json_t *object, const char *key)
{
    const json_t *list = json_object_get(object, key);
    struct strbuf text = {0};
    for (size_t i = 0; i < json_array_size(list); i++) {
        strbuf_separate(&text, ",");
        for (const char *c = json_string_value(json_array_get(list, i)); c != NULL && *c != '\0';
             c++)
            strbuf_add(&text, strchr("%,()", *c) != NULL ? "%%%02X" : "%c", (unsigned char)*c);
    }
    out->failed |= text.failed;
    if (!text.failed && text.length > 0)
        put(out, key, text.chars);
    strbuf_release(&text);
}

/* Where play begins, but for the empty board with Black to move. */
static void put_start(struct strbuf *out, const json_t *object)
{
    const char *position = json_string_value(json_object_get(object, "position"));
    const char *player = json_string_value(json_object_get(object, "to_move"));
    if (position != NULL && position[strspn(position, "./")] != '\0')
        put(out, "position", position);
    if (player != NULL && strcmp(player, player_name(0)) != 0)
        put(out, "to_move", player);
    put_list(out, object, "prohibited");
}

/* Three bytes to four letters, without what fills up the end. */
static void put_base64(struct strbuf *out, const char *key, const char *text)
{
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    size_t length = strlen(text);
    strbuf_add(out, "%c%s=", out->length == 0 ? '#' : '&', key);
    for (size_t at = 0; at < length; at += 3) {
        size_t count = length - at < 3 ? length - at : 3;
        unsigned bits = 0;
        for (size_t i = 0; i < 3; i++)
            bits = bits << 8 | (i < count ? (unsigned char)text[at + i] : 0);
        for (size_t i = 0; i <= count; i++)
            strbuf_add(out, "%c", letters[bits >> (18 - 6 * i) & 63]);
    }
}

static void put_graph(struct strbuf *out, const json_t *object)
{
    const json_t *graph = json_object_get(object, "graph");
    char *text = json_is_object(graph) ? json_dumps(graph, JSON_COMPACT) : NULL;
    if (text != NULL)
        put_base64(out, "graph", text);
    else
        out->failed |= json_is_object(graph);
    free(text);
}

static void put_komi(struct strbuf *out, int half_points)
{
    int whole = abs(half_points) / 2;
    if (half_points != 0)
        strbuf_add(out, "&komi=%s%d%s", half_points < 0 ? "-" : "", whole,
                   half_points % 2 != 0 ? ".5" : "");
}

/* The fragment of what object says. */
static int write_fragment(const json_t *object, int komi, char **ret_fragment)
{
    struct strbuf out = {0};
    put_key(&out, object, "board");
    put_graph(&out, object);
    put_key(&out, object, "rules");
    put_start(&out, object);
    put_komi(&out, komi);
    put_list(&out, object, "history");
    char *text = strbuf_take(&out);
    if (text == NULL)
        return -ENOMEM;
    *ret_fragment = text;
    return 0;
}

/* Plays the moves that are given. They must be legal. */
static int play(const struct game_setup *setup, struct solve_game **ret_game, struct error *err)
{
    struct solve_game *game;
    struct solve_refusal refusal;
    int r = solve_game_copy(setup->start, &game);
    for (size_t i = 0; i < setup->move_count && r == 0; i++) {
        r = setup_play(setup, game, i, &refusal);
        if (r == -EPERM)
            r = error_set(err, -EINVAL, "--%s play %zu, %s, is not legal: %s",
                          setup->from_sgf ? "sgf" : "history", i + 1,
                          move_text(setup->board, setup->moves[i]), refusal.reason);
        else if (r < 0)
            error_set(err, r, "out of memory");
        if (r < 0)
            solve_game_free(game);
    }
    if (r == 0)
        *ret_game = game;
    return r;
}

/* Where the drawing of a graph file has the points: [[x, y]], which its points and edges do not
 * tell. */
static void add_drawing(json_t *object, const struct solve_board *board)
{
    int rows, width;
    json_t *graph = json_object_get(object, "graph");
    if (!json_is_object(graph) || solve_board_drawing(board, &rows, &width) == NULL)
        return;
    json_t *layout = layout_json(board), *drawing = json_array(), *point;
    size_t i;
    json_array_foreach (json_object_get(layout, "points"), i, point) {
        json_t *place = json_append(json_array(), json_copy(json_object_get(point, "x")));
        drawing = json_append(drawing, json_append(place, json_copy(json_object_get(point, "y"))));
    }
    json_with(graph, "drawing", drawing);
    json_decref(layout);
}

/* Where a board is given: all of the game. */
static int describe_game(const struct options *given, const char *rules, json_t *object, int *komi,
                         struct error *err)
{
    struct game_setup setup;
    struct solve_game *game = NULL;
    int r = setup_init_under(&setup, given, rules, "history", err);
    if (r < 0)
        return r;
    r = play(&setup, &game, err);
    if (r == 0) {
        game_json_set(object, game);
        add_drawing(object, setup.board);
        if (setup.has_komi)
            *komi = setup.komi_half_points;
    }
    solve_game_free(game);
    setup_release(&setup);
    return r;
}

/* Where none is: the ruleset alone, on the board that the page begins with. */
static int describe_rules(const struct options *given, const char *rules, json_t *object, int *komi,
                          struct error *err)
{
    static const char *const of_boards[] = {"position", "to-move", "history", "prohibited"};
    struct game_setup setup = {0};
    struct solve_board *board;
    for (size_t i = 0; i < sizeof(of_boards) / sizeof(of_boards[0]); i++) {
        if (options_has(given, of_boards[i]))
            return setup_read_board(given, &board, err); /* says that it is missing */
    }
    int r = setup_read_rules(&setup, given, rules, err);
    if (r == 0) {
        game_json_set_rules(object, setup.rules);
        if (setup.has_komi)
            *komi = setup.komi_half_points;
    }
    setup_release(&setup);
    return r;
}

static bool names_game(const struct options *given)
{
    static const char *const names[] = {"board",   "graph",   "sgf",        "rules", "position",
                                        "to-move", "history", "prohibited", "komi"};
    for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        if (options_has(given, names[i]))
            return true;
    }
    return false;
}

int explore_fragment(const struct options *given, char **ret_fragment, struct error *err)
{
    bool has_board =
        options_has(given, "board") || options_has(given, "graph") || options_has(given, "sgf");
    const char *rules = options_text(given, "rules");
    char *fragment = NULL;
    int komi, r = setup_read_komi(given, &komi, err);
    if (r < 0)
        return r;
    json_t *object = json_object();
    if (rules == NULL && !options_has(given, "sgf"))
        rules = RULES_DEFAULT;
    if (!names_game(given))
        r = 0;
    else if (has_board)
        r = describe_game(given, rules, object, &komi, err);
    else
        r = describe_rules(given, rules, object, &komi, err);
    if (r == 0 && (json_was_incomplete() || write_fragment(object, komi, &fragment) < 0))
        r = error_set(err, -ENOMEM, "out of memory");
    json_decref(object);
    if (r == 0)
        *ret_fragment = fragment;
    return r;
}
