/* df-pn with an explicit stack. */
#include "engine/strategy/prover.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "board/array.h"

#define NEVER 0x3fffffffu /* a proof number: it cannot be proved */
#define WAY_COUNT 4
#define TAG_OWN_MOVE 0x100u
#define TAG_USED 0x200u
#define TAG_STRICT 0x400u
/* Bytes of a line of the cache; of a large page. */
#define CACHE_LINE 64
#define LARGE_PAGE ((size_t)2 << 20)
#define ENTRIES_LEAST 1024
#define FAILURE_COUNT ((size_t)1 << 15)
/* Nodes between looks at the clock. */
#define LOOK_EVERY 4096
/* The line may be so long. */
#define FRAMES_MAX 100000
#define NO_LEVEL SIZE_MAX

struct play_state {
    struct play_to play;
    uint32_t proof, disproof;
    uint32_t first_proof, first_disproof; /* the estimate */
    size_t level; /* the least place in the path on which its failure rests; NO_LEVEL: none */
    bool estimated, settled;
};

struct prover_frame {
    struct spot spot;
    struct spot_key key;
    uint32_t proof_limit, disproof_limit;
    int count, chosen;
    bool pushed, looked;
    uint8_t movers_before;
    uint64_t nodes_before, hash_before;
    struct play_state plays[PLAYS_MAX];
};

static uint64_t mix(uint64_t x)
{
    x ^= x >> 31;
    x *= 0x9e3779b97f4a7c15ull;
    x ^= x >> 29;
    x *= 0xbf58476d1ce4e5b9ull;
    return x ^ x >> 32;
}

static uint64_t hash_of(uint64_t own, uint64_t other, unsigned tag)
{
    return mix(own ^ mix(other ^ mix(tag + 1)));
}

static unsigned tag_of(const struct prover *prover, const struct spot_key *key)
{
    return TAG_USED | key->ko | (key->own_move ? TAG_OWN_MOVE : 0) |
           (prover->strict ? TAG_STRICT : 0);
}

/* --- the table --- */

static struct proved_entry *set_of(const struct prover *prover, const struct spot_key *key,
                                   unsigned tag)
{
    size_t hash = hash_of(key->own, key->other, tag);
    return &prover->entries[hash & prover->entry_mask & ~(size_t)(WAY_COUNT - 1)];
}

static struct proved_entry *find(const struct prover *prover, const struct spot_key *key,
                                 unsigned tag)
{
    struct proved_entry *set = set_of(prover, key, tag);
    for (int i = 0; i < WAY_COUNT; i++)
        if (set[i].tag == tag && set[i].own == key->own && set[i].other == key->other)
            return &set[i];
    return NULL;
}

const struct proved_entry *prover_find(const struct prover *prover, const struct spot_key *key)
{
    return find(prover, key, tag_of(prover, key));
}

/* Lets a set be fetched while something else is done. */
static void fetch(const struct prover *prover, const struct spot_key *key)
{
    const char *set = (const char *)set_of(prover, key, tag_of(prover, key));
    for (size_t i = 0; i < WAY_COUNT * sizeof(struct proved_entry); i += CACHE_LINE)
        __builtin_prefetch(set + i);
}

/*
 * Twice as many sets, in the room that is there: an entry stays in its set, or goes to the one
 * that is as far behind as there were entries.
 */
static void widen(struct prover *prover)
{
    size_t old = prover->entry_mask + 1;
    prover->entry_mask = 2 * old - 1;
    for (size_t i = 0; i < old; i++) {
        struct proved_entry *entry = &prover->entries[i];
        struct spot_key key = {.own = entry->own, .other = entry->other};
        if (entry->tag == 0 || set_of(prover, &key, entry->tag) < &prover->entries[old])
            continue;
        prover->entries[i + old] = *entry;
        entry->tag = 0;
    }
}

/* Four times the binary logarithm of a number of nodes, roughly. */
static uint8_t size_of_work(uint64_t nodes)
{
    int high = 63 - __builtin_clzll(nodes | 1);
    unsigned rest = high >= 2 ? (unsigned)(nodes >> (high - 2)) & 3 : 0;
    return (uint8_t)(4 * (unsigned)high + rest);
}

