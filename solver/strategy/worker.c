/* A thread's part: df-pn with an explicit stack. */
#include "strategy/worker.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define FAILURE_COUNT ((size_t)1 << 15)
/* Nodes between looks at the clock; in a region, between two times that nodes are counted. */
#define LOOK_EVERY 4096
#define TELL_EVERY 64
/* The line may be so long. */
#define FRAMES_MAX 100000
#define NO_LEVEL SIZE_MAX

struct worker_edge {
    struct prover_successor edge;
    uint64_t hash;
    struct prover_numbers numbers, first; /* first: the estimate */
    size_t level;    /* the least place in the path on which its failure rests; NO_LEVEL: none */
    uint16_t inside; /* other threads, when it was looked at */
    bool estimated, settled;
};

struct prover_frame {
    struct prover_state state;
    struct entry_key key;
    uint64_t hash;
    uint32_t proof_limit, disproof_limit;
    int count, chosen;
    bool pushed, looked, descended;
    uint8_t movers_before;
    uint64_t nodes_before, hash_before;
    struct worker_edge edges[SUCCESSORS_MAX];
};

/* A state that fails where the boards of path_hash stood before. */
struct path_failure {
    uint64_t path_hash, own, other;
    unsigned tag; /* 0: none */
};

struct prover_worker {
    struct prover *prover;
    bool asks;                     /* it asks whether to stop */
    struct path_failure *failures; /* what fails on one line only; few are */
    struct prover_frame *frames;
    size_t frame_count, frame_room;
    struct stone_pair *path; /* the boards of the line, those that stood before first */
    uint8_t *path_movers;    /* bit 0: the other to move, 1: the attacker */
    size_t path_count, path_room;
    uint64_t path_hash, path_filter[16];
    bool path_dependent;           /* something has failed on one line only */
    uint64_t nodes, reported;      /* its own; those that the prover has counted */
    size_t kept;                   /* states that the table got and the prover has not counted */
    struct estimate_around around; /* of the frame that is visited, */
    bool looked_around;            /* if one of its plays is known too little of */
};

int worker_new(struct prover_worker **ret_worker, struct prover *prover, bool asks)
{
    struct prover_worker *made = calloc(1, sizeof(*made));
    if (made == NULL)
        return -ENOMEM;
    made->prover = prover;
    made->asks = asks;
    made->failures = calloc(FAILURE_COUNT, sizeof(*made->failures));
    if (made->failures == NULL) {
        worker_free(made);
        return -ENOMEM;
    }
    *ret_worker = made;
    return 0;
}

void worker_free(struct prover_worker *worker)
{
    if (worker == NULL)
        return;
    free(worker->failures);
    free(worker->frames);
    free(worker->path);
    free(worker->path_movers);
    free(worker);
}

/* Where the failure of a state on the present line is kept; the last one there stays. */
static struct path_failure *failure_of(const struct prover_worker *worker,
                                       const struct entry_key *key)
{
    uint64_t hash = entry_key_hash_tagged(key->own ^ worker->path_hash, key->other,
                                          prover_table_tag(worker->prover, key));
    return &worker->failures[hash & (FAILURE_COUNT - 1)];
}

static bool fails_here(const struct prover_worker *worker, const struct entry_key *key)
{
    const struct path_failure *kept = failure_of(worker, key);
    return kept->tag == prover_table_tag(worker->prover, key) &&
           kept->path_hash == worker->path_hash && kept->own == key->own &&
           kept->other == key->other;
}

/* --- who is where --- */

static atomic_ushort *mark_of(const struct prover *prover, uint64_t hash)
{
    return &prover->marks[hash & (MARK_COUNT - 1)];
}

static unsigned inside(const struct prover *prover, uint64_t hash)
{
    return prover->in_region ? atomic_load_explicit(mark_of(prover, hash), memory_order_relaxed)
                             : 0;
}

static void enter(const struct prover *prover, uint64_t hash)
{
    if (prover->in_region)
        atomic_fetch_add_explicit(mark_of(prover, hash), 1, memory_order_relaxed);
}

static void leave(const struct prover *prover, uint64_t hash)
{
    if (prover->in_region)
        atomic_fetch_sub_explicit(mark_of(prover, hash), 1, memory_order_relaxed);
}

