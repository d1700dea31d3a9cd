/*
 * Certificates of what an analysis proved: the deciding queries are asked again, and the lemmas
 * that answer them are written with all that is reachable from them (solve/trace_writer.h).
 *
 * What the search proved first is seldom the least that proves it. So all is proved once more with
 * an empty table, guided: where a move is known to win, the one with the smallest proof is tried
 * first (search.guide). Then hardly anything is proved that is not needed, and of several winning
 * moves one whose proof is there already is taken. Of what comes out the smallest is kept.
 */
#include "solve/certify.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "search/beside.h"
#include "search/retry.h"
#include "solve/certify_ask.h"
#include "solve/certify_claims.h"
#include "solve/certify_idle.h"
#include "solve/certify_leaves.h"
#include "solve/trace_writer.h"
#include "solve/wanted.h"

/* How often all is proved once more, and the nodes for it: so many times those of the certificate
 * that is to become smaller. */
#define REBUILDS 2
#define REBUILD_FACTOR 4
#define REBUILD_NODES 1000
/* Of a stopped analysis, the nodes to prove a claim that was found without a record. */
#define FOUND_NODES 2000

struct certifier {
    struct solver *solver;
    /* The analysis was stopped by it: only what is as good as known is asked again, */
    enum stop_reason stopped;
    uint64_t once; /* with so many nodes, */
    bool looks;    /* or, at first, only looked up. */
    bool idle_out; /* The value is not known: what needs no proof is left out. */
    bool cut;      /* A proof or a rebuild was stopped, by the clock or an interruption. */
    struct wanted_list wanted;
    struct trace_writer writer;
    struct lemma_table *lemmas; /* that wanted refers to; owned unless it is the search's */
};

/* --- asking --- */

/* Does the lemma's bound bear the claim out? gain: the prisoners before it. */
static bool is_enough(const struct certificate_claim *claim, const struct lemma *lemma, int gain)
{
    struct certificate_claim own = *claim;
    if (abs(claim->margin) == CERTIFICATE_INFINITE || lemma->bound == BOUND_MAX)
        return lemma->bound == BOUND_MAX;
    int wanted = own.margin - gain + (own.denies ? (own.who == BLACK ? 1 : -1) : 0);
    return lemma->bound >= (own.who == BLACK ? wanted : -wanted);
}

/* Why a claim is not proved again. Of a stopped run the few nodes that it got are as many as the
 * limit left it, and so is the time after an interruption. */
static enum stop_reason why_missed(const struct certifier *certifier)
{
    enum stop_reason why = certifier->solver->search.stopped;
    bool late = why == STOP_TIME && certifier->stopped == STOP_INTERRUPT;
    return why == STOP_BUDGET || late ? certifier->stopped : why;
}

/* Was it the clock, or an interruption, that stopped what the certificate is of? */
static bool is_late(const struct certifier *certifier)
{
    return retry_is_late(certifier->stopped);
}

/* Proves a claim about the node at which solver stands, if it can. */
static void prove(const struct certifier *certifier, struct wanted *wanted)
{
    struct search *search = &certifier->solver->search;
    int gain = solver_now(certifier->solver)->gain;
    uint64_t once = certifier->looks                  ? RETRY_LOOK
                    : certifier->stopped != STOP_NONE ? certifier->once
                                                      : 0;
    if (!certify_ask(certifier->solver, &wanted->claim, once) ||
        !is_enough(&wanted->claim, search->proved, gain)) {
        wanted_miss(wanted, why_missed(certifier));
        return;
    }
    wanted->why = STOP_NONE;
    wanted->lemma = search->proved;
    search->proved = NULL;
    wanted->claim.element = search->proved_map;
}

/* Proves a claim about the node at which solver stands and notes it. Returns 0 or -ENOMEM. */
static int want(struct certifier *certifier, struct certificate_claim claim)
{
    const struct solver_node *now = solver_now(certifier->solver);
    claim.rules = now->kind != NODE_OPEN;
    struct wanted wanted = {.claim = claim};
    if (claim.rules)
        return now->kind == NODE_SOLO_OPEN ? 0 : wanted_add(&certifier->wanted, &wanted);
    if (certifier->idle_out && certify_idle_is(certifier->solver, &claim))
        return 0;
    prove(certifier, &wanted);
    int r = wanted_add(&certifier->wanted, &wanted);
    if (r < 0)
        lemma_release(certifier->solver->search.lemmas, wanted.lemma);
    return r;
}

