/*
 * Spoilt certificates.
 *
 *   mutants BOARD RULES NODES EACH
 *
 * The certificate of the empty board under each ruleset is spoilt in every way of spoil_ways.h and
 * below, EACH times at random nodes, and sealed again. A mutant that is accepted must still claim
 * nothing but what is true; some ways must never be accepted; and who refuses must name the node or
 * the claim (or, of the header and the size, the line). Exit code 0: all of that is so.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "certificates/made.h"
#include "certificates/spoil_ways.h"

struct tally {
    uint64_t max_nodes;
    int each;
    long refused, harmless, failed;
};

struct spoiling {
    struct tally *tally;
    const struct game *game;
    const struct made *made, *other; /* other: a certificate of another game; or NULL */
    struct parts parts;
};

static void complain(struct spoiling *of, const char *way, const char *what, const char *why)
{
    printf("%s %s: %s %s\n", show_game(of->game), way, what, why);
    of->tally->failed++;
}

/* Are all claims true, the header being what it was? */
static bool all_true(const struct spoiling *of, const struct bytes *file)
{
    struct parts parts;
    bool good = true;
    parts_open(&parts, file);
    for (size_t i = 0; i < parts.proof.claim_count && good; i++) {
        const struct bounds *bounds = bounds_of(&of->made->analysis, &parts.proof.claims[i]);
        good = bounds != NULL && is_true(&parts.proof.claims[i], bounds);
    }
    parts_release(&parts);
    return good;
}

