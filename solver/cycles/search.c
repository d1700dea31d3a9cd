/*
 * Proof-number search (df-pn: Nagai 2002) for an end that the attacker forces. Proof numbers live
 * in a small table (numbers.h). That a node has no proof within the visits is stored there, too,
 * and only steers.
 */
#include "cycles/search.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/clock.h"
#include "cycles/numbers.h"

/* A number that stands for no proof, or no disproof, at all. */
#define NUMBER_INFINITE 100000000u
#define FIRST_CHILDREN 4096
/* Nodes between two looks at the clock. */
#define CHECK_NODES 64
/* A longer path is given up. */
#define PATH_STEPS_MAX 1500

/* A move from a node of the path. */
struct cycle_child {
    struct cycle_edge edge;
    struct cycle_lemma *lemma; /* what proved it; NULL: an end */
    struct dfpn_numbers numbers;
};

/* One node: its children are children[first .. first + count - 1]. */
struct cycle_search_node {
    size_t first, count;
    int wanted; /* what the attacker must gain from here */
    bool attacks;
    uint64_t name;               /* in the table of numbers */
    struct dfpn_numbers numbers; /* for proving that the attacker gains it */
};

/* Is it time to stop, by the clock or the flag? A callback: who controls what may take long. */
static bool must_stop(void *arg)
{
    struct cycle_search *search = arg;
    const struct limits *limits = &search->limits;
    if (limits->interrupted != NULL && atomic_load(limits->interrupted))
        search->stopped = STOP_INTERRUPT;
    else if (limits->deadline != 0 && clock_now() >= limits->deadline)
        search->stopped = STOP_TIME;
    else
        return false;
    return true;
}

int cycle_search_init(struct cycle_search *ret_search, const struct game *game,
                      const struct limits *limits)
{
    struct cycle_search *search = ret_search;
    *search = (struct cycle_search){.limits = *limits};
    int r = cycle_game_init(&search->game, game);
    if (r == 0)
        r = cycle_lemmas_init(&search->lemmas);
    if (r < 0)
        return r;
    control_watch(search->game.control, must_stop, search);
    search->child_capacity = FIRST_CHILDREN;
    cycle_numbers_init(&search->numbers, game->graph->points, limits->max_bytes);
    search->children = malloc(search->child_capacity * sizeof(*search->children));
    search->edges = malloc(cycle_game_plays_max(&search->game) * sizeof(*search->edges));
    return search->children == NULL || search->edges == NULL ? -ENOMEM : 0;
}

void cycle_search_release(struct cycle_search *search)
{
    cycle_game_release(&search->game);
    cycle_lemmas_release(&search->lemmas);
    cycle_table_release(&search->table);
    dfpn_table_release(&search->numbers);
    free(search->children);
    free(search->edges);
}

int cycle_search_reopen(struct cycle_search *search, const struct game *game,
                        const struct limits *limits)
{
    search->limits = *limits;
    search->stopped = STOP_NONE;
    search->nodes = search->next_check = 0;
    cycle_numbers_init(&search->numbers, game->graph->points, limits->max_bytes);
    return cycle_game_restart(&search->game, game);
}

size_t cycle_search_shrink(struct cycle_search *search)
{
    dfpn_table_release(&search->numbers);
    return sizeof(*search) + cycle_game_bytes(&search->game) + control_bytes(search->game.control) +
           cycle_lemmas_bytes(&search->lemmas) + cycle_table_bytes(&search->table) +
           search->child_capacity * sizeof(*search->children) +
           cycle_game_plays_max(&search->game) * sizeof(*search->edges);
}

/* --- limits --- */

static int stop(struct cycle_search *search, enum stop_reason reason)
{
    search->stopped = reason;
    return -EAGAIN;
}

static int check_limits(struct cycle_search *search)
{
    const struct limits *limits = &search->limits;
    if (search->last_node != 0 && search->nodes >= search->last_node)
        return stop(search, STOP_BUDGET);
    if (limits->max_nodes != 0 && search->nodes >= limits->max_nodes)
        return stop(search, STOP_NODES);
    if (search->nodes < search->next_check)
        return 0;
    search->next_check = search->nodes + CHECK_NODES;
    if (must_stop(search))
        return -EAGAIN;
    size_t bytes =
        cycle_game_bytes(&search->game) + search->lemmas.bytes + dfpn_table_bytes(&search->numbers);
    return bytes > limits->max_bytes ? stop(search, STOP_MEMORY) : 0;
}

/* --- children --- */

static int gain_of(const struct cycle_search *search, const struct cycle_edge *edge)
{
    return search->attacker == 0 ? edge->gain : -edge->gain;
}