/* Of a full set, what took the least work goes. */
static void keep(struct prover *prover, const struct spot_key *key, uint32_t proof,
                 uint32_t disproof, uint64_t work)
{
    unsigned tag = tag_of(prover, key);
    struct proved_entry *set = set_of(prover, key, tag);
    struct proved_entry *into = find(prover, key, tag);
    for (int i = 0; i < WAY_COUNT && into == NULL; i++)
        if (set[i].tag == 0)
            into = &set[i];
    if (into == NULL) {
        into = &set[0];
        for (int i = 1; i < WAY_COUNT; i++)
            if (set[i].work < into->work)
                into = &set[i];
        into->tag = 0;
        prover->entry_count--;
    }
    if (into->tag == 0)
        prover->entry_count++;
    bool was_proved = into->tag != 0 && into->proof == 0;
    *into = (struct proved_entry){
        .own = key->own,
        .other = key->other,
        .proof = proof,
        .disproof = disproof,
        .work = size_of_work(work),
        .order = was_proved   ? into->order
                 : proof == 0 ? ++prover->proofs
                              : 0,
        .tag = (uint16_t)tag,
    };
    if (prover->entry_mask < prover->entry_most &&
        prover->entry_count > (prover->entry_mask + 1) / 2)
        widen(prover);
}

void prover_forget(struct prover *prover, const struct spot_key *key)
{
    unsigned tag = tag_of(prover, key) & ~TAG_STRICT;
    for (int strict = 0; strict < 2; strict++) {
        struct proved_entry *entry = find(prover, key, tag | (strict ? TAG_STRICT : 0));
        if (entry != NULL) {
            entry->tag = 0;
            prover->entry_count--;
        }
    }
}

int prover_bar(struct prover *prover, const struct spot_key *from, const struct spot_key *to)
{
    struct barred_play *grown =
        realloc(prover->barred, (prover->barred_count + 1) * sizeof(*prover->barred));
    if (grown == NULL)
        return -ENOMEM;
    prover->barred = grown;
    prover->barred[prover->barred_count++] = (struct barred_play){*from, *to};
    prover_forget(prover, from);
    return 0;
}

bool prover_is_barred(const struct prover *prover, const struct spot_key *from,
                      const struct spot_key *to)
{
    for (size_t i = 0; i < prover->barred_count; i++)
        if (spot_key_equal(&prover->barred[i].from, from) &&
            spot_key_equal(&prover->barred[i].to, to))
            return true;
    return false;
}

/* A state that fails where the boards of path_hash stood before. */
struct line_failure {
    uint64_t path_hash, own, other;
    unsigned tag; /* 0: none */
};

/* Where the failure of a state on the present line is kept; the last one there stays. */
static struct line_failure *failure_of(const struct prover *prover, const struct spot_key *key)
{
    uint64_t hash = hash_of(key->own ^ prover->path_hash, key->other, tag_of(prover, key));
    return &prover->failures[hash & (FAILURE_COUNT - 1)];
}

static bool fails_here(const struct prover *prover, const struct spot_key *key)
{
    const struct line_failure *kept = failure_of(prover, key);
    return kept->tag == tag_of(prover, key) && kept->path_hash == prover->path_hash &&
           kept->own == key->own && kept->other == key->other;
}

/* --- what is granted --- */

int prover_withdraw(struct prover *prover, const struct spot_key *key)
{
    if (array_reserve((void **)&prover->withdrawn, prover->withdrawn_count + 1,
                      &prover->withdrawn_room, sizeof(*prover->withdrawn)) < 0)
        return -ENOMEM;
    prover->withdrawn[prover->withdrawn_count++] = *key;
    return 0;
}

/* Are there two points that are no neighbours, as two eyes would have to be? */
static bool has_two_apart(const struct bitboard *board, uint64_t points)
{
    for (uint64_t left = points; left != 0; left &= left - 1)
        if ((points & ~bitboard_spread(board, left & -left)) != 0)
            return true;
    return false;
}

/* Do the attacker's living stones leave the other no room for two eyes? */
static bool leaves_no_room(const struct bitboard *board, uint64_t alive, uint64_t near_alive)
{
    return alive != 0 && !has_two_apart(board, board->full & ~alive & ~near_alive);
}

