/*
 * Certificates as files. docs/certificate-format.md tells the same, and what a checker checks.
 *
 * A text header, lines ended by a newline:
 *
 *   solve-certificate 1             magic and version
 *   rules psk                       preset with the fields that differ from it
 *   fields superko repetition=psk suicide=no ...   the family and all of its fields
 *   board 2x3                       or "graph NAME BYTES" and BYTES bytes of graph file text
 *   start .../... black             the position and who moves first
 *   moves B2 pass                   played from there; "moves" alone: none
 *   claim root black forces >= 1 node 26 map 3      one line a claim, see struct certificate_claim
 *   claim play B1 white denies >= 2 rules           of the position after the play B1
 *   nodes 27
 *   body 512
 *
 * then the body, and the XXH3-64 of all bytes before it (8 bytes, little-endian). The body is the
 * nodes, one after the other, children before parents. V is an unsigned LEB128 number of at most 64
 * bits in its shortest form.
 *
 *   | field   | bytes | meaning                                                              |
 *   |---------|-------|----------------------------------------------------------------------|
 *   | head    | 1     | bits 0-1 type (leaf, winner's, loser's); 2 mover; 3 winner;          |
 *   |         |       | 4 denies; 5-6 passes; 7 a ko follows                                 |
 *   | black   | V     | bit p: a black stone on point p                                      |
 *   | white   | V     |                                                                      |
 *   | ko      | V     | if bit 7: point + 1, or CERTIFICATE_KO_SELF                          |
 *   | bound   | V     | 0: infinite; else 1 + zigzag of the winner's margin from here on     |
 *   | play    | V     | of a winner's node: the point; points: pass; points + 1: refresh     |
 *   | count   | V     | of a loser's node: the number of its plays                           |
 *   | replies |       | one for a winner's node, count for a loser's: 0 the end that the     |
 *   |         |       | rules give the play; 1 it goes back to a state of the path; else     |
 *   |         |       | V = 1 + own number - child's number, then V, the group element       |
 *
 * Where the first pass brings points passes are 3 as long as nobody has passed. Margins are whole
 * points: under first-pass=half Black has half a point more than each says.
 *
 * Where the rules bar plays (play_rule.bars) a reply 1 says that the play is barred.
 *
 * Under rules with cycles the body is another one (cycle_nodes.h), and so it is of values by
 * coalition (coalition_nodes.h). Claims may also rest on strategies
 * (certificate/check/strategy/check.h), all of a file or none:
 *
 *   claim root black forces >= 20 strategy 0
 *   claim play C3 white forces <= 19 strategy 1
 *   claim root white forces <= 20 most              no board has a margin beyond it
 *   strategies 2                                    in place of "nodes"
 *   body 4711
 *
 * Their body is the strategies, one after the other: V, the number of replies, then a byte each:
 * the point of the player's stone, or points for a pass. "answered-strategies 2" in place of
 * "strategies 2": there is a reply, too, where the opponent's pass frees a ko.
 *
 * Version 2 has "packed-" before "strategies" or "answered-strategies", and another body
 * (packed/packed.h); it is unpacked while it is checked.
 *
 * Version 3 has nodes, and a node may be of type 3, a strategy leaf: nothing follows its bound.
 * Behind the nodes is a packed strategy for each bound that such leaves have, least first
 * (docs/certificate-format.md, "Strategy leaves").
 *
 * Version 4 has living strategies, packed or not: "living-strategies 2", "packed-living-strategies
 * 2", and the same with "answered-" before "strategies". They have no replies where their player
 * lives with enough (docs/certificate-format.md, "Living strategies").
 *
 * A loser's plays are not named: they are those of the rules, points ascending, then the pass, then
 * the refreshing pass. Points are numbered from 0: of a rectangle row by row from the top, of a
 * graph file in the order of its line of names.
 *
 * Group element 2 * s + c is symmetry s with the colours swapped if c. It takes the child's state
 * to the state after the play, and the node's state of a claim ("map") to that of the claim.
 * Symmetries are numbered so, 0 being the identity:
 *
 * Of R rows and C columns, for f from 0 to 3, where R = C to 7: exchange row and column of a point
 * if f & 4; then turn the row r into R - 1 - r if f & 1, and the column c into C - 1 - c if f & 2.
 * Maps that are the same as one before are left out (1xN: f = 0 and 2 remain).
 *
 * Of a graph file automorphisms are found in the order of their images, that of point 0 first and
 * lower ones first. Each that is not in the list yet is put at its end, and then its products: for
 * a from 0 up, for each a for b from 0 up, the map that takes p to a(b(p)), if it is not in the
 * list, is put at the end, and a and b begin again at 0; until all products are in. Where that
 * makes more than 48 the list is again as it was before the automorphism. The automorphisms are
 * found point by point: for the next point, lower images first, one step for each point of the
 * board that may be tried, whether it fits (is free, has as many neighbours, and is joined to the
 * images of the points before as the point is to those) or not. After 2,000,000 steps, or as soon
 * as more than 5,000 automorphisms are found, no more are looked for.
 */