/* Does the situation stand for more than the allowed time again, with no gain since? */
static bool is_cut(const struct cycle_search *search)
{
    const struct cycle_game *game = &search->game;
    const struct cycle_step *now = cycle_game_now(game);
    int visits = 0;
    for (size_t i = now->base; i + 1 < game->count; i++) {
        const struct cycle_step *step = &game->steps[i];
        int gained = search->attacker == 0 ? now->gain - step->gain : step->gain - now->gain;
        visits += step->situation == now->situation && gained <= 0;
    }
    return visits > search->visits || game->count > PATH_STEPS_MAX;
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
static int judge_end(struct cycle_search *search, int wanted, struct cycle_child *child)
{
    int score;
    int r = cycle_game_score(&search->game, &score);
    if (r == -EINTR)
        return -EAGAIN;
    if (r < 0 && r != -ERANGE)
        return stop(search, STOP_MEMORY);
    if (r == 0 && (search->attacker == 0 ? score : -score) >= wanted)
        set_proved(child, NULL);
    else
        set_failed(child);
    return 0;
}

/* What is known of a child before it is searched. */
static int judge_child(struct cycle_search *search, int wanted, struct cycle_child *child)
{
    int left = wanted - gain_of(search, &child->edge);
    if (child->edge.over)
        return judge_end(search, wanted, child);
    if (cycle_game_make(&search->game, &child->edge) < 0)
        return stop(search, STOP_MEMORY);
    cycle_game_update(&search->game);
    struct cycle_lemma *lemma =
        cycle_lemmas_find(&search->lemmas, &search->game, search->attacker, left);
    if (lemma != NULL) {
        set_proved(child, lemma);
    } else if (is_cut(search)) {
        set_failed(child);
    } else {
        child->lemma = NULL;
        child->numbers = cycle_numbers_first(search, left);
    }
    cycle_game_undo(&search->game);
    return 0;
}

static int expand(struct cycle_search *search, struct cycle_search_node *node)
{
    int r = check_limits(search);
    if (r < 0)
        return r;
    search->nodes++;
    int count = cycle_game_list(&search->game, search->edges);
    if (count < 0)
        return stop(search, STOP_MEMORY);
    node->first = search->child_count;
    node->count = (size_t)count;
    if (array_reserve(&search->children, search->child_count + (size_t)count,
                      &search->child_capacity, sizeof(*search->children)) < 0)
        return stop(search, STOP_MEMORY);
    for (int i = 0; i < count; i++)
        search->children[node->first + (size_t)i] = (struct cycle_child){.edge = search->edges[i]};
    search->child_count += (size_t)count;
    for (int i = 0; i < count && r == 0; i++)
        r = judge_child(search, node->wanted, &search->children[node->first + (size_t)i]);
    cycle_game_update(&search->game);
    return r;
}

/* The same numbers seen by the mover: his goal is a proof, or a disproof. */
static struct dfpn_numbers for_mover(const struct cycle_search_node *node,
                                     struct dfpn_numbers numbers)
{
    return node->attacks ? numbers : dfpn_swap(numbers);
}

/* The node's numbers from its children's. */
static struct dfpn_sums sum_up(const struct cycle_search *search, struct cycle_search_node *node)
{
    const struct cycle_child *children = &search->children[node->first];
    struct dfpn_sums sums = dfpn_no_children();
    for (size_t i = 0; i < node->count; i++) {
        struct dfpn_numbers numbers = for_mover(node, children[i].numbers);
        dfpn_add_child(&sums, i, numbers.proof, numbers.disproof);
    }
    node->numbers =
        for_mover(node, (struct dfpn_numbers){sums.least, dfpn_capped_sum(&sums, NUMBER_INFINITE)});
    return sums;
}

/* --- proofs --- */

/* What is proved of a child in the attacker's view, from the node on. */
static int child_bound(struct cycle_search *search, const struct cycle_child *child)
{
    int score;
    if (!child->edge.over)
        return child->lemma->bound + gain_of(search, &child->edge);
    cycle_game_score(&search->game, &score); /* it is known since the child was judged */
    return search->attacker == 0 ? score : -score;
}

/* Keeps the turns of the proof with the lemma, if the search is recorded. */
static int record_trace(struct cycle_search *search, const struct cycle_search_node *node,
                        struct cycle_lemma *lemma)
{
    if (!search->limits.recording)
        return 0;
    lemma->trace = calloc(node->count, sizeof(*lemma->trace));
    if (lemma->trace == NULL)
        return -ENOMEM;
    search->lemmas.bytes += node->count * sizeof(*lemma->trace);
    for (size_t i = 0; i < node->count; i++) {
        const struct cycle_child *child = &search->children[node->first + i];
        if (node->attacks && (child->numbers.proof != 0 || lemma->trace_count > 0))
            continue;
        lemma->trace[lemma->trace_count++] =
            (struct cycle_trace_move){child->edge.play, child->lemma};
    }
    return 0;
}

/* Makes the lemma of a proved node. */
static int build_node_lemma(struct cycle_search *search, const struct cycle_search_node *node)
{
    struct cycle_game *game = &search->game;
    int bound = node->attacks ? 0 : INT16_MAX, r = 0;
    bool chosen = false;
    cycle_game_update(game);
    cycle_lemmas_begin(&search->lemmas);
    if (!node->attacks)
        r = cycle_lemmas_watch(&search->lemmas, game);
    for (size_t i = 0; i < node->count && r == 0 && !chosen; i++) {
        const struct cycle_child *child = &search->children[node->first + i];
        if (node->attacks && child->numbers.proof != 0)
            continue;
        int own = child_bound(search, child);
        chosen = node->attacks;
        bound = node->attacks || own < bound ? own : bound;
        r = cycle_lemmas_add(&search->lemmas, game, &child->edge, node->attacks, child->lemma);
    }
    if (r == 0)
        search->proved = cycle_lemmas_end(&search->lemmas, game, search->attacker, bound);
    if (r == 0 && search->proved != NULL)
        r = record_trace(search, node, search->proved);
    return r < 0 || search->proved == NULL ? stop(search, STOP_MEMORY) : 0;
}

static int visit(struct cycle_search *search, struct cycle_search_node *node,
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
    own.proof = dfpn_goal_threshold(own.proof, sums->second, 4);
    if (own.disproof < NUMBER_INFINITE)
        own.disproof = dfpn_sum_threshold(own.disproof, numbers.disproof,
                                          for_mover(node, child->numbers).disproof);
    return for_mover(node, own);
}

/* Searches the best child until its numbers make another one better, or the node is decided. */
static int visit_child(struct cycle_search *search, const struct cycle_search_node *node,
                       const struct dfpn_sums *sums, struct dfpn_numbers limits)
{
    struct cycle_child *child = &search->children[node->first + sums->best];
    struct cycle_search_node below = {
        .wanted = node->wanted - gain_of(search, &child->edge),
        .attacks = !node->attacks,
    };
    limits = child_thresholds(node, sums, child, limits);
    if (cycle_game_make(&search->game, &child->edge) < 0)
        return stop(search, STOP_MEMORY);
    cycle_game_update(&search->game);
    below.name = cycle_numbers_name(search, below.wanted);
    int r = visit(search, &below, limits);
    cycle_game_undo(&search->game);
    child = &search->children[node->first + sums->best]; /* they may have moved */
    child->numbers = below.numbers;
    child->lemma = below.numbers.proof == 0 ? search->proved : NULL;
    return r;
}

/*
 * Searches the node at which the game stands, updated, until one of its numbers reaches its limit.
 * Where it is proved search->proved is its lemma.
 */
static int visit(struct cycle_search *search, struct cycle_search_node *node,
                 struct dfpn_numbers limits)
{
    size_t before = search->child_count;
    node->numbers = (struct dfpn_numbers){1, 1};
    int r = expand(search, node);
    while (r == 0) {
        struct dfpn_sums sums = sum_up(search, node);
        struct dfpn_numbers numbers = node->numbers;
        if (numbers.proof >= limits.proof || numbers.disproof >= limits.disproof ||
            numbers.proof == 0 || numbers.disproof == 0)
            break;
        r = visit_child(search, node, &sums, limits);
    }
    if (r == 0 && node->numbers.proof == 0)
        r = build_node_lemma(search, node); /* What is proved is known by lemmas alone. */
    else if (r == 0 && cycle_numbers_save(search, node->name, node->wanted, node->numbers) < 0)
        r = stop(search, STOP_MEMORY);
    search->child_count = before;
    return r;
}

int cycle_search_prove(struct cycle_search *search, int attacker, int margin, int visits,
                       uint64_t max_nodes, int *ret_margin)
{
    struct cycle_game *game = &search->game;
    int gained = attacker == 0 ? cycle_game_now(game)->gain : -cycle_game_now(game)->gain;
    search->attacker = attacker;
    search->visits = visits;
    search->stopped = STOP_NONE;
    search->last_node = max_nodes > 0 ? search->nodes + max_nodes : 0;
    search->child_count = 0;
    cycle_game_update(game);
    struct cycle_search_node root = {
        .wanted = margin - gained,
        .attacks = cycle_game_situation(game)->mover == attacker,
    };
    search->proved = cycle_lemmas_find(&search->lemmas, game, attacker, root.wanted);
    if (search->proved == NULL) {
        size_t depth = game->count;
        const struct dfpn_numbers none = {NUMBER_INFINITE, NUMBER_INFINITE};
        root.name = cycle_numbers_name(search, root.wanted);
        int r = visit(search, &root, none);
        while (game->count > depth)
            cycle_game_undo(game);
        if (r < 0)
            return r;
        if (root.numbers.proof != 0)
            return 0;
    }
    *ret_margin = search->proved->bound + gained;
    return 1;
}
