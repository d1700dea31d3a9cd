/*
 * libsolve: exact values of tiny Go boards under any repetition rule.
 *
 * A board is a graph of points, a ruleset says what repetition does, a game is a position and the
 * moves made from it: its whole history, since under superko rules the value depends on it. A
 * request says what is wanted and what may be used; solve_request_run() solves the state at which a
 * game stands and returns a result: bounds of its value, of every root move, a principal variation,
 * and, if asked for, a certificate that libsolve-check checks without any of the search. A store
 * keeps on disk what is proved, so that a run that was stopped is gone on with.
 *
 *     struct solve_board *board;
 *     struct solve_rules *rules;
 *     struct solve_game *game;
 *     struct solve_request *request;
 *     struct solve_result *result;
 *     struct solve_bounds value;
 *     solve_board_parse("2x3", &board, NULL);
 *     solve_rules_parse("psk", &rules, NULL);
 *     solve_game_new(board, rules, NULL, 0, &game, NULL);
 *     solve_request_new(&request);
 *     solve_request_run(request, game, &result, NULL);
 *     solve_result_bounds(result, &value);
 *
 * Errors. A function that can fail returns 0 (or a count) or a negative errno. What a ret_
 * parameter points to is written on success only. A last parameter err (NULL is allowed) receives
 * one line that says what is wrong with which object and what was wanted; it is written on failure
 * only. -EINVAL is wrong use or input that cannot be read, -ENOMEM is no memory. NULL for a handle
 * is -EINVAL where an errno is returned, and 0, NULL or false elsewhere; the functions that free
 * allow it.
 *
 * Printing and global state. The library never prints, installs no signal handlers, changes no
 * settings of the process and keeps no global state.
 *
 * Threads. Boards and rulesets never change: any number of threads may use one at once. Every other
 * handle serves one thread at a time; different handles serve different threads at the same time.
 * What any thread may call at any time is marked so.
 *
 * Ownership. Boards and rulesets are counted references. A pointer to text or to an array that a
 * function returns is the handle's, and lasts as long as the handle unless it says otherwise.
 *
 * Units. Margins are points, Black's minus White's, before komi. Komi is in half points. Points of
 * a board are numbered from 0 (solve_board_point_name()). Players are numbered in the order of
 * play: 0 is Black, 1 is White. Turns of a game are numbered from 1; 0 is the start.
 */
#ifndef SOLVE_H
#define SOLVE_H

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
#define SOLVE_MOVE_TEXT_MAX 32                                   /* bytes, with the final zero */
#define SOLVE_POSITION_TEXT_MAX (2 * SOLVE_BOARD_POINTS_MAX + 1) /* the same */

/* --- interruption --- */

/*
 * A wish to stop, which runs and stores look at now and then. Must outlive all that it was given
 * to. Returns 0 or -ENOMEM.
 */
int solve_interrupt_new(struct solve_interrupt **ret_interrupt);
void solve_interrupt_free(struct solve_interrupt *interrupt);

/* Asks for the stop. Any thread may call it at any time, a signal handler, too. */
void solve_interrupt_request(struct solve_interrupt *interrupt);

/* Takes the wish back, before the next run. */
void solve_interrupt_clear(struct solve_interrupt *interrupt);

/* Any thread may call it at any time. */
bool solve_interrupt_is_requested(const struct solve_interrupt *interrupt);

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
 * skipped. Points have the numbers of their order. name (without folders) is the board's name.
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
 * Symmetries of the board, the identity first: symmetry s takes point p to
 * (*ret_maps)[s * points + p]. *ret_maps is the caller's: free(). Returns their number (at least 1)
 * or -ENOMEM.
 */
int solve_board_symmetries(const struct solve_board *board, int **ret_maps);

/* --- rulesets --- */

/*
 * Reads "NAME[,field=value...]", as "psk" or "kee2013,refresh=no"; NAME may be a rule string of
 * KataGo. Returns 0, -EINVAL (err names what is wanted) or -ENOMEM.
 */