#ifndef SOLVER_CERTIFICATE_FORMAT_H
#define SOLVER_CERTIFICATE_FORMAT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "board/move.h"
#include "board/position.h"
#include "rules/ruleset.h"

#define CERTIFICATE_MAGIC "solve-certificate"
#define CERTIFICATE_VERSION 1
#define CERTIFICATE_VERSION_PACKED 2   /* of packed ones */
#define CERTIFICATE_VERSION_LEAVES 3   /* with strategy leaves */
#define CERTIFICATE_VERSION_LIVING 4   /* of living strategies */
#define CERTIFICATE_INFINITE INT16_MAX /* a bound beyond every margin */
#define CERTIFICATE_MARGIN_MAX 20000   /* of a finite bound or claim */
#define CERTIFICATE_KO_SELF (SOLVER_MAX_POINTS + 1)
/* The passes of a node where nobody has passed yet and the first pass brings points. */
#define CERTIFICATE_UNPASSED 3
#define CERTIFICATE_REPLIES_MAX (SOLVER_MAX_POINTS + 2)
#define CERTIFICATE_MOVES_MAX 10000
#define CERTIFICATE_CHECKSUM_BYTES 8

/* The bits of a node's head besides the type. */
#define CERTIFICATE_HEAD_MOVER 4u
#define CERTIFICATE_HEAD_WINNER 8u
#define CERTIFICATE_HEAD_DENIES 16u
#define CERTIFICATE_HEAD_PASSES_SHIFT 5
#define CERTIFICATE_HEAD_KO 128u

enum certificate_node_type {
    CERTIFICATE_LEAF,          /* the winner only passes from now on */
    CERTIFICATE_WINNER,        /* the winner moves: one move */
    CERTIFICATE_LOSER,         /* the loser moves: all moves */
    CERTIFICATE_STRATEGY_LEAF, /* the winner has a strategy; where certificate.leaves is set */
};

/* What a coalition gets at the end of a game; docs/coalition-certificates.md. */
enum certificate_payoff {
    CERTIFICATE_POINTS, /* its members' points */
    CERTIFICATE_GAIN,   /* that minus the points of all others */
    CERTIFICATE_RANK,   /* of its best: others with fewer points minus others with more */
};

/* "points", "margin" or "rank". */
const char *certificate_payoff_name(enum certificate_payoff payoff);

enum certificate_reply_kind { CERTIFICATE_END, CERTIFICATE_REPETITION, CERTIFICATE_CHILD };

struct certificate_reply {
    enum certificate_reply_kind how;
    uint32_t child; /* the node's number, of CERTIFICATE_CHILD */
    int element;    /* of CERTIFICATE_CHILD */
};

/*
 * "From this state the winner gets at least bound more than the loser, counting from here on."
 * Denies: or else the game comes to no end that is good for the loser.
 */
struct certificate_node {
    enum certificate_node_type type;
    uint64_t stones[2]; /* by colour; bit p is point p */
    int mover;          /* 0 Black, 1 White */
    int passes;         /* consecutive ones, as far as the rules' memory tells them: 0 .. 3; or
                           CERTIFICATE_UNPASSED */
    int ko;             /* 0, the point that may not be played + 1, or CERTIFICATE_KO_SELF */
    int winner;
    bool denies;
    int bound; /* winner's view; CERTIFICATE_INFINITE: he wins outright, or lets no end come about
                */
    int move;  /* of CERTIFICATE_WINNER: its number */
    int count; /* of replies */
    struct certificate_reply replies[CERTIFICATE_REPLIES_MAX];
};

/*
 * What is claimed. Forces: who brings about an end with Black's margin >= margin (who is Black) or
 * <= margin (White). Denies: the opponent cannot: White denies >= margin, Black denies <= margin.
 * Infinite margins: "black forces >= inf" wins outright; "white denies >= -inf" means that Black
 * can force no end at all.
 */
