/*
 * Certificates of values by coalition.
 *
 *   coalition-certified BOARD RULES NODES GAMES
 *
 * RULES are separated by blanks. GAMES random positions with random moves under each: what a random
 * coalition gets there, by a random payoff, is certified if that takes at most NODES. The
 * certificate must be accepted; a claim that says more must not be. Then nodes and claims are
 * spoilt, and certificates are put under games that came to the same state in another way: what is
 * accepted then must be true of that game. Exit code 0: all of that is so, and all of it happened.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "certificate/check/check.h"
#include "certificate/coalition_nodes.h"
#include "certificate/write/coalition_write.h"
#include "common/games.h"
#include "players/coalition.h"

#define MOVES_MAX 14
#define KEPT 400 /* games that are put under other certificates */
#define SPOILT 2 /* of each way, for each certificate */

struct counts {
    long made, skipped, refused, harmless, elsewhere, elsewhere_refused, failed;
};

/* A game with what a coalition gets there, certified. */
struct made {
    struct game game;
    struct coalition_query query;
    int value;
    struct bytes file;
};

/* The certificate taken apart. */
struct parts {
    struct certificate proof;
    struct coalition_node *nodes;
};

static void complain(const struct made *made, const char *what, const char *why,
                     struct counts *counts)
{
    char position[POSITION_TEXT_MAX];
    position_format(made->game.graph, &made->game.turns[0].board, position);
    printf("%s, %zu moves, coalition %u: %s %s\n", position, made->game.count - 1,
           made->query.members, what, why);
    counts->failed++;
}

static bool accepted(const struct bytes *file, struct error *why)
{
    struct certificate proof;
    int r = certificate_parse(file->data, file->size, &proof, why);
    if (r == 0) {
        r = check_certificate(&proof, 0, why);
        certificate_release(&proof);
    }
    must(r == 0 || r == -EINVAL, "a check ended early");

    return r == 0;
}

/* Is all true that a certificate claims of the state at which a game stands? */
static bool is_true(const struct certificate_claim *claim, int value)
{
    return claim->denies ? value <= claim->margin : value >= claim->margin;
}

static void take_apart(const struct made *made, struct parts *ret_parts)
{
    struct certificate_cursor cursor = {0};
    struct error why;
    must(certificate_parse(made->file.data, made->file.size, &ret_parts->proof, &why) == 0,
         why.text);
    ret_parts->nodes = calloc(ret_parts->proof.node_count + 1u, sizeof(*ret_parts->nodes));
    must(ret_parts->nodes != NULL, "no memory");
    for (uint32_t i = 0; i < ret_parts->proof.node_count; i++)
        must(coalition_node_next(&ret_parts->proof, &cursor, &ret_parts->nodes[i], &why) == 0,
             why.text);
}

static void release_parts(struct parts *parts)
{
    certificate_release(&parts->proof);
    free(parts->nodes);
}

/* The parts as a certificate about game. */
static struct bytes put_together(const struct parts *parts, const struct game *game)
{
    struct written_certificate written = {0};
    struct bytes body = {0};
    for (uint32_t i = 0; i < parts->proof.node_count; i++)
        write_coalition_node_bytes(&body, &parts->nodes[i], game->players, i);
    must(written_certificate_make(game, &parts->proof, &body, &written) == 0, "no memory");
    bytes_release(&body);
    return written.file;
}

/* Judges spoilt parts: unless strict they may be accepted if what they claim of the made game is
 * true. */
static void judge(const struct made *made, const struct parts *parts, const char *way, bool strict,
                  struct counts *counts)
{
    struct bytes file = put_together(parts, &made->game);
    struct error why;
    bool good = accepted(&file, &why);
    for (size_t i = 0; good && i < parts->proof.claim_count; i++) {
        const struct certificate_claim *claim = &parts->proof.claims[i];
        bool known = claim->root && claim->members == made->query.members &&
                     claim->payoff == made->query.payoff;
        if (known && !is_true(claim, made->value))
            complain(made, "accepted with a false claim:", way, counts);
    }
    if (good && strict)
        complain(made, "accepted:", way, counts);
    *(good ? &counts->harmless : &counts->refused) += 1;
    bytes_release(&file);
}

static uint64_t random_point(const struct game *game)
{
    return UINT64_C(1) << random_below((unsigned)game->graph->points);
}

/* Another node about the same state, of those below number; or child itself. */
static uint32_t same_state(const struct parts *parts, uint32_t child, uint32_t number)
{
    uint32_t from = number > 0 ? random_below(number) : 0;
    for (uint32_t i = 0; i < number; i++) {
        uint32_t other = (from + i) % number;
        if (other != child && memcmp(&parts->nodes[other].state, &parts->nodes[child].state,
                                     sizeof(parts->nodes[child].state)) == 0)
            return other;
    }
    return child;
}

