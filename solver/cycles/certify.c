/*
 * Certificates under rules with cycles: the deciding queries are asked again, and what is
 * reachable from the lemmas that answer them is numbered, children first.
 */
#include "cycles/certify.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "certificate/write/cycle_write.h"
#include "search/retry.h"

/* As in value.c. */
#define VISITS_TRIED 4

struct cycle_certifier {
    struct cycle_search *search;
    /* The analysis, or this, was stopped by it: only what is as good as known is asked again. */
    enum stop_reason stopped;
    bool cut;             /* by the clock or an interruption, while this was made */
    size_t missing;       /* claims that could not be proved again */
    enum stop_reason why; /* the first of them could not */
    struct certificate_claim *claims;
    size_t claim_count;
    struct cycle_lemma **path; /* lemmas on their way to becoming nodes, each a child of the last */
    size_t path_length, path_capacity;
    uint32_t node_count;
    struct cycle_node node; /* the one that is written */
    size_t turn_capacity;   /* of its turns */
    struct bytes body;
};

/* --- nodes --- */

static int push(struct cycle_certifier *certifier, struct cycle_lemma *lemma)
{
    int r = array_reserve(&certifier->path, certifier->path_length + 1, &certifier->path_capacity,
                          sizeof(*certifier->path));
    if (r == 0)
        certifier->path[certifier->path_length++] = lemma;
    return r;
}

static int compare_turns(const void *a, const void *b)
{
    const struct cycle_turn *one = a, *other = b;
    if (one->used != other->used)
        return one->used < other->used ? -1 : 1;
    return one->point - other->point;
}

static int make_turns(struct cycle_certifier *certifier, const struct cycle_lemma *lemma)
{
    struct cycle_node *node = &certifier->node;
    int r = array_reserve(&node->turns, lemma->trace_count, &certifier->turn_capacity,
                          sizeof(*node->turns));
    if (r < 0)
        return r;
    node->count = lemma->trace_count;
    for (uint32_t i = 0; i < node->count; i++) {
        const struct cycle_trace_move *made = &lemma->trace[i];
        node->turns[i] = (struct cycle_turn){
            .used = made->play.used,
            .point = made->play.point,
            .ends = made->child == NULL,
            .child = made->child != NULL ? made->child->number - 1 : 0,
        };
    }
    qsort(node->turns, node->count, sizeof(*node->turns), compare_turns);
    return 0;
}

/* Writes a lemma whose children are written. */
static int write_node(struct cycle_certifier *certifier, struct cycle_lemma *lemma)
{
    const struct cycle_situation *s =
        cycle_situations_at(certifier->search->game.situations, lemma->situation);
    struct cycle_node *node = &certifier->node;
    int r = make_turns(certifier, lemma);
    if (r < 0)
        return r;
    node->situation = (struct cycle_node_situation){
        .stones = {s->stones[0], s->stones[1]},
        .temporary = s->temporary,
        .permanent = s->permanent,
        .mover = s->mover,
        .needed = s->needed,
    };
    node->winner = lemma->attacker;
    node->bound = lemma->bound;
    write_cycle_node_bytes(&certifier->body, node, certifier->node_count);
    lemma->number = ++certifier->node_count;
    return 0;
}

/* A child that is not written yet; NULL: all are. */
static struct cycle_lemma *find_open(const struct cycle_lemma *lemma)
{
    for (uint32_t i = 0; i < lemma->trace_count; i++)
        if (lemma->trace[i].child != NULL && lemma->trace[i].child->number == 0)
            return lemma->trace[i].child;
    return NULL;
}

static int write_all(struct cycle_certifier *certifier, struct cycle_lemma *lemma)
{
    int r = lemma->number == 0 ? push(certifier, lemma) : 0;
    while (certifier->path_length > 0 && r == 0) {
        struct cycle_lemma *top = certifier->path[certifier->path_length - 1];
        struct cycle_lemma *open = find_open(top);
        if (open != NULL) {
            r = push(certifier, open);
            continue;
        }
        certifier->path_length--;
        if (top->number == 0)
            r = write_node(certifier, top);
    }
    return r;
}

/* --- claims --- */

/* A margin that is asked for again, in the view of who is to force it. */
struct asked_margin {
    struct cycle_search *search;
    int who, margin;
};

/* A retry_ask(). */
static enum retry_answer ask_once(void *arg, int visits, uint64_t budget)
{
    const struct asked_margin *asked = arg;
    int proved;
    int r = cycle_search_prove(asked->search, asked->who, asked->margin, visits, budget, &proved);
    if (r < 0)
        return asked->search->stopped == STOP_BUDGET ? RETRY_BUDGET : RETRY_STOPPED;
    return r > 0 ? RETRY_PROVED : RETRY_FAILED;
}

/* Asks until the claim is proved again. Returns whether it is: then it is search->proved. */
static bool ask(const struct cycle_certifier *certifier, const struct certificate_claim *claim)
{
    struct asked_margin asked = {
        .search = certifier->search,
        .who = claim->who,
        .margin = claim->who == 0 ? claim->margin : -claim->margin,
    };
    return retry_until_proved(VISITS_TRIED, certifier->stopped != STOP_NONE ? RETRY_KNOWN : 0,
                              ask_once, &asked);
}

