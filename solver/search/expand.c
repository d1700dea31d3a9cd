/* The plays of a node: where they lead, whether they end or are known, and in what order to try
 * them. */
#include "search/proof_trace.h"
#include "search/search.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Orders of plays about which the attractor says nothing, between its yes and its no. */
#define ORDER_UNKNOWN 1000
#define ORDER_HOPELESS 2000
/* A unit of energy; of plays that are as good a pass is tried last. */
#define ORDER_ENERGY 2
/* Of plays with a guide: before all others, 256 to each doubling of the proof's size. */
#define ORDER_GUIDED (-10000)
/* First proof numbers: by rank where the attractor agrees, else these. Found by trial. */
#define NUMBER_UNKNOWN 100
#define NUMBER_FAR 400
#define NUMBER_REFRESH 16

void search_canonical(const struct search *search, struct state state,
                      struct canonical *ret_canonical)
{
    const struct positions *positions = search->positions;
    int back = positions->inverse[position_element(positions, state.board)];
    const struct stabiliser *stabiliser =
        &positions
             ->stabilisers[positions->orbits[position_orbit(positions, state.board)].stabiliser];
    ret_canonical->count = 0;
    for (int i = 0; i < stabiliser->count; i++) {
        int g = positions->compose[stabiliser->elements[i] * positions->group_size + back];
        uint64_t key = state_key(state_map(positions, g, state));
        if (ret_canonical->count > 0 && key > ret_canonical->key)
            continue;
        if (ret_canonical->count > 0 && key < ret_canonical->key)
            ret_canonical->count = 0;
        ret_canonical->key = key;
        ret_canonical->elements[ret_canonical->count++] = (uint8_t)g;
    }
}

/* Does the present history fulfil a lemma's condition, seen through g (lemma's frame to ours)? */
static bool fulfils(const struct search *search, struct condition condition, int g)
{
    uint64_t item = condition_item(&condition);
    if (group_swaps(g) && !item_is_cycle(item) &&
        search->model.classes[item_class(item)].counter == COUNTS_PASSES) {
        int16_t low = condition.low;
        condition.low = condition.high == CONDITION_HIGH ? CONDITION_LOW : (int16_t)-condition.high;
        condition.high = low == CONDITION_LOW ? CONDITION_HIGH : (int16_t)-low;
    }
    uint64_t mapped = item_map(search->positions, &search->model, g, item);
    return condition_holds(&search->history, mapped, &condition);
}

/* Does it fulfil all of them? The lemma is of table; its bucket is locked. */
static bool lemma_holds(const struct search *search, const struct lemma_table *table,
                        struct lemma *lemma, int g)
{
    if (lemma->failed && !fulfils(search, lemma->failing, g))
        return false;
    struct condition_walk walk = lemma_conditions(table, lemma);
    for (const struct condition *next; (next = lemma_next_condition(&walk)) != NULL;) {
        if (fulfils(search, *next, g))
            continue;
        lemma->failed = true;
        lemma->failing = *next;
        return false;
    }
    return true;
}

/* Is the lemma strong enough to decide a node with Black's threshold t? winner: in our frame. */
static bool lemma_decides(const struct search *search, const struct lemma *lemma,
                          enum colour winner, int t)
{
    if (lemma->avoids && (winner == search->attacker || lemma->sweep != search->visits))
        return false;
    return lemma->bound >= (winner == BLACK ? t : 1 - t);
}

/* Does the lemma decide the edge, seen through one of the elements of canonical? Sets it then. */
static bool try_lemma(const struct search *search, const struct canonical *canonical, int t,
                      struct lemma *lemma, struct edge *edge)
{
    for (int i = 0; i < canonical->count; i++) {
        int to = canonical->elements[i], from = search->positions->inverse[to];
        enum colour winner = lemma->winner ^ (enum colour)group_swaps(to);
        if (!lemma_decides(search, lemma, winner, t) ||
            !lemma_holds(search, search->lemmas, lemma, from))
            continue;
        edge->lemma = lemma;
        edge->lemma_map = (uint8_t)from;
        return true;
    }
    return false;
}