int solve_rules_parse(const char *text, struct solve_rules **ret_rules, struct solve_error *err);

/* Another reference. Any thread may call both. The last unref frees the ruleset; NULL is allowed.
 */
struct solve_rules *solve_rules_ref(struct solve_rules *rules);
void solve_rules_unref(struct solve_rules *rules);

/* The preset's name with the fields that differ from it: what solve_rules_parse() reads. */
const char *solve_rules_text(const struct solve_rules *rules);

/* What a ruleset is like. */
struct solve_rules_facts {
    const char *preset;  /* its name; aliases are resolved */
    const char *family;  /* what it is a kind of */
    const char *passes;  /* what a turn may be besides a stone: "pass", "pass or refresh", ... */
    const char *scoring; /* "area", "territory", "stone", ... */
    int players;         /* 2 .. SOLVE_PLAYERS_MAX */
    bool pairs;          /* the largest margin that Black can force (lower) and the smallest that
                            White can force (upper) may differ */
    const char *between; /* how a game ends that is between the two: "endless play", ... */
    bool cycle_ends;     /* a repetition ends the game, well for nobody */
    bool removes_cycles; /* a turn may remove a cycle first (struct solve_move) */
};
int solve_rules_facts(const struct solve_rules *rules, struct solve_rules_facts *ret_facts);

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
 * Starts a game. position is text: rows from the top joined by '/', '.' an empty point, X O # @ the
 * stones of the players; NULL: an empty board. to_move is 0 .. players - 1. The game holds
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

/* The points of each player on the board as it stands, for ret_scores[players]. Returns 0, -ENOMEM,
 * or -ERANGE: the board is too large for who controls what to be found. */
int solve_game_scores(const struct solve_game *game, int *ret_scores);

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

/* --- values --- */

#define SOLVE_MARGIN_INFINITE 1000000 /* +: a win outright; or: no end can be forced */

/*
 * What is proved of a value. lower is the largest margin that Black can force, upper the smallest
 * that White can force; each lies between two numbers until they meet. Under most rules (pairs of
 * solve_rules_facts() is false) lower and upper are one number, the value.
 */
struct solve_bounds {
    int lower_min, lower_max;
    int upper_min, upper_max;
};

/* Are lower and upper known? */
bool solve_bounds_known(const struct solve_bounds *bounds);

/* Black's margin by best play in half points if what lies between lower and upper counts as komi.
 */
int solve_bounds_at_komi(int lower, int upper, int komi_half_points);

/* --- requests --- */

/* A request for the value of a state and of all root moves, with one thread, 1 GiB of memory, no
 * other limit, komi 0, no store and no certificate. Returns 0 or -ENOMEM. */
int solve_request_new(struct solve_request **ret_request);
void solve_request_free(struct solve_request *request);

/*
 * What is wanted and may be used. They return 0, or -EINVAL for a number out of range.
 * komi: -SOLVE_KOMI_MAX .. SOLVE_KOMI_MAX; it says which root moves are best where lower and upper
 * differ, values are before komi. value_only: leaves the other root moves out. threads: 1 ..
 * SOLVE_THREADS_MAX, more than one only in a library built with OpenMP. memory: bytes of all
 * threads together, at least 64 KiB. max_nodes: expanded states; 0: no limit. seconds: the run,
 * and opening a store for it, ends so many seconds after this call; 0: no limit.
 * interrupt: may be NULL. certificate: one is made of what is proved, with one thread. store: its
 * entries are used and what is proved is added (nothing of it is used for a certificate, nor under
 * rules that remove cycles); NULL: none. store and interrupt must outlive the run.
 */
int solve_request_set_komi(struct solve_request *request, int half_points);
int solve_request_set_value_only(struct solve_request *request, bool value_only);
int solve_request_set_threads(struct solve_request *request, int threads);
int solve_request_set_memory(struct solve_request *request, uint64_t bytes);
int solve_request_set_max_nodes(struct solve_request *request, uint64_t nodes);
int solve_request_set_seconds(struct solve_request *request, double seconds);
int solve_request_set_interrupt(struct solve_request *request,
                                const struct solve_interrupt *interrupt);
