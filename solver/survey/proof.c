/* The files of certificates, and whether they say what a row says. */
#include "survey/proof.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "report/certified.h"
#include "report/move_text.h"
#include "report/value.h"

/* Nothing ends the check of a certificate that this program wrote. */
#define CHECK_SECONDS 1e9

static const char *board_name(const struct survey *survey, size_t row)
{
    return solve_board_name(survey->wish.boards->list[row / survey->wish.rulesets->count]);
}

static const char *rules_text(const struct survey *survey, size_t row)
{
    return solve_rules_text(survey->wish.rulesets->list[row % survey->wish.rulesets->count]);
}

static char *make_name(const char *board, const char *rules, bool value_only)
{
    struct strbuf name = {0};
    bool gap = false;
    strbuf_add(&name, "%s-", board);
    for (const char *at = rules; *at != '\0'; at++) {
        bool plain = isalnum((unsigned char)*at) || *at == '-';
        if (plain || !gap)
            strbuf_add(&name, "%c", plain ? *at : '-');
        gap = !plain;
    }
    strbuf_add(&name, "%s.proof", value_only ? "-value" : "");
    return strbuf_take(&name);
}

char *proof_path(const struct survey *survey, size_t row, bool value_only)
{
    struct strbuf path = {0};
    char *name = make_name(board_name(survey, row), rules_text(survey, row), value_only);
    if (name == NULL)
        return NULL;
    strbuf_add(&path, "%s/%s", survey->wish.proof_dir, name);
    free(name);
    return strbuf_take(&path);
}

/* --- first plays --- */

/* What is claimed of first plays, at komi 0, in half points. */
struct proof_range {
    int least, most;
};

/* The margin lies between those of full boards where the board is all that counts. */
static struct proof_range range_of(struct solve_bounds bounds, int points)
{
    if (points > 0 && bounds.lower_min < -points)
        bounds.lower_min = -points;
    if (points > 0 && bounds.upper_min < -points)
        bounds.upper_min = -points;
    if (points > 0 && bounds.lower_max > points)
        bounds.lower_max = points;
    if (points > 0 && bounds.upper_max > points)
        bounds.upper_max = points;
    return (struct proof_range){solve_bounds_at_komi(bounds.lower_min, bounds.upper_min, 0),
                                solve_bounds_at_komi(bounds.lower_max, bounds.upper_max, 0)};
}

/* What is claimed of a first play, or of one that is symmetric to it: the board is empty. */
static struct proof_range claimed_of(const struct solve_check *check, struct solve_board *board,
                                     struct solve_move move, const int *maps, int count, int points)
{
    struct proof_range range = {-2 * SOLVE_MARGIN_INFINITE, 2 * SOLVE_MARGIN_INFINITE};
    for (int s = 0; s < count; s++) {
        struct solve_move image = move;
        if (move.kind == SOLVE_MOVE_STONE)
            image.point = maps[s * solve_board_points(board) + move.point];
        struct proof_range one = range_of(certified_bounds(check, move_text(board, image)), points);
        if (one.least > range.least)
            range.least = one.least;
        if (one.most < range.most)
            range.most = one.most;
    }
    return range;
}

/* Appends the plays that are claimed to be best. Returns false unless each is claimed to be, or not
 * to be. */
static bool add_best(struct strbuf *text, struct solve_board *board, const struct solve_move *moves,
                     const struct proof_range *ranges, size_t count)
{
    int least = -2 * SOLVE_MARGIN_INFINITE, most = least;
    for (size_t i = 0; i < count; i++) {
        least = ranges[i].least > least ? ranges[i].least : least;
        most = ranges[i].most > most ? ranges[i].most : most;
    }
    for (size_t i = 0; i < count; i++) {
        bool best = ranges[i].least >= most;
        if (!best && ranges[i].most >= least)
            return false;
        if (!best)
            continue;
        strbuf_separate(text, " ");
        strbuf_add(text, "%s", move_text(board, moves[i]));
    }
    return true;
}

/* Do the claims say that these are the best first plays, and no others? */
static bool says_best(const struct solve_check *check, struct solve_board *board,
                      struct solve_rules *rules, const char *best)
{
    struct solve_game *game = NULL;
    struct solve_move *moves = NULL;
    struct proof_range *ranges = NULL;
    struct solve_rules_facts facts;
    struct strbuf text = {0};
    int *maps = NULL, symmetries = solve_board_symmetries(board, &maps);
    size_t count = 0;
    bool good = symmetries > 0 && solve_rules_facts(rules, &facts) == 0 &&
                solve_game_new(board, rules, NULL, 0, &game, NULL) == 0 &&
                solve_game_legal_moves(game, &moves, &count) == 0 &&
                (ranges = calloc(count + 1, sizeof(*ranges))) != NULL;
    for (size_t i = 0; i < count && good; i++)
        ranges[i] = claimed_of(check, board, moves[i], maps, symmetries,
                               facts.board_only ? solve_board_points(board) : 0);
    good = good && add_best(&text, board, moves, ranges, count) && !text.failed &&
           strcmp(text.chars != NULL ? text.chars : "", best) == 0;
    strbuf_release(&text);
    free(ranges);
    free(moves);
    free(maps);
    solve_game_free(game);
    return good;
}

/* --- a row --- */

/* Is the certificate about the row, and does it say the row's value? */
static bool says_value(const struct survey *survey, const struct solve_check *check,
                       const struct grid *cells, size_t row)
{
    struct solve_check_header header;
    int lower, upper;
    if (value_margin_parse(grid_get(cells, row, "lower"), &lower) < 0 ||
        value_margin_parse(grid_get(cells, row, "upper"), &upper) < 0 ||
        solve_check_header(check, &header) < 0)
        return false;
    const struct solve_bounds wanted = {lower, lower, upper, upper};
    return header.move_count == 0 && header.to_move == 0 &&
           strcmp(header.board, board_name(survey, row)) == 0 &&
           strcmp(header.rules, rules_text(survey, row)) == 0 &&
           strspn(header.position, "./") == strlen(header.position) &&
           certified_says(check, "", &wanted);
}

bool proof_says_row(const struct survey *survey, const struct grid *cells, size_t row)
{
    size_t rules = survey->wish.rulesets->count;
    struct solve_check *check;
    char *path = proof_path(survey, row, false);
    if (path == NULL || solve_check_new(&check) < 0) {
        free(path);
        return false;
    }
    solve_check_set_memory(check, SIZE_MAX / 2, 0);
    solve_check_set_seconds(check, CHECK_SECONDS);
    bool says = solve_check_load(check, path) == 0 && solve_check_run(check) == 0 &&
                strcmp(solve_check_hash(check), grid_get(cells, row, "certificate")) == 0 &&
                says_value(survey, check, cells, row) &&
                says_best(check, survey->wish.boards->list[row / rules],
                          survey->wish.rulesets->list[row % rules], grid_get(cells, row, "best"));
    solve_check_free(check);
    free(path);
    return says;
}
