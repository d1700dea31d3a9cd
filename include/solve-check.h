/*
 * libsolve-check: checks a certificate that libsolve wrote. It shares the rules with the search and
 * nothing else: no part of the search is in it.
 *
 *     struct solve_check *check;
 *     solve_check_new(&check);
 *     if (solve_check_load(check, "2x3.cert") == 0)
 *         solve_check_run(check);
 *     puts(solve_check_verdict(check) == SOLVE_CHECK_ACCEPTED ? "proved"
 *                                                             : solve_check_reason(check));
 *     solve_check_free(check);
 *
 * Functions return 0 or a negative errno; solve_check_reason() has the line that says why. NULL for
 * a handle is -EINVAL, NULL, 0 or false. A handle serves one thread at a time, different handles
 * serve different threads. The library never prints and keeps no global state.
 */
#ifndef SOLVE_CHECK_H
#define SOLVE_CHECK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct solve_check;

/* Returns 0 or -ENOMEM. */
int solve_check_new(struct solve_check **ret_check);
void solve_check_free(struct solve_check *check);

/* What the check may use, before the certificate is read. bytes: memory, at least 64 KiB; for each
 * claim claim_bytes are set aside for the caller. The default is 1 GiB, and none. */
int solve_check_set_memory(struct solve_check *check, uint64_t bytes, uint64_t claim_bytes);

/* The check ends so many seconds after this call; 0, the default: as long as a certificate of its
 * size should take. */
int solve_check_set_seconds(struct solve_check *check, double seconds);

/* stop (NULL: nobody) is asked every few milliseconds whether the check is to end. */
int solve_check_set_stop(struct solve_check *check, bool (*stop)(void *arg), void *arg);

/* How far the check came. */
struct solve_check_progress {
    bool checking; /* false: the certificate is being read */
    uint64_t done,
        all; /* bytes that are read, or checked, of all; all is 0 where it is not known */
};

/* tell (NULL: nobody) is called every few milliseconds, before stop is asked. What progress points
 * to is valid during the call. To be set before the certificate is read. */
int solve_check_set_progress(struct solve_check *check,
                             void (*tell)(const struct solve_check_progress *progress, void *arg),
                             void *arg);

/* Checks the claims under another ruleset, "NAME[,field=value...]", than the certificate's; NULL:
 * its own. Returns 0, -EINVAL or -ENOMEM. */
int solve_check_set_rules(struct solve_check *check, const char *rules);

/* Checks the claims with the colours swapped: of the stones, who moves first and who claims what;
 * the margins change their sign. Returns 0 or -EINVAL. */
int solve_check_set_swapped(struct solve_check *check, bool swapped);

/*
 * Checks the claims of another game than the certificate's: from position (text as
 * solve_game_new() reads it; NULL: the empty board), to_move 0 Black or 1 White, after moves ("B2
 * pass"; NULL: none). What was proved of a position alone is so proved of a game that comes to it,
 * if no board before is in its way. Where strategies prove nothing after moves (kee-v6, simple),
 * but about a play of the start, claims about the root are made claims about one move. Returns 0,
 * -EINVAL or -ENOMEM; whether the board has such a position and moves is found out by
 * solve_check_run().
 */
int solve_check_set_game(struct solve_check *check, const char *position, int to_move,
                         const char *moves);

/*
 * Reads a certificate, of which a handle has one: from a file, or size bytes, which are copied.
 * Returns 0 also where a limit ended it: solve_check_run() says so. Another negative errno: it
 * cannot be read.
 */
int solve_check_load(struct solve_check *check, const char *path);
int solve_check_read(struct solve_check *check, const void *bytes, size_t size);

enum solve_check_verdict {
    SOLVE_CHECK_NONE,     /* solve_check_run() was not called */
    SOLVE_CHECK_ACCEPTED, /* every claim is proved */
    SOLVE_CHECK_REFUSED,  /* the certificate proves nothing */
    SOLVE_CHECK_STOPPED,  /* not checked: nothing is known. solve_check_stopped() says what ended it
                           */
};

/* Checks every claim. Returns 0 if all are proved; -EINVAL: it is refused, or the game that is
 * wanted (solve_check_set_game()) cannot be read, as the verdict tells; -ENOMEM, -ETIME or
 * -EINTR: memory, work or time, or stop ended it; -EPROTONOSUPPORT: its format has a version that
 * only a newer release knows. */
int solve_check_run(struct solve_check *check);
enum solve_check_verdict solve_check_verdict(const struct solve_check *check);