int solve_request_set_certificate(struct solve_request *request, bool wanted);
int solve_request_set_store(struct solve_request *request, struct solve_store *store);

/* What a run is doing. */
enum solve_phase {
    SOLVE_PREPARING,  /* tables of all positions are made */
    SOLVE_SEARCHING,  /* a threshold is decided by df-pn */
    SOLVE_STRATEGIES, /* strategies without repetition are looked for */
    SOLVE_LEARNING,   /* by games, to guess what play comes to: it orders moves */
};

struct solve_progress {
    enum solve_phase phase;
    double seconds; /* since solve_request_run() was called */
    uint64_t nodes; /* expanded */
    uint64_t bytes; /* held */

    /* The threshold asked of, when searching or looking for strategies: can attacker get margin?
     * White: can he hold Black to it? */
    int attacker, margin;

    uint64_t boards;        /* when preparing: positions up to symmetry so far */
    uint64_t entries;       /* when searching: of the transposition table (lemmas) */
    size_t depth;           /* when searching: moves from the root */
    bool root;              /* of strategies: it is asked of the root, not after a root move: */
    struct solve_move move; /* this */
    int rated, moves;       /* of strategies: root moves that were rated, and all to rate */
    uint32_t games, games_wanted; /* when learning */
};

/* tell (NULL: nobody) is called now and then during solve_request_run(), by the thread that called
 * it or one of the run's own, by one at a time. It must not use handles that the run uses. */
int solve_request_set_progress(struct solve_request *request,
                               void (*tell)(const struct solve_progress *progress, void *arg),
                               void *arg);

/*
 * Solves the state at which game stands, which is not changed; a game that is over is scored. The
 * board has at most SOLVE_POINTS_MAX points and the rules two players. Returns 0 also when a limit
 * or the interrupt stopped it: then solve_result_stop() says so and the bounds are what is proved.
 * -EINVAL: game or what is wanted is out of range (err), -ENOMEM: there is not even memory to
 * begin.
 */
int solve_request_run(const struct solve_request *request, const struct solve_game *game,
                      struct solve_result **ret_result, struct solve_error *err);

/* --- results --- */

void solve_result_free(struct solve_result *result);

/* The root's value. Returns 0. */
int solve_result_bounds(const struct solve_result *result, struct solve_bounds *ret_bounds);

enum solve_stop {
    SOLVE_STOP_NONE,
    SOLVE_STOP_NODES,     /* max_nodes */
    SOLVE_STOP_TIME,      /* seconds */
    SOLVE_STOP_INTERRUPT, /* the interrupt */
    SOLVE_STOP_MEMORY,    /* memory is full of what cannot be forgotten */
    SOLVE_STOP_UNDECIDED, /* no proof was found, and more nodes would find none */
    SOLVE_STOP_SOLO,      /* what a player gets who moves alone is too much to enumerate */
    SOLVE_STOP_LENGTH,    /* a line grew too long for the counters of passes */
    SOLVE_STOP_UNSCORED,  /* who controls what on a board is not decided */
    SOLVE_STOP_STORE,     /* what is proved cannot be written (solve_store_failure()) */
    SOLVE_STOP_OTHER,
};

/* Why it stopped before all was proved. */
enum solve_stop solve_result_stop(const struct solve_result *result);

/* The same in words, "the limit of nodes is reached": a constant. */
const char *solve_stop_text(enum solve_stop stop);

/* A legal root move. */
struct solve_root_move {
    struct solve_move move;
    struct solve_bounds bounds; /* of the state after it */
    size_t same_as;             /* the lowest root move that a symmetry takes to it; itself: none */
    bool best;                  /* proved to be one of the best at the request's komi */
};

/* The legal root moves in the order of solve_game_legal_moves(): none when the game is over. */
size_t solve_result_move_count(const struct solve_result *result);