void worker_mark(struct prover_worker *worker)
{
    for (size_t i = 0; i < worker->frame_count; i++)
        enter(worker->prover, worker->frames[i].hash);
}

/* --- the line --- */

static uint64_t board_hash(struct stone_pair stones)
{
    return entry_key_hash_stones(stones.own, stones.other);
}

static int path_push(struct prover_worker *worker, struct stone_pair stones, unsigned movers)
{
    if (worker->path_count == worker->path_room) {
        size_t room = worker->path_room == 0 ? 256 : 2 * worker->path_room;
        void *path = realloc(worker->path, room * sizeof(*worker->path));
        if (path != NULL)
            worker->path = path;
        void *whose = realloc(worker->path_movers, room);
        if (whose != NULL)
            worker->path_movers = whose;
        if (path == NULL || whose == NULL)
            return -ENOMEM;
        worker->path_room = room;
    }
    uint64_t hash = board_hash(stones);
    worker->path[worker->path_count] = stones;
    worker->path_movers[worker->path_count++] = (uint8_t)movers;
    worker->path_hash ^= hash;
    worker->path_filter[hash >> 6 & 15] |= 1ull << (hash & 63);
    return 0;
}

/* The filter may say yes without need: it is made anew now and then. */
static void path_pop(struct prover_worker *worker)
{
    worker->path_hash ^= board_hash(worker->path[--worker->path_count]);
    if (worker->path_count % 16 != 0)
        return;
    memset(worker->path_filter, 0, sizeof(worker->path_filter));
    for (size_t i = 0; i < worker->path_count; i++) {
        uint64_t hash = board_hash(worker->path[i]);
        worker->path_filter[hash >> 6 & 15] |= 1ull << (hash & 63);
    }
}

/* Where on the line the board of a play stood, if that may not be; else NO_LEVEL. */
static size_t find_repetition(const struct prover_worker *worker,
                              const struct prover_successor *edge)
{
    uint64_t hash = board_hash(edge->to.stones);
    if ((worker->path_filter[hash >> 6 & 15] >> (hash & 63) & 1) == 0)
        return NO_LEVEL;
    for (size_t i = worker->path_count; i-- > 0;)
        if (worker->path[i].own == edge->to.stones.own &&
            worker->path[i].other == edge->to.stones.other &&
            (!edge->to.own_move || (worker->path_movers[i] & 2) != 0))
            return i;
    return NO_LEVEL;
}

/* --- numbers --- */

static void look_up(struct prover_worker *worker, const struct prover_frame *frame,
                    struct worker_edge *edge)
{
    const struct prover *prover = worker->prover;
    const struct entry_key *key = &edge->edge.key;
    struct prover_numbers found;
    if (edge->settled)
        return;
    bool known = prover_table_look_up(prover, key, edge->hash, &found);
    if (!(known && prover_numbers_decided(found)) && worker->path_dependent &&
        fails_here(worker, key)) {
        edge->numbers = (struct prover_numbers){NEVER, 0};
        edge->level = 0;
        return;
    }
    if (known) {
        edge->numbers = found;
        return;
    }
    if (!edge->estimated) {
        if (!worker->looked_around)
            estimate_look_around(&prover->estimate, frame->state.stones, !frame->state.own_move,
                                 &worker->around);
        worker->looked_around = true;
        edge->first = initial_numbers(prover, &edge->edge, &worker->around);
        edge->estimated = true;
    }
    edge->numbers = edge->first;
}

/* A frame's numbers: of the mover's own goal the least, of the other's the sum. */
struct sums {
    struct prover_numbers numbers;
    uint32_t least, second; /* of the mover's goal, where others are inside taken for more */
    bool elsewhere;         /* decided by another thread, whatever the line is */
};

/* More by a quarter: so much another must be better before a thread goes there. */
static uint32_t quarter_more(uint32_t number, uint32_t most)
{
    uint64_t more = (uint64_t)number + 1 + number / 4;
    return more < most ? (uint32_t)more : most;
}

/* What a number is taken for while so many others are inside. */
static uint32_t raised(uint32_t goal, unsigned others)
{
    for (; others > 0 && goal > 0 && goal < NEVER - 1; others--)
        goal = quarter_more(goal, NEVER - 1);
    return goal;
}

