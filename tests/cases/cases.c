/* Reading a file of cases, line by line. */
#include "cases/cases.h"

#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "cases/run.h"

static const char blanks[] = " \t\r";
static const char *const player_names[PLAYERS_MAX] = {"black", "white", "red", "blue"};

int run_find_player(const char *name)
{
    for (int k = 0; k < PLAYERS_MAX; k++)
        if (strcmp(name, player_names[k]) == 0)
            return k;
    return -1;
}

const char *run_player_name(int player)
{
    return player < 0 ? "nobody" : player_names[player];
}

bool run_read_number(const char *text, int *ret_number)
{
    char *end;
    errno = 0;
    long number = strtol(text, &end, 10);
    if (end == text || *end != '\0' || errno != 0 || number < INT_MIN || number > INT_MAX)
        return false;
    *ret_number = (int)number;
    return true;
}

static void vwrite(const struct run *run, const char *format, va_list args)
{
    fprintf(run->out, "%s:%zu: ", run->file, run->line);
    if (run->has_case)
        fprintf(run->out, "case %s: ", run->name);
    vfprintf(run->out, format, args);
    fputc('\n', run->out);
}

int run_fail(const struct run *run, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vwrite(run, format, args);
    va_end(args);
    return RUN_FAILED;
}

int run_reject(const struct run *run, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vwrite(run, format, args);
    va_end(args);
    return -EINVAL;
}

char *run_next_arg(char **args)
{
    char *word = *args + strspn(*args, blanks);
    if (*word == '\0')
        return NULL;
    char *end = word + strcspn(word, blanks);
    *args = end;
    if (*end != '\0') {
        *end = '\0';
        *args = end + 1;
    }
    return word;
}

static char *trim(char *text)
{
    text += strspn(text, blanks);
    size_t length = strlen(text);
    while (length > 0 && strchr(blanks, text[length - 1]) != NULL)
        length--;
    text[length] = '\0';
    return text;
}

int run_find_word(struct run *run, const struct word *words, char *line,
                  const struct word **ret_word, char **ret_args)
{
    char wanted[256] = "";
    char *rest = line, *name = run_next_arg(&rest);
    for (size_t i = 0; words[i].name != NULL; i++) {
        size_t used = strlen(wanted);
        if (name != NULL && strcmp(words[i].name, name) == 0) {
            *ret_word = &words[i];
            *ret_args = trim(rest);
            return 0;
        }
        snprintf(wanted + used, sizeof(wanted) - used, "%s%s", i > 0 ? ", " : "", words[i].name);
    }
    return run_reject(run, "unknown word '%s': wanted one of %s", name != NULL ? name : "", wanted);
}

int run_read_rows(struct run *run, char *text, int *ret_rows, int *ret_cols)
{
    size_t used = 0;
    int rows = 0;
    for (; run->at < run->line_count; run->at++) {
        const char *line = run->lines[run->at];
        if (line[0] != ' ' && line[0] != '\t')
            break;
        const char *row = line + strspn(line, blanks);
        size_t length = strcspn(row, blanks);
        if (row[length + strspn(row + length, blanks)] != '\0')
            return run_reject(run, "a row of the board is one word: '%s'", row);
        if (length == 0)
            break;
        if (used + length + 2 > POSITION_TEXT_MAX)
            return run_reject(run, "the board has more than %d points", BOARD_MAX_POINTS);
        if (rows++ > 0)
            text[used++] = '/';
        else
            *ret_cols = (int)length;
        memcpy(text + used, row, length);
        used += length;
    }
    text[used] = '\0';
    *ret_rows = rows;
    return rows > 0 ? 0 : run_reject(run, "the board is missing: rows that begin with a blank");
}

