/* Following a strategy. */
#include "certificates/strategy_follow.h"

#include <stdlib.h>
#include <string.h>

#include "certificates/living.h"
#include "certificates/made.h"
#include "rules/capture.h"

struct at {
    struct position board;
    int mover, ko;
};

static void walk(struct follower *of, const struct at *at);

/* --- states --- */

static struct follow_state image_of(const struct follower *of, const struct at *at, int symmetry)
{
    struct follow_state image = {.mover = at->mover, .reply = -1};
    for (int p = 0; p < of->graph->points; p++)
        if (at->board.cells[p] != POINT_EMPTY)
            image.stones[at->board.cells[p] - 1] |=
                1ull << symmetries_apply(&of->symmetries, symmetry, p);
    image.ko = at->ko != 0 ? symmetries_apply(&of->symmetries, symmetry, at->ko - 1) + 1 : 0;
    return image;
}

static int compare(const struct follow_state *a, const struct follow_state *b)
{
    for (int colour = 0; colour < 2; colour++)
        if (a->stones[colour] != b->stones[colour])
            return a->stones[colour] < b->stones[colour] ? -1 : 1;
    return a->ko != b->ko ? a->ko - b->ko : a->mover - b->mover;
}

/* The image that stands for all, and the symmetry that leads to it. */
static struct follow_state key_of(const struct follower *of, const struct at *at, int *ret_symmetry)
{
    struct follow_state best = image_of(of, at, 0);
    *ret_symmetry = 0;
    for (int s = 1; s < of->symmetries.count; s++) {
        struct follow_state image = image_of(of, at, s);
        if (compare(&image, &best) >= 0)
            continue;
        best = image;
        *ret_symmetry = s;
    }
    return best;
}

static uint32_t *slot_of(const struct follower *of, const struct follow_state *key)
{
    uint64_t hash =
        (key->stones[0] * 0x9e3779b97f4a7c15ull ^ key->stones[1]) * 0xd6e8feb86659fd93ull;
    size_t mask = 2 * (size_t)of->room - 1;
    size_t at = (size_t)(hash >> 30 ^ (uint64_t)(2 * key->ko + key->mover)) & mask;
    while (of->slots[at] != 0 && compare(&of->states[of->slots[at] - 1], key) != 0)
        at = (at + 1) & mask;
    return &of->slots[at];
}

static void grow(struct follower *of)
{
    of->room = of->room != 0 ? 2 * of->room : 256;
    of->states = realloc(of->states, of->room * sizeof(*of->states));
    free(of->slots);
    of->slots = calloc(2 * (size_t)of->room, sizeof(*of->slots));
    if (of->states == NULL || of->slots == NULL)
        die("no memory");
    for (uint32_t i = 0; i < of->count; i++)
        *slot_of(of, &of->states[i]) = i + 1;
}

static const struct follow_state *find(const struct follower *of, const struct at *at,
                                       int *ret_symmetry)
{
    struct follow_state key = key_of(of, at, ret_symmetry);
    uint32_t number = of->count > 0 ? *slot_of(of, &key) : 0;
    return number != 0 ? &of->states[number - 1] : NULL;
}

/* --- moves --- */

static bool place(const struct follower *of, const struct position *before, int player, int point,
                  struct position *ret_after, bool *ret_suicide)
{
    struct capture capture;
    enum suicide suicide = ruleset_suicide(&of->rules);
    *ret_after = *before;
    if (before->cells[point] != POINT_EMPTY)
        return false;
    capture_play(of->graph, ret_after, point, player, true, &capture);
    *ret_suicide = capture.suicidal;
    return !capture.suicidal || suicide == SUICIDE_YES ||
           (suicide == SUICIDE_MULTI && capture.own_size > 1);
}

/* The point + 1 by which player would bring back before. */
static int find_ko(const struct follower *of, const struct position *before,
                   const struct position *after, int player)
{
    for (int p = 0; p < of->graph->points; p++) {
        struct position answer;
        bool suicide;
        if (place(of, after, player, p, &answer, &suicide) &&
            position_equal(of->graph, &answer, before))
            return p + 1;
    }
    return 0;
}

static int margin_of(const struct follower *of, const struct position *board)
{
    struct turn turn = {.board = *board};
    struct game game = {
        .graph = of->graph, .rules = of->rules, .players = 2, .turns = &turn, .count = 1};
    int margin = game_margin(&game);
    return of->attacker == 0 ? margin : -margin;
}

int follower_margin(const struct follower *follower, const struct game *game)
{
    return margin_of(follower, &game_now(game)->board);
}

