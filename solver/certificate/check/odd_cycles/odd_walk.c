/* Strategies under the Ing-Spight Ko Rule. */
#include "certificate/check/odd_cycles/odd_walk.h"

#include <errno.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#define STEPS_OF_STATE 20

/* A state on the way, which is gone on from. */
struct odd_frame {
    uint32_t state;
    int next;  /* the opponent's: his next move to try; else 1 if the reply was made */
    int reply; /* of the claim's player: his move; else -1 */
};

struct odd_walking {
    struct replayed_game *game;
    struct odd_past *past;
    const struct certificate_claim *claim;
    const struct certificate_strategy *strategy;
    size_t used; /* replies that were read */
    const char *why;
    struct budget *budget;

    /* States that were met. */
    uint8_t *keys;   /* by state */
    uint8_t *on_way; /* by state */
    uint32_t count;
    size_t key_room, on_way_room;
    struct hashset set;

    struct odd_frame *frames;
    size_t frame_count, frame_room;
};

static int refuse(struct odd_walking *walk, const char *why)
{
    walk->why = why;
    return -EINVAL;
}

static uint64_t hash_of(const void *arg, uint32_t state)
{
    const struct odd_walking *walk = arg;
    size_t size = odd_past_key_size(walk->past);
    return XXH3_64bits(walk->keys + state * size, size);
}

/* Finds the state at which the game stands, or enters it. Returns 1 if it is new, 0 or a negative
 * number. */
static int find_state(struct odd_walking *walk, uint32_t *ret_state)
{
    size_t size = odd_past_key_size(walk->past), at;
    int r = budget_reserve(walk->budget, &walk->keys, ((size_t)walk->count + 1) * size,
                           &walk->key_room, 1);
    if (r == 0)
        r = budget_reserve(walk->budget, &walk->on_way, (size_t)walk->count + 1, &walk->on_way_room,
                           1);
    if (r == 0)
        r = budget_reserve_slot(walk->budget, &walk->set, walk->count, hash_of, walk);
    if (r == 0)
        r = budget_work(walk->budget, STEPS_OF_STATE + size / 8);
    if (r < 0)
        return r;
    uint8_t *key = walk->keys + walk->count * size;
    odd_past_key(walk->past, &walk->game->game, key);
    uint32_t found = hashset_first(&walk->set, hash_of(walk, walk->count), &at);
    while (found != HASHSET_NONE && memcmp(walk->keys + found * size, key, size) != 0)
        found = hashset_next(&walk->set, &at);
    *ret_state = found != HASHSET_NONE ? found : walk->count;
    if (found != HASHSET_NONE)
        return 0;
    hashset_put(&walk->set, at, walk->count);
    walk->on_way[walk->count++] = 0;
    return 1;
}

/* Is an end with the margin, Black's view, good for who claims? */
static bool is_good(const struct certificate_claim *claim, int margin)
{
    bool at_least = margin >= claim->margin, at_most = margin <= claim->margin;
    if (claim->denies)
        return claim->who == 0 ? !at_most : !at_least;
    return claim->who == 0 ? at_least : at_most;
}

static int check_end(struct odd_walking *walk)
{
    if (game_now(&walk->game->game)->ending != ENDING_SCORED)
        return refuse(walk, "its strategy comes to an end without a score");
    return is_good(walk->claim, game_margin(&walk->game->game))
               ? 0
               : refuse(walk, "its strategy comes to an end that is not as claimed");
}

static int push(struct odd_walking *walk, uint32_t state)
{
    int r = budget_reserve(walk->budget, &walk->frames, walk->frame_count + 1, &walk->frame_room,
                           sizeof(*walk->frames));
    if (r < 0)
        return r;
    struct odd_frame *frame = &walk->frames[walk->frame_count++];
    *frame = (struct odd_frame){.state = state, .reply = -1};
    walk->on_way[state] = 1;
    if (game_now(&walk->game->game)->next != walk->claim->who)
        return 0;
    if (walk->used == walk->strategy->count)
        return refuse(walk, "its strategy has too few replies");
    frame->reply = walk->strategy->replies[walk->used++];
    return 0;
}

/* Comes to where the game stands now. Returns 1 if it is to be gone on from, 0 or a negative
 * number. */
static int arrive(struct odd_walking *walk)
{
    uint32_t state = 0;
    if (game_over(&walk->game->game))
        return check_end(walk);
    int r = odd_past_take(walk->past, &walk->game->game);
    if (r == 0)
        r = find_state(walk, &state);
    if (r == 0 && walk->on_way[state] && !walk->claim->denies)
        return refuse(walk, "its strategy lets play go round for ever");
    if (r <= 0)
        return r;
    r = push(walk, state);
    return r < 0 ? r : 1;
}

/* Makes a move, a point or points for a pass. Returns 1, 0 if it is not legal, or a negative
 * number. */
static int play(struct odd_walking *walk, int number)
{
    struct verdict verdict;
    int points = walk->past->graph->points;
    int r = replay_play(walk->game, number < points ? move_stone(number) : move_pass(MOVE_PASS),
                        &verdict);
    return r < 0 ? r : verdict.legal;
}

/* Makes the next move from the last state on the way, or leaves the state. */
static int go_on(struct odd_walking *walk)
{
    struct odd_frame *frame = &walk->frames[walk->frame_count - 1];
    bool own = frame->reply >= 0;
    int points = walk->past->graph->points;
    if (frame->next > (own ? 0 : points)) {
        walk->on_way[frame->state] = 0;
        if (--walk->frame_count > 0)
            game_undo(&walk->game->game);
        return 0;
    }
    int r = play(walk, own ? frame->reply : frame->next);
    frame->next++;
    if (r == 0 && own)
        return refuse(walk, "its strategy has a reply that is not legal");
    if (r <= 0)
        return r;
    r = arrive(walk);
    if (r == 0)
        game_undo(&walk->game->game);
    return r < 0 ? r : 0;
}

static void release(struct odd_walking *walk)
{
    budget_free(walk->budget, walk->keys, walk->key_room, 1);
    budget_free(walk->budget, walk->on_way, walk->on_way_room, 1);
    budget_free_slots(walk->budget, &walk->set);
    budget_free(walk->budget, walk->frames, walk->frame_room, sizeof(*walk->frames));
}

int odd_walk(struct replayed_game *game, struct odd_past *past,
             const struct certificate_claim *claim, const struct certificate_strategy *strategy,
             const char **ret_why)
{
    struct odd_walking walk = {
        .game = game, .past = past, .claim = claim, .strategy = strategy, .budget = past->budget};
    int r = arrive(&walk);
    while (r >= 0 && walk.frame_count > 0)
        r = go_on(&walk);
    if (r >= 0 && walk.used < strategy->count)
        r = refuse(&walk, "its strategy has more replies than are wanted");
    release(&walk);
    *ret_why = walk.why;
    return r < 0 ? r : 0;
}
