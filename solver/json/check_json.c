/* What a check of a certificate found, as JSON. */
#include "json/check_json.h"

#include <errno.h>
#include <string.h>

#include "base/peak_memory.h"
#include "json/game_json.h"
#include "json/json.h"
#include "json/player.h"
#include "json/value_json.h"

const char *check_json_word(enum solve_check_verdict verdict)
{
    if (verdict == SOLVE_CHECK_ACCEPTED)
        return "accepted";
    return verdict == SOLVE_CHECK_REFUSED ? "not accepted" : "not checked";
}

int check_json_half_points(const struct solve_check *check, int *ret_half)
{
    struct solve_check_header header;
    struct solve_rules *rules;
    int r = -EINVAL;
    if (solve_check_header(check, &header) == 0 && header.rules != NULL)
        r = solve_rules_parse(header.rules, &rules, NULL);
    if (r == -ENOMEM)
        return r;
    *ret_half = r == 0 ? solve_rules_half_points(rules) : 0;
    if (r == 0)
        solve_rules_unref(rules);
    return 0;
}

static json_t *claim_json(const struct solve_check *check, size_t i,
                          const struct solve_check_claim *claim, int half)
{
    struct solve_check_coalition about = {0};
    bool coalition = solve_check_coalition(check, i, &about) == 0;
    bool at_least = coalition ? !about.held : (claim->player == 0) != claim->denies;
    bool infinite = claim->margin == SOLVE_CHECK_INFINITE || claim->margin == -SOLVE_CHECK_INFINITE;
    json_t *object = json_with(json_object(), "move",
                               json_text_or_null(claim->move[0] != '\0' ? claim->move : NULL));
    object = json_with(object, "player",
                       json_text_or_null(coalition ? NULL : player_name(claim->player)));
    object = json_with(object, "claim",
                       json_string(coalition       ? "gets"
                                   : claim->denies ? "denies"
                                                   : "forces"));
    object = json_with(object, "bound", json_string(at_least ? ">=" : "<="));
    object = json_with(object, "margin",
                       infinite ? json_null() : value_json_half_points(2 * claim->margin + half));
    object = json_with(object, "infinite",
                       infinite ? json_string(claim->margin > 0 ? "+" : "-") : json_null());
    object =
        json_with(object, "coalition", coalition ? game_json_players(about.members) : json_null());
    return json_with(object, "payoff", json_text_or_null(coalition ? about.payoff : NULL));
}

static json_t *claims_json(const struct solve_check *check)
{
    struct solve_check_claim claim;
    json_t *list = json_array();
    int half = 0;
    if (check_json_half_points(check, &half) < 0)
        json_lose();
    for (size_t i = 0; solve_check_claim(check, i, &claim) == 0; i++)
        list = json_append(list, claim_json(check, i, &claim, half));
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
    int r = text != NULL ? solve_rules_parse(text, &rules, NULL) : -EINVAL;
    if (r == -ENOMEM)
        json_lose();
    if (r == 0) {
        object = game_json_set_rules(object, rules);
        solve_rules_unref(rules);
        return object;
    }
    object = json_with(object, "rules", json_text_or_null(text));
    return json_with(object, "rules_fields", json_null());
}

json_t *check_json_set(json_t *object, const struct solve_check *check,
                       const struct check_asked *asked)
{
    struct solve_check_header header = {0};
    size_t size = 0;
    bool known = solve_check_header(check, &header) == 0, whole = solve_check_whole(check);
    enum solve_check_verdict verdict = solve_check_verdict(check);
    bool accepted = verdict == SOLVE_CHECK_ACCEPTED;
    const char *mover = known ? player_name(header.to_move) : NULL;
    solve_check_bytes(check, &size);
    object = json_with(object, "file", json_text_or_null(asked->file));
    object = json_with(object, "board", json_text_or_null(header.board));
    object = set_rules(object, header.rules);
    object = json_with(object, "position", json_text_or_null(header.position));
    object = json_with(object, "to_move", json_text_or_null(mover));
    object = json_with(object, "history", known ? words_json(header.moves) : json_null());
    object = json_with(object, "claims", known ? claims_json(check) : json_null());
    object = json_with(object, "accepted", json_boolean(accepted));
    object = json_with(object, "verdict", json_string(check_json_word(verdict)));
    object = json_with(object, "stopped", json_text_or_null(solve_check_stopped(check)));
    object = json_with(object, "reason", json_text_or_null(accepted ? NULL : asked->why));
    object = json_with(object, "nodes", number_or_null(known, header.nodes));
    object = json_with(object, "strategies", number_or_null(known, header.strategies));
    object = json_with(object, "replies", number_or_null(known, header.replies));
    object = json_with(object, "strategy_leaves",
                       number_or_null(known, solve_check_strategy_leaves(check)));
    object = json_with(object, "living",
                       known ? json_boolean(solve_check_living(check)) : json_null());
    object = json_with(object, "bytes", number_or_null(whole, size));
    object = json_with(object, "seconds", json_seconds(asked->seconds));
    object = json_with(object, "peak_memory_bytes", json_integer((json_int_t)peak_memory_read()));
    return json_with(object, "xxh3_128", json_text_or_null(whole ? solve_check_hash(check) : NULL));
}
