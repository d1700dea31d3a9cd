/* Lookups as messages, and answers in the order of the lookups. */
#include "dense/spread/packing.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "dense/lanes.h"

#define COUNT_BYTES 8
/* A state takes so many bytes at least: it is written as two numbers of four, which overlap. */
#define STATE_BYTES_LEAST 4
/* Lookups that are worth another thread. */
#define PART_LEAST 2048

void packing_code_init(struct packing_code *ret_code, const struct dense_index *index)
{
    const struct dense_codes *codes = index->codes;
    uint64_t greatest = ((uint64_t)codes->prefixes << codes->shift) - 1;
    int bits = 2 + 64 - __builtin_clzll(greatest | 1);
    *ret_code = (struct packing_code){
        .index = index,
        .bytes = bits > 8 * STATE_BYTES_LEAST ? (bits + 7) / 8 : STATE_BYTES_LEAST,
        .ranks = index->share.ranks,
    };
}

static inline void put_state(uint8_t *to, uint64_t state, int bytes)
{
    uint32_t low = (uint32_t)state, high = (uint32_t)(state >> 8 * (bytes - 4));
    memcpy(to, &low, 4);
    memcpy(to + bytes - 4, &high, 4);
}

static inline uint64_t get_state(const uint8_t *from, int bytes)
{
    uint32_t low, high;
    memcpy(&low, from, 4);
    memcpy(&high, from + bytes - 4, 4);
    return low | (uint64_t)high << 8 * (bytes - 4);
}

static inline uint64_t state_of(const struct dense_codes *codes, const struct dense_lookup *lookup)
{
    uint64_t rank = codes->rank[lookup->code >> codes->shift];
    uint64_t board = rank << codes->shift | (lookup->code & codes->rest_mask);
    return (board << 1 | lookup->mover) << 1 | (lookup->ko != 0);
}

int packing_init(struct packing *ret_packing, const struct packing_code *code, int threads)
{
    size_t ranks = code->ranks, parts = (size_t)threads;
    *ret_packing = (struct packing){
        .code = code,
        .parts = threads,
        .messages = calloc(ranks, sizeof(*ret_packing->messages)),
        .sizes = calloc(ranks, sizeof(*ret_packing->sizes)),
        .room = calloc(ranks, sizeof(*ret_packing->room)),
        .states = calloc((parts + 1) * ranks, sizeof(*ret_packing->states)),
        .kos = calloc((parts + 1) * ranks, sizeof(*ret_packing->kos)),
        .at = calloc(2 * parts * ranks, sizeof(*ret_packing->at)),
        .answers = calloc(ranks, sizeof(*ret_packing->answers)),
    };
    bool made = ret_packing->messages != NULL && ret_packing->sizes != NULL &&
                ret_packing->room != NULL && ret_packing->states != NULL &&
                ret_packing->kos != NULL && ret_packing->at != NULL && ret_packing->answers != NULL;
    return made ? 0 : -ENOMEM;
}

void packing_release(struct packing *packing)
{
    for (size_t to = 0; packing->messages != NULL && to < packing->code->ranks; to++)
        free(packing->messages[to]);
    free(packing->messages);
    free(packing->sizes);
    free(packing->room);
    free(packing->states);
    free(packing->kos);
    free(packing->at);
    free(packing->answers);
    free(packing->own);
}

/* Counts what a part's lookups ask of each rank. */
static void count_states(struct packing *packing, const struct dense_lookup *lookups, size_t from,
                         size_t end, int part)
{
    size_t ranks = packing->code->ranks, row = (size_t)(part + 1) * ranks;
    size_t *states = packing->states + row, *kos = packing->kos + row;
    memset(states, 0, ranks * sizeof(*states));
    memset(kos, 0, ranks * sizeof(*kos));
    for (size_t i = from; i < end; i++) {
        states[lookups[i].rank]++;
        if (lookups[i].ko != 0)
            kos[lookups[i].rank]++;
    }
}

/* Makes the counts of parts those of all parts before, and the messages large enough. */
static int make_room(struct packing *packing, int parts)
{
    size_t ranks = packing->code->ranks, own = packing->code->index->share.rank;
    memset(packing->states, 0, ranks * sizeof(*packing->states));
    memset(packing->kos, 0, ranks * sizeof(*packing->kos));
    for (size_t i = ranks; i < ((size_t)parts + 1) * ranks; i++) {
        packing->states[i] += packing->states[i - ranks];
        packing->kos[i] += packing->kos[i - ranks];
    }
    const size_t *states = packing->states + (size_t)parts * ranks;
    const size_t *kos = packing->kos + (size_t)parts * ranks;
    packing->own_count = states[own];
    int r = array_reserve(&packing->own, states[own], &packing->own_room, sizeof(*packing->own));
    for (size_t to = 0; to < ranks && r == 0; to++) {
        size_t size = COUNT_BYTES + states[to] * (size_t)packing->code->bytes + kos[to];
        packing->sizes[to] = to == own ? 0 : size;
        if (to != own)
            r = array_reserve(&packing->messages[to], size, &packing->room[to], 1);
        if (r == 0 && to != own)
            memcpy(packing->messages[to], &(uint64_t){states[to]}, COUNT_BYTES);
    }
    return r;
}