static bool is_withdrawn(const struct prover *prover, const struct spot_key *key)
{
    for (size_t i = 0; i < prover->withdrawn_count; i++)
        if (spot_key_equal(&prover->withdrawn[i], key))
            return true;
    return false;
}

bool prover_grants(const struct prover *prover, const struct spot *spot, const struct spot_key *key)
{
    const struct bitboard *board = prover->board;
    uint64_t sure;
    uint64_t alive = bitboard_alive(board, spot->stones.own, spot->stones.other, &sure);
    return leaves_no_room(board, alive, bitboard_spread(board, alive)) &&
           !is_withdrawn(prover, key);
}

/* --- the line --- */

static uint64_t board_hash(struct stone_pair stones)
{
    return mix(stones.own ^ mix(stones.other + 0x51ed27));
}

static int path_push(struct prover *prover, struct stone_pair stones, unsigned movers)
{
    if (prover->path_count == prover->path_room) {
        size_t room = prover->path_room == 0 ? 256 : 2 * prover->path_room;
        void *path = realloc(prover->path, room * sizeof(*prover->path));
        if (path != NULL)
            prover->path = path;
        void *whose = realloc(prover->path_movers, room);
        if (whose != NULL)
            prover->path_movers = whose;
        if (path == NULL || whose == NULL)
            return -ENOMEM;
        prover->path_room = room;
    }
    uint64_t hash = board_hash(stones);
    prover->path[prover->path_count] = stones;
    prover->path_movers[prover->path_count++] = (uint8_t)movers;
    prover->path_hash ^= hash;
    prover->path_filter[hash >> 6 & 15] |= 1ull << (hash & 63);
    return 0;
}

/* The filter may say yes without need: it is made anew now and then. */
static void path_pop(struct prover *prover)
{
    prover->path_hash ^= board_hash(prover->path[--prover->path_count]);
    if (prover->path_count % 16 != 0)
        return;
    memset(prover->path_filter, 0, sizeof(prover->path_filter));
    for (size_t i = 0; i < prover->path_count; i++) {
        uint64_t hash = board_hash(prover->path[i]);
        prover->path_filter[hash >> 6 & 15] |= 1ull << (hash & 63);
    }
}

/* Where on the line the board of a play stood, if that may not be; else NO_LEVEL. */
static size_t recurrence(const struct prover *prover, const struct play_to *play)
{
    uint64_t hash = board_hash(play->to.stones);
    if ((prover->path_filter[hash >> 6 & 15] >> (hash & 63) & 1) == 0)
        return NO_LEVEL;
    for (size_t i = prover->path_count; i-- > 0;)
        if (prover->path[i].own == play->to.stones.own &&
            prover->path[i].other == play->to.stones.other &&
            (!play->to.own_move || (prover->path_movers[i] & 2) != 0))
            return i;
    return NO_LEVEL;
}

/* --- numbers --- */

/*
 * What a state nobody has looked at is taken for. Certain only: unconditional life of the other's
 * takes too much, the board is won and he has no stone to play, or the state is granted.
 */