/* Does the player live with enough, so that from there on he only passes? */
static bool is_safe(const struct follower *of, const struct position *board)
{
    return of->kind.living &&
           2 * living_points(of->graph, &of->rules, board, of->attacker) - of->graph->points >=
               of->wanted;
}

/* --- the walk --- */

static bool after_stone(const struct follower *of, const struct at *at, int point,
                        struct at *ret_after)
{
    bool attacks = at->mover == of->attacker, suicide;
    if ((point + 1 == at->ko && !attacks) ||
        !place(of, &at->board, at->mover, point, &ret_after->board, &suicide))
        return false;
    ret_after->mover = 1 - at->mover;
    ret_after->ko = 0;
    if (!attacks || of->model.retake != RETAKE_FREE)
        ret_after->ko = find_ko(of, &at->board, &ret_after->board, ret_after->mover);
    return true;
}

static bool is_open(const struct follower *of, const struct at *at)
{
    int symmetry;
    const struct follow_state *state = find(of, at, &symmetry);
    return state != NULL && state->open;
}

/*
 * A pass where it is the end, mostly; else any stone that does not lead back at once. Now and then
 * what is not to be done.
 */
static int invent(struct follower *of, const struct at *at)
{
    int points = of->graph->points, chosen = -1;
    unsigned seen = 0;
    bool careless = random_below(100) == 0, suicide = false;
    struct at after = {at->board, 1 - at->mover, 0};
    bool enough = careless || (margin_of(of, &at->board) >= of->wanted && !is_open(of, &after));
    if (enough && random_below(20) < of->passes)
        return points;
    for (int p = 0; p < points; p++) {
        if (!after_stone(of, at, p, &after))
            continue;
        place(of, &at->board, at->mover, p, &after.board, &suicide);
        bool fine = p + 1 != at->ko && !suicide && !is_open(of, &after);
        unsigned weight = after.ko != 0 ? of->kos : 1;
        seen += weight;
        if ((fine || careless) && random_below(seen) < weight)
            chosen = p;
    }
    return chosen < 0 && enough ? points : chosen;
}

static int next_reply(struct follower *of, const struct at *at)
{
    if (of->invented == NULL) {
        if (of->used == of->reply_count)
            die("the replies come to an end");
        return of->replies[of->used++];
    }
    int reply = of->count < of->states_max ? invent(of, at) : -1;
    uint8_t byte = (uint8_t)reply;
    of->failed = of->failed || reply < 0;
    bytes_put(of->invented, &byte, 1);
    return reply;
}

static void walk_attacker(struct follower *of, const struct at *at, uint32_t number, int symmetry)
{
    struct at after = {at->board, 1 - at->mover, 0};
    int points = of->graph->points, reply = next_reply(of, at);
    if (of->failed)
        return;
    of->states[number].reply =
        reply < points ? symmetries_apply(&of->symmetries, symmetry, reply) : points;
    if (reply < points && !after_stone(of, at, reply, &after))
        die("a reply that cannot be made");
    walk(of, &after);
}

static void walk_other(struct follower *of, const struct at *at)
{
    struct at after;
    bool enough = margin_of(of, &at->board) >= of->wanted;
    for (int p = 0; p < of->graph->points && !of->failed; p++)
        if (after_stone(of, at, p, &after))
            walk(of, &after);
    bool freed = at->ko != 0 && (of->model.passes_to_end != 2 || of->model.refresh.allowed);
    bool replies = !enough || of->kind.answered;
    after = (struct at){at->board, replies ? 1 - at->mover : at->mover, 0};
    if (!of->failed && (!enough || freed))
        walk(of, &after);
}

static void walk(struct follower *of, const struct at *at)
{
    int symmetry;
    struct follow_state key = key_of(of, at, &symmetry);
    if (of->count == of->room)
        grow(of);
    uint32_t *slot = slot_of(of, &key), number = of->count;
    if (*slot != 0)
        return;
    key.open = true;
    of->states[number] = key;
    *slot = ++of->count;
    if (is_safe(of, &at->board)) {
        of->states[number].open = false;
        return;
    }
    if (at->mover == of->attacker)
        walk_attacker(of, at, number, symmetry);
    else
        walk_other(of, at);
    of->states[number].open = false;
}

