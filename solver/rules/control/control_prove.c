/* Why a player controls a location: the set, and the longest line on it. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "rules/control/control_inside.h"
#include "rules/control/location.h"

/* The board in the game on set: player's stones in it, the others and those around. */
static void make_board(const struct control *control, uint64_t set, int player, uint64_t own,
                       uint64_t other, struct position *ret_board)
{
    memset(ret_board, 0, sizeof(*ret_board));
    for (int p = 0; p < control->graph->points; p++)
        if ((own & location_bit(p)) != 0)
            ret_board->cells[p] = STONE_OF(player);
        else if (((other | ~set) & location_bit(p)) != 0)
            ret_board->cells[p] = STONE_OF(1 - player);
}

/* The start of the game, and the line; the builder wins. */
static int make_line(const struct control *control, struct two_eyes *game,
                     const struct control_stones *stones, int player, struct control_proof *proof)
{
    uint64_t own = stones->of[player], other = stones->of[1 - player];
    struct eye_step *line;
    int r = two_eyes_line(game, own, other, control->limit, &line, &proof->step_count);
    if (r < 0)
        return r;
    proof->steps = calloc(proof->step_count + 1, sizeof(*proof->steps));
    if (proof->steps == NULL) {
        free(line);
        return -ENOMEM;
    }
    two_eyes_start(game, &own, &other);
    make_board(control, proof->set, player, own, other, &proof->start);
    for (size_t i = 0; i < proof->step_count; i++) {
        proof->steps[i].move = line[i].move;
        make_board(control, proof->set, player, line[i].own, line[i].other, &proof->steps[i].board);
    }
    free(line);
    return 0;
}

/* The smallest set with point on which player wins, as control_prove(). */
static int find_set(struct control *control, const struct control_stones *stones, int player,
                    int point, uint64_t *ret_set, struct two_eyes **ret_game)
{
    struct bordered bordered;
    int r = control_bordered_sets(control, stones, player, &bordered);
    if (r < 0)
        return r;
    bool unknown = !bordered.complete;
    for (size_t i = 0; i < bordered.count && r == 0; i++) {
        if ((bordered.sets[i] & location_bit(point)) == 0)
            continue;
        r = control_solve_set(control, stones, player, bordered.sets[i], ret_game);
        if (r == 1)
            *ret_set = bordered.sets[i];
        if (r == -ERANGE) {
            unknown = true;
            r = 0;
        }
    }
    bordered_release(&bordered);
    return r == 0 && unknown ? -ERANGE : r;
}

int control_prove(struct control *control, const struct position *position, uint64_t prohibited,
                  int player, int point, struct control_proof *ret_proof)
{
    const struct control_stones stones = control_stones(control, position, prohibited);
    struct control_proof proof = {0};
    struct two_eyes *game;
    control->most = control->limit;
    int r = find_set(control, &stones, player, point, &proof.set, &game);
    if (r != 1)
        return r;
    r = make_line(control, game, &stones, player, &proof);
    if (r < 0)
        return r;
    *ret_proof = proof;
    return 1;
}

void control_proof_release(struct control_proof *proof)
{
    if (proof == NULL)
        return;
    free(proof->steps);
    proof->steps = NULL;
    proof->step_count = 0;
}
