/* Part of solve.h: boards, rulesets, moves, games. What holds of all is said there. */
#ifndef SOLVE_PLAY_H
#define SOLVE_PLAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of the library that runs, "1.2.3". */
const char *solve_version(void);

struct solve_error {
    char text[320]; /* one line, no full stop and no newline at its end */
};

struct solve_board;
struct solve_rules;
struct solve_game;
struct solve_request;
struct solve_result;
struct solve_store;
struct solve_interrupt;
struct solve_control;

/* --- limits --- */

#define SOLVE_BOARD_POINTS_MAX 361 /* of a board, for playing */
#define SOLVE_POINTS_MAX 64        /* of a board, for solving */
#define SOLVE_PLAYERS_MAX 4        /* of a ruleset, for playing; for solving there are two */
#define SOLVE_KOMI_MAX 2000        /* half points, either way */
#define SOLVE_THREADS_MAX 1024
#define SOLVE_MEMORY_MIN 65536 /* bytes that a run may hold, at least */
#define SOLVE_MOVE_TEXT_MAX 32 /* bytes, with the final zero */
#define SOLVE_POSITION_TEXT_MAX (2 * SOLVE_BOARD_POINTS_MAX + 1) /* the same */

/* --- boards --- */

/*
 * Makes the board that text names: "RxC", R rows and C columns, at most SOLVE_BOARD_POINTS_MAX
 * points. The point of row r and column c, from 0 at the top left, has the number r * C + c.
 * Returns 0, -EINVAL or -ENOMEM.
 */
int solve_board_parse(const char *text, struct solve_board **ret_board, struct solve_error *err);

/*
 * Makes a board from the text of a graph file, length bytes: a line of point names separated by
 * blanks, then a line "name name" for each edge; empty lines and lines that begin with # are
 * skipped, but for those that begin with #:, a drawing (solve_board_drawing()). Points have the
 * numbers of their order. name (without folders) is the board's name.
 * Returns 0, -EINVAL (err names the line) or -ENOMEM.
 */
int solve_board_parse_graph(const char *name, const char *text, size_t length,
                            struct solve_board **ret_board, struct solve_error *err);

/* The same of a file. Returns also the negative errno of reading. */
int solve_board_load_graph(const char *path, struct solve_board **ret_board,
                           struct solve_error *err);

/* Another reference. Any thread may call both. The last unref frees the board; NULL is allowed. */
struct solve_board *solve_board_ref(struct solve_board *board);
void solve_board_unref(struct solve_board *board);

/* "2x3", or the graph file's name. */
const char *solve_board_name(const struct solve_board *board);

int solve_board_points(const struct solve_board *board);

/* Of a rectangle; 0 for another graph. */
int solve_board_rows(const struct solve_board *board);
int solve_board_columns(const struct solve_board *board);

/* "B2", or the graph file's name of the point; NULL if there is no such point. */
const char *solve_board_point_name(const struct solve_board *board, int point);

/* The number of the point called name (any case on a rectangle), length bytes long; -1: none. */
int solve_board_find_point(const struct solve_board *board, const char *name, size_t length);

/* The points next to point, ascending; *ret_count receives how many. NULL: there is no such point.
 */
const int *solve_board_neighbours(const struct solve_board *board, int point, int *ret_count);

/*
 * A drawing of a graph file's board by characters, with the names of its points in it: that of the
 * file (lines that begin with "#:"), or one that is made where the points fit a grid. *ret_rows
 * rows of *ret_columns characters follow each other, without ends of lines; the first and the last
 * column are blank. NULL: it is a rectangle, or has no drawing. To show stones, write them over the
 * names, and blanks over what is left of these.
 */
const char *solve_board_drawing(const struct solve_board *board, int *ret_rows, int *ret_columns);

/* Where in the drawing the name of point begins; -1: there is no drawing, or no such point. */
int solve_board_drawn_at(const struct solve_board *board, int point);

/*
 * Symmetries of the board, the identity first; of another graph than a rectangle perhaps not all.
 * Symmetry s takes point p to (*ret_maps)[s * points + p]. *ret_maps is the caller's: free().
 * Returns their number (at least 1) or -ENOMEM.
 */
int solve_board_symmetries(const struct solve_board *board, int **ret_maps);

