/* Finding strategies by looking at everything. */
#include "certificates/strategy_finder.h"

#include <stdlib.h>
#include <string.h>

#include "board/symmetry.h"
#include "certificate/check/strategy/board.h"
#include "certificates/living.h"
#include "certificates/made.h"
#include "rules/capture.h"
#include "rules/history_model.h"

#define NO_RANK UINT32_MAX

struct finder_option {
    uint32_t to;
    uint8_t reply;
};

struct finder_state {
    uint64_t key;
    uint32_t rank; /* so many moves at most, or NO_RANK */
    uint32_t option_count;
    struct finder_option *options;
    bool met;
};

struct finder {
    const struct finder_request *request;
    const struct graph *graph;
    struct history_model model;
    struct symmetries symmetries;
    struct strategy_board board; /* for what a player reaches alone, only */
    int attacker, wanted;
    uint64_t forbidden;
    bool has_forbidden;
    struct finder_state *states;
    uint32_t count, room;
    uint32_t *slots;
    struct bytes replies;
};

struct at {
    struct position board;
    int mover, ko;
};

/* A number for a board: two bits a point. */
static uint64_t number_of(const struct finder *finder, const struct position *board, int symmetry)
{
    uint64_t number = 0;
    for (int p = 0; p < finder->graph->points; p++)
        number |= (uint64_t)board->cells[p]
                  << 2 * symmetries_apply(&finder->symmetries, symmetry, p);
    return number;
}

static uint64_t board_class(const struct finder *finder, const struct position *board)
{
    uint64_t least = UINT64_MAX;
    for (int s = 0; s < finder->symmetries.count; s++) {
        uint64_t number = number_of(finder, board, s);
        least = number < least ? number : least;
    }
    return least;
}

/* The least number of the state's images, and the symmetry that leads to it. */
static uint64_t key_of(const struct finder *finder, const struct at *at, int *ret_symmetry)
{
    uint64_t least = UINT64_MAX;
    for (int s = 0; s < finder->symmetries.count; s++) {
        int ko = at->ko != 0 ? symmetries_apply(&finder->symmetries, s, at->ko - 1) + 1 : 0;
        uint64_t key = number_of(finder, &at->board, s) << 8 | (uint64_t)(2 * ko + at->mover);
        if (key < least) {
            least = key;
            *ret_symmetry = s;
        }
    }
    return least;
}

static void unpack(const struct finder *finder, uint64_t key, struct at *ret_at)
{
    memset(ret_at, 0, sizeof(*ret_at));
    ret_at->mover = (int)(key & 1);
    ret_at->ko = (int)(key >> 1 & 127);
    for (int p = 0; p < finder->graph->points; p++)
        ret_at->board.cells[p] = (uint8_t)(key >> (8 + 2 * p) & 3);
}

static uint32_t *slot_of(const struct finder *finder, uint64_t key)
{
    size_t mask = 2 * (size_t)finder->room - 1;
    size_t at = (size_t)(key * 0x9e3779b97f4a7c15ull >> 20) & mask;
    while (finder->slots[at] != 0 && finder->states[finder->slots[at] - 1].key != key)
        at = (at + 1) & mask;
    return &finder->slots[at];
}

static void grow(struct finder *finder)
{
    finder->room = finder->room != 0 ? 2 * finder->room : 256;
    finder->states = realloc(finder->states, finder->room * sizeof(*finder->states));
    free(finder->slots);
    finder->slots = calloc(2 * (size_t)finder->room, sizeof(*finder->slots));
    if (finder->states == NULL || finder->slots == NULL)
        die("no memory");
    for (uint32_t i = 0; i < finder->count; i++)
        *slot_of(finder, finder->states[i].key) = i + 1;
}

static uint32_t find(struct finder *finder, const struct at *at)
{
    int symmetry;
    uint64_t key = key_of(finder, at, &symmetry);
    if (finder->count == finder->room)
        grow(finder);
    uint32_t *slot = slot_of(finder, key);
    if (*slot == 0) {
        finder->states[finder->count] = (struct finder_state){.key = key, .rank = NO_RANK};
        *slot = ++finder->count;
    }
    return *slot - 1;
}

static bool play(const struct finder *finder, const struct position *before, int player, int point,
                 struct position *ret_after, bool *ret_suicide)
{
    struct capture capture;
    *ret_after = *before;
    if (before->cells[point] != POINT_EMPTY)
        return false;
    capture_play(finder->graph, ret_after, point, player, true, &capture);
    *ret_suicide = capture.suicidal;
    return !capture.suicidal ||
           (ruleset_suicide(&finder->request->game->rules) != SUICIDE_NO && capture.own_size > 1);
}

