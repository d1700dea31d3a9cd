/* The verb replay: plays moves under a ruleset and says what the rules make of each. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/human.h"
#include "cli/draw.h"
#include "cli/ending.h"
#include "cli/failures.h"
#include "cli/format.h"
#include "cli/interrupt.h"
#include "cli/parse_number.h"
#include "cli/progress_clock.h"
#include "cli/verb.h"
#include "cli/verbs/replay.h"
#include "cli/verbs/replay_judge.h"
#include "cli/verbs/replay_picture.h"
#include "report/move_text.h"
#include "json/player.h"

static const struct option_spec options[] = {
    SETUP_BOARD_OPTIONS,
    SETUP_SGF_OPTION,
    {"rules", "A,B,...|all", "one ruleset, or several: where do they part?"},
    SETUP_START_OPTIONS,
    {"moves", "\"B2 pass ...\"", "the moves: points, pass, refresh"},
    SETUP_PROHIBITED_OPTION,
    {"last", "N", "print the last N moves only, and their boards"},
    {"no-boards", NULL, "draw no boards"},
    FORMAT_JSON_OPTIONS,
    PICTURE_OPTIONS("line (default), boards, position"),
};

#define LAST_MAX 1000000

/* Who controls what, where that is the score, may take a minute. It is looked for here: the game
 * then knows it. */
static void find_score(const struct solve_game *game)
{
    static const struct run_limits no_limits;
    int scores[SOLVE_PLAYERS_MAX];
    struct solve_rules_facts facts;
    if (solve_rules_facts(solve_game_rules(game), &facts) < 0 || !facts.removes_cycles)
        return;
    struct progress_clock *clock = progress_clock_start("looking for control", &no_limits);
    solve_game_half_points(game, scores);
    progress_clock_stop(clock);
}

int replay_all_moves(struct replayed *replay)
{
    const struct game_setup *setup = replay->setup;
    solve_game_watch(replay->game, interrupt_handle(), 0);
    for (size_t i = 0; i < setup->move_count && !replay->refused; i++) {
        int r = setup_play(setup, replay->game, i, &replay->refusal);
        if (r < 0 && r != -EPERM)
            return r;
        replay->refused = r == -EPERM;
        if (replay->refused)
            replay->not_played = setup->move_count - i - 1;
    }
    find_score(replay->game);
    return 0;
}

void replay_print_refusal(const struct replayed *replay)
{
    const struct solve_game *game = replay->game;
    size_t turns = solve_game_turns(game);
    printf("%3zu. ", turns + 1);
    int player = setup_player(replay->setup, game, turns);
    if (player >= 0)
        printf("%s ", player_title(player));
    printf("%s is not legal: %s", move_text(replay->setup->board, replay->setup->moves[turns]),
           replay->refusal.reason);
    ending_print_rule(replay->refusal.rule, replay->refusal.reason);
    if (replay->not_played > 0)
        printf("     %s not played\n",
               human_count(replay->not_played, "more move was", "more moves were"));
}

/* How a replay is shown. */
struct replay_output {
    bool json;
    size_t last; /* moves; 0: all */
    struct picture_option picture;
};

/* Returns the first turn to print: 0, the start, unless --last wants fewer moves. */
static size_t first_shown(const struct replayed *replay)
{
    size_t moves = solve_game_turns(replay->game);
    return replay->last == 0 || moves <= replay->last ? 0 : moves - replay->last + 1;
}

/* Returns 0 or -ENOMEM; then the boards are not printed. */
static int print_text(const struct replayed *replay)
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
        replay_print_refusal(replay);
    ending_print_score(game);
    if (replay->no_boards)
        return 0;
    putchar('\n');
    return draw_game(stdout, game, first, draw_width(stdout));
}

/* Prints and draws it, whatever of it fails. Returns 0 or -EIO (err). */
static int tell(const struct replayed *replay, const struct replay_output *output,
                struct error *err)
{
    struct failures failures = {.last = err};
    struct error why;
    if (output->json)
        failures_note(&failures, replay_print_json(replay, &why), &why);
    else if (print_text(replay) < 0)
        failures_note(&failures, error_set(&why, -ENOMEM, "out of memory for the boards"), &why);
    if (output->picture.path != NULL)
        failures_note(&failures, replay_picture_write(&output->picture, replay, &why), &why);
    return failures.any ? -EIO : 0;
}