bool search_probe(struct search *search, const struct search_frame *frame, struct edge *edge)
{
    struct lemma_table *table = search->lemmas;
    struct canonical canonical;
    int t = frame->t - edge->gain;
    bool found = false;
    search_canonical(search, edge->state_move.child, &canonical);
    lemma_lock(table, canonical.key);
    struct lemma **bucket = lemma_bucket(table, canonical.key);
    for (struct lemma **link = bucket; *link != NULL; link = &(*link)->next) {
        struct lemma *lemma = *link;
        found = lemma->key == canonical.key && try_lemma(search, &canonical, t, lemma, edge);
        if (!found)
            continue;
        *link = lemma->next; /* to the front */
        lemma->next = *bucket;
        *bucket = lemma;
        lemma->hits += lemma->hits < 255;
        lemma->references++;
        break;
    }
    lemma_unlock(table, canonical.key);
    return found;
}

static struct edge *append_edge(struct search *search, struct search_frame *frame)
{
    if (search->edge_count == search->edge_room) {
        size_t room = search->edge_room * 2;
        void *grown = realloc(search->edges, room * sizeof(*search->edges));
        if (grown == NULL)
            return NULL;
        search->edges = grown;
        search->edge_room = room;
    }
    struct edge *edge = &search->edges[search->edge_count++];
    memset(edge, 0, sizeof(*edge));
    frame->edge_count++;
    return edge;
}

/* Decides an edge by an end with Black's margin from the node on. */
static void end_edge(const struct search_frame *frame, struct edge *edge, int margin)
{
    enum colour winner = margin >= frame->t ? BLACK : WHITE;
    edge->status = winner == frame->state.mover ? EDGE_WON : EDGE_LOST;
    edge->bound = (int16_t)(winner == BLACK ? margin : -margin);
}

/* The outcome of the play under the present history. */
static enum outcome find_outcome(const struct search *search, const struct edge *edge)
{
    const struct play_rule *rule = history_rule(&search->model, &edge->state_move);
    int counter;
    if (rule->lookup < 0)
        return OUTCOME_GOES_ON;
    uint64_t item = item_created(&search->model, rule->lookup, &edge->state_move);
    if (!history_find(&search->history, item, &counter))
        return OUTCOME_GOES_ON;
    if (search->model.classes[rule->lookup].counter == COUNTS_PASSES &&
        state_move_mover(&edge->state_move) == WHITE)
        counter = -counter;
    for (int i = 0; i < rule->range_count; i++)
        if (counter >= rule->ranges[i].low && counter <= rule->ranges[i].high)
            return rule->ranges[i].outcome;
    assert(!"the ranges cover all counters");
    return OUTCOME_ILLEGAL;
}

/* Where play can be endless: does the play lead back to a state of the line once too often? */
static bool closes_cycle(const struct search *search, const struct edge *edge)
{
    int counter;
    return search->model.endless &&
           history_find(&search->history, item_of_visit(edge->state_move.child, search->visits),
                        &counter);
}

/* The rank of the state after the edge, for attacker; stone plays know their number n. */
static int edge_rank(const struct search *search, const struct search_frame *frame,
                     const struct edge *edge, int n, enum colour attacker)
{
    const struct attractor *attractor = search->attractors[attacker];
    if (attractor == NULL || edge->gain != 0)
        return RANK_NONE;
    return n >= 0 ? attractor_play_rank(attractor, frame->state, n, attacker)
                  : attractor_rank(attractor, edge->state_move.child, attacker);
}

/* What attacker needs in the state after the edge; 0 if that is not known. */
static int edge_need(const struct search *search, const struct search_frame *frame,
                     const struct edge *edge, int n, enum colour attacker)
{
    const struct energy *energy = search->energies[attacker];
    if (energy == NULL || edge->gain != 0)
        return 0;
    return n >= 0 ? energy_play_need(energy, frame->state, n, attacker)
                  : energy_need(energy, edge->state_move.child, attacker);
}

/*
 * First what wins by the attractor, the quickest first; last what loses, the slowest first; between
 * them first what needs least energy and leaves the other in need of most.
 */
