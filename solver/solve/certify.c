/*
 * Writing certificates: the deciding questions are asked again, and what is reachable from the
 * lemmas that answer them is numbered, children first.
 *
 * A lemma is written once for each way in which it is used: as a part of a proof that its winner
 * forces an end, or that he denies the other's. A proof that only denies needs no condition on
 * states that must not recur, so it is written as one throughout.
 *
 * What the search proved first is seldom the least that proves it. So all is proved once more with
 * an empty table, guided: where a play is known to win, the one with the smallest proof is tried
 * first (search.guide). Then hardly anything is proved that is not needed, and of several winning
 * plays one whose proof is there already is taken. Of what comes out the smallest is kept.
 */
#include "solve/certify.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "search/proof_trace.h"

#define FIRST_BUDGET 1000
#define BUDGET_FACTOR 3
/* Nodes for each question after the analysis was stopped: only what is as good as known. */
#define STOPPED_BUDGET 300
/* How often all is proved once more, and the nodes for it: so many times those of the certificate
 * that is to become smaller. */
#define REBUILDS 2
#define REBUILD_FACTOR 4
#define REBUILD_NODES 1000
/* As in unbounded.c. */
#define VISITS_TRIED 6

struct wanted {
    struct certificate_claim claim;
    struct lemma *lemma; /* a reference; NULL: the rules say it */
};

/* A lemma on its way to becoming a node. */
struct visit {
    const struct lemma *lemma;
    bool denies;
    int next; /* play of its trace */
};

struct numbered {
    const struct lemma *lemma; /* NULL: an empty slot */
    bool denies;
    uint32_t number;
};

struct certifier {
    struct solver *solver;
    bool stopped; /* the analysis was: no more searching */
    size_t missing;
    bool cut; /* a rebuild was, by the clock or an interruption */
    struct wanted *wanted;
    size_t wanted_count, wanted_room;
    struct numbered *slots;
    size_t slot_mask;
    struct visit *visits;
    size_t visit_count, visit_room;
    uint32_t node_count;
    struct bytes body;
    struct lemma_table *lemmas; /* that what is wanted refers to; owned unless the search's */
};

/* --- asking --- */

struct question {
    int t;
    enum colour attacker;
};

static struct question question_of(const struct solver *solver,
                                   const struct certificate_claim *claim)
{
    bool pairs = solver->search.model.pairs, infinite = abs(claim->margin) == CERTIFICATE_INFINITE;
    int t = claim->margin + (claim->who == BLACK ? claim->denies : !claim->denies);
    enum colour attacker = (enum colour)(claim->who ^ (claim->denies ? 1 : 0));
    if (infinite)
        t = claim->margin > 0 ? BOUND_MAX / 2 : -BOUND_MAX / 2;
    return (struct question){t, pairs ? attacker : BLACK};
}

/* Asks once, in every order that may pay, with the budget. */
static int ask_in_turn(struct solver *solver, struct question question, uint64_t budget,
                       struct answer *ret_answer)
{
    int r = -EAGAIN;
    if (solver->portfolio) {
        solver->search.order = ORDER_DEPTH_FIRST;
        r = solver_query(solver, question.t, question.attacker, budget, ret_answer);
        solver->search.order = ORDER_BEST_FIRST;
    }
    return r == 0 ? r : solver_query(solver, question.t, question.attacker, budget, ret_answer);
}

static bool is_answered(const struct solver *solver, const struct certificate_claim *claim,
                        const struct answer *answer)
{
    return (int)answer->winner == claim->who && (claim->denies || answer->forced) &&
           solver->search.proved != NULL;
}

/* Asks until the claim is proved again. Returns 0, or -EAGAIN: it is not. */
static int ask(const struct certifier *certifier, const struct certificate_claim *claim)
{
    struct solver *solver = certifier->solver;
    struct search *search = &solver->search;
    struct question question = question_of(solver, claim);
    uint64_t budget = certifier->stopped ? STOPPED_BUDGET : FIRST_BUDGET;
    int r = -EAGAIN;
    for (bool again = true; again; budget *= BUDGET_FACTOR) {
        bool cut = false;
        for (int visits = 0; visits <= (search->model.unbounded ? VISITS_TRIED : 0); visits++) {
            struct answer answer;
            search->visits = visits;
            r = ask_in_turn(solver, question, budget, &answer);
            if (r == 0 && is_answered(solver, claim, &answer))
                break;
            cut = cut || (r < 0 && search->stopped == STOP_BUDGET);
            if (r < 0 && search->stopped != STOP_BUDGET)
                break;
            r = -EAGAIN;
        }
        again = r < 0 && cut && !certifier->stopped;
        if (r < 0 && search->stopped != STOP_BUDGET)
            again = false;
    }
    search->visits = 0;
    return r;
}