static int find_ko(const struct finder *finder, const struct position *before,
                   const struct position *after, int mover)
{
    for (int p = 0; p < finder->graph->points; p++) {
        struct position answer;
        bool suicide;
        if (play(finder, after, 1 - mover, p, &answer, &suicide) &&
            position_equal(finder->graph, &answer, before))
            return p + 1;
    }
    return 0;
}

static bool is_enough(const struct finder *finder, const struct position *board)
{
    struct turn turn = {.board = *board};
    struct game game = *finder->request->game;
    game.turns = &turn;
    game.count = 1;
    int margin = game_margin(&game);
    return (finder->attacker == 0 ? margin : -margin) >= finder->wanted;
}

static bool reaches_solo(const struct finder *finder, const struct position *board)
{
    struct strategy_stones stones = {{0, 0}};
    for (int p = 0; p < finder->graph->points; p++)
        if (board->cells[p] != POINT_EMPTY)
            stones.of[board->cells[p] - 1] |= 1ull << p;
    return strategy_board_solo(&finder->board, &stones, finder->attacker, finder->wanted);
}

/* The state after a stone on point; false if it may not be played in a strategy. */
static bool after_stone(const struct finder *finder, const struct at *at, int point,
                        struct at *ret_after, bool *ret_spoilt)
{
    bool attacks = at->mover == finder->attacker, suicide;
    *ret_spoilt = false;
    if (point + 1 == at->ko ||
        !play(finder, &at->board, at->mover, point, &ret_after->board, &suicide) ||
        (attacks && suicide))
        return false;
    ret_after->mover = 1 - at->mover;
    ret_after->ko = 0;
    if (!attacks || finder->model.retake != RETAKE_FREE)
        ret_after->ko = find_ko(finder, &at->board, &ret_after->board, at->mover);
    *ret_spoilt =
        finder->has_forbidden && board_class(finder, &ret_after->board) == finder->forbidden;
    return !attacks || ret_after->ko == 0 || finder->model.retake != RETAKE_OUT ||
           reaches_solo(finder, &at->board);
}

/* The state after a pass; false if there is none. */
static bool after_pass(const struct finder *finder, const struct at *at, struct at *ret_after)
{
    bool enough = is_enough(finder, &at->board);
    *ret_after = (struct at){at->board, 1 - at->mover, 0};
    if (at->mover == finder->attacker)
        return enough;
    if (!enough)
        return true;
    ret_after->mover = finder->request->answered ? 1 - at->mover : at->mover;
    return at->ko != 0 && (finder->model.passes_to_end != 2 || finder->model.refresh.allowed);
}

static bool is_safe(const struct finder *finder, const struct position *board)
{
    const struct graph *graph = finder->graph;
    return finder->request->living &&
           2 * living_points(graph, &finder->request->game->rules, board, finder->attacker) -
                   graph->points >=
               finder->wanted;
}

/* Lists where a state leads to. A stone of the opponent's on a board of the past leads nowhere. */
static void expand(struct finder *finder, uint32_t number)
{
    struct at at, after;
    struct finder_option options[FINDER_POINTS + 2];
    uint32_t count = 0;
    bool spoilt;
    unpack(finder, finder->states[number].key, &at);
    if (is_safe(finder, &at.board)) {
        finder->states[number].rank = 0;
        return;
    }
    for (int p = 0; p < finder->graph->points; p++) {
        if (!after_stone(finder, &at, p, &after, &spoilt))
            continue;
        if (!spoilt)
            options[count++] = (struct finder_option){find(finder, &after), (uint8_t)p};
        else if (at.mover != finder->attacker)
            options[count++] = (struct finder_option){number, (uint8_t)p};
    }
    if (after_pass(finder, &at, &after))
        options[count++] =
            (struct finder_option){find(finder, &after), (uint8_t)finder->graph->points};
    struct finder_state *state = &finder->states[number];
    state->options = malloc((count + 1) * sizeof(*options));
    if (state->options == NULL)
        die("no memory");
    memcpy(state->options, options, count * sizeof(*options));
    state->option_count = count;
}

/* Ranks what can be ranked in this round. */
static bool rank_round(struct finder *finder, uint32_t round)
{
    bool any = false;
    for (uint32_t i = 0; i < finder->count; i++) {
        struct finder_state *state = &finder->states[i];
        bool attacks = (int)(state->key & 1) == finder->attacker;
        uint32_t good = 0;
        if (state->rank != NO_RANK)
            continue;
        for (uint32_t j = 0; j < state->option_count; j++)
            good += finder->states[state->options[j].to].rank < round;
        if (attacks ? good == 0 : good < state->option_count)
            continue;
        state->rank = round;
        any = true;
    }
    return any;
}

