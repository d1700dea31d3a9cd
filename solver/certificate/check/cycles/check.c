/*
 * Checks certificates under rules with cycles: each node from its children, with the executable
 * rules; then the claims against the game that was played.
 */
#include "certificate/check/cycles/check.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/human.h"
#include "certificate/check/cycles/demands.h"
#include "certificate/check/cycles/rules.h"
#include "certificate/replay.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

#define FIRST_SLOTS 1024

/* A node that was checked. */
struct known {
    uint32_t situation;
    int winner, bound;
    struct cycle_demands demands;
};

struct check {
    const struct certificate *certificate;
    struct cycle_rules rules;
    struct known *nodes;
    uint32_t checked;                    /* nodes[0 .. checked - 1] */
    struct cycle_node_situation *places; /* of the situations */
    uint32_t place_count;
    size_t place_room;
    uint32_t *slots; /* situation + 1 by hash */
    size_t slot_mask;
    struct cycle_node node; /* the present one */
    size_t turn_room;
    struct budget *budget;
    struct error *err;
};

/* --- situations --- */

static uint32_t *find_slot(const struct check *check, const struct cycle_node_situation *place)
{
    const uint64_t key[] = {place->stones[0], place->stones[1], place->temporary, place->permanent,
                            (uint64_t)place->mover << 2 | (unsigned)place->needed};
    for (size_t i = XXH3_64bits(key, sizeof(key));; i++) {
        uint32_t *slot = &check->slots[i & check->slot_mask];
        if (*slot == 0 || cycle_node_situation_equal(&check->places[*slot - 1], place))
            return slot;
    }
}

static int grow_places(struct check *check)
{
    size_t had = check->place_room, room = had > 0 ? 2 * had : FIRST_SLOTS;
    int r = budget_resize(check->budget, (void **)&check->places, had * sizeof(*check->places),
                          room * sizeof(*check->places));
    if (r == 0)
        r = budget_resize(check->budget, (void **)&check->slots, 2 * had * sizeof(*check->slots),
                          2 * room * sizeof(*check->slots));
    if (r < 0)
        return r; /* the check ends: what the budget lost does not matter */
    memset(check->slots, 0, 2 * room * sizeof(*check->slots));
    check->slot_mask = 2 * room - 1;
    check->place_room = room;
    for (uint32_t i = 0; i < check->place_count; i++)
        *find_slot(check, &check->places[i]) = i + 1;
    return 0;
}

/* The number of a situation. */
static int intern(struct check *check, const struct cycle_node_situation *place,
                  uint32_t *ret_situation)
{
    int r = check->place_count == check->place_room ? grow_places(check) : 0;
    if (r < 0)
        return r;
    uint32_t *slot = find_slot(check, place);
    if (*slot == 0) {
        check->places[check->place_count] = *place;
        *slot = ++check->place_count;
    }
    *ret_situation = *slot - 1;
    return 0;
}

/* --- nodes --- */

static int refuse(const struct check *check, const char *why)
{
    return error_set(check->err, -EINVAL, "node %u: %s", check->checked, why);
}

static int refuse_turn(const struct check *check, const struct cycle_turn *turn, const char *why)
{
    bool stone = turn->point >= 0;
    return error_set(check->err, -EINVAL, "node %u: %s%s: %s", check->checked,
                     stone ? check->certificate->graph->names[turn->point] : "no stone",
                     turn->used != 0 ? " after the removal of a cycle" : "", why);
}

/* What the winner is sure to get by a turn, from the node on; checks where it leads. */
static int turn_bound(struct check *check, const struct cycle_turn *turn,
                      const struct cycle_result *result, int *ret_bound)
{
    const struct cycle_node *node = &check->node;
    int gain = node->winner == 0 ? result->gain : -result->gain;
    if (turn->ends != result->over)
        return refuse_turn(check, turn, result->over ? "the game is over" : "the game goes on");
    *ret_bound = gain;
    if (result->over)
        return 0;
    const struct known *child = &check->nodes[turn->child];
    if (!cycle_node_situation_equal(&check->places[child->situation], &result->place))
        return refuse_turn(check, turn, "its node is another situation");
    if (child->winner != node->winner)
        return refuse_turn(check, turn, "its node has another winner");
    *ret_bound = gain + child->bound;
    return 0;
}

