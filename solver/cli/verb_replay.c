/* The verb replay: plays moves under a ruleset and says what the rules make of each. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "cli/draw.h"
#include "cli/replay.h"
#include "cli/verb.h"

enum { OPT_MOVES = SETUP_OPTION_COUNT, OPT_PROHIBITED, OPT_JSON, OPT_COUNT };

static const struct option_spec options[OPT_COUNT] = {
    SETUP_OPTIONS,
    [OPT_MOVES] = {"moves", "\"B2 pass ...\"", "the moves: points, pass, refresh"},
    [OPT_PROHIBITED] = {"prohibited", "\"B2 ...\"", SETUP_PROHIBITED_HELP},
    [OPT_JSON] = {"json", NULL, "print one JSON object instead of text"},
};

const char *replay_ending(enum ending ending)
{
    switch (ending) {
    case ENDING_SCORED:
        return "scored";
    case ENDING_NO_RESULT:
        return "no-result";
    case ENDING_TIE:
        return "tie";
    case ENDING_WON:
        return "won";
    case ENDING_NONE:
    default:
        return NULL;
    }
}

void replay_reason(const struct game *game, size_t turn, char *buffer)
{
    const struct turn *now = &game->turns[turn];
    char name[48];
    const char *back = game_name_turn(now->repeated, name);
    buffer[0] = '\0';
    if (now->banned >= 0)
        snprintf(buffer, REPLAY_REASON_MAX, "%s is prohibited from playing: %s came back%s",
                 player_title(now->banned), back,
                 now->ending == ENDING_SCORED ? "; nobody is left to play" : "");
    else if (now->ending == ENDING_NO_RESULT)
        snprintf(buffer, REPLAY_REASON_MAX, "no result: %s came back", back);
    else if (now->ending == ENDING_TIE)
        snprintf(buffer, REPLAY_REASON_MAX, "the game is a tie: %s came back", back);
    else if (now->ending == ENDING_WON)
        snprintf(buffer, REPLAY_REASON_MAX, "%s wins outright: %s came back",
                 player_title(now->winner), back);
    else if (now->ending == ENDING_SCORED && now->repeated > 0)
        snprintf(buffer, REPLAY_REASON_MAX, "the game is over: passing came back to %s", back);
    else if (now->ending == ENDING_SCORED && now->passes == 1)
        snprintf(buffer, REPLAY_REASON_MAX, "the game is over: the last player left passed");
    else if (now->ending == ENDING_SCORED)
        snprintf(buffer, REPLAY_REASON_MAX, "the game is over: %d passes in a row", now->passes);
}

/* Plays the moves of replay->setup. Returns 0 or -ENOMEM. */
static int play_moves(struct replay *replay)
{
    const struct game_setup *setup = replay->setup;
    for (size_t i = 0; i < setup->move_count && !replay->refused; i++) {
        if (game_over(&replay->game)) {
            replay->verdict = (struct verdict){.reason = "the game is over"};
        } else {
            int r = game_play(&replay->game, setup->moves[i], &replay->verdict);
            if (r < 0)
                return r;
        }
        replay->refused = !replay->verdict.legal;
        if (replay->refused)
            replay->not_played = setup->move_count - i - 1;
    }
    return 0;
}

/* The rule's name, unless the reason says it already. */
static void print_rule(const char *rule, const char *reason)
{
    if (rule != NULL && strstr(reason, rule) == NULL)
        printf(" (rule %s)", rule);
    putchar('\n');
}

static void print_turn(const struct game *game, size_t i)
{
    const struct turn *turn = &game->turns[i];
    char reason[REPLAY_REASON_MAX];
    printf("%3zu. %s %s", i, player_title(turn->player), move_format(game->graph, turn->move));
    if (turn->removed > 0)
        printf(", %d %s removed", turn->removed, turn->removed == 1 ? "stone" : "stones");
    replay_reason(game, i, reason);
    if (reason[0] != '\0')
        printf("; %s", reason);
    print_rule(turn->rule, reason);
    if (replay_has_situations(game))
        replay_print_situation(game, i);
}

