/* Whether the claims follow from the nodes, or from the rules alone. */
#include "certificate/check/checking.h"

#include <errno.h>
#include <stdlib.h>

#include "certificate/check/claim_moves.h"
#include "certificate/check/common/checked_claim.h"

struct claim_check {
    struct checking *check;
    const struct certificate_claim *claim;
    struct claim_moves *moves; /* the moves before the claim */
};

static int refuse_claim(const struct claim_check *of, const char *why)
{
    return checked_claim_refuse(of->check->certificate, of->claim, why, of->check->err);
}

/* Does a result bear the claim out? It is Black's margin, or CERTIFICATE_INFINITE with the sign of
 * who wins outright. */
static bool margin_fits(const struct certificate_claim *claim, int margin)
{
    if (claim->denies && abs(claim->margin) == CERTIFICATE_INFINITE)
        return claim->who == 1 ? margin <= -CERTIFICATE_INFINITE : margin >= CERTIFICATE_INFINITE;
    if (!claim->denies)
        return claim->who == 0 ? margin >= claim->margin : margin <= claim->margin;
    return claim->who == 1 ? margin < claim->margin : margin > claim->margin;
}

/* Could a result say that? None says "white forces <= inf" and the like. */
static bool makes_sense(const struct certificate_claim *claim)
{
    if (claim->margin != CERTIFICATE_INFINITE && claim->margin != -CERTIFICATE_INFINITE)
        return true;
    return (claim->margin > 0) == (claim->who == 0);
}

/*
 * Finds what the player gets who goes on solo: at most the best that he reaches, and at least what
 * the board is worth as it stands. Right after the ban it is the best. So it is where he cannot
 * remove stones of his own, as no board comes back. Else boards that he met may be on record
 * against him.
 */
static int solo_margins(const struct claim_moves *moves, int ret_margins[2])
{
    const struct turn *now = game_now(&moves->replay.game);
    struct boards *boards = moves->boards;
    uint32_t board;
    int margin = 0;
    int r = boards_find_position(boards, &now->board, &board);
    if (r == 0)
        r = boards_solo(boards, board, now->next, &margin);
    ret_margins[0] = ret_margins[1] = claim_moves_gain(moves) + (now->next == 0 ? margin : -margin);
    if (boards->suicide && now->banned < 0)
        ret_margins[1] = game_margin(&moves->replay.game);
    return r;
}

/* Checks a claim about a game that is over, or that one player goes on with solo. */
static int check_by_rules(struct claim_check *of)
{
    struct claim_moves *moves = of->moves;
    const struct turn *now = game_now(&moves->replay.game);
    int margins[2], r = 0;
    if (claim_moves_is_open(moves))
        return refuse_claim(of, "the game goes on: wanted a node");
    switch (now->ending) {
    case ENDING_NO_RESULT:
    case ENDING_TIE:
        return of->claim->denies ? 0 : refuse_claim(of, "the game has no result");
    case ENDING_WON:
        margins[0] = margins[1] = now->winner == 0 ? CERTIFICATE_INFINITE : -CERTIFICATE_INFINITE;
        break;
    case ENDING_SCORED:
        margins[0] = margins[1] = game_margin(&moves->replay.game);
        break;
    case ENDING_NONE:
    default:
        r = solo_margins(moves, margins);
    }
    if (r < 0)
        return r;
    return margin_fits(of->claim, margins[0]) && margin_fits(of->claim, margins[1])
               ? 0
               : refuse_claim(of, "the rules give another result");
}

/* Returns what the node's winner must get at least, in his view and from now on. */
static int wanted_bound(const struct claim_check *of)
{
    const struct certificate_claim *claim = of->claim;
    int gain = claim_moves_gain(of->moves);
    if (claim->margin == CERTIFICATE_INFINITE || claim->margin == -CERTIFICATE_INFINITE)
        return CERTIFICATE_INFINITE;
    int wanted = claim->margin - gain;
    if (claim->denies)
        wanted += claim->who == 0 ? 1 : -1;
    return claim->who == 0 ? wanted : -wanted;
}

