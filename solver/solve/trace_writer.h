/*
 * From lemmas with their traces (search/proof_trace.h) to the nodes of a certificate
 * (certificate/format.h): what is reachable from a lemma is numbered and written, children first.
 *
 * A lemma is written once for each way in which it is used: as a part of a proof that its winner
 * forces an end, or that he denies the opponent his. A proof that only denies needs no condition on
 * states that must not recur, so it is written as one throughout.
 */
#ifndef SOLVER_SOLVE_TRACE_WRITER_H
#define SOLVER_SOLVE_TRACE_WRITER_H

#include "base/bytes.h"
#include "base/hashset.h"
#include "search/solver.h"
#include "solve/trace_bounds.h"

/* All zero but for positions: nothing is written. */
struct trace_writer {
    const struct positions *positions; /* of the lemmas; borrowed */
    struct bytes body;                 /* the nodes that are written */
    struct trace_node *nodes;          /* by number */
    size_t node_count, node_capacity;
    bool leaves;              /* there are strategy leaves among them */
    struct hashset numbers;   /* of nodes, by lemma and use */
    struct trace_visit *path; /* lemmas on their way to becoming nodes, each a child of the last */
    size_t path_length, path_capacity;
};

/* Writes what is reachable from lemma, used as a denial or not, and returns its number in
 * *ret_number. The lemma must stay. Returns 0 or -ENOMEM. */
int trace_writer_add(struct trace_writer *writer, const struct lemma *lemma, bool denies,
                     uint32_t *ret_number);

/* Returns for each node the margins of the strategy leaves that it rests on; NULL: no memory. To be
 * freed. */
struct trace_bounds *trace_writer_bounds(const struct trace_writer *writer);

/* Writes the strategy leaves of from with the margin of a number, in their order, into writer,
 * which has nothing yet. Returns 0 or -ENOMEM. */
int trace_writer_take_leaves(struct trace_writer *writer, const struct trace_writer *from,
                             int number);

void trace_writer_release(struct trace_writer *writer);

#endif