/* What the node demands because of a turn, whose result is known. */
static int take_demands(struct check *check, struct known *known, const struct cycle_turn *turn,
                        const struct cycle_result *result)
{
    const struct cycle_past here = {known->situation, result->changed};
    bool by_winner = check->node.place.mover == check->node.winner;
    int r = 0;
    if (turn->used != 0 && by_winner)
        r = cycle_demands_want(&known->demands,
                               (struct cycle_range){known->situation, turn->used, turn->used},
                               check->budget);
    if (turn->ends || r < 0)
        return r;
    const struct cycle_demands *child = &check->nodes[turn->child].demands;
    if (turn->used == 0)
        r = cycle_demands_take(&known->demands, child, &here, check->budget);
    else if (child->wanted_count > 0)
        r = -EINVAL; /* nothing that stood before the removal stands then */
    return r == -EINVAL
               ? refuse_turn(check, turn, "a cycle that its node needs, or does not expect")
               : r;
}

static int check_turn(struct check *check, struct known *known, const struct cycle_turn *turn)
{
    const struct cycle_node *node = &check->node;
    struct cycle_result result;
    int bound = 0;
    int r = cycle_rules_play(&check->rules, &node->place, turn->used, turn->point, &result);
    if (r == -ERANGE)
        return refuse_turn(check, turn, "who controls what is not decided then");
    if (r <= 0)
        return r == 0 ? refuse_turn(check, turn, "it is not legal") : r;
    r = turn_bound(check, turn, &result, &bound);
    if (r < 0)
        return r;
    if (bound < node->bound)
        return refuse_turn(check, turn, "it does not give the winner that much");
    return take_demands(check, known, turn, &result);
}

/* Is there a turn with that use and point? They are in order. */
static bool is_listed(const struct cycle_node *node, uint64_t used, int point)
{
    uint32_t low = 0, high = node->count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        const struct cycle_turn *turn = &node->turns[middle];
        if (turn->used == used && turn->point == point)
            return true;
        if (turn->used < used || (turn->used == used && turn->point < point))
            low = middle + 1;
        else
            high = middle;
    }
    return false;
}

/* Are all turns of the loser's listed that are legal after the removal (0: without)? */
static int check_complete(struct check *check, uint64_t used)
{
    const struct cycle_node *node = &check->node;
    for (int point = -1; point < check->certificate->graph->points; point++) {
        struct cycle_result result;
        if (is_listed(node, used, point))
            continue;
        int r = cycle_rules_play(&check->rules, &node->place, used, point, &result);
        const struct cycle_turn missing = {.used = used, .point = point};
        if (r > 0 || r == -ERANGE)
            return refuse_turn(check, &missing, "the answer to it is missing");
        if (r < 0)
            return r;
    }
    return 0;
}

/*
 * The loser may make any turn, and remove any cycle that there is. Those that are answered are
 * listed; what else was used since a former similar situation is excluded by what is demanded.
 */
static int check_loser(struct check *check, struct known *known)
{
    const struct cycle_node *node = &check->node;
    int r = check_complete(check, 0);
    int removes = r == 0 ? cycle_rules_removes(&check->rules, &node->place) : r;
    if (removes < 0)
        return removes;
    if (removes)
        r = cycle_demands_watch(&known->demands, known->situation, check->budget);
    for (uint32_t i = 0; i < node->count && r == 0; i++) {
        uint64_t used = node->turns[i].used;
        if (used == 0 || (i > 0 && node->turns[i - 1].used == used))
            continue;
        r = cycle_demands_add_range(
            &known->demands, (struct cycle_range){known->situation, used, used}, check->budget);
        if (r == 0)
            r = check_complete(check, used);
    }
    return r;
}

static int check_node(struct check *check, struct known *known)
{
    const struct cycle_node *node = &check->node;
    bool by_winner = node->place.mover == node->winner;
    if (!cycle_rules_is_sane(&check->rules, &node->place))
        return refuse(check, "no such situation can arise");
    int r = intern(check, &node->place, &known->situation);
    known->winner = node->winner;
    known->bound = node->bound;
    if (r == 0 && by_winner && node->count != 1)
        return refuse(check, "the winner's turn must be one");
    if (r == 0 && !by_winner)
        r = check_loser(check, known);
    for (uint32_t i = 0; i < node->count && r == 0; i++)
        r = check_turn(check, known, &node->turns[i]);
    return r;
}

