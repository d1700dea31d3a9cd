/* A check from the outside: what is prepared, and whether the claims follow from the nodes. */
#include "base/human.h"
#include "certificate/check/check.h"
#include "certificate/check/cycles/check.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "certificate/budget.h"
#include "certificate/check/checking.h"
#include "certificate/check/claim_moves.h"
#include "certificate/check/strategy/check.h"

/* A node takes at least so many bytes of a body: head, stones, bound. */
#define NODE_BYTES_MIN 4

void checking_use(struct checking *check, struct known *node)
{
    if (--node->uses > 0)
        return;
    check->budget.bytes += node->demand_count * sizeof(*node->demands);
    free(node->demands);
    node->demands = NULL;
    node->demand_count = 0;
}

/* The description must be one that the argument is about. */
static int check_ranges(const struct play_rule *rule, struct error *err)
{
    int next = COUNTER_MIN;
    if (!rule->allowed || rule->lookup < 0)
        return 0;
    for (int i = 0; i < rule->range_count; i++) {
        if (rule->ranges[i].low != next || rule->ranges[i].high < next)
            return error_set(err, -EINVAL, "the ruleset's ranges do not cover all counters");
        next = rule->ranges[i].high + 1;
    }
    return next == COUNTER_MAX + 1
               ? 0
               : error_set(err, -EINVAL, "the ruleset's ranges do not cover all counters");
}

static int check_model(const struct history_model *model, struct error *err)
{
    const struct play_rule *rules[] = {&model->stone, &model->atari, &model->pass, &model->pass_on,
                                       &model->refresh};
    for (size_t i = 0; i < sizeof(rules) / sizeof(rules[0]); i++) {
        int r = check_ranges(rules[i], err);
        if (r < 0)
            return r;
    }
    if (model->passes_kept > 3 ||
        (model->passes_to_end != 0 && model->passes_kept != model->passes_to_end - 1))
        return error_set(err, -EINVAL, "the ruleset does not tell the passes that it counts");
    return 0;
}

/* Reads all nodes once: how often is each referred to, and does the body end with the last? */
static int count_uses(struct checking *check)
{
    struct certificate_cursor cursor = {0};
    const struct certificate *proof = check->proof;
    for (uint32_t n = 0; n < proof->node_count; n++) {
        int r = certificate_next_node(proof, &cursor, &check->node, check->err);
        if (r == 0)
            r = budget_work(&check->budget, 10);
        if (r < 0)
            return r;
        for (int i = 0; i < check->node.count; i++)
            if (check->node.replies[i].how == CERTIFICATE_CHILD)
                check->nodes[check->node.replies[i].child].uses++;
    }
    if (cursor.at != proof->body_size)
        return error_set(check->err, -EINVAL, "node %u: the body has %s beyond the last node",
                         proof->node_count,
                         human_count(proof->body_size - cursor.at, "byte", "bytes"));
    for (size_t i = 0; i < proof->claim_count; i++) {
        const struct certificate_claim *claim = &proof->claims[i];
        if (claim->rules)
            continue;
        if (claim->node >= proof->node_count)
            return error_set(check->err, -EINVAL, "claim %zu: there is no node %u", i + 1,
                             claim->node);
        check->nodes[claim->node].uses++;
    }
    return 0;
}

static int prepare(struct checking *check)
{
    const struct certificate *proof = check->proof;
    if (proof->claim_count == 0)
        return error_set(check->err, -EINVAL, "nothing is claimed");
    if (proof->node_count > proof->body_size / NODE_BYTES_MIN)
        return error_set(check->err, -EINVAL, "the body is too short for %s",
                         human_count(proof->node_count, "node", "nodes"));
    proof->rules.family->describe(&proof->rules, &check->model);
    int r = check_model(&check->model, check->err);
    if (r < 0)
        return r;
    size_t size = ((size_t)proof->node_count + 1) * sizeof(*check->nodes);
    r = budget_resize(&check->budget, (void **)&check->nodes, 0, size);
    if (r < 0)
        return r;
    memset(check->nodes, 0, size);
    r = boards_init(&check->boards, proof->graph, &proof->rules, check->model.simple_ko,
                    &check->budget);
    if (r == 0)
        r = demand_set_init(&check->gathered, &check->budget);
    return r == 0 ? count_uses(check) : r;
}

/* --- claims --- */

struct claim_check {
    struct checking *check;
    const struct certificate_claim *claim;
    struct line *line;
};

