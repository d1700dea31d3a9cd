/*
 * Sweeps over the share of a rank.
 *
 * Entries that no mate holds (dense/mates.h) come in batches (struct dense_reader). A batch is a
 * stretch of lines: first the plays of its boards are listed and kept, and what others hold is
 * asked for. When the answers are there the boards are looked at in their order, and what mates
 * hold is read at that moment. So one batch is on its way while the next is made.
 *
 * All ranks make the same number of batches, and go down side by side: of a few batches, a span,
 * all know how many lines each has, and after it all hear how much there was to look at.
 */
#include "dense/sweeper.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "dense/lanes.h"

/* Boards on their way at once, and those between two stages: as in sweeper.c. */
#define RING 16
#define LINES_AHEAD 7
#define KOS_AHEAD 4
#define ENTRIES_AHEAD 4
/* Lines of a batch that are worth another thread. */
#define PART_LINES_LEAST 4
/* Batches of a span. */
#define SPAN_BATCHES 16
/* Lines of a batch: at first, at least and at most. */
#define BATCH_LINES 4
#define BATCH_LINES_LEAST 1
#define BATCH_LINES_MOST 1024
/* Boards of a batch that are looked at, about: the lines follow. So many parts of all, as what is
 * on its way meanwhile is seen late; but enough to be worth a message, and no more than that. */
#define BATCH_PARTS 1024
#define BOARDS_OF_LINE 180 /* about */
#define BATCH_BOARDS_LEAST 1024
#define BATCH_BOARDS_MOST 8192

/* A board that is to be looked at when the answers are there. */
struct share_board {
    uint64_t number, ko_from, ko_end;
    int margin;            /* as in struct sweeper_board */
    unsigned wanted;       /* the same */
    size_t child, lookup;  /* its first ones among those of the batch */
    uint64_t elsewhere[2]; /* by mover: bit i: child i is held by no mate */
    uint8_t count[2];      /* of children by mover */
};

/* What a thread has of a batch. */
struct share_part {
    struct share_board *boards;
    struct dense_child *children;
    struct dense_lookup *lookups;
    size_t board_count, child_count, lookup_count;
    size_t board_room, child_room, lookup_room;
    size_t before; /* lookups of the parts before */
    struct sweeper_counts counts;
    int r;
};

struct share_batch {
    struct share_part *parts; /* [threads] */
    bool many;                /* threads are at work */
    struct dense_lookup *lookups;
    uint8_t *answers;
    size_t lookup_room, answer_room;
};

struct sharing {
    const struct sweeper_kind *kind;
    const struct dense_sweeps *how;
    struct dense_progress *progress;
    const struct dense_mates *mates;
    int threads;
    struct share_batch batches[2];
};

/* Makes room for one more board. */
static int reserve_board(struct share_part *part)
{
    int r = array_reserve(&part->boards, part->board_count + 1, &part->board_room,
                          sizeof(*part->boards));
    if (r == 0)
        r = array_reserve(&part->children, part->child_count + 2 * DENSE_POINTS_MAX,
                          &part->child_room, sizeof(*part->children));
    if (r == 0)
        r = array_reserve(&part->lookups, part->lookup_count + 2 * DENSE_POINTS_MAX + 1,
                          &part->lookup_room, sizeof(*part->lookups));
    return r;
}

/* Lists the plays of a board, and asks for what others hold. There is room. */
DENSE_INLINE void list_board(const struct sweeper_kind *kind, const struct dense_mates *mates,
                             struct dense_dealer dealer, struct share_part *part,
                             struct share_board *to, uint64_t code)
{
    const struct dense_index *index = kind->game->index;
    struct dense_lookup *lookup = part->lookups + part->lookup_count;
    struct dense_child *entered = part->children + part->child_count;
    struct dense_children children;
    const struct stones stones = dense_codes_stones(index->codes, code);
    to->margin = dense_game_margin(kind->game, stones);
    to->child = part->child_count;
    to->lookup = part->lookup_count;
    dense_moves_list_of(index->codes, stones, to->wanted, &children);
    for (unsigned mover = BLACK; mover <= WHITE; mover++) {
        uint64_t elsewhere = 0;
        for (int i = 0; i < children.count[mover]; i++) {
            struct dense_child child = children.of[mover][i];
            uint64_t place = dense_codes_place(index->codes, child.code);
            uint64_t line = place / DENSE_LINE_PLACES;
            struct dense_dealt dealt = dense_share_deal(dealer, line);
            uint64_t other = !mates->of[dealt.rank].seen;
            /* Written in any case, and kept if another rank has it: there is nothing to guess. */
            *lookup = (struct dense_lookup){
                .code = child.code,
                .mover = (uint8_t)(!mover ^ child.swaps),
                .ko = sweeper_has_ko(kind->game, &child) ? child.ko : 0,
                .rank = dealt.rank,
            };
            lookup += other;
            elsewhere |= other << i;
            child.at = dense_mates_spot(mates, dealt, place - line * DENSE_LINE_PLACES);
            child.at &= other - 1;
            *entered++ = child;
        }
        to->count[mover] = (uint8_t)children.count[mover];
        to->elsewhere[mover] = elsewhere;
    }
    part->child_count = (size_t)(entered - part->children);
    part->lookup_count = (size_t)(lookup - part->lookups);
}