static bool starts_with(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

/* strict: it must be refused. */
static void judge(struct spoiling *of, const char *way, const struct bytes *file, bool strict)
{
    struct error why;
    if (!is_accepted(file, &why)) {
        of->tally->refused++;
        if (!starts_with(why.text, "node ") && !starts_with(why.text, "claim "))
            complain(of, way, "refused without naming a node:", why.text);
    } else if (strict || !all_true(of, file)) {
        complain(of, way, "accepted", strict ? "" : "with a false claim");
    } else {
        of->tally->harmless++;
    }
}

static void spoil_nodes(struct spoiling *of)
{
    struct parts *parts = &of->parts;
    size_t count;
    const struct spoil_way *ways = spoil_ways(&count);
    for (size_t w = 0; w < count; w++) {
        for (int i = 0; i < of->tally->each && parts->proof.node_count > 0; i++) {
            uint32_t number = random_below(parts->proof.node_count);
            struct certificate_node kept = parts->nodes[number];
            struct bytes file;
            if (ways[w].spoil(&parts->nodes[number], number)) {
                parts_join(parts, &file);
                judge(of, ways[w].name, &file, ways[w].strict);
                free(file.data);
            }
            parts->nodes[number] = kept;
        }
    }
}

/* A node left out, the numbers behind it as they were. */
static void drop_nodes(struct spoiling *of)
{
    struct parts *parts = &of->parts;
    for (int i = 0; i < of->tally->each && parts->proof.node_count > 1; i++) {
        uint32_t number = random_below(parts->proof.node_count - 1);
        struct parts less = *parts;
        struct bytes file;
        size_t size = sizeof(*less.nodes);
        less.nodes = malloc(parts->proof.node_count * size);
        if (less.nodes == NULL)
            die("no memory");
        less.proof.node_count--;
        memcpy(less.nodes, parts->nodes, number * size);
        memcpy(less.nodes + number, parts->nodes + number + 1,
               (less.proof.node_count - number) * size);
        for (uint32_t n = number; n < less.proof.node_count; n++)
            for (int k = 0; k < less.nodes[n].count; k++)
                if (less.nodes[n].replies[k].how == CERTIFICATE_CHILD &&
                    less.nodes[n].replies[k].child > n)
                    less.nodes[n].replies[k].child = n;
        parts_join(&less, &file);
        judge(of, "drop a node", &file, false);
        free(file.data);
        free(less.nodes);
    }
}

static void spoil_claims(struct spoiling *of)
{
    struct parts *parts = &of->parts;
    for (size_t i = 0; i < parts->proof.claim_count; i++) {
        struct certificate_claim *claim = &parts->proof.claims[i], kept = *claim;
        for (int way = 0; way < 7; way++) {
            struct bytes file;
            *claim = kept;
            bool finite = abs(kept.margin) != CERTIFICATE_INFINITE;
            if (way < 2 && finite)
                claim->margin += way == 0 ? 1 : -1;
            else if (way == 2)
                claim->who = !claim->who;
            else if (way == 3)
                claim->denies = !claim->denies;
            else if (way == 4)
                claim->element ^= 1 + (int)random_below(4);
            else if (way == 5)
                claim->node =
                    parts->proof.node_count > 0 ? random_below(parts->proof.node_count) : 1;
            else
                claim->rules = !claim->rules;
            parts_join(parts, &file);
            judge(of, "change a claim", &file, false);
            free(file.data);
        }
        *claim = kept;
    }
}

/* The claims of a changed header, if it is accepted, must be true of the changed game. */
static void judge_header(struct spoiling *of, const char *way)
{
    const struct certificate *proof = &of->parts.proof;
    struct bytes file;
    struct error why;
    struct game game;
    struct made truth;
    parts_join(&of->parts, &file);
    if (!is_accepted(&file, &why)) {
        of->tally->refused++;
    } else {
        of->tally->harmless++;
        if (game_init(&game, proof->graph, &proof->rules, &proof->start, proof->to_move) < 0)
            die("no memory");
        for (size_t i = 0; i < proof->move_count; i++) {
            struct verdict verdict;
            if (game_play(&game, proof->moves[i], &verdict) < 0 || !verdict.legal)
                die("accepted with an illegal move");
        }
        bool solved = make(&game, of->tally->max_nodes, &truth);
        for (size_t i = 0; solved && i < proof->claim_count; i++) {
            const struct bounds *bounds = bounds_of(&truth.analysis, &proof->claims[i]);
            if (bounds == NULL || !is_true(&proof->claims[i], bounds))
                complain(of, way, "accepted with a false claim", "");
        }
        if (solved)
            made_release(&truth);
        game_release(&game);
    }
    free(file.data);
}

static void spoil_header(struct spoiling *of)
{
    struct certificate *proof = &of->parts.proof;
    struct certificate kept = *proof;
    size_t count;
    const struct preset *all = presets(&count);
    for (size_t i = 0; i < count; i++) {
        if (ruleset_parse(all[i].name, &proof->rules, NULL) == 0 &&
            ruleset_players(&proof->rules) == 2)
            judge_header(of, all[i].name);
        proof->rules = kept.rules;
    }
    for (int p = 0; p < proof->graph->points; p++) {
        proof->start.cells[p] = proof->start.cells[p] == 0 ? STONE_OF(p & 1) : 0;
        if (position_check(proof->graph, &proof->start, NULL) == 0)
            judge_header(of, "another start");
        proof->start = kept.start;
    }
    proof->to_move = !kept.to_move;
    judge_header(of, "another player to move");
    proof->to_move = kept.to_move;
    struct move moves[] = {move_stone(0), move_pass(MOVE_PASS)};
    proof->moves = moves;
    proof->move_count = 2;
    judge_header(of, "moves before");
    proof->moves = kept.moves;
    proof->move_count = kept.move_count;
}

/* Another proof's nodes and claims under this header. */
static void splice(struct spoiling *of)
{
    struct parts other;
    if (of->other == NULL)
        return;
    parts_open(&other, &of->other->certificate.file);
    struct parts mixed = of->parts;
    mixed.proof.node_count = other.proof.node_count;
    mixed.nodes = other.nodes;
    struct bytes file;
    parts_join(&mixed, &file);
    judge(of, "the nodes of another proof", &file, false);
    free(file.data);
    parts_release(&other);
}

static void must_refuse(struct spoiling *of, const char *way, const struct bytes *file)
{
    struct error why;
    if (is_accepted(file, &why))
        complain(of, way, "accepted", "");
    else
        of->tally->refused++;
}

/* Bytes lost and bytes changed: with the old checksum and sealed again. */
static void spoil_bytes(struct spoiling *of)
{
    const struct bytes *whole = &of->made->certificate.file;
    struct bytes copy = {.data = malloc(whole->size), .size = whole->size};
    if (copy.data == NULL)
        die("no memory");
    memcpy(copy.data, whole->data, whole->size);
    for (size_t size = 0; size < whole->size; size += 1 + whole->size / 50) {
        copy.size = size;
        must_refuse(of, "truncated", &copy);
        if (size >= CERTIFICATE_CHECKSUM_BYTES) {
            write_seal(copy.data, size);
            must_refuse(of, "truncated and sealed", &copy);
            memcpy(copy.data, whole->data, whole->size);
        }
    }
    copy.size = whole->size;
    for (int i = 0; i < 20 * of->tally->each; i++) {
        struct error why;
        size_t at = random_below((unsigned)whole->size - CERTIFICATE_CHECKSUM_BYTES);
        copy.data[at] ^= (uint8_t)(1u << random_below(8));
        must_refuse(of, "a bit flipped", &copy);
        write_seal(copy.data, copy.size);
        bool body =
            at >= (size_t)(whole->size - CERTIFICATE_CHECKSUM_BYTES - of->parts.proof.body_size);
        if (body && is_accepted(&copy, &why) && !all_true(of, &copy))
            complain(of, "a bit flipped and sealed", "accepted with a false claim", "");
        memcpy(copy.data, whole->data, whole->size);
    }
    free(copy.data);
}

struct state_of {
    struct tally tally;
    struct made last; /* of the ruleset before */
    bool has_last;
};

static void check(const struct game *game, void *arg)
{
    struct state_of *state = arg;
    struct made made;
    struct error why;
    if (!make(game, state->tally.max_nodes, &made))
        die("the game is not solved within the nodes");
    if (!is_accepted(&made.certificate.file, &why))
        die(why.text);
    struct spoiling of = {&state->tally, game, &made, state->has_last ? &state->last : NULL, {0}};
    parts_open(&of.parts, &made.certificate.file);
    spoil_nodes(&of);
    drop_nodes(&of);
    spoil_claims(&of);
    spoil_header(&of);
    splice(&of);
    spoil_bytes(&of);
    parts_release(&of.parts);
    if (state->has_last)
        made_release(&state->last);
    state->last = made;
    state->has_last = true;
}

int main(int argc, char **argv)
{
    struct state_of state = {0};
    if (argc != 5)
        die("usage: mutants BOARD RULES NODES EACH");
    state.tally.max_nodes = (uint64_t)atoll(argv[3]);
    state.tally.each = atoi(argv[4]);
    for_empty_board(argv[1], argv[2], check, &state);
    if (state.has_last)
        made_release(&state.last);
    printf("%ld mutants refused, %ld harmless, %ld failures\n", state.tally.refused,
           state.tally.harmless, state.tally.failed);
    return state.tally.failed > 0 || state.tally.refused == 0;
}