static int refuse_claim(const struct claim_check *of, const char *why)
{
    char claim[CERTIFICATE_CLAIM_TEXT_MAX];
    certificate_claim_format(of->check->proof->graph, of->claim, claim);
    return error_set(of->check->err, -EINVAL, "claim '%s': %s", claim, why);
}

/* Does a result of margin (Black's, CERTIFICATE_INFINITE and more: he wins outright) bear the claim
 * out?
 */
static bool margin_fits(const struct certificate_claim *claim, int margin)
{
    if (claim->denies && abs(claim->margin) == CERTIFICATE_INFINITE)
        return claim->who == 1 ? margin <= -CERTIFICATE_INFINITE : margin >= CERTIFICATE_INFINITE;
    if (!claim->denies)
        return claim->who == 0 ? margin >= claim->margin : margin <= claim->margin;
    return claim->who == 1 ? margin < claim->margin : margin > claim->margin;
}

/* "white forces <= inf" and the like are nothing that a result could say. */
static bool makes_sense(const struct certificate_claim *claim)
{
    if (claim->margin != CERTIFICATE_INFINITE && claim->margin != -CERTIFICATE_INFINITE)
        return true;
    return (claim->margin > 0) == (claim->who == 0);
}

/*
 * What the player who is left alone gets: at most the best that he reaches, and at least what the
 * board is worth as it stands. Right after the ban it is the best; so it is where he cannot remove
 * stones of his own, as no board comes back. Else boards that he met may be on record against him.
 */
static int solo_margins(const struct line *line, int ret_margins[2])
{
    const struct turn *now = game_now(&line->replay.game);
    struct boards *boards = line->boards;
    uint64_t stones[2] = {0, 0};
    uint32_t board;
    int margin = 0;
    for (int p = 0; p < line->replay.game.graph->points; p++)
        if (now->board.cells[p] != POINT_EMPTY)
            stones[now->board.cells[p] - 1] |= 1ull << p;
    int r = boards_find(boards, stones, &board);
    if (r == 0)
        r = boards_solo(boards, board, now->next, &margin);
    ret_margins[0] = ret_margins[1] = line_gain(line) + (now->next == 0 ? margin : -margin);
    if (boards->suicide && now->banned < 0)
        ret_margins[1] = game_margin(&line->replay.game);
    return r;
}

/* A claim about a game that is over, or that one player goes on with alone. */
static int check_by_rules(struct claim_check *of)
{
    struct line *line = of->line;
    const struct turn *now = game_now(&line->replay.game);
    int margins[2], r = 0;
    if (line_is_open(line))
        return refuse_claim(of, "the game goes on: wanted a node");
    switch (now->ending) {
    case ENDING_NO_RESULT:
    case ENDING_TIE:
        return of->claim->denies ? 0 : refuse_claim(of, "the game has no result");
    case ENDING_WON:
        margins[0] = margins[1] = now->winner == 0 ? CERTIFICATE_INFINITE : -CERTIFICATE_INFINITE;
        break;
    case ENDING_SCORED:
        margins[0] = margins[1] = game_margin(&line->replay.game);
        break;
    case ENDING_NONE:
    default:
        r = solo_margins(line, margins);
    }
    if (r < 0)
        return r;
    return margin_fits(of->claim, margins[0]) && margin_fits(of->claim, margins[1])
               ? 0
               : refuse_claim(of, "the rules give another result");
}

/* What the node's winner must get at least, in his view and from now on. */
static int wanted_bound(const struct claim_check *of)
{
    const struct certificate_claim *claim = of->claim;
    int gain = line_gain(of->line);
    if (claim->margin == CERTIFICATE_INFINITE || claim->margin == -CERTIFICATE_INFINITE)
        return CERTIFICATE_INFINITE;
    int wanted = claim->margin - gain;
    if (claim->denies)
        wanted += claim->who == 0 ? 1 : -1;
    return claim->who == 0 ? wanted : -wanted;
}

static int check_demands(struct claim_check *of, const struct known *node)
{
    struct checking *check = of->check;
    int r = budget_work(&check->budget, 10 + 4 * (uint64_t)node->demand_count);
    for (uint32_t i = 0; i < node->demand_count && r == 0; i++) {
        struct demand mapped;
        r = demand_map(&check->boards, &check->model, of->claim->element, &node->demands[i],
                       &mapped);
        if (r < 0)
            return r;
        /* Where play just goes on after a recurrence, what stood before the proof is none. */
        bool state = item_is_state(demand_item(&mapped));
        if (state && !check->model.cycle_ends)
            return refuse_claim(of, "its node leaves a cycle open");
        if (!line_fulfils(of->line, &mapped))
            return refuse_claim(of, "the history does not fulfil what its node asks");
    }
    return r;
}