/* --- rulesets --- */

/*
 * Reads "NAME[,field=value...]", as "psk" or "kee2013,refresh=no". Names, fields and values may be
 * in any case, with '_', a blank or nothing for '-', and with blanks around them. NAME may be a
 * rule string of KataGo, or its rules as JSON ({"ko":"POSITIONAL","scoring":"AREA",...}), where
 * they mean the same as a ruleset here. Returns 0, -EINVAL (err names what is wanted) or -ENOMEM.
 */
int solve_rules_parse(const char *text, struct solve_rules **ret_rules, struct solve_error *err);

/*
 * Reads what KataGo's command kata-set-rules takes: one of KataGo's names, a rule string or JSON.
 * Names are KataGo's, in any spelling: its new-zealand is another ruleset than the one of
 * solve_rules_parse(). Returns 0, -EINVAL (err says why there is no such ruleset here) or -ENOMEM.
 */
int solve_rules_parse_katago(const char *text, struct solve_rules **ret_rules,
                             struct solve_error *err);

/* The komi that the JSON named, in half points. It is no part of a ruleset, of its text or of what
 * is solved: the caller uses it or refuses it. Returns 0, -EINVAL, or -ENOENT: no komi was named.
 */
int solve_rules_komi(const struct solve_rules *rules, int *ret_half_points);

#define SOLVE_RULES_KATAGO_MAX 192 /* bytes, with the final zero */

/* Writes the ruleset as KataGo's JSON, every field but the komi, on one line into buffer of
 * SOLVE_RULES_KATAGO_MAX bytes. Returns 0, -EINVAL, or -ENOTSUP: KataGo has no such rules. */
int solve_rules_katago(const struct solve_rules *rules, char *buffer);

/* Another reference. Any thread may call both. The last unref frees the ruleset; NULL is allowed.
 */
struct solve_rules *solve_rules_ref(struct solve_rules *rules);
void solve_rules_unref(struct solve_rules *rules);

/* The preset's name with the fields that differ from it: what solve_rules_parse() reads. */
const char *solve_rules_text(const struct solve_rules *rules);

/* What a ruleset is like. */
struct solve_rules_facts {
    const char *preset;  /* the name of its preset; aliases are resolved */
    const char *family;  /* the name of its family */
    const char *passes;  /* what a turn may be besides a stone: "pass", "pass or refresh", ... */
    const char *scoring; /* "area", "territory", "stone", ... */
    int players;         /* 2 .. SOLVE_PLAYERS_MAX */
    bool pairs;          /* the largest margin that Black can force (lower) and the smallest that
                            White can force (upper) may differ */
    const char *between; /* how a game ends that is between the two: "endless play", ... */
    bool cycle_ends;     /* a repetition ends the game, and nobody has reached his margin */
    bool removes_cycles; /* a turn may remove a cycle first (struct solve_move) */
    bool board_only;     /* nothing but the stones on the board counts: no prisoners, no outright
                            wins */
};
int solve_rules_facts(const struct solve_rules *rules, struct solve_rules_facts *ret_facts);

/*
 * Half points that Black has besides in every end that is scored: 1 under rules that give half a
 * point to who passes first, else 0. All margins, bounds and differences of scores here are whole
 * numbers without it: a margin of m is m + 0.5 points then. A komi is the one of the game; only
 * solve_bounds_at_komi(), which sees no rules, wants it less by so many half points.
 */
int solve_rules_half_points(const struct solve_rules *rules);

/* A choice that a family of rulesets leaves. */
struct solve_rules_field {
    const char *name;
    const char *meaning;
    const char *const *values; /* ends with NULL; the first is the default */
};

/* The value of field i of the ruleset's family, i from 0; NULL: there is no such field. */
const char *solve_rules_value(const struct solve_rules *rules, size_t i);

/* Field i of a family, i from 0. Returns 0, -EINVAL (no such family) or -ENOENT (no such field). */
int solve_rules_family_field(const char *family, size_t i, struct solve_rules_field *ret_field);

/* A ruleset with a name. All texts are constants. */
struct solve_rules_preset {
    const char *name;
    const char *family;
    const char *fields;   /* those that differ from the family's defaults: "field=value,..." */
    const char *alias_of; /* the preset that this is another name of, or NULL */
    const char *description;
    const char *source;
};

