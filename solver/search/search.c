/*
 * The loop of the search: df-pn with an explicit stack.
 *
 * Each step looks at the node on top of the stack. sum_up() gets its proof and disproof number from
 * its edges. If a number has reached its limit the node is left (return_numbers()), if the node is
 * decided its lemma is built (return_lemma()), and else the search goes down the best edge, with
 * limits that end the visit when another edge looks better (child_thresholds(), descend()).
 */
#include "search/halt.h"
#include "search/internal.h"
#include "search/persistence.h"
#include "search/proof_trace.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"

static struct search_frame *push(struct search *search)
{
    if (array_reserve(&search->frames, search->frame_count + 1, &search->frame_capacity,
                      sizeof(*search->frames)) < 0)
        return NULL;
    struct search_frame *frame = &search->frames[search->frame_count++];
    memset(frame, 0, sizeof(*frame));
    frame->first_edge = search->edge_count;
    frame->opened = search->nodes;
    return frame;
}

/* Leaves the top frame: gives its edges back and undoes its move (the root has none). */
static void pop(struct search *search)
{
    struct search_frame *frame = &search->frames[--search->frame_count];
    for (size_t i = 0; i < frame->edge_count; i++)
        lemma_release(search->lemmas, search->edges[frame->first_edge + i].lemma);
    search->edge_count = frame->first_edge;
    if (search->frame_count > 0)
        history_undo(&search->history, &frame->change);
}

static void unwind(struct search *search)
{
    while (search->frame_count > 0)
        pop(search);
}

/*
 * Sums up the frame's edges. Returns EDGE_WON or EDGE_LOST if the mover's fate is decided; else
 * EDGE_OPEN with the frame's proof numbers, the edge to search next, and in *ret_second the goal
 * number of the best of the others.
 */
static enum edge_status sum_up(const struct search *search, struct search_frame *frame,
                               uint32_t *ret_second)
{
    const struct edge *edges = &search->edges[frame->first_edge];
    struct dfpn_sums sums = dfpn_no_children();
    bool open = false;
    for (uint32_t i = 0; i < frame->edge_count; i++) {
        if (edges[i].status == EDGE_WON)
            return EDGE_WON;
        if (edges[i].status == EDGE_LOST || (open && search->order == ORDER_DEPTH_FIRST))
            continue;
        dfpn_add_child(&sums, i, edges[i].numbers.proof, edges[i].numbers.disproof);
        open = true;
    }
    if (!open)
        return EDGE_LOST;
    frame->chosen = (uint32_t)sums.best;
    frame->numbers = (struct dfpn_numbers){
        .proof = sums.least,
        .disproof = dfpn_capped_sum(&sums, SEARCH_NUMBER_MAX),
    };
    *ret_second = sums.second;
    return EDGE_OPEN;
}

/*
 * How far the chosen child may be searched before another edge of the frame looks better: until the
 * goal number is twice the second best one (a threshold just above it would make the search go to
 * and fro between two of them). The child's mover is the opponent.
 */
static struct dfpn_numbers child_thresholds(const struct search *search,
                                            const struct search_frame *frame, uint32_t second,
                                            const struct edge *edge)
{
    if (search->order == ORDER_DEPTH_FIRST)
        return (struct dfpn_numbers){UINT32_MAX, UINT32_MAX};
    return dfpn_swap((struct dfpn_numbers){
        .proof = dfpn_goal_threshold(frame->limits.proof, second, 1),
        .disproof = dfpn_sum_threshold(frame->limits.disproof, frame->numbers.disproof,
                                       edge->numbers.disproof),
    });
}

static void open_frame(const struct search *search, struct search_frame *frame, struct state state,
                       int t, struct dfpn_numbers limits)
{
    frame->state = state;
    frame->t = t;
    frame->limits = limits;
    frame->hash = search_hash(search, state, t);
}

/* Opens the child of the frame's chosen edge, unless a lemma decides it at once. */
static int descend(struct search *search, struct search_frame *frame, struct dfpn_numbers limits)
{
    struct edge *edge = &search->edges[frame->first_edge + frame->chosen];
    struct state state = edge->move.child;
    int map, t = frame->t - edge->gain;
    struct history_change change;
    memcpy(search->on_record, frame->after, sizeof(search->on_record));
    int r = history_apply(&search->history, &edge->move, &change);
    if (r < 0)
        return r;
    struct lemma *lemma = search_find_lemma(search, state, t, &map);
    if (lemma != NULL) {
        history_undo(&search->history, &change);
        return search_settle_edge(search, frame, edge, lemma, map);
    }
    struct search_frame *child = push(search);
    if (child == NULL) {
        history_undo(&search->history, &change);
        return -ENOMEM;
    }
    child->change = change;
    memcpy(child->on_record, search->on_record, sizeof(child->on_record));
    open_frame(search, child, state, t, limits);
    return 0;
}

/* Builds the decided top frame's lemma and hands it to the edge that led to the frame. */
static int return_lemma(struct search *search, struct lemma **ret_root)
{
    int map;
    struct search_frame *frame = &search->frames[search->frame_count - 1];
    struct lemma *lemma = build_lemma(search, frame, &map);
    if (lemma == NULL)
        return -ENOMEM;
    search_save(search, frame, lemma);
    pop(search);
    if (search->frame_count == 0) {
        *ret_root = lemma;
        search->root_map = map;
        return 0;
    }
    frame = &search->frames[search->frame_count - 1];
    return search_settle_edge(search, frame, &search->edges[frame->first_edge + frame->chosen],
                              lemma, map);
}

