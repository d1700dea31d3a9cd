/*
 * A certificate of values by coalition that is made by hand, and its neighbours.
 *
 * On 1x1 White began, and he and the third player have passed. Black passes, too, and the game is
 * over; or he refreshes, which brings back the start with White to move [12b]: he has passed less
 * and is banned. White and the third player, who both only pass then, get at least nothing.
 *
 * Exit code 0: that is accepted, and each neighbour is refused for the reason that is named.
 */
#include <stdio.h>
#include <string.h>

#include "certificate/check/check.h"
#include "certificate/coalition_nodes.h"
#include "certificate/write/coalition_write.h"
#include "certificate/write/written_certificate.h"
#include "common/games.h"

enum { BLACK_MOVES = 2, NODES = 3, PASS = 1, REFRESH = 2, OTHERS = 6, ALL = 7 };

static const struct coalition_reply over = {.banned = -1, .ends = true};

/* The nodes, children first. */
static void make(struct coalition_node nodes[NODES])
{
    memset(nodes, 0, NODES * sizeof(*nodes));
    for (int i = 0; i < NODES; i++)
        nodes[i].members = OTHERS;
    nodes[0].state = (struct coalition_state){.mover = 2, .active = OTHERS, .passes = 1};
    nodes[0].play = PASS;
    nodes[0].count = 1;
    nodes[0].replies[0] = over;
    nodes[1].state = (struct coalition_state){.mover = 1, .active = OTHERS};
    nodes[1].play = PASS;
    nodes[1].count = 1;
    nodes[1].replies[0] = (struct coalition_reply){.banned = -1, .child = 0};
    nodes[2].state = (struct coalition_state){.mover = 0, .active = ALL, .passes = 2};
    nodes[2].count = 2;
    nodes[2].replies[0] = over;
    nodes[2].replies[1] = (struct coalition_reply){.banned = 0, .child = 1};
}

/* Checks the nodes under the game; "" if they are accepted. */
static const char *check(const struct game *game, const struct coalition_node nodes[NODES])
{
    static struct error why;
    struct certificate_claim claim = {.root = true, .members = OTHERS, .node = BLACK_MOVES};
    const struct certificate parts = {
        .claims = &claim, .claim_count = 1, .node_count = NODES, .coalitions = true};
    struct written_certificate written = {0};
    struct bytes body = {0};
    struct certificate proof;
    for (uint32_t i = 0; i < NODES; i++)
        write_coalition_node_bytes(&body, &nodes[i], game->players, i);
    must(written_certificate_make(game, &parts, &body, &written) == 0, "no memory");
    must(certificate_parse(written.file.data, written.file.size, &proof, &why) == 0, why.text);
    why.text[0] = '\0';
    int r = check_certificate(&proof, 0, &why);
    must((r == 0) == (why.text[0] == '\0'), "no reason, or one too many");
    certificate_release(&proof);
    written_certificate_release(&written);
    bytes_release(&body);
    return why.text;
}

static int failures;

static void expect(const struct game *game, const struct coalition_node nodes[NODES],
                   const char *wanted)
{
    const char *got = check(game, nodes);
    if (wanted[0] == '\0' ? got[0] == '\0' : strstr(got, wanted) != NULL)
        return;
    printf("wanted '%s', got '%s'\n", wanted, got);
    failures++;
}

/* After the ban White refreshes, for which he would have to be banned: but what he repeats is
 * forgotten. */
static void need_what_is_forgotten(const struct game *game)
{
    struct coalition_node nodes[NODES];
    make(nodes);
    nodes[0].state.active = 4;
    nodes[0].state.passes = 0;
    nodes[1].play = REFRESH;
    nodes[1].replies[0].banned = 1;
    expect(game, nodes, "node 2: refresh: its node needs a past that is forgotten");
}

static void change_one(const struct game *game)
{
    struct coalition_node nodes[NODES];
    make(nodes);
    nodes[2].count = 1;
    expect(game, nodes, "node 2: refresh: the reply to it is missing");
    make(nodes);
    nodes[2].replies[1].banned = 1;
    expect(game, nodes, "node 2: refresh: its node is another state");
    make(nodes);
    nodes[2].replies[0] = nodes[2].replies[1];
    expect(game, nodes, "node 2: pass: the game is over");
    make(nodes);
    nodes[0].bound = 1;
    expect(game, nodes, "node 0: pass: the game ends with another result");
    make(nodes);
    nodes[1].play = 0;
    expect(game, nodes, "node 1: A1: it is not legal");
    make(nodes);
    nodes[2].state.passes = 3;
    expect(game, nodes, "node 2: no such state can arise");
}

static void play(struct game *game, enum move_kind kind)
{
    struct verdict verdict;
    must(game_play(game, move_pass(kind), &verdict) == 0 && verdict.legal, "a pass is not legal");
}

int main(void)
{
    struct graph *graph = open_board("1x1");
    struct ruleset rules = open_rules("kee2013,players=3");
    const struct position empty = {{0}};
    struct coalition_node nodes[NODES];
    struct game game, other;
    must(game_init(&game, graph, &rules, &empty, 1) == 0, "no memory");
    must(game_init(&other, graph, &rules, &empty, 0) == 0, "no memory");
    play(&game, MOVE_PASS);
    play(&game, MOVE_PASS);
    /* The same state, and Black himself made the anchor. */
    play(&other, MOVE_REFRESH);
    play(&other, MOVE_PASS);
    play(&other, MOVE_PASS);
    make(nodes);
    expect(&game, nodes, "");
    expect(&other, nodes, "");
    need_what_is_forgotten(&game);
    change_one(&game);
    game_release(&other);
    game_release(&game);
    graph_free(graph);
    return failures > 0;
}
