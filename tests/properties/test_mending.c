/*
 * Mending strategy graphs (strategy/strategy_graph.h): in positions of a tiny board, where one
 * proof in fifteen has boards that come back in such a way that what is excluded first loses it, a
 * strategy is found all the same, and the checker of certificates accepts it.
 */
#include "properties/ground.h"

#include <stdio.h>

#include "certificate/check/check.h"
#include "certificate/write/strategy_write.h"
#include "strategy/strategy_graph.h"

#define MENDING_BOARD "2x4"
#define POSITIONS 250
#define MOST_NODES 200000
#define PIECE_LOOKS 4
#define PIECES_MOST 1000

/* Some stones, played at random. */
static struct prover_state random_state(const struct bitboard *board, uint64_t seed)
{
    uint64_t drawn = hash_mix(seed);
    unsigned points = (unsigned)board->bits.points, plays = (unsigned)drawn % points;
    struct prover_state state = {.own_move = drawn >> 40 & 1};
    for (unsigned i = 0; i < plays; i++) {
        struct stone_pair after;
        uint64_t point = 1ull << (drawn = hash_mix(drawn + 1)) % points, ko;
        bool free = ((state.stones.own | state.stones.other) & point) == 0;
        if (free && bitboard_play(board, state.stones, point, i % 2 == 0, &after, &ko))
            state.stones = after;
    }
    return state;
}

/* The game that begins there, with the attacker as Black. */
static void begin_game(struct game *ret_game, const struct ground *ground,
                       const struct prover_state *state)
{
    struct position position = {{0}};
    struct ruleset rules;
    struct error err;
    for (int p = 0; p < ground->graph->points; p++)
        position.cells[p] = state->stones.own >> p & 1     ? STONE_OF(0)
                            : state->stones.other >> p & 1 ? STONE_OF(1)
                                                           : POINT_EMPTY;
    assert_int_equal(ruleset_parse("psk", &rules, &err), 0);
    assert_int_equal(game_init(ret_game, ground->graph, &rules, &position, state->own_move ? 0 : 1),
                     0);
}

static void check_graph(const struct game *game, const struct strategy_graph *graph, int margin)
{
    struct certificate certificate;
    struct bytes file = {0};
    struct error why;
    const struct strategy_claim claim = {.root = true,
                                         .margin = margin,
                                         .replies = graph->replies,
                                         .reply_count = graph->reply_count};
    assert_int_equal(write_strategies(game, &claim, 1, false, false, &file), 0);
    assert_int_equal(certificate_parse(file.data, file.size, &certificate, &why), 0);
    if (check_certificate(&certificate, 0, &why) < 0)
        fail_msg("%s", why.text);
    certificate_release(&certificate);
    bytes_release(&file);
}

/* Returns how many moves the strategy for a position excludes; -1: none is proved. */
static long make_one(const struct ground *ground, uint64_t seed)
{
    const struct prover_state root = random_state(&ground->board, seed);
    unsigned points = (unsigned)ground->board.bits.points;
    int margin = (int)(hash_mix(~seed) % (2 * points)) - (int)points + 1;
    struct prover prover;
    struct strategy_graph graph;
    struct game game;
    long excluded = -1;
    open_prover(&prover, ground, margin, 1, 1 << 22);
    if (prover_ask(&prover, &(struct prover_query){.state = root}, MOST_NODES) == PROVER_PROVED) {
        if (strategy_graph_make(&graph, &prover, &(struct prover_query){.state = root}) != 1)
            fail_msg("position %d: what was proved is lost", (int)seed);
        begin_game(&game, ground, &root);
        check_graph(&game, &graph, margin);
        excluded = (long)prover.excluded.count;
        game_release(&game);
        strategy_graph_release(&graph);
    }
    prover_release(&prover);
    return excluded;
}

static void test_lost_graphs(void **state)
{
    (void)state;
    struct ground ground;
    int made = 0, mended = 0;
    set_up(&ground, MENDING_BOARD);
    for (uint64_t seed = 0; seed < POSITIONS; seed++) {
        long excluded = make_one(&ground, seed);
        made += excluded >= 0;
        mended += excluded > 0;
    }
    print_message("%d strategies, %d of them mended\n", made, mended);
    assert_true(made > POSITIONS / 3 && mended >= 10);
    tear_down(&ground);
}

/* --- without a move --- */

static void check_entry(const struct prover *prover, const struct entry_key *key,
                        const struct prover_entry *wanted)
{
    const struct prover_entry *found = prover_find(prover, key);
    assert_non_null(found);
    assert_int_equal(found->proof, wanted->proof);
    assert_int_equal(found->disproof, wanted->disproof);
    assert_int_equal(found->order, wanted->order);
    assert_int_equal(found->tag, wanted->tag);
    assert_int_equal(found->work, wanted->work);
}

