/* Reading a game's setup from option values. */
#include "cli/setup.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/human.h"
#include "cli/interrupt.h"
#include "cli/parse_number.h"
#include "cli/setup_sgf.h"
#include "json/player.h"
#include "sgf/line.h"

/* An error repeats at most so many bytes of a point's name. */
#define POINT_SHOWN 15

const char *setup_board_option(const struct game_setup *setup)
{
    if (setup->from_sgf)
        return "sgf";
    return solve_board_rows(setup->board) > 0 ? "board" : "graph";
}

int setup_read_board(const struct options *given, struct solve_board **ret_board, struct error *err)
{
    const char *board = options_text(given, "board"), *file = options_text(given, "graph");
    struct solve_error why;
    int r;
    if (board != NULL && file != NULL)
        return error_set(err, -EINVAL,
                         "--board '%.40s' and --graph '%.80s' contradict each other: wanted one",
                         board, file);
    if (board == NULL && file == NULL)
        return error_set(err, -EINVAL, "--board is missing: wanted --board RxC%s",
                         options_knows(given, "sgf") ? ", --graph FILE or --sgf FILE"
                                                     : " or --graph FILE");
    if (board != NULL) {
        r = solve_board_parse(board, ret_board, &why);
    } else {
        interrupt_while_reading(true);
        r = solve_board_load_graph(file, ret_board, &why);
        interrupt_while_reading(false);
    }
    if (r == 0)
        return 0;
    if (r == -ENOMEM)
        return error_set(err, r, "%s", why.text);
    return options_refuse(board != NULL ? "board" : "graph", board != NULL ? board : file, why.text,
                          err);
}

int setup_read_rules(struct game_setup *setup, const struct options *given, const char *text,
                     struct error *err)
{
    struct solve_error why;
    if (text == NULL)
        return error_set(err, -EINVAL,
                         "--rules is missing: wanted a name that '" SOLVE_PROGRAM " rules' lists");
    int r = solve_rules_parse(text, &setup->rules, &why);
    if (r < 0)
        return r == -ENOMEM ? error_set(err, r, "%s", why.text)
                            : options_refuse("rules", text, why.text, err);
    r = setup_komi_of_rules(given, setup->rules, &setup->komi_half_points, err);
    setup->has_komi = r > 0;
    return r < 0 ? r : solve_rules_facts(setup->rules, &setup->facts);
}

/* Starts the game at --position with the player who moves first. */
static int read_position(struct game_setup *setup, const struct options *given, int to_move,
                         struct error *err)
{
    const char *text = options_text(given, "position");
    struct solve_error why;
    struct solve_game *start;
    int r = solve_game_new(setup->board, setup->rules, text, to_move, &start, &why);
    if (r < 0)
        return r == -ENOMEM || text == NULL ? error_set(err, r, "%s", why.text)
                                            : options_refuse("position", text, why.text, err);
    solve_game_free(setup->start);
    setup->start = start;
    return 0;
}

int setup_read_to_move(const struct game_setup *setup, const struct options *given, int *ret_player,
                       struct error *err)
{
    static const char *const wanted[] = {
        "wanted black or white",
        "wanted black, white or third",
        "wanted black, white, third or fourth",
    };
    const char *text = options_text(given, "to-move");
    int player = solve_player_parse(text, setup->facts.players);
    if (player >= 0) {
        *ret_player = player;
        return 0;
    }
    const char *names[SOLVE_PLAYERS_MAX + 1] = {NULL};
    for (int k = 0; k < setup->facts.players; k++)
        names[k] = player_name(k);
    return options_refuse_word("to-move", text, wanted[setup->facts.players - 2], names, err);
}

/* Reads the position first, then the player: errors come in the order of the options. */
static int read_start(struct game_setup *setup, const struct options *given, struct error *err)
{
    int player = 0, r = read_position(setup, given, 0, err);
    if (r < 0 || !options_has(given, "to-move"))
        return r;
    r = setup_read_to_move(setup, given, &player, err);
    return r < 0 || player == 0 ? r : read_position(setup, given, player, err);
}

static int read_moves(struct game_setup *setup, const char *name, const char *text,
                      struct error *err)
{
    struct solve_error why;
    if (text == NULL)
        return 0;
    int r = solve_move_parse_list(setup->board, setup->rules, text, &setup->moves,
                                  &setup->move_count, &why);
    return r < 0 ? error_set(err, r, "--%s %s", name, why.text) : 0;
}

/* Prohibits the point of that name. It must be empty and not named before. */
static int prohibit(struct game_setup *setup, uint8_t *named, const char *text, size_t length,
                    struct error *err)
{
    char name[POINT_SHOWN + 1];
    int point = solve_board_find_point(setup->board, text, length);
    snprintf(name, sizeof(name), "%.*s", length < sizeof(name) ? (int)length : POINT_SHOWN, text);
    if (point < 0)
        return options_refuse("prohibited", name, "no point of the board: wanted empty points",
                              err);
    if (solve_game_stones(setup->start, 0)[point] != 0)
        return options_refuse("prohibited", name, "a stone is there: wanted empty points", err);
    if (named[point]++ != 0)
        return options_refuse("prohibited", name, "it is named twice: wanted each point once", err);
    if (point < 64)
        setup->prohibited |= (uint64_t)1 << point;
    setup->any_prohibited = true;
    int r = solve_game_prohibit(setup->start, point);
    return r < 0 ? error_set(err, r, "out of memory") : 0;
}

