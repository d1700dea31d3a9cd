/* The messages of share.h, as they are in memory. Numbers of provers: share.h's slots. */
#ifndef SOLVER_STRATEGY_SHARE_MESSAGE_H
#define SOLVER_STRATEGY_SHARE_MESSAGE_H

#include "ranks/ranks.h"
#include "strategy/share.h"

enum share_tag {
    /* of the leader, in the order in which they are to be obeyed */
    SHARE_TAG_DISMISS = 1,
    SHARE_TAG_OPEN, /* struct share_open, and a certificate without claims: graph and rules */
    SHARE_TAG_CLOSE,
    SHARE_TAG_TRAIN,
    SHARE_TAG_PAIR,
    SHARE_TAG_FORGET_UNDECIDED,
    SHARE_TAG_TABLE, /* then the news are broadcast */
    SHARE_TAG_ASK,   /* struct share_ask, and the boards that stood before */
    SHARE_TAG_END,
    /* of helpers to the leader */
    SHARE_TAG_ANSWER,
    SHARE_TAG_DONE,
    /* of all to all: struct share_letter, its news, and its places */
    SHARE_TAG_LETTER,
};

/* Close, or forget what is undecided. */
struct share_slot {
    int32_t slot;
};

struct share_table {
    int32_t slot;
    uint32_t count; /* of the news */
};

struct share_open {
    int32_t slot, margin; /* margin: of a prover */
    uint64_t bytes, max_bytes;
    struct strategy_rules rules;
};

struct share_train {
    int32_t slot;
    uint32_t games;
    struct stone_pair start;
    uint32_t own_move;
    uint32_t from; /* so many games the leader has learned from before */
};

struct share_pair {
    int32_t slot;
    uint32_t kind; /* enum share_pair_kind */
    struct entry_key from, to;
};

struct share_ask {
    uint64_t query;
    int32_t slot;
    uint32_t strict, bars_pass;
    struct prover_state state;
    struct stone_pair passed; /* of the prover, as bars_pass is */
    uint64_t before_count;
};

/* Of a query: its end, a helper that is done. */
struct share_query {
    uint64_t query;
    uint64_t answer; /* of an answer: enum prover_answer */
};

struct share_letter {
    uint64_t query;
    uint64_t nodes; /* that the sender looked at since it wrote to the leader */
    uint32_t news_count, place_count;
};

/* So many seconds the leader waits for others after it was told to stop: a launcher that ends all
 * gives it one. */
#define SHARE_PATIENCE 0.25

/* Sends bytes to all other ranks, or does nothing once a rank is lost. */
void share_message_to_all(enum share_tag tag, const void *bytes, size_t size);

/* Sends bytes to one rank. */
void share_message_to(int rank, enum share_tag tag, const void *bytes, size_t size);

/* Is the connection lost? Then nothing is sent any more, and nothing waited for. */
bool share_message_is_lost(void);
void share_message_lose(void);

#endif
