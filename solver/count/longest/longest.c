/* The longest game: the bound and the search in turns, until they meet. */
#include "count/longest/longest.h"

#include <errno.h>
#include <stdlib.h>

#include "base/clock.h"
#include "count/components/components.h"
#include "count/finite.h"
#include "count/histories/histories.h"
#include "count/longest/longest_bound.h"
#include "count/longest/longest_replay.h"
#include "count/longest/longest_search.h"

/* Rounds of the bound before the search is asked again. */
#define ROUNDS 400
/* What the search tries at first, and at most. */
#define TRIES_AT_FIRST 100000
#define TRIES_MOST 4000000
/* Searches of the greatest size without a longer game, after which nothing is hoped for. */
#define PATIENCE 8
/* Turns for a look at some games before anything else: all of them, where they are few. */
#define TURNS_AT_FIRST 3000
/* Turns and seconds for looking at all games, where there is no arena. */
#define TURNS_OF_ALL 2000000
#define SECONDS_OF_ALL 30

/* Seconds for the components, and the arenas that they are tried on. */
#define SECONDS_OF_COMPONENTS 120
#define NODES_OF_COMPONENTS 256

struct longest_work {
    const struct game *game;
    struct count_run *run;
    struct arena arena;
    struct longest_graph graph;
    struct longest_bound bound;
    struct longest_search search;
    uint64_t tries;
    int vain; /* searches of the greatest size without a longer game */
};

static const char *by_prices(const struct longest_bound *bound)
{
    return bound->cuts.count == 0
               ? "each position entered once: an assignment"
               : "each position entered once, sets of them from outside: an assignment with prices";
}

/* One search. Returns 1: another may find more; 0: that is not likely; -EINTR or -ENOMEM. */
static int search_once(struct longest_work *work)
{
    uint32_t before = work->search.at_least;
    int r = longest_search_anneal(&work->search, work->tries, work->bound.at_most, work->run);
    work->run->nodes += work->tries;
    if (r < 0)
        return r;
    bool most = work->tries >= TRIES_MOST;
    work->tries = most ? TRIES_MOST : work->tries + work->tries / 2;
    work->vain = work->search.at_least > before ? 0 : work->vain + most;
    return work->vain < PATIENCE;
}

/* Search and bound in turns. Returns 0, -EINTR or -ENOMEM. */
static int close_in(struct longest_work *work)
{
    int tightening = 1, searching = 1, r = 0;
    while (r >= 0 && (tightening || searching) && work->search.at_least < work->bound.at_most) {
        if (searching) {
            r = searching = search_once(work);
            if (r < 0)
                break;
        }
        if (tightening)
            r = tightening =
                longest_bound_improve(&work->bound, work->search.at_least, ROUNDS, work->run);
    }
    return r < 0 ? r : 0;
}

/* Makes what the arena's game is bounded by. */
static int begin(struct longest_work *work, uint64_t seed)
{
    int r = longest_bound_init(&work->bound, &work->graph, work->run);
    if (r == 0)
        r = longest_search_init(&work->search, &work->bound.match, seed);
    return r;
}

/* Plays what the components found. edges has room for one more. */
static int take_exact(struct longest_work *work, size_t length, uint32_t *edges, size_t count,
                      uint32_t closing, struct longest_game *longest)
{
    if (closing != ARENA_NO_ITEM)
        edges[count++] = closing;
    int r = longest_replay(work->game, &work->arena, edges, (uint32_t)count, longest);
    if (r == 0 && length < longest->at_most) {
        longest->at_most = length;
        longest->argument = "every game, component by component";
    }
    return r;
}

/* Where the bounds have not met, the components tell the longest game, if they do so in time. */
static int settle(struct longest_work *work, struct longest_game *longest)
{
    struct limits limits = *work->run->limits;
    struct count_run run = {.limits = &limits, .measure = ARENA_STONES};
    double deadline = clock_now() + SECONDS_OF_COMPONENTS;
    size_t length, count;
    uint32_t *edges, closing;
    if (longest->at_least == longest->at_most || work->arena.count > NODES_OF_COMPONENTS ||
        count_run_must_stop(work->run))
        return 0;
    if (limits.deadline <= 0 || deadline < limits.deadline)
        limits.deadline = deadline;
    int r = components_longest(&work->arena, &run, &length, &edges, &count, &closing);
    work->run->nodes += run.nodes;
    if (r < 0) {
        (void)count_run_must_stop(work->run);
        return r == -ENOMEM ? r : 0;
    }
    r = take_exact(work, length, edges, count, closing, longest);
    free(edges);
    return r;
}

