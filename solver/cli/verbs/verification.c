/* Printing what a check of a certificate found. */
#include "cli/verbs/verification.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/human.h"
#include "cli/interrupt.h"
#include "cli/resources.h"
#include "cli/setup.h"
#include "json/check_json.h"
#include "json/json.h"
#include "json/player.h"

/* The check knows rulesets by name; the library reads more. */
int verification_set_rules(struct solve_check *check, const struct options *given,
                           int *komi_half_points, struct error *err)
{
    const char *text = options_text(given, "rules");
    struct solve_rules *rules;
    struct solve_error why;
    int r = text != NULL ? solve_rules_parse(text, &rules, &why) : 0;
    if (text == NULL)
        return 0;
    if (r < 0)
        return r == -ENOMEM ? error_set(err, r, "%s", why.text)
                            : options_refuse("rules", text, why.text, err);
    r = setup_komi_of_rules(given, rules, komi_half_points, err);
    if (r >= 0) {
        r = solve_check_set_rules(check, solve_rules_text(rules));
        if (r < 0)
            options_refuse("rules", text, solve_check_reason(check), err);
    }
    solve_rules_unref(rules);
    return r;
}

int verification_set_game(struct solve_check *check, const struct options *given, struct error *err)
{
    const char *position = options_text(given, "position"), *mover = options_text(given, "to-move"),
               *moves = options_text(given, "history");
    int to_move = mover != NULL ? solve_player_parse(mover, 2) : 0;
    if (to_move < 0)
        return options_refuse("to-move", mover, "wanted black or white", err);
    solve_check_set_swapped(check, options_has(given, "swap-colours"));
    if (position == NULL && mover == NULL && moves == NULL)
        return 0;
    int r = solve_check_set_game(check, position, to_move, moves);
    return r < 0 ? error_set(err, r, "out of memory") : 0;
}

int verification_refuse_unread(const struct solve_check *check, const struct options *given,
                               struct error *err)
{
    static const char *const names[] = {"position", "history"};
    const char *stopped = solve_check_stopped(check);
    for (size_t i = 0; stopped != NULL && i < sizeof(names) / sizeof(names[0]); i++)
        if (strcmp(stopped, names[i]) == 0)
            return options_refuse(names[i], options_text(given, names[i]),
                                  solve_check_reason(check), err);
    return 0;
}

static bool must_stop(void *arg)
{
    (void)arg;
    return interrupt_requested;
}

void verification_begin(struct solve_check *check, const struct run_limits *limits,
                        uint64_t claim_bytes, struct progress *progress)
{
    solve_check_set_memory(check, limits->memory_default ? resources_available() : limits->memory,
                           claim_bytes);
    solve_check_set_seconds(check, limits->max_seconds);
    solve_check_set_stop(check, must_stop, NULL);
    if (progress == NULL)
        return;
    progress_start(progress, NULL, limits);
    solve_check_set_progress(check, progress_show_check, progress);
}

void verification_say_why(const struct solve_check *check, struct error *ret_why)
{
    const char *stopped = solve_check_stopped(check);
    const char *reason = solve_check_reason(check);
    if (stopped != NULL && strcmp(stopped, "work") == 0)
        error_set(ret_why, 0, "%s: --max-seconds says how long to try", reason);
    else if (stopped != NULL && strcmp(stopped, "time") == 0)
        error_set(ret_why, 0, "--max-seconds reached");
    else if (stopped != NULL && strcmp(stopped, "interrupted") == 0)
        error_set(ret_why, 0, "%s", interrupt_text());
    else
        error_set(ret_why, 0, "%s", reason);
}

/* Beyond every margin of a claim. */
#define NOTHING (4 * SOLVE_CHECK_INFINITE)

/* What claims of one state say together: lower and upper, where they meet. */
struct together {
    int black_forces, white_forces, white_denies, black_denies;
};

static void take_together(struct together *all, const struct solve_check_claim *claim)
{
    int margin = claim->margin;
    bool black = claim->player == 0;
    if (black && !claim->denies && margin > all->black_forces)
        all->black_forces = margin;
    else if (!black && !claim->denies && margin < all->white_forces)
        all->white_forces = margin;
    else if (!black && claim->denies && margin < all->white_denies)
        all->white_denies = margin;
    else if (black && claim->denies && margin > all->black_denies)
        all->black_denies = margin;
}

static void print_margin(int margin, int half)
{
    if (margin == SOLVE_CHECK_INFINITE || margin == -SOLVE_CHECK_INFINITE)
        printf("%cinf", margin > 0 ? '+' : '-');
    else
        fputs(human_signed_half_points(2 * margin + half), stdout);
}

/* "value +1" or "lower -6, upper +6", as far as the claims say it. Do they say any of it? */
static bool print_value(const struct together *all, int half)
{
    bool lower = all->white_denies == all->black_forces + 1;
    bool upper = all->black_denies == all->white_forces - 1;
    bool lower_known = lower || all->white_denies == -SOLVE_CHECK_INFINITE;
    bool upper_known = upper || all->black_denies == SOLVE_CHECK_INFINITE;
    if (all->black_forces == all->white_forces) {
        printf(" value ");
        print_margin(all->black_forces, half);
        return true;
    }
    if (lower_known) {
        printf(" lower ");
        print_margin(lower ? all->black_forces : -SOLVE_CHECK_INFINITE, half);
    }
    if (upper_known) {
        printf(lower_known ? ", upper " : " upper ");
        print_margin(upper ? all->white_forces : SOLVE_CHECK_INFINITE, half);
    }
    return lower_known || upper_known;
}

