/* The cases of the tests of caches. */
#include "cache_cases.h"

#include <stdio.h>

#include "../common/repeats.h"

#define GAMES_EACH (repeats_all() ? 4 : 1) /* of a board under a preset */
#define GAMES_FIELDS 1                     /* of a board under one with another value of a field */
#define NODES_MOST (repeats_all() ? 10000u : 2500u) /* a case that takes more is left out */
#define TURNS_MOST 7

static const char *const boards[] = {"1x1", "1x2", "1x3", "1x4", "2x2"};
#define BOARDS (sizeof(boards) / sizeof(boards[0]))
/* With sanitizers a board of each length and one that is not a line are enough. */
#define BOARDS_STEP (TESTS_SHARE > 1 && !repeats_all() ? 2 : 1)

static uint64_t seed = 20250101;

unsigned cache_cases_random(unsigned n)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(seed >> 33) % n;
}

struct cache_case *cache_cases;
size_t cache_cases_count;
struct solve_store *cache_cases_store;

/* A game from a random position with random moves. */
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
            *to++ = "...XO"[cache_cases_random(5)];
        }
        *to = '\0';
        int r = solve_game_new(board, rules, position, (int)cache_cases_random(2), &game, NULL);
        if (r == -EINVAL)
            game = NULL; /* a chain without liberties */
    }
    for (unsigned turns = cache_cases_random(TURNS_MOST + 1); turns > 0; turns--) {
        struct solve_move *moves;
        size_t count;
        assert_int_equal(solve_game_legal_moves(game, &moves, &count), 0);
        if (count > 0)
            assert_int_equal(
                solve_game_play(game, moves[cache_cases_random((unsigned)count)], NULL), 0);
        free(moves);
    }
    return game;
}

static void describe_case(struct cache_case *one)
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

/* The variation must be legal, and where it comes to a score, that is the value. */
void cache_cases_check_line(const struct cache_case *one, const struct solve_result *result)
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

struct solve_request *cache_cases_request(const struct cache_case *one, struct solve_cache *cache)
{
    struct solve_request *request;
    if (solve_request_new(&request) < 0 ||
        solve_request_set_max_nodes(request, cache == NULL ? NODES_MOST : 0) < 0 ||
        solve_request_set_komi(request, one->komi) < 0 ||
        solve_request_set_value_only(request, one->value_only) < 0 ||
        solve_request_set_cache(request, cache) < 0 ||
        solve_request_set_store(request, cache_cases_store) < 0)
        abort();
    return request;
}

static uint64_t ask(const struct cache_case *one, struct solve_cache *cache,
                    struct cache_answer *ret)
{
    struct solve_request *request = cache_cases_request(one, cache);
    struct solve_result *result;
    struct solve_work work;
    struct cache_answer answer;
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
    cache_cases_check_line(one, result);
    solve_result_free(result);
    solve_request_free(request);
    *ret = answer;
    return work.nodes;
}

/* Adds games, but for those that take too long. */
static void add_cases(const char *board_text, const char *rules_text, int count)
{
    struct solve_board *board;
    struct solve_rules *rules;
    struct solve_rules_facts facts;
    assert_int_equal(solve_board_parse(board_text, &board, NULL), 0);
    if (solve_rules_parse(rules_text, &rules, NULL) < 0) { /* contradictory fields */
        solve_board_unref(board);
        return;
    }
    assert_int_equal(solve_rules_facts(rules, &facts), 0);
    for (int i = 0; i < count && facts.players == 2; i++) {
        cache_cases = realloc(cache_cases, (cache_cases_count + 1) * sizeof(*cache_cases));
        assert_non_null(cache_cases);
        struct cache_case *one = &cache_cases[cache_cases_count++];
        memset(one, 0, sizeof(*one));
        one->game = random_game(board, rules);
        one->komi = (int)cache_cases_random(9) - 4;
        one->value_only = cache_cases_random(4) == 0;
        describe_case(one);
        /* The limit may also cut the line of a run that has its value. */
        if (ask(one, NULL, &one->plain) >= NODES_MOST) {
            solve_game_free(one->game);
            cache_cases_count--;
        }
    }
    solve_board_unref(board);
    solve_rules_unref(rules);
}

/* Games under a preset with one field changed, for each field and value. */
static void add_fields(const char *board_text, const struct solve_rules_preset *preset)
{
    struct solve_rules_field field;
    char text[128];
    for (size_t i = 0; solve_rules_family_field(preset->family, i, &field) == 0; i++)
        for (const char *const *value = field.values; *value != NULL; value++) {
            snprintf(text, sizeof(text), "%s,%s=%s", preset->name, field.name, *value);
            add_cases(board_text, text, GAMES_FIELDS);
        }
}

static bool same_bounds(const struct solve_bounds *a, const struct solve_bounds *b)
{
    return a->lower_min == b->lower_min && a->lower_max == b->lower_max &&
           a->upper_min == b->upper_min && a->upper_max == b->upper_max;
}

/* With only the value wanted, what is known of other moves besides is chance. */
static bool is_same(const struct cache_case *one, const struct cache_answer *answer)
{
    const struct cache_answer *plain = &one->plain;
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

uint64_t cache_cases_compare(const struct cache_case *one, struct solve_cache *cache)
{
    struct cache_answer answer;
    uint64_t nodes = ask(one, cache, &answer);
    if (!is_same(one, &answer)) {
        fprintf(stderr, "%s: another answer with a cache\n", one->text);
        abort();
    }
    return nodes;
}

void cache_cases_shuffle(size_t *order)
{
    for (size_t i = 0; i < cache_cases_count; i++)
        order[i] = i;
    for (size_t i = cache_cases_count; i > 1; i--) {
        size_t j = cache_cases_random((unsigned)i), other = order[j];
        order[j] = order[i - 1];
        order[i - 1] = other;
    }
}

int cache_cases_make(void **state)
{
    struct solve_rules_preset preset;
    (void)state;
    for (size_t b = 0; b < BOARDS; b += BOARDS_STEP)
        for (size_t i = 0; solve_rules_preset(i, &preset) == 0; i++)
            if (preset.alias_of == NULL) {
                add_cases(boards[b], preset.name, GAMES_EACH);
                if (preset.fields[0] == '\0')
                    add_fields(boards[b], &preset);
            }
    return cache_cases_count > 500 / (repeats_all() ? 1 : 4) ? 0 : -1;
}

int cache_cases_free(void **state)
{
    (void)state;
    for (size_t i = 0; i < cache_cases_count; i++)
        solve_game_free(cache_cases[i].game);
    free(cache_cases);
    return 0;
}
