/*
 * Decided states: whether a coalition reaches its goal, with the conditions on the past under which
 * that was proved. A condition is a situation, a list of the trail, and what the trail answered of
 * it. The proof asked the past about nothing else: where the same state stands with the same
 * answers, every line of the proof is played with the same bans and ends, and proves the same.
 */
#ifndef SOLVER_PLAYERS_FACTS_H
#define SOLVER_PLAYERS_FACTS_H

#include "players/trail.h"

struct fact_condition {
    uint32_t situation;
    enum trail_list list;
    uint64_t answer; /* as trail_answer() says it */
};

/* How a move of a fact's proof went on. */
struct fact_reply {
    uint8_t move;   /* the point; points: pass; points + 1: refresh */
    int8_t banned;  /* who was prohibited from playing by it, or -1 */
    uint32_t child; /* the fact about what follows, plus 1; 0: the game is over */
};

struct fact {
    uint64_t state;      /* facts_state() */
    uint32_t next;       /* another fact of the same bucket, plus 1; 0: none */
    bool reached;        /* the coalition reaches its goal */
    uint8_t reply_count; /* of its proof, where proofs are recorded */
    uint32_t count;      /* of conditions */
    size_t first;        /* the first of them */
    size_t reply;        /* the first reply */
};

struct facts {
    struct fact *list;
    size_t count, room;
    struct fact_condition *conditions;
    size_t condition_count, condition_room;
    struct fact_reply *replies;
    size_t reply_total, reply_room;
    size_t reply_begun; /* the first reply of the fact that is made */
    uint32_t *buckets;
};

/* Returns 0 or -ENOMEM. */
int facts_init(struct facts *ret_facts);
void facts_release(struct facts *facts);

/* Lets go of what finds facts and of their conditions: the list and the replies are left. */
void facts_end_search(struct facts *facts);

/* Forgets all of them. */
void facts_clear(struct facts *facts);

/* Bytes held. */
size_t facts_bytes(const struct facts *facts);

/* What the number of a state tells. */
struct fact_state {
    uint32_t situation;
    unsigned active;
    int passes;
    int goal; /* 0 .. 255 */
};

/* The state of the trail now without its past, and the goal: an exact number. */
uint64_t facts_state(const struct trail *trail, int goal);
struct fact_state facts_read_state(uint64_t state);

/* A fact of the state whose conditions hold now, or NULL. */
const struct fact *facts_find(const struct facts *facts, const struct trail *trail, int goal);

/* Adds one about the state now. Returns 0 or -ENOMEM. */
int facts_add(struct facts *facts, const struct trail *trail, int goal, bool reached,
              const struct fact_condition *conditions, size_t count);

/* Adds a reply to the proof of the next fact that is added. Returns 0 or -ENOMEM. */
int facts_add_reply(struct facts *facts, struct fact_reply reply);

#endif
