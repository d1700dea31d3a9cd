/* The verb verify: checks a certificate and says what it proves. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/json.h"
#include "cli/output_path.h"
#include "cli/resources.h"
#include "cli/result.h"
#include "cli/setup.h"
#include "cli/verb.h"
#include "engine/search.h"
#include "proof/check.h"
#include "proof/file.h"
#include "proof/write.h"

enum { OPT_JSON, OPT_MEMORY, OPT_QUIET, OPT_RULES, OPT_PROOF, OPT_COUNT };

static const struct option_spec options[OPT_COUNT] = {
    [OPT_JSON] = {"json", NULL, "print one JSON object instead of text"},
    [OPT_MEMORY] = {"memory", "SIZE", "bytes, or with K, M or G: 512M"},
    [OPT_QUIET] = {"quiet", NULL, "print nothing if it is accepted"},
    [OPT_RULES] = {"rules", "NAME[,F=V...]",
                   "check its claims under this ruleset instead of its own"},
    [OPT_PROOF] = {"proof", "FILE", "write the certificate for that ruleset, if it is accepted"},
};

/* Beyond every margin of a claim. */
#define NOTHING (4 * PROOF_INFINITE)

struct verification {
    const char *file;
    uint8_t *bytes;
    size_t size;
    struct proof proof;
    double seconds;
    char hash[PROOF_HASH_TEXT];
};

/* The moves of a list, joined; to be freed. */
static char *join_moves(const struct proof *proof)
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
static bool same_node(const struct proof_claim *one, const struct proof_claim *other)
{
    return one->root ? other->root : !other->root && move_equal(one->move, other->move);
}

/* What the claims from first to last say together: lower and upper, where they meet. */
struct together {
    int black_forces, white_forces, white_denies, black_denies;
};

static struct together take_together(const struct proof_claim *claims, size_t count)
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
    if (margin == PROOF_INFINITE || margin == -PROOF_INFINITE)
        printf("%cinf", margin > 0 ? '+' : '-');
    else
        printf(margin > 0 ? "+%d" : "%d", margin);
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
    if (lower || all->white_denies == -PROOF_INFINITE) {
        printf(" lower ");
        print_margin(lower ? all->black_forces : -PROOF_INFINITE);
    }
    if (upper || all->black_denies == PROOF_INFINITE) {
        printf(lower || all->white_denies == -PROOF_INFINITE ? ", upper " : " upper ");
        print_margin(upper ? all->white_forces : PROOF_INFINITE);
    }
}

/* A line for the claims of one node: "root: value +1 (black forces >= 1, white forces <= 1)". */
static void print_claims(const struct proof *proof, size_t first, size_t count)
{
    const struct proof_claim *claims = &proof->claims[first];
    struct together all = take_together(claims, count);
    char text[PROOF_CLAIM_TEXT_MAX];
    const char *name = claims->root ? "root" : move_format(proof->graph, claims->move);
    printf("  %s:", name);
    print_value(&all);
    for (size_t i = 0; i < count; i++) {
        proof_claim_format(proof->graph, &claims[i], text);
        printf("%s%s", i == 0 ? " (" : ", ", text + strlen(name) + 2);
    }
    printf(")\n");
}

static void print_text(const struct verification *done)
{
    const struct proof *proof = &done->proof;
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
        printf("%zu replies", proof_count_replies(proof));
    else
        printf("%u nodes", proof->node_count);
    printf(", %zu bytes, %.2f s\n", done->size, done->seconds);
    printf("XXH3-128 %s\naccepted\n", done->hash);
}

