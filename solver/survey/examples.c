/* The positions on which rulesets differ. */
#include "survey/examples.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "report/best_text.h"
#include "report/value.h"
#include "survey/files.h"

void examples_comparison(const struct survey *survey, size_t board, struct comparison *ret_made)
{
    const struct survey_wish *wish = &survey->wish;
    *ret_made = (struct comparison){
        .board = survey->wish.boards->list[board],
        .rulesets = wish->rulesets->list,
        .count = wish->rulesets->count,
        .limits = {.threads = 1, .memory = wish->cell_bytes, .max_seconds = wish->cell_seconds},
        .interrupt = wish->interrupt,
    };
}

/* The example with the row's position; one is added if there is none. -ENOMEM, or its index. */
static long example_of(struct survey *survey, size_t row, size_t board)
{
    const char *position = grid_get(&survey->differences, row, "position");
    struct survey_example *all;
    for (size_t i = 0; i < survey->example_count; i++)
        if (survey->examples[i].board == board &&
            strcmp(survey->examples[i].position, position) == 0)
            return (long)i;
    all = reallocarray(survey->examples, survey->example_count + 1, sizeof(*all));
    if (all == NULL)
        return -ENOMEM;
    survey->examples = all;
    all = &all[survey->example_count];
    *all = (struct survey_example){.board = board};
    strncpy(all->position, position, sizeof(all->position) - 1);
    all->list = calloc(survey->wish.rulesets->count, sizeof(*all->list));
    return all->list == NULL ? -ENOMEM : (long)survey->example_count++;
}

static int solve_example(const struct survey *survey, struct survey_example *example,
                         struct error *err)
{
    struct comparison comparison;
    int r = 0;
    examples_comparison(survey, example->board, &comparison);
    for (size_t i = 0; i < comparison.count && r == 0; i++) {
        r = compared_start(&comparison, i, example->position, 0, &example->list[i]);
        if (r == 0 && !solve_interrupt_is_requested(survey->wish.interrupt))
            r = compared_solve(&comparison, false, &example->list[i]);
    }
    if (r == -EINVAL)
        return error_set(err, r, FILES_DIFFERENCES ": '%.80s' is no position of %s",
                         example->position, solve_board_name(comparison.board));
    return r < 0 ? error_set(err, r, "out of memory") : 0;
}

/* The value under a ruleset must be what the row says, where both know it. */
static int check_value(struct survey *survey, size_t row, const char *key,
                       const struct compared *compared, struct error *err)
{
    struct strbuf value = {0};
    const char *said = grid_get(&survey->differences, row, key);
    if (compared->result == NULL || !solve_bounds_known(&compared->bounds))
        return 0;
    value_add(&value, &compared->bounds, NULL);
    int r = value.failed ? -ENOMEM : 0;
    if (r == 0 && strstr(said, "..") == NULL && strcmp(said, value.chars) != 0)
        r = error_set(err, -EEXIST,
                      FILES_DIFFERENCES
                      ": %.60s on %.80s is worth '%.40s' there, and this run "
                      "proved '%.40s': move the folder away",
                      solve_rules_text(compared->rules),
                      grid_get(&survey->differences, row, "position"), said, value.chars);
    if (r == 0)
        r = grid_set_text(&survey->differences, row, key, &value);
    strbuf_release(&value);
    return r;
}

/* Sets the best plays, where all of them are known. */
static int set_best(struct survey *survey, size_t row, const char *key,
                    const struct compared *compared)
{
    struct strbuf best = {0};
    if (compared->result == NULL || !solve_result_best_complete(compared->result, 0))
        return 0;
    best_text_add(&best, compared->result);
    return grid_set_text(&survey->differences, row, key, &best);
}

static int set_pair(struct survey *survey, size_t a, size_t b, struct error *err)
{
    size_t row = survey_pair_row(survey, a, b), board = 0;
    const char *name = grid_get(&survey->differences, row, "board");
    if (name[0] == '\0')
        return 0;
    while (board < survey->wish.boards->count &&
           strcmp(solve_board_name(survey->wish.boards->list[board]), name) != 0)
        board++;
    if (board == survey->wish.boards->count)
        return error_set(err, -EINVAL,
                         "%.120s/" FILES_DIFFERENCES
                         " has the board %.40s: wanted it in --boards, "
                         "or another folder",
                         survey->wish.dir != NULL ? survey->wish.dir : "", name);
    size_t known = survey->example_count;
    long at = example_of(survey, row, board);
    if (at < 0)
        return error_set(err, -ENOMEM, "out of memory");
    const struct compared *list = survey->examples[at].list;
    int r = survey->example_count > known ? solve_example(survey, &survey->examples[at], err) : 0;
    if (r == 0)
        r = check_value(survey, row, "value_a", &list[a], err);
    if (r == 0)
        r = check_value(survey, row, "value_b", &list[b], err);
    if (r < 0)
        return r;
    r = set_best(survey, row, "best_a", &list[a]);
    if (r == 0)
        r = set_best(survey, row, "best_b", &list[b]);
    return r < 0 ? error_set(err, r, "out of memory") : 0;
}

int examples_solve(struct survey *survey, struct error *err)
{
    size_t count = survey->differences.row_count > 0 ? survey->wish.rulesets->count : 0;
    int r = 0;
    for (size_t a = 0; a < count; a++)
        for (size_t b = a + 1; b < count && r == 0; b++)
            r = set_pair(survey, a, b, err);
    return r;
}

void examples_release(struct survey *survey)
{
    for (size_t i = 0; i < survey->example_count; i++) {
        for (size_t k = 0; k < survey->wish.rulesets->count; k++)
            compared_release(&survey->examples[i].list[k]);
        free(survey->examples[i].list);
    }
    free(survey->examples);
    survey->examples = NULL;
    survey->example_count = 0;
}