/* Returns 0, or -ENOENT: i is not below the count. */
int solve_result_move(const struct solve_result *result, size_t i,
                      struct solve_root_move *ret_move);

/* Is the value of every root move proved? And is every root move at the komi proved to be one of
 * the best, or proved not to be? */
bool solve_result_moves_complete(const struct solve_result *result);
bool solve_result_best_complete(const struct solve_result *result, int komi_half_points);

enum solve_rating { SOLVE_RATED_OPEN, SOLVE_RATED_BEST, SOLVE_RATED_WORSE };

/* What is proved of root move i at any komi. */
enum solve_rating solve_result_rating(const struct solve_result *result, size_t i,
                                      int komi_half_points);

/* May another komi have other best moves: do lower and upper of the root or a move differ? */
bool solve_result_komi_matters(const struct solve_result *result);

/* The principal variation. *ret_count receives its moves. */
const struct solve_move *solve_result_pv(const struct solve_result *result, size_t *ret_count);

/* Does it go to the end of the game, or to a state that recurs? */
bool solve_result_pv_complete(const struct solve_result *result);

/* The index of its move at which a cycle begins that goes on for ever; -1: none. */
long solve_result_pv_cycle(const struct solve_result *result);

/* The game of the request with the principal variation played; the result's. Its turn
 * solve_game_turns(game) - count of the principal variation is the root. */
const struct solve_game *solve_result_game(const struct solve_result *result);

struct solve_work {
    uint64_t nodes;   /* expanded; 0: the store had the result */
    uint64_t entries; /* of the transposition table (lemmas) at the end */
    double seconds;   /* of solve_request_run() */
    int threads;      /* that searched */
};
int solve_result_work(const struct solve_result *result, struct solve_work *ret_work);

struct solve_certificate {
    const uint8_t *bytes; /* the file; size 0: nothing was proved that can be certified */
    size_t size;
    size_t claims;
    size_t missing; /* claims that are proved but could not be certified */
};

/* The certificate that was asked for; its bytes are the result's. Returns 0, or -ENOENT: none was
 * asked for. */
int solve_result_certificate(const struct solve_result *result,
                             struct solve_certificate *ret_certificate);

/* Writes a file whole or not at all. Returns 0 or a negative errno (err). */
int solve_certificate_write(const struct solve_certificate *certificate, const char *path,
                            struct solve_error *err);

/* --- stores --- */

enum solve_store_flags {
    SOLVE_STORE_MAKE = 1, /* makes the folder if there is none; its parent must be there */
    SOLVE_STORE_READ = 2, /* only to read: damaged records are an error, they are not dropped */
    SOLVE_STORE_LOOK = 4, /* looks through all of it even if it is as it was left */
};

/* How a store is opened. All zero: with no flag, waiting for others as long as it takes. */
struct solve_store_options {
    unsigned flags;                            /* of enum solve_store_flags */
    const struct solve_interrupt *interrupt;   /* ends a wait; must outlive the store; or NULL */
    double seconds;                            /* after which no other is waited for; 0: no end */
    void (*tell)(void *arg, const char *line); /* is told at once, from any thread, for whom the
                                                  store waits; or NULL */
    void *arg;

    /* Both or none: the run that the store is opened for. If the store has its result nothing else
     * is opened, and that is quick; only this run is to use the store then. The request's seconds
     * count as well. */
    const struct solve_request *request;
    const struct solve_game *game;
};

/*
 * Opens the store in a folder. A process opens a folder once: one handle serves all its threads
 * (runs of several threads at once, too), and several processes may use a store at the same time.
 * It may start a child process that looks through a store that was not closed, so it is best opened
 * before threads are started. options may be NULL. Returns 0; -EINVAL: the folder cannot be a
 * store; -EPROTO: a store of another version; -EBADMSG: damaged; -EBUSY: damaged, and others use
 * it; -EINTR; or another negative errno. err does not name the folder.
 */
int solve_store_open(const char *path, const struct solve_store_options *options,
                     struct solve_store **ret_store, struct solve_error *err);