/* Writes a part's lookups into the messages. */
static DENSE_CLONES void write_states(struct packing *packing, const struct dense_lookup *lookups,
                                      size_t from, size_t end, int part)
{
    const struct packing_code *code = packing->code;
    const struct dense_codes *codes = code->index->codes;
    size_t ranks = code->ranks, own = code->index->share.rank, row = (size_t)part * ranks;
    const size_t *all = packing->states + (size_t)packing->parts_used * ranks;
    size_t *at = packing->at + 2 * row, *ko_at = at + ranks;
    memcpy(at, packing->states + row, ranks * sizeof(*at));
    memcpy(ko_at, packing->kos + row, ranks * sizeof(*at));
    for (size_t i = from; i < end; i++) {
        size_t owner = lookups[i].rank, n = at[owner]++;
        if (owner == own) {
            packing->own[n] = lookups[i];
            continue;
        }
        uint8_t *states = packing->messages[owner] + COUNT_BYTES;
        put_state(states + n * (size_t)code->bytes, state_of(codes, &lookups[i]), code->bytes);
        if (lookups[i].ko != 0)
            states[all[owner] * (size_t)code->bytes + ko_at[owner]++] = lookups[i].ko;
    }
}

int packing_pack(struct packing *packing, const struct dense_lookup *lookups, size_t count)
{
    int parts = count >= PART_LEAST * (size_t)packing->parts ? packing->parts : 1;
    packing->parts_used = parts;
    packing->lookups = lookups;
#pragma omp parallel for num_threads(parts) if (parts > 1)
    for (int part = 0; part < parts; part++)
        count_states(packing, lookups, packing_part(count, parts, part),
                     packing_part(count, parts, part + 1), part);
    int r = make_room(packing, parts);
    if (r < 0)
        return r;
#pragma omp parallel for num_threads(parts) if (parts > 1)
    for (int part = 0; part < parts; part++)
        write_states(packing, lookups, packing_part(count, parts, part),
                     packing_part(count, parts, part + 1), part);
    return 0;
}

/* The answers of a part's lookups, in their order. from: by rank, all answers of it. */
static void merge_part(const struct dense_lookup *lookups, size_t from, size_t end, size_t width,
                       const uint8_t *const *answers, size_t *at, uint8_t *ret_answers)
{
    uint8_t *to = ret_answers + from * width;
    for (size_t i = from; i < end; i++, to += width) {
        size_t owner = lookups[i].rank;
        const uint8_t *answer = answers[owner] + at[owner]++ * width;
        to[0] = answer[0];
        for (size_t byte = 1; byte < width; byte++)
            to[byte] = answer[byte];
    }
}

int packing_merge(struct packing *packing, size_t count, size_t width, const struct ranks_bytes *in,
                  const uint8_t *own, uint8_t *ret_answers)
{
    size_t ranks = packing->code->ranks;
    int parts = packing->parts_used;
    const size_t *all = packing->states + (size_t)parts * ranks;
    for (size_t from = 0; from < ranks; from++) {
        bool mine = from == packing->code->index->share.rank;
        if (!mine && in[from].size != all[from] * width)
            return -EIO;
        packing->answers[from] = mine ? own : in[from].bytes;
    }
#pragma omp parallel for num_threads(parts) if (parts > 1)
    for (int part = 0; part < parts; part++) {
        size_t *at = packing->at + 2 * (size_t)part * ranks;
        memcpy(at, packing->states + (size_t)part * ranks, ranks * sizeof(*at));
        merge_part(packing->lookups, packing_part(count, parts, part),
                   packing_part(count, parts, part + 1), width, packing->answers, at, ret_answers);
    }
    return 0;
}

int packing_count(const struct packing_code *code, const uint8_t *bytes, size_t size,
                  size_t *ret_count)
{
    uint64_t count;
    if (size < COUNT_BYTES)
        return -EIO;
    memcpy(&count, bytes, COUNT_BYTES);
    if (count > (size - COUNT_BYTES) / (size_t)code->bytes)
        return -EIO;
    *ret_count = (size_t)count;
    return 0;
}

int packing_unpack(const struct packing_code *code, const uint8_t *bytes, size_t size,
                   struct dense_lookup *ret_lookups)
{
    const struct dense_codes *codes = code->index->codes;
    size_t count;
    int r = packing_count(code, bytes, size, &count);
    if (r < 0)
        return r;
    const uint8_t *states = bytes + COUNT_BYTES, *kos = states + count * (size_t)code->bytes;
    for (size_t i = 0; i < count; i++) {
        uint64_t state = get_state(states + i * (size_t)code->bytes, code->bytes);
        uint64_t rank = state >> 2 >> codes->shift;
        bool has_ko = (state & 1) != 0;
        if (rank >= codes->prefixes || (has_ko && kos == bytes + size))
            return -EIO;
        ret_lookups[i].code =
            (uint64_t)codes->prefix[rank] << codes->shift | (state >> 2 & codes->rest_mask);
        ret_lookups[i].mover = state >> 1 & 1;
        ret_lookups[i].ko = has_ko ? *kos++ : 0;
    }
    return kos == bytes + size ? 0 : -EIO;
}
