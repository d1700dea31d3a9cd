/* What each coalition can force: asked one after the other, and printed. */
#include "cli/verbs/solve_coalition.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/human.h"
#include "base/peak_memory.h"
#include "base/spelling.h"
#include "cli/failures.h"
#include "cli/stop_text.h"
#include "cli/verb.h"
#include "cli/verbs/coalition_ask.h"
#include "cli/verbs/proof_file.h"
#include "report/move_text.h"
#include "json/json.h"
#include "json/player.h"

/* All that is printed. */
struct coalitions {
    const struct solve_options *options;
    struct coalition_list list;
    struct solve_coalition_proofs *proofs; /* NULL: no certificate is wanted */
};

/* Reads one player's name; Kee calls the third player Red. Returns its number or -EINVAL. */
static int read_player(const char *name, size_t length, int players)
{
    char text[16];
    if (length == 0 || length >= sizeof(text))
        return -EINVAL;
    memcpy(text, name, length);
    text[length] = '\0';
    if (players > 2 && spelling_is("red", text, length))
        return 2;
    return solve_player_parse(text, players);
}

static int read_members(struct solve_options *options, const char *text, struct error *err)
{
    static const char *const wanted[] = {
        "wanted black or white, or both with a comma between them",
        "wanted some of black, white and third, with commas between them",
        "wanted some of black, white, third and fourth, with commas between them",
    };
    int players = options->setup.facts.players;
    for (const char *at = text;; at++) {
        size_t length = strcspn(at, ", ");
        int player = read_player(at, length, players);
        if (player < 0 || (options->coalition & (1u << player)) != 0)
            return options_refuse("coalition", text, wanted[players - 2], err);
        options->coalition |= 1u << player;
        at += length;
        if (*at == '\0')
            return 0;
        while (at[1] == ' ')
            at++;
    }
}

int solve_coalition_read(struct solve_options *options, const struct options *given,
                         struct error *err)
{
    static const char *const others[] = {"komi", "ask", "store", "sgf-out", "tree", "picture"};
    const char *text = options_text(given, "coalition");
    options->by_coalition = text != NULL || options->setup.facts.players > 2;
    const char *payoff = options_text(given, "payoff");
    if (!options->by_coalition && payoff != NULL)
        return options_refuse("payoff", payoff, "it is for --coalition: wanted that, too", err);
    if (!options->by_coalition)
        return 0;
    if (coalition_ask_payoff(given, &options->payoff, err) < 0)
        return -EINVAL;
    for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
        if (options_text(given, others[i]) != NULL)
            return options_refuse(others[i], options_text(given, others[i]),
                                  "wanted none for values by coalition", err);
    return text != NULL ? read_members(options, text, err) : 0;
}

/* The names of a coalition, filled up with blanks. */
static void print_members(const struct coalitions *all, unsigned members)
{
    int width = 0, wanted = all->options->setup.facts.players > 3 ? 25 : 18;
    printf("  ");
    for (int k = 0; k < SOLVE_PLAYERS_MAX; k++)
        if (members & (1u << k))
            width += printf("%s%s", width > 0 ? " " : "", player_name(k));
    printf("%*s", wanted - width, "");
}

static void print_values(const struct coalitions *all)
{
    bool together = all->list.all && all->list.payoff == SOLVE_PAYOFF_POINTS;
    int gain;
    printf("%s%s:\n", coalition_ask_counted(all->list.payoff),
           together ? ", and what it gains by standing together" : "");
    for (int i = 0; i < all->list.count; i++) {
        const struct solve_coalition *found = &all->list.found[i];
        print_members(all, all->list.members[i]);
        if (found->lower == found->upper)
            printf("%2d", found->lower);
        else
            printf("%2d to %d, not decided", found->lower, found->upper);
        if (coalition_json_together(&all->list, i, &gain))
            printf("  %+d", gain);
        printf("\n");
    }
}

static void print_moves(const struct coalitions *all, const struct solve_move *moves, size_t count)
{
    for (size_t i = 0; i < count; i++)
        printf("%s%s", i > 0 ? " " : "", move_text(all->options->setup.board, moves[i]));
}

