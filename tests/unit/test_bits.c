/* Boards of words against the executable rules: every placement on the boards of random games. */
#include "common/check.h"

#include "board/bit_images.h"
#include "board/bits.h"
#include "rules/capture.h"

static const char ring[] = "a b c d e f g\na b\nb c\nc d\nd e\ne f\nf g\ng a\na d\n";

static struct graph *make_board(int which)
{
    static const char *const sizes[] = {"1x1", "1x7", "7x1", "2x3", "3x4", "5x5", "8x8", "1x64"};
    int count = (int)(sizeof(sizes) / sizeof(sizes[0]));
    return which < count ? must_graph(sizes[which]) : which == count ? must_graph_file(ring) : NULL;
}

static uint64_t stones_of(const struct graph *graph, const struct position *position, int player)
{
    uint64_t word = 0;
    for (int p = 0; p < graph->points; p++)
        if (position->cells[p] == STONE_OF(player))
            word |= 1ull << p;
    return word;
}

/* The points by which the opponent recreates the board before: all of them, by trying. */
static uint64_t find_ko(const struct graph *graph, const struct position *before,
                        const struct position *after, int player)
{
    uint64_t found = 0;
    for (int p = 0; p < graph->points; p++) {
        struct position answer = *after;
        struct capture capture;
        if (answer.cells[p] != POINT_EMPTY)
            continue;
        capture_play(graph, &answer, p, !player, false, &capture);
        if (position_equal(graph, &answer, before))
            found |= 1ull << p;
    }
    return found;
}

/* What one stone does, both ways. */
static void check_place(const struct graph *graph, const struct bits_board *board,
                        const struct position *before, int point, int player)
{
    struct position after = *before;
    struct capture capture;
    uint64_t own = stones_of(graph, before, player), opponent = stones_of(graph, before, !player);
    uint64_t bit = 1ull << point;
    struct bits_placed placed = bits_place(board, own, opponent, bit);
    capture_play(graph, &after, point, player, false, &capture);
    assert_true(placed.own == stones_of(graph, &after, player));
    assert_true(placed.opponent == stones_of(graph, &after, !player));
    assert_true(placed.captured == (opponent & ~placed.opponent));
    assert_true(placed.lost == ((own | bit) & ~placed.own));
    assert_int_equal(placed.lost != 0, capture.suicidal);
    if (!capture.suicidal)
        assert_true(bits_ko(board, &placed, bit) == find_ko(graph, before, &after, player));
}

/* Points next to stones, and next to two of them. */
static void check_neighbours(const struct graph *graph, const struct bits_board *board,
                             const struct position *position, int player)
{
    uint64_t stones = stones_of(graph, position, player);
    uint64_t once = bits_neighbours(board, stones), twice = bits_next_to_two(board, stones);
    for (int p = 0; p < graph->points; p++) {
        int count = 0;
        for (int i = graph->first[p]; i < graph->first[p + 1]; i++)
            count += position->cells[graph->adjacent[i]] == STONE_OF(player);
        assert_int_equal(once >> p & 1, count >= 1);
        assert_int_equal(twice >> p & 1, count >= 2);
    }
    assert_true(((once | twice) & ~board->full) == 0);
}

static void check_territory(const struct graph *graph, const struct bits_board *board,
                            const struct position *position)
{
    int margin = 0;
    bool seen[SOLVER_MAX_POINTS] = {false};
    for (int p = 0; p < graph->points; p++) {
        struct chain region;
        if (seen[p] || position->cells[p] != POINT_EMPTY)
            continue;
        position_chain(graph, position, p, &region);
        for (int i = 0; i < region.size; i++)
            seen[region.points[i]] = true;
        if (region.touches[BLACK] != region.touches[WHITE])
            margin += region.touches[BLACK] ? region.size : -region.size;
    }
    uint64_t black = stones_of(graph, position, BLACK), white = stones_of(graph, position, WHITE);
    assert_int_equal(bits_territory(board, black, white), margin);
    assert_int_equal(bits_territory(board, white, black), -margin);
}

/* Players place stones at random; whole boards of suicides and captures come of it. */
static void play_game(const struct graph *graph, const struct bits_board *board, uint32_t seed)
{
    struct position position = {{0}};
    for (int turn = 0; turn < 3 * graph->points; turn++) {
        int player = turn & 1, chosen = -1;
        struct capture capture;
        for (int p = 0; p < graph->points; p++) {
            if (position.cells[p] != POINT_EMPTY)
                continue;
            check_place(graph, board, &position, p, player);
            seed = seed * 1664525u + 1013904223u;
            if (chosen < 0 || seed >> 24 < 256u / 4)
                chosen = p;
        }
        check_territory(graph, board, &position);
        check_neighbours(graph, board, &position, player);
        if (chosen < 0)
            return;
        capture_play(graph, &position, chosen, player, false, &capture);
    }
}

static void test_games(void **state)
{
    (void)state;
    struct graph *graph;
    for (int which = 0; (graph = make_board(which)) != NULL; which++) {
        struct bits_board board;
        bits_init(&board, graph);
        for (uint32_t seed = 1; seed <= (graph->points > 32 ? 2 : 20 / TESTS_SHARE); seed++)
            play_game(graph, &board, seed * 7919u);
        graph_free(graph);
    }
}

static void test_images(void **state)
{
    (void)state;
    struct graph *graph;
    for (int which = 0; (graph = make_board(which)) != NULL; which++) {
        struct symmetries symmetries;
        struct bit_images images;
        assert_int_equal(symmetries_init(&symmetries, graph), 0);
        assert_int_equal(bit_images_init(&images, &symmetries), 0);
        assert_int_equal(images.count, symmetries.count);
        assert_int_equal(images.packed != NULL, graph->points <= BIT_IMAGES_PACKED);
        uint64_t word = 0x9e3779b97f4a7c15ull, board = UINT64_MAX >> (64 - graph->points);
        for (int s = 0; s < images.count; s++) {
            uint64_t image = bit_images_word(&images, s, word & board);
            assert_true(bit_images_word(&images, s, board) == board);
            for (int p = 0; p < graph->points; p++) {
                assert_int_equal(images.points[s][p], symmetries_apply(&symmetries, s, p));
                assert_int_equal(image >> images.points[s][p] & 1, word >> p & 1);
                if (images.packed == NULL)
                    continue;
                uint64_t point = 1ull << images.points[s][p];
                assert_true(bit_images_packed(&images, p)[s] == point);
                assert_true(bit_images_packed(&images, p + BIT_IMAGES_PACKED)[s] == point << 32);
                assert_true(bit_images_packed(&images, 64)[s] == 0);
            }
        }
        bit_images_release(&images);
        symmetries_release(&symmetries);
        graph_free(graph);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_games), cmocka_unit_test(test_images)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
