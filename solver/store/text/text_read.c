/* Reading the text form: strictly, as it may come from anybody. */
#include "store/text/text.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "store/handle/identity.h"

#define SHOWN 40
#define FAIL(err, ...) error_set(err, -EINVAL, __VA_ARGS__)

/* Cuts off the next part of *text up to the separator. Returns NULL at the end. */
static char *next_part(char **text, char separator)
{
    char *part = *text;
    if (part == NULL)
        return NULL;
    char *end = strchr(part, separator);
    if (end != NULL)
        *end = '\0';
    *text = end != NULL ? end + 1 : NULL;
    return part;
}

static bool read_whole(const char *word, int base, long long low, long long high,
                       long long *ret_value)
{
    char *end;
    errno = 0;
    if (word == NULL || word[0] == '\0' || strchr(" \t+", word[0]) != NULL)
        return false;
    long long value = strtoll(word, &end, base);
    if (errno != 0 || *end != '\0' || value < low || value > high)
        return false;
    *ret_value = value;
    return true;
}

static bool read_board(const char *word, const struct record_shape *shape, struct stones *ret_board)
{
    struct stones board = {{0, 0}};
    if (word == NULL || strlen(word) != (size_t)shape->points)
        return false;
    for (int p = 0; p < shape->points; p++) {
        if (word[p] == 'X')
            board.of[BLACK] |= 1ull << p;
        else if (word[p] == 'O')
            board.of[WHITE] |= 1ull << p;
        else if (word[p] != '.')
            return false;
    }
    *ret_board = board;
    return true;
}

int text_read_state(char *words, const struct record_shape *shape, struct bytes *ret_packed,
                    struct error *err)
{
    uint8_t packed[STATE_BYTES_MAX];
    struct stored_state state;
    long long passes, ko;
    const char *board = next_part(&words, ' '), *mover = next_part(&words, ' ');
    if (!read_board(board, shape, &state.board))
        return FAIL(err, "'%.*s' is no board of %d points", SHOWN, board != NULL ? board : "",
                    shape->points);
    if (mover == NULL || (strcmp(mover, "b") != 0 && strcmp(mover, "w") != 0))
        return FAIL(err, "wanted b or w for who moves");
    if (!read_whole(next_part(&words, ' '), 10, 0, 3, &passes) ||
        !read_whole(next_part(&words, ' '), 10, 0, KO_SELF, &ko) || words != NULL)
        return FAIL(err, "wanted the consecutive passes and the ko, and no more");
    state.mover = mover[0] == 'w';
    state.passes = (uint8_t)passes;
    state.ko = (uint8_t)ko;
    if (!lemma_state_makes_sense(shape, &state))
        return FAIL(err, "the ko is no point of the board");
    lemma_pack_state(shape, &state, packed);
    bytes_put(ret_packed, packed, lemma_state_bytes(shape));
    return 0;
}

static bool read_counters(char *text, struct stored_condition *condition)
{
    long long low, high;
    char *dots = strstr(text, "..");
    if (dots == NULL)
        return false;
    *dots = '\0';
    if (!read_whole(text, 10, CONDITION_LOW, CONDITION_HIGH, &low) ||
        !read_whole(dots + 2, 10, CONDITION_LOW, CONDITION_HIGH, &high) || low > high)
        return false;
    condition->low = (int16_t)low;
    condition->high = (int16_t)high;
    return true;
}

static bool read_status(char *text, struct stored_condition *condition)
{
    condition->flags = 0;
    condition->low = CONDITION_LOW;
    condition->high = CONDITION_HIGH;
    if (text != NULL && text[0] == '?') {
        condition->flags = MAY_BE_ABSENT;
        text++;
    }
    if (text == NULL)
        return false;
    if (strcmp(text, "*") == 0)
        return true;
    if (strcmp(text, "-") != 0 && strcmp(text, "!") != 0)
        return read_counters(text, condition);
    condition->flags = MUST_BE_ABSENT | (text[0] == '-' ? MAY_BE_ABSENT : 0);
    condition->low = 1;
    condition->high = 0;
    return true;
}

static bool read_condition(char *word, const struct record_shape *shape,
                           struct stored_condition *ret_condition)
{
    long long kind;
    if (!read_whole(next_part(&word, ':'), 16, 0, UINT16_MAX, &kind) ||
        !read_board(next_part(&word, ':'), shape, &ret_condition->board) ||
        !read_status(word, ret_condition))
        return false;
    ret_condition->kind = (uint16_t)kind;
    return lemma_condition_makes_sense(shape, ret_condition);
}