static void print_plays(const struct coalitions *all)
{
    printf("first plays of %s that keep it:\n",
           player_title(solve_game_to_move(all->options->game)));
    for (int i = 0; i < all->list.count; i++) {
        const struct solve_coalition *found = &all->list.found[i];
        print_members(all, all->list.members[i]);
        print_moves(all, found->plays, found->play_count);
        printf("%s\n", found->plays_complete   ? ""
                       : found->play_count > 0 ? " (not all known)"
                                               : "not known");
    }
    printf("lines that keep it:\n");
    for (int i = 0; i < all->list.count; i++) {
        const struct solve_coalition *found = &all->list.found[i];
        print_members(all, all->list.members[i]);
        print_moves(all, found->line, found->line_count);
        printf("%s", found->line_complete ? "" : found->line_count > 0 ? " ..." : "not known");
        if (found->line_count > 0 && !found->line_complete && found->stop != SOLVE_STOP_NONE)
            printf(" (%s)", stop_text_of_pv(found->stop, &all->options->limits));
        printf("\n");
    }
}

static void print_work(const struct coalitions *all, double seconds)
{
    uint64_t nodes = 0, entries = 0;
    for (int i = 0; i < all->list.count; i++) {
        nodes += all->list.found[i].nodes;
        entries += all->list.found[i].entries;
    }
    printf("\n%s, %s, %.2f s, %.1f MiB\n", human_count(nodes, "node", "nodes"),
           human_count(entries, "lemma", "lemmas"), seconds,
           (double)peak_memory_read() / 1048576.0);
}

static void print_text(const struct coalitions *all, double seconds)
{
    const struct solve_options *options = all->options;
    bool over = solve_game_is_over(options->game);
    printf("%s, %s, ", solve_board_name(options->setup.board),
           solve_rules_text(options->setup.rules));
    if (over)
        printf("the game is over\n");
    else
        printf("%s to move\n", player_title(solve_game_to_move(options->game)));
    print_values(all);
    if (!over && !options->value_only)
        print_plays(all);
    if (!options->quiet)
        print_work(all, seconds);
}

/* Writes the certificate of what was proved, or says that there is none. Returns 0 or a negative
 * errno (err). */
static int write_proofs(const struct coalitions *all, bool decided, struct error *err)
{
    struct solve_certificate made;
    int r = solve_coalition_proofs_certificate(all->proofs, all->options->game, &made);
    if (r == -ENOENT) {
        fprintf(stderr,
                "solve: nothing was proved that can be certified: no certificate is written\n");
        return 0;
    }
    if (r < 0)
        return error_set(err, r, "out of memory");
    r = proof_file_write(&made, all->options->proof, decided, err);
    return r < 0 ? r : 0;
}

/* Prints all of it. Returns an exit code. */
static int print(const struct coalitions *all, double seconds, struct error *err)
{
    const struct solve_options *options = all->options;
    const struct request_limits limits = run_limits_told(&options->limits);
    enum solve_stop stop = coalition_json_stop(&all->list);
    struct failures failures = {.last = err};
    struct error why;
    if (!options->json)
        print_text(all, seconds);
    else
        failures_note(&failures,
                      json_print(coalition_json_set(json_head("solve coalitions"), &all->list,
                                                    &limits, seconds),
                                 &why),
                      &why);
    if (all->proofs != NULL)
        failures_note(&failures, write_proofs(all, stop == SOLVE_STOP_NONE, &why), &why);
    if (stop != SOLVE_STOP_NONE)
        fprintf(stderr, "solve: stopped before proven: %s\n",
                stop_text_within(stop, &options->limits));
    if (failures.any)
        return EXIT_FAILED;
    return stop == SOLVE_STOP_NONE ? EXIT_SOLVED : EXIT_STOPPED;
}

int solve_coalition_run(const struct solve_options *options, struct error *err)
{
    struct coalitions all = {.options = options};
    struct progress progress;
    if (options->proof != NULL && solve_coalition_proofs_new(&all.proofs) < 0) {
        error_set(err, -ENOMEM, "out of memory");
        return EXIT_FAILED;
    }
    progress_start(&progress, options->setup.board, &options->limits);
    coalition_list_make(&all.list, options->game, options->coalition, options->value_only);
    all.list.payoff = options->payoff;
    int r = coalition_ask(&all.list, &options->limits, all.proofs,
                          options->quiet ? NULL : &progress, err);
    progress_stop(&progress);
    int code = r < 0 ? verb_exit_code(r) : print(&all, clock_now() - progress.started, err);
    coalition_list_release(&all.list);
    solve_coalition_proofs_free(all.proofs);
    return code;
}
