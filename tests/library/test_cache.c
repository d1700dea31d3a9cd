/*
 * Runs with a cache say the same as runs without one: many games on small boards under every
 * ruleset, in random order, with caches of several sizes, on several threads, and with runs in
 * between that are stopped.
 */
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

#include "made.h"

#define GAMES_EACH 7 /* of a board under a ruleset */
#define TURNS_MOST 7
#define MOVES_MOST 8
#define BIG ((uint64_t)64 << 20)
#define SMALL ((uint64_t)200 << 10) /* a board or two */
#define THREADS 2

static const char *const boards[] = {"1x1", "1x2", "1x3", "1x4", "2x2"};
#define BOARDS (sizeof(boards) / sizeof(boards[0]))

static uint64_t seed = 20250101;

static unsigned random_below(unsigned n)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(seed >> 33) % n;
}

/* What a run says, without the way of the principal variation. */
struct answer {
    struct solve_bounds bounds;
    enum solve_stop stop;
    size_t moves;
    struct solve_root_move list[MOVES_MOST];
    bool moves_complete, best_complete, pv_complete;
};

struct game_case {
    struct solve_game *game;
    char text[256];
    int komi;
    bool value_only;
    struct answer plain; /* without a cache */
};

static struct game_case *cases;
static size_t case_count;

/* A game from a random position with random moves. NULL: the game is over at once. */
static struct solve_game *random_game(struct solve_board *board, struct solve_rules *rules)
{
    char position[2 * SOLVE_POINTS_MAX];
    struct solve_game *game = NULL;
    int columns = solve_board_columns(board), points = solve_board_points(board);
    while (game == NULL) {
        char *to = position;
        for (int p = 0; p < points; p++) {
            if (p > 0 && p % columns == 0)
                *to++ = '/';
            *to++ = "...XO"[random_below(5)];
        }
        *to = '\0';
        int r = solve_game_new(board, rules, position, (int)random_below(2), &game, NULL);
        if (r == -EINVAL)
            game = NULL; /* a chain without liberties */
    }
    for (unsigned turns = random_below(TURNS_MOST + 1); turns > 0; turns--) {
        struct solve_move *moves;
        size_t count;
        assert_int_equal(solve_game_legal_moves(game, &moves, &count), 0);
        if (count > 0)
            assert_int_equal(solve_game_play(game, moves[random_below((unsigned)count)], NULL), 0);
        free(moves);
    }
    return game;
}

static void describe_case(struct game_case *one)
{
    char text[SOLVE_POSITION_TEXT_MAX], move[SOLVE_MOVE_TEXT_MAX];
    assert_int_equal(solve_game_position(one->game, 0, text), 0);
    int used =
        snprintf(one->text, sizeof(one->text),
                 "%s %s komi %d:", solve_rules_text(solve_game_rules(one->game)), text, one->komi);
    for (size_t i = 1; i <= solve_game_turns(one->game); i++) {
        struct solve_turn turn;
        assert_int_equal(solve_game_turn(one->game, i, &turn), 0);
        used += snprintf(one->text + used, sizeof(one->text) - (size_t)used, " %s",
                         solve_move_format(solve_game_board(one->game), turn.move, move));
    }
}

static void add_cases(const char *board_text, const char *rules_text)
{
    struct solve_board *board;
    struct solve_rules *rules;
    struct solve_rules_facts facts;
    assert_int_equal(solve_board_parse(board_text, &board, NULL), 0);
    assert_int_equal(solve_rules_parse(rules_text, &rules, NULL), 0);
    assert_int_equal(solve_rules_facts(rules, &facts), 0);
    for (int i = 0; i < GAMES_EACH && facts.players == 2; i++) {
        cases = realloc(cases, (case_count + 1) * sizeof(*cases));
        assert_non_null(cases);
        struct game_case *one = &cases[case_count++];
        memset(one, 0, sizeof(*one));
        one->game = random_game(board, rules);
        one->komi = (int)random_below(9) - 4;
        one->value_only = random_below(4) == 0;
        describe_case(one);
    }
    solve_board_unref(board);
    solve_rules_unref(rules);
}

