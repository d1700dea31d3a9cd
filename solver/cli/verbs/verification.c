/* Printing what a check of a certificate found. */
#include "cli/verbs/verification.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/human.h"
#include "cli/json.h"
#include "cli/player.h"
#include "cli/result.h"

/* Beyond every margin of a claim. */
#define NOTHING (4 * CERTIFICATE_INFINITE)

const char *verification_word(enum verification_verdict verdict)
{
    static const char *const words[] = {
        [VERIFICATION_ACCEPTED] = "accepted",
        [VERIFICATION_REFUSED] = "not accepted",
        [VERIFICATION_NOT_CHECKED] = "not checked",
    };
    return words[verdict];
}

/* The moves of a list, joined; to be freed. */
static char *join_moves(const struct certificate *proof)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (out == NULL)
        return NULL;
    for (size_t i = 0; i < proof->move_count; i++)
        fprintf(out, "%s%s", i > 0 ? " " : "", move_format(proof->graph, proof->moves[i]));
    return fclose(out) == 0 ? text : NULL;
}

/* Is it claimed of the same node as one is? */
static bool same_node(const struct certificate_claim *one, const struct certificate_claim *other)
{
    return one->root ? other->root : !other->root && move_equal(one->move, other->move);
}

/* What the claims from first to last say together: lower and upper, where they meet. */
struct together {
    int black_forces, white_forces, white_denies, black_denies;
};

static struct together take_together(const struct certificate_claim *claims, size_t count)
{
    struct together all = {-NOTHING, NOTHING, NOTHING, -NOTHING};
    for (size_t i = 0; i < count; i++) {
        int margin = claims[i].margin;
        if (claims[i].who == 0 && !claims[i].denies && margin > all.black_forces)
            all.black_forces = margin;
        else if (claims[i].who == 1 && !claims[i].denies && margin < all.white_forces)
            all.white_forces = margin;
        else if (claims[i].who == 1 && claims[i].denies && margin < all.white_denies)
            all.white_denies = margin;
        else if (claims[i].who == 0 && claims[i].denies && margin > all.black_denies)
            all.black_denies = margin;
    }
    return all;
}

static void print_margin(int margin)
{
    if (margin == CERTIFICATE_INFINITE || margin == -CERTIFICATE_INFINITE)
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
    if (lower || all->white_denies == -CERTIFICATE_INFINITE) {
        printf(" lower ");
        print_margin(lower ? all->black_forces : -CERTIFICATE_INFINITE);
    }
    if (upper || all->black_denies == CERTIFICATE_INFINITE) {
        printf(lower || all->white_denies == -CERTIFICATE_INFINITE ? ", upper " : " upper ");
        print_margin(upper ? all->white_forces : CERTIFICATE_INFINITE);
    }
}

/* A line for the claims of one node: "root: value +1 (black forces >= 1, white forces <= 1)". */
static void print_claims(const struct certificate *proof, size_t first, size_t count)
{
    const struct certificate_claim *claims = &proof->claims[first];
    struct together all = take_together(claims, count);
    char text[CERTIFICATE_CLAIM_TEXT_MAX];
    const char *name = claims->root ? "root" : move_format(proof->graph, claims->move);
    printf("  %s:", name);
    print_value(&all);
    for (size_t i = 0; i < count; i++) {
        certificate_claim_format(proof->graph, &claims[i], text);
        printf("%s%s", i == 0 ? " (" : ", ", text + strlen(name) + 2);
    }
    printf(")\n");
}

