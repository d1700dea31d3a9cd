/* Making an index of boards, and finding boards by their numbers. */
#include "dense/index.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "base/large_pages.h"
#include "dense/lanes.h"

/* Lines that a thread makes before it asks for others. */
#define CHUNK_LINES 1024

/* Places that differ in the lowest digits of the rest only. */
struct stretch {
    uint64_t place;       /* of the first one */
    uint64_t code;        /* of that */
    unsigned low, count;  /* its lowest digits; how many places there are */
    struct stones stones; /* of the other digits */
    uint64_t lanes[DENSE_LANES_MAX];
};

/* The stretch that begins at a place, and goes on to end at most. */
static void find_stretch(const struct dense_codes *codes, uint64_t place, uint64_t end,
                         struct stretch *ret_stretch)
{
    uint64_t code = dense_codes_at(codes, place), rest = code & codes->rest_mask;
    unsigned low = (unsigned)(rest % DENSE_GROUP_SIZE);
    uint64_t count = DENSE_GROUP_SIZE - low;
    if (count > codes->rest_size - rest)
        count = codes->rest_size - rest;
    if (count > end - place)
        count = end - place;
    ret_stretch->place = place;
    ret_stretch->code = code;
    ret_stretch->low = low;
    ret_stretch->count = (unsigned)count;
    ret_stretch->stones = dense_codes_stones(codes, code - low);
    dense_codes_vector(codes, ret_stretch->stones, ret_stretch->lanes);
}

/* Is the i-th board of the stretch the greatest of its images? */
DENSE_INLINE bool is_greatest(const struct dense_codes *codes, const struct stretch *stretch,
                              unsigned i, int half)
{
    const uint64_t *low = &codes->low_lanes[(size_t)(stretch->low + i) * 2 * (size_t)half];
    uint64_t code = stretch->code + i;
    bool less = false;
    for (int lane = 0; lane < 2 * half; lane++)
        less |= stretch->lanes[lane] + low[lane] > code;
    return !less;
}

/* Sets the bits of a stretch in its line, that of at for its first place. */
DENSE_INLINE void mark_stretch(const struct dense_codes *codes, const struct stretch *stretch,
                               int half, struct dense_line *line, unsigned at)
{
    for (unsigned i = 0; i < stretch->count; i++, at++) {
        if (!is_greatest(codes, stretch, i, half))
            continue;
        const struct stones *low = &codes->rest_stones[0][stretch->low + i];
        struct stones stones = {{stretch->stones.of[BLACK] | low->of[BLACK],
                                 stretch->stones.of[WHITE] | low->of[WHITE]}};
        if (dense_codes_is_legal(codes, stones))
            line->words[at / 64] |= 1ull << at % 64;
    }
}

DENSE_CLONES static void mark(const struct dense_codes *codes, const struct stretch *stretch,
                              struct dense_line *line, unsigned at)
{
    if (codes->half == 4)
        mark_stretch(codes, stretch, 4, line, at);
    else if (codes->half == 8)
        mark_stretch(codes, stretch, 8, line, at);
    else
        mark_stretch(codes, stretch, codes->half, line, at);
}

unsigned dense_index_make_line(const struct dense_codes *codes, uint64_t line,
                               struct dense_line *ret_line)
{
    struct dense_line made = {0};
    struct stretch stretch;
    uint64_t first = line * DENSE_LINE_PLACES, end = first + DENSE_LINE_PLACES;
    end = end > codes->places ? codes->places : end;
    for (uint64_t place = first; place < end; place += stretch.count) {
        find_stretch(codes, place, end, &stretch);
        mark(codes, &stretch, &made, (unsigned)(place - first));
    }
    unsigned count = 0;
    for (int word = 0; word < DENSE_LINE_WORDS; word++) {
        made.counts |= (uint64_t)count << 9 * word;
        count += (unsigned)__builtin_popcountll(made.words[word]);
    }
    *ret_line = made;
    return count;
}

static unsigned count_line(const struct dense_line *line)
{
    int last = DENSE_LINE_WORDS - 1;
    return (unsigned)(line->counts >> 9 * last & 511) +
           (unsigned)__builtin_popcountll(line->words[last]);
}

static uint64_t count_all_lines(const struct dense_codes *codes)
{
    return (codes->places + DENSE_LINE_PLACES - 1) / DENSE_LINE_PLACES;
}

uint64_t dense_index_lines(const struct dense_codes *codes, struct dense_share share)
{
    return dense_share_count(share, count_all_lines(codes));
}

static bool must_stop(const struct dense_work *how)
{
    bool stop = false;
    if (how->stop == NULL)
        return false;
#ifdef _OPENMP
#pragma omp critical(dense_index_stop)
#endif
    stop = how->stop(how->arg);
    return stop;
}

/* Makes all lines, but for their bases. */
static int make_lines(struct dense_index *index, const struct dense_work *how)
{
    uint64_t chunks = (index->line_count + CHUNK_LINES - 1) / CHUNK_LINES;
    atomic_bool stopped = false;
#ifdef _OPENMP
#pragma omp parallel for schedule(dynamic) num_threads(how->threads)
#endif
    for (uint64_t chunk = 0; chunk < chunks; chunk++) {
        uint64_t end = (chunk + 1) * CHUNK_LINES;
        if (atomic_load(&stopped) || must_stop(how)) {
            atomic_store(&stopped, true);
            continue;
        }
        end = end > index->line_count ? index->line_count : end;
        for (uint64_t local = chunk * CHUNK_LINES; local < end; local++)
            dense_index_make_line(index->codes, dense_share_line(index->share, local),
                                  &index->lines[local]);
    }
    return atomic_load(&stopped) ? -EINTR : 0;
}