static int find_in_arena(struct longest_work *work, uint64_t seed, struct longest_game *longest)
{
    uint32_t at_most;
    int r = longest_graph_init(&work->graph, &work->arena, work->run->limits->max_bytes, work->run);
    if (r < 0)
        return r;
    r = begin(work, seed);
    if (r == 0)
        r = close_in(work);
    if (r == -EINTR)
        r = 0;
    if (r == 0)
        r = longest_replay(work->game, &work->arena, work->search.game, work->search.game_count,
                           longest);
    if (r == 0)
        r = longest_bound_prove(&work->bound, &at_most);
    if (r == 0) {
        longest->at_most = at_most;
        longest->argument = by_prices(&work->bound);
        r = settle(work, longest);
    }
    longest_search_release(&work->search);
    longest_bound_release(&work->bound);
    longest_graph_release(&work->graph);
    return r;
}

/* Plays all games, or some. Returns 1: that were all, and it is known; 0 or -ENOMEM. */
static int play_all(const struct game *game, uint64_t turns, struct count_run *run,
                    struct longest_game *longest)
{
    int r = longest_replay_all(game, turns, run, longest);
    if (r > 0) {
        longest->at_most = longest->at_least;
        longest->argument = "every game was played";
    }
    return r;
}

/* Sets *ret_plays to the plays of the longest game from here. Returns 0, -ENOMEM, or -EINTR: it was
 * not counted to the end. */
static int plays_left(const struct game *game, const struct limits *limits, size_t *ret_plays)
{
    struct count_run count = {.limits = limits, .measure = ARENA_STONES, .lengths = true};
    struct tally tally;
    int r = histories_count(game, &count, &tally);
    if (r < 0)
        return r;
    *ret_plays = tally.lengths - 1;
    tally_release(&tally);
    return 0;
}

/* Counts the games by length: that tells the longest, and each move that one can begin with. */
static int bound_by_count(const struct game *game, struct count_run *run,
                          struct longest_game *longest)
{
    struct limits limits = *run->limits;
    size_t plays;
    double deadline = clock_now() + SECONDS_OF_ALL;
    if (limits.deadline <= 0 || deadline < limits.deadline)
        limits.deadline = deadline;
    int r = plays_left(game, &limits, &plays);
    if (r == 0) {
        longest->at_most = plays;
        longest->argument = "every game was counted";
        if (plays > longest->at_least)
            r = longest_replay_counted(game, plays, plays_left, &limits, longest);
    }
    if (r < 0) {
        /* Says whether that was the limit of the run itself. */
        (void)count_run_must_stop(run);
        return r == -ENOMEM ? r : 0;
    }
    return 0;
}

/* Under rules that no arena tells. */
static int find_by_playing(const struct game *game, bool finite, struct count_run *run,
                           struct longest_game *longest)
{
    int r = play_all(game, TURNS_OF_ALL, run, longest);
    return r == 0 && finite ? bound_by_count(game, run, longest) : r < 0 ? r : 0;
}

static int find(const struct game *game, uint64_t seed, struct count_run *run,
                struct longest_game *longest)
{
    struct longest_work work = {.game = game, .run = run, .tries = TRIES_AT_FIRST};
    enum endless_verdict endless = ENDLESS_UNDECIDED;
    /* Passes alone are a game under nearly all rules: then there is one whatever happens. */
    int r = longest_replay(game, NULL, NULL, 0, longest);
    if (r == 0 || r == -EPROTO)
        r = play_all(game, TURNS_AT_FIRST, run, longest);
    if (r > 0)
        return 0;
    if (r == 0)
        r = finite_decide(game, run, &endless);
    if (r == 0 && endless == ENDLESS_YES)
        return -ERANGE;
    if (r < 0)
        return r;
    r = endless == ENDLESS_NO
            ? arena_init(&work.arena, game, ARENA_STONES, run->limits->max_bytes, run)
            : -EOPNOTSUPP;
    if (r == -EOPNOTSUPP)
        return find_by_playing(game, endless == ENDLESS_NO, run, longest);
    if (r == 0) {
        r = find_in_arena(&work, seed, longest);
        arena_release(&work.arena);
    }
    return r;
}

int longest_find(const struct game *game, uint64_t seed, struct count_run *run,
                 struct longest_game *ret_longest)
{
    struct longest_game longest = {.at_most = LONGEST_UNBOUNDED, .argument = "none"};
    int r = 0;
    if (game_over(game)) {
        longest.at_most = 0;
        longest.argument = "the game is over";
    } else
        r = find(game, seed, run, &longest);
    if (r == -ENOSPC && run->stop == STOP_NONE)
        run->stop = STOP_MEMORY;
    if (r == -EINTR || r == -ENOSPC)
        r = 0;
    if (r < 0)
        longest_game_release(&longest);
    else
        *ret_longest = longest;
    return r;
}

void longest_game_release(struct longest_game *longest)
{
    free(longest->moves);
    longest->moves = NULL;
}