static int check_nodes(struct check *check)
{
    const struct certificate *certificate = check->certificate;
    struct certificate_cursor cursor = {0};
    while (check->checked < certificate->node_count) {
        struct known *known = &check->nodes[check->checked];
        int r = cycle_node_next(certificate, &cursor, &check->node, &check->turn_room, check->err);
        if (r == 0)
            r = budget_work(check->budget, 20);
        if (r == 0)
            r = check_node(check, known);
        if (r < 0)
            return r;
        check->checked++;
    }
    return cursor.at == certificate->body_size
               ? 0
               : error_set(check->err, -EINVAL, "the body has bytes beyond the last node");
}

/* --- claims --- */

static int refuse_claim(const struct check *check, const struct certificate_claim *claim,
                        const char *why)
{
    char text[CERTIFICATE_CLAIM_TEXT_MAX];
    certificate_claim_format(check->certificate->graph, claim, text);
    return error_set(check->err, -EINVAL, "claim '%s': %s", text, why);
}

static int play_one(const struct check *check, struct replayed_game *replay, struct move move)
{
    struct verdict verdict = {.reason = "the game is over"};
    int r = game_over(&replay->game) ? 0 : replay_play(replay, move, &verdict);
    if (r == 0 && !verdict.legal)
        return error_set(check->err, -EINVAL, "%s is not legal: %s",
                         move_format(replay->game.graph, move), verdict.reason);
    return r;
}

/* Does a margin, in Black's view, bear the claim out? */
static bool fits(const struct certificate_claim *claim, int margin)
{
    return claim->who == 0 ? margin >= claim->margin : margin <= claim->margin;
}

static int check_over(struct check *check, const struct certificate_claim *claim,
                      const struct game *game, struct score_watch *watch)
{
    int scores[PLAYERS_MAX];
    if (!game_over(game))
        return refuse_claim(check, claim, "the game goes on: wanted a node");
    int r = score_watch_scores(watch, game, scores);
    if (r < 0)
        return r == -ERANGE ? refuse_claim(check, claim, "the score is not decided") : r;
    return fits(claim, scores[0] - scores[1])
               ? 0
               : refuse_claim(check, claim, "the rules give another result");
}

/* Lists what stood before the present situation, with what was used since. */
static int list_past(struct check *check, const struct game *game, struct cycle_past *past)
{
    struct cycle_node_situation next = cycle_rules_place(game->graph, game_now(game));
    uint64_t used = 0;
    int r = budget_work(check->budget, game->count * (uint64_t)(4 + game->graph->points / 4));
    for (size_t i = game->count - 1; i-- > 0 && r == 0;) {
        struct cycle_node_situation place = cycle_rules_place(game->graph, &game->turns[i]);
        used |= cycle_place_difference(&place, &next);
        past[i].used = used;
        r = intern(check, &place, &past[i].situation);
        next = place;
    }
    return r;
}

static bool is_wanted_there(const struct cycle_range *wanted, const struct cycle_past *past,
                            size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (cycle_range_holds(wanted, &past[i]))
            return true;
    return false;
}

static int check_past(struct check *check, const struct certificate_claim *claim,
                      const struct game *game)
{
    const struct cycle_demands *demands = &check->nodes[claim->node].demands;
    size_t count = game->count - 1;
    bool fulfilled = true;
    struct cycle_past *past = NULL;
    int r = budget_resize(check->budget, (void **)&past, 0, (count + 1) * sizeof(*past));
    if (r < 0)
        return r;
    r = list_past(check, game, past);
    if (r == 0)
        r = budget_work(check->budget,
                        count * (1 + demands->wanted_count + demands->range_count / 8));
    for (size_t i = 0; i < count && r == 0; i++)
        fulfilled = fulfilled && cycle_demands_allow(demands, &past[i]);
    for (size_t i = 0; i < demands->wanted_count && r == 0; i++)
        fulfilled = fulfilled && is_wanted_there(&demands->wanted[i], past, count);
    free(past);
    check->budget->bytes += (count + 1) * sizeof(*past);
    return r < 0 || fulfilled
               ? r
               : refuse_claim(check, claim, "the history does not fulfil what its node asks");
}