static int add_wanted(struct certifier *certifier, const struct certificate_claim *claim,
                      struct lemma *lemma)
{
    if (certifier->wanted_count == certifier->wanted_room) {
        size_t room = certifier->wanted_room != 0 ? 2 * certifier->wanted_room : 16;
        void *grown = realloc(certifier->wanted, room * sizeof(*certifier->wanted));
        if (grown == NULL)
            return -ENOMEM;
        certifier->wanted = grown;
        certifier->wanted_room = room;
    }
    certifier->wanted[certifier->wanted_count++] = (struct wanted){*claim, lemma};
    return 0;
}

/* Does the lemma's bound bear the claim out? gain: the prisoners before it. */
static bool is_enough(const struct certificate_claim *claim, const struct lemma *lemma, int gain)
{
    struct certificate_claim own = *claim;
    if (abs(claim->margin) == CERTIFICATE_INFINITE || lemma->bound == BOUND_MAX)
        return lemma->bound == BOUND_MAX;
    int wanted = own.margin - gain + (own.denies ? (own.who == BLACK ? 1 : -1) : 0);
    return lemma->bound >= (own.who == BLACK ? wanted : -wanted);
}

/* Proves a claim about the node at which solver stands and notes it. Returns 0 or -ENOMEM. */
static int want(struct certifier *certifier, struct certificate_claim claim)
{
    struct search *search = &certifier->solver->search;
    const struct solver_node *now = solver_now(certifier->solver);
    claim.rules = now->kind != NODE_OPEN;
    if (claim.rules)
        return now->kind == NODE_SOLO_OPEN ? 0 : add_wanted(certifier, &claim, NULL);
    if (ask(certifier, &claim) < 0 || !is_enough(&claim, search->proved, now->gain)) {
        certifier->missing++;
        return 0;
    }
    struct lemma *lemma = search->proved;
    search->proved = NULL;
    claim.element = search->proved_map;
    int r = add_wanted(certifier, &claim, lemma);
    if (r < 0)
        lemma_release(search->lemmas, lemma);
    return r;
}

static int margin_of(int bound)
{
    if (bound >= MARGIN_INFINITE || bound <= -MARGIN_INFINITE)
        return bound > 0 ? CERTIFICATE_INFINITE : -CERTIFICATE_INFINITE;
    return bound;
}

/* Notes all claims that the bounds of the present node make. */
static int want_bounds(struct certifier *certifier, const struct certificate_claim *about,
                       const struct bounds *bounds)
{
    const struct history_model *model = &certifier->solver->search.model;
    struct certificate_claim claim = *about;
    int r = 0;
    claim.who = BLACK;
    claim.denies = false;
    claim.margin = margin_of(bounds->lower_min);
    if (claim.margin != -CERTIFICATE_INFINITE)
        r = want(certifier, claim);
    claim.who = WHITE;
    claim.margin = margin_of(model->pairs ? bounds->upper_max : bounds->lower_max);
    if (r == 0 && claim.margin != CERTIFICATE_INFINITE)
        r = want(certifier, claim);
    if (!model->pairs || model->unbounded)
        return r;
    claim.denies = true;
    claim.margin = margin_of(bounds->lower_max);
    if (claim.margin != -CERTIFICATE_INFINITE)
        claim.margin++;
    if (r == 0 && bounds->lower_max < MARGIN_INFINITE)
        r = want(certifier, claim);
    claim.who = BLACK;
    claim.margin = margin_of(bounds->upper_min);
    if (claim.margin != CERTIFICATE_INFINITE)
        claim.margin--;
    if (r == 0 && bounds->upper_min > -MARGIN_INFINITE)
        r = want(certifier, claim);
    return r;
}

static int want_all(struct certifier *certifier, const struct analysis *analysis, bool root_only)
{
    struct solver *solver = certifier->solver;
    struct certificate_claim about = {.root = true};
    int r = want_bounds(certifier, &about, &analysis->bounds);
    for (size_t i = 0; i < analysis->move_count && !root_only && r == 0; i++) {
        struct verdict verdict;
        if (analysis->moves[i].same_as != (int)i)
            continue;
        about = (struct certificate_claim){.move = analysis->moves[i].move};
        r = solver_play(solver, about.move, &verdict);
        if (r < 0)
            return r;
        r = want_bounds(certifier, &about, &analysis->moves[i].bounds);
        solver_undo(solver);
    }
    return r;
}

/* --- numbering and writing --- */

static struct numbered *find_slot(const struct certifier *certifier, const struct lemma *lemma,
                                  bool denies)
{
    size_t at = hash_mix((uint64_t)(uintptr_t)lemma + denies) & certifier->slot_mask;
    while (certifier->slots[at].lemma != NULL &&
           (certifier->slots[at].lemma != lemma || certifier->slots[at].denies != denies))
        at = (at + 1) & certifier->slot_mask;
    return &certifier->slots[at];
}

