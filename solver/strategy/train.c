/* Games from which an estimate learns: it plays them against itself, several at a time. */
#include "strategy/estimate.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/free_all.h"
#include "base/hash.h"

/* The part of an error that is put right at once: at first, and by how many games it falls to the
 * root of a half, then slowly on; and how much of what was found later in a game counts earlier in
 * it (lambda). */
#define LEARNING 0.4f
#define LEARNING_GAMES 1024.0f
#define TRACE 0.8f
/* One move in so many is a random one. */
#define EXPLORE 5
/* The random part of a guess at other moves, in points. */
#define BLUR 0.5f
/* A game begins with fewer random moves than that. */
#define OPENING 5
/* A random move puts one stone in so many into atari without need. */
#define CARELESS 4
/* So many games are played before any of them is learned from, so that threads can play them; what
 * is learned does not depend on how many threads do. */
#define BATCH 256
/* So many games go on in turn, so that the weights for the next move of each are fetched while the
 * others move. */
#define TOGETHER 4
/* States whose weights are fetched before the one that is learned from. */
#define AHEAD 2

struct game_state {
    struct stone_pair stones;
    uint64_t ko;
    bool own_move;
};

/* A turn, between its two steps. */
struct training_turn {
    uint64_t candidates;
    struct bitboard_places places;
    struct estimate_around around;
};

/* A game as it is played. */
struct training_game {
    const struct estimate *estimate;
    uint64_t random;
    struct game_state *states; /* in order; no move follows the last one */
    int count;
    struct game_state now;
    int passes;       /* that were made last */
    bool in_turn;     /* a move is to be made */
    bool random_turn; /* a random one */
};

static unsigned random_below(struct training_game *game, unsigned n)
{
    uint64_t x = game->random;
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
    game->random = x;
    return (unsigned)((x >> 32) * n >> 32);
}

/* Returns the points where the mover may sensibly play: no eyes of his own. */
static uint64_t candidates(const struct bitboard *board, const struct game_state *state)
{
    uint64_t mine = state->own_move ? state->stones.own : state->stones.other;
    uint64_t empty = board->bits.full & ~(state->stones.own | state->stones.other);
    return empty & ~state->ko & bits_neighbours(&board->bits, board->bits.full & ~mine);
}

static bool play(const struct bitboard *board, const struct game_state *state, uint64_t bit,
                 struct game_state *ret_after)
{
    ret_after->own_move = !state->own_move;
    return bitboard_play(board, state->stones, bit, state->own_move, &ret_after->stones,
                         &ret_after->ko);
}

/* Makes a random move; rarely one that leaves its chain a single liberty. */
static bool random_play(struct training_game *game, struct game_state *state)
{
    const struct bitboard *board = game->estimate->board;
    uint64_t left = candidates(board, state);
    while (left != 0) {
        uint64_t bit = left;
        struct game_state after;
        for (unsigned skip = random_below(game, (unsigned)__builtin_popcountll(left)); skip > 0;
             skip--)
            bit &= bit - 1;
        bit &= -bit;
        left &= ~bit;
        if (!play(board, state, bit, &after))
            continue;
        uint64_t mine = state->own_move ? after.stones.own : after.stones.other;
        uint64_t liberties = bits_spread(&board->bits, bits_flood(&board->bits, bit, mine)) &
                             ~(after.stones.own | after.stones.other);
        bool nothing_taken = state->own_move ? after.stones.other == state->stones.other
                                             : after.stones.own == state->stones.own;
        if (nothing_taken && (liberties & (liberties - 1)) == 0 &&
            random_below(game, CARELESS) != 0)
            continue;
        *state = after;
        return true;
    }
    return false;
}

/* Guesses at what the moves of a state come to. Lists those that are legal, as bits; returns how
 * many. The loads of weights need not wait for each other, as long as nothing hangs on a guess. */
static int guess_moves(const struct estimate *estimate, const struct game_state *state,
                       struct training_turn *turn, uint64_t bits[SOLVER_MAX_POINTS],
                       float guesses[SOLVER_MAX_POINTS])
{
    const struct bitboard *board = estimate->board;
    uint64_t plain = turn->places.plain, taking = turn->places.taking, left = turn->candidates;
    int count = 0;
    estimate_look_at_fetched(estimate, &turn->around);
    for (left = board->suicide ? left : left & (plain | taking); left != 0; left &= left - 1) {
        uint64_t bit = left & -left;
        struct game_state after;
        if ((plain & bit) != 0) {
            guesses[count] = estimate_near_stone(estimate, &turn->around, __builtin_ctzll(bit));
        } else {
            if ((taking & bit) != 0)
                bitboard_take(board, state->stones, bit, state->own_move, &turn->places,
                              &after.stones, &after.ko);
            else if (!play(board, state, bit, &after))
                continue;
            guesses[count] = estimate_near(estimate, &turn->around, after.stones);
        }
        bits[count++] = bit;
    }
    return count;
}

