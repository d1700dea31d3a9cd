/* Values do not depend on how the board is held: mirrored, with the colours swapped, as a graph. */
#include "properties/property.h"

#include <stdio.h>
#include <stdlib.h>

#include "board/symmetry.h"
#include "search/solver.h"

/* The game as it looks when point p is called map[p] (on graph) and the colours are swapped or not.
 */
static struct bounds value_of_image(const struct game *game, const struct graph *graph,
                                    const uint16_t *map, bool swap)
{
    struct game image;
    struct position position = {{0}};
    const struct turn *start = &game->turns[0];
    for (int p = 0; p < graph->points; p++) {
        uint8_t cell = start->board.cells[p];
        position.cells[map[p]] = cell != POINT_EMPTY && swap ? (uint8_t)(3 - cell) : cell;
    }
    assert_int_equal(
        game_init(&image, graph, &game->rules, &position, swap ? !start->next : start->next), 0);
    for (size_t i = 1; i < game->count; i++) {
        struct verdict verdict;
        struct move move = game->turns[i].move;
        if (move.kind == MOVE_STONE)
            move.point = map[move.point];
        assert_int_equal(game_play(&image, move, &verdict), 0);
        assert_true(verdict.legal);
    }
    struct bounds bounds = value_of(&image);
    game_release(&image);
    return bounds;
}

static void check_symmetries(const struct game *game)
{
    struct symmetries symmetries;
    struct bounds value = value_of(game);
    assert_int_equal(symmetries_init(&symmetries, game->graph), 0);
    for (int s = 0; s < symmetries.count; s++) {
        const uint16_t *map = &symmetries.maps[s * symmetries.points];
        struct bounds image = value_of_image(game, game->graph, map, false);
        check_same_value(game, value, image, "its mirror image");
        image = value_of_image(game, game->graph, map, true);
        struct bounds negated = {-image.upper_min, -image.upper_max, -image.lower_min,
                                 -image.lower_max};
        check_same_value(game, value, negated, "with the colours swapped and negated");
    }
    symmetries_release(&symmetries);
}

static void test_symmetries(void **state)
{
    (void)state;
    for_random_games(3, 6, check_symmetries);
}

/* The state after the n-th move of mover on board. */
static struct state after(struct positions *positions, uint32_t board, enum colour mover, int n)
{
    struct stone_move play = positions_move(positions, board, mover, n);
    return (struct state){.board = play.child, .mover = (uint8_t)!mover, .ko = play.ko};
}

/* After each move and after its image the state has the same name in the table, its ko included. */
static void check_keys(const struct game *game)
{
    struct solver solver;
    struct limits limits = wide_limits();
    assert_int_equal(solver_init(&solver, game, &limits), 0);
    struct positions *positions = solver.positions;
    struct state now = solver_now(&solver)->state;
    int count = positions_moves(positions, now.board, now.mover);
    for (int g = 0; g < positions->group.size && solver_now(&solver)->kind == NODE_OPEN; g++) {
        struct state image = state_map(positions, g, now);
        assert_int_equal(positions_moves(positions, image.board, image.mover), count);
        for (int n = 0; n < count; n++) {
            struct state one = after(positions, now.board, now.mover, n);
            struct canonical here, there;
            bool found = false;
            search_canonical(&solver.search, one, &here);
            for (int m = 0; m < count && !found; m++) {
                struct state other = after(positions, image.board, image.mover, m);
                search_canonical(&solver.search, other, &there);
                found = other.board == position_map(positions, g, one.board) &&
                        state_key(other) == state_key(state_map(positions, g, one)) &&
                        here.key == there.key;
            }
            if (!found)
                fail_msg("%s: play %d has no image by %d", show_game(game), n, g);
        }
    }
    solver_release(&solver);
}

static void test_keys(void **state)
{
    (void)state;
    for_random_games(10, 6, check_keys);
}

/* The rectangle as a graph file, point p of it called by a random number map[p]. */
static struct graph *make_graph(const struct graph *graph, uint16_t *map)
{
    char text[4096];
    int used = 0, points = graph->points;
    for (int p = 0; p < points; p++)
        map[p] = (uint16_t)p;
    for (int p = points - 1; p > 0; p--) {
        unsigned other = random_below((unsigned)p + 1);
        uint16_t kept = map[p];
        map[p] = map[other];
        map[other] = kept;
    }
    for (int p = 0; p < points; p++)
        used += snprintf(text + used, sizeof(text) - (size_t)used, "p%d ", p);
    for (int p = 0; p < points; p++)
        for (int i = graph->first[p]; i < graph->first[p + 1]; i++)
            if (graph->adjacent[i] > p)
                used += snprintf(text + used, sizeof(text) - (size_t)used, "\np%d p%d", map[p],
                                 map[graph->adjacent[i]]);
    return must_graph_file(text);
}

static void check_graph(const struct game *game)
{
    uint16_t map[SOLVER_MAX_POINTS];
    struct graph *graph = make_graph(game->graph, map);
    check_same_value(game, value_of(game), value_of_image(game, graph, map, false), "as a graph");
    graph_free(graph);
}

static void test_graphs(void **state)
{
    (void)state;
    for_random_games(3, 6, check_graph);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_symmetries),
        cmocka_unit_test(test_keys),
        cmocka_unit_test(test_graphs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
