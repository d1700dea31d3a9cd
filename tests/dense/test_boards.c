/* Boards as numbers against the lists of boards and plays (states/positions.h). */
#include "dense/boards.h"

#include <gmp.h>
#include <stdlib.h>

#include "board/legal/count.h"
#include "dense/index.h"
#include "dense/kos.h"
#include "dense/moves.h"
#include "states/positions.h"

static struct graph *make_board(int which)
{
    static const char *const names[] = {"1x1", "1x2",  "1x8",  "2x2",  "2x4",   "3x3",
                                        "3x4", "cube", "star", "path", "apart", "tailed"};
    int count = (int)(sizeof(names) / sizeof(names[0]));
    return which < count ? must_board(names[which]) : NULL;
}

static const struct dense_work one_thread = {.threads = 1}, two_threads = {.threads = 2};

struct boards {
    struct graph *graph;
    struct positions positions;
    struct dense_codes codes;
    struct dense_index index;
    struct dense_kos kos;
};

static void make_boards(struct boards *boards, struct graph *graph, const char *rules)
{
    const struct ruleset ruleset = must_rules(rules);
    const struct enumeration how = {.max_bytes = SIZE_MAX, .threads = 1};
    uint32_t empty;
    boards->graph = graph;
    assert_int_equal(positions_init(&boards->positions, graph, &ruleset), 0);
    assert_int_equal(positions_intern(&boards->positions, (struct stones){{0, 0}}, &empty), 0);
    assert_int_equal(positions_enumerate(&boards->positions, &how), 0);
    assert_int_equal(dense_codes_init(&boards->codes, graph, ruleset_suicide(&ruleset)), 0);
    assert_int_equal(
        dense_index_init(&boards->index, &boards->codes, dense_share_whole(), NULL, &two_threads),
        0);
    assert_int_equal(dense_kos_init(&boards->kos, &boards->index, &two_threads), 0);
}

static void release_boards(struct boards *boards)
{
    dense_kos_release(&boards->kos);
    dense_index_release(&boards->index);
    dense_codes_release(&boards->codes);
    positions_release(&boards->positions);
    graph_free(boards->graph);
}

/* The board that a symmetry of the codes, and perhaps the swap of the colours, makes. */
static struct stones turned(const struct dense_codes *codes, struct stones stones, int symmetry,
                            unsigned swaps)
{
    struct stones image = {{0, 0}};
    for (enum colour colour = BLACK; colour <= WHITE; colour++)
        for (uint64_t left = stones.of[colour]; left != 0; left &= left - 1)
            image.of[colour ^ swaps] |= 1ull << codes->images[symmetry][__builtin_ctzll(left)];
    return image;
}

static bool same_stones(struct stones a, struct stones b)
{
    return a.of[BLACK] == b.of[BLACK] && a.of[WHITE] == b.of[WHITE];
}

/* Each board of the lists, its images, its number. Returns how many images it has. */
static int check_board(const struct boards *boards, struct stones stones, uint8_t *seen)
{
    const struct dense_codes *codes = &boards->codes;
    struct dense_image image = dense_codes_canonical(codes, stones);
    struct stones canonical = turned(codes, stones, image.symmetry, image.swaps);
    int fixed = 0;
    assert_true(image.code == dense_codes_code(codes, canonical));
    assert_true(same_stones(canonical, dense_codes_stones(codes, image.code)));
    assert_true(dense_codes_is_canonical(codes, image.code));
    assert_true(dense_codes_is_legal(codes, stones));
    assert_true(dense_index_has(&boards->index, image.code));
    for (int symmetry = 0; symmetry < codes->symmetries; symmetry++) {
        for (unsigned swaps = 0; swaps < 2; swaps++) {
            struct stones other = turned(codes, stones, symmetry, swaps);
            uint64_t code = dense_codes_code(codes, other);
            assert_true(code <= image.code);
            assert_int_equal(code == image.code, dense_codes_is_canonical(codes, code));
            assert_int_equal(code == image.code, dense_index_has(&boards->index, code));
            assert_true(dense_codes_canonical(codes, other).code == image.code);
            fixed += same_stones(other, stones);
        }
    }
    uint64_t number = dense_index_number(&boards->index, image.code);
    assert_true(number < boards->index.count);
    assert_false(seen[number]);
    seen[number] = 1;
    assert_true(dense_index_code(&boards->index, number) == image.code);
    assert_true(dense_codes_at(codes, dense_codes_place(codes, image.code)) == image.code);
    return 2 * codes->symmetries / fixed;
}

static const struct dense_child *child_at(const struct dense_children *children, int mover,
                                          int point)
{
    int n = 0;
    while (n < children->count[mover] && children->of[mover][n].point != point)
        n++;
    assert_true(n < children->count[mover]);
    return &children->of[mover][n];
}

