/* What a search holds: made, counted and given back. */
#include "base/clock.h"
#include "search/internal.h"

#include <errno.h>
#include <stdlib.h>

/* The share of memory for proof numbers: a power of two of entries. */
static size_t number_count(size_t max_bytes)
{
    size_t count = 1u << 12;
    while (count < (1u << 22) && 2 * count * sizeof(struct dfpn_entry) <= max_bytes / 16)
        count *= 2;
    return count;
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
        .on_record = {RECORD_UNKNOWN, RECORD_UNKNOWN},
        .frame_capacity = 256,
        .edge_capacity = 4096,
    };
    /* history.model points into the result, so that the copy is not enough. */
    ret_search->model = *model;
    search.model = *model;
    search.frames = malloc(search.frame_capacity * sizeof(*search.frames));
    search.edges = malloc(search.edge_capacity * sizeof(*search.edges));
    int r = search.frames == NULL || search.edges == NULL ? -ENOMEM : 0;
    dfpn_table_init(&search.numbers, number_count(limits->max_bytes));
    if (r == 0)
        r = history_init(&search.history, &ret_search->model, positions);
    if (r == 0)
        r = condition_set_init(&search.gathered);
    if (r == 0)
        r = condition_set_init(&search.mapped);
    if (r < 0)
        search_release(&search);
    else
        *ret_search = search;
    return r;
}

/* The buckets, which positions.bytes knows by the boards only; and if they may be filled anew
 * before the next look, the twice as many that will then be there beside them. */
static size_t bucket_bytes(const struct positions *positions)
{
    size_t each = sizeof(*positions->index.slots), known = 2 * each * positions->orbit_count;
    size_t count = positions->index.mask + 1;
    size_t soon = positions->orbit_count + positions->orbit_count / 4 +
                  (size_t)SEARCH_CHECK_INTERVAL * (size_t)positions->points;
    if (positions->enumerated)
        return 0;
    return each * (soon >= count / 2 ? 3 * count : count) - known;
}

/* The bytes that no other search shares. */
static size_t own_bytes(const struct search *search)
{
    return dfpn_table_bytes(&search->numbers) + search->frame_most * sizeof(*search->frames) +
           search->edge_most * sizeof(*search->edges) + condition_set_bytes(&search->gathered) +
           condition_set_bytes(&search->mapped) + condition_packer_bytes(&search->packer) +
           (search->history.mask + 1) * sizeof(*search->history.entries);
}

/* Reports own as the bytes of this search, for other searches to know; 0: there is nothing any
 * more. */
static void report_bytes(struct search *search, size_t own)
{
    if (search->shared_bytes != NULL)
        *search->shared_bytes += own - search->reported_bytes;
    search->reported_bytes = own;
}

void search_release(struct search *search)
{
    report_bytes(search, 0);
    lemma_release(search->lemmas, search->proved);
    history_release(&search->history);
    condition_set_release(&search->gathered);
    condition_set_release(&search->mapped);
    condition_packer_release(&search->packer);
    dfpn_table_release(&search->numbers);
    free(search->frames);
    free(search->edges);
    search->frames = NULL;
    search->edges = NULL;
}

size_t search_bytes(const struct search *search)
{
    return search->positions->bytes + bucket_bytes(search->positions) + search->lemmas->bytes +
           search->lemmas->pool.stuck + asked_keys_bytes(&search->lemmas->asked) +
           *search->shared_bytes + own_bytes(search) - search->reported_bytes;
}

bool search_has_memory(struct search *search)
{
    size_t max_bytes = search->limits.max_bytes, least = max_bytes / 16;
    if (search->frame_count > search->frame_most)
        search->frame_most = search->frame_count;
    if (search->edge_count > search->edge_most)
        search->edge_most = search->edge_count;
    report_bytes(search, own_bytes(search));
    size_t bytes = search_bytes(search), fixed = bytes - search->lemmas->bytes;
    bool was_full = search->full;
    search->lemmas->max_bytes = fixed + least < max_bytes ? max_bytes - fixed : least;
    search->full = bytes > max_bytes + least;
    return fixed + least <= max_bytes && !(search->full && was_full);
}