static int grow_slots(struct certifier *certifier)
{
    struct certifier old = *certifier;
    size_t count = old.slots != NULL ? old.slot_mask + 1 : 0, room = count != 0 ? 2 * count : 1024;
    certifier->slots = calloc(room, sizeof(*certifier->slots));
    if (certifier->slots == NULL) {
        certifier->slots = old.slots;
        return -ENOMEM;
    }
    certifier->slot_mask = room - 1;
    for (size_t i = 0; i < count; i++)
        if (old.slots[i].lemma != NULL)
            *find_slot(certifier, old.slots[i].lemma, old.slots[i].denies) = old.slots[i];
    free(old.slots);
    return 0;
}

static int push(struct certifier *certifier, const struct lemma *lemma, bool denies)
{
    if (certifier->visit_count == certifier->visit_room) {
        size_t room = certifier->visit_room != 0 ? 2 * certifier->visit_room : 256;
        void *grown = realloc(certifier->visits, room * sizeof(*certifier->visits));
        if (grown == NULL)
            return -ENOMEM;
        certifier->visits = grown;
        certifier->visit_room = room;
    }
    certifier->visits[certifier->visit_count++] = (struct visit){lemma, denies, 0};
    return 0;
}

/* The order of plays in a certificate. */
static int play_number(const struct certifier *certifier, const struct trace_move *play)
{
    int points = certifier->solver->positions->points;
    return play->kind == MOVE_STONE ? play->point : points + (play->kind == MOVE_REFRESH);
}

static struct certificate_reply reply_of(const struct certifier *certifier,
                                         const struct trace_move *play, bool denies)
{
    struct certificate_reply reply = {.how = play->by == BY_CYCLE ? CERTIFICATE_REPETITION
                                                                  : CERTIFICATE_END};
    if (play->child != NULL) {
        reply.how = CERTIFICATE_CHILD;
        reply.element = play->map;
        reply.child = find_slot(certifier, play->child, denies)->number;
    }
    return reply;
}

/* Fills the replies of a node in the order of certificates, by insertion. */
static void fill_replies(const struct certifier *certifier, const struct lemma *lemma,
                         struct certificate_node *node)
{
    const struct proof_trace *trace = lemma->trace;
    int numbers[CERTIFICATE_REPLIES_MAX];
    for (int i = 0; i < trace->count; i++) {
        int at = i, number = play_number(certifier, &trace->moves[i]);
        for (; at > 0 && numbers[at - 1] > number; at--) {
            numbers[at] = numbers[at - 1];
            node->replies[at] = node->replies[at - 1];
        }
        numbers[at] = number;
        node->replies[at] = reply_of(certifier, &trace->moves[i], node->denies);
    }
    node->count = trace->count;
    node->move = trace->count > 0 ? numbers[0] : 0;
}

static const enum certificate_node_type types[] = {
    [TRACE_LEAF] = CERTIFICATE_LEAF,
    [TRACE_WINNER] = CERTIFICATE_WINNER,
    [TRACE_LOSER] = CERTIFICATE_LOSER,
};

/* Writes a node whose children are written. */
static int write_node(struct certifier *certifier, const struct visit *visit)
{
    const struct lemma *lemma = visit->lemma;
    struct stones stones =
        positions_stones(certifier->solver->positions, (uint32_t)(lemma->key >> 12));
    struct certificate_node node = {
        .type = types[lemma->trace->kind],
        .stones = {stones.of[BLACK], stones.of[WHITE]},
        .mover = (int)(lemma->key & 1),
        .passes = (int)(lemma->key >> 1 & 3),
        .ko = (int)(lemma->key >> 3 & 127),
        .winner = lemma->winner,
        .denies = visit->denies,
        .bound = lemma->bound,
    };
    fill_replies(certifier, lemma, &node);
    if ((certifier->node_count + 1) * (size_t)2 > certifier->slot_mask) {
        int r = grow_slots(certifier);
        if (r < 0)
            return r;
    }
    *find_slot(certifier, lemma, visit->denies) =
        (struct numbered){lemma, visit->denies, certifier->node_count};
    write_node_bytes(&certifier->body, &node, certifier->node_count++);
    return certifier->body.failed ? -ENOMEM : 0;
}

/* Goes on from the last visit: to a child that is not written, or it is written itself. */
static int step(struct certifier *certifier)
{
    struct visit *visit = &certifier->visits[certifier->visit_count - 1];
    const struct proof_trace *trace = visit->lemma->trace;
    if (find_slot(certifier, visit->lemma, visit->denies)->lemma != NULL) {
        certifier->visit_count--;
        return 0;
    }
    while (visit->next < trace->count) {
        const struct lemma *child = trace->moves[visit->next++].child;
        if (child != NULL && find_slot(certifier, child, visit->denies)->lemma == NULL)
            return push(certifier, child, visit->denies);
    }
    certifier->visit_count--;
    struct visit done = certifier->visits[certifier->visit_count];
    return write_node(certifier, &done);
}

