/* Making the position of a key text again. */
#include "store/roots/root_game.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "store/handle/identity.h"
#include "store/roots/root_key.h"

static int refuse(const char **ret_why, const char *why)
{
    *ret_why = why;
    return -EBADMSG;
}

static int play_moves(struct game *game, char *moves, const char **ret_why)
{
    char *rest = NULL;
    for (char *word = strtok_r(moves, " ", &rest); word != NULL;
         word = strtok_r(NULL, " ", &rest)) {
        struct verdict verdict = {0};
        struct move move;
        if (game_over(game) || !root_key_parse_move(word, game->graph->points, &move))
            return refuse(ret_why, "the moves before it are none of the board");
        int r = game_play(game, move, &verdict);
        if (r < 0)
            return r;
        if (!verdict.legal)
            return refuse(ret_why, "a move before it is illegal");
    }
    return 0;
}

/* Prohibits the points of a list for the first turn. */
static int prohibit(struct game *game, char *points, const char **ret_why)
{
    char *rest = NULL;
    for (char *word = strtok_r(points, " ", &rest); word != NULL;
         word = strtok_r(NULL, " ", &rest)) {
        struct move move;
        if (!root_key_parse_move(word, game->graph->points, &move) || move.kind != MOVE_STONE ||
            move.cycle > 0 || game_prohibit(game, move.point) < 0)
            return refuse(ret_why, "what it prohibits at the start cannot be");
    }
    return 0;
}

static int start_game(const char *position, char *mover, const struct ruleset *rules,
                      struct root_game *root, const char **ret_why)
{
    struct position start;
    if (position_parse(root->graph, 2, position, &start, NULL) < 0 ||
        position_check(root->graph, &start, NULL) < 0)
        return refuse(ret_why, "it begins with no position of the board");
    if ((mover[0] != 'b' && mover[0] != 'w') || (mover[1] != '\0' && mover[1] != ' '))
        return refuse(ret_why, "wanted b or w for who moves first");
    int r = game_init(&root->game, root->graph, rules, &start, mover[0] == 'b' ? BLACK : WHITE);
    if (r == 0 && root->game.players != 2)
        return refuse(ret_why, "it is not of two players");
    return r == 0 ? prohibit(&root->game, mover + 1, ret_why) : r;
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

static int make_game(char *const lines[ROOT_KEY_LINES], const char *graph_text, size_t graph_length,
                     struct root_game *root, const char **ret_why)
{
    struct ruleset rules;
    int r = identity_parse(lines[ROOT_KEY_NAME], graph_text, graph_length, &rules, &root->graph);
    if (r == -EINVAL)
        return 0;
    if (r == 0)
        r = start_game(lines[ROOT_KEY_POSITION], lines[ROOT_KEY_MOVER], &rules, root, ret_why);
    if (r == 0)
        r = play_moves(&root->game, lines[ROOT_KEY_MOVES], ret_why);
    root->komi_half_points = atoi(lines[ROOT_KEY_KOMI]);
    return r < 0 ? r : 1;
}

int root_game_make(const char *text, size_t length, const char *graph_text, size_t graph_length,
                   struct root_game *ret_root, const char **ret_why)
{
    char *lines[ROOT_KEY_LINES];
    struct root_key_lines found;
    struct root_game root = {0};
    if (!root_key_split(text, length, &found))
        return refuse(ret_why, "its key is cut off");
    char *copy = strndup(text, length);
    if (copy == NULL)
        return -ENOMEM;
    for (int i = 0; i < ROOT_KEY_LINES; i++) {
        lines[i] = copy + (found.at[i] - text);
        lines[i][found.length[i]] = '\0';
    }
    int r = make_game(lines, graph_text, graph_length, &root, ret_why);
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

MDB_val root_game_graph_text(MDB_txn *txn, MDB_dbi tables, const char *text, size_t length)
{
    MDB_val key = {root_key_name_length(text, length), (void *)text}, data;
    if (key.mv_size == 0 || mdb_get(txn, tables, &key, &data) != 0 || data.mv_size <= CHECKSUM)
        return (MDB_val){0, NULL};
    return (MDB_val){data.mv_size - CHECKSUM, (char *)data.mv_data + CHECKSUM};
}
