/*
 * The search by components, for sets of WORDS words; included by component_search.c once for each
 * number of words. NAME(x) is x with a suffix, SHAPE the shape of the cells.
 *
 * walks() takes an arrival at a node, with the set of nodes that are left. The nodes that the
 * arrival removes go. What can still be reached falls into strongly connected components, which a
 * walk comes through in order and never twice. So the walks that arrive at each node are found by
 * going through the components in that order: to what arrives at a component from before, times
 * what follows an arrival there, within the component alone (component(), by the memo).
 *
 * An arrival may remove nodes that are not its own: those that share its item. Where they lie in
 * another component the two are not independent. So the edges of the graph whose components are
 * taken are those of the arena and one from each node to those that remove it ("tied").
 */

#define BITS(sets, node) ((sets) + (size_t)(node) * (size_t)WORDS)

static inline bool NAME(is_empty)(const struct component_graph *graph, const uint64_t *set)
{
    uint64_t any = 0;
    (void)graph;
    for (int k = 0; k < WORDS; k++)
        any |= set[k];
    return any == 0;
}

static inline uint32_t NAME(least)(const struct component_graph *graph, const uint64_t *set)
{
    int k = 0;
    (void)graph;
    while (k < WORDS - 1 && set[k] == 0)
        k++;
    return (uint32_t)(k * 64 + __builtin_ctzll(set[k]));
}

static inline size_t NAME(size)(const struct component_graph *graph, const uint64_t *set)
{
    size_t count = 0;
    (void)graph;
    for (int k = 0; k < WORDS; k++)
        count += (size_t)__builtin_popcountll(set[k]);
    return count;
}

/* Sets ret_reached to from and what edges (sets by node) reach from there among the nodes of among.
 */
static inline void NAME(reach)(const struct component_graph *graph, const uint64_t *edges,
                               const uint64_t *from, const uint64_t *among, uint64_t *ret_reached)
{
    uint64_t front[SET_WORDS];
    bool more = true;
    (void)graph;
    for (int k = 0; k < WORDS; k++)
        ret_reached[k] = front[k] = from[k];
    while (more) {
        more = false;
        for (int k = 0; k < WORDS; k++)
            while (front[k] != 0) {
                const uint64_t *to = BITS(edges, k * 64 + __builtin_ctzll(front[k]));
                front[k] &= front[k] - 1;
                for (int j = 0; j < WORDS; j++) {
                    uint64_t added = to[j] & among[j] & ~ret_reached[j];
                    ret_reached[j] |= added;
                    front[j] |= added;
                    more |= added != 0 && j < k;
                }
            }
    }
}

/* Sets ret_block to a component of left that nothing else of left leads to. */
static inline void NAME(first_block)(const struct component_graph *graph, const uint64_t *left,
                                     uint64_t *ret_block)
{
    uint64_t candidates[SET_WORDS], back[SET_WORDS], one[SET_WORDS];
    for (int k = 0; k < WORDS; k++)
        candidates[k] = left[k];
    for (;;) {
        bool whole = true;
        for (int k = 0; k < WORDS; k++)
            one[k] = 0;
        component_add(one, NAME(least)(graph, candidates));
        NAME(reach)(graph, graph->tied_before, one, left, back);
        NAME(reach)(graph, graph->tied_next, one, back, ret_block);
        for (int k = 0; k < WORDS; k++) {
            candidates[k] = back[k] & ~ret_block[k];
            whole = whole && candidates[k] == 0;
        }
        if (whole)
            return;
    }
}

/* Cuts what can be reached from node in set into blocks, in order. Returns how many. */
static inline size_t NAME(cut)(const struct component_graph *graph, uint32_t node,
                               const uint64_t *set, uint64_t *blocks)
{
    uint64_t rest[SET_WORDS], from[SET_WORDS], left[SET_WORDS];
    size_t count = 0;
    for (int k = 0; k < WORDS; k++) {
        rest[k] = set[k] & ~BITS(graph->removed, node)[k];
        from[k] = rest[k] & BITS(graph->next, node)[k];
    }
    NAME(reach)(graph, graph->next, from, rest, left);
    for (; !NAME(is_empty)(graph, left); count++) {
        uint64_t *block = blocks + count * (size_t)WORDS;
        NAME(first_block)(graph, left, block);
        for (int k = 0; k < WORDS; k++)
            left[k] &= ~block[k];
    }
    return count;
}

static void NAME(component)(struct component_worker *worker, uint32_t node, const uint64_t *set,
                            uint64_t *ret_cells);

/*
 * The other threads look into the components of a walk in an order of their own, and leave the
 * results in the memo, before they take them up in the order of the walk.
 */