static uint32_t goal_of(const struct prover_frame *frame, const struct worker_edge *edge)
{
    return frame->state.own_move ? edge->numbers.proof : edge->numbers.disproof;
}

static uint32_t against_of(const struct prover_frame *frame, const struct worker_edge *edge)
{
    return frame->state.own_move ? edge->numbers.disproof : edge->numbers.proof;
}

static struct sums add_up(struct prover_frame *frame)
{
    uint64_t sum = 0;
    uint32_t nearest = NEVER;
    struct sums sums = {.least = NEVER, .second = NEVER};
    frame->chosen = -1;
    for (int i = 0; i < frame->count; i++) {
        const struct worker_edge *edge = &frame->edges[i];
        uint32_t goal = goal_of(frame, edge), taken_for = raised(goal, edge->inside);
        sum += against_of(frame, edge);
        nearest = goal < nearest ? goal : nearest;
        if (taken_for < sums.least) {
            sums.second = sums.least;
            sums.least = taken_for;
            frame->chosen = i;
        } else if (taken_for < sums.second) {
            sums.second = taken_for;
        }
    }
    uint32_t other = sum > NEVER ? NEVER : (uint32_t)sum;
    if (nearest == 0)
        other = NEVER;
    else if (nearest == NEVER)
        other = 0;
    uint32_t goal = other == 0 ? NEVER : nearest;
    sums.numbers = frame->state.own_move ? (struct prover_numbers){goal, other}
                                         : (struct prover_numbers){other, goal};
    return sums;
}

/* --- the search --- */

static struct prover_frame *new_frame(struct prover_worker *worker)
{
    if (worker->frame_count == worker->frame_room) {
        size_t room = worker->frame_room == 0 ? 64 : 2 * worker->frame_room;
        void *grown =
            room > FRAMES_MAX ? NULL : realloc(worker->frames, room * sizeof(*worker->frames));
        if (grown == NULL)
            return NULL;
        worker->frames = grown;
        worker->frame_room = room;
    }
    return &worker->frames[worker->frame_count++];
}

/* The plays of a frame, each state once; those that bring a board back have failed. */
static void list_edges(const struct prover_worker *worker, struct prover_frame *frame)
{
    const struct prover *prover = worker->prover;
    struct prover_successor edges[SUCCESSORS_MAX];
    int count = prover_successors(prover, &frame->state, edges);
    frame->count = 0;
    for (int i = 0; i < count; i++) {
        struct worker_edge *edge = &frame->edges[frame->count];
        bool twice = frame->state.own_move && prover_excludes(prover, &frame->key, &edges[i].key);
        for (int j = 0; j < frame->count && !twice; j++)
            twice = entry_key_equal(&frame->edges[j].edge.key, &edges[i].key);
        if (twice)
            continue;
        frame->count++;
        *edge = (struct worker_edge){.edge = edges[i], .level = NO_LEVEL};
        edge->hash = prover_table_hash(prover, &edge->edge.key);
        prover_table_prefetch(prover, edge->hash);
        if (edges[i].point == prover->board->points)
            continue;
        edge->level = find_repetition(worker, &edges[i]);
        if (edge->level != NO_LEVEL) {
            edge->settled = true;
            edge->numbers.proof = NEVER;
        }
    }
}

static int push_frame(struct prover_worker *worker, const struct prover_state *state,
                      const struct entry_key *key, struct prover_numbers limits)
{
    struct prover_frame *frame = new_frame(worker);
    if (frame == NULL)
        return -ENOMEM;
    frame->state = *state;
    frame->key = *key;
    frame->hash = prover_table_hash(worker->prover, key);
    frame->proof_limit = limits.proof;
    frame->disproof_limit = limits.disproof;
    frame->nodes_before = worker->nodes++;
    frame->hash_before = worker->path_hash;
    frame->looked = frame->descended = false;
    enter(worker->prover, frame->hash);
    /* After a pass the board is on the line already. */
    size_t last = worker->path_count;
    unsigned mover = state->own_move ? 2 : 1;
    frame->pushed = last == 0 || worker->path[last - 1].own != state->stones.own ||
                    worker->path[last - 1].other != state->stones.other;
    if (frame->pushed && path_push(worker, state->stones, mover) < 0)
        return -ENOMEM;
    frame->movers_before = frame->pushed ? 0 : worker->path_movers[last - 1];
    worker->path_movers[worker->path_count - 1] |= (uint8_t)mover;
    list_edges(worker, frame);
    return 0;
}

