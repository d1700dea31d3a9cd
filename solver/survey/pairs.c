/* The smallest position that each pair of rulesets values differently. */
#include "survey/pairs.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/human.h"
#include "report/value.h"
#include "survey/examples.h"
#include "survey/files.h"

const struct grid_column survey_difference_columns[] = {
    {"rules_a", "rules"},     {"rules_b", "and"},          {"board", "board"},
    {"position", "position"}, {"value_a", "value"},        {"value_b", "and"},
    {"best_a", "best"},       {"best_b", "and"},           {"equal", "equal on"},
    {"complete", "complete"}, {"why", "why not complete"},
};
const size_t survey_difference_column_count =
    sizeof(survey_difference_columns) / sizeof(survey_difference_columns[0]);

/* The search: all pairs on one board after the other. */
struct pairs_work {
    struct survey *survey;
    size_t *order; /* boards that are looked at, few points first; owned */
    size_t order_count;
    size_t place;                  /* in order: the board at hand */
    struct difference_pair *asked; /* pairs that are looked at on the board at hand; owned */
    size_t *rows;                  /* their rows in differences; owned */
    size_t asked_count;
};

/* --- rows --- */

int pairs_init(struct survey *survey)
{
    const struct rulesets *rules = survey->wish.rulesets;
    size_t pairs = survey->wish.find_points > 0 ? rules->count * (rules->count - 1) / 2 : 0;
    struct grid *grid = &survey->differences;
    int r = grid_init(grid, survey_difference_columns, survey_difference_column_count, pairs);
    for (size_t a = 0; a < rules->count && pairs > 0; a++) {
        for (size_t b = a + 1; b < rules->count && r == 0; b++) {
            size_t row = survey_pair_row(survey, a, b);
            r = grid_set_copy(grid, row, "rules_a", solve_rules_text(rules->list[a]));
            if (r == 0)
                r = grid_set_copy(grid, row, "rules_b", solve_rules_text(rules->list[b]));
        }
    }
    return r;
}

/* Takes a row of the file over. One of the two rulesets in the other order is another row. */
static int take_row(struct survey *survey, const struct grid *older, size_t from, struct error *err)
{
    struct grid *grid = &survey->differences;
    const char *a = grid_get(older, from, "rules_a"), *b = grid_get(older, from, "rules_b");
    for (size_t row = 0; row < grid->row_count; row++) {
        if (strcmp(grid_get(grid, row, "rules_a"), a) != 0 ||
            strcmp(grid_get(grid, row, "rules_b"), b) != 0)
            continue;
        for (size_t c = 0; c < grid->column_count; c++)
            if (grid_set_copy(grid, row, grid->columns[c].key,
                              grid_get(older, from, grid->columns[c].key)) < 0)
                return error_set(err, -ENOMEM, "out of memory");
        return 0;
    }
    return error_set(err, -EINVAL,
                     "%.120s/" FILES_DIFFERENCES
                     " has %.60s and %.60s: wanted its rulesets in that "
                     "order in --rules, and --find-points, or another folder",
                     survey->wish.dir, a, b);
}

int pairs_read(struct survey *survey, struct error *err)
{
    struct grid older;
    int r = files_read_grid(survey->wish.dir, FILES_DIFFERENCES, survey_difference_columns,
                            survey_difference_column_count, &older, err);
    if (r <= 0)
        return r;
    r = 0;
    for (size_t row = 0; row < older.row_count && r == 0; row++)
        r = take_row(survey, &older, row, err);
    grid_release(&older);
    return r;
}

static struct solve_board *board_at(const struct survey *survey, size_t board)
{
    return survey->wish.boards->list[board];
}

