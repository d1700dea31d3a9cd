/* Games by the executable rules. */
#include "count/longest/longest_replay.h"

#include <errno.h>
#include <stdlib.h>

#include "base/array.h"
#include "rules/cycles.h"

/* Passes after which any game is over. */
#define PASSES_MOST 64
/* A longer game is given up: each turn takes memory. */
#define TURNS_MOST 20000
#define ASK_EVERY 1024

/* Takes the turns of game from the one numbered first on, if there are more plays than known. */
static int keep(const struct game *game, size_t first, struct longest_game *longest)
{
    size_t plays = 0, count = game->count - first;
    for (size_t i = first; i < game->count; i++)
        plays += game->turns[i].move.kind == MOVE_STONE;
    if (longest->moves != NULL && plays <= longest->at_least)
        return 0;
    struct move *moves = malloc((count + 1) * sizeof(*moves));
    if (moves == NULL)
        return -ENOMEM;
    for (size_t i = 0; i < count; i++)
        moves[i] = game->turns[first + i].move;
    free(longest->moves);
    longest->moves = moves;
    longest->move_count = count;
    longest->at_least = plays;
    return 0;
}

/* Passes so many times, or until it is player's turn (-1: nobody's). Sets *ret_open to false if
 * that is illegal or the game is over. */
static int pass(struct game *game, int times, int player, bool *ret_open)
{
    struct verdict verdict = {.legal = true};
    int r = 0;
    for (int i = 0;
         i < times && r == 0 && verdict.legal && !game_over(game) && game_now(game)->next != player;
         i++)
        r = game_play(game, move_pass(MOVE_PASS), &verdict);
    *ret_open = verdict.legal && !game_over(game);
    return r;
}

static int play_edge(struct game *game, const struct arena_edge *edge, bool *ret_open)
{
    struct verdict verdict;
    if (edge->point == ARENA_PASS)
        return pass(game, edge->passes + 1, -1, ret_open);
    int r = pass(game, game->players - 1, edge->player, ret_open);
    if (r < 0 || !*ret_open)
        return r;
    r = game_play(game, move_stone(edge->point), &verdict);
    *ret_open = r == 0 && verdict.legal && !game_over(game);
    return r;
}

int longest_replay(const struct game *game, const struct arena *arena, const uint32_t *edges,
                   uint32_t count, struct longest_game *longest)
{
    struct game copy;
    bool open = true;
    int r = game_copy(&copy, game);
    for (uint32_t i = 0; i < count && r == 0 && open; i++)
        r = play_edge(&copy, &arena->edges[edges[i]], &open);
    if (r == 0)
        r = pass(&copy, PASSES_MOST, -1, &open);
    if (r == 0)
        r = game_over(&copy) ? keep(&copy, game->count, longest) : -EPROTO;
    game_release(&copy);
    return r;
}

/* --- all games --- */

/* A turn on the present line, and how many of the moves after it were tried. */
struct all_games_frame {
    size_t next, moves;
};

struct all_games {
    struct game *game;
    size_t first; /* turn after where the game stood */
    uint64_t turns;
    struct count_run *run;
    struct longest_game *longest;
    struct all_games_frame *frames; /* not on the stack: a line may be long */
    size_t depth, room;
    bool all; /* none was left out */
};

/* Goes on after the last turn, or ends the line. */
static int open_frame(struct all_games *all)
{
    const struct game *game = all->game;
    const struct family *family = game->rules.family;
    int cycles = family->remove_cycle != NULL ? cycles_count(game, game->count - 1) : 0;
    int r = array_reserve(&all->frames, all->depth + 1, &all->room, sizeof(*all->frames));
    if (r == 0)
        all->frames[all->depth++] = (struct all_games_frame){
            .moves = ((size_t)cycles + 1) * ((size_t)game->graph->points + 1) + family->refreshing,
        };
    return r;
}

/* Stones before passes, for a long game at once. */
static struct move move_at(const struct game *game, size_t i, bool last)
{
    size_t points = (size_t)game->graph->points, at = i % (points + 1);
    if (game->rules.family->refreshing && last)
        return move_pass(MOVE_REFRESH);
    return move_after_cycle((int)(i / (points + 1)),
                            at < points ? move_stone((int)at) : move_pass(MOVE_PASS));
}

