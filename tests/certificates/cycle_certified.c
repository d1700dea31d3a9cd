/*
 * Certificates under rules with cycles: made, checked, spoilt.
 *
 *   cycle_certified sound BOARD RULES GAMES SEED
 *   cycle_certified injected BOARD RULES GAMES SEED
 *
 * GAMES random games, cycles removed now and then, are solved where they stand and certified. With
 * a sound engine each certificate is accepted, claims all that is known, and is refused with a
 * claim or a node that says a point more, or without one of the loser's turns; with other changes
 * it may be accepted, as its claims stay true. With an engine that forgets conditions
 * (INJECTED_BUG) at least one is refused, and of those that are accepted no claim is disproved by
 * the naive solver.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "certificate/write/cycle_write.h"
#include "certificates/certified_games.h"
#include "rules/cycles.h"

#define MOVES_MAX 24
#define CHANGES 12

/* Plays moves at random; a removal where there is one and the die falls so. */
static void play_randomly(struct game *game, unsigned moves)
{
    for (unsigned tries = 0; tries < 4 * moves && game->count <= moves; tries++) {
        int points = game->graph->points, count = cycles_count(game, game->count - 1);
        int point = (int)random_below((unsigned)points + 1);
        struct move move = point < points ? move_stone(point) : move_pass(MOVE_PASS);
        struct verdict verdict;
        if (count > 0 && random_below(4) == 0)
            move = move_after_cycle(1 + (int)random_below((unsigned)count), move);
        if (game_play(game, move, &verdict) < 0)
            die("no memory");
        if (verdict.legal && game_over(game))
            game_undo(game);
    }
}

/* --- certificates taken apart --- */

struct parts {
    struct certificate proof;
    struct cycle_node *nodes;
};

static void open_parts(const struct bytes *file, struct parts *parts)
{
    struct certificate_cursor cursor = {0};
    struct error err;
    if (certificate_parse(file->data, file->size, &parts->proof, &err) < 0)
        die(err.text);
    parts->nodes = calloc(parts->proof.node_count + 1, sizeof(*parts->nodes));
    for (uint32_t n = 0; n < parts->proof.node_count; n++) {
        size_t room = 0;
        if (cycle_node_next(&parts->proof, &cursor, &parts->nodes[n], &room, &err) < 0)
            die(err.text);
    }
}

static void release_parts(struct parts *parts)
{
    for (uint32_t n = 0; n < parts->proof.node_count; n++)
        free(parts->nodes[n].turns);
    free(parts->nodes);
    certificate_release(&parts->proof);
}

/* Puts the parts together again and checks them. */
static int check_parts(const struct parts *parts, struct error *err)
{
    struct bytes body = {0};
    for (uint32_t n = 0; n < parts->proof.node_count; n++)
        write_cycle_node_bytes(&body, &parts->nodes[n], n);
    return certified_check_changed(&parts->proof, &body, err);
}

static void expect_refused(const struct game *game, const struct parts *parts, const char *what)
{
    struct error err = {""};
    if (check_parts(parts, &err) != -EINVAL)
        certified_fail(game, "not refused", what);
}

static void sharpen_claims(const struct game *game, struct parts *parts)
{
    for (size_t i = 0; i < parts->proof.claim_count; i++) {
        struct certificate_claim *claim = &parts->proof.claims[i];
        int kept = claim->margin;
        claim->margin += claim->who == 0 ? 1 : -1;
        expect_refused(game, parts, "a claim of one more point");
        claim->margin = kept;
        claim->who = 1 - claim->who;
        claim->margin = kept + (claim->who == 0 ? 1 : -1);
        expect_refused(game, parts, "the other player's claim");
        claim->who = 1 - claim->who;
        claim->margin = kept;
    }
}

/* Leaves out a turn of the loser's that removes nothing; those with removals may be unneeded. */
static void drop_turn(const struct game *game, struct parts *parts, struct cycle_node *node)
{
    if (node->situation.mover == node->winner || node->turns[0].used != 0)
        return;
    uint32_t plain = 0;
    while (plain < node->count && node->turns[plain].used == 0)
        plain++;
    uint32_t at = random_below(plain);
    struct cycle_turn kept = node->turns[at];
    memmove(&node->turns[at], &node->turns[at + 1], (--node->count - at) * sizeof(*node->turns));
    expect_refused(game, parts, "a turn left out");
    memmove(&node->turns[at + 1], &node->turns[at], (node->count++ - at) * sizeof(*node->turns));
    node->turns[at] = kept;
}

/* Changes something that may or may not matter. */
static void disturb(struct parts *parts, uint32_t number)
{
    struct cycle_node *node = &parts->nodes[number], kept = *node;
    struct cycle_turn *turn = &node->turns[random_below(node->count)], old = *turn;
    uint64_t bit = UINT64_C(1) << random_below((unsigned)parts->proof.graph->points);
    struct error err;
    switch (random_below(8)) {
    case 0:
        turn->used ^= bit;
        break;
    case 1:
        turn->point = (int)random_below((unsigned)parts->proof.graph->points + 1) - 1;
        break;
    case 2:
        turn->ends = !turn->ends && number > 0;
        break;
    case 3:
        turn->child = number > 0 ? random_below(number) : 0;
        turn->ends = number == 0;
        break;
    case 4:
        node->situation.permanent ^= bit;
        break;
    case 5:
        node->situation.temporary ^= bit;
        break;
    case 6:
        node->situation.stones[random_below(2)] ^= bit;
        break;
    default:
        node->winner = !node->winner;
    }
    check_parts(parts, &err);
    *turn = old;
    node->situation = kept.situation;
    node->winner = kept.winner;
}

static void spoil(const struct game *game, const struct bytes *file)
{
    struct parts parts;
    open_parts(file, &parts);
    sharpen_claims(game, &parts);
    for (int i = 0; i < CHANGES && parts.proof.node_count > 0; i++) {
        uint32_t number = random_below(parts.proof.node_count);
        struct cycle_node *node = &parts.nodes[number];
        node->bound++;
        expect_refused(game, &parts, "a node that gives one more point");
        node->bound--;
        drop_turn(game, &parts, node);
        disturb(&parts, number);
    }
    release_parts(&parts);
}

/* --- games --- */

static void check_sound(const struct game *game, const struct analysis *analysis,
                        const struct written_certificate *certificate)
{
    struct error err = {""};
    bool pair = analysis->bounds.lower_min != analysis->bounds.upper_min;
    if (certified_check(&certificate->file, &err) < 0)
        certified_fail(game, "refused", err.text);
    else if (certificate->missing > 0 && !pair)
        certified_fail(game, "not all is claimed", "");
    else
        spoil(game, &certificate->file);
}

static void random_game(const struct graph *graph, const struct ruleset *rules, bool empty,
                        struct game *ret_game)
{
    struct position position = {{0}};
    if (!empty)
        random_position(graph, &position);
    must(game_init(ret_game, graph, rules, &position, (int)random_below(2)) == 0, "no memory");
    if (!empty)
        play_randomly(ret_game, random_below(MOVES_MAX));
}

static void for_games(const struct graph *graph, const struct ruleset *rules, long games)
{
    for (long i = 0; i < games; i++) {
        struct game game;
        random_game(graph, rules, i == 0, &game);
        certified_game(&game);
        game_release(&game);
    }
}

int main(int argc, char **argv)
{
    const struct certified_kind cycle = {
        .name = "cycle_certified", .check_sound = check_sound, .for_games = for_games};
    return certified_main(argc, argv, &cycle);
}