static int write_all(struct certifier *certifier)
{
    int r = grow_slots(certifier);
    for (size_t i = 0; i < certifier->wanted_count && r == 0; i++) {
        struct wanted *wanted = &certifier->wanted[i];
        if (wanted->lemma == NULL)
            continue;
        r = push(certifier, wanted->lemma, wanted->claim.denies);
        while (r == 0 && certifier->visit_count > 0)
            r = step(certifier);
        if (r == 0)
            wanted->claim.node = find_slot(certifier, wanted->lemma, wanted->claim.denies)->number;
    }
    return r;
}

static int finish(const struct certifier *certifier, struct written_certificate *certificate)
{
    struct certificate_claim *claims = calloc(certifier->wanted_count + 1, sizeof(*claims));
    if (claims == NULL)
        return -ENOMEM;
    for (size_t i = 0; i < certifier->wanted_count; i++)
        claims[i] = certifier->wanted[i].claim;
    int r = written_certificate_make(&certifier->solver->game, claims, certifier->wanted_count,
                                     certifier->node_count, &certifier->body, certificate);
    free(claims);
    certificate->missing = certifier->missing;
    certificate->cut = certifier->cut;
    return r;
}

/* --- making it smaller --- */

static void certifier_release(struct certifier *certifier)
{
    for (size_t i = 0; i < certifier->wanted_count; i++)
        lemma_release(certifier->lemmas, certifier->wanted[i].lemma);
    if (certifier->lemmas != certifier->solver->tables->lemmas)
        lemma_table_free(certifier->lemmas);
    free(certifier->wanted);
    free(certifier->slots);
    free(certifier->visits);
    free(certifier->body.data);
}

/* Proves and writes all that analysis says. To be released whatever is returned. */
static int make(struct certifier *certifier, const struct analysis *analysis, bool root_only)
{
    struct search *search = &certifier->solver->search;
    int r = want_all(certifier, analysis, root_only);
    if (r == 0)
        r = write_all(certifier);
    lemma_release(search->lemmas, search->proved);
    search->proved = NULL;
    certifier->lemmas = search->lemmas;
    return r;
}

/* One rebuild, guided by what certifier has, which is replaced if the new one is smaller. Where
 * memory or a limit is short the old one stays. Returns whether it was replaced. */
static bool rebuild(struct certifier *certifier, const struct analysis *analysis, bool root_only)
{
    struct certifier again = {.solver = certifier->solver};
    struct solver_tables *tables = certifier->solver->tables;
    struct search *search = &certifier->solver->search;
    struct lemma_table *fresh = lemma_table_new(certifier->lemmas->max_bytes);
    uint64_t most = search->nodes + REBUILD_NODES + REBUILD_FACTOR * certifier->node_count;
    if (fresh == NULL)
        return false;
    search->lemmas = tables->lemmas = fresh;
    if (search->limits.max_nodes == 0 || most < search->limits.max_nodes)
        search->limits.max_nodes = most;
    search->guide = certifier->lemmas;
    tables->bytes += certifier->lemmas->bytes;
    int r = make(&again, analysis, root_only);
    search->guide = NULL;
    tables->bytes -= certifier->lemmas->bytes;
    if (search_interrupted(search))
        certifier->cut = again.cut = true;
    bool smaller =
        r == 0 && again.missing <= certifier->missing && again.body.size < certifier->body.size;
    if (smaller) {
        struct certifier old = *certifier;
        *certifier = again;
        again = old;
    }
    certifier_release(&again);
    return smaller;
}

int certify(struct solver *solver, const struct analysis *analysis, bool root_only,
            struct written_certificate *ret_certificate)
{
    struct certifier certifier = {.solver = solver, .stopped = analysis->stopped != STOP_NONE};
    struct written_certificate certificate = {0};
    struct search *search = &solver->search;
    struct limits limits = search->limits;
    /* A line of play may have been looked for: no claim may lean on the states before it. */
    solver->keeps_line = false;
    if (certifier.stopped)
        search->limits = (struct limits){.max_bytes = limits.max_bytes, .recording = true};
    int r = make(&certifier, analysis, root_only);
    bool again = r == 0 && !certifier.stopped;
    for (int i = 0; i < REBUILDS && again; i++) {
        again = rebuild(&certifier, analysis, root_only);
        search->limits = limits;
    }
    search->limits = limits;
    if (r == 0)
        r = finish(&certifier, &certificate);
    certifier_release(&certifier);
    if (r == 0)
        *ret_certificate = certificate;
    return r;
}
