/*
 * Proof traces: what proved a lemma, recorded so that a certificate can be written.
 *
 * With limits.recording on, each lemma has the moves of its proof: the one that the winner chose,
 * or all of the opponent's, each with a counted reference to the child's lemma or how it ended.
 * Lemmas that a trace refers to stay as long as it does, so they cannot be forgotten; where they
 * fill the memory the search stops.
 */
#ifndef SOLVER_SEARCH_PROOF_TRACE_H
#define SOLVER_SEARCH_PROOF_TRACE_H

#include "search/internal.h"

enum trace_kind {
    TRACE_LEAF,     /* The winner only passes: no moves. */
    TRACE_WINNER,   /* The winner moves: one move. */
    TRACE_LOSER,    /* The opponent moves: all moves. */
    TRACE_STRATEGY, /* The winner has a strategy without history: no moves. */
};

/* A move, in the view of the lemma's canonical state. */
struct trace_move {
    struct lemma *child; /* a reference; NULL: see by */
    uint8_t map;         /* takes the child's view to this one */
    uint8_t kind;        /* enum move_kind */
    uint8_t point;       /* of a stone */
    uint8_t by;          /* enum decided_by */
};

#define TRACE_SIZE_MAX (1u << 30)

struct proof_trace {
    uint8_t kind;  /* enum trace_kind */
    uint8_t count; /* of moves */
    /* Lemmas in the tree below, its own one and repeated ones counted; at most TRACE_SIZE_MAX. */
    uint32_t size;
    struct trace_move moves[];
};

/*
 * Returns an empty trace with room for what decided frame: won (NULL: all edges are lost). NULL: no
 * memory. It is made before its lemma, so that no lemma is stored that has none. It is the
 * caller's, to be freed, until proof_trace_fill() has it.
 */
struct proof_trace *proof_trace_new(const struct search_frame *frame, const struct edge *won);

/* Fills in a trace of frame and won and hands it to lemma. to takes the frame's view to the
 * lemma's. */
void proof_trace_fill(struct search *search, const struct search_frame *frame,
                      const struct edge *won, int to, struct proof_trace *trace,
                      struct lemma *lemma);

/* The same of a lemma that says what its winner forces without history (search/free_margins.h). */
void proof_trace_fill_free(struct search *search, struct proof_trace *trace, struct lemma *lemma);

/* The bytes of a trace; 0 for NULL. */
size_t proof_trace_size(const struct proof_trace *trace);

/* Gives back a reference (NULL is allowed): a lemma without any is put on the list *dead. */
static inline void proof_trace_drop_lemma(struct lemma *lemma, struct lemma **dead)
{
    if (lemma == NULL || atomic_fetch_sub(&lemma->references, 1) > 1)
        return;
    lemma->next = *dead;
    *dead = lemma;
}

/* Frees a trace (NULL is allowed), letting its children go. */
void proof_trace_free(struct proof_trace *trace, struct lemma **dead);

/* Is what cannot be forgotten more than the lemmas may take? */
static inline bool proof_trace_is_full(const struct search *search)
{
    return search->limits.recording && search->lemmas->bytes > search->lemmas->max_bytes;
}

/*
 * Takes over a query's lemma as search->proved, with the element that takes its view to the
 * query's; without recording it only releases the lemma.
 */
void proof_trace_answer(struct search *search, struct lemma *lemma, int map);

#endif