/* From now on what is asked has few nodes (search/retry.h). */
static void ease(struct cycle_certifier *certifier, enum stop_reason why)
{
    retry_ease(&certifier->search->limits, why, certifier->search->started);
    certifier->stopped = why;
}

/* The same; where the clock or an interruption stops it, once more, eased. */
static bool ask_to_the_end(struct cycle_certifier *certifier, const struct certificate_claim *claim)
{
    if (ask(certifier, claim))
        return true;
    enum stop_reason why = certifier->search->stopped;
    if (retry_is_late(certifier->stopped) || !retry_is_late(why))
        return false;
    ease(certifier, why);
    certifier->cut = true;
    return ask(certifier, claim);
}

/* A claim that is proved could not be certified: an eased one for what stopped the run. */
static void miss(struct cycle_certifier *certifier, enum stop_reason stopped)
{
    if (stopped == STOP_BUDGET || (stopped == STOP_TIME && retry_is_late(certifier->stopped)))
        stopped = certifier->stopped;
    if (certifier->missing++ == 0)
        certifier->why = stopped == STOP_NONE ? STOP_UNDECIDED : stopped;
}

/* Adds the claim that who forces the margin (Black's view) where the search stands. */
static int claim_forced(struct cycle_certifier *certifier, struct certificate_claim claim)
{
    int r = 0;
    if (!claim.rules && !ask_to_the_end(certifier, &claim)) {
        miss(certifier, certifier->search->stopped);
        return 0;
    }
    if (!claim.rules) {
        r = write_all(certifier, certifier->search->proved);
        claim.node = certifier->search->proved->number - 1;
    }
    if (r == 0)
        certifier->claims[certifier->claim_count++] = claim;
    return r;
}

/* Claims what of the bounds is what a player forces. */
static int claim_bounds(struct cycle_certifier *certifier, const struct bounds *bounds,
                        struct certificate_claim claim)
{
    int r = 0;
    claim.who = 0;
    claim.margin = bounds->lower_min;
    if (bounds->lower_min > -MARGIN_INFINITE)
        r = claim_forced(certifier, claim);
    claim.who = 1;
    claim.margin = bounds->upper_max;
    if (r == 0 && bounds->upper_max < MARGIN_INFINITE)
        r = claim_forced(certifier, claim);
    /* That nobody forces more is said by the claim of the opponent; where lower and upper differ,
     * by none. */
    if (bounds_known(bounds) && bounds->lower_min != bounds->upper_min)
        miss(certifier, STOP_UNDECIDED);
    return r;
}

static int claim_move(struct cycle_certifier *certifier, const struct analysis_move *made,
                      const struct cycle_edge *edge)
{
    struct cycle_game *game = &certifier->search->game;
    const struct certificate_claim claim = {.move = made->move, .rules = edge->over};
    if (edge->over)
        return claim_bounds(certifier, &made->bounds, claim);
    int r = cycle_game_make(game, edge);
    if (r < 0)
        return r;
    r = claim_bounds(certifier, &made->bounds, claim);
    cycle_game_undo(game);
    return r;
}

static int claim_all(struct cycle_certifier *certifier, const struct analysis *analysis,
                     const struct cycle_edge *edges, bool root_only)
{
    certifier->claims = calloc(2 * (analysis->move_count + 1), sizeof(*certifier->claims));
    if (certifier->claims == NULL)
        return -ENOMEM;
    int r = claim_bounds(certifier, &analysis->bounds, (struct certificate_claim){.root = true});
    for (size_t i = 0; i < analysis->move_count && r == 0 && !root_only; i++)
        if (analysis->moves[i].same_as == (int)i)
            r = claim_move(certifier, &analysis->moves[i], &edges[i]);
    return r;
}

int cycle_certify(struct cycle_search *search, const struct game *game,
                  const struct analysis *analysis, const struct cycle_edge *edges, bool root_only,
                  struct written_certificate *ret_certificate)
{
    struct cycle_certifier certifier = {.search = search};
    struct written_certificate certificate = {0};
    struct limits limits = search->limits;
    search->limits.max_nodes = 0;
    search->limits.recording = true;
    if (analysis->stopped != STOP_NONE)
        ease(&certifier, analysis->stopped);
    int r = claim_all(&certifier, analysis, edges, root_only);
    search->limits = limits;
    const struct certificate parts = {
        .claims = certifier.claims,
        .claim_count = certifier.claim_count,
        .node_count = certifier.node_count,
    };
    if (r == 0)
        r = written_certificate_make(game, &parts, &certifier.body, &certificate);
    certificate.missing = certifier.missing;
    certificate.why = certifier.why;
    certificate.cut = certifier.cut;
    free(certifier.claims);
    free(certifier.path);
    free(certifier.node.turns);
    bytes_release(&certifier.body);
    if (r == 0)
        *ret_certificate = certificate;
    return r;
}
