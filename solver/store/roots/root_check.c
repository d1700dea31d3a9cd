/* Looking at records of positions under the rules. */
#include "store/roots/root_check.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "rules/history.h"
#include "store/handle/identity.h"

static int refuse(const char **ret_why, const char *why)
{
    *ret_why = why;
    return -EBADMSG;
}

/* --- bounds --- */

/* The most that anybody can win by where no prisoners count; there is no such limit elsewhere. */
static int greatest_margin(const struct game *game, const struct history_model *model)
{
    bool prisoners = ruleset_value(&game->rules, &field_scoring) == SCORING_TERRITORY;
    return prisoners || model->pass_prisoners ? MARGIN_INFINITE : game->graph->points;
}

static bool is_margin(int margin, int most)
{
    return (margin >= -most && margin <= most) || margin == MARGIN_INFINITE ||
           margin == -MARGIN_INFINITE;
}

static bool are_margins(const struct bounds *bounds, int most)
{
    return is_margin(bounds->lower_min, most) && is_margin(bounds->lower_max, most) &&
           is_margin(bounds->upper_min, most) && is_margin(bounds->upper_max, most) &&
           bounds_in_order(bounds);
}

static int check_bounds(const struct game *game, const struct analysis *analysis,
                        const char **ret_why)
{
    struct history_model model;
    game->rules.family->describe(&game->rules, &model);
    int most = greatest_margin(game, &model);
    bool good = are_margins(&analysis->bounds, most);
    for (size_t i = 0; i < analysis->move_count; i++)
        good = good && are_margins(&analysis->moves[i].bounds, most);
    return good ? 0 : refuse(ret_why, "its bounds are no margins of the board in their order");
}

/* The same bounds as White sees them: his lower is Black's upper. */
static struct bounds as_seen_by(int mover, const struct bounds *bounds)
{
    return mover == BLACK ? *bounds
                          : (struct bounds){-bounds->upper_max, -bounds->upper_min,
                                            -bounds->lower_max, -bounds->lower_min};
}

/* No play is better for its player than the root, and one is as good. */
static int check_against_root(int mover, const struct analysis *analysis, const char **ret_why)
{
    struct bounds root = as_seen_by(mover, &analysis->bounds);
    int lower = INT_MIN, upper = INT_MIN;
    for (size_t i = 0; i < analysis->move_count; i++) {
        struct bounds play = as_seen_by(mover, &analysis->moves[i].bounds);
        if (play.lower_min > root.lower_max || play.upper_min > root.upper_max)
            return refuse(ret_why, "a first play is better than the position");
        lower = play.lower_max > lower ? play.lower_max : lower;
        upper = play.upper_max > upper ? play.upper_max : upper;
    }
    if (analysis->move_count > 0 && (lower < root.lower_min || upper < root.upper_min))
        return refuse(ret_why, "no first play is as good as the position");
    return 0;
}

/* --- first plays --- */

/* Is the move legal now? What it is leaves the game as it was. Returns 1, 0 or -ENOMEM. */
static int is_legal(struct game *game, struct move move)
{
    struct verdict verdict = {0};
    int r = game_play(game, move, &verdict);
    if (r == 0 && verdict.legal)
        game_undo(game);
    return r < 0 ? r : verdict.legal;
}

static bool is_listed(const struct analysis *analysis, size_t at, struct move move)
{
    return at < analysis->move_count && move_equal(analysis->moves[at].move, move);
}

/* The legal plays in the order of their points, the pass, the refreshing pass: no other, each once.
 */
static int check_plays(struct game *game, const struct root_facts *facts, const char **ret_why)
{
    const struct analysis *analysis = &facts->analysis;
    int points = game->graph->points;
    size_t count = 0;
    if (analysis->move_count == 0 && !(facts->flags & ROOT_FINAL))
        return 0;
    for (int p = 0; p < points + 2; p++) {
        struct move move =
            p < points ? move_stone(p) : move_pass(p == points ? MOVE_PASS : MOVE_REFRESH);
        int legal = is_legal(game, move);
        if (legal < 0)
            return legal;
        if (legal && !is_listed(analysis, count++, move))
            return refuse(ret_why, "its first plays are not the legal ones");
    }
    return count == analysis->move_count
               ? 0
               : refuse(ret_why, "its first plays are not the legal ones");
}

static int check_marks(const struct root_facts *facts, int komi, const char **ret_why)
{
    const struct analysis *analysis = &facts->analysis;
    for (size_t i = 0; i < analysis->move_count; i++) {
        const struct analysis_move *made = &analysis->moves[i];
        bool best = root_play_is_best(analysis, i, komi);
        if (made->best != best && (made->best || (facts->flags & ROOT_FINAL)))
            return refuse(ret_why, "it calls the wrong first plays best");
        if (made->same_as < 0 || made->same_as > (int)i ||
            analysis->moves[made->same_as].same_as != made->same_as)
            return refuse(ret_why, "its first plays are not alike as it says");
    }
    return 0;
}