/* Is the word in the list, which blanks separate? */
static bool has_word(const char *list, const char *word)
{
    size_t length = strlen(word);
    for (const char *at = list; (at = strstr(at, word)) != NULL; at++)
        if ((at == list || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0'))
            return true;
    return false;
}

/* --- which boards and pairs --- */

static int order_boards(struct pairs_work *work)
{
    const struct survey_wish *wish = &work->survey->wish;
    work->order = calloc(wish->boards->count + 1, sizeof(*work->order));
    if (work->order == NULL)
        return -ENOMEM;
    for (int points = 1; points <= wish->find_points; points++)
        for (size_t b = 0; b < wish->boards->count; b++)
            if (solve_board_points(board_at(work->survey, b)) == points)
                work->order[work->order_count++] = b;
    return 0;
}

/* Were all positions of the boards before place found equal? */
static bool equal_before(const struct pairs_work *work, size_t row, size_t place)
{
    const char *equal = grid_get(&work->survey->differences, row, "equal");
    for (size_t i = 0; i < place; i++)
        if (!has_word(equal, solve_board_name(board_at(work->survey, work->order[i]))))
            return false;
    return true;
}

/* Is something smaller on the board still to be looked for? Not where the pair is known to be equal
 * there, nor where a position on this or a smaller board is proved to be the smallest there. */
static bool is_asked(const struct pairs_work *work, size_t row, size_t place)
{
    const struct grid *grid = &work->survey->differences;
    const char *name = solve_board_name(board_at(work->survey, work->order[place]));
    const char *found = grid_get(grid, row, "board");
    if (has_word(grid_get(grid, row, "equal"), name))
        return false;
    for (size_t i = 0; i < place && found[0] != '\0'; i++)
        if (strcmp(solve_board_name(board_at(work->survey, work->order[i])), found) == 0)
            return false;
    return strcmp(found, name) != 0 || strcmp(grid_get(grid, row, "complete"), "yes") != 0;
}

static void ask_pairs(struct pairs_work *work)
{
    size_t count = work->survey->wish.rulesets->count;
    work->asked_count = 0;
    for (size_t a = 0; a < count; a++) {
        for (size_t b = a + 1; b < count; b++) {
            size_t row = survey_pair_row(work->survey, a, b);
            if (!is_asked(work, row, work->place))
                continue;
            work->rows[work->asked_count] = row;
            work->asked[work->asked_count++] = (struct difference_pair){.a = a, .b = b};
        }
    }
}

/* --- what was found --- */

/* Adds the board to those on which the pair is equal. */
static int add_equal(struct grid *grid, size_t row, const char *board)
{
    struct strbuf list = {0};
    strbuf_add(&list, "%s", grid_get(grid, row, "equal"));
    strbuf_separate(&list, " ");
    strbuf_add(&list, "%s", board);
    return grid_set_text(grid, row, "equal", &list);
}

static int add_why(struct grid *grid, size_t row, const char *board, const struct found *found)
{
    struct strbuf why = {0};
    strbuf_add(&why, "%s", grid_get(grid, row, "why"));
    strbuf_separate(&why, "; ");
    if (found->open > 0)
        strbuf_add(&why, "%s: %s not decided", board,
                   human_count(found->open, "position", "positions"));
    else
        strbuf_add(&why, "%s: interrupted", board);
    return grid_set_text(grid, row, "why", &why);
}

static int set_value(struct grid *grid, size_t row, const char *key,
                     const struct solve_bounds *bounds)
{
    struct strbuf text = {0};
    value_add(&text, bounds, NULL);
    if (text.length == 0)
        strbuf_add(&text, "%s..%s", value_margin(bounds->lower_min, NULL),
                   value_margin(bounds->upper_max, NULL));
    return grid_set_text(grid, row, key, &text);
}

/* What an earlier run found on the board is still there, or this one proves something else. */
static int check_again(const struct grid *grid, size_t row, const char *board, struct error *err)
{
    if (strcmp(grid_get(grid, row, "board"), board) != 0)
        return 0;
    return error_set(err, -EEXIST,
                     FILES_DIFFERENCES
                     ": %.60s and %.60s differ on %s there, and this run proved "
                     "that they do not: move the folder away",
                     grid_get(grid, row, "rules_a"), grid_get(grid, row, "rules_b"), board);
}

static int set_found(struct grid *grid, size_t row, const char *board,
                     const struct difference_pair *pair)
{
    int r = grid_set_copy(grid, row, "board", board);
    if (r == 0)
        r = grid_set_copy(grid, row, "position", pair->position);
    if (r == 0)
        r = set_value(grid, row, "value_a", &pair->values[0]);
    if (r == 0)
        r = set_value(grid, row, "value_b", &pair->values[1]);
    return r == 0 ? grid_set_copy(grid, row, "complete", pair->found.complete ? "yes" : "no") : r;
}

/* Puts down what was found of pair i on the board at hand. */
static int note_pair(struct pairs_work *work, size_t i, struct error *err)
{
    struct grid *grid = &work->survey->differences;
    const struct difference_pair *pair = &work->asked[i];
    const char *board = solve_board_name(board_at(work->survey, work->order[work->place]));
    size_t row = work->rows[i];
    int r = 0;
    if (!pair->found.any && pair->found.complete) {
        r = check_again(grid, row, board, err);
        if (r < 0)
            return r;
        r = add_equal(grid, row, board);
    }
    if (!pair->found.complete)
        r = add_why(grid, row, board, &pair->found);
    if (r == 0 && pair->found.any)
        r = set_found(grid, row, board, pair);
    return r < 0 ? error_set(err, r, "out of memory") : 0;
}

/* The place in the order of the board where the row's position is; without one after all. */
static size_t found_place(const struct pairs_work *work, size_t row)
{
    const char *board = grid_get(&work->survey->differences, row, "board");
    size_t place = 0;
    while (place < work->order_count &&
           strcmp(solve_board_name(board_at(work->survey, work->order[place])), board) != 0)
        place++;
    return place;
}

/* A row is complete if the pair is equal on all boards before the one of its position, or on all of
 * them, and nothing smaller is on that board. */
static int close_pairs(struct pairs_work *work)
{
    struct grid *grid = &work->survey->differences;
    int r = 0;
    for (size_t row = 0; row < grid->row_count && r == 0; row++) {
        bool here = grid_get(grid, row, "board")[0] == '\0' ||
                    strcmp(grid_get(grid, row, "complete"), "yes") == 0;
        bool complete = here && equal_before(work, row, found_place(work, row));
        r = grid_set_copy(grid, row, "complete", complete ? "yes" : "no");
        if (r == 0 && complete)
            r = grid_set_copy(grid, row, "why", "");
        else if (r == 0 && grid_get(grid, row, "why")[0] == '\0')
            r = grid_set_copy(grid, row, "why", "interrupted");
    }
    return r;
}

/* --- the search --- */

static void tell_looked(const struct found *found, void *arg)
{
    const struct pairs_work *work = arg;
    const struct survey_wish *wish = &work->survey->wish;
    struct strbuf line = {0};
    if (wish->tell == NULL)
        return;
    strbuf_add(&line, "differences on %s: %s with at most %s looked at",
               solve_board_name(board_at(work->survey, work->order[work->place])),
               human_count(found->looked_at, "position", "positions"),
               human_count((uint64_t)found->stones, "stone", "stones"));
    if (!line.failed)
        wish->tell(line.chars, wish->arg);
    strbuf_release(&line);
}

/* Looks at the board at hand. */
static int find_on_board(struct pairs_work *work, struct error *err)
{
    struct comparison comparison;
    struct difference_watch watch = {.looked = tell_looked, .arg = work};
    struct solve_cache *cache = NULL;
    ask_pairs(work);
    if (work->asked_count == 0)
        return 0;
    examples_comparison(work->survey, work->order[work->place], &comparison);
    /* Positions of one board have much in common. Without memory for a cache it takes longer. */
    if (solve_cache_new(work->survey->wish.cell_bytes, &cache) == 0)
        comparison.cache = cache;
    int r = difference_find_pairs(&comparison, &watch, work->asked, work->asked_count);
    solve_cache_free(cache);
    if (r < 0)
        return error_set(err, r, "out of memory");
    for (size_t i = 0; i < work->asked_count && r == 0; i++)
        r = note_pair(work, i, err);
    return r;
}

static bool is_interrupted(const struct survey *survey)
{
    return solve_interrupt_is_requested(survey->wish.interrupt);
}

static int find_all(struct pairs_work *work, struct error *err)
{
    struct grid *grid = &work->survey->differences;
    work->asked = calloc(grid->row_count + 1, sizeof(*work->asked));
    work->rows = calloc(grid->row_count + 1, sizeof(*work->rows));
    if (work->asked == NULL || work->rows == NULL || order_boards(work) < 0)
        return error_set(err, -ENOMEM, "out of memory");
    for (size_t row = 0; row < grid->row_count; row++)
        grid_set(grid, row, "why", NULL);
    int r = 0;
    for (work->place = 0; work->place < work->order_count && r == 0; work->place++)
        if (!is_interrupted(work->survey))
            r = find_on_board(work, err);
    if (r == 0 && close_pairs(work) < 0)
        r = error_set(err, -ENOMEM, "out of memory");
    return r;
}

int pairs_find(struct survey *survey, struct error *err)
{
    struct pairs_work work = {.survey = survey};
    int r = find_all(&work, err);
    free(work.order);
    free(work.asked);
    free(work.rows);
    return r;
}