static void order_edge(const struct search *search, const struct search_frame *frame,
                       struct edge *edge, int n)
{
    enum colour mover = frame->state.mover;
    int own = edge_rank(search, frame, edge, n, mover);
    int other = edge_rank(search, frame, edge, n, !mover);
    edge->win = edge->loss = NUMBER_UNKNOWN;
    edge->order = ORDER_UNKNOWN;
    if (own != RANK_NONE) {
        edge->order = (int16_t)own;
        edge->win = 1 + (uint32_t)own;
        edge->loss = NUMBER_FAR;
    } else if (other != RANK_NONE) {
        edge->order = (int16_t)(ORDER_HOPELESS - other);
        edge->win = NUMBER_FAR;
        edge->loss = 1 + (uint32_t)other;
    } else {
        int need = edge_need(search, frame, edge, n, mover);
        int others = edge_need(search, frame, edge, n, !mover);
        bool pass = edge->state_move.kind == MOVE_PASS;
        edge->order = (int16_t)(ORDER_UNKNOWN + ORDER_ENERGY * (need - others) + pass);
    }
    if (edge->state_move.kind == MOVE_REFRESH) {
        edge->order = (int16_t)(edge->order + 300);
        edge->win += NUMBER_REFRESH;
    }
}

/* Numbers that an earlier visit left for the child, whose history is the present one. */
static void recall_numbers(const struct search *search, int t, struct edge *edge)
{
    uint64_t hash = search_hash(search, edge->state_move.child, t);
    const struct numbers *numbers = &search->numbers[hash & search->number_mask];
    if (numbers->hash != hash)
        return;
    edge->win = numbers->loss;
    edge->loss = numbers->win;
}

/* The logarithm of a size to the base 2, times 256, rounded down: without floating point, which
 * might differ from machine to machine. */
static int log_size(uint32_t size)
{
    int exponent = 31 - __builtin_clz(size);
    return exponent * 256 + (int)((size << (31 - exponent)) >> 23 & 255);
}

/* The size of the smallest proof in the guide that the mover wins by the edge; 0: none. */
static uint32_t guided_size(const struct search *search, const struct search_frame *frame,
                            const struct edge *edge)
{
    struct canonical canonical;
    uint32_t least = 0;
    search_canonical(search, edge->state_move.child, &canonical);
    struct lemma *lemma = *lemma_bucket(search->guide, canonical.key);
    for (; lemma != NULL; lemma = lemma->next) {
        if (lemma->key != canonical.key || lemma->record == NULL)
            continue;
        for (int i = 0; i < canonical.count; i++) {
            int to = canonical.elements[i], from = search->positions->inverse[to];
            enum colour winner = lemma->winner ^ (enum colour)group_swaps(to);
            if (winner == frame->state.mover && (least == 0 || lemma->record->size < least) &&
                lemma_decides(search, lemma, winner, frame->t - edge->gain) &&
                lemma_holds(search, search->guide, lemma, from))
                least = lemma->record->size;
        }
    }
    return least;
}

/* A play that was proved to win comes first, the one with the smallest proof. */
static void follow_guide(const struct search *search, const struct search_frame *frame,
                         struct edge *edge)
{
    uint32_t size = guided_size(search, frame, edge);
    if (size == 0)
        return;
    edge->order = (int16_t)(ORDER_GUIDED + log_size(size));
    edge->win = 1 + (uint32_t)log_size(size) / 256;
    edge->loss = NUMBER_FAR;
}

/* Looks at the child of an edge that goes on: a lemma may decide it. */
static int look_ahead(struct search *search, const struct search_frame *frame, struct edge *edge)
{
    struct history_change change;
    int r = history_apply(&search->history, &edge->state_move, &change);
    if (r < 0)
        return r;
    bool found = search_probe(search, frame, edge);
    if (!found && search->guide != NULL)
        follow_guide(search, frame, edge);
    if (!found && search->order == ORDER_BEST_FIRST)
        recall_numbers(search, frame->t - edge->gain, edge);
    history_undo(&search->history, &change);
    return found ? search_settle_edge(search, frame, edge, edge->lemma, edge->lemma_map) : 0;
}

/*
 * What winner gets if the play ends so: his margin from the node on, BOUND_MAX if he wins outright
 * or denies. *ret_good: does it decide the node for him?
 */