static void first_numbers(struct prover *prover, const struct play_to *play, uint32_t *ret_proof,
                          uint32_t *ret_disproof)
{
    const struct spot *spot = &play->to;
    const struct bitboard *board = prover->board;
    struct stone_pair stones = spot->stones;
    uint64_t others_sure, own_sure;
    uint64_t others_alive = bitboard_alive(board, stones.other, stones.own, &others_sure);
    if (others_alive != 0 &&
        board->points - 2 * __builtin_popcountll(board->stones_only ? others_alive : others_sure) <
            prover->margin) {
        *ret_proof = NEVER;
        *ret_disproof = 0;
        return;
    }
    uint64_t alive = bitboard_alive(board, stones.own, stones.other, &own_sure);
    uint64_t near_alive = alive != 0 ? bitboard_spread(board, alive) : 0;
    unsigned eyes =
        (unsigned)__builtin_popcountll(board->full & ~stones.own & ~near_alive & ~own_sure);
    unsigned empty =
        (unsigned)__builtin_popcountll(board->full & ~stones.own & ~stones.other & ~own_sure);
    unsigned others = (unsigned)__builtin_popcountll(stones.other & ~own_sure);
    if (prover_won(prover, spot)) {
        *ret_proof = 0;
        *ret_disproof = NEVER;
        return;
    }
    if (leaves_no_room(board, alive, near_alive)) {
        bool granted = !prover->strict && !is_withdrawn(prover, &play->key);
        *ret_proof = granted ? 0 : 1;
        *ret_disproof = granted ? NEVER : 64;
        return;
    }
    float lacking =
        (float)prover->margin - estimate_margin(&prover->estimate, stones, spot->own_move);
    *ret_proof = 1 + (lacking > 0 ? (uint32_t)(4 * lacking) : 0);
    if (prover->margin > 0) {
        /* Who is to take most of the board is well guided by the margin alone, */
        *ret_disproof = 1 + (lacking < 0 ? (uint32_t)-lacking : 0);
        return;
    }
    /* who only wants to live by what there is room for. */
    *ret_proof += eyes / 2 + empty / (spot->own_move ? 4 : 2) + others / 2 + (alive != 0 ? 0 : 2);
    *ret_disproof = 1 + (alive != 0 ? 4 : 0) + (spot->own_move ? empty / 4 : 0);
}

static void look_up(struct prover *prover, struct play_state *play)
{
    const struct spot_key *key = &play->play.key;
    const struct proved_entry *entry;
    if (play->settled)
        return;
    entry = prover_find(prover, key);
    bool decided = entry != NULL && (entry->proof == 0 || entry->disproof == 0);
    if (!decided && prover->path_dependent && fails_here(prover, key)) {
        play->proof = NEVER;
        play->disproof = 0;
        play->level = 0;
        return;
    }
    if (entry != NULL) {
        play->proof = entry->proof;
        play->disproof = entry->disproof;
        return;
    }
    if (!play->estimated)
        first_numbers(prover, &play->play, &play->first_proof, &play->first_disproof);
    play->estimated = true;
    play->proof = play->first_proof;
    play->disproof = play->first_disproof;
}

/* A frame's numbers: of the mover's own goal the least, of the other's the sum. */
struct sums {
    uint32_t proof, disproof;
    uint32_t least, second, beside; /* beside: the other number of the least */
};

static struct sums add_up(struct prover_frame *frame)
{
    uint64_t sum = 0;
    struct sums sums = {.least = NEVER, .second = NEVER};
    bool own = frame->spot.own_move;
    frame->chosen = -1;
    for (int i = 0; i < frame->count; i++) {
        uint32_t goal = own ? frame->plays[i].proof : frame->plays[i].disproof;
        uint32_t against = own ? frame->plays[i].disproof : frame->plays[i].proof;
        sum += against;
        if (goal < sums.least) {
            sums.second = sums.least;
            sums.least = goal;
            sums.beside = against;
            frame->chosen = i;
        } else if (goal < sums.second) {
            sums.second = goal;
        }
    }
    uint32_t other = sum > NEVER ? NEVER : (uint32_t)sum;
    if (sums.least == 0)
        other = NEVER;
    else if (sums.least == NEVER)
        other = 0;
    uint32_t goal = other == 0 ? NEVER : sums.least;
    sums.proof = own ? goal : other;
    sums.disproof = own ? other : goal;
    return sums;
}

/* --- the search --- */