/* The variation must be legal, and where it comes to a score, that is the value. */
static void check_line(const struct game_case *one, const struct solve_result *result)
{
    struct solve_game *game;
    struct solve_bounds bounds;
    struct solve_turn last;
    int scores[SOLVE_PLAYERS_MAX];
    size_t count;
    const struct solve_move *moves = solve_result_pv(result, &count);
    if (solve_game_copy(one->game, &game) < 0)
        abort();
    for (size_t i = 0; i < count; i++)
        if (solve_game_play(game, moves[i], NULL) < 0) {
            fprintf(stderr, "%s: move %zu of the line is not legal\n", one->text, i + 1);
            abort();
        }
    if (solve_result_bounds(result, &bounds) < 0 ||
        solve_game_turn(game, solve_game_turns(game), &last) < 0)
        abort();
    if (solve_result_pv_complete(result) && last.ending == SOLVE_SCORED &&
        solve_bounds_known(&bounds) && bounds.lower_min == bounds.upper_min &&
        (solve_game_scores(game, scores) < 0 || scores[0] - scores[1] != bounds.lower_min)) {
        fprintf(stderr, "%s: the line is not worth the value\n", one->text);
        abort();
    }
    solve_game_free(game);
}

/* Of all runs, if there is one. */
static struct solve_store *the_store;

static struct solve_request *request_for(const struct game_case *one, struct solve_cache *cache)
{
    struct solve_request *request;
    if (solve_request_new(&request) < 0 || solve_request_set_komi(request, one->komi) < 0 ||
        solve_request_set_value_only(request, one->value_only) < 0 ||
        solve_request_set_cache(request, cache) < 0 ||
        solve_request_set_store(request, the_store) < 0)
        abort();
    return request;
}

static uint64_t ask(const struct game_case *one, struct solve_cache *cache, struct answer *ret)
{
    struct solve_request *request = request_for(one, cache);
    struct solve_result *result;
    struct solve_work work;
    struct answer answer;
    memset(&answer, 0, sizeof(answer));
    if (solve_request_run(request, one->game, &result, NULL) < 0 ||
        solve_result_bounds(result, &answer.bounds) < 0 || solve_result_work(result, &work) < 0)
        abort();
    answer.stop = solve_result_stop(result);
    answer.moves = solve_result_move_count(result);
    answer.moves_complete = solve_result_moves_complete(result);
    answer.best_complete = solve_result_best_complete(result, one->komi);
    answer.pv_complete = solve_result_pv_complete(result);
    for (size_t i = 0; i < answer.moves && i < MOVES_MOST; i++)
        if (solve_result_move(result, i, &answer.list[i]) < 0)
            abort();
    check_line(one, result);
    solve_result_free(result);
    solve_request_free(request);
    *ret = answer;
    return work.nodes;
}

static bool same_bounds(const struct solve_bounds *a, const struct solve_bounds *b)
{
    return a->lower_min == b->lower_min && a->lower_max == b->lower_max &&
           a->upper_min == b->upper_min && a->upper_max == b->upper_max;
}

/* With only the value wanted, what is known of other moves besides is chance. */
static bool is_same(const struct game_case *one, const struct answer *answer)
{
    const struct answer *plain = &one->plain;
    bool same = same_bounds(&plain->bounds, &answer->bounds) && plain->stop == answer->stop &&
                plain->moves == answer->moves && plain->pv_complete == answer->pv_complete;
    if (one->value_only)
        return same;
    for (size_t i = 0; i < plain->moves && same; i++)
        same = same_bounds(&plain->list[i].bounds, &answer->list[i].bounds) &&
               plain->list[i].best == answer->list[i].best &&
               plain->list[i].same_as == answer->list[i].same_as;
    return same && plain->moves_complete == answer->moves_complete &&
           plain->best_complete == answer->best_complete;
}

static uint64_t compare(const struct game_case *one, struct solve_cache *cache)
{
    struct answer answer;
    uint64_t nodes = ask(one, cache, &answer);
    if (!is_same(one, &answer)) {
        fprintf(stderr, "%s: another answer with a cache\n", one->text);
        abort();
    }
    return nodes;
}

