/* Random games by the executable rules. */
#include "count/sample/random_play.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/clock.h"
#include "rules/cycles.h"

#define GAMES_FIRST 200
#define GAMES_LAST 1000000
/* A longer game is given up: it may have no end. */
#define TURNS_MAX 20000
/* A weight so many times the mean is split, into as many parts at most. */
#define SPLIT 3.0
#define PARTS_MAX 4
#define PRUNE 0.4
/* One run. */
struct random_run {
    const struct limits *limits;
    struct game game;
    struct generator generator;
    double *log_weights; /* by turns: of all games that got there, a sum */
    size_t turns_known, turns_room;
    uint32_t begun; /* games */
    struct move *moves;
    size_t move_room;
    double log_games, log_plays; /* sums over complete games */
    uint32_t longest;
};

static double add_logs(double a, double b)
{
    double high = fmax(a, b), low = fmin(a, b);
    return isinf(low) ? high : high + log1p(exp(low - high));
}

static bool must_stop(const struct limits *limits)
{
    return (limits->interrupted != NULL && atomic_load(limits->interrupted)) ||
           (limits->deadline > 0 && clock_now() > limits->deadline);
}

/* Adds move to the legal ones, after *count, if it is one of them. */
static int try_move(struct random_run *run, struct move move, size_t *count)
{
    struct verdict verdict;
    int r = game_play(&run->game, move, &verdict);
    if (r < 0 || !verdict.legal)
        return r;
    game_undo(&run->game);
    r = array_reserve(&run->moves, *count + 1, &run->move_room, sizeof(*run->moves));
    if (r == 0)
        run->moves[(*count)++] = move;
    return r;
}

static int list_moves(struct random_run *run, size_t *ret_count)
{
    struct game *game = &run->game;
    const struct family *family = game->rules.family;
    int cycles = family->remove_cycle != NULL ? cycles_count(game, game->count - 1) : 0, r = 0;
    *ret_count = 0;
    for (int c = 0; c <= cycles && r == 0; c++) {
        if (must_stop(run->limits)) /* there may be as many cycles as turns */
            return -EINTR;
        r = try_move(run, move_after_cycle(c, move_pass(MOVE_PASS)), ret_count);
        for (int p = 0; p < game->graph->points && r == 0; p++)
            r = try_move(run, move_after_cycle(c, move_stone(p)), ret_count);
    }
    if (family->refreshing && r == 0)
        r = try_move(run, move_pass(MOVE_REFRESH), ret_count);
    return r;
}

/*
 * How often a game of this weight after so many turns goes on: 0, 1 or more often. *log_weight
 * becomes that of each.
 */
static int parts_of(struct random_run *run, size_t turns, double *log_weight)
{
    double *sum = &run->log_weights[turns];
    *sum = add_logs(*sum, *log_weight);
    double ratio = exp(*log_weight - (*sum - log(run->begun)));
    if (ratio > SPLIT) {
        int parts = ratio < PARTS_MAX ? (int)ratio : PARTS_MAX;
        *log_weight -= log(parts);
        return parts;
    }
    if (ratio >= PRUNE)
        return 1;
    *log_weight += log(2);
    return generator_next(&run->generator) >> 63 ? 1 : 0;
}

static int reserve_turns(struct random_run *run, size_t turns)
{
    int r =
        array_reserve(&run->log_weights, turns + 1, &run->turns_room, sizeof(*run->log_weights));
    for (; run->turns_known <= turns && r == 0; run->turns_known++)
        run->log_weights[run->turns_known] = -INFINITY;
    return r;
}

static void add_game(struct random_run *run, double log_weight, uint32_t plays)
{
    run->log_games = add_logs(run->log_games, log_weight);
    if (plays > 0)
        run->log_plays = add_logs(run->log_plays, log_weight + log(plays));
    if (plays > run->longest)
        run->longest = plays;
}

/* Goes on from where the game stands, with a random move. */
static int go_on(struct random_run *run, size_t turns, uint32_t plays, double log_weight)
{
    struct verdict verdict;
    size_t count;
    if (game_over(&run->game)) {
        add_game(run, log_weight, plays);
        return 0;
    }
    if (turns >= TURNS_MAX)
        return -ERANGE;
    if (must_stop(run->limits)) /* a turn takes far longer than a look at the clock */
        return -EINTR;
    int r = reserve_turns(run, turns);
    int parts = r == 0 ? parts_of(run, turns, &log_weight) : 0;
    for (int part = 0; part < parts && r == 0; part++) {
        r = list_moves(run, &count);
        if (r < 0 || count == 0)
            return r;
        struct move move = run->moves[generator_next(&run->generator) % count];
        r = game_play(&run->game, move, &verdict);
        if (r < 0)
            return r;
        r = go_on(run, turns + 1, plays + (move.kind == MOVE_STONE),
                  log_weight + log((double)count));
        game_undo(&run->game);
    }
    return r;
}

static int play(struct sample_method *method, int thread, uint64_t stream,
                struct population_sum *ret_sum)
{
    const struct random_play *random = (const struct random_play *)method;
    struct random_run run = {
        .limits = random->limits, .log_games = -INFINITY, .log_plays = -INFINITY};
    (void)thread;
    generator_start(&run.generator, random->seed, stream);
    int r = game_copy(&run.game, random->game);
    while (r == 0 && run.begun < random->games) {
        run.begun++;
        r = go_on(&run, 0, 0, 0);
    }
    game_release(&run.game);
    free(run.log_weights);
    free(run.moves);
    if (r < 0)
        return r;
    *ret_sum = (struct population_sum){
        .log_games = run.log_games - log(run.begun),
        .mean_length = exp(run.log_plays - run.log_games),
        .longest = run.longest,
    };
    return 0;
}

static int prepare(struct sample_method *method, uint32_t room, int threads, int *ret_threads)
{
    ((struct random_play *)method)->games = room;
    *ret_threads = threads;
    return 0;
}

void random_play_init(struct random_play *ret_play, const struct game *game,
                      const struct limits *limits, uint64_t seed)
{
    *ret_play = (struct random_play){
        .method = {.room_first = GAMES_FIRST,
                   .room_last = GAMES_LAST,
                   .prepare = prepare,
                   .play = play},
        .game = game,
        .limits = limits,
        .seed = seed,
    };
}
