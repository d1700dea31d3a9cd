/* Mapping what near ranks lend. */
#include "dense/spread/seen.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/large_pages.h"
#include "ranks/near.h"
#include "ranks/ranks.h"

enum { SEEN_LINES, SEEN_CODES, SEEN_KO_CODES, SEEN_KOS, SEEN_CLAIMS, SEEN_KINDS };
/* What is told of a rank's share. */
enum { TOLD_BOARDS, TOLD_KOS, TOLD_NUMBERS };

/* Bytes of the counters of dense_mates.claimed. */
#define CLAIMS_BYTES (2 * sizeof(uint64_t))

/* Room for what all mates have of a kind. */
struct seen_room {
    uint8_t *data; /* NULL: none */
    size_t bytes;
};

struct spread_seen {
    struct dense_mates mates;
    struct dense_mate *of;
    uint64_t *told; /* by rank */
    int *files;     /* by rank and kind */
    bool any;       /* this rank sees another one */
    struct dense_memory memory;
    struct dense_array claims; /* rank 0's are used */
    struct seen_room rooms[SEEN_KINDS];
};

static size_t rounded(size_t bytes)
{
    return (bytes + LARGE_PAGE - 1) & ~(LARGE_PAGE - 1);
}

/* The bytes of a kind that a rank has. */
static size_t kind_bytes(const struct spread_seen *seen, const struct seen_lent *lent, size_t rank,
                         int kind)
{
    const uint64_t *told = seen->told + rank * TOLD_NUMBERS;
    const struct dense_share share = {lent->index->share.ranks, (uint32_t)rank};
    uint64_t buckets = (told[TOLD_BOARDS] + DENSE_KO_BOARDS - 1) / DENSE_KO_BOARDS;
    switch (kind) {
    case SEEN_LINES:
        return dense_share_count(share, lent->index->all_lines) * sizeof(struct dense_line);
    case SEEN_CODES:
        return told[TOLD_BOARDS] * lent->width;
    case SEEN_KO_CODES:
        return told[TOLD_KOS] * lent->ko_width;
    case SEEN_CLAIMS:
        return CLAIMS_BYTES;
    default:
        return lent->kos == NULL
                   ? 0
                   : dense_kos_lent_first(told[TOLD_KOS]) + (buckets + 1) * sizeof(uint64_t);
    }
}

/* Tells what this rank lends, and opens what others do. */
static int open_files(struct spread_seen *seen, const struct seen_lent *lent)
{
    size_t own = (size_t)ranks_rank(), size = (size_t)ranks_size();
    const struct dense_array *arrays[SEEN_KINDS] = {lent->lines, lent->codes, lent->ko_codes,
                                                    lent->kos != NULL ? &lent->kos->lent : NULL,
                                                    &seen->claims};
    int files[SEEN_KINDS];
    for (int kind = 0; kind < SEEN_KINDS; kind++)
        files[kind] = arrays[kind] != NULL && arrays[kind]->file != 0 ? arrays[kind]->file : -1;
    seen->told[own * TOLD_NUMBERS + TOLD_BOARDS] = lent->index->count;
    seen->told[own * TOLD_NUMBERS + TOLD_KOS] = lent->kos != NULL ? lent->kos->count : 0;
    int r = ranks_reduce(seen->told, size * TOLD_NUMBERS, RANKS_SUM);
    if (r == 0)
        r = near_open(files, SEEN_KINDS, seen->files);
    for (int kind = 0; kind < SEEN_KINDS && r == 0; kind++)
        seen->files[own * SEEN_KINDS + (size_t)kind] = files[kind];
    return r;
}

/* Which ranks have lent all; is this one among them, and another? */
static void find_mates(struct spread_seen *seen, const struct seen_lent *lent)
{
    size_t own = (size_t)ranks_rank(), size = (size_t)ranks_size();
    for (size_t rank = 0; rank < size; rank++) {
        bool whole = true;
        for (int kind = 0; kind < SEEN_KINDS; kind++)
            whole &= seen->files[rank * SEEN_KINDS + (size_t)kind] >= 0 ||
                     kind_bytes(seen, lent, rank, kind) == 0;
        seen->of[rank].seen = whole;
        seen->any |= whole && rank != own;
    }
    seen->any &= seen->of[own].seen && size <= DENSE_MATES_RANKS_MAX;
}

/* Maps what all mates have of a kind, one after the other; ret_at: by rank, at which byte. Returns
 * where they begin, or NULL. */