/* The line that says why it is not accepted, or could not be read or written, or "". */
const char *solve_check_reason(const struct solve_check *check);

/* What ended a check: "memory", "work" (more than its size should take), "time", "interrupted",
 * "version" (of the format: not known here); "position" or "history": the board has none such as is
 * wanted (solve_check_set_game()); or NULL. */
const char *solve_check_stopped(const struct solve_check *check);

/* The certificate: its bytes (under another ruleset, after solve_check_run(), those of the
 * certificate for that), whether a file is as long as its header says, and, after
 * solve_check_run(), the XXH3-128 of the bytes as 32 hexadecimal digits. */
const uint8_t *solve_check_bytes(const struct solve_check *check, size_t *ret_size);
bool solve_check_whole(const struct solve_check *check);
const char *solve_check_hash(const struct solve_check *check);

/* Writes those bytes as a file, whole or not at all. Returns 0 or a negative errno. */
int solve_check_write(struct solve_check *check, const char *path);

/* The same of a certificate of strategies, after solve_check_run(), packed: in about a sixth of
 * the bytes (solver/certificate/packed). It is read as any other, and is then the same bytes again.
 * Returns 0; -EINVAL: it has no strategies, or none that can be packed; -ENOMEM; -EINTR; or another
 * negative errno (the reason says why each time). */
int solve_check_write_packed(struct solve_check *check, const char *path);

/* What a certificate is about, known after solve_check_run(). Texts are the handle's. */
struct solve_check_header {
    const char *board, *rules, *position;
    const char *moves; /* played from the position: "B2 pass", or "" */
    size_t move_count;
    int to_move; /* at the position: 0 Black, 1 White */
    size_t claims;
    /* That the proofs have. Strategies of leaves and their replies are counted where the
     * certificate is accepted; else they are 0. */
    uint64_t nodes, strategies, replies;
};

/* Returns 0, or -ENOENT: the header cannot be read. */
int solve_check_header(const struct solve_check *check, struct solve_check_header *ret_header);

/* The text of the graph file whose board it is about (solve_board_parse_graph()), size bytes, known
 * after solve_check_run(); NULL: the board is a rectangle, the header cannot be read, or memory
 * is short. It is the handle's. */
const char *solve_check_graph(struct solve_check *check, size_t *ret_size);

/* How many nodes of an accepted certificate are strategy leaves: who wins there goes on by one of
 * the certificate's strategies. 0 where there are none. */
uint64_t solve_check_strategy_leaves(const struct solve_check *check);

/* Are its strategies living ones: they end where their player lives with enough (known as
 * solve_check_header() is)? */
bool solve_check_living(const struct solve_check *check);

#define SOLVE_CHECK_INFINITE 32767
#define SOLVE_CHECK_CLAIM_MAX 64
#define SOLVE_CHECK_MOVE_MAX 32

/*
 * What is claimed of the root or of the state after a move. Forces: player brings about an end with
 * a margin (Black's minus White's) of at least margin if he is Black, of at most margin if White.
 * Denies: the opponent cannot: White denies >= margin, Black denies <= margin. Under rules that
 * give half a point to who passes first Black has half a point more than margin and text say.
 */
struct solve_check_claim {
    char move[SOLVE_CHECK_MOVE_MAX]; /* "" for the root */
    int player;                      /* 0 Black, 1 White */
    bool denies;
    int margin;                       /* +-SOLVE_CHECK_INFINITE is beyond all */
    char text[SOLVE_CHECK_CLAIM_MAX]; /* "B2: white denies >= 2", "root: ..." */
};

/* Claim i, from 0. Returns 0 or -ENOENT. */
int solve_check_claim(const struct solve_check *check, size_t i,
                      struct solve_check_claim *ret_claim);

/*
 * What is claimed of a coalition, in the certificates that have such claims: what it gets at the
 * end of the game, whatever its opponents play; or what they hold it to. Of such a claim
 * solve_check_claim() has player -1, and the bound as its margin.
 */
struct solve_check_coalition {
    unsigned members; /* bit k: player k */
    bool held;        /* it gets at most bound; else at least */
    int bound;
    const char *payoff; /* what is counted: "points", "margin" or "rank", a constant */
};

/* Claim i, from 0. Returns 0, or -ENOENT: there is no such claim, or it is not of a coalition. */
int solve_check_coalition(const struct solve_check *check, size_t i,
                          struct solve_check_coalition *ret_coalition);

#ifdef __cplusplus
}
#endif

#endif