/* Lists the plays of the held lines end - 1, ..., from, where something may change. */
static DENSE_CLONES int list_part(const struct sweeper_kind *kind, const struct dense_mates *mates,
                                  struct share_part *part, uint64_t from, uint64_t end)
{
    const struct dense_game *game = kind->game;
    struct dense_dealer dealer = dense_share_dealer(game->index->share);
    struct dense_walk walk;
    part->board_count = part->child_count = part->lookup_count = 0;
    if (from >= end)
        return 0;
    uint64_t ko_end =
        game->kos == NULL ? 0 : dense_kos_first(game->kos, dense_index_first(game->index, end));
    dense_walk_start(&walk, game->index, from, end);
    while (dense_walk_next(&walk)) {
        uint64_t ko_from = game->kos == NULL ? 0 : sweeper_ko_from(game->kos, walk.number, ko_end);
        part->counts.done++;
        unsigned wanted = kind->wanted(kind->table, walk.number, ko_from, ko_end);
        if (wanted != 0) {
            int r = reserve_board(part);
            if (r < 0)
                return r;
            struct share_board *to = &part->boards[part->board_count++];
            to->number = walk.number;
            to->wanted = wanted;
            to->ko_from = ko_from;
            to->ko_end = ko_end;
            list_board(kind, mates, dealer, part, to, walk.code);
        }
        ko_end = ko_from;
    }
    return 0;
}

/* Puts together what the parts ask for. */
static int join_lookups(struct share_batch *batch, int threads, size_t count)
{
    int r = array_reserve(&batch->lookups, count, &batch->lookup_room, sizeof(*batch->lookups));
    for (int i = 0; i < threads && r == 0; i++)
        if (batch->parts[i].lookup_count > 0)
            memcpy(batch->lookups + batch->parts[i].before, batch->parts[i].lookups,
                   batch->parts[i].lookup_count * sizeof(*batch->lookups));
    return r;
}

/* Lists the plays of some lines by all threads, and asks for what others hold. */
static int begin_batch(struct sharing *sharing, int slot, uint64_t from, uint64_t end)
{
    struct share_batch *batch = &sharing->batches[slot];
    uint64_t held = sharing->kind->game->index->line_count, lines = end - from;
    int threads = sharing->threads, r = 0;
    bool many = threads > 1 && lines >= PART_LINES_LEAST * (uint64_t)threads;
    size_t count = 0;
#ifdef _OPENMP
#pragma omp parallel for num_threads(threads) if (many)
#endif
    for (int i = 0; i < threads; i++) {
        uint64_t top = end - lines * (uint64_t)i / (uint64_t)threads;
        uint64_t bottom = end - lines * (uint64_t)(i + 1) / (uint64_t)threads;
        batch->parts[i].r = list_part(sharing->kind, sharing->mates, &batch->parts[i],
                                      bottom < held ? bottom : held, top < held ? top : held);
    }
    batch->many = many;
    for (int i = 0; i < threads && r == 0; i++) {
        r = batch->parts[i].r;
        batch->parts[i].before = count;
        count += batch->parts[i].lookup_count;
    }
    if (r == 0 && threads > 1)
        r = join_lookups(batch, threads, count);
    if (r < 0)
        return r;
    const struct dense_reader *reader = sharing->how->reader;
    r = reader->ask(reader->arg, slot, threads > 1 ? batch->lookups : batch->parts[0].lookups,
                    count);
    return r < 0 ? r
                 : array_reserve(&batch->answers, count * (size_t)sharing->kind->width + 1,
                                 &batch->answer_room, 1);
}

/* --- looking at the boards of a batch --- */

struct share_ring {
    const struct sweeper_kind *kind;
    const struct dense_mates *mates;
    const struct share_part *part;
    const uint8_t *answers; /* of the part */
    struct sweeper_counts counts;
    struct sweeper_board boards[RING];
};

/* Puts a board of the part into the ring, and fetches the lines of its children; of others, where
 * the place is 0, the first line of all: it is there. */
