/* From a node to a game. */
#include "sgf/line.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "sgf/path.h"
#include "sgf/point.h"
#include "sgf/rules.h"
#include "sgf/stones.h"
#include "sgf/text.h"

/* A line that is being read. */
struct line_reader {
    const struct sgf_tree *tree;
    struct sgf_line line;
    size_t room; /* of line.moves */
    struct sgf_stones stones;
    int next; /* who is to move if the players take turns */
    struct error *err;
};

/* --- setup --- */

/* Where a stone is put or taken away. */
struct line_setup {
    struct sgf_stones *stones;
    uint8_t what;
};

static void set_point(int point, void *arg)
{
    const struct line_setup *setup = arg;
    setup->stones->at[point] = setup->what;
}

/* Reads PL. */
static int read_player(struct line_reader *reader, int property, int *ret_player)
{
    int value = sgf_first_value(reader->tree, property);
    const char *text = sgf_value_raw(reader->tree, value, NULL);
    text += strspn(text, " \t\r\n");
    char letter = (char)toupper((unsigned char)text[0]);
    if (letter != 'B' && letter != 'W')
        return sgf_point_refuse(reader->tree, property, value, "no player: wanted B or W",
                                reader->err);
    *ret_player = letter == 'W';
    return 0;
}

/* A removed cycle takes stones away by rules that are not known here: what stands after it cannot
 * be a start. */
static int refuse_cycle(const struct sgf_line *line, struct error *err)
{
    for (size_t i = 0; i < line->count; i++)
        if (line->moves[i].move.cycle > 0)
            return error_set(err, -EINVAL,
                             "move %zu removes a cycle, and what it leaves cannot be a start: "
                             "wanted a node before it, or --position",
                             line->before + i + 1);
    return 0;
}

/* From here on it is a new position. The moves before are left out. */
static void restart(struct line_reader *reader)
{
    struct sgf_line *line = &reader->line;
    line->before += line->count;
    line->count = 0;
    line->to_move = reader->next;
    line->told = false;
    sgf_stones_format(&reader->stones, line->position);
}

/* Does what AB, AW, AE and PL of a node say. */
static int read_setup(struct line_reader *reader, int node)
{
    static const char *const names[] = {"AE", "AB", "AW"};
    const struct sgf_tree *tree = reader->tree;
    struct sgf_stones old = reader->stones;
    int player = -1, r = 0;
    for (int p = sgf_first_property(tree, node); p != SGF_NONE && r == 0;
         p = sgf_next_property(tree, p)) {
        for (int i = 0; i < 3 && r == 0; i++) {
            struct line_setup setup = {&reader->stones, (uint8_t)i};
            if (strcmp(sgf_property_name(tree, p), names[i]) == 0)
                r = sgf_point_each(tree, p, reader->line.board, set_point, &setup, reader->err);
        }
        if (r == 0 && strcmp(sgf_property_name(tree, p), "PL") == 0)
            r = read_player(reader, p, &player);
    }
    bool changed = memcmp(old.at, reader->stones.at, sizeof(old.at)) != 0;
    if (r < 0 || (!changed && (player < 0 || (reader->line.count > 0 && player == reader->next))))
        return r;
    r = refuse_cycle(&reader->line, reader->err);
    if (r < 0)
        return r;
    if (player >= 0)
        reader->next = player;
    restart(reader);
    reader->line.told = player >= 0;
    return 0;
}

/* --- moves --- */

/* Reads a move that stands as text; it must be that of point where it puts a stone. */
static int read_exact(struct line_reader *reader, int property, int point,
                      struct solve_move *ret_move)
{
    struct solve_error why;
    struct solve_move move;
    int value = sgf_first_value(reader->tree, property);
    char *text = sgf_value_text(reader->tree, value, true);
    int r = text != NULL ? solve_move_parse(reader->line.board, NULL, text, &move, &why) : -ENOMEM;
    free(text);
    if (r == -EINVAL)
        return sgf_point_refuse(reader->tree, property, value, why.text, reader->err);
    if (r == 0 && move.point != point)
        return sgf_point_refuse(reader->tree, property, value,
                                "B or W beside it says something else", reader->err);
    if (r == 0)
        *ret_move = move;
    return r;
}

static int add_move(struct line_reader *reader, struct sgf_move move)
{
    struct sgf_line *line = &reader->line;
    int r = array_reserve(&line->moves, line->count + 1, &reader->room, sizeof(*line->moves));
    if (r < 0)
        return r;
    if (line->count == 0 && !line->told) {
        line->to_move = move.player;
        line->told = true;
    }
    line->moves[line->count++] = move;
    if (move.move.kind == SOLVE_MOVE_STONE && move.move.point >= 0)
        sgf_stones_play(&reader->stones, move.player, move.move.point);
    reader->next = 1 - move.player;
    return 0;
}