struct certificate_claim {
    bool root;        /* about the root; else about the root after move */
    struct move move; /* legal at the root */
    int who;
    bool denies;
    int margin;    /* Black's view, all prisoners counted; +-CERTIFICATE_INFINITE */
    bool rules;    /* the game is over or one player is left: the rules say it, no node is needed */
    bool strategy; /* it rests on the strategy of number node */
    bool most;     /* it says no more than that there is an end: no board has more */
    uint32_t node;
    int element; /* takes the node's state to the claim's */

    /*
     * About a coalition: bit k: player k; 0: it is none. Then margin is its payoff, which it forces
     * to be at least so much; or denies: its opponents hold it to at most so much.
     */
    unsigned members;
    enum certificate_payoff payoff;
};

struct certificate {
    struct graph *graph; /* owned */
    struct ruleset rules;
    struct position start;
    int to_move;
    struct move *moves; /* owned */
    size_t move_count;
    struct certificate_claim *claims; /* owned */
    size_t claim_count;
    uint32_t node_count;
    bool coalitions; /* the nodes are those of coalition_nodes.h */
    bool strategies; /* the body is strategies instead of nodes, node_count is 0 */
    bool answered;   /* with strategies: there are replies to passes that free a ko */
    bool living;     /* with strategies: they end where their player lives with enough */
    bool packed;     /* with strategies: the body is packed */
    bool leaves;     /* nodes may be strategy leaves; behind them are packed strategies */
    uint32_t strategy_count;
    const uint8_t *body; /* borrowed from the text that was read */
    size_t body_size;
};

/*
 * Reads a certificate's header and checks its checksum; the body's bytes are looked at by
 * certificate_next_node(). bytes must outlive *ret_certificate, which is to be released. Returns
 * 0, -EINVAL (err: what is wrong) or -ENOMEM.
 */
int certificate_parse(const uint8_t *bytes, size_t size, struct certificate *ret_certificate,
                      struct error *err);
void certificate_release(struct certificate *certificate);

/*
 * Reads the header alone: bytes may end anywhere behind it. *ret_certificate has no body then and
 * says what is claimed, not that it is proved. Returns as certificate_parse(), and
 * -EPROTONOSUPPORT: a newer release wrote it.
 */
int certificate_parse_header(const uint8_t *bytes, size_t size, struct certificate *ret_certificate,
                             struct error *err);

/* Where reading the body stands. Begin with all zero. */
struct certificate_cursor {
    size_t at;
    uint32_t node; /* the number of the next node or strategy */
};

/*
 * Reads the next of the node_count nodes. Says nothing about whether the node makes sense but
 * that its numbers are in range and its children before it. Returns 0 or -EINVAL (err names it).
 */
int certificate_next_node(const struct certificate *certificate, struct certificate_cursor *cursor,
                          struct certificate_node *ret_node, struct error *err);

/* A strategy's replies, borrowed from the certificate. */
struct certificate_strategy {
    const uint8_t *replies;
    size_t count;
};

/*
 * Reads the next of the strategy_count strategies, which are not packed. Every reply is in
 * range; nothing else is said of them. Returns 0 or -EINVAL (err).
 */
int certificate_next_strategy(const struct certificate *certificate,
                              struct certificate_cursor *cursor,
                              struct certificate_strategy *ret_strategy, struct error *err);

/* The replies of all strategies of a body that can be read and is not packed. */
size_t certificate_count_replies(const struct certificate *certificate);

/* What a body with strategy leaves has of them. */
struct certificate_leaf_counts {
    uint64_t leaves;     /* nodes that are such */
    uint64_t strategies; /* behind the nodes: one for each bound */
    uint64_t replies;    /* of all of them, as the body says it */
};

/* Returns that of a body; all zero where certificate.leaves is not set, or it cannot be read to its
 * end. */
struct certificate_leaf_counts certificate_count_leaves(const struct certificate *certificate);

/* The checksum of the bytes before it. */
uint64_t certificate_checksum(const uint8_t *bytes, size_t size);

/* "B2: white denies >= 2": as the file has it. */
#define CERTIFICATE_CLAIM_TEXT_MAX 64
void certificate_claim_format(const struct graph *graph, const struct certificate_claim *claim,
                              char *buffer);

/* The same for messages: in points, with the half point of Black's that the file leaves out. */
void certificate_claim_tell(const struct certificate *certificate,
                            const struct certificate_claim *claim, char *buffer);

#endif
