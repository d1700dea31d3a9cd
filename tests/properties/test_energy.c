/* Energies against the energy game itself, with the energy left as part of its states. */
#include <stdlib.h>

#include "properties/property.h"
#include "tables/energy.h"

#define CREDITS (ENERGY_MAX + 1)

/* For each side (node * 2 + attacker) of a table, each passes and each credit: has he lost? The
 * states after moves with a ko are told by the move. */
struct slow {
    const struct reverse_moves *reverse;
    int layers, margin;
    bool *lost, *ko_lost;
};

static bool *lost_at(const struct slow *slow, uint32_t node, unsigned attacker, int passes)
{
    return &slow->lost[((node * 2 + attacker) * (unsigned)slow->layers + (unsigned)passes) *
                       CREDITS];
}

static bool *ko_lost_at(const struct slow *slow, size_t ko, unsigned attacker)
{
    return &slow->ko_lost[(ko * 2 + attacker) * CREDITS];
}

static bool pass_loses(const struct slow *slow, uint32_t node, unsigned attacker, int passes,
                       int credit)
{
    int margin = slow->reverse->positions->orbits[node / 2].margin;
    if (passes + 1 == slow->layers)
        return (attacker == BLACK ? margin : -margin) < slow->margin;
    credit += (node & 1) == attacker ? 1 : -1;
    if (credit < 0)
        return true;
    return lost_at(slow, node ^ 1, attacker, passes + 1)[credit < CREDITS ? credit : CREDITS - 1];
}

static bool play_loses(const struct slow *slow, uint32_t node, int n, unsigned attacker, int credit)
{
    const struct positions *positions = slow->reverse->positions;
    uint32_t id = (node / 2) << positions->shift;
    struct stone_move play = positions_move(positions, id, (enum colour)(node & 1), n);
    if (reverse_moves_has_ko(slow->reverse, &play))
        return ko_lost_at(slow, reverse_moves_ko_index(slow->reverse, node, n), attacker)[credit];
    unsigned swap = (unsigned)group_swaps(position_element(positions, play.child));
    uint32_t child = position_orbit(positions, play.child) * 2 + (!(node & 1) ^ swap);
    return lost_at(slow, child, attacker ^ swap, 0)[credit];
}

/* Has attacker lost with credit, but for moves at the ko? */
static bool loses(const struct slow *slow, uint32_t node, unsigned attacker, int passes, int credit,
                  int ko)
{
    const struct positions *positions = slow->reverse->positions;
    uint32_t id = (node / 2) << positions->shift;
    bool own = (node & 1) == attacker;
    bool lost = pass_loses(slow, node, attacker, passes, credit);
    int count = positions->orbits[node / 2].move_count[node & 1];
    for (int n = 0; n < count; n++) {
        if (positions_move(positions, id, (enum colour)(node & 1), n).point + 1 == ko)
            continue;
        bool here = play_loses(slow, node, n, attacker, credit);
        lost = own ? lost && here : lost || here;
    }
    return lost;
}

static bool set_lost(bool *lost, bool now)
{
    bool changed = now && !*lost;
    *lost |= now;
    return changed;
}

/* One round over all states. Did one change? */
static bool play_round(const struct slow *slow, int credit)
{
    const struct reverse_moves *reverse = slow->reverse;
    bool changed = false;
    for (uint32_t node = 0; node < reverse->node_count; node++) {
        for (unsigned attacker = 0; attacker < 2; attacker++) {
            for (int passes = 0; passes < slow->layers; passes++)
                changed |= set_lost(&lost_at(slow, node, attacker, passes)[credit],
                                    loses(slow, node, attacker, passes, credit, 0));
            for (uint32_t i = reverse->ko_first[node]; i < reverse->ko_first[node + 1]; i++) {
                uint32_t ko = reverse->ko_list[i];
                const struct ko_move *play = &reverse->ko_moves[ko];
                changed |= set_lost(&ko_lost_at(slow, ko, attacker ^ play->swaps)[credit],
                                    loses(slow, node, attacker, 0, credit, play->ko));
            }
        }
    }
    return changed;
}

static int least_credit(const bool *lost)
{
    int credit = 0;
    while (credit < CREDITS && lost[credit])
        credit++;
    return credit;
}

/* After a move, as the search asks for it: what is needed on the board it leads to, or with the ko.
 */
static void compare_play(const struct slow *slow, const struct energy *energy, struct state state,
                         int n, enum colour attacker)
{
    const struct positions *positions = slow->reverse->positions;
    struct stone_move play = positions_move(positions, state.board, (enum colour)state.mover, n);
    int wanted;
    if (reverse_moves_has_ko(slow->reverse, &play)) {
        unsigned swap = (unsigned)group_swaps(position_element(positions, state.board));
        uint32_t node = position_orbit(positions, state.board) * 2 + (state.mover ^ swap);
        uint32_t ko = reverse_moves_ko_index(slow->reverse, node, n);
        wanted = least_credit(ko_lost_at(slow, ko, attacker ^ swap));
    } else {
        struct state child = {.board = play.child, .mover = (uint8_t)!state.mover};
        wanted = energy_need(energy, child, attacker);
    }
    assert_int_equal(energy_move_need(energy, state, n, attacker), wanted);
}