static void print_refusal(const struct replay *replay)
{
    const struct game *game = &replay->game;
    const char *move = move_format(game->graph, replay->setup->moves[game->count - 1]);
    printf("%3zu. ", game->count);
    if (!game_over(game))
        printf("%s ", player_title(game_now(game)->next));
    printf("%s is not legal: %s", move, replay->verdict.reason);
    print_rule(replay->verdict.rule, replay->verdict.reason);
    if (replay->not_played > 0)
        printf("     %zu more %s not played\n", replay->not_played,
               replay->not_played == 1 ? "move was" : "moves were");
}

static void print_score(const struct game *game)
{
    int scores[PLAYERS_MAX];
    const struct turn *now = game_now(game);
    const char *scoring = game->rules.family->scoring_name;
    if (scoring == NULL)
        scoring = ruleset_value_text(&game->rules, &field_scoring);
    int r = game_scores(game, scores);
    if (now->ending == ENDING_NONE)
        printf("Not over: %s to move. As it stands: ", player_title(now->next));
    else if (now->ending == ENDING_NO_RESULT)
        printf("No result. As it stands: ");
    else if (now->ending == ENDING_TIE)
        printf("Tie. As it stands: ");
    else if (now->ending == ENDING_WON)
        printf("%s has won. As it stands: ", player_title(now->winner));
    else
        printf("Score: ");
    if (r < 0) {
        printf("not decided, scoring %s\n", scoring);
        return;
    }
    for (int k = 0; k < game->players; k++)
        printf("%s%s %d", k > 0 ? ", " : "", player_title(k), scores[k]);
    if (game->players == 2)
        printf(" (margin %+d)", game_margin(game));
    printf(", scoring %s\n", scoring);
}

static void print_text(const struct replay *replay)
{
    const struct game *game = &replay->game;
    char rules[RULESET_TEXT_MAX];
    ruleset_format(&game->rules, rules);
    printf("%s, %s, %s to move\n", game->graph->name, rules, player_title(replay->setup->to_move));
    if (replay_has_situations(game))
        replay_print_situation(game, 0);
    for (size_t i = 1; i < game->count; i++)
        print_turn(game, i);
    if (replay->refused)
        print_refusal(replay);
    print_score(game);
    putchar('\n');
    draw_game(stdout, game, 0, draw_width(stdout));
}

static int replay_and_print(const struct game_setup *setup, bool json, struct error *err)
{
    struct replay replay = {.setup = setup};
    int r = setup_start(setup, &replay.game);
    if (r == 0)
        r = play_moves(&replay);
    if (r < 0)
        error_set(err, r, "out of memory replaying %zu moves", setup->move_count);
    else if (json)
        r = replay_print_json(&replay, err);
    else
        print_text(&replay);
    game_release(&replay.game);
    return r;
}

static int run(const char *const *values, struct error *err)
{
    struct game_setup setup;
    if (values[OPT_MOVES] == NULL) {
        error_set(err, 0, "--moves is missing: wanted plays such as \"B2 pass A1\"");
        return EXIT_USAGE;
    }
    int r = setup_init(&setup, options, values, OPT_MOVES, err);
    if (r < 0)
        return verb_exit_code(r);
    r = setup_read_prohibited(&setup, values[OPT_PROHIBITED], err);
    if (r < 0) {
        setup_release(&setup);
        return verb_exit_code(r);
    }
    r = replay_and_print(&setup, values[OPT_JSON] != NULL, err);
    setup_release(&setup);
    return r < 0 ? EXIT_FAILED : EXIT_SOLVED;
}

const struct verb verb_replay = {
    .name = "replay",
    .help = "play moves under a ruleset: what is legal, who is banned, the score",
    .options = options,
    .option_count = OPT_COUNT,
    .run = run,
};