DENSE_INLINE void enter_ring(struct share_ring *ring, size_t n)
{
    const struct share_board *from = &ring->part->boards[n];
    const struct dense_child *child = ring->part->children + from->child;
    struct sweeper_board *board = &ring->boards[n % RING];
    board->number = from->number;
    board->wanted = from->wanted;
    board->ko_from = from->ko_from;
    board->ko_end = from->ko_end;
    board->margin = from->margin;
    for (int mover = BLACK; mover <= WHITE; mover++) {
        board->children.count[mover] = from->count[mover];
        for (int i = 0; i < from->count[mover]; i++, child++) {
            board->children.of[mover][i] = *child;
            __builtin_prefetch(dense_mates_line(ring->mates, child->at));
        }
    }
}

/* The numbers of the children's boards; of others that of the first line: an entry that is there.
 */
DENSE_INLINE void number_held(struct share_ring *ring, size_t n)
{
    const struct dense_game *game = ring->kind->game;
    struct sweeper_board *board = &ring->boards[n % RING];
    for (int mover = BLACK; mover <= WHITE; mover++)
        for (int i = 0; i < board->children.count[mover]; i++) {
            struct dense_child *child = &board->children.of[mover][i];
            child->at = dense_mates_number(ring->mates, child->at, sweeper_has_ko(game, child));
        }
}

/* Of plays with a ko the number of the state instead; of others again one that is there. */
DENSE_INLINE void number_held_kos(struct share_ring *ring, size_t n)
{
    const struct dense_game *game = ring->kind->game;
    const uint64_t *elsewhere = ring->part->boards[n].elsewhere;
    struct sweeper_board *board = &ring->boards[n % RING];
    for (unsigned mover = BLACK; game->kos != NULL && mover <= WHITE; mover++)
        for (int i = 0; i < board->children.count[mover]; i++) {
            struct dense_child *child = &board->children.of[mover][i];
            if (child->ko == 0)
                continue;
            bool held = (elsewhere[mover] >> i & 1) == 0;
            child->at =
                held ? dense_mates_ko(ring->mates, child->at, !mover ^ child->swaps, child->ko) : 0;
        }
    ring->kind->fetch(ring->kind->table, board);
}

DENSE_INLINE void look_at(struct share_ring *ring, size_t n)
{
    const struct sweeper_kind *kind = ring->kind;
    const struct share_board *from = &ring->part->boards[n];
    const struct sweeper_board *board = &ring->boards[n % RING];
    const uint8_t *answer = ring->answers + from->lookup * (size_t)kind->width;
    struct sweeper_entries entries;
    kind->gather(kind->table, board, &entries);
    for (int mover = BLACK; mover <= WHITE; mover++)
        for (uint64_t left = from->elsewhere[mover]; left != 0; left &= left - 1) {
            uint8_t *entry = entries.of[mover][__builtin_ctzll(left)];
            for (int i = 0; i < kind->width; i++)
                entry[i] = *answer++;
        }
    ring->counts.changed += kind->look(kind->table, board, &entries);
    ring->counts.looked++;
    ring->counts.plays += (unsigned)from->count[BLACK] + (unsigned)from->count[WHITE];
}

/* Looks at the boards of a part, in stages a few boards apart. */
static DENSE_CLONES void look_part(const struct sweeper_kind *kind, const struct dense_mates *mates,
                                   struct share_part *part, const uint8_t *answers)
{
    struct share_ring ring = {.kind = kind,
                              .mates = mates,
                              .part = part,
                              .answers = answers + part->before * (size_t)kind->width};
    size_t count = part->board_count;
    const size_t kos = LINES_AHEAD + KOS_AHEAD, entries = kos + ENTRIES_AHEAD;
    for (size_t now = 0; now < count + entries; now++) {
        if (now < count)
            enter_ring(&ring, now);
        if (now >= LINES_AHEAD && now - LINES_AHEAD < count)
            number_held(&ring, now - LINES_AHEAD);
        if (now >= kos && now - kos < count)
            number_held_kos(&ring, now - kos);
        if (now >= entries && now - entries < count)
            look_at(&ring, now - entries);
    }
    part->counts.looked += ring.counts.looked;
    part->counts.changed += ring.counts.changed;
    part->counts.plays += ring.counts.plays;
}

static int end_batch(struct sharing *sharing, int slot)
{
    struct share_batch *batch = &sharing->batches[slot];
    const struct dense_reader *reader = sharing->how->reader;
    int threads = sharing->threads;
    bool many = batch->many;
    int r = reader->take(reader->arg, slot, batch->answers);
    if (r < 0)
        return r;
#ifdef _OPENMP
#pragma omp parallel for num_threads(threads) if (many)
#endif
    for (int i = 0; i < threads; i++)
        look_part(sharing->kind, sharing->mates, &batch->parts[i], batch->answers);
    for (int i = 0; i < threads; i++) {
        sweeper_add(sharing->progress, &batch->parts[i].counts);
        batch->parts[i].counts = (struct sweeper_counts){0};
    }
    return 0;
}