/* Writes what is left to write and closes. Returns 0, or a negative errno (err): something could
 * not be written; the store is closed all the same. NULL is allowed. */
int solve_store_close(struct solve_store *store, struct solve_error *err);

/* Writes what is left to write; solve_store_notice() may have something to tell then. */
void solve_store_finish(struct solve_store *store);

/* The next line for the user, as of damage that was mended; NULL: no more. It lasts until the next
 * call. */
const char *solve_store_notice(struct solve_store *store);

/* Could something not be written? Then the line that says why, else NULL. */
const char *solve_store_failure(struct solve_store *store);

/* What the store knows of the state at which game stands, without search. Returns 0, -EINVAL or
 * -ENOMEM. */
int solve_store_query(struct solve_store *store, const struct solve_game *game,
                      int komi_half_points, struct solve_result **ret_result,
                      struct solve_error *err);

/* What solve_store_make_table() may use, and how often (in seconds) it writes what is decided so
 * that a stopped run is gone on with. */
struct solve_table_options {
    int threads;
    uint64_t memory; /* bytes */
    double save_seconds;
    const struct solve_interrupt *interrupt; /* or NULL */
};

struct solve_table {
    bool bounds;    /* it tells bounds of positions without history, not values */
    bool was_there; /* all of it */
    bool resumed;   /* it went on from an earlier run, at this margin: */
    int resumed_margin;
    uint64_t was_missing; /* boards that an earlier table had lost */
    uint64_t boards;      /* up to symmetry and colours */
    uint64_t kos;         /* states with a ko */
    uint64_t known;       /* of a new table of bounds: states whose bounds meet */
};

enum solve_table_kind { SOLVE_TABLE_NONE, SOLVE_TABLE_VALUES, SOLVE_TABLE_BOUNDS };

/* What a table of all positions can tell under the rules. */
enum solve_table_kind solve_rules_table_kind(const struct solve_rules *rules);

/*
 * Makes the table of all positions of a board and keeps it in the store. Returns 0; -EINVAL (err);
 * -EINTR; -ENOSPC: more memory is needed than allowed; or another negative errno (err).
 */
int solve_store_make_table(struct solve_store *store, struct solve_board *board,
                           struct solve_rules *rules, const struct solve_table_options *options,
                           struct solve_table *ret_table, struct solve_error *err);

/* --- predictions --- */

enum solve_tables {
    SOLVE_TABLES_MADE,
    SOLVE_TABLES_TOO_LARGE,
    SOLVE_TABLES_TOO_LONG,
    SOLVE_TABLES_UNUSED
};

/* What strategies are likely to need, guessed from the boards that were decided so. */
struct solve_forecast {
    double states, states_low, states_high; /* to look at */
    double memory;                          /* bytes with which few states are looked at twice; */
    double memory_low;                      /* with these many are, four times at most */
    bool beyond;                            /* the board is larger than any that was decided */
    const char *from;                       /* the boards that it is guessed from */
};

/* What a run would take. Bytes and seconds are of tables of all positions. */
struct solve_prediction {
    int threads;
    uint64_t memory;           /* of the request */
    long double legal, boards; /* legal positions; those up to symmetry and colours */
    bool legal_exact, boards_exact;
    double moves;     /* on all of them; estimated */
    bool addressable; /* positions and moves have 32-bit numbers */
    double bytes_positions, bytes_reverse, bytes_attractor, bytes_work, bytes_all;
    double bytes_needed;  /* of memory for tables to be made */
    double second_a_move; /* measured now */
    double seconds_positions, seconds_reverse, seconds_attractor, seconds_every;
    double seconds_before; /* the first threshold is searched */
    enum solve_tables tables;
    bool strategies;   /* are looked for, before tables */
    bool has_forecast; /* then: */
    struct solve_forecast forecast;
};

/* Measures for about a tenth of a second. Of the request threads, memory and max_nodes count.
 * Returns 0, -EINVAL or -ENOMEM. */