void verification_print(const struct verification *done)
{
    const struct certificate *proof = &done->proof;
    char rules[RULESET_TEXT_MAX], position[POSITION_TEXT_MAX];
    ruleset_format(&proof->rules, rules);
    position_format(proof->graph, &proof->start, position);
    printf("%s, %s, %s, %s to move\n", proof->graph->name, rules, position,
           player_title(proof->to_move));
    char *moves = join_moves(proof);
    if (proof->move_count > 0)
        printf("after %s\n", moves != NULL ? moves : "?");
    free(moves);
    for (size_t i = 0, count; i < proof->claim_count; i += count) {
        for (count = 1; i + count < proof->claim_count &&
                        same_node(&proof->claims[i], &proof->claims[i + count]);
             count++)
            ;
        print_claims(proof, i, count);
    }
    if (proof->strategies)
        fputs(human_count(certificate_count_replies(proof), "reply", "replies"), stdout);
    else
        fputs(human_count(proof->node_count, "node", "nodes"), stdout);
    printf(", %s, %.2f s\n", human_count(done->file.size, "byte", "bytes"), done->seconds);
    printf("XXH3-128 %s\naccepted\n", done->hash);
}

static json_t *json_claims(const struct certificate *proof)
{
    json_t *list = json_array();
    for (size_t i = 0; i < proof->claim_count; i++) {
        const struct certificate_claim *claim = &proof->claims[i];
        bool infinite =
            claim->margin == CERTIFICATE_INFINITE || claim->margin == -CERTIFICATE_INFINITE;
        json_t *object = json_with(
            json_object(), "move",
            json_text_or_null(claim->root ? NULL : move_format(proof->graph, claim->move)));
        object = json_with(object, "player", json_string(player_name(claim->who)));
        object = json_with(object, "claim", json_string(claim->denies ? "denies" : "forces"));
        object = json_with(object, "bound",
                           json_string((claim->who == 0) != claim->denies ? ">=" : "<="));
        object = json_with(object, "margin",
                           infinite ? json_string(claim->margin > 0 ? "+inf" : "-inf")
                                    : json_integer(claim->margin));
        list = json_append(list, object);
    }
    return list;
}

/* What stands in a certificate's header, or null where it cannot be read. */
static json_t *json_header(json_t *object, const struct certificate *proof)
{
    char rules[RULESET_TEXT_MAX] = "", position[POSITION_TEXT_MAX] = "";
    bool known = proof->graph != NULL;
    char *moves = known ? join_moves(proof) : NULL;
    if (known) {
        ruleset_format(&proof->rules, rules);
        position_format(proof->graph, &proof->start, position);
    }
    object = json_with(object, "board", json_text_or_null(known ? proof->graph->name : NULL));
    object = json_with(object, "rules", json_text_or_null(known ? rules : NULL));
    object = json_with(object, "position", json_text_or_null(known ? position : NULL));
    object =
        json_with(object, "to_move", json_text_or_null(known ? player_name(proof->to_move) : NULL));
    object = json_with(object, "history", json_text_or_null(moves));
    free(moves);
    return json_with(object, "claims", known ? json_claims(proof) : json_null());
}

static json_t *number_or_null(bool known, uint64_t number)
{
    return known ? json_integer((json_int_t)number) : json_null();
}

int verification_print_json(const struct verification *done, struct error *err)
{
    const struct certificate *proof = &done->proof;
    bool known = proof->graph != NULL, whole = done->file.whole;
    bool accepted = done->verdict == VERIFICATION_ACCEPTED;
    json_t *object = json_with(json_object(), "schema", json_integer(JSON_SCHEMA));
    object = json_header(object, proof);
    object = json_with(object, "accepted", json_boolean(accepted));
    object = json_with(object, "verdict", json_string(verification_word(done->verdict)));
    object = json_with(object, "stopped", json_text_or_null(done->stopped));
    object = json_with(object, "reason", json_text_or_null(accepted ? NULL : done->why.text));
    object = json_with(object, "nodes", number_or_null(known, proof->node_count));
    object = json_with(object, "strategies", number_or_null(known, proof->strategy_count));
    object = json_with(object, "replies", number_or_null(known, certificate_count_replies(proof)));
    object = json_with(object, "bytes", number_or_null(whole, done->file.size));
    object = json_with(object, "seconds", json_real(round(done->seconds * 1000) / 1000));
    object = json_with(object, "peak_memory_bytes", json_integer((json_int_t)result_peak_memory()));
    object = json_with(object, "xxh3_128", json_text_or_null(whole ? done->hash : NULL));
    return json_print(object, err);
}