/* Checks that the history before the claim fulfils what the node demands. */
static int check_demands(struct claim_check *of, const struct checked_node *node)
{
    struct checking *check = of->check;
    int r = budget_work(&check->budget, 10 + 4 * (uint64_t)node->demand_count);
    for (uint32_t i = 0; i < node->demand_count && r == 0; i++) {
        struct demand mapped;
        r = demand_map(&check->boards, &check->model, of->claim->element, &node->demands[i],
                       &mapped);
        if (r < 0)
            return r;
        /* Where play just goes on when a state recurs, a state before the claim closes no cycle. */
        bool state = item_is_state(demand_item(&mapped));
        if (state && !check->model.cycle_ends)
            return refuse_claim(of, "its node leaves a cycle open");
        if (!claim_moves_fulfil(of->moves, &mapped))
            return refuse_claim(of, "the history does not fulfil what its node asks");
    }
    return r;
}

/* May the strategies that the node rests on bring back a turn before the present one? */
static int check_reach(struct claim_check *of)
{
    const struct certificate_claim *claim = of->claim;
    const struct game *game = &of->moves->replay.game;
    struct checking *check = of->check;
    for (size_t i = 0; check->certificate->leaves && i + 1 < game->count; i++) {
        const struct turn *turn = &game->turns[i];
        uint64_t stones[2] = {0, 0};
        for (int p = 0; p < check->certificate->graph->points; p++)
            if (turn->board.cells[p] != POINT_EMPTY)
                stones[turn->board.cells[p] - 1] |= 1ull << p;
        int bound, r = strategy_leaves_reach(&check->leaves, claim->node, stones, turn->next,
                                             claim->who, &bound);
        if (r != 0)
            return r < 0 ? r
                         : refuse_claim(of,
                                        "a strategy that its node rests on may come to a "
                                        "turn before it");
    }
    return 0;
}

/* Checks a claim that rests on a node. */
static int check_by_node(struct claim_check *of)
{
    struct checking *check = of->check;
    const struct certificate_claim *claim = of->claim;
    struct checked_node *node = &check->nodes[claim->node];
    struct node_state mapped;
    if (!claim_moves_is_open(of->moves))
        return refuse_claim(of, "the game does not go on: the rules alone say what it is worth");
    if (claim->element >= check->boards.group_size)
        return refuse_claim(of, "the board has no such group element");
    if (!node_state_is_alike(&node->state, claim->element))
        return refuse_claim(of, "before the first pass the colours are not alike");
    int r = node_state_map(&check->boards, claim->element, &node->state, &mapped);
    if (r < 0)
        return r;
    if (!node_state_equal(&mapped, &of->moves->state))
        return refuse_claim(of, "its node is another state");
    if ((node->winner ^ (claim->element & 1)) != claim->who)
        return refuse_claim(of, "its node has another winner");
    if (node->denies && !claim->denies)
        return refuse_claim(of, "its node only denies");
    if (node->bound < wanted_bound(of))
        return refuse_claim(of, "its node does not give the winner that much");
    r = check_demands(of, node);
    if (r == 0)
        r = check_reach(of);
    checking_end_use(check, node);
    return r;
}

static int check_claim(struct claim_check *of)
{
    struct error why;
    int r = of->claim->root ? 0 : claim_moves_play(of->moves, of->claim->move, &why);
    if (r == -EINVAL)
        return refuse_claim(of, why.text);
    if (r < 0)
        return r;
    if (!makes_sense(of->claim))
        return refuse_claim(of, "no result says that");
    return of->claim->rules ? check_by_rules(of) : check_by_node(of);
}

/* Plays the moves to the root. */
static int play_to_root(struct checking *check, struct claim_moves *moves)
{
    const struct certificate *certificate = check->certificate;
    int r = claim_moves_init(moves, certificate, &check->boards, &check->model);
    if (r < 0)
        return r;
    for (size_t i = 0; i < certificate->move_count && r == 0; i++)
        r = claim_moves_play(moves, certificate->moves[i], check->err);
    if (r == 0)
        r = claim_moves_mark(moves);
    if (r < 0)
        claim_moves_release(moves);
    return r;
}

int checking_claims(struct checking *check)
{
    struct claim_moves moves;
    int r = play_to_root(check, &moves);
    if (r < 0)
        return r;
    for (size_t i = 0; i < check->certificate->claim_count && r == 0; i++) {
        struct claim_check of = {check, &check->certificate->claims[i], &moves};
        r = check_claim(&of);
        if (r == 0)
            r = checking_pairs_fit(check);
        if (r == 0)
            r = claim_moves_go_back(&moves);
    }
    claim_moves_release(&moves);
    return r;
}