/* Spoils a node in one of these ways. */
enum { LEAVE_OUT = 11, WAYS = 14 };
static void spoil(const struct game *game, const struct parts *parts, struct coalition_node *node,
                  uint32_t number, int way)
{
    unsigned k = random_below((unsigned)game->players);
    struct coalition_reply *reply =
        node->count > 0 ? &node->replies[random_below((unsigned)node->count)] : &node->replies[0];
    switch (way) {
    case 0:
        node->bound += 1;
        break;
    case 1:
        node->bound -= 1;
        break;
    case 2:
        node->held = !node->held;
        break;
    case 3:
        node->members ^= 1u << k;
        break;
    case 4:
        node->state.active ^= 1u << k;
        break;
    case 5:
        node->state.passes = (int)random_below(4);
        break;
    case 6:
        node->state.stones[k] ^= random_point(game);
        break;
    case 7:
        node->state.mover = (int)k;
        break;
    case 8:
        node->play = (int)random_below((unsigned)game->graph->points + 2);
        break;
    case 9:
        reply->banned = (int)random_below((unsigned)game->players + 1) - 1;
        break;
    case 10:
        reply->child = number > 0 ? random_below(number) : 0;
        reply->ends = number == 0;
        break;
    case LEAVE_OUT:
        node->count -= node->count > 1;
        break;
    case 12:
        if (!reply->ends)
            reply->child = same_state(parts, reply->child, number);
        break;
    default:
        reply->ends = !reply->ends || number == 0;
        break;
    }
}

static void spoil_nodes(const struct made *made, struct parts *parts, struct counts *counts)
{
    for (int i = 0; i < WAYS * SPOILT && parts->proof.node_count > 0; i++) {
        uint32_t number = random_below(parts->proof.node_count);
        struct coalition_node kept = parts->nodes[number];
        spoil(&made->game, parts, &parts->nodes[number], number, i % WAYS);
        judge(made, parts, "a spoilt node", i % WAYS == LEAVE_OUT && kept.count > 1, counts);
        parts->nodes[number] = kept;
    }
}

static void spoil_claims(const struct made *made, struct parts *parts, struct counts *counts)
{
    for (size_t i = 0; i < parts->proof.claim_count; i++) {
        struct certificate_claim *claim = &parts->proof.claims[i], kept = *claim;
        claim->margin += claim->denies ? -1 : 1;
        judge(made, parts, "a claim that says more", true, counts);
        *claim = kept;
        claim->denies = !claim->denies;
        claim->margin += claim->denies ? -1 : 1;
        judge(made, parts, "a claim turned round", true, counts);
        *claim = kept;
        if (parts->proof.node_count > 0 && !claim->rules && !claim->most) {
            claim->node = same_state(parts, claim->node, parts->proof.node_count);
            judge(made, parts, "a claim by another node", false, counts);
        }
        *claim = kept;
    }
}

/* Plays up to MOVES_MAX random moves; false: the game is over. */
static bool play_on(struct game *game)
{
    unsigned moves = random_below(MOVES_MAX + 1);
    for (unsigned i = 0; i < moves && !game_over(game); i++) {
        unsigned p = random_below((unsigned)game->graph->points + 2);
        struct verdict verdict;
        struct move move =
            (int)p < game->graph->points
                ? move_stone((int)p)
                : move_pass((int)p == game->graph->points ? MOVE_PASS : MOVE_REFRESH);
        must(game_play(game, move, &verdict) == 0, "no memory");
    }
    return !game_over(game);
}

static void begin(const struct graph *graph, const struct ruleset *rules, struct game *ret_game)
{
    struct position position;
    int players = ruleset_players(rules);
    do {
        memset(&position, 0, sizeof(position));
        for (int p = 0; p < graph->points; p++) {
            unsigned content = random_below((unsigned)players + 4);
            position.cells[p] = content <= (unsigned)players ? (uint8_t)content : POINT_EMPTY;
        }
    } while (position_check(graph, &position, NULL) < 0);
    must(game_init(ret_game, graph, rules, &position, (int)random_below((unsigned)players)) == 0,
         "no memory");
}

/* What the query's coalition gets in game; false: it takes more than nodes. */
static bool solve(const struct game *game, const struct coalition_query *query, uint64_t nodes,
                  int *ret_value)
{
    const struct limits limits = {.max_nodes = nodes};
    const struct force_listener nobody = {NULL, NULL};
    struct coalition found;
    must(coalition_solve(game, query, &limits, nobody, &found) == 0, "no memory");
    coalition_release(&found);
    *ret_value = found.lower;
    return found.lower == found.upper && found.stop == STOP_NONE;
}