static void NAME(look_ahead)(struct component_worker *worker, struct component_frame *frame,
                             uint32_t node, size_t count)
{
    const struct component_graph *graph = worker->search->graph;
    uint64_t from[SET_WORDS];
    uint32_t tasks = 0;
    for (int k = 0; k < WORDS; k++)
        from[k] = BITS(graph->next, node)[k];
    for (size_t b = 0; b < count; b++) {
        const uint64_t *block = frame->blocks + b * (size_t)WORDS;
        bool large = NAME(size)(graph, block) >= COMPONENT_LOOKUP_LEAST;
        for (int k = 0; k < WORDS && large; k++)
            for (uint64_t in = block[k] & from[k]; in != 0; in &= in - 1) {
                frame->tasks[2 * tasks] = (uint32_t)b;
                frame->tasks[2 * tasks++ + 1] = (uint32_t)(k * 64 + __builtin_ctzll(in));
            }
        for (int k = 0; k < WORDS; k++)
            for (uint64_t of = block[k]; of != 0; of &= of - 1)
                for (int j = 0; j < WORDS; j++)
                    from[j] |= BITS(graph->next, k * 64 + __builtin_ctzll(of))[j];
    }
    for (uint32_t left = tasks; left > 0; left--) {
        worker->random = worker->random * 6364136223846793005u + 1442695040888963407u;
        uint32_t at = (uint32_t)((worker->random >> 33) % left);
        uint32_t block = frame->tasks[2 * at], start = frame->tasks[2 * at + 1];
        frame->tasks[2 * at] = frame->tasks[2 * left - 2];
        frame->tasks[2 * at + 1] = frame->tasks[2 * left - 1];
        NAME(component)(worker, start, frame->blocks + block * (size_t)WORDS, frame->result);
    }
}

/* Adds what leaves node to the nodes of set: the cell's walks, each with an edge more. */
static inline void NAME(leave)(struct component_worker *worker, uint32_t node, const uint64_t *cell,
                               const uint64_t *set, uint64_t *cells)
{
    const struct arena *arena = worker->search->graph->arena;
    for (uint32_t e = arena->first_edge[node]; e < arena->first_edge[node + 1]; e++) {
        const struct arena_edge *edge = &arena->edges[e];
        if (component_has(set, edge->to))
            cell_add(SHAPE, cells + edge->to * SHAPE->words, cell, edge->length, &worker->overflow);
    }
}

/* Goes through a block: turns what arrives there from before into all that arrives there. */
static inline void NAME(pass_block)(struct component_worker *worker, struct component_frame *frame,
                                    const uint64_t *block, uint64_t *cells)
{
    const struct component_graph *graph = worker->search->graph;
    size_t words = SHAPE->words;
    if (NAME(size)(graph, block) == 1)
        return;
    for (int k = 0; k < WORDS; k++)
        for (uint64_t of = block[k]; of != 0; of &= of - 1) {
            uint32_t x = (uint32_t)(k * 64 + __builtin_ctzll(of));
            memcpy(frame->arrivals + x * words, cells + x * words, words * sizeof(uint64_t));
            cell_clear(SHAPE, cells + x * words);
        }
    for (int k = 0; k < WORDS; k++)
        for (uint64_t of = block[k]; of != 0; of &= of - 1) {
            uint32_t w = (uint32_t)(k * 64 + __builtin_ctzll(of));
            const uint64_t *arrives = frame->arrivals + w * words;
            if (cell_is_zero(SHAPE, arrives))
                continue;
            NAME(component)(worker, w, block, frame->result);
            for (int j = 0; j < WORDS; j++)
                for (uint64_t to = block[j]; to != 0; to &= to - 1) {
                    size_t x = (size_t)j * 64 + (size_t)__builtin_ctzll(to);
                    cell_add_product(SHAPE, cells + x * words, arrives, frame->result + x * words,
                                     &worker->overflow);
                }
        }
}

void NAME(component_walks)(struct component_worker *worker, uint32_t node, const uint64_t *set,
                           uint64_t *ret_cells)
{
    const struct component_graph *graph = worker->search->graph;
    struct component_frame *frame = component_worker_frame(worker);
    uint64_t left[SET_WORDS];
    size_t words = SHAPE->words;
    for (int k = 0; k < WORDS; k++)
        for (uint64_t of = set[k]; of != 0; of &= of - 1)
            cell_clear(SHAPE, ret_cells + ((size_t)k * 64 + (size_t)__builtin_ctzll(of)) * words);
    if (frame == NULL || component_worker_stops(worker))
        return;
    worker->depth++;
    size_t count = NAME(cut)(graph, node, set, frame->blocks);
    if (worker->number > 0 && NAME(size)(graph, set) >= COMPONENT_SHARED_LEAST)
        NAME(look_ahead)(worker, frame, node, count);
    for (int k = 0; k < WORDS; k++)
        left[k] = set[k] & ~BITS(graph->removed, node)[k];
    cell_clear(SHAPE, frame->arrivals);
    cell_add_one(SHAPE, frame->arrivals, 0, &worker->overflow);
    NAME(leave)(worker, node, frame->arrivals, left, ret_cells);
    for (size_t b = 0; b < count; b++) {
        const uint64_t *block = frame->blocks + b * (size_t)WORDS;
        NAME(pass_block)(worker, frame, block, ret_cells);
        for (int k = 0; k < WORDS; k++)
            left[k] &= ~block[k];
        for (int k = 0; k < WORDS; k++)
            for (uint64_t of = block[k]; of != 0; of &= of - 1) {
                uint32_t x = (uint32_t)(k * 64 + __builtin_ctzll(of));
                NAME(leave)(worker, x, ret_cells + x * words, left, ret_cells);
            }
    }
    if (component_has(set, node))
        cell_add_one(SHAPE, ret_cells + node * words, 0, &worker->overflow);
    worker->depth--;
}

