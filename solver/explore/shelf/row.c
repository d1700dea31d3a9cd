/* Rows as games: their moves are played, so that nothing is offered that the rules refuse. */
#include "explore/shelf/row.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "report/claim.h"
#include "report/move_text.h"
#include "solve.h"
#include "json/json.h"

/* A line as it is read, word by word. */
struct row_reader {
    struct solve_game *game;
    size_t skip;    /* words that repeat moves made already */
    long cycle;     /* the turn at which a cycle begins; -1: none */
    bool any, over; /* a move was seen; the line is at its end */
    json_t *refused;
};

/* Starts the game of the texts. Returns 1; 0: this version knows no such game; or -ENOMEM. */
static int start(const struct row_texts *texts, struct solve_game **ret_game)
{
    struct solve_board *board = NULL;
    struct solve_rules *rules = NULL;
    int r = texts->rules[0] == '\0' ? -EINVAL : solve_board_parse(texts->board, &board, NULL);
    if (r == 0)
        r = solve_rules_parse(texts->rules, &rules, NULL);
    if (r == 0)
        r = solve_game_new(board, rules, NULL, 0, ret_game, NULL);
    solve_board_unref(board);
    solve_rules_unref(rules);
    return r == 0 ? 1 : r == -ENOMEM ? r : 0;
}

/* Plays the moves before the row's question, as far as they are legal. Returns as start(). */
static int play_before(const struct row_texts *texts, struct solve_game *game)
{
    struct solve_board *board = solve_game_board(game);
    struct solve_move *moves = NULL;
    size_t count = 0;
    int r = 0;
    if (texts->after[0] == '\0')
        return 1;
    if (texts->after_by_names)
        r = solve_move_parse_list(board, NULL, texts->after, &moves, &count, NULL);
    else
        r = claim_moves(board, texts->after, &moves, &count, NULL);
    for (size_t i = 0; r == 0 && i < count; i++)
        r = solve_game_play(game, moves[i], NULL);
    free(moves);
    return r == -ENOMEM ? r : r == 0 || r == -EPERM ? 1 : 0;
}

static json_t *history(const struct solve_game *game)
{
    json_t *list = json_array();
    struct solve_turn turn;
    for (size_t i = 1; solve_game_turn(game, i, &turn) == 0; i++)
        list = json_append(list, json_string(move_text(solve_game_board(game), turn.move)));
    return list;
}

static json_t *query(const struct row_texts *texts, const struct solve_game *game)
{
    json_t *object = json_with(json_object(), "board", json_string(texts->board));
    object = json_with(object, "rules", json_string(solve_rules_text(solve_game_rules(game))));
    return json_with(object, "history", history(game));
}

/* Returns 0, -EINVAL: it is no move; or -ENOMEM. */
static int play_word(struct row_reader *reader, char *word)
{
    struct solve_board *board = solve_game_board(reader->game);
    struct solve_refusal refusal;
    struct solve_move move;
    int r = solve_move_parse(board, NULL, word, &move, NULL);
    if (r < 0)
        return r;
    reader->any = true;
    if (reader->skip > 0) {
        reader->skip--;
        return 0;
    }
    r = solve_game_play(reader->game, move, &refusal);
    if (r != -EPERM)
        return r;
    reader->refused = json_with(json_object(), "move", json_string(move_text(board, move)));
    reader->refused = json_with(reader->refused, "reason", json_string(refusal.reason));
    reader->over = true;
    return 0;
}

/* A word of a line: a move, perhaps at either end of a cycle in brackets; "|" or "...". A semicolon
 * ends the line: what follows is the line of something else. */
static int read_word(struct row_reader *reader, char *word)
{
    size_t length = strlen(word);
    if (strcmp(word, "|") == 0 || strcmp(word, "...") == 0)
        return 0;
    if (word[length - 1] == ';') {
        word[--length] = '\0';
        reader->over = true;
    }
    if (length > 0 && word[length - 1] == ']')
        word[--length] = '\0';
    if (word[0] == '[') {
        reader->cycle = (long)solve_game_turns(reader->game);
        word++;
    }
    return word[0] == '\0' ? 0 : play_word(reader, word);
}

/* Plays the line. Returns 1; 0: there is none, or it is no line of moves; or -ENOMEM. */
static int read_line(struct row_reader *reader, const char *line)
{
    char *copy = strdup(line), *rest = copy;
    int r = copy != NULL ? 0 : -ENOMEM;
    while (r == 0 && !reader->over) {
        char *word = strtok_r(rest, " ", &rest);
        if (word == NULL)
            break;
        r = read_word(reader, word);
    }
    free(copy);
    return r == -ENOMEM ? r : r == 0 && reader->any;
}

/* Sets what the line comes to. Returns 0 or -ENOMEM. */
static int set_line(json_t **object, const struct row_texts *texts, struct solve_game *game)
{
    struct row_reader reader = {
        .game = game, .skip = texts->line_from_start ? solve_game_turns(game) : 0, .cycle = -1};
    int r = read_line(&reader, texts->line);
    bool read = r > 0 && reader.skip == 0;
    *object = json_with(*object, "line_moves", read ? history(game) : json_null());
    *object = json_with(*object, "line_refused",
                        read && reader.refused != NULL ? reader.refused : json_null());
    if (!read)
        json_decref(reader.refused);
    *object = json_with(*object, "cycle_from",
                        read && reader.cycle >= 0 ? json_integer(reader.cycle) : json_null());
    return r < 0 ? r : 0;
}

/* Opens the game of the question. Returns as start(). */
static int open_game(const struct row_texts *texts, struct solve_game **ret_game)
{
    struct solve_game *game;
    int r = start(texts, &game);
    if (r <= 0)
        return r;
    r = play_before(texts, game);
    if (r <= 0)
        solve_game_free(game);
    else
        *ret_game = game;
    return r;
}

json_t *row_set_game(json_t *object, const struct row_texts *texts)
{
    struct solve_game *game;
    int r = open_game(texts, &game);
    object = json_with(object, "query", r > 0 ? query(texts, game) : json_null());
    object =
        json_with(object, "line", json_text_or_null(texts->line[0] != '\0' ? texts->line : NULL));
    if (r > 0) {
        r = set_line(&object, texts, game);
        solve_game_free(game);
    } else {
        object = json_with(object, "line_moves", json_null());
        object = json_with(object, "line_refused", json_null());
        object = json_with(object, "cycle_from", json_null());
    }
    if (r < 0) {
        json_decref(object);
        return NULL;
    }
    return object;
}

json_t *row_query(const struct row_texts *texts)
{
    struct solve_game *game;
    int r = open_game(texts, &game);
    if (r < 0)
        return NULL;
    json_t *found = r > 0 ? query(texts, game) : json_null();
    if (r > 0)
        solve_game_free(game);
    return found;
}