static void shuffle(size_t *order)
{
    for (size_t i = 0; i < case_count; i++)
        order[i] = i;
    for (size_t i = case_count; i > 1; i--) {
        size_t j = random_below((unsigned)i), other = order[j];
        order[j] = order[i - 1];
        order[i - 1] = other;
    }
}

static int make_cases(void **state)
{
    struct solve_rules_preset preset;
    (void)state;
    for (size_t b = 0; b < BOARDS; b++)
        for (size_t i = 0; solve_rules_preset(i, &preset) == 0; i++)
            if (preset.alias_of == NULL)
                add_cases(boards[b], preset.name);
    for (size_t i = 0; i < case_count; i++)
        ask(&cases[i], NULL, &cases[i].plain);
    return 0;
}

static int free_cases(void **state)
{
    (void)state;
    for (size_t i = 0; i < case_count; i++)
        solve_game_free(cases[i].game);
    free(cases);
    return 0;
}

static struct solve_cache *make_cache(uint64_t bytes)
{
    struct solve_cache *cache;
    assert_int_equal(solve_cache_new(bytes, &cache), 0);
    return cache;
}

/* All cases through one cache, twice. Returns the nodes of each round. */
static void run_all(uint64_t bytes, uint64_t ret_nodes[2])
{
    struct solve_cache *cache = make_cache(bytes);
    size_t *order = calloc(case_count, sizeof(*order));
    assert_non_null(order);
    for (int round = 0; round < 2; round++) {
        shuffle(order);
        ret_nodes[round] = 0;
        for (size_t i = 0; i < case_count; i++)
            ret_nodes[round] += compare(&cases[order[i]], cache);
    }
    free(order);
    solve_cache_free(cache);
}

static void a_cache_saves_work_only(void **state)
{
    uint64_t nodes[2];
    (void)state;
    run_all(BIG, nodes);
    assert_true(nodes[1] < nodes[0] / 2);
}

static void a_small_cache_does_no_harm(void **state)
{
    uint64_t nodes[2];
    (void)state;
    run_all(SMALL, nodes);
    run_all(0, nodes);
}

/* Stops a run early, by nodes, by an interrupt, or for want of memory. */
static void stop_one(const struct game_case *one, struct solve_cache *cache, unsigned how)
{
    struct solve_request *request = request_for(one, cache);
    struct solve_result *result;
    struct solve_interrupt *interrupt;
    assert_int_equal(solve_interrupt_new(&interrupt), 0);
    if (how % 3 == 0)
        assert_int_equal(solve_request_set_max_nodes(request, 1 + how), 0);
    else if (how % 3 == 1)
        solve_interrupt_request(interrupt);
    else
        assert_int_equal(solve_request_set_memory(request, 64 << 10), 0);
    assert_int_equal(solve_request_set_interrupt(request, interrupt), 0);
    assert_int_equal(solve_request_run(request, one->game, &result, NULL), 0);
    check_line(one, result);
    solve_result_free(result);
    solve_request_free(request);
    solve_interrupt_free(interrupt);
}

static void a_stopped_run_leaves_a_sound_cache(void **state)
{
    struct solve_cache *cache = make_cache(BIG);
    size_t *order = calloc(case_count, sizeof(*order));
    assert_non_null(order);
    (void)state;
    shuffle(order);
    for (size_t i = 0; i < case_count; i++) {
        stop_one(&cases[order[random_below((unsigned)case_count)]], cache, random_below(60));
        stop_one(&cases[order[i]], cache, random_below(60));
        compare(&cases[order[i]], cache);
    }
    free(order);
    solve_cache_free(cache);
}

/* What a thread of its own does. */
struct part {
    struct solve_cache *cache;
    size_t *order;
};

static void *work(void *arg)
{
    const struct part *part = arg;
    for (size_t i = 0; i < case_count; i++)
        compare(&cases[part->order[i]], part->cache);
    return NULL;
}