/* "black,white gets 4 points" of claim i and the next, which say so together; or the one. Returns
 * how many they are. */
static size_t print_coalition(const struct solve_check *check, size_t i)
{
    struct solve_check_claim claim, other;
    struct solve_check_coalition one, two;
    solve_check_claim(check, i, &claim);
    solve_check_coalition(check, i, &one);
    const char *name = claim.move[0] != '\0' ? claim.move : "root";
    const char *statement = claim.text + strlen(name) + 2;
    bool both = solve_check_coalition(check, i + 1, &two) == 0 &&
                solve_check_claim(check, i + 1, &other) == 0 &&
                strcmp(other.move, claim.move) == 0 && one.members == two.members &&
                one.bound == two.bound && one.held != two.held &&
                strcmp(one.payoff, two.payoff) == 0;
    if (both)
        printf("  %s: %.*s gets %d %s\n", name, (int)strcspn(statement, " "), statement, one.bound,
               one.payoff);
    else
        printf("  %s\n", claim.text);
    return both ? 2 : 1;
}

/* "black forces >= 1": with the half points that the text in the certificate leaves out. */
static void print_claim(const struct solve_check_claim *claim, int half)
{
    bool infinite = abs(claim->margin) == SOLVE_CHECK_INFINITE;
    size_t place = claim->move[0] != '\0' ? strlen(claim->move) : strlen("root");
    if (infinite || half == 0)
        fputs(claim->text + place + 2, stdout);
    else
        printf("%s %s %s %s", player_name(claim->player), claim->denies ? "denies" : "forces",
               (claim->player == 0) != claim->denies ? ">=" : "<=",
               human_half_points(2 * claim->margin + half));
}

/* A line for the claims of one state from the first on: "root: value +1 (black forces >= 1, white
 * forces <= 1)", or of what is no value yet "root: black forces >= 1". Returns how many there are.
 */
static size_t print_claims(const struct solve_check *check, size_t first, int half)
{
    struct together all = {-NOTHING, NOTHING, NOTHING, -NOTHING};
    struct solve_check_claim claim, next;
    solve_check_claim(check, first, &claim);
    size_t count = 0;
    for (;
         solve_check_claim(check, first + count, &next) == 0 && strcmp(next.move, claim.move) == 0;
         count++)
        take_together(&all, &next);
    printf("  %s:", claim.move[0] != '\0' ? claim.move : "root");
    bool told = print_value(&all, half);
    for (size_t i = 0; i < count; i++) {
        solve_check_claim(check, first + i, &next);
        fputs(i > 0 ? ", " : told ? " (" : " ", stdout);
        print_claim(&next, half);
    }
    puts(told ? ")" : "");
    return count;
}

/* How much the proof is: "2282 nodes", "15 replies", or of nodes with strategy leaves all of it. */
static void print_work(const struct solve_check *check, const struct solve_check_header *header)
{
    uint64_t leaves = solve_check_strategy_leaves(check);
    if (header->nodes > 0 || header->strategies == 0)
        fputs(human_count(header->nodes, "node", "nodes"), stdout);
    if (leaves > 0)
        printf(", %s, ", human_count(leaves, "strategy leaf", "strategy leaves"));
    if (leaves > 0)
        printf("%s of ", human_count(header->strategies, "strategy", "strategies"));
    if (header->strategies > 0)
        fputs(human_count(header->replies, "reply", "replies"), stdout);
    if (header->strategies > 0 && solve_check_living(check))
        fputs(header->strategies == 1 ? " of a living strategy" : " of living strategies", stdout);
}

int verification_print(const struct verification *done, struct error *err)
{
    struct solve_check_header header;
    size_t size = 0;
    int half;
    if (solve_check_header(done->check, &header) < 0)
        return 0;
    if (check_json_half_points(done->check, &half) < 0)
        return error_set(err, -ENOMEM, "out of memory");
    solve_check_bytes(done->check, &size);
    printf("%s, %s, %s, %s to move\n", header.board, header.rules, header.position,
           player_title(header.to_move));
    if (header.move_count > 0)
        printf("after %s\n", header.moves);
    struct solve_check_coalition about;
    for (size_t i = 0; i < header.claims;)
        i += solve_check_coalition(done->check, i, &about) == 0
                 ? print_coalition(done->check, i)
                 : print_claims(done->check, i, half);
    print_work(done->check, &header);
    printf(", %s, %.2f s\n", human_count(size, "byte", "bytes"), done->seconds);
    printf("XXH3-128 %s\naccepted\n", solve_check_hash(done->check));
    return 0;
}

int verification_print_json(const struct verification *done, struct error *err)
{
    const struct check_asked asked = {done->path, done->why.text, done->seconds};
    return json_print(check_json_set(json_head("verify"), done->check, &asked), err);
}