/* --- the line --- */

static bool is_on_board(const struct game *game, struct move move)
{
    return move.kind != MOVE_STONE || (move.point >= 0 && move.point < game->graph->points);
}

/* Plays the line, which stays. */
static int play_line(struct game *game, const struct analysis *analysis, const char **ret_why)
{
    for (size_t i = 0; i < analysis->pv_count; i++) {
        struct verdict verdict = {0};
        if (game_over(game))
            return refuse(ret_why, "its line goes on after the end");
        if (!is_on_board(game, analysis->pv[i]))
            return refuse(ret_why, "its line leaves the board");
        int r = game_play(game, analysis->pv[i], &verdict);
        if (r < 0)
            return r;
        if (!verdict.legal)
            return refuse(ret_why, "its line has an illegal move");
    }
    return 0;
}

/* A complete line comes to the end of the game, with what best play comes to, or to a state that
 * was there before. */
static int check_end(const struct game *game, const struct analysis *analysis, int komi,
                     const char **ret_why)
{
    const struct bounds *bounds = &analysis->bounds;
    if (analysis->cycle_from < -1 || analysis->cycle_from > (long)analysis->pv_count)
        return refuse(ret_why, "its lap begins outside its line");
    if (!analysis->pv_complete)
        return 0;
    if (!bounds_known(bounds))
        return refuse(ret_why, "it has a line of best play but no value");
    if (!game_over(game))
        return analysis->cycle_from >= 0 ? 0 : refuse(ret_why, "its line does not come to an end");
    if (game_now(game)->ending == ENDING_SCORED &&
        2 * game_margin(game) != bounds_result(bounds->lower_min, bounds->upper_min, komi))
        return refuse(ret_why, "its line does not come to its value");
    return 0;
}

/* --- all of it --- */

static int copy_game(const struct game *game, struct game *ret_copy)
{
    int r =
        game_init(ret_copy, game->graph, &game->rules, &game->turns[0].board, game->turns[0].next);
    for (size_t i = 1; i < game->count && r == 0; i++) {
        struct verdict verdict;
        r = game_play(ret_copy, game->turns[i].move, &verdict);
    }
    return r;
}

static int check_played(struct game *game, int komi, const struct root_facts *facts,
                        const char **ret_why)
{
    const struct analysis *analysis = &facts->analysis;
    int mover = game_now(game)->next, r = check_bounds(game, analysis, ret_why);
    if (r == 0)
        r = check_plays(game, facts, ret_why);
    if (r == 0)
        r = check_marks(facts, komi, ret_why);
    if (r == 0)
        r = check_against_root(mover, analysis, ret_why);
    if (r == 0)
        r = play_line(game, analysis, ret_why);
    return r == 0 ? check_end(game, analysis, komi, ret_why) : r;
}

int root_check(const struct game *game, int komi_half_points, const struct root_facts *facts,
               const char **ret_why)
{
    struct game copy = {0};
    if (game_over(game))
        return refuse(ret_why, "the game is over there");
    int r = copy_game(game, &copy);
    if (r == 0)
        r = check_played(&copy, komi_half_points, facts, ret_why);
    game_release(&copy);
    return r;
}

/* --- the position of a key text --- */

#define KEY_LINES 5

/* Cuts text into its lines, in place. Returns whether there are KEY_LINES or more. */
static bool split_key(char *text, char *lines[KEY_LINES])
{
    for (int i = 0; i < KEY_LINES; i++) {
        lines[i] = strsep(&text, "\n");
        if (lines[i] == NULL)
            return false;
    }
    return true;
}

size_t root_name_length(const char *text, size_t length)
{
    const char *newline = memchr(text, '\n', length);
    return newline != NULL ? (size_t)(newline - text) : length;
}

/* "pass", "refresh" or a point's number. */
static bool read_move(const char *word, int points, struct move *ret_move)
{
    char *end;
    if (strcmp(word, "pass") == 0 || strcmp(word, "refresh") == 0) {
        *ret_move = move_pass(word[0] == 'p' ? MOVE_PASS : MOVE_REFRESH);
        return true;
    }
    unsigned long point = strtoul(word, &end, 10);
    *ret_move = move_stone((int)(point < INT_MAX ? point : INT_MAX));
    return word[0] >= '0' && word[0] <= '9' && *end == '\0' && point < (unsigned long)points;
}

