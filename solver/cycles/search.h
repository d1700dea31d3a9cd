/*
 * The search under rules with cycles: can a player force the game to END with at least a margin?
 *
 * What is searched for is a proof: a finite tree with one play of the attacker's at each of his
 * situations, all plays of the other's, removals included, at each of his, and ends good enough at
 * its leaves. Who forces an end has such a tree, as each situation has finitely many plays. Only
 * proofs are facts; that one was not found is none, because the attacker's tree is looked for among
 * lines in which a situation comes back so many times at most (visits).
 *
 * When does a proof hold under another history? (lemma.c uses this.) A play and what it leads
 * to depend on the past by nothing but the cycles that may be removed, and cycles that begin within
 * the tree are the same under any history. So it holds if at each situation of the tree at which
 * the other player may remove a cycle - those since the last removal within the tree do not matter,
 * as nothing from before it comes back - he has no cycle from before the tree that the proof did
 * not look at; and if the cycles from before it that the attacker removes are there. Fewer cycles
 * for the other player never hurt the attacker.
 */
#ifndef SOLVER_CYCLES_SEARCH_H
#define SOLVER_CYCLES_SEARCH_H

#include "cycles/game.h"
#include "cycles/table.h"
#include "search/search.h"

/* What used since a situation that stood before: a condition on it. */
struct cycle_condition {
    uint64_t used;
    uint32_t situation;
};

struct cycle_lemma;

/* A turn of a proof, if it is recorded: the winner's, or one of the other's. */
struct cycle_record {
    struct cycle_play play;
    struct cycle_lemma *child; /* NULL: the game is over then */
};

/* A fact: from a situation on the attacker forces at least bound, under conditions on the past. */
struct cycle_lemma {
    struct cycle_lemma *next;
    uint32_t situation;
    int bound; /* the attacker's view, captives up to here not counted */
    uint8_t attacker;
    uint32_t watched_count; /* situations: where they stood before, what was used since must be */
    uint32_t allowed_count; /* one of these */
    uint32_t wanted_count;  /* these must have stood, with that use */
    uint32_t *watched;      /* ascending */
    struct cycle_condition *allowed, *wanted;
    struct cycle_record *records; /* owned; NULL unless recorded */
    uint32_t record_count;
    uint32_t number; /* of its node in the certificate + 1; 0: none yet */
};

struct cycle_lemmas {
    struct cycle_lemma **buckets; /* by situation and attacker */
    size_t mask, count, bytes;
    uint32_t *marks; /* by situation: the last gathering that has it */
    size_t mark_room;
    uint32_t mark;
    uint32_t *gathered; /* situations watched, in no order */
    size_t gathered_count, gathered_room;
    struct cycle_condition *wanted;
    size_t wanted_count, wanted_room;
};

int cycle_lemmas_init(struct cycle_lemmas *lemmas);
void cycle_lemmas_release(struct cycle_lemmas *lemmas);

/* A lemma that proves at least bound for attacker where the game stands, updated; or NULL. */
struct cycle_lemma *cycle_lemmas_find(struct cycle_lemmas *lemmas, const struct cycle_game *game,
                                      int attacker, int bound);

/* Begins to gather the conditions of a proof whose root is where the game stands, updated. */
void cycle_lemmas_begin(struct cycle_lemmas *lemmas);
/* The root itself is a situation at which the other player may remove a cycle. 0 or -ENOMEM. */
int cycle_lemmas_watch(struct cycle_lemmas *lemmas, const struct cycle_game *game);
/* Takes in the proof after a play from the root; by_attacker: he chose it. NULL: an end. */
int cycle_lemmas_add(struct cycle_lemmas *lemmas, const struct cycle_game *game,
                     const struct cycle_edge *edge, bool by_attacker,
                     const struct cycle_lemma *child);
/* Makes the lemma. Returns NULL if there is no memory. */
struct cycle_lemma *cycle_lemmas_end(struct cycle_lemmas *lemmas, const struct cycle_game *game,
                                     int attacker, int bound);

struct cycle_child;

struct cycle_search {
    struct cycle_game game;
    struct cycle_lemmas lemmas;
    struct cycle_table table;     /* where cycles are not removed */
    struct dfpn_table numbers;    /* of open nodes */
    struct cycle_child *children; /* of all nodes of the path */
    size_t child_count, child_capacity;
    struct cycle_edge *edges; /* scratch: one node's */
    struct limits limits;
    enum stop_reason stopped;
    uint64_t nodes;      /* expanded, all questions together */
    uint64_t last_node;  /* of the present question */
    uint64_t next_check; /* of the clock */
    int attacker;        /* of the present question */
    int visits;          /* how often a situation may stand again without gain for the attacker */
    struct cycle_lemma *proved; /* of the node just proved */
};

/*
 * Prepares to search from where game stands (not over); its graph must outlive the search. Returns
 * 0 or -ENOMEM. cycle_search_release() it in any case.
 */
int cycle_search_init(struct cycle_search *ret_search, const struct game *game,
                      const struct limits *limits);
void cycle_search_release(struct cycle_search *search);

/*
 * Looks for a proof that attacker forces at least margin (his view, all captives counted) from
 * where search->game stands, with so many visits and expanding at most max_nodes. Returns 1 and the
 * margin that was proved; 0 if there is no such proof within the visits; -EAGAIN if a limit stopped
 * it (search->stopped; STOP_BUDGET: max_nodes).
 */
int cycle_search_prove(struct cycle_search *search, int attacker, int margin, int visits,
                       uint64_t max_nodes, int *ret_margin);

#endif