static int read_move(struct line_reader *reader, int node, int property)
{
    const struct sgf_tree *tree = reader->tree;
    int value = sgf_first_value(tree, property), point, r;
    int exact = sgf_find_property(tree, node, SGF_EXACT_MOVE);
    struct sgf_move made = {.player = sgf_property_name(tree, property)[0] == 'W', .node = node};
    if (sgf_next_value(tree, value) != SGF_NONE)
        return sgf_point_refuse(tree, property, sgf_next_value(tree, value),
                                "a second move in one node", reader->err);
    r = sgf_point_read(tree, property, value, reader->line.board, &point, reader->err);
    if (r < 0)
        return r;
    made.move =
        (struct solve_move){.kind = point < 0 ? SOLVE_MOVE_PASS : SOLVE_MOVE_STONE, .point = point};
    if (exact != SGF_NONE)
        r = read_exact(reader, exact, point, &made.move);
    return r == 0 ? add_move(reader, made) : r;
}

static int read_moves(struct line_reader *reader, int node)
{
    const struct sgf_tree *tree = reader->tree;
    int found = SGF_NONE;
    for (int p = sgf_first_property(tree, node); p != SGF_NONE; p = sgf_next_property(tree, p)) {
        const char *name = sgf_property_name(tree, p);
        if (strcmp(name, "B") != 0 && strcmp(name, "W") != 0)
            continue;
        if (found != SGF_NONE)
            return sgf_point_refuse(tree, p, sgf_first_value(tree, p), "a second move in one node",
                                    reader->err);
        found = p;
    }
    return found != SGF_NONE ? read_move(reader, node, found) : 0;
}

/* --- what is said of the whole game --- */

static int check_game(struct line_reader *reader, int root)
{
    int property = sgf_find_property(reader->tree, root, "GM");
    int value = sgf_first_value(reader->tree, property);
    const char *text = sgf_value_raw(reader->tree, value, NULL);
    if (value == SGF_NONE || strtol(text, NULL, 10) == 1)
        return 0;
    return sgf_point_refuse(reader->tree, property, value, "another game than Go: wanted 1",
                            reader->err);
}

/* Takes the text of the property over, unless it is empty or was told before. */
static int read_text(struct line_reader *reader, int node, const char *name, char **into)
{
    int value = sgf_first_value(reader->tree, sgf_find_property(reader->tree, node, name));
    if (value == SGF_NONE || *into != NULL)
        return 0;
    char *text = sgf_value_text(reader->tree, value, true);
    if (text == NULL)
        return -ENOMEM;
    if (text[strspn(text, " ")] != '\0')
        *into = text;
    else
        free(text);
    return 0;
}

static int read_info(struct line_reader *reader, int node)
{
    int r = read_text(reader, node, "RU", &reader->line.rules);
    if (r == 0)
        r = read_text(reader, node, "KM", &reader->line.komi);
    int value = sgf_first_value(reader->tree, sgf_find_property(reader->tree, node, "HA"));
    long handicap = strtol(sgf_value_raw(reader->tree, value, NULL), NULL, 10);
    if (value != SGF_NONE && handicap > 0 && handicap <= SOLVE_BOARD_POINTS_MAX)
        reader->line.handicap = (int)handicap;
    return r;
}

/* --- the line --- */

static int read_node(struct line_reader *reader, int node)
{
    int r = read_info(reader, node);
    if (r == 0)
        r = read_setup(reader, node);
    return r == 0 ? read_moves(reader, node) : r;
}

/* Who makes the first move below node, along the main line; -1: nobody, or a node before it says
 * something else of the position. */
static int find_mover(const struct sgf_tree *tree, int node)
{
    static const char *const setups[] = {"AE", "AB", "AW", "PL"};
    for (node = sgf_first_child(tree, node); node != SGF_NONE; node = sgf_first_child(tree, node)) {
        for (size_t i = 0; i < sizeof(setups) / sizeof(setups[0]); i++)
            if (sgf_find_property(tree, node, setups[i]) != SGF_NONE)
                return -1;
        if (sgf_path_has_move(tree, node))
            return sgf_find_property(tree, node, "W") != SGF_NONE;
    }
    return -1;
}

/* The node is before the first move, and nothing said who makes it. Handicap stones are Black's
 * moves: White begins, unless something else is told. */
static void find_beginner(const struct sgf_tree *tree, int node, struct sgf_line *line)
{
    int mover = find_mover(tree, node);
    if (mover >= 0)
        line->to_move = mover;
    else if (line->before == 0 && line->handicap > 1)
        line->to_move = 1;
}

/* Reads the nodes of the path, whose last is the root. */
static int read_path(struct line_reader *reader, const int *path, size_t length)
{
    struct sgf_line *line = &reader->line;
    int r = check_game(reader, path[length - 1]);
    if (r == 0)
        r = sgf_point_board(reader->tree, path[length - 1], &line->board, reader->err);
    if (r < 0)
        return r;
    reader->stones.board = line->board;
    sgf_stones_format(&reader->stones, line->position);
    for (size_t i = length; i > 0 && r == 0; i--)
        r = read_node(reader, path[i - 1]);
    if (r == 0 && !line->told)
        find_beginner(reader->tree, path[0], line);
    line->next = line->count > 0 ? reader->next : line->to_move;
    sgf_stones_format(&reader->stones, line->end);
    return r;
}