static json_t *json_claims(const struct proof *proof)
{
    json_t *list = json_array();
    for (size_t i = 0; i < proof->claim_count; i++) {
        const struct proof_claim *claim = &proof->claims[i];
        bool infinite = claim->margin == PROOF_INFINITE || claim->margin == -PROOF_INFINITE;
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

static int print_json(const struct verification *done, struct error *err)
{
    const struct proof *proof = &done->proof;
    char rules[RULESET_TEXT_MAX], position[POSITION_TEXT_MAX];
    ruleset_format(&proof->rules, rules);
    position_format(proof->graph, &proof->start, position);
    char *moves = join_moves(proof);
    json_t *object = json_with(json_object(), "schema", json_integer(JSON_SCHEMA));
    object = json_with(object, "board", json_text_or_null(proof->graph->name));
    object = json_with(object, "rules", json_string(rules));
    object = json_with(object, "position", json_string(position));
    object = json_with(object, "to_move", json_string(player_name(proof->to_move)));
    object = json_with(object, "history", json_text_or_null(moves));
    object = json_with(object, "claims", json_claims(proof));
    object = json_with(object, "accepted", json_true());
    object = json_with(object, "nodes", json_integer(proof->node_count));
    if (proof->strategies) {
        object = json_with(object, "strategies", json_integer(proof->strategy_count));
        object = json_with(object, "replies", json_integer((json_int_t)proof_count_replies(proof)));
    }
    object = json_with(object, "bytes", json_integer((json_int_t)done->size));
    object = json_with(object, "seconds", json_real(round(done->seconds * 1000) / 1000));
    object = json_with(object, "peak_memory_bytes", json_integer((json_int_t)result_peak_memory()));
    object = json_with(object, "xxh3_128", json_string(done->hash));
    free(moves);
    return json_print(object, err);
}

/* Puts other rules into a certificate that can be read. Returns 0, -EINVAL (err) or -ENOMEM. */
static int change_rules(struct verification *into, const struct ruleset *rules, struct error *err)
{
    struct proof_bytes file = {0};
    int r = proof_parse(into->bytes, into->size, &into->proof, err);
    if (r == 0) {
        into->proof.rules = *rules;
        r = proof_format(&into->proof, &file);
    }
    proof_release(&into->proof);
    if (r < 0)
        return r == -ENOMEM ? error_set(err, r, "out of memory") : r;
    free(into->bytes);
    into->bytes = file.bytes;
    into->size = file.size;
    return 0;
}

/* Checks it under rules, or its own (NULL). Returns 0, 1 if it is not accepted (err), or a negative
 * errno. */
static int check_file(struct verification *into, const struct ruleset *rules, size_t max_bytes,
                      struct error *err)
{
    struct error why;
    double started = search_clock();
    int r = rules != NULL ? change_rules(into, rules, &why) : 0;
    if (r == 0)
        r = proof_parse(into->bytes, into->size, &into->proof, &why);
    if (r == 0)
        r = proof_check(&into->proof, max_bytes, &why);
    into->seconds = search_clock() - started;
    proof_file_hash(into->bytes, into->size, into->hash);
    if (r == 0)
        return 0;
    error_set(err, r, "%.80s: %s: %.220s", into->file,
              r == -ENOMEM ? "not checked" : "not accepted", why.text);
    return r == -ENOMEM ? r : 1;
}

static int read_rules(const char *const *values, struct ruleset *ret_rules, struct error *err)
{
    const char *text = values[OPT_RULES], *path = values[OPT_PROOF];
    struct error why;
    if (text != NULL && ruleset_parse(text, ret_rules, &why) < 0)
        return options_refuse("rules", text, why.text, err);
    if (text == NULL && path != NULL)
        return options_refuse("proof", path, "wanted with --rules, for whose ruleset it is", err);
    return output_path_file("proof", path, err);
}

static int verify(struct verification *into, const char *const *values, struct error *err)
{
    const char *path = values[OPT_PROOF];
    struct ruleset rules;
    uint64_t memory;
    int r = resources_read_memory(values[OPT_MEMORY], &memory, err);
    if (r == 0)
        r = read_rules(values, &rules, err);
    if (r < 0)
        return verb_exit_code(r);
    if (proof_file_read(into->file, &into->bytes, &into->size, err) < 0)
        return EXIT_USAGE;
    r = check_file(into, values[OPT_RULES] != NULL ? &rules : NULL, (size_t)memory, err);
    if (r != 0 || (path != NULL && proof_file_write(path, into->bytes, into->size, err) < 0))
        return EXIT_FAILED;
    if (values[OPT_JSON] != NULL)
        return print_json(into, err) < 0 ? EXIT_FAILED : EXIT_SOLVED;
    if (values[OPT_QUIET] == NULL)
        print_text(into);
    return EXIT_SOLVED;
}

static int run(const char *const *values, struct error *err)
{
    const char *const *files = values + OPT_COUNT;
    struct verification into = {.file = files[0]};
    if (files[0] == NULL || files[1] != NULL) {
        error_set(err, -EINVAL, "verify: wanted one FILE");
        return EXIT_USAGE;
    }
    int code = verify(&into, values, err);
    proof_release(&into.proof);
    free(into.bytes);
    return code;
}

const struct verb verb_verify = {
    .name = "verify",
    .help = "check a certificate that --proof wrote, and say what it proves",
    .options = options,
    .option_count = OPT_COUNT,
    .words = "FILE",
    .run = run,
};