int solve_request_predict(const struct solve_request *request, const struct solve_game *game,
                          struct solve_prediction *ret_prediction, struct solve_error *err);

/* The same of a table of all positions; bytes_needed and seconds_before are all that it takes. */
int solve_request_predict_table(const struct solve_request *request, const struct solve_game *game,
                                struct solve_prediction *ret_prediction, struct solve_error *err);

/* --- endless play --- */

enum solve_endless_verdict { SOLVE_ENDLESS_NO, SOLVE_ENDLESS_YES, SOLVE_ENDLESS_UNDECIDED };

struct solve_endless {
    enum solve_endless_verdict verdict;
    const char *argument;     /* the name of the argument that decides it: a constant */
    const char *reason;       /* that argument in a sentence, or what is missing: a constant */
    struct solve_move *moves; /* the way to a cycle, then the cycle once: owned; or NULL */
    size_t way, cycle;        /* moves of each */
    int balance;              /* Black's passes minus White's in the cycle */
    bool shortest;            /* no cycle that can be reached is shorter */
    uint64_t states;          /* that were looked at */
};

/*
 * Can play from the position of game, as if it had no history, go on for ever? Of the request
 * memory, seconds and the interrupt count. Returns 0, -EINVAL, -ENOMEM, -EINTR (stopped, or out of
 * time), -ENOSPC (memory), or -EPROTO: the rules refuse the line that was found.
 * solve_endless_release() it.
 */
int solve_request_endless(const struct solve_request *request, const struct solve_game *game,
                          struct solve_endless *ret_endless, struct solve_error *err);
void solve_endless_release(struct solve_endless *endless);

/* --- control, by the Logical Japanese Rules (Pauli 2004) --- */

#define SOLVE_CONTROL_STATES_MAX 2097152

struct solve_control_options {
    const char *position; /* text; NULL: an empty board */
    uint64_t prohibited;  /* bit p: point p is permanently */
    const char *choices;  /* "field=value,..."; NULL: as the rules' text has it */
    size_t max_states;    /* of the game on a set; 0: SOLVE_CONTROL_STATES_MAX */
    const struct solve_interrupt *interrupt; /* or NULL */
};

/* Finds who controls what on a board of at most SOLVE_POINTS_MAX points. Returns 0 also where not
 * all is decided or it was stopped; -EINVAL (err) or -ENOMEM. */
int solve_control_find(struct solve_board *board, const struct solve_control_options *options,
                       struct solve_control **ret_control, struct solve_error *err);
void solve_control_free(struct solve_control *control);

/* Is all decided? Was it stopped by the interrupt? */
bool solve_control_decided(const struct solve_control *control);
bool solve_control_stopped(const struct solve_control *control);

#define SOLVE_OWNER_NOBODY (-1)
#define SOLVE_OWNER_UNKNOWN (-2)
#define SOLVE_OWNER_BOTH 2

/* Who controls the point: a player or one of these. */
int solve_control_owner(const struct solve_control *control, int point);

/* Choice i, from 0, as it was used: its field and value, constants. Returns 0 or -ENOENT. */
int solve_control_choice(const struct solve_control *control, size_t i, const char **ret_field,
                         const char **ret_value);

/* Points that a player controls by one set, with a line as its proof: the opponent moves first, and
 * after step_count moves at most the two-eye formation stands. */
struct solve_control_set {
    int player;
    uint64_t points, set; /* bit p: point p */
    const uint8_t *start; /* the stones at the beginning, as solve_game_stones() has them */
    size_t step_count;
};

/* Set i, from 0. Returns 0 or -ENOENT. */
int solve_control_set(const struct solve_control *control, size_t i,
                      struct solve_control_set *ret_set);

/* Step s of set i, and the stones after it. Returns 0 or -ENOENT. */
int solve_control_step(const struct solve_control *control, size_t i, size_t s,
                       struct solve_move *ret_move, const uint8_t **ret_stones);

#ifdef __cplusplus
}
#endif

#endif
