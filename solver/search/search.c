/* The loop of the search, its stack and its limits. */
#include "base/clock.h"
#include "search/persistence.h"
#include "search/proof_trace.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

/* Nodes between two looks at the clock. */
#define CHECK_INTERVAL 256

/* The share of memory for proof numbers: a power of two of entries. */
static size_t number_count(size_t max_bytes)
{
    size_t count = 1u << 12;
    while (count < (1u << 22) && 2 * count * sizeof(struct numbers) <= max_bytes / 16)
        count *= 2;
    return count;
}

/*
 * Room of zeroes for them. Only what is touched takes memory and time: a small question touches
 * next to nothing, while calloc() clears what was used and given back before.
 */
static struct numbers *numbers_new(size_t count)
{
    void *room = mmap(NULL, count * sizeof(struct numbers), PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return room == MAP_FAILED ? NULL : room;
}

static size_t number_bytes(const struct search *search)
{
    return (search->number_mask + 1) * sizeof(*search->numbers);
}

int search_init(struct search *ret_search, struct positions *positions, struct lemma_table *lemmas,
                atomic_size_t *shared_bytes, const struct history_model *model,
                const struct limits *limits)
{
    struct search search = {
        .positions = positions,
        .lemmas = lemmas,
        .shared_bytes = shared_bytes,
        .limits = *limits,
        .order = ORDER_BEST_FIRST,
        .opened = clock_now(),
        .frame_room = 256,
        .edge_room = 4096,
    };
    /* history.model points into the result, so that the copy is not enough. */
    ret_search->model = *model;
    search.model = *model;
    size_t numbers = number_count(limits->max_bytes);
    search.number_mask = numbers - 1;
    search.numbers = numbers_new(numbers);
    search.frames = calloc(search.frame_room, sizeof(*search.frames));
    search.edges = malloc(search.edge_room * sizeof(*search.edges));
    int r = search.numbers == NULL || search.frames == NULL || search.edges == NULL ? -ENOMEM : 0;
    if (r == 0)
        r = history_init(&search.history, &ret_search->model);
    if (r == 0)
        r = condition_set_init(&search.gather);
    if (r == 0)
        r = condition_set_init(&search.mapped);
    if (r < 0)
        search_release(&search);
    else
        *ret_search = search;
    return r;
}

static size_t gather_bytes(const struct condition_set *gather)
{
    return gather->room * sizeof(*gather->conditions) + (gather->mask + 1) * sizeof(*gather->slots);
}

/* The buckets, which positions.bytes knows by the boards only; and if they may be filled anew
 * before the next look, the twice as many that will then be there beside them. */
static size_t bucket_bytes(const struct positions *positions)
{
    size_t each = sizeof(*positions->buckets), known = 2 * each * positions->orbit_count;
    size_t count = (size_t)positions->bucket_mask + 1;
    size_t soon = positions->orbit_count + positions->orbit_count / 4 +
                  (size_t)CHECK_INTERVAL * (size_t)positions->points;
    if (positions->enumerated)
        return 0;
    return each * (soon >= count / 2 ? 3 * count : count) - known;
}

/* What no other search has to do with. */
static size_t own_bytes(const struct search *search)
{
    return number_bytes(search) + search->frame_most * sizeof(*search->frames) +
           search->edge_most * sizeof(*search->edges) + gather_bytes(&search->gather) +
           gather_bytes(&search->mapped) +
           (search->history.mask + 1) * sizeof(*search->history.entries);
}

/* Adds own bytes to the shared ones, for other searches to know; 0: there is nothing any more. */
static void tell_bytes(struct search *search, size_t own)
{
    if (search->shared_bytes != NULL)
        *search->shared_bytes += own - search->reported_bytes;
    search->reported_bytes = own;
}

void search_release(struct search *search)
{
    tell_bytes(search, 0);
    lemma_release(search->lemmas, search->proved);
    history_release(&search->history);
    condition_set_release(&search->gather);
    condition_set_release(&search->mapped);
    if (search->numbers != NULL)
        munmap(search->numbers, number_bytes(search));
    free(search->frames);
    free(search->edges);
    search->numbers = NULL;
    search->frames = NULL;
    search->edges = NULL;
}

size_t search_bytes(const struct search *search)
{
    return search->positions->bytes + bucket_bytes(search->positions) + search->lemmas->bytes +
           search->lemmas->pool.stuck + *search->shared_bytes + own_bytes(search) -
           search->reported_bytes;
}

void search_show_progress(const struct search *search)
{
    const struct strategy_progress *strategy = search->strategy;
    if (search->limits.progress == NULL)
        return;
    struct run_progress progress = {
        .stage = search->nodes == 0 ? PROGRESS_TABLES : PROGRESS_SEARCH,
        .nodes = search->nodes,
        .boards = search->positions->orbit_count,
        .lemmas = search->lemmas->count,
        .depth = search->frame_count,
        .bytes = search_bytes(search),
        .attacker = search->model.pairs ? search->attacker : BLACK,
        .strategy = strategy,
    };
    progress.margin = progress.attacker == BLACK ? search->asked : search->asked - 1;
    if (strategy != NULL)
        progress.stage = strategy->games != NULL ? PROGRESS_LEARNING : PROGRESS_STRATEGY;
    search->limits.progress(&progress, search->limits.progress_arg);
}

bool search_interrupted(struct search *search)
{
    const struct limits *limits = &search->limits;
    search_show_progress(search);
    if (limits->interrupted != NULL && *limits->interrupted)
        search->stopped = STOP_INTERRUPT;
    else if (search->persistence != NULL && atomic_load(&search->persistence->failed))
        search->stopped = STOP_SAVING;
    else if (limits->deadline > 0 && clock_now() > limits->deadline)
        search->stopped = STOP_TIME;
    else
        return false;
    return true;
}

/* Lemmas can be forgotten: they get what the rest leaves. False when that is next to nothing, or
 * when what is left could not be kept to, as too many lemmas are referred to. */
static bool has_memory(struct search *search)
{
    size_t max_bytes = search->limits.max_bytes, least = max_bytes / 16;
    if (search->frame_count > search->frame_most)
        search->frame_most = search->frame_count;
    if (search->edge_count > search->edge_most)
        search->edge_most = search->edge_count;
    tell_bytes(search, own_bytes(search));
    size_t bytes = search_bytes(search), fixed = bytes - search->lemmas->bytes;
    bool was_crowded = search->crowded;
    search->lemmas->max_bytes = fixed + least < max_bytes ? max_bytes - fixed : least;
    search->crowded = bytes > max_bytes + least;
    return fixed + least <= max_bytes && !(search->crowded && was_crowded);
}

/* Is the present question's budget used up, also that of who works on it, too? */
static bool is_spent(struct search *search)
{
    if (search->last_node == 0 || search->nodes < search->last_node)
        return false;
    search->spent = true;
    return search->other_spent == NULL || *search->other_spent;
}

/* Are the limits kept? Sets search->stopped if not. */
static bool within_limits(struct search *search)
{
    const struct limits *limits = &search->limits;
    if (limits->max_nodes != 0 && search->nodes >= limits->max_nodes)
        search->stopped = STOP_NODES;
    else if (is_spent(search))
        search->stopped = STOP_BUDGET;
    else if (proof_trace_is_full(search))
        search->stopped = STOP_MEMORY;
    else if (search->cancelled != NULL && *search->cancelled)
        search->stopped = STOP_CANCELLED;
    if (search->nodes < search->next_check)
        return search->stopped == STOP_NONE;
    search->next_check = search->nodes + CHECK_INTERVAL;
    if (!search_interrupted(search) && !has_memory(search))
        search->stopped = STOP_MEMORY;
    return search->stopped == STOP_NONE;
}

static struct numbers *find_numbers(const struct search *search, uint64_t hash)
{
    return &search->numbers[hash & search->number_mask];
}

uint64_t search_hash(const struct search *search, struct state state, int t)
{
    return hash_mix(history_hash(&search->history) ^ state_key(state) * 0x9e3779b97f4a7c15ull ^
                    (uint64_t)(int64_t)t << 50 ^ (uint64_t)search->attacker << 63 ^
                    (uint64_t)search->visits << 57);
}

static struct search_frame *push(struct search *search)
{
    if (search->frame_count == search->frame_room) {
        size_t room = search->frame_room * 2;
        void *grown = realloc(search->frames, room * sizeof(*search->frames));
        if (grown == NULL)
            return NULL;
        search->frames = grown;
        search->frame_room = room;
    }
    struct search_frame *frame = &search->frames[search->frame_count++];
    memset(frame, 0, sizeof(*frame));
    frame->first_edge = search->edge_count;
    frame->opened = search->nodes;
    return frame;
}

/* Leaves the top frame: gives its edges back and undoes its play (the root has none). */
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
 * EDGE_OPEN with the frame's numbers, the edge to search next and the second best number.
 */
static enum edge_status sum_up(struct search *search, struct search_frame *frame,
                               uint32_t *ret_second)
{
    const struct edge *edges = &search->edges[frame->first_edge];
    uint32_t best = UINT32_MAX, second = UINT32_MAX;
    uint64_t loss = 0;
    bool open = false;
    for (uint32_t i = 0; i < frame->edge_count; i++) {
        if (edges[i].status == EDGE_WON)
            return EDGE_WON;
        if (edges[i].status == EDGE_LOST)
            continue;
        loss += edges[i].loss;
        if (!open || (search->order == ORDER_BEST_FIRST && edges[i].win < best)) {
            second = best;
            best = edges[i].win;
            frame->chosen = i;
        } else if (edges[i].win < second) {
            second = edges[i].win;
        }
        open = true;
    }
    if (!open)
        return EDGE_LOST;
    frame->win = best;
    frame->loss = loss > NUMBER_MAX ? NUMBER_MAX : (uint32_t)loss;
    *ret_second = second;
    return EDGE_OPEN;
}

/* How far the chosen child may be searched before its siblings look better. */
static void child_limits(const struct search *search, const struct search_frame *frame,
                         uint32_t second, const struct edge *edge, uint32_t *ret_win,
                         uint32_t *ret_loss)
{
    if (search->order == ORDER_DEPTH_FIRST) {
        *ret_win = *ret_loss = UINT32_MAX;
        return;
    }
    /* The child's mover is the other: what wins for him loses for us. */
    uint64_t win = (uint64_t)frame->max_loss - frame->loss + edge->loss;
    uint64_t loss = second == UINT32_MAX ? UINT32_MAX : 2 * (uint64_t)second + 1;
    *ret_win = win > UINT32_MAX ? UINT32_MAX : (uint32_t)win;
    *ret_loss = loss > frame->max_win ? frame->max_win : (uint32_t)loss;
}

/* Opens the child of the frame's chosen edge, unless a lemma decides it at once. */
static int descend(struct search *search, struct search_frame *frame, uint32_t second)
{
    struct edge *edge = &search->edges[frame->first_edge + frame->chosen];
    struct history_change change;
    int r = history_apply(&search->history, &edge->state_move, &change);
    if (r < 0)
        return r;
    if (search_probe(search, frame, edge) || search_load(search, frame, edge)) {
        history_undo(&search->history, &change);
        return search_settle_edge(search, frame, edge, edge->lemma, edge->lemma_map);
    }
    int t = frame->t - edge->gain;
    uint32_t max_win, max_loss;
    struct state state = edge->state_move.child;
    child_limits(search, frame, second, edge, &max_win, &max_loss);
    struct search_frame *child = push(search);
    if (child == NULL) {
        history_undo(&search->history, &change);
        return -ENOMEM;
    }
    child->state = state;
    child->t = t;
    child->change = change;
    child->max_win = max_win;
    child->max_loss = max_loss;
    child->hash = search_hash(search, state, t);
    return 0;
}

/* Hands the decided top frame's lemma to the play that led to it. */
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

/* Leaves the undecided top frame for a better one elsewhere. */
static void return_numbers(struct search *search)
{
    struct search_frame *frame = &search->frames[search->frame_count - 1];
    uint32_t win = frame->win, loss = frame->loss;
    *find_numbers(search, frame->hash) = (struct numbers){frame->hash, win, loss};
    pop(search);
    frame = &search->frames[search->frame_count - 1];
    struct edge *edge = &search->edges[frame->first_edge + frame->chosen];
    edge->win = loss;
    edge->loss = win;
}

/* One step of the loop. Returns 1 when the root is decided, 0 to go on, or a negative error. */
static int step(struct search *search, struct lemma **ret_root)
{
    struct search_frame *frame = &search->frames[search->frame_count - 1];
    uint32_t second;
    if (!frame->expanded) {
        if (!within_limits(search))
            return -EAGAIN;
        search->nodes++;
        int r = search_expand(search, frame);
        if (r < 0)
            return r;
        frame->expanded = true;
    }
    if (sum_up(search, frame, &second) != EDGE_OPEN) {
        int r = return_lemma(search, ret_root);
        return r < 0 ? r : *ret_root != NULL;
    }
    if (frame->win >= frame->max_win || frame->loss >= frame->max_loss) {
        return_numbers(search);
        return 0;
    }
    return descend(search, frame, second);
}

/* Opens the root, unless a lemma answers at once. */
static int open_root(struct search *search, struct state state, int t, struct lemma **ret_root)
{
    struct search_frame none = {.t = t};
    struct edge edge = {.state_move = {.child = state}};
    if (search_probe(search, &none, &edge) || search_load(search, &none, &edge)) {
        *ret_root = edge.lemma;
        search->root_map = edge.lemma_map;
        return 1;
    }
    struct search_frame *frame = push(search);
    if (frame == NULL)
        return -ENOMEM;
    frame->state = state;
    frame->t = t;
    frame->max_win = frame->max_loss = UINT32_MAX;
    frame->hash = search_hash(search, state, t);
    return 0;
}

int search_query(struct search *search, struct state state, int t, enum colour attacker,
                 uint64_t max_nodes, struct answer *ret_answer)
{
    struct lemma *root = NULL;
    search->attacker = attacker;
    search->asked = t;
    search->stopped = STOP_NONE;
    search->next_check = 0;
    search->last_node = max_nodes != 0 ? search->nodes + max_nodes : 0;
    int r = open_root(search, state, t, &root);
    while (r == 0)
        r = step(search, &root);
    unwind(search);
    if (r == -ENOMEM)
        search->stopped = STOP_MEMORY;
    if (r == -ERANGE)
        search->stopped = STOP_LENGTH;
    if (r == -E2BIG)
        search->stopped = STOP_SOLO;
    if (r < 0)
        return -EAGAIN;
    struct canonical canonical;
    search_canonical(search, state, &canonical);
    ret_answer->winner = root->winner ^ (enum colour)group_swaps(canonical.elements[0]);
    ret_answer->bound = root->bound;
    ret_answer->forced = !root->avoids;
    proof_trace_answer(search, root, search->root_map);
    return 0;
}