int search_end(struct search *search, const struct search_frame *frame, const struct edge *edge,
               enum outcome outcome, enum colour winner, bool *ret_good, int *ret_bound)
{
    enum colour mover = frame->state.mover, lone = mover;
    int margin = 0;
    *ret_bound = BOUND_MAX;
    switch (outcome) {
    case OUTCOME_ILLEGAL:
        *ret_good = winner != mover;
        return 0;
    case OUTCOME_MOVER_WINS:
        *ret_good = winner == mover;
        return 0;
    case OUTCOME_MOVER_LOSES:
        *ret_good = winner != mover;
        return 0;
    case OUTCOME_TIE:
        *ret_good = winner != search->attacker;
        return 0;
    case OUTCOME_SCORED:
        margin = positions_margin(search->positions, edge->state_move.child.board);
        break;
    case OUTCOME_MOVER_OUT:
    case OUTCOME_OPPONENT_OUT:
    default: {
        lone = outcome == OUTCOME_MOVER_OUT ? !mover : mover;
        int r = positions_solo(search->positions, edge->state_move.child.board, lone, &margin);
        if (r < 0)
            return r;
        margin = lone == BLACK ? margin : -margin;
        break;
    }
    }
    margin += edge->gain;
    *ret_bound = winner == BLACK ? margin : -margin;
    *ret_good = *ret_bound >= (winner == BLACK ? frame->t : 1 - frame->t);
    return 0;
}

/* Finds out what an edge leads to. n: the number of a stone play, else -1. */
static int judge_edge(struct search *search, const struct search_frame *frame, struct edge *edge,
                      int n)
{
    enum colour mover = frame->state.mover;
    enum outcome outcome = find_outcome(search, edge);
    if (outcome == OUTCOME_GOES_ON && closes_cycle(search, edge)) {
        edge->status = mover == search->attacker ? EDGE_LOST : EDGE_WON;
        edge->bound = BOUND_MAX;
        edge->avoids = true;
        return search_set_conditions(search, frame, edge, !search->attacker, BY_CYCLE);
    }
    if (outcome == OUTCOME_GOES_ON) {
        order_edge(search, frame, edge, n);
        return look_ahead(search, frame, edge);
    }
    bool good;
    int bound;
    int r = search_end(search, frame, edge, outcome, mover, &good, &bound);
    if (r == 0 && !good)
        r = search_end(search, frame, edge, outcome, !mover, &good, &bound);
    else if (r == 0)
        edge->status = EDGE_WON;
    if (r < 0)
        return r;
    assert(good);
    if (edge->status != EDGE_WON)
        edge->status = EDGE_LOST;
    edge->bound = (int16_t)bound;
    edge->avoids = outcome == OUTCOME_TIE;
    return search_set_conditions(search, frame, edge, edge->status == EDGE_WON ? mover : !mover,
                                 BY_END);
}

/*
 * A leaf for every history: if I only pass from now on, the opponent plays alone and the board that
 * is left is one he can reach alone; passing is never forbidden, and if it gets me banned he is
 * alone just the same (history_model.passing_safe). If he may go round for ever, or come to an end
 * that is good for nobody (solo_ends), who passes only denies him what he wants.
 */
static int solo_leaf(struct search *search, struct search_frame *frame, bool *ret_leaf)
{
    *ret_leaf = false;
    if (!search->solo_leaf || !search->model.passing_safe || search->model.pass_prisoners)
        return 0;
    for (enum colour player = BLACK; player <= WHITE; player++) {
        int margin;
        if (search->positions->solo_hard > SOLO_TRIES)
            continue; /* such boards: the leaf costs more than it saves */
        int r = positions_solo(search->positions, frame->state.board, player, &margin);
        if (r == -E2BIG)
            continue;
        if (r < 0)
            return r;
        enum colour winner = !player; /* who only passes */
        if (-margin < (winner == BLACK ? frame->t : 1 - frame->t))
            continue;
        if (winner == search->attacker && !search->model.solo_ends)
            continue;
        struct edge *edge = append_edge(search, frame);
        if (edge == NULL)
            return -ENOMEM;
        edge->state_move.kind = MOVE_PASS;
        edge->state_move.before = frame->state.board;
        edge->state_move.child = frame->state;
        edge->status = winner == frame->state.mover ? EDGE_WON : EDGE_LOST;
        edge->bound = (int16_t)-margin;
        edge->avoids = !search->model.solo_ends;
        *ret_leaf = true;
        return 0;
    }
    return 0;
}