static void threads_share_a_cache(void **state)
{
    struct solve_cache *cache = make_cache(BIG);
    struct part parts[THREADS];
    pthread_t threads[THREADS];
    (void)state;
    for (int i = 0; i < THREADS; i++) {
        parts[i] = (struct part){cache, calloc(case_count, sizeof(size_t))};
        assert_non_null(parts[i].order);
        shuffle(parts[i].order);
    }
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, work, &parts[i]), 0);
    for (int i = 0; i < THREADS; i++) {
        assert_int_equal(pthread_join(threads[i], NULL), 0);
        free(parts[i].order);
    }
    solve_cache_free(cache);
}

/* Some cases with a store and a cache: what is in the store is used, and what of it is in the cache
 * serves the same open store only. */
static void a_store_goes_with_a_cache(void **state)
{
    const struct solve_store_options options = {.flags = SOLVE_STORE_MAKE};
    char folder[] = "/tmp/solve-cache-XXXXXX", path[64], command[96];
    struct solve_cache *cache = make_cache(BIG);
    (void)state;
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof(path), "%s/store", folder);
    for (int round = 0; round < 4; round++) {
        if (round != 2) /* one without, on what others left */
            assert_int_equal(solve_store_open(path, &options, &the_store, NULL), 0);
        for (int i = 0; i < 150; i++)
            compare(&cases[random_below((unsigned)case_count)], cache);
        if (the_store != NULL) {
            assert_null(solve_store_notice(the_store));
            assert_null(solve_store_failure(the_store));
            assert_int_equal(solve_store_close(the_store, NULL), 0);
        }
        the_store = NULL;
    }
    solve_cache_free(cache);
    snprintf(command, sizeof(command), "rm -r %s", folder);
    assert_int_equal(system(command), 0);
}

/* Boards that look alike are told apart: by edges, not by names. */
static void graphs_are_told_apart(void **state)
{
    static const char *const texts[] = {"a b c d\na b\nb c\nc d\n", "a b c d\na b\nb c\nc d\nd a\n",
                                        "a b c d\na b\na c\na d\n"};
    struct solve_cache *cache = make_cache(BIG);
    struct solve_rules *rules;
    struct solve_request *request = make_request();
    assert_int_equal(solve_rules_parse("psk", &rules, NULL), 0);
    (void)state;
    for (int round = 0; round < 6; round++) {
        struct solve_board *board;
        struct solve_game *game;
        const char *text = texts[round % 3];
        assert_int_equal(solve_board_parse_graph("g", text, strlen(text), &board, NULL), 0);
        assert_int_equal(solve_game_new(board, rules, NULL, 0, &game, NULL), 0);
        solve_board_unref(board);
        assert_int_equal(solve_request_set_cache(request, NULL), 0);
        struct solve_result *plain = make_result(request, game);
        assert_int_equal(solve_request_set_cache(request, cache), 0);
        struct solve_result *cached = make_result(request, game);
        assert_int_equal(value_of(plain), value_of(cached));
        solve_result_free(plain);
        solve_result_free(cached);
        solve_game_free(game);
    }
    solve_request_free(request);
    solve_rules_unref(rules);
    solve_cache_free(cache);
}

/* Certificates are made without, and checked elsewhere; here: the cache is no obstacle. */
static void wrong_use_is_refused(void **state)
{
    struct solve_cache *cache = UNTOUCHED;
    (void)state;
    assert_int_equal(solve_cache_new(UINT64_MAX, &cache), -EINVAL);
    assert_ptr_equal(cache, UNTOUCHED);
    assert_int_equal(solve_cache_new(1, NULL), -EINVAL);
    assert_int_equal(solve_request_set_cache(NULL, NULL), -EINVAL);
    solve_cache_free(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cache_saves_work_only),
        cmocka_unit_test(a_small_cache_does_no_harm),
        cmocka_unit_test(a_stopped_run_leaves_a_sound_cache),
        cmocka_unit_test(threads_share_a_cache),
        cmocka_unit_test(a_store_goes_with_a_cache),
        cmocka_unit_test(graphs_are_told_apart),
        cmocka_unit_test(wrong_use_is_refused),
    };
    return cmocka_run_group_tests(tests, make_cases, free_cases);
}