/* Asks again for what could not be proved: of the root alone, or all. Returns 0 or -ENOMEM. */
static int want_missed(struct certifier *certifier, bool root_only)
{
    struct solver *solver = certifier->solver;
    for (size_t i = 0; i < certifier->wanted.count; i++) {
        struct wanted *wanted = &certifier->wanted.list[i];
        struct verdict verdict;
        if (wanted->why == STOP_NONE || (root_only && !wanted->claim.root))
            continue;
        int r = wanted->claim.root ? 0 : solver_play(solver, wanted->claim.move, &verdict);
        if (r < 0)
            return r;
        prove(certifier, wanted);
        if (!wanted->claim.root)
            solver_undo(solver);
    }
    return 0;
}

/* Asks for all of it where time is short: what is known first. Returns 0 or -ENOMEM. */
static int want_missed_late(struct certifier *certifier)
{
    certifier->looks = is_late(certifier);
    int r = certifier->looks ? want_missed(certifier, false) : 0;
    certifier->looks = false;
    return r == 0 ? want_missed(certifier, false) : r;
}

/* Notes all claims that the bounds of the present node make. */
static int want_bounds(struct certifier *certifier, const struct certificate_claim *about,
                       const struct bounds *bounds)
{
    struct certificate_claim claims[CERTIFY_CLAIMS_MAX];
    const struct history_model *model = &certifier->solver->search.model;
    size_t count = certify_claims(model, about, bounds, claims);
    int r = 0;
    for (size_t i = 0; i < count && r == 0; i++)
        r = want(certifier, claims[i]);
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

/* --- writing --- */

/* Puts the strategies of leaves behind the nodes. */
static int add_strategies(struct certifier *certifier)
{
    bool cut = false;
    if (!certifier->writer.leaves)
        return 0;
    int r = certify_leaves(certifier->solver, &certifier->wanted, &certifier->writer, &cut);
    certifier->cut = certifier->cut || cut;
    return r;
}

static int finish(struct certifier *certifier, struct written_certificate *certificate)
{
    struct certificate_claim *claims = calloc(certifier->wanted.count + 1, sizeof(*claims));
    size_t count = 0;
    int r = claims != NULL ? add_strategies(certifier) : -ENOMEM;
    for (size_t i = 0; i < certifier->wanted.count && r == 0; i++)
        if (certifier->wanted.list[i].why == STOP_NONE)
            claims[count++] = certifier->wanted.list[i].claim;
    const struct certificate parts = {
        .claims = claims,
        .claim_count = count,
        .node_count = (uint32_t)certifier->writer.node_count,
        .leaves = certifier->writer.leaves,
    };
    if (r == 0)
        r = written_certificate_make(&certifier->solver->game, &parts, &certifier->writer.body,
                                     certificate);
    free(claims);
    certificate->missing = wanted_missing(&certifier->wanted, STOP_NONE);
    certificate->why = wanted_why(&certifier->wanted);
    certificate->cut = certifier->cut;
    return r;
}

/* --- making it smaller --- */

static void certifier_release(struct certifier *certifier)
{
    wanted_release(&certifier->wanted, certifier->lemmas);
    if (certifier->lemmas != certifier->solver->tables->lemmas)
        lemma_table_free(certifier->lemmas);
    trace_writer_release(&certifier->writer);
}

/* Writes what is proved. Returns 0 or -ENOMEM. */
static int write_proved(struct certifier *certifier)
{
    struct search *search = &certifier->solver->search;
    int r = wanted_write(&certifier->wanted, &certifier->writer);
    lemma_release(search->lemmas, search->proved);
    search->proved = NULL;
    return r;
}

/*
 * Proves and writes all that analysis says. What could not be proved of the root is asked once more
 * at the end: it may follow from what is proved of the root moves. Where time is short all of it is
 * looked up before anything is asked. To be released whatever is returned.
 */
static int make(struct certifier *certifier, const struct analysis *analysis, bool root_only)
{
    struct search *search = &certifier->solver->search;
    certifier->looks = is_late(certifier);
    int r = want_all(certifier, analysis, root_only);
    certifier->looks = false;
    if (r == 0 && is_late(certifier))
        r = want_missed(certifier, false);
    if (r == 0 && wanted_why(&certifier->wanted) != STOP_MEMORY)
        r = want_missed(certifier, true);
    if (r == 0)
        r = write_proved(certifier);
    certifier->lemmas = search->lemmas;
    return r;
}

/* Proves and writes all with an empty table, guided by another one. The old table is the caller's
 * then; or without a guide (NULL) it is freed, and all of its lemmas must have been given back.
 * Without memory it stays the solver's. Returns as make(). */
static int make_anew(struct certifier *certifier, struct lemma_table *guide,
                     const struct analysis *analysis, bool root_only)
{
    struct solver *solver = certifier->solver;
    struct lemma_table *old = solver->tables->lemmas;
    struct lemma_table *fresh = lemma_table_new(old->max_bytes, old->per_key);
    *certifier = (struct certifier){
        .solver = solver,
        .stopped = certifier->stopped,
        .once = certifier->once,
        .idle_out = certifier->idle_out,
        .writer = {.positions = solver->positions},
        .lemmas = fresh != NULL ? fresh : old,
    };
    if (fresh == NULL)
        return -ENOMEM;
    size_t bytes = guide != NULL ? guide->bytes : 0;
    solver->search.lemmas = solver->tables->lemmas = fresh;
    if (guide == NULL)
        lemma_table_free(old);
    solver->search.guide = guide;
    solver->tables->bytes += bytes;
    int r = make(certifier, analysis, root_only);
    solver->search.guide = NULL;
    solver->tables->bytes -= bytes;
    return r;
}

/* One rebuild, guided by what certifier has, which is replaced if the new one is smaller. Where
 * memory or a limit is short the old one stays. Returns whether it was replaced. */
static bool rebuild(struct certifier *certifier, const struct analysis *analysis, bool root_only)
{
    struct certifier again = {.solver = certifier->solver};
    struct search *search = &certifier->solver->search;
    uint64_t most = search->nodes + REBUILD_NODES + REBUILD_FACTOR * certifier->writer.node_count;
    if (search->limits.max_nodes == 0 || most < search->limits.max_nodes)
        search->limits.max_nodes = most;
    int r = make_anew(&again, certifier->lemmas, analysis, root_only);
    if (search_interrupted(search))
        certifier->cut = again.cut = true;
    bool smaller =
        r == 0 &&
        wanted_missing(&again.wanted, STOP_NONE) <= wanted_missing(&certifier->wanted, STOP_NONE) &&
        again.writer.body.size < certifier->writer.body.size;
    if (smaller) {
        struct certifier old = *certifier;
        *certifier = again;
        again = old;
    }
    certifier_release(&again);
    return smaller;
}

/*
 * Proves all with a record of it, where it was found without one: guided by what is known of who
 * wins, which takes few nodes beyond those of the proof. Where there is no room for both, what is
 * known goes. Returns as make().
 */
static int record(struct certifier *certifier, const struct analysis *analysis, bool root_only)
{
    struct solver *solver = certifier->solver;
    struct lemma_table *found = solver->tables->lemmas;
    beside_release(solver);
    int r = make_anew(certifier, found, analysis, root_only);
    if (solver->tables->lemmas != found)
        lemma_table_free(found);
    if (r < 0 || wanted_missing(&certifier->wanted, STOP_MEMORY) == 0)
        return r;
    certifier_release(certifier);
    return make_anew(certifier, NULL, analysis, root_only);
}

/* From now on what is as good as known is asked with few nodes each (search/retry.h); all else that
 * was asked for stays. */
static void ease(struct certifier *certifier, enum stop_reason why)
{
    struct solver *solver = certifier->solver;
    retry_ease(&solver->search.limits, why, solver->started);
    /* those that are not made take longer than what is asked again */
    solver->energies = false;
    solver->margins_made_only = true;
    certifier->stopped = why;
}

/* Where the limits of a run cut its certificate short it is eased, unless it was before. */
static int make_what_is_cut(struct certifier *certifier)
{
    size_t late = wanted_missing(&certifier->wanted, STOP_TIME),
           stopped = wanted_missing(&certifier->wanted, STOP_INTERRUPT),
           spent = wanted_missing(&certifier->wanted, STOP_NODES);
    bool eased = certifier->stopped != STOP_NONE;
    if (is_late(certifier) || late + stopped + (eased ? 0 : spent) == 0)
        return 0;
    certifier->cut = late + stopped > 0;
    ease(certifier, stopped > 0 ? STOP_INTERRUPT : late > 0 ? STOP_TIME : STOP_NODES);
    int r = want_missed_late(certifier);
    return r == 0 ? write_proved(certifier) : r;
}

/*
 * Where the memory was full of what a run had tried, all is proved once more from nothing, within
 * the run's limits and as many nodes as it has taken. What was made before stays unless more is
 * proved, and where there is no memory for that.
 */
static void try_from_nothing(struct certifier *certifier, const struct analysis *analysis,
                             bool root_only, struct written_certificate *certificate)
{
    struct search *search = &certifier->solver->search;
    const struct limits limits = search->limits;
    struct written_certificate anew = {0};
    beside_release(certifier->solver);
    certifier->stopped = STOP_NONE;
    if (limits.max_nodes == 0 || 2 * search->nodes < limits.max_nodes)
        search->limits.max_nodes = 2 * search->nodes;
    int r = make_anew(certifier, NULL, analysis, root_only);
    /* The clock, or an interruption, decides which of the two is kept. */
    bool cut = certificate->cut || search_interrupted(search);
    search->limits = limits;
    if (r == 0 && wanted_missing(&certifier->wanted, STOP_NONE) < certificate->missing)
        r = finish(certifier, &anew);
    certifier_release(certifier);
    if (r == 0 && anew.claim_count > 0 && anew.missing < certificate->missing) {
        struct written_certificate old = *certificate;
        anew.why = anew.why == STOP_NODES ? STOP_MEMORY : anew.why;
        *certificate = anew;
        anew = old;
    }
    certificate->cut = cut;
    written_certificate_release(&anew);
}

/* Does a certificate lack what only the memory kept out of it? */
static bool is_short_of_memory(const struct certifier *certifier)
{
    return (certifier->stopped == STOP_NONE || certifier->stopped == STOP_MEMORY) &&
           wanted_missing(&certifier->wanted, STOP_MEMORY) > 0;
}

int certify(struct solver *solver, const struct analysis *analysis, bool root_only,
            struct written_certificate *ret_certificate)
{
    bool recorded = solver->search.limits.recording;
    struct certifier certifier = {
        .solver = solver,
        .stopped = analysis->stopped,
        .once = recorded ? RETRY_KNOWN : FOUND_NODES,
        .idle_out = analysis->stopped != STOP_NONE && !bounds_known(&analysis->bounds),
        .writer = {.positions = solver->positions},
    };
    struct written_certificate certificate = {0};
    struct search *search = &solver->search;
    if (certify_idle_suffices(solver, analysis, root_only))
        return certify_idle(solver, &analysis->bounds, ret_certificate);
    search->limits.recording = true;
    search->limits.records_later = false;
    struct limits limits = search->limits;
    /* A principal variation may have been looked for: no claim may lean on the states before it. */
    solver->keeps_path = false;
    bool energies = solver->energies;
    if (certifier.stopped != STOP_NONE)
        ease(&certifier, certifier.stopped);
    int r = (recorded ? make : record)(&certifier, analysis, root_only);
    if (r == 0)
        r = make_what_is_cut(&certifier);
    bool again = r == 0 && certifier.stopped == STOP_NONE;
    for (int i = 0; i < REBUILDS && again; i++) {
        again = rebuild(&certifier, analysis, root_only);
        search->limits = limits;
    }
    search->limits = limits;
    solver->energies = energies;
    solver->margins_made_only = false;
    if (r == 0)
        r = finish(&certifier, &certificate);
    bool again_from_nothing = r == 0 && recorded && is_short_of_memory(&certifier);
    certifier_release(&certifier);
    if (again_from_nothing)
        try_from_nothing(&certifier, analysis, root_only, &certificate);
    if (r == 0)
        *ret_certificate = certificate;
    else
        written_certificate_release(&certificate);
    return r;
}