static uint8_t *map_kind(struct spread_seen *seen, const struct seen_lent *lent, int kind,
                         size_t *ret_at)
{
    size_t size = (size_t)ranks_size(), bytes = 0;
    for (size_t rank = 0; rank < size; rank++) {
        ret_at[rank] = bytes;
        bytes += seen->of[rank].seen ? rounded(kind_bytes(seen, lent, rank, kind)) : 0;
    }
    struct seen_room *room = &seen->rooms[kind];
    int access = kind == SEEN_LINES || kind == SEEN_KOS ? PROT_READ : PROT_READ | PROT_WRITE;
    void *data = mmap(NULL, bytes + LARGE_PAGE, PROT_NONE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (data == MAP_FAILED)
        return NULL;
    *room = (struct seen_room){data, bytes + LARGE_PAGE};
    uint8_t *first = room->data + (rounded((uintptr_t)data) - (uintptr_t)data);
    for (size_t rank = 0; rank < size; rank++) {
        size_t own = kind_bytes(seen, lent, rank, kind);
        if (seen->of[rank].seen && own > 0 &&
            mmap(first + ret_at[rank], own, access, MAP_SHARED | MAP_FIXED,
                 seen->files[rank * SEEN_KINDS + (size_t)kind], 0) == MAP_FAILED)
            return NULL;
    }
    large_pages_advise(first, bytes);
    return first;
}

/* The index and the kos of a mate, which lie there. */
static void describe_mate(struct spread_seen *seen, const struct seen_lent *lent, size_t rank,
                          void *lines, uint8_t *kos)
{
    struct dense_mate *mate = &seen->of[rank];
    const uint64_t *told = seen->told + rank * TOLD_NUMBERS;
    mate->index = *lent->index;
    mate->index.share.rank = (uint32_t)rank;
    mate->index.line_count = dense_share_count(mate->index.share, lent->index->all_lines);
    mate->index.count = told[TOLD_BOARDS];
    mate->index.lines = lines;
    mate->index.owned = false;
    if (lent->kos != NULL)
        mate->kos = (struct dense_kos){
            .index = &mate->index,
            .count = told[TOLD_KOS],
            .keys = (uint16_t *)(void *)kos,
            .first = (uint64_t *)(void *)(kos + dense_kos_lent_first(told[TOLD_KOS])),
            .buckets = (told[TOLD_BOARDS] + DENSE_KO_BOARDS - 1) / DENSE_KO_BOARDS,
        };
}

static bool map_all(struct spread_seen *seen, const struct seen_lent *lent)
{
    size_t size = (size_t)ranks_size(), *at = calloc(size * SEEN_KINDS, sizeof(*at));
    uint8_t *kinds[SEEN_KINDS] = {NULL};
    bool mapped = at != NULL;
    for (int kind = 0; kind < SEEN_KINDS && mapped; kind++) {
        kinds[kind] = map_kind(seen, lent, kind, at + (size_t)kind * size);
        mapped = kinds[kind] != NULL;
    }
    for (size_t rank = 0; rank < size && mapped; rank++) {
        struct dense_mate *mate = &seen->of[rank];
        mate->first_line = at[SEEN_LINES * size + rank] / sizeof(struct dense_line);
        mate->first_board = at[SEEN_CODES * size + rank] / lent->width;
        mate->first_ko = at[SEEN_KO_CODES * size + rank] / lent->ko_width;
        if (mate->seen)
            describe_mate(seen, lent, rank, kinds[SEEN_LINES] + at[SEEN_LINES * size + rank],
                          kinds[SEEN_KOS] + at[SEEN_KOS * size + rank]);
    }
    seen->mates.lines = (const struct dense_line *)(const void *)kinds[SEEN_LINES];
    seen->mates.claimed = (uint64_t *)(void *)kinds[SEEN_CLAIMS];
    seen->mates.codes = kinds[SEEN_CODES];
    seen->mates.ko_codes = kinds[SEEN_KO_CODES];
    free(at);
    return mapped;
}

/* The files are not needed once they are mapped. */
static void close_files(struct spread_seen *seen)
{
    size_t own = (size_t)ranks_rank(), all = (size_t)ranks_size() * SEEN_KINDS;
    for (size_t i = 0; i < all; i++)
        if (i / SEEN_KINDS != own && seen->files[i] >= 0)
            close(seen->files[i]);
    free(seen->files);
    seen->files = NULL;
}

static int see(struct spread_seen *seen, const struct seen_lent *lent)
{
    size_t size = (size_t)ranks_size();
    uint64_t all = 1;
    int r = open_files(seen, lent);
    if (r < 0)
        return r;
    find_mates(seen, lent);
    seen->any = seen->any && map_all(seen, lent);
    close_files(seen);
    for (size_t rank = 0; rank < size; rank++)
        all &= seen->any && seen->of[rank].seen;
    r = ranks_reduce(&all, 1, RANKS_LEAST);
    seen->mates.all = all != 0;
    return r;
}

int spread_seen_new(struct spread_seen **ret_seen, const struct seen_lent *lent)
{
    size_t size = (size_t)ranks_size();
    struct spread_seen *seen = calloc(1, sizeof(*seen));
    if (seen != NULL) {
        seen->of = calloc(size, sizeof(*seen->of));
        seen->told = calloc(size * TOLD_NUMBERS, sizeof(*seen->told));
        seen->files = calloc(size * SEEN_KINDS, sizeof(*seen->files));
        seen->mates.of = seen->of;
        seen->memory = (struct dense_memory){.max_bytes = SIZE_MAX, .lent = true};
        (void)dense_memory_take(&seen->memory, CLAIMS_BYTES, &seen->claims); /* else none is seen */
    }
    bool made = seen != NULL && seen->of != NULL && seen->told != NULL && seen->files != NULL;
    int r = ranks_agree(made ? 0 : -ENOMEM, NULL);
    if (r == 0)
        r = see(seen, lent);
    if (r < 0) {
        spread_seen_free(seen);
        return r;
    }
    *ret_seen = seen;
    return 0;
}

void spread_seen_free(struct spread_seen *seen)
{
    if (seen == NULL)
        return;
    for (int kind = 0; kind < SEEN_KINDS; kind++)
        if (seen->rooms[kind].data != NULL)
            (void)munmap(seen->rooms[kind].data, seen->rooms[kind].bytes);
    dense_memory_give(&seen->memory, &seen->claims);
    free(seen->files);
    free(seen->of);
    free(seen->told);
    free(seen);
}

const struct dense_mates *spread_seen_mates(const struct spread_seen *seen)
{
    return seen->any ? &seen->mates : NULL;
}