int run_start(struct run *run)
{
    if (run->started)
        return RUN_OK;
    if (!run->has_rules || !run->has_board)
        return run_reject(run, "%s is missing", run->has_rules ? "board" : "rules");
    struct error err;
    if (position_check(run->graph, &run->start, &err) < 0)
        return run_reject(run, "%s", err.text);
    if (run->to_move >= ruleset_players(&run->rules))
        return run_reject(run, "%s is no player of these rules", run_player_name(run->to_move));
    int r = game_init(&run->game, run->graph, &run->rules, &run->start, run->to_move);
    if (r < 0)
        return r;
    run->started = true;
    for (int p = 0; p < run->graph->points; p++)
        if (point_set_has(&run->prohibited, p) && game_prohibit(&run->game, p) < 0)
            return run_reject(run, "%s cannot be prohibited: a stone, or other rules",
                              run->graph->names[p]);
    return RUN_OK;
}

void run_end_case(struct run *run)
{
    if (run->started)
        game_release(&run->game);
    graph_free(run->graph);
    run->graph = NULL;
    run->has_case = run->has_rules = run->has_board = run->started = false;
    run->ban_unsaid = run->end_unsaid = false;
    run->to_move = 0;
    memset(&run->prohibited, 0, sizeof(run->prohibited));
}

/* A line that begins a case belongs to the next one, a comment to none. */
static bool begins_case(const char *line)
{
    return strncmp(line, "case", 4) == 0 && (line[4] == '\0' || strchr(blanks, line[4]) != NULL);
}

static int handle_line(struct run *run, char *line)
{
    const struct word *word;
    char *args;
    if (line[0] == '\0' || line[0] == '#' || line[strspn(line, blanks)] == '\0')
        return RUN_OK;
    if (line[0] == ' ' || line[0] == '\t')
        return run_reject(run, "a row of a board, but no board before it");
    int r = run_find_word(run, case_commands, line, &word, &args);
    return r < 0 ? r : word->handle(run, args);
}

/* Runs one case, from its first line to the next case or the end. */
static int handle_case(struct run *run)
{
    int r = RUN_OK;
    for (bool first = true; run->at < run->line_count; first = false) {
        if (!first && begins_case(run->lines[run->at]))
            break;
        run->line = run->at + 1;
        char *line = run->lines[run->at++];
        if (r == RUN_OK)
            r = handle_line(run, line);
        if (r < 0)
            return r;
    }
    if (r == RUN_OK && !run->started)
        r = run_reject(run, "the case expects nothing");
    else if (r == RUN_OK && run->ban_unsaid)
        r = run_fail(run,
                     "a player has been prohibited from playing, which no 'expect banned' says");
    else if (r == RUN_OK && run->end_unsaid)
        r = run_fail(run, "the game has ended, which no 'expect end' says");
    return r;
}

static int handle_file(struct run *run, struct cases_result *result)
{
    while (run->at < run->line_count && !begins_case(run->lines[run->at])) {
        run->line = run->at + 1;
        char *line = run->lines[run->at++];
        if (line[0] != '#' && line[strspn(line, blanks)] != '\0')
            return run_reject(run, "'%s' stands before the first case", line);
    }
    if (run->at == run->line_count) {
        run->line = run->line_count;
        return run_reject(run, "the file has no case");
    }
    while (run->at < run->line_count) {
        int r = handle_case(run);
        run_end_case(run);
        if (r < 0)
            return r;
        result->failed += r == RUN_FAILED;
        result->passed += r == RUN_OK;
    }
    return 0;
}

static int split_lines(struct run *run, char *text)
{
    size_t count = 1;
    for (const char *c = text; *c != '\0'; c++)
        count += *c == '\n';
    run->lines = calloc(count, sizeof(*run->lines));
    if (run->lines == NULL)
        return -ENOMEM;
    for (char *line = text; line != NULL;) {
        run->lines[run->line_count++] = line;
        line = strchr(line, '\n');
        if (line != NULL)
            *line++ = '\0';
    }
    if (run->lines[run->line_count - 1][0] == '\0')
        run->line_count--;
    return 0;
}

int cases_run(const char *file, char *text, FILE *out, struct cases_result *ret_result)
{
    struct run run = {.file = file, .out = out};
    struct cases_result result = {0, 0};
    int r = split_lines(&run, text);
    if (r == 0)
        r = handle_file(&run, &result);
    free(run.lines);
    *ret_result = result;
    return r;
}