/* Of a state and all that the group makes of it. */
static void compare_state(const struct slow *slow, const struct energy *energy, struct state state,
                          unsigned attacker)
{
    const struct positions *positions = slow->reverse->positions;
    uint32_t node = position_orbit(positions, state.board) * 2 + state.mover;
    int wanted = least_credit(lost_at(slow, node, attacker, state.passes));
    int count = positions->orbits[node / 2].move_count[node & 1];
    for (int g = 0; g < positions->group.size; g++) {
        struct state image = state_map(positions, g, state);
        enum colour seen = (enum colour)(attacker ^ (unsigned)group_swaps(g));
        assert_int_equal(energy_need(energy, image, seen), wanted);
        for (int n = 0; n < count; n++)
            compare_play(slow, energy, image, n, seen);
    }
}

static void compare(const struct slow *slow, const struct energy *energy)
{
    const struct reverse_moves *reverse = slow->reverse;
    for (uint32_t node = 0; node < reverse->node_count; node++)
        for (unsigned attacker = 0; attacker < 2; attacker++)
            for (int passes = 0; passes < slow->layers; passes++) {
                struct state state = {.board = (node / 2) << reverse->positions->shift,
                                      .mover = (uint8_t)(node & 1),
                                      .passes = (uint8_t)passes};
                compare_state(slow, energy, state, attacker);
            }
    for (uint32_t ko = 0; ko < reverse->ko_count; ko++)
        for (unsigned attacker = 0; attacker < 2; attacker++)
            assert_int_equal(energy->ko_needs[ko * 2 + attacker],
                             least_credit(ko_lost_at(slow, ko, attacker)));
}

static void check_margin(const struct reverse_moves *reverse, int layers, int margin)
{
    struct attractor own, denial;
    struct energy energy;
    struct attractor_work how = {.margin = margin, .passes_to_end = layers, .threads = 1};
    struct slow slow = {
        .reverse = reverse,
        .layers = layers,
        .margin = margin,
        .lost = calloc((size_t)reverse->node_count * 2 * (size_t)layers * CREDITS, sizeof(bool)),
        .ko_lost = calloc((size_t)reverse->ko_count * 2 * CREDITS + 1, sizeof(bool)),
    };
    assert_non_null(slow.lost);
    assert_non_null(slow.ko_lost);
    assert_int_equal(attractor_init(&own, reverse, &how), 0);
    how.margin = 1 - margin;
    assert_int_equal(attractor_init(&denial, reverse, &how), 0);
    assert_int_equal(energy_init(&energy, &own, &denial, NULL, NULL), 0);
    for (bool changed = true; changed;) {
        changed = false;
        for (int credit = 0; credit < CREDITS; credit++)
            changed |= play_round(&slow, credit);
    }
    compare(&slow, &energy);
    energy_release(&energy);
    attractor_release(&own);
    attractor_release(&denial);
    free(slow.lost);
    free(slow.ko_lost);
}

/* All boards of a graph, to be played under rules. */
struct boards {
    struct graph *graph;
    struct positions positions;
    struct reverse_moves reverse;
};

static void open_boards(struct boards *boards, const char *board, const char *rules, bool simple_ko)
{
    const struct enumeration how = {.max_bytes = SIZE_MAX, .threads = 1};
    struct ruleset parsed = must_rules(rules);
    uint32_t id;
    boards->graph = must_graph(board);
    assert_int_equal(positions_init(&boards->positions, boards->graph, &parsed), 0);
    assert_int_equal(positions_intern(&boards->positions, (struct stones){{0, 0}}, &id), 0);
    assert_int_equal(positions_enumerate(&boards->positions, &how), 0);
    assert_int_equal(reverse_moves_init(&boards->reverse, &boards->positions, simple_ko, 1), 0);
}

static void close_boards(struct boards *boards)
{
    reverse_moves_release(&boards->reverse);
    positions_release(&boards->positions);
    graph_free(boards->graph);
}

static void check_board(const char *board, const char *rules, bool simple_ko)
{
    struct boards boards;
    open_boards(&boards, board, rules, simple_ko);
    int points = boards.graph->points;
    for (int layers = 2; layers <= LAYERS_MAX; layers++)
        for (int margin = -points; margin <= points + 1; margin++)
            check_margin(&boards.reverse, layers, margin);
    close_boards(&boards);
}

static void test_small_boards(void **state)
{
    (void)state;
    static const char *const boards[] = {"1x1", "1x2", "1x4", "1x6", "2x2", "2x3"};
    for (size_t b = 0; b < sizeof(boards) / sizeof(boards[0]); b++) {
        check_board(boards[b], "psk", true);
        check_board(boards[b], "psk", false);
        check_board(boards[b], "psk,suicide=multi", true);
        check_board(boards[b], "psk,suicide=yes,scoring=stone", true);
    }
}

static bool stop_at_once(void *arg)
{
    (void)arg;
    return true;
}

/* Lines leave many states open, boards of two rows few. */
static void check_pays(const char *board, int margin, bool pays)
{
    struct boards boards;
    struct attractor own, denial;
    struct energy energy;
    struct attractor_work how = {.margin = margin, .passes_to_end = 2, .threads = 1};
    open_boards(&boards, board, "psk", true);
    assert_int_equal(attractor_init(&own, &boards.reverse, &how), 0);
    how.margin = 1 - margin;
    assert_int_equal(attractor_init(&denial, &boards.reverse, &how), 0);
    assert_int_equal(energy_pays(&own, &denial), pays);
    if (pays)
        assert_int_equal(energy_init(&energy, &own, &denial, stop_at_once, NULL), -EINTR);
    attractor_release(&own);
    attractor_release(&denial);
    close_boards(&boards);
}

static void test_pays(void **state)
{
    (void)state;
    check_pays("1x11", 2, true);
    check_pays("2x5", 10, false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_small_boards),
        cmocka_unit_test(test_pays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
