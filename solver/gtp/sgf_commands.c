/* Commands that read and write games as SGF. */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "gtp/commands.h"
#include "gtp/play.h"
#include "gtp/serve.h"
#include "gtp/word.h"
#include "sgf/line.h"
#include "sgf/path.h"
#include "sgf/read.h"
#include "sgf/record.h"
#include "sgf/write.h"

/* The node before move number `before` of the first game (0: all moves), or the last one. */
static int find_node(const struct sgf_tree *tree, int before)
{
    int moves, root = sgf_first_child(tree, SGF_NONE);
    int node = before > 0 ? sgf_path_at_move(tree, root, before - 1, &moves) : SGF_NONE;
    return node != SGF_NONE ? node : sgf_path_end(tree, root);
}

/* Plays the moves of a record, by whoever makes them. Returns 0, -EPERM (err) or -ENOMEM. */
static int play_line(struct gtp_session *session, const struct sgf_line *line,
                     struct solve_error *err)
{
    struct solve_refusal why = {.reason = ""};
    for (size_t i = 0; i < line->count; i++) {
        const struct sgf_move *one = &line->moves[i];
        int put_in, r = gtp_play_ready(session, one->player, &put_in, &why);
        if (r == GTP_PLAY_OUT && one->move.kind == SOLVE_MOVE_PASS)
            r = gtp_play_nothing(session, &why);
        else if (r == 0)
            r = gtp_play_move(session, put_in, one->move, &why);
        if (r == -EPERM || r == GTP_PLAY_OUT) {
            snprintf(err->text, sizeof(err->text), "move %zu is illegal under %.80s: %s", i + 1,
                     solve_rules_text(session->rules), why.reason);
            return -EPERM;
        }
        if (r < 0)
            return r;
    }
    return 0;
}

/* The rules of a record where they are known, else those of the session. NULL: no memory. */
static struct solve_rules *choose_rules(struct gtp_session *session, const struct sgf_line *line)
{
    struct solve_rules *rules;
    struct solve_rules_facts facts;
    struct error why;
    if (line->rules == NULL)
        return solve_rules_ref(session->rules);
    int r = sgf_line_rules(line, &rules, &why);
    if (r == -ENOMEM)
        return NULL;
    if (r == 0) {
        solve_rules_facts(rules, &facts);
        if (facts.players == 2)
            return rules;
        solve_rules_unref(rules);
        strcpy(why.text, "they are not for two players");
    }
    fprintf(session->log, "solve: gtp: the rules of the game record are not taken over: %s\n",
            why.text);
    return solve_rules_ref(session->rules);
}

/* Starts the game of a record, whose last node is reached by its moves. */
static int load_line(struct gtp_session *session, const struct sgf_line *line,
                     struct solve_error *err)
{
    struct gtp_session aside;
    struct error why;
    int komi = session->komi;
    if (solve_board_rows(line->board) > GTP_SIDE_MAX ||
        solve_board_columns(line->board) > GTP_SIDE_MAX) {
        snprintf(err->text, sizeof(err->text), "unacceptable size");
        return -EINVAL;
    }
    int r = sgf_line_komi(line, &komi, &why);
    if (r == -ENOMEM)
        return r;
    if (r == -EINVAL)
        fprintf(session->log, "solve: gtp: the komi is not taken over: %s\n", why.text);
    struct solve_rules *rules = choose_rules(session, line);
    if (rules == NULL)
        return -ENOMEM;
    r = gtp_session_put_aside(session, line->board, rules, line->position, line->to_move, &aside,
                              err);
    solve_rules_unref(rules);
    if (r < 0)
        return r;
    r = play_line(session, line, err);
    if (r < 0) {
        gtp_session_bring_back(session, &aside);
        return r;
    }
    gtp_session_drop(&aside);
    gtp_clock_restart(&session->clock);
    session->komi = komi;
    return 0;
}

/* Splits "FILE [MOVE]": file names may have blanks in them. Returns the move, or 0. */
static int cut_move(const struct gtp_line *line, char *file)
{
    int move;
    if (line->count < 2 || gtp_word_number(line->word[line->count - 1], 1, INT_MAX, &move) < 0)
        return 0;
    char *blank = strrchr(file, ' ');
    while (blank > file && blank[-1] == ' ')
        blank--;
    *blank = '\0';
    return move;
}

static void run_loadsgf(struct gtp_session *session, const struct gtp_line *line,
                        struct gtp_answer *answer)
{
    struct sgf_tree *tree;
    struct sgf_line read;
    struct error why = {"out of memory"};
    struct solve_error err = {"out of memory"};
    int before = cut_move(line, line->rest);
    int r = sgf_read_file(line->rest, &tree, &why);
    if (r < 0) {
        gtp_answer_fail(answer, "cannot load file: %s", why.text);
        return;
    }
    r = sgf_line_read(tree, find_node(tree, before), &read, &why);
    if (r == 0) {
        r = load_line(session, &read, &err);
        sgf_line_release(&read);
        memcpy(why.text, err.text, sizeof(why.text));
    }
    if (r < 0)
        gtp_answer_fail(answer, "cannot load file: %s", why.text);
    sgf_tree_free(tree);
}

static void write_tree(const struct sgf_tree *tree, const struct gtp_line *line,
                       struct gtp_answer *answer)
{
    struct error why = {"out of memory"};
    char *text;
    if (line->count > 0) {
        if (sgf_write_file(tree, line->rest, &why) < 0)
            gtp_answer_fail(answer, "cannot save: %s", why.text);
    } else if (sgf_write(tree, &text, NULL) < 0) {
        gtp_answer_fail(answer, "out of memory");
    } else {
        gtp_answer_add(answer, "%s", text);
        free(text);
    }
}

static void run_printsgf(struct gtp_session *session, const struct gtp_line *line,
                         struct gtp_answer *answer)
{
    struct sgf_tree *tree;
    struct error why = {"out of memory"};
    solve_game_watch(session->game, session->work, session->limits.max_seconds);
    int r = sgf_record_game(session->game, &session->komi, &tree, &why);
    if (r < 0) {
        gtp_answer_fail(answer, "%s", why.text);
        return;
    }
    write_tree(tree, line, answer);
    sgf_tree_free(tree);
}

const struct gtp_command gtp_sgf_commands[] = {
    {"loadsgf", 1, GTP_ANY_WORDS, "a file, perhaps with the number of a move", run_loadsgf},
    {"printsgf", 0, GTP_ANY_WORDS, "a file, or nothing", run_printsgf},
    {0},
};
