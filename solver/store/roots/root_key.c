/* Key texts. */
#include "store/roots/root_key.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/history_model.h"
#include "store/file/record.h"
#include "store/handle/identity.h"

void root_key_format_move(struct move move, char buffer[ROOT_KEY_MOVE_MAX])
{
    if (move.cycle > 0 && move.kind == MOVE_STONE)
        snprintf(buffer, ROOT_KEY_MOVE_MAX, "c%d+%d", move.cycle, move.point);
    else if (move.cycle > 0)
        snprintf(buffer, ROOT_KEY_MOVE_MAX, "c%d", move.cycle);
    else if (move.kind == MOVE_STONE)
        snprintf(buffer, ROOT_KEY_MOVE_MAX, "%d", move.point);
    else
        strcpy(buffer, move.kind == MOVE_PASS ? "pass" : "refresh");
}

/* Reads "c3" or "c3+17", which follow the removal of a cycle. */
static bool parse_removal(const char *word, int points, struct move *ret_move)
{
    char *end;
    long cycle = strtol(word + 1, &end, 10);
    struct move move = move_pass(MOVE_PASS);
    if (word[1] < '1' || word[1] > '9' || cycle > MOVE_CYCLE_MAX)
        return false;
    if (*end == '+' &&
        (end[1] == 'c' || !root_key_parse_move(end + 1, points, &move) || move.kind != MOVE_STONE))
        return false;
    *ret_move = move_after_cycle((int)cycle, move);
    return *end == '+' || *end == '\0';
}

bool root_key_parse_move(const char *word, int points, struct move *ret_move)
{
    char *end;
    if (word[0] == 'c')
        return parse_removal(word, points, ret_move);
    if (strcmp(word, "pass") == 0 || strcmp(word, "refresh") == 0) {
        *ret_move = move_pass(word[0] == 'p' ? MOVE_PASS : MOVE_REFRESH);
        return true;
    }
    unsigned long point = strtoul(word, &end, 10);
    *ret_move = move_stone((int)(point < INT_MAX ? point : INT_MAX));
    return word[0] >= '0' && word[0] <= '9' && *end == '\0' && point < (unsigned long)points;
}

static void put_text(struct bytes *bytes, const char *text)
{
    bytes_put(bytes, text, strlen(text));
}

static void put_moves(struct bytes *bytes, const struct game *game)
{
    char word[ROOT_KEY_MOVE_MAX];
    for (size_t i = 1; i < game->count; i++) {
        if (i > 1)
            put_text(bytes, " ");
        root_key_format_move(game->turns[i].move, word);
        put_text(bytes, word);
    }
}

/* Who moves first, and the points that were prohibited then. */
static void put_mover(struct bytes *bytes, const struct game *game)
{
    const struct turn *start = &game->turns[0];
    char word[16];
    put_text(bytes, start->next == BLACK ? "b" : "w");
    for (int p = 0; p < game->graph->points; p++) {
        if (!point_set_has(&start->temporary, p))
            continue;
        snprintf(word, sizeof(word), " %d", p);
        put_text(bytes, word);
    }
}

int root_key_make(const struct game *game, int komi_half_points, struct root_key *ret_key)
{
    char name[TABLE_NAME_MAX], position[POSITION_TEXT_MAX], komi[16];
    struct history_model model;
    struct bytes *text = &ret_key->text;
    *ret_key = (struct root_key){0};
    game->rules.family->describe(&game->rules, &model);
    identity_name(game->graph, &game->rules, name);
    position_format(game->graph, &game->turns[0].board, position);
    snprintf(komi, sizeof(komi), "%d", model.pairs ? komi_half_points : 0);
    put_text(text, name);
    put_text(text, "\n");
    put_text(text, position);
    put_text(text, "\n");
    put_mover(text, game);
    put_text(text, "\n");
    put_moves(text, game);
    put_text(text, "\n");
    put_text(text, komi);
    if (text->failed) {
        root_key_release(ret_key);
        return -ENOMEM;
    }
    record_hash(text->data, text->size, ret_key->hash);
    return 0;
}

void root_key_release(struct root_key *key)
{
    bytes_release(&key->text);
}

bool root_key_split(const char *text, size_t length, struct root_key_lines *ret_lines)
{
    struct root_key_lines lines;
    const char *end = text + length;
    for (int i = 0; i < ROOT_KEY_LINES; i++) {
        if (text > end)
            return false;
        const char *newline = memchr(text, '\n', (size_t)(end - text));
        const char *stop = newline != NULL ? newline : end;
        lines.at[i] = text;
        lines.length[i] = (size_t)(stop - text);
        text = stop + 1;
    }
    *ret_lines = lines;
    return true;
}

size_t root_key_name_length(const char *text, size_t length)
{
    const char *newline = memchr(text, '\n', length);
    return newline != NULL ? (size_t)(newline - text) : length;
}