/* Makes a certificate; false: it takes too many nodes. */
static bool make(struct made *made, uint64_t nodes)
{
    struct proof proof = {0};
    struct written_certificate written = {0};
    unsigned players = (unsigned)made->game.players;
    made->query = (struct coalition_query){
        .members = 1 + random_below((1u << players) - 1),
        .payoff = (enum certificate_payoff)random_below(CERTIFICATE_RANK + 1),
        .value_only = random_below(3) > 0,
        .proof = &proof,
    };
    bool good = solve(&made->game, &made->query, nodes, &made->value);
    made->query.proof = NULL;
    made->query.value_only = true;
    if (good)
        must(proof_write(&proof, &made->game, &written) == 0, "no memory");
    proof_release(&proof);
    made->file = written.file;
    return good;
}

/* The claims about the root alone: those about plays would have to be solved, too. */
static void keep_root(struct parts *parts)
{
    size_t kept = 0;
    for (size_t i = 0; i < parts->proof.claim_count; i++)
        if (parts->proof.claims[i].root)
            parts->proof.claims[kept++] = parts->proof.claims[i];
    parts->proof.claim_count = kept;
}

/* Puts the proof of one game under another that stands at the same state. */
static void move_elsewhere(const struct made *from, const struct made *to, uint64_t nodes,
                           struct counts *counts)
{
    const struct turn *a = game_now(&from->game), *b = game_now(&to->game);
    struct parts parts;
    struct error why;
    int value;
    if (a->next != b->next || a->active != b->active || a->passes != b->passes ||
        !position_equal(from->game.graph, &a->board, &b->board) || from == to)
        return;
    take_apart(from, &parts);
    keep_root(&parts);
    struct bytes file = put_together(&parts, &to->game);
    bool good = accepted(&file, &why);
    *(good ? &counts->elsewhere : &counts->elsewhere_refused) += 1;
    if (good && solve(&to->game, &from->query, nodes, &value))
        for (size_t i = 0; i < parts.proof.claim_count; i++)
            if (!is_true(&parts.proof.claims[i], value))
                complain(to, "accepted of another game", "", counts);
    bytes_release(&file);
    release_parts(&parts);
}

static void examine(const struct made *made, struct counts *counts)
{
    struct parts parts;
    struct error why;
    counts->made++;
    if (!accepted(&made->file, &why)) {
        complain(made, "refused:", why.text, counts);
        return;
    }
    take_apart(made, &parts);
    spoil_nodes(made, &parts, counts);
    keep_root(&parts);
    spoil_claims(made, &parts, counts);
    release_parts(&parts);
}

static struct counts certify(const struct graph *graph, const struct ruleset *rules, uint64_t nodes,
                             long games)
{
    static struct made kept[KEPT];
    struct counts counts = {0};
    size_t count = 0;
    for (long i = 0; i < games; i++) {
        struct made made = {.query = {0}};
        begin(graph, rules, &made.game);
        if (!play_on(&made.game) || !make(&made, nodes)) {
            game_release(&made.game);
            counts.skipped++;
            continue;
        }
        examine(&made, &counts);
        kept[count] = made;
        for (size_t k = 0; k <= count; k++) {
            move_elsewhere(&kept[k], &kept[count], nodes, &counts);
            move_elsewhere(&kept[count], &kept[k], nodes, &counts);
        }
        if (++count == KEPT)
            break;
    }
    for (size_t k = 0; k < count; k++) {
        game_release(&kept[k].game);
        bytes_release(&kept[k].file);
    }
    return counts;
}

int main(int argc, char **argv)
{
    must(argc == 5, "usage: coalition-certified BOARD RULES NODES GAMES");
    struct graph *graph = open_board(argv[1]);
    bool failed = false;
    random_seed(1);
    for (char *name = strtok(argv[2], " "); name != NULL; name = strtok(NULL, " ")) {
        struct ruleset rules = open_rules(name);
        struct counts counts = certify(graph, &rules, (uint64_t)atol(argv[3]), atol(argv[4]));
        printf(
            "%s, %s: %ld certificates, %ld skipped; spoilt: %ld refused, %ld true; "
            "elsewhere: %ld hold, %ld refused; %ld failed\n",
            argv[1], name, counts.made, counts.skipped, counts.refused, counts.harmless,
            counts.elsewhere, counts.elsewhere_refused, counts.failed);
        failed |= counts.failed > 0 || counts.made == 0 || counts.refused == 0;
    }
    graph_free(graph);
    return failed;
}