/* Does a condition allow only some counters, so that the entry must be a wide one? */
static bool is_wide(const struct stored_condition *condition)
{
    return !(condition->flags & MUST_BE_ABSENT) &&
           (condition->low != CONDITION_LOW || condition->high != CONDITION_HIGH);
}

/* A condition for each word; *flags says whether one needs a wide entry. */
static int list_conditions(char *words, const struct record_shape *shape,
                           struct stored_condition **list, uint32_t *count, uint8_t *flags,
                           struct error *err)
{
    size_t room = 0;
    for (char *word; (word = next_part(&words, ' ')) != NULL; ++*count) {
        if (array_reserve((void **)list, *count + 1, &room, sizeof(**list)) < 0)
            return error_set(err, -ENOMEM, "out of memory");
        if (!read_condition(word, shape, &(*list)[*count]))
            return FAIL(err, "'%.*s' is no condition", SHOWN, word);
        *flags |= is_wide(&(*list)[*count]) ? ENTRY_WIDE : 0;
    }
    return 0;
}

static int read_conditions(char *words, const struct record_shape *shape, uint8_t *flags,
                           struct bytes *ret_packed, uint32_t *ret_count, struct error *err)
{
    struct stored_condition *list = NULL;
    uint32_t count = 0;
    int r = list_conditions(words, shape, &list, &count, flags, err);
    size_t width = lemma_condition_bytes(shape, *flags), start = ret_packed->size;
    for (uint32_t i = 0; i < count && r == 0; i++) {
        uint8_t packed[32];
        lemma_pack_condition(shape, &list[i], (*flags & ENTRY_WIDE) != 0, packed);
        bytes_put(ret_packed, packed, width);
    }
    if (r == 0 && count > 0 && !ret_packed->failed)
        lemma_sort_conditions(ret_packed->data + start, count, width);
    free(list);
    *ret_count = count;
    return r;
}

/* Reads the word, if it is there, that says from what on record less is forced. */
static int read_below(char **words, const struct record_shape *shape, uint8_t *flags,
                      long long *ret_below, struct error *err)
{
    const size_t length = strlen(TEXT_BELOW);
    if (*words == NULL || strncmp(*words, TEXT_BELOW, length) != 0)
        return 0;
    const char *word = next_part(words, ' ');
    if (!read_whole(word + length, 10, -shape->points, shape->points, ret_below))
        return FAIL(err, "'%.*s' has no margin of the board", SHOWN, word);
    *flags |= ENTRY_BELOW;
    return 0;
}

int text_read_entry(char *words, const struct record_shape *shape, struct bytes *ret_entry,
                    struct error *err)
{
    struct bytes conditions = {0};
    long long bound, nodes, below = 0;
    uint32_t count = 0;
    uint8_t flags = 0;
    const char *winner = next_part(&words, ' '), *margin = next_part(&words, ' ');
    const char *how = next_part(&words, ' ');
    if (winner == NULL || (strcmp(winner, "b") != 0 && strcmp(winner, "w") != 0))
        return FAIL(err, "wanted b or w for who wins");
    flags |= winner[0] == 'w' ? ENTRY_WHITE : 0;
    if (margin != NULL && strcmp(margin, "all") == 0)
        bound = BOUND_MAX;
    else if (!read_whole(margin, 10, INT16_MIN + 1, INT16_MAX - 1, &bound))
        return FAIL(err, "wanted a margin or 'all'");
    if (how == NULL || (strcmp(how, "forces") != 0 && strcmp(how, "avoids") != 0))
        return FAIL(err, "wanted 'forces' or 'avoids'");
    flags |= how[0] == 'a' ? ENTRY_DENIES : 0;
    if (!read_whole(next_part(&words, ' '), 10, 0, INT64_MAX, &nodes))
        return FAIL(err, "wanted a number of nodes");
    int r = read_below(&words, shape, &flags, &below, err);
    if (r == 0)
        r = read_conditions(words, shape, &flags, &conditions, &count, err);
    if (r == 0) {
        bytes_put_number(ret_entry, flags | ENTRY_IMPORTED, 1);
        bytes_put_number(ret_entry, (uint64_t)bound, 2);
        bytes_put_number(ret_entry, (uint64_t)nodes, 8);
        bytes_put_number(ret_entry, count, 4);
        if (flags & ENTRY_BELOW)
            bytes_put_number(ret_entry, (uint64_t)below, 2);
        bytes_put(ret_entry, conditions.data, conditions.size);
        if (conditions.failed || ret_entry->failed)
            r = error_set(err, -ENOMEM, "out of memory");
    }
    bytes_release(&conditions);
    return r;
}