static struct dense_index index_of(const struct dense_codes *codes, struct dense_share share,
                                   struct dense_line *lines)
{
    return (struct dense_index){
        .codes = codes,
        .share = share,
        .all_lines = count_all_lines(codes),
        .line_count = dense_index_lines(codes, share),
        .lines = lines,
    };
}

int dense_index_init(struct dense_index *ret_index, const struct dense_codes *codes,
                     struct dense_share share, struct dense_line *lines,
                     const struct dense_work *how)
{
    struct dense_index index = index_of(codes, share, lines);
    if (lines == NULL) {
        size_t bytes = (index.line_count + 1) * sizeof(*lines);
        index.lines = aligned_alloc(sizeof(*lines), bytes);
        index.owned = true;
        if (index.lines == NULL)
            return -ENOMEM;
        large_pages_advise(index.lines, bytes);
    }
    int r = make_lines(&index, how);
    if (r < 0) {
        dense_index_release(&index);
        return r;
    }
    for (uint64_t local = 0; local < index.line_count; local++) {
        index.lines[local].base = index.count;
        index.count += count_line(&index.lines[local]);
    }
    *ret_index = index;
    return 0;
}

void dense_index_reuse(struct dense_index *ret_index, const struct dense_codes *codes,
                       struct dense_share share, struct dense_line *lines)
{
    struct dense_index index = index_of(codes, share, lines);
    if (index.line_count > 0) {
        const struct dense_line *last = &lines[index.line_count - 1];
        index.count = last->base + count_line(last);
    }
    *ret_index = index;
}

void dense_index_release(struct dense_index *index)
{
    if (index->owned)
        free(index->lines);
    *index = (struct dense_index){0};
}

bool dense_index_has(const struct dense_index *index, uint64_t code)
{
    const struct dense_codes *codes = index->codes;
    if (code >> codes->shift >= codes->prefix_size ||
        (code & codes->rest_mask) >= codes->rest_size ||
        codes->rank[code >> codes->shift] == DENSE_PREFIX_NONE)
        return false;
    uint64_t place = dense_codes_place(codes, code), line = place / DENSE_LINE_PLACES;
    return dense_share_owner(index->share, line) == index->share.rank &&
           dense_line_has(&index->lines[dense_share_local(index->share, line)],
                          (unsigned)(place % DENSE_LINE_PLACES));
}

uint64_t dense_index_find(const struct dense_index *index, uint64_t number)
{
    /* The last line whose base is not greater: those of no boards, which may stand before it, have
     * the same base. */
    uint64_t low = 0, high = index->line_count;
    while (high - low > 1) {
        uint64_t middle = low + (high - low) / 2;
        if (index->lines[middle].base <= number)
            low = middle;
        else
            high = middle;
    }
    return low;
}

uint64_t dense_index_code(const struct dense_index *index, uint64_t number)
{
    uint64_t local = dense_index_find(index, number);
    const struct dense_line *line = &index->lines[local];
    unsigned left = (unsigned)(number - line->base), word = DENSE_LINE_WORDS - 1;
    while ((line->counts >> 9 * word & 511) > left)
        word--;
    left -= (unsigned)(line->counts >> 9 * word & 511);
    uint64_t bits = line->words[word];
    for (; left > 0; left--)
        bits &= bits - 1;
    return dense_codes_at(index->codes, dense_share_line(index->share, local) * DENSE_LINE_PLACES +
                                            64 * word + (unsigned)__builtin_ctzll(bits));
}

uint64_t dense_index_first(const struct dense_index *index, uint64_t local)
{
    return local < index->line_count ? index->lines[local].base : index->count;
}

void dense_walk_start(struct dense_walk *ret_walk, const struct dense_index *index, uint64_t from,
                      uint64_t end)
{
    *ret_walk = (struct dense_walk){
        .index = index,
        .from = from,
        .local = end,
        .prefix_first = UINT64_MAX,
        .number = dense_index_first(index, end),
    };
}

bool dense_walk_word(struct dense_walk *walk)
{
    const struct dense_index *index = walk->index;
    while (walk->left == 0) {
        if (walk->word == 0) {
            if (walk->local == walk->from)
                return false;
            walk->local--;
            walk->word = DENSE_LINE_WORDS;
        }
        walk->word--;
        walk->place =
            dense_share_line(index->share, walk->local) * DENSE_LINE_PLACES + 64 * walk->word;
        walk->left = index->lines[walk->local].words[walk->word];
    }
    return true;
}

void dense_walk_prefix(struct dense_walk *walk, uint64_t place)
{
    const struct dense_codes *codes = walk->index->codes;
    uint64_t rank = place / codes->rest_size;
    walk->prefix_first = rank * codes->rest_size;
    walk->prefix = (uint64_t)codes->prefix[rank] << codes->shift;
}