/* --- all batches --- */

/* Goes down the lines end - 1, ..., from of a share, as far as it has them. */
static int sweep_batches(struct sharing *sharing, uint64_t from, uint64_t end, uint64_t lines)
{
    int slot = 0, r = 0;
    for (uint64_t top = end; top > from && r == 0; slot = !slot) {
        uint64_t bottom = top - from > lines ? top - lines : from;
        r = begin_batch(sharing, slot, bottom, top);
        if (r == 0 && top < end)
            r = end_batch(sharing, !slot);
        top = bottom;
    }
    return r < 0 ? r : end_batch(sharing, !slot);
}

/* The lines of the next batches, where those of a span had so many boards to look at. A rank has so
 * many threads, about. */
static uint64_t next_lines(const struct dense_index *index, uint64_t threads, uint64_t lines,
                           uint64_t looked)
{
    uint64_t wanted = index->all_lines * BOARDS_OF_LINE / index->share.ranks / BATCH_PARTS;
    uint64_t boards = looked / SPAN_BATCHES / index->share.ranks;
    if (wanted < BATCH_BOARDS_LEAST)
        wanted = BATCH_BOARDS_LEAST;
    if (wanted > BATCH_BOARDS_MOST * threads)
        wanted = BATCH_BOARDS_MOST * threads;
    if (boards > 2 * wanted && lines > BATCH_LINES_LEAST)
        return lines / 2;
    if (boards < wanted && lines < BATCH_LINES_MOST * threads)
        return lines * 2;
    return lines;
}

static int sweep_spans(struct sharing *sharing)
{
    const struct dense_index *index = sharing->kind->game->index;
    const struct dense_reader *reader = sharing->how->reader;
    struct dense_share first = {.ranks = index->share.ranks, .rank = 0};
    uint64_t lines = BATCH_LINES, threads = (uint64_t)sharing->threads;
    int failed = reader->sum(reader->arg, &threads, 1);
    if (failed < 0)
        return failed;
    threads = (threads + first.ranks - 1) / first.ranks;
    /* The first rank has the most lines: the others make as many batches. */
    for (uint64_t end = dense_share_count(first, index->all_lines); end > 0;) {
        uint64_t span = lines * SPAN_BATCHES, from = end > span ? end - span : 0;
        uint64_t before = sharing->progress->looked;
        int r = sweep_batches(sharing, from, end, lines);
        if (r == 0)
            r = sweeper_report(sharing->how, sharing->progress);
        if (r < 0)
            return r;
        uint64_t sums[2] = {sharing->progress->looked - before, sweeper_stopped(sharing->how)};
        r = reader->sum(reader->arg, sums, 2);
        if (r < 0 || sums[1] > 0)
            return r < 0 ? r : -EINTR;
        lines = next_lines(index, threads, lines, sums[0]);
        end = from;
    }
    return 0;
}

static void release_batch(struct share_batch *batch, int threads)
{
    for (int i = 0; batch->parts != NULL && i < threads; i++) {
        free(batch->parts[i].boards);
        free(batch->parts[i].children);
        free(batch->parts[i].lookups);
    }
    free(batch->parts);
    free(batch->lookups);
    free(batch->answers);
}

int sweeper_share(const struct sweeper_kind *kind, const struct dense_sweeps *how,
                  struct dense_progress *progress)
{
    struct dense_mates alone;
    struct dense_mate *of = calloc(kind->game->index->share.ranks, sizeof(*of));
    struct sharing sharing = {.kind = kind,
                              .how = how,
                              .progress = progress,
                              .mates = how->mates,
                              .threads = how->work.threads};
    size_t threads = (size_t)sharing.threads;
    for (int slot = 0; slot < 2; slot++)
        sharing.batches[slot].parts = calloc(threads, sizeof(struct share_part));
    int r = of == NULL || sharing.batches[0].parts == NULL || sharing.batches[1].parts == NULL
                ? -ENOMEM
                : 0;
    if (r == 0 && how->mates == NULL)
        sharing.mates = dense_mates_alone(&alone, kind->game->index, kind->game->kos, of);
    if (r == 0)
        r = sweep_spans(&sharing);
    for (int slot = 0; slot < 2; slot++)
        release_batch(&sharing.batches[slot], sharing.threads);
    free(of);
    return r;
}