/* Leaves the undecided top frame for a better one elsewhere: its numbers are stored, and become
 * those of the edge that led to it. */
static int return_numbers(struct search *search)
{
    struct search_frame *frame = &search->frames[search->frame_count - 1];
    struct dfpn_numbers numbers = frame->numbers;
    int r = dfpn_table_store(&search->numbers, frame->hash, numbers);
    pop(search);
    frame = &search->frames[search->frame_count - 1];
    search->edges[frame->first_edge + frame->chosen].numbers = dfpn_swap(numbers);
    return r;
}

/* Chooses the edge of the path that is gone along again, if it is open. */
static bool choose_again(struct search *search, struct search_frame *frame,
                         struct dfpn_numbers *ret_limits)
{
    const struct halt_step *step = halt_next(search);
    for (uint32_t i = 0; step != NULL && i < frame->edge_count; i++) {
        const struct edge *edge = &search->edges[frame->first_edge + i];
        if (edge->move.kind != step->kind || edge->move.point != step->point)
            continue;
        if (edge->status != EDGE_OPEN)
            break;
        frame->chosen = i;
        *ret_limits = step->limits;
        return true;
    }
    search->again = NULL;
    return false;
}

/* One step of the loop. Returns 1 when the root is decided, 0 to go on, or a negative error. */
static int step(struct search *search, struct lemma **ret_root)
{
    struct search_frame *frame = &search->frames[search->frame_count - 1];
    uint32_t second;
    if (!frame->expanded) {
        if (!search_within_limits(search))
            return -EAGAIN;
        search->nodes++;
        search->work += SEARCH_NODE_WORK;
        int r = search_expand(search, frame);
        if (r < 0)
            return r;
        frame->expanded = true;
    }
    if (sum_up(search, frame, &second) != EDGE_OPEN) {
        int r = return_lemma(search, ret_root);
        return r < 0 ? r : *ret_root != NULL;
    }
    struct dfpn_numbers limits;
    if (search->again != NULL && choose_again(search, frame, &limits))
        return descend(search, frame, limits);
    if (frame->numbers.proof >= frame->limits.proof ||
        frame->numbers.disproof >= frame->limits.disproof)
        return return_numbers(search);
    struct edge *edge = &search->edges[frame->first_edge + frame->chosen];
    return descend(search, frame, child_thresholds(search, frame, second, edge));
}

/* Opens the root, unless a lemma answers at once. Returns 0 or -ENOMEM. */
static int open_root(struct search *search, struct state state, int t, struct lemma **ret_root)
{
    for (enum colour player = BLACK; player <= WHITE; player++)
        search->on_record[player] =
            free_margins_are_there(&search->free_margins)
                ? free_margins_of_history(&search->free_margins, search->positions,
                                          &search->history, state, player)
                : RECORD_UNKNOWN;
    struct lemma *lemma = search_find_lemma(search, state, t, &search->root_map);
    if (lemma != NULL) {
        *ret_root = lemma;
        return 0;
    }
    struct search_frame *frame = push(search);
    if (frame == NULL)
        return -ENOMEM;
    open_frame(search, frame, state, t, (struct dfpn_numbers){UINT32_MAX, UINT32_MAX});
    memcpy(frame->on_record, search->on_record, sizeof(frame->on_record));
    return 0;
}

int search_begin(struct search *search, struct state state, int t, enum colour attacker)
{
    search->attacker = attacker;
    search->asked = t;
    search->root = NULL;
    halt_begin(search, t, attacker);
    return open_root(search, state, t, &search->root);
}

int search_go_on(struct search *search, uint64_t max_nodes, uint64_t max_work)
{
    int r = search->root != NULL;
    search->stopped = STOP_NONE;
    search->next_check = 0;
    search->last_node = max_nodes != 0 ? search->nodes + max_nodes : 0;
    search->last_work = max_work != 0 ? search->work + max_work : 0;
    while (r == 0)
        r = step(search, &search->root);
    if (r == -ENOMEM)
        search->stopped = STOP_MEMORY;
    if (r == -ERANGE)
        search->stopped = STOP_LENGTH;
    if (r == -E2BIG)
        search->stopped = STOP_SOLO;
    return r < 0 ? -EAGAIN : 0;
}

void search_break_off(struct search *search)
{
    if (search->root == NULL)
        halt_leave(search);
    unwind(search);
    lemma_release(search->lemmas, search->root);
    search->root = NULL;
}

void search_answer(struct search *search, struct state state, struct answer *ret_answer)
{
    struct lemma *root = search->root;
    struct canonical canonical;
    search_canonical(search, state, &canonical);
    ret_answer->winner = root->winner ^ (enum colour)group_swaps(canonical.elements[0]);
    ret_answer->bound = root->bound;
    ret_answer->forced = !root->denies;
    search->root = NULL;
    proof_trace_answer(search, root, search->root_map);
}

int search_query(struct search *search, struct state state, int t, enum colour attacker,
                 uint64_t max_nodes, struct answer *ret_answer)
{
    int r = search_begin(search, state, t, attacker);
    if (r == 0)
        r = search_go_on(search, max_nodes, 0);
    else
        search->stopped = STOP_MEMORY;
    if (r == 0)
        search_answer(search, state, ret_answer);
    else
        search_break_off(search);
    return r == 0 ? 0 : -EAGAIN;
}
