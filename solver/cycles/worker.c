/*
 * Proof-number search (df-pn: Nagai 2002) for an end that the attacker forces. Proof numbers live
 * in a small table (numbers.h). That a node has no proof within the visits is stored there, too,
 * and only steers.
 */
#include "cycles/worker.h"

#include <errno.h>
#include <stdlib.h>

#include "base/array.h"
#include "cycles/checkpoint.h"
#include "cycles/numbers.h"
#include "cycles/prove.h"

/* A number that stands for no proof, or no disproof, at all. */
#define NUMBER_INFINITE 100000000u
#define FIRST_CHILDREN 4096
/* Nodes between two looks at the clock. */
#define CHECK_NODES 64
/* A longer path is given up. */
#define PATH_STEPS_MAX 1500
/* Another child is searched when it is better by one part in so many. */
#define BETTER_PART 4

struct cycle_worker *cycle_worker_new(struct cycle_search *search)
{
    struct cycle_worker *worker = calloc(1, sizeof(*worker));
    if (worker == NULL)
        return NULL;
    worker->search = search;
    worker->child_capacity = FIRST_CHILDREN;
    worker->children = malloc(FIRST_CHILDREN * sizeof(*worker->children));
    worker->edges = malloc(cycle_game_plays_max(&search->game) * sizeof(*worker->edges));
    if (worker->children == NULL || worker->edges == NULL) {
        cycle_worker_free(worker);
        return NULL;
    }
    return worker;
}

void cycle_worker_free(struct cycle_worker *worker)
{
    if (worker == NULL)
        return;
    cycle_gathering_release(&worker->gathering);
    free(worker->game.steps);
    free(worker->children);
    free(worker->edges);
    free(worker);
}

size_t cycle_worker_bytes(const struct cycle_worker *worker)
{
    return sizeof(*worker) + cycle_gathering_bytes(&worker->gathering) +
           worker->game.capacity * sizeof(*worker->game.steps) +
           worker->child_capacity * sizeof(*worker->children) +
           cycle_game_plays_max(&worker->search->game) * sizeof(*worker->edges);
}

/* --- limits --- */

static int stop(struct cycle_worker *worker, enum stop_reason reason)
{
    worker->stopped = reason;
    return -EAGAIN;
}

/* Where the clock or the flag says so, or another worker is done. */
static int stop_now(struct cycle_worker *worker)
{
    enum stop_reason reason = cycle_search_reason(worker->search);
    return stop(worker, reason == STOP_NONE ? STOP_CANCELLED : reason);
}

static int check_limits(struct cycle_worker *worker)
{
    struct cycle_search *search = worker->search;
    const struct limits *limits = &search->limits;
    uint64_t nodes = search->nodes;
    if (search->over)
        return stop(worker, STOP_CANCELLED);
    if (search->last_node != 0 && nodes >= search->last_node)
        return stop(worker, STOP_BUDGET);
    if (limits->max_nodes != 0 && nodes >= limits->max_nodes)
        return stop(worker, STOP_NODES);
    if (nodes < worker->next_check)
        return 0;
    worker->next_check = nodes + CHECK_NODES;
    if (cycle_search_reason(search) != STOP_NONE)
        return stop_now(worker);
    if (worker == search->workers[0])
        cycle_checkpoint_save_if_due(search);
    size_t bytes =
        cycle_game_bytes(&worker->game) + search->lemmas.bytes + dfpn_table_bytes(&search->numbers);
    return bytes > limits->max_bytes ? stop(worker, STOP_MEMORY) : 0;
}

/* --- other workers --- */

static atomic_ushort *mark_of(const struct cycle_search *search, uint64_t name)
{
    return &search->marks[name & (CYCLE_MARKS - 1)];
}

static void enter(const struct cycle_search *search, uint64_t name)
{
    if (search->in_region)
        atomic_fetch_add_explicit(mark_of(search, name), 1, memory_order_relaxed);
}

static void leave(const struct cycle_search *search, uint64_t name)
{
    if (search->in_region)
        atomic_fetch_sub_explicit(mark_of(search, name), 1, memory_order_relaxed);
}

/* What a goal number counts for when a child is chosen: more where other workers are inside. */
static uint32_t raised(const struct cycle_search *search, const struct cycle_child *child,
                       uint32_t goal)
{
    if (!search->in_region || child->name == 0 || goal == 0)
        return goal;
    unsigned others = atomic_load_explicit(mark_of(search, child->name), memory_order_relaxed);
    for (; others > 0 && goal < NUMBER_INFINITE - 1; others--)
        goal = dfpn_goal_threshold(NUMBER_INFINITE - 1, goal, BETTER_PART);
    return goal;
}

/* --- children --- */