/*
 * The symmetry that makes the arrival canonical: of those that take node to its leader the one that
 * makes the least set. Sets ret_key to that set, and behind it the leader.
 */
static inline unsigned NAME(canonical)(const struct component_graph *graph, uint32_t node,
                                       const uint64_t *set, uint64_t *ret_key)
{
    unsigned best = graph->to_leader[graph->first[node]];
    component_map(graph, best, set, ret_key, WORDS);
    for (uint32_t i = graph->first[node] + 1; i < graph->first[node + 1]; i++) {
        uint64_t image[SET_WORDS] = {0};
        int k = 0;
        component_map(graph, graph->to_leader[i], set, image, WORDS);
        while (k < WORDS - 1 && image[k] == ret_key[k])
            k++;
        if (image[k] >= ret_key[k])
            continue;
        best = graph->to_leader[i];
        memcpy(ret_key, image, (size_t)WORDS * sizeof(uint64_t));
    }
    ret_key[WORDS] = graph->leader[node];
    return best;
}

/* Copies the cells of the canonical image to where its nodes come from. */
static inline void NAME(map_back)(const struct component_worker *worker, unsigned symmetry,
                                  const uint64_t *set, const uint64_t *image, uint64_t *ret_cells)
{
    const struct component_graph *graph = worker->search->graph;
    const uint32_t *map = graph->arena->symmetries + (size_t)symmetry * graph->arena->count;
    size_t words = SHAPE->words;
    for (int k = 0; k < WORDS; k++)
        for (uint64_t of = set[k]; of != 0; of &= of - 1) {
            size_t x = (size_t)k * 64 + (size_t)__builtin_ctzll(of);
            memcpy(ret_cells + x * words, image + map[x] * words, words * sizeof(uint64_t));
        }
}

/* Moves the cells of the nodes of set together, or apart again. */
static inline void NAME(gather)(const struct component_worker *worker, const uint64_t *set,
                                uint64_t *cells, uint64_t *together, bool apart)
{
    const struct component_graph *graph = worker->search->graph;
    size_t words = SHAPE->words, bytes = words * sizeof(uint64_t), i = 0;
    (void)graph;
    for (int k = 0; k < WORDS; k++)
        for (uint64_t of = set[k]; of != 0; of &= of - 1, i++) {
            size_t x = (size_t)k * 64 + (size_t)__builtin_ctzll(of);
            if (apart)
                memcpy(cells + x * words, together + i * words, bytes);
            else
                memcpy(together + i * words, cells + x * words, bytes);
        }
}

/* What follows an arrival at node, which is in set, by the memo. */
static void NAME(component)(struct component_worker *worker, uint32_t node, const uint64_t *set,
                            uint64_t *ret_cells)
{
    struct component_search *search = worker->search;
    const struct component_graph *graph = search->graph;
    size_t count = NAME(size)(graph, set);
    uint64_t key[SET_WORDS + 1], before = worker->nodes;
    if (count < COMPONENT_LOOKUP_LEAST) {
        NAME(component_walks)(worker, node, set, ret_cells);
        return;
    }
    struct component_frame *frame = component_worker_frame(worker);
    if (frame == NULL)
        return;
    /* The frame of this depth is the one of the walks below: its cells are free up to there. */
    size_t room = cell_pack_room(SHAPE, count);
    unsigned symmetry = NAME(canonical)(graph, node, set, key);
    uint64_t hash = component_worker_hash(key, (size_t)WORDS + 1);
    size_t size = memo_find(search->memo, hash, key, frame->bytes, room);
    if (size > 0 && cell_unpack(SHAPE, frame->bytes, size, frame->arrivals, count)) {
        NAME(gather)(worker, key, frame->image, frame->arrivals, true);
        NAME(map_back)(worker, symmetry, set, frame->image, ret_cells);
        return;
    }
    NAME(component_walks)(worker, (uint32_t)key[WORDS], key, frame->image);
    if (!atomic_load_explicit(&search->stopped, memory_order_relaxed) && !worker->overflow) {
        NAME(gather)(worker, key, frame->image, frame->arrivals, false);
        size = cell_pack(SHAPE, frame->arrivals, count, frame->bytes);
        memo_put(search->memo, hash, key, frame->bytes, size, worker->nodes - before);
    }
    NAME(map_back)(worker, symmetry, set, frame->image, ret_cells);
}

#undef BITS