/* Preset i in the order of listing, i from 0. Returns 0, or -ENOENT: there are no more. */
int solve_rules_preset(size_t i, struct solve_rules_preset *ret_preset);

/* --- moves --- */

enum solve_move_kind {
    SOLVE_MOVE_STONE,
    SOLVE_MOVE_PASS,
    SOLVE_MOVE_REFRESH, /* a refreshing pass (Kee) */
};

struct solve_move {
    enum solve_move_kind kind;
    int point; /* of a stone; else -1 */
    int cycle; /* which cycle is removed first, from 1; 0: none */
};

/*
 * Reads one move: a point's name, "pass", "refresh", and with a cycle "cycle:1+B2" or "cycle:1".
 * rules (may be NULL) is for err only: whether the move is legal is not looked at. Returns 0 or
 * -EINVAL.
 */
int solve_move_parse(const struct solve_board *board, const struct solve_rules *rules,
                     const char *text, struct solve_move *ret_move, struct solve_error *err);

/* Reads moves separated by blanks or commas. *ret_moves is the caller's: free(). Returns 0, -EINVAL
 * or -ENOMEM. */
int solve_move_parse_list(const struct solve_board *board, const struct solve_rules *rules,
                          const char *text, struct solve_move **ret_moves, size_t *ret_count,
                          struct solve_error *err);

/* Writes the move as solve_move_parse() reads it into buffer of SOLVE_MOVE_TEXT_MAX bytes; returns
 * buffer. A move that is none of the board's is "?". */
const char *solve_move_format(const struct solve_board *board, struct solve_move move,
                              char *buffer);

/* --- games --- */

/*
 * Reads what a player is called: "black", "white", "third", "fourth", their first letters, or the
 * stones of positions (X O # @); in any case. players is how many there are. Returns 0 .. players -
 * 1, or -EINVAL.
 */
int solve_player_parse(const char *text, int players);

/*
 * Starts a game. position is text: rows from the top joined by '/' or a new line, '.' an empty
 * point, X O # @ the stones of the players; NULL: an empty board. Blanks do not matter. '-' and '+'
 * are empty points, too, x b B are X, o w W are O. to_move is 0 .. players - 1. The game holds
 * references to board and rules. Returns 0, -EINVAL (err: the position cannot be read, or a chain
 * has no liberty) or -ENOMEM.
 */
int solve_game_new(struct solve_board *board, struct solve_rules *rules, const char *position,
                   int to_move, struct solve_game **ret_game, struct solve_error *err);

/* A game with the same start and moves. Returns 0 or -ENOMEM. */
int solve_game_copy(const struct solve_game *game, struct solve_game **ret_copy);
void solve_game_free(struct solve_game *game);

/* Prohibits an empty point for the first turn, before any is made. Returns 0, -EINVAL (the rules
 * know no such points, or a stone is there) or -ENOMEM. */
int solve_game_prohibit(struct solve_game *game, int point);

/* Borrowed. */
struct solve_board *solve_game_board(const struct solve_game *game);
struct solve_rules *solve_game_rules(const struct solve_game *game);

/* Why a move is not legal. */
struct solve_refusal {
    const char *rule; /* a constant: "occupied", "suicide", "psk", ...; NULL where no rule is at
                         issue: the game is over */
    char reason[160]; /* "recreates the board after move 7" */
};

/*
 * Plays move for the player to move. Returns 0; -EPERM: it is not legal, the game is as it was and
 * *refusal (may be NULL) says why; -EINVAL: it is no move of the board; or -ENOMEM.
 */
int solve_game_play(struct solve_game *game, struct solve_move move, struct solve_refusal *refusal);

/* The same without playing it. */
int solve_game_check(struct solve_game *game, struct solve_move move,
                     struct solve_refusal *refusal);

/* Plays moves written as solve_move_parse_list() reads them. Returns as solve_game_play(), with a
 * line in err that names the move; moves before the refused one stay played. */
int solve_game_play_text(struct solve_game *game, const char *moves, struct solve_error *err);

/* Takes the last turn back. Returns 0, or -ENOENT: none was made. */
int solve_game_undo(struct solve_game *game);