/* Makes the move that the estimate likes best. */
static bool best_play(struct training_game *game, struct training_turn *turn)
{
    uint64_t bits[SOLVER_MAX_POINTS];
    float guesses[SOLVER_MAX_POINTS], most = 0;
    struct game_state *state = &game->now;
    int count = guess_moves(game->estimate, state, turn, bits, guesses), best = 0;
    struct game_state after;
    for (int i = 0; i < count; i++) {
        float liked = (state->own_move ? guesses[i] : -guesses[i]) +
                      BLUR * 0.001f * (float)random_below(game, 1000);
        bool better = i == 0 || liked > most;
        most = better ? liked : most;
        best = better ? i : best;
    }
    if (count == 0 || !play(game->estimate->board, state, bits[best], &after))
        return false;
    *state = after;
    return true;
}

static int state_room(const struct estimate *estimate)
{
    return 2 * estimate->board->bits.points + 1;
}

/* The how many-th game it is says all of what is random in it. */
static void begin_game(struct training_game *game, const struct game_state *start, uint64_t number)
{
    game->now = *start;
    game->count = game->passes = 0;
    game->random = hash_mix(number + 0x9e3779b97f4a7c15ull) | 1;
    for (unsigned left = random_below(game, OPENING); left > 0; left--)
        random_play(game, &game->now);
}

/* Begins a turn, unless the game is over. Returns whether it is not. */
static bool begin_turn(struct training_game *game, struct training_turn *turn)
{
    const struct estimate *estimate = game->estimate;
    const struct game_state *now = &game->now;
    game->in_turn = game->count < state_room(estimate) - 1 && game->passes < 2;
    if (!game->in_turn)
        return false;
    game->states[game->count++] = *now;
    game->random_turn = random_below(game, EXPLORE) == 0;
    if (game->random_turn)
        return true;
    turn->candidates = candidates(estimate->board, now);
    turn->places = bitboard_find_places(estimate->board, now->stones, now->own_move);
    estimate_fetch_around(estimate, now->stones, !now->own_move,
                          turn->candidates & turn->places.plain, &turn->around);
    return true;
}

static void end_turn(struct training_game *game, struct training_turn *turn)
{
    struct game_state *now = &game->now;
    if (!game->in_turn)
        return;
    if (game->random_turn ? random_play(game, now) : best_play(game, turn)) {
        game->passes = 0;
        return;
    }
    game->passes++;
    now->ko = 0;
    now->own_move = !now->own_move;
}

static void play_games(struct training_game *games, int count, const struct game_state *start,
                       uint64_t number)
{
    struct training_turn turns[TOGETHER];
    bool playing = true;
    for (int i = 0; i < count; i++)
        begin_game(&games[i], start, number + (uint64_t)i);
    while (playing) {
        playing = false;
        for (int i = 0; i < count; i++)
            playing |= begin_turn(&games[i], &turns[i]);
        for (int i = 0; i < count; i++)
            end_turn(&games[i], &turns[i]);
    }
    for (int i = 0; i < count; i++)
        games[i].states[games[i].count] = games[i].now;
}

/* What a game tells of its states, the last one first. */
static void learn(struct estimate *estimate, const struct training_game *game)
{
    const struct game_state *states = game->states;
    struct estimate_around fetched[AHEAD];
    float rate = LEARNING / sqrtf(1 + (float)estimate->games / LEARNING_GAMES);
    float target = estimate_final(estimate, states[game->count].stones);
    for (int i = game->count + AHEAD; i-- > 0;) {
        struct estimate_around *around = &fetched[i % AHEAD];
        if (i < game->count) {
            float guess = estimate_correct_fetched(estimate, around, target, rate);
            target = TRACE * target + (1 - TRACE) * guess;
        }
        if (i >= AHEAD)
            estimate_fetch_around(estimate, states[i - AHEAD].stones, states[i - AHEAD].own_move, 0,
                                  around);
    }
    estimate->games++;
}