static int read_prohibited(struct game_setup *setup, const struct options *given, struct error *err)
{
    static const char blanks[] = " \t\r\n,";
    const char *text = options_text(given, "prohibited");
    uint8_t named[SOLVE_BOARD_POINTS_MAX] = {0};
    if (text == NULL)
        return 0;
    if (!setup->facts.removes_cycles)
        return options_refuse("prohibited", text,
                              "these rules prohibit no points at the start: wanted ljrg", err);
    for (const char *at = text + strspn(text, blanks); *at != '\0';) {
        size_t length = strcspn(at, blanks);
        int r = prohibit(setup, named, at, length, err);
        if (r < 0)
            return r;
        at += length;
        at += strspn(at, blanks);
    }
    return 0;
}

/* Everything but --prohibited, from options that tell the game themselves. */
static int read_given(struct game_setup *setup, const struct options *given, const char *rules,
                      const char *moves_option, struct error *err)
{
    int r = setup_read_board(given, &setup->board, err);
    if (r == 0)
        r = setup_read_rules(setup, given, rules, err);
    if (r == 0)
        r = read_start(setup, given, err);
    if (r == 0 && moves_option != NULL)
        r = read_moves(setup, moves_option, options_text(given, moves_option), err);
    return r;
}

int setup_init_under(struct game_setup *ret_setup, const struct options *given, const char *rules,
                     const char *moves_option, struct error *err)
{
    struct game_setup setup = {0};
    int r = options_has(given, "sgf") ? setup_sgf_read(&setup, given, rules, moves_option, err)
                                      : read_given(&setup, given, rules, moves_option, err);
    if (r == 0)
        r = read_prohibited(&setup, given, err);
    if (r < 0) {
        setup_release(&setup);
        return r;
    }
    *ret_setup = setup;
    return 0;
}

int setup_init(struct game_setup *ret_setup, const struct options *given, const char *moves_option,
               struct error *err)
{
    return setup_init_under(ret_setup, given, options_text(given, "rules"), moves_option, err);
}

int setup_refuse_start(const struct options *given, const char *verb, struct error *err)
{
    if (!options_has(given, "position") && !options_has(given, "to-move"))
        return 0;
    return error_set(err, -EINVAL,
                     "--%s is no option of '%s', which is about all positions: leave it out",
                     options_has(given, "position") ? "position" : "to-move", verb);
}

int setup_read_komi(const struct options *given, int *ret_half_points, struct error *err)
{
    const char *text = options_text(given, "komi");
    int komi = 0;
    if (text != NULL && parse_number_half_points(text, SOLVE_KOMI_MAX, &komi) < 0)
        return options_refuse("komi", text,
                              "wanted a whole or half number such as 7 or 6.5, from -1000 to 1000",
                              err);
    *ret_half_points = komi;
    return 0;
}

int setup_komi_of_rules(const struct options *given, const struct solve_rules *rules,
                        int *ret_half_points, struct error *err)
{
    int named, told;
    if (solve_rules_komi(rules, &named) < 0)
        return 0;
    if (!options_knows(given, "komi"))
        return error_set(err, -EINVAL,
                         "--rules names the komi %s, which means nothing here: wanted rules "
                         "without it",
                         human_half_points(named));
    int r = setup_read_komi(given, &told, err);
    if (r < 0)
        return r;
    if (options_has(given, "komi") && told != named)
        return error_set(err, -EINVAL,
                         "--komi '%.20s' contradicts the komi %s that --rules names: wanted one",
                         options_text(given, "komi"), human_half_points(named));
    *ret_half_points = named;
    return 1;
}

int setup_play(const struct game_setup *setup, struct solve_game *game, size_t i,
               struct solve_refusal *refusal)
{
    if (setup->players == NULL)
        return solve_game_play(game, setup->moves[i], refusal);
    const struct sgf_move move = {.player = setup->players[i], .move = setup->moves[i]};
    return sgf_move_play(game, &move, refusal);
}

int setup_player(const struct game_setup *setup, const struct solve_game *game, size_t i)
{
    if (setup->players != NULL)
        return setup->players[i];
    return solve_game_is_over(game) ? -1 : solve_game_to_move(game);
}

void setup_release(struct game_setup *setup)
{
    if (setup == NULL)
        return;
    solve_game_free(setup->start);
    solve_rules_unref(setup->rules);
    solve_board_unref(setup->board);
    free(setup->moves);
    free(setup->players);
    *setup = (struct game_setup){0};
}
