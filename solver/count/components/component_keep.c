/* Results that outlast the run. */
#include "count/components/component_keep.h"

#include <errno.h>
#include <string.h>

#include <xxhash.h>

#include "base/clock.h"
#include "count/components/component_worker.h"

/* A chunk of so many bytes is put. */
#define CHUNK_BYTES ((size_t)64 << 10)
/* Seconds after which smaller ones are. */
#define PUT_SECONDS 0.5
/* Of the memory, what chunks may take in the store; the same results take up to thrice that in the
 * memo. */
#define STORE_SHARE 0.25
/* Where the memory has no limit. */
#define STORE_BYTES ((uint64_t)1 << 28)

/* --- which numbers these are --- */

static void hash_number(XXH3_state_t *hash, uint64_t number)
{
    uint8_t bytes[8];
    bytes_encode(bytes, number, 8);
    XXH3_128bits_update(hash, bytes, sizeof(bytes));
}

static void hash_arena(XXH3_state_t *hash, const struct arena *arena)
{
    hash_number(hash, arena->count);
    hash_number(hash, arena->item_count);
    hash_number(hash, arena->root);
    hash_number(hash, arena->symmetry_count);
    for (uint32_t i = 0; i < arena->item_count; i++)
        hash_number(hash, arena->present[i]);
    for (uint32_t v = 0; v < arena->count; v++) {
        const struct arena_node *node = &arena->nodes[v];
        hash_number(hash, node->item);
        hash_number(hash, (uint64_t)node->guarded << 1 | node->closes);
        hash_number(hash, arena->first_edge[v + 1]);
        hash_number(hash, arena->first_end[v + 1]);
    }
    for (uint32_t e = 0; e < arena->first_edge[arena->count]; e++)
        hash_number(hash, (uint64_t)arena->edges[e].to << 16 | arena->edges[e].length);
    for (uint32_t e = 0; e < arena->first_end[arena->count]; e++)
        hash_number(hash, arena->ends[e]);
    for (size_t i = 0; i < (size_t)arena->symmetry_count * arena->count; i++)
        hash_number(hash, arena->symmetries[i]);
}

/* Returns 0 or -ENOMEM. */
static int identify(struct component_keep *keep)
{
    const struct cell_shape *shape = &keep->head.shape;
    XXH128_canonical_t canonical;
    XXH3_state_t *hash = XXH3_createState();
    if (hash == NULL)
        return -ENOMEM;
    XXH3_128bits_reset(hash);
    hash_arena(hash, keep->graph->arena);
    hash_number(hash, shape->kind);
    hash_number(hash, shape->weighted);
    hash_number(hash, shape->limbs);
    hash_number(hash, shape->lengths);
    XXH128_canonicalFromHash(&canonical, XXH3_128bits_digest(hash));
    XXH3_freeState(hash);
    memcpy(keep->identity, canonical.digest, sizeof(keep->identity));
    return 0;
}

int component_keep_init(struct component_keep *keep, const struct component_graph *graph,
                        const struct count_run *run, const struct cell_shape *shape)
{
    size_t memory = run->limits->max_bytes;
    *keep = (struct component_keep){
        .store = run->store,
        .graph = graph,
        .head = {.shape = *shape, .nodes = graph->arena->count},
        .most = memory == 0 ? STORE_BYTES : (uint64_t)((double)memory * STORE_SHARE),
        .written = clock_now(),
    };
    if (keep->store == NULL)
        return 0;
    pthread_mutex_init(&keep->lock, NULL);
    return identify(keep);
}

/* --- keeping --- */

static unsigned class_of(uint64_t work)
{
    unsigned class = work == 0 ? 0 : (63 - (unsigned)__builtin_clzll(work)) / 2;
    return class < COMPONENT_KEEP_ROOT ? class : COMPONENT_KEEP_ROOT - 1;
}

/* Returns the bytes of the classes that are kept. */
static uint64_t bytes_kept(const struct component_keep *keep)
{
    uint64_t all = 0;
    for (unsigned class = keep->least; class < COUNT_STORE_CLASSES; class ++)
        all += keep->kept[class];
    return all;
}

/* Forgets the lowest class while there is too much; one that a run with more memory has left stays.
 * The lock is held. */
static void make_room(struct component_keep *keep)
{
    uint64_t all = bytes_kept(keep);
    while (all > keep->most && keep->least < COMPONENT_KEEP_ROOT - 1) {
        all -= keep->kept[keep->least];
        if (!keep->more)
            keep->store->drop(keep->store, keep->identity, keep->least);
        keep->chunks[keep->least++].size = 0;
    }
}

/* Puts a chunk and begins the next one. The lock is held. */
static void put(struct component_keep *keep, unsigned class)
{
    struct bytes *chunk = &keep->chunks[class];
    if (chunk->size > 0 && !chunk->failed) {
        keep->store->put(keep->store, keep->identity, class, chunk->data, chunk->size);
        keep->kept[class] += chunk->size;
    }
    /* Where memory ran out these results are lost, and may be counted again. */
    chunk->size = 0;
    chunk->failed = false;
}