/* The least place in the line on which a failure rests: of all plays, or the best of one. */
static size_t level_of(const struct prover_frame *frame)
{
    size_t level = NO_LEVEL;
    bool any = false;
    for (int i = 0; i < frame->count; i++) {
        const struct worker_edge *edge = &frame->edges[i];
        if (frame->state.own_move) {
            level = edge->level < level ? edge->level : level;
        } else if (edge->numbers.disproof == 0 && (!any || edge->level > level)) {
            level = edge->level;
            any = true;
        }
    }
    return level;
}

/* Counts what was done since it was told last. */
static void tell(struct prover_worker *worker)
{
    struct prover *prover = worker->prover;
    atomic_fetch_add_explicit(&prover->nodes, worker->nodes - worker->reported,
                              memory_order_relaxed);
    worker->reported = worker->nodes;
    if (worker->kept == 0)
        return;
    atomic_fetch_add_explicit(&prover->entry_count, worker->kept, memory_order_relaxed);
    worker->kept = 0;
    if (!prover_table_is_full(prover))
        return;
    if (prover->in_region)
        prover->meet = true;
    else
        prover_table_widen(prover);
}

static void keep(struct prover_worker *worker, const struct prover_frame *frame,
                 struct prover_numbers numbers)
{
    struct prover *prover = worker->prover;
    worker->kept += prover_table_store(prover, &frame->key, frame->hash, numbers,
                                       worker->nodes - frame->nodes_before);
    if (!prover->in_region)
        tell(worker);
}

/* The root is left: whoever decides it first has the answer. */
static void finish(struct prover *prover, struct prover_numbers numbers)
{
    int open = PROVER_STOPPED;
    if (prover_numbers_decided(numbers))
        atomic_compare_exchange_strong(&prover->answer, &open,
                                       numbers.proof == 0 ? PROVER_PROVED : PROVER_FAILED);
    prover->over = true;
}

/* Ends the frame's visit and tells its parent. */
static void pop_frame(struct prover_worker *worker, const struct sums *sums)
{
    struct prover *prover = worker->prover;
    struct prover_frame *frame = &worker->frames[--worker->frame_count];
    struct prover_numbers numbers = sums->numbers;
    size_t level = numbers.disproof == 0 && !sums->elsewhere ? level_of(frame) : NO_LEVEL;
    size_t own_level = worker->path_count - 1;
    leave(prover, frame->hash);
    if (frame->pushed)
        path_pop(worker);
    else
        worker->path_movers[own_level] = frame->movers_before;
    bool rests = level != NO_LEVEL && (level < own_level || !frame->pushed);
    if (rests) {
        worker->path_dependent = true;
        *failure_of(worker, &frame->key) =
            (struct path_failure){worker->path_hash, frame->key.own, frame->key.other,
                                  prover_table_tag(prover, &frame->key)};
    } else if (!sums->elsewhere) {
        keep(worker, frame, numbers);
    }
    if (worker->frame_count == 0) {
        finish(prover, numbers);
        return;
    }
    struct prover_frame *parent = &worker->frames[worker->frame_count - 1];
    struct worker_edge *edge = &parent->edges[parent->chosen];
    edge->numbers = numbers;
    if (prover_numbers_decided(numbers)) {
        edge->settled = true;
        edge->level = rests ? level : NO_LEVEL;
    }
}

static uint32_t goal_limit_of(const struct prover_frame *frame)
{
    return frame->state.own_move ? frame->proof_limit : frame->disproof_limit;
}

/* The limits of the chosen play's frame: until another is nearer to the mover's goal by a quarter.
 */