/*
 * The legal moves, stones by point, then passes; without moves that remove a cycle. *ret_moves is
 * the caller's: free(). Returns 0 or -ENOMEM; none when the game is over.
 */
int solve_game_legal_moves(struct solve_game *game, struct solve_move **ret_moves,
                           size_t *ret_count);

/* The turns made. */
size_t solve_game_turns(const struct solve_game *game);

enum solve_ending {
    SOLVE_GOES_ON,
    SOLVE_SCORED,    /* the board as it stands is scored */
    SOLVE_NO_RESULT, /* a repetition ended the game without a result */
    SOLVE_TIE,       /* a repetition ended the game in a tie, whatever the score and komi */
    SOLVE_WON,       /* a player won outright, whatever the score and komi */
};

/* A turn and what the rules made of it. Turn 0 is the start. */
struct solve_turn {
    struct solve_move move;
    int player;                  /* who moved; -1 at the start */
    int next;                    /* who moves next */
    int passes;                  /* consecutive ones up to now, as the rules count them */
    int removed;                 /* stones that the turn removed */
    int lost[SOLVE_PLAYERS_MAX]; /* stones of each player removed since the start */
    int banned;                  /* the player whom the turn got prohibited from playing, or -1 */
    size_t repeated;             /* where banned or ended by it: the turn that came back */
    enum solve_ending ending;
    int winner;       /* who won outright, or -1 */
    int needed;       /* passes that it takes to end the game, under rules that remove cycles */
    const char *rule; /* the rule that banned or ended: a constant; or NULL */
};

/* Returns 0, or -ENOENT: there is no such turn. */
int solve_game_turn(const struct solve_game *game, size_t turn, struct solve_turn *ret_turn);

bool solve_game_is_over(const struct solve_game *game);

/* Who moves next. Where the game is over the number says nothing. */
int solve_game_to_move(const struct solve_game *game);

/* The stones after a turn, one byte a point: 0 empty, else 1 + the player; NULL: there is no such
 * turn. They last until the game changes. */
const uint8_t *solve_game_stones(const struct solve_game *game, size_t turn);

/* Writes the position after a turn as text into buffer of SOLVE_POSITION_TEXT_MAX bytes. Returns 0,
 * or -ENOENT: there is no such turn. */
int solve_game_position(const struct solve_game *game, size_t turn, char *buffer);

/* The points of each player on the board as it stands, for ret_scores[players], as whole numbers:
 * the difference of two is a margin (solve_rules_half_points()). Under rules that score by control
 * (ljrg) that may take a minute on boards of 16 points or more. Returns 0, -ENOMEM, -ERANGE: the
 * board is too large for who controls what to be found, or -EINTR: solve_game_watch() ended it. */
int solve_game_scores(const struct solve_game *game, int *ret_scores);

/* From now on a search for who controls what, for the scores of this game and of copies that are
 * made of it, ends when interrupt (borrowed; NULL: none) is requested, and after so many seconds
 * (0: no limit). Returns 0, or -EINVAL: the seconds are negative. */
int solve_game_watch(struct solve_game *game, const struct solve_interrupt *interrupt,
                     double seconds);

/* The same in half points, each player with what he has: exact under every ruleset. */
int solve_game_half_points(const struct solve_game *game, int *ret_scores);

/*
 * Under rules that remove cycles: may the player after turn not put a stone on point? Returns 1,
 * with the rule and why as constants; 0; -EINVAL (other rules, no such point) or -ENOENT (no such
 * turn).
 */
int solve_game_prohibited(const struct solve_game *game, size_t turn, int point,
                          const char **ret_rule, const char **ret_reason);

/* A cycle that the player after a turn may remove if it disturbs. */
struct solve_cycle {
    size_t start;                         /* the turn that it goes back to */
    bool disturbing;                      /* a pass would not end the game */
    uint8_t used[SOLVE_BOARD_POINTS_MAX]; /* 1: a stone was added to or removed from the point */
};

/* Cycle of that number, from 1, after turn. Returns 0; -EINVAL (other rules) or -ENOENT: there is
 * none, or no such turn. */
int solve_game_cycle(const struct solve_game *game, size_t turn, int number,
                     struct solve_cycle *ret_cycle);

#ifdef __cplusplus
}
#endif

#endif