static void put_all(struct component_keep *keep)
{
    for (unsigned class = keep->least; class < COUNT_STORE_CLASSES; class ++)
        put(keep, class);
    make_room(keep);
    keep->written = clock_now();
}

void component_keep_add(struct component_keep *keep, const uint64_t *key, const uint8_t *cells,
                        size_t size, uint64_t work)
{
    uint32_t node = (uint32_t)key[keep->graph->words];
    unsigned class = node == keep->graph->arena->root ? COMPONENT_KEEP_ROOT : class_of(work);
    if (keep->store == NULL || size > keep->most / COUNT_STORE_CLASSES)
        return;
    pthread_mutex_lock(&keep->lock);
    if (class >= keep->least) {
        struct bytes *chunk = &keep->chunks[class];
        if (chunk->size == 0)
            chunk_begin(chunk, &keep->head);
        chunk_add(chunk, &keep->head, node, key, cells, size);
        if (chunk->size >= CHUNK_BYTES || chunk->failed)
            put(keep, class);
    }
    pthread_mutex_unlock(&keep->lock);
}

void component_keep_tick(struct component_keep *keep)
{
    if (keep->store == NULL || clock_now() < keep->written + PUT_SECONDS)
        return;
    pthread_mutex_lock(&keep->lock);
    put_all(keep);
    pthread_mutex_unlock(&keep->lock);
}

void component_keep_release(struct component_keep *keep)
{
    if (keep->store == NULL)
        return;
    put_all(keep);
    for (unsigned class = 0; class < COUNT_STORE_CLASSES; class ++)
        bytes_release(&keep->chunks[class]);
    pthread_mutex_destroy(&keep->lock);
    keep->store = NULL;
}

/* --- loading --- */

struct keep_loading {
    struct component_keep *keep;
    struct memo *memo;
};

/* Is it the image that the memo knows of all that symmetries make of it? */
static bool is_canonical(const struct component_graph *graph, const struct chunk_result *result)
{
    uint32_t node = result->node;
    if (graph->leader[node] != node)
        return false;
    for (uint32_t i = graph->first[node]; i < graph->first[node + 1]; i++) {
        uint64_t image[COMPONENT_WORDS_MAX] = {0};
        int k = 0;
        component_graph_map(graph, graph->to_leader[i], result->set, image, graph->words);
        while (k < graph->words - 1 && image[k] == result->set[k])
            k++;
        if (image[k] < result->set[k])
            return false;
    }
    return true;
}

static bool same_head(const struct chunk_head *one, const struct chunk_head *two)
{
    return one->nodes == two->nodes && one->shape.kind == two->shape.kind &&
           one->shape.weighted == two->shape.weighted && one->shape.limbs == two->shape.limbs &&
           one->shape.lengths == two->shape.lengths;
}

static bool load_chunk(void *arg, unsigned class, const uint8_t *bytes, size_t size)
{
    const struct keep_loading *loading = arg;
    struct component_keep *keep = loading->keep;
    struct bytes_reader chunk = {bytes, size, false};
    struct chunk_result result;
    struct chunk_head head;
    size_t words = (size_t)keep->graph->words;
    bool root = false;
    keep->kept[class] += size;
    if (!chunk_read_head(&chunk, &head) || !same_head(&head, &keep->head))
        return true;
    while (chunk.left > 0 && chunk_read(&chunk, &head, &result)) {
        uint64_t key[COMPONENT_WORDS_MAX + 1];
        if (result.count < COMPONENT_LOOKUP_LEAST || !is_canonical(keep->graph, &result))
            continue;
        memcpy(key, result.set, words * sizeof(*key));
        key[words] = result.node;
        memo_put(loading->memo, component_worker_hash(key, words + 1), key, result.cells,
                 result.size, class == COMPONENT_KEEP_ROOT ? UINT64_MAX : UINT64_C(1) << 2 * class);
        root = root || class == COMPONENT_KEEP_ROOT;
    }
    /* What is left took less work than what it would push out. */
    bool full = memo_size(loading->memo).forgotten > 0;
    if (full) {
        keep->more = true;
        keep->least = class < COMPONENT_KEEP_ROOT ? class : COMPONENT_KEEP_ROOT - 1;
    }
    return !full && !root;
}

void component_keep_load(struct component_keep *keep, struct memo *memo)
{
    struct keep_loading loading = {keep, memo};
    if (keep->store == NULL)
        return;
    keep->store->load(keep->store, keep->identity, load_chunk, &loading);
    keep->more = keep->more || bytes_kept(keep) > keep->most;
    if (keep->more)
        memset(keep->kept, 0, sizeof(keep->kept));
    keep->written = clock_now();
}