static int check_by_node(struct claim_check *of)
{
    struct checking *check = of->check;
    const struct certificate_claim *claim = of->claim;
    struct known *node = &check->nodes[claim->node];
    struct place mapped = node->place;
    if (!line_is_open(of->line))
        return refuse_claim(of, "the game does not go on: the rules alone say what it is worth");
    if (claim->element >= check->boards.group_size)
        return refuse_claim(of, "the board has no such group element");
    int r = boards_map(&check->boards, claim->element, node->place.board, &mapped.board);
    if (r < 0)
        return r;
    mapped.mover ^= claim->element & 1;
    mapped.ko = boards_map_ko(&check->boards, claim->element, node->place.ko);
    if (!place_equal(&mapped, &of->line->place))
        return refuse_claim(of, "its node is another state");
    if ((node->winner ^ (claim->element & 1)) != claim->who)
        return refuse_claim(of, "its node has another winner");
    if (node->denies && !claim->denies)
        return refuse_claim(of, "its node only denies");
    if (node->bound < wanted_bound(of))
        return refuse_claim(of, "its node does not give the winner that much");
    r = check_demands(of, node);
    checking_use(check, node);
    return r;
}

static int check_claim(struct claim_check *of)
{
    struct error why;
    int r = of->claim->root ? 0 : line_play(of->line, of->claim->move, &why);
    if (r == -EINVAL)
        return refuse_claim(of, why.text);
    if (r < 0)
        return r;
    if (!makes_sense(of->claim))
        return refuse_claim(of, "no result says that");
    return of->claim->rules ? check_by_rules(of) : check_by_node(of);
}

/* Plays the line to the root. */
static int play_line(struct checking *check, struct line *line)
{
    const struct certificate *proof = check->proof;
    int r = line_init(line, proof, &check->boards, &check->model);
    if (r < 0)
        return r;
    for (size_t i = 0; i < proof->move_count && r == 0; i++)
        r = line_play(line, proof->moves[i], check->err);
    if (r == 0)
        r = line_mark(line);
    if (r < 0)
        line_release(line);
    return r;
}

static int check_claims(struct checking *check)
{
    struct line line;
    int r = play_line(check, &line);
    if (r < 0)
        return r;
    for (size_t i = 0; i < check->proof->claim_count && r == 0; i++) {
        struct claim_check of = {check, &check->proof->claims[i], &line};
        r = check_claim(&of);
        if (r == 0)
            r = line_go_back(&line);
    }
    line_release(&line);
    return r;
}

static void release(struct checking *check)
{
    for (uint32_t i = 0; check->nodes != NULL && i < check->proof->node_count; i++)
        free(check->nodes[i].demands);
    free(check->nodes);
    demand_set_release(&check->gathered);
    boards_release(&check->boards);
}

static int check_nodes(const struct certificate *proof, const struct budget *budget,
                       struct error *err)
{
    struct checking *check = calloc(1, sizeof(*check));
    if (check == NULL)
        return -ENOMEM;
    check->proof = proof;
    check->err = err;
    check->budget = *budget;
    int r = prepare(check);
    if (r == 0)
        r = checking_nodes(check);
    if (r == 0)
        r = check_claims(check);
    release(check);
    free(check);
    return r;
}

int check_certificate_within(const struct certificate *proof, const struct check_limits *limits,
                             struct error *err)
{
    bool cycles = proof->rules.family->remove_cycle != NULL;
    size_t most = (cycles ? CHECK_BYTES_BASE_CYCLES : CHECK_BYTES_BASE) +
                  CHECK_BYTES_FACTOR * proof->body_size;
    size_t asked = limits->max_bytes;
    struct budget budget = {
        .bytes = asked != 0 && asked < most ? asked : most,
        .steps = limits->max_steps != 0 ? limits->max_steps : UINT64_MAX,
        .stop = limits->stop,
        .arg = limits->arg,
    };
    int r;
    if (proof->strategies)
        r = strategy_check(proof, &budget, err);
    else if (cycles)
        r = cycle_check(proof, &budget, err);
    else
        r = check_nodes(proof, &budget, err);
    return budget_end(r, err);
}

int check_certificate(const struct certificate *proof, size_t max_bytes, struct error *err)
{
    const struct check_limits limits = {.max_bytes = max_bytes};
    return check_certificate_within(proof, &limits, err);
}