static int push_frame(struct prover *prover, const struct spot *spot, const struct spot_key *key,
                      uint32_t proof_limit, uint32_t disproof_limit)
{
    if (prover->frame_count == prover->frame_room) {
        size_t room = prover->frame_room == 0 ? 64 : 2 * prover->frame_room;
        void *grown =
            room > FRAMES_MAX ? NULL : realloc(prover->frames, room * sizeof(*prover->frames));
        if (grown == NULL)
            return -ENOMEM;
        prover->frames = grown;
        prover->frame_room = room;
    }
    struct prover_frame *frame = &prover->frames[prover->frame_count++];
    frame->spot = *spot;
    frame->key = *key;
    frame->proof_limit = proof_limit;
    frame->disproof_limit = disproof_limit;
    frame->nodes_before = prover->nodes++;
    frame->hash_before = prover->path_hash;
    frame->looked = false;
    /* After a pass the board is on the line already. */
    size_t last = prover->path_count;
    unsigned mover = spot->own_move ? 2 : 1;
    frame->pushed = last == 0 || prover->path[last - 1].own != spot->stones.own ||
                    prover->path[last - 1].other != spot->stones.other;
    if (frame->pushed && path_push(prover, spot->stones, mover) < 0)
        return -ENOMEM;
    frame->movers_before = frame->pushed ? 0 : prover->path_movers[last - 1];
    prover->path_movers[prover->path_count - 1] |= (uint8_t)mover;
    struct play_to plays[PLAYS_MAX];
    int count = prover_plays(prover, spot, plays);
    frame->count = 0;
    for (int i = 0; i < count; i++) {
        struct play_state *play = &frame->plays[frame->count];
        bool twice = spot->own_move && prover_is_barred(prover, key, &plays[i].key);
        for (int j = 0; j < frame->count && !twice; j++)
            twice = spot_key_equal(&frame->plays[j].play.key, &plays[i].key);
        if (twice)
            continue;
        frame->count++;
        *play = (struct play_state){.play = plays[i], .level = NO_LEVEL};
        fetch(prover, &play->play.key);
        if (plays[i].point == prover->board->points)
            continue;
        play->level = recurrence(prover, &plays[i]);
        if (play->level != NO_LEVEL) {
            play->settled = true;
            play->proof = NEVER;
        }
    }
    return 0;
}

/* The least place in the line on which a failure rests: of all plays, or the best of one. */
static size_t level_of(const struct prover_frame *frame)
{
    size_t level = NO_LEVEL;
    bool any = false;
    for (int i = 0; i < frame->count; i++) {
        const struct play_state *play = &frame->plays[i];
        if (frame->spot.own_move) {
            level = play->level < level ? play->level : level;
        } else if (play->disproof == 0 && (!any || play->level > level)) {
            level = play->level;
            any = true;
        }
    }
    return level;
}

/* Ends the frame's visit and tells its parent. */
static void pop_frame(struct prover *prover, const struct sums *sums)
{
    struct prover_frame *frame = &prover->frames[--prover->frame_count];
    size_t level = sums->disproof == 0 ? level_of(frame) : NO_LEVEL;
    size_t own_level = prover->path_count - 1;
    uint64_t work = prover->nodes - frame->nodes_before;
    if (frame->pushed)
        path_pop(prover);
    else
        prover->path_movers[own_level] = frame->movers_before;
    bool rests = level != NO_LEVEL && (level < own_level || !frame->pushed);
    if (rests) {
        prover->path_dependent = true;
        *failure_of(prover, &frame->key) = (struct line_failure){
            prover->path_hash, frame->key.own, frame->key.other, tag_of(prover, &frame->key)};
    } else if (!prover->stopped || sums->proof == 0 || sums->disproof == 0) {
        keep(prover, &frame->key, sums->proof, sums->disproof, work);
    }
    if (prover->frame_count == 0)
        return;
    struct prover_frame *parent = &prover->frames[prover->frame_count - 1];
    struct play_state *play = &parent->plays[parent->chosen];
    play->proof = sums->proof;
    play->disproof = sums->disproof;
    if (sums->disproof == 0 || sums->proof == 0) {
        play->settled = true;
        play->level = rests ? level : NO_LEVEL;
    }
}

static uint32_t limit(uint64_t wanted, uint32_t most)
{
    return wanted < most ? (uint32_t)wanted : most;
}

/* Goes on with the play that is nearest to the mover's goal, until another is by a quarter. */
static int descend(struct prover *prover, const struct sums *sums)
{
    struct prover_frame *frame = &prover->frames[prover->frame_count - 1];
    bool own = frame->spot.own_move;
    uint32_t goal_limit = own ? frame->proof_limit : frame->disproof_limit;
    uint32_t other_limit = own ? frame->disproof_limit : frame->proof_limit;
    uint32_t other = own ? sums->disproof : sums->proof;
    uint32_t goal = sums->second == NEVER
                        ? goal_limit
                        : limit((uint64_t)sums->second + 1 + sums->second / 4, goal_limit);
    uint32_t against =
        other_limit >= NEVER ? NEVER : limit((uint64_t)other_limit - other + sums->beside, NEVER);
    const struct play_to *to = &frame->plays[frame->chosen].play;
    struct spot spot = to->to;
    struct spot_key key = to->key;
    return push_frame(prover, &spot, &key, own ? goal : against, own ? against : goal);
}

