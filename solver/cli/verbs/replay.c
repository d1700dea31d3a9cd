/* The verb replay: plays moves under a ruleset and says what the rules make of each. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/human.h"
#include "cli/draw.h"
#include "cli/ending.h"
#include "cli/format.h"
#include "cli/parse_number.h"
#include "cli/verb.h"
#include "cli/verbs/replay.h"
#include "report/move_text.h"
#include "json/player.h"

static const struct option_spec options[] = {
    SETUP_OPTIONS,
    {"moves", "\"B2 pass ...\"", "the moves: points, pass, refresh"},
    SETUP_PROHIBITED_OPTION,
    {"last", "N", "print the last N moves only, and their boards"},
    {"no-boards", NULL, "draw no boards"},
    FORMAT_JSON_OPTIONS,
};

#define LAST_MAX 1000000

/* Plays the moves of replay->setup. Returns 0 or -ENOMEM. */
static int play_moves(struct replayed *replay)
{
    const struct game_setup *setup = replay->setup;
    for (size_t i = 0; i < setup->move_count && !replay->refused; i++) {
        int r = solve_game_play(replay->game, setup->moves[i], &replay->refusal);
        if (r < 0 && r != -EPERM)
            return r;
        replay->refused = r == -EPERM;
        if (replay->refused)
            replay->not_played = setup->move_count - i - 1;
    }
    return 0;
}

static void print_refusal(const struct replayed *replay)
{
    const struct solve_game *game = replay->game;
    size_t turns = solve_game_turns(game);
    printf("%3zu. ", turns + 1);
    if (!solve_game_is_over(game))
        printf("%s ", player_title(solve_game_to_move(game)));
    printf("%s is not legal: %s", move_text(replay->setup->board, replay->setup->moves[turns]),
           replay->refusal.reason);
    ending_print_rule(replay->refusal.rule, replay->refusal.reason);
    if (replay->not_played > 0)
        printf("     %s not played\n",
               human_count(replay->not_played, "more move was", "more moves were"));
}

/* Returns the first turn to print: 0, the start, unless --last wants fewer moves. */
static size_t first_shown(const struct replayed *replay)
{
    size_t moves = solve_game_turns(replay->game);
    return replay->last == 0 || moves <= replay->last ? 0 : moves - replay->last + 1;
}

static void print_text(const struct replayed *replay)
{
    const struct game_setup *setup = replay->setup;
    const struct solve_game *game = replay->game;
    bool situations = setup->facts.removes_cycles;
    printf("%s, %s, %s to move\n", solve_board_name(setup->board), solve_rules_text(setup->rules),
           player_title(solve_game_to_move(setup->start)));
    size_t first = first_shown(replay);
    if (first == 0 && situations)
        replay_print_situation(game, 0);
    if (first > 1)
        printf("     (%s before these)\n", human_count(first - 1, "move", "moves"));
    for (size_t i = first > 0 ? first : 1; i <= solve_game_turns(game); i++) {
        ending_print_turn(game, i);
        if (situations)
            replay_print_situation(game, i);
    }
    if (replay->refused)
        print_refusal(replay);
    ending_print_score(game);
    if (replay->no_boards)
        return;
    putchar('\n');
    draw_game(stdout, game, first, draw_width(stdout));
}

static int replay_and_print(const struct game_setup *setup, size_t last, bool json,
                            const struct options *given, struct error *err)
{
    struct replayed replay = {
        .setup = setup, .last = last, .no_boards = options_has(given, "no-boards")};
    int r = solve_game_copy(setup->start, &replay.game);
    if (r == 0)
        r = play_moves(&replay);
    if (r < 0)
        error_set(err, r, "out of memory replaying %s",
                  human_count(setup->move_count, "move", "moves"));
    else if (json)
        r = replay_print_json(&replay, err);
    else
        print_text(&replay);
    solve_game_free(replay.game);
    return r;
}

/* Reads --last. JSON always has all moves and boards. */
static int read_last(const struct options *given, bool json, uint64_t *ret_last, struct error *err)
{
    const char *text = options_text(given, "last");
    *ret_last = 0;
    if (json && (text != NULL || options_has(given, "no-boards")))
        return error_set(err, -EINVAL, "--%s and --json contradict each other: wanted one",
                         text != NULL ? "last" : "no-boards");
    if (text != NULL && parse_number_unsigned(text, 1, LAST_MAX, ret_last) < 0)
        return options_refuse("last", text, "wanted a whole number from 1 to 1000000", err);
    return 0;
}

static int run(const struct options *given, struct error *err)
{
    struct game_setup setup;
    uint64_t last;
    bool json;
    if (!options_has(given, "moves")) {
        error_set(err, 0, "--moves is missing: wanted plays such as \"B2 pass A1\"");
        return EXIT_USAGE;
    }
    if (format_read_json(given, &json, err) < 0 || read_last(given, json, &last, err) < 0)
        return EXIT_USAGE;
    int r = setup_init(&setup, given, "moves", err);
    if (r < 0)
        return verb_exit_code(r);
    r = replay_and_print(&setup, (size_t)last, json, given, err);
    setup_release(&setup);
    return r < 0 ? EXIT_FAILED : EXIT_SOLVED;
}

const struct verb verb_replay =
    VERB("replay", "play moves under a ruleset: what is legal, who is banned, the score", options,
         .run = run);
