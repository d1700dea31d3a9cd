/*
 * One search of several ranks (ranks/ranks.h). Rank 0 leads: what is asked, the budgets, the games
 * that estimates learn from, what is proved and its certificate are its own. The others help
 * (helper.h): of each prover of the leader's they have one like it, with a table of their own.
 *
 * A query that takes more than a moment is put to all ranks. Each searches from the root on a path
 * of its own, as threads do (prover.h), and what threads have in common through memory, ranks have
 * through messages, some hundred times a second:
 * - News: states that a visit left, with their numbers. All ranks put them into their tables. So
 *   all have the top of the tree in common, and what took much work is done once. Where there are
 *   many ranks, or much is found, only states that took more work are told of, so that hearing the
 *   others takes a small part of a rank's time. What a rank is not told of it may find out again.
 * - Where each rank is, so that others go elsewhere in its neighbourhood.
 * - An answer to the query, which ends it for all.
 *
 * Why that is as sound as threads are. What a table holds is true whatever the path is, and only
 * that is told; a failure that rests on a path stays with the worker whose path it is. The leader's
 * answer is that the root is proved; the proof is what its table holds. A rank tells of a state
 * after those that its proof rests on, and the leader gives proofs numbers of its own in the order
 * in which they come. What it was not told of, as it took little work, is as if its table had
 * forgotten it: it is proved again when the strategy graph comes to it (strategy_graph.h), and
 * where that makes a cycle, the graph is mended. No claim counts that the checker refuses.
 * What the leader excludes, retracts or forgets the others do, too, before the next query; and news
 * of an earlier query are not listened to.
 *
 * All ranks run the same program on machines of the same kind: what they send is their memory.
 *
 * A rank that is lost: its launcher ends all the others. The leader is interrupted, does not wait
 * for answers that do not come, and ends with what it has.
 */
#ifndef SOLVER_STRATEGY_SHARE_H
#define SOLVER_STRATEGY_SHARE_H

#include <pthread.h>

#include "strategy/prover_table.h"

struct game;

/* --- the leader's ranks --- */

/* From now on the other ranks serve this one (helper.h), until they are dismissed. Rank 0 calls
 * this; without other ranks nothing happens. */
void share_lead(void);
void share_dismiss(void);

/* Takes the others for one search. Returns false where there are none, or another has them. */
bool share_take(void);
void share_give_back(void);

/* --- provers --- */

/* What the others make a prover of. */
struct share_prover {
    const struct game *game; /* its graph and rules */
    const struct strategy_rules *rules;
    size_t bytes, max_bytes; /* for the prover, of what the leader may take */
};

/* The provers of a search are numbered; the last number is that of an estimate alone. */
#define SHARE_PROVERS 2
#define SHARE_ESTIMATE SHARE_PROVERS
#define SHARE_SLOTS (SHARE_ESTIMATE + 1)

struct share_rank; /* where another rank is */
struct share_rank *share_ranks_new(void);
void share_ranks_free(struct share_rank *ranks);

struct share {
    struct prover *prover; /* borrowed */
    int slot;
    bool leads;
    atomic_uint_least64_t least; /* nodes: of visits that took fewer nobody is told */

    pthread_mutex_t lock; /* of the news */
    struct prover_news *news;
    size_t news_count, news_room;

    uint64_t query;           /* the number of the query */
    bool over;                /* of a helper: the leader says that it is over */
    int left;                 /* of the leader: ranks that are done with it */
    uint64_t nodes;           /* of the prover, that the leader knows of */
    uint64_t heard;           /* of the prover's nodes, those of other ranks */
    int calls;                /* of share_talk(), since the others were told */
    double window;            /* clock_now(), since when it is counted: */
    uint64_t told, told_from; /* news, and own nodes at first */
    struct share_rank *ranks; /* [ranks_size()] */
};

/* Makes the connection of a prover. Of the leader it has the others make theirs: what is given;
 * else it is NULL. Returns NULL if there is no memory. */
struct share *share_new(struct prover *prover, int slot, const struct share_prover *what);
/* share may be NULL. Of the leader it has the others release theirs. */
void share_free(struct share *share);

/* Has the others make the estimate alone, or release it. */
int share_open_estimate(const struct share_prover *what);
void share_close_estimate(void);

/* --- during a query: by the thread that asked it, but for the first two --- */

/* Are others told of a visit that took so many nodes? */
static inline bool share_wants(const struct share *share, uint64_t nodes)
{
    return nodes >= atomic_load_explicit(&share->least, memory_order_relaxed);
}

/* Puts news where they wait for being sent. */
void share_put(struct share *share, const struct prover_news *news, size_t count);

/* Puts news into the table. */
void share_learn(struct share *share, const struct prover_news *news, size_t count);

/* Puts the leader's query to the others, which begin at once. */
void share_ask(struct share *share, const struct prover_query *query);

/* Hears what the others tell, and tells them. To be called often. */
void share_talk(struct share *share);

/* Ends the leader's query, when all have told what they found. */
void share_end(struct share *share);

/* Helps with a query: what the leader's message says. Returns 0, or -EPROTO if it makes no sense.
 */
int share_help(struct share *share, const void *ask, size_t size);

/* --- between queries: what the others do, too. Of a helper nothing happens --- */

/* SHARE_EXCLUDE_NONE: of no pair. */
enum share_pair_kind { SHARE_EXCLUDE, SHARE_RETRACT, SHARE_FORGET, SHARE_EXCLUDE_NONE };
void share_tell_pair(const struct share *share, enum share_pair_kind kind,
                     const struct entry_key *from, const struct entry_key *to);
void share_tell_forget_undecided(const struct share *share);

/* What the others were not told yet of states they are not told any more. */
void share_drop_news(struct share *share);

/* Tells the others of all that the prover holds, as it was restored. */
void share_tell_table(struct share *share);
/* The helper's part: what the leader's message says. Returns 0, -ENOMEM, -EIO or -EPROTO. */
int share_hear_table(struct share *share, const void *table, size_t size);

/* --- learning --- */

/* As estimate_train(), with all ranks: each plays a part of the games, and all learn from all of
 * them. The leader's. */
int share_train(struct estimate *estimate, int slot, struct stone_pair start, bool own_move,
                uint32_t games, int threads, bool (*stop)(void *), void *arg);

/* The helper's part: what the leader's message says. Returns 0, -ENOMEM or -EPROTO. */
int share_help_train(struct estimate *estimate, int threads, const void *train, size_t size);

#endif