/* What is proved of a position, and what of it without a move; as by a prover that never had it. */
static void try_without(const struct ground *ground, uint64_t seed, int counts[3])
{
    struct prover_state root = random_state(&ground->board, seed);
    unsigned points = (unsigned)ground->board.bits.points;
    int margin = (int)(hash_mix(~seed) % (2 * points)) - (int)points + 1;
    struct prover_successor successors[SUCCESSORS_MAX];
    struct prover prover, other;
    root.own_move = true;
    open_prover(&prover, ground, margin, 1, 1 << 22);
    struct entry_key key = prover_key(&ground->board, &root);
    if (prover_ask(&prover, &(struct prover_query){.state = root}, MOST_NODES) == PROVER_PROVED) {
        const struct prover_entry entry = *prover_find(&prover, &key);
        unsigned count = (unsigned)prover_successors(&prover, &root, successors);
        const struct entry_key to = successors[hash_mix(seed + 1) % count].key;
        enum prover_answer answer =
            prover_ask_without(&prover, &(struct prover_query){.state = root}, &to, MOST_NODES);
        check_entry(&prover, &key, &entry);
        assert_int_equal(prover.excluded.count, 0);
        open_prover(&other, ground, margin, 1, 1 << 22);
        assert_int_equal(prover_exclude(&other, &key, &to), 0);
        enum prover_answer wanted =
            prover_ask(&other, &(struct prover_query){.state = root}, MOST_NODES);
        if (answer != wanted && answer != PROVER_STOPPED && wanted != PROVER_STOPPED)
            fail_msg("position %d: %d without a move, not %d", (int)seed, answer, wanted);
        counts[answer]++;
        prover_release(&other);
        assert_int_equal(prover_ask(&prover, &(struct prover_query){.state = root}, 1),
                         PROVER_PROVED);
    }
    prover_release(&prover);
}

static void test_without(void **state)
{
    (void)state;
    struct ground ground;
    int counts[3] = {0};
    set_up(&ground, MENDING_BOARD);
    for (uint64_t seed = 0; seed < POSITIONS; seed++)
        try_without(&ground, seed, counts);
    print_message("without a move %d proved, %d failed\n", counts[PROVER_PROVED],
                  counts[PROVER_FAILED]);
    assert_true(counts[PROVER_PROVED] > 10 && counts[PROVER_FAILED] > 10);
    tear_down(&ground);
}

/* --- in pieces --- */

/* A piece ends when it is asked so often whether it is to stop. */
struct piece {
    uint64_t looks;
};

static bool ends_piece(void *arg)
{
    struct piece *piece = arg;
    return piece->looks == 0 || --piece->looks == 0;
}

/* Makes the graph of a position in pieces of a few looks. Returns how many; 0: it is not proved. */
static unsigned make_in_pieces(const struct ground *ground, uint64_t seed)
{
    const struct prover_state root = random_state(&ground->board, seed);
    unsigned points = (unsigned)ground->board.bits.points, pieces = 0;
    int margin = (int)(hash_mix(~seed) % (2 * points)) - (int)points + 1, made = 0;
    struct piece piece = {0};
    struct prover prover;
    struct strategy_graph graph;
    open_prover(&prover, ground, margin, 1, 1 << 22);
    bool proved =
        prover_ask(&prover, &(struct prover_query){.state = root}, MOST_NODES) == PROVER_PROVED;
    while (proved && made == 0) {
        prover.stop = NULL;
        prover.stopped = false;
        if (strategy_graph_ask(&prover, &(struct prover_query){.state = root}, MOST_NODES) !=
            PROVER_PROVED)
            fail_msg("position %d: not proved again in piece %u", (int)seed, pieces);
        prover.stop = ends_piece;
        prover.is_due = is_never_due;
        prover.save = save_nothing;
        prover.arg = &piece;
        piece.looks = 1 + hash_mix(seed + pieces) % PIECE_LOOKS;
        made = strategy_graph_make(&graph, &prover, &(struct prover_query){.state = root});
        if (++pieces == PIECES_MOST)
            fail_msg("position %d: no end", (int)seed);
    }
    if (made == 1)
        strategy_graph_release(&graph);
    prover_release(&prover);
    return pieces;
}

/* Where a run is stopped while a graph is mended the next one goes on with it, and comes to an end.
 */
static void test_pieces(void **state)
{
    (void)state;
    struct ground ground;
    unsigned cut = 0, most = 0;
    set_up(&ground, MENDING_BOARD);
    for (uint64_t seed = 0; seed < POSITIONS; seed++) {
        unsigned pieces = make_in_pieces(&ground, seed);
        cut += pieces > 1;
        most = pieces > most ? pieces : most;
    }
    print_message("%u strategies in pieces, %u at most\n", cut, most);
    assert_true(cut > 20);
    tear_down(&ground);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_lost_graphs),
                                       cmocka_unit_test(test_without),
                                       cmocka_unit_test(test_pieces)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