/* Makes the claim's move and walks from there. */
static void begin(struct follower *of, const struct game *game,
                  const struct certificate_claim *claim)
{
    struct game at_root;
    struct verdict verdict = {.legal = true};
    const struct turn *start = &game->turns[0];
    of->graph = game->graph;
    of->rules = game->rules;
    of->attacker = claim->who;
    of->wanted = claim->who == 0 ? claim->margin : -claim->margin;
    of->root_turn = claim->root ? 0 : 1;
    of->rules.family->describe(&of->rules, &of->model);
    if (symmetries_init(&of->symmetries, of->graph) < 0 ||
        game_init(&at_root, of->graph, &of->rules, &start->board, start->next) < 0 ||
        (!claim->root && game_play(&at_root, claim->move, &verdict) < 0))
        die("no memory");
    struct at at = {game_now(&at_root)->board, game_now(&at_root)->next, 0};
    of->failed = !verdict.legal || game_over(&at_root) || game_now(&at_root)->banned >= 0;
    game_release(&at_root);
    if (!of->failed)
        walk(of, &at);
}

void follower_read(struct follower *ret_follower, const struct game *game,
                   const struct certificate_claim *claim,
                   const struct certificate_strategy *strategy, struct follow_kind kind)
{
    *ret_follower = (struct follower){
        .replies = strategy->replies, .reply_count = strategy->count, .kind = kind};
    begin(ret_follower, game, claim);
    if (ret_follower->failed || ret_follower->used != strategy->count)
        die("a strategy that cannot be followed");
}

bool follower_invent(const struct game *game, const struct certificate_claim *claim,
                     struct follow_kind kind, uint32_t states_max, struct bytes *ret_replies)
{
    *ret_replies = (struct bytes){0};
    struct follower of = {
        .invented = ret_replies,
        .states_max = states_max,
        .passes = 6 + random_below(15),
        .kos = 1 + random_below(8),
        .kind = kind,
    };
    begin(&of, game, claim);
    bool made = !of.failed;
    follower_release(&of);
    return made;
}

void follower_release(struct follower *follower)
{
    symmetries_release(&follower->symmetries);
    free(follower->states);
    free(follower->slots);
}

/* --- in a game --- */

/* The other is out: a stone that captures, else one that fills no eye, until it is enough. */
static struct move move_solo(const struct follower *of, const struct position *board)
{
    int quiet = -1;
    for (int p = 0; p < of->graph->points; p++) {
        struct position after;
        bool suicide, eye = true;
        if (!place(of, board, of->attacker, p, &after, &suicide) || suicide)
            continue;
        for (int q = 0; q < of->graph->points; q++)
            if (board->cells[q] == STONE_OF(1 - of->attacker) && after.cells[q] == POINT_EMPTY)
                return move_stone(p);
        for (int i = of->graph->first[p]; i < of->graph->first[p + 1]; i++)
            eye = eye && board->cells[of->graph->adjacent[i]] == STONE_OF(of->attacker);
        if (!eye && quiet < 0)
            quiet = p;
    }
    return quiet < 0 ? move_pass(MOVE_PASS) : move_stone(quiet);
}

/* Did the last turn, a pass, free a ko, and is that answered? */
static bool is_reply_due(const struct follower *of, const struct game *game)
{
    const struct turn *now = game_now(game);
    return of->kind.answered && game->count > of->root_turn + 2 && now->move.kind == MOVE_PASS &&
           now[-1].move.kind == MOVE_STONE && now[-1].player == of->attacker &&
           find_ko(of, &now[-2].board, &now[-1].board, 1 - of->attacker) != 0;
}

bool follower_reply(struct follower *follower, const struct game *game, struct move *ret_move)
{
    const struct turn *now = game_now(game);
    struct at at = {now->board, now->next, 0};
    bool enough = margin_of(follower, &now->board) >= follower->wanted;
    int symmetry, point = 0;
    bool begun = game->count - 1 > follower->root_turn;
    if (now->active != 3) {
        *ret_move = enough ? move_pass(MOVE_PASS) : move_solo(follower, &now->board);
        return true;
    }
    if (begun && now->move.kind != MOVE_STONE && enough && !is_reply_due(follower, game)) {
        *ret_move = move_pass(MOVE_PASS);
        return true;
    }
    if (is_safe(follower, &now->board)) {
        *ret_move = move_pass(MOVE_PASS);
        return true;
    }
    if (begun && now->move.kind == MOVE_STONE)
        at.ko = find_ko(follower, &now[-1].board, &now->board, now->next);
    const struct follow_state *state = find(follower, &at, &symmetry);
    if (state == NULL || state->reply < 0)
        return false;
    *ret_move = move_pass(MOVE_PASS);
    if (state->reply == follower->graph->points)
        return true;
    while (symmetries_apply(&follower->symmetries, symmetry, point) != state->reply)
        point++;
    *ret_move = move_stone(point);
    return true;
}