static int check_by_node(struct check *check, const struct certificate_claim *claim,
                         const struct game *game)
{
    const struct turn *now = game_now(game);
    struct cycle_node_situation place = cycle_rules_place(game->graph, now);
    if (game_over(game))
        return refuse_claim(check, claim, "the game is over: the rules alone say what it is worth");
    if (claim->node >= check->checked)
        return refuse_claim(check, claim, "there is no such node");
    const struct known *node = &check->nodes[claim->node];
    int gain = now->lost[1] - now->lost[0];
    if (claim->element != 0)
        return refuse_claim(check, claim, "there are no group elements here");
    if (!cycle_node_situation_equal(&check->places[node->situation], &place))
        return refuse_claim(check, claim, "its node is another situation");
    if (node->winner != claim->who)
        return refuse_claim(check, claim, "its node has another winner");
    if (!fits(claim, gain + (claim->who == 0 ? node->bound : -node->bound)))
        return refuse_claim(check, claim, "its node does not give the winner that much");
    return check_past(check, claim, game);
}

/* The claim speaks of the replay's game, or of that after its own move. */
static int check_claim(struct check *check, const struct certificate_claim *claim,
                       struct replayed_game *replay, struct score_watch *watch)
{
    if (claim->denies || claim->margin == CERTIFICATE_INFINITE ||
        claim->margin == -CERTIFICATE_INFINITE)
        return refuse_claim(check, claim, "no node can say that under these rules");
    int r = claim->root ? 0 : play_one(check, replay, claim->move);
    if (r < 0)
        return r;
    return claim->rules ? check_over(check, claim, &replay->game, watch)
                        : check_by_node(check, claim, &replay->game);
}

static int check_claims(struct check *check, struct replayed_game *replay,
                        struct score_watch *watch)
{
    const struct certificate *certificate = check->certificate;
    int r = 0;
    for (size_t i = 0; i < certificate->move_count && r == 0; i++)
        r = play_one(check, replay, certificate->moves[i]);
    size_t root = replay->game.count;
    for (size_t i = 0; i < certificate->claim_count && r == 0; i++) {
        r = check_claim(check, &certificate->claims[i], replay, watch);
        replay_go_back(replay, root);
    }
    return r;
}

static int replay_claims(struct check *check)
{
    struct replayed_game replay;
    struct score_watch watch;
    int r = replay_init(&replay, check->certificate, check->budget);
    if (r < 0)
        return r;
    score_watch_begin(&watch, &replay.game, check->budget);
    r = check_claims(check, &replay, &watch);
    score_watch_end(&watch);
    replay_release(&replay);
    return r;
}

/* --- all of it --- */

static int run(struct check *check)
{
    const struct certificate *certificate = check->certificate;
    size_t size = ((size_t)certificate->node_count + 1) * sizeof(*check->nodes);
    if (certificate->claim_count == 0)
        return error_set(check->err, -EINVAL, "nothing is claimed");
    if (certificate->node_count > certificate->body_size)
        return error_set(check->err, -EINVAL, "the body is too short for %s",
                         human_count(certificate->node_count, "node", "nodes"));
    int r = budget_resize(check->budget, (void **)&check->nodes, 0, size);
    if (r < 0)
        return r;
    memset(check->nodes, 0, size);
    r = check_nodes(check);
    cycle_rules_release(&check->rules);
    return r == 0 ? replay_claims(check) : r;
}

int cycle_check(const struct certificate *certificate, struct budget *budget, struct error *err)
{
    struct check check = {.certificate = certificate, .budget = budget, .err = err};
    int r = cycle_rules_init(&check.rules, certificate, budget);
    if (r < 0)
        return r;
    r = run(&check);
    for (uint32_t i = 0; check.nodes != NULL && i < certificate->node_count; i++)
        cycle_demands_release(&check.nodes[i].demands, budget);
    free(check.nodes);
    free(check.places);
    free(check.slots);
    free(check.node.turns);
    cycle_rules_release(&check.rules);
    return r;
}