/* The plays of one player are the same when only his are listed. */
static void check_movers(const struct dense_codes *codes, struct stones stones,
                         const struct dense_children *both)
{
    struct dense_children one;
    for (int mover = BLACK; mover <= WHITE; mover++) {
        dense_moves_list_of(codes, stones, DENSE_MOVER(mover), &one);
        assert_int_equal(one.count[!mover], 0);
        assert_int_equal(one.count[mover], both->count[mover]);
        for (int n = 0; n < one.count[mover]; n++)
            assert_true(one.of[mover][n].code == both->of[mover][n].code &&
                        one.of[mover][n].point == both->of[mover][n].point);
    }
}

/* All plays of a board as it lies here. Returns how many leave a ko. */
static int check_moves(struct boards *boards, uint32_t id, struct stones stones)
{
    struct dense_children children;
    struct stones kos = {{0, 0}};
    int found = 0;
    dense_moves_list(&boards->codes, stones, &children);
    check_movers(&boards->codes, stones, &children);
    for (enum colour mover = BLACK; mover <= WHITE; mover++) {
        int count = positions_moves(&boards->positions, id, mover);
        assert_int_equal(count, children.count[mover]);
        for (int n = 0; n < count; n++) {
            struct stone_move move = positions_move(&boards->positions, id, mover, n);
            const struct dense_child *child = child_at(&children, mover, move.point);
            struct stones after = positions_stones(&boards->positions, move.child);
            struct dense_image image = dense_codes_canonical(&boards->codes, after);
            assert_int_equal(child->captured, move.captured);
            assert_int_equal(child->lost, move.lost);
            assert_true(child->code == image.code);
            assert_int_equal(child->swaps, image.swaps);
            if (move.captured == 0 && move.lost == 0)
                assert_true(child->code > dense_codes_code(&boards->codes, stones));
            if (move.ko == 0 || move.ko == KO_SELF) {
                assert_int_equal(child->ko, 0);
                continue;
            }
            kos.of[mover] |= 1ull << move.point;
            found++;
            assert_int_equal(child->symmetry, image.symmetry);
            assert_int_equal(child->ko, 1 + boards->codes.images[image.symmetry][move.ko - 1]);
            /* There is such a state. */
            uint64_t number = dense_index_number(&boards->index, child->code);
            unsigned next = !mover ^ child->swaps;
            uint64_t state = dense_kos_number(&boards->kos, number, next, child->ko);
            struct dense_ko ko = dense_kos_at(&boards->kos, state);
            assert_true(ko.number == number && ko.mover == next && ko.point == child->ko - 1);
        }
    }
    assert_true(same_stones(kos, dense_moves_kos(&boards->codes, stones)));
    return found;
}

static void check_kos(const struct boards *boards)
{
    struct dense_walk walk;
    uint64_t seen = 0;
    dense_walk_start(&walk, &boards->index, 0, boards->index.line_count);
    while (dense_walk_next(&walk)) {
        struct stones kos =
            dense_moves_kos(&boards->codes, dense_codes_stones(&boards->codes, walk.code));
        uint64_t first = dense_kos_first(&boards->kos, walk.number);
        uint64_t state = first;
        for (unsigned mover = BLACK; mover <= WHITE; mover++) {
            for (uint64_t left = kos.of[mover]; left != 0; left &= left - 1, state++) {
                unsigned point = (unsigned)__builtin_ctzll(left);
                struct dense_ko ko = dense_kos_at(&boards->kos, state);
                assert_true(ko.number == walk.number && ko.mover == mover && ko.point == point);
                assert_true(state == dense_kos_number(&boards->kos, walk.number, mover, 1 + point));
            }
        }
        assert_true(state == dense_kos_first(&boards->kos, walk.number + 1));
        seen += state - first;
    }
    assert_true(seen == boards->kos.count);
}

static void check_rules(int which, const char *rules)
{
    struct boards boards;
    struct graph *graph = make_board(which);
    const struct limits plenty = {.max_bytes = 1 << 24};
    unsigned long legal = 0;
    mpz_t counted;
    make_boards(&boards, graph, rules);
    uint8_t *seen = calloc(boards.index.count + 1, 1);
    assert_non_null(seen);
    assert_true(boards.index.count == boards.positions.orbit_count);
    for (uint32_t orbit = 0; orbit < boards.positions.orbit_count; orbit++) {
        uint32_t id = orbit << boards.positions.shift;
        struct stones stones = boards.positions.orbits[orbit].canonical;
        legal += (unsigned long)check_board(&boards, stones, seen);
        check_moves(&boards, id, stones);
        struct dense_image image = dense_codes_canonical(&boards.codes, stones);
        struct stones canonical = dense_codes_stones(&boards.codes, image.code);
        assert_true(positions_find(&boards.positions, canonical, &id));
        check_moves(&boards, id, canonical);
    }
    mpz_init(counted);
    assert_int_equal(legal_count(graph, &plenty, NULL, counted), 0);
    assert_true(mpz_cmp_ui(counted, legal) == 0);
    mpz_clear(counted);
    check_kos(&boards);
    free(seen);
    release_boards(&boards);
}

