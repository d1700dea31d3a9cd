/* The longest line of a game that the builder wins. */
#include <assert.h>
#include <errno.h>
#include <stdlib.h>

#include "rules/control/two_eyes_inside.h"

/* The opponent's play that holds out longest. */
static int longest_reply(struct two_eyes *game, uint32_t number, uint32_t *ret_next)
{
    const struct eye_state state = game->nodes[number].state;
    uint8_t plays[EYE_PLAYS_MAX];
    int count = eye_replies(&game->board, &state, plays), best = -1, longest = -1;
    for (int i = 0; i < count; i++) {
        uint32_t next;
        int r = two_eyes_find_next(game, &state, plays[i], &next);
        if (r < 0)
            return r;
        assert(game->nodes[next].status == WON);
        if (game->nodes[next].depth > longest) {
            longest = game->nodes[next].depth;
            best = plays[i];
            *ret_next = next;
        }
    }
    return best;
}

/* The play of a won node: the winning one, or the longest reply. */
static int next_play(struct two_eyes *game, uint32_t number, uint32_t *ret_next)
{
    const struct node *node = &game->nodes[number];
    int play = node->play;
    if (!node->state.builder)
        return longest_reply(game, number, ret_next);
    const struct eye_state state = node->state; /* nodes may move */
    int r = two_eyes_find_next(game, &state, play, ret_next);
    return r < 0 ? r : play;
}

int two_eyes_line(struct two_eyes *game, uint64_t own, uint64_t other, size_t limit,
                  struct eye_step **ret_steps, size_t *ret_count)
{
    uint32_t at;
    int r = two_eyes_solve_root(game, own, other, limit, &at);
    if (r < 0)
        return r;
    assert(game->nodes[at].status == WON);
    size_t count = 0, room = 0;
    struct eye_step *steps = NULL;
    while (!eye_formation(&game->board, &game->nodes[at].state)) {
        uint32_t next;
        int play = next_play(game, at, &next);
        r = play < 0 ? play : two_eyes_reserve(&steps, count, &room, sizeof(*steps));
        if (r < 0) {
            free(steps);
            return r;
        }
        at = next;
        steps[count++] = (struct eye_step){
            play == EYE_PASS ? move_pass(MOVE_PASS) : move_stone(play),
            game->nodes[at].state.own,
            game->nodes[at].state.other,
        };
    }
    *ret_steps = steps;
    *ret_count = count;
    return 0;
}