static int play_moves(struct game *game, char *moves, const char **ret_why)
{
    char *rest = NULL;
    for (char *word = strtok_r(moves, " ", &rest); word != NULL;
         word = strtok_r(NULL, " ", &rest)) {
        struct verdict verdict = {0};
        struct move move;
        if (game_over(game) || !read_move(word, game->graph->points, &move))
            return refuse(ret_why, "the moves before it are none of the board");
        int r = game_play(game, move, &verdict);
        if (r < 0)
            return r;
        if (!verdict.legal)
            return refuse(ret_why, "a move before it is illegal");
    }
    return 0;
}

static int start_game(const char *position, const char *mover, const struct ruleset *rules,
                      struct root_game *root, const char **ret_why)
{
    struct position start;
    if (position_parse(root->graph, 2, position, &start, NULL) < 0 ||
        position_check(root->graph, &start, NULL) < 0)
        return refuse(ret_why, "it begins with no position of the board");
    if (strcmp(mover, "b") != 0 && strcmp(mover, "w") != 0)
        return refuse(ret_why, "wanted b or w for who moves first");
    int r = game_init(&root->game, root->graph, rules, &start, mover[0] == 'b' ? BLACK : WHITE);
    return r == 0 && root->game.players != 2 ? refuse(ret_why, "it is not of two players") : r;
}

/* The key that is made of a position must be the one that it came from: there is no other way to
 * write it. */
static int check_key(const struct root_game *root, const char *text, size_t length,
                     const char **ret_why)
{
    struct root_key key;
    int r = root_key_make(&root->game, root->komi_half_points, &key);
    if (r < 0)
        return r;
    bool same = key.text.size == length && memcmp(key.text.data, text, length) == 0;
    root_key_release(&key);
    return same ? 0 : refuse(ret_why, "its position is not written as it must be");
}

static int make_game(char *const lines[KEY_LINES], const char *graph_text, size_t graph_length,
                     struct root_game *root, const char **ret_why)
{
    struct ruleset rules;
    int r = identity_parse(lines[0], graph_text, graph_length, &rules, &root->graph);
    if (r == -EINVAL)
        return 0;
    if (r == 0)
        r = start_game(lines[1], lines[2], &rules, root, ret_why);
    if (r == 0)
        r = play_moves(&root->game, lines[3], ret_why);
    root->komi_half_points = atoi(lines[4]);
    return r < 0 ? r : 1;
}

int root_game_make(const char *text, size_t length, const char *graph_text, size_t graph_length,
                   struct root_game *ret_root, const char **ret_why)
{
    char *lines[KEY_LINES];
    struct root_game root = {0};
    char *copy = strndup(text, length);
    if (copy == NULL)
        return -ENOMEM;
    int r = split_key(copy, lines) ? make_game(lines, graph_text, graph_length, &root, ret_why)
                                   : refuse(ret_why, "its key is cut off");
    int same = r == 1 ? check_key(&root, text, length, ret_why) : 0;
    r = same < 0 ? same : r;
    free(copy);
    if (r == 1)
        *ret_root = root;
    else
        root_game_release(&root);
    return r;
}

void root_game_release(struct root_game *root)
{
    game_release(&root->game);
    graph_free(root->graph);
    *root = (struct root_game){0};
}

/* Plays the record under the rules of its key, if this version knows them. */
static int check_read(const char *text, size_t length, const char *graph_text, size_t graph_length,
                      const struct root_facts *facts, const char **ret_why)
{
    struct root_game root;
    int r = root_game_make(text, length, graph_text, graph_length, &root, ret_why);
    if (r == 1) {
        r = root_check(&root.game, root.komi_half_points, facts, ret_why);
        root_game_release(&root);
    }
    return r;
}

int root_read(const uint8_t *hash, const uint8_t *value, size_t size, const char *graph_text,
              size_t graph_length, struct root_facts *ret_facts, const char **ret_text,
              size_t *ret_length, const char **ret_why)
{
    struct root_facts facts;
    const char *text;
    size_t length;
    *ret_why = "it is damaged";
    int r = root_record_read(hash, value, size, &facts.analysis, &facts.flags, &text, &length);
    if (r < 0)
        return r == -EBADMSG ? 0 : r;
    r = check_read(text, length, graph_text, graph_length, &facts, ret_why);
    if (r < 0 || ret_facts == NULL)
        analysis_release(&facts.analysis);
    else
        *ret_facts = facts;
    if (r >= 0 && ret_text != NULL) {
        *ret_text = text;
        *ret_length = length;
    }
    return r == -EBADMSG ? 0 : r < 0 ? r : 1;
}

MDB_val root_graph_text(MDB_txn *txn, MDB_dbi tables, const char *text, size_t length)
{
    MDB_val key = {root_name_length(text, length), (void *)text}, data;
    if (key.mv_size == 0 || mdb_get(txn, tables, &key, &data) != 0 || data.mv_size <= CHECKSUM)
        return (MDB_val){0, NULL};
    return (MDB_val){data.mv_size - CHECKSUM, (char *)data.mv_data + CHECKSUM};
}