static const struct finder_option *choose(const struct finder *finder,
                                          const struct finder_state *state)
{
    const struct finder_option *chosen = NULL;
    unsigned seen = 0;
    for (uint32_t j = 0; j < state->option_count; j++) {
        const struct finder_option *option = &state->options[j];
        if (finder->states[option->to].rank >= state->rank)
            continue;
        seen++;
        if (chosen == NULL || (finder->request->variant != 0 && random_below(seen) == 0))
            chosen = option;
    }
    return chosen;
}

static void emit(struct finder *finder, const struct at *at);

static void emit_attacker(struct finder *finder, const struct at *at,
                          const struct finder_state *state, int symmetry)
{
    struct at after;
    bool spoilt;
    int points = finder->graph->points, reply = choose(finder, state)->reply, point = 0;
    while (reply < points && symmetries_apply(&finder->symmetries, symmetry, point) != reply)
        point++;
    uint8_t byte = (uint8_t)(reply < points ? point : points);
    bytes_put(&finder->replies, &byte, 1);
    if (reply < points ? after_stone(finder, at, point, &after, &spoilt)
                       : after_pass(finder, at, &after))
        emit(finder, &after);
    else
        die("a reply that is not there");
}

/* The replies from a state on, each once. */
static void emit(struct finder *finder, const struct at *at)
{
    int symmetry;
    struct at after;
    bool spoilt;
    struct finder_state *state =
        &finder->states[*slot_of(finder, key_of(finder, at, &symmetry)) - 1];
    if (state->met)
        return;
    state->met = true;
    if (is_safe(finder, &at->board))
        return;
    if (at->mover == finder->attacker) {
        emit_attacker(finder, at, state, symmetry);
        return;
    }
    for (int p = 0; p < finder->graph->points; p++)
        if (after_stone(finder, at, p, &after, &spoilt))
            emit(finder, &after);
    if (after_pass(finder, at, &after))
        emit(finder, &after);
}

static bool find_root(struct finder *finder, struct at *ret_at)
{
    struct game game;
    struct verdict verdict = {.legal = true};
    const struct finder_request *request = finder->request;
    const struct turn *start = &request->game->turns[0];
    if (game_init(&game, finder->graph, &request->game->rules, &start->board, start->next) < 0)
        die("no memory");
    if (!request->root) {
        finder->has_forbidden = true;
        finder->forbidden = board_class(finder, &start->board);
        if (game_play(&game, request->move, &verdict) < 0)
            die("no memory");
    }
    if (!request->root && is_safe(finder, &start->board))
        verdict.legal = false; /* no turn before may be */
    bool open = verdict.legal && !game_over(&game) && game_now(&game)->banned < 0;
    *ret_at = (struct at){game_now(&game)->board, game_now(&game)->next, 0};
    game_release(&game);
    return open;
}

static void release(struct finder *finder)
{
    for (uint32_t i = 0; i < finder->count; i++)
        free(finder->states[i].options);
    free(finder->states);
    free(finder->slots);
    symmetries_release(&finder->symmetries);
    strategy_board_release(&finder->board);
}

bool strategy_find(const struct finder_request *request, uint8_t **ret_replies, size_t *ret_count)
{
    struct finder finder = {
        .request = request,
        .graph = request->game->graph,
        .attacker = request->who,
        .wanted = request->who == 0 ? request->margin : -request->margin,
    };
    const struct ruleset *rules = &request->game->rules;
    struct at root;
    rules->family->describe(rules, &finder.model);
    if (symmetries_init(&finder.symmetries, finder.graph) < 0 ||
        strategy_board_init(&finder.board, finder.graph, rules) < 0)
        die("no memory");
    bool found = find_root(&finder, &root);
    if (found) {
        find(&finder, &root);
        for (uint32_t i = 0; i < finder.count; i++)
            expand(&finder, i);
        for (uint32_t round = 0; rank_round(&finder, round) && finder.states[0].rank == NO_RANK;)
            round++;
        found = finder.states[0].rank != NO_RANK;
    }
    if (found)
        emit(&finder, &root);
    if (finder.replies.failed)
        die("no memory");
    *ret_replies = finder.replies.data;
    *ret_count = finder.replies.size;
    release(&finder);
    return found;
}