static int replay_and_print(const struct game_setup *setup, const struct replay_output *output,
                            const struct options *given, struct error *err)
{
    struct replayed replay = {
        .setup = setup, .last = output->last, .no_boards = options_has(given, "no-boards")};
    int r = solve_game_copy(setup->start, &replay.game);
    if (r == 0)
        r = replay_all_moves(&replay);
    r = r < 0 ? error_set(err, r, "out of memory replaying %s",
                          human_count(setup->move_count, "move", "moves"))
              : tell(&replay, output, err);
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

/* Reads --rules as a list, if it is one. Returns 1; 0: it is one ruleset, or none; or an error. */
static int read_rulesets(const struct options *given, struct rulesets *ret_rulesets,
                         struct error *err)
{
    const char *text = options_text(given, "rules");
    struct rulesets rulesets = {0};
    struct solve_rules_facts first, facts;
    struct error why;
    int komi;
    if (text == NULL)
        return 0;
    int r = rulesets_parse(text, &rulesets, &why);
    if (r < 0)
        return r == -ENOMEM || strchr(text, ',') != NULL
                   ? options_refuse("rules", text, why.text, err)
                   : 0;
    solve_rules_facts(rulesets.list[0], &first);
    for (size_t i = 1; i < rulesets.count && r == 0; i++)
        if (solve_rules_facts(rulesets.list[i], &facts) == 0 && facts.players != first.players)
            r = options_refuse("rules", text, "wanted rulesets for as many players each", err);
    for (size_t i = 0; i < rulesets.count && r == 0; i++)
        r = setup_komi_of_rules(given, rulesets.list[i], &komi, err);
    if (r < 0 || rulesets.count < 2) {
        rulesets_release(&rulesets);
        return r;
    }
    *ret_rulesets = rulesets;
    return 1;
}

static int tell_judged(const struct judge *judge, const struct replay_output *output,
                       struct error *err)
{
    struct failures failures = {.last = err};
    struct error why;
    if (output->json)
        failures_note(&failures, replay_judge_print_json(judge, &why), &why);
    else
        replay_judge_print_text(judge);
    if (output->picture.path != NULL)
        failures_note(&failures, replay_picture_write_judge(&output->picture, judge, &why), &why);
    return failures.any ? -EIO : 0;
}

/* One game under several rulesets. */
static int judge_and_print(const struct rulesets *rulesets, const struct replay_output *output,
                           const struct options *given, struct error *err)
{
    struct game_setup setup;
    struct judge judge;
    static const char *const others[] = {"last", "prohibited"};
    for (size_t i = 0; i < 2; i++)
        if (options_has(given, others[i]))
            return options_refuse(others[i], options_text(given, others[i]),
                                  "it is for one ruleset: wanted one in --rules", err);
    int r = setup_init_under(&setup, given, solve_rules_text(rulesets->list[0]), "moves", err);
    if (r < 0)
        return r;
    r = replay_judge(&setup, rulesets, &judge);
    r = r < 0 ? error_set(err, r, "out of memory replaying %s",
                          human_count(setup.move_count, "move", "moves"))
              : tell_judged(&judge, output, err);
    replay_judge_release(&judge);
    setup_release(&setup);
    return r;
}

/* The exit code of a replay that was printed. */
static int end(void)
{
    if (!atomic_load(&interrupt_requested))
        return EXIT_SOLVED;
    fprintf(stderr, "solve: stopped: %s: who controls what may not be decided\n", interrupt_text());
    return EXIT_STOPPED;
}

static int replay_one(const struct replay_output *output, const struct options *given,
                      struct error *err)
{
    struct game_setup setup;
    int r = setup_init(&setup, given, "moves", err);
    if (r < 0)
        return verb_exit_code(r);
    r = replay_and_print(&setup, output, given, err);
    setup_release(&setup);
    return r < 0 ? EXIT_FAILED : end();
}

static int run(const struct options *given, struct error *err)
{
    struct rulesets rulesets;
    struct replay_output output = {0};
    uint64_t last;
    if (!options_has(given, "moves") && !options_has(given, "sgf")) {
        error_set(err, 0, "--moves is missing: wanted plays such as \"B2 pass A1\", or --sgf FILE");
        return EXIT_USAGE;
    }
    if (format_read_json(given, &output.json, err) < 0 ||
        read_last(given, output.json, &last, err) < 0 ||
        picture_option_read(given, "line,boards,position", "line", &output.picture, err) < 0)
        return EXIT_USAGE;
    output.last = (size_t)last;
    int r = read_rulesets(given, &rulesets, err);
    if (r == 0)
        return replay_one(&output, given, err);
    if (r > 0) {
        r = judge_and_print(&rulesets, &output, given, err);
        rulesets_release(&rulesets);
    }
    return r < 0 ? verb_exit_code(r) : end();
}

const struct verb verb_replay =
    VERB("replay", "play moves under rulesets: what is legal, who is banned, the score", options,
         .run = run, .interruptible = true);