/* Makes the next move if it is legal. */
static int try_move(struct all_games *all)
{
    struct all_games_frame *frame = &all->frames[all->depth - 1];
    struct verdict verdict;
    if (all->turns == 0 || all->game->count > TURNS_MOST ||
        (all->turns % ASK_EVERY == 0 && count_run_must_stop(all->run))) {
        all->all = false;
        return 0;
    }
    all->turns--;
    size_t i = frame->next++;
    int r = game_play(all->game, move_at(all->game, i, frame->next == frame->moves), &verdict);
    if (r < 0 || !verdict.legal)
        return r;
    if (!game_over(all->game))
        return open_frame(all);
    r = keep(all->game, all->first, all->longest);
    game_undo(all->game);
    return r;
}

/* Plays until there is nothing left, or something is left out. */
static int play_on(struct all_games *all)
{
    if (game_over(all->game))
        return keep(all->game, all->first, all->longest);
    int r = open_frame(all);
    while (r == 0 && all->all && all->depth > 0) {
        const struct all_games_frame *frame = &all->frames[all->depth - 1];
        if (frame->next < frame->moves)
            r = try_move(all);
        else if (--all->depth > 0)
            game_undo(all->game);
    }
    return r;
}

int longest_replay_all(const struct game *game, uint64_t turns, struct count_run *run,
                       struct longest_game *longest)
{
    struct game copy;
    struct all_games all = {.game = &copy,
                            .first = game->count,
                            .turns = turns,
                            .run = run,
                            .longest = longest,
                            .all = true};
    int r = game_copy(&copy, game);
    if (r == 0)
        r = play_on(&all);
    game_release(&copy);
    free(all.frames);
    return r < 0 ? r : all.all;
}

/* --- a game that is known to be there --- */

struct counted_game {
    struct game *game;
    size_t plays; /* that are left */
    longest_plays_left *left;
    const struct limits *limits;
};

/* Makes the move if a longest game goes on with it. Returns 1: it did; 0; or a negative errno. */
static int take_move(struct counted_game *counted, struct move move)
{
    struct verdict verdict;
    size_t plays = 0, wanted = counted->plays - (move.kind == MOVE_STONE);
    if (counted->plays == 0 && move.kind == MOVE_STONE)
        return 0;
    int r = game_play(counted->game, move, &verdict);
    if (r < 0 || !verdict.legal)
        return r;
    if (!game_over(counted->game))
        r = counted->left(counted->game, counted->limits, &plays);
    if (r == 0 && plays == wanted) {
        counted->plays = wanted;
        return 1;
    }
    game_undo(counted->game);
    return r;
}

/* Finds the next move. Returns 1: it is made; 0: there is none; or a negative errno. */
static int take_any_move(struct counted_game *counted)
{
    const struct game *game = counted->game;
    const struct family *family = game->rules.family;
    int cycles = family->remove_cycle != NULL ? cycles_count(game, game->count - 1) : 0, r = 0;
    for (int c = 0; c <= cycles && r == 0; c++) {
        for (int p = 0; p < game->graph->points && r == 0; p++)
            r = take_move(counted, move_after_cycle(c, move_stone(p)));
        if (r == 0)
            r = take_move(counted, move_after_cycle(c, move_pass(MOVE_PASS)));
    }
    return r == 0 && family->refreshing ? take_move(counted, move_pass(MOVE_REFRESH)) : r;
}

int longest_replay_counted(const struct game *game, size_t plays, longest_plays_left *left,
                           const struct limits *limits, struct longest_game *longest)
{
    struct game copy;
    struct counted_game counted = {&copy, plays, left, limits};
    int r = game_copy(&copy, game);
    while (r >= 0 && !game_over(&copy)) {
        r = take_any_move(&counted);
        if (r == 0)
            r = -EPROTO;
    }
    if (r >= 0)
        r = keep(&copy, game->count, longest);
    game_release(&copy);
    return r < 0 ? r : 0;
}