/* The nodes from node up to its root. */
static int find_path(const struct sgf_tree *tree, int node, int **ret_path, size_t *ret_length)
{
    int *path = NULL, r = 0;
    size_t length = 0, room = 0;
    for (; node != SGF_NONE && r == 0; node = sgf_parent(tree, node)) {
        r = array_reserve(&path, length + 1, &room, sizeof(*path));
        if (r == 0)
            path[length++] = node;
    }
    if (r < 0) {
        free(path);
        return r;
    }
    *ret_path = path;
    *ret_length = length;
    return 0;
}

int sgf_line_read(const struct sgf_tree *tree, int node, struct sgf_line *ret_line,
                  struct error *err)
{
    struct line_reader reader = {.tree = tree, .err = err};
    int *path = NULL;
    size_t length = 0;
    if (node == SGF_NONE)
        return error_set(err, -EINVAL, "there is no such node");
    int r = find_path(tree, node, &path, &length);
    if (r == 0)
        r = read_path(&reader, path, length);
    free(path);
    if (r == -ENOMEM)
        error_set(err, r, "out of memory");
    if (r < 0)
        sgf_line_release(&reader.line);
    else
        *ret_line = reader.line;
    return r;
}

void sgf_line_release(struct sgf_line *line)
{
    solve_board_unref(line->board);
    free(line->moves);
    free(line->rules);
    free(line->komi);
    *line = (struct sgf_line){0};
}

int sgf_line_forget(struct sgf_line *line, struct error *err)
{
    int r = refuse_cycle(line, err);
    if (r < 0)
        return r;
    memcpy(line->position, line->end, sizeof(line->position));
    line->to_move = line->next;
    line->before += line->count;
    line->count = 0;
    return 0;
}

int sgf_line_rules(const struct sgf_line *line, struct solve_rules **ret_rules, struct error *err)
{
    return line->rules != NULL ? sgf_rules_parse(line->rules, ret_rules, err) : -ENOENT;
}

/* Reads a whole or half number as it stands, whatever the locale is. Returns whether it is one. */
static bool read_half_points(const char *text, int *ret_half_points)
{
    int whole = 0, half = 0;
    bool minus = *text == '-';
    text += *text == '-' || *text == '+';
    size_t digits = strspn(text, "0123456789");
    for (size_t i = 0; i < digits && whole <= SOLVE_KOMI_MAX; i++)
        whole = whole * 10 + (text[i] - '0');
    text += digits;
    if (digits > 0 && (*text == '.' || *text == ',')) {
        text++;
        half = *text == '5';
        text += half;
        text += strspn(text, "0");
    }
    text += strspn(text, " ");
    *ret_half_points = (minus ? -1 : 1) * (2 * whole + half);
    return digits > 0 && *text == '\0' && 2 * whole + half <= SOLVE_KOMI_MAX;
}

/* KataGo's rules may name a komi. */
static int read_rules_komi(const struct sgf_line *line, int *ret_half_points, struct error *err)
{
    struct solve_rules *rules;
    int r = sgf_line_rules(line, &rules, NULL);
    if (r == -ENOMEM)
        return error_set(err, r, "out of memory");
    if (r < 0)
        return -ENOENT;
    r = solve_rules_komi(rules, ret_half_points);
    solve_rules_unref(rules);
    return r < 0 ? -ENOENT : 0;
}

int sgf_line_komi(const struct sgf_line *line, int *ret_half_points, struct error *err)
{
    char shown[31];
    int half_points;
    if (line->komi == NULL)
        return read_rules_komi(line, ret_half_points, err);
    if (!read_half_points(line->komi + strspn(line->komi, " "), &half_points))
        return error_set(err, -EINVAL,
                         "KM[%s] is no komi: wanted a whole or half number from -1000 to 1000",
                         sgf_text_shown(line->komi, shown, sizeof(shown)));
    *ret_half_points = half_points;
    return 0;
}

int sgf_line_start(const struct sgf_line *line, struct solve_rules *rules,
                   struct solve_game **ret_game, struct error *err)
{
    struct solve_rules_facts facts;
    struct solve_error why;
    int r = solve_rules_facts(rules, &facts);
    if (r == 0 && facts.players != 2)
        return error_set(err, -EINVAL, "%.60s has %d players: wanted 2, as SGF has",
                         solve_rules_text(rules), facts.players);
    if (r == 0)
        r = solve_game_new(line->board, rules, line->position, line->to_move, ret_game, &why);
    return r < 0 ? error_set(err, r, "the position of the record: %s", why.text) : 0;
}

int sgf_move_play(struct solve_game *game, const struct sgf_move *move,
                  struct solve_refusal *refusal)
{
    if (solve_game_is_over(game) || solve_game_to_move(game) == move->player)
        return solve_game_play(game, move->move, refusal);
    if (refusal != NULL) {
        refusal->rule = "turn";
        snprintf(refusal->reason, sizeof(refusal->reason), "it is %s's turn",
                 move->player == 0 ? "White" : "Black");
    }
    return -EPERM;
}
