/* What of the past can matter: odd cycles, hot stones. */
#include "certificate/check/odd_cycles/odd_past.h"

#include <string.h>

#include "rules/ing_spight.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

/* What it may take, in steps: to look for cycles from a board, for a ko, at one odd cycle. */
#define STEPS_OF_BOARD 2000
#define STEPS_OF_KO 1000
#define STEPS_OF_CYCLE 1
/* To look at a turn before, where the rules do. */
#define STEPS_OF_PAST 20

/* --- cycles --- */

static uint32_t number_of(const struct board_play *play)
{
    uint32_t joined = (uint32_t)play->joined.words[0], removed = (uint32_t)play->removed.words[0];
    return (uint32_t)play->player | (uint32_t)play->point << 1 | joined << 5 |
           removed << (5 + ODD_PAST_POINTS_MAX);
}

static uint64_t hash_of(const void *arg, uint32_t number)
{
    const struct odd_past *past = arg;
    return XXH3_64bits(&past->odd[number], sizeof(past->odd[number]));
}

/* Enters a cycle if it is new. */
static int enter(struct odd_past *past, const struct odd_past_cycle *cycle)
{
    size_t at;
    int r = budget_reserve(past->budget, &past->odd, (size_t)past->odd_count + 1, &past->odd_room,
                           sizeof(*past->odd));
    if (r == 0)
        r = budget_reserve_slot(past->budget, &past->set, past->odd_count, hash_of, past);
    if (r == 0)
        r = budget_work(past->budget, STEPS_OF_CYCLE);
    if (r < 0)
        return r;
    past->odd[past->odd_count] = *cycle;
    uint32_t found = hashset_first(&past->set, hash_of(past, past->odd_count), &at);
    while (found != HASHSET_NONE && memcmp(&past->odd[found], cycle, sizeof(*cycle)) != 0)
        found = hashset_next(&past->set, &at);
    if (found == HASHSET_NONE)
        hashset_put(&past->set, at, past->odd_count++);
    return 0;
}

/* Cycles being listed. */
struct listing {
    struct odd_past *past;
    int r;
};

static bool list(void *arg, const struct board_play *plays, int count)
{
    struct listing *listing = arg;
    struct odd_past_cycle cycle = {.count = (uint32_t)count};
    for (int i = 0; i < count; i++)
        cycle.plays[i] = number_of(&plays[i]);
    listing->r = enter(listing->past, &cycle);
    return listing->r < 0;
}

/* Makes the next board, in the order of numbers in base 3. Returns false after the last. */
static bool next_board(const struct graph *graph, struct position *board)
{
    for (int p = 0; p < graph->points; p++) {
        if (board->cells[p] < STONE_OF(1)) {
            board->cells[p]++;
            return true;
        }
        board->cells[p] = POINT_EMPTY;
    }
    return false;
}

int odd_past_init(struct odd_past *ret_past, const struct certificate *certificate,
                  struct budget *budget)
{
    struct listing listing = {.past = ret_past};
    struct position board = {{0}};
    *ret_past = (struct odd_past){
        .graph = certificate->graph,
        .cycles = ing_spight_cycles(certificate->graph, &certificate->rules),
        .budget = budget,
    };
    do {
        bool legal = position_check(certificate->graph, &board, NULL) == 0;
        for (int player = 0; player < 2 && legal && listing.r == 0; player++) {
            listing.r = budget_work(budget, STEPS_OF_BOARD);
            if (listing.r == 0)
                play_cycles_odd(&ret_past->cycles, &board, player, NULL, list, &listing);
        }
    } while (listing.r == 0 && next_board(certificate->graph, &board));
    return listing.r;
}

void odd_past_release(struct odd_past *past)
{
    budget_free(past->budget, past->odd, past->odd_room, sizeof(*past->odd));
    budget_free_slots(past->budget, &past->set);
    budget_free(past->budget, past->hot, past->hot_room, sizeof(*past->hot));
    budget_free(past->budget, past->made, past->made_room, 1);
}

/* --- turns --- */

static uint16_t stones_of(const struct graph *graph, const struct position *board)
{
    unsigned stones = 0;
    for (int p = 0; p < graph->points; p++)
        stones |= (unsigned)(board->cells[p] != POINT_EMPTY) << p;
    return (uint16_t)stones;
}

/* What is hot after a stone: itself and what was, as far as it stands, if it is a ko play. */
static uint16_t hot_after(const struct odd_past *past, const struct turn *turn, uint16_t before)
{
    if (!play_cycles_in_ko(&past->cycles, &turn[-1].board, turn->player, turn->move.point))
        return 0;
    return (uint16_t)((before | 1u << turn->move.point) & stones_of(past->graph, &turn->board));
}

/* Counts the play in all odd cycles with which it goes on. All but the last of PP is as far as a
 * count goes: the last play is illegal, or the cycle could not be played any more. */
static void count_play(struct odd_past *past, const struct turn *turn, uint8_t *made)
{
    struct board_play play;
    play_cycles_read(past->graph, &turn[-1].board, &turn->board, turn->player, turn->move.point,
                     &play);
    uint32_t number = number_of(&play);
    for (uint32_t i = 0; i < past->odd_count; i++) {
        const struct odd_past_cycle *cycle = &past->odd[i];
        if (made[i] + 1u < 2 * cycle->count && cycle->plays[made[i] % cycle->count] == number)
            made[i]++;
    }
}

int odd_past_take(struct odd_past *past, const struct game *game)
{
    size_t now = game->count - 1, odd = past->odd_count;
    const struct turn *turn = &game->turns[now];
    int r = budget_reserve(past->budget, &past->hot, now + 1, &past->hot_room, sizeof(*past->hot));
    if (r == 0)
        r = budget_reserve(past->budget, &past->made, (now + 1) * odd + 1, &past->made_room, 1);
    if (r == 0)
        r = budget_work(past->budget, STEPS_OF_KO + odd * STEPS_OF_CYCLE + now * STEPS_OF_PAST);
    if (r < 0)
        return r;
    uint8_t *made = past->made + now * odd;
    past->hot[now] = 0;
    if (now == 0) {
        memset(made, 0, odd);
        return 0;
    }
    memcpy(made, made - odd, odd);
    if (turn->move.kind == MOVE_STONE) {
        past->hot[now] = hot_after(past, turn, past->hot[now - 1]);
        count_play(past, turn, made);
    }
    return 0;
}

size_t odd_past_key_size(const struct odd_past *past)
{
    return (size_t)past->graph->points + 2 + sizeof(*past->hot) + past->odd_count;
}

void odd_past_key(const struct odd_past *past, const struct game *game, uint8_t *ret_key)
{
    const size_t now = game->count - 1, points = (size_t)past->graph->points;
    const struct turn *turn = &game->turns[now];
    memcpy(ret_key, turn->board.cells, points);
    ret_key[points] = (uint8_t)turn->next;
    ret_key[points + 1] = (uint8_t)turn->passes;
    memcpy(ret_key + points + 2, &past->hot[now], sizeof(*past->hot));
    memcpy(ret_key + points + 2 + sizeof(*past->hot), past->made + now * past->odd_count,
           past->odd_count);
}