static void test_boards(void **state)
{
    (void)state;
    static const char *const rules[] = {"psk", "psk,suicide=multi", "psk,suicide=yes"};
    for (int which = 0;; which++) {
        struct graph *graph = make_board(which);
        bool large = graph != NULL && graph->points == 12;
        graph_free(graph);
        if (graph == NULL)
            break;
        for (size_t i = 0; i < (large ? 1 : sizeof(rules) / sizeof(rules[0])); i++)
            check_rules(which, rules[i]);
    }
}

/* A walk goes down from the greatest code; lines are the same when they are made alone. */
static void check_lines(const struct dense_index *index)
{
    struct dense_walk walk;
    uint64_t last = UINT64_MAX, left = index->count;
    dense_walk_start(&walk, index, 0, index->line_count);
    while (dense_walk_next(&walk)) {
        assert_true(walk.code < last && walk.number == left - 1);
        assert_true(dense_index_number(index, walk.code) == walk.number);
        assert_true(dense_index_code(index, walk.number) == walk.code);
        last = walk.code;
        left = walk.number;
    }
    assert_true(left == 0);
    for (uint64_t local = 0; local < index->line_count; local++) {
        struct dense_line line;
        uint64_t number = dense_share_line(index->share, local);
        assert_int_equal(dense_share_owner(index->share, number), index->share.rank);
        assert_true(dense_share_local(index->share, number) == local);
        unsigned count = dense_index_make_line(index->codes, number, &line);
        assert_true(dense_index_first(index, local) + count == dense_index_first(index, local + 1));
        line.base = index->lines[local].base;
        assert_memory_equal(&line, &index->lines[local], sizeof(line));
    }
}

/* However lines are shared out, each board is held once, and in the same order. */
static void test_shares(void **state)
{
    (void)state;
    struct graph *graph = must_graph("3x4");
    struct dense_codes codes;
    struct dense_index whole, part;
    assert_int_equal(dense_codes_init(&codes, graph, SUICIDE_NO), 0);
    assert_int_equal(dense_index_init(&whole, &codes, dense_share_whole(), NULL, &one_thread), 0);
    check_lines(&whole);
    for (uint32_t ranks = 2; ranks <= 5; ranks++) {
        uint64_t lines = 0, count = 0;
        for (uint32_t rank = 0; rank < ranks; rank++) {
            assert_int_equal(dense_index_init(&part, &codes, (struct dense_share){ranks, rank},
                                              NULL, &two_threads),
                             0);
            check_lines(&part);
            lines += part.line_count;
            count += part.count;
            dense_index_release(&part);
        }
        assert_true(lines == whole.line_count && count == whole.count);
    }
    dense_index_release(&whole);
    dense_codes_release(&codes);
    graph_free(graph);
}

static bool stop_at_once(void *arg)
{
    ++*(int *)arg;
    return true;
}

static void test_limits(void **state)
{
    (void)state;
    struct graph *graph = must_graph("3x4"), *large = must_graph("5x8");
    struct dense_codes codes;
    struct dense_index index, again;
    struct dense_kos kos;
    int asked = 0;
    const struct dense_work stopping = {.threads = 2, .stop = stop_at_once, .arg = &asked};
    assert_int_equal(dense_codes_init(&codes, large, SUICIDE_NO), -E2BIG);
    assert_int_equal(dense_codes_init(&codes, graph, SUICIDE_NO), 0);
    assert_int_equal(dense_index_init(&index, &codes, dense_share_whole(), NULL, &stopping),
                     -EINTR);
    assert_true(asked > 0);
    assert_int_equal(dense_index_init(&index, &codes, dense_share_whole(), NULL, &one_thread), 0);
    assert_int_equal(dense_kos_init(&kos, &index, &stopping), -EINTR);
    dense_index_reuse(&again, &codes, dense_share_whole(), index.lines);
    assert_true(again.count == index.count && again.line_count == index.line_count);
    dense_index_release(&again);
    assert_false(dense_index_has(&index, UINT64_MAX));
    assert_false(dense_index_has(&index, codes.rest_mask));
    dense_index_release(&index);
    dense_codes_release(&codes);
    graph_free(graph);
    graph_free(large);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_boards),
        cmocka_unit_test(test_shares),
        cmocka_unit_test(test_limits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
