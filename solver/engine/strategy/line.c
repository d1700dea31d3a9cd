/* A line of best play, from a strategy. */
#include <errno.h>
#include <stdlib.h>

#include "engine/strategy/inside.h"

#define LINE_MAX_PLAYS 1000

struct line_of {
    const struct plan *plan;
    struct game game; /* the line is played by the rules */
    struct spot spot;
    struct analysis *analysis;
};

/* Plays a move if the rules allow it. Returns 1, 0 or -ENOMEM. */
static int play(struct line_of *line, struct move move, const struct spot *to)
{
    struct verdict verdict;
    struct analysis *analysis = line->analysis;
    void *grown = realloc(analysis->line, (analysis->line_count + 1) * sizeof(*analysis->line));
    if (grown == NULL)
        return -ENOMEM;
    analysis->line = grown;
    int r = game_play(&line->game, move, &verdict);
    if (r < 0 || !verdict.legal)
        return r;
    analysis->line[analysis->line_count++] = move;
    line->spot = *to;
    return 1;
}

static struct move move_of(const struct line_of *line, const struct play_to *play)
{
    int points = line->plan->prover->board->points;
    return play->point < points ? move_stone(play->point) : move_pass(MOVE_PASS);
}

/* The attacker's reply, by the plan. It is kept as seen when its state was met first. */
static int reply(struct line_of *line)
{
    const struct plan *plan = line->plan;
    struct spot_key key = prover_key(plan->prover->board, &line->spot);
    struct play_to plays[PLAYS_MAX];
    long at = plan_find(plan, &key);
    if (at < 0)
        return 0;
    const struct spot *to = &plan->states[plan->links[plan->states[at].first_link].to].spot;
    struct spot_key wanted = prover_key(plan->prover->board, to);
    int count = prover_plays(plan->prover, &line->spot, plays);
    for (int i = 0; i < count; i++)
        if (spot_key_equal(&plays[i].key, &wanted))
            return play(line, move_of(line, &plays[i]), &plays[i].to);
    return 0;
}

/* The other's play that was the last to be answered, of those that the rules allow. */
static int answer(struct line_of *line)
{
    const struct prover *prover = line->plan->prover;
    struct play_to plays[PLAYS_MAX];
    int count = prover_plays(prover, &line->spot, plays);
    for (;;) {
        uint32_t most = 0;
        int hardest = -1;
        for (int i = 0; i < count; i++) {
            const struct proved_entry *entry = prover_find(prover, &plays[i].key);
            if (plays[i].point < prover->board->points && entry != NULL && entry->order > most) {
                most = entry->order;
                hardest = i;
            }
        }
        if (hardest < 0)
            break;
        int r = play(line, move_of(line, &plays[hardest]), &plays[hardest].to);
        if (r != 0)
            return r;
        plays[hardest] = plays[--count];
    }
    struct spot same = {line->spot.stones, 0, true};
    return play(line, move_pass(MOVE_PASS), &same);
}

int strategies_line(struct strategies *strategies, struct analysis *analysis)
{
    struct line_of line = {.plan = &strategies->root, .analysis = analysis};
    const struct game *game = strategies->game;
    if (!strategies->has_root)
        return 0;
    line.spot = line.plan->states[0].spot;
    int r = game_init(&line.game, game->graph, &game->rules, &game->turns[0].board,
                      game->turns[0].next);
    if (r < 0)
        return r;
    r = 1;
    while (r > 0 && !game_over(&line.game) && analysis->line_count < LINE_MAX_PLAYS) {
        const struct prover *prover = line.plan->prover;
        bool passed =
            analysis->line_count > 0 && analysis->line[analysis->line_count - 1].kind == MOVE_PASS;
        struct spot same = {line.spot.stones, 0, false};
        if (!line.spot.own_move)
            r = answer(&line);
        else if (passed && bitboard_margin(prover->board, line.spot.stones) >= prover->margin)
            r = play(&line, move_pass(MOVE_PASS), &same);
        else
            r = reply(&line);
    }
    analysis->line_complete = game_over(&line.game);
    game_release(&line.game);
    return r < 0 ? r : 0;
}