static int expand_stones(struct search *search, struct search_frame *frame)
{
    enum colour mover = frame->state.mover;
    bool territory = search->positions->scoring == SCORING_TERRITORY;
    int count = positions_moves(search->positions, frame->state.board, mover);
    for (int n = 0; n < count; n++) {
        struct stone_move play = positions_move(search->positions, frame->state.board, mover, n);
        if (search->model.simple_ko &&
            (frame->state.ko == play.point + 1 ||
             (frame->state.ko == KO_SELF && play.child == frame->state.board)))
            continue;
        struct edge *edge = append_edge(search, frame);
        if (edge == NULL)
            return -ENOMEM;
        int gain = territory ? play.captured - play.lost : 0;
        edge->gain = (int16_t)(mover == BLACK ? gain : -gain);
        edge->state_move = (struct state_move){
            .before = frame->state.board,
            .child = {.board = play.child,
                      .mover = (uint8_t)!mover,
                      .ko = search->model.simple_ko ? play.ko : 0},
            .kind = MOVE_STONE,
            .point = play.point,
            .atari = play.atari,
            .passes = frame->state.passes,
        };
        int r = judge_edge(search, frame, edge, n);
        if (r < 0)
            return r;
    }
    return count < 0 ? count : 0;
}

/* The consecutive passes that the state after a pass tells. */
static uint8_t kept_passes(const struct history_model *model, struct state state,
                           enum move_kind kind)
{
    bool second = state.passes > 0 && model->pass_on.allowed;
    if (kind != MOVE_PASS || (second ? model->pass_on.restarts : model->pass.restarts))
        return 0;
    return (uint8_t)(state.passes < model->passes_kept ? state.passes + 1 : model->passes_kept);
}

static int expand_pass(struct search *search, struct search_frame *frame, enum move_kind kind)
{
    const struct history_model *model = &search->model;
    enum colour mover = frame->state.mover;
    if (!(kind == MOVE_PASS ? model->pass.allowed : model->refresh.allowed))
        return 0;
    struct edge *edge = append_edge(search, frame);
    if (edge == NULL)
        return -ENOMEM;
    int passes = kind == MOVE_PASS ? frame->state.passes + 1 : 0;
    edge->state_move = (struct state_move){
        .before = frame->state.board,
        .child = {.board = frame->state.board,
                  .mover = (uint8_t)!mover,
                  .passes = kept_passes(model, frame->state, kind)},
        .kind = (uint8_t)kind,
        .passes = frame->state.passes,
    };
    if (kind == MOVE_PASS && model->pass_prisoners)
        edge->gain = mover == BLACK ? -1 : 1;
    if (kind == MOVE_PASS && model->passes_to_end != 0 && passes >= model->passes_to_end) {
        end_edge(frame, edge,
                 edge->gain + positions_margin(search->positions, edge->state_move.child.board));
        return 0;
    }
    return judge_edge(search, frame, edge, -1);
}

static int compare_edges(const void *a, const void *b)
{
    const struct edge *one = a, *two = b;
    if (one->order != two->order)
        return one->order < two->order ? -1 : 1;
    if (one->state_move.point != two->state_move.point)
        return one->state_move.point < two->state_move.point ? -1 : 1;
    return (int)one->state_move.kind - (int)two->state_move.kind;
}

int search_expand(struct search *search, struct search_frame *frame)
{
    bool leaf;
    int r = solo_leaf(search, frame, &leaf);
    if (r < 0 || leaf)
        return r;
    r = expand_stones(search, frame);
    if (r == 0)
        r = expand_pass(search, frame, MOVE_PASS);
    if (r == 0)
        r = expand_pass(search, frame, MOVE_REFRESH);
    if (r == 0)
        qsort(&search->edges[frame->first_edge], frame->edge_count, sizeof(struct edge),
              compare_edges);
    return r;
}
