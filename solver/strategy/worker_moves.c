/* The moves from a state on the stack. */
#include "strategy/worker_frame.h"

/* Is the move excluded, or does an earlier edge of the frame lead to the same state? *seen: the
 * hashes of those edges, by six of their bits. */
static bool is_idle(const struct prover *prover, const struct worker_frame *frame,
                    const struct entry_key *key, uint64_t hash, uint64_t *seen)
{
    uint64_t bit = 1ull << (hash & 63);
    bool idle = frame->state.own_move && prover_excludes(prover, &frame->key, key);
    for (int i = 0; (*seen & bit) != 0 && i < frame->count && !idle; i++)
        idle = entry_key_equal(&frame->successors[i].key, key);
    *seen |= bit;
    return idle;
}

void worker_frame_list_moves(struct worker_frame *frame, const struct prover *prover,
                             const struct worker_path *path)
{
    int count = prover_successors(prover, &frame->state, frame->successors);
    uint64_t seen = 0;
    frame->count = 0;
    for (int i = 0; i < count; i++) {
        const struct prover_successor *successor = &frame->successors[i];
        uint64_t hash = prover_table_hash(prover, &successor->key);
        if (is_idle(prover, frame, &successor->key, hash, &seen))
            continue;
        prover_table_prefetch(prover, hash);
        struct worker_edge *edge = &frame->edges[frame->count];
        *edge = (struct worker_edge){.hash = hash, .level = WORKER_PATH_NONE};
        if (successor->point != prover->board->bits.points)
            edge->level = worker_path_find_repetition(path, &successor->to);
        else if (prover_bars_pass(prover, &successor->to))
            edge->level = 0; /* by what was before */
        if (edge->level != WORKER_PATH_NONE) {
            edge->settled = true;
            edge->numbers.proof = NEVER;
        }
        if (i != frame->count)
            frame->successors[frame->count] = *successor;
        frame->count++;
    }
}