/* Does the situation stand for more than the allowed time again, with no gain since? */
static bool is_cut(const struct cycle_worker *worker)
{
    const struct cycle_game *game = &worker->game;
    const struct cycle_step *now = cycle_game_now(game);
    int visits = 0;
    for (size_t i = now->base; i + 1 < game->count; i++) {
        const struct cycle_step *step = &game->steps[i];
        int gained =
            worker->search->attacker == 0 ? now->gain - step->gain : step->gain - now->gain;
        visits += step->situation == now->situation && gained <= 0;
    }
    return visits > worker->search->visits || game->count > PATH_STEPS_MAX;
}

static void set_proved(struct cycle_child *child, struct cycle_lemma *lemma)
{
    child->numbers = (struct dfpn_numbers){0, NUMBER_INFINITE};
    child->lemma = lemma;
}

static void set_failed(struct cycle_child *child)
{
    child->numbers = (struct dfpn_numbers){NUMBER_INFINITE, 0};
    child->lemma = NULL;
}

/* An end whose score is not decided is none that the attacker is proved to want. */
static int judge_end(struct cycle_worker *worker, int wanted, struct cycle_child *child)
{
    int score;
    int r = cycle_game_score(&worker->game, &score);
    if (r == -EINTR)
        return stop_now(worker);
    if (r < 0 && r != -ERANGE)
        return stop(worker, STOP_MEMORY);
    if (r == 0 && (worker->search->attacker == 0 ? score : -score) >= wanted)
        set_proved(child, NULL);
    else
        set_failed(child);
    return 0;
}

/* What is known of a child before it is searched. */
static int judge_child(struct cycle_worker *worker, int wanted, struct cycle_child *child)
{
    int left = wanted - cycle_worker_gain(worker, &child->edge);
    if (child->edge.over)
        return judge_end(worker, wanted, child);
    if (cycle_game_make(&worker->game, &child->edge) < 0)
        return stop(worker, STOP_MEMORY);
    cycle_game_update(&worker->game);
    struct cycle_lemma *lemma =
        cycle_lemmas_find(&worker->search->lemmas, &worker->game, worker->search->attacker, left);
    if (lemma != NULL) {
        set_proved(child, lemma);
    } else if (is_cut(worker)) {
        set_failed(child);
    } else {
        child->lemma = NULL;
        child->name = cycle_numbers_name(worker, left);
        child->numbers = cycle_numbers_first(worker, child->name, left);
    }
    cycle_game_undo(&worker->game);
    return 0;
}

static int expand(struct cycle_worker *worker, struct cycle_search_node *node)
{
    int r = check_limits(worker);
    if (r < 0)
        return r;
    worker->search->nodes++;
    int count = cycle_game_list(&worker->game, worker->edges);
    if (count < 0)
        return stop(worker, STOP_MEMORY);
    node->first = worker->child_count;
    node->count = (size_t)count;
    if (array_reserve(&worker->children, worker->child_count + (size_t)count,
                      &worker->child_capacity, sizeof(*worker->children)) < 0)
        return stop(worker, STOP_MEMORY);
    for (int i = 0; i < count; i++)
        worker->children[node->first + (size_t)i] = (struct cycle_child){.edge = worker->edges[i]};
    worker->child_count += (size_t)count;
    for (int i = 0; i < count && r == 0; i++)
        r = judge_child(worker, node->wanted, &worker->children[node->first + (size_t)i]);
    cycle_game_update(&worker->game);
    return r;
}

/* The same numbers seen by the mover: his goal is a proof, or a disproof. */
static struct dfpn_numbers for_mover(const struct cycle_search_node *node,
                                     struct dfpn_numbers numbers)
{
    return node->attacks ? numbers : dfpn_swap(numbers);
}

/* Takes over what other workers have found of the children since. */
static int look_again(struct cycle_worker *worker, const struct cycle_search_node *node)
{
    int r = 0;
    for (size_t i = 0; i < node->count && r == 0; i++) {
        struct cycle_child *child = &worker->children[node->first + i];
        struct dfpn_numbers numbers;
        if (child->name == 0 || child->numbers.proof == 0 || child->numbers.disproof == 0 ||
            !dfpn_table_find(&worker->search->numbers, child->name, &numbers))
            continue;
        if (numbers.proof != 0)
            child->numbers = numbers;
        else
            r = judge_child(worker, node->wanted, child); /* is there the lemma? */
    }
    cycle_game_update(&worker->game);
    return r;
}

/* The node's numbers from its children's. The child that is best is chosen with regard to other
 * workers. */