static void look_at_limits(struct prover *prover)
{
    if (prover->nodes >= prover->max_nodes ||
        (prover->nodes % LOOK_EVERY == 0 && prover->stop != NULL && prover->stop(prover->arg)))
        prover->stopped = true;
}

static struct sums visit(struct prover *prover, struct prover_frame *frame)
{
    if (frame->looked)
        look_up(prover, &frame->plays[frame->chosen]);
    else
        for (int i = 0; i < frame->count; i++)
            look_up(prover, &frame->plays[i]);
    frame->looked = true;
    return add_up(frame);
}

enum prover_answer prover_ask(struct prover *prover, const struct spot *spot,
                              const struct stone_pair *before, size_t before_count,
                              uint64_t max_nodes)
{
    struct sums sums = {.proof = 1, .disproof = 1};
    struct spot_key key = prover_key(prover->board, spot);
    prover->max_nodes = prover->nodes + max_nodes;
    prover->stopped = false;
    prover->path_count = prover->frame_count = 0;
    prover->path_hash = 0;
    memset(prover->path_filter, 0, sizeof(prover->path_filter));
    int r = 0;
    for (size_t i = 0; i < before_count && r == 0; i++)
        r = path_push(prover, before[i], 3);
    if (r == 0)
        r = push_frame(prover, spot, &key, NEVER, NEVER);
    while (r == 0 && prover->frame_count > 0) {
        struct prover_frame *frame = &prover->frames[prover->frame_count - 1];
        sums = visit(prover, frame);
        look_at_limits(prover);
        if (sums.proof >= frame->proof_limit || sums.disproof >= frame->disproof_limit ||
            sums.proof == 0 || sums.disproof == 0 || prover->stopped)
            pop_frame(prover, &sums);
        else
            r = descend(prover, &sums);
    }
    if (r < 0)
        prover->no_memory = prover->stopped = true;
    if (r == 0 && sums.proof == 0)
        return PROVER_PROVED;
    return r == 0 && sums.disproof == 0 ? PROVER_FAILED : PROVER_STOPPED;
}

/* Room of zeroes in large pages, where the system has them: looks into it are all over the place.
 */
static void *large_room(size_t bytes)
{
    void *room = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (room == MAP_FAILED)
        return NULL;
    if (bytes >= LARGE_PAGE)
        (void)madvise(room, bytes, MADV_HUGEPAGE);
    return room;
}

int prover_open(struct prover *ret_prover, const struct bitboard *board,
                const struct strategy_rules *rules, int margin, size_t bytes)
{
    struct prover prover = {.board = board, .rules = *rules, .margin = margin};
    size_t count = ENTRIES_LEAST;
    while (2 * count * sizeof(*prover.entries) <= bytes)
        count *= 2;
    prover.entry_mask = ENTRIES_LEAST - 1;
    prover.entry_most = count - 1;
    prover.entries = large_room(count * sizeof(*prover.entries));
    prover.failures = calloc(FAILURE_COUNT, sizeof(*prover.failures));
    int r = estimate_init(&prover.estimate, board);
    *ret_prover = prover;
    return r == 0 && (prover.entries == NULL || prover.failures == NULL) ? -ENOMEM : r;
}

size_t prover_bytes(const struct prover *prover)
{
    return (prover->entry_mask + 1) * sizeof(*prover->entries);
}

void prover_close(struct prover *prover)
{
    estimate_release(&prover->estimate);
    if (prover->entries != NULL)
        munmap(prover->entries, (prover->entry_most + 1) * sizeof(*prover->entries));
    free(prover->failures);
    free(prover->frames);
    free(prover->path);
    free(prover->path_movers);
    free(prover->barred);
    free(prover->withdrawn);
    memset(prover, 0, sizeof(*prover));
}