static struct prover_numbers limits_of_chosen(const struct prover_frame *frame,
                                              const struct sums *sums)
{
    const struct worker_edge *edge = &frame->edges[frame->chosen];
    bool own = frame->state.own_move;
    uint32_t goal = goal_limit_of(frame);
    uint32_t against = own ? frame->disproof_limit : frame->proof_limit;
    uint32_t sum = own ? sums->numbers.disproof : sums->numbers.proof;
    if (sums->second != NEVER)
        goal = quarter_more(sums->second, goal);
    /* With the nearest left to others it may be beyond the limit; yet there must be progress. */
    if (goal <= goal_of(frame, edge))
        goal = quarter_more(goal_of(frame, edge), NEVER - 1);
    if (against < NEVER) {
        uint64_t most = (uint64_t)against - sum + against_of(frame, edge);
        against = most < NEVER ? (uint32_t)most : NEVER;
    }
    return own ? (struct prover_numbers){goal, against} : (struct prover_numbers){against, goal};
}

/* At once, or when the threads have met. */
static void save(struct prover *prover)
{
    if (prover->in_region)
        prover->meet = true;
    else
        prover->save(prover->arg);
}

static int descend(struct prover_worker *worker, const struct sums *sums)
{
    struct prover_frame *frame = &worker->frames[worker->frame_count - 1];
    struct prover_successor edge = frame->edges[frame->chosen].edge;
    frame->descended = true;
    return push_frame(worker, &edge.to, &edge.key, limits_of_chosen(frame, sums));
}

static void look_at_limits(struct prover_worker *worker)
{
    struct prover *prover = worker->prover;
    bool looks = worker->asks && worker->nodes % LOOK_EVERY == 0;
    if (!prover->in_region || worker->nodes - worker->reported >= TELL_EVERY)
        tell(worker);
    if (prover->nodes >= prover->max_nodes ||
        (looks && prover->stop != NULL && prover->stop(prover->arg)))
        prover->stopped = true;
    else if (looks && prover->save != NULL && prover->is_due(prover->arg))
        save(prover);
}

/* Another thread may have decided the frame's own state, and changed what it is inside of. */
static struct sums visit(struct prover_worker *worker, struct prover_frame *frame)
{
    const struct prover *prover = worker->prover;
    struct sums sums = {.elsewhere = true};
    if (prover->in_region && frame->looked &&
        prover_table_look_up(prover, &frame->key, frame->hash, &sums.numbers) &&
        prover_numbers_decided(sums.numbers))
        return sums;
    worker->looked_around = false;
    for (int i = 0; i < frame->count; i++) {
        struct worker_edge *edge = &frame->edges[i];
        uint16_t others = (uint16_t)inside(prover, edge->hash);
        if (!frame->looked || i == frame->chosen || others > 0 || edge->inside > 0)
            look_up(worker, frame, edge);
        edge->inside = others;
    }
    frame->looked = true;
    return add_up(frame);
}

/* Is its goal within the limit only for those who are inside? */
static bool is_left_to_others(const struct prover_frame *frame, const struct sums *sums)
{
    return frame->descended && sums->least >= goal_limit_of(frame);
}

int worker_begin(struct prover_worker *worker, const struct prover_state *state,
                 const struct stone_pair *before, size_t before_count)
{
    struct entry_key key = prover_key(worker->prover->board, state);
    int r = 0;
    worker->path_count = worker->frame_count = 0;
    worker->path_hash = 0;
    memset(worker->path_filter, 0, sizeof(worker->path_filter));
    for (size_t i = 0; i < before_count && r == 0; i++)
        r = path_push(worker, before[i], 3);
    return r == 0 ? push_frame(worker, state, &key, (struct prover_numbers){NEVER, NEVER}) : r;
}

static bool is_halted(const struct prover *prover)
{
    return prover->in_region && (prover->over || prover->meet || prover->stopped);
}

void worker_run(struct prover_worker *worker, uint64_t nodes)
{
    struct prover *prover = worker->prover;
    uint64_t from = worker->nodes;
    int r = 0;
    while (r == 0 && worker->frame_count > 0 && worker->nodes - from < nodes &&
           !is_halted(prover)) {
        struct prover_frame *frame = &worker->frames[worker->frame_count - 1];
        struct sums sums = visit(worker, frame);
        look_at_limits(worker);
        if (sums.numbers.proof >= frame->proof_limit ||
            sums.numbers.disproof >= frame->disproof_limit ||
            prover_numbers_decided(sums.numbers) || prover->stopped ||
            is_left_to_others(frame, &sums))
            pop_frame(worker, &sums);
        else
            r = descend(worker, &sums);
    }
    tell(worker);
    if (r < 0)
        prover->no_memory = prover->stopped = true;
}