static struct dfpn_sums sum_up(const struct cycle_worker *worker, struct cycle_search_node *node)
{
    const struct cycle_child *children = &worker->children[node->first];
    struct dfpn_sums sums = dfpn_no_children();
    uint32_t least = UINT32_MAX;
    for (size_t i = 0; i < node->count; i++) {
        struct dfpn_numbers numbers = for_mover(node, children[i].numbers);
        least = numbers.proof < least ? numbers.proof : least;
        dfpn_add_child(&sums, i, raised(worker->search, &children[i], numbers.proof),
                       numbers.disproof);
    }
    node->numbers =
        for_mover(node, (struct dfpn_numbers){least, dfpn_capped_sum(&sums, NUMBER_INFINITE)});
    return sums;
}

/* --- searching --- */

static int visit(struct cycle_worker *worker, struct cycle_search_node *node,
                 struct dfpn_numbers limits);

/* Until when the best child is searched: another one is better by a quarter, or the node reaches a
 * limit of its own. */
static struct dfpn_numbers child_thresholds(const struct cycle_search_node *node,
                                            const struct dfpn_sums *sums,
                                            const struct cycle_child *child,
                                            struct dfpn_numbers limits)
{
    struct dfpn_numbers own = for_mover(node, limits);
    struct dfpn_numbers numbers = for_mover(node, node->numbers);
    uint32_t goal = for_mover(node, child->numbers).proof;
    own.proof = dfpn_goal_threshold(own.proof, sums->second, BETTER_PART);
    if (own.proof <= goal) /* A better one is left to another worker. */
        own.proof = dfpn_goal_threshold(NUMBER_INFINITE, goal, BETTER_PART);
    if (own.disproof < NUMBER_INFINITE)
        own.disproof = dfpn_sum_threshold(own.disproof, numbers.disproof,
                                          for_mover(node, child->numbers).disproof);
    return for_mover(node, own);
}

/* Searches the best child until its numbers make another one better, or the node is decided. */
static int visit_child(struct cycle_worker *worker, const struct cycle_search_node *node,
                       const struct dfpn_sums *sums, struct dfpn_numbers limits)
{
    struct cycle_child *child = &worker->children[node->first + sums->best];
    struct cycle_search_node below = {
        .wanted = node->wanted - cycle_worker_gain(worker, &child->edge),
        .attacks = !node->attacks,
    };
    limits = child_thresholds(node, sums, child, limits);
    if (cycle_game_make(&worker->game, &child->edge) < 0)
        return stop(worker, STOP_MEMORY);
    cycle_game_update(&worker->game);
    below.name = child->name;
    enter(worker->search, below.name);
    int r = visit(worker, &below, limits);
    leave(worker->search, below.name);
    cycle_game_undo(&worker->game);
    child = &worker->children[node->first + sums->best]; /* they may have moved */
    child->numbers = below.numbers;
    child->lemma = below.numbers.proof == 0 ? worker->proved : NULL;
    return r;
}

/*
 * Searches the node at which the game stands, updated, until one of its numbers reaches its limit.
 * Where it is proved worker->proved is its lemma.
 */
static int visit(struct cycle_worker *worker, struct cycle_search_node *node,
                 struct dfpn_numbers limits)
{
    size_t before = worker->child_count;
    node->numbers = (struct dfpn_numbers){1, 1};
    int r = expand(worker, node);
    while (r == 0) {
        if (worker->search->in_region && look_again(worker, node) < 0)
            return -EAGAIN;
        struct dfpn_sums sums = sum_up(worker, node);
        struct dfpn_numbers numbers = node->numbers;
        if (numbers.proof >= limits.proof || numbers.disproof >= limits.disproof ||
            numbers.proof == 0 || numbers.disproof == 0)
            break;
        r = visit_child(worker, node, &sums, limits);
    }
    if (r == 0 && node->numbers.proof == 0)
        r = cycle_prove(worker, node) < 0 ? stop(worker, STOP_MEMORY) : 0;
    else if (r == 0 && cycle_numbers_save(worker, node->name, node->wanted, node->numbers) < 0)
        r = stop(worker, STOP_MEMORY);
    worker->child_count = before;
    return r;
}

void cycle_worker_run(struct cycle_worker *worker, int wanted)
{
    struct cycle_search *search = worker->search;
    const struct dfpn_numbers none = {NUMBER_INFINITE, NUMBER_INFINITE};
    worker->stopped = STOP_NONE;
    worker->next_check = 0;
    worker->child_count = 0;
    worker->result = -EAGAIN;
    if (cycle_game_copy(&worker->game, &search->game) < 0) {
        stop(worker, STOP_MEMORY);
        return;
    }
    cycle_game_update(&worker->game);
    struct cycle_search_node root = {
        .wanted = wanted,
        .attacks = cycle_game_situation(&worker->game)->mover == search->attacker,
    };
    root.name = cycle_numbers_name(worker, wanted);
    int r = visit(worker, &root, none);
    if (r == 0)
        worker->result = root.numbers.proof == 0;
    search->over = true;
}
