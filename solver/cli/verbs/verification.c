/* Printing what a check of a certificate found. */
#include "cli/verbs/verification.h"

#include <stdio.h>
#include <string.h>

#include "base/human.h"
#include "base/peak_memory.h"
#include "json/game_json.h"
#include "json/json.h"
#include "json/player.h"

/* Beyond every margin of a claim. */
#define NOTHING (4 * SOLVE_CHECK_INFINITE)

const char *verification_word(enum solve_check_verdict verdict)
{
    if (verdict == SOLVE_CHECK_ACCEPTED)
        return "accepted";
    return verdict == SOLVE_CHECK_REFUSED ? "not accepted" : "not checked";
}

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

static void print_margin(int margin)
{
    if (margin == SOLVE_CHECK_INFINITE || margin == -SOLVE_CHECK_INFINITE)
        printf("%cinf", margin > 0 ? '+' : '-');
    else
        fputs(human_signed(margin), stdout);
}

/* "value +1" or "lower -6, upper +6", as far as the claims say it. */
static void print_value(const struct together *all)
{
    bool lower = all->white_denies == all->black_forces + 1;
    bool upper = all->black_denies == all->white_forces - 1;
    if (all->black_forces == all->white_forces) {
        printf(" value ");
        print_margin(all->black_forces);
        return;
    }
    if (lower || all->white_denies == -SOLVE_CHECK_INFINITE) {
        printf(" lower ");
        print_margin(lower ? all->black_forces : -SOLVE_CHECK_INFINITE);
    }
    if (upper || all->black_denies == SOLVE_CHECK_INFINITE) {
        printf(lower || all->white_denies == -SOLVE_CHECK_INFINITE ? ", upper " : " upper ");
        print_margin(upper ? all->white_forces : SOLVE_CHECK_INFINITE);
    }
}

/* A line for the claims of one state from the first on: "root: value +1 (black forces >= 1, white
 * forces <= 1)". Returns how many there are. */
static size_t print_claims(const struct solve_check *check, size_t first)
{
    struct together all = {-NOTHING, NOTHING, NOTHING, -NOTHING};
    struct solve_check_claim claim, next;
    solve_check_claim(check, first, &claim);
    size_t count = 0;
    for (;
         solve_check_claim(check, first + count, &next) == 0 && strcmp(next.move, claim.move) == 0;
         count++)
        take_together(&all, &next);
    const char *name = claim.move[0] != '\0' ? claim.move : "root";
    printf("  %s:", name);
    print_value(&all);
    for (size_t i = 0; i < count; i++) {
        solve_check_claim(check, first + i, &next);
        printf("%s%s", i == 0 ? " (" : ", ", next.text + strlen(name) + 2);
    }
    printf(")\n");
    return count;
}

void verification_print(const struct verification *done)
{
    struct solve_check_header header;
    size_t size = 0;
    if (solve_check_header(done->check, &header) < 0)
        return;
    solve_check_bytes(done->check, &size);
    printf("%s, %s, %s, %s to move\n", header.board, header.rules, header.position,
           player_title(header.to_move));
    if (header.move_count > 0)
        printf("after %s\n", header.moves);
    for (size_t i = 0; i < header.claims;)
        i += print_claims(done->check, i);
    if (header.strategies > 0)
        fputs(human_count(header.replies, "reply", "replies"), stdout);
    else
        fputs(human_count(header.nodes, "node", "nodes"), stdout);
    printf(", %s, %.2f s\n", human_count(size, "byte", "bytes"), done->seconds);
    printf("XXH3-128 %s\naccepted\n", solve_check_hash(done->check));
}

static json_t *claim_json(const struct solve_check_claim *claim)
{
    bool infinite = claim->margin == SOLVE_CHECK_INFINITE || claim->margin == -SOLVE_CHECK_INFINITE;
    json_t *object = json_with(json_object(), "move",
                               json_text_or_null(claim->move[0] != '\0' ? claim->move : NULL));
    object = json_with(object, "player", json_string(player_name(claim->player)));
    object = json_with(object, "claim", json_string(claim->denies ? "denies" : "forces"));
    object = json_with(object, "bound",
                       json_string((claim->player == 0) != claim->denies ? ">=" : "<="));
    object = json_with(object, "margin", infinite ? json_null() : json_integer(claim->margin));
    return json_with(object, "infinite",
                     infinite ? json_string(claim->margin > 0 ? "+" : "-") : json_null());
}

static json_t *claims_json(const struct solve_check *check)
{
    struct solve_check_claim claim;
    json_t *list = json_array();
    for (size_t i = 0; solve_check_claim(check, i, &claim) == 0; i++)
        list = json_append(list, claim_json(&claim));
    return list;
}

static json_t *number_or_null(bool known, uint64_t number)
{
    return known ? json_integer((json_int_t)number) : json_null();
}

/* The words of text, which are separated by blanks. */
static json_t *words_json(const char *text)
{
    json_t *list = json_array();
    while (text != NULL && *text != '\0') {
        size_t length = strcspn(text, " ");
        if (length > 0)
            list = json_append(list, json_stringn(text, length));
        text += length + (text[length] == ' ');
    }
    return list;
}

/* "rules" and "rules_fields" of a text, perhaps one that is none. */
static json_t *set_rules(json_t *object, const char *text)
{
    struct solve_rules *rules;
    if (text != NULL && solve_rules_parse(text, &rules, NULL) == 0) {
        object = game_json_set_rules(object, rules);
        solve_rules_unref(rules);
        return object;
    }
    object = json_with(object, "rules", json_text_or_null(text));
    return json_with(object, "rules_fields", json_null());
}

int verification_print_json(const struct verification *done, struct error *err)
{
    const struct solve_check *check = done->check;
    struct solve_check_header header = {0};
    size_t size = 0;
    bool known = solve_check_header(check, &header) == 0, whole = solve_check_whole(check);
    enum solve_check_verdict verdict = solve_check_verdict(check);
    bool accepted = verdict == SOLVE_CHECK_ACCEPTED;
    const char *mover = known ? player_name(header.to_move) : NULL;
    solve_check_bytes(check, &size);
    json_t *object = json_with(json_head("verify"), "file", json_text_or_null(done->path));
    object = json_with(object, "board", json_text_or_null(header.board));
    object = set_rules(object, header.rules);
    object = json_with(object, "position", json_text_or_null(header.position));
    object = json_with(object, "to_move", json_text_or_null(mover));
    object = json_with(object, "history", known ? words_json(header.moves) : json_null());
    object = json_with(object, "claims", known ? claims_json(check) : json_null());
    object = json_with(object, "accepted", json_boolean(accepted));
    object = json_with(object, "verdict", json_string(verification_word(verdict)));
    object = json_with(object, "stopped", json_text_or_null(solve_check_stopped(check)));
    object = json_with(object, "reason", json_text_or_null(accepted ? NULL : done->why.text));
    object = json_with(object, "nodes", number_or_null(known, header.nodes));
    object = json_with(object, "strategies", number_or_null(known, header.strategies));
    object = json_with(object, "replies", number_or_null(known, header.replies));
    object = json_with(object, "bytes", number_or_null(whole, size));
    object = json_with(object, "seconds", json_seconds(done->seconds));
    object = json_with(object, "peak_memory_bytes", json_integer((json_int_t)peak_memory_read()));
    object =
        json_with(object, "xxh3_128", json_text_or_null(whole ? solve_check_hash(check) : NULL));
    return json_print(object, err);
}