/* The games of a batch that one of a company plays: from the first to before the second. */
static int first_of(const struct estimate_company *company, int number)
{
    return company == NULL ? number * BATCH : number * BATCH / company->count;
}

static void play_batch(struct training_game *games, struct game_state start, uint64_t number,
                       int threads)
{
    const struct estimate_company *company = games->estimate->company;
    int own = company == NULL ? 0 : company->own;
    int first = first_of(company, own), end = first_of(company, own + 1);
#ifdef _OPENMP
#pragma omp parallel for num_threads(threads) schedule(dynamic, 1) if (threads > 1)
#endif
    for (int i = first; i < end; i += TOGETHER)
        play_games(&games[i], end - i < TOGETHER ? end - i : TOGETHER, &start,
                   number + (uint64_t)i);
    (void)threads;
}

/* --- company --- */

size_t estimate_part_room(const struct estimate *estimate)
{
    return BATCH * (sizeof(int) + (size_t)state_room(estimate) * sizeof(struct game_state));
}

/* Puts a game behind others. */
static uint8_t *put_game(uint8_t *at, const struct training_game *game)
{
    size_t bytes = ((size_t)game->count + 1) * sizeof(*game->states);
    memcpy(at, &game->count, sizeof(game->count));
    memcpy(at + sizeof(game->count), game->states, bytes);
    return at + sizeof(game->count) + bytes;
}

/* Takes the games that another one played. Returns 0; 1: it plays no more; -EPROTO. */
static int take_games(struct training_game *games, int number)
{
    const struct estimate *estimate = games->estimate;
    const struct estimate_company *company = estimate->company;
    size_t size, used = 0;
    const uint8_t *part = company->part_of(company->arg, number, &size);
    int first = first_of(company, number), end = first_of(company, number + 1);
    for (int i = first; i < end && size > 0; i++) {
        int count;
        if (size - used < sizeof(count))
            return -EPROTO;
        memcpy(&count, part + used, sizeof(count));
        used += sizeof(count);
        if (count < 0 || count >= state_room(estimate) ||
            (size - used) / sizeof(*games->states) < (size_t)count + 1)
            return -EPROTO;
        memcpy(games[i].states, part + used, ((size_t)count + 1) * sizeof(*games->states));
        games[i].count = count;
        used += ((size_t)count + 1) * sizeof(*games->states);
    }
    return number == 0 && size == 0 && end > first;
}

/* Gives the others the own games of a batch, and takes theirs; ends: the first plays no more.
 * Returns 0; 1: so it is; or a negative errno. */
static int meet_company(struct training_game *games, bool ends, uint8_t *room)
{
    const struct estimate_company *company = games->estimate->company;
    int first = first_of(company, company->own), end = first_of(company, company->own + 1);
    uint8_t *at = room;
    for (int i = first; i < end && !ends; i++)
        at = put_game(at, &games[i]);
    int r = company->exchange(company->arg, room, (size_t)(at - room));
    for (int i = 0; i < company->count && r == 0; i++)
        if (i != company->own)
            r = take_games(games, i);
    return r == 0 ? ends : r;
}

/* Plays a batch, alone or in company. Returns whether there is one to learn from. */
static bool make_batch(struct training_game *games, struct game_state start, int threads, bool ends,
                       uint8_t *room)
{
    const struct estimate *estimate = games->estimate;
    if (!ends)
        play_batch(games, start, estimate->games, threads);
    if (estimate->company != NULL)
        return meet_company(games, ends, room) == 0;
    return !ends;
}

int estimate_train(struct estimate *estimate, struct stone_pair start, bool own_move,
                   uint32_t games, int threads, bool (*stop)(void *), void *arg)
{
    struct training_game batch[BATCH];
    const struct game_state from = {.stones = start, .own_move = own_move};
    size_t room = (size_t)state_room(estimate);
    struct game_state *lines = malloc(BATCH * room * sizeof(*lines));
    uint8_t *part = estimate->company != NULL ? malloc(estimate_part_room(estimate)) : NULL;
    if (lines == NULL || (estimate->company != NULL && part == NULL)) {
        FREE_ALL(lines, part);
        return -ENOMEM;
    }
    for (size_t i = 0; i < BATCH; i++)
        batch[i] = (struct training_game){.estimate = estimate, .states = lines + i * room};
    while (estimate->games < games &&
           make_batch(batch, from, threads, stop != NULL && stop(arg), part))
        for (int i = 0; i < BATCH; i++)
            learn(estimate, &batch[i]);
    FREE_ALL(lines, part);
    return 0;
}