static bool read_move(const char *word, struct move *ret_move)
{
    return word != NULL && root_key_parse_move(word, SOLVER_MAX_POINTS, ret_move);
}

static bool read_bounds(char **words, struct bounds *ret_bounds)
{
    long long value[4];
    for (int i = 0; i < 4; i++)
        if (!read_whole(next_part(words, ':'), 10, -MARGIN_INFINITE, MARGIN_INFINITE, &value[i]))
            return false;
    *ret_bounds = (struct bounds){(int)value[0], (int)value[1], (int)value[2], (int)value[3]};
    return bounds_in_order(ret_bounds);
}

static bool read_root_move(char *word, size_t number, struct analysis_move *ret_play)
{
    long long best, same;
    if (!read_move(next_part(&word, ':'), &ret_play->move) ||
        !read_whole(next_part(&word, ':'), 10, 0, 1, &best) ||
        !read_whole(next_part(&word, ':'), 10, 0, (long long)number, &same))
        return false;
    ret_play->best = best != 0;
    ret_play->same_as = (int)same;
    return read_bounds(&word, &ret_play->bounds) && word == NULL;
}

/* Reads "flags nodes cycle bounds". */
static bool read_summary(char *words, struct analysis *analysis, unsigned *ret_flags)
{
    long long flags, nodes, cycle;
    if (!read_whole(next_part(&words, ' '), 10, 0, ROOT_FLAGS_TEXT, &flags) ||
        !read_whole(next_part(&words, ' '), 10, 0, INT64_MAX, &nodes) ||
        !read_whole(next_part(&words, ' '), 10, -1, UINT16_MAX, &cycle))
        return false;
    *ret_flags = (unsigned)flags;
    analysis->nodes = (uint64_t)nodes;
    analysis->cycle_from = (long)cycle;
    analysis->pv_complete = (flags & ROOT_PV_COMPLETE) != 0;
    return words != NULL && read_bounds(&words, &analysis->bounds) && words == NULL;
}

static size_t count_words(const char *text)
{
    size_t count = text[0] != '\0';
    for (; *text != '\0'; text++)
        count += *text == ' ';
    return count;
}

static bool read_root_moves(char *words, struct analysis *analysis)
{
    size_t count = count_words(words);
    analysis->moves = calloc(count + 1, sizeof(*analysis->moves));
    if (analysis->moves == NULL || count > SOLVER_MAX_POINTS + 2)
        return false;
    for (size_t i = 0; i < count; i++)
        if (!read_root_move(next_part(&words, ' '), i, &analysis->moves[analysis->move_count++]))
            return false;
    return true;
}

static bool read_pv(char *words, struct analysis *analysis)
{
    size_t count = count_words(words);
    analysis->pv = calloc(count + 1, sizeof(*analysis->pv));
    if (analysis->pv == NULL || count > UINT16_MAX)
        return false;
    for (size_t i = 0; i < count; i++)
        if (!read_move(next_part(&words, ' '), &analysis->pv[analysis->pv_count++]))
            return false;
    return true;
}

/* Makes the key text from the first parts. */
static bool read_key(char **words, struct root_key *key)
{
    struct record_shape shape;
    for (int i = 0; i < ROOT_KEY_LINES; i++) {
        const char *part = next_part(words, '|');
        if (part == NULL || (i == 0 && identity_shape(part, &shape) < 0))
            return false;
        bytes_put(&key->text, i > 0 ? "\n" : "", i > 0);
        bytes_put(&key->text, part, strlen(part));
    }
    if (key->text.failed)
        return false;
    record_hash(key->text.data, key->text.size, key->hash);
    return true;
}

int text_read_root(char *words, struct root_key *ret_key, struct bytes *ret_value,
                   struct error *err)
{
    struct analysis analysis = {0};
    unsigned flags = 0;
    *ret_key = (struct root_key){0};
    bool good = read_key(&words, ret_key);
    char *summary = next_part(&words, '|'), *moves = next_part(&words, '|');
    char *line = next_part(&words, '|');
    good = good && line != NULL && words == NULL && read_summary(summary, &analysis, &flags) &&
           read_root_moves(moves, &analysis) && read_pv(line, &analysis);
    if (good)
        root_record_write(ret_key, &analysis, (flags & ~(unsigned)ROOT_PV_COMPLETE) | ROOT_IMPORTS,
                          ret_value);
    analysis_release(&analysis);
    if (good && !ret_value->failed)
        return 0;
    root_key_release(ret_key);
    return FAIL(err, "this is no root");
}
